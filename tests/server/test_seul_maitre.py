"""Seul Maître à Bord over the wire: what lies face down, and what is ordered, stays one's own.

The same game is played several times with the same deals. Only the family of the discovery Anne
draws differs, or only what Bob orders; everybody else must be sent the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.server.captains import ANNE, BOB, Script, Table, attack, deals, discovery, put
from tests.server.client import Client, new_key
from tests.server.servers import Launch, Server
from tests.server.test_secret_choices import Viewer

# Games in which Anne makes a discovery soon, and attacks Bob soon.
SITE, RAID = 55, 4
PAGES = ("", "/text", "/record", "/replay", "/replay?ply=3", "/replay?ply=99", "/orders")
CLOSED = ("land", "lose hold", "man 4", "pick new", "ransom", "flee", "do piracy", "row north")


class Watcher(Viewer):
    """Somebody who looks at everything there is of a table of Seul Maître à Bord."""

    def look_everywhere(self) -> None:
        client, table = self.client, self.table
        for path in ("", "/choices", "/record", "/chat", "/seats/0/orders", "/seats/1/orders"):
            client.get(f"/api/tables/{table}{path}")
        for language in ("en", "fr"):
            for path in PAGES:
                client.get(f"/t/{table}{path}", **{"Accept-Language": language})
            speaks = {"HX-Request": "true", "Accept-Language": language}
            client.get(f"/t/{table}/parts", **speaks)
        client.get("/api/tables")
        client.get("/")
        self._be_refused({})

    def _be_refused(self, headers: dict[str, str]) -> None:
        """Refusals speak, too."""
        state = self.client.table(self.table)
        open_now = [choice["notation"] for choice in state["choices"]]
        api = f"/api/tables/{self.table}"
        for choice in CLOSED:
            wish = {"expected": state["lines"], "key": new_key(), "choices": [choice]}
            if choice not in open_now:
                self.client.post(f"{api}/moves", wish, **headers)
        wish = {"expected": state["lines"] + 1, "key": new_key()}
        self.client.post(f"{api}/redo", wish, **headers)


@dataclass(frozen=True)
class Told:
    """What everybody else was sent while it was a secret, and what its owner and all see."""

    sent: dict[str, bytes]
    own: Any
    end: Any


def sent(table: Table, viewers: dict[str, Watcher]) -> dict[str, bytes]:
    """Without the names of people and tables, which are others at every server."""
    found = {}
    for name, viewer in viewers.items():
        text = viewer.transcript()
        for number, id in enumerate((table.anne.id, table.bob.id)):
            text = text.replace(id.encode(), b"ID%d" % number)
        found[name] = text
    return found


def one_by_one(table: Table, viewers: dict[str, Watcher], script: Script) -> None:
    """Each choice is told to everybody who watches."""
    for choice in script:
        table.follow([choice])
        for viewer in viewers.values():
            viewer.is_told()


def assert_same(runs: list[Told]) -> None:
    first, *others = runs
    assert all(len(text) > 50_000 for text in first.sent.values())
    for other in others:
        for name, text in other.sent.items():
            pairs = zip(first.sent[name].split(b"\n"), text.split(b"\n"), strict=False)
            difference = next(((a, b) for a, b in pairs if a != b), None)
            assert difference is None, (name, difference)
            assert text == first.sent[name]


# Discoveries face down


def drawn(server: Server) -> Told:
    """Anne draws a token, carries it about and lands it in the end."""
    before, after = discovery(SITE)
    table = Table(server).follow(before[:-1])
    stranger = server.client(language="fr")
    viewers = {"Bob": Watcher(table.bob, table.id), "a stranger": Watcher(stranger, table.id)}
    one_by_one(table, viewers, before[-1:])
    for viewer in viewers.values():
        viewer.look_everywhere()
    own = table.state["view"]
    one_by_one(table, viewers, after[:6])
    for viewer in viewers.values():
        viewer.look_everywhere()
    told = sent(table, viewers)
    table.follow(after[6:])
    ends = [client.table(table.id)["view"] for client in (table.bob, stranger)]
    return Told(told, own, ends)


def test_the_family_of_a_discovery_changes_no_byte_for_the_others(
    launch: Launch, tmp_path: Path
) -> None:
    runs = []
    for family in ("bird", "insect"):
        database = f"sqlite:///{tmp_path / family}.db"
        runs.append(drawn(launch(database, environment=deals(SITE, family))))
    assert_same(runs)
    # It was not the same all along: she knew it at once, everybody once she had landed it.
    assert runs[0].own != runs[1].own
    assert runs[0].end != runs[1].end


def test_only_its_owner_reads_the_family_in_the_record(launch: Launch) -> None:
    before, after = discovery(SITE)
    server = launch(environment=deals(SITE, "reptile"))
    table = Table(server).follow(before)
    assert "reptile" in table.anne.record(table.id)
    for client in (table.bob, server.client(), server.client("Cleo")):
        assert "reptile" not in client.record(table.id)
    table.follow(after)
    # The draw stays covered in a record that is under way, and what was landed is public
    assert "reptile" in str(table.bob.table(table.id)["view"])


# Standing orders

ORDERS: dict[str, dict[str, str] | None] = {
    "none": None,
    "fierce": {"cannons": "all", "retreat": "stay"},
    "timid": {"cannons": "none", "retreat": "ransom", "ransom": "8", "otherwise": "flee"},
}


def ordered(server: Server, orders: dict[str, str] | None) -> Told:
    """Bob orders something, is attacked, and answers himself."""
    script = attack(RAID)
    table = Table(server).follow(script[:-1])
    stranger = server.client(language="fr")
    changed = [row["changed"] for row in table.anne.ask("/api/tables")["mine"]]
    assert len(changed) == 1
    viewers = {"Anne": Watcher(table.anne, table.id), "a stranger": Watcher(stranger, table.id)}
    path = f"{table.path}/seats/{BOB}/orders"
    assert put(table.bob, path, {"orders": {"cannons": "half"}}).status == 200
    assert put(table.bob, path, {"orders": orders}).status == 200
    assert [row["changed"] for row in table.anne.ask("/api/tables")["mine"]] == changed
    for viewer in viewers.values():
        viewer.look_everywhere()
    one_by_one(table, viewers, script[-1:])
    for viewer in viewers.values():
        viewer.look_everywhere()
    own = table.bob.ask(path)["orders"]
    one_by_one(table, viewers, [(BOB, "man 0")])
    for viewer in viewers.values():
        viewer.look_everywhere()
    return Told(sent(table, viewers), own, table.asked())


def test_what_is_ordered_changes_no_byte_for_the_others(launch: Launch, tmp_path: Path) -> None:
    runs = []
    for name, orders in ORDERS.items():
        database = f"sqlite:///{tmp_path / name}.db"
        server = launch(database, environment=deals(RAID), order_patience=3600.0)
        runs.append(ordered(server, orders))
    assert_same(runs)
    assert runs[0].own is None
    assert runs[1].own != runs[2].own


def test_orders_are_in_no_answer_to_others(launch: Launch) -> None:
    """Neither their ids nor their values, wherever one asks."""
    server = launch(environment=deals(RAID), order_patience=3600.0)
    table = Table(server).follow(attack(RAID))
    table.orders(retreat="ransom", ransom="6", otherwise="stay")
    for client in (server.client("Cleo"), server.client()):
        watcher = Watcher(client, table.id)
        watcher.look_everywhere()
        text = watcher.transcript()
        assert b'"otherwise"' not in text
        assert b"order.otherwise" not in text
    program = table.anne.tell(f"{table.path}/seats/{ANNE}/token")["token"]
    answer = Client(server.address, program).get(f"{table.path}/seats/{BOB}/orders")
    assert answer.status in (401, 403)
