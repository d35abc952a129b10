"""A lesson as its file tells it: the setup, the deal, what bots do, and what the coach remarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from quarterdeck.kernel.actions import ActionSpace
from quarterdeck.kernel.errors import BadNotation, QuarterdeckError
from quarterdeck.kernel.messages import Message

# Between choices that belong together, as on the page.
AND_THEN = ";"


class BadLesson(QuarterdeckError):
    """A lesson file that cannot be used; `problems` lists every fault found."""

    def __init__(self, source: str, problems: Sequence[Message]) -> None:
        super().__init__(Message("qd.error.lesson", source=source, first=problems[0]))
        self.source = source
        self.problems = list(problems)


@dataclass(frozen=True)
class Pattern:
    """Choices or outcomes that are meant: a whole notation, or a family by its name."""

    text: str

    def fits(self, notation: str) -> bool:
        return notation == self.text or notation.split(" ", 1)[0] == self.text

    def is_known(self, *spaces: ActionSpace) -> bool:
        return any(self._is_in(space) for space in spaces)

    def _is_in(self, space: ActionSpace) -> bool:
        if any(family.name == self.text for family in space.families):
            return True
        try:
            space.parse(self.text)
        except BadNotation:
            return False
        return True


# Choices to be made one after the other.
Row = tuple[Pattern, ...]


@dataclass(frozen=True)
class Occasion:
    """When a remark is due: everything that is named here holds.

    `step`: the class of the step that asks the learner. `rounds`: the first and the last round.
    `offered`: one of these is open to the learner. `happened`: each of these was chosen or dealt
    since the learner's choice before, as far as they could see. `finished`: the game is over.
    """

    step: str = ""
    rounds: tuple[int, int] | None = None
    offered: tuple[Pattern, ...] = ()
    happened: tuple[Pattern, ...] = ()
    finished: bool = False


@dataclass(frozen=True)
class Remark:
    """One thing that the coach says.

    Without `when` it follows the remark before it. `points` are spots or things to light up. With
    `want` (one row of choices or another) the coach waits until it is done; without, until the
    learner goes on. `mistakes` are choices about which there is something else to say. One that is
    `wordless` names the choice it waits for, and says nothing else.
    """

    id: str
    when: Occasion | None = None
    points: tuple[str, ...] = ()
    want: tuple[Row, ...] = ()
    mistakes: tuple[Pattern, ...] = ()
    wordless: bool = False


@dataclass(frozen=True)
class Lesson:
    """A guided first game. `prefix`: what the ids of the game's texts begin with."""

    game: str
    prefix: str
    seats: int
    learner: int
    options: Mapping[str, str]
    minutes: int
    outcomes: tuple[str, ...]
    scripts: Mapping[int, tuple[str, ...]]
    remarks: tuple[Remark, ...]

    def text_of(self, remark: Remark) -> str:
        """The id of what the coach says."""
        return f"{self.prefix}.lesson.{remark.id}"

    def mistake_of(self, remark: Remark) -> str:
        """The id of what the coach says about a mistake."""
        return f"{self.text_of(remark)}.mistake"
