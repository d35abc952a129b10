"""Questions for a place, as several steps ask them: a cell, a zone of a cell, a port."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

from quarterdeck.games.seul_maitre.actions import CELL, PORT, ZONE
from quarterdeck.games.seul_maitre.names import CELL_NAMES, CORNER_PORTS, PORTS
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.tossing import ZoneChoice
from quarterdeck.games.seul_maitre.words import port_name, vessel_name, zone_words
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Step

S = TypeVar("S", bound=Step[Any])
Z = TypeVar("Z", bound=ZoneChoice)


class CellFace(Face[MasterPosition, S], Generic[S]):
    # What happens on the cell that is chosen, and the things this uses.
    effect: ClassVar[str]
    things: ClassVar[tuple[str, ...]]

    @describes(CELL)
    def cell(self, p: MasterPosition, step: S, code: int) -> Description:
        name = CELL_NAMES[CELL.value(code)]
        said = Message("sm.choice.cell", cell=name)
        effect = Message(self.effect)
        return Description(said, (f"cell-{name}",), effect=effect, things=self.things)


class ZoneFace(Face[MasterPosition, Z], Generic[Z]):
    # What happens in the zone that is chosen.
    effect: ClassVar[str]

    @describes(ZONE)
    def zone(self, p: MasterPosition, step: Z, code: int) -> Description:
        zone = ZONE.value(code)
        said = Message("sm.choice.zone", place=zone_words(p.chart, step.cell, zone))
        spots = (f"zone-{CELL_NAMES[step.cell]}-{zone}",)
        return Description(said, spots, effect=Message(self.effect), things=("zone",))


class PortFace(Face[MasterPosition, S], Generic[S]):
    # What brings the ship to the port that is chosen.
    effect: ClassVar[str]

    def expected(self, p: MasterPosition, step: S) -> Sequence[int]:
        return [PORT.at(port) for port in range(CORNER_PORTS)]

    @describes(PORT)
    def port(self, p: MasterPosition, step: S, code: int) -> Description:
        port = PORT.value(code)
        said = Message("sm.choice.port", port=port_name(port))
        spot = f"port-{PORTS[port]}"
        return Description(said, (spot,), effect=Message(self.effect), things=(spot,))


def ask_where(seat: int, vessel: int, kind: str) -> Message:
    """What becomes of a vessel: this seat's own, or another they handle."""
    if vessel == seat:
        return Message(f"sm.prompt.{kind}.own")
    return Message(f"sm.prompt.{kind}", vessel=vessel_name(vessel))
