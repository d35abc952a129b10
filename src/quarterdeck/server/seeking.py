"""A table for somebody who wants to play now: the open one that fits best, or else a new one."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from quarterdeck import games
from quarterdeck.bots.offering import FIRST_OPPONENT, USUAL_OPPONENT
from quarterdeck.server.errors import NotAllowed, TableError, Taken
from quarterdeck.server.gathering import ANYBODY, HERE, Gathering, NewTable
from quarterdeck.server.limits import Limits
from quarterdeck.server.names import Names
from quarterdeck.server.pace import LIVE, PACES, away_after
from quarterdeck.server.store import Store
from quarterdeck.server.store.lists import Wanted
from quarterdeck.server.store.rows import OPEN, Guest, SeatRow, TableRow
from quarterdeck.server.wishes import ANY, BEGINNERS, EXPERIENCED, EXPERIENCES, SPOKEN, Wishes

# At a table that is set up for somebody, bots sit down after so many hours.
FILL_AFTER = 24
QUICK_SEATS = 3
# How many seats must be free at least.
FREE = ("1", "2", "3", "4", "5")


@dataclass(frozen=True)
class Sought:
    """What somebody looks for. `newcomer`: they have not finished a game yet."""

    game: str = ""
    language: str = ANY
    newcomer: bool = False
    pace: str = ""


class Seeking:
    """Finds tables for people."""

    def __init__(self, store: Store, gathering: Gathering, names: Names, limits: Limits) -> None:
        self._store = store
        self._company = names.company
        self._gathering = gathering
        self._limits = limits

    async def find(self, guest: Guest, sought: Sought) -> str:
        """The table at which somebody sits now; they may have waited there already."""
        language = "" if sought.language == ANY else sought.language
        wanted = Wanted(sought.game, 1, language, pace=sought.pace)
        since = self._limits.open_since(time.time())
        rows = await self._store.lists.joinable(since=since, wanted=wanted)
        seated = await self._store.mine.seats_at([row.id for row in rows])
        for row in rows:
            if any(seat.guest_id == guest.id for seat in seated[row.id]):
                return row.id
        shown = await self._company.without_blocked(rows, guest.id)
        fitting = [row for row in shown if _fits(row, sought)]
        for row in sorted(fitting, key=lambda row: _rank(row, seated[row.id], sought)):
            # Somebody else may be faster, the host may have sent them away, a name may look alike
            with suppress(Taken, NotAllowed):
                await self._gathering.join(row.id, guest)
                return row.id
        return await self._set_up(guest, sought)

    async def _set_up(self, guest: Guest, sought: Sought) -> str:
        rules = games.load(sought.game or games.GAMES[0])
        seats = QUICK_SEATS if QUICK_SEATS in rules.seats else rules.default_seats
        wishes = Wishes(
            BEGINNERS if sought.newcomer else ANY,
            sought.language,
            fill_after=FILL_AFTER,
            fill_bot=FIRST_OPPONENT if sought.newcomer else USUAL_OPPONENT,
        )
        wish = NewTable(
            rules.id,
            (HERE, *[ANYBODY] * (seats - 1)),
            dict(rules.first_options) if sought.newcomer else {},
            away_after=away_after(sought.pace or LIVE),
            pace=sought.pace or LIVE,
            stand_in=USUAL_OPPONENT,
            wishes=wishes,
        )
        return (await self._gathering.create(wish, guest)).row.id


def _fits(row: TableRow, sought: Sought) -> bool:
    return row.game in games.PLUGINS and not (sought.newcomer and row.experience == EXPERIENCED)


def _rank(row: TableRow, seats: list[SeatRow], sought: Sought) -> tuple[bool, int, float]:
    """Where beginners are welcome first, for one; then what starts soonest, and waits longest."""
    free = sum(seat.kind == OPEN for seat in seats)
    return sought.newcomer and row.experience != BEGINNERS, free, row.changed


def read_wanted(asked: Mapping[str, str]) -> Wanted:
    """Which open tables an address asks for; raises if it cannot be understood."""
    for name, known in (
        ("game", tuple(games.PLUGINS.names())),
        ("free", FREE),
        ("language", SPOKEN),
        ("experience", EXPERIENCES),
        ("pace", tuple(PACES)),
    ):
        if asked.get(name, "") not in ("", *known):
            raise TableError("qd.server.malformed", fields=name)
    language, experience = asked.get("language", ""), asked.get("experience", "")
    return Wanted(
        asked.get("game", ""),
        int(asked.get("free", "") or 0),
        "" if language == ANY else language,
        "" if experience == ANY else experience,
        asked.get("pace", ""),
    )
