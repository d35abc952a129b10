"""The pace of a table over real HTTP: set up, shown to everybody, kept over kill -9."""

from __future__ import annotations

import re
import sqlite3
import time
from typing import Any

import pytest

from quarterdeck.server.pace import DAY, HOUR
from tests.server.client import Client, wait_until
from tests.server.servers import Launch, Server
from tests.server.test_stand_ins import chat, refusal
from tests.server.visitor import Visitor, words_of


def seat_two(anne: Client, bob: Client, **wish: Any) -> tuple[str, Client, Client]:
    """A table with a pace; whoever is asked comes first."""
    table = anne.host("here", "open", **{"pace": "day", "stand_in": "greedy", **wish})
    bob.join(table)
    asked = next(seat["number"] for seat in anne.table(table)["seats"] if seat["asked"])
    return (table, anne, bob) if asked == 0 else (table, bob, anne)


def running(client: Client, table: str) -> dict[str, Any]:
    (found,) = [time for time in client.table(table)["times"] if time and time["is_running"]]
    return dict(found)


def test_everybody_is_told_whose_time_runs(anne: Client, bob: Client, server: Server) -> None:
    table, asked, _ = seat_two(anne, bob)
    server.skip(3 * HOUR)
    for reader in (anne, bob, server.client()):
        state = reader.table(table)
        assert (state["pace"], state["time_up"]) == ("day", "remind")
        clock = running(reader, table)
        assert clock["seat"] == next(s["number"] for s in state["seats"] if s["asked"])
        assert 21 * HOUR - 60 <= clock["left"] <= 21 * HOUR
        assert clock["due"] % 60 == 0
        listed = reader.ask(f"/api/tables/{table}")
        assert "clocks" not in listed
    (deadline,) = asked.ask("/api/me/deadlines")
    assert (deadline["table"], deadline["time_up"]) == (table, "remind")


def test_a_bank_of_ones_own(anne: Client, bob: Client, server: Server) -> None:
    wish = {"pace": "bank", "bank_hours": 50, "refill_hours": 6}
    table, asked, other = seat_two(anne, bob, **wish)
    server.skip(10 * HOUR)
    times = asked.table(table)["times"]
    assert sorted(round(time["left"] / HOUR) for time in times) == [40, 50]
    found = [row for row in anne.ask("/api/tables")["mine"] if row["id"] == table]
    assert [row["pace"] for row in found] == ["bank 50 6"]
    assert other.ask("/api/me/deadlines") == []


@pytest.mark.parametrize(
    ("wish", "status", "id"),
    [
        ({"pace": "soon"}, 422, "qd.server.malformed"),
        ({"pace": "bank"}, 400, "qd.pace.bad_bank"),
        ({"pace": "bank", "bank_hours": 9999}, 422, "qd.server.malformed"),
        ({"pace": "bank", "bank_hours": 5, "refill_hours": 9}, 400, "qd.pace.bad_refill"),
        ({"pace": "day", "bank_hours": 5}, 400, "qd.pace.hours_alone"),
        ({"time_up": "explode"}, 422, "qd.server.malformed"),
    ],
)
def test_a_pace_that_cannot_be_is_refused(
    anne: Client, wish: dict[str, Any], status: int, id: str
) -> None:
    answer = anne.post("/api/tables", {"game": "salty_ocean", "seating": ["here", "open"], **wish})
    assert refusal(answer) == (status, id)


def test_whoever_looks_finds_the_turn_played_that_was_forgotten(
    anne: Client, bob: Client, server: Server
) -> None:
    table, asked, other = seat_two(anne, bob, time_up="turn")
    server.skip(25 * HOUR)
    wait_until(lambda: bool(other.table(table)["choices"]), "the other's turn")
    assert [seat["bot"] for seat in other.table(table)["seats"]] == [None, None]
    assert chat(other, table) == [
        f"Time was up: a bot (Merchant bot) plays this turn for {asked.name}."
    ]


def test_nobody_need_look_for_time_to_be_up(anne: Client, bob: Client, server: Server) -> None:
    """All pages are closed: the house finds it by itself."""
    _, asked, other = seat_two(anne, bob, time_up="turn")
    server.skip(25 * HOUR)
    wait_until(lambda: bool(other.ask("/api/me/deadlines")), "the other's time to run")
    assert asked.ask("/api/me/deadlines") == []


def test_kill_9_and_a_computer_that_was_off_for_a_month(launch: Launch) -> None:
    server = launch()
    anne, bob = server.client("Anne"), server.client("Bob")
    table, asked, other = seat_two(anne, bob, time_up="seat")
    server.skip(20 * HOUR)
    wait_until(lambda: server_clock(server) >= 20 * HOUR, "the clock of the house to be stored")
    server.kill()
    server.skip(30 * DAY)
    server.start()
    left = running(other, table)["left"]
    assert 4 * HOUR - 120 <= left <= 4 * HOUR + 60
    server.skip(4 * HOUR + 120)
    seat = next(s for s in other.table(table)["seats"] if s["name"] == asked.name)
    wait_until(lambda: bool(other.table(table)["choices"]), "the bot's choice")
    (line,) = chat(other, table, "fr")
    assert line.startswith("Temps écoulé\xa0: un robot (")
    # The seat is handed back as from any stand-in
    path = f"/api/tables/{table}/seats/{seat['number']}/stand-in"
    assert asked.send("DELETE", path).status == 200
    assert asked.table(table)["seats"][seat["number"]]["bot"] is None


def server_clock(server: Server) -> float:
    file = server.database.removeprefix("sqlite:///")
    with sqlite3.connect(file) as connection:
        (seconds,) = connection.execute("SELECT seconds FROM clock").fetchone()
    return float(seconds)


# Holidays


def test_holidays_by_the_api(anne: Client, bob: Client, server: Server) -> None:
    table, asked, other = seat_two(anne, bob)
    days = asked.ask("/api/me/holidays")
    assert (days["holidays"], days["days_left"]) == ([], 30)
    today = server_today(server)
    made = asked.tell("/api/me/holidays", {"first": today, "last": today})
    assert made["holidays"] == [{"first": today, "last": today, "zone": "UTC", "now": True}]
    assert made["days_left"] == 29
    shown = [time for time in other.table(table)["times"] if time["until"]]
    assert [time["until"] for time in shown] == [today]
    again = asked.post("/api/me/holidays", {"first": today, "last": today})
    assert refusal(again) == (400, "qd.holiday.overlap")
    gone = asked.send("DELETE", f"/api/me/holidays/{today}")
    assert gone.json()["holidays"] == []
    assert running(other, table)["left"] > 23 * HOUR
    assert server.client().get("/api/me/holidays").status == 403


def server_today(server: Server) -> str:
    skipped = (server.folder / "clock").stat().st_size
    return time.strftime("%Y-%m-%d", time.gmtime(time.time() + skipped))


def test_the_page_of_holidays_works_without_scripts(server: Server) -> None:
    reader = Visitor(server.address, "fr").come("Zoé")
    page = reader.get("/me/holidays").text
    assert "Vous avez 30 jours par an." in words_of(page)
    assert 'value="Europe/Paris"' in page
    today = server_today(server)
    wish = {"first": today, "last": today, "zone": "UTC"}
    assert reader.send_form("/me/holidays", wish).status == 303
    page = words_of(reader.get("/me/holidays").text)
    assert "Il vous reste 29 jours" in page
    assert "en cours" in page
    refused = reader.send_form("/me/holidays", {**wish, "first": "2020-01-01"})
    assert refused.status == 400
    assert "Des vacances ne peuvent pas commencer dans le passé." in words_of(refused.text)
    assert 'value="2020-01-01"' in refused.text
    assert reader.send_form("/me/holidays/end", {"first": today}).status == 303
    assert "Vous n’avez pas prévu de vacances." in words_of(reader.get("/me/holidays").text)
    assert Visitor(server.address).get("/me/holidays").status == 403


# Pages


FORM = {
    "seats": "2",
    "seat-0": "here",
    "seat-1": "open",
    "stand-in": "greedy",
    "listed": "yes",
    "title": "Slowly",
}


def set_up(host: Visitor, **fields: str) -> str:
    answer = host.send_form("/new/salty_ocean", {**FORM, **fields})
    assert answer.status == 303, words_of(answer.text)
    return answer.headers["location"].removeprefix("/t/")


AGREED = {
    "en": (
        "A bank of 2 days each; every turn adds 12 hours.",
        "When somebody’s time is up, a bot (Merchant bot) plays this turn for them.",
        "Holidays do not count here.",
    ),
    "fr": (
        "Une réserve de 2 jours chacun ; chaque tour ajoute 12 heures.",
        "Quand le temps de quelqu’un est écoulé, un robot (Robot marchand) joue ce tour",
        "Les vacances ne comptent pas ici.",
    ),
}
MINE = {"en": "45 hours left", "fr": "encore 45 heures"}
LEFT = {
    "en": r"45 hours left \(\d+ \w+, \d\d:\d\d UTC\)",
    "fr": r"encore 45 heures \(\d+(er)? \w+ à \d\d:\d\d UTC\)",
}


@pytest.mark.parametrize("language", list(AGREED))
def test_pages_tell_it_without_scripts(server: Server, language: str) -> None:
    host = Visitor(server.address, language).come(f"Hôte {language}")
    table = set_up(
        host,
        **{"pace": "bank", "bank-hours": "48", "refill-hours": "12"},
        **{"time-up": "turn", "holidays": "no"},
    )
    for words in AGREED[language]:
        assert words in plain(host.get(f"/t/{table}").text)
    guest = Visitor(server.address, language).come(f"Invité {language}")
    assert AGREED[language][0] in plain(guest.get("/").text)
    assert guest.send_form(f"/t/{table}/join", {"seat": "1"}).status == 303
    server.skip(3 * HOUR - 60)
    for path in (f"/t/{table}", f"/t/{table}/text"):
        for reader in (host, guest):
            assert re.search(LEFT[language], plain(reader.get(path).text)), path
    asked = [reader for reader in (host, guest) if MINE[language] in plain(reader.get("/").text)]
    assert len(asked) == 1
    assert AGREED[language][0] in plain(host.get(f"/t/{table}/text").text)
    assert 'datetime="20' in host.get(f"/t/{table}").text


def plain(page: str) -> str:
    """What a page says, with plain spaces, and none inside brackets, where its tags were."""
    words = " ".join(words_of(page).replace("\xa0", " ").replace("\u202f", " ").split())
    return words.replace("( ", "(").replace(" )", ")")


def test_a_forgotten_form_is_refused_in_words(server: Server) -> None:
    host = Visitor(server.address).come("Hester")
    fields = {**FORM, "pace": "bank", "bank-hours": "5", "refill-hours": "6"}
    answer = host.send_form("/new/salty_ocean", fields)
    assert answer.status == 400
    assert "A turn adds at least 1 hour, and at most 5 hours" in words_of(answer.text)
    answer = host.send_form("/new/salty_ocean", {**FORM, "pace": "soon"})
    assert answer.status == 400
