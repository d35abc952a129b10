"""Which tile is laid, where, and how it is turned."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.seul_maitre.actions import ROTATE, TILE
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
from quarterdeck.games.seul_maitre.words import land_words, port_name, tile_name
from quarterdeck.kernel.faces import Description, Face, describes
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
        return Description(said, (f"tile-{TILES[tile]}",))


class BuildCellFace(CellFace[BuildCell]):
    step = BuildCell

    def prompt(self, p: MasterPosition, step: BuildCell) -> Message:
        return Message("sm.prompt.cell", tile=tile_name(p.table, step.tile))


class BuildRotationFace(Face[MasterPosition, BuildRotation]):
    step = BuildRotation

    def prompt(self, p: MasterPosition, step: BuildRotation) -> Message:
        return _ask_for_turn(p, step.tile, step.cell)

    @describes(ROTATE)
    def rotate(self, p: MasterPosition, step: BuildRotation, code: int) -> Description:
        return _describe_turn(p, step.tile, step.cell, code)


class PortCornerFace(CellFace[PortCorner]):
    step = PortCorner

    def prompt(self, p: MasterPosition, step: PortCorner) -> Message:
        return Message("sm.prompt.corner", port=port_name(step.port))


class PortRotationFace(Face[MasterPosition, PortRotation]):
    step = PortRotation

    def prompt(self, p: MasterPosition, step: PortRotation) -> Message:
        return _ask_for_turn(p, FIRST_PORT_TILE + step.port, step.cell)

    @describes(ROTATE)
    def rotate(self, p: MasterPosition, step: PortRotation, code: int) -> Description:
        return _describe_turn(p, FIRST_PORT_TILE + step.port, step.cell, code)


def _ask_for_turn(p: MasterPosition, tile: int, cell: int) -> Message:
    return Message("sm.prompt.rotation", tile=tile_name(p.table, tile), cell=CELL_NAMES[cell])


def _describe_turn(p: MasterPosition, tile: int, cell: int, code: int) -> Description:
    """A turn by the edges where the tile then shows land."""
    said = Message("sm.choice.rotate", land=land_words(p.table, tile, ROTATE.value(code)))
    return Description(said, (f"cell-{CELL_NAMES[cell]}",))
