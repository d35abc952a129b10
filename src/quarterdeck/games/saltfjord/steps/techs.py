"""Technologies and what their spaces give.  SF-9, SF-14.9"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.saltfjord.actions import (
    ABILITY,
    CART_CELL,
    LEAVE,
    REARRANGE,
    TECH_FISH,
    TECH_STEP,
)
from quarterdeck.games.saltfjord.names import (
    ABILITIES,
    BOAT_SPACES,
    CARPENTRY,
    CELLS,
    CRAFT,
    DOUBLE_SPACE,
    FROM_SCORE_TILES,
    GOLD,
    LOGISTICS,
    NO_TOKEN,
    NOTHING,
    SCORE_NOW_FISHING,
    SCORE_NOW_POINTS,
    SIDE,
    SURVEYOR,
    TIER,
    TOP,
)
from quarterdeck.games.saltfjord.paying import fish_cost
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.pay import pay
from quarterdeck.games.saltfjord.steps.rewards import wait_for
from quarterdeck.kernel.position import Phase, Step


def next_cost(p: SaltfjordPosition, seat: int, track: int) -> int:
    """The kind of goods the next space costs; the marker must not be at the top.  SF-9.1"""
    return p.table.box.track_cost[track * TOP + p.level(seat, track)]


def fish_instead(p: SaltfjordPosition, kind: int) -> int:
    """What Surveyor asks instead of a cube."""
    return p.table.box.surveyor_basic if TIER[kind] == 1 else p.table.box.surveyor_advanced


def add_techs(p: SaltfjordPosition, seat: int, codes: list[int]) -> None:
    for track in range(4):
        if p.level(seat, track) < TOP and p.can_pay(seat, 1 << 3 * next_cost(p, seat, track)):
            codes.append(TECH_STEP.base + track)
    if p.owns(seat, SURVEYOR):
        for track in range(4):
            if p.level(seat, track) < TOP:
                kind = next_cost(p, seat, track)
                if kind != GOLD and p.can_pay_fish(seat, fish_instead(p, kind)):
                    codes.append(TECH_FISH.base + track)


def is_tech(code: int) -> bool:
    return TECH_STEP.base <= code < TECH_FISH.end


def gain_technology(p: SaltfjordPosition, seat: int, code: int) -> None:
    by_fish = TECH_FISH.has(code)
    track = code - (TECH_FISH.base if by_fish else TECH_STEP.base)
    kind = next_cost(p, seat, track)
    p.push(TechSpace(seat, track))
    pay(p, seat, fish_cost(fish_instead(p, kind)) if by_fish else 1 << 3 * kind)


class TechSpace(Phase[SaltfjordPosition]):
    """The marker moves up and its space takes effect.  SF-9.2 to SF-9.12"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner", "track")

    def __init__(self, owner: int, track: int) -> None:
        super().__init__()
        self.owner = owner
        self.track = track

    def run(self, position: SaltfjordPosition) -> None:
        p = position
        seat = self.owner
        p.tech[seat * 4 + self.track] += 1
        level = p.tech[seat * 4 + self.track]
        if level == TOP:
            arrive_at_top(p, seat, p.score_tiles[self.track])
        elif self.track == CRAFT:
            if level == 1:
                p.gain_all(seat, p.table.box.craft_goods)
            else:
                p.workers[seat] += 1
        elif self.track == CARPENTRY:
            if level == 1:
                p.push(Rearrange(seat))
            elif level == 2:
                p.push(AbilityChoice(seat))
        elif self.track == LOGISTICS and level == 1:
            if p.table.carts:
                p.push(SecondCart(seat))
            else:
                p.gain_all(seat, p.table.box.logistics_goods)


def arrive_at_top(p: SaltfjordPosition, seat: int, tile: int) -> None:
    """Immediate score tiles.  SF-9.12, SF-17.10, SF-17.11"""
    box = p.table.box
    if tile == SCORE_NOW_POINTS:
        p.score(seat, FROM_SCORE_TILES, box.now_points)
    elif tile == SCORE_NOW_FISHING:
        p.score(seat, FROM_SCORE_TILES, box.now_fishing_points)
        wait_for(p, seat, 0, box.now_fishing)


class Rearrange(Step[SaltfjordPosition]):
    """The boat tile is turned over: one token may go to the x2 space.  SF-9.6"""

    def options(self, position: SaltfjordPosition) -> list[int]:
        p = position
        first = self.seat * BOAT_SPACES
        worth: list[int] = []
        for space in range(DOUBLE_SPACE):
            token = p.boat[first + space]
            if token != NO_TOKEN and p.table.box.token_points[token]:
                worth.append(REARRANGE.base + token)
        return [*sorted(set(worth)), LEAVE.base]

    def take(self, position: SaltfjordPosition, code: int) -> None:
        if code == LEAVE.base:
            return
        p = position
        first = self.seat * BOAT_SPACES
        token = REARRANGE.value(code)
        for space in range(DOUBLE_SPACE):
            if p.boat[first + space] == token:
                p.boat[first + space] = NO_TOKEN
                break
        p.boat[first + DOUBLE_SPACE] = token


class AbilityChoice(Step[SaltfjordPosition]):
    """One of the ability tiles on the board.  SF-9.7"""

    def options(self, position: SaltfjordPosition) -> list[int]:
        left = position.board_abilities
        return [ABILITY.base + a for a in range(len(ABILITIES)) if left >> a & 1]

    def take(self, position: SaltfjordPosition, code: int) -> None:
        ability = ABILITY.value(code)
        position.board_abilities &= ~(1 << ability)
        position.abilities[self.seat] |= 1 << ability


class SecondCart(Step[SaltfjordPosition]):
    """Where the second cart is put: row 1 or column 1.  SF-18.13"""

    def options(self, position: SaltfjordPosition) -> list[int]:
        p = position
        edge = [*range(SIDE), *range(SIDE, CELLS, SIDE)]
        return [CART_CELL.base + cell for cell in edge if cart_may_stand(p, self.seat, cell)]

    def take(self, position: SaltfjordPosition, code: int) -> None:
        position.carts[self.seat * 2 + 1] = CART_CELL.value(code)


def cart_may_stand(p: SaltfjordPosition, seat: int, cell: int) -> bool:
    """SF-18.5"""
    taken = cell in (p.carts[seat * 2], p.carts[seat * 2 + 1])
    return p.pieces[seat * CELLS + cell] == NOTHING and not taken
