"""What lies where, as numbers: the map, the captain's own chart, and every sheet.

The chart is eight pictures of 15 rows and 19 columns. Signs that exclude each other share a
picture, as 1 and -1, which keeps them apart at half the size.

Of rivals' boards there are the ship's place, the ports, the ambushes and what the latest card has
drawn there, as nothing else of them touches anybody. Their trails, what they have explored and
their older drawings are left out. So are, of every board, the course of the line within the trail,
which cells that are drawn upon were used, and which card a monster, peril or rock came from:
nothing depends on it.
"""

from __future__ import annotations

from typing import Any, Final

from quarterdeck.games.rolling_seas.captain import NOT_DRAWN, Captain
from quarterdeck.games.rolling_seas.chart import BIT, NEIGHBOUR, cells_of
from quarterdeck.games.rolling_seas.components import LONGEST_TRACK, Layout
from quarterdeck.games.rolling_seas.features import MOST_SEATS, TURNS
from quarterdeck.games.rolling_seas.names import (
    ADVENTURE_COUNT,
    AMBUSHES,
    CARDS,
    CELL_NAMES,
    CELLS,
    COLUMNS,
    DECKS,
    DIRECTIONS,
    DRAWN_COUNT,
    HEIGHT,
    MAPS,
    MONOLITH_COUNT,
    NO_CELL,
    PORT_COUNT,
    SPRUNG,
    WAITING,
    WAY_COUNT,
    WIDTH,
)
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.steps.action import Action
from quarterdeck.games.rolling_seas.steps.combat import AmbushLoss, AmbushSpoils, Defeat
from quarterdeck.games.rolling_seas.steps.drawing import (
    AmbushCentre,
    AmbushDot,
    PlaceAnchor,
    PlaceTurn,
)
from quarterdeck.games.rolling_seas.steps.exploring import Build, MonolithFace
from quarterdeck.games.rolling_seas.steps.port import PortServices
from quarterdeck.games.rolling_seas.steps.sailing import AfterAction, PirateReward, Sail
from quarterdeck.games.rolling_seas.steps.setup import HomePort, StartCell
from quarterdeck.games.rolling_seas.steps.turn import CalmPower
from quarterdeck.kernel.features import Feature, FeatureSet, amounts, flags
from quarterdeck.kernel.position import NOBODY, Step
from quarterdeck.kernel.ranges import NO, NO_PLACE, YES, one_of

ROWS: Final = tuple(str(number) for number in range(1, HEIGHT + 1))
PORTS: Final = tuple(str(number) for number in range(1, PORT_COUNT + 1))
MONOLITHS: Final = tuple(str(number) for number in range(1, MONOLITH_COUNT + 1))
CHAIRS: Final = ("own", *(f"rival_{number}" for number in range(1, MOST_SEATS)))
# A quarter turn of a shape, flipped or not, counted from 1
LIES: Final = 8

# What a captain is asked
ACTION: Final = 0
SAIL: Final = 1
AFTER_ACTION: Final = 2
PLACE_ANCHOR: Final = 3
PLACE_TURN: Final = 4
PORT_SERVICES: Final = 5
BUILDING: Final = 6
MONOLITH_FACE: Final = 7
PIRATE_REWARD: Final = 8
CALM_POWER: Final = 9
HOME_PORT: Final = 10
START_CELL: Final = 11
AMBUSH_CENTRE: Final = 12
AMBUSH_DOT: Final = 13
AMBUSH_SPOILS: Final = 14
AMBUSH_LOSS: Final = 15
QUESTIONS: Final = (
    "action",
    "sail",
    "after_action",
    "place_anchor",
    "place_turn",
    "port_services",
    "build",
    "monolith_face",
    "pirate_reward",
    "calm_power",
    "home_port",
    "start_cell",
    "ambush_centre",
    "ambush_dot",
    "ambush_spoils",
    "ambush_loss",
)

OF_TABLE: Final = [
    *flags("printed", MAPS, "the map; none of them: a generated one"),
    *flags("deck", DECKS, "the deck"),
    Feature("stops_on_last", 0, 1, "option: a current ends on its last cell"),
    Feature("mirrored", 0, 1, "option: shapes may be flipped"),
    *amounts("map.land", CELL_NAMES, -1, 1, "land of any kind, or (-1) a cell of pirates"),
    *amounts("map.place", CELL_NAMES, -1, 1, "a port, or (-1) a monolith"),
    *amounts("map.icon", CELL_NAMES, -1, 1, "land with gold, (-1) provisions or (0.5) story"),
    Feature("turn", 0, 2, "turns begun so far, in twenty-fives"),
    Feature("finished", 0, 1, "the game is over"),
    *flags("seen", CARDS, "cards that have been seen"),
    *flags("latest", CARDS, "the latest card"),
    *amounts("chart.been", CELL_NAMES, 0, 1, "on the trail, explored, or the story is told there"),
    *amounts("chart.danger", CELL_NAMES, -1, 1, "an unused cell of a monster, or (-1) of a peril"),
    *amounts("chart.rocks", CELL_NAMES, -1, 1, "rocks, or (-1) an ambush still to be fought"),
    *amounts("chart.east", CELL_NAMES, -1, 1, "how far east an unused cell of a current leads"),
    *amounts("chart.south", CELL_NAMES, -1, 1, "how far south an unused cell of a current leads"),
    Feature("may_rest", 0, 1, "the ship may stay where it is"),
    Feature("stopped", 0, 1, "pirates have ended all movement of this turn"),
    *flags("question", QUESTIONS, "what is asked of this seat, or of another one in plain sight"),
    *flags("asks.board", CHAIRS, "on whose board there is something to draw"),
    *flags("asks.row", ROWS, "the row of the anchor, the last dot, the port or the monolith"),
    *flags("asks.column", COLUMNS, "its column"),
    *flags("asks.wind", DIRECTIONS, "the wind of the navigation"),
    Feature("points_left", 0, 20, "movement points left, in fives"),
    Feature("first_step", 0, 1, "the first step of the navigation is to come"),
    Feature("filled", 0, 1, "the hold has been filled in this visit"),
    Feature("dots_left", 0, 1, "dots of an ambush still to be drawn, in eights"),
]

OF_SEAT: Final = [
    Feature("asked", 0, 1, "they are to choose"),
    Feature("defeated", 0, 1, "they have lost a combat and will pay for it"),
    *flags("row", ROWS, "the row of the ship"),
    *flags("column", COLUMNS, "the column of the ship"),
    *flags("home", PORTS, "the home port, by its place among ports in reading order"),
    *flags("told_in", PORTS, "ports where they have told their story"),
    *amounts("renown", PORTS, 0, 2, "renown of each telling, in fifties"),
    *flags("monolith", MONOLITHS, "monoliths they have explored, in reading order"),
    Feature("gold", 0, 10, "gold, in tens"),
    Feature("gold_circled", 0, 10, "gold gained so far, in tens"),
    Feature("provisions", 0, 10, "provisions, in tens"),
    Feature("provisions_circled", 0, 10, "provisions gained so far, in tens"),
    Feature("winds", 0, 25, "winds in the sails, in fours"),
    Feature("winds_circled", 0, 25, "winds gained so far, in fours"),
    Feature("cannons", 0, 1, "cannons, in sevens"),
    Feature("monster_power", 0, 1, "the power of monsters, in nines"),
    Feature("pirate_power", 0, 1, "the power of pirates, in nines"),
    Feature("treasure", 0, 10, "renown of the treasure, in tens"),
    Feature("drawing.row", 0, 1, "what the latest card has drawn on their board: the anchor's row"),
    Feature("drawing.column", 0, 1, "its column"),
    Feature("drawing.turn", 0, 1, "how it is turned, from 1, in eights"),
    *[
        each
        for ambush in PORTS[: len(AMBUSHES)]
        for each in (
            Feature(f"ambush_{ambush}.waiting", 0, 1, "an ambush on their board, not met yet"),
            Feature(f"ambush_{ambush}.sprung", 0, 1, "it will be fought at the end of the turn"),
            Feature(f"ambush_{ambush}.spent", 0, 1, "it has been fought"),
            Feature(f"ambush_{ambush}.by_next", 0, 1, "the next player in turn order has laid it"),
            Feature(f"ambush_{ambush}.row", 0, 1, "the row of its centre, from 1"),
            Feature(f"ambush_{ambush}.column", 0, 1, "the column of its centre, from 1"),
            *flags(f"ambush_{ambush}.dot", DIRECTIONS, "a dot beside its centre"),
        )
    ],
]

DETAILS: Final = FeatureSet(OF_TABLE, OF_SEAT, MOST_SEATS)

MINUS: Final[Any] = -1.0
HALF: Final[Any] = 0.5
# Where each picture of the own chart begins
BEEN: Final = 0
DANGER: Final = CELLS
ROCKY: Final = 2 * CELLS
FLOW_EAST: Final = 3 * CELLS
FLOW_SOUTH: Final = 4 * CELLS
BLANK: Final[list[Any]] = [NO] * (5 * CELLS)
# How far a neighbouring cell is to the east or south, from 1 to the west or north
LEADS: Final[list[Any]] = [MINUS, NO, YES]
UNSEEN: Final[list[Any]] = [NO] * len(CARDS)
NO_AMBUSH: Final = [0.0] * (6 + WAY_COUNT)
ABSENT: Final = [0.0] * DETAILS.seat_size
# The numbers that come up most, made once
FOURTHS: Final[list[Any]] = [n / 4.0 for n in range(LONGEST_TRACK + 1)]
SEVENTHS: Final[list[Any]] = [n / 7.0 for n in range(8)]
NINTHS: Final[list[Any]] = [n / 9.0 for n in range(10)]
TENTHS: Final[list[Any]] = [n / 10.0 for n in range(LONGEST_TRACK + 1)]
FIFTIETHS: Final[list[Any]] = [n / 50.0 for n in range(LONGEST_TRACK + 1)]
ONE_ROW: Final = one_of(HEIGHT)
ONE_COLUMN: Final = one_of(WIDTH)
ONE_PORT: Final = one_of(PORT_COUNT)
ONE_CARD: Final = one_of(len(CARDS))
ONE_QUESTION: Final = one_of(len(QUESTIONS))
ONE_CHAIR: Final = one_of(MOST_SEATS)
ONE_WIND: Final = one_of(WAY_COUNT)
# By cell, and for NO_CELL: flags of its row and its column
NOWHERE: Final[list[float]] = [0.0] * (HEIGHT + WIDTH)
PLACES: Final[list[list[float]]] = [
    *(ONE_ROW[cell // WIDTH] + ONE_COLUMN[cell % WIDTH] for cell in range(CELLS)),
    NOWHERE,
]

# Enough for many maps and options side by side
TABLES_KEPT: Final = 64
_kept: dict[Layout, list[float]] = {}


def encode_details(p: RollingPosition, seat: int) -> list[float]:
    """The row of a seat, as DETAILS declares it."""
    seats = p.seats
    row = _tell_map(p.table) + _tell_cards(p)
    row += _tell_chart(p.captains[seat])
    row += _tell_question(p, seat)
    defeated = NOBODY
    for step in p.stack:
        if isinstance(step, Defeat):
            defeated = step.loser
    for i in range(seats):
        chair = (seat + i) % seats
        row.append(YES if p.legal(chair) else NO)
        row.append(YES if chair == defeated else NO)
        row += _tell_captain(p, chair)
    for _ in range(MOST_SEATS - seats):
        row += ABSENT
    return row


def _tell_map(table: Layout) -> list[float]:
    """What never changes in a game, worked out once."""
    known = _kept.get(table)
    if known is None:
        if len(_kept) >= TABLES_KEPT:
            _kept.clear()
        known = _draw_map(table)
        _kept[table] = known
    return known


def _draw_map(table: Layout) -> list[float]:
    options = table.options
    row: list[float] = [YES if options["map"] == name else NO for name in MAPS]
    row += [YES if options["deck"] == deck else NO for deck in DECKS]
    row.append(YES if table.stops_on_last else NO)
    row.append(YES if options["mirror_shapes"] == "true" else NO)
    land: list[Any] = [NO] * CELLS
    _mark(land, 0, table.land, YES)
    _mark(land, 0, table.pirates, MINUS)
    place: list[Any] = [NO] * CELLS
    _mark(place, 0, table.ports, YES)
    _mark(place, 0, table.monoliths, MINUS)
    icon: list[Any] = [NO] * CELLS
    _mark(icon, 0, table.gold_land, YES)
    _mark(icon, 0, table.provision_land, MINUS)
    _mark(icon, 0, table.story_land, HALF)
    return row + land + place + icon


def _mark(picture: list[Any], first: int, cells: int, sign: Any) -> None:
    """Put a sign on these cells of the picture that begins there."""
    if cells:
        for cell in cells_of(cells):
            picture[first + cell] = sign


def _tell_cards(p: RollingPosition) -> list[float]:
    """How far the game is, and the cards."""
    seen = UNSEEN[:]
    _mark(seen, 0, p.adventures_seen, YES)
    _mark(seen, ADVENTURE_COUNT, p.calm_seen, YES)
    row: list[float] = [p.turn / TURNS, YES if p.finished else NO]
    row += seen
    row += ONE_CARD[p.card if p.card >= 0 else NO_PLACE]
    return row


def _tell_chart(captain: Captain) -> list[float]:
    """The captain's own chart, cell by cell."""
    chart = BLANK[:]
    _mark(chart, BEEN, captain.trail | captain.explored | captain.told, YES)
    _mark(chart, DANGER, captain.monsters, YES)
    _mark(chart, DANGER, captain.perils, MINUS)
    _mark(chart, ROCKY, captain.rocks, YES)
    _mark(chart, ROCKY, captain.lurking(), MINUS)
    if captain.currents:
        _mark_currents(captain, chart)
    row: list[float] = chart
    row.append(YES if captain.cell != NO_CELL and captain.may_rest() else NO)
    row.append(YES if captain.stopped else NO)
    return row


def _mark_currents(captain: Captain, chart: list[Any]) -> None:
    """Where each unused cell of a current leads."""
    table = captain.table
    currents = captain.currents
    for card in table.currents:
        number = captain.drawn[card]
        if number == NOT_DRAWN or not table.drawings[card].mask[number] & currents:
            continue
        following = table.drawings[card].exit[number]
        for cell in reversed(table.drawings[card].cells[number]):
            if currents & BIT[cell]:
                chart[FLOW_EAST + cell] = LEADS[following % WIDTH - cell % WIDTH + 1]
                chart[FLOW_SOUTH + cell] = LEADS[following // WIDTH - cell // WIDTH + 1]
            following = cell


def _tell_question(p: RollingPosition, seat: int) -> list[float]:
    """What is asked, and what is known of it."""
    step: Step[RollingPosition] | None = p.step_of(seat)
    if step is None and not p.lanes and p.stack:
        step = p.stack[-1]
    question = board = wind = NO_PLACE
    place = NO_CELL
    points = dots = 0
    first = filled = NO
    if isinstance(step, Sail):
        question = SAIL
        wind = step.wind
        points = step.points
        first = YES if step.first else NO
    elif isinstance(step, Action):
        question = ACTION
    elif isinstance(step, AfterAction):
        question = AFTER_ACTION
    elif isinstance(step, PlaceAnchor):
        question = PLACE_ANCHOR
        board = step.board
    elif isinstance(step, PlaceTurn):
        question = PLACE_TURN
        board = step.board
        place = step.anchor
    elif isinstance(step, PortServices):
        question = PORT_SERVICES
        place = step.port
        filled = YES if step.filled else NO
    elif isinstance(step, Build):
        question = BUILDING
    elif isinstance(step, MonolithFace):
        question = MONOLITH_FACE
        place = step.cell
    elif isinstance(step, PirateReward):
        question = PIRATE_REWARD
    elif isinstance(step, CalmPower):
        question = CALM_POWER
    elif isinstance(step, HomePort):
        question = HOME_PORT
    elif isinstance(step, StartCell):
        question = START_CELL
        place = step.port
    elif isinstance(step, AmbushCentre):
        question = AMBUSH_CENTRE
        board = step.board
    elif isinstance(step, AmbushDot):
        question = AMBUSH_DOT
        board = step.board
        place = step.last
        dots = step.left
    elif isinstance(step, AmbushSpoils):
        question = AMBUSH_SPOILS
    elif isinstance(step, AmbushLoss):
        question = AMBUSH_LOSS
    row = (
        ONE_QUESTION[question]
        + ONE_CHAIR[(board - seat) % p.seats if board != NO_PLACE else NO_PLACE]
    )
    row += PLACES[place]
    row += ONE_WIND[wind]
    row += [points / 5.0, first, filled, dots / 8.0]
    return row


def _tell_captain(p: RollingPosition, seat: int) -> list[float]:
    """The sheet and what matters of the board."""
    captain = p.captains[seat]
    table = captain.table
    row = PLACES[captain.cell] + _tell_ports(captain)
    explored = captain.explored
    for monolith in table.monolith_bits:
        row.append(YES if explored & monolith else NO)
    row += [
        TENTHS[captain.gold],
        TENTHS[captain.gold_circled],
        TENTHS[captain.provisions],
        TENTHS[captain.provisions_circled],
        FOURTHS[captain.wind],
        FOURTHS[captain.wind_circled],
        SEVENTHS[captain.cannons],
        NINTHS[captain.monster_power],
        NINTHS[captain.pirate_power],
        TENTHS[captain.treasure],
    ]
    row += _tell_drawing(captain, p.card)
    for number in range(len(AMBUSHES)):
        if number < len(captain.centres):
            row += _tell_ambush(captain, number, (seat + 1) % p.seats)
        else:
            row += NO_AMBUSH
    return row


def _tell_ports(captain: Captain) -> list[float]:
    """The home port, the ports where the story is told, and the renown of each telling."""
    home = NO_PLACE
    told_in: list[float] = ONE_PORT[NO_PLACE][:]
    ports = captain.table.port_cells
    for port in range(PORT_COUNT):
        if ports[port] == captain.home:
            home = port
        if captain.told & BIT[ports[port]]:
            told_in[port] = YES
    renown: list[float] = ONE_PORT[NO_PLACE][:]
    for telling in range(len(captain.renown)):
        renown[telling] = FIFTIETHS[captain.renown[telling]]
    return ONE_PORT[home] + told_in + renown


def _tell_drawing(captain: Captain, card: int) -> list[float]:
    """How the latest card lies on the board."""
    if 0 <= card < DRAWN_COUNT:
        number = captain.drawn[card]
        if number != NOT_DRAWN:
            drawings = captain.table.drawings[card]
            anchor = drawings.anchor[number]
            return [
                (anchor // WIDTH + 1) / float(HEIGHT),
                (anchor % WIDTH + 1) / float(WIDTH),
                (drawings.turn[number] + 1) / float(LIES),
            ]
    return [NO, NO, NO]


def _tell_ambush(captain: Captain, number: int, following: int) -> list[float]:
    """An ambush on the board; `following`: who comes next in turn order."""
    centre = captain.centres[number]
    marks = captain.marks[number]
    state = captain.ambush_states[number]
    row: list[float] = [
        YES if state == WAITING else NO,
        YES if state == SPRUNG else NO,
        YES if state not in (WAITING, SPRUNG) else NO,
        YES if captain.ambushers[number] == following else NO,
        (centre // WIDTH + 1) / float(HEIGHT),
        (centre % WIDTH + 1) / float(WIDTH),
    ]
    for cell in NEIGHBOUR[centre]:
        row.append(YES if cell != NO_CELL and marks & BIT[cell] else NO)
    return row
