"""Puzzles as people meet them: one a day for each game, answers, and what somebody has solved.

A puzzle is shown as the table it comes from, which is made from its record and never stored. The
solution leaves only with an answer.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from quarterdeck import games
from quarterdeck.game import Game
from quarterdeck.kernel.errors import IllegalAction
from quarterdeck.kernel.position import NOT_OFFERED
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.naming import wind
from quarterdeck.record import Record
from quarterdeck.review.puzzles import Puzzle, puzzle_of, shipped_puzzles
from quarterdeck.server.errors import NotFound
from quarterdeck.server.live import LiveTable
from quarterdeck.server.previews import read_choices
from quarterdeck.server.store import Store
from quarterdeck.server.store.puzzles import PuzzleAnswer
from quarterdeck.server.store.rows import FROM_PUZZLE, PERSON, RUNNING, Guest, SeatRow, TableRow

# Tables that are kept in memory, and days that are listed.
MOST_TABLES = 24
DAYS = 7


def today() -> date:
    """The day it is, everywhere the same."""
    return datetime.fromtimestamp(time.time(), UTC).date()


@dataclass(frozen=True)
class Progress:
    """What somebody has answered, by game and puzzle."""

    answers: dict[tuple[str, str], PuzzleAnswer] = field(default_factory=dict)

    def of(self, game: str, puzzle: Puzzle) -> PuzzleAnswer | None:
        return self.answers.get((game, puzzle.id))

    def solved(self, game: str, puzzles: Iterable[Puzzle]) -> int:
        """How many of these were solved at the first try."""
        return sum(bool((found := self.of(game, each)) and found.solved) for each in puzzles)

    def streak(self, day: date) -> int:
        """On how many days in a row, up to a day or the one before it, something was solved."""
        days = {_day_of(each) for each in self.answers.values() if each.solved}
        last = day if day in days else day - timedelta(days=1)
        count = 0
        while last - timedelta(days=count) in days:
            count += 1
        return count


def state_of(answer: PuzzleAnswer | None) -> str:
    """What somebody made of a puzzle, in a word."""
    if answer is None:
        return "new"
    return "solved" if answer.solved else "missed"


def _day_of(answer: PuzzleAnswer) -> date:
    return datetime.fromtimestamp(answer.created, UTC).date()


class Puzzles:
    """The puzzles of this server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()

    def find(self, game: str, id: str) -> tuple[AnyRules, Puzzle]:
        """A puzzle and its game; raises if there is none such."""
        rules = games.load(game)
        puzzle = shipped_puzzles(rules).get(id)
        if puzzle is None:
            raise NotFound("qd.page.puzzle.none")
        return rules, puzzle

    def table(self, rules: AnyRules, puzzle: Puzzle) -> LiveTable:
        """The table at which a puzzle is asked: nobody sits there, and nothing is dealt."""
        known = self._tables.get(puzzle.id)
        if known is None:
            known = self._tables[puzzle.id] = _lay_table(rules, puzzle)
        self._tables.move_to_end(puzzle.id)
        while len(self._tables) > MOST_TABLES:
            self._tables.popitem(last=False)
        return known

    async def progress(self, guest_id: str | None) -> Progress:
        """What somebody has answered so far."""
        if guest_id is None:
            return Progress()
        found = await self._store.puzzles.of(guest_id)
        return Progress({(each.game, each.puzzle): each for each in found})

    def check(self, rules: AnyRules, puzzle: Puzzle, choice: str) -> int:
        """The code of an answer: of a gesture its first choice counts. Raises if it is not open."""
        first = read_choices(choice)[0]
        code = rules.space.parse(first)
        if code not in self.table(rules, puzzle).playing().position.legal(puzzle.seat):
            raise IllegalAction(first, NOT_OFFERED)
        return code

    async def answer(self, rules: AnyRules, puzzle: Puzzle, guest: Guest, choice: str) -> bool:
        """Whether a choice solves a puzzle; the first answer is noted."""
        code = self.check(rules, puzzle, choice)
        right = code == rules.space.parse(puzzle.solution)
        await self._note(rules, puzzle, guest, rules.space.notation(code), right)
        return right

    async def give_up(self, rules: AnyRules, puzzle: Puzzle, guest: Guest) -> None:
        """Somebody wants to be shown the solution."""
        await self._note(rules, puzzle, guest, "", True)

    async def _note(
        self, rules: AnyRules, puzzle: Puzzle, guest: Guest, choice: str, seen: bool
    ) -> None:
        answer = PuzzleAnswer(rules.id, puzzle.id, choice, bool(choice) and seen, seen, time.time())
        await self._store.puzzles.note(guest.id, answer)


def _lay_table(rules: AnyRules, puzzle: Puzzle) -> LiveTable:
    header = puzzle.record.header
    row = TableRow(
        id=FROM_PUZZLE + puzzle.id,
        game=rules.id,
        rules=rules.version,
        seats=header.seats,
        options=header.options,
        components=header.components,
        title="",
        listed=False,
        status=RUNNING,
        host="",
        rematch_of=None,
        rematch=None,
        created=0.0,
        changed=0.0,
    )
    seats = [SeatRow(seat, PERSON, None, None, wind(seat)) for seat in range(header.seats)]
    table = LiveTable(row, seats)
    table.game = Game(rules, Record(header, list(puzzle.record.entries)), None)
    return table


def play_solution(rules: AnyRules, puzzle: Puzzle) -> Game:
    """The game after the solution; what chance brings then is not dealt."""
    game = Game(rules, Record(puzzle.record.header, list(puzzle.record.entries)), None)
    return game.play(puzzle.solution, seat=puzzle.seat)


def next_puzzle(rules: AnyRules, puzzle: Puzzle, progress: Progress) -> Puzzle | None:
    """Another puzzle of the same game that is not answered yet: the one after this in the list."""
    puzzles = list(shipped_puzzles(rules).values())
    at = puzzles.index(puzzle)
    later = [*puzzles[at + 1 :], *puzzles[:at]]
    return next((each for each in later if progress.of(rules.id, each) is None), None)


def puzzles_of(day: date) -> list[tuple[AnyRules, Puzzle]]:
    """The puzzle of a day for each game that has any."""
    found = [(rules, puzzle_of(rules, day)) for rules in games.load_all()]
    return [(rules, puzzle) for rules, puzzle in found if puzzle is not None]
