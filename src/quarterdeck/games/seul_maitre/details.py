"""Every place of the table, and what is asked in the middle of an action, as numbers.

With the facts of `features.py` and the choices open to a seat, they tell all that its view shows,
but for: in which order the tiles are face up, the families of rivals' discoveries that the end of
the game uncovers, and what the component file alone says (prices, points, sizes of ships).
"""

from __future__ import annotations

from typing import Any, Final

from quarterdeck.games.seul_maitre.chart import (
    CELL_OF,
    INNER_CORNER,
    LAIR,
    PLACES,
    PORT,
    SITE,
    inner_corner,
    turned,
)
from quarterdeck.games.seul_maitre.features import (
    FIFTHS,
    FOURTHS,
    HALVES,
    MOST_SEATS,
    SIXTHS,
    TENTHS,
    TWELFTHS,
)
from quarterdeck.games.seul_maitre.names import (
    CELL_COUNT,
    CELL_NAMES,
    COLOURS,
    CORNER_PORTS,
    CORNERS,
    DIRECTIONS,
    EDGES,
    FACE_COUNT,
    FACES,
    FAMILIES,
    FEATURES,
    FIRST_LANDSCAPE,
    FIRST_PIRATE,
    FIRST_PORT,
    NO_CELL,
    NO_SEAT,
    NO_TILE,
    PIRATE_COUNT,
    PIRATES,
    PORTS,
    RARITIES,
    RESOURCE_COUNT,
    RESOURCES,
    SITES,
    TILE_COUNT,
    TILES,
    TOKEN_KINDS,
    UPGRADES,
    ZONES,
    token_at,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.building import (
    BuildCell,
    BuildRotation,
    BuildTile,
    PortCorner,
    PortRotation,
)
from quarterdeck.games.seul_maitre.steps.combat import (
    ATTACKER,
    DEFENDER,
    Aftermath,
    Combat,
    CombatRecover,
    DoubleHit,
    Losses,
    ManCannons,
    RerollDie,
    strength,
)
from quarterdeck.games.seul_maitre.steps.damage import Casualty
from quarterdeck.games.seul_maitre.steps.exploring import Pick
from quarterdeck.games.seul_maitre.steps.initiative import Bid
from quarterdeck.games.seul_maitre.steps.learning import Train
from quarterdeck.games.seul_maitre.steps.outcome import (
    FleeCell,
    FleeZone,
    Loot,
    RansomBank,
    RansomPort,
    Retreat,
)
from quarterdeck.games.seul_maitre.steps.preparation import (
    DriftZone,
    LeaveCell,
    LeaveZone,
    StormPort,
)
from quarterdeck.games.seul_maitre.steps.refit import ConvertSell, Refit
from quarterdeck.games.seul_maitre.steps.rescue import DistressPort, JettisonCargo
from quarterdeck.games.seul_maitre.steps.sailing import (
    ChoosePirate,
    Engage,
    PirateSail,
    Sail,
    pirate_points,
)
from quarterdeck.games.seul_maitre.steps.tossing import (
    StormDamage,
    StormDirection,
    StormReroll,
    StormZone,
    ZoneChoice,
)
from quarterdeck.games.seul_maitre.steps.trade import BuyCubes, Land, SellExtra, Selling
from quarterdeck.games.seul_maitre.steps.turn import Action
from quarterdeck.kernel.features import Feature, FeatureSet, amounts, flags
from quarterdeck.kernel.position import Step
from quarterdeck.kernel.ranges import NO, YES, one_of

# Every kind of step that asks, by what it asks for
QUESTIONS: Final[dict[type[Step[Any]], str]] = {
    Action: "action",
    BuildTile: "tile",
    BuildCell: "tile_cell",
    BuildRotation: "tile_rotation",
    PortCorner: "port_corner",
    PortRotation: "port_rotation",
    StormPort: "storm_port",
    LeaveCell: "leave_cell",
    LeaveZone: "leave_zone",
    StormDirection: "storm_way",
    StormZone: "storm_zone",
    StormReroll: "storm_reroll",
    DriftZone: "drift_zone",
    Bid: "bid",
    Sail: "sail",
    Engage: "engage",
    ChoosePirate: "choose_pirate",
    PirateSail: "pirate_sail",
    Refit: "refit",
    ConvertSell: "convert_sell",
    Train: "train",
    Pick: "pick",
    Land: "land",
    Selling: "sell",
    SellExtra: "sell_extra",
    BuyCubes: "buy",
    JettisonCargo: "jettison",
    DistressPort: "distress_port",
    CombatRecover: "combat_recover",
    ManCannons: "man_cannons",
    RerollDie: "reroll_die",
    DoubleHit: "double_hit",
    Casualty: "casualty",
    Loot: "loot",
    Retreat: "retreat",
    FleeCell: "flee_cell",
    FleeZone: "flee_zone",
    RansomPort: "ransom_port",
    RansomBank: "ransom_bank",
}
NUMBER_OF: Final[dict[type[Step[Any]], int]] = {
    kind: number for number, kind in enumerate(QUESTIONS)
}

SPOTS: Final = (*[f"zone_{zone}" for zone in range(ZONES)], "site", "port", "lair")
KINDS: Final = tuple([f"{rarity}_{family}" for rarity in RARITIES for family in FAMILIES])
SITE_NAMES: Final = tuple([f"site_{number + 1}" for number in range(SITES)])
STAGES: Final = (
    "attacker_recovers",
    "initial_shot",
    "attacker_mans",
    "defender_mans",
    "attacker_fires",
    "defender_fires",
    "attacker_rerolls",
    "defender_rerolls",
    "attacker_doubles",
    "defender_doubles",
    "attacker_suffers",
    "defender_suffers",
    "boarding",
)
SIDES: Final = ("attacker", "defender")
STORMS: Final = ("first", "second")
TURNS: Final = ("first", "second", "third", "fourth")


def _cell(name: str) -> list[Feature]:
    return [
        Feature(f"{name}.laid", 0, 1, "a tile lies there"),
        *[Feature(f"{name}.land_{edge}", 0, 1, f"land at its edge: {edge}") for edge in EDGES],
        *[Feature(f"{name}.{each}", 0, 1, f"on it: {each}") for each in FEATURES[FIRST_PORT:]],
        *[
            Feature(f"{name}.corner_{corner}", 0, 1, f"what is on it lies at its corner: {corner}")
            for corner in CORNERS
        ],
        Feature(f"{name}.gale", 0, 1, "a storm starts from its tile"),
        Feature(f"{name}.tile", 0, 1, "the number of its tile, in 25s: tells apart tiles alike"),
    ]


def _vessel(prefix: str) -> list[Feature]:
    return [
        *flags(f"{prefix}at", CELL_NAMES, "the cell the vessel is in"),
        *flags(f"{prefix}spot", SPOTS, "where in its cell the vessel is"),
        Feature(f"{prefix}role.moves", 0, 1, "it is moved, or it is asked where it goes"),
        Feature(f"{prefix}role.attacks", 0, 1, "it is the attacker of the combat under way"),
        Feature(f"{prefix}role.defends", 0, 1, "it is the defender of the combat under way"),
    ]


def _pirate(name: str) -> list[Feature]:
    return [
        *_vessel(f"{name}."),
        Feature(f"{name}.board.crew_damage", 0, 3, "damage to its sailors, in tens"),
        Feature(f"{name}.board.cannon_damage", 0, 3, "damage to its cannons, in fours"),
        Feature(f"{name}.board.sail_damage", 0, 3, "damage to its sails, in tens"),
        Feature(f"{name}.board.stuck", 0, 1, "a storm keeps it in this round"),
        Feature(f"{name}.board.has_fought", 0, 1, "it has fought in this round"),
        Feature(f"{name}.board.number_up", 0, 1, "its number has been drawn for the bribe"),
    ]


OF_TABLE: Final = [
    Feature("finished", 0, 1, "the game is over"),
    Feature("builds", 0, 1, "option map_mode"),
    Feature("tosses_pirates", 0, 1, "option pirate_storm"),
    Feature("coffee_sale", 0, 5, "money for a cube of coffee sold on the market, in tens"),
    # The map
    *[feature for name in CELL_NAMES for feature in _cell(f"cell.{name}")],
    *amounts("storms", CELL_NAMES, 0, 1, "storms on a cell, in twos"),
    *flags("wind", DIRECTIONS, "where the wind blows to"),
    *flags("face_up", TILES[FIRST_LANDSCAPE:], "the tile lies beside the map, face up"),
    *flags("face_down", TILES[FIRST_LANDSCAPE:], "the tile is still to be turned up"),
    # Market and discoveries
    *amounts("filled", RESOURCES, 0, 1, "filled slots of a market column, in twelves"),
    *[
        feature
        for site in SITE_NAMES
        for feature in amounts(f"{site}.left", RARITIES, 0, 3, "tokens on a site, in fours")
    ],
    *amounts("undrawn", KINDS, 0, 3, "tokens this seat cannot place, in fives"),
    *amounts("own_aboard", KINDS, 0, 3, "tokens on this seat's ship, in fives"),
    *amounts("upgrades", UPGRADES, 0, 3, "upgrades left for pirates, in fours"),
    *[feature for name in PIRATES for feature in _pirate(name)],
    # What is asked
    *flags("asks", QUESTIONS.values(), "what somebody is asked for"),
    *flags("hand", TILES[1:], "the tile to be laid"),
    *flags(
        "into", CELL_NAMES, "the cell a tile is laid on, or a vessel is put into or thrown from"
    ),
    Feature("voyage.started", 0, 1, "the ship has made a step"),
    Feature("voyage.goes_on", 0, 1, "it may go on after a refusal to engage"),
    Feature("voyage.free", 0, 1, "the leader's point of the Navigation is left"),
    Feature("voyage.points", 0, 3, "movement points left, in tens"),
    *flags("voyage.entered", STORMS, "the storm has been passed through"),
    Feature("storm_dice", 0, 1, "further dice of a storm to come, in twos"),
    *flags("storm_die", FACES, "the die of a storm that may be rolled again"),
    Feature("refit.improved", 0, 3, "improvements bought in this action, in fours"),
    Feature("refit.hired", 0, 1, "a specialist was hired in this action"),
    Feature("refit.recruited", 0, 1, "sailors recruited in this action, in sixes"),
    Feature("second_token", 0, 1, "the token to pick is the second one"),
    Feature("second_sale", 0, 1, "the cube to sell is the second one"),
    *flags("last_sold", RESOURCES, "the cube sold before"),
    *flags("buying", RESOURCES, "the good to buy"),
    *flags("ransomed_to", PORTS[:CORNER_PORTS], "the port a ship is sent home to"),
    # The combat under way
    *flags("combat.next", STAGES, "the stage that comes next"),
    Feature("combat.decided", 0, 1, "it is decided, but has consequences"),
    *[
        feature
        for side in SIDES
        for feature in (
            *amounts(f"{side}.dice", FACES, 0, 3, "white dice by face, in fours"),
            Feature(f"{side}.manned", 0, 3, "cannons manned, in fours"),
            Feature(f"{side}.cannon_hits", 0, 3, "cannons hit, in fours"),
            Feature(f"{side}.strength", 0, 3, "strength in boarding, in tens"),
        )
    ],
    *flags("picked", FACES, "the first die to roll again"),
    Feature("losses", 0, 3, "sailors still to be lost after this one, in fours"),
]

OF_SEAT: Final = [
    Feature("asked", 0, 1, "this seat is asked"),
    *flags("colour", COLOURS, "the colour that choices call it by"),
    *flags("home", PORTS[:CORNER_PORTS], "the port it was dealt"),
    *flags("turn", TURNS, "its place in the turn order as it stands"),
    Feature("ended", 0, 1, "it has ended its turn"),
    Feature("tokens_left", 0, 2, "action tokens not spent, in fours"),
    Feature("tokens_spent", 0, 2, "action tokens spent in this round, in fours"),
    *_vessel(""),
    Feature("station.hold", 0, 2, "sailors in the hold, in tens"),
    Feature("station.sails", 0, 2, "sailors in the sails, in tens"),
    Feature("station.deck", 0, 2, "sailors on deck, in tens"),
    Feature("station.crew", 0, 2, "sailors at cannons, in tens"),
    Feature("station.blocked", 0, 2, "sailors kept at hit cannons, in tens"),
    Feature("orange", 0, 1, "the Navigator's marker is there to be used"),
    Feature("unlearned", 0, 1, "specialists without a branch, in fives"),
    *flags("marker", SITE_NAMES, "its marker is on the site"),
    *flags("controls", PIRATES, "it controls the pirate in this round"),
    *amounts("landed_kind", KINDS, 0, 3, "discoveries landed, in fives"),
]

DETAILS: Final = FeatureSet(OF_TABLE, OF_SEAT, MOST_SEATS)
ABSENT: Final[list[float]] = [NO] * DETAILS.seat_size

CELLS: Final = one_of(CELL_COUNT)
WINDS: Final = one_of(len(DIRECTIONS))
ASKED: Final = one_of(len(QUESTIONS))
TILES_IN_HAND: Final = one_of(TILE_COUNT - 1)
GOODS: Final = one_of(RESOURCE_COUNT)
FACE: Final = one_of(FACE_COUNT)
CORNER_PORT: Final = one_of(CORNER_PORTS)
STAGE: Final = one_of(len(STAGES))
SEAT_NUMBER: Final = one_of(MOST_SEATS)
ON_TILE: Final = one_of(len(FEATURES) - FIRST_PORT)
AT_CORNER: Final = one_of(len(CORNERS))
# By how many tokens of a kind, and there may be nine for each site
TOKENS: Final[list[Any]] = [FIFTHS[min(count, 15)] for count in range(9 * SITES + 1)]
COFFEE: Final = RESOURCES.index("coffee")
NOTHING: Final = -1


def _bits(count: int) -> list[list[float]]:
    """By a set, as bits: a flag for each of so many."""
    return [[YES if bits >> at & 1 else NO for at in range(count)] for bits in range(1 << count)]


LANDS: Final = _bits(len(EDGES))
SITE_SETS: Final = _bits(SITES)
PAIRS: Final = _bits(2)
ALL_LAID: Final[list[float]] = [NO] * (2 * (TILE_COUNT - FIRST_LANDSCAPE))
NO_TILE_THERE: Final[list[float]] = [NO] * len(_cell(""))


def _places() -> list[list[float]]:
    """By place, and last for NOWHERE: the cell, and the spot in it."""
    spots = one_of(len(SPOTS))
    found: list[list[float]] = []
    for place in range(PLACES):
        spot = place % ZONES
        if place >= SITE:
            spot = ZONES + (place >= PORT) + (place >= LAIR)
        found.append(CELLS[CELL_OF[place]] + spots[spot])
    found.append(CELLS[NOTHING] + spots[NOTHING])
    return found


AT: Final = _places()


def encode_details(p: MasterPosition, seat: int) -> list[float]:
    """What DETAILS declares, as this seat sees it."""
    seats = p.seats
    affairs = Affairs(p)
    order = p.order if len(p.order) == seats else list(range(seats))
    place = order.index(seat)
    row = _tell_table(p)
    row += _tell_tokens(p, seat)
    for pirate in range(PIRATE_COUNT):
        row += _tell_pirate(p, pirate, affairs)
    row += _tell_question(affairs)
    row += _tell_combat(p, affairs)
    for i in range(seats):
        turn = (place + i) % seats
        row += _tell_seat(p, order[turn], turn, affairs)
    for _ in range(MOST_SEATS - seats):
        row += ABSENT
    return row


class Affairs:
    """What somebody is in the middle of, as the stack tells: the question on top, and what it
    interrupts. What is not there is NOTHING, or 0 of it."""

    def __init__(self, p: MasterPosition) -> None:
        self.question = NOTHING
        self.asked = NO_SEAT
        self.tile = NO_TILE
        self.cell = NO_CELL
        # The vessel that moves, and how
        self.vessel = NOTHING
        self.started = 0
        self.goes_on = 0
        self.free = 0
        self.points = 0
        self.entered = 0
        self.storm_dice = 0
        self.storm_die = NOTHING
        self.improved = 0
        self.hired = 0
        self.recruited = 0
        self.second_token = 0
        self.second_sale = 0
        self.last_sold = NOTHING
        self.buying = NOTHING
        self.port = NOTHING
        self.attacker = NOTHING
        self.defender = NOTHING
        self.stage = NOTHING
        self.decided = False
        self.attack = 0
        self.defence = 0
        self.picked = NOTHING
        self.losses = 0
        if not p.stack:
            return
        top = p.stack[-1]
        self.question = NUMBER_OF.get(type(top), NOTHING)
        if self.question == NOTHING:
            return  # Chance is due
        self.asked = top.seat
        if isinstance(top, Action) or isinstance(top, Bid):  # noqa: SIM101  # compiles to less
            return
        for step in p.stack:
            self._read_affair(p, step)
        self._read_question(p, top)

    def _read_question(self, p: MasterPosition, top: Step[Any]) -> None:
        if isinstance(top, BuildCell):
            self.tile = top.tile
        elif isinstance(top, BuildRotation):
            self.tile = top.tile
            self.cell = top.cell
        elif isinstance(top, PortCorner):
            self.tile = 1 + top.port
        elif isinstance(top, PortRotation):
            self.tile = 1 + top.port
            self.cell = top.cell
        elif isinstance(top, ZoneChoice) or isinstance(top, StormDirection):  # noqa: SIM101
            self.vessel = top.vessel
            self.cell = top.cell
        elif isinstance(top, StormReroll):
            self.vessel = top.seat
            self.storm_die = top.face
        elif isinstance(top, Engage):
            self._read_engagement(p, top)
        elif isinstance(top, Pick):
            self.second_token = top.second
        elif isinstance(top, Selling):
            self.second_sale = top.count
            self.last_sold = top.last
        elif isinstance(top, BuyCubes):
            self.buying = top.good
        elif isinstance(top, RerollDie):
            self.picked = top.picked
        elif isinstance(top, Retreat) or isinstance(top, FleeCell):  # noqa: SIM101
            self.vessel = top.vessel
        elif isinstance(top, RansomBank):
            self.port = top.port

    def _read_engagement(self, p: MasterPosition, engage: Engage) -> None:
        mover = engage.mover
        self.vessel = mover
        self.goes_on = engage.goes_on
        self.entered = engage.entered
        self.started = 1
        if mover < FIRST_PIRATE:
            self.free = engage.kept
            self.points = p.points(mover) + engage.kept
        else:
            self.points = pirate_points(p, mover, engage.kept)

    def _read_affair(self, p: MasterPosition, step: Step[Any]) -> None:
        if isinstance(step, Combat):
            self.attacker = step.attacker
            self.defender = step.defender
            self.stage = step.stage
            self.attack = strength(p, step.attacker, ATTACKER)
            self.defence = strength(p, step.defender, DEFENDER)
        elif isinstance(step, Aftermath):
            self.attacker = step.attacker
            self.defender = step.defender
            self.decided = True
            self.attack = step.attack
            self.defence = step.defence
        elif isinstance(step, Sail):
            self.vessel = step.seat
            self.started = step.started
            self.free = step.free
            self.points = p.points(step.seat) + step.free
            self.entered = step.entered
        elif isinstance(step, PirateSail):
            self.vessel = step.vessel
            self.started = 1 if step.used else 0
            self.points = pirate_points(p, step.vessel, step.used)
            self.entered = step.entered
        elif isinstance(step, Refit):
            self.improved = step.improved
            self.hired = step.hired
            self.recruited = step.recruited
        elif isinstance(step, StormDamage):
            self.storm_dice = step.dice
        elif isinstance(step, Losses):
            self.losses = step.count


# The table


def _tell_table(p: MasterPosition) -> list[float]:
    table = p.table
    row: list[float] = [
        YES if p.finished else NO,
        YES if table.builds else NO,
        YES if table.tosses_pirates else NO,
        TENTHS[min(table.sale[COFFEE], 50)],
    ]
    row += _tell_map(p)
    storms: list[float] = [NO] * CELL_COUNT
    for cell in p.storms:
        storms[cell] += 0.5
    row += storms
    row += WINDS[p.wind if p.round else NOTHING]
    row += _tell_tiles(p)
    row += [TWELFTHS[filled] for filled in p.filled]
    row += [FOURTHS[left] for left in p.pile]
    return row


def _tell_map(p: MasterPosition) -> list[float]:
    if not p.round:
        return _tell_cells(p)
    if not p.chart.told:
        p.chart.told = _tell_cells(p)
    return p.chart.told


def _tell_cells(p: MasterPosition) -> list[float]:
    table = p.table
    row: list[float] = []
    for cell in range(CELL_COUNT):
        tile = p.tiles[cell]
        if tile == NO_TILE:
            row += NO_TILE_THERE
            continue
        quarters = p.turns[cell]
        corner = table.corner[tile]
        if corner >= 0:
            corner = (corner + quarters) % len(CORNERS)
        elif corner == INNER_CORNER:
            corner = inner_corner(cell)
        row.append(YES)
        row += LANDS[turned(table.land[tile], quarters)]
        row += ON_TILE[table.feature[tile] - FIRST_PORT]
        row += AT_CORNER[corner]
        row.append(YES if tile in table.storm_tiles else NO)
        row.append(tile / TILE_COUNT)
    return row


def _tell_tiles(p: MasterPosition) -> list[float]:
    """Landscapes face up and face down."""
    if p.round:
        return ALL_LAID
    row = ALL_LAID[:]
    for tile in range(FIRST_LANDSCAPE, TILE_COUNT):
        if tile in p.row:
            row[tile - FIRST_LANDSCAPE] = YES
        elif tile not in p.tiles:
            row[tile + TILE_COUNT - 2 * FIRST_LANDSCAPE] = YES
    return row


def _tell_tokens(p: MasterPosition, viewer: int) -> list[float]:
    """Discoveries this seat cannot place, on others' ships or undrawn; and those it has; and what
    is left for pirates."""
    counts = p.unseen[:]
    for seat in range(p.seats):
        if seat != viewer and p.aboard[seat]:
            first = token_at(seat, 0)
            for kind in range(TOKEN_KINDS):
                counts[kind] += p.carried[first + kind]
    own = token_at(viewer, 0)
    row: list[float] = [TOKENS[count] for count in counts]
    row += [TOKENS[count] for count in p.carried[own : own + TOKEN_KINDS]]
    row += [FOURTHS[left] for left in p.upgrades]
    return row


def _tell_pirate(p: MasterPosition, pirate: int, affairs: Affairs) -> list[float]:
    vessel = FIRST_PIRATE + pirate
    up = p.number_tiles[pirate] < p.table.box.number_tiles[pirate]
    row = AT[p.place[vessel]][:]
    row += [
        YES if affairs.vessel == vessel else NO,
        YES if affairs.attacker == vessel else NO,
        YES if affairs.defender == vessel else NO,
        TENTHS[min(p.pirate_crew_damage[pirate], 30)],
        FOURTHS[min(p.pirate_cannon_damage[pirate], 12)],
        TENTHS[min(p.pirate_sail_damage[pirate], 30)],
        YES if p.stuck >> pirate & 1 else NO,
        YES if p.fought >> vessel & 1 else NO,
        YES if up else NO,
    ]
    return row


# What is asked


def _tell_question(affairs: Affairs) -> list[float]:
    row = ASKED[affairs.question][:]
    row += TILES_IN_HAND[affairs.tile - 1 if affairs.tile != NO_TILE else NOTHING]
    row += CELLS[affairs.cell]
    row += [
        YES if affairs.started else NO,
        YES if affairs.goes_on else NO,
        YES if affairs.free else NO,
        TENTHS[max(0, min(affairs.points, 30))],
    ]
    row += PAIRS[affairs.entered]
    row.append(HALVES[affairs.storm_dice])
    row += FACE[affairs.storm_die]
    row += [
        FOURTHS[min(affairs.improved, 12)],
        YES if affairs.hired else NO,
        SIXTHS[affairs.recruited],
        YES if affairs.second_token else NO,
        YES if affairs.second_sale else NO,
    ]
    row += GOODS[affairs.last_sold]
    row += GOODS[affairs.buying]
    row += CORNER_PORT[affairs.port]
    return row


def _tell_combat(p: MasterPosition, affairs: Affairs) -> list[float]:
    row = STAGE[affairs.stage][:]
    row.append(YES if affairs.decided else NO)
    if affairs.attacker == NOTHING:
        row += NO_SIDES
    else:
        row += _tell_side(p, ATTACKER, affairs.attack)
        row += _tell_side(p, DEFENDER, affairs.defence)
    row += FACE[affairs.picked]
    row.append(FOURTHS[min(affairs.losses, 12)])
    return row


NO_SIDES: Final[list[float]] = [NO] * (2 * (FACE_COUNT + 3))


def _tell_side(p: MasterPosition, side: int, boarding: int) -> list[float]:
    dice = p.dice
    first = side * FACE_COUNT
    return [
        FOURTHS[min(dice[first], 12)],
        FOURTHS[min(dice[first + 1], 12)],
        FOURTHS[min(dice[first + 2], 12)],
        FOURTHS[min(dice[first + 3], 12)],
        FOURTHS[min(dice[first + 4], 12)],
        FOURTHS[min(p.manned[side], 12)],
        FOURTHS[min(p.cannon_hits[side], 12)],
        TENTHS[min(boarding, 30)],
    ]


# The seats


def _tell_seat(p: MasterPosition, seat: int, turn: int, affairs: Affairs) -> list[float]:
    row: list[float] = [YES if affairs.asked == seat else NO]
    row += SEAT_NUMBER[seat]
    row += CORNER_PORT[p.home[seat] if seat < len(p.home) else NOTHING]
    row += SEAT_NUMBER[turn]
    row += [
        YES if p.ended >> seat & 1 else NO,
        FOURTHS[p.tokens[seat]],
        FOURTHS[p.spent[seat]],
    ]
    row += AT[p.place[seat]]
    row += [
        YES if affairs.vessel == seat else NO,
        YES if affairs.attacker == seat else NO,
        YES if affairs.defender == seat else NO,
        TENTHS[min(p.hold[seat], 20)],
        TENTHS[min(p.sails[seat], 20)],
        TENTHS[min(p.deck[seat], 20)],
        TENTHS[min(p.crew[seat], 20)],
        TENTHS[min(p.blocked[seat], 20)],
        YES if p.has_orange(seat) else NO,
        FIFTHS[p.untrained[seat]],
    ]
    row += SITE_SETS[p.markers[seat]]
    row += [YES if held == seat else NO for held in p.control]
    first = token_at(seat, 0)
    row += [TOKENS[count] for count in p.landed[first : first + TOKEN_KINDS]]
    return row
