"""`quarterdeck sim`: many games between bots, with progress and a summary."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer
from rich.progress import MofNCompleteColumn, TimeRemainingColumn
from rich.table import Table

from quarterdeck.bots.arena import Match, Plan, Summary, play_matches, summarize
from quarterdeck.cli.common import (
    ComponentsOption,
    GameArgument,
    LanguageOption,
    OptionsOption,
    SeatsOption,
    bot_names,
    fresh_seed,
    game_options,
    out,
    progress_bar,
    translator,
    whole_number,
)
from quarterdeck.game import rules_of
from quarterdeck.kernel.catalogue import Translator, write_number
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message


def sim_command(
    game: GameArgument,
    seats: SeatsOption = None,
    games: Annotated[int, typer.Option(parser=whole_number(1), help="How many games.")] = 100,
    bots: Annotated[
        str, typer.Option(help="One per seat, or one for all seats, e.g. mate,admiral:seconds=0.1.")
    ] = "random",
    seed: Annotated[
        int | None, typer.Option(parser=whole_number(), help="Repeat a run exactly.")
    ] = None,
    workers: Annotated[int, typer.Option(parser=whole_number(1), help="Processes to play in.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    option: OptionsOption = None,
    components: ComponentsOption = None,
    lang: LanguageOption = None,
) -> None:
    """Play many games between bots. Seats rotate from game to game."""
    say = translator(lang)
    plan = make_plan(game, seats, bots, fresh_seed(seed), game_options(option), components)
    summary = run(plan, games, workers, say)
    if as_json:
        told = {"game": game, "seats": plan.seats, "seed": plan.seed, **asdict(summary)}
        typer.echo(json.dumps(told))
    else:
        _show(plan, summary, say)


def make_plan(
    game: str,
    seats: int | None,
    bots: str,
    seed: int,
    options: dict[str, str],
    components: Path | None,
) -> Plan:
    """Which games bots are to play, as asked for; raises BadSetup or UnknownName."""
    rules = rules_of(game, components)
    names = bot_names(bots)
    wanted = _seats_of(names) if seats is None else seats
    count, chosen = rules.checked_setup(wanted, options)
    if len(names) == 1:
        names *= count
    if len(names) != count:
        raise BadSetup(Message("qd.cli.error.bots_for_seats", count=len(names), seats=count))
    path = None if components is None else str(components)
    return Plan(game, count, chosen, tuple(names), seed, path)


def _seats_of(names: list[str]) -> int | None:
    return len(names) if len(names) > 1 else None


def run(plan: Plan, games: int, workers: int, say: Translator) -> Summary:
    """Play the games of a plan, with a progress bar on standard error."""
    matches: list[Match] = []
    began = perf_counter()
    columns = (MofNCompleteColumn(), TimeRemainingColumn())
    with progress_bar(say("qd.cli.sim.progress"), *columns) as bar:
        task = bar.add_task("", total=games)
        for block in play_matches(plan, games, workers):
            matches += block
            bar.advance(task, len(block))
    return summarize(plan, matches, perf_counter() - began)


def _show(plan: Plan, summary: Summary, say: Translator) -> None:
    out.print(
        say(
            "qd.cli.sim.summary",
            count=summary.games,
            seed=plan.seed,
            speed=f"{summary.decisions_per_second:,.0f}",
        )
    )
    out.print(
        say(
            "qd.cli.sim.length",
            shortest=summary.shortest,
            mean=f"{summary.mean_length:.1f}",
            longest=summary.longest,
        )
    )
    table = Table()
    table.add_column(say("qd.cli.sim.bot"))
    for column in ("seatings", "win_share", "interval", "mean_score"):
        table.add_column(say(f"qd.cli.sim.{column}"), justify="right")
    for standing in summary.bots:
        table.add_row(
            standing.bot,
            str(standing.games),
            f"{standing.win_share:.1%}",
            f"{standing.low:.1%} - {standing.high:.1%}",
            write_number(standing.mean_score, ".1f"),
        )
    out.print(table)
