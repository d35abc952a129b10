"""Several server processes on one PostgreSQL share their tables."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode

import asyncpg
import pytest

from tests.server.client import Client, any_choice, new_key, play_out, wait_until
from tests.server.records import verified
from tests.server.servers import Server, new_postgres_database

Pair = tuple[Server, Server]


@pytest.fixture(scope="module")
def pair(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two servers on the same database."""
    folder = tmp_path_factory.mktemp("pair")
    database = new_postgres_database(postgres)
    one, two = (
        Server(folder / name, database, key_file=folder / "shared.key") for name in ("one", "two")
    )
    with ThreadPoolExecutor(2) as pool:
        # At once: both of them find an empty database and migrate it.
        for started in [pool.submit(server.start) for server in (one, two)]:
            started.result()
    yield one, two
    one.kill()
    two.kill()


def here_and_there(pair: Pair, name: str) -> tuple[Client, Client]:
    """The same guest at both servers."""
    here = pair[0].client(name)
    there = Client(pair[1].address, here.secret)
    return here, there


def test_a_move_posted_to_one_reaches_the_pages_of_the_other(pair: Pair) -> None:
    here, there = here_and_there(pair, "Anne")
    table = here.host("here", "here")
    lines = here.lines(table)
    with there.watching(table) as stream, pair[1].client().watching(table) as other:
        assert stream.next().id == other.next().id == str(lines)
        for poster in (here, there, here):
            lines = poster.move(table, lines, "pass")
            for watcher in (stream, other):
                watcher.until_line(lines)
        assert there.table(table)["view"] == here.table(table)["view"]
        here.tell(f"/api/tables/{table}/chat", {"text": "Hello over there"})
        stream.until(lambda event: event.name == "news")
        assert there.ask(f"/api/tables/{table}/chat")[0]["text"] == "Hello over there"


def test_a_move_is_not_stale_because_the_other_process_is_late(pair: Pair) -> None:
    here, there = here_and_there(pair, "Anne")
    table = here.host("here", "here")
    lines = here.lines(table)
    there.table(table)
    for turn in range(8):
        poster = (here, there)[turn % 2]
        lines = poster.move(table, lines, "pass")


def test_a_page_of_one_process_shows_what_the_other_has_just_done(pair: Pair) -> None:
    here, there = here_and_there(pair, "Anne")
    table = here.host("here", "here")
    lines = here.lines(table)
    for turn in range(8):
        poster, reader = (here, there)[turn % 2], (there, here)[turn % 2]
        lines = poster.move(table, lines, "pass")
        for path in ("", "/text", "/parts"):
            page = reader.get(f"/t/{table}{path}", **{"HX-Request": "true"}).text
            assert f'name="expected" value="{lines}"' in page
        # And a form that was made from it is no older than its page.
        form = {"expected": lines, "seat": turn % 2, "key": new_key(), "choice": "fly"}
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        refused = reader.send("POST", f"/t/{table}/choose", urlencode(form).encode(), kind)
        assert refused.status in (403, 422)


def test_of_posts_to_both_at_once_exactly_one_wins(pair: Pair) -> None:
    here, there = here_and_there(pair, "Anne")
    table = here.host("here", "here")
    lines = here.lines(table)
    there.table(table)
    with ThreadPoolExecutor(2) as pool:
        for _ in range(8):
            expected = lines
            found = [
                posted.result()
                for posted in [
                    pool.submit(here.try_move, table, expected, "pass"),
                    pool.submit(there.try_move, table, expected, "pass"),
                ]
            ]
            assert sorted(answer.status for answer in found) == [200, 409]
            (loser,) = [answer for answer in found if answer.status == 409]
            assert loser.json()["id"] == "qd.server.stale"
            (winner,) = [answer for answer in found if answer.status == 200]
            lines = winner.json()["lines"]
    # Line by line, each of the eight was applied once.
    assert here.record(table).count('"pass"') == there.record(table).count('"pass"') == 8


def test_the_same_post_to_both_is_applied_once_and_answered_twice(pair: Pair) -> None:
    here, there = here_and_there(pair, "Anne")
    table = here.host("here", "here")
    there.table(table)
    with ThreadPoolExecutor(2) as pool:
        for count in range(1, 7):
            lines, key = here.lines(table), new_key()
            posted = [
                pool.submit(client.try_move, table, lines, "pass", key=key)
                for client in (here, there)
            ]
            assert [answer.result().status for answer in posted] == [200, 200]
            assert here.record(table).count('"pass"') == count
            late = there.try_move(table, lines, "pass", key=key)
            assert late.status == 200


def _running(guest: Client, table: str) -> bool:
    return bool(guest.table(table)["status"] == "running")


def test_guests_who_sit_down_at_both_at_once_start_one_game(pair: Pair) -> None:
    one, two = pair[0].client("Anne"), pair[1].client("Bob")
    host = pair[0].client("Harriet")
    with ThreadPoolExecutor(2) as pool:
        for _ in range(4):
            table = host.host("here", "open", "open")
            two.table(table)
            joined = [pool.submit(guest.join, table, n) for n, guest in ((1, one), (2, two))]
            assert len({seat.result() for seat in joined}) == 2
            for guest in (one, two):
                wait_until(lambda: _running(guest, table), "the game to start on both")  # noqa: B023
            assert one.table(table)["view"]["order"] == two.table(table)["view"]["order"]
            assert one.lines(table) == two.lines(table)
            # And of two who want the same seat, one gets it.
            contested = host.host("here", "open", "open")
            two.table(contested)
            path = f"/api/tables/{contested}/join"
            wishes = [pool.submit(guest.post, path, {"seat": 1}) for guest in (one, two)]
            assert sorted(wish.result().status for wish in wishes) == [200, 409]


def test_bots_of_a_shared_table_do_not_play_twice(pair: Pair) -> None:
    here, there = here_and_there(pair, "Anne")
    table = here.host("here", "random")
    there.table(table)
    play_out(table, {0: there}, any_choice(11), stop=30)
    for client in (here, there):
        verified(client.record(table))
    play_out(table, {0: here}, lambda n: "pass" if "pass" in n else n[0])
    with there.watching(table) as stream:
        stream.until(lambda event: bool(event.data["finished"]))
    assert here.record(table) == there.record(table)
    assert verified(here.record(table)).outcome is not None


async def hang_up(server: Server) -> int:
    """The database drops the connection through which this server hears of the others."""
    connection = await asyncpg.connect(server.database)
    try:
        dropped = await connection.fetch(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1",
            f"quarterdeck {server.pid}",
        )
        return len(dropped)
    finally:
        await connection.close()


@pytest.mark.parametrize("who", ["the one that posts", "the one that listens", "both"])
def test_news_go_on_after_the_database_has_hung_up(pair: Pair, who: str) -> None:
    here, there = here_and_there(pair, "Anne")
    table = here.host("here", "here")
    lines = here.lines(table)
    dropped = {"the one that posts": pair[:1], "the one that listens": pair[1:], "both": pair}[who]
    with there.watching(table) as stream:
        assert stream.next().id == str(lines)
        for server in dropped:
            assert asyncio.run(hang_up(server)) == 1
        # Nobody can tell this page at once, but it learns of it without doing anything.
        for _ in range(2):
            lines = here.move(table, lines, "pass")
            stream.until_line(lines)


def test_logging_out_at_one_ends_streams_and_secrets_at_the_other(pair: Pair) -> None:
    here, there = here_and_there(pair, "Anne")
    table = here.host("here", "here")
    there.table(table)
    with there.watching(table) as stream:
        stream.next()
        new = here.tell("/api/me/log-out")["secret"]
        assert stream.ended()
    assert there.get("/api/tables").json()["id"] == "qd.server.bad_token"
    there.secret = new
    assert there.table(table)["viewer"] is not None


def test_a_spectator_sent_away_at_one_is_away_at_the_other(pair: Pair) -> None:
    here, there = here_and_there(pair, "Anne")
    table = here.host("here", "here")
    eve = pair[1].client("Eve")
    with eve.watching(table) as stream:
        stream.next()
        path = f"/api/tables/{table}/spectators/{eve.id}"
        body = b'{"how": "removed"}'
        answer = here.send("PUT", path, body, {"Content-Type": "application/json"})
        assert answer.status == 200
        assert stream.ended()
    assert eve.get(f"/api/tables/{table}").json()["id"] == "qd.server.removed"
    assert there.table(table)["viewer"] is not None
