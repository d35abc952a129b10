"""Open tables with wishes: told, filtered by, joined in one tap; and bots that fill free seats."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.server.errors import TableError
from quarterdeck.server.gathering import NewTable
from quarterdeck.server.house import House
from quarterdeck.server.presence import TICK
from quarterdeck.server.seeking import Sought
from quarterdeck.server.store.rows import GATHERING, RUNNING, Guest
from quarterdeck.server.wishes import HOUR, Wishes
from tests.server.client import Client, wait_until
from tests.server.houses import in_a_loop, open_house
from tests.server.servers import Launch, Server, new_postgres_database
from tests.server.visitor import Visitor

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
LATER = 6 * HOUR + 2 * TICK


@pytest.fixture
def shared(postgres: str) -> str:
    """A database that several processes share."""
    return new_postgres_database(postgres)


def skip(house: House, seconds: float) -> None:
    house.clock.compare(house.clock.now() + seconds)


async def wait_with_bots(house: House, **more: Any) -> tuple[Guest, str]:
    """A table whose free seats bots take after six hours."""
    anne, _ = await house.people.welcome("Anne")
    wish = NewTable(
        "salty_ocean",
        more.pop("seating", ("here", "open", "open")),
        {},
        wishes=Wishes(fill_after=6, fill_bot="random", **more),
    )
    return anne, (await house.tables.gathering.create(wish, anne)).row.id


async def notices(house: House, table_id: str) -> list[str]:
    found = await house.store.chat.find_notices(table_id, ("filled", "called_off"))
    return [each["what"] for each in found]


@in_a_loop
async def test_bots_take_the_free_seats_when_it_is_time_and_everybody_is_told(
    database: str, tmp_path: Path
) -> None:
    async with open_house(database, tmp_path) as house:
        _, id = await wait_with_bots(house)
        bob, _ = await house.people.welcome("Bob")
        await house.tables.gathering.join(id, bob)
        skip(house, 5 * HOUR)
        assert await house.tables.filling.look() == 0
        skip(house, LATER)
        assert await house.tables.filling.look() == 1
        table = await house.tables.live(id)
        assert table.row.status == RUNNING
        assert [seat.bot for seat in table.seats] == [None, None, "random"]
        assert await notices(house, id) == ["filled"]
        # That it has begun is a fact that others can find
        ((found, began),) = await house.store.mine.began_since(0.0)
        assert (found, began > 6 * HOUR) == (id, True)
        assert await house.store.mine.began_since(began) == []
        assert await house.tables.filling.look() == 0


@in_a_loop
async def test_two_processes_fill_a_table_once(shared: str, tmp_path: Path) -> None:
    database = shared
    async with open_house(database, tmp_path) as one, open_house(database, tmp_path) as two:
        for _ in range(4):
            _, id = await wait_with_bots(one)
            for house in (one, two):
                skip(house, LATER)
            filled = await asyncio.gather(*(h.tables.filling.look() for h in (one, two) * 2))
            assert sum(filled) == 1
            assert await notices(one, id) == ["filled"]
            assert (await two.store.tables.find(id)).status == RUNNING  # type: ignore[union-attr]


@in_a_loop
async def test_a_host_may_call_it_off(tmp_path: Path) -> None:
    async with open_house(f"sqlite:///{tmp_path / 'table.db'}", tmp_path) as house:
        anne, id = await wait_with_bots(house)
        bob, _ = await house.people.welcome("Bob")
        gathering = house.tables.gathering
        with pytest.raises(TableError, match="opened the table"):
            await gathering.call_off_bots(id, bob)
        await gathering.call_off_bots(id, anne)
        skip(house, LATER)
        assert await house.tables.filling.look() == 0
        assert await notices(house, id) == ["called_off"]
        with pytest.raises(TableError):
            await gathering.call_off_bots(id, anne)


@in_a_loop
async def test_bots_do_not_sit_down_where_nobody_has_stayed(tmp_path: Path) -> None:
    async with open_house(f"sqlite:///{tmp_path / 'table.db'}", tmp_path) as house:
        anne, id = await wait_with_bots(house)
        await house.tables.gathering.leave(id, anne, 0)
        skip(house, LATER)
        assert await house.tables.filling.look() == 0
        found = await house.store.tables.find(id)
        assert found is not None
        assert (found.status, found.fill_at) == (GATHERING, None)


@in_a_loop
async def test_a_full_table_that_was_never_started_is_found(tmp_path: Path) -> None:
    """The server ended between the last seat and the start: nobody needs to open the table."""
    address = f"sqlite:///{tmp_path / 'table.db'}"
    async with open_house(address, tmp_path) as house:
        _, id = await wait_with_bots(house)
        await house.store.seats.fill(id, "random", {1: "Mistral", 2: "Sirocco"})
    async with open_house(address, tmp_path) as house:
        await house.tables.filling.look()
        found = await house.store.tables.find(id)
        assert found is not None
        assert found.status == RUNNING
        assert found.began is not None


def test_bots_still_come_after_a_kill(launch: Launch) -> None:
    server = launch()
    anne = server.client("Anne")
    id = anne.host("here", "open", fill_after=6, fill_bot="random")
    assert anne.table(id)["fill_after"] == 6
    server.skip(3600)
    server.kill()
    # While it is down no time passes: the six hours are those in which somebody could have come
    server.start()
    assert anne.table(id)["status"] == GATHERING
    server.skip(6 * 3600)
    wait_until(lambda: anne.table(id).get("status") != GATHERING, "the bots", 200)
    said = anne.ask(f"/api/tables/{id}/chat")
    assert sum("bots have taken" in line["text"] for line in said) == 1


def test_wishes_are_told_and_filtered_by(server: Server) -> None:
    anne, bob = server.client("Anne"), server.client("Bob")
    french = anne.host(
        "here", "open", "open", title="Marins", language="fr", experience="beginners",
        remark="  Venez\n<b>tous</b>  ", pace="day",
    )  # fmt: skip
    sharp = anne.host("here", "open", title="Sharks", language="en", experience="experienced")

    def listed(query: str) -> set[str]:
        found = {row["id"] for row in bob.ask(f"/api/tables?{query}")["open"]}
        page = bob.get(f"/?{query}").text
        assert {id for id in (french, sharp) if f'action="/t/{id}/join"' in page} == found & {
            french,
            sharp,
        }
        return found & {french, sharp}

    assert listed("") == {french, sharp}
    assert listed("language=fr") == {french}
    assert listed("experience=experienced") == {sharp}
    assert listed("free=2") == {french}
    assert listed("pace=day") == {french}
    assert listed("game=saltfjord") == set()
    page = bob.get("/?language=fr").text
    assert "Venez &lt;b&gt;tous&lt;/b&gt;" in page
    assert "beginners welcome" in page
    assert "débutants bienvenus" in Client(bob.address, bob.secret, "fr").get("/").text
    for bad in ("language=xx", "free=99", "pace=slow", "game=chess", "experience=%27"):
        assert bob.get(f"/api/tables?{bad}").status == 400
        assert bob.get(f"/?{bad}").status == 400
    assert anne.post("/api/tables", {"game": "salty_ocean", "seating": ["here", "open"],
                                     "remark": "x" * 141}).status == 422  # fmt: skip
    answer = bob.send("POST", f"/t/{french}/join", b"", FORM)
    assert (answer.status, answer.headers["location"]) == (303, f"/t/{french}")


def test_a_table_is_found_for_whoever_asks(launch: Launch) -> None:
    server = launch()
    anne, bob, claire = (server.client(name) for name in ("Anne", "Bob", "Claire"))
    hard = anne.host("here", "open", experience="experienced", game="salty_ocean")
    easy = anne.host("here", "open", "open", experience="beginners", game="salty_ocean")
    # A newcomer goes where beginners are welcome
    assert bob.tell("/api/tables/find", {"game": "salty_ocean"})["id"] == easy
    # Whoever waits already is led back there
    assert bob.tell("/api/tables/find", {"game": "salty_ocean"})["id"] == easy
    made = claire.tell("/api/tables/find", {"game": "saltfjord", "language": "fr"})["id"]
    assert made not in (hard, easy)
    table = claire.table(made)
    assert (table["game"], table["fill_after"], table["language"]) == ("saltfjord", 24, "fr")
    assert claire.post("/api/tables/find", {"game": "chess"}).status == 404
    answer = claire.send("POST", "/find", b"game=salty_ocean", FORM)
    assert answer.headers["location"] == f"/t/{easy}"
    assert claire.send("POST", "/find", b"game=chess", FORM).status == 400
    Visitor(server.address).send_form(
        "/find", {"name": "Denis", "game": "saltfjord", "language": "fr"}
    )
    assert "Denis" in claire.get(f"/t/{made}").text


@in_a_loop
async def test_whom_somebody_blocks_is_not_met(tmp_path: Path) -> None:
    async with open_house(f"sqlite:///{tmp_path / 'table.db'}", tmp_path) as house:
        anne, id = await wait_with_bots(house)
        bob, _ = await house.people.welcome("Bob")
        await house.names.company.block(bob, anne.id)
        found = await house.seeking.find(bob, Sought("salty_ocean"))
        assert found != id


@pytest.mark.parametrize(
    "bad", [{"experience": "x"}, {"language": "de"}, {"fill_after": 2}, {"remark": "x" * 141}]
)
def test_a_wish_that_nobody_knows_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(TableError):
        Wishes(**bad).checked()


def test_a_remark_is_cleaned_as_titles_are() -> None:
    assert Wishes(remark=" a\u202e\n\tb\x00 ").checked().remark == "a b"
