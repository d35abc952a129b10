"""Which tile is laid, where, and how it is turned."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.seul_maitre.actions import CELL, ROTATE, SPACE, TILE
from quarterdeck.games.seul_maitre.faces.places import CellFace
from quarterdeck.games.seul_maitre.names import CELL_NAMES, FIRST_PORT_TILE, TILES
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.building import (
    BuildCell,
    BuildRotation,
    BuildTile,
    PortCorner,
    PortRotation,
)
from quarterdeck.games.seul_maitre.steps.yard import cell_of, quarters_of, yard_of
from quarterdeck.games.seul_maitre.words import land_words, port_name, tile_kind, tile_name
from quarterdeck.kernel.faces import Description, Face, Gesture, describes
from quarterdeck.kernel.messages import Message


class BuildTileFace(Face[MasterPosition, BuildTile]):
    step = BuildTile

    def prompt(self, p: MasterPosition, step: BuildTile) -> Message:
        return Message("sm.prompt.tile")

    def expected(self, p: MasterPosition, step: BuildTile) -> Sequence[int]:
        return [TILE.at(tile) for tile in sorted(p.row)]

    @describes(TILE)
    def tile(self, p: MasterPosition, step: BuildTile, code: int) -> Description:
        tile = TILE.value(code)
        name = tile_name(p.table, tile)
        coasts = p.table.land[tile].bit_count()
        said = Message("sm.choice.tile.open", tile=name)
        if coasts:
            said = Message("sm.choice.tile", tile=name, count=coasts)
        kind, _ = tile_kind(p.table, tile)
        return Description(said, (f"tile-{TILES[tile]}",), things=(f"tile-{kind}",))


class BuildCellFace(CellFace[BuildCell]):
    step = BuildCell
    effect = "sm.effect.cell.tile"
    things = ("cell",)

    def prompt(self, p: MasterPosition, step: BuildCell) -> Message:
        return Message("sm.prompt.cell", tile=tile_name(p.table, step.tile))

    def gestures(self, p: MasterPosition, step: BuildCell) -> list[Gesture]:
        by_cell: dict[int, list[int]] = {}
        for laid in yard_of(p).placements(p.table.shape[step.tile]):
            by_cell.setdefault(cell_of(laid), []).append(quarters_of(laid))
        return _offer_layings(p, step.tile, by_cell)


class BuildRotationFace(Face[MasterPosition, BuildRotation]):
    step = BuildRotation

    def prompt(self, p: MasterPosition, step: BuildRotation) -> Message:
        return _ask_for_turn(p, step.tile, step.cell)

    @describes(ROTATE)
    def rotate(self, p: MasterPosition, step: BuildRotation, code: int) -> Description:
        return _describe_turn(p, step.tile, step.cell, code)

    def gestures(self, p: MasterPosition, step: BuildRotation) -> list[Gesture]:
        return _offer_turns(p, step.tile, step.cell, p.legal(step.seat))


class PortCornerFace(CellFace[PortCorner]):
    step = PortCorner
    effect = "sm.effect.cell.port"
    things = ("tile-port",)

    def prompt(self, p: MasterPosition, step: PortCorner) -> Message:
        return Message("sm.prompt.corner", port=port_name(step.port))

    def gestures(self, p: MasterPosition, step: PortCorner) -> list[Gesture]:
        yard = yard_of(p)
        by_cell = {cell: sorted(yard.port_turns(cell)) for cell in yard.free_corners()}
        return _offer_layings(p, FIRST_PORT_TILE + step.port, by_cell)


class PortRotationFace(Face[MasterPosition, PortRotation]):
    step = PortRotation

    def prompt(self, p: MasterPosition, step: PortRotation) -> Message:
        return _ask_for_turn(p, FIRST_PORT_TILE + step.port, step.cell)

    @describes(ROTATE)
    def rotate(self, p: MasterPosition, step: PortRotation, code: int) -> Description:
        return _describe_turn(p, FIRST_PORT_TILE + step.port, step.cell, code)

    def gestures(self, p: MasterPosition, step: PortRotation) -> list[Gesture]:
        return _offer_turns(p, FIRST_PORT_TILE + step.port, step.cell, p.legal(step.seat))


def _ask_for_turn(p: MasterPosition, tile: int, cell: int) -> Message:
    return Message("sm.prompt.rotation", tile=tile_name(p.table, tile), cell=CELL_NAMES[cell])


def _describe_turn(p: MasterPosition, tile: int, cell: int, code: int) -> Description:
    """A turn by the edges where the tile then shows land."""
    said = Message("sm.choice.rotate", land=land_words(p.table, tile, ROTATE.value(code)))
    return Description(
        said, (f"cell-{CELL_NAMES[cell]}",), effect=Message("sm.effect.rotate"), things=("zone",)
    )


def _offer_layings(p: MasterPosition, tile: int, by_cell: dict[int, list[int]]) -> list[Gesture]:
    """A tile laid on any of some cells in any of the turns possible there."""
    found = []
    for cell, turns in by_cell.items():
        for quarters in turns:
            # What has no alternative is not asked for
            codes = [CELL.at(cell)] if len(by_cell) > 1 else []
            if len(turns) > 1:
                codes.append(ROTATE.at(quarters))
            found.append(_offer_laying(p, tile, cell, quarters, codes))
    return found


def _offer_turns(p: MasterPosition, tile: int, cell: int, codes: list[int]) -> list[Gesture]:
    return [_offer_laying(p, tile, cell, ROTATE.value(code), [code]) for code in codes]


def _offer_laying(
    p: MasterPosition, tile: int, cell: int, quarters: int, codes: list[int]
) -> Gesture:
    name = CELL_NAMES[cell]
    return Gesture(
        choices=tuple(SPACE.notation(code) for code in codes),
        label=Message(
            "sm.gesture.lay",
            tile=tile_name(p.table, tile),
            cell=name,
            land=land_words(p.table, tile, quarters),
        ),
        spot=f"cell-{name}",
        covers=(f"cell-{name}",),
        turn=quarters,
    )
