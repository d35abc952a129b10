"""kill −9 under load: what was acknowledged is there, and every table goes on."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path

from quarterdeck.server.store import Database, Store, engine_for
from quarterdeck.server.store.rows import Guest
from tests.server.client import wait_until
from tests.server.servers import Launch
from tests.server.stubborn import Stubborn, check_nothing_lost, play_through

TABLES = 3
KILLS = 3


def test_a_server_killed_under_load_loses_nothing_it_has_acknowledged(
    launch: Launch, database: str
) -> None:
    server = launch(database)
    players = [Stubborn(server.client(), number) for number in range(TABLES)]

    def kill_now_and_then() -> None:
        moments = random.Random()
        for _ in range(KILLS):
            time.sleep(moments.uniform(0.1, 0.8))
            server.kill()
            server.start()

    play_through(players, kill_now_and_then)
    assert sum(player.repeats for player in players) >= KILLS
    check_nothing_lost(database, players)


def test_a_killed_server_comes_back_in_the_middle_of_a_decision(
    launch: Launch, database: str
) -> None:
    server = launch(database)
    anne = server.client("Anne")
    table = anne.host("here", "here")
    lines = anne.move(table, anne.lines(table), "move_goods")
    before = anne.table(table)
    with anne.watching(table, last=lines) as stream:
        server.kill()
        assert stream.ended()
    server.start()
    assert anne.table(table) == before
    with anne.watching(table, last=lines - 1) as stream:
        assert stream.next().id == str(lines)
        lines = anne.move(table, lines, "load caravel_1 salt 1")
        assert stream.next().id == str(lines)


def test_a_table_that_was_full_but_not_started_starts(launch: Launch, database: str) -> None:
    """The server stopped after the last guest had sat down, before the first deal."""
    server = launch(database)
    anne, bob = server.client("Anne"), server.client("Bob")
    table = anne.host("here", "open")
    server.kill()

    async def sit_down() -> None:
        store = Store(Database(engine_for(database)))
        await store.database.open()
        await store.seats.take(table, 1, Guest(bob.id, bob.name), None)
        await store.database.close()

    asyncio.run(sit_down())
    server.start()
    assert anne.table(table)["status"] == "running"
    assert [seat["name"] for seat in bob.table(table)["seats"]] == ["Anne", "Bob"]


def test_bots_processes_end_with_a_killed_server(launch: Launch) -> None:
    def children(pid: int) -> list[int]:
        lists = Path(f"/proc/{pid}/task").glob("*/children")
        return [int(child) for file in lists for child in file.read_text().split()]

    server = launch()
    anne = server.client("Anne")
    table = anne.host("here", "random")
    with anne.watching(table) as stream:
        while not anne.choices(table)["choices"]:
            stream.next()
        lines = anne.move(table, anne.lines(table), "pass")
        stream.until(lambda event: event.data["lines"] > lines)
    workers = children(server.pid)
    assert workers
    server.kill()
    wait_until(lambda: not any(_alive(pid) for pid in workers), "the bots' processes to end")


def _alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
