"""What a captain may know, as numbers.

The table comes with the board of the seat whose knowledge it is, in detail; of each seat there is
a short summary. Renown is counted in hundreds, distances in tens of steps, and most of what is
held in tens, so that usual values are below 1.
"""

from __future__ import annotations

from typing import Any, Final

from quarterdeck.games.rolling_seas.captain import Captain
from quarterdeck.games.rolling_seas.chart import ADJACENT, BIT
from quarterdeck.games.rolling_seas.names import (
    DIRECTIONS,
    FACES,
    NO_CELL,
    PORT_COUNT,
    SHIPS,
    TYPES,
    WAY_COUNT,
    WIDTH,
)
from quarterdeck.games.rolling_seas.obstacles import can_build, explorable
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.scoring import stars, total
from quarterdeck.games.rolling_seas.steps.turn import ActionPhase
from quarterdeck.games.rolling_seas.waters import RINGS, Waters, count_steps, distances, find_rings
from quarterdeck.games.rolling_seas.worth import Outlook, untold
from quarterdeck.kernel.features import Feature, FeatureSet, advised, amounts, flags
from quarterdeck.kernel.ranges import clip

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
# Distances from the ship that are told apart, and up to which step each reaches
BANDS: Final = ("beside", "near", "soon", "later", "far", "farther")
BAND_ENDS: Final = (1, 2, 3, 4, RINGS)
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
# Enough for many games that are played side by side
BOARDS_KEPT: Final = 2048


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
    ahead = any(isinstance(step, ActionPhase) for step in p.stack)
    left: list[int] = []
    for seat in range(seats):
        acts = ahead
        if p.lanes and not ahead and p.turn:
            # Nobody else knows how far a seat is
            acts = not (seat in viewers and not p.lanes[seat])
        left.append(p.table.turns - p.turn + (1 if acts and p.turn else 0))
    if advice:
        known = [_look_at(p, seat, left[seat]) for seat in range(seats)]
    else:
        known = [_see(p, seat, left[seat], seat in viewers) for seat in range(seats)]
    shared = _tell_table(p)
    actors = p.actors()
    rows: list[float] = []
    for viewer in viewers:
        rows += shared
        rows.append(1.0 if viewer in actors else 0.0)
        rows += known[viewer].board
        for i in range(seats):
            rows += known[(viewer + i) % seats].summary
        for _ in range(MOST_SEATS - seats):
            rows += absent
    return rows


def _tell_table(p: RollingPosition) -> list[float]:
    """What is the same for everybody."""
    table = p.table
    row = [0.0] * len(SEAT_COUNTS)
    row[p.seats - 1] = 1.0
    row.append(table.turns / TURNS)
    row.append(p.tier / 2.0)
    row.append(1.0 if table.ambushes else 0.0)
    card = [0.0] * (len(TYPES) + 1)
    if p.card >= len(table.kind):
        card[len(TYPES)] = 1.0
    elif p.card >= 0:
        card[table.kind[p.card]] = 1.0
    row += card
    winds = [0.0] * WAY_COUNT
    for wind in p.winds:
        winds[wind] += 1 / 3.0
    row += winds
    die = [0.0] * len(FACES)
    if p.die:
        die[p.die - 1] = 1.0
    return row + die


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
    ports = untold(captain)
    waters = outlook.waters
    far = _monolith_distance(captain)
    row = _tell_turns(left)
    row.append(now)
    row.append(clip(outlook.count / PORT_COUNT, 0.0, 1.0))
    row.append(clip(outlook.told / RENOWN, 0.0, 6.0))
    row.append(clip(outlook.adventures / RENOWN, -1.0, 6.0))
    row.append(clip(outlook.flows / 10.0, -1.0, 1.0))
    row.append(clip(outlook.monoliths / 10.0, 0.0, 3.0))
    row.append(clip(outlook.things / 50.0, -1.0, 3.0))
    row.append(clip(outlook.arrival / 10.0, 0.0, 1.0))
    row.append(clip(captain.story / 50.0, 0.0, 2.0))
    row.append(clip(captain.story * outlook.count / RENOWN, 0.0, 6.0))
    _tell_renown(p, seat, row)
    _tell_sheet(captain, row)
    row.append(captain.monoliths / 3.0)
    row.append(far)
    if captain.cell == NO_CELL:
        row += [0.0] * (FEATURES.table_size - SHARED - len(row))
    else:
        _tell_coast(captain, row)
        _tell_ways(captain, [steps[captain.cell] for steps in waters.to_port], ports, row)
        _tell_tours(captain, waters, ports, row)
        _tell_sights(captain, waters.rings(captain.cell), row)
        _tell_sights_on_ways(captain, waters, ports, row)
        _tell_cells(captain, row)
    summary = [
        1.0,
        clip(worth / RENOWN, -2.0, 6.0),
        now,
        clip(captain.story / 50.0, 0.0, 2.0),
        len(captain.renown) / PORT_COUNT,
        clip(outlook.count / PORT_COUNT, 0.0, 1.0),
        captain.ship / 2.0,
        captain.monoliths / 3.0,
        far,
    ]
    return Board(row, summary)


def _see(p: RollingPosition, seat: int, left: int, in_detail: bool) -> Board:
    """The facts about a captain."""
    captain = p.captains[seat]
    now = clip(total(p, seat) / RENOWN, -1.0, 6.0)
    far = _monolith_distance(captain)
    story = clip(captain.story / 50.0, 0.0, 2.0)
    told = len(captain.renown) / PORT_COUNT
    summary = [1.0, now, story, told, captain.ship / 2.0, captain.monoliths / 3.0, far]
    row: list[float] = []
    if not in_detail:
        return Board(row, summary)
    row = _tell_turns(left)
    row.append(now)
    row.append(story)
    _tell_renown(p, seat, row)
    _tell_sheet(captain, row)
    row.append(captain.monoliths / 3.0)
    row.append(far)
    if captain.cell == NO_CELL:
        row += [0.0] * (FEATURES.facts.table_size - SHARED - len(row))
    else:
        rings = find_rings(p.table, captain.rocks, captain.cell)
        _tell_coast(captain, row)
        _tell_ways(captain, distances(p.table, rings), untold(captain), row)
        _tell_sights(captain, rings, row)
        _tell_cells(captain, row)
    return Board(row, summary)


def _tell_turns(left: int) -> list[float]:
    """How many actions a seat has still to do."""
    row: list[float] = [min(left / TURNS, 2.0)]
    last = [0.0] * len(LAST_TURNS)
    if left < len(last):
        last[left] = 1.0
    return row + last


def _tell_renown(p: RollingPosition, seat: int, row: list[float]) -> None:
    row.append(clip(sum(p.captains[seat].renown) / RENOWN, 0.0, 6.0))
    row.append(clip(stars(p, seat) / 50.0, 0.0, 3.0))


def _tell_cells(captain: Captain, row: list[float]) -> None:
    """How much of the board is free, rocks or an ambush."""
    row.append(captain.open_neighbours().bit_count() / 8.0)
    row.append(min(captain.rocks.bit_count() / 10.0, 3.0))
    row.append(min(captain.lurking().bit_count() / 10.0, 3.0))


# Of the table: what is the same for everybody, and whether the seat is asked
SHARED: Final = next(n for n, each in enumerate(OF_TABLE) if each.name == "left")


def _tell_sheet(captain: Captain, row: list[float]) -> None:
    """Ship, stores and cannons."""
    table = captain.table
    row.append(0.0 if captain.cell == NO_CELL else 1.0)
    for ship in range(len(SHIPS)):
        row.append(1.0 if captain.ship == ship else 0.0)
    row.append(clip(captain.gold / 10.0, 0.0, 3.0))
    row.append(captain.gold_circled / max(1.0, float(table.gold_boxes)))
    following = captain.ship + 1
    beyond = captain.gold - table.ship_price[following] if following < len(SHIPS) else 0
    row.append(clip(beyond / 10.0, -1.0, 1.0))
    row.append(clip(captain.provisions / 10.0, 0.0, 3.0))
    row.append(clip((table.hold[captain.ship] - captain.provisions) / 10.0, -3.0, 1.0))
    row.append(captain.provisions_circled / max(1.0, float(table.provision_boxes)))
    row.append(1.0 if can_build(captain) else 0.0)
    row.append(clip(captain.wind / 4.0, 0.0, 2.0))
    row.append(captain.cannons / 7.0)
    row.append(clip((captain.monster_power - captain.cannons) / 7.0, -1.0, 1.0))
    row.append(clip((captain.pirate_power - captain.cannons) / 7.0, -1.0, 1.0))


def _monolith_distance(captain: Captain) -> float:
    """Rings up to the next monolith, in eights; 1 if it is farther or there is none."""
    unexplored = captain.table.monoliths & ~captain.explored
    if captain.cell == NO_CELL or not unexplored:
        return 1.0
    steps = count_steps(captain.table, captain.rocks, captain.cell, beside(unexplored))
    return steps / (RINGS + 1)


def _tell_coast(captain: Captain, row: list[float]) -> None:
    """What lies beside the ship."""
    table = captain.table
    land = explorable(captain)
    rich = land & (table.gold_land | table.provision_land | table.story_land)
    row.append(land.bit_count() / 4.0)
    row.append(rich.bit_count() / 4.0)
    row.append(1.0 if land & table.monoliths else 0.0)
    around = ADJACENT[captain.cell] & table.ports
    row.append(1.0 if captain.home != NO_CELL and around & BIT[captain.home] else 0.0)
    row.append(1.0 if around else 0.0)
    row.append(1.0 if around & ~captain.told else 0.0)


def _tell_ways(captain: Captain, far: list[int], ports: int, row: list[float]) -> None:
    """How far ports are; `far`: each, by its number."""
    home = 3.0
    untold_far: list[int] = []
    for port in range(PORT_COUNT):
        if captain.table.port_cells[port] == captain.home:
            home = far[port] / STEPS
        if ports >> port & 1:
            untold_far.append(far[port])
    untold_far.sort()
    row.append(clip(home, 0.0, 3.0))
    for place in range(len(NEAREST)):
        row.append(clip(untold_far[place] / STEPS, 0.0, 3.0) if place < len(untold_far) else 3.0)


def _tell_tours(captain: Captain, waters: Waters, ports: int, row: list[float]) -> None:
    """How far it is to so many ports."""
    tours = waters.tours(captain.cell, ports) if ports else []
    for count in range(PORT_COUNT):
        row.append(clip(tours[count] / 30.0, 0.0, 3.0) if count < len(tours) else 3.0)


def _tell_sights(captain: Captain, rings: list[int], row: list[float]) -> None:
    """What there is to meet, by its distance."""
    sights = [captain.monsters, captain.perils, captain.currents, captain.unmet()]
    bands: list[int] = []
    ring = 0
    for end in BAND_ENDS:
        cells = 0
        while ring <= end:
            if ring < len(rings):
                cells |= rings[ring]
            ring += 1
        bands.append(cells)
    for sight in sights:
        rest = sight
        for band in bands:
            row.append(min((sight & band).bit_count() / 3.0, 3.0))
            rest &= ~band
        row.append(min(rest.bit_count() / 3.0, 3.0))


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


def beside(cells: int) -> int:
    """The cells adjacent to these."""
    return cells << 1 | cells >> 1 | cells << WIDTH | cells >> WIDTH
