"""`quarterdeck puzzles`: positions in which one choice is clearly best."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import MofNCompleteColumn, TimeRemainingColumn

from quarterdeck.cli.common import (
    ComponentsOption,
    GameArgument,
    LanguageOption,
    SeatsOption,
    fresh_seed,
    need_library,
    out,
    progress_bar,
    translator,
    whole_number,
)
from quarterdeck.game import rules_of

app = typer.Typer(help="Positions in which one choice is clearly best.", no_args_is_help=True)


@app.command("make")
def make_command(
    game: GameArgument,
    to: Annotated[Path, typer.Option("--out", help="The file they are added to (JSON Lines).")],
    seats: SeatsOption = None,
    count: Annotated[int, typer.Option(parser=whole_number(1), help="How many.")] = 10,
    seed: Annotated[
        int | None, typer.Option(parser=whole_number(), help="Find the same again.")
    ] = None,
    components: ComponentsOption = None,
    lang: LanguageOption = None,
) -> None:
    """Find puzzles in games between bots. Each is written as soon as it is found."""
    need_library()
    from quarterdeck.review.puzzles import make_puzzles, write_puzzles

    say = translator(lang)
    rules = rules_of(game, components)
    chosen, _ = rules.checked_setup(seats, {})
    drawn = fresh_seed(seed)
    columns = (MofNCompleteColumn(), TimeRemainingColumn())
    with progress_bar(say("qd.cli.puzzles.progress"), *columns) as bar:
        task = bar.add_task("", total=count)
        for puzzle in make_puzzles(
            rules, chosen, count, drawn, lambda made: bar.update(task, completed=made)
        ):
            write_puzzles([puzzle], to)
    told = say("qd.cli.puzzles.made", count=count, file=str(to), seed=drawn)
    out.print(told, markup=False, soft_wrap=True)
