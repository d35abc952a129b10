"""Looking through a window of play: all a player could still do in it, and how it would end.

Every step is taken by the machine's own steps on copies of the captain, so nothing here knows a
rule. Of several ways to the same state only the one that leaves most to spend is followed.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any, Final

from quarterdeck.games.rolling_seas.captain import Captain
from quarterdeck.games.rolling_seas.names import NO_CELL
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.steps.port import PortServices
from quarterdeck.games.rolling_seas.steps.sailing import Sail
from quarterdeck.games.rolling_seas.worth import Outlook
from quarterdeck.kernel.position import Step

# A search goes through so many states of a sailing ship at most, the most promising first; a
# movement point left promises so much renown
MOST_SAILINGS: Final = 150
POINT: Final = 2.0
# Questions that are not about sailing are few; they come first
FIRST: Final = -10000.0
UNKNOWN: Final = -1000.0


class SearchNode:
    """A state of the search that asks for a choice; `root` is the choice it began with."""

    def __init__(
        self, root: int, captain: Captain, lane: list[Step[Any]], options: list[int]
    ) -> None:
        self.root = root
        self.captain = captain
        self.lane = lane
        self.options = options


class Study:
    """A search from the present step of a seat to the end of its turn."""

    def __init__(self, p: RollingPosition, seat: int, left: int) -> None:
        self.p = p.clone()
        # What the steps push lands on the main stack, which holds one lane of the search
        self.p.lanes = []
        self.seat = seat
        self.outlook = Outlook(self.p, seat, left)
        self.best: list[float] = []
        self._waiting: list[tuple[float, int, SearchNode]] = []
        self._pushed = 0
        self._rest: dict[tuple[int, ...], int] = {}
        self._worth: dict[tuple[int, ...], float] = {}

    def judge(self, lane: list[Step[Any]], codes: list[int]) -> list[float]:
        """For each choice of the lane's top step, the best that can come of it."""
        captain = self.p.captains[self.seat]
        self.best = [UNKNOWN] * len(codes)
        for root in range(len(codes)):
            self._follow(SearchNode(root, captain, lane, codes), codes[root])
        sailings = 0
        while self._waiting and sailings < MOST_SAILINGS:
            rank, _, node = heappop(self._waiting)
            sailings += rank > FIRST
            for code in node.options:
                self._follow(node, code)
        return self.best

    def _follow(self, node: SearchNode, code: int) -> None:
        """Take a choice, and all that follows without another one."""
        p = self.p
        captain = node.captain.copy()
        p.captains[self.seat] = captain
        lane = node.lane[:]
        p.stack = lane
        lane.pop().take(p, code)
        while lane:
            step = lane[-1]
            options = step.options(p)
            if len(options) > 1:
                self._wait(SearchNode(node.root, captain, lane, options), step)
                return
            lane.pop()
            step.take(p, options[0])
        self.best[node.root] = max(self.best[node.root], self._value(captain))

    def _wait(self, node: SearchNode, step: Step[Any]) -> None:
        """Keep a node for later, unless it was reached before with as much to spend."""
        captain = node.captain
        rank = FIRST
        rest = captain.provisions
        detail = -1
        if isinstance(step, Sail):
            rest += step.points
            detail = step.wind
            rank = -self._value(captain) - POINT * step.points
        elif isinstance(step, PortServices):
            detail = step.filled
        key = (hash(type(step)), len(node.lane), detail, captain.fresh_perils, *traits(captain))
        if self.best[node.root] == UNKNOWN and captain.cell != NO_CELL:
            # A choice that only leads to what another one reaches as well is worth something
            self.best[node.root] = self._value(captain) + UNKNOWN / 100
        if self._rest.get(key, -1) >= rest:
            return
        self._rest[key] = rest
        self._pushed += 1
        heappush(self._waiting, (rank, self._pushed, node))

    def _value(self, captain: Captain) -> float:
        key = (captain.provisions, *traits(captain))
        known = self._worth.get(key)
        if known is None:
            known = self.outlook.worth()
            self._worth[key] = known
        return known


def traits(captain: Captain) -> tuple[int, ...]:
    """What tells two captains of one search apart, but for their provisions."""
    return (
        captain.cell,
        captain.monsters,
        captain.perils,
        captain.currents,
        captain.unmet(),
        captain.explored,
        captain.told,
        captain.story << 20 | captain.gold << 14 | captain.wind << 8 | captain.ship << 4,
        captain.cannons << 16 | captain.monster_power << 8 | captain.pirate_power,
        captain.provisions_circled << 9 | captain.home + 1,
    )
