"""Days and times of day in words, in each reader's language."""

from __future__ import annotations

from datetime import UTC, date, datetime

from quarterdeck.kernel.messages import Message


def word_day(text: str) -> Message:
    """A day that is written as a date (2026-11-21); raises ValueError if it is none."""
    day = date.fromisoformat(text)
    # The first of a month is written differently in French
    return _word(day, "qd.date.first" if day.day == 1 else "qd.date")


def word_moment(seconds: float) -> Message:
    """A moment in seconds since 1970, to the minute, in UTC: the page's script knows better."""
    moment = datetime.fromtimestamp(seconds, UTC)
    day = _word(moment.date(), "qd.date.short.first" if moment.day == 1 else "qd.date.short")
    return Message("qd.date.moment", day=day, time=f"{moment:%H:%M}")


def write_moment(seconds: float) -> str:
    """The same for programs."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%MZ}"


def _word(day: date, form: str) -> Message:
    return Message(form, day=day.day, month=Message(f"qd.month.{day.month}"), year=str(day.year))
