"""What a boat may still bring home: expected tokens, zones and returns."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.saltfjord.names import (
    BOAT_SPACES,
    DOUBLE_SPACE,
    FISHING,
    FISHING_OR_BUILD,
    FISHING_TRACK,
    KINDS,
    NO_TOKEN,
    QUAY_COUNT,
    TOKEN_TYPES,
    TOP,
    ZONES,
)
from quarterdeck.games.saltfjord.outlook import Prices
from quarterdeck.games.saltfjord.position import SaltfjordPosition, at_quay, on_boat, token_stack

MOST_FISHINGS: Final = 16
# Go fishing actions to expect: per retirement, and per die for each fishing building
FISHINGS_RETIRING: Final = 0.7
FISHINGS_PER_DIE: Final = 0.17
FISHINGS_AT_MOST: Final = 0.6
OTHER_USE: Final = 0.7
# How far the better tokens of the next level of the track count already
CLIMBING: Final = 0.5
DICE_TO_CLIMB: Final = 8
# Of two tokens one keeps the better; the better of a few is the one that is doubled
PICK: Final = 0.6
BEST_OF_MANY: Final = 1.3


class FishingPlan:
    """The best use of a number of Go fishing actions, from each zone."""

    def __init__(self, p: SaltfjordPosition, goods: list[float]) -> None:
        self.table = p.table
        self.token_left = p.token_left[:]
        box = p.table.box
        self.token = [
            _token_worth(box.token_points[token], box.token_goods[token], goods)
            for token in range(len(box.token_points))
        ]
        # By type: the worth of any token, of the better of two, and the points to double
        self.any_token = [0.0] * TOKEN_TYPES
        self.better = [0.0] * TOKEN_TYPES
        self.doubled = [0.0] * TOKEN_TYPES
        for kind in range(TOKEN_TYPES):
            tokens = p.table.tokens_of[kind]
            count = sum(p.unseen_tokens[token] for token in tokens)
            if not count:
                continue
            mean = sum(p.unseen_tokens[t] * self.token[t] for t in tokens) / count
            spread = sum(p.unseen_tokens[t] * abs(self.token[t] - mean) for t in tokens) / count
            points = sum(p.unseen_tokens[t] * box.token_points[t] for t in tokens) / count
            self.any_token[kind] = mean
            self.better[kind] = mean + PICK * spread
            self.doubled[kind] = points * BEST_OF_MANY
        self._tables: dict[tuple[int, bool], list[list[float]]] = {}

    def promise(self, level: int, upgraded: bool, zone: int, fishings: float) -> float:
        """Points to hope for from so many Go fishing actions, which need not be whole."""
        key = (level, upgraded)
        table = self._tables.get(key)
        if table is None:
            table = self._table(level, upgraded)
            self._tables[key] = table
        fishings = min(fishings, MOST_FISHINGS - 0.01)
        whole = int(fishings)
        part = fishings - whole
        return table[whole][zone] * (1 - part) + table[whole + 1][zone] * part

    def _table(self, level: int, upgraded: bool) -> list[list[float]]:
        zone_points = self.table.box.zone_points
        types = 1 if level < 2 else min(level, TOKEN_TYPES)
        by_type = self.better if level else self.any_token
        token = [0.0] * (ZONES + 1)
        double = 0.0
        for zone in range(1, ZONES + 1):
            for kind in range(types):
                if self.token_left[token_stack(zone, kind)]:
                    token[zone] = max(token[zone], by_type[kind])
                    double = max(double, self.doubled[kind])
        farthest = ZONES if upgraded else self.table.box.basic_spaces
        table = [[0.0] * (ZONES + 1)]
        for left in range(1, MOST_FISHINGS + 1):
            before = table[left - 1]
            row = [0.0] * (ZONES + 1)
            for zone in range(ZONES + 1):
                found = before[zone]
                if zone < farthest:
                    found = max(found, token[zone + 1] + before[zone + 1])
                if zone:
                    home = zone_points[zone] + (double if upgraded else 0.0)
                    found = max(found, home + before[0])
                row[zone] = found
            table.append(row)
        return table


def plan_fishing(p: SaltfjordPosition, left: int, prices: Prices) -> FishingPlan:
    """The plan with so many dice left. Plans are kept: positions of a game share most of them."""
    key = (id(p.table), left, *p.special_tiles, *p.unseen_tokens, *p.token_left)
    found = _PLANS.get(key)
    if found is None:
        if len(_PLANS) >= MOST_PLANS:
            _PLANS.clear()
        found = _PLANS[key] = FishingPlan(p, prices.goods)
    return found


# A plan holds on to its table, so nothing else gets the id in a key
_PLANS: Final[dict[tuple[int, ...], FishingPlan]] = {}
MOST_PLANS: Final = 500


def _token_worth(points: int, goods: list[int], prices: list[float]) -> float:
    # The compiler takes an int plus a `sum` of floats for an int
    worth = float(points)
    for kind in range(KINDS):
        worth += goods[kind] * prices[kind]
    return worth


def fishings_ahead(p: SaltfjordPosition, seat: int, left: int, retirings: int) -> float:
    """About how many Go fishing actions a player still has."""
    icons = p.village(seat)
    places = icons.count(FISHING) + OTHER_USE * icons.count(FISHING_OR_BUILD)
    found = left * min(FISHINGS_AT_MOST, FISHINGS_PER_DIE * places)
    found += retirings * FISHINGS_RETIRING
    for quay in range(QUAY_COUNT):
        found += retirings * p.table.box.quay_fishing[quay] * p.quays[at_quay(seat, quay)]
    return found


def boat(p: SaltfjordPosition, seat: int, left: int, retirings: int, catch: FishingPlan) -> float:
    """What is on board, and what fishing will bring."""
    fishings = fishings_ahead(p, seat, left, retirings)
    upgraded = p.boat_is_upgraded(seat)
    level = p.level(seat, FISHING_TRACK)
    zone = p.zones[seat]
    hope = catch.promise(level, upgraded, zone, fishings)
    found = hope
    coming = CLIMBING * min(1.0, left / DICE_TO_CLIMB)
    for higher in range(level + 1, TOP):
        better = catch.promise(higher, upgraded, zone, fishings)
        found += coming * (better - hope)
        hope = better
        coming *= CLIMBING
    for space in range(BOAT_SPACES):
        token = p.boat[on_boat(seat, space)]
        if token != NO_TOKEN:
            found += catch.token[token]
    doubled = p.boat[on_boat(seat, DOUBLE_SPACE)]
    if doubled != NO_TOKEN:
        # The promise of a return counts a usual token as doubled
        usual = catch.doubled[p.token_types(seat) - 1]
        found += (p.table.box.token_points[doubled] - usual) * min(1.0, fishings)
    return found
