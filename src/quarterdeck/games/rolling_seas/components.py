"""Loads and checks components.toml once into lists of ints.

`Components` is the file; `Table` is what one game in progress needs of it: the values for this
number of players, these options and this map, flat and ready for the rules to index.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from quarterdeck.games.rolling_seas import maps
from quarterdeck.games.rolling_seas.chart import ADJACENT, cells_of, in_sight
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
    FACES,
    GOLD_LAND,
    HEIGHT,
    LAND,
    MAP_SIGNS,
    MAPS,
    MONOLITH,
    MONOLITH_COUNT,
    NO_BONUS,
    PASSES,
    PIRATES,
    PORT,
    PORT_COUNT,
    PROVISION_LAND,
    ROCKS,
    SEA,
    SHAPES,
    SHIPS,
    STAR,
    STORY_LAND,
    TYPES,
    WIDTH,
)
from quarterdeck.games.rolling_seas.placements import Drawings
from quarterdeck.kernel.componentfile import ComponentFile

CANNONS: Final = 7
LONGEST_TRACK: Final = 99
POWER_LIMIT: Final = 9


class Shape:
    """The cells of a shape from its anchor, and how often it can be turned and flipped."""

    def __init__(self, east: list[int], south: list[int], turns: int, flips: int) -> None:
        self.east = east
        self.south = south
        self.turns = turns
        self.flips = flips


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

    def __init__(self, boxes: int, every: int, kinds: list[int], amounts: list[int]) -> None:
        self.boxes = boxes
        self.kind = [NO_BONUS] * (boxes + 1)
        self.amount = [0] * (boxes + 1)
        for number, (kind, amount) in enumerate(zip(kinds, amounts, strict=True), 1):
            if number * every <= boxes:
                self.kind[number * every] = kind
                self.amount[number * every] = amount

    def stars(self, circled: int) -> int:
        """The bonus renown of the boxes up to this one."""
        total = 0
        for box in range(circled + 1):
            if self.kind[box] == STAR:
                total += self.amount[box]
        return total


class Components:
    """Everything in the box, checked."""

    def __init__(self, file: ComponentFile) -> None:
        file.integer("format", 1, 1)
        file.integer("box.players", 6, 6)
        file.integer("box.adventure_cards", ADVENTURE_COUNT, ADVENTURE_COUNT)
        file.integer("box.calm_cards", CALM_COUNT, CALM_COUNT)
        file.integer("box.wind_dice", 3, 3)
        file.integer("box.ports", PORT_COUNT, PORT_COUNT)
        file.integer("box.monoliths", MONOLITH_COUNT, MONOLITH_COUNT)
        self.cost = file.integers("compass.cost", 1, 99, 5, "rising")
        ships = file.entries("ship", SHIPS)
        self.movement = [file.integer(f"{ship}.movement", 1, 99) for ship in ships]
        self.hold = [file.integer(f"{ship}.hold", 1, LONGEST_TRACK) for ship in ships]
        self.ship_price = [file.integer(f"{ship}.price", 0, LONGEST_TRACK) for ship in ships]
        self.ship_stars = [file.integer(f"{ship}.stars", 0, 99) for ship in ships]
        self.provisions = _track(file, "provisions")
        self.start_provisions = file.integer("provisions.start", 0, self.provisions.boxes)
        self.gold = _track(file, "gold")
        self.story = _track(file, "story")
        self.wind_boxes = file.integer("wind.boxes", 0, LONGEST_TRACK)
        self.start_power = file.integer("powers.start", 0, POWER_LIMIT)
        self.most_power = file.integer("powers.most", self.start_power, POWER_LIMIT)
        self.cannon_gold = file.integers("cannons.gold", 0, LONGEST_TRACK, CANNONS)
        self.cannon_provisions = file.integer("cannons.provisions", 1, LONGEST_TRACK)
        self.cannons = Track(CANNONS, 1, *_bonuses(file, "cannons", CANNONS))
        self.monolith_story = file.integers("monoliths.story", 0, 99, MONOLITH_COUNT - 1)
        self.treasure = file.integers("monoliths.treasure", 1, 99, 3, "falling")
        faces = file.entries("face", FACES)
        self.face_story = [file.integer(f"{face}.story", 0, 99) for face in faces]
        self.face_gold = [file.integer(f"{face}.gold", 0, 99) for face in faces]
        self.face_provisions = [file.integer(f"{face}.provisions", 0, 99) for face in faces]
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
        self.shapes = [_shape(file, f"shape.{shape}") for shape in SHAPES]
        self.adventures = [
            _adventure(file, path, number)
            for number, path in enumerate(file.entries("adventure", ADVENTURES))
        ]
        calm = file.entries("calm", CALM)
        self.calm_gold = [file.integer(f"{card}.gold", 0, 99) for card in calm]
        self.calm_provisions = [file.integer(f"{card}.provisions", 0, 99) for card in calm]
        self.calm_wind = [file.integer(f"{card}.wind", 0, 99) for card in calm]
        self.calm_monsters = [file.integer(f"{card}.monsters", 0, 9) for card in calm]
        self.calm_pirates = [file.integer(f"{card}.pirates", 0, 9) for card in calm]
        self.calm_either = [file.integer(f"{card}.either", 0, 1) for card in calm]
        self.maps = {name: _map(file, f"map.{name}.rows") for name in MAPS}
        file.finish()
        self.digest = file.digest()


def _bonuses(file: ComponentFile, path: str, count: int) -> tuple[list[int], list[int]]:
    words = file.word_list(f"{path}.bonus", BONUSES, count)
    return [BONUSES.index(word) for word in words], file.integers(f"{path}.amount", 0, 99, count)


def _track(file: ComponentFile, path: str) -> Track:
    boxes = file.integer(f"{path}.boxes", 1, LONGEST_TRACK)
    column = file.integer(f"{path}.column", 1, boxes)
    return Track(boxes, column, *_bonuses(file, path, boxes // column))


def _deck(file: ComponentFile, path: str) -> list[int]:
    """How many calm and adventure cards are mixed, and how many turns that gives."""
    calm = file.integer(f"{path}.calm", 1, CALM_COUNT)
    adventure = file.integer(f"{path}.adventure", 1, ADVENTURE_COUNT - 4)
    return [calm, adventure, calm + adventure - file.integer(f"{path}.removed", 0, calm)]


def _shape(file: ComponentFile, path: str) -> Shape:
    east = file.integers(f"{path}.east", -9, 9)
    south = file.integers(f"{path}.south", -9, 9, len(east))
    turns = file.integer(f"{path}.turns", 1, 4)
    return Shape(east, south, turns, file.integer(f"{path}.flips", 0, 4))


def _adventure(file: ComponentFile, path: str, number: int) -> Adventure:
    kind = TYPES.index(file.word(f"{path}.type", (_printed_type(number),)))
    right = axis = 0
    if kind in (ROCKS, AMBUSH):
        right = PASSES.index(file.word(f"{path}.pass", PASSES))
    if kind == AMBUSH:
        return Adventure(kind, 0, 0, 0, right, axis)
    if kind == ROCKS:
        axis = AXES.index(file.word(f"{path}.axis", AXES))
    flows = kind == CURRENT
    shape = file.word(f"{path}.shape", tuple(s for s in SHAPES if s.startswith("cur_") == flows))
    row = file.integer(f"{path}.row", 1, HEIGHT) - 1
    column = COLUMNS.index(file.word(f"{path}.column", tuple(COLUMNS)))
    return Adventure(kind, SHAPES.index(shape), row, column, right, axis)


def _printed_type(number: int) -> str:
    """Cards are listed by type, six each, the ambushes last."""
    return TYPES[number // 6]


def _map(file: ComponentFile, path: str) -> maps.Grid:
    grid = tuple(file.rows(path, HEIGHT, WIDTH, MAP_SIGNS))
    for fault in maps.structural_faults(grid):
        file.problem("map", path, why=fault)
    return grid


def load(path: Path) -> Components:
    """The components of a file; raises BadComponents with every fault found."""
    return Components(ComponentFile.read(path))


class Table:
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
        self.gold_land = maps.where(grid, GOLD_LAND)
        self.provision_land = maps.where(grid, PROVISION_LAND)
        self.story_land = maps.where(grid, STORY_LAND)
        self.port_cells = cells_of(self.ports)
        self.quays = [ADJACENT[port] & self.sea for port in self.port_cells]
        self.port_waters = 0
        for quay in self.quays:
            self.port_waters |= quay
        self._seen: dict[int, int] = {}
        # Movement
        self.step_cost: list[int] = []
        for wind in range(8):
            for way in range(8):
                angle = (way - wind) % 8
                self.step_cost.append(box.cost[min(angle, 8 - angle)])
        self.movement = box.movement
        self.hold = box.hold
        self.ship_price = box.ship_price
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
        self.to_the_right = [card.right for card in box.adventures]
        flipped = options["mirror_shapes"] == "true"
        self.drawings = [
            Drawings(
                box.shapes[card.shape].east,
                box.shapes[card.shape].south,
                box.shapes[card.shape].turns,
                box.shapes[card.shape].flips if flipped else 0,
                self.sea,
                self.sea & ~self.pirates,
                self.sea if card.kind == CURRENT else 0,
                card.row,
                card.column,
                card.axis if card.kind == ROCKS and seats == 1 else -1,
            )
            for card in box.adventures
            if card.kind != AMBUSH
        ]

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
