"""`quarterdeck picture`: a recorded game as a picture of its board."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quarterdeck import record
from quarterdeck.cli.common import ComponentsOption, LanguageOption, out, translator
from quarterdeck.game import Game, rules_for
from quarterdeck.kernel.errors import QuarterdeckError, UnknownName
from quarterdeck.kernel.messages import Message

FORMS = (".svg", ".png")


class CannotDraw(QuarterdeckError):
    """There is no such picture, or nothing to draw it with."""


def picture_command(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A record (JSON Lines).")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="OUT.svg or OUT.png.")],
    ply: Annotated[int | None, typer.Option(help="Draw the game after this many entries.")] = None,
    theme: Annotated[str | None, typer.Option(help="auto, light or dark.")] = None,
    width: Annotated[int, typer.Option(min=100, max=8000, help="Pixels across a PNG.")] = 1600,
    lang: LanguageOption = None,
    components: ComponentsOption = None,
) -> None:
    """Draw the board of a recorded game, as a spectator sees it."""
    say = translator(lang)
    if target.suffix.lower() not in FORMS:
        raise CannotDraw(Message("qd.cli.error.picture_form", file=str(target)))
    found = record.read(file)
    rules = rules_for(found.header, components)
    found = record.migrate(found, rules)
    game = Game(rules, found if ply is None else found.until(ply), None)
    write(target, drawing(game, say.language, theme or "auto", target.suffix.lower(), width))
    out.print(say("qd.cli.drawn", file=str(target)), markup=False, soft_wrap=True)


def drawing(game: Game, language: str, theme: str, form: str, width: int) -> bytes:
    """The board as the bytes of a file."""
    try:
        from quarterdeck import pictures

        if theme not in pictures.THEMES:
            raise UnknownName("theme", theme, list(pictures.THEMES))
        if not pictures.drawable(game.rules):
            raise CannotDraw(Message("qd.cli.error.no_picture", game=game.rules.title))
        svg = pictures.board(game.rules, game.view(), game.translator(language), theme=theme)
        return svg.encode() if form == ".svg" else pictures.png(svg, width)
    except ImportError as error:
        raise CannotDraw(Message("qd.cli.error.needs_web")) from error


def write(target: Path, content: bytes) -> None:
    try:
        target.write_bytes(content)
    except OSError as error:
        why = error.strerror or str(error)
        raise CannotDraw(Message("qd.record.unwritable", source=str(target), why=why)) from error
