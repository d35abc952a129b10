"""The leak scan of simultaneous play: before all have finished, nobody can tell what others chose.

The same game is played several times, with the same deals. Only what one player does in secret
differs; everybody else must be sent the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from quarterdeck.kernel.catalogue import LANGUAGES
from tests.server.client import Client, Stream, new_key, put, stream_of, wait_until
from tests.server.servers import Launch
from tests.server.serving import SEED, TOY_GAME
from tests.server.skerries import Rower, rowers

# What differs between any two games: keys, moments, and how long they are written.
VARYING = [
    (rb'name="key" value="[^"]+"', b"KEY"),
    (rb'name=\\"key\\" value=\\"[\w-]+', b"KEY"),
    (rb'data-page="[^"]+"', b"PAGE"),
    (rb"\b1[0-9]{9}\.[0-9]+", b"MOMENT"),
    # How much time is left, which moves on by itself: `test_deadlines.py` compares it exactly.
    (rb'"(left|due)":-?\d+|data-(seconds)=\\?"-?\d+|(datetime)=\\?"[\w:-]+', rb"\1\2\3 TIME"),
    (rb"\d+ (?:\w|\xc3.)+(?:,| \xc3\xa0) \d\d:\d\d UTC", b"MOMENT"),
    (rb"(?mi)^(date|content-length|x-request-id): .*$", b"HEADER"),
    # Digests of parts of a page, which name the table; the parts themselves are compared.
    (rb"\b((?:part|board|log)-[\w-]+)=[\w-]{8}", rb"\1=DIGEST"),
    # Editions are marked at random; when there is a new one is compared, as an event.
    (rb'((?:edition|since)"?[=:] ?"?)[\w-]{12}', rb"\1EDITION"),
]
PAGES = ("", "/text", "/record", "/replay", *(f"/replay?ply={n}" for n in (0, 2, 3, 4, 9)))
FRAMES = ("/frames?from=0&to=99", "/frames?from=2&to=4", "/frames?from=9&to=99")
CLOSED = ("row reef", "dig", "trade", "duel 1", "fly")


class Viewer:
    """Somebody who asks for everything he can and keeps what he is sent."""

    def __init__(self, client: Client, table: str) -> None:
        self.client = client
        self.table = table
        client.received.clear()
        # Streams are read by threads of their own: what they bring is kept apart.
        self._heard: list[bytes] = []
        # The stream of a page brings what is new on it.
        page = stream_of(table, client.get(f"/t/{table}").text)
        self._streams = [self._listen(path) for path in (f"/api/tables/{table}/events", page)]
        self.is_told(streams=1)

    def _listen(self, path: str) -> Stream:
        signed = {"Authorization": f"Bearer {self.client.secret}"} if self.client.secret else {}
        return Stream(self.client.address, path, signed, self._heard)

    def is_told(self, streams: int = 2) -> None:
        """Wait for the next event: on both streams, or on that for programs only."""
        for stream in self._streams[:streams]:
            stream.next()

    def look_everywhere(self) -> None:
        # Strangers speak the second language
        headers = {"Accept-Language": LANGUAGES[self.client.secret is None]}
        for path in ("", "/choices", "/record", "/chat"):
            self.client.get(f"/api/tables/{self.table}{path}", **headers)
        for path in (*PAGES, *FRAMES, "/back?ply=3"):
            self.client.get(f"/t/{self.table}{path}", **headers)
        self.client.get(f"/t/{self.table}/parts", **{"HX-Request": "true", **headers})
        self._be_refused(headers)
        self.client.get("/api/tables")
        self.client.get("/")

    def _be_refused(self, headers: dict[str, str]) -> None:
        """Refusals speak, too."""
        state = self.client.table(self.table)
        lines, open_now = state["lines"], [choice["notation"] for choice in state["choices"]]
        api = f"/api/tables/{self.table}"
        for expected in (lines - 1, lines, lines + 1):
            wish = {"expected": expected, "key": new_key()}
            for choice in CLOSED:
                if choice not in open_now:
                    self.client.post(f"{api}/moves", {**wish, "choices": [choice]}, **headers)
            self.client.post(f"{api}/redo", wish, **headers)
            self.client.post(f"{api}/back", {**wish, "ply": 2}, **headers)
        self.client.post(f"{api}/nudge", **headers)
        self.client.post(f"{api}/rematch", **headers)
        form = {"Content-Type": "application/x-www-form-urlencoded", **headers}
        self.client.send("POST", f"/t/{self.table}/branch", f"ply={lines}&seat=0".encode(), form)

    def transcript(self) -> bytes:
        """Everything but what differs anyway."""
        for stream in self._streams:
            stream.close()
        # How often a stream says that it is still there depends on how long all this takes.
        heard = [line for line in self._heard if not line.startswith((b":", b"\n"))]
        sent = map(self._without_what_varies, self.client.received)
        return b"\n".join([*sent, b"-- streams", *sorted(map(self._without_what_varies, heard))])

    def _without_what_varies(self, text: bytes) -> bytes:
        return without_what_varies(text, self.table)


def without_what_varies(text: bytes, table: str) -> bytes:
    """What a table was told, without what differs between any two tables."""
    for pattern, name in VARYING:
        text = re.sub(pattern, name, text)
    return text.replace(table.encode(), b"TABLE")


def nothing(_: Rower) -> None:
    pass


def to_and_fro(bob: Rower) -> None:
    """Plays, takes back, changes his mind."""
    bob.play("row north")
    bob.does("undo")
    bob.does("redo")
    bob.does("undo")
    bob.play("row south")


def order_course(bob: Rower) -> None:
    """Orders what the server then chooses for him."""
    path = f"{bob.path}/seats/1/orders/course"
    assert put(bob.client, path, {"values": {"skerry": "south"}}).status == 200
    wait_until(lambda: "anchor short" in bob.notations, "the order to choose")


# What Bob does before anybody may notice, and how he finishes.
Secret = tuple[Callable[[Rower], object], Callable[[Rower], object]]
SECRETS: dict[str, Secret] = {
    "one gesture": (nothing, lambda bob: bob.sets_out("north", "short")),
    "another": (nothing, lambda bob: bob.sets_out("south", "long")),
    "to and fro": (to_and_fro, lambda bob: bob.play("anchor short")),
    "by order": (order_course, lambda bob: bob.play("anchor short")),
}


def told(launch: Launch, folder: Path, secret: str) -> tuple[dict[str, bytes], list[str]]:
    """What everybody but Bob was sent before all had finished; and what all see then."""
    starts, finishes = SECRETS[secret]
    database = f"sqlite:///{folder / secret.replace(' ', '_')}.db"
    server = launch(database, environment={TOY_GAME: "1", SEED: "5"})
    anne, bob, cleo = rowers(server, "Anne", "Bob", "Cleo")
    token = anne.client.tell(f"{anne.path}/seats/0/token")["token"]
    changed = [row["changed"] for row in anne.client.ask("/api/tables")["mine"]]
    program, spectator = Client(server.address, token), server.client()
    viewers = {
        "Anne": Viewer(anne.client, anne.table),
        "her program": Viewer(program, anne.table),
        "Cleo": Viewer(cleo.client, anne.table),
        "a spectator": Viewer(spectator, anne.table),
    }

    def all_look() -> None:
        for viewer in viewers.values():
            viewer.look_everywhere()

    all_look()
    starts(bob)
    all_look()
    anne.play("row south")
    viewers["Anne"].is_told()
    # A program has no page: there it is somebody who watches.
    viewers["her program"].is_told(streams=1)
    all_look()
    finishes(bob)
    # Somebody has finished: that is public, and nothing else.
    for viewer in viewers.values():
        viewer.is_told()
    all_look()
    assert anne.asked() == ["Anne", "Cleo"]
    assert [row["changed"] for row in anne.client.ask("/api/tables")["mine"]] == changed
    names = [anne.client.id, bob.client.id, cleo.client.id, token]
    found = {}
    for name, viewer in viewers.items():
        text = viewer.transcript()
        for number, id in enumerate(names):
            text = text.replace(id.encode(), f"ID{number}".encode())
        found[name] = text
    anne.play("anchor short")
    cleo.sets_out("north")
    return found, cleo.state["view"]["skerries"]


def test_what_one_chooses_in_secret_changes_no_byte_for_the_others(
    launch: Launch, tmp_path: Path
) -> None:
    (first, first_end), *others = [told(launch, tmp_path, secret) for secret in SECRETS]
    assert all(len(text) > 50_000 for text in first.values())
    for found, _ in others:
        for name, text in found.items():
            pairs = zip(first[name].split(b"\n"), text.split(b"\n"), strict=False)
            difference = next(((a, b) for a, b in pairs if a != b), None)
            assert difference is None, (name, difference)
            assert text == first[name]
    # It was not the same all along: now that everybody has finished, everybody sees it.
    ends = [first_end, *(end for _, end in others)]
    assert [end[1] for end in ends] == ["north", "south", "south", "south"]
