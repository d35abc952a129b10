"""How sure of winning bots were: told after the game where the table wants it, never before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from quarterdeck import record
from quarterdeck.kernel.catalogue import LANGUAGES
from tests.server.client import Client, wait_until
from tests.server.servers import Launch, Server
from tests.server.serving import TELLING_BOTS, TOY_GAME
from tests.server.skerries import GAME, Rower, rowers
from tests.server.test_going_back import stored
from tests.server.visitor import FRAGMENT, Visitor, words_of

TELLING = {"environment": {TOY_GAME: "1", TELLING_BOTS: "1"}}
SURE = 0.7312
# What would give it away, in numbers and in words.
SAID = {"en": "73% sure of winning", "fr": "sûr de gagner à 73\u00a0%"}
SIGNS = (b"0.731", b'class="certainty"', *(said.encode() for said in SAID.values()))


@pytest.fixture(scope="module")
def telling(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with bots that tell how sure they are."""
    folder = tmp_path_factory.mktemp("telling")
    made = Server(folder, f"sqlite:///{folder / 'table.db'}", **TELLING).start()
    yield made
    made.kill()


def choose_once(player: Rower) -> None:
    """Whatever is open, once there is something."""
    wait_until(lambda: bool(player.notations) or player.state["finished"], "her turn or the end")
    if player.notations:
        notations = player.notations
        if notations[0].startswith("row"):
            player.sets_out("south")
        else:
            player.play("rest" if "rest" in notations else notations[0])


def play_to_the_end(player: Rower) -> None:
    while not player.state["finished"]:
        choose_once(player)


PROGRAMS = ("", "/choices", "/record", "/chat")
PAGES = ("", "/text", "/parts", "/record", "/replay", "/replay?ply=1&eyes=1")
FRAMES = "/frames?from=0&to=999&eyes=1"


def read_everything(client: Client, table: str, language: str) -> None:
    """Everything that can be asked of a table, by program and by browser."""
    speak = {"Accept-Language": language}
    for path in PROGRAMS:
        client.get(f"/api/tables/{table}{path}", **speak)
    for path in (*PAGES, FRAMES):
        client.get(f"/t/{table}{path}", **speak)
    client.get(f"/t/{table}/replay?ply=1", **speak, **FRAGMENT)
    client.get("/api/tables")


def certainties(client: Client, table: str) -> list[float | None]:
    return [line["certainty"] for line in client.table(table)["log"]]


def test_nobody_is_told_before_the_end_and_everybody_after_it(launch: Launch) -> None:
    server = launch(**TELLING)
    (anne,) = rowers(server, "Anne", bots=("telling",), bots_tell=True)
    table = anne.table
    readers: list[Client] = [anne.client, Visitor.of(anne.client), server.client("Bob")]
    readers.append(Visitor(server.address).come("Cleo"))

    def look() -> None:
        """Everybody reads everything, and finds no sign; in French every second time."""
        for number, reader in enumerate(readers):
            read_everything(reader, table, LANGUAGES[(anne.lines + number) % len(LANGUAGES)])
            assert set(certainties(reader, table)) == {None}
            for chunk in reader.received:
                for sign in SIGNS:
                    assert sign not in chunk, f"{reader.name}: {chunk[:2000]!r}"
            reader.received.clear()

    with anne.client.watching(table), readers[2].watching(table):
        choose_once(anne)
        wait_until(lambda: bool(anne.notations), "her turn")
        look()
        choose_once(anne)
        wait_until(lambda: bool(anne.notations), "her next turn")
        # What the bot chose since is gone, and it chooses anew
        assert anne.does("back", ply=anne.state["back"])["went_back"]
        look()
    server.kill()
    server.start()
    while True:
        wait_until(lambda: bool(anne.notations) or anne.state["finished"], "her turn or the end")
        if anne.state["finished"]:
            break
        look()
        choose_once(anne)

    assert anne.post("undo").json()["id"] == "qd.error.cannot_undo", "what is told stays told"
    chosen = [row for row in stored(server, table) if row.kind == "play"]
    assert {row.certainty for row in chosen if row.seat == 1} == {SURE}
    assert {row.certainty for row in chosen if row.seat == 0} == {None}
    played = anne.client.record(table)
    assert "certainty" not in played
    entries = record.parse(played).entries
    by_bot = {ply for ply, entry in enumerate(entries, 1) if entry.seat == 1}
    for reader in readers:
        log = reader.table(table)["log"]
        told = [line["ply"] for line in log if line["certainty"] == SURE]
        assert told == sorted(by_bot & {line["ply"] for line in log}), "once for each choice"
        assert {line["certainty"] for line in log if line["ply"] not in by_bot} == {None}
        for language, said in SAID.items():
            for path in ("", "/text", "/replay", "/replay?ply=1"):
                page = reader.get(f"/t/{table}{path}", **{"Accept-Language": language}).text
                assert page.count(said) >= len(told), path


@pytest.mark.parametrize(
    ("bot", "wanted"), [("telling", False), ("boasting", True), ("random", True)]
)
def test_nothing_is_kept_unless_it_is_wanted_and_can_be_believed(
    telling: Server, bot: str, wanted: bool
) -> None:
    (anne,) = rowers(telling, "Anne", bots=(bot,), bots_tell=wanted)
    play_to_the_end(anne)
    rows = stored(telling, anne.table)
    assert any(row.seat == 1 for row in rows)
    assert {row.certainty for row in rows} == {None}
    assert set(certainties(anne.client, anne.table)) == {None}
    assert b'class="certainty"' not in anne.client.get(f"/t/{anne.table}").body
    assert f"bot {bot}" not in telling.log, "it played itself, and did nothing wrong"


def test_a_stand_in_tells_and_the_person_it_played_for_does_not(telling: Server) -> None:
    anne, bob = rowers(telling, "Anne", "Bob", bots_tell=True)
    bob.client.tell(f"{bob.path}/seats/1/stand-in", {"bot": "telling"})
    play_to_the_end(anne)
    told = {row.seat for row in stored(telling, anne.table) if row.certainty is not None}
    assert told == {1}


def wish(**more: str) -> dict[str, str]:
    return {"seats": "2", "seat-0": "here", "seat-1": "telling", "listed": "no", **more}


def host_by_form(reader: Visitor, **more: str) -> str:
    answer = reader.send_form(f"/new/{GAME}", wish(**more))
    assert answer.status == 303, answer.text
    return answer.headers["location"].rpartition("/")[2]


def listed(client: Client, table: str) -> Any:
    return next(row for row in client.ask("/api/tables")["mine"] if row["id"] == table)


def test_the_host_decides_and_everybody_can_read_what_was_decided(telling: Server) -> None:
    anne = telling.client("Anne")
    reader = Visitor.of(anne)
    words = {
        "en": ("told only once the game is over", "After the game, the log tells how sure"),
        "fr": ("qu’une fois la partie finie", "Après la partie, le journal dit"),
    }
    for language, (plain, rule) in words.items():
        speak = {"Accept-Language": language}
        setting = words_of(reader.get(f"/new/{GAME}", **speak).text)
        assert plain in setting
        assert rule in setting
    usual = host_by_form(reader)
    assert listed(anne, usual)["bots_tell"] is False
    assert words["en"][1] not in words_of(reader.get(f"/t/{usual}").text)
    for more in ({"seat-1": "open"}, {}):
        table = host_by_form(reader, **{"bots-tell": "yes", **more})
        assert listed(anne, table)["bots_tell"] is True
        for language, (_, rule) in words.items():
            page = reader.get(f"/t/{table}", **{"Accept-Language": language}).text
            assert rule in words_of(page)


def test_a_rematch_and_a_branch_tell_as_the_table_did(telling: Server) -> None:
    (anne,) = rowers(telling, "Anne", bots=("telling",), bots_tell=True)
    play_to_the_end(anne)
    before = sum(sure is not None for sure in certainties(anne.client, anne.table))
    assert before
    assert anne.client.tell(f"{anne.path}/rematch")["bots_tell"] is True
    ply = anne.state["ply"] - 1
    form = {"ply": str(ply), "seat": "0"}
    answer = Visitor.of(anne.client).send_form(f"/t/{anne.table}/branch", form)
    branch = Rower(anne.client, answer.headers["location"].rpartition("/")[2])
    copied = [row.certainty for row in stored(telling, branch.table) if row.seat == 1]
    assert SURE in copied
    # The bot may finish the branch by itself, so both are read at once
    seen = anne.client.table(branch.table)
    if not seen["finished"]:
        assert {line["certainty"] for line in seen["log"]} == {None}
    play_to_the_end(branch)
    assert SURE in certainties(anne.client, branch.table)
