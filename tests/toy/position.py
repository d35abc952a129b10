"""Skerries: its choices, its outcomes and its state."""

from __future__ import annotations

from typing import ClassVar, Final

from quarterdeck.kernel.actions import ActionSpace
from quarterdeck.kernel.position import Position

SKERRIES: Final = ("north", "south", "reef")
NORTH, SOUTH, REEF = range(3)
ASHORE: Final = -1
CHARMS: Final = ("cork", "coral", "pearl")
PEARL: Final = 2
NO_CHARM: Final = -1
CHARMS_IN_BOX: Final = (3, 2, 1)
CHARM_POINTS: Final = (0, 1, 3, 0)  # the last for NO_CHARM

SPACE: Final = ActionSpace()
ROW: Final = SPACE.family("row", "SK-2.1", "course", skerry=SKERRIES)
ANCHOR: Final = SPACE.family("anchor", "SK-2.1", "course", rope=("short", "long"))
DIG: Final = SPACE.family("dig", "SK-3.1", "voyage")
REST: Final = SPACE.family("rest", "SK-3.1", "voyage")
TRADE: Final = SPACE.family("trade", "SK-3.1", "voyage")
DUEL: Final = SPACE.family("duel", "SK-3.1", "voyage", seat=range(4))
STAND: Final = SPACE.family("stand", "SK-3.1", "voyage")
YIELD: Final = SPACE.family("yield", "SK-3.1", "voyage")

OUTCOMES: Final = ActionSpace()
CHARM: Final = OUTCOMES.family("charm", kind=CHARMS)
FIND: Final = OUTCOMES.family("find", shells=range(3))
BRAWL: Final = OUTCOMES.family("brawl", winner=("challenger", "defender"))


class SkerriesPosition(Position):
    """A game of Skerries at one moment. All lists but `gone` have one entry per seat."""

    STATE: ClassVar[tuple[str, ...]] = (
        "tide", "shells", "charm", "spot", "rope", "wrecked", "gone",
    )  # fmt: skip

    def __init__(self, seats: int, tides: int, duels: bool) -> None:
        super().__init__(seats, SPACE)
        self.tides = tides
        self.duels = duels
        self.tide = 0
        self.shells = [1] * seats
        self.charm = [NO_CHARM] * seats
        self.spot = [ASHORE] * seats
        self.rope = [0] * seats
        self.wrecked = [0] * seats
        self.gone = [0, 0, 0]

    def clone(self) -> SkerriesPosition:
        twin = SkerriesPosition(self.seats, self.tides, self.duels)
        self.copy_machine(twin)
        twin.tide = self.tide
        twin.shells = self.shells[:]
        twin.charm = self.charm[:]
        twin.spot = self.spot[:]
        twin.rope = self.rope[:]
        twin.wrecked = self.wrecked[:]
        twin.gone = self.gone[:]
        return twin

    def pile(self) -> list[int]:
        """How many charms of each kind nobody has drawn yet."""
        return [CHARMS_IN_BOX[k] - self.gone[k] - self.charm.count(k) for k in range(3)]

    def total(self, seat: int) -> int:
        return self.shells[seat] + CHARM_POINTS[self.charm[seat]]
