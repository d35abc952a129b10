"""The solution of a puzzle in a reader's language, for pages, programs and the terminal alike."""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.game import Game
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.review.puzzles import Puzzle
from quarterdeck.review.telling import tell_amount, tell_reasons


@dataclass(frozen=True)
class ToldValue:
    """A choice, and what it promises."""

    notation: str
    label: str
    value: str


@dataclass(frozen=True)
class ToldSolution:
    """The best choice, by how much, what others promise, and why."""

    notation: str
    label: str
    ahead: str
    values: tuple[ToldValue, ...]
    why: str


def tell_solution(rules: AnyRules, game: Game, puzzle: Puzzle, say: Translator) -> ToldSolution:
    """The solution of a puzzle; `game` stands where it is asked."""
    seen = game.position.visible_to(puzzle.seat)

    def label(notation: str) -> str:
        code = rules.space.parse(notation)
        return say.text(rules.describe(seen, puzzle.seat, code).label)

    return ToldSolution(
        puzzle.solution,
        label(puzzle.solution),
        say(
            "qd.puzzle.ahead.points" if puzzle.by_points else "qd.puzzle.ahead",
            gap=tell_amount(puzzle, puzzle.gap, say),
            error=tell_amount(puzzle, 2 * puzzle.error, say),
        ),
        tuple(
            ToldValue(notation, label(notation), tell_amount(puzzle, value, say))
            for notation, value in puzzle.values.items()
        ),
        tell_reasons(puzzle.reasons, say, "qd.puzzle.why"),
    )
