"""`quarterdeck puzzles`: positions in which one choice is clearly best."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import MofNCompleteColumn, TimeRemainingColumn

from quarterdeck import record
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
from quarterdeck.cli.screen import Screen
from quarterdeck.cli.typed import notations, pick
from quarterdeck.game import Game, rules_of
from quarterdeck.games import GAMES
from quarterdeck.kernel.errors import BadSetup, IllegalAction, QuarterdeckError, RecordError
from quarterdeck.kernel.faces import Choice
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import NOT_OFFERED
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.naming import wind
from quarterdeck.record import Record

if TYPE_CHECKING:
    from quarterdeck.review.puzzles import Puzzle

# What somebody may type instead of a choice.
QUIT, SHOW = ("q", "quit"), ("s", "solution")

app = typer.Typer(help="Positions in which one choice is clearly best.", no_args_is_help=True)


@app.command("make")
def make_command(
    game: GameArgument,
    to: Annotated[Path, typer.Option("--out", help="The file they are added to (JSON Lines).")],
    seats: SeatsOption = None,
    count: Annotated[int, typer.Option(parser=whole_number(1), help="How many.")] = 10,
    records: Annotated[
        list[Path] | None,
        typer.Option("--records", help="Search this recorded game instead; may be repeated."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(parser=whole_number(), help="Find the same again.")
    ] = None,
    components: ComponentsOption = None,
    lang: LanguageOption = None,
) -> None:
    """Find puzzles in games between bots, or in recorded ones. Each is written as soon as it is
    found."""
    need_library()
    from quarterdeck.review.puzzle_finder import make_puzzles, search_records
    from quarterdeck.review.puzzles import write_puzzles

    say = translator(lang)
    rules = rules_of(game, components)
    drawn = fresh_seed(seed)
    found = [record.read(file) for file in records or []]

    def search(progress: Callable[[int], None]) -> Iterator[Puzzle]:
        if found:
            return search_records(rules, found, drawn, progress)
        chosen, _ = rules.checked_setup(seats, {})
        return make_puzzles(rules, chosen, count, drawn, progress)

    columns = (MofNCompleteColumn(), TimeRemainingColumn())
    made = 0
    with progress_bar(say("qd.cli.puzzles.progress"), *columns) as bar:
        task = bar.add_task("", total=len(found) or count)
        for puzzle in search(lambda done: bar.update(task, completed=done)):
            write_puzzles([puzzle], to)
            made += 1
    told = say("qd.cli.puzzles.made", count=made, file=str(to), seed=drawn)
    out.print(told, markup=False, soft_wrap=True)


@app.command("solve")
def solve_command(
    game: GameArgument = GAMES[0],
    id: Annotated[str, typer.Option("--id", help="Which one; by default that of today.")] = "",
    file: Annotated[
        Path | None, typer.Option(help="Puzzles of your own, as `make` writes them.")
    ] = None,
    components: ComponentsOption = None,
    lang: LanguageOption = None,
    plain: Annotated[bool, typer.Option(help="No colours and frames (screen readers).")] = False,
) -> None:
    """Solve a puzzle: that of today, or any by its id."""
    rules = rules_of(game, components)
    puzzle = _find_puzzle(rules, id, file)
    header = replace(
        puzzle.record.header, names=tuple(wind(seat) for seat in range(puzzle.record.header.seats))
    )
    played = Game(rules, Record(header, list(puzzle.record.entries)), None)
    Solving(rules, puzzle, Screen(played, translator(lang).language, plain)).run()


def _find_puzzle(rules: AnyRules, id: str, file: Path | None) -> Puzzle:
    from quarterdeck.review.puzzles import puzzle_of, read_puzzles, shipped_puzzles

    if file is not None and not file.exists():
        raise RecordError(
            Message("qd.record.unreadable", source=str(file), why=os.strerror(errno.ENOENT))
        )
    own = [] if file is None else read_puzzles(file)
    puzzles = shipped_puzzles(rules) if file is None else {each.id: each for each in own}
    if not puzzles:
        raise BadSetup(Message("qd.cli.error.no_puzzles", game=rules.title))
    today = own[0] if own else puzzle_of(rules, datetime.now(UTC).date())
    found = puzzles.get(id) if id else today
    if found is None:
        raise BadSetup(Message("qd.cli.error.no_puzzle", puzzle=id))
    return found


class Solving:
    """One puzzle on the terminal, until it is solved or given up."""

    def __init__(self, rules: AnyRules, puzzle: Puzzle, screen: Screen) -> None:
        self.rules = rules
        self.puzzle = puzzle
        self.screen = screen
        self.choices = list(screen.game.legal_for(puzzle.seat))

    def run(self) -> None:
        screen, seat = self.screen, self.puzzle.seat
        difficulty = screen.say(f"qd.puzzle.{self.puzzle.difficulty}")
        screen.tell("qd.cli.puzzles.asked", puzzle=self.puzzle.id, difficulty=difficulty, seat=seat)
        screen.show_position(seat)
        prompt = screen.game.prompt(seat)
        assert prompt is not None
        screen.line(screen.say("qd.cli.asks", seat=seat, prompt=prompt), "bold")
        screen.show_choices(self.choices)
        if self._is_answered():
            self._show_solution()

    def _is_answered(self) -> bool:
        """Ask until the solution is found or wanted; False to leave."""
        screen = self.screen
        ask = screen.say("qd.cli.puzzles.prompt", last=len(self.choices))
        tries = 0
        while True:
            typed = out.input(ask + " ").strip()
            if typed.lower() in (*QUIT, *SHOW):
                return typed.lower() in SHOW
            try:
                chosen = self._find(typed)
            except QuarterdeckError as error:
                screen.line(screen.say.text(error.message), "red")
                continue
            tries += 1
            if chosen.notation == self.puzzle.solution:
                screen.tell("qd.cli.puzzles.right", count=tries)
                return True
            screen.tell("qd.cli.puzzles.wrong", choice=chosen.label)

    def _find(self, typed: str) -> Choice:
        """The choice somebody means: by its number or in notation. Of several the first counts."""
        if typed.isdecimal():
            return pick(self.choices, typed)
        space = self.rules.space
        first = space.notation(space.parse(notations(typed, space, self.choices)[0]))
        for choice in self.choices:
            if choice.notation == first:
                return choice
        raise IllegalAction(first, NOT_OFFERED)

    def _show_solution(self) -> None:
        from quarterdeck.review.puzzle_telling import tell_solution

        screen = self.screen
        told = tell_solution(self.rules, screen.game, self.puzzle, screen.say)
        screen.line(screen.say("qd.cli.puzzles.solution", choice=told.label), "bold")
        screen.line(told.ahead)
        for each in told.values:
            screen.line(f"  {each.value:>10}  {each.label}")
        screen.line(told.why)
