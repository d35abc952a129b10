"""Nobody learns of an order before it acts, nor why one has ended: the same game is played with
orders and without; everybody but their player must be sent the same bytes."""

from __future__ import annotations

from pathlib import Path

from tests.server.captains import ANNE, BOB, deals
from tests.server.client import put, wait_until
from tests.server.servers import Launch, Server
from tests.server.test_orders import Sea
from tests.server.test_seul_maitre import Watcher

DEAL = 4
ORDERS: dict[str, dict[str, dict[str, str]]] = {
    "none": {},
    # Ends as soon as Bob is asked, because Anne sells
    "ends": {"pass": {"price": "salt"}},
    # Never covers what Bob is asked
    "silent": {"repair": {}, "leave_tiles": {}},
}


def play(server: Server, orders: dict[str, dict[str, str]]) -> dict[str, bytes]:
    """What Anne and a stranger are sent while Bob orders something, is asked and chooses."""
    sea = Sea(server)
    watchers = {
        "Anne": Watcher(sea.anne, sea.id),
        "a stranger": Watcher(server.client(language="fr"), sea.id),
    }
    for name, values in orders.items():
        assert put(sea.bob, f"{sea.orders}/{name}", {"values": values}).status == 200
    for watcher in watchers.values():
        watcher.look_everywhere()
    sea.move(sea.anne, "sell salt", "from caravel_1 1")
    for watcher in watchers.values():
        watcher.is_told()
    if "pass" in orders:
        wait_until(lambda: "is cancelled" in str(sea.bob.table(sea.id)), "the order to end")
    assert sea.asked() == [BOB]
    for watcher in watchers.values():
        watcher.look_everywhere()
    sea.move(sea.bob, "saline")
    assert sea.asked() == [ANNE]
    found = {}
    for name, watcher in watchers.items():
        watcher.is_told()
        watcher.look_everywhere()
        text = watcher.transcript()
        for number, id in enumerate((sea.anne.id, sea.bob.id)):
            text = text.replace(id.encode(), b"ID%d" % number)
        found[name] = text
    return found


def test_others_are_sent_the_same_with_orders_and_without(launch: Launch, tmp_path: Path) -> None:
    runs = {}
    for name, orders in ORDERS.items():
        server = launch(f"sqlite:///{tmp_path / name}.db", environment=deals(DEAL))
        runs[name] = play(server, orders)
    for name in ("ends", "silent"):
        for who, text in runs[name].items():
            assert len(text) > 50_000
            pairs = zip(runs["none"][who].split(b"\n"), text.split(b"\n"), strict=False)
            difference = next(((a, b) for a, b in pairs if a != b), None)
            assert difference is None, (name, who, difference)
            assert text == runs["none"][who]
