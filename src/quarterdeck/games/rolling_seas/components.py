"""Loads and checks components.toml once into lists of ints.

`Components` is the file; `Layout` is what one game in progress needs of it: the values for this
number of players, these options and this map, flat and ready for the rules to index.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from pathlib import Path
from typing import Final

from quarterdeck.games.rolling_seas import maps, shapes
from quarterdeck.games.rolling_seas.actions import WINDS
from quarterdeck.games.rolling_seas.chart import (
    ADJACENT,
    BIT,
    NEIGHBOUR,
    cells_of,
    in_sight,
    split,
)
from quarterdeck.games.rolling_seas.names import (
    ADVENTURE_COUNT,
    ADVENTURES,
    AMBUSH,
    AXES,
    BONUSES,
    CALM,
    CALM_COUNT,
    COLUMNS,
    CURRENT,
    DECKS,
    DIRECTIONS,
    DRAWN_COUNT,
    FACES,
    GOLD_LAND,
    HEIGHT,
    LAND,
    MAP_SIGNS,
    MAPS,
    MONOLITH,
    MONOLITH_COUNT,
    NO_BONUS,
    NO_CELL,
    PASSES,
    PIRATES,
    PORT,
    PORT_COUNT,
    PROVISION_LAND,
    ROCKS,
    SEA,
    SHIPS,
    STAR,
    STORY_LAND,
    TYPES,
    WAY_COUNT,
    WIDTH,
)
from quarterdeck.games.rolling_seas.placements import Drawings
from quarterdeck.kernel.componentfile import ComponentFile

CANNONS: Final = 7
WIND_DICE: Final = 3
LONGEST_TRACK: Final = 99
POWER_LIMIT: Final = 9


class Adventure:
    """One adventure card. Rows and columns count from 0; `axis` 0 is the row."""

    def __init__(self, kind: int, shape: int, row: int, column: int, right: int, axis: int) -> None:
        self.kind = kind
        self.shape = shape
        self.row = row
        self.column = column
        self.right = right
        self.axis = axis


class Track:
    """A track of boxes: the bonus of each box that has one, by box number."""

    def __init__(self, boxes: int, at: list[int], kinds: list[int], amounts: list[int]) -> None:
        self.boxes = boxes
        self.kind = [NO_BONUS] * (boxes + 1)
        self.amount = [0] * (boxes + 1)
        for box, kind, amount in zip(at, kinds, amounts, strict=True):
            self.kind[box] = kind
            self.amount[box] = amount
        self._stars = [0] * (boxes + 1)
        for box in range(1, boxes + 1):
            given = self.amount[box] if self.kind[box] == STAR else 0
            self._stars[box] = self._stars[box - 1] + given

    def stars(self, circled: int) -> int:
        """The bonus renown of the boxes up to this one."""
        return self._stars[circled]


class Components:
    """Everything in the box, checked."""

    def __init__(self, file: ComponentFile) -> None:
        file.integer("format", 1, 1)
        file.integer("box.players", 6, 6)
        file.integer("box.adventure_cards", ADVENTURE_COUNT, ADVENTURE_COUNT)
        file.integer("box.calm_cards", CALM_COUNT, CALM_COUNT)
        file.integer("box.wind_dice", WIND_DICE, WIND_DICE)
        file.integer("box.ports", PORT_COUNT, PORT_COUNT)
        file.integer("box.monoliths", MONOLITH_COUNT, MONOLITH_COUNT)
        self.cost = file.integers("compass.cost", 1, 99, 5, "rising")
        ships = file.entries("ship", SHIPS)
        self.movement = _never_less(file, ships, "movement", 99)
        self.hold = _never_less(file, ships, "hold", LONGEST_TRACK)
        self.ship_price = [file.integer(f"{ship}.price", 0, LONGEST_TRACK) for ship in ships]
        self.ship_stars = [file.integer(f"{ship}.stars", 0, 99) for ship in ships]
        self.provisions = _track(file, "provisions")
        self.start_provisions = file.integer("provisions.start", 0, self.provisions.boxes)
        if self.start_provisions > self.hold[0]:
            value, hold = self.start_provisions, self.hold[0]
            file.problem("hold_too_small", "provisions.start", value=value, hold=hold)
        self.gold = _track(file, "gold")
        self.story = _track(file, "story")
        self.wind_boxes = file.integer("wind.boxes", 0, LONGEST_TRACK)
        self.wind_rolls = _wind_rolls(file)
        self.start_power = file.integer("powers.start", 1, POWER_LIMIT)
        self.most_power = file.integer("powers.most", self.start_power, POWER_LIMIT)
        self.cannon_gold = file.integers("cannons.gold", 0, LONGEST_TRACK, CANNONS)
        self.cannon_provisions = file.integer("cannons.provisions", 1, LONGEST_TRACK)
        each = [*range(1, CANNONS + 1)]
        self.cannons = Track(CANNONS, each, *_bonuses(file, "cannons", CANNONS))
        self.monolith_story = file.integers("monoliths.story", 0, 99, MONOLITH_COUNT - 1)
        self.treasure = file.integers("monoliths.treasure", 1, 99, 3, "falling")
        faces = file.entries("face", FACES)
        self.face_story = [file.integer(f"{face}.story", 0, 99) for face in faces]
        self.face_gold = [file.integer(f"{face}.gold", 0, 99) for face in faces]
        self.face_provisions = [file.integer(f"{face}.provisions", 0, 99) for face in faces]
        _check_effects(file, faces, self.face_story, self.face_gold, self.face_provisions)
        self.monster_provisions = file.integer("encounters.monster_provisions", 0, 99)
        self.monster_story = file.integer("encounters.monster_story", 0, 99)
        self.peril_story = file.integer("encounters.peril_story", 0, 99)
        self.current_cells = file.integer("encounters.current_cells_per_story", 1, 99)
        self.pirate_provisions = file.integer("encounters.pirate_provisions", 0, 99)
        self.pirate_story = file.integer("encounters.pirate_story", 0, 99)
        self.pirate_gold = file.integer("encounters.pirate_gold", 0, 99)
        self.sight = file.integer("ambush.sight", 1, WIDTH)
        self.won_story = file.integer("ambush.won_story", 0, 99)
        self.won_gold = file.integer("ambush.won_gold", 0, 99)
        self.won_provisions = file.integer("ambush.won_provisions", 0, 99)
        self.lost_story = file.integer("ambush.lost_story", 0, 99)
        self.lost_gold = file.integer("ambush.lost_gold", 0, 99)
        self.lost_provisions = file.integer("ambush.lost_provisions", 0, 99)
        self.tied_story = file.integer("ambush.tied_story", 0, 99)
        self.fill_price = file.integer("port.fill", 0, 99)
        self.tell_story = file.integer("port.tell_story", 0, 99)
        self.unmet_pirates = file.integer("scoring.unmet_pirates", -99, 0)
        self.any_port = file.integer("scoring.any_port", 0, 99)
        self.home_port = file.integer("scoring.home_port", 0, 99)
        self.eight_ports = file.integer("scoring.eight_ports", 0, 99)
        self.treasure_turns = file.integers("solo.treasure_turns", 1, 99, 2, "rising")
        self.titles = file.integers("solo.titles", -999, 999, 7, "rising")
        self.decks = {deck: _deck(file, f"deck.{deck}") for deck in DECKS}
        self.shapes = [shapes.read(file, name) for name in file.names("shape")]
        self.adventures = [
            _adventure(file, path, number, self.shapes)
            for number, path in enumerate(file.entries("adventure", ADVENTURES))
        ]
        calm = file.entries("calm", CALM)
        self.calm_gold = [file.integer(f"{card}.gold", 0, 99) for card in calm]
        self.calm_provisions = [file.integer(f"{card}.provisions", 0, 99) for card in calm]
        self.calm_wind = [file.integer(f"{card}.wind", 0, 99) for card in calm]
        self.calm_monsters = [file.integer(f"{card}.monsters", 0, 9) for card in calm]
        self.calm_pirates = [file.integer(f"{card}.pirates", 0, 9) for card in calm]
        self.calm_either = [file.integer(f"{card}.either", 0, 1) for card in calm]
        _check_effects(
            file,
            calm,
            self.calm_gold,
            self.calm_provisions,
            self.calm_wind,
            self.calm_monsters,
            self.calm_pirates,
            self.calm_either,
        )
        self.maps = {name: _map(file, f"map.{name}.rows") for name in MAPS}
        file.finish()
        self.digest = file.digest()


def _bonuses(file: ComponentFile, path: str, count: int) -> tuple[list[int], list[int]]:
    words = file.word_list(f"{path}.bonus", BONUSES, count)
    return [BONUSES.index(word) for word in words], file.integers(f"{path}.amount", 0, 99, count)


def _never_less(file: ComponentFile, ships: list[str], key: str, most: int) -> list[int]:
    """A value of the ships: a better one never has less of it.  RS-13.7"""
    values: list[int] = []
    for ship in ships:
        values.append(file.integer(f"{ship}.{key}", values[-1] if values else 1, most))
    return values


def _track(file: ComponentFile, path: str) -> Track:
    """A track whose bonuses stand on every last box of a column, or on the boxes it names."""
    boxes = file.integer(f"{path}.boxes", 1, LONGEST_TRACK)
    if file.has(f"{path}.at"):
        at = file.integers(f"{path}.at", 1, boxes, None, "rising")
        for box in sorted({box for box in at if at.count(box) > 1}):
            file.problem("twice", f"{path}.at", value=box)
        if file.has(f"{path}.column"):
            file.problem("one_of_two", path, one="at", other="column")
    else:
        column = file.integer(f"{path}.column", 1, boxes)
        at = [*range(column, boxes + 1, column)]
    return Track(boxes, at, *_bonuses(file, path, len(at)))


def _wind_rolls(file: ComponentFile) -> list[tuple[int, int]]:
    """What three wind dice may show, never three alike, in ascending order.  RS-8.1

    A file that does not name the faces has dice with the eight directions.
    """
    faces = [*DIRECTIONS]
    if file.has("wind_die"):
        faces = file.word_list("wind_die.faces", DIRECTIONS)
        if len({*faces}) < 2:
            file.problem("wind_faces", "wind_die.faces")
    weight = [faces.count(way) for way in DIRECTIONS]
    rolls: list[tuple[int, int]] = []
    for first, second, third in combinations_with_replacement(range(len(DIRECTIONS)), WIND_DICE):
        different = len({first, second, third})
        ways = weight[first] * weight[second] * weight[third]
        if different > 1 and ways:
            rolls.append((WINDS(first, second, third), ways * (6 if different == 3 else 3)))
    return rolls


def _check_effects(file: ComponentFile, paths: list[str], *effects: list[int]) -> None:
    """Every card and every face of the book does something."""
    for path, amounts in zip(paths, zip(*effects, strict=True), strict=True):
        if not any(amounts):
            file.problem("no_effect", path)


def _deck(file: ComponentFile, path: str) -> list[int]:
    """How many calm and adventure cards are mixed, and how many turns that gives."""
    calm = file.integer(f"{path}.calm", 1, CALM_COUNT)
    adventure = file.integer(f"{path}.adventure", 1, ADVENTURE_COUNT - 4)
    return [calm, adventure, calm + adventure - file.integer(f"{path}.removed", 0, calm)]


def _adventure(file: ComponentFile, path: str, number: int, known: list[shapes.Shape]) -> Adventure:
    """A card: an ambush, or one of the other types, each of which has shapes of its own."""
    types = TYPES[AMBUSH:] if number >= DRAWN_COUNT else TYPES[:AMBUSH]
    kind = TYPES.index(file.word(f"{path}.type", types))
    right = axis = 0
    if kind in (ROCKS, AMBUSH):
        right = PASSES.index(file.word(f"{path}.pass", PASSES))
    if kind == AMBUSH:
        return Adventure(kind, 0, 0, 0, right, axis)
    if kind == ROCKS:
        axis = AXES.index(file.word(f"{path}.axis", AXES))
    flows = kind == CURRENT
    names = [shape.name for shape in known]
    usable = tuple(name for name in names if name.startswith(shapes.CURRENTS) == flows)
    shape = file.word(f"{path}.shape", usable or ("",))
    row = file.integer(f"{path}.row", 1, HEIGHT) - 1
    column = COLUMNS.index(file.word(f"{path}.column", tuple(COLUMNS)))
    return Adventure(kind, names.index(shape) if shape else 0, row, column, right, axis)


def _map(file: ComponentFile, path: str) -> maps.Grid:
    grid = tuple(file.rows(path, HEIGHT, WIDTH, MAP_SIGNS))
    for fault in maps.playable_faults(grid):
        file.problem("map", path, why=fault)
    return grid


def load(path: Path) -> Components:
    """The components of a file; raises BadComponents with every fault found."""
    return Components(ComponentFile.read(path))


def _step_cost(costs: list[int], wind: int, way: int) -> int:
    """By the angle between the wind and a step.  RS-10.3"""
    angle = (way - wind) % WAY_COUNT
    return costs[min(angle, WAY_COUNT - angle)]


class Layout:
    """The values one game needs, for its players, options and map. Never changes."""

    def __init__(
        self, box: Components, seats: int, options: dict[str, str], grid: maps.Grid
    ) -> None:
        self.seats = seats
        self.options = options
        self.grid = grid
        self.box = box
        # The map: sets of cells, and the ports in reading order
        self.sea = maps.where(grid, SEA + PIRATES)
        self.land = maps.where(grid, LAND + maps.FEATURES)
        self.ports = maps.where(grid, PORT)
        self.monoliths = maps.where(grid, MONOLITH)
        self.pirates = maps.where(grid, PIRATES)
        self.pirate_count = self.pirates.bit_count()
        self.plain_sea = self.sea & ~self.pirates
        self.gold_land = maps.where(grid, GOLD_LAND)
        self.provision_land = maps.where(grid, PROVISION_LAND)
        self.story_land = maps.where(grid, STORY_LAND)
        self.port_cells = cells_of(self.ports)
        self.quays = [ADJACENT[port] & self.sea for port in self.port_cells]
        self.port_waters = 0
        for quay in self.quays:
            self.port_waters |= quay
        # By cell: the ports beside it, and the land to explore from there
        self.ports_beside = [around & self.ports for around in ADJACENT]
        self.land_beside = [around & self.land & ~self.ports for around in ADJACENT]
        self.rich_land = self.gold_land | self.provision_land | self.story_land
        # The same for waves (see waters.py); the coasts by the set of monoliths they belong to
        self.open_sea = split(self.sea)
        self.landings = [split(quay) for quay in self.quays]
        self.every_landing = split(self.port_waters)
        self.lairs = split(self.pirates)
        self.monolith_bits = [BIT[cell] for cell in cells_of(self.monoliths)]
        self.monolith_coasts = [
            split(self.sea & self._around_monoliths(those))
            for those in range(1 << len(self.monolith_bits))
        ]
        self._seen: dict[int, int] = {}
        # Movement: the sea cell in each direction, and points by wind and direction of the step
        self.sea_towards = [
            [cell if cell != NO_CELL and self.sea & BIT[cell] else NO_CELL for cell in around]
            for around in NEIGHBOUR
        ]
        self.step_cost = [
            [_step_cost(box.cost, wind, way) for way in range(WAY_COUNT)]
            for wind in range(WAY_COUNT)
        ]
        self.movement = box.movement
        self.hold = box.hold
        self.ship_price = box.ship_price
        self.wind_rolls = box.wind_rolls
        self.stops_on_last = options["current_exit"] == "last"
        # The sheet
        self.provision_boxes = box.provisions.boxes
        self.provision_bonus = box.provisions.kind
        self.provision_amount = box.provisions.amount
        self.gold_boxes = box.gold.boxes
        self.gold_bonus = box.gold.kind
        self.gold_amount = box.gold.amount
        self.story_boxes = box.story.boxes
        self.story_bonus = box.story.kind
        self.story_amount = box.story.amount
        self.wind_boxes = box.wind_boxes
        self.most_power = box.most_power
        self.cannon_gold = box.cannon_gold
        self.cannon_provisions = box.cannon_provisions
        self.cannon_bonus = box.cannons.kind
        self.cannon_amount = box.cannons.amount
        self.monster_provisions = box.monster_provisions
        self.monster_story = box.monster_story
        self.peril_story = box.peril_story
        self.current_cells = box.current_cells
        self.pirate_provisions = box.pirate_provisions
        self.pirate_story = box.pirate_story
        self.pirate_gold = box.pirate_gold
        self.fill_price = box.fill_price
        # Cards
        deck = box.decks[options["deck"]]
        self.deck_calm = deck[0]
        self.deck_adventure = deck[1]
        self.turns = deck[2]
        # RS-3.3: no ambushes in solo
        self.ambushes = options["ambush"] == "true" and seats > 1
        self.kind = [card.kind for card in box.adventures]
        self.currents = [card for card in range(DRAWN_COUNT) if self.kind[card] == CURRENT]
        self.to_the_right = [card.right for card in box.adventures]
        flipped = options["mirror_shapes"] == "true"
        self.drawings = [
            Drawings(
                box.shapes[card.shape].east,
                box.shapes[card.shape].south,
                box.shapes[card.shape].turns,
                box.shapes[card.shape].flips if flipped else 0,
                self.sea,
                self.plain_sea,
                self.sea if card.kind == CURRENT else 0,
                card.row,
                card.column,
                card.axis if card.kind == ROCKS and seats == 1 else -1,
            )
            for card in box.adventures
            if card.kind != AMBUSH
        ]

    def _around_monoliths(self, those: int) -> int:
        cells = 0
        for number, cell in enumerate(cells_of(self.monoliths)):
            if those >> number & 1:
                cells |= ADJACENT[cell]
        return cells

    def seen_from(self, cell: int) -> int:
        """The cells in sight of a ship.  RS-7.17, RS-7.18"""
        if cell not in self._seen:
            self._seen[cell] = in_sight(self.land, cell, self.box.sight)
        return self._seen[cell]

    def tier_of_turn(self, turn: int) -> int:
        """The treasure tier of a solo game by the turn, from 0.  RS-16.5"""
        tier = 0
        for last in self.box.treasure_turns:
            if turn > last:
                tier += 1
        return tier
