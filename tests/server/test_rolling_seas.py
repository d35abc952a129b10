"""Rolling Seas over the wire: everybody chooses at once, and nobody learns of it too early.

Every table of a server with a seed is dealt the same. The leak scan plays a window of choices on
several such servers; only what Bob does in it differs. Everybody else must be sent the same bytes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.server.absence import let_pass
from tests.server.client import new_key, wait_until
from tests.server.servers import Launch, Server
from tests.server.serving import SEED
from tests.server.skerries import Rower
from tests.server.test_secret_choices import Viewer

GAME = "rolling_seas"
# Everybody first draws a current of their own, then rocks for a neighbour.
DEALS = {SEED: "17"}
CURRENT, ROCKS, HOMES, ACTION = range(4)
PAGES = ("", "/text", "/record", "/replay", "/replay?ply=1", "/replay?ply=3", "/replay?ply=99")
CLOSED = ("anchor A1", "turn 3", "step n", "sail n", "explore B1", "visit A1", "end", "row north")


class Sailor(Rower):
    """A client at one table of Rolling Seas."""

    def plays_on(self, pick: Callable[[list[str]], str]) -> None:
        """Until there is nothing more to choose in this window."""
        while notations := self.notations:
            before = self.lines
            # What closes a window is followed by a deal, which is a line, too.
            if self.play(pick(notations)) != before + 1:
                return

    def openings(self) -> list[str]:
        """Two choices after which there is more to choose; found by trying, and taken back."""
        found: list[str] = []
        for choice in self.notations:
            self.play(choice)
            if self.notations:
                found.append(choice)
            self.does("undo")
            if len(found) == 2:
                break
        return found

    def chart(self, seat: int) -> Any:
        """Everything this viewer sees of a captain."""
        return self.state["view"]["players"][seat]


def first(notations: list[str]) -> str:
    """The calmest of a common plan."""
    return "stay" if "stay" in notations else notations[0]


def any_of(seed: int) -> Callable[[list[str]], str]:
    dealer = random.Random(seed)
    return lambda notations: dealer.choice([n for n in notations if n != "stay"] or notations)


def sailors(
    server: Server, *names: str, bots: tuple[str, ...] = (), pace: str = "live"
) -> list[Sailor]:
    clients = [server.client(name) for name in names]
    seating = ("here", *["open"] * (len(names) - 1), *bots)
    table = clients[0].host(*seating, game=GAME, options={"deck": "short"}, pace=pace)
    for client in clients[1:]:
        client.join(table)
    return [Sailor(client, table) for client in clients]


def at_window(server: Server, window: int, pace: str = "live") -> list[Sailor]:
    """Anne and Bob, who have chosen alike in all windows before this one."""
    crew = sailors(server, "Anne", "Bob", pace=pace)
    for _ in range(window):
        for sailor in crew:
            sailor.plays_on(first)
    return crew


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("rolling-server")
    database = f"sqlite:///{folder / 'table.db'}"
    made = Server(folder, database, environment=DEALS, bot_workers=2).start()
    yield made
    made.kill()


# The leak scan


class Watcher(Viewer):
    """Somebody who looks at everything there is of a table of Rolling Seas."""

    def look_everywhere(self) -> None:
        client, table = self.client, self.table
        for path in ("", "/choices", "/record", "/chat"):
            client.get(f"/api/tables/{table}{path}")
        for path in PAGES:
            client.get(f"/t/{table}{path}")
        client.get(f"/t/{table}/parts", **{"HX-Request": "true"})
        client.get("/api/tables")
        client.get("/")
        self._be_refused({})

    def _be_refused(self, headers: dict[str, str]) -> None:
        state = self.client.table(self.table)
        open_now = [choice["notation"] for choice in state["choices"]]
        api = f"/api/tables/{self.table}"
        for choice in CLOSED:
            wish = {"expected": state["lines"], "key": new_key(), "choices": [choice]}
            if choice not in open_now:
                self.client.post(f"{api}/moves", wish, **headers)
        for ahead in (-1, 1):
            wish = {"expected": state["lines"] + ahead, "key": new_key(), "choices": ["stay"]}
            self.client.post(f"{api}/moves", wish, **headers)
        for act in ("redo", "nudge"):
            wish = {"expected": state["lines"], "key": new_key()}
            self.client.post(f"{api}/{act}", wish, **headers)


def secretly(bob: Sailor, secret: int, openings: list[str]) -> None:
    """What Bob does before he finishes: nothing; or he changes his mind, more than once."""
    for choice in openings if secret == 2 else []:
        bob.play(choice)
        bob.does("undo")
        bob.does("redo")
        bob.does("undo")


@dataclass(frozen=True)
class Told:
    """What Anne and a spectator were sent while a window was open, and what all see then.

    `ids` name the table and its people, which are others at every server.
    """

    sent: list[bytes]
    end: Any
    ids: list[str]


def window_told(server: Server, window: int, secret: int) -> Told:
    # Their time runs, which must not tell anything either
    anne, bob = at_window(server, window, "week")
    stranger = server.client(language="fr")
    # Bob tries before anybody watches: that somebody has finished, if only for a moment, is public.
    opening, openings = anne.openings()[0], bob.openings()
    assert len(openings) == 2
    viewers = [Watcher(anne.client, anne.table), Watcher(stranger, anne.table)]
    secretly(bob, secret, openings)
    # Anne begins, too, but does not finish.
    anne.play(opening)
    viewers[0].is_told()
    for viewer in viewers:
        viewer.look_everywhere()
    bob.plays_on(any_of(secret))
    # That he has finished is public, and nothing else.
    for viewer in viewers:
        viewer.is_told()
        viewer.look_everywhere()
    assert anne.asked() == ["Anne"]
    sent = [viewer.transcript() for viewer in viewers]
    anne.plays_on(first)
    ends = [sailor.state["view"]["players"] for sailor in (anne, Sailor(stranger, anne.table))]
    assert ends[0] == ends[1]
    return Told(sent, ends[0], [anne.table, anne.client.id, bob.client.id])


def without_ids(runs: list[Told]) -> list[bytes]:
    """What was sent at one server; lists of tables name those of earlier windows, too."""
    ids = [id.encode() for told in runs for id in told.ids]
    texts = [text for told in runs for text in told.sent]
    for number, id in enumerate(ids):
        texts = [text.replace(id, b"ID%d" % number) for text in texts]
    return texts


def test_what_one_chooses_in_secret_changes_no_byte_for_the_others(
    launch: Launch, tmp_path: Path
) -> None:
    told: list[list[bytes]] = []
    ends: list[list[Any]] = []
    for secret in range(2):
        server = launch(f"sqlite:///{tmp_path / str(secret)}.db", environment=DEALS)
        runs = [window_told(server, window, secret) for window in (CURRENT, ROCKS, HOMES, ACTION)]
        told.append(without_ids(runs))
        ends.append([run.end for run in runs])
    assert all(len(text) > 50_000 for text in told[0])
    for other in told[1:]:
        for one, text in zip(told[0], other, strict=True):
            pairs = zip(one.split(b"\n"), text.split(b"\n"), strict=False)
            difference = next(((a, b) for a, b in pairs if a != b), None)
            assert difference is None, difference
            assert one == text
    # It was not the same all along: once everybody had finished, everybody saw it.
    for window in (CURRENT, ROCKS, HOMES, ACTION):
        assert ends[0][window] != ends[1][window]


def test_no_drawing_is_named_to_others_before_the_window_closes(server: Server) -> None:
    anne, bob = at_window(server, ROCKS)
    drawing = max(bob.state["gestures"], key=lambda gesture: len(gesture["covers"]))
    bob.play(*drawing["choices"])
    bobs_words = bob.state["log"][-1]["text"]
    assert bobs_words.startswith("Bob draws")
    for client in (anne.client, server.client()):
        client.received.clear()
        for path in ("", "/text", "/record", "/replay"):
            client.get(f"/t/{anne.table}{path}")
        client.get(anne.path)
        client.get(f"{anne.path}/record")
        sent = b"\n".join(client.received).decode()
        assert bobs_words not in sent
        assert drawing["choices"][0] not in re.findall(r'"play": ?"([^"]+)"', sent)
    # He drew on Anne's chart: she sees it as soon as she has drawn on his.
    before = anne.chart(0)["drawings"]
    anne.plays_on(first)
    new = [one for one in anne.chart(0)["drawings"] if one not in before]
    assert [f"cell-{name}" for name in new[0]["cells"]] == drawing["covers"]
    assert bobs_words in anne.client.get(f"/t/{anne.table}").text


# Bots


def test_bots_choose_at_the_same_time_and_nobody_sees_what(server: Server) -> None:
    (anne,) = sailors(server, "Anne", bots=("random", "greedy"))
    start = anne.lines
    wait_until(lambda: anne.asked() == ["Anne"], "the bots to finish")
    assert anne.lines == start
    assert [anne.chart(seat)["drawings"] for seat in (1, 2)] == [[], []]
    anne.plays_on(first)
    assert [len(anne.chart(seat)["drawings"]) for seat in (0, 1, 2)] == [1, 1, 1]


# Waiting for somebody


def test_who_has_finished_nudges_who_still_chooses(server: Server) -> None:
    anne, bob = at_window(server, ACTION)
    assert not anne.state["can_nudge"]
    bob.play(bob.openings()[0])
    anne.plays_on(first)
    assert anne.state["can_nudge"]
    with bob.client.watching(bob.table) as stream:
        stream.next()
        anne.client.tell(f"{anne.path}/nudge")
        assert stream.next().name == "news"
    assert bob.state["nudges"] == ["Anne"]
    bob.plays_on(any_of(5))
    assert bob.state["nudges"] == []


def test_a_stand_in_finishes_what_a_slow_player_has_begun(server: Server) -> None:
    anne, bob = at_window(server, CURRENT)
    bob.play(bob.openings()[0])
    anne.plays_on(first)
    assert anne.asked() == ["Bob"]
    let_pass(server)
    assert anne.client.tell(f"{anne.path}/seats/1/stand-in") == {"standing_in": True}
    wait_until(lambda: bool(anne.notations), "the bot to choose for Bob")
    assert [len(anne.chart(seat)["drawings"]) for seat in (0, 1)] == [1, 1]
    # It goes on choosing at the same time as Anne.
    wait_until(lambda: anne.asked() == ["Anne"], "the bot to choose again")
    assert [len(anne.chart(seat)["drawings"]) for seat in (0, 1)] == [1, 1]


# Restarts


def test_a_killed_server_comes_back_in_the_middle_of_a_window(
    launch: Launch, tmp_path: Path
) -> None:
    server = launch(environment=DEALS)
    anne, bob = at_window(server, ROCKS)
    stranger = Sailor(server.client(), anne.table)
    everybody = (anne, bob, stranger)
    lines = bob.lines
    anne.play(anne.openings()[0])
    bob.play(*bob.state["gestures"][0]["choices"])
    bob.does("undo")
    before = [sailor.state for sailor in everybody]
    assert before[1]["can_redo"]
    server.kill()
    server.start()
    assert [sailor.state for sailor in everybody] == before
    assert before[2]["lines"] == lines, "nobody else counts what is hidden"
    bob.does("redo")
    anne.plays_on(first)
    assert len({sailor.lines for sailor in everybody}) == 1
    charts = [[sailor.chart(seat)["drawings"] for seat in (0, 1)] for sailor in everybody]
    assert charts[0] == charts[1] == charts[2]
    assert [len(drawn) for drawn in charts[0]] == [2, 2]
