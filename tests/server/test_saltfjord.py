"""Saltfjord over the wire: of two tokens a fisher looks at, nobody else learns which she puts back.

The leak scan plays the same turns on several servers that deal alike, but for what the fisher sees
and puts back. Everybody else must be sent the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.kernel.catalogue import LANGUAGES
from quarterdeck.record.jsonl import parse
from tests.server.client import new_key
from tests.server.servers import Launch, Server
from tests.server.serving import SEED, WISHES
from tests.server.skerries import Rower
from tests.server.test_secret_choices import Viewer

GAME = "saltfjord"
KEPT = "t1_points2"
# What else the fisher may see; with these deals nothing before the look differs.
OTHERS = ("t1_fish3", "t1_wood_fish")
SETTING = (
    ("Bob", "set 3"),
    ("Bob", "place r3c3 0"),
    ("Anne", "set 2"),
    ("Anne", "place r3c3 0"),
    ("Anne", "worker r6c6"),
    ("Anne", "tech fishing"),
    ("Anne", "die white 6"),
    ("Anne", "line 6"),
)
LOOK = "advance 1"
PAGES = ("", "/text", "/record", "/replay", "/replay?ply=40", "/replay?ply=999", "/back?ply=40")
CLOSED = (f"keep {KEPT}", *(f"keep {other}" for other in OTHERS), "advance 2", "retire tavern_1")


def deals(other: str) -> dict[str, str]:
    return {SEED: "5", WISHES: f"first_player 0;look {other} {KEPT}"}


def about_to_look(server: Server) -> tuple[Rower, Rower]:
    """Anne's boat is in the harbour; she fishes next, and looks at two tokens when she does."""
    anne, bob = server.client("Anne"), server.client("Bob")
    table = anne.host("here", "open", game=GAME)
    bob.join(table)
    crew = {"Anne": Rower(anne, table), "Bob": Rower(bob, table)}
    for name, choice in SETTING:
        crew[name].play(choice)
    return crew["Anne"], crew["Bob"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("saltfjord-server")
    database = f"sqlite:///{folder / 'table.db'}"
    made = Server(folder, database, environment=deals(OTHERS[0])).start()
    yield made
    made.kill()


# The leak scan


class Watcher(Viewer):
    """Somebody who looks at everything there is of a table of Saltfjord."""

    def look_everywhere(self) -> None:
        client, table = self.client, self.table
        for language in LANGUAGES:
            speak = {"Accept-Language": language}
            for path in ("", "/choices", "/record", "/chat"):
                client.get(f"/api/tables/{table}{path}", **speak)
            for path in PAGES:
                client.get(f"/t/{table}{path}", **speak)
            client.get(f"/t/{table}/parts", **{"HX-Request": "true", **speak})
            self._be_refused(speak)
        client.get("/api/tables")
        client.get("/")

    def _be_refused(self, headers: dict[str, str]) -> None:
        state = self.client.table(self.table)
        open_now = [choice["notation"] for choice in state["choices"]]
        wish = {"expected": state["lines"], "key": new_key()}
        api = f"/api/tables/{self.table}"
        for choice in CLOSED:
            if choice not in open_now:
                self.client.post(f"{api}/moves", {**wish, "choices": [choice]}, **headers)
        for act in ("undo", "redo", "nudge"):
            self.client.post(f"{api}/{act}", wish, **headers)


@dataclass(frozen=True)
class Told:
    """What Bob and a spectator were sent; what Anne saw; and what Bob takes from the stack then."""

    sent: list[bytes]
    seen: list[str]
    taken: list[str]


def tokens_on_board(view: Any, seat: int) -> list[str]:
    return [token["id"] for token in view["players"][seat]["boat"] if token]


def told(server: Server) -> Told:
    anne, bob = about_to_look(server)
    stranger = server.client(language="fr")
    viewers = [Watcher(client, anne.table) for client in (bob.client, stranger)]

    def everybody_looks(player: Rower, choice: str) -> None:
        player.play(choice)
        for viewer in viewers:
            viewer.is_told()
            viewer.look_everywhere()

    everybody_looks(anne, LOOK)
    seen = sorted(token["id"] for token in anne.state["view"]["looking"])
    everybody_looks(anne, f"keep {KEPT}")
    # Anne knows what lies on top, and plays on to the end of her turn.
    while anne.asked() == ["Anne"]:
        everybody_looks(anne, calmest(anne.notations))
    everybody_looks(bob, "retire tavern_1")
    ids = [anne.table, anne.client.id, bob.client.id]
    sent = [viewer.transcript() for viewer in viewers]
    for number, id in enumerate(ids):
        sent = [text.replace(id.encode(), b"ID%d" % number) for text in sent]
    bob.play(LOOK)
    return Told(sent, seen, tokens_on_board(bob.state["view"], 1))


def calmest(notations: list[str]) -> str:
    return next((n for n in notations if n in ("end_turn", "decline", "no")), notations[0])


def test_what_a_fisher_puts_back_changes_no_byte_for_the_others(
    launch: Launch, tmp_path: Path
) -> None:
    runs = []
    for other in OTHERS:
        server = launch(f"sqlite:///{tmp_path / other}.db", environment=deals(other))
        runs.append(told(server))
        server.kill()
    first = runs[0].sent
    assert all(len(text) > 50_000 for text in first)
    for run in runs[1:]:
        for one, text in zip(first, run.sent, strict=True):
            pairs = zip(one.split(b"\n"), text.split(b"\n"), strict=False)
            difference = next(((a, b) for a, b in pairs if a != b), None)
            assert difference is None, difference
            assert one == text
    # It was not the same all along: whoever takes the token put back shows it.
    assert [run.seen for run in runs] == [sorted([KEPT, other]) for other in OTHERS]
    assert [run.taken for run in runs] == [[other] for other in OTHERS]


def readers(server: Server, anne: Rower, bob: Rower) -> dict[str, Callable[[str], str]]:
    """What each of them reads at an address below the table's."""
    stranger = server.client()
    return {
        "Anne": lambda path: anne.client.get(path).text,
        "Bob": lambda path: bob.client.get(path).text,
        "a spectator": lambda path: stranger.get(path).text,
    }


def test_the_log_tells_the_fisher_alone_what_she_looked_at(server: Server) -> None:
    anne, bob = about_to_look(server)
    anne.play(LOOK)
    line = next(e["text"] for e in anne.state["log"] if "Anne looks at" in e["text"])
    for keeping in (False, True):
        if keeping:
            anne.play(f"keep {KEPT}")
        for name, read in readers(server, anne, bob).items():
            for path in ("", "/text", "/replay?ply=999"):
                heard = line in read(f"/t/{anne.table}{path}")
                assert heard is (name == "Anne"), (name, path)
            heard = line in read(anne.path)
            assert heard is (name == "Anne"), name
            entries = parse(read(f"{anne.path}/record")).entries
            looks = [entry.notation for entry in entries if entry.notation.startswith("look")]
            assert looks == ([f"look {OTHERS[0]} {KEPT}"] if name == "Anne" else []), name
    # That something was put back is told to everybody.
    assert "puts the other token back" in bob.state["log"][-2]["text"]


# Taking back


def refused_undo(rower: Rower) -> None:
    assert not rower.state["can_undo"]
    for whole_turn in (False, True):
        answer = rower.post("undo", whole_turn=whole_turn)
        assert (answer.status, answer.json()["id"]) == (422, "qd.error.cannot_undo")


def test_a_look_is_taken_back_by_nobody_alone(server: Server) -> None:
    anne, bob = about_to_look(server)
    assert anne.state["can_undo"]
    look = next(c for c in anne.state["choices"] if c["notation"] == LOOK)
    assert look["final"]
    anne.play(LOOK)
    refused_undo(anne)
    anne.play(f"keep {KEPT}")
    refused_undo(anne)
    # She may ask. Bob agrees: first she keeps another, then she has not looked at all.
    go_back_together(anne, bob)
    assert anne.notations == [f"keep {OTHERS[0]}", f"keep {KEPT}"]
    go_back_together(anne, bob)
    assert LOOK in anne.notations
    assert anne.state["view"]["looking"] == []


def go_back_together(anne: Rower, bob: Rower) -> None:
    anne.does("back", ply=anne.state["back"])
    assert bob.state["recall"]["name"] == "Anne"
    wish = {"ply": bob.state["recall"]["ply"], "agree": True}
    assert bob.client.post(f"{bob.path}/back/answer", wish).json() == {"went_back": True}
