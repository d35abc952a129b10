"""The state of a game: one captain per seat, the cards seen, the dice, and the open treasure."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from quarterdeck.games.rolling_seas.actions import SPACE
from quarterdeck.games.rolling_seas.captain import Captain
from quarterdeck.games.rolling_seas.components import Layout
from quarterdeck.kernel.position import Position, Step

NO_DICE: Final[list[int]] = []


class RollingPosition(Position):
    """A game of Rolling Seas at one moment."""

    STATE: ClassVar[tuple[str, ...]] = (
        "turn",
        "setup_cards",
        "calm_seen",
        "adventures_seen",
        "card",
        "winds",
        "die",
        "tier",
    )

    def __init__(self, table: Layout) -> None:
        super().__init__(table.seats, SPACE)
        self.table = table
        self.captains: list[Captain] = []
        self.turn = 0
        # Set-up cards drawn so far; cards seen, as bits (set-up cards among the adventures).
        self.setup_cards = 0
        self.calm_seen = 0
        self.adventures_seen = 0
        # The latest card (-1 before the first), the directions of the wind dice in ascending
        # order, the face of the exploration die (0 while it is not rolled).
        self.card = -1
        self.winds = NO_DICE
        self.die = 0
        # RS-14.1: the treasure tier open in this turn, from 0.
        self.tier = 0

    def set_up(self) -> None:
        """RS-2.1, RS-3.2"""
        self.captains = [Captain(self.table) for _ in range(self.seats)]

    def clone(self) -> RollingPosition:
        twin = RollingPosition(self.table)
        self.copy_machine(twin)
        twin.captains = [captain.copy() for captain in self.captains]
        twin.turn = self.turn
        twin.setup_cards = self.setup_cards
        twin.calm_seen = self.calm_seen
        twin.adventures_seen = self.adventures_seen
        twin.card = self.card
        twin.winds = self.winds  # replaced each turn, never changed in place
        twin.die = self.die
        twin.tier = self.tier
        return twin

    def dump(self) -> dict[str, Any]:
        data = super().dump()
        data["captains"] = [captain.dump() for captain in self.captains]
        return data

    def restore(self, data: dict[str, Any], steps: dict[str, type[Step[Any]]]) -> None:
        self.set_up()
        for captain, values in zip(self.captains, data["captains"], strict=True):
            captain.restore(values)
        super().restore(data, steps)

    def board_of(self, seat: int, card: int) -> int:
        """Whose board a seat draws on when a card is passed to a neighbour.  RS-7.8 to RS-7.10"""
        return (seat + 1 if self.table.to_the_right[card] else seat - 1) % self.seats
