"""Chances during play: for those who may know them, from what they know, and for nobody else."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.review.model import Standing
from quarterdeck.server.house import House
from quarterdeck.server.live import LiveTable, Outlook
from quarterdeck.server.outlooks import Onlooker, find_onlooker
from tests.server.client import Client, wait_until
from tests.server.houses import open_house, play, play_on, seat_here, undo
from tests.server.visitor import Visitor, words_of
from tests.test_game import look, looking


def chances(client: Client, table: str) -> Any:
    return client.get(f"/api/tables/{table}/chances")


def test_spectators_see_chances_and_players_among_people_do_not(anne: Client, bob: Client) -> None:
    table = anne.host("here", "open", chances=True)
    assert "chances of winning are shown" in words_of(Visitor.of(anne).get(f"/t/{table}").text)
    bob.join(table)
    found = chances(Client(anne.address), table)
    assert found.status == 200
    told = found.json()
    assert sum(told["chances"]) == pytest.approx(1, abs=0.001)
    assert len(told["points"]) == 2
    watching = Visitor(anne.address).get(f"/t/{table}").text
    assert 'id="chances"' in watching
    assert "Bob: " in words_of(watching)
    for player in (anne, bob):
        assert chances(player, table).status == 403
        for page in ("", "/text", "/replay"):
            assert 'id="chances"' not in Visitor.of(player).get(f"/t/{table}{page}").text


def test_whoever_plays_against_bots_only_sees_them(anne: Client, bob: Client) -> None:
    table = anne.host("here", "greedy", chances=True)
    wait_until(lambda: bool(anne.choices(table)["choices"]), "one's turn")
    assert len(chances(anne, table).json()["chances"]) == 2
    page = Visitor.of(anne).get(f"/t/{table}/text").text
    assert "Chances of winning" in page
    assert "Anne: " in words_of(page)
    assert len(chances(bob, table).json()["chances"]) == 2


def test_nobody_sees_them_where_they_are_not_switched_on(anne: Client, bob: Client) -> None:
    table = anne.host("here", "greedy")
    for reader in (anne, bob):
        refused = chances(reader, table)
        assert (refused.status, refused.json()["id"]) == (403, "qd.chances.not_told")
    assert 'id="chances"' not in Visitor.of(anne).get(f"/t/{table}").text


def test_alone_the_points_expected_are_told(anne: Client) -> None:
    table = anne.host("here", game="saltfjord", chances=True)
    page = Visitor.of(anne).get(f"/t/{table}/text").text
    assert "Expected at the end:" in words_of(page)


# Inside the house


def judge_by_hand(house: House, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Chances are found at once; gives by whose eyes."""
    asked: list[int] = []

    async def stand(_r: Any, position: Any, _o: Any, chair: Any, _w: str) -> Standing:
        asked.append(chair.seat)
        share = 1 / position.seats
        return Standing((share,) * position.seats, (float(len(asked)),) * position.seats)

    monkeypatch.setattr(house.tables._thinkers, "stand", stand)
    return asked


async def seen(house: House, table: LiveTable, *mine: int) -> Outlook | None:
    return await house.tables.outlooks.settle(table, mine)


def test_a_position_is_judged_once_and_anew_after_a_choice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with open_house(f"sqlite:///{tmp_path / 'table.db'}", tmp_path) as house:
            asked = judge_by_hand(house, monkeypatch)
            _, table = await seat_here(house, "salty_ocean", "here", "here", chances=True)
            first = await seen(house, table)
            assert await seen(house, table) == first
            assert asked == [-1]
            edition = table.edition(()), table.edition((0, 1))
            await play_on(house, table, 1)
            assert await seen(house, table) != first
            assert asked == [-1, -1]
            seat = table.playing().record.entries[-1].seat
            if table.playing().undoable(seat) is not None:
                # Back at the same ply, the lines have moved on
                await undo(house, table, seat)
                await seen(house, table)
                assert len(asked) == 3
            assert table.edition(()) != edition[0]
            assert await seen(house, table, 0, 1) is None

    asyncio.run(scenario())


def test_what_is_chosen_in_secret_moves_no_chances(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with open_house(f"sqlite:///{tmp_path / 'table.db'}", tmp_path) as house:
            asked = judge_by_hand(house, monkeypatch)
            _, table = await seat_here(house, "rolling_seas", "here", "here", chances=True)
            game = table.playing()
            while not game.position.lanes:
                await play_on(house, table, 1)
            first = await seen(house, table)
            count = len(asked)
            await play(house, table, game.legal_for(0)[0].code, seat=0)
            assert game.position.lanes
            assert await seen(house, table) == first
            assert len(asked) == count

    asyncio.run(scenario())


def test_spectators_see_none_while_a_player_knows_a_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with open_house(f"sqlite:///{tmp_path / 'table.db'}", tmp_path) as house:
            _, table = await seat_here(house, "salty_ocean", "here", "here", chances=True)
            assert find_onlooker(table, ()) == Onlooker(None)
            table.game = looking()
            look(table.game)
            table.pages.forget()
            assert find_onlooker(table, ()) is None

    asyncio.run(scenario())


def test_one_person_with_two_seats_plays_against_people(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_house(f"sqlite:///{tmp_path / 'table.db'}", tmp_path) as house:
            _, shared = await seat_here(house, "salty_ocean", "here", "here", chances=True)
            assert find_onlooker(shared, (0, 1)) is None
            _, alone = await seat_here(house, "salty_ocean", "here", "random", chances=True)
            assert find_onlooker(alone, (0,)) == Onlooker(0)

    asyncio.run(scenario())
