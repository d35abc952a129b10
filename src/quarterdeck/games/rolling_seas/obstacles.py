"""What stands in the way of a choice. The only place that decides what is open.

Each check gives an obstacle, or None. What is offered is exactly what has no obstacle.
"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.rolling_seas.captain import (
    ANYWHERE,
    ARRIVED,
    MONSTER_BARS,
    NOT_DRAWN,
    Captain,
)
from quarterdeck.games.rolling_seas.chart import ADJACENT, BIT, NEAR, cells_of, joined, spread
from quarterdeck.games.rolling_seas.components import CANNONS
from quarterdeck.games.rolling_seas.names import (
    CURRENT,
    MONSTER,
    NO_CELL,
    ROCKS,
    WAY_COUNT,
)
from quarterdeck.games.rolling_seas.placements import Drawings, Lie
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.kernel.obstacles import Obstacle, Obstacles

OBSTACLES: Final = Obstacles("rs")
# Steps
NO_SEA: Final = OBSTACLES.add("no_sea", "RS-10.5")
ROCKS_BAR: Final = OBSTACLES.add("rocks", "RS-11.17")
TOO_DEAR: Final = OBSTACLES.add("too_dear", "RS-10.6")
MONSTER_UNPAID: Final = OBSTACLES.add("monster", "RS-11.6")
PIRATES_UNPAID: Final = OBSTACLES.add("pirates", "RS-11.20")
CURRENT_BARRED: Final = OBSTACLES.add("current", "RS-11.4")
NO_WAY_OUT: Final = OBSTACLES.add("no_way_out", "RS-9.10")
MOVEMENT_OVER: Final = OBSTACLES.add("movement_over", "RS-9.11")
NO_WIND_HELD: Final = OBSTACLES.add("no_wind", "RS-9.3")
NOT_BLOWING: Final = OBSTACLES.add("not_blowing", "RS-10.1")
NO_STEP: Final = OBSTACLES.add("no_step", "RS-10.10")
# Doing something where the ship lies
MAY_NOT_REST: Final = OBSTACLES.add("may_not_rest", "RS-9.8")
MAY_NOT_END: Final = OBSTACLES.add("may_not_rest", "RS-9.9")
NOT_ADJACENT: Final = OBSTACLES.add("not_adjacent", "RS-1.3")
EXPLORED: Final = OBSTACLES.add("explored", "RS-12.3")
NOTHING_TO_BUY: Final = OBSTACLES.add("nothing_to_buy", "RS-13.10")
NOT_LAND: Final = OBSTACLES.add("not_land", "RS-12.1")
# Port and cannons
BEST_SHIP: Final = OBSTACLES.add("best_ship", "RS-13.6")
TOO_LITTLE_GOLD: Final = OBSTACLES.add("too_little_gold", "RS-13.5")
ALL_CANNONS: Final = OBSTACLES.add("all_cannons", "RS-2.13")
FILLED_ALREADY: Final = OBSTACLES.add("filled", "RS-13.8")
HOLD_FULL: Final = OBSTACLES.add("hold_full", "RS-13.8")
# Drawing
NOT_BLANK: Final = OBSTACLES.add("not_blank", "RS-6.5")
OFF_LINES: Final = OBSTACLES.add("off_lines", "RS-6.6")
OFF_SOLO_LINES: Final = OBSTACLES.add("off_solo_lines", "RS-16.4")
CLOSES_PORT: Final = OBSTACLES.add("closes_port", "RS-6.9")
TRAPS_SHIP: Final = OBSTACLES.add("traps_ship", "RS-6.10")
SPLITS_SEA: Final = OBSTACLES.add("splits_sea", "RS-6.11")
EXIT_BARRED: Final = OBSTACLES.add("exit_barred", "RS-7.4")
BARS_EXIT: Final = OBSTACLES.add("bars_exit", "RS-7.7")
NO_SUCH_DRAWING: Final = OBSTACLES.add("no_such_drawing", "RS-6.5")
IN_SIGHT: Final = OBSTACLES.add("in_sight", "RS-7.17")
NOT_AROUND: Final = OBSTACLES.add("not_around", "RS-7.16")
# Set-up and choices of one of two
NO_PORT: Final = OBSTACLES.add("no_port", "RS-13.1")
NO_START: Final = OBSTACLES.add("no_start", "RS-3.11")
POWER_AT_TOP: Final = OBSTACLES.add("power_at_top", "RS-5.4")
CANNOT_LOSE: Final = OBSTACLES.add("cannot_lose", "RS-14.8")

# How a step is paid: movement points (and provisions), or a wind before or after the action.
SAILING: Final = 0
WIND_BEFORE: Final = 1
WIND_AFTER: Final = 2


# Steps, RS-9 to RS-11


def step_obstacle(
    p: RollingPosition, captain: Captain, way: int, manner: int, wind: int, points: int
) -> Obstacle | None:
    """Why a ship may not step this way: `wind` and `points` count while sailing.  RS-9.10"""
    return _step_obstacle(p, captain, captain.hazards(), way, manner, wind, points)


def open_ways(
    p: RollingPosition, captain: Captain, manner: int, wind: int, points: int
) -> list[int]:
    """The ways a ship may step."""
    hazards = captain.hazards()
    return [
        way
        for way in range(WAY_COUNT)
        if _step_obstacle(p, captain, hazards, way, manner, wind, points) is None
    ]


def can_step(p: RollingPosition, captain: Captain, manner: int, wind: int, points: int) -> bool:
    if manner != SAILING and captain.wind == 0:
        return False
    hazards = captain.hazards()
    for way in range(WAY_COUNT):
        if _step_obstacle(p, captain, hazards, way, manner, wind, points) is None:
            return True
    return False


def _step_obstacle(
    p: RollingPosition,
    captain: Captain,
    hazards: int,
    way: int,
    manner: int,
    wind: int,
    points: int,
) -> Obstacle | None:
    if captain.stopped:
        return MOVEMENT_OVER
    target = captain.table.sea_towards[captain.cell][way]
    if target == NO_CELL:
        return NO_SEA
    if captain.rocks & BIT[target]:
        return ROCKS_BAR
    cost = 0
    if manner == SAILING:
        cost = captain.table.step_cost[wind][way]
        if cost > points + captain.provisions:
            return TOO_DEAR
    elif captain.wind == 0:
        return NO_WIND_HELD
    if not hazards & BIT[target]:
        return None
    trial = captain.copy()
    left = pay_step(trial, manner, cost, points)
    arrival = trial.sail_into(target)
    if arrival >= MONSTER_BARS:
        if captain.currents & BIT[target]:
            return CURRENT_BARRED
        return MONSTER_UNPAID if arrival == MONSTER_BARS else PIRATES_UNPAID
    if arrival != ARRIVED or trial.may_rest() or _can_go_on(p, trial, manner, wind, left):
        return None
    return NO_WAY_OUT


def pay_step(captain: Captain, manner: int, cost: int, points: int) -> int:
    """Pay for a step that is open; gives the movement points left.  RS-9.3, RS-10.6, RS-10.7"""
    if manner != SAILING:
        captain.wind -= 1
        return points
    if cost <= points:
        return points - cost
    captain.provisions -= cost - points
    return 0


def _can_go_on(p: RollingPosition, captain: Captain, manner: int, wind: int, points: int) -> bool:
    """Whether a ship that may not rest can still reach a cell where it may.  RS-9.10"""
    if manner == SAILING:
        return can_step(p, captain, SAILING, wind, points) or can_step(
            p, captain, WIND_AFTER, wind, 0
        )
    if can_step(p, captain, manner, wind, 0):
        return True
    if manner == WIND_BEFORE:
        points = captain.table.movement[captain.ship]
        for each in p.winds:
            if can_step(p, captain, SAILING, each, points):
                return True
    return False


# Where the ship lies


def sail_obstacle(p: RollingPosition, captain: Captain, wind: int) -> Obstacle | None:
    """RS-10.1, RS-10.10"""
    if captain.stopped:
        return MOVEMENT_OVER
    if not blows(p, wind):
        return NOT_BLOWING
    if can_step(p, captain, SAILING, wind, captain.table.movement[captain.ship]):
        return None
    return NO_STEP


def blows(p: RollingPosition, wind: int) -> bool:
    for each in p.winds:  # noqa: SIM110
        if each == wind:
            return True
    return False


def explorable(captain: Captain) -> int:
    """The land a ship could explore from where it lies.  RS-12.1, RS-12.3"""
    land = captain.table.land_beside[captain.cell]
    return land ^ (land & captain.explored)


def explore_obstacle(captain: Captain, cell: int) -> Obstacle | None:
    bit = BIT[cell]
    if not captain.may_rest():
        return MAY_NOT_REST
    if not captain.table.land & ~captain.table.ports & bit:
        return NOT_LAND
    if captain.explored & bit:
        return EXPLORED
    return None if ADJACENT[captain.cell] & bit else NOT_ADJACENT


def visit_obstacle(captain: Captain, port: int) -> Obstacle | None:
    """RS-9.8, RS-13.1, RS-13.10"""
    bit = BIT[port]
    if not captain.may_rest():
        return MAY_NOT_REST
    if not captain.table.ports & bit:
        return NO_PORT
    if not ADJACENT[captain.cell] & bit:
        return NOT_ADJACENT
    if captain.told & bit and not has_service(captain, 0):
        return NOTHING_TO_BUY
    return None


# Services of a port, RS-13


def ship_obstacle(captain: Captain) -> Obstacle | None:
    prices = captain.table.ship_price
    if captain.ship + 1 == len(prices):
        return BEST_SHIP
    return None if captain.gold >= prices[captain.ship + 1] else TOO_LITTLE_GOLD


def fill_obstacle(captain: Captain, filled: int) -> Obstacle | None:
    table = captain.table
    if filled:
        return FILLED_ALREADY
    full = captain.provisions >= table.hold[captain.ship]
    if full or captain.provisions_circled == table.provision_boxes:
        return HOLD_FULL
    return None if captain.gold >= table.fill_price else TOO_LITTLE_GOLD


def cannon_obstacle(captain: Captain) -> Obstacle | None:
    if captain.cannons == CANNONS:
        return ALL_CANNONS
    return None if captain.gold >= captain.cannon_price() else TOO_LITTLE_GOLD


def has_service(captain: Captain, filled: int) -> bool:
    return (
        ship_obstacle(captain) is None
        or fill_obstacle(captain, filled) is None
        or cannon_obstacle(captain) is None
    )


def can_build(captain: Captain) -> bool:
    """RS-12.9"""
    return captain.cannons < CANNONS and captain.provisions >= captain.table.cannon_provisions


# Drawing, RS-6 and RS-7


class Sketch:
    """A board looked at for drawing: the sets every test needs, worked out once."""

    def __init__(self, board: Captain, kind: int) -> None:
        self.board = board
        self.kind = kind
        self.table = board.table
        self.blank = board.blank()
        self.berths = board.berths()
        self.way_out = board.open_neighbours()
        self.navigable = board.table.sea & ~board.rocks
        self.exits = _live_exits(board) if kind == ROCKS else 0

    def open_anchors(self, drawings: Drawings) -> int:
        """Where a drawing may be made: anchors of the best rank that has any."""
        delicate = self._delicate_cells()
        for rank in range(len(drawings.ranks)):
            anchors = 0
            doubts: list[int] = []
            for lie in drawings.lies:
                free, doubtful = self._look_at(lie, rank, delicate)
                anchors |= free
                doubts.append(doubtful)
            for lie, doubtful in zip(drawings.lies, doubts, strict=True):
                for anchor in cells_of(doubtful & ~anchors):
                    if self._closer_obstacle(drawings, lie.number[anchor]) is None:
                        anchors |= BIT[anchor]
            if anchors:
                return anchors
        return 0

    def can_draw(self, drawings: Drawings) -> bool:
        delicate = self._delicate_cells()
        for lie in drawings.lies:
            free, _ = self._look_at(lie, 0, delicate)
            if free:
                return True
        return self.open_anchors(drawings) != 0

    def _look_at(self, lie: Lie, rank: int, delicate: int) -> tuple[int, int]:
        """Anchors of the drawings on blank cells: those away from everything delicate, which may
        be made, and those that need a closer look."""
        blank = lie.within(self.blank, rank)
        if not blank:
            return 0, 0
        doubtful = lie.touching(delicate)
        if self.kind == ROCKS:
            doubtful |= lie.between
        return blank & ~doubtful, blank & doubtful

    def _delicate_cells(self) -> int:
        """A drawing that takes the last way out or the last berth of a port covers all that is
        left of them, so one cell of each is enough here."""
        cells = self.exits
        if self.way_out != ANYWHERE:
            cells |= self.way_out & -self.way_out
        if self.kind != MONSTER:
            for quay in self.table.quays:
                left = quay & self.berths
                cells |= left & -left
        if self.kind == CURRENT:
            cells |= self.board.rocks
        if self.kind == ROCKS:
            cells |= spread(self.board.rocks)
        return cells

    def open_drawings(self, drawings: Drawings, anchor: int) -> list[int]:
        """The drawings with an open anchor that may be made."""
        found: list[int] = []
        best = -1
        for number in drawings.by_anchor[anchor]:
            if found and drawings.rank[number] != best:
                break
            if self.obstacle(drawings, number) is None:
                found.append(number)
                best = drawings.rank[number]
        return found

    def obstacle(self, drawings: Drawings, number: int) -> Obstacle | None:
        """Why a drawing may not be made on this board."""
        mask = drawings.mask[number]
        if mask & self.blank != mask:
            return NOT_BLANK
        return self._closer_obstacle(drawings, number)

    def _closer_obstacle(self, drawings: Drawings, number: int) -> Obstacle | None:
        """The same for a drawing on blank cells."""
        mask = drawings.mask[number]
        goal = drawings.exit[number]
        if goal != NO_CELL and self.board.rocks & BIT[goal]:
            return EXIT_BARRED
        if mask & self.exits:
            return BARS_EXIT
        if self.kind != MONSTER and mask & self.berths:
            left = self.berths & ~mask
            for quay in self.table.quays:
                if not quay & left:
                    return CLOSES_PORT
        if not self.way_out & ~mask:
            return TRAPS_SHIP
        if self.kind == ROCKS and self._splits(drawings, number):
            return SPLITS_SEA
        return None

    def _splits(self, drawings: Drawings, number: int) -> bool:
        """Whether rocks here would cut the sea in two.  RS-6.11"""
        around = drawings.around[number] & self.navigable
        if drawings.rounded[number] and around == drawings.around[number]:
            return False
        # If the water around the rocks hangs together, so does the sea
        return not joined(around, self.navigable & ~drawings.mask[number])


def _live_exits(board: Captain) -> int:
    """Exit cells of currents whose last cell is unused.  RS-7.7"""
    cells = 0
    for card in board.table.currents:
        number = board.drawn[card]
        if number != NOT_DRAWN:
            drawings = board.table.drawings[card]
            if board.currents & BIT[drawings.cells[number][-1]]:
                cells |= BIT[drawings.exit[number]]
    return cells


def open_anchors(board: Captain, card: int) -> int:
    """Where a card may be drawn on this board.  RS-6.2 to RS-6.8, RS-16.4"""
    sketch = Sketch(board, board.table.kind[card])
    return sketch.open_anchors(board.table.drawings[card])


def can_draw(board: Captain, card: int) -> bool:
    sketch = Sketch(board, board.table.kind[card])
    return sketch.can_draw(board.table.drawings[card])


def legal_drawings(board: Captain, card: int) -> list[int]:
    """The numbers of all drawings of a card open on this board."""
    drawings = board.table.drawings[card]
    sketch = Sketch(board, board.table.kind[card])
    found: list[int] = []
    for anchor in cells_of(sketch.open_anchors(drawings)):
        found += sketch.open_drawings(drawings, anchor)
    return found


def drawings_at(board: Captain, card: int, anchor: int) -> list[int]:
    """The open drawings with this anchor, which must be an open one."""
    sketch = Sketch(board, board.table.kind[card])
    return sketch.open_drawings(board.table.drawings[card], anchor)


def anchor_obstacle(board: Captain, card: int, anchor: int) -> Obstacle:
    """Why no drawing with this anchor is open: the obstacle of its most promising one."""
    drawings = board.table.drawings[card]
    sketch = Sketch(board, board.table.kind[card])
    if not sketch.blank & BIT[anchor]:
        return NOT_BLANK
    worst = NO_SUCH_DRAWING
    for number in drawings.by_anchor[anchor]:
        found = sketch.obstacle(drawings, number)
        if found is None:
            return OFF_LINES
        if worst is NO_SUCH_DRAWING or worst is NOT_BLANK:
            worst = found
    return worst


def start_cells(board: Captain, port: int) -> int:
    """Where a ship may start next to a home port.  RS-3.11"""
    places = ADJACENT[port] & board.blank()
    free = board.open_cells()
    found = 0
    while places:
        low = places & -places
        places ^= low
        if NEAR[low.bit_length() - 1] & free:
            found |= low
    return found
