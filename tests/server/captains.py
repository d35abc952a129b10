"""Games of Seul Maître à Bord for the tests of the table: played beforehand, then at a server.

A server with a seed deals every table the same, so a game that was played here with that seed can
be played there choice by choice, up to the moment a test is about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any, cast

from quarterdeck import games
from quarterdeck.game import Game
from quarterdeck.games.seul_maitre.defence import is_interrupted
from quarterdeck.games.seul_maitre.position import MasterPosition
from tests.fixtures.captain import Captain, Places, ships, sites
from tests.server.client import Answer, Client
from tests.server.client import put as put
from tests.server.servers import Server
from tests.server.serving import FAMILY, SEED, Fated

GAME = "seul_maitre"
RULES = games.load(GAME)
OPTIONS = {"map_mode": "random", "rounds": "4"}
ANNE, BOB = 0, 1

Script = list[tuple[int, str]]
Moment = Callable[[MasterPosition], bool]

HUNTER = ("improve letter", "recruit 3", "do shipyard", "engage", "do navigation", "recover")
SCIENTIST = ("land", "do discovery", "do navigation", "do market", "decline", "stay")


def play_until(
    seed: int, wishes: Sequence[str], bound: Places, moment: Moment, family: str = ""
) -> tuple[Script, Game]:
    """The choices of both players up to a moment, and the game then."""
    game = Game.new(RULES, 2, OPTIONS, Fated(seed, family))
    random = Random(seed)
    players = [Captain(random, wishes, bound) for _ in range(2)]
    while not moment(cast(MasterPosition, game.position)):
        assert not game.finished, "that moment never came"
        (seat,) = game.actors
        game.play(players[seat].choose(cast(MasterPosition, game.position), seat))
    return [(e.seat, e.notation) for e in game.record.entries if not e.is_chance], game


def bob_is_attacked(p: MasterPosition) -> bool:
    return is_interrupted(p, BOB) and len(p.legal(BOB)) > 1


@cache
def attack(seed: int) -> Script:
    """Anne has attacked Bob, who is asked in her turn."""
    return play_until(seed, HUNTER, ships, bob_is_attacked)[0]


@cache
def discovery(seed: int) -> tuple[Script, Script]:
    """Anne has drawn her first token and done a few things more; and what follows until she
    has landed it."""

    def drawn(p: MasterPosition) -> bool:
        return bool(p.aboard and p.aboard[ANNE])

    def landed(p: MasterPosition) -> bool:
        return bool(p.landed and any(p.landed[:15]))

    first = play_until(seed, SCIENTIST, sites, drawn, "bird")[0]
    whole = play_until(seed, SCIENTIST, sites, landed, "bird")[0]
    return first, whole[len(first) :]


def deals(seed: int, family: str = "") -> dict[str, str]:
    """The environment of a server that deals like this."""
    return {SEED: str(seed), FAMILY: family}


class Table:
    """Anne and Bob at a new table of a server."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.anne, self.bob = (server.client(name) for name in ("Anne", "Bob"))
        self.id = self.anne.host("here", "open", game=GAME, options=OPTIONS)
        self.bob.join(self.id)
        self.players: list[Client] = [self.anne, self.bob]

    @property
    def path(self) -> str:
        return f"/api/tables/{self.id}"

    @property
    def state(self) -> Any:
        return self.anne.table(self.id)

    def follow(self, script: Script) -> Table:
        lines = self.anne.lines(self.id)
        for seat, choice in script:
            lines = self.players[seat].move(self.id, lines, choice)
        return self

    def orders(self, seat: int = BOB, by: Client | None = None, **orders: str) -> Answer:
        """Give orders, all others by default."""
        client = by or self.players[seat]
        return put(client, f"{self.path}/seats/{seat}/orders", {"orders": orders})

    def asked(self) -> list[int]:
        return [seat["number"] for seat in self.state["seats"] if seat["asked"]]
