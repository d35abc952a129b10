"""The table place by place, and what somebody is in the middle of, as numbers.

What a cell shows is told by what it does, so that tiles and printed buildings look alike: a number
for each good and action, boardwalks of any box included.

What a view shows and no number tells, as nothing follows from it: which of the cells that show the
same belong to one tile (tiles are counted, and told apart where they can still be built), which
crate lies at which quay (crates are counted, their points added up), which of the plain spaces of a
boat a token lies on, and what never changes in a game: printed values and colours of players.
"""

from __future__ import annotations

from typing import Any, Final

from quarterdeck.games.saltfjord.components import Components
from quarterdeck.games.saltfjord.names import (
    ABILITIES,
    BOAT_SPACES,
    BUILD_SINGLE,
    BUILD_SMALL,
    CARTS,
    CELL_NAMES,
    CELLS,
    CLOTH,
    COLOURS,
    CRATES,
    DOUBLE_SPACE,
    FACES,
    FIRST_DIE_PIECE,
    FIRST_GOODS_ICON,
    FISH,
    FISH_ICON,
    FISHING,
    FISHING_OR_BUILD,
    GOLD,
    GOODS,
    KINDS,
    NO_CRATE,
    NO_TILE,
    NO_TOKEN,
    ORDER,
    ORDER_OR_TECH,
    ORDINARY_CRATES,
    PAPER,
    PLANKS,
    PULP,
    QUAY_COUNT,
    QUAYS,
    SETS,
    SIDE,
    STACKS,
    START_BUILDINGS,
    START_RESOURCES,
    TAVERNS,
    TECH,
    TILE_COUNT,
    TILES,
    TOKEN_COUNT,
    TOKEN_TYPES,
    TOKENS,
    TRACKS,
    UPGRADE,
    WALK,
    WOOD,
    WOOL,
    WORKER_PIECE,
    ZONES,
)
from quarterdeck.games.saltfjord.paying import asked
from quarterdeck.games.saltfjord.position import (
    STACK_COUNT,
    SaltfjordPosition,
    of_cart,
    of_colour,
    on_boat,
    on_tavern,
    set_ability,
    set_resources,
)
from quarterdeck.games.saltfjord.steps.activation import (
    BY_WORKER,
    ActionChoice,
    AfterWorker,
    ForemanOffer,
    Repeat,
    UpgradeChoice,
)
from quarterdeck.games.saltfjord.steps.building import PlaceTile
from quarterdeck.games.saltfjord.steps.closing import TurnEnd, TurnOver
from quarterdeck.games.saltfjord.steps.fishing import (
    AfterFishing,
    DoryOffer,
    GoFishing,
    KeepToken,
    TokenSpace,
    sees_top,
)
from quarterdeck.games.saltfjord.steps.orders import LayCrate, QuayChoice
from quarterdeck.games.saltfjord.steps.pay import ALL, Pay
from quarterdeck.games.saltfjord.steps.rewards import PendingReward
from quarterdeck.games.saltfjord.steps.setup import ChooseSet, PlaceStartBuilding
from quarterdeck.games.saltfjord.steps.sweep import CartsGoOn, CartStep, NextBuilding
from quarterdeck.games.saltfjord.steps.techs import (
    AbilityChoice,
    Rearrange,
    SecondCart,
    TechSpace,
)
from quarterdeck.games.saltfjord.steps.turn import (
    DieUse,
    GainCube,
    MainAction,
    Quays,
    QuayWindow,
    StartSweep,
)
from quarterdeck.kernel.features import Feature, FeatureSet, amounts, flags
from quarterdeck.kernel.position import Step
from quarterdeck.kernel.ranges import NO, NO_PLACE, YES, clip, one_of

MOST_SEATS: Final = 4

# The kinds of steps: those that are only ever asked, those that may also wait below others, and
# those that do their work once they come up
ONLY_ASKED: Final = 8
ASKING: Final = 22
KINDS_OF_STEPS: Final[list[tuple[str, type[Step[SaltfjordPosition]]]]] = [
    ("die_use", DieUse),
    ("place_start_building", PlaceStartBuilding),
    ("pay", Pay),
    ("keep_token", KeepToken),
    ("token_space", TokenSpace),
    ("rearrange", Rearrange),
    ("ability_choice", AbilityChoice),
    ("second_cart", SecondCart),
    ("main_action", MainAction),
    ("choose_set", ChooseSet),
    ("next_building", NextBuilding),
    ("cart_step", CartStep),
    ("upgrade_choice", UpgradeChoice),
    ("action_choice", ActionChoice),
    ("foreman_offer", ForemanOffer),
    ("place_tile", PlaceTile),
    ("quay_choice", QuayChoice),
    ("go_fishing", GoFishing),
    ("dory_offer", DoryOffer),
    ("pending_reward", PendingReward),
    ("quay_window", QuayWindow),
    ("turn_end", TurnEnd),
    ("start_sweep", StartSweep),
    ("carts_go_on", CartsGoOn),
    ("after_worker", AfterWorker),
    ("repeat", Repeat),
    ("after_fishing", AfterFishing),
    ("lay_crate", LayCrate),
    ("tech_space", TechSpace),
    ("gain_cube", GainCube),
    ("quays", Quays),
    ("turn_over", TurnOver),
]
STEP_NAMES: Final = [name for name, _ in KINDS_OF_STEPS]
STEP_NUMBERS: Final[dict[Any, int]] = {kind: n for n, (_, kind) in enumerate(KINDS_OF_STEPS)}

ACTIONS: Final = ("order", "tech", "fishing", "build_small", "build_single")
# By number of a stack
CELLS_OF_TILE: Final = [1, 1, 2, 2, 3, 3, 3, 3]
MOST_CELLS: Final = 3
ROWS: Final = [f"row_{number + 1}" for number in range(SIDE)]
COLUMNS: Final = [f"column_{number + 1}" for number in range(SIDE)]
TOKEN_STACKS: Final = [
    f"zone_{zone}_type_{kind}" for zone in range(1, ZONES + 1) for kind in range(1, TOKEN_TYPES + 1)
]
# Of each cell of a tile in sixths, so that a whole tile makes 6; by shape
SHARE: Final = [6, 3, 2, 2]
WHOLE: Final = 6.0
LARGE: Final = 2  # shapes from here on
# A village has room for no more
MOST_LARGE: Final = CELLS / 3.0 / 5.0
MOST_SMALL: Final = CELLS / 5.0
WAYS: Final = 100.0
MOST_TOKENS: Final = 60
MOST_TAKEN: Final = 3.0

# What stands on a cell
PIECES_SAID: Final = "a worker, a white or an orange die, in thirds"
STANDING: Final[list[Any]] = [0.0, 1 / 3, 2 / 3, 1.0]
DIE_STANDS: Final = 2
PIECE_COUNT: Final = 4
# By what `pieces` says
PIECE_KIND: Final = [
    0 if piece < WORKER_PIECE else 1 if piece < FIRST_DIE_PIECE else DIE_STANDS
    for piece in range(FIRST_DIE_PIECE + FACES)
] + [DIE_STANDS + 1] * FACES

# What an advanced cube counts among those of its chain is 1
BASIC_PART: Final = 0.4
MOST_EFFECT: Final = 5.0
LEAST_FISH: Final = 0.1
LEAST_WALK: Final = 0.2


def effects(prefix: str, place: str) -> list[Feature]:
    """What the icon of a cell does."""
    told = (
        ("fish", MOST_EFFECT, "fish, in fives"),
        ("wood", MOST_EFFECT, "planks, and wood as 0.4"),
        ("wool", MOST_EFFECT, "cloth, and wool as 0.4"),
        ("pulp", MOST_EFFECT, "paper, and pulp as 0.4"),
        ("gold", MOST_EFFECT, "gold"),
        ("upgrade", MOST_EFFECT, "upgrades, in twos"),
        ("fishing", MOST_EFFECT, "Go fishing actions, in twos"),
        ("order", 1.0, "the action Complete an order"),
        ("tech", 1.0, "the action Gain a technology"),
        ("build", 1.0, "the action Build a small building"),
        ("walk", MOST_EFFECT, "a boardwalk: 0.2 and a tenth for each of its points"),
    )
    return [Feature(f"{prefix}.{word}", 0, most, f"{place}: {said}") for word, most, said in told]


def tile_cells(prefix: str, place: str, count: int) -> list[Feature]:
    """The cells of a tile in its own order."""
    return [
        feature
        for number in range(1, count + 1)
        for feature in effects(f"{prefix}.cell_{number}", f"{place}, cell {number}")
    ]


OF_TABLE: Final = [
    Feature("finished", 0, 1, "the game is over"),
    Feature("option.stops_at_blocked", 0, 1, "option blocked_cells: a die stops there"),
    Feature("option.unload_x2", 0, 1, "option final_unload_x2"),
    Feature("option.special_counted", 0, 1, "option solo_special_scoring: points count"),
    Feature("option.conversions", 0, 1, "option manual_conversions"),
    *[
        feature
        for tavern in TAVERNS
        for feature in amounts(
            f"die_on.{tavern}", COLOURS, 0, 1, "solo: face of its die, in sixths"
        )
    ],
    *[
        feature
        for stack, cells in zip(STACKS, CELLS_OF_TILE, strict=True)
        for feature in tile_cells(f"top.{stack}", f"the tile on top of {stack}", cells)
    ],
    *flags("tile_seen", TILES, "this tile is face up or was, so no stack hides it"),
    *flags("crate_seen", CRATES[:ORDINARY_CRATES], "so no stack hides this crate"),
    *[
        feature
        for quay in QUAYS
        for feature in amounts(f"market.{quay}.cost", GOODS, 0, 2, "cost of its crate, in fives")
    ],
    *amounts("market.left", QUAYS, 0, 1.1, "crates face down in its stack, in tens"),
    *amounts("tokens_left", TOKEN_STACKS, 0, 6, "tokens in a stack, in tens"),
    *flags("put_back", TOKEN_STACKS, "the token on top was put back there"),
    *[
        feature
        for zone in range(1, ZONES + 1)
        for feature in flags(f"known_top.zone_{zone}", TOKENS, "this seat knows: it lies on top")
    ],
    *amounts("unseen", TOKENS, 0, 6, "tokens that this seat cannot place, in tens"),
    *flags("ability_left", ABILITIES, "the ability lies on the board"),
    *flags("ability_used", ABILITIES, "it has been used in this turn"),
    *[
        feature
        for number in range(1, SETS + 1)
        for feature in (
            Feature(f"set_{number}.left", 0, 1, "set-up: the set can be chosen"),
            *flags(f"set_{number}.ability", ABILITIES, "set-up: its ability"),
            *flags(f"set_{number}.resources", START_RESOURCES, "set-up: its resources"),
        )
    ],
    *flags("asks", STEP_NAMES[:ASKING], "the step that asks"),
    *flags("waits", STEP_NAMES[ONLY_ASKED:], "a step that goes on after what is asked"),
    *flags("die.colour", COLOURS, "colour of the die in use"),
    *flags("die.face", [str(face) for face in range(1, FACES + 1)], "its face; later its line"),
    *flags("die.reached", ROWS, "the cell of its line it has reached, counted from the start"),
    Feature("die.carted", 0, 1, "carts have been moved for it"),
    *flags("die.handled", ("cart_1", "cart_2"), "the cart has had its turn"),
    *flags("quay_next", QUAYS, "retiring: the quay that pays next"),
    Feature("quay_waits", 0, 1, "a moment for workers comes before it"),
    Feature("bartered", 0, 1, "the end of the turn: Barter is done"),
    *amounts("reward", ("upgrades", "fishing"), 0, 10, "rewards asked about or next, in fives"),
    *amounts("rewards", ("upgrades", "fishing"), 0, 20, "all rewards that wait, in fives"),
    *flags("action", ACTIONS, "actions of the building or tavern in use"),
    *flags("activated", (*ROWS, *COLUMNS), "where that building is"),
    Feature("activation.by_worker", 0, 1, "a worker carries it out"),
    Feature("activation.behind", 0, 1, "the die has just left a building, free for workers"),
    Feature("activation.freed", 0, 1, "it is taken again, so all vacant buildings are free"),
    *flags("repeatable", (*ROWS, *COLUMNS), "the building that Foreman could repeat or repeats"),
    *flags("hand.from", STACKS, "where the tile to be placed lies"),
    *flags("hand.start", START_BUILDINGS, "the starting building to be placed"),
    *tile_cells("hand", "the tile to be placed", MOST_CELLS),
    *flags("order.from", QUAYS, "the stack of the order under way"),
    *flags("order.to", QUAYS, "the quay its crate goes to"),
    *amounts("cost", GOODS, 0, 2, "what is to be paid, in fives"),
    *flags("smoked", GOODS, "it is paid to upgrade such a cube"),
    *flags("becomes", GOODS, "which becomes this one"),
    Feature("ways.part", 0, 1, "only a part of the ways to pay is still open"),
    Feature("ways.first", 0, 1, "the first of these among all, in hundreds"),
    Feature("ways.last", 0, 1, "the last of them"),
    *flags("tech_step", TRACKS, "the technology under way"),
    *flags("looks_at", ("type_1", "type_2", "type_3"), "a fisher looks at two such tokens"),
    *amounts("offered", TOKENS, 0, 1, "tokens to choose from or to place, in twos"),
]

OF_SEAT: Final = [
    *[
        feature
        for cell in CELL_NAMES
        for feature in (
            *effects(f"village.{cell}", cell),
            Feature(
                f"village.{cell}.piece", 0, 1, f"{cell}: worker, white or orange die, in thirds"
            ),
        )
    ],
    Feature("tiles.large", 0, MOST_LARGE, "large tiles built, in fives"),
    Feature("tiles.small", 0, MOST_SMALL, "small and one-cell tiles built, in fives"),
    *amounts("aboard", TOKENS, 0, 1, "tokens on the boat, in fours"),
    Feature("double.token", 0, 1, "which of the tokens is on the x2 space, in sixteenths"),
    Feature("double.points", 0, 5, "its points, in fives"),
    *amounts("taken", COLOURS, 0, 1, "dice taken in this round, in threes"),
    *[
        feature
        for number in range(1, CARTS + 1)
        for feature in amounts(
            f"cart_{number}", ("row", "column"), 0, 1, "where the cart is, in sixths"
        )
    ],
]

DETAILS: Final = FeatureSet(OF_TABLE, OF_SEAT, MOST_SEATS)

# The numbers that come up most, made once
ABSENT: Final[list[float]] = [NO] * DETAILS.seat_size
NO_EFFECT: Final[list[float]] = [NO] * len(effects("", ""))
NO_GOODS: Final[list[float]] = [NO] * KINDS
NO_SET: Final[list[float]] = [NO] * (1 + len(ABILITIES) + len(START_RESOURCES))
SIXTHS: Final[list[Any]] = [n / 6.0 for n in range(FACES + 1)]
TENTHS: Final[list[Any]] = [n / 10.0 for n in range(MOST_TOKENS + 1)]
ONE_COLOUR: Final = one_of(len(COLOURS))
ONE_OF_SIX: Final = one_of(SIDE)
ONE_QUAY: Final = one_of(QUAY_COUNT)
ONE_TRACK: Final = one_of(len(TRACKS))
ONE_TYPE: Final = one_of(TOKEN_TYPES)
ONE_GOOD: Final = one_of(KINDS)
ONE_STACK: Final = one_of(STACK_COUNT)
ONE_START: Final = one_of(len(START_BUILDINGS))
ONE_ABILITY: Final = one_of(len(ABILITIES))
ONE_RESOURCE: Final = one_of(len(START_RESOURCES))
ONE_TOKEN: Final = one_of(TOKEN_COUNT)
ONE_ASKING: Final = one_of(ASKING)


class Printed:
    """What the icons of a box do, as numbers."""

    def __init__(self, box: Components) -> None:
        self.box = box
        icons = WALK + len(box.walks)
        # By icon; and by icon and what stands there
        self.effects: list[list[float]] = [effects_of(box, icon) for icon in range(icons)]
        self.cells: list[list[float]] = [
            [*self.effects[icon], standing] for icon in range(icons) for standing in STANDING
        ]


def effects_of(box: Components, icon: int) -> list[float]:
    """What an icon does, as `effects` declares it."""
    goods = [0] * KINDS
    upgrades = fishing = 0
    walk = least_fish = 0.0
    if icon >= WALK:
        boardwalk = box.walks[icon - WALK]
        goods = boardwalk.goods
        upgrades = boardwalk.upgrades
        fishing = boardwalk.fishing
        walk = LEAST_WALK + boardwalk.points / 10.0
    elif icon == FISH_ICON:
        goods[FISH] = box.fish_icon
        least_fish = LEAST_FISH
    elif FIRST_GOODS_ICON <= icon < UPGRADE:
        goods[icon - FIRST_GOODS_ICON] = 1
    elif icon == UPGRADE:
        upgrades = 1
    elif icon in (FISHING, FISHING_OR_BUILD):
        fishing = 1
    return [
        clip(goods[FISH] / 5.0, least_fish, MOST_EFFECT),
        clip(goods[PLANKS] + BASIC_PART * goods[WOOD], 0.0, MOST_EFFECT),
        clip(goods[CLOTH] + BASIC_PART * goods[WOOL], 0.0, MOST_EFFECT),
        clip(goods[PAPER] + BASIC_PART * goods[PULP], 0.0, MOST_EFFECT),
        clip(float(goods[GOLD]), 0.0, MOST_EFFECT),
        upgrades / 2.0,
        fishing / 2.0,
        YES if icon in (ORDER, ORDER_OR_TECH) else NO,
        YES if icon in (TECH, ORDER_OR_TECH) else NO,
        YES if icon in (BUILD_SMALL, FISHING_OR_BUILD) else NO,
        clip(walk, 0.0, MOST_EFFECT),
    ]


# The box last told of: nearly always the same one
_KEPT: Final[list[Printed]] = []


def printed_in(box: Components) -> Printed:
    if _KEPT:
        kept = _KEPT[0]
        if kept.box is box:
            return kept
    made = Printed(box)
    _KEPT[:] = [made]
    return made


class Doing:
    """What somebody is in the middle of: of each thing the one that comes first."""

    def __init__(self) -> None:
        self.colour = NO_PLACE
        self.face = NO_PLACE
        self.reached = NO_PLACE
        self.carted = False
        self.handled = 0
        self.quay = NO_PLACE
        self.quay_waits = False
        self.bartered = False
        self.upgrades = 0
        self.fishing = 0
        self.all_upgrades = 0
        self.all_fishing = 0
        self.icon = NO_PLACE
        self.activated = NO_PLACE
        self.by_worker = False
        self.behind = False
        self.freed = False
        self.repeatable = NO_PLACE
        self.stack = NO_PLACE
        self.start = NO_PLACE
        self.order_from = NO_PLACE
        self.order_to = NO_PLACE
        self.cost = 0
        self.smoked = NO_PLACE
        self.becomes = NO_PLACE
        self.first = 0
        self.last = ALL
        self.track = NO_PLACE
        self.looked_at = NO_PLACE
        # Tokens that the viewer may know
        self.one = NO_TOKEN
        self.other = NO_TOKEN

    def note(self, step: Step[Any], viewer: int) -> None:
        """What comes first is noted last."""
        if isinstance(step, PendingReward):
            self.upgrades = step.upgrades
            self.fishing = step.fishing
            self.all_upgrades += step.upgrades
            self.all_fishing += step.fishing
        elif isinstance(step, ActionChoice):
            self.icon = step.icon
            self._activate(step.cell, step.by, step.behind, step.freed)
        elif isinstance(step, UpgradeChoice):
            self.icon = NO_PLACE
            self._activate(step.cell, step.by, step.behind, step.freed)
        elif isinstance(step, (AfterWorker, ForemanOffer, Repeat)):
            self.repeatable = step.cell
        elif isinstance(step, Pay):
            self._pay(step)
        elif isinstance(step, TurnEnd):
            self.bartered = step.bartered > 0
        else:
            self._note_die(step)
            self._note_piece(step, viewer)

    def _activate(self, cell: int, by: int, behind: int, freed: int) -> None:
        self.activated = cell
        self.by_worker = by == BY_WORKER
        self.behind = behind >= 0
        self.freed = freed > 0

    def _pay(self, step: Pay) -> None:
        self.cost = step.cost
        self.smoked = step.good
        self.becomes = step.to
        self.first = step.first
        self.last = step.last

    def _note_die(self, step: Step[Any]) -> None:
        if isinstance(step, DieUse):
            self.colour = step.colour
            self.face = step.face - 1
        elif isinstance(step, NextBuilding):
            self._take(step.piece)
            self.reached = step.position
            self.carted = step.carted > 0
        elif isinstance(step, StartSweep):
            self._take(step.piece)
        elif isinstance(step, (CartStep, CartsGoOn)):
            self._take(step.piece)
            self.handled = step.handled

    def _take(self, piece: int) -> None:
        number = piece - FIRST_DIE_PIECE
        self.colour = number // FACES
        self.face = number % FACES

    def _note_piece(self, step: Step[Any], viewer: int) -> None:
        """Tiles, crates, tokens, cubes and tracks that wait for their place."""
        if isinstance(step, PlaceTile):
            self.stack = step.stack
        elif isinstance(step, PlaceStartBuilding):
            self.start = step.number
        elif isinstance(step, QuayChoice):
            self.order_from = step.stack
        elif isinstance(step, LayCrate):
            self.order_from = step.stack
            self.order_to = step.quay
        elif isinstance(step, TechSpace):
            self.track = step.track
        elif isinstance(step, GainCube):
            self.becomes = step.kind
        elif isinstance(step, TokenSpace):
            self.one = step.token
        elif isinstance(step, KeepToken):
            self.looked_at = step.stack % TOKEN_TYPES
            if step.seat == viewer:
                self.one = step.one
                self.other = step.other
        elif isinstance(step, QuayWindow):
            self.quay = step.quay
        elif isinstance(step, Quays) and step.quay < QUAY_COUNT:
            self.quay = step.quay
            self.quay_waits = step.window > 0


def encode_details(p: SaltfjordPosition, seat: int) -> list[float]:
    """What a seat sees place by place, as DETAILS declares it."""
    printed = printed_in(p.table.box)
    row: list[float] = []
    _tell_options(p, row)
    _tell_stacks(p, printed, row)
    _tell_fjord(p, seat, row)
    _tell_abilities(p, row)
    _tell_sets(p, row)
    _tell_steps(p, row)
    _tell_doing(p, seat, printed, row)
    for i in range(p.seats):
        _tell_seat(p, (seat + i) % p.seats, printed, row)
    for _ in range(MOST_SEATS - p.seats):
        row += ABSENT
    return row


def _tell_options(p: SaltfjordPosition, row: list[float]) -> None:
    options = p.table.options
    row.append(YES if p.finished else NO)
    row.append(YES if p.table.stops_at_blocked else NO)
    row.append(YES if options["final_unload_x2"] == "true" else NO)
    row.append(YES if options["solo_special_scoring"] == "counted" else NO)
    row.append(YES if p.table.converts else NO)
    for tavern in range(len(TAVERNS)):
        for colour in range(len(COLOURS)):
            row.append(SIXTHS[p.solo_dice[on_tavern(tavern, colour)]])


def _tell_bits(bits: int, count: int, row: list[float]) -> None:
    for bit in range(count):
        row.append(YES if bits >> bit & 1 else NO)


def _tell_stacks(p: SaltfjordPosition, printed: Printed, row: list[float]) -> None:
    """Tiles and crates on top of their stacks, and those that are seen already."""
    for stack in range(STACK_COUNT):
        top = p.tops[stack]
        cells = CELLS_OF_TILE[stack]
        if top == NO_TILE:
            for _ in range(cells):
                row += NO_EFFECT
        else:
            _tell_tile(p.table.icons_of[top], cells, printed, row)
    _tell_bits(p.tiles_seen, TILE_COUNT, row)
    _tell_bits(p.crates_seen, ORDINARY_CRATES, row)
    for crate in p.market:
        if crate == NO_CRATE:
            row += NO_GOODS
        else:
            for wanted in printed.box.crate_cost[crate]:
                row.append(wanted / 5.0)
    for left in p.crates_left:
        row.append(TENTHS[left])


def _tell_tile(icons: list[int], cells: int, printed: Printed, row: list[float]) -> None:
    for icon in icons:
        row += printed.effects[icon]
    for _ in range(cells - len(icons)):
        row += NO_EFFECT


def _tell_fjord(p: SaltfjordPosition, viewer: int, row: list[float]) -> None:
    """Stacks of tokens, as far as this viewer knows them."""
    for left in p.token_left:
        row.append(TENTHS[left])
    for token in p.put_back:
        row.append(NO if token == NO_TOKEN else YES)
    unseen = p.unseen_tokens[:]
    tops = [0] * ZONES  # tokens known there, as bits
    known = p.known[viewer]
    for stack, token in enumerate(p.put_back):
        if token == NO_TOKEN:
            continue
        if known >> stack & 1:
            tops[stack // TOKEN_TYPES] |= 1 << token
        elif not sees_top(p, viewer, stack):
            unseen[token] += 1
    for step in p.stack:
        if isinstance(step, KeepToken) and step.seat != viewer:
            unseen[step.other] += 1
            if p.put_back[step.stack] == NO_TOKEN:
                unseen[step.one] += 1
    for bits in tops:
        _tell_bits(bits, TOKEN_COUNT, row)
    for count in unseen:
        row.append(TENTHS[count])


def _tell_abilities(p: SaltfjordPosition, row: list[float]) -> None:
    _tell_bits(p.board_abilities, len(ABILITIES), row)
    _tell_bits(p.used, len(ABILITIES), row)


def _tell_sets(p: SaltfjordPosition, row: list[float]) -> None:
    """The starting sets while they are chosen."""
    for number in range(SETS):
        if p.round:
            row += NO_SET
        else:
            row.append(YES if p.sets_left >> number & 1 else NO)
            row += ONE_ABILITY[p.sets[set_ability(number)]]
            row += ONE_RESOURCE[p.sets[set_resources(number)]]


def _tell_steps(p: SaltfjordPosition, row: list[float]) -> None:
    """The step that asks, and the kinds of steps below it."""
    asking = NO_PLACE
    waiting = [NO] * (len(STEP_NAMES) - ONLY_ASKED)
    above = len(p.stack) - 1
    for place, step in enumerate(p.stack):
        number = STEP_NUMBERS.get(type(step), NO_PLACE)
        if place == above and number < ASKING:
            asking = number
        elif number >= ONLY_ASKED:
            waiting[number - ONLY_ASKED] = YES
    row += ONE_ASKING[asking]
    row += waiting


def _tell_doing(p: SaltfjordPosition, viewer: int, printed: Printed, row: list[float]) -> None:
    doing = Doing()
    for step in p.stack:
        doing.note(step, viewer)
    row += ONE_COLOUR[doing.colour]
    row += ONE_OF_SIX[doing.face]
    row += ONE_OF_SIX[doing.reached]
    row.append(YES if doing.carted else NO)
    _tell_bits(doing.handled, CARTS, row)
    row += ONE_QUAY[doing.quay]
    row.append(YES if doing.quay_waits else NO)
    row.append(YES if doing.bartered else NO)
    row.append(clip(doing.upgrades / 5.0, 0.0, 10.0))
    row.append(clip(doing.fishing / 5.0, 0.0, 10.0))
    row.append(clip(doing.all_upgrades / 5.0, 0.0, 20.0))
    row.append(clip(doing.all_fishing / 5.0, 0.0, 20.0))
    _tell_activation(doing, row)
    _tell_hand(p, doing, printed, row)
    row += ONE_QUAY[doing.order_from]
    row += ONE_QUAY[doing.order_to]
    _tell_payment(doing, row)
    row += ONE_TRACK[doing.track]
    row += ONE_TYPE[doing.looked_at]
    _tell_offered(doing, row)


def _tell_activation(doing: Doing, row: list[float]) -> None:
    icon = doing.icon
    row.append(YES if icon in (ORDER, ORDER_OR_TECH) else NO)
    row.append(YES if icon in (TECH, ORDER_OR_TECH) else NO)
    row.append(YES if icon in (FISHING, FISHING_OR_BUILD) else NO)
    row.append(YES if icon in (BUILD_SMALL, FISHING_OR_BUILD) else NO)
    row.append(YES if icon == BUILD_SINGLE else NO)
    _tell_cell(doing.activated, row)
    row.append(YES if doing.by_worker else NO)
    row.append(YES if doing.behind else NO)
    row.append(YES if doing.freed else NO)
    _tell_cell(doing.repeatable, row)


def _tell_cell(cell: int, row: list[float]) -> None:
    """Its row and its column, if there is one."""
    at_row = at_column = NO_PLACE
    if cell >= 0:
        at_row = cell // SIDE
        at_column = cell % SIDE
    row += ONE_OF_SIX[at_row]
    row += ONE_OF_SIX[at_column]


def _tell_hand(p: SaltfjordPosition, doing: Doing, printed: Printed, row: list[float]) -> None:
    row += ONE_STACK[doing.stack]
    row += ONE_START[doing.start]
    icons: list[int] = []
    if doing.start >= 0:
        icons = printed.box.start_buildings[doing.start]
    elif doing.stack >= 0:
        icons = p.table.icons_of[p.tops[doing.stack]]
    _tell_tile(icons, MOST_CELLS, printed, row)


def _tell_payment(doing: Doing, row: list[float]) -> None:
    for kind in range(KINDS):
        row.append(asked(doing.cost, kind) / 5.0)
    row += ONE_GOOD[doing.smoked]
    row += ONE_GOOD[doing.becomes]
    part = doing.last != ALL
    row.append(YES if part else NO)
    row.append(clip(doing.first / WAYS, 0.0, 1.0))
    row.append(clip(doing.last / WAYS, 0.0, 1.0) if part else 0.0)


def _tell_offered(doing: Doing, row: list[float]) -> None:
    for token in range(TOKEN_COUNT):
        row.append(0.5 * (int(doing.one == token) + int(doing.other == token)))


def _tell_seat(p: SaltfjordPosition, seat: int, printed: Printed, row: list[float]) -> None:
    """One player's village, boat, dice and carts."""
    cells = printed.cells
    icons = p.icons
    pieces = p.pieces
    tiles = p.tiles_at
    shapes = p.table.shape_of
    large = small = 0
    for place in range(seat * CELLS, (seat + 1) * CELLS):
        row += cells[icons[place] * PIECE_COUNT + PIECE_KIND[pieces[place]]]
        tile = tiles[place]
        if NO_TILE < tile < TILE_COUNT:
            shape = shapes[tile]
            if shape >= LARGE:
                large += SHARE[shape]
            else:
                small += SHARE[shape]
    row.append(large / WHOLE / 5.0)
    row.append(small / WHOLE / 5.0)
    _tell_boat(p, seat, printed, row)
    for colour in range(len(COLOURS)):
        row.append(clip(p.dice_taken[of_colour(seat, colour)] / MOST_TAKEN, 0.0, 1.0))
    for number in range(CARTS):
        cart = p.carts[of_cart(seat, number)]
        row.append(SIXTHS[cart // SIDE + 1] if cart >= 0 else NO)
        row.append(SIXTHS[cart % SIDE + 1] if cart >= 0 else NO)


def _tell_boat(p: SaltfjordPosition, seat: int, printed: Printed, row: list[float]) -> None:
    aboard = [0] * TOKEN_COUNT
    for space in range(BOAT_SPACES):
        token = p.boat[on_boat(seat, space)]
        if token != NO_TOKEN:
            aboard[token] += 1
    for count in aboard:
        row.append(count / 4.0)
    doubled = p.boat[on_boat(seat, DOUBLE_SPACE)]
    if doubled == NO_TOKEN:
        row.append(NO)
        row.append(NO)
    else:
        row.append((doubled + 1) / TOKEN_COUNT)
        row.append(clip(printed.box.token_points[doubled] / 5.0, 0.0, 5.0))
