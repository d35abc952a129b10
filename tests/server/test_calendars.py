"""The calendar of deadlines: by day on a page, and as a file under a secret address."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.server.calendars import Calendars
from quarterdeck.server.errors import NotFound
from quarterdeck.server.gathering import NewTable
from quarterdeck.server.icalendar import CalendarEvent, fold_line, write_calendar
from quarterdeck.server.pages.calendar import _event, group_by_day
from tests.server.client import Client
from tests.server.houses import in_a_loop, open_house
from tests.server.servers import Server
from tests.server.visitor import Visitor

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp()


def read_calendar(text: str) -> list[dict[str, str]]:
    """The events of a calendar, read as RFC 5545 says: unfold, split, unescape."""
    assert text.endswith("\r\n")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert "\n" not in text.replace("\r\n", "")
    lines = re.sub(r"\r\n[ \t]", "", text).split("\r\n")[:-1]
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-1] == "END:VCALENDAR"
    events: list[dict[str, str]] = []
    for line in lines:
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            events.append({})
        elif events and name not in ("BEGIN", "END"):
            plain = re.sub(r"\\(.)", lambda m: "\n" if m[1] in "nN" else m[1], value)
            events[-1][name] = plain
    return events


def test_a_calendar_is_read_back_as_it_was_written() -> None:
    hard = "Rouen; 1450, \\ “été”\nà vous : 🐟" * 4
    event = CalendarEvent("abc-0@quarterdeck", NOON, hard, "one\r\ntwo\x07", "https://x/t/abc")
    (found,) = read_calendar(write_calendar("Mine; all", [event], NOON - 60))
    assert found["SUMMARY"] == hard
    assert found["DESCRIPTION"] == "one\ntwo"
    assert found["DTSTART"] == "20261118T120000Z"
    assert found["DTSTAMP"] == "20261118T115900Z"
    assert found["UID"] == "abc-0@quarterdeck"
    assert read_calendar(write_calendar("Empty", [], NOON)) == []


@pytest.mark.parametrize("letter", ["a", "é", "€", "🐟"])
@pytest.mark.parametrize("length", range(70, 80))
def test_lines_are_folded_without_cutting_a_letter(letter: str, length: int) -> None:
    line = letter * length
    pieces = list(fold_line(line))
    assert all(len(piece.encode()) <= 75 for piece in pieces)
    assert pieces[0] + "".join(piece[1:] for piece in pieces[1:]) == line
    assert all(piece.startswith(" ") for piece in pieces[1:])


@in_a_loop
async def test_deadlines_are_those_of_ones_own_seats(tmp_path: Path) -> None:
    async with open_house(f"sqlite:///{tmp_path / 'table.db'}", tmp_path) as house:
        anne, _ = await house.people.welcome("Anne")
        bob, _ = await house.people.welcome("Bob")
        wish = NewTable("salty_ocean", ("here", "open"), {}, "Rouen, 1450", pace="day")
        made = await house.tables.gathering.create(wish, anne)
        await house.tables.gathering.join(made.row.id, bob)
        id, mine = made.row.id, made.story.asked[0]
        asked, other = (anne, bob) if mine in made.seats_of(anne.id) else (bob, anne)
        assert await house.calendars.of(other.id) == []
        (found,) = await house.calendars.of(asked.id)
        assert (found.table.row.id, found.seat) == (id, mine)
        assert abs(found.at - house.clock.wall() - 86_400) < 60
        say = Translator("fr")
        (day,) = group_by_day([found], say)
        assert day.date == datetime.fromtimestamp(found.at, UTC).date().isoformat()
        assert day.deadlines[0].table.title == "Rouen, 1450"
        events = [_event(found, "en", "https://house") for _ in range(2)]
        assert events[0] == events[1]
        assert events[0].uid == f"{id}-{mine}-{found.what}@quarterdeck"
        assert events[0].url == f"https://house/t/{id}"
        assert "Rouen" in write_calendar("x", events, NOON)


@in_a_loop
async def test_an_address_can_be_renewed_and_revoked(database: str, tmp_path: Path) -> None:
    async with open_house(database, tmp_path) as house:
        calendars: Calendars = house.calendars
        anne, _ = await house.people.welcome("Anne")
        assert not await calendars.has_address(anne.id)
        first = await calendars.new_secret(anne)
        assert (await calendars.owner(first)).id == anne.id
        second = await calendars.new_secret(anne)
        with pytest.raises(NotFound):
            await calendars.owner(first)
        await house.people.sign_out_everywhere(anne)
        with pytest.raises(NotFound):
            await calendars.owner(second)


# Over HTTP


def test_the_address_is_shown_once_and_read_without_signing_in(server: Server) -> None:
    anne = Visitor(server.address).come("Anne")
    assert "No deadline is running" in anne.get("/mine/calendar").text
    page = anne.send_form("/mine/calendar", {}).text
    found = re.search(r"/calendar/(\w+)\.ics\?lang=en", page)
    assert found is not None
    assert found[1] not in anne.get("/mine/calendar").text
    stranger = server.client()
    answer = stranger.get(f"/calendar/{found[1]}.ics?lang=fr")
    assert answer.status == 200
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    assert "mes échéances" in answer.text
    assert read_calendar(answer.text) == []
    assert "Anne" not in answer.text
    assert stranger.get("/calendar/nothing.ics").status == 404
    assert anne.send_form("/mine/calendar/revoke", {}).status == 303
    assert stranger.get(f"/calendar/{found[1]}.ics").status == 404
    assert found[1] not in server.log


def test_programs_make_and_revoke_the_address_too(anne: Client) -> None:
    path = anne.tell("/api/me/calendar")["path"]
    assert Client(anne.address).get(path).status == 200
    assert anne.ask("/api/me/deadlines") == []
    assert anne.send("DELETE", "/api/me/calendar").status == 204
    assert Client(anne.address).get(path).status == 404
    assert Client(anne.address).post("/api/me/calendar").status == 403
