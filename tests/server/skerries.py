"""Players of Skerries, in which everybody sets out at the same time and in secret."""

from __future__ import annotations

from typing import Any

from tests.server.client import Answer, Client, new_key
from tests.server.servers import Server

GAME = "skerries"


class Rower:
    """A client at one table of Skerries, who follows his own line count."""

    def __init__(self, client: Client, table: str = "") -> None:
        self.client = client
        self.table = table

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table}"

    @property
    def state(self) -> Any:
        return self.client.table(self.table)

    @property
    def lines(self) -> int:
        return self.client.lines(self.table)

    @property
    def notations(self) -> list[str]:
        return [choice["notation"] for choice in self.client.choices(self.table)["choices"]]

    def play(self, *choices: str) -> int:
        """As one gesture."""
        return self.client.move(self.table, self.lines, *choices)

    def sets_out(self, skerry: str = "north", rope: str = "short") -> int:
        """The whole of one's choices of a tide."""
        return self.play(f"row {skerry}", f"anchor {rope}")

    def post(self, what: str, **more: Any) -> Answer:
        wish = {"expected": self.lines, "key": new_key(), **more}
        return self.client.post(f"{self.path}/{what}", wish)

    def does(self, what: str, **more: Any) -> Any:
        answer = self.post(what, **more)
        assert answer.status == 200, answer.text
        return answer.json()

    def asked(self) -> list[str]:
        """The names of those who are still choosing."""
        return [seat["name"] for seat in self.state["seats"] if seat["asked"]]


def rowers(server: Server, *names: str, bots: tuple[str, ...] = (), **more: Any) -> list[Rower]:
    """People at a new table, everybody about to set out."""
    clients = [server.client(name) for name in names]
    seating = ("here", *["open"] * (len(names) - 1), *bots)
    table = clients[0].host(*seating, game=GAME, **more)
    for client in clients[1:]:
        client.join(table)
    return [Rower(client, table) for client in clients]
