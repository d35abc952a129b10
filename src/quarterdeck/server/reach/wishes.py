"""What people want to be told of, and when: causes, reminders, quiet hours, digests.

Quiet hours and digests are by the clock on the person's wall, so they follow summer time.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from quarterdeck.kernel.catalogue import LANGUAGES
from quarterdeck.server.errors import TableError
from quarterdeck.server.store import Store
from quarterdeck.server.store.contact_wishes import WishRow
from quarterdeck.server.store.marks import INVITED

TURN, AGREE, NUDGED, CONCERNED, BEGUN, OVER, REMINDER, DEADLINE, PLAYED, ALONE = (
    "turn",
    "agree",
    "nudged",
    "concerned",
    "begun",
    "over",
    "reminder",
    "deadline",
    "played",
    "alone",
)
# What can be switched on and off, in the order of the page, and whether it is on at first. `alone`
# is no cause of its own: it is about turns at tables where nobody else waits.
CAUSES = {
    TURN: True,
    AGREE: True,
    NUDGED: True,
    CONCERNED: True,
    INVITED: True,
    BEGUN: True,
    OVER: True,
    DEADLINE: True,
    PLAYED: True,
    ALONE: False,
}
# Hours after which somebody may be reminded; 0 is never.
REMINDERS = (0, 6, 12, 24)
DAY_MINUTES = 24 * 60
UTC = "UTC"


def wants(wish: WishRow, cause: str) -> bool:
    if cause == REMINDER:
        return wish.remind > 0
    return CAUSES.get(cause, True) != (cause in wish.causes)


@lru_cache
def zones() -> tuple[str, ...]:
    """The time zones that this machine knows, sorted for people."""
    return tuple(
        sorted(name for name in available_timezones() | {UTC} if "/" in name or name == UTC)
    )


def zone_of(wish: WishRow) -> tzinfo:
    try:
        return ZoneInfo(wish.zone or UTC)
    except (KeyError, ValueError, OSError):
        # The machine has forgotten it
        return ZoneInfo(UTC)


def local_time(wish: WishRow, wall: float) -> datetime:
    return datetime.fromtimestamp(wall, zone_of(wish))


def is_quiet(wish: WishRow, wall: float) -> bool:
    """Whether somebody does not want to be disturbed now."""
    if wish.quiet_from is None or wish.quiet_to is None or wish.quiet_from == wish.quiet_to:
        return False
    now = local_time(wish, wall)
    minute = now.hour * 60 + now.minute
    if wish.quiet_from < wish.quiet_to:
        return wish.quiet_from <= minute < wish.quiet_to
    return minute >= wish.quiet_from or minute < wish.quiet_to


def digest_day(wish: WishRow, wall: float) -> str | None:
    """The day of the last digest that should be out by now; None if somebody wants none."""
    if wish.digest is None:
        return None
    now = local_time(wish, wall)
    day = now.date() if now.hour >= wish.digest else now.date() - timedelta(days=1)
    return day.isoformat()


class Wishes:
    """What people say about how they want to be reached, checked and kept."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, guest_id: str) -> WishRow:
        return await self._store.contact_wishes.of(guest_id)

    async def keep_language(self, guest_id: str, language: str) -> None:
        """Somebody has chosen a language: words are in it from now on."""
        if language in LANGUAGES:
            await self._store.contact_wishes.keep(guest_id, language=language)

    async def change(
        self,
        guest_id: str,
        wall: float,
        causes: Collection[str],
        remind: int,
        quiet: tuple[int, int] | None,
        digest: int | None,
        zone: str,
    ) -> None:
        """Keep all of somebody's wishes; `causes` are those they want."""
        unknown = set(causes) - CAUSES.keys()
        if unknown:
            raise TableError("qd.reach.no_cause", cause=min(unknown)[:40])
        if remind not in REMINDERS:
            raise TableError("qd.reach.no_reminder", hours=remind)
        if quiet is not None and not all(0 <= minute < DAY_MINUTES for minute in quiet):
            raise TableError("qd.reach.no_time")
        if digest is not None and not 0 <= digest < 24:
            raise TableError("qd.reach.no_time")
        if zone not in zones():
            raise TableError("qd.reach.no_zone", zone=zone[:40])
        values: dict[str, Any] = {
            "causes": {cause for cause, usual in CAUSES.items() if usual != (cause in causes)},
            "remind": remind,
            "quiet_from": None if quiet is None else quiet[0],
            "quiet_to": None if quiet is None else quiet[1],
            "digest": digest,
            "zone": zone,
        }
        before = await self.of(guest_id)
        if digest is not None and before.digest is None:
            # The first one is the next one: what was due earlier today was not wanted yet
            values["digested"] = digest_day(WishRow(guest_id, zone=zone, digest=digest), wall)
        await self._store.contact_wishes.keep(guest_id, **values)


def read_minute(text: str) -> int | None:
    """`22:30` as minutes of the day; None if it is empty."""
    if not text:
        return None
    hours, colon, minutes = text.partition(":")
    plain = all(part.isascii() and part.isdecimal() and len(part) < 3 for part in (hours, minutes))
    if not colon or not plain or int(hours) > 23 or int(minutes) > 59:
        raise TableError("qd.reach.no_time")
    return int(hours) * 60 + int(minutes)


def write_minute(minute: int | None) -> str:
    return "" if minute is None else f"{minute // 60:02}:{minute % 60:02}"
