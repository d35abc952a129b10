"""Loads and checks components.toml once into lists of ints.

`Components` is the file; `Layout` is what one game in progress needs of it: the values for this
number of players and these options, flat and ready for the rules to index.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from quarterdeck.games.saltfjord.names import (
    CRATES,
    DOUBLE_SPACE,
    EMPTY,
    FISH,
    GOODS,
    ICONS,
    KINDS,
    ORDINARY_CRATES,
    QUAYS,
    ROUNDS,
    SHAPES,
    SIDE,
    SIDES,
    SNOWFLAKE_CELLS,
    STACKS_PER_SHAPE,
    START_BUILDINGS,
    START_RESOURCES,
    TAVERNS,
    TIER,
    TILES,
    TOKENS,
    TOP,
    TRACKS,
    WALK,
    ZONES,
    stacks_of,
)
from quarterdeck.games.saltfjord.paying import cost_of, sale_order
from quarterdeck.games.saltfjord.village import LINES, Placement, placements
from quarterdeck.kernel.componentfile import ComponentFile
from quarterdeck.kernel.messages import Message

MOST: Final = 7  # a cost of more cubes of a kind would not fit its code
MOST_CUBES: Final = 5  # besides fish: the ways of paying for more would be thousands
# So many white dice, 3 orange ones, 3 workers and a cart leave room for the second one (SF-18.13)
MOST_WHITE: Final = 3
SNOWFLAKE: Final = "*"
SHAPE_CELLS: Final = (1, 2, 3, 3)
SOLO_DICE: Final = len(TAVERNS) - 1  # one on each tavern but the first
_WALK: Final = re.compile(r"walk(?:_[a-z]+[1-9]\d?)+")
_REWARD: Final = re.compile(r"([a-z]+)(\d+)")
_EFFECTS: Final = ("upgrade", "fishing")
MOST_EFFECTS: Final = 9


class Walk:
    """What a boardwalk pays."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.goods = [0] * KINDS
        self.points = 0
        self.upgrades = 0
        self.fishing = 0
        for name, count in _REWARD.findall(word.removeprefix("walk_")):
            if name == "points":
                self.points = int(count)
            elif name == "upgrade":
                self.upgrades = int(count)
            elif name == "fishing":
                self.fishing = int(count)
            else:
                self.goods[GOODS.index(name)] = int(count)


class Tile:
    """A building tile: its shape and what its cells show."""

    def __init__(self, shape: int, icons: list[int]) -> None:
        self.shape = shape
        self.icons = icons


class Components:
    """Everything in the box, checked."""

    def __init__(self, file: ComponentFile) -> None:
        file.integer("format", 1, 1)
        file.integer("box.players", 4, 4)
        file.integer("box.rounds", ROUNDS, ROUNDS)
        file.integer("box.workers", 3, 3)
        file.integer("box.workers_on_track", 2, 2)
        file.integer("box.taverns", 5, 5)
        file.integer("box.carts", 2, 2)
        self.walks: list[Walk] = []
        self.sells_for = [*file.integers("storage.sells_for", 1, 99, FISH), 1]
        self.upgrade_fish = file.integer("storage.upgrade_fish", 1, MOST - 1)
        self._check_sales(file)
        self.fish_icon = file.integer("storage.fish_icon", 0, 99)
        self.upgrade_instead = file.integer("storage.upgrade_instead", 0, 99)
        self.discard_fish = file.integer("storage.discard_fish", 0, 99)
        self.villages = [self._village(file, f"village.{side}.rows") for side in SIDES]
        self.shapes = [
            self._shape(file, f"shape.{shape}", cells)
            for shape, cells in zip(SHAPES, SHAPE_CELLS, strict=True)
        ]
        self.stacks = [
            size
            for shape in SHAPES
            for size in file.integers(f"stacks.{shape}", 1, len(TILES), STACKS_PER_SHAPE)
        ]
        self.tiles = [self._tile(file, path) for path in file.entries("tile", TILES)]
        for number, shape in enumerate(SHAPES):
            stacked = sum(self.stacks[stack] for stack in stacks_of(number))
            made = sum(1 for tile in self.tiles if tile.shape == number)
            if stacked != made:
                file.problem("length", f"stacks.{shape}", found=stacked, wanted=made)
        self.start_buildings = [
            self._icons(file, f"{path}.cells", 2)
            for path in file.entries("start_building", START_BUILDINGS)
        ]
        resources = file.entries("start_resources", START_RESOURCES)
        self.start_goods = [file.integers(f"{path}.goods", 0, 99, KINDS) for path in resources]
        self.start_fishing = [file.integer(f"{path}.fishing", 0, 1) for path in resources]
        crates = file.entries("crate", CRATES)
        self.crate_cost = [self._cost(file, f"{path}.cost") for path in crates]
        self.crate_points = [file.integer(f"{path}.points", 0, 99) for path in crates]
        each = ORDINARY_CRATES // len(QUAYS)
        self.crate_stack = file.integer("crates.stack", each, each)
        quays = file.entries("quay", QUAYS)
        self.quay_fish = [file.integer(f"{path}.fish", 0, 99) for path in quays]
        self.quay_upgrades = [file.integer(f"{path}.upgrades", 0, 9) for path in quays]
        self.quay_points = [file.integer(f"{path}.points", 0, 99) for path in quays]
        self.quay_fishing = [file.integer(f"{path}.fishing", 0, 9) for path in quays]
        self.track_cost = [
            GOODS.index(word)
            for track in TRACKS
            for word in file.word_list(f"track.{track}", GOODS[:FISH], TOP)
        ]
        self.track_points = file.integers("track.points", 0, 99, TOP + 1)
        self.craft_goods = file.integers("track.craft_1", 0, 99, KINDS)
        self.logistics_goods = file.integers("track.logistics_1", 0, 99, KINDS)
        self.small_cost = self._cost(file, "building.small")
        self.large_cost = self._cost(file, "building.large")
        self.wood_off = file.integer("building.wood_off", 0, MOST)
        self.foreman_fish = file.integer("ability.foreman_fish", 0, MOST)
        self.dory_fish = file.integer("ability.dory_fish", 0, MOST)
        self.pilot_fish = file.integer("ability.pilot_fish", 0, MOST)
        self.shipwright_fish = file.integer("ability.shipwright_fish", 0, 99)
        self.broker_fish = file.integer("ability.broker_fish", 0, 99)
        self.surveyor_basic = file.integer("ability.surveyor_basic", 0, MOST)
        self.surveyor_advanced = file.integer("ability.surveyor_advanced", 0, MOST)
        self.smokehouse_off = file.integer("ability.smokehouse_off", 0, self.upgrade_fish)
        self.score_large = file.integer("score_tile.large", 1, 99)
        self.score_small = file.integer("score_tile.small", 1, 99)
        self.score_rows = file.integer("score_tile.rows", 1, 99)
        self.score_crates = file.integer("score_tile.crates", 1, 99)
        self.score_best_quay = file.integer("score_tile.best_quay", 1, 99)
        self.score_tech = file.integer("score_tile.tech", 1, 99)
        self.score_actions = file.integer("score_tile.actions", 1, 99)
        self.score_tokens = file.integer("score_tile.tokens", 1, 99)
        self.score_people = file.integer("score_tile.people", 1, 99)
        self.now_points = file.integer("score_tile.now_points", 0, 99)
        self.now_fishing_points = file.integer("score_tile.now_fishing_points", 0, 99)
        self.now_fishing = file.integer("score_tile.now_fishing", 0, 9)
        self.zone_points = file.integers("fjord.points", 0, 99, ZONES + 1, "rising")
        self.token_stacks = [
            file.integers(f"fjord.type_{kind}", 0, 60, ZONES) for kind in (1, 2, 3)
        ]
        self.basic_spaces = file.integer("fjord.plain_spaces", 1, DOUBLE_SPACE)
        file.integer("fjord.double_spaces", 1, 1)
        tokens = file.entries("token", TOKENS)
        self.token_type = [file.integer(f"{path}.type", 1, 3) for path in tokens]
        self.token_count = [file.integer(f"{path}.count", 0, 60) for path in tokens]
        self.token_goods = [file.integers(f"{path}.goods", 0, 99, KINDS) for path in tokens]
        self.token_points = [file.integer(f"{path}.points", 0, 99) for path in tokens]
        for kind in (1, 2, 3):
            made = sum(
                count
                for count, type_ in zip(self.token_count, self.token_type, strict=True)
                if type_ == kind
            )
            stacked = sum(self.token_stacks[kind - 1])
            if stacked != made:
                file.problem("length", f"fjord.type_{kind}", found=stacked, wanted=made)
        self.white = file.integers("dice.white", 1, 12, 4)
        self.orange = [file.integers(f"dice.orange_{r}", 1, 12, 4) for r in (1, 2, 3)]
        for number, dice in enumerate([self.white, *self.orange]):
            if dice[0] > SOLO_DICE:
                path = f"dice.orange_{number}[0]" if number else "dice.white[0]"
                file.problem("range", path, value=dice[0], low=1, high=SOLO_DICE)
        for number in (1, 2):
            # Dice join from the round counter, none leaves
            for seat, (earlier, later) in enumerate(
                zip(self.orange[number - 1], self.orange[number], strict=True)
            ):
                if later < earlier:
                    path = f"dice.orange_{number + 1}[{seat}]"
                    file.problem("range", path, value=later, low=earlier, high=12)
        self.white_limit = file.integer("dice.white_limit", 1, MOST_WHITE)
        self.fish_per_point = file.integer("final.fish_per_point", 1, 99)
        self.set_points = file.integer("final.set_points", 0, 99)
        self.threshold = file.integer("solo.threshold", 1, 99)
        self.medals = file.integers("solo.medals", 0, 999, 5, "rising")
        file.finish()
        self.digest = file.digest()
        # Made of fish alone, or sold for fish
        self.crate_fish = [
            sum(wanted * (1 + self.upgrade_fish * TIER[kind]) for kind, wanted in enumerate(cost))
            for cost in self.crate_cost
        ]
        self.token_fish = [
            sum(count * self.sells_for[kind] for kind, count in enumerate(goods))
            for goods in self.token_goods
        ]

    def _icon(self, file: ComponentFile, path: str, word: str) -> int:
        if word in (".", SNOWFLAKE):
            return EMPTY
        if word in ICONS[1:]:
            return ICONS.index(word)
        if _is_walk(word):
            words = [walk.word for walk in self.walks]
            if word not in words:
                self.walks.append(Walk(word))
                return WALK + len(words)
            return WALK + words.index(word)
        file.problem("word", path, value=word[:80], allowed=", ".join(ICONS[1:]))
        return EMPTY

    def _icons(self, file: ComponentFile, path: str, count: int) -> list[int]:
        words = file.text(path).split()
        if len(words) != count:
            file.problem("length", path, found=len(words), wanted=count)
            return [EMPTY] * count
        icons = [self._icon(file, path, word) for word in words]
        for word in words:
            # A tile fills its cells
            if word in (".", SNOWFLAKE):
                file.problem("word", path, value=word, allowed=", ".join(ICONS[1:]))
        return icons

    def _village(self, file: ComponentFile, path: str) -> list[int]:
        rows = file.texts(path, SIDE)
        icons: list[int] = []
        for number, row in enumerate(rows):
            words = row.split()
            if len(words) != SIDE:
                file.problem("length", f"{path}[{number}]", found=len(words), wanted=SIDE)
                words = ["."] * SIDE
            for column, word in enumerate(words):
                # The starting building needs its four cells
                central = number * SIDE + column in SNOWFLAKE_CELLS
                if central != (word == SNOWFLAKE):
                    wanted = SNOWFLAKE if central else "."
                    file.problem("word", f"{path}[{number}]", value=word[:80], allowed=wanted)
            icons += [self._icon(file, f"{path}[{number}]", word) for word in words]
        if rows != [""] * SIDE:
            self._check_lines(file, path, icons)
        return icons

    def _check_lines(self, file: ComponentFile, path: str, icons: list[int]) -> None:
        """The starting building must not complete a line.  SF-1.23"""
        for kind, lines in (("column", LINES[:SIDE]), ("row", LINES[SIDE:])):
            for number, line in enumerate(lines):
                central = any(cell in SNOWFLAKE_CELLS for cell in line)
                rest = [cell for cell in line if cell not in SNOWFLAKE_CELLS]
                if central and all(icons[cell] != EMPTY for cell in rest):
                    why = Message("sf.components.full_line", path=path, line=_line(kind, number))
                    file.problems.append(why)

    def _shape(self, file: ComponentFile, path: str, cells: int) -> tuple[list[int], list[int]]:
        """Where the cells of a shape lie: apart from each other, side by side, from the corner."""
        down = file.integers(f"{path}.down", 0, cells - 1, cells)
        right = file.integers(f"{path}.right", 0, cells - 1, cells)
        places = list(zip(down, right, strict=True))
        joined = {places[0]}
        for _ in places:
            joined |= {p for p in places if any(_beside(p, other) for other in joined)}
        if len(set(places)) < cells or len(joined) < cells or min(down) or min(right):
            file.problems.append(Message("sf.components.shape", path=path, cells=cells))
        return down, right

    def _cost(self, file: ComponentFile, path: str) -> list[int]:
        cost = file.integers(path, 0, MOST, KINDS)
        if sum(cost[:FISH]) > MOST_CUBES:
            why = Message("sf.components.cost", path=path, found=sum(cost[:FISH]), most=MOST_CUBES)
            file.problems.append(why)
        return cost

    def _check_sales(self, file: ComponentFile) -> None:
        """Nothing may sell for more than the fish that make it, or fish come from nowhere."""
        for kind in range(FISH):
            most = 1 + TIER[kind] * self.upgrade_fish
            if self.sells_for[kind] > most:
                path = f"storage.sells_for[{kind}]"
                file.problems.append(
                    Message(
                        "sf.components.profit",
                        path=path,
                        good=Message(f"sf.room.{GOODS[kind]}"),
                        found=self.sells_for[kind],
                        most=most,
                    )
                )

    def _tile(self, file: ComponentFile, path: str) -> Tile:
        shape = SHAPES.index(file.word(f"{path}.shape", SHAPES))
        return Tile(shape, self._icons(file, f"{path}.cells", SHAPE_CELLS[shape]))


def _is_walk(word: str) -> bool:
    """Whether a word is a boardwalk: known rewards, each named once, effects in single figures."""
    if not _WALK.fullmatch(word):
        return False
    rewards = [(name, int(count)) for name, count in _REWARD.findall(word.removeprefix("walk_"))]
    names = [name for name, _ in rewards]
    return len(set(names)) == len(names) and all(
        name == "points" or name in GOODS or (name in _EFFECTS and count <= MOST_EFFECTS)
        for name, count in rewards
    )


def _beside(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def _line(kind: str, number: int) -> Message:
    return Message(f"sf.line.{kind}", number=number + 1)


def load(path: Path) -> Components:
    """The components of a file; raises BadComponents with every fault found."""
    return Components(ComponentFile.read(path))


def value_never_rises(box: Components) -> bool:
    """Whether no exchange raises what goods sell for, as with the figures of the box.

    Then a cost that would sell for more than a player has cannot be paid, without a search.
    """
    level = box.upgrade_fish - box.smokehouse_off
    worth = box.sells_for
    for good in range(KINDS):
        for other in range(KINDS):
            rise = worth[other] - worth[good]
            if rise > level * max(TIER[other] - TIER[good], 0):
                return False
    return True


class Layout:
    """The values one game needs, for its number of players and options. Never changes."""

    def __init__(self, box: Components, seats: int, options: dict[str, str]) -> None:
        self.seats = seats
        self.options = options
        self.box = box
        self.carts = options["carts"] == "true"
        self.stops_at_blocked = options["blocked_cells"] == "stop"
        self.converts = options["manual_conversions"] == "true"
        self.doubles_at_the_end = options["final_unload_x2"] == "true"
        self.solo = seats == 1
        self.white = box.white[seats - 1]
        self.orange = [row[seats - 1] for row in box.orange]
        self.sells_for = box.sells_for
        self.sale_order = sale_order(box.sells_for)
        self.small_cost = cost_of(box.small_cost)
        self.large_cost = cost_of(box.large_cost)
        self.crate_cost = [cost_of(cost) for cost in box.crate_cost]
        self.value_never_rises = value_never_rises(box)
        self.upgrade_fish = box.upgrade_fish
        self.shape_of = [tile.shape for tile in box.tiles]
        self.icons_of = [tile.icons for tile in box.tiles]
        self.placements: list[list[Placement]] = [
            placements(down, right) for down, right in box.shapes
        ]
        self.walk_goods = [walk.goods for walk in box.walks]
        self.walk_points = [walk.points for walk in box.walks]
        self.walk_upgrades = [walk.upgrades for walk in box.walks]
        self.walk_fishing = [walk.fishing for walk in box.walks]
        self.tiles_of = [
            [number for number, tile in enumerate(box.tiles) if tile.shape == shape]
            for shape in range(len(SHAPES))
        ]
        self.tokens_of = [
            [t for t, kind in enumerate(box.token_type) if kind == type_ + 1] for type_ in range(3)
        ]

    def village(self, side: int) -> list[int]:
        return self.box.villages[side][:]
