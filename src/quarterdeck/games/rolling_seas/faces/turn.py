"""Which power a calm sea card raises."""

from __future__ import annotations

from quarterdeck.games.rolling_seas.actions import POWER
from quarterdeck.games.rolling_seas.names import MONSTERS, POWERS
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.risks import risk_of_power
from quarterdeck.games.rolling_seas.steps.turn import CalmPower
from quarterdeck.games.rolling_seas.words import power_name
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message


class CalmPowerFace(Face[RollingPosition, CalmPower]):
    step = CalmPower

    def prompt(self, p: RollingPosition, step: CalmPower) -> Message:
        return Message("rs.prompt.power")

    @describes(POWER)
    def power(self, p: RollingPosition, step: CalmPower, code: int) -> Description:
        captain = p.captains[step.seat]
        power = POWER.value(code)
        value = captain.monster_power if power == MONSTERS else captain.pirate_power
        said = Message("rs.choice.power", power=power_name(power), value=value + 1)
        thing = f"power-{POWERS[power]}"
        risk = risk_of_power(captain, power)
        return Description(said, (f"{thing}-{step.seat}",), risk=risk, things=(thing,))
