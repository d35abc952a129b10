"""What a captain is worth: the renown they may hope to end with.

The heart of it is a forecast of the tellings still to come: how many ports a tour can reach in
the turns left, and how much story there will be to tell. From it follows the value of a story
point, and from that the value of everything that gives story.
"""

from __future__ import annotations

from math import exp
from typing import Final

from quarterdeck.games.rolling_seas.captain import NOT_DRAWN, Captain
from quarterdeck.games.rolling_seas.chart import BIT, king_distance
from quarterdeck.games.rolling_seas.names import PORT_COUNT, WIDTH
from quarterdeck.games.rolling_seas.obstacles import explorable
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.scoring import end_port, total
from quarterdeck.games.rolling_seas.waters import waters_of

# The pace: movement points a step costs on average, turns a visit takes with its detours, the
# part of the provisions held that will be spent on the way
CELL_COST: Final = 1.9
VISIT_TURNS: Final = 1.2
PROVISION_USE: Final = 0.5
# How sharply a telling that comes too late is written off, at first and for each later one
DOUBT: Final = 0.8
DOUBT_GROWTH: Final = 0.25
# Story gained between two tellings; and what each turn until the first one costs
GROWTH: Final = 3.0
DELAY: Final = 1.0
# The part of an adventure's value that counts while it lies ahead, and how it fades with each
# step of distance; beyond the rings, hardly anything
PROSPECT: Final = 0.55
FADE: Final = 0.8
DISTANT: Final = 0.05
PIRATE_PROSPECT: Final = 0.5
PIRATE_FADE: Final = 0.88
# Story per cell of a current, and renown for each step it carries a ship towards a port
CARRIED: Final = 0.4
FLOW: Final = 1.0
# Story that a reward of the book brings, or is worth
REWARD: Final = 1.2
PIRATE_REWARD: Final = 2.0
MONOLITH_PROSPECT: Final = 0.4
MONOLITH_FADE: Final = 0.85
MONOLITH_KEPT: Final = 2.0
# Land to explore beside the ship
SHORE: Final = 0.3
# What things held are worth while there is time to use them
PROVISION: Final = 0.9
SHIP_GOLD: Final = 1.3
SPARE_GOLD: Final = 0.6
WIND: Final = 3.5
CANNON: Final = 1.0
SHIP_PER_TURN: Final = 0.5
# Boxes on the way to the bonus of a column
PROVISION_BOX: Final = 0.15
GOLD_BOX: Final = 0.3
# What each step of monster power above the cannons costs
POWER: Final = 0.1
# The part of the prize for ending beside a port that counts while it is in reach
END_PORT: Final = 0.7
# Turns left from which there is ample time: for gold, provisions, winds
TIME_TO_BUY: Final = 8.0
TIME_TO_EAT: Final = 3.0
TIME_TO_GUST: Final = 2.0
# With so many turns left half of what lies ahead will be found
TIME_TO_FIND: Final = 1.5
# Ties at the end are broken by gold, then provisions
TIE_GOLD: Final = 0.01
TIE_PROVISION: Final = 0.0001
TOO_LATE: Final = 5.0
ALL_PORTS: Final = (1 << PORT_COUNT) - 1


class Outlook:
    """The prospects of a seat with so many turns still to come after the present moment."""

    def __init__(self, p: RollingPosition, seat: int, left: int) -> None:
        self.p = p
        self.seat = seat
        self.left = float(left)
        self.finding = left / (left + TIME_TO_FIND)
        self.waters = waters_of(p.table, p.captains[seat].rocks)
        # What the latest captain looked at may hope for, by what it comes from
        self.count = 0.0
        self.told = 0.0
        self.adventures = 0.0
        self.flows = 0.0
        self.monoliths = 0.0
        self.things = 0.0
        self.arrival = 0.0
        self._ports: dict[int, int] = {}
        self._arrivals: dict[tuple[int, int], float] = {}
        self._monoliths_near: dict[tuple[int, int], float] = {}

    def worth(self) -> float:
        """What the captain now sitting on this seat is worth; their rocks must not change."""
        p = self.p
        captain = p.captains[self.seat]
        value = float(total(p, self.seat))
        if not self.left:
            return value + TIE_GOLD * captain.gold + TIE_PROVISION * captain.provisions
        self._forecast_tellings(captain)
        point = 1.0 + self.count
        self.adventures = self._adventures(captain, point)
        self.flows = self._currents(captain)
        self.monoliths = self._monoliths(captain, point)
        self.things = self._things(captain)
        self.arrival = self._arrival(captain)
        ahead = self.adventures + self.flows + self.monoliths + self._shore(captain, point)
        value += self.told + ahead * self.finding + self.things
        return value + self.arrival - end_port(p, self.seat)

    def _untold(self, captain: Captain) -> int:
        ports = self._ports.get(captain.told, -1)
        if ports < 0:
            ports = untold(captain)
            self._ports[captain.told] = ports
        return ports

    def _forecast_tellings(self, captain: Captain) -> None:
        """How many tellings are still to come, and what they will bring."""
        self.count = self.told = 0.0
        ports = self._untold(captain)
        if not ports:
            return
        steps = self.waters.tours(captain.cell, ports)
        speed = float(captain.table.movement[captain.ship])
        stock = captain.provisions * PROVISION_USE + captain.wind * CELL_COST
        count = value = visits = 0.0
        doubt = DOUBT
        story = float(captain.story)
        for tour in steps:
            visits += VISIT_TURNS
            late = (visits + max(0.0, CELL_COST * tour - stock) / speed - self.left) / doubt
            if late > TOO_LATE:
                break
            chance = 1.0 / (1.0 + exp(late))
            count += chance
            value += chance * story
            story += GROWTH
            doubt += DOUBT_GROWTH
        if len(steps) + len(captain.renown) == PORT_COUNT and count > len(steps) - 1:
            value += captain.table.box.eight_ports * (count - len(steps) + 1)
        self.count = count
        self.told = value - DELAY * max(0.0, CELL_COST * steps[0] - stock) / speed

    def _adventures(self, captain: Captain, point: float) -> float:
        """Monsters, perils, currents and pirates, by their distance from the ship."""
        table = captain.table
        monsters, perils, currents = captain.monsters, captain.perils, captain.currents
        pirates = captain.unmet()
        every = monsters | perils | currents | pirates
        monster = table.monster_story * point
        if captain.cannons < captain.monster_power:
            monster -= table.monster_provisions * PROVISION
        pirate = table.pirate_story * point + table.pirate_gold * SHIP_GOLD
        pirate -= table.box.unmet_pirates
        if captain.cannons < captain.pirate_power:
            pirate -= table.pirate_provisions * PROVISION
        else:
            pirate += PIRATE_REWARD * point
        peril = table.peril_story * point
        carried = CARRIED * point
        near = PROSPECT
        pirates_near = PIRATE_PROSPECT
        value = 0.0
        for ring in self.waters.rings(captain.cell):
            if not every:
                return value
            here = every & ring
            if here:
                story = (here & monsters).bit_count() * monster
                story += (here & perils).bit_count() * peril
                story += (here & currents).bit_count() * carried
                value += story * near + (here & pirates).bit_count() * pirate * pirates_near
                every &= ~here
            near *= FADE
            pirates_near *= PIRATE_FADE
        story = (every & monsters).bit_count() * monster + (every & perils).bit_count() * peril
        return value + DISTANT * (story + (every & currents).bit_count() * carried)

    def _currents(self, captain: Captain) -> float:
        """How far currents carry towards ports where the story is untold."""
        ports = self._untold(captain)
        if not captain.currents or not ports:
            return 0.0
        value = 0.0
        for card in captain.table.currents:
            number = captain.drawn[card]
            if number == NOT_DRAWN:
                continue
            drawings = captain.table.drawings[card]
            first, last = drawings.cells[number][0], drawings.cells[number][-1]
            if captain.currents & BIT[first] and captain.currents & BIT[last]:
                before = self.waters.tours(first, ports)[0]
                gain = before - self.waters.tours(drawings.exit[number], ports)[0]
                value += FLOW * gain * FADE ** king_distance(captain.cell, first)
        return value

    def _monoliths(self, captain: Captain, point: float) -> float:
        """The next monolith, by its distance, and those explored as steps to the treasure."""
        box = captain.table.box
        unexplored = captain.table.monoliths & ~captain.explored
        if not unexplored:
            return 0.0
        gain = REWARD * point
        if captain.monoliths < len(box.monolith_story):
            gain += box.monolith_story[captain.monoliths] * point
        else:
            gain += box.treasure[self.p.tier]
        key = (captain.cell, captain.monoliths)
        near = self._monoliths_near.get(key, -1.0)
        if near < 0.0:
            near = self._nearness(captain.cell, unexplored)
            self._monoliths_near[key] = near
        return gain * near + captain.monoliths * MONOLITH_KEPT

    def _nearness(self, cell: int, land: int) -> float:
        near = MONOLITH_PROSPECT
        for ring in self.waters.rings(cell):
            if land & (ring << 1 | ring >> 1 | ring << WIDTH | ring >> WIDTH):
                return near
            near *= MONOLITH_FADE
        return near

    def _shore(self, captain: Captain, point: float) -> float:
        """Something to explore when the winds are bad."""
        return SHORE * point if explorable(captain) else 0.0

    def _things(self, captain: Captain) -> float:
        """Ship, provisions, gold, winds and cannons."""
        buying = min(1.0, self.left / TIME_TO_BUY)
        prices = captain.table.ship_price
        for_ships = 0
        for ship in range(captain.ship + 1, len(prices)):
            for_ships += prices[ship]
        for_ships = min(captain.gold, for_ships)
        value = captain.provisions * PROVISION * min(1.0, self.left / TIME_TO_EAT)
        value += for_ships * SHIP_GOLD * buying + (captain.gold - for_ships) * SPARE_GOLD * buying
        value += captain.wind * WIND * min(1.0, self.left / TIME_TO_GUST)
        value += captain.ship * SHIP_PER_TURN * self.left + captain.cannons * CANNON * buying
        value -= POWER * max(0, captain.monster_power - captain.cannons)
        return value + captain.provisions_circled * PROVISION_BOX + captain.gold_circled * GOLD_BOX

    def _arrival(self, captain: Captain) -> float:
        """The hope of ending beside a port, at best the home port."""
        key = (captain.cell, captain.ship)
        best = self._arrivals.get(key, -1.0)
        if best >= 0.0:
            return best
        table = captain.table
        pace = CELL_COST / table.movement[captain.ship]
        best = 0.0
        for port in range(PORT_COUNT):
            home = table.port_cells[port] == captain.home
            prize = table.box.home_port if home else table.box.any_port
            late = self.waters.to_port[port][captain.cell] * pace - self.left
            best = max(best, END_PORT * prize / (1.0 + exp(min(late / DOUBT, 50.0))))
        self._arrivals[key] = best
        return best


def untold(captain: Captain) -> int:
    """The ports where the story has not been told, as bits of their numbers."""
    ports = ALL_PORTS
    told = captain.told
    if told:
        cells = captain.table.port_cells
        for port in range(PORT_COUNT):
            if told & BIT[cells[port]]:
                ports ^= 1 << port
    return ports
