"""Rewards that wait to be taken."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.saltfjord.faces.fishing import FISHING_CODES, FishingFace
from quarterdeck.games.saltfjord.faces.free import OpenFace
from quarterdeck.games.saltfjord.faces.upgrading import UpgradeFace
from quarterdeck.games.saltfjord.names import KINDS
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.rewards import PendingReward
from quarterdeck.games.saltfjord.words import gains
from quarterdeck.kernel.messages import Message


class PendingRewardFace(
    UpgradeFace[PendingReward], FishingFace[PendingReward], OpenFace[PendingReward]
):
    step = PendingReward

    def prompt(self, p: SaltfjordPosition, step: PendingReward) -> Message:
        waiting = gains([0] * KINDS, 0, step.upgrades, step.fishing)
        return Message("sf.prompt.reward", rewards=waiting)

    def expected(self, p: SaltfjordPosition, step: PendingReward) -> Sequence[int]:
        return FISHING_CODES if step.fishing else ()
