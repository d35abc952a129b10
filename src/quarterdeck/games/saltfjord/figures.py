"""What players look at: points, goods, workers, technologies, boat, quays and village of a seat.

All of it is public: tokens on a boat lie face up.
"""

from __future__ import annotations

from quarterdeck.games.saltfjord.names import (
    ABILITIES,
    CELLS,
    FISH,
    GOODS,
    KINDS,
    NO_TOKEN,
    QUAY_COUNT,
    TRACK_COUNT,
)
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.scoring import total
from quarterdeck.games.saltfjord.steps.building import completed
from quarterdeck.games.saltfjord.village import LINES
from quarterdeck.games.saltfjord.words import (
    ability_name,
    line_name,
    quay_name,
    room_name,
    token_name,
    track_name,
)
from quarterdeck.kernel.figures import Figure
from quarterdeck.kernel.messages import Message


def figures(p: SaltfjordPosition, seat: int) -> list[Figure]:
    """In the order in which a player would ask for them."""
    found = [_figure("points", total(p, seat)), Figure("fish", room_name(FISH), p.fish(seat))]
    found += [
        Figure(f"good-{GOODS[kind]}", room_name(kind), p.held(seat, kind))
        for kind in reversed(range(KINDS))
        if kind != FISH
    ]
    return [
        *found,
        _figure("workers", p.workers[seat]),
        _figure("abilities", _abilities(p, seat)),
        _figure("levels", _levels(p, seat)),
        _figure("zone", p.zones[seat]),
        _figure("aboard", _aboard(p, seat)),
        _figure("crates", _crates(p, seat)),
        _figure("empty", CELLS - p.filled(seat).bit_count()),
        _figure("lines", _lines(p, seat)),
    ]


def _figure(id: str, value: int | tuple[Message, ...]) -> Figure:
    return Figure(id, Message(f"sf.figure.{id}"), value)


def _abilities(p: SaltfjordPosition, seat: int) -> tuple[Message, ...]:
    return tuple(ability_name(a) for a in range(len(ABILITIES)) if p.owns(seat, a))


def _levels(p: SaltfjordPosition, seat: int) -> tuple[Message, ...]:
    """Every space reached, so that one more is one more name."""
    return tuple(
        Message("sf.thing.space", track=track_name(track, p.table.carts), level=level)
        for track in range(TRACK_COUNT)
        for level in range(1, p.level(seat, track) + 1)
    )


def _aboard(p: SaltfjordPosition, seat: int) -> tuple[Message, ...]:
    box = p.table.box
    return tuple(
        Message("sf.text.aboard", token=token_name(box, token))
        for token in p.boat_of(seat)
        if token != NO_TOKEN
    )


def _crates(p: SaltfjordPosition, seat: int) -> tuple[Message, ...]:
    """The quay of every crate."""
    crates = p.crates(seat)
    return tuple(quay_name(quay) for quay in range(QUAY_COUNT) for _ in range(crates[quay]))


def _lines(p: SaltfjordPosition, seat: int) -> tuple[Message, ...]:
    lines = completed(p.filled(seat))
    return tuple(line_name(line) for line in range(len(LINES)) if lines >> line & 1)
