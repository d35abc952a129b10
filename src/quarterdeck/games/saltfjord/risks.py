"""What may go wrong with a choice, said before it is made. It all follows from public facts."""

from __future__ import annotations

from collections.abc import Iterable

from quarterdeck.games.saltfjord.components import Components
from quarterdeck.games.saltfjord.names import (
    DOUBLE_SPACE,
    FACES,
    FISH_ICON,
    NO_TILE,
    NO_TOKEN,
    ROUNDS,
    shape_in,
)
from quarterdeck.games.saltfjord.obstacles import line_obstacle
from quarterdeck.games.saltfjord.position import SaltfjordPosition, on_boat
from quarterdeck.games.saltfjord.scoring import tile_worth
from quarterdeck.games.saltfjord.words import (
    icons_words,
    points_words,
    score_tile_name,
    tile_name,
)
from quarterdeck.kernel.messages import Message


def of_taking(p: SaltfjordPosition, seat: int, colour: int, face: int) -> Message | None:
    """A die that no line of the village can use.  SF-4.15, SF-4.17"""
    for value in range(1, FACES + 1):
        if line_obstacle(p, seat, colour, face, value) is None:
            return None
    return Message("sf.risk.die")


def of_repeating(box: Components, icon: int) -> Message | None:
    """Fish for which Foreman takes as many.  SF-14.5"""
    if icon != FISH_ICON or box.fish_icon > box.foreman_fish:
        return None
    return Message("sf.risk.repeat")


def of_retiring(p: SaltfjordPosition, seat: int) -> Message | None:
    """What is lost with the round, or with the game.  SF-3.9, SF-16.2, SF-19.10, SF-19.13"""
    found: list[Message] = []
    if p.workers[seat]:
        found.append(Message("sf.risk.workers", count=p.workers[seat]))
    if p.round == ROUNDS:
        found += _of_the_last_round(p, seat)
    elif p.table.solo:
        found.append(Message("sf.risk.crates"))
    return _join(found)


def _of_the_last_round(p: SaltfjordPosition, seat: int) -> list[Message]:
    found: list[Message] = []
    box = p.table.box
    if p.zones[seat]:
        lost = box.zone_points[p.zones[seat]]
        token = p.boat[on_boat(seat, DOUBLE_SPACE)]
        if token != NO_TOKEN and p.table.options["final_unload_x2"] != "true":
            lost += box.token_points[token]
        found.append(Message("sf.risk.boat", points=points_words(lost)))
    for tile in p.special_tiles:
        worth = tile_worth(p, seat, tile)
        if worth < box.threshold:
            name = score_tile_name(tile)
            found.append(Message("sf.risk.special", tile=name, count=worth, needed=box.threshold))
    return found


def of_advancing(p: SaltfjordPosition, seat: int) -> Message | None:
    """A boat that can take no more.  SF-11.2, SF-11.12"""
    return Message("sf.risk.full") if p.free_spaces(seat) == 1 else None


def of_building(p: SaltfjordPosition, stack: int) -> Message | None:
    """Alone: the top tile of the other stack goes, too.  SF-19.9"""
    other = p.tops[stack ^ 1]
    if not p.table.solo or other == NO_TILE:
        return None
    icons = icons_words(p.table.box, p.table.icons_of[other])
    return Message("sf.risk.other_tile", tile=tile_name(shape_in(stack), other), icons=icons)


def _join(risks: Iterable[Message]) -> Message | None:
    """Several risks as one text."""
    said: Message | None = None
    for risk in risks:
        said = risk if said is None else Message("sf.risk.both", first=said, second=risk)
    return said
