"""How rare a discovery is drawn."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.seul_maitre.actions import NONE, PICK
from quarterdeck.games.seul_maitre.names import RARITIES
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.exploring import Pick
from quarterdeck.games.seul_maitre.words import rarity_name
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message


class PickFace(Face[MasterPosition, Pick]):
    step = Pick
    group = "discovery"

    def prompt(self, p: MasterPosition, step: Pick) -> Message:
        return Message("sm.prompt.pick.second" if step.second else "sm.prompt.pick")

    def expected(self, p: MasterPosition, step: Pick) -> Sequence[int]:
        return range(PICK.base, PICK.end)

    @describes(PICK)
    def pick(self, p: MasterPosition, step: Pick, code: int) -> Description:
        rarity = PICK.value(code)
        points = p.table.box.token_vp[rarity]
        said = Message("sm.choice.pick", rarity=rarity_name(rarity), count=points)
        spot = f"rarity-{RARITIES[rarity]}"
        effect = Message("sm.effect.pick", count=points)
        return Description(said, (spot,), effect=effect, things=(spot, "family"))

    @describes(NONE)
    def none(self, p: MasterPosition, step: Pick, code: int) -> Description:
        effect = Message("sm.effect.none.pick")
        return Description(Message("sm.choice.none.pick"), effect=effect, things=("hold",))
