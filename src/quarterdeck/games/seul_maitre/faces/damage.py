"""Which sailor is lost."""

from __future__ import annotations

from quarterdeck.games.seul_maitre.actions import LOSE
from quarterdeck.games.seul_maitre.names import STATIONS
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.damage import Casualty
from quarterdeck.games.seul_maitre.words import station_name
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message


class CasualtyFace(Face[MasterPosition, Casualty]):
    step = Casualty

    def prompt(self, p: MasterPosition, step: Casualty) -> Message:
        return Message("sm.prompt.casualty")

    @describes(LOSE)
    def lose(self, p: MasterPosition, step: Casualty, code: int) -> Description:
        station = LOSE.value(code)
        said = Message("sm.choice.lose", station=station_name(station))
        return Description(
            said,
            (f"station-{STATIONS[station]}",),
            effect=Message(f"sm.effect.lose.{STATIONS[station]}"),
            things=("sailor", STATIONS[station]),
        )
