"""The review of a finished game: closed before its end, made once in the background, and kept."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quarterdeck import games
from quarterdeck.bots.weights import stored_weights
from quarterdeck.review import storing
from quarterdeck.server.store import Store
from quarterdeck.server.store.reviews import StoredReview
from tests.server.client import Client, any_choice, play_out, wait_until
from tests.server.houses import sql
from tests.server.servers import Server
from tests.server.serving import REVIEW_GATE
from tests.server.test_store import FREE, opened, table_row
from tests.server.visitor import FRAGMENT, Visitor

GAME = "salty_ocean"
CLOSED = {
    "en": "Only a finished game can be reviewed.",
    "fr": "Seule une partie terminée peut être analysée.",
}
# Where a review could be read, or anything that comes of it.
PAGES = ("/review", "/review?view=points", "/review/position?ply=1")


class Place:
    """A server whose reviews stop after their graph until the gate is opened."""

    def __init__(self, folder: Path) -> None:
        self.weights = folder / "weights"
        self.weights.mkdir()
        shutil.copy(stored_weights(games.load(GAME)), self.weights / f"{GAME}.npz")
        self.gate = folder / "gate"
        self.server = Server(
            folder,
            f"sqlite:///{folder / 'table.db'}",
            environment={REVIEW_GATE: self.gate, "QUARTERDECK_WEIGHTS": self.weights},
        ).start()

    def open(self) -> None:
        self.gate.touch()

    def close(self) -> None:
        self.gate.unlink(missing_ok=True)

    @property
    def begun(self) -> list[int]:
        """The processes that have begun a review."""
        file = self.gate.with_name("begun")
        return [int(line) for line in file.read_text().split()] if file.exists() else []

    def finish_game(self, host: Client, **more: Any) -> str:
        """A table at which bots have played to the end."""
        table = host.host("random", "random", **more)
        wait_until(lambda: bool(host.table(table).get("finished")), "the end of the game")
        return table

    def wait_for(self, client: Client, table: str, stage: str, graph: bool = True) -> Any:
        """Ask for a review until it has come so far; gives it."""
        seen: list[Any] = []

        def has_come() -> bool:
            seen.append(client.ask(f"/api/tables/{table}/review"))
            return seen[-1]["stage"] == stage and ("chances" in seen[-1] or not graph)

        wait_until(has_come, f"a review that is {stage}", 120)
        return seen[-1]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    made = Place(tmp_path_factory.mktemp("reviews"))
    yield made
    made.server.kill()


def query(server: Server, statement: str) -> list[Any]:
    return asyncio.run(sql(server.database, statement))


def test_a_running_game_is_reviewed_for_nobody(place: Place) -> None:
    anne, bob = place.server.client("Anne"), place.server.client("Bob")
    table = anne.host("here", "open")
    begun = place.begun
    readers = [anne, bob, Visitor.of(anne), place.server.client("Eve"), place.server.client()]

    def check(why: str | None) -> None:
        for reader in readers:
            for language, text in CLOSED.items():
                for path in PAGES:
                    answer = reader.get(
                        f"/t/{table}{path}", **FRAGMENT, **{"Accept-Language": language}
                    )
                    assert answer.status == 400
                    assert why is not None or text in answer.text
                    assert "<svg class=" not in answer.text
                for method in ("GET", "POST"):
                    path = f"/api/tables/{table}/review?lang={language}"
                    refused = reader.send(method, path)
                    assert refused.status == 400
                    assert refused.json()["id"] == (why or "qd.review.not_over")
            page = reader.get(f"/t/{table}/review")
            assert page.status == 400
            assert "review-graph" not in page.text
            assert reader.post(f"/t/{table}/review").status == 400

    check("qd.server.not_started")
    bob.join(table)
    check(None)
    play_out(table, {0: anne, 1: bob}, any_choice(3), stop=20)
    check(None)
    assert "/review" not in anne.get(f"/t/{table}").text
    assert place.begun == begun
    assert (table,) not in query(place.server, "SELECT table_id FROM reviews")


def test_the_graph_comes_first_then_the_rest_and_all_of_it_is_kept(place: Place) -> None:
    place.close()
    anne, eve = place.server.client("Anne"), place.server.client()
    table = place.finish_game(anne, title="Friday")
    other = place.finish_game(place.server.client("Ulysse"), title="Saturday")
    assert f'href="/t/{table}/review">Review<' in anne.get(f"/t/{table}").text
    assert f'href="/t/{table}/review">Review<' in anne.get(f"/t/{table}/text").text
    before = len(place.begun)
    page = anne.get(f"/t/{table}/review").text
    assert "<progress" in page
    assert '<meta http-equiv="refresh"' in page
    early = place.wait_for(eve, table, "working")
    assert 0 < early["progress"] < 1
    assert not early["complete"]
    assert early["choices"] == []
    page = eve.get(f"/t/{table}/review").text
    assert 'class="review-graph"' in page
    assert "<progress" in page
    assert "decided-title" not in page
    parts = eve.get(f"/t/{table}/review", **FRAGMENT).text
    assert parts.lstrip().startswith("<hx-partial")
    assert 'class="review-graph"' in parts
    board = eve.get(f"/t/{table}/review/position?ply=5", **FRAGMENT).text
    assert "<svg" in board
    assert "Step 5 of" in board
    assert f"/t/{table}/replay?ply=5" in board
    place.open()
    found = place.wait_for(eve, table, "complete")
    assert "progress" not in found
    assert found["chances"] == early["chances"]
    assert found["choices"]
    assert storing.from_json(found).complete
    page = anne.get(f"/t/{table}/review").text
    for shown in ("decided-title", "moments-title", "luck-title", f'action="/t/{table}/branch"'):
        assert shown in page
    for gone in ("<progress", "http-equiv", other, "Ulysse", "Saturday"):
        assert gone not in page
    assert "/branch" not in eve.get(f"/t/{table}/review").text
    french = eve.get(f"/t/{table}/review?view=points", **{"Accept-Language": "fr"}).text
    assert "Ce qui a décidé la partie" in french
    place.server.kill()
    place.server.start()
    assert eve.ask(f"/api/tables/{table}/review") == found
    assert len(place.begun) == before + 1


def test_new_weights_and_old_forms_have_it_made_anew(place: Place) -> None:
    place.open()
    anne = place.server.client("Anne")
    table = place.finish_game(anne)
    first = place.wait_for(anne, table, "complete")
    file = place.weights / f"{GAME}.npz"
    with zipfile.ZipFile(file, "a") as weights:
        weights.comment = b"trained further"
    second = place.wait_for(anne, table, "complete")
    assert second["weights"] != first["weights"]
    assert second["chances"] == first["chances"]
    begun = len(place.begun)
    place.server.kill()
    query(place.server, """UPDATE reviews SET review = '{"format": 0}'""")
    place.server.start()
    assert place.wait_for(anne, table, "complete") == second
    assert len(place.begun) == begun + 1
    aside = file.rename(file.with_suffix(".aside"))
    answer = anne.ask(f"/api/tables/{table}/review")
    assert answer["stage"] == "impossible"
    assert "trained" in answer["why"]
    assert answer["why"] in anne.get(f"/t/{table}/review").text
    aside.rename(file)


def test_a_process_that_goes_down_is_replaced_and_then_said_to_have_failed(place: Place) -> None:
    place.close()
    visitor = Visitor(place.server.address).come("Zoé")
    table = place.finish_game(place.server.client("Anne"))
    for _ in range(2):
        count = len(place.begun)

        def is_begun(before: int = count) -> bool:
            # Whoever looks has it begun
            return visitor.get(f"/t/{table}/review").status == 200 and len(place.begun) > before

        wait_until(is_begun, "a process that reviews")
        os.kill(place.begun[-1], signal.SIGKILL)
    place.wait_for(visitor, table, "failed", graph=False)
    page = visitor.get(f"/t/{table}/review").text
    assert "This review failed" in page
    assert "<progress" not in page
    place.open()
    (again,) = [b for b in visitor.buttons(f"/t/{table}/review") if b.text == "Try again"]
    assert visitor.press(again).status == 303
    assert place.wait_for(visitor, table, "complete")["complete"]


def test_one_game_is_reviewed_at_a_time(place: Place) -> None:
    place.close()
    anne, bob = place.server.client("Anne"), place.server.client("Bob")
    first, second = place.finish_game(anne), place.finish_game(bob)
    begun = len(place.begun)
    place.wait_for(anne, first, "working")
    assert bob.ask(f"/api/tables/{second}/review") == {
        "stage": "waiting",
        "complete": False,
        "progress": 0.0,
    }
    assert "in the queue" in bob.get(f"/t/{second}/review").text
    assert len(place.begun) == begun + 1
    place.open()
    for table in (first, second):
        place.wait_for(bob, table, "complete")
    assert len(place.begun) == begun + 2


def test_reviews_are_kept_with_their_table_and_go_with_it(database: str) -> None:
    graph, whole = (StoredReview("a", text, text == "whole") for text in ("graph", "whole"))

    async def check() -> None:
        async with opened(database) as store:
            await store.tables.add(table_row("t1"), FREE)
            await store.reviews.keep("t1", graph)
            assert await store.reviews.of("t1") == "graph"
            await store.reviews.keep("t1", whole)
            # Another process has only come to the graph
            await store.reviews.keep("t1", graph)
            assert await store.reviews.of("t1") == "whole"
            await store.reviews.keep("t1", StoredReview("b", "newer", complete=False))
            assert await store.reviews.of("t1") == "newer"
            await store.reviews.keep("gone", graph)
            assert await store.reviews.of("gone") is None
            await _delete_table(store)
            assert await store.reviews.of("t1") is None

    asyncio.run(check())


async def _delete_table(store: Store) -> None:
    await store.database.write(lambda c: c.exec_driver_sql("DELETE FROM tables WHERE id = 't1'"))
