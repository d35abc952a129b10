"""What one player owns: the board with its ship, and the ship sheet.

Sets of cells are bits of one int (see chart.py). The lists are never changed in place, only
replaced, so that copies may share them. The rules of gaining, of bonuses and of entering a cell
live here, because looking ahead (RS-9.10) has to try them out on a copy.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from quarterdeck.games.rolling_seas.chart import BIT, NEAR
from quarterdeck.games.rolling_seas.components import CANNONS, Layout
from quarterdeck.games.rolling_seas.names import (
    DRAWN_COUNT,
    FULL_HOLD,
    GOLD_BONUS,
    NO_CELL,
    SPENT,
    SPRUNG,
    STORY_BONUS,
    WAITING,
    WIDTH,
    WIND_BONUS,
)

NOT_DRAWN: Final = -1
NO_DRAWINGS: Final[list[int]] = [NOT_DRAWN] * DRAWN_COUNT
NO_LINES: Final[list[int]] = [0, 0, 0, 0]
_NOTHING: Final[list[int]] = []

ANYWHERE: Final = -1

# How far apart two neighbouring cells are: east, south-east, south, south-west.
LINES: Final = (1, WIDTH + 1, WIDTH, WIDTH - 1)

# What comes of entering a cell: arrived, arrived with a reward to choose, or, from MONSTER_BARS
# on, what is in the way.
ARRIVED: Final = 0
REWARDED: Final = 1
MONSTER_BARS: Final = 2
PIRATES_BAR: Final = 3


class Captain:
    """A player's board and ship sheet."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "home",
        "cell",
        "trail",
        "course",
        "monsters",
        "perils",
        "currents",
        "rocks",
        "drawn",
        "explored",
        "told",
        "ambushers",
        "centres",
        "marks",
        "ambush_states",
        "ship",
        "provisions",
        "provisions_circled",
        "gold",
        "gold_circled",
        "wind",
        "wind_circled",
        "story",
        "cannons",
        "monster_power",
        "pirate_power",
        "monoliths",
        "treasure",
        "treasure_turn",
        "renown",
        "fresh_perils",
        "stopped",
    )

    def __init__(self, table: Layout) -> None:
        self.table = table
        # The board. Monsters, perils and currents are the unused cells only: used ones are on
        # the trail, and `drawn` (per card: the number of its drawing) remembers them. `course` is
        # the line on the board: the cells from which it goes east, south-east, south, south-west.
        self.home = NO_CELL
        self.cell = NO_CELL
        self.trail = 0
        self.course = NO_LINES
        self.monsters = 0
        self.perils = 0
        self.currents = 0
        self.rocks = 0
        self.drawn = NO_DRAWINGS
        self.explored = 0
        self.told = 0
        # Ambushes on this board, in the order they were drawn: whose, where, and how they stand.
        self.ambushers = _NOTHING
        self.centres = _NOTHING
        self.marks = _NOTHING
        self.ambush_states = _NOTHING
        # The sheet, RS-2.1
        self.ship = 0
        self.provisions = table.box.start_provisions
        self.provisions_circled = table.box.start_provisions
        self.gold = 0
        self.gold_circled = 0
        self.wind = 0
        self.wind_circled = 0
        self.story = 0
        self.cannons = 0
        self.monster_power = table.box.start_power
        self.pirate_power = table.box.start_power
        self.monoliths = 0
        self.treasure = 0
        self.treasure_turn = 0
        self.renown = _NOTHING
        # This turn: perils triggered, and whether pirates have ended all movement.
        self.fresh_perils = 0
        self.stopped = 0

    def copy(self) -> Captain:
        twin = Captain(self.table)
        twin.home = self.home
        twin.cell = self.cell
        twin.trail = self.trail
        twin.course = self.course
        twin.monsters = self.monsters
        twin.perils = self.perils
        twin.currents = self.currents
        twin.rocks = self.rocks
        twin.drawn = self.drawn
        twin.explored = self.explored
        twin.told = self.told
        twin.ambushers = self.ambushers
        twin.centres = self.centres
        twin.marks = self.marks
        twin.ambush_states = self.ambush_states
        twin.ship = self.ship
        twin.provisions = self.provisions
        twin.provisions_circled = self.provisions_circled
        twin.gold = self.gold
        twin.gold_circled = self.gold_circled
        twin.wind = self.wind
        twin.wind_circled = self.wind_circled
        twin.story = self.story
        twin.cannons = self.cannons
        twin.monster_power = self.monster_power
        twin.pirate_power = self.pirate_power
        twin.monoliths = self.monoliths
        twin.treasure = self.treasure
        twin.treasure_turn = self.treasure_turn
        twin.renown = self.renown
        twin.fresh_perils = self.fresh_perils
        twin.stopped = self.stopped
        return twin

    def dump(self) -> list[Any]:
        """The values of FIELDS."""
        return [getattr(self, name) for name in self.FIELDS]

    def restore(self, values: list[Any]) -> None:
        for name, value in zip(self.FIELDS, values, strict=True):
            setattr(self, name, value)

    # The board, RS-1

    def unmet(self) -> int:
        """Pirates not met yet.  RS-1.8"""
        pirates = self.table.pirates
        return pirates ^ (pirates & self.trail)

    def ambush_marks(self) -> int:
        """Centres and dots of all ambushes, spent or not."""
        cells = 0
        for marks in self.marks:
            cells |= marks
        return cells

    def lurking(self) -> int:
        """Centres and dots of the ambushes still to be fought."""
        cells = 0
        for number in range(len(self.marks)):
            if self.ambush_states[number] != SPENT:
                cells |= self.marks[number]
        return cells

    def blank(self) -> int:
        """Cells that may be drawn on.  RS-1.7"""
        used = self.trail | self.monsters | self.perils | self.currents | self.rocks
        return self.table.plain_sea & ~(used | self.ambush_marks())

    def open_cells(self) -> int:
        """RS-1.9"""
        taken = self.rocks | self.monsters | self.perils | self.currents | self.unmet()
        return self.table.sea & ~taken

    def berths(self) -> int:
        """Where a ship could lie beside a port.  RS-1.10"""
        return self.table.port_waters & ~(self.rocks | self.perils | self.currents)

    def may_rest(self) -> bool:
        """RS-1.11"""
        return not self.fresh_perils & BIT[self.cell]

    def open_neighbours(self) -> int:
        """The open cells around the ship; everything while it is not on the board.  RS-3.8"""
        return NEAR[self.cell] & self.open_cells() if self.cell != NO_CELL else ANYWHERE

    # Gaining and spending, RS-2

    @property
    def hold(self) -> int:
        """The hold limit.  RS-2.10"""
        return self.table.hold[self.ship]

    def gain(self, story: int, gold: int, provisions: int) -> None:
        """The gains of one effect, in their order, unit by unit.  RS-2.4"""
        self.gain_story(story)
        self.gain_gold(gold)
        self.gain_provisions(provisions)

    def gain_story(self, count: int) -> None:
        for _ in range(count):
            if self.story == self.table.story_boxes:
                return
            self.story += 1
            box = self.story
            self._bonus(self.table.story_bonus[box], self.table.story_amount[box])

    def gain_gold(self, count: int) -> None:
        for _ in range(count):
            if self.gold_circled == self.table.gold_boxes:
                return
            self.gold += 1
            self.gold_circled += 1
            box = self.gold_circled
            self._bonus(self.table.gold_bonus[box], self.table.gold_amount[box])

    def gain_provisions(self, count: int) -> None:
        for _ in range(count):
            if self.provisions_circled == self.table.provision_boxes:
                return
            self.provisions += 1
            self.provisions_circled += 1
            box = self.provisions_circled
            self._bonus(self.table.provision_bonus[box], self.table.provision_amount[box])

    def gain_wind(self, count: int) -> None:
        for _ in range(count):
            if self.wind_circled == self.table.wind_boxes:
                return
            self.wind += 1
            self.wind_circled += 1

    def _bonus(self, kind: int, amount: int) -> None:
        """A blue bonus at once; stars are counted from the tracks at the end.  RS-2.5 to RS-2.7"""
        if kind == STORY_BONUS:
            self.gain_story(amount)
        elif kind == GOLD_BONUS:
            self.gain_gold(amount)
        elif kind == WIND_BONUS:
            self.gain_wind(amount)
        elif kind == FULL_HOLD:
            self.fill_hold()

    def fill_hold(self) -> None:
        """RS-2.8"""
        table = self.table
        limit = table.hold[self.ship]
        while self.provisions < limit and self.provisions_circled < table.provision_boxes:
            self.gain_provisions(1)

    def trim(self) -> None:
        """RS-2.11"""
        limit = self.table.hold[self.ship]
        if self.provisions > limit:
            self.provisions = limit

    def take_cannon(self) -> None:
        """The next cannon and its bonus.  RS-2.13"""
        self.cannons += 1
        table = self.table
        self._bonus(table.cannon_bonus[self.cannons], table.cannon_amount[self.cannons])

    def raise_monsters(self) -> None:
        """RS-2.14"""
        if self.monster_power < self.table.most_power:
            self.monster_power += 1

    def raise_pirates(self) -> None:
        """RS-2.14"""
        if self.pirate_power < self.table.most_power:
            self.pirate_power += 1

    # Entering cells, RS-11

    def hazards(self) -> int:
        """Cells whose entering does more than lengthen the trail, or where it may not rest."""
        return self.monsters | self.perils | self.currents | self.fresh_perils | self.unmet()

    def sail_into(self, cell: int) -> int:
        """Enter a cell and resolve everything that forces, or say what bars the way: then this
        captain is a spoilt copy.  RS-11.1 to RS-11.24"""
        ridden = 0
        while self.currents & BIT[cell]:
            path = self._flow_from(cell)
            for each in path[:-1]:
                self._draw_line(each)
                self.currents &= ~BIT[each]
                self.trail |= BIT[each]
                ridden += 1
            if self.table.stops_on_last:
                self.gain_story(ridden // self.table.current_cells)
                return ARRIVED
            cell = path[-1]
        self.gain_story(ridden // self.table.current_cells)
        return self._enter(cell)

    def _flow_from(self, cell: int) -> list[int]:
        """The unused cells a current carries through, and the cell it lets go on.  RS-11.9"""
        table = self.table
        for card in table.currents:
            number = self.drawn[card]
            if number == NOT_DRAWN or not table.drawings[card].mask[number] & BIT[cell]:
                continue
            path: list[int] = []
            for each in table.drawings[card].cells[number]:
                if path or each == cell:
                    path.append(each)
                    if not self.currents & BIT[each]:
                        return path
            path.append(table.drawings[card].exit[number])
            return path
        raise AssertionError("a current cell without a current")

    def _enter(self, cell: int) -> int:
        bit = BIT[cell]
        table = self.table
        arrived = ARRIVED
        if self.unmet() & bit:
            self.stopped = 1
            if self.cannons >= self.pirate_power:
                arrived = REWARDED
            elif self.provisions >= table.pirate_provisions:
                self.provisions -= table.pirate_provisions
            else:
                return PIRATES_BAR
            self.trail |= bit
            self.gain(table.pirate_story, table.pirate_gold, 0)
        elif self.monsters & bit:
            if self.cannons < self.monster_power:
                if self.provisions < table.monster_provisions:
                    return MONSTER_BARS
                self.provisions -= table.monster_provisions
            self.monsters &= ~bit
            self.gain_story(table.monster_story)
        elif self.perils & bit:
            self.perils &= ~bit
            self.fresh_perils |= bit
            self.gain_story(table.peril_story)
        self.trail |= bit
        self._draw_line(cell)
        if self.ambushers:
            self._spring(bit)
        return arrived

    def _draw_line(self, cell: int) -> None:
        """Move on to a neighbouring cell and draw the line there.  RS-1.6"""
        start = self.cell
        self.cell = cell
        ahead = cell > start
        apart = cell - start if ahead else start - cell
        course = self.course[:]
        course[LINES.index(apart)] |= BIT[start if ahead else cell]
        self.course = course

    def _spring(self, bit: int) -> None:
        """Remember the ambushes entered this turn.  RS-11.24, RS-14.2"""
        for number in range(len(self.marks)):
            if self.marks[number] & bit and self.ambush_states[number] == WAITING:
                states = self.ambush_states[:]
                states[number] = SPRUNG
                self.ambush_states = states

    # Prices

    def cannon_price(self) -> int:
        """Gold for the next cannon, or more than anybody has.  RS-13.9"""
        return self.table.cannon_gold[self.cannons] if self.cannons < CANNONS else 1000
