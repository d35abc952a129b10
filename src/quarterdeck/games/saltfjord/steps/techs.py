"""Technologies and what their spaces give.  SF-9, SF-14.9"""

from __future__ import annotations

from typing import ClassVar, Final

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
    FISH,
    FROM_SCORE_TILES,
    LOGISTICS,
    NO_TOKEN,
    SCORE_NOW_FISHING,
    SCORE_NOW_POINTS,
    SIDE,
    SURVEYOR,
    TOP,
    TRACK_COUNT,
)
from quarterdeck.games.saltfjord.obstacles import (
    CANNOT_PAY,
    CART_BARRED,
    cart_obstacle,
    explain,
    fish_instead,
    next_cost,
    tech_fish_obstacle,
    tech_obstacle,
)
from quarterdeck.games.saltfjord.paying import cube_cost, fish_cost
from quarterdeck.games.saltfjord.position import SaltfjordPosition, of_cart, on_track
from quarterdeck.games.saltfjord.steps.pay import pay
from quarterdeck.games.saltfjord.steps.rewards import wait_for
from quarterdeck.games.saltfjord.steps.telling import before, tell_changes
from quarterdeck.games.saltfjord.words import (
    ability_name,
    cell_name,
    good_name,
    token_name,
    track_name,
)
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.position import NOT_OFFERED, Phase, Step

# Row 1 and column 1 of a village.
EDGE: Final = [*range(SIDE), *range(SIDE, CELLS, SIDE)]


def add_techs(p: SaltfjordPosition, seat: int, codes: list[int]) -> None:
    for track in range(TRACK_COUNT):
        if tech_obstacle(p, seat, track) is None:
            codes.append(TECH_STEP.base + track)
    if p.owns(seat, SURVEYOR):
        for track in range(TRACK_COUNT):
            if tech_fish_obstacle(p, seat, track) is None:
                codes.append(TECH_FISH.base + track)


def why_no_tech(p: SaltfjordPosition, seat: int, code: int) -> Reason:
    by_fish = TECH_FISH.has(code)
    track = code - (TECH_FISH.base if by_fish else TECH_STEP.base)
    found = (tech_fish_obstacle if by_fish else tech_obstacle)(p, seat, track)
    if found is not CANNOT_PAY:
        return explain(found)
    kind = next_cost(p, seat, track)
    cost = good_name(FISH, fish_instead(p, kind)) if by_fish else good_name(kind)
    return found.reason(cost=cost)


def is_tech(code: int) -> bool:
    return TECH_STEP.base <= code < TECH_FISH.end


def gain_technology(p: SaltfjordPosition, seat: int, code: int) -> None:
    by_fish = TECH_FISH.has(code)
    track = code - (TECH_FISH.base if by_fish else TECH_STEP.base)
    kind = next_cost(p, seat, track)
    p.push(TechSpace(seat, track))
    pay(p, seat, fish_cost(fish_instead(p, kind)) if by_fish else cube_cost(kind))


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
        p.tech[on_track(seat, self.track)] += 1
        level = p.level(seat, self.track)
        if p.log is not None:
            track = track_name(self.track, p.table.carts)
            p.say(Message("sf.event.tech", seat=seat, track=track, level=level))
        earlier = before(p, seat)
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
        tell_changes(p, seat, earlier)


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
        if p.log is not None:
            p.say(Message("sf.event.doubled", seat=self.seat, token=token_name(p.table.box, token)))
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
        if position.log is not None:
            taken = ability_name(ability)
            position.say(Message("sf.event.ability_taken", seat=self.seat, ability=taken))


class SecondCart(Step[SaltfjordPosition]):
    """Where the second cart is put: row 1 or column 1.  SF-18.13"""

    def options(self, position: SaltfjordPosition) -> list[int]:
        p = position
        return [CART_CELL.base + cell for cell in EDGE if cart_obstacle(p, self.seat, cell) is None]

    def take(self, position: SaltfjordPosition, code: int) -> None:
        cell = CART_CELL.value(code)
        position.carts[of_cart(self.seat, 1)] = cell
        if position.log is not None:
            position.say(Message("sf.event.second_cart", seat=self.seat, cell=cell_name(cell)))

    def why_not(self, position: SaltfjordPosition, code: int) -> Reason:
        return CART_BARRED.reason() if CART_CELL.has(code) else NOT_OFFERED
