"""Loads and checks components.toml once into lists of ints.

`Components` is the file; `Layout` is what one game in progress needs of it: the values for this
number of players and these options, flat and ready for the rules to index.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from quarterdeck.games.seul_maitre.chart import ANY_CORNER, INNER_CORNER
from quarterdeck.games.seul_maitre.formats import PRESENT, fingerprint, renew
from quarterdeck.games.seul_maitre.names import (
    BRANCHES,
    CANNON,
    CENTRE_TILE,
    COLOURS,
    CORSAIR,
    FACE_COUNT,
    FAMILIES,
    FAMILY_COUNT,
    FEATURES,
    FIRST_LANDSCAPE,
    KNOWN,
    MERCHANT,
    MOST_SEATS,
    NATIONS,
    NO_FEATURE,
    PIRATE_COUNT,
    PORTS,
    RARITIES,
    RESOURCES,
    SHIPS,
    SIDE,
    SITES,
    TILES,
    TOP_LEVEL,
    UP_CANNON,
    UPGRADES,
)
from quarterdeck.kernel.componentfile import ComponentFile

# What the action space has room for.
MOST_SAILORS: Final = 20
MOST_SAILS: Final = 12
MOST_CANNONS: Final = 6
MOST_CUBES: Final = 15
MOST_TOKENS: Final = 8
MOST_RECRUITS: Final = 6
MOST_SLOTS: Final = 12
# What boards and bots can cope with
MOST_COLUMN: Final = 12
MOST_PIRATE_CANNONS: Final = 8

LANDS: Final = ("none", "n", "n_e")
LAND_BITS: Final[list[int]] = [0, 1, 3]
CORNERS: Final = ("nw", "ne", "se", "sw", "any", "inner")
OPEN_SEA: Final = 0
SINGLE: Final = 1
DOUBLE: Final = 2
# How many landscape tiles of a kind there must and may be. The four tiles around the centre ask
# for land from twice as many cells, and only a single tile meets that; a double tile may have to
# wait for a corner of the map. Then the coast budget holds from the start, and by its proof
# (SM-2.11), which counts no tiles, to the end.
FEWEST_SINGLE: Final = 8
MOST_DOUBLE: Final = 4

# The ways out of each corner of the map, by the compass
CORNER_WAYS: Final = ((2, 3, 4), (4, 5, 6), (0, 6, 7), (0, 1, 2))
LEAST_WAYS: Final = 2  # a storm may lie on one of the cells
STORMS: Final = 2
SIDEWAYS: Final = 2  # the angle, in eighths, from which on a step must cost something


class Tile:
    """One map tile, unturned."""

    def __init__(self, shape: int, feature: int, corner: int, storm: int) -> None:
        self.shape = shape
        self.feature = feature
        self.corner = corner
        self.storm = storm


class Resource:
    """One column of the market board."""

    def __init__(
        self, port: int, purchase: int, sale: int, black_market: int, slots: list[int]
    ) -> None:
        self.port = port
        self.purchase = purchase
        self.sale = sale
        self.black_market = black_market
        self.slots = slots


class Components:
    """Everything in the box, checked."""

    def __init__(self, file: ComponentFile) -> None:
        file.data = renew(file.data)
        file.integer("format", PRESENT, PRESENT)
        file.words("box.colours", COLOURS)
        file.words("box.nations", NATIONS)
        file.words("box.resources", RESOURCES)
        file.words("box.branches", BRANCHES)
        file.words("box.families", FAMILIES)
        file.integer("box.map_side", SIDE, SIDE)
        self._read_start_and_prices(file)
        self._read_movement(file)
        self._read_dice(file)
        self._read_initiative(file)
        self.resources = [_resource(file, path) for path in file.entries("resource", RESOURCES)]
        self.other_coffee_sale = file.integer("coffee.other_sale", 0, 99)
        self._read_ships(file)
        self._read_specialists(file)
        self._read_pirates(file)
        self._read_discoveries(file)
        self.tiles = [_tile(file, path) for path in file.entries("tile", TILES)]
        self._check_tiles(file)
        file.finish()
        self.digest = fingerprint(file)

    def _read_start_and_prices(self, file: ComponentFile) -> None:
        self.start_money = file.integer("start.money", 0, 999)
        self.sailor_cubes = file.integer("start.sailor_cubes", 1, MOST_SAILORS)
        self.start_sailors = file.integer("start.sailors", 1, self.sailor_cubes)
        self.tokens = file.integer("start.action_tokens", 1, MOST_TOKENS - 1)
        self.extra_tokens = file.integer("start.reinforcement_tokens", 1, MOST_TOKENS - self.tokens)
        self.price_sailor = file.integer("price.sailor", 1, 99)
        self.recruits = file.integer("price.sailors_per_action", 1, MOST_RECRUITS)
        self.improvements = file.integer("price.improvements_per_action", 1, 9)
        self.price_specialist = file.integer("price.specialist", 0, 99)
        self.price_repair = file.integer("price.repair", 1, 99)
        self.price_sail = file.integer("price.sail_point", 0, 99)
        self.price_hold = file.integer("price.hold_ext", 0, 99)
        self.price_cannon = file.integer("price.cannon", 0, 99)
        self.price_letter = file.integer("price.letter", 0, 99)
        # By (branch, level)
        self.academy: list[int] = []
        for branch in BRANCHES:
            self.academy += file.integers(f"academy.{branch}", 0, 99, TOP_LEVEL)
        self.bank_gain = file.integer("price.bank_gain", 1, 99)
        self.ransom_ship = file.integer("price.ransom_ship", 0, 99)
        self.ransom_pair = file.integer("price.ransom_pair", 1, 99)
        self.treasure_unit = file.integer("price.treasure_unit", 1, 99)
        self.money_per_vp = file.integer("price.money_per_vp", 1, 99)
        self.corruption_first = file.integer("price.corruption_first", 1, 99)
        self.corruption_next = file.integer("price.corruption_next", 1, 99)
        self.vp_attack = file.integer("victory.attack_win", 0, 99)
        self.vp_defence = file.integer("victory.defence_win", 0, 99)
        self.vp_tie = file.integer("victory.tie", 0, 99)
        self.vp_black_market = file.integer("victory.black_market", 0, 99)
        self.vp_extra = file.integer("victory.trader_extra", 0, 99)

    def _read_movement(self, file: ComponentFile) -> None:
        costs: list[list[int]] = []
        for path in ("movement.wind", "movement.wind_navigator"):
            cost = file.integers(path, 0, 9, 5, "rising")
            if not cost[SIDEWAYS]:
                # A ship could sail to and fro for ever
                file.problem("range", f"{path}[{SIDEWAYS}]", value=0, low=1, high=9)
            costs.append(cost)
        self.wind_cost, self.navigator_cost = costs
        self.harbour_cost = file.integer("movement.harbour", 0, 9)
        self.cape_cost = file.integer("movement.cape", 1, 9)
        self.site_cost = file.integer("movement.site", 0, 9)
        self.least_capacity = file.integer("movement.least", 1, 9)

    def _read_dice(self, file: ComponentFile) -> None:
        self.red = file.integers("dice.red", 0, 6, FACE_COUNT)
        self.white = file.integers("dice.white", 0, 6, FACE_COUNT)
        self.change = file.integers("dice.change", 0, 6, 5)
        self.wind = file.integers("dice.wind", 0, 6, 8)
        for path, faces in (
            ("dice.red", self.red),
            ("dice.white", self.white),
            ("dice.change", self.change),
        ):
            if not any(faces):
                file.problem("blank_die", path)
        if self.red[CANNON]:
            # It is rolled outside combats, too: there is no such hit
            file.problem("range", f"dice.red[{CANNON}]", value=self.red[CANNON], low=0, high=0)
        for ways in CORNER_WAYS:
            if sum(1 for way in ways if self.wind[way]) < LEAST_WAYS:
                file.problem("no_way_out", "dice.wind")
                break

    def _read_initiative(self, file: ComponentFile) -> None:
        """Everybody can always pay for a slot, whatever the others have taken.  SM-6.1, SM-6.3"""
        self.slots = file.integers("initiative.slots", 0, 99, None, "rising")
        if not MOST_SEATS <= len(self.slots) <= MOST_SLOTS:
            file.problem(
                "count", "initiative.slots", found=len(self.slots), low=MOST_SEATS, high=MOST_SLOTS
            )
            return
        means = self.tokens * self.bank_gain
        last = MOST_SEATS - 1
        if self.slots[last] > means:
            path = f"initiative.slots[{last}]"
            file.problem("range", path, value=self.slots[last], low=0, high=means)

    def _read_ships(self, file: ComponentFile) -> None:
        ships = file.entries("ship", SHIPS)
        self.hold = [file.integer(f"{s}.hold", 1, MOST_CUBES) for s in ships]
        self.extension = [
            file.integer(f"{ships[MERCHANT]}.extension", 1, MOST_CUBES - self.hold[MERCHANT]),
            file.integer(f"{ships[CORSAIR]}.extension", 0, 0),
        ]
        self.sailor_spaces = [
            file.integer(f"{s}.sailor_spaces", 1, hold)
            for s, hold in zip(ships, self.hold, strict=True)
        ]
        self.most_cannons = [file.integer(f"{s}.most_cannons", 0, MOST_CANNONS) for s in ships]
        self.cannons = [
            file.integer(f"{s}.cannons", 0, most)
            for s, most in zip(ships, self.most_cannons, strict=True)
        ]
        # SM-14.9: bought cannons move to the Corsair
        bought = self.most_cannons[MERCHANT] - self.cannons[MERCHANT]
        most = self.most_cannons[CORSAIR]
        if self.cannons[CORSAIR] + bought > most:
            path = f"{ships[CORSAIR]}.most_cannons"
            low = self.cannons[CORSAIR] + bought
            file.problem("range", path, value=most, low=low, high=MOST_CANNONS)
        if self.start_sailors > self.sailor_spaces[MERCHANT]:
            high = self.sailor_spaces[MERCHANT]
            file.problem("range", "start.sailors", value=self.start_sailors, low=1, high=high)
        self.deck = [file.integer(f"{s}.deck", 0, MOST_SAILORS) for s in ships]
        self.sails = [file.integer(f"{s}.sails", 1, MOST_SAILS - 4) for s in ships]
        self.cubes_sold = [file.integer(f"{s}.cubes_sold", 1, 2) for s in ships]

    def _read_specialists(self, file: ComponentFile) -> None:
        self.engineer_sail = file.integer("specialist.engineer_sail_point", 0, self.price_sail)
        self.engineer_hold = file.integer("specialist.engineer_hold_ext", 0, self.price_hold)
        self.engineer_cannon = file.integer("specialist.engineer_cannon", 0, self.price_cannon)
        self.trader_money = file.integer("specialist.trader_money", 0, 99)
        self.leader_boarding = file.integer("specialist.leader_boarding", 0, 99)
        self.leader_improvement = file.integer("specialist.leader_improvement", 0, 99)
        self.leader_landing = file.integer("specialist.leader_landing", 0, 99)
        self.leader_sale = file.integer("specialist.leader_sale", 0, 99)

    def _read_pirates(self, file: ComponentFile) -> None:
        self.pirate_cannons = file.integer("pirate.cannons", 0, MOST_PIRATE_CANNONS)
        self.pirate_sailors = file.integer("pirate.sailors", 0, MOST_SAILORS)
        self.pirate_sails = file.integer("pirate.sails", 0, MOST_SAILS)
        self.pirate_money = file.integer("pirate.money", 0, 99)
        self.number_tiles = file.integers("pirate.number_tiles", 0, 9, PIRATE_COUNT)
        if not any(self.number_tiles):
            file.problem("none_at_all", "pirate.number_tiles")
        self.upgrades = [file.integer(f"pirate.{name}", 0, 9) for name in UPGRADES]
        room = MOST_PIRATE_CANNONS - self.pirate_cannons
        if self.upgrades[UP_CANNON] > room:
            # One pirate might get them all
            found = self.upgrades[UP_CANNON]
            file.problem("range", "pirate.up_cannon", value=found, low=0, high=room)

    def _read_discoveries(self, file: ComponentFile) -> None:
        """Every site gets its pile; tokens left over stay in the box.  SM-1.11"""
        self.per_site = file.integers("discovery.per_site", 1, 9, len(RARITIES))
        # By (rarity, family)
        self.family_tokens: list[int] = []
        for rarity, piled in zip(RARITIES, self.per_site, strict=True):
            path = f"discovery.{rarity}"
            counts = file.integers(path, 0, 9 * SITES, FAMILY_COUNT)
            if sum(counts) < piled * SITES:
                file.problem("too_few", path, found=sum(counts), wanted=piled * SITES)
            self.family_tokens += counts
        self.token_vp = file.integers("discovery.vp", 0, 99, len(RARITIES))
        self.family_bonus = file.integers("discovery.family_bonus", 0, 99, len(RARITIES))
        if self.family_bonus[KNOWN]:
            # SM-18.4: there is none for a known one
            path = f"discovery.family_bonus[{KNOWN}]"
            file.problem("range", path, value=self.family_bonus[KNOWN], low=0, high=0)

    def _check_tiles(self, file: ComponentFile) -> None:
        self.shapes = [0] * len(LANDS)
        for tile in self.tiles[FIRST_LANDSCAPE:]:
            self.shapes[tile.shape] += 1
        for shape, low, high in (
            (SINGLE, FEWEST_SINGLE, len(TILES) - FIRST_LANDSCAPE),
            (DOUBLE, 0, MOST_DOUBLE),
        ):
            found = self.shapes[shape]
            if not low <= found <= high:
                path = f"tile.land = {LANDS[shape]}"
                file.problem("count", path, found=found, low=low, high=high)
        for number, tile in enumerate(self.tiles):
            self._check_tile(file, number, tile)
        features = sorted(tile.feature for tile in self.tiles if tile.feature != NO_FEATURE)
        if features != list(range(1, len(FEATURES))):
            file.problem("fixed", "tile.feature", wanted=", ".join(FEATURES[1:]))
        storms = sum(tile.storm for tile in self.tiles)
        if storms != STORMS:
            file.problem("length", "tile.storm", found=storms, wanted=STORMS)

    def _check_tile(self, file: ComponentFile, number: int, tile: Tile) -> None:
        path = f"tile[{number}]"
        if number < FIRST_LANDSCAPE:
            # The centre shows sea all around, a port tile one coast; their ports are their names
            shape = OPEN_SEA if number == CENTRE_TILE else SINGLE
            port = "port_centre" if number == CENTRE_TILE else TILES[number]
            if tile.shape != shape:
                file.problem("fixed", f"{path}.land", wanted=LANDS[shape])
            if tile.feature != FEATURES.index(port):
                file.problem("fixed", f"{path}.feature", wanted=port)
            if tile.storm:
                file.problem("range", f"{path}.storm", value=1, low=0, high=0)
        if tile.corner == INNER_CORNER and not 0 < number < FIRST_LANDSCAPE:
            file.problem("fixed", f"{path}.corner", wanted=", ".join(CORNERS[:5]))
        if tile.corner == ANY_CORNER and tile.feature != NO_FEATURE and tile.shape != OPEN_SEA:
            # The tile has two zones: in one of them it must be
            file.problem("fixed", f"{path}.corner", wanted=", ".join(CORNERS[:4]))


def _resource(file: ComponentFile, path: str) -> Resource:
    slots = file.integers(f"{path}.slots", 0, 99, None, "rising")
    if len(slots) > MOST_COLUMN:
        file.problem("count", f"{path}.slots", found=len(slots), low=1, high=MOST_COLUMN)
    return Resource(
        PORTS.index(file.word(f"{path}.port", PORTS)),
        file.integer(f"{path}.purchase", 1, 99),
        file.integer(f"{path}.sale", 0, 99),
        file.integer(f"{path}.black_market", 0, 99),
        slots,
    )


def _tile(file: ComponentFile, path: str) -> Tile:
    shape = LANDS.index(file.word(f"{path}.land", LANDS))
    feature = FEATURES.index(file.word(f"{path}.feature", FEATURES))
    word = file.word(f"{path}.corner", CORNERS)
    corner = CORNERS.index(word)
    if word == "any":
        corner = ANY_CORNER
    elif word == "inner":
        corner = INNER_CORNER
    return Tile(shape, feature, corner, file.integer(f"{path}.storm", 0, 1))


def load(path: Path) -> Components:
    """The components of a file; raises BadComponents with every fault found."""
    return Components(ComponentFile.read(path))


class Layout:
    """The values one game needs, for its number of players and options. Never changes."""

    def __init__(self, box: Components, seats: int, options: dict[str, str]) -> None:
        self.seats = seats
        self.options = options
        self.box = box
        self.rounds = int(options["rounds"])
        self.builds = options["map_mode"] == "build"
        self.crew = int(options["sailors_per_cannon"])
        self.alternates = options["action_order"] == "alternate"
        self.tosses_pirates = options["pirate_storm"] == "tossed"
        # Tiles
        self.land = [LAND_BITS[tile.shape] for tile in box.tiles]
        self.shape = [tile.shape for tile in box.tiles]
        self.shapes = box.shapes
        self.feature = [tile.feature for tile in box.tiles]
        self.corner = [tile.corner for tile in box.tiles]
        self.storm_tiles = [number for number, tile in enumerate(box.tiles) if tile.storm]
        # Movement points by (wind, direction), without and with a Navigator of level 3.
        self.cost = _rose(box.wind_cost)
        self.navigator_cost = _rose(box.navigator_cost)
        # The same for the wind to expect next, by the wind of now and direction; what other steps
        # cost. All are summed over the faces of the change die.
        self.change_sides = sum(box.change)
        self.cost_ahead = _ahead(self.cost, box.change)
        self.navigator_cost_ahead = _ahead(self.navigator_cost, box.change)
        self.harbour_ahead = (
            box.harbour_cost * self.change_sides,
            box.cape_cost * self.change_sides,
            box.site_cost * self.change_sides,
        )
        # Market: the slots that are free at the start.  SM-24.4, SM-24.5
        self.port = [each.port for each in box.resources]
        self.purchase = [each.purchase for each in box.resources]
        self.black_market = [each.black_market for each in box.resources]
        self.sale = [each.sale for each in box.resources]
        if options["coffee_price"] == "7":
            self.sale[RESOURCES.index("coffee")] = box.other_coffee_sale
        self.slots: list[list[int]] = []
        for each in box.resources:
            free = each.slots
            if seats <= 3:
                free = free[1:]
            if seats == 2:
                free = free[:-1]
            self.slots.append(free)
        # By resource and filled slots: points of the next free one, 0 if there is none; what a cube
        # brings then without a Trader, in points; and how much more that is than it costs
        self.next_slot: list[list[int]] = []
        self.cube_points: list[list[float]] = []
        self.cube_margin: list[list[float]] = []
        per_vp = box.money_per_vp
        for good, slots in enumerate(self.slots):
            last = box.vp_black_market + self.black_market[good] / per_vp
            points = [slot + self.sale[good] / per_vp for slot in slots] + [last]
            price = self.purchase[good] / per_vp
            self.next_slot.append([*slots, 0])
            self.cube_points.append(points)
            self.cube_margin.append([each - price for each in points])
        self.goods_of = [
            [good for good, each in enumerate(box.resources) if each.port == port]
            for port in range(len(PORTS))
        ]
        # Both kinds of ship, indexed by kind
        self.hold = box.hold
        self.sailor_spaces = box.sailor_spaces
        self.extension = box.extension
        self.cannons = box.cannons
        self.most_cannons = box.most_cannons
        self.deck = box.deck
        self.sails = box.sails
        self.cubes_sold = box.cubes_sold
        self.family_tokens = box.family_tokens


def _rose(by_angle: list[int]) -> list[list[int]]:
    """Costs by wind and direction from costs by the angle between them."""
    angles = [min(turn, 8 - turn) for turn in range(8)]
    return [[by_angle[angles[(way - wind) % 8]] for way in range(8)] for wind in range(8)]


def _ahead(rose: list[list[int]], change: list[int]) -> list[tuple[int, ...]]:
    """Costs by wind and direction once the change die has turned the wind."""
    half = len(change) // 2
    found: list[tuple[int, ...]] = []
    for wind in range(8):
        costs = [0] * 8
        for face, weight in enumerate(change):
            for way in range(8):
                costs[way] += weight * rose[(wind + face - half) % 8][way]
        found.append(tuple(costs))
    return found
