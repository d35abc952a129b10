"""A table's pace: how much time its people have, and what happens when somebody's is up.

Every pace is a bank of time. It begins full, a turn takes from it, and every turn adds something,
up to what the bank holds. Where a turn adds all of it, each turn simply has that long.
"""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.kernel.messages import Message
from quarterdeck.server.errors import TableError

HOUR, DAY = 3600, 86_400
LIVE, OWN = "live", "bank"
# What a host may ask for, in hours.
MOST_HOURS = 90 * 24


@dataclass(frozen=True)
class Pace:
    """How many seconds the bank holds, and how many a turn adds to it."""

    bank: int
    refill: int

    @property
    def is_by_turn(self) -> bool:
        """Whether every turn has the same time, whatever was left of the one before."""
        return self.refill >= self.bank


PACES: dict[str, Pace | None] = {
    LIVE: None,
    "day": Pace(DAY, DAY),
    "three_days": Pace(3 * DAY, 3 * DAY),
    "week": Pace(7 * DAY, 7 * DAY),
    "brisk": Pace(DAY, 4 * HOUR),
    "steady": Pace(3 * DAY, 12 * HOUR),
    "easy": Pace(7 * DAY, DAY),
    "leisurely": Pace(14 * DAY, 2 * DAY),
}

# What is agreed for when time is up: everybody is told; a bot plays this turn; it takes the seat.
REMIND, TURN, SEAT = "remind", "turn", "seat"
ENDS = (REMIND, TURN, SEAT)
# How long somebody must be away from a live table before the others may vote for a stand-in.
LIVE_AWAY = 300


def read_pace(name: str, bank_hours: int | None = None, refill_hours: int | None = None) -> str:
    """A pace as it is stored, from its name; or from hours, with the name "bank"."""
    if name != OWN:
        if bank_hours is not None or refill_hours is not None:
            raise TableError("qd.pace.hours_alone")
        if name not in PACES:
            raise TableError("qd.server.malformed", fields="pace")
        return name
    if bank_hours is None or not 1 <= bank_hours <= MOST_HOURS:
        raise TableError("qd.pace.bad_bank", most=MOST_HOURS)
    refill_hours = bank_hours if refill_hours is None else refill_hours
    if not 1 <= refill_hours <= bank_hours:
        raise TableError("qd.pace.bad_refill", most=bank_hours)
    asked = Pace(bank_hours * HOUR, refill_hours * HOUR)
    named = (name for name, pace in PACES.items() if pace == asked)
    return next(named, f"{OWN} {bank_hours} {refill_hours}")


def pace_of(stored: str) -> Pace | None:
    """What a stored pace comes to; nobody's time runs at a live table, or by a damaged row."""
    if stored in PACES:
        return PACES[stored]
    name, *hours = stored.split(" ")
    if name == OWN and len(hours) == 2 and all(h.isascii() and h.isdecimal() for h in hours):
        bank, refill = int(hours[0]), int(hours[1])
        if 1 <= refill <= bank <= MOST_HOURS:
            return Pace(bank * HOUR, refill * HOUR)
    return None


def away_after(stored: str) -> int:
    """How many seconds somebody must be away before the others may vote for a stand-in."""
    pace = pace_of(stored)
    return LIVE_AWAY if pace is None else pace.bank


def describe_pace(stored: str) -> Message:
    """A pace in words."""
    pace = pace_of(stored)
    if pace is None:
        return Message("qd.pace.live")
    if pace.is_by_turn:
        return Message("qd.pace.by_turn", each=word_time(pace.bank))
    return Message("qd.pace.banked", bank=word_time(pace.bank), refill=word_time(pace.refill))


def word_time(seconds: float) -> Message:
    """A length of time in words: days and hours, hours and minutes, or minutes."""
    minutes = max(0, int(seconds // 60))
    days, hours = divmod(minutes // 60, 24)
    if minutes >= 2 * 24 * 60 or (days == 1 and not hours):
        if hours:
            return Message("qd.span.days_hours", count=days, hours=hours)
        return Message("qd.span.days", count=days)
    hours, minutes = divmod(minutes, 60)
    if hours and minutes and hours < 12:
        return Message("qd.span.hours_minutes", count=hours, minutes=minutes)
    if hours:
        return Message("qd.span.hours", count=hours)
    return Message("qd.span.minutes", count=minutes)
