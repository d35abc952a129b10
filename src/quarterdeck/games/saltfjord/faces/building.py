"""Which building is bought, and where it comes to lie."""

from __future__ import annotations

from typing import Generic, TypeVar

from quarterdeck.games.saltfjord import risks
from quarterdeck.games.saltfjord.actions import PLACE, SPACE
from quarterdeck.games.saltfjord.faces.pay import price_words
from quarterdeck.games.saltfjord.names import (
    KINDS,
    NO_TILE,
    STACKS,
    STACKS_PER_SHAPE,
    WALK,
    shape_in,
)
from quarterdeck.games.saltfjord.obstacles import building_cost
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.building import PlaceTile, completed
from quarterdeck.games.saltfjord.steps.setup import PlaceStartBuilding
from quarterdeck.games.saltfjord.things import icon_things, stack_thing
from quarterdeck.games.saltfjord.village import LINES
from quarterdeck.games.saltfjord.words import (
    cell_name,
    cell_spot,
    gains,
    icon_name,
    icons_words,
    line_name,
    list_messages,
    shape_name,
    tile_name,
)
from quarterdeck.kernel.faces import Description, Face, Gesture, describes
from quarterdeck.kernel.messages import Argument, Message

S = TypeVar("S", bound=PlaceTile | PlaceStartBuilding)


def describe_stack(p: SaltfjordPosition, seat: int, stack: int) -> Description:
    """The top tile of a stack, to be built."""
    top = p.tops[stack]
    spots = (f"stack-{STACKS[stack]}",)
    if top == NO_TILE:
        shape, number = shape_name(shape_in(stack)), stack % STACKS_PER_SHAPE + 1
        said = Message("sf.choice.build.none", shape=shape, number=number)
        return Description(said, spots, things=(stack_thing(shape_in(stack)),))
    cost = building_cost(p, seat, stack)
    box = p.table.box
    things = (stack_thing(shape_in(stack)), *icon_things(box, p.table.icons_of[top]))
    risk = risks.of_building(p, stack)
    arguments: dict[str, Argument] = {
        "tile": tile_name(shape_in(stack), top),
        "icons": icons_words(box, p.table.icons_of[top]),
    }
    said = Message("sf.choice.build.free", **arguments)
    if cost:
        said = Message("sf.choice.build", **arguments, cost=price_words(p, seat, cost))
    return Description(said, spots, risk=risk, things=things)


class PlacementFace(Face[SaltfjordPosition, S], Generic[S]):
    """A tile in hand, of the stacks or a starting building."""

    @describes(PLACE)
    def place(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        """A placement, with the lines it completes."""
        shape, icons = step.tile(p)
        number = code - PLACE.base
        found = next((x for x in p.table.placements[shape] if x.number == number), None)
        if found is None:
            anchor, _ = PLACE.values(code)
            said = Message("sf.choice.place.off", cell=cell_name(anchor))
            return Description(said, (cell_spot(anchor),), things=("tile-in-hand",))
        spots = tuple(cell_spot(cell) for cell in found.cells)
        completes = _lines_completed(p, step.seat, found.mask)
        return Description(
            _placement_words(p, step.seat, icons, found.cells, found.mask),
            spots,
            effect=Message("sf.effect.place.lines" if completes else "sf.effect.place"),
            things=icon_things(p.table.box, icons),
        )

    def gestures(self, p: SaltfjordPosition, step: S) -> list[Gesture]:
        """Every placement; where several begin on a cell, turning leads from one to the next."""
        shape, icons = step.tile(p)
        by_code = {PLACE.base + x.number: x for x in p.table.placements[shape]}
        found = []
        for code in p.legal(step.seat):
            placement = by_code[code]
            found.append(
                Gesture(
                    choices=(SPACE.notation(code),),
                    label=_placement_words(p, step.seat, icons, placement.cells, placement.mask),
                    # Turning leaves the first part of the tile where one points
                    spot=cell_spot(placement.cells[0]),
                    covers=tuple(cell_spot(cell) for cell in placement.cells),
                    turn=placement.turn,
                )
            )
        return found


class PlaceTileFace(PlacementFace[PlaceTile]):
    step = PlaceTile

    def prompt(self, p: SaltfjordPosition, step: PlaceTile) -> Message:
        tile = p.tops[step.stack]
        return Message("sf.prompt.place", tile=tile_name(p.table.shape_of[tile], tile))


def _lines_completed(p: SaltfjordPosition, seat: int, mask: int) -> int:
    """The lines that a tile on these cells completes, as bits.  SF-10.10"""
    filled = p.filled(seat)
    return completed(filled | mask) & ~completed(filled)


def _placement_words(
    p: SaltfjordPosition, seat: int, icons: list[int], cells: list[int], mask: int
) -> Message:
    """Where each part of a tile comes to lie, which lines that completes, what they pay."""
    box = p.table.box
    parts = [
        Message("sf.choice.place.part", icon=icon_name(box, icon), cell=cell_name(cell))
        for icon, cell in zip(icons, cells, strict=True)
    ]
    lines = _lines_completed(p, seat, mask)
    if not lines:
        return Message("sf.choice.place", parts=list_messages(parts))
    goods = [0] * KINDS
    points = upgrades = fishing = 0
    shown = {cell: icon for icon, cell in zip(icons, cells, strict=True)}
    names = []
    for number, line in enumerate(LINES):
        if not lines >> number & 1:
            continue
        names.append(line_name(number))
        for cell in line:
            icon = shown.get(cell, p.icon(seat, cell))
            if icon >= WALK:
                walk = box.walks[icon - WALK]
                goods = [a + b for a, b in zip(goods, walk.goods, strict=True)]
                points += walk.points
                upgrades += walk.upgrades
                fishing += walk.fishing
    return Message(
        "sf.choice.place.lines",
        parts=list_messages(parts),
        lines=list_messages(names),
        gains=gains(goods, points, upgrades, fishing),
    )
