"""Finished games: searched for, sorted, page by page, by their own players only."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import create_engine

from quarterdeck.server.folding import fold
from quarterdeck.server.gathering import NewTable
from quarterdeck.server.house import House
from quarterdeck.server.store.archive import (
    OLDEST,
    WITH_BOTS,
    WITHOUT_BOTS,
    WON,
    Search,
    put_in_archive,
)
from quarterdeck.server.store.migrate import _config, upgrade
from quarterdeck.server.store.results import ResultRow
from quarterdeck.server.store.rows import BOT, FINISHED, PERSON, Guest, SeatRow, TableRow
from quarterdeck.statistics.counting import PlayedSeat
from tests.server.client import Client, any_choice, play_out, wait_for_result
from tests.server.houses import in_a_loop, open_house, play, sql
from tests.server.servers import Server

DAY = 86_400.0
ANNE, BOB = Guest("anne00000001", "Anne"), Guest("bob000000001", "Bob")


async def keep(
    house: House, id: str, ended: float, *others: tuple[str, str], title: str = "", **more: Any
) -> None:
    """A finished game of Anne's, as if it had been played; others by kind and name."""
    won = more.pop("won", 1.0)
    game = more.pop("game", "salty_ocean")
    people = [SeatRow(0, PERSON, None, ANNE.id, ANNE.name)]
    people += [
        SeatRow(number, kind, "random" if kind == BOT else None, _id(kind, name), name)
        for number, (kind, name) in enumerate(others, 1)
    ]
    row = TableRow(
        id=id,
        game=game,
        rules=1,
        seats=len(people),
        options=more.pop("options", {}),
        components="",
        title=title,
        listed=False,
        status=FINISHED,
        host=ANNE.id,
        rematch_of=None,
        rematch=None,
        created=ended,
        changed=ended,
    )
    await house.store.tables.add(row, people)

    def note(connection: Any) -> None:
        put_in_archive(connection, id, ended)

    await house.store.database.write(note)
    played = PlayedSeat(
        id, 0, game, len(people), {}, ended, 42, 1 if won else 2, won, 3, 9, {}, {}, ""
    )
    await house.store.results.add([ResultRow(played, PERSON, ANNE.id)])


def _id(kind: str, name: str) -> str | None:
    return f"id{fold(name)}"[:20] if kind == PERSON else None


async def ids(house: House, guest: Guest = ANNE, **wanted: Any) -> list[str]:
    found = await house.store.archive.search(guest.id, Search(**wanted))
    return [each.row.id for each in found.games]


@in_a_loop
async def test_games_are_found_by_everything_that_is_asked_for(
    database: str, tmp_path: Path
) -> None:
    async with open_house(database, tmp_path) as house:
        await keep(house, "a", 1 * DAY, (PERSON, "Émile Œuvrard"), title="La Rochelle")
        await keep(house, "b", 2 * DAY, (BOT, "Mistral"), title="100% herring", won=0.0)
        await keep(
            house, "c", 3 * DAY, (PERSON, "Bob"), (BOT, "Sirocco"), game="saltfjord",
            options={"solo": "yes", "map": "north"},
        )  # fmt: skip
        assert await ids(house) == ["c", "b", "a"]
        assert await ids(house, order=OLDEST) == ["a", "b", "c"]
        assert await ids(house, opponent="emile oeu") == ["a"]
        assert await ids(house, opponent="ÉMILE") == ["a"]
        # One's own name is in every game
        assert await ids(house, opponent="Anne") == []
        assert await ids(house, title="rochelle") == ["a"]
        assert await ids(house, game="saltfjord") == ["c"]
        assert await ids(house, since=2 * DAY, until=3 * DAY) == ["b"]
        assert await ids(house, bots=WITHOUT_BOTS) == ["a"]
        assert await ids(house, bots=WITH_BOTS) == ["c", "b"]
        assert await ids(house, result=WON) == ["c", "a"]
        assert await ids(house, result="lost") == ["b"]
        assert await ids(house, options={"map": "north"}) == ["c"]
        assert await ids(house, options={"map": "south"}) == []
        assert await ids(house, BOB) == []


@pytest.mark.parametrize(
    "text",
    ["%", "_", "100%", "\\", "\\%", "'; DROP TABLE seats; --", '" OR 1=1', "%_%", "*", "?", "\x00"],
)
@in_a_loop
async def test_signs_in_a_search_mean_nothing_but_themselves(tmp_path: Path, text: str) -> None:
    async with open_house(f"sqlite:///{tmp_path / 'table.db'}", tmp_path) as house:
        await keep(house, "plain", 1 * DAY, (PERSON, "Bob"), title="Rouen")
        await keep(house, "odd", 2 * DAY, (PERSON, "Bob"), title=f"a{text}b")
        assert await ids(house, title=text) == (["odd"] if fold(text) else ["odd", "plain"])
        assert await ids(house, opponent=text) == ([] if fold(text) else ["odd", "plain"])
        assert len(await ids(house)) == 2


@in_a_loop
async def test_pages_stay_whole_while_games_end(database: str, tmp_path: Path) -> None:
    async with open_house(database, tmp_path) as house:
        # Several end at the same moment
        for number in range(12):
            await keep(house, f"g{number:02}", number // 3 * DAY, (PERSON, "Bob"))
        seen: list[str] = []
        after = None
        for page in range(4):
            found = await house.store.archive.search(ANNE.id, Search(), after, limit=5)
            seen += [each.row.id for each in found.games]
            await keep(house, f"new{page}", (100 + page) * DAY, (PERSON, "Bob"))
            after = found.after
            if after is None:
                break
        assert seen == sorted((f"g{number:02}" for number in range(12)), reverse=True)


@in_a_loop
async def test_a_game_is_in_the_archive_once_it_is_over(database: str, tmp_path: Path) -> None:
    async with open_house(database, tmp_path) as house:
        anne, _ = await house.people.welcome("Anne")
        made = await house.tables.gathering.create(
            NewTable("salty_ocean", ("here", "here"), {}, "Été"), anne
        )
        assert await ids(house, anne) == []
        while not made.playing().finished:
            await play(house, made, made.playing().position.legal(made.playing().actor or 0)[-1])
        assert await ids(house, anne, title="ete") == [made.row.id]
        assert (await house.mine.of(anne.id)).all == ()


@in_a_loop
async def test_games_of_before_are_in_the_archive_too(tmp_path: Path) -> None:
    """The migration finds what was finished before there was an archive."""
    address = f"sqlite:///{tmp_path / 'table.db'}"
    async with open_house(address, tmp_path) as house:
        await keep(house, "old", 5 * DAY, (PERSON, "Émile"), title="Été")
    engine = create_engine(address)
    with engine.begin() as connection:
        config = _config()
        config.attributes["connection"] = connection
        command.downgrade(config, "0017")
        upgrade(connection)
    engine.dispose()
    assert await sql(address, "SELECT ended, folded FROM seats ORDER BY number") == [
        (5 * DAY, "anne"),
        (5 * DAY, "emile"),
    ]
    async with open_house(address, tmp_path) as house:
        assert await ids(house, title="ete", opponent="emile") == ["old"]


# Over HTTP


def test_the_page_of_the_archive_links_to_everything(server: Server) -> None:
    anne, bob = server.client("Anne"), server.client("Bob")
    table = anne.host("here", "open", title="Rouen 1450", listed=False)
    bob.join(table)
    play_out(table, {0: anne, 1: bob}, any_choice(3))
    wait_for_result(anne, table)
    page = anne.get("/mine/archive?opponent=bob&title=rouen&bots=without").text
    for path in ("", "/replay", "/review", "/result.png", "/record"):
        assert f'href="/t/{table}{path}"' in page
    assert table in anne.get("/mine/archive?game=salty_ocean&order=oldest").text
    assert table not in anne.get("/mine/archive?game=saltfjord").text
    assert "No finished game fits" in anne.get("/mine/archive?title=nowhere").text
    assert "Aucune partie" in Client(
        anne.address, anne.secret, "fr"
    ).get("/mine/archive?title=nulle+part").text  # fmt: skip
    assert table not in server.client("Claire").get("/mine/archive").text
    assert table not in server.client().get("/mine/archive").text
    today = time.strftime("%Y-%m-%d", time.gmtime())
    assert table in anne.get(f"/mine/archive?from={today}&to={today}").text
    assert table not in anne.get("/mine/archive?to=2020-01-01").text
    found = anne.ask("/api/me/games?opponent=BOB")
    assert [game["id"] for game in found["games"]] == [table]
    assert found["after"] is None


@pytest.mark.parametrize(
    "query",
    ["from=yesterday", "to=2026-13-45", "result=drawn", "bots=some", "order=odd", "game=chess",
     "game=salty_ocean&option-nothing=x&after=1~2~3", "after=x", "from=0001-01-01"],
)  # fmt: skip
def test_what_cannot_be_understood_is_refused_in_words(anne: Client, query: str) -> None:
    answer = anne.get(f"/mine/archive?{query}")
    assert answer.status == 400
    assert 'class="notice"' in answer.text
    assert anne.get(f"/api/me/games?{query}").status == 400
