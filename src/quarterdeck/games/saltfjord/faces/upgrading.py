"""The upgrades of buildings, boardwalks and quays."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from quarterdeck.games.saltfjord.actions import GAIN_FISH, SELL_AND_UPGRADE, UPGRADE_CUBE
from quarterdeck.games.saltfjord.faces.free import describe_cube
from quarterdeck.games.saltfjord.names import WOOD
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Step

S = TypeVar("S", bound=Step[Any])


class UpgradeFace(Face[SaltfjordPosition, S], Generic[S]):
    """A step that offers an upgrade."""

    @describes(GAIN_FISH)
    def gain_fish(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        said = Message("sf.choice.gain_fish", count=p.table.box.upgrade_instead)
        effect = Message("sf.effect.gain_fish")
        return Description(said, ("good-fish",), effect=effect, things=("good-fish",))

    @describes(UPGRADE_CUBE)
    def upgrade(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        good, to = UPGRADE_CUBE.values(code)
        return describe_cube(UPGRADE_CUBE, good, to, "up", Message("sf.effect.upgrade_cube"))

    @describes(SELL_AND_UPGRADE)
    def sell_and_upgrade(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        good, basic = SELL_AND_UPGRADE.values(code)
        return describe_cube(
            SELL_AND_UPGRADE, good, WOOD + basic, "swap", Message("sf.effect.sell_for")
        )
