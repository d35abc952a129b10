"""The result of a finished game, from its record: ranks, points by source, length, uses."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from quarterdeck.bots.titles import find_title
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import RecordError
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.record import Record
from quarterdeck.record.replay import positions

TOTAL = "total"


@dataclass(frozen=True)
class SeatResult:
    """How a game ended for one seat.

    `won` is its share of the win. `sources`: points by lines of the score sheet. `uses`: how often
    it chose what, see `name_use`.
    """

    points: int
    rank: int
    won: float
    sources: dict[str, int] = field(default_factory=dict)
    uses: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class GameResult:
    """A finished game. `rounds` and `choices` tell how long it was; `title` is what somebody who
    played alone has earned, as the id of a message, if the game has a word for it. `hinted`:
    somebody has chosen with a hint."""

    game: str
    options: dict[str, str]
    rounds: int
    choices: int
    seats: tuple[SeatResult, ...]
    title: str = ""
    hinted: bool = False


def read_result(record: Record, rules: AnyRules) -> GameResult:
    """The result of a recorded game; raises RecordError if it was not finished."""
    uses: list[Counter[str]] = [Counter() for _ in range(record.header.seats)]
    things = frozenset(thing.id for thing in rules.name_things())
    for ply, position in enumerate(positions(record, rules)):
        if ply == len(record.entries):
            break
        entry = record.entries[ply]
        if not entry.is_chance:
            code = rules.space.parse(entry.notation)
            uses[entry.seat][name_use(rules, position, entry.seat, code, things)] += 1
    if not position.finished:
        raise RecordError(Message("qd.stats.not_over"))
    return GameResult(
        rules.id,
        dict(record.header.options),
        rules.round_of(position),
        sum(not entry.is_chance for entry in record.entries),
        tuple(_seat_results(rules, position, uses)),
        _title_of(rules, position),
        bool(record.hinted),
    )


def _seat_results(
    rules: AnyRules, position: Position, uses: list[Counter[str]]
) -> list[SeatResult]:
    ranks = rules.final_ranks(position)
    sheet = [line for line in rules.score_sheet(position) if line.counts and line.id != TOTAL]
    return [
        SeatResult(
            position.scores[seat],
            rank,
            1 / ranks.count(1) if rank == 1 else 0.0,
            {line.id: line.points[seat] for line in sheet},
            dict(uses[seat]),
        )
        for seat, rank in enumerate(ranks)
    ]


def _title_of(rules: AnyRules, position: Position) -> str:
    if position.seats > 1:
        return ""
    found = find_title(rules, position)
    return found.id if found is not None and not found.arguments else ""


# What was used


def name_use(
    rules: AnyRules, position: Position, seat: int, code: int, things: frozenset[str]
) -> str:
    """What a choice uses: the heading it is counted under, and the thing it is chiefly about.

    The heading is the end of a message id: `use.<family>` if the game has a word for it, otherwise
    the group in which the choice is listed.
    """
    family = rules.space.family_of(code)
    heading = f"{rules.prefix}.use.{family.name}"
    choice = rules.describe(position, seat, code)
    if not Translator("en").knows(heading):
        heading = choice.group.id
    heading = heading.removeprefix(f"{rules.prefix}.")
    thing = next((each for each in choice.things if each in things), "")
    return f"{heading} {thing}".strip()


class Labels:
    """Names of what results count, in one language."""

    def __init__(self, rules: AnyRules, say: Translator) -> None:
        self._rules = rules
        self._say = say
        self._things = {thing.id: thing.name for thing in rules.name_things()}
        self._sources: dict[int, dict[str, Message]] = {}

    def name_source(self, source: str, seats: int) -> str:
        """A line of the score sheet."""
        if seats not in self._sources:
            sheet = self._rules.score_sheet(self._rules.start(seats))
            self._sources[seats] = {line.id: line.label for line in sheet}
        label = self._sources[seats].get(source)
        return source if label is None else self._say.text(label)

    def name_use(self, use: str) -> str:
        """What choices used, from what `name_use` found."""
        heading, _, thing = use.partition(" ")
        id = f"{self._rules.prefix}.{heading}"
        said = self._say(id) if self._say.knows(id) else heading
        if thing not in self._things:
            return said
        return self._say("qd.stats.use", heading=said, thing=self._say.text(self._things[thing]))

    def name_title(self, title: str) -> str:
        """What a game alone has earned."""
        return self._say(title) if title and self._say.knows(title) else ""
