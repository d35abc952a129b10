"""`quarterdeck review`: what decided a recorded game, and what to do better."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import TaskProgressColumn, TimeRemainingColumn
from rich.table import Table

from quarterdeck import record
from quarterdeck.cli.common import (
    ComponentsOption,
    LanguageOption,
    need_library,
    out,
    progress_bar,
    translator,
    whole_number,
)
from quarterdeck.cli.picture import CannotDraw, write
from quarterdeck.game import Game, rules_for
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.record import Record

if TYPE_CHECKING:
    from quarterdeck.review import Review

WIDTH = 1200


def review_command(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A record (JSON Lines).")],
    seat: Annotated[
        int | None,
        typer.Option(parser=whole_number(1), help="Tell only this player's choices, from 1."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write it as a page, OUT.html.")] = None,
    png: Annotated[Path | None, typer.Option(help="Write its graph as a picture, OUT.png.")] = None,
    lang: LanguageOption = None,
    components: ComponentsOption = None,
) -> None:
    """Review a finished game: chances of winning, luck and choices, and what was better."""
    need_library()
    from quarterdeck.review import review, storing

    told = translator(lang)
    found = record.read(file)
    rules = rules_for(found.header, components)
    found = record.migrate(found, rules)
    seats = found.header.seats
    if seat is not None and seat > seats:
        raise BadSetup(Message("qd.cli.error.review_seat", seat=seat, seats=seats))
    columns = (TaskProgressColumn(), TimeRemainingColumn())
    with progress_bar(told("qd.review.progress"), *columns) as bar:
        task = bar.add_task("", total=1.0)
        made = review(found, rules, lambda each: bar.update(task, completed=each.done))
    # All that was played fits: it has been replayed
    say = Game(rules, found, None).translator(told.language)
    chosen = range(seats) if seat is None else range(seat - 1, seat)
    if html is not None:
        write(html, _write_page(made, found, rules, say, chosen).encode())
        out.print(told("qd.cli.written", file=str(html)), markup=False, soft_wrap=True)
    if png is not None:
        write(png, _draw(made, say))
        out.print(told("qd.cli.written", file=str(png)), markup=False, soft_wrap=True)
    if as_json:
        typer.echo(json.dumps(storing.to_json(made), ensure_ascii=False))
    elif html is None and png is None:
        _show(made, say, chosen)


def _show(made: Review, say: Translator, chosen: range) -> None:
    from quarterdeck.review import telling, terminal

    told = telling.tell(made, say)
    if not made.by_points:
        out.print(say("qd.review.graph"), style="bold")
        for line in terminal.draw_chances(made, say, out.width, out.color_system is not None):
            out.print(line, no_wrap=True, overflow="crop")
    out.print(f"\n{say('qd.review.decided')}", style="bold")
    out.print(told.about, markup=False)
    # The marks have lines of their own: a terminal is narrow
    table = Table(*[say(f"qd.review.{column}") for column in telling.COLUMNS[:-1]], box=None)
    for each in told.tallies:
        table.add_row(*each.cells[:-1])
    out.print(table)
    for each in told.tallies:
        out.print(f"{each.name}: {each.marks}", markup=False)
    out.print(f"\n{say('qd.review.moments')}", style="bold")
    moments = [moment for moment in told.moments if moment.seat in chosen]
    for moment in moments:
        out.print(f"\n{moment.headline} [{moment.ply}]", markup=False)
        for text in (moment.played, moment.better, moment.why):
            out.print(f"  {text}", markup=False)
    if not moments:
        out.print(say("qd.review.moments.none"))
    out.print(f"\n{say('qd.review.luckiest')}", style="bold")
    for luck in told.luck:
        out.print(f"{luck.text} [{luck.ply}]", markup=False)
    if not told.luck:
        out.print(say("qd.review.luckiest.none"))
    out.print(f"\n{say('qd.review.noise')}", markup=False)


def _write_page(
    made: Review, found: Record, rules: AnyRules, say: Translator, chosen: range
) -> str:
    from quarterdeck.review.page import write_page

    return write_page(
        made, say, say.text(rules.title), _draw_boards(made, found, rules, say), chosen
    )


def _draw_boards(made: Review, found: Record, rules: AnyRules, say: Translator) -> dict[int, str]:
    """The positions in which choices mattered, as whoever chose saw them; none without a way to
    draw them."""
    try:
        from quarterdeck import pictures
    except ImportError:
        return {}
    if not pictures.drawable(rules):
        return {}
    boards = {}
    for moment in made.moments:
        judged = moment.judgement
        then = record.replay(found, rules, judged.ply)
        boards[judged.ply] = pictures.board(rules, rules.view(then, judged.seat), say)
    return boards


def _draw(made: Review, say: Translator) -> bytes:
    from quarterdeck.review import graph

    draw = graph.draw_expected if made.by_points else graph.draw_chances
    try:
        from quarterdeck import pictures

        return pictures.png(graph.standalone(draw(made, say)), WIDTH)
    except ImportError as error:
        raise CannotDraw(Message("qd.cli.error.needs_web")) from error
