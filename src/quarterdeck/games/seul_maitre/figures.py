"""What players look at: points, money, ship, crew and cargo of a seat. All of it is public; the
families of discoveries on board are not told."""

from __future__ import annotations

from quarterdeck.games.seul_maitre.chart import NOWHERE
from quarterdeck.games.seul_maitre.names import (
    BRANCH_COUNT,
    FAMILY_COUNT,
    RARITIES,
    RESOURCE_COUNT,
    SHIPS,
    branch_at,
    cargo_at,
    token_at,
    token_kind,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.combat import Losses
from quarterdeck.games.seul_maitre.steps.damage import Casualty
from quarterdeck.games.seul_maitre.words import branch_name, place_words, resource_name
from quarterdeck.kernel.figures import Figure
from quarterdeck.kernel.messages import Message


def figures(p: MasterPosition, seat: int) -> list[Figure]:
    """In the order in which a player would ask for them."""
    damage = p.sail_damage[seat] + p.leaks[seat] + p.cannon_damage[seat]
    return [
        _figure("points", p.vp[seat]),
        _figure("money", p.money[seat]),
        _figure("tokens", p.tokens[seat]),
        _figure("place", _place(p, seat)),
        _figure("ship", (Message(f"sm.ship.{SHIPS[p.kind[seat]]}"),)),
        _figure("sailors", p.sailors(seat) - _doomed(p, seat)),
        _figure("movement", p.points(seat)),
        _figure("cannons", p.cannons(seat) - p.cannon_damage[seat]),
        _figure("damage", damage),
        _figure("cargo", _cargo(p, seat)),
        _figure("discoveries", _discoveries(p, seat)),
        _figure("specialists", _specialists(p, seat)),
    ]


def _figure(id: str, value: int | tuple[Message, ...]) -> Figure:
    return Figure(id, Message(f"sm.figure.{id}"), value)


def _doomed(p: MasterPosition, seat: int) -> int:
    """Sailors that are lost, though their owner has not said yet which.  SM-11.18"""
    lost = 0
    for step in p.stack:
        if isinstance(step, Casualty) and step.seat == seat:
            lost += 1
        elif isinstance(step, Losses) and step.owner == seat:
            lost += step.count
    return min(lost, p.able(seat))


def _place(p: MasterPosition, seat: int) -> tuple[Message, ...]:
    place = p.place[seat]
    return () if place == NOWHERE else (place_words(p.chart, place),)


def _cargo(p: MasterPosition, seat: int) -> tuple[Message, ...]:
    found: list[Message] = []
    for good in range(RESOURCE_COUNT):
        found += [resource_name(good)] * p.cargo[cargo_at(seat, good)]
    return tuple(found)


def _discoveries(p: MasterPosition, seat: int) -> tuple[Message, ...]:
    """Discoveries on board, by how rare they are."""
    found: list[Message] = []
    for rarity, name in enumerate(RARITIES):
        first = token_at(seat, token_kind(rarity, 0))
        count = sum(p.carried[first : first + FAMILY_COUNT])
        found += [Message(f"sm.discovery.{name}")] * count
    return tuple(found)


def _specialists(p: MasterPosition, seat: int) -> tuple[Message, ...]:
    found = [Message("sm.figure.untrained")] * p.untrained[seat]
    for branch in range(BRANCH_COUNT):
        level = p.level[branch_at(seat, branch)]
        if level:
            found.append(Message("sm.text.specialist", branch=branch_name(branch), level=level))
    return tuple(found)
