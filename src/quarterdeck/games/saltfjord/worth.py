"""What a position promises a player: points so far, and what goods, boat and village still bring.

Everything is counted in points. Estimates shrink with the dice a player may still take; after the
last turn the worth of a position is its score.
"""

from __future__ import annotations

from math import exp
from typing import Final

from quarterdeck.games.saltfjord.catch import Catch
from quarterdeck.games.saltfjord.names import (
    BOAT_SPACES,
    CARPENTRY,
    CELLS,
    CRAFT,
    DOUBLE_SPACE,
    EMPTY,
    FACES,
    FISHING,
    FISHING_OR_BUILD,
    FISHING_TRACK,
    KINDS,
    LOGISTICS,
    NO_CRATE,
    NO_TOKEN,
    NOT_RETIRED,
    ROUNDS,
    SIDE,
    SCORE_NOW_POINTS,
    SOURCE_COUNT,
    TAVERNS,
    TIER,
    TOP,
)
from quarterdeck.games.saltfjord.outlook import (
    COMPLETION,
    Prices,
    room_for,
    village_ahead,
    village_now,
)
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.scoring import cart_points, tile_worth

# Go fishing actions to expect: per retirement, and per die for each fishing building
FISHINGS_RETIRING: Final = 0.7
FISHINGS_PER_DIE: Final = 0.17
FISHINGS_AT_MOST: Final = 0.6
# Technologies to expect per die and per retirement
TECHS_PER_DIE: Final = 0.35
TECHS_RETIRING: Final = 0.2
STEADINESS: Final = 1.5
TOP_COUNTS: Final = 0.8
WORKER: Final = 1.7
WORKER_AHEAD: Final = 2.0
SET_PROGRESS: Final = 0.6
# An order that can be paid counts in part already, and less with every fish that is missing
ORDER_AT_HAND: Final = 0.35
FISH_MISSING: Final = 7.0
# What an ability brings per die left, in the order of the tiles
ABILITY_PER_DIE: Final = [0.2, 0.15, 0.25, 0.2, 0.35, 0.15, 0.15, 0.2]
CHEAP_BUILDINGS: Final = 0.1
ANY_QUAY: Final = 0.08
QUAY_AT_ONCE: Final = 0.3
# How much each score tile grows per die left
GROWTH: Final = [0.3, 0.4, 0.3, 0.4, 0.25, 0.35, 0.2, 0.5, 0.1]
GREAT_CATCH: Final = 4.0
# Solo: what it is worth to win, per special tile
SPECIAL: Final = 60.0
ROOM: Final = 0.7
HALF_WAY: Final = 0.5
NO_DIE_NEAR: Final = 6


class Worth:
    """Judges positions of one search, for one seat."""

    def __init__(self, p: SaltfjordPosition, seat: int) -> None:
        self.seat = seat
        self.table = p.table
        self._prices: dict[int, Prices] = {}
        self._catches: dict[int, Catch] = {}
        self._ahead: dict[tuple[int, ...], float] = {}
        self._now: dict[tuple[int, ...], float] = {}
        self._far: dict[tuple[int, ...], list[int]] = {}
        self._root = p

    def prices(self, left: int) -> Prices:
        found = self._prices.get(left)
        if found is None:
            found = self._prices[left] = Prices(self.table, left, self._root.special_tiles)
        return found

    def catch(self, left: int) -> Catch:
        found = self._catches.get(left)
        if found is None:
            found = self._catches[left] = Catch(self._root, self.prices(left).goods)
        return found

    def dice_left(self, p: SaltfjordPosition) -> list[int]:
        """White and orange dice of this round, then of later rounds."""
        limit = self.table.box.white_limit
        left = [0, 0, 0, 0]
        if p.round and p.taverns[self.seat] == NOT_RETIRED:
            left[0] = limit - p.dice_taken[self.seat * 2]
            left[1] = p.round - p.dice_taken[self.seat * 2 + 1]
        for later in range(p.round + 1, ROUNDS + 1):
            left[2] += limit
            left[3] += later
        return left

    def total(self, p: SaltfjordPosition) -> float:
        """The points this position lets hope for."""
        seat = self.seat
        white, orange, white_ahead, orange_ahead = self.dice_left(p)
        left = white + orange + white_ahead + orange_ahead
        prices = self.prices(left)
        retirings = ROUNDS - p.round + (1 if p.round and p.taverns[seat] == NOT_RETIRED else 0)
        found = float(sum(p.points[seat * SOURCE_COUNT : seat * SOURCE_COUNT + SOURCE_COUNT]))
        for kind in range(KINDS):
            found += p.goods[seat * KINDS + kind] * prices.goods[kind]
        found += self._crates(p, left, retirings, prices)
        if left and ORDER_AT_HAND:
            found += ORDER_AT_HAND * self._order_at_hand(p, retirings, prices)
        found += self._boat(p, left, retirings)
        found += self._techs(p, left, retirings)
        if left:
            found += self._village(p, white, orange, white_ahead, orange_ahead, prices)
        if p.round and p.taverns[seat] == NOT_RETIRED:
            found += WORKER * p.workers[seat]
        if self.table.carts:
            found += cart_points(p, seat)
        for tile in p.special_tiles:
            found += self._special(p, tile, left)
        return found

    # Crates

    def _crates(self, p: SaltfjordPosition, left: int, retirings: int, prices: Prices) -> float:
        first = self.seat * 4
        box = self.table.box
        found = 0.0
        for place, points in zip(p.crate_places, box.crate_points, strict=True):
            if first <= place < first + 4:
                found += points
        quays = p.quays[first : first + 4]
        least = min(quays)
        found += box.set_points * least
        for quay in range(4):
            if quays[quay]:
                found += quays[quay] * retirings * self.quay(quay, prices)
                if quays[quay] > least:
                    found += SET_PROGRESS * min(1.0, left / 5)
        return found

    def quay(self, quay: int, prices: Prices) -> float:
        """What a crate at a quay gives each time, but for the fishing."""
        box = self.table.box
        return (
            box.quay_fish[quay] * prices.fish
            + box.quay_upgrades[quay] * prices.upgrade
            + box.quay_points[quay]
        )

    def _order_at_hand(self, p: SaltfjordPosition, retirings: int, prices: Prices) -> float:
        """What the best order would bring, as far as it can be paid."""
        seat = self.seat
        box = self.table.box
        goods = p.goods[seat * KINDS : seat * KINDS + KINDS]
        wealth = sum(goods[kind] * box.sells_for[kind] for kind in range(KINDS))
        best = 0.0
        for quay, crate in enumerate(p.market):
            if crate == NO_CRATE:
                continue
            gain = box.crate_points[crate] + retirings * (
                self.quay(quay, prices) + box.quay_fishing[quay] * prices.fishing
            )
            missing = -wealth
            for kind, wanted in enumerate(box.crate_cost[crate]):
                if wanted:
                    gain -= wanted * prices.goods[kind]
                    here = min(wanted, goods[kind])
                    missing += here * box.sells_for[kind]
                    missing += (wanted - here) * (1 + box.upgrade_fish * TIER[kind])
            if missing > 0:
                gain *= 1 - missing / FISH_MISSING
            best = max(best, gain)
        return best

    # Boat

    def _boat(self, p: SaltfjordPosition, left: int, retirings: int) -> float:
        seat = self.seat
        box = self.table.box
        catch = self.catch(left)
        icons = p.icons[seat * CELLS : seat * CELLS + CELLS]
        places = icons.count(FISHING) + 0.7 * icons.count(FISHING_OR_BUILD)
        fishings = left * min(FISHINGS_AT_MOST, FISHINGS_PER_DIE * places)
        fishings += retirings * FISHINGS_RETIRING
        for quay in range(4):
            fishings += retirings * box.quay_fishing[quay] * p.quays[seat * 4 + quay]
        upgraded = p.boat_is_upgraded(seat)
        found = catch.promise(p.level(seat, FISHING_TRACK), upgraded, p.zones[seat], fishings)
        for space in range(BOAT_SPACES):
            token = p.boat[seat * BOAT_SPACES + space]
            if token != NO_TOKEN:
                found += catch.token[token]
        if upgraded and fishings:
            token = p.boat[seat * BOAT_SPACES + DOUBLE_SPACE]
            if token != NO_TOKEN:
                # The promise of a return counts a usual token as doubled
                usual = catch.doubled[p.token_types(seat) - 1]
                found += (box.token_points[token] - usual) * min(1.0, fishings)
            elif p.zones[seat] == 0:
                pass
        return found

    # Technologies

    def _techs(self, p: SaltfjordPosition, left: int, retirings: int) -> float:
        seat = self.seat
        box = self.table.box
        levels = p.tech[seat * 4 : seat * 4 + 4]
        rounds = ROUNDS - p.round
        steps = TECHS_PER_DIE * left + TECHS_RETIRING * retirings
        found = 0.0
        for track in range(4):
            level = levels[track]
            found += box.track_points[level]
            found += self.top(p, track, left) * reaching(TOP - level, steps)
        found += (p.workers_owned(seat) - 1) * rounds * WORKER_AHEAD
        abilities = p.abilities[seat]
        for ability, worth in enumerate(ABILITY_PER_DIE):
            if abilities >> ability & 1:
                found += worth * left
        if levels[CARPENTRY] >= 3:
            found += CHEAP_BUILDINGS * left
        if not self.table.carts:
            if levels[LOGISTICS] >= 2:
                found += ANY_QUAY * left
            if levels[LOGISTICS] >= 3:
                found += QUAY_AT_ONCE * left
        return found

    def top(self, p: SaltfjordPosition, track: int, left: int) -> float:
        """What the score tile of a track is worth for one who gets there."""
        tile = p.score_tiles[track]
        box = self.table.box
        if tile < SCORE_NOW_POINTS:
            return tile_worth(p, self.seat, tile) + GROWTH[tile] * left
        if p.level(self.seat, track) == TOP:
            return 0.0
        if tile == SCORE_NOW_POINTS:
            return float(box.now_points)
        return box.now_fishing_points + GREAT_CATCH

    # Village

    def _village(
        self,
        p: SaltfjordPosition,
        white: int,
        orange: int,
        white_ahead: int,
        orange_ahead: int,
        prices: Prices,
    ) -> float:
        seat = self.seat
        icons = p.icons[seat * CELLS : seat * CELLS + CELLS]
        key = (white + white_ahead, orange + orange_ahead, *icons)
        found = self._ahead.get(key)
        if found is None:
            found = village_ahead(icons, prices, white_ahead, orange_ahead)
            self._ahead[key] = found
        if white + orange:
            pieces = p.pieces[seat * CELLS : seat * CELLS + CELLS]
            pool = p.solo_dice if self.table.solo else p.pool
            key = (white, orange, *icons, *pieces, *pool)
            now = self._now.get(key)
            if now is None:
                now = village_now(icons, pieces, prices, white, orange, self.far(p))
                self._now[key] = now
            found += now
        return found

    def far(self, p: SaltfjordPosition) -> list[int]:
        """How far each line is from the nearest die that lies there."""
        key = tuple(p.solo_dice if self.table.solo else p.pool)
        found = self._far.get(key)
        if found is None:
            found = []
            for colour in range(2):
                if self.table.solo:
                    dice = [p.solo_dice[tavern * 2 + colour] for tavern in range(len(TAVERNS))]
                    faces = [face - 1 for face in dice if face]
                else:
                    faces = [face for face in range(FACES) if p.pool[colour * FACES + face]]
                for line in range(FACES):
                    far = [abs(face - line) for face in faces]
                    found.append(min(far) if far else NO_DIE_NEAR)
            self._far[key] = found
        return found

    # Solo

    def _special(self, p: SaltfjordPosition, tile: int, left: int) -> float:
        """A special tile counts, and must come to its threshold."""
        now = tile_worth(p, self.seat, tile)
        counted = now if self.table.options["solo_special_scoring"] == "counted" else 0
        soon = now + (self._prospect(p, tile, now) if left else 0.0)
        return counted + SPECIAL * min(1.0, soon / self.table.box.threshold)

    def _prospect(self, p: SaltfjordPosition, tile: int, now: int) -> float:
        """What half-done work will add to a special tile."""
        seat = self.seat
        box = self.table.box
        missing = max(0, box.threshold - now)
        icons = p.icons[seat * CELLS : seat * CELLS + CELLS]
        if tile in (0, 1):
            points = box.score_small if tile else box.score_large
            rooms = min(room_for(icons, 2 if tile else 3), -(-missing // points))
            return ROOM * points * rooms
        if tile == 2:
            rows = [icons[row : row + SIDE].count(EMPTY) for row in range(0, CELLS, SIDE)]
            return box.score_rows * sum(COMPLETION[count] for count in rows)
        if tile == 8:
            levels = p.tech[seat * 4 : seat * 4 + 4]
            return HALF_WAY * box.score_people * ((levels[CRAFT] == 1) + (levels[CARPENTRY] == 1))
        return 0.0


def reaching(steps: int, expected: float) -> float:
    """How likely a track is climbed, so many steps, with so many technologies to expect."""
    if not steps:
        return 1.0
    return TOP_COUNTS * float((1 - exp(-expected / (STEADINESS * steps))) ** steps)
