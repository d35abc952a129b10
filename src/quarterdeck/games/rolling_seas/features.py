"""What a captain may know, as numbers.

The table comes with the board of the seat whose knowledge it is, in detail; of each seat there is
a short summary. Renown is counted in hundreds, distances in tens of steps, and most of what is
held in tens, so that usual values are below 1.
"""

from __future__ import annotations

from typing import Any, Final

from quarterdeck.games.rolling_seas.captain import Captain
from quarterdeck.games.rolling_seas.chart import BIT, Cells, split
from quarterdeck.games.rolling_seas.names import (
    CELLS,
    DIRECTIONS,
    FACES,
    MONOLITH_COUNT,
    NO_CELL,
    PORT_COUNT,
    SHIPS,
    TYPES,
    WAY_COUNT,
)
from quarterdeck.games.rolling_seas.obstacles import can_build, explorable
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.scoring import all_port_renown, stars, total
from quarterdeck.games.rolling_seas.steps.turn import ActionPhase
from quarterdeck.games.rolling_seas.waters import AWAY, RINGS, Waters, Wave
from quarterdeck.games.rolling_seas.worth import Outlook, untold
from quarterdeck.kernel.features import Feature, FeatureSet, advised, amounts, flags
from quarterdeck.kernel.ranges import NO, NO_PLACE, YES, clip, one_of

MOST_SEATS: Final = 6
# What a master ends with, about
POINTS: Final = 200.0
RENOWN: Final = 100.0
TURNS: Final = 25.0
STEPS: Final = 10.0

SEAT_COUNTS: Final = ("one", "two", "three", "four", "five", "six")
# The last turns are told apart, earlier ones only counted
LAST_TURNS: Final = ("none", "one", "two", "three", "four", "five")
TOURS: Final = tuple(f"ports_{count}" for count in range(1, PORT_COUNT + 1))
NEAREST: Final = ("nearest", "second", "third")
SIGHTS: Final = ("monsters", "perils", "currents", "pirates")
# Distances from the ship that are told apart, and to which of them each step belongs
BANDS: Final = ("beside", "near", "soon", "later", "far", "farther")
BAND_OF: Final = [0, 0, 1, 2, 3, 4, 4, 4]
FARTHER: Final = 5
PORTS_AHEAD: Final = 2

OF_TABLE: Final = [
    *flags("seats", SEAT_COUNTS, "how many play"),
    Feature("turns", 0, 2, "turns of this game, in twenty-fives"),
    Feature("tier", 0, 1, "the treasure tier, from 0, in twos"),
    Feature("ambushes", 0, 1, "option ambush"),
    *flags("card", (*TYPES, "calm"), "the latest card"),
    *amounts("wind", DIRECTIONS, 0, 1, "dice that show a wind, in threes"),
    *flags("die", FACES, "the exploration die"),
    Feature("asked", 0, 1, "this seat is asked"),
    Feature("left", 0, 2, "actions this seat has still to do, in twenty-fives"),
    *flags("last", LAST_TURNS, "actions this seat has still to do"),
    Feature("now", -1, 6, "renown if the game ended now, in hundreds"),
    *advised(
        Feature("tellings", 0, 1, "tellings that advice expects, in eights"),
        Feature("told", 0, 6, "what it expects of them, in hundreds"),
        Feature("adventures", -1, 6, "what it expects of adventures ahead, in hundreds"),
        Feature("flows", -1, 1, "what it expects of currents towards ports, in tens"),
        Feature("monoliths_ahead", 0, 3, "what it expects of monoliths, in tens"),
        Feature("things", -1, 3, "what it expects of things held, in fifties"),
        Feature("arrival", 0, 1, "what it expects of ending beside a port, in tens"),
    ),
    Feature("story", 0, 2, "story, in fifties"),
    *advised(Feature("telling", 0, 6, "story times expected tellings, in hundreds")),
    Feature("renown", 0, 6, "renown of tellings so far, in hundreds"),
    Feature("stars", 0, 3, "bonus renown, in fifties"),
    Feature("aboard", 0, 1, "the ship is on the board"),
    *flags("ship", SHIPS, "which ship"),
    Feature("gold", 0, 3, "gold, in tens"),
    Feature("gold_gained", 0, 1, "gold gained so far, in thirties"),
    Feature("ship_gold", -1, 1, "gold beyond the price of the next ship, in tens"),
    Feature("provisions", 0, 3, "provisions, in tens"),
    Feature("room", -3, 1, "free space in the hold, in tens"),
    Feature("provisions_gained", 0, 1, "provisions gained so far, in sixties"),
    Feature("may_build", 0, 1, "provisions for a cannon"),
    Feature("winds_held", 0, 2, "winds in the sails, in fours"),
    Feature("cannons", 0, 1, "cannons, in sevens"),
    Feature("monsters_above", -1, 1, "monster power above the cannons, in sevens"),
    Feature("pirates_above", -1, 1, "pirate power above the cannons, in sevens"),
    Feature("explored", 0, 1, "monoliths explored, in threes"),
    Feature("monolith_far", 0, 1, "steps to the next monolith, in eights"),
    Feature("land", 0, 1, "land to explore beside the ship, in fours"),
    Feature("rich_land", 0, 1, "of it, land with an icon, in fours"),
    Feature("monolith_beside", 0, 1, "a monolith to explore beside the ship"),
    Feature("at_home", 0, 1, "beside the home port"),
    Feature("at_port", 0, 1, "beside any port"),
    Feature("at_untold", 0, 1, "beside a port where the story is untold"),
    Feature("home_far", 0, 3, "steps to the home port, in tens"),
    *amounts("port_far", NEAREST, 0, 3, "steps to ports where the story is untold, in tens"),
    *advised(
        *amounts("tour", TOURS, 0, 3, "steps to tell the story in so many ports, in thirties")
    ),
    *[
        each
        for sight in SIGHTS
        for each in amounts(sight, BANDS, 0, 3, "cells by their distance from the ship, in threes")
    ],
    *[
        each
        for place in NEAREST[:PORTS_AHEAD]
        for each in advised(
            *amounts(f"on_way.{place}", SIGHTS, 0, 3, "cells on ways to a port, in threes")
        )
    ],
    Feature("free", 0, 1, "open cells around the ship, in eights"),
    Feature("rocks", 0, 3, "cells of rocks, in tens"),
    Feature("lurking", 0, 3, "cells of ambushes still to be fought, in tens"),
]

OF_SEAT: Final = [
    Feature("present", 0, 1, "somebody has this seat"),
    *advised(Feature("worth", -2, 6, "what advice expects them to end with, in hundreds")),
    Feature("now", -1, 6, "renown if the game ended now, in hundreds"),
    Feature("story", 0, 2, "story, in fifties"),
    Feature("told", 0, 1, "ports where they have told it, in eights"),
    *advised(Feature("tellings", 0, 1, "tellings that advice expects, in eights")),
    Feature("ship", 0, 1, "which ship, from 0, in twos"),
    Feature("explored", 0, 1, "monoliths explored, in threes"),
    Feature("monolith_far", 0, 1, "steps to the next monolith, in eights"),
]

FEATURES: Final = FeatureSet(OF_TABLE, OF_SEAT, MOST_SEATS, POINTS, ("worth", RENOWN))
ABSENT: Final = [0.0] * FEATURES.seat_size
ABSENT_FACTS: Final = [0.0] * FEATURES.facts.seat_size
# Of the table: what is the same for everybody, and whether the seat is asked
SHARED: Final = next(n for n, each in enumerate(OF_TABLE) if each.name == "left")
# Enough for many games that are played side by side
BOARDS_KEPT: Final = 2048
NOTHING_TOLD: Final[list[float]] = []
# Where advice goes among what is told of a seat
WORTH: Final = next(n for n, each in enumerate(OF_SEAT) if each.name == "worth")
TELLINGS: Final = next(n for n, each in enumerate(OF_SEAT) if each.name == "tellings")
# The numbers that come up most, made once
HALVES: Final[list[Any]] = [n / 2.0 for n in range(len(SHIPS))]
THIRDS: Final[list[Any]] = [min(n / 3.0, 3.0) for n in range(CELLS + 1)]
FOURTHS: Final[list[Any]] = [n / 4.0 for n in range(5)]
EIGHTHS: Final[list[Any]] = [n / 8.0 for n in range(9)]
TENTHS: Final[list[Any]] = [min(n / 10.0, 3.0) for n in range(CELLS + 1)]
ONE_SEAT_COUNT: Final = one_of(len(SEAT_COUNTS))
ONE_CARD: Final = one_of(len(TYPES) + 1)
ONE_FACE: Final = one_of(len(FACES))
ONE_SHIP: Final = one_of(len(SHIPS))
ONE_LAST: Final = one_of(len(LAST_TURNS))


def is_at_rest(p: RollingPosition) -> bool:
    """As long as nobody has begun: what happens inside a window is not told by the numbers."""
    if p.lanes:
        for seat in range(p.seats):
            if p.lane_choices(seat):
                return False
    return True


def encode(p: RollingPosition, viewers: list[int], advice: bool) -> list[float]:
    """One row for each viewer, as FEATURES declares it, or its facts alone."""
    seats = p.seats
    absent = ABSENT if advice else ABSENT_FACTS
    # Cards and dice of this turn come before the action
    ahead = False
    for step in p.stack:
        if isinstance(step, ActionPhase):
            ahead = True
    known: list[Board] = []
    for seat in range(seats):
        viewed = seat in viewers
        acts = ahead
        if p.lanes and not ahead:
            # Nobody else knows how far a seat is
            acts = not viewed or len(p.lanes[seat]) > 0
        left = p.table.turns - p.turn + (1 if acts and p.turn else 0)
        known.append(_look_at(p, seat, left) if advice else _see(p, seat, left, viewed))
    shared = _tell_table(p)
    rows: list[float] = []
    for viewer in viewers:
        rows += shared
        rows.append(YES if p.legal(viewer) else NO)
        rows += known[viewer].board
        for i in range(seats):
            rows += known[(viewer + i) % seats].summary
        for _ in range(MOST_SEATS - seats):
            rows += absent
    return rows


def _tell_table(p: RollingPosition) -> list[float]:
    """What is the same for everybody."""
    table = p.table
    row: list[float] = ONE_SEAT_COUNT[p.seats - 1] + [
        table.turns / TURNS,
        HALVES[p.tier],
        YES if table.ambushes else NO,
    ]
    card = NO_PLACE
    if p.card >= 0:
        card = table.kind[p.card] if p.card < len(table.kind) else len(TYPES)
    row += ONE_CARD[card]
    winds = [0.0] * WAY_COUNT
    for wind in p.winds:
        winds[wind] += 1 / 3.0
    row += winds
    row += ONE_FACE[p.die - 1 if p.die else NO_PLACE]
    return row


class Board:
    """One captain in numbers: in detail for themselves, in short for everybody."""

    def __init__(self, board: list[float], summary: list[float]) -> None:
        self.board = board
        self.summary = summary


_kept: dict[tuple[Any, ...], Board] = {}


def _look_at(p: RollingPosition, seat: int, left: int) -> Board:
    """The numbers of a captain with so many actions to come, worked out once."""
    captain = p.captains[seat]
    key = (
        p.table,
        left,
        p.tier,
        captain.cell,
        captain.home,
        captain.rocks,
        captain.monsters,
        captain.perils,
        captain.currents,
        captain.unmet(),
        captain.lurking(),
        captain.explored,
        captain.told,
        captain.story,
        captain.gold,
        captain.gold_circled,
        captain.provisions,
        captain.provisions_circled,
        captain.wind,
        captain.ship,
        captain.cannons,
        captain.monster_power,
        captain.pirate_power,
        captain.monoliths,
        captain.treasure,
        *captain.renown,
        *captain.drawn,
    )
    known = _kept.get(key)
    if known is None:
        if len(_kept) >= BOARDS_KEPT:
            _kept.clear()
        known = _tell_board(p, seat, left)
        _kept[key] = known
    return known


def _tell_board(p: RollingPosition, seat: int, left: int) -> Board:
    captain = p.captains[seat]
    outlook = Outlook(p, seat, left)
    worth = outlook.worth() if captain.cell != NO_CELL else 0.0
    now = clip(total(p, seat) / RENOWN, -1.0, 6.0)
    story = clip(captain.story / 50.0, 0.0, 2.0)
    tellings = clip(outlook.count / PORT_COUNT, 0.0, 1.0)
    ports = untold(captain)
    row = _tell_turns(left)
    row += [
        now,
        tellings,
        clip(outlook.told / RENOWN, 0.0, 6.0),
        clip(outlook.adventures / RENOWN, -1.0, 6.0),
        clip(outlook.flows / 10.0, -1.0, 1.0),
        clip(outlook.monoliths / 10.0, 0.0, 3.0),
        clip(outlook.things / 50.0, -1.0, 3.0),
        clip(outlook.arrival / 10.0, 0.0, 1.0),
        story,
        clip(captain.story * outlook.count / RENOWN, 0.0, 6.0),
    ]
    row += _tell_sheet(p, seat)
    if captain.cell == NO_CELL:
        far = YES
        row.append(far)
        row += [0.0] * (FEATURES.table_size - SHARED - len(row))
    else:
        around = Surroundings(captain, ports)
        far = EIGHTHS[around.to_monolith]
        row.append(far)
        row += _tell_coast(captain)
        row += _tell_ways(around)
        _tell_tours(captain, outlook.waters, ports, row)
        row += [THIRDS[count] for count in around.sights]
        _tell_sights_on_ways(captain, outlook.waters, ports, row)
        row += _tell_cells(captain, around)
    summary = _sum_up(captain, now, story, far)
    summary.insert(WORTH, clip(worth / RENOWN, -2.0, 6.0))
    summary.insert(TELLINGS, tellings)
    return Board(row, summary)


def _see(p: RollingPosition, seat: int, left: int, in_detail: bool) -> Board:
    """The facts about a captain."""
    captain = p.captains[seat]
    now = clip(total(p, seat) / RENOWN, -1.0, 6.0)
    story = clip(captain.story / 50.0, 0.0, 2.0)
    if not in_detail:
        far = EIGHTHS[_count_steps_to_monolith(captain)]
        return Board(NOTHING_TOLD, _sum_up(captain, now, story, far))
    row = _tell_turns(left)
    row.append(now)
    row.append(story)
    row += _tell_sheet(p, seat)
    if captain.cell == NO_CELL:
        far = YES
        row.append(far)
        row += [0.0] * (FEATURES.facts.table_size - SHARED - len(row))
    else:
        around = Surroundings(captain, untold(captain))
        far = EIGHTHS[around.to_monolith]
        row.append(far)
        row += _tell_coast(captain)
        row += _tell_ways(around)
        row += [THIRDS[count] for count in around.sights]
        row += _tell_cells(captain, around)
    return Board(row, _sum_up(captain, now, story, far))


def _sum_up(captain: Captain, now: float, story: float, far: float) -> list[float]:
    """The facts that there are of every seat."""
    return [
        YES,
        now,
        story,
        EIGHTHS[len(captain.renown)],
        HALVES[captain.ship],
        THIRDS[captain.monoliths],
        far,
    ]


def _tell_turns(left: int) -> list[float]:
    """How many actions a seat has still to do."""
    return [min(left / TURNS, 2.0)] + ONE_LAST[left if left < len(LAST_TURNS) else NO_PLACE]


def _tell_sheet(p: RollingPosition, seat: int) -> list[float]:
    """Renown, ship, stores and cannons."""
    captain = p.captains[seat]
    table = captain.table
    ship = captain.ship
    cannons = captain.cannons
    following = ship + 1
    beyond = captain.gold - table.ship_price[following] if following < len(SHIPS) else 0
    row: list[float] = [
        clip(all_port_renown(p, seat) / RENOWN, 0.0, 6.0),
        clip(stars(p, seat) / 50.0, 0.0, 3.0),
        NO if captain.cell == NO_CELL else YES,
    ]
    row += ONE_SHIP[ship]
    row += [
        TENTHS[captain.gold],
        captain.gold_circled / max(1.0, float(table.gold_boxes)),
        clip(beyond / 10.0, -1.0, 1.0),
        TENTHS[captain.provisions],
        clip((table.hold[ship] - captain.provisions) / 10.0, -3.0, 1.0),
        captain.provisions_circled / max(1.0, float(table.provision_boxes)),
        YES if can_build(captain) else NO,
        clip(captain.wind / 4.0, 0.0, 2.0),
        cannons / 7.0,
        clip((captain.monster_power - cannons) / 7.0, -1.0, 1.0),
        clip((captain.pirate_power - cannons) / 7.0, -1.0, 1.0),
        THIRDS[captain.monoliths],
    ]
    return row


def _tell_coast(captain: Captain) -> list[float]:
    """What lies beside the ship."""
    table = captain.table
    land = explorable(captain)
    ports = table.ports_beside[captain.cell]
    home = captain.home
    return [
        FOURTHS[land.bit_count()] if land else NO,
        FOURTHS[(land & table.rich_land).bit_count()] if land else NO,
        YES if land & table.monoliths else NO,
        YES if ports and home != NO_CELL and ports & BIT[home] else NO,
        YES if ports else NO,
        YES if ports & captain.told != ports else NO,
    ]


def _tell_ways(around: Surroundings) -> list[float]:
    """How far ports are."""
    near = around.to_untold
    count = len(near)
    return [
        TENTHS[around.to_home],
        TENTHS[near[0] if count > 0 else AWAY],
        TENTHS[near[1] if count > 1 else AWAY],
        TENTHS[near[2] if count > 2 else AWAY],
    ]


def _tell_tours(captain: Captain, waters: Waters, ports: int, row: list[float]) -> None:
    """How far it is to so many ports."""
    tours = waters.tours(captain.cell, ports) if ports else []
    for count in range(PORT_COUNT):
        row.append(clip(tours[count] / 30.0, 0.0, 3.0) if count < len(tours) else 3.0)


def _tell_sights_on_ways(captain: Captain, waters: Waters, ports: int, row: list[float]) -> None:
    """What there is to meet on the ways to the next ports."""
    sights = [captain.monsters, captain.perils, captain.currents, captain.unmet()]
    nearest = sorted(
        [
            (waters.to_port[port][captain.cell], port)
            for port in range(PORT_COUNT)
            if ports >> port & 1
        ]
    )
    for place in range(PORTS_AHEAD):
        way = 0
        if place < len(nearest):
            way = waters.on_the_way(captain.cell, nearest[place][1])
        for sight in sights:
            row.append(min((sight & way).bit_count() / 3.0, 3.0))


def _tell_cells(captain: Captain, around: Surroundings) -> list[float]:
    """How much of the board is free, rocks or an ambush."""
    lurking = captain.lurking()
    return [
        EIGHTHS[around.free],
        TENTHS[captain.rocks.bit_count()],
        TENTHS[lurking.bit_count()] if lurking else NO,
    ]


class Surroundings:
    """How far everything is from a ship on the board."""

    def __init__(self, captain: Captain, untold_ports: int) -> None:
        # Steps to a monolith to explore, RINGS + 1 if it is farther or there is none; to the home
        # port; and to the next ports where the story is untold
        self.to_monolith = RINGS + 1
        self.to_home = AWAY
        self.to_untold: list[int] = []
        # Cells with monsters, perils, currents and pirates, in each of BANDS
        self.sights = [0] * (len(SIGHTS) * len(BANDS))
        # Open cells around the ship
        self.free = 0
        self._look(captain, untold_ports)

    def _look(self, captain: Captain, untold_ports: int) -> None:
        table = captain.table
        wave = Wave(table, captain.rocks, captain.cell)
        front = wave.front
        coast = _unexplored_coast(captain)
        unmet = captain.unmet()
        ahead = [
            split(captain.monsters),
            split(captain.perils),
            split(captain.currents),
            split(unmet) if unmet != table.pirates else table.lairs,
        ]
        everything = Cells(0, 0, 0, 0, 0)
        for cells in ahead:
            everything.add(cells)
        sought = untold_ports
        home = NO_PLACE
        for port in range(PORT_COUNT):
            if table.port_cells[port] == captain.home:
                home = port
                sought |= 1 << port
        steps = 0
        while sought or steps <= RINGS:
            if steps <= RINGS:
                if front.meets(everything):
                    self._count(ahead, front, BAND_OF[steps])
                if steps == 1:
                    self.free = front.count(front) - front.count(everything)
                if steps < self.to_monolith and front.meets(coast):
                    self.to_monolith = steps
            if sought and front.meets(table.every_landing):
                for port in range(PORT_COUNT):
                    if sought >> port & 1 and front.meets(table.landings[port]):
                        sought ^= 1 << port
                        if port == home:
                            self.to_home = steps
                        if untold_ports >> port & 1:
                            self.to_untold.append(steps)
            if not wave.advance():
                break
            steps += 1
        for sight in range(len(SIGHTS)):
            first = sight * len(BANDS)
            rest = ahead[sight].count(ahead[sight])
            for place in range(first, first + FARTHER):
                rest -= self.sights[place]
            self.sights[first + FARTHER] = rest

    def _count(self, ahead: list[Cells], front: Cells, band: int) -> None:
        """Add what there is to meet after one more step."""
        place = band
        for cells in ahead:
            found = cells.count(front)
            if found:
                self.sights[place] += found
            place += len(BANDS)


def _count_steps_to_monolith(captain: Captain) -> int:
    """RINGS + 1 if it is farther or there is none."""
    if captain.cell == NO_CELL:
        return RINGS + 1
    coast = _unexplored_coast(captain)
    wave = Wave(captain.table, captain.rocks, captain.cell)
    for steps in range(RINGS + 1):
        if wave.front.meets(coast):
            return steps
        if not wave.advance():
            break
    return RINGS + 1


def _unexplored_coast(captain: Captain) -> Cells:
    """The sea beside monoliths still to be explored."""
    table = captain.table
    explored = captain.explored
    those = 0
    for number in range(MONOLITH_COUNT):
        if not explored & table.monolith_bits[number]:
            those |= 1 << number
    return table.monolith_coasts[those]
