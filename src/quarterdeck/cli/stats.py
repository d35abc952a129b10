"""`quarterdeck stats`: what many recorded games tell of their titles."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from quarterdeck import record
from quarterdeck.cli.common import ComponentsOption, LanguageOption, err, out, translator
from quarterdeck.game import rules_for, rules_of
from quarterdeck.kernel.catalogue import Translator, write_decimal, write_number
from quarterdeck.kernel.errors import BadSetup, QuarterdeckError
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.statistics import read_result
from quarterdeck.statistics.counting import (
    FEWEST,
    PlayedSeat,
    Spread,
    Tally,
    TitleStatistics,
    summarise_title,
)
from quarterdeck.statistics.exporting import title_to_json
from quarterdeck.statistics.results import Labels

# Of what was used so many lines are shown.
MOST_USES = 20


def stats_command(
    files: Annotated[
        list[Path], typer.Argument(metavar="RECORDS...", help="Records of games (JSON Lines).")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    lang: LanguageOption = None,
    components: ComponentsOption = None,
) -> None:
    """Count finished games: wins by seat, points, length, and what goes with winning."""
    say = translator(lang)
    groups: dict[tuple[str, int], list[PlayedSeat]] = {}
    for number, file in enumerate(files):
        try:
            played = _read(file, number, components)
        except QuarterdeckError as error:
            told = say("qd.cli.stats.left_out", file=str(file), why=say.text(error.message))
            err.print(told, markup=False, soft_wrap=True)
            continue
        groups.setdefault((played[0].game, len(played)), []).extend(played)
    if not groups:
        raise BadSetup(Message("qd.cli.stats.none"))
    found = [summarise_title(game, seats, each) for (game, seats), each in sorted(groups.items())]
    if as_json:
        told_all = [{"game": each.game, **title_to_json(each, say)} for each in found]
        typer.echo(json.dumps(told_all, ensure_ascii=False))
        return
    for each in found:
        _show(each, rules_of(each.game, components), say)


def _read(file: Path, number: int, components: Path | None) -> list[PlayedSeat]:
    """The seats of a recorded game; raises QuarterdeckError if it cannot be counted."""
    found = record.read(file)
    rules = rules_for(found.header, components)
    result = read_result(record.migrate(found, rules), rules)
    seats = found.header.seats
    return [
        PlayedSeat(
            f"{number} {file}",
            seat,
            rules.id,
            seats,
            result.options,
            float(number),
            each.points,
            each.rank,
            each.won,
            result.rounds,
            result.choices,
            each.sources,
            each.uses,
            result.title,
            hinted=result.hinted,
        )
        for seat, each in enumerate(result.seats)
    ]


def _show(found: TitleStatistics, rules: AnyRules, say: Translator) -> None:
    labels = Labels(rules, say)
    players = say("qd.stats.players.count", count=found.seats)
    out.print(f"\n{say.text(rules.title)}, {players}", style="bold", markup=False)
    told = say("qd.stats.games", count=found.games)
    if found.hinted:
        told += "; " + say("qd.stats.game.hinted", count=found.hinted)
    out.print(told, markup=False)
    if not found.is_told:
        out.print(say("qd.stats.game.few", least=FEWEST), markup=False)
        return
    if found.seats > 1:
        _print(
            say,
            ("qd.stats.game.seat", "qd.stats.won", "qd.stats.mean", "qd.stats.best"),
            (
                (
                    str(seat),
                    tell_share(tally, say),
                    write_number(round(tally.points)),
                    write_number(tally.best),
                )
                for seat, tally in enumerate(found.by_seat, 1)
            ),
        )
    spreads = {
        say("qd.stats.game.points"): found.points,
        say("qd.stats.game.winning"): found.winning if found.seats > 1 else None,
        say(f"{rules.round_name.id}.title"): found.rounds,
        say("qd.stats.game.choices"): found.choices,
    }
    _print(
        say,
        ("", "qd.stats.game.middle", "qd.stats.game.half", "qd.stats.game.range"),
        (_tell_spread(label, spread, say) for label, spread in spreads.items() if spread),
    )
    _print(
        say,
        ("qd.stats.source", "qd.stats.game.winners", "qd.stats.game.others"),
        (
            (
                labels.name_source(each.id, found.seats),
                write_decimal(each.winners, say.language),
                write_decimal(each.others, say.language),
            )
            for each in found.sources
        ),
    )
    _print(
        say,
        (
            "qd.stats.game.use",
            "qd.stats.game.used_by",
            "qd.stats.game.with",
            "qd.stats.game.without",
        ),
        (
            (
                labels.name_use(use.id),
                say("qd.stats.share", percent=round(100 * use.part)),
                tell_share(use.with_it, say),
                tell_share(use.without, say),
            )
            for use in found.uses[:MOST_USES]
        ),
    )
    out.print(say("qd.stats.game.cause"), markup=False)


def tell_share(tally: Tally | None, say: Translator) -> str:
    """A share of wins, and where it may really lie."""
    if tally is None:
        return "–"
    share = say("qd.stats.share", percent=round(100 * tally.share))
    interval = say("qd.stats.interval", low=round(100 * tally.low), high=round(100 * tally.high))
    return f"{share} ({interval})"


def _tell_spread(label: str, spread: Spread, say: Translator) -> tuple[str, ...]:
    def write(number: float) -> str:
        return write_decimal(number, say.language)

    def between(low: float, high: float) -> str:
        return say("qd.stats.game.to", low=write(low), high=write(high))

    return (
        label,
        write(spread.middle),
        between(spread.quarter, spread.three_quarters),
        between(spread.low, spread.high),
    )


def _print(say: Translator, heads: Iterable[str], rows: Iterable[tuple[str, ...]]) -> None:
    table = Table(*[say(head) if head else "" for head in heads], box=None)
    for row in rows:
        table.add_row(*row)
    out.print(table)
