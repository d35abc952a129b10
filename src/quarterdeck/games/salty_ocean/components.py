"""Loads and checks components.toml once into lists of ints.

`Components` is the file; `Layout` is what one game in progress needs of it: the values for this
number of players and these options, flat and ready for the rules to index.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from quarterdeck.games.salty_ocean.names import (
    BUILDINGS,
    BUREAU,
    COLOURS,
    FIERTE,
    GOOD_COUNT,
    GOODS,
    HOTEL,
    PHARE,
    SHIPS,
    SPACE_NUMBERS,
    TILES,
    TURNS,
)
from quarterdeck.kernel.componentfile import ComponentFile

MOST_BARRELS: Final = 63
LARGEST_SHIP: Final = 15
MOST_SALT_MADE: Final = 15  # by one Saline in one turn
# What a tile says, as numbers: a change for each good, storm, pirates, poor fishing
WEATHER_SIZE: Final = GOOD_COUNT + 3
LEAST_LAST_COST: Final = 5
SEAS: Final = ("calm", "storm")
EXTRAS: Final = ("none", "pirates", "poor_fishing")
PRICE_TABLES: Final = ("five_rows", "seven_rows")
VALUED: Final = ("bureau_des_finances", "vitraux", "gros_horloge", "saint_maclou", "fierte")


class EventTile:
    """One event tile."""

    def __init__(self, change: list[int], storm: int, extra: str) -> None:
        self.change = change
        self.storm = storm
        self.pirates = 1 if extra == "pirates" else 0
        self.poor_fishing = 1 if extra == "poor_fishing" else 0


class PriceTable:
    """The price columns, dearest row first, and the row (from 0) where the counters start."""

    def __init__(self, columns: list[list[int]], start: int) -> None:
        self.columns = columns
        self.start = start


class Components:
    """Everything in the box, checked."""

    def __init__(self, file: ComponentFile) -> None:
        file.integer("format", 1, 1)
        file.words("box.colours", COLOURS)
        file.words("box.goods", GOODS)
        file.integer("box.turns", TURNS, TURNS)
        self.price_tables = {name: _price_table(file, name) for name in PRICE_TABLES}
        self.first_cost = file.integer("cost_track.first", 0, 99)
        # Actions that stay cheap, or sales that pay for them, would let a turn go on for ever
        self.last_cost = file.integer("cost_track.last", max(self.first_cost, LEAST_LAST_COST), 99)
        self.events = [_event(file, path) for path in file.entries("event", TILES)]
        self.storm_damage = file.integer("weather.storm_damage", 0, LARGEST_SHIP)
        self.pirate_damage = file.integer("weather.pirate_damage", 0, LARGEST_SHIP)
        self.poor_fishing_salt = file.integer("weather.poor_fishing_salt", 0, LARGEST_SHIP)
        ships = file.entries("ship", SHIPS)
        self.capacity = [file.integer(f"{s}.capacity", 1, LARGEST_SHIP) for s in ships]
        self.start_salt = [
            file.integer(f"{s}.start_salt", 0, room)
            for s, room in zip(ships, self.capacity, strict=True)
        ]
        self.academy_fee = [file.integer(f"{s}.academy_fee", 0, 22) for s in ships]
        self.shipyard_fee = [file.integer(f"{s}.shipyard_fee", 0, 22) for s in ships]
        self.academy_share = [
            file.integer(f"{s}.academy_share_of_two", 0, fee // 2)
            for s, fee in zip(ships, self.academy_fee, strict=True)
        ]
        self.shipyard_share = [
            file.integer(f"{s}.shipyard_share_of_two", 0, fee // 2)
            for s, fee in zip(ships, self.shipyard_fee, strict=True)
        ]
        self.saline = file.integers("tracks.saline", 0, MOST_SALT_MADE, 4, "rising")
        self.depot = file.integers("tracks.depot", 1, 33, 3, "rising")
        self.cathedral = file.integers("tracks.notre_dame", 0, 999, 9, "rising")
        self.cathedral_limits = file.integers("tracks.notre_dame_limits", 0, 4, 9)
        self.vitraux_step = file.integer("tracks.vitraux_step", 0, 8)
        self.min_players = [
            file.integers(f"building.{b}.min_players", 2, 4, None, "falling") for b in BUILDINGS
        ]
        for building, minima in zip(BUILDINGS, self.min_players, strict=True):
            if len(minima) >= SPACE_NUMBERS:
                path = f"building.{building}.min_players"
                file.problem("length", path, found=len(minima), wanted=SPACE_NUMBERS - 1)
            if 2 not in minima:
                file.problem("no_space", f"building.{building}.min_players")
        self.values: list[list[int]] = []
        for number, building in enumerate(BUILDINGS):
            count = len(self.min_players[number])
            most = 2 if number == FIERTE else self.last_cost if number == BUREAU else 99
            if building in VALUED:
                self.values.append(file.integers(f"building.{building}.values", 0, most, count))
            else:
                self.values.append([0] * count)
        halls = len(self.min_players[HOTEL])
        self.hall_bonus = file.integers("building.hotel_de_ville.bonus", 0, 99, halls)
        self.hall_per = file.integers("building.hotel_de_ville.per", 1, 99, halls)
        self.starting_coins = file.integers("money.starting_coins", 0, 99, 4)
        self.lowest = file.integer("money.lowest_balance", -999, 0)
        self.limit = file.integer("money.limit", 0, 999)
        self.limit_with_bank = file.integer("money.limit_with_bank", self.limit, 999)
        self.per_interest_bank = file.integer("money.coins_per_interest_bank", 1, 999)
        self.per_interest_vault = file.integer("money.coins_per_interest_vault", 1, 999)
        self.inn_rent = file.integer("money.inn_rent", 0, 99)
        self.inn_rent_per_guest = file.integer("money.inn_rent_per_guest", 0, 99)
        self.lighthouse_per_ship = file.integer("money.lighthouse_per_ship", 0, 99)
        self.overdraft_interest = file.integer("money.overdraft_interest", 0, 99)
        self.lot = file.integer("money.lot", 1, MOST_BARRELS)
        self.rows_per_lot = file.integer("money.rows_per_lot", 1, 9)
        self.rows_per_lot_two = file.integer("money.rows_per_lot_two_players", 1, 9)
        self.least_salt_price = file.integer("money.least_salt_price", 0, 99)
        if sum(self.capacity) + max(self.depot) > MOST_BARRELS:
            file.problem("too_much_room", "ship / tracks.depot", most=MOST_BARRELS)
        file.finish()
        self.digest = file.digest()


def _price_table(file: ComponentFile, name: str) -> PriceTable:
    path = f"price_table.{name}"
    rows = len(file.integers(f"{path}.salt", 0, 99))
    columns = [file.integers(f"{path}.{good}", 0, 99, rows, "falling") for good in GOODS]
    return PriceTable(columns, file.integer(f"{path}.start_row", 1, rows) - 1)


def _event(file: ComponentFile, path: str) -> EventTile:
    change = file.integers(f"{path}.change", -9, 9, len(GOODS))
    storm = 1 if file.word(f"{path}.sea", SEAS) == "storm" else 0
    return EventTile(change, storm, file.word(f"{path}.extra", EXTRAS))


def load(path: Path) -> Components:
    """The components of a file; raises BadComponents with every fault found."""
    return Components(ComponentFile.read(path))


class Layout:
    """The values one game needs, for its number of players and options. Never changes."""

    def __init__(self, box: Components, seats: int, options: dict[str, str]) -> None:
        self.seats = seats
        self.options = options
        # SO-13.1: no cod with two players
        self.goods = 2 if seats == 2 else 3
        prices = box.price_tables[options["price_table"]]
        self.rows = len(prices.columns[0])
        self.start_row = prices.start
        self.price = [cell for column in prices.columns for cell in column]
        self.first_cost = box.first_cost
        self.last_cost = box.last_cost
        self.change = [event.change for event in box.events]
        self.storm = [event.storm for event in box.events]
        self.pirates = [event.pirates for event in box.events]
        self.poor_fishing = [event.poor_fishing for event in box.events]
        # The same tile by tile, without goods that are not in play; and all tiles added up
        unused = [0] * (GOOD_COUNT - self.goods)
        self.weather = [
            [*tile.change[: self.goods], *unused, tile.storm, tile.pirates, tile.poor_fishing]
            for tile in box.events
        ]
        self.all_weather = [sum(column) for column in zip(*self.weather, strict=True)]
        self.storm_damage = box.storm_damage
        self.pirate_damage = box.pirate_damage
        self.poor_fishing_salt = box.poor_fishing_salt
        self.capacity = box.capacity
        self.start_salt = box.start_salt
        self.academy_fee = box.academy_fee
        self.shipyard_fee = box.shipyard_fee
        self.academy_share = box.academy_share
        self.shipyard_share = box.shipyard_share
        self.saline = box.saline
        self.depot = box.depot
        self.cathedral = box.cathedral
        self.cathedral_limit = [limit or seats for limit in box.cathedral_limits]
        self.vitraux_step = box.vitraux_step
        # SO-13.3 to SO-13.9: the spaces in use are `spaces` consecutive ones from `first_space`
        self.first_space: list[int] = []
        self.spaces: list[int] = []
        self.value: list[int] = []
        for building, minima in enumerate(box.min_players):
            used = sum(1 for least in minima if least <= seats)
            if building == PHARE and seats == 3 and options["phare_slots_3p"] == "2":
                used = min(used, 2)
            best_first = options["ranked_slots"] == "best_first"
            self.spaces.append(used)
            self.first_space.append(1 if best_first else len(minima) - used + 1)
            values = box.values[building]
            self.value += [0, *values] + [0] * (SPACE_NUMBERS - 1 - len(values))
        self.hall_bonus = [0, *box.hall_bonus]
        self.hall_per = [1, *box.hall_per]
        self.starting_coins = box.starting_coins
        self.lowest = box.lowest
        self.limit = box.limit
        self.limit_with_bank = box.limit_with_bank
        self.per_interest_bank = box.per_interest_bank
        self.per_interest_vault = box.per_interest_vault
        self.inn_rent = box.inn_rent
        self.inn_rent_per_guest = box.inn_rent_per_guest
        self.lighthouse_per_ship = box.lighthouse_per_ship
        self.overdraft_interest = box.overdraft_interest
        self.lot = box.lot
        self.rows_per_lot = box.rows_per_lot_two if seats == 2 else box.rows_per_lot
        self.falls_per_sale = seats == 2 and options["two_player_drop"] == "per_sale"
        self.least_salt_price = box.least_salt_price
        self.any_cathedral_serves = options["vitraux_requirement"] == "any"
        self.ends_by_round = options["phase_end"] == "full_round"
