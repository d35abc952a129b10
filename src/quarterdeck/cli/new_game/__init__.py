"""`quarterdeck new-game`: a small complete game as a package of its own, to start from."""

from __future__ import annotations

import shutil
import sys
import tempfile
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import Annotated

import typer

from quarterdeck import __version__, games
from quarterdeck.cli.common import LanguageOption, out, translator
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.plugins import NAME

TEMPLATE = Path(__file__).parent / "@id@"
SUFFIX = ".tmpl"


def new_game_command(
    name: Annotated[str, typer.Argument(help="What the game is called in code, e.g. my_game.")],
    into: Annotated[Path, typer.Option(help="The folder to write it into.")] = Path(),
    lang: LanguageOption = None,
) -> None:
    """Write a small complete game as a package of its own, for you to change."""
    say = translator(lang)
    folder = write_game(name, into)
    out.print(say("qd.cli.new_game.done", folder=str(folder)), markup=False, soft_wrap=True)


def write_game(name: str, into: Path) -> Path:
    """Write the game, whole or not at all; gives its folder. Raises BadSetup."""
    check_spelling(name)
    folder = into / name
    if folder.exists():
        raise BadSetup(Message("qd.cli.new_game.exists", folder=str(folder)))
    check_taken(name)
    try:
        into.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=into, prefix=".new-game-") as work:
            _write(Path(work) / name, _find_words(name))
            (Path(work) / name).rename(folder)
    except OSError as error:
        why = error.strerror or str(error)
        raise BadSetup(
            Message("qd.cli.new_game.cannot_write", folder=str(into), why=why)
        ) from error
    return folder


def check_spelling(name: str) -> None:
    """Raises BadSetup unless a package and a game may have such a name."""
    if not NAME.fullmatch(name):
        raise BadSetup(Message("qd.cli.new_game.bad_name", name=name[:80]))
    if iskeyword(name):
        raise BadSetup(Message("qd.cli.new_game.keyword", name=name))


def check_taken(name: str) -> None:
    """Raises BadSetup if something else has this name."""
    if name in games.PLUGINS.names():
        raise BadSetup(Message("qd.cli.new_game.taken_by_game", name=name))
    if name in sys.stdlib_module_names or find_spec(name):
        raise BadSetup(Message("qd.cli.new_game.taken_by_module", name=name))


def _find_words(name: str) -> dict[str, str]:
    """What stands for what in the template."""
    parts = [part for part in name.split("_") if part]
    prefix = "".join(part[0] for part in parts) if len(parts) > 1 else name[:2]
    taken = {games.OF_THE_HOUSE, *(rules.prefix for rules in games.load_all())}
    while prefix in taken:
        prefix += "x"
    return {
        "@id@": name,
        "@dashed@": "-".join(parts),
        "@Name@": "".join(part.capitalize() for part in parts),
        "@title@": " ".join(parts).capitalize(),
        "@prefix@": prefix,
        "@RULE@": prefix.upper(),
        "@version@": __version__,
    }


def _write(folder: Path, words: dict[str, str]) -> None:
    for source in sorted(TEMPLATE.rglob(f"*{SUFFIX}")):
        relative = str(source.relative_to(TEMPLATE)).removesuffix(SUFFIX)
        target = folder / _fill(relative, words)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_fill(source.read_text(encoding="utf-8"), words), encoding="utf-8")
    shutil.copymode(TEMPLATE, folder)


def _fill(text: str, words: dict[str, str]) -> str:
    for mark, word in words.items():
        text = text.replace(mark, word)
    return text
