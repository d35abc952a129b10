"""Whose time runs and how much is left, as pages show it. It is right when it is written; the
script counts on from there, in the reader's time zone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.server.clocks import SeatTime
from quarterdeck.server.dates import word_day, word_moment, write_moment
from quarterdeck.server.live import LiveTable
from quarterdeck.server.pace import REMIND, SEAT, TURN, describe_pace, pace_of, word_time
from quarterdeck.server.store.rows import TableRow

RUNNING, OVERDUE, HOLIDAY, RESTING = "running", "overdue", "holiday", "resting"


@dataclass(frozen=True)
class ShownTime:
    """Somebody's time in words. If it runs: `seconds` are left, in whole minutes, `moment` is when
    it is up for programs, and `when` for people."""

    seat: int
    how: str
    text: str
    seconds: int = 0
    moment: str = ""
    when: str = ""

    @property
    def runs(self) -> bool:
        return self.how in (RUNNING, OVERDUE)


def show_times(
    table: LiveTable, times: Iterable[SeatTime | None], say: Translator
) -> tuple[ShownTime | None, ...]:
    """By seat: how much time people have, in words."""
    pace = pace_of(table.row.pace)
    by_turn = pace is None or pace.is_by_turn
    return tuple(None if time is None else _show(time, by_turn, say) for time in times)


def _show(time: SeatTime, by_turn: bool, say: Translator) -> ShownTime | None:
    if time.due is not None:
        how = OVERDUE if time.is_overdue else RUNNING
        return show_running(time.seat, time.left, time.due, how, say)
    if time.until is not None:
        return ShownTime(time.seat, HOLIDAY, say("qd.time.holiday", last=word_day(time.until)))
    if by_turn:
        # They have what everybody has
        return None
    left = say("qd.time.in_bank", left=word_time(time.left))
    return ShownTime(time.seat, RESTING, left)


def show_running(seat: int, left: float, due: float, how: str, say: Translator) -> ShownTime:
    words = word_time(abs(left))
    text = say("qd.time.overdue", late=words) if how == OVERDUE else say("qd.time.left", left=words)
    minutes = int(left // 60)
    return ShownTime(seat, how, text, 60 * minutes, write_moment(due), say.text(word_moment(due)))


@dataclass(frozen=True)
class ShownPace:
    """What a table has agreed on about time, in words."""

    pace: str
    time_up: str
    holidays: str


def show_pace(row: TableRow, bot: str, say: Translator) -> ShownPace | None:
    """What a table has agreed on; nothing if nobody's time runs."""
    if pace_of(row.pace) is None:
        return None
    time_up = row.time_up if row.time_up in (TURN, SEAT) else REMIND
    return ShownPace(
        say.text(describe_pace(row.pace)),
        say(f"qd.pace.time_up.{time_up}", bot=bot),
        say("qd.pace.holidays.yes" if row.holidays else "qd.pace.holidays.no"),
    )
