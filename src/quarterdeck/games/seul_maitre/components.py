"""Loads and checks components.toml once into lists of ints.

`Components` is the file; `Table` is what one game in progress needs of it: the values for this
number of players and these options, flat and ready for the rules to index.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from quarterdeck.games.seul_maitre.chart import ANY_CORNER, INNER_CORNER
from quarterdeck.games.seul_maitre.names import (
    BRANCHES,
    COLOURS,
    FACE_COUNT,
    FAMILIES,
    FAMILY_COUNT,
    FEATURES,
    FIRST_LANDSCAPE,
    NATIONS,
    NO_FEATURE,
    PORTS,
    RARITIES,
    RESOURCES,
    SHIPS,
    SIDE,
    TILES,
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
SLOTS: Final = 7

LANDS: Final = ("none", "n", "n_e")
LAND_BITS: Final[list[int]] = [0, 1, 3]
CORNERS: Final = ("nw", "ne", "se", "sw", "any", "inner")
# How many landscape tiles of each kind: the coast budget (SM-2.10) is proven for these.
SHAPES: Final[list[int]] = [8, 10, 2]
OPEN_SEA: Final = 0
SINGLE: Final = 1
DOUBLE: Final = 2


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
        file.integer("format", 1, 1)
        file.words("box.colours", COLOURS)
        file.words("box.nations", NATIONS)
        file.words("box.resources", RESOURCES)
        file.words("box.branches", BRANCHES)
        file.words("box.families", FAMILIES)
        file.integer("box.map_side", SIDE, SIDE)
        self._read_start_and_prices(file)
        self.wind_cost = file.integers("movement.wind", 0, 9, 5, "rising")
        self.navigator_cost = file.integers("movement.wind_navigator", 0, 9, 5, "rising")
        self.harbour_cost = file.integer("movement.harbour", 0, 9)
        self.cape_cost = file.integer("movement.cape", 1, 9)
        self.site_cost = file.integer("movement.site", 0, 9)
        self.least_capacity = file.integer("movement.least", 1, 9)
        self.red = file.integers("dice.red", 0, 6, FACE_COUNT)
        self.white = file.integers("dice.white", 0, 6, FACE_COUNT)
        self.change = file.integers("dice.change", 0, 6, 5)
        for path, faces in (
            ("dice.red", self.red),
            ("dice.white", self.white),
            ("dice.change", self.change),
        ):
            if not any(faces):
                file.problem("range", path, value=0, low=1, high=6)
        self.slots = file.integers("initiative.slots", 0, 99, SLOTS, "rising")
        self.resources = [_resource(file, path) for path in file.entries("resource", RESOURCES)]
        self.other_coffee_sale = file.integer("coffee.other_sale", 0, 99)
        self._read_ships(file)
        self._read_specialists(file)
        self.pirate_cannons = file.integer("pirate.cannons", 0, MOST_CANNONS)
        self.pirate_sailors = file.integer("pirate.sailors", 0, MOST_SAILORS)
        self.pirate_sails = file.integer("pirate.sails", 0, MOST_SAILS)
        self.pirate_money = file.integer("pirate.money", 0, 99)
        self.upgrades = [file.integer(f"pirate.{name}", 0, 9) for name in UPGRADES]
        self.per_family = file.integers("discovery.per_family", 1, 9, len(RARITIES))
        self.per_site = file.integers("discovery.per_site", 1, 9, len(RARITIES))
        if self.per_family != self.per_site:
            # Five families and five sites: every token lies in a pile
            wanted = ", ".join(str(count) for count in self.per_site)
            file.problem("fixed", "discovery.per_family", wanted=wanted)
        self.token_vp = file.integers("discovery.vp", 0, 99, len(RARITIES))
        self.family_bonus = file.integers("discovery.family_bonus", 0, 99, len(RARITIES))
        self.tiles = [_tile(file, path) for path in file.entries("tile", TILES)]
        self._check_tiles(file)
        file.finish()
        self.digest = file.digest()

    def _read_start_and_prices(self, file: ComponentFile) -> None:
        self.start_money = file.integer("start.money", 0, 999)
        self.sailor_cubes = file.integer("start.sailor_cubes", 1, MOST_SAILORS)
        self.start_sailors = file.integer("start.sailors", 1, self.sailor_cubes)
        self.tokens = file.integer("start.action_tokens", 1, MOST_TOKENS - 1)
        self.extra_tokens = file.integer("start.reinforcement_tokens", 0, MOST_TOKENS - self.tokens)
        self.price_sailor = file.integer("price.sailor", 1, 99)
        self.recruits = file.integer("price.sailors_per_action", 1, MOST_RECRUITS)
        self.price_specialist = file.integer("price.specialist", 0, 99)
        self.price_repair = file.integer("price.repair", 1, 99)
        self.price_sail = file.integer("price.sail_point", 0, 99)
        self.price_hold = file.integer("price.hold_ext", 0, 99)
        self.price_cannon = file.integer("price.cannon", 0, 99)
        self.price_letter = file.integer("price.letter", 0, 99)
        self.academy = file.integers("price.academy", 0, 99, 3)
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

    def _read_ships(self, file: ComponentFile) -> None:
        ships = file.entries("ship", SHIPS)
        self.hold = [file.integer(f"{s}.hold", 1, MOST_CUBES) for s in ships]
        self.extension = [file.integer(f"{s}.extension", 0, MOST_CUBES) for s in ships]
        for path, hold, extension in zip(ships, self.hold, self.extension, strict=True):
            if hold + extension > MOST_CUBES:
                room = MOST_CUBES - hold
                file.problem("range", f"{path}.extension", value=extension, low=0, high=room)
        self.sailor_spaces = [
            file.integer(f"{s}.sailor_spaces", 1, hold)
            for s, hold in zip(ships, self.hold, strict=True)
        ]
        self.most_cannons = [file.integer(f"{s}.most_cannons", 0, MOST_CANNONS) for s in ships]
        self.cannons = [
            file.integer(f"{s}.cannons", 0, most)
            for s, most in zip(ships, self.most_cannons, strict=True)
        ]
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

    def _check_tiles(self, file: ComponentFile) -> None:
        for shape, wanted in enumerate(SHAPES):
            found = sum(1 for tile in self.tiles[FIRST_LANDSCAPE:] if tile.shape == shape)
            if found != wanted:
                file.problem("length", f"tile.land = {LANDS[shape]}", found=found, wanted=wanted)
        features = sorted(tile.feature for tile in self.tiles if tile.feature != NO_FEATURE)
        if features != list(range(1, len(FEATURES))):
            file.problem("fixed", "tile.feature", wanted=", ".join(FEATURES[1:]))
        storms = sum(tile.storm for tile in self.tiles)
        if storms != 2:
            file.problem("length", "tile.storm", found=storms, wanted=2)


def _resource(file: ComponentFile, path: str) -> Resource:
    return Resource(
        PORTS.index(file.word(f"{path}.port", PORTS)),
        file.integer(f"{path}.purchase", 1, 99),
        file.integer(f"{path}.sale", 0, 99),
        file.integer(f"{path}.black_market", 0, 99),
        file.integers(f"{path}.slots", 0, 99, None, "rising"),
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


class Table:
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
        self.feature = [tile.feature for tile in box.tiles]
        self.corner = [tile.corner for tile in box.tiles]
        self.storm_tiles = [number for number, tile in enumerate(box.tiles) if tile.storm]
        # Movement points by (wind, direction), without and with a Navigator of level 3.
        self.cost = _rose(box.wind_cost)
        self.navigator_cost = _rose(box.navigator_cost)
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
        self.family_tokens = [count for count in box.per_family for _ in range(FAMILY_COUNT)]


def _rose(by_angle: list[int]) -> list[int]:
    """Costs by (wind, direction) from costs by the angle between them."""
    costs: list[int] = []
    for wind in range(8):
        for way in range(8):
            turn = abs(wind - way)
            costs.append(by_angle[min(turn, 8 - turn)])
    return costs
