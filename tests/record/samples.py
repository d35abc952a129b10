"""A short game of Skerries, entry by entry: private charms, lanes, chance, an end."""

from __future__ import annotations

from pathlib import Path

from quarterdeck.game import Game
from quarterdeck.kernel.position import NATURE
from quarterdeck.record import Entry, Record
from quarterdeck.record.jsonl import lines
from tests.toy import TOY

NAMES = ("Zoé", "Bob")

# Seat (or NATURE) and notation. Entries 2 to 5 and 11 to 14 are made in lanes.
MOVES = (
    (NATURE, "charm pearl"),
    (NATURE, "charm cork"),
    (1, "row south"),
    (0, "row north"),
    (1, "anchor long"),
    (0, "anchor short"),
    (0, "trade"),
    (NATURE, "charm coral"),
    (0, "dig"),
    (NATURE, "find 2"),
    (1, "dig"),
    (0, "row south"),
    (1, "row south"),
    (0, "anchor short"),
    (1, "anchor short"),
    (0, "duel 1"),
    (1, "stand"),
    (NATURE, "brawl challenger"),
    (0, "rest"),
    (1, "rest"),
)
DIGESTS_AT = (0, 5, 10, 15)


def begin() -> Game:
    """The game without a dealer: every outcome is dealt by hand."""
    return Game.new(TOY, 2, names=NAMES)


def go_on(game: Game, first: int = 0, last: int = len(MOVES)) -> Game:
    """Play a part of the sample."""
    for seat, notation in MOVES[first:last]:
        if seat == NATURE:
            game.deal(notation)
        else:
            game.play(notation, seat=seat)
    return game


def sample(last: int = len(MOVES)) -> Record:
    """The record of the sample, with more digests than usual."""
    game = begin()
    for ply in range(last):
        if ply in DIGESTS_AT:
            game.record.digests[ply] = game.position.digest()
        go_on(game, ply, ply + 1)
    return game.record


def text(record: Record) -> str:
    return "".join(lines(record))


SAMPLE = text(sample())
ROWS = SAMPLE.splitlines()


def line_of(beginning: str) -> int:
    """The number of the first line of the sample that begins like this."""
    return next(n for n, row in enumerate(ROWS, 1) if row.startswith(beginning))


def changed(line: int, row: str) -> str:
    """The sample with one line replaced."""
    rows = [*ROWS[: line - 1], row, *ROWS[line:]]
    return "\n".join(rows) + "\n"


def without(line: int) -> str:
    """The sample with one line missing."""
    return "\n".join([*ROWS[: line - 1], *ROWS[line:]]) + "\n"


def entries(*moves: tuple[int, str]) -> list[Entry]:
    return [Entry(seat, notation) for seat, notation in moves]


def plain(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()
