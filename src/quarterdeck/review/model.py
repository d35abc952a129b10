"""What a review finds out: plain values, kept and sent as JSON (`storing.py`)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from quarterdeck.kernel.messages import Message


class Mark(StrEnum):
    """How bad a choice was."""

    NONE = ""
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


@dataclass(frozen=True)
class Standing:
    """How each seat stands at a ply: its chance of winning, and the points expected of it."""

    chances: tuple[float, ...]
    points: tuple[float, ...]


@dataclass(frozen=True)
class Luck:
    """An outcome, and what it did to every seat next to the average of all outcomes."""

    ply: int
    effect: tuple[float, ...]


@dataclass(frozen=True)
class Judgement:
    """A choice that was made, next to the best one found.

    `value` and `best_value` are what they promised their seat, `loss` is what was given away, and
    `error` how far off that may well be. `effect` is what the choice did to every seat. `pairs`: by
    how many pairs of lines it was looked at again.
    """

    ply: int
    seat: int
    chosen: str
    best: str
    value: float
    best_value: float
    loss: float
    error: float
    effect: tuple[float, ...]
    pairs: int = 0
    mark: Mark = Mark.NONE


@dataclass(frozen=True)
class LineStep:
    """A choice or an outcome of a line, in words if a seat made it."""

    seat: int
    notation: str
    label: Message | None


@dataclass(frozen=True)
class LineReason:
    """What the better line leads to, next to the other: a figure that is another on average, or
    what is gained and lost as a rule."""

    label: Message
    more: float = 0.0
    gained: tuple[Message, ...] = ()
    lost: tuple[Message, ...] = ()


@dataclass(frozen=True)
class Moment:
    """A choice that mattered: both choices in words, what follows from each, and why it matters."""

    judgement: Judgement
    chosen: Message
    best: Message
    chosen_line: tuple[LineStep, ...]
    best_line: tuple[LineStep, ...]
    reasons: tuple[LineReason, ...]


@dataclass(frozen=True)
class Tally:
    """What decided the game for a seat: `start` and what luck, its own play and that of others
    changed add up to `result`. `given_away` is what its choices lost next to the best ones, and
    `good` how many of its `choices` were the best or nearly."""

    start: float
    luck: float
    play: float
    others: float
    result: float
    given_away: float
    choices: int
    good: int
    marks: dict[Mark, int]


@dataclass(frozen=True)
class Review:
    """All that a review of a game tells.

    By chances of winning, or, alone, by points (`by_points`). `rounds` are the plies
    at which rounds began, `scores` the points of every seat when each had ended. Before choices
    have been judged (`complete`), only the graph is there.
    """

    game: str
    seats: int
    weights: str
    by_points: bool
    standings: tuple[Standing, ...]
    rounds: tuple[int, ...]
    scores: tuple[tuple[int, ...], ...]
    luck: tuple[Luck, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    moments: tuple[Moment, ...] = ()
    tallies: tuple[Tally, ...] = ()
    complete: bool = False

    def values(self, ply: int) -> tuple[float, ...]:
        """How everybody stands at a ply, in the unit of this review."""
        standing = self.standings[ply]
        return standing.points if self.by_points else standing.chances
