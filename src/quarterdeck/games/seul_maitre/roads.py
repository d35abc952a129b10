"""How far it is: movement points from every place to a place worth sailing to.

Ways avoid storms and zones where a fight would be forced.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from quarterdeck.games.seul_maitre.chart import (
    CELL_OF,
    LAIR,
    NEIGHBOURS,
    PLACES,
    PORT,
    SEA_PLACES,
    SITE,
    WAYS_IN,
    Chart,
)
from quarterdeck.games.seul_maitre.components import Components, Layout
from quarterdeck.games.seul_maitre.names import CELL_COUNT, zone_at

FAR: Final = 1_000_000
# Of many games that are played side by side
ROADS_KEPT: Final = 512


class Roads:
    """The sea of one map with what each step costs, as far as a vessel may go."""

    def __init__(
        self,
        chart: Chart,
        rose: tuple[int, ...],
        harbour: tuple[int, int, int],
        storms: tuple[int, ...],
        closed: tuple[int, ...],
    ) -> None:
        self.closed = closed
        self._into: list[list[tuple[int, int]]] = [[] for _ in range(PLACES)]
        # By target; empty until somebody asks
        self._tables: list[list[int]] = [[]] * PLACES
        self._sites = [SITE + cell for cell in chart.site_cell if cell not in storms]
        port_cost, cape_cost, site_cost = harbour
        for zone in range(SEA_PLACES):
            cell = CELL_OF[zone]
            if cell in storms:
                continue
            for step in chart.steps[zone]:
                way, into = divmod(step, WAYS_IN)
                beyond = NEIGHBOURS[cell][way]
                if beyond not in storms:
                    self._into[zone_at(beyond, into)].append((zone, rose[way]))
            zones = range(zone_at(cell, 0), zone_at(cell, chart.zones[cell]))
            if zone in zones:
                for other in zones:
                    if other != zone:
                        self._into[other].append((zone, cape_cost))
        for cell in range(CELL_COUNT):
            front = chart.front[cell]
            if front < 0:
                continue
            if chart.site_at[cell] >= 0:
                if cell not in storms:
                    self._into[SITE + cell].append((front, site_cost))
                continue
            spot = (PORT if chart.port_at[cell] >= 0 else LAIR) + cell
            self._into[front].append((spot, port_cost))
            if cell not in storms:
                self._into[spot].append((front, port_cost))
        self._case = chart.case

    def to(self, target: int) -> list[int]:
        """Points to a place from each place; FAR where no way leads there."""
        found = self._tables[target]
        if not found:
            found = self._search(target)
            self._tables[target] = found
        return found

    def _search(self, target: int) -> list[int]:
        far = [FAR] * PLACES
        far[target] = 0
        # Places by their cost, cheapest first: costs are small
        waiting: list[list[int]] = [[target]]
        cost = 0
        while cost < len(waiting):
            # A step that costs nothing adds to the list that is being read
            for place in waiting[cost]:
                if far[place] < cost or (place in self.closed and place != target):
                    continue
                for before, step in self._into[place]:
                    total = cost + step
                    if total < far[before]:
                        far[before] = total
                        while len(waiting) <= total:
                            waiting.append([])
                        waiting[total].append(before)
            cost += 1
        for site in self._sites:
            # From a site a ship moves as from its zone
            far[site] = min(far[site], far[self._case[site]])
        return far


@lru_cache(maxsize=ROADS_KEPT)
def _roads(
    chart: Chart,
    rose: tuple[int, ...],
    harbour: tuple[int, int, int],
    storms: tuple[int, ...],
    closed: tuple[int, ...],
) -> Roads:
    return Roads(chart, rose, harbour, storms, closed)


def roads_now(
    chart: Chart,
    box: Components,
    costs: list[list[int]],
    wind: int,
    storms: list[int],
    closed: tuple[int, ...],
) -> Roads:
    """The roads in the present wind; `closed`: zones no way may pass through."""
    rose = tuple(costs[wind])
    harbour = (box.harbour_cost, box.cape_cost, box.site_cost)
    return _roads(chart, rose, harbour, tuple(storms), closed)


def roads_ahead(chart: Chart, table: Layout, rose: tuple[int, ...]) -> Roads:
    """The roads of the next round: costs summed over the faces of the change die."""
    return _roads(chart, rose, table.harbour_ahead, (), ())
