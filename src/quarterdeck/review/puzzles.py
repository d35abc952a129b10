"""Puzzles: positions in which one choice is clearly best. What one is, how files keep them, and
those that come with a game.

They are found by `review/puzzle_finder.py`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from quarterdeck.kernel.errors import RecordError
from quarterdeck.kernel.messages import EVERYBODY, Message
from quarterdeck.kernel.position import NATURE
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.record import Entry, Record, parse
from quarterdeck.record.jsonl import header_line
from quarterdeck.review.model import LineReason
from quarterdeck.review.storing import DIGITS, read_reason, write_reason

FORMAT = 2
# The file in a game's folder.
FILE = "puzzles.jsonl"
# What begins an outcome in a file; who has seen it follows, if not everybody.
OUTCOME = "*"
# From the easiest on.
DIFFICULTIES = ("easy", "medium", "hard")
# So large a part of all tries finds an easy one, and so large a part one that is not hard.
EASY, MEDIUM = 0.7, 0.45


@dataclass(frozen=True)
class Puzzle:
    """A position, by the record that leads to it, and its solution.

    `values`: what the best choices promise the seat, the solution first, by notation. `gap`: how
    far the solution is ahead of all others, and `error`: how far off that may be. `found`: the part
    of the bots' tries that solved it. `reasons`: why the solution is better than its closest rival.
    `weights`: the fingerprint of the network that judged.
    """

    record: Record
    seat: int
    solution: str
    theme: str
    gap: float
    error: float
    found: float
    values: dict[str, float]
    reasons: tuple[LineReason, ...]
    weights: str

    @cached_property
    def id(self) -> str:
        """A short name that follows from the position."""
        text = header_line(self.record.header) + _write_entries(self.record) + str(self.seat)
        return hashlib.blake2b(text.encode(), digest_size=5).hexdigest()

    @property
    def difficulty(self) -> str:
        """How hard it is, in a word of DIFFICULTIES."""
        if self.found >= EASY:
            return "easy"
        return "medium" if self.found >= MEDIUM else "hard"

    @property
    def by_points(self) -> bool:
        """Whether values are points: nobody plays against somebody who plays alone."""
        return self.record.header.seats == 1


# Those that come with a game


def shipped_puzzles(rules: AnyRules) -> dict[str, Puzzle]:
    """The puzzles in a game's folder by id, if they are of these rules and this box."""
    return _read_shipped(rules)


def puzzle_of(rules: AnyRules, day: date) -> Puzzle | None:
    """The puzzle of a day. None comes again before all others had their day."""
    order = _order_days(rules)
    return order[day.toordinal() % len(order)] if order else None


@lru_cache(maxsize=16)
def _order_days(rules: AnyRules) -> list[Puzzle]:
    """The puzzles of a game, shuffled once and for all."""

    def shuffled(puzzle: Puzzle) -> bytes:
        return hashlib.blake2b(f"day {puzzle.id}".encode()).digest()

    return sorted(_read_shipped(rules).values(), key=shuffled)


@lru_cache(maxsize=16)
def _read_shipped(rules: AnyRules) -> dict[str, Puzzle]:
    wanted = (rules.id, rules.version, rules.component_digest)
    found = {}
    for puzzle in read_puzzles(rules.folder / FILE):
        header = puzzle.record.header
        if (header.game, header.version, header.components) == wanted:
            found[puzzle.id] = puzzle
    return found


# Files


def write_puzzles(puzzles: Iterable[Puzzle], path: Path) -> None:
    """Add puzzles to a file: one line each."""
    with path.open("a", encoding="utf-8") as file:
        for puzzle in puzzles:
            told = json.dumps(_to_json(puzzle), ensure_ascii=False, separators=(",", ":"))
            file.write(told + "\n")


def read_puzzles(path: Path) -> list[Puzzle]:
    """The puzzles of a file. Raises RecordError if it holds something else."""
    if not path.exists():
        return []
    try:
        told = path.read_text(encoding="utf-8").splitlines()
        return [_from_json(json.loads(line)) for line in told]
    except (OSError, KeyError, TypeError, ValueError) as broken:
        raise RecordError(Message("qd.review.unreadable")) from broken


def _to_json(puzzle: Puzzle) -> dict[str, Any]:
    record = puzzle.record
    return {
        "format": FORMAT,
        "id": puzzle.id,
        "header": json.loads(header_line(record.header)),
        "entries": _write_entries(record),
        "digest": record.digests.get(len(record.entries)),
        "seat": puzzle.seat,
        "solution": puzzle.solution,
        "theme": puzzle.theme,
        "gap": round(puzzle.gap, DIGITS),
        "error": round(puzzle.error, DIGITS),
        "found": round(puzzle.found, DIGITS),
        "values": {notation: round(value, DIGITS) for notation, value in puzzle.values.items()},
        "reasons": [write_reason(reason) for reason in puzzle.reasons],
        "weights": puzzle.weights,
    }


def _from_json(data: dict[str, Any]) -> Puzzle:
    if data["format"] != FORMAT:
        raise ValueError(data["format"])
    record = parse(json.dumps(data["header"]) + "\n")
    record.entries = _read_entries(data["entries"])
    if data["digest"] is not None:
        record.digests[len(record.entries)] = data["digest"]
    return Puzzle(
        record=record,
        seat=data["seat"],
        solution=data["solution"],
        theme=data["theme"],
        gap=data["gap"],
        error=data["error"],
        found=data["found"],
        values=data["values"],
        reasons=tuple(read_reason(reason) for reason in data["reasons"]),
        weights=data["weights"],
    )


def _write_entries(record: Record) -> str:
    """Entries in few bytes: `2 build auberge`, `* first_player 0`, `*1 plan herring`."""
    return "\n".join(_write_entry(entry) for entry in record.entries)


def _write_entry(entry: Entry) -> str:
    if not entry.is_chance:
        return f"{entry.seat} {entry.notation}"
    audience = "" if entry.audience == EVERYBODY else str(entry.audience)
    return f"{OUTCOME}{audience} {entry.notation}"


def _read_entries(text: str) -> list[Entry]:
    return [_read_entry(line) for line in text.split("\n")] if text else []


def _read_entry(line: str) -> Entry:
    who, _, notation = line.partition(" ")
    if not who.startswith(OUTCOME):
        return Entry(int(who), notation)
    audience = who.removeprefix(OUTCOME)
    return Entry(NATURE, notation, int(audience) if audience else EVERYBODY)
