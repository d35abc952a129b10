"""A calendar as a file that calendar programs read (RFC 5545)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

# A line is folded after so many bytes, its end not counted.
LONGEST_LINE = 75
PRODUCT = "-//Quarterdeck//Deadlines//EN"


@dataclass(frozen=True)
class CalendarEvent:
    """Something at a moment. `uid` stays the same as long as it is the same event."""

    uid: str
    at: float
    summary: str
    description: str
    url: str


def write_calendar(name: str, events: Iterable[CalendarEvent], now: float) -> str:
    """A calendar with these events, made now."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:{PRODUCT}",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"NAME:{escape(name)}",
        f"X-WR-CALNAME:{escape(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "X-PUBLISHED-TTL:PT1H",
    ]
    for event in events:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{event.uid}",
            f"DTSTAMP:{in_utc(now)}",
            f"DTSTART:{in_utc(event.at)}",
            f"SUMMARY:{escape(event.summary)}",
            f"DESCRIPTION:{escape(event.description)}",
            f"URL:{event.url}",
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(f"{folded}\r\n" for line in lines for folded in fold_line(line))


def in_utc(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y%m%dT%H%M%SZ")


def escape(text: str) -> str:
    """A text as the value of a property."""
    for sign in ("\\", ";", ","):
        text = text.replace(sign, "\\" + sign)
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(c for c in lines.replace("\n", "\\n") if c >= " " and c != "\x7f")


def fold_line(line: str) -> Iterator[str]:
    """A line in pieces that are short enough in bytes; no letter is cut."""
    piece, length = "", 0
    for letter in line:
        size = len(letter.encode())
        if length + size > LONGEST_LINE:
            yield piece
            piece, length = " ", 1
        piece, length = piece + letter, length + size
    yield piece
