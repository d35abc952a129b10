"""`quarterdeck train`: let a game be learnt by self-play."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import Annotated

import typer

from quarterdeck.cli.common import (
    GameArgument,
    LanguageOption,
    SeatsOption,
    needing,
    out,
    translator,
    whole_number,
)
from quarterdeck.game import rules_of
from quarterdeck.kernel.messages import Message


def train_command(
    game: GameArgument,
    folder: Annotated[Path, typer.Option("--out", help="Folder the run is kept in.")],
    seats: SeatsOption = None,
    hours: Annotated[
        float, typer.Option(min=0.0, help="How long the run may take, with what it took before.")
    ] = 1.0,
    games: Annotated[
        int | None,
        typer.Option(parser=whole_number(1), help="After how many games it ends at the latest."),
    ] = None,
    seed: Annotated[int, typer.Option(parser=whole_number(), help="Repeat a run.")] = 1,
    greedy: Annotated[
        int,
        typer.Option(parser=whole_number(), help="Games of greedy players at the beginning."),
    ] = 480,
    start: Annotated[
        Path | None,
        typer.Option(help="Weights to begin with, instead of games of greedy players."),
    ] = None,
    softness: Annotated[
        float,
        typer.Option(
            min=0.0001,
            help="Judged choices that differ by this much are taken in a ratio of 1 to e.",
        ),
    ] = 0.01,
    rate: Annotated[
        float | None,
        typer.Option(
            min=1e-7,
            max=0.1,
            help="How far a step of learning goes. By default from 0.001 down to 0.0001 as the run"
            " goes on, and 0.0001 with --start.",
        ),
    ] = None,
    workers: Annotated[int, typer.Option(parser=whole_number(1), help="Processes to play in.")] = 1,
    ray: Annotated[
        bool, typer.Option("--ray", help="Play on a Ray cluster: the one RAY_ADDRESS names.")
    ] = False,
    lang: LanguageOption = None,
) -> None:
    """Train the network of a game by self-play. A run goes on where it stopped.

    Without --seats, games of every number of players are mixed.
    """
    say = translator(lang)
    with needing("qd.cli.error.no_train"):
        from quarterdeck.training.episodes import Habits
        from quarterdeck.training.run import Course, open_run
    rules = rules_of(game)
    count = None if seats is None else rules.checked_setup(seats, {})[0]
    counts = tuple(rules.seats) if count is None else (count,)
    habits = Habits(softness=softness)
    course = Course(game, counts, seed, greedy, habits=habits, start=start, rate=rate)
    run = open_run(course, folder)
    if run.games:
        out.print(say("qd.cli.train.resumed", games=run.games, hours=f"{run.seconds / 3600:.2f}"))

    def tell(message: Message) -> None:
        out.print(say.text(message), soft_wrap=True)
        out.file.flush()  # a run is long, and often watched through a file

    run.go_on(
        tell,
        hours,
        inf if games is None else games,
        workers,
        ray,
    )
    out.print(say("qd.cli.train.done", file=str(run.weights_file)), soft_wrap=True)
