"""`quarterdeck ladder`: how strong bots are, measured."""

from __future__ import annotations

import signal
from collections.abc import Collection
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from quarterdeck.bots import normalize
from quarterdeck.bots.ladder import (
    FIELD,
    Bout,
    Ladder,
    Results,
    Runner,
    steps,
    tell,
    versus,
)
from quarterdeck.cli.common import (
    GameArgument,
    LanguageOption,
    OptionsOption,
    SeatsOption,
    game_options,
    needing,
    out,
    progress_bar,
    translator,
    whole_number,
)
from quarterdeck.cli.programs.commands import read_programs
from quarterdeck.cli.programs.games import ProgramGames
from quarterdeck.cli.programs.serving import need_web
from quarterdeck.game import rules_of
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message


def ladder_command(
    game: GameArgument,
    seats: SeatsOption = None,
    listed: Annotated[
        str,
        typer.Option("--bots", help="From the weakest to the strongest; any installed bot."),
    ] = ",".join(FIELD),
    program: Annotated[
        list[str] | None,
        typer.Option(
            help="A program that speaks the JSON API, as name=command with {server}, {table} and "
            "{token} in it, and {seed} if it likes; may be repeated. Add the name to --bots."
        ),
    ] = None,
    patience: Annotated[
        float, typer.Option(min=1, help="Seconds that a program may take over a choice.")
    ] = 120.0,
    games: Annotated[
        int, typer.Option(parser=whole_number(0), help="Games of the round, all bots mixed.")
    ] = 210,
    versus_greedy: Annotated[
        int,
        typer.Option(
            "--versus", parser=whole_number(0), help="Games of each bot against greedy ones."
        ),
    ] = 100,
    most: Annotated[
        int,
        typer.Option(
            parser=whole_number(0), help="At most so many games of each bot among the next weaker."
        ),
    ] = 400,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, help="What a bot may think about a choice.")
    ] = 0.1,
    unlimited: Annotated[
        bool, typer.Option("--unlimited", help="Let each bot think as long as it likes.")
    ] = False,
    workers: Annotated[int, typer.Option(parser=whole_number(1), help="Processes to play in.")] = 1,
    file: Annotated[
        Path | None,
        typer.Option("--out", help="File of results (JSON lines); a ladder goes on from there."),
    ] = None,
    strength: Annotated[
        Path | None, typer.Option(help="A strength.json to write what was measured into.")
    ] = None,
    seed: Annotated[int, typer.Option(parser=whole_number(), help="Repeat a ladder.")] = 1,
    option: OptionsOption = None,
    lang: LanguageOption = None,
) -> None:
    """Measure how strong bots are: ratings, shares of wins, and whether each level is a step up.

    Seats rotate. What was played is kept, and a ladder that was stopped goes on.
    """
    say = translator(lang)
    rules = rules_of(game)
    programs = read_programs(program or [])
    names = _read_bots(listed, programs)
    if programs:
        need_web()
        if strength is not None:
            raise BadSetup(Message("qd.cli.error.program.strength"))
    count, chosen = rules.checked_setup(seats, game_options(option))
    ladder = Ladder(game, count, chosen, names, seed, None if unlimited else seconds, programs)
    path = file or Path(f"ladder-{game}-{count}.jsonl")
    with needing("qd.bot.no_library"):
        from quarterdeck.bots.standings import merge_strength, sum_up, write_markdown
    told = tell(ladder, rules)
    results = Results(path, told)
    if results.bouts:
        out.print(say("qd.cli.ladder.resumed", count=len(results.bouts)), soft_wrap=True)
    if programs:
        told_once = say("qd.cli.ladder.programs", programs=", ".join(programs))
        out.print(told_once, markup=False, soft_wrap=True)
    with ExitStack() as stack:
        bar = stack.enter_context(_bar(say))
        total = games + versus_greedy * len(versus(ladder)) + most * len(steps(ladder))
        task = bar.add_task("", total=total, completed=len(results.bouts), part="")

        def show(bout: Bout) -> None:
            bar.update(task, advance=1, part=bout.part)

        runner = Runner(ladder, rules, results, tell=show)
        _man(runner, workers, patience, stack)
        runner.go_on(games, versus_greedy, most)
    standings = sum_up(ladder, results)
    tables = write_markdown(ladder, standings)
    path.with_suffix(".md").write_text(tables, encoding="utf-8")
    out.print(tables, markup=False, soft_wrap=True)
    if strength is not None:
        merge_strength(strength, rules, told, standings, datetime.now(UTC).date().isoformat())
        out.print(say("qd.cli.ladder.written", file=str(strength)), soft_wrap=True)


def _read_bots(listed: str, programs: Collection[str]) -> tuple[str, ...]:
    """Who is measured, each checked and spelled in full; all programs are among them."""
    given = [name.strip() for name in listed.split(",") if name.strip()]
    names = tuple(dict.fromkeys(name if name in programs else normalize(name) for name in given))
    if len(names) < 2:
        raise BadSetup(Message("qd.cli.error.ladder_bots"))
    for program in programs:
        if program not in names:
            raise BadSetup(Message("qd.cli.error.program.unlisted", name=program))
    return names


def _man(runner: Runner, workers: int, patience: float, stack: ExitStack) -> None:
    """Give a ladder the processes it plays in; with programs also threads that wait for them."""
    programs = runner.ladder.programs
    if workers > 1:
        # Where threads run, a process must not be made by copying this one
        context = get_context("spawn") if programs else None
        pool = ProcessPoolExecutor(workers, context, initializer=_end_quietly)
        runner.pool = stack.enter_context(pool)
    if programs and workers > 1:
        runner.threads = stack.enter_context(ThreadPoolExecutor(workers))
    if programs:
        # Entered last and left first: it ends the games that the threads wait for
        played = ProgramGames(runner.ladder, runner.rules, patience, workers)
        runner.elsewhere = stack.enter_context(played).play


def _end_quietly() -> None:
    """Runs first in a process that plays: Ctrl+C ends it without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _bar(say: Translator) -> Progress:
    return progress_bar(
        say("qd.cli.sim.progress"),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[part]}"),
    )
