"""Finished games in words, and what they are searched by, for pages and programs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from quarterdeck import games
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.naming import distinct
from quarterdeck.server.errors import TableError
from quarterdeck.server.store.archive import (
    LOST,
    NEWEST,
    OLDEST,
    WITH_BOTS,
    WITHOUT_BOTS,
    WON,
    Cursor,
    PastGame,
    Search,
)
from quarterdeck.server.store.rows import BOT, SeatRow, TableRow
from quarterdeck.statistics.drawing import write_date

RESULTS = (WON, LOST)
COMPANY = (WITH_BOTS, WITHOUT_BOTS)
ORDERS = (NEWEST, OLDEST)
LONGEST_WORD = 60
OPTION = "option-"


@dataclass(frozen=True)
class ShownPast:
    """A finished game in words. `won`: whoever reads this has."""

    id: str
    title: str
    game: str
    date: str
    names: tuple[str, ...]
    result: str
    won: bool
    options: tuple[str, ...]
    # Whether it can be drawn, told and reviewed: its game is known, and it is not a lesson's.
    whole: bool


def read_search(asked: Mapping[str, str]) -> Search:
    """What is searched for; raises if it cannot be understood."""
    for name, known in (("result", RESULTS), ("bots", COMPANY), ("order", ORDERS)):
        if asked.get(name, "") not in ("", *known):
            raise TableError("qd.server.malformed", fields=name)
    game = asked.get("game", "")
    if game and game not in games.PLUGINS:
        raise TableError("qd.server.malformed", fields="game")
    last = read_date(asked.get("to", ""))
    return Search(
        game,
        asked.get("opponent", "")[:LONGEST_WORD],
        asked.get("title", "")[:LONGEST_WORD],
        _midnight(read_date(asked.get("from", ""))),
        # The last day belongs to it
        None if last is None else _midnight(last + timedelta(days=1)),
        asked.get("result", ""),
        asked.get("bots", ""),
        _options(game, asked),
        asked.get("order", "") or NEWEST,
    )


def _options(game: str, asked: Mapping[str, str]) -> dict[str, str]:
    if not game:
        return {}
    found = {}
    for option in games.load(game).options:
        value = asked.get(f"{OPTION}{option.id}", "")
        if value and value not in option.values + option.seeded:
            raise TableError("qd.server.malformed", fields=f"{OPTION}{option.id}")
        if value:
            found[option.id] = value
    return found


def read_date(text: str) -> date | None:
    """A day; raises if it is none."""
    if not text.strip():
        return None
    try:
        found = date.fromisoformat(text.strip())
    except ValueError:
        raise TableError("qd.archive.bad_date", text=text.strip()[:20]) from None
    if not 1970 < found.year < 9999:
        raise TableError("qd.archive.bad_date", text=text.strip()[:20])
    return found


def _midnight(day: date | None) -> float | None:
    if day is None:
        return None
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def write_cursor(cursor: Cursor | None) -> str:
    return "" if cursor is None else f"{cursor[0]!r}~{cursor[1]}"


def read_cursor(text: str) -> Cursor | None:
    """Where a page begins; raises if it is not what a page has said."""
    if not text:
        return None
    found = re.fullmatch(r"(\d{1,12}(?:\.\d{1,9})?)~([A-Za-z0-9]{1,24})", text, re.ASCII)
    if found is None:
        raise TableError("qd.server.malformed", fields="after")
    return float(found[1]), found[2]


def describe_game(past: PastGame, seats: Sequence[SeatRow], language: str) -> ShownPast:
    names = distinct(tuple(seat.name for seat in seats))
    say = Translator(language, names)
    row = past.row
    known = row.game in games.PLUGINS and not row.flaw
    game = say.text(games.load(row.game).title) if known else row.game
    options = _name_options(row, say) if known else []
    mine = past.placed.get(past.mine[0]) if len(past.mine) == 1 else None
    return ShownPast(
        row.id,
        row.title or game,
        game,
        write_date(past.ended),
        tuple(_name(say, seat) for seat in seats),
        _tell_result(past, say),
        mine is not None and mine.won > 0,
        tuple(options),
        known and row.lesson is None,
    )


def _name(say: Translator, seat: SeatRow) -> str:
    name = say.player(seat.number)
    return say("qd.archive.bot", name=name) if seat.kind == BOT else name


def _tell_result(past: PastGame, say: Translator) -> str:
    """One's own place; where several people shared a device, everybody's points."""
    if not past.placed:
        return ""
    if len(past.mine) == 1 and past.mine[0] in past.placed:
        mine = past.placed[past.mine[0]]
        id = "qd.archive.won" if mine.won > 0 else "qd.archive.place"
        return say(id, rank=mine.rank, players=len(past.placed), points=mine.points)
    ranked = sorted(past.placed.items(), key=lambda each: (each[1].rank, each[0]))
    return ", ".join(
        say("qd.archive.points", name=say.player(seat), points=placed.points)
        for seat, placed in ranked
    )


def _name_options(row: TableRow, say: Translator) -> list[str]:
    """The options that differ from what the rules start from."""
    rules = games.load(row.game)
    return [
        say(
            "qd.archive.option",
            name=rules.option_label(option),
            value=rules.value_label(option, value),
        )
        for option in rules.options
        if (value := row.options.get(option.id, option.default)) != option.default
    ]
