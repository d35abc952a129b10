"""Whether the others at a table are here, were here lately, or are away, and who is told."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from quarterdeck.server.gathering import NewTable
from quarterdeck.server.house import House
from quarterdeck.server.live import LiveTable
from quarterdeck.server.presence import SLACK, Clock
from quarterdeck.server.settings import Settings
from quarterdeck.server.store.rows import Guest
from quarterdeck.server.whereabouts import AWAY, HERE, LATELY
from tests.server.servers import Server
from tests.server.test_presence import Time, pass_by, two_players
from tests.server.visitor import FRAGMENT, Visitor


@asynccontextmanager
async def house_in(folder: Path, time: Time) -> AsyncIterator[House]:
    settings = Settings(database=f"sqlite:///{folder / 'table.db'}", key_file=folder / "server.key")
    house = House(settings, clock=Clock(time))
    await house.open()
    try:
        yield house
    finally:
        await house.close()


async def hows(house: House, table: LiveTable, reader: Guest) -> list[str | None]:
    found = await house.tables.whereabouts.look(table, reader.id)
    return [None if where is None else where.how for where in found]


async def go_on(house: House, time: Time, seconds: float) -> None:
    """Time passes, and it is noticed who comes and goes."""
    await pass_by(time, seconds, house.tables.presence)
    await house.tables.whereabouts.check_all()


def test_players_are_told_only_when_somebody_comes_or_goes(tmp_path: Path) -> None:
    async def main() -> None:
        time = Time()
        async with house_in(tmp_path, time) as house:
            table, anne, bob = await two_players(house)
            tables, seats = house.tables, {"Anne": (0,), "Bob": (1,)}
            async with tables.hub.watching(table.row.id):
                with tables.presence.watching() as hers:
                    hers.people = frozenset({(table.row.id, anne.id)})
                    with tables.presence.watching() as his:
                        his.people = frozenset({(table.row.id, bob.id)})
                        assert await hows(house, table, anne) == [None, HERE]
                        assert await hows(house, table, bob) == [HERE, None]
                        editions = [table.edition(held) for held in (*seats.values(), ())]
                        # However long they stay, there is nothing to tell
                        for _ in range(20):
                            await go_on(house, time, 60)
                        assert [table.edition(h) for h in (*seats.values(), ())] == editions
                    # Nor if somebody is back at once
                    await go_on(house, time, SLACK - 20)
                    assert table.edition((0,)) == editions[0]
                    await go_on(house, time, 60)
                    assert await hows(house, table, anne) == [None, LATELY]
                    gone = table.edition((0,))
                    assert gone != editions[0]
                    # A spectator cannot even tell that somebody came or went
                    assert table.edition(()) == editions[2]
                    assert await tables.whereabouts.look(table, "somebody else") == ()
                    # For how long is counted by the page: what it shows is written once
                    shown = await tables.whereabouts.look(table, anne.id)
                    for _ in range(3):
                        await go_on(house, time, 60)
                    assert await tables.whereabouts.look(table, anne.id) == shown
                    assert table.edition((0,)) == gone
                    await go_on(house, time, 300)
                    assert await hows(house, table, anne) == [None, AWAY]
                    later = await tables.whereabouts.look(table, anne.id)
                    assert [w and w.since for w in later] == [w and w.since for w in shown]
                    # Whoever comes back is back at once
                    before = table.edition((0,))
                    tables.presence.sign(table.row.id, (bob.id,))
                    await tables.whereabouts.check(table)
                    assert await hows(house, table, anne) == [None, HERE]
                    assert table.edition((0,)) != before

    asyncio.run(main())


def test_neither_bots_nor_ones_own_device_have_whereabouts(tmp_path: Path) -> None:
    async def main() -> None:
        time = Time()
        async with house_in(tmp_path, time) as house:
            create = house.tables.gathering.create
            anne, _ = await house.people.welcome("Anne")
            wish = NewTable("salty_ocean", ("here", "here", "greedy"), {})
            shared = await create(wish, anne)
            assert await house.tables.whereabouts.look(shared, anne.id) == ()
            bob, _ = await house.people.welcome("Bob")
            seating = ("here", "here", "greedy", "open")
            table = await create(NewTable("salty_ocean", seating, {}), anne)
            await house.tables.gathering.join(table.row.id, bob)
            assert await hows(house, table, anne) == [None, None, None, HERE]
            assert await hows(house, table, bob) == [HERE, HERE, None, None]
            # Where a bot stands in nobody is missed
            await house.tables.stand_ins.hand_over(table.row.id, bob, 3)
            assert await hows(house, table, anne) == [None, None, None, None]

    asyncio.run(main())


def _presences(page: str) -> list[tuple[str, str]]:
    return re.findall(r'class="presence (\w+)"[^>]*>([^<]+)<', page)


def test_cards_and_seats_tell_who_is_away_in_both_languages(server: Server) -> None:
    anne, bob = Visitor(server.address).come("Anne"), Visitor(server.address).come("Bob")
    eve = Visitor(server.address).come("Eve")
    table = anne.host("here", "open", "open")
    assert _presences(anne.get(f"/t/{table}").text) == []
    bob.send_form(f"/t/{table}/join", {"seat": "1"})
    assert _presences(anne.get(f"/t/{table}").text) == [("here", "here")]
    assert _presences(eve.get(f"/t/{table}").text) == []
    server.skip(int(SLACK) + 60)
    page = anne.get(f"/t/{table}/parts?room=waiting", **FRAGMENT).text
    assert _presences(page) == [("lately", "was here a moment ago")]
    anne.send_form(f"/t/{table}/fill", {"bot": "random"})
    server.skip(int(SLACK) + 301)
    page = anne.get(f"/t/{table}", **{"Accept-Language": "fr"}).text
    assert _presences(page) == [("away", "n’est pas là")]
    assert re.search(r'data-since="\d+" data-ago="n’est pas là, dernière visite %"', page)
    # It is read before anything is opened
    assert page.index('class="presence') < page.index('<details class="seat-more" id="seat-more-1"')
    assert "Bob · away" in " ".join(anne.get(f"/t/{table}/text").text.split())
    assert _presences(eve.get(f"/t/{table}").text) == []
