"""`quarterdeck generate`: games between bots, straight to data files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import MofNCompleteColumn, TimeRemainingColumn

from quarterdeck.bots.specs import thinking_seconds
from quarterdeck.cli.common import (
    ComponentsOption,
    GameArgument,
    LanguageOption,
    OptionsOption,
    SeatsOption,
    ending_when_told,
    err,
    fresh_seed,
    game_options,
    needing,
    out,
    progress_bar,
    translator,
    whole_number,
)
from quarterdeck.cli.simulate import make_plan
from quarterdeck.game import rules_of
from quarterdeck.kernel.catalogue import write_number


def generate_command(
    game: GameArgument,
    folder: Annotated[Path, typer.Option("--out", help="Folder for the data files.")],
    games: Annotated[int, typer.Option(parser=whole_number(1), help="How many games.")] = 1000,
    bots: Annotated[
        str, typer.Option(help="One per seat, or one for all seats, e.g. mate,greedy.")
    ] = "greedy",
    seats: SeatsOption = None,
    seed: Annotated[
        int | None, typer.Option(parser=whole_number(), help="The same seed: the same data.")
    ] = None,
    workers: Annotated[int, typer.Option(parser=whole_number(1), help="Processes to play in.")] = 1,
    per_file: Annotated[
        int | None,
        typer.Option(
            parser=whole_number(1),
            help="Games in a file; one that a stop leaves unfinished is played again.",
        ),
    ] = None,
    option: OptionsOption = None,
    components: ComponentsOption = None,
    lang: LanguageOption = None,
) -> None:
    """Play many games between bots and write every decision to Parquet files.

    Seats rotate. A run that was stopped goes on where it was, by the same command.
    """
    say = translator(lang)
    with needing("qd.data.no_library"):
        from quarterdeck.data.generating import keep_drawn, prepare, seed_of
    rules = rules_of(game, components)
    wishes = keep_drawn(folder, rules, game_options(option))
    begun = seed_of(folder) if seed is None else seed
    plan = make_plan(game, seats, bots, fresh_seed(begun), wishes, components)
    run = prepare(plan, games, per_file, folder)
    clocked = [bot for bot in dict.fromkeys(plan.bots) if thinking_seconds(bot) is not None]
    if clocked:
        told = say("qd.data.generate.clock", bots=", ".join(clocked))
        err.print(told, markup=False, soft_wrap=True)
    done = games - run.count_missing()
    if done:
        resumed = say("qd.data.generate.resumed", there=done, games=games)
        out.print(resumed, markup=False, soft_wrap=True)
    columns = (MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with ending_when_told(), progress_bar(say("qd.cli.sim.progress"), *columns) as bar:
            task = bar.add_task("", total=games, completed=done)
            run.go_on(workers, lambda played: bar.advance(task, played))
    except (KeyboardInterrupt, SystemExit):
        kept = games - run.count_missing()
        stopped = say("qd.data.generate.stopped", kept=kept, games=games)
        err.print(stopped, markup=False, soft_wrap=True)
        raise
    files, rows = run.count_written()
    told = say(
        "qd.data.generate.done",
        folder=str(folder),
        count=games,
        game=rules.title,
        rows=write_number(rows),
        files=files,
        seed=plan.seed,
    )
    out.print(told, markup=False, soft_wrap=True)
