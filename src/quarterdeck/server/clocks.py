"""The clocks of a table's seats: whose time runs, and how much is left.

A turn begins when a seat is asked after somebody else was, however many questions it has. While
everybody chooses at once, each of them has a turn of their own, from when that began. All times are
by the clock of the house. Nothing here depends on what somebody chose, only on who is asked: that
is public.

Taking back on one's own goes on with what was left; so nobody gains or loses time by it. Going
back by consent begins a new turn for whoever is asked then, and a turn that is lost by it costs
nothing.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from quarterdeck.server.pace import REMIND, TURN, Pace
from quarterdeck.server.store.sound import moment

# How a clock is written: one letter for each thing that is so.
ASKED, UP, LENT, HELD = "a", "u", "l", "h"


@dataclass(frozen=True)
class SeatClock:
    """`bank` is what the turn began with, `spent` what it took of it before `since`, from when it
    runs. `asked`: the turn goes on, perhaps on hold. `up`: everybody was told that time is up.
    `lent`: a bot plays this turn. `held`: its person is on holiday. `played`: how often a bot has
    played because time was up."""

    bank: float
    spent: float = 0.0
    since: float | None = None
    asked: bool = False
    up: bool = False
    lent: bool = False
    held: bool = False
    played: int = 0

    @property
    def due(self) -> float | None:
        """When time is up, or was; None if it does not run."""
        return None if self.since is None else self.since + self.bank - self.spent

    def left(self, now: float) -> float:
        """How many seconds are left; negative if the turn is overdue."""
        running = 0.0 if self.since is None else max(0.0, now - self.since)
        return self.bank - self.spent - running

    def stop(self, now: float) -> SeatClock:
        return replace(self, spent=round(self.bank - self.left(now), 3), since=None)

    def run(self, now: float) -> SeatClock:
        return replace(self, since=round(now, 3))

    def begin(self, pace: Pace, by_bot: bool) -> SeatClock:
        """A new turn; one that a bot plays adds nothing to its person's bank."""
        bank = max(0.0, self.bank - self.spent)
        if not by_bot:
            bank = min(float(pace.bank), bank + pace.refill)
        return SeatClock(bank, asked=True, held=self.held, played=self.played)

    def undo_turn(self, pace: Pace) -> SeatClock:
        """As if the turn had never begun."""
        bank = max(0.0, self.bank - pace.refill)
        return SeatClock(bank, held=self.held, played=self.played)


@dataclass(frozen=True)
class SeatTime:
    """How much time a person has. `left` are seconds, negative if overdue; `due` is when it is up,
    in seconds since 1970, if it runs. `until`: the last day of a holiday, on which it stands still.
    """

    seat: int
    left: int
    due: int | None
    is_running: bool
    is_overdue: bool
    until: str | None = None


@dataclass(frozen=True)
class Clocks:
    """The clocks of all seats. `phase`: since which ply everybody chooses at once."""

    phase: int | None
    seats: tuple[SeatClock, ...]

    @classmethod
    def full(cls, pace: Pace, seats: int) -> Clocks:
        return cls(None, (SeatClock(float(pace.bank)),) * seats)

    @property
    def due(self) -> float | None:
        """When somebody's time is up next of whom that has not been told."""
        return min((c.due for c in self.seats if c.due is not None and not c.up), default=None)

    def dump(self) -> str:
        """As it is stored."""
        seats = [[c.bank, c.spent, c.since, _letters(c), c.played] for c in self.seats]
        return json.dumps({"phase": self.phase, "seats": seats}, separators=(",", ":"))


@lru_cache(1024)
def read_clocks(stored: str | None, seats: int) -> Clocks | None:
    """Clocks as they were stored; None if there are none, or none that can be right."""
    try:
        found = json.loads(stored or "null")
        phase, rows = found["phase"], found["seats"]
        if (phase is None or isinstance(phase, int)) and len(rows) == seats:
            return Clocks(phase, tuple(_read_clock(*row) for row in rows))
    except (ValueError, TypeError, KeyError, RecursionError):
        pass
    return None


def _letters(clock: SeatClock) -> str:
    are = {ASKED: clock.asked, UP: clock.up, LENT: clock.lent, HELD: clock.held}
    return "".join(letter for letter, is_so in are.items() if is_so)


def _read_clock(bank: object, spent: object, since: object, are: str, played: int = 0) -> SeatClock:
    has, took = moment(bank), moment(spent)
    began = None if since is None else moment(since)
    if has is None or took is None or (since is not None and began is None):
        raise ValueError
    asked, up, lent, held = (letter in are for letter in (ASKED, UP, LENT, HELD))
    return SeatClock(has, took, began, asked, up, lent, held, int(played))


@dataclass(frozen=True)
class Asking:
    """Who is asked now, and how it came to that. `by_bot`: seats that no person plays now.

    `undone`: seats that took back on their own. `went_back`: by consent.
    """

    now: float
    asked: Collection[int]
    phase: int | None
    by_bot: Collection[int]
    undone: Collection[int] = ()
    went_back: bool = False


def advance(clocks: Clocks, pace: Pace, to: Asking) -> Clocks:
    """The clocks at another moment; the same if nothing has changed for anybody."""
    new_phase = to.went_back or to.phase != clocks.phase
    seats = tuple(
        _advance_seat(clock, pace, to, seat, new_phase) for seat, clock in enumerate(clocks.seats)
    )
    return Clocks(to.phase, seats)


def _advance_seat(
    clock: SeatClock, pace: Pace, to: Asking, seat: int, new_phase: bool
) -> SeatClock:
    by_bot, asked = seat in to.by_bot, seat in to.asked
    if clock.asked and (not asked or new_phase):
        # A bot that plays one turn hands the seat back
        by_bot = by_bot and not clock.lent
        ended = replace(clock.stop(to.now), asked=False, lent=False)
        clock = clock.undo_turn(pace) if to.went_back else ended
    if not asked:
        return clock
    if not clock.asked:
        goes_on = seat in to.undone and not new_phase
        clock = replace(clock, asked=True, up=False) if goes_on else clock.begin(pace, by_bot)
    elif clock.since is None and clock.left(to.now) <= 0 and not by_bot:
        # Whoever comes back after their time was up has a turn again
        clock = clock.begin(pace, by_bot)
    if not by_bot:
        clock = replace(clock, lent=False)
    overdue = clock.left(to.now) <= 0
    may_run = not by_bot and (overdue or not clock.held)
    if may_run and clock.since is None:
        return clock.run(to.now)
    return clock if may_run or clock.since is None else clock.stop(to.now)


def hold_clocks(clocks: Clocks, on_holiday: Collection[int]) -> Clocks:
    """The same with the people of these seats on holiday, and nobody else."""
    seats = tuple(replace(c, held=n in on_holiday) for n, c in enumerate(clocks.seats))
    return Clocks(clocks.phase, seats)


def keep_bots(clocks: Clocks, seats: Collection[int]) -> Clocks:
    """The same, but these seats stay with the bots that play them."""
    kept = tuple(replace(c, lent=c.lent and n not in seats) for n, c in enumerate(clocks.seats))
    return Clocks(clocks.phase, kept)


def find_overdue(clocks: Clocks, now: float) -> list[int]:
    """The seats whose time has run out, of which that has not been told."""
    return [
        seat
        for seat, clock in enumerate(clocks.seats)
        if clock.due is not None and clock.due <= now and not clock.up
    ]


def tell_overdue(clocks: Clocks, seats: Iterable[int], kind: str) -> Clocks:
    """It has been told that time is up on these seats; perhaps a bot plays their turns."""
    told, more = set(seats), int(kind != REMIND)
    return Clocks(
        clocks.phase,
        tuple(
            replace(clock, up=True, lent=kind == TURN, played=clock.played + more)
            if number in told
            else clock
            for number, clock in enumerate(clocks.seats)
        ),
    )
