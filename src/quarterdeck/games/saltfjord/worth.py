"""What a position promises a player: points so far, and what goods, boat and village still bring.

Everything is counted in points. Estimates shrink with the dice a player may still take; after the
last turn the worth of a position is its score.
"""

from __future__ import annotations

from math import exp
from typing import Final

from quarterdeck.games.saltfjord.cargo import crates, order_at_hand
from quarterdeck.games.saltfjord.catch import FishingPlan, boat, plan_fishing
from quarterdeck.games.saltfjord.goals import order_wish, special
from quarterdeck.games.saltfjord.names import (
    CARPENTRY,
    COLOUR_COUNT,
    FACES,
    KINDS,
    LOGISTICS,
    NOT_RETIRED,
    ROUNDS,
    SCORE_NOW_POINTS,
    TAVERNS,
    TOP,
    TRACK_COUNT,
)
from quarterdeck.games.saltfjord.outlook import Prices, find_prices, village_ahead, village_now
from quarterdeck.games.saltfjord.position import SaltfjordPosition, in_store, of_colour, on_tavern
from quarterdeck.games.saltfjord.scoring import cart_points, tile_worth

# Technologies to expect per die and per retirement
TECHS_PER_DIE: Final = 0.35
TECHS_RETIRING: Final = 0.2
# How steadily a track is climbed, and how far the hope of its top counts
STEADINESS: Final = 1.5
TOP_COUNTS: Final = 0.8
# A worker not used yet in this round, and in each round to come
WORKER: Final = 1.7
WORKER_AHEAD: Final = 2.0
# What an ability brings per die left, in the order of the tiles
ABILITY_PER_DIE: Final = [0.2, 0.15, 0.25, 0.2, 0.35, 0.15, 0.15, 0.2]
# The same for permanent technologies
CHEAP_BUILDINGS: Final = 0.1
ANY_QUAY: Final = 0.08
QUAY_AT_ONCE: Final = 0.3
# How much each score tile grows per die left
GROWTH: Final = [0.3, 0.4, 0.3, 0.4, 0.25, 0.35, 0.2, 0.5, 0.1]
GREAT_CATCH: Final = 4.0
# Lines are so far away from dice that nobody can take any more
NO_DIE_NEAR: Final = 6

# What the worth of a position is made of
PARTS: Final = ("goods", "crates", "order", "boat", "techs", "village", "others")


def dice_left(p: SaltfjordPosition, seat: int) -> list[int]:
    """White and orange dice a player may still take in this round, then in later rounds."""
    limit = p.table.box.white_limit
    white = orange = white_later = orange_later = 0
    if p.round and p.taverns[seat] == NOT_RETIRED:
        white = limit - p.dice_taken[of_colour(seat, 0)]
        orange = p.round - p.dice_taken[of_colour(seat, 1)]
    for later in range(p.round + 1, ROUNDS + 1):
        white_later += limit
        orange_later += later
    return [white, orange, white_later, orange_later]


class Worth:
    """Judges positions of one search, for one seat."""

    def __init__(self, p: SaltfjordPosition, seat: int) -> None:
        self.seat = seat
        self.table = p.table
        self._prices: dict[int, Prices] = {}
        self._catches: dict[int, FishingPlan] = {}
        self._ahead: dict[tuple[int, ...], float] = {}
        self._now: dict[tuple[int, ...], float] = {}
        self._far: dict[tuple[int, ...], list[int]] = {}
        # Tokens and special tiles do not change in a search
        self._root = p

    def prices(self, left: int) -> Prices:
        found = self._prices.get(left)
        if found is None:
            found = self._prices[left] = find_prices(self.table, left, self._root.special_tiles)
        return found

    def catch(self, left: int) -> FishingPlan:
        found = self._catches.get(left)
        if found is None:
            found = self._catches[left] = plan_fishing(self._root, left, self.prices(left))
        return found

    def dice_left(self, p: SaltfjordPosition) -> list[int]:
        """White and orange dice of this round, then of later rounds."""
        return dice_left(p, self.seat)

    def total(self, p: SaltfjordPosition) -> float:
        """The points this position lets hope for."""
        return self.tally(p)[-1]

    def tally(self, p: SaltfjordPosition) -> list[float]:
        """The same as it adds up, part by part (PARTS)."""
        seat = self.seat
        white, orange, white_ahead, orange_ahead = dice_left(p, seat)
        left = white + orange + white_ahead + orange_ahead
        prices = self.prices(left)
        retirings = ROUNDS - p.round + (1 if p.round and p.taverns[seat] == NOT_RETIRED else 0)
        found = float(p.scored(seat))
        for kind in range(KINDS):
            found += p.goods[in_store(seat, kind)] * prices.goods[kind]
        tally = [found]
        found += crates(p, seat, left, retirings, prices)
        tally.append(found)
        if left:
            found += order_at_hand(p, seat, retirings, prices, order_wish(p, seat))
        tally.append(found)
        found += boat(p, seat, left, retirings, self.catch(left))
        tally.append(found)
        found += self._techs(p, left, retirings)
        tally.append(found)
        if left:
            found += self._village(p, white, orange, white_ahead, orange_ahead, prices)
        tally.append(found)
        if p.round and p.taverns[seat] == NOT_RETIRED:
            found += WORKER * p.workers[seat]
        if self.table.carts:
            found += cart_points(p, seat)
        for tile in p.special_tiles:
            found += special(p, seat, tile, left)
        tally.append(found)
        return tally

    # Technologies

    def _techs(self, p: SaltfjordPosition, left: int, retirings: int) -> float:
        seat = self.seat
        box = self.table.box
        levels = p.levels(seat)
        rounds = ROUNDS - p.round
        steps = TECHS_PER_DIE * left + TECHS_RETIRING * retirings
        found = 0.0
        for track in range(TRACK_COUNT):
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
        icons = p.village(seat)
        key = (white + white_ahead, orange + orange_ahead, *icons)
        found = self._ahead.get(key)
        if found is None:
            found = village_ahead(icons, prices, white_ahead, orange_ahead)
            self._ahead[key] = found
        if white + orange:
            pieces = p.pieces_in(seat)
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
            for colour in range(COLOUR_COUNT):
                if self.table.solo:
                    dice = [
                        p.solo_dice[on_tavern(tavern, colour)] for tavern in range(len(TAVERNS))
                    ]
                    faces = [face - 1 for face in dice if face]
                else:
                    faces = [face for face in range(FACES) if p.pool[colour * FACES + face]]
                for line in range(FACES):
                    nearest = NO_DIE_NEAR
                    for face in faces:
                        nearest = min(nearest, abs(face - line))
                    found.append(nearest)
            self._far[key] = found
        return found


def reaching(steps: int, expected: float) -> float:
    """How likely a track is climbed, so many steps, with so many technologies to expect."""
    if not steps:
        return 1.0
    return TOP_COUNTS * float((1 - exp(-expected / (STEADINESS * steps))) ** steps)
