"""Which specialist gains a level."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.seul_maitre.actions import TRAIN
from quarterdeck.games.seul_maitre.names import BRANCHES, NAVIGATOR, TOP_LEVEL, branch_at
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.learning import Train, level_price
from quarterdeck.games.seul_maitre.words import branch_name
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message


class TrainFace(Face[MasterPosition, Train]):
    step = Train

    def prompt(self, p: MasterPosition, step: Train) -> Message:
        return Message("sm.prompt.train")

    def expected(self, p: MasterPosition, step: Train) -> Sequence[int]:
        return range(TRAIN.base, TRAIN.end)

    @describes(TRAIN)
    def train(self, p: MasterPosition, step: Train, code: int) -> Description:
        branch = TRAIN.value(code)
        name = branch_name(branch)
        level = p.level[branch_at(step.seat, branch)]
        spots = (f"branch-{BRANCHES[branch]}",)
        if level == TOP_LEVEL:
            said = Message("sm.choice.train.top", branch=name)
            return Description(said, spots, things=spots)
        effect = Message(f"sm.branch.{BRANCHES[branch]}.{level + 1}")
        said = Message("sm.choice.train", branch=name, level=level + 1, effect=effect)
        marker = ("orange",) if branch == NAVIGATOR else ()
        things = (*spots, f"leader-{BRANCHES[branch]}", *marker)
        return Description(said, spots, level_price(p, branch, level), things=things)
