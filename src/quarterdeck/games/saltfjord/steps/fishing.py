"""Go fishing: advance and take a token, or return and unload.  SF-11"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.saltfjord.actions import (
    ADVANCE,
    ADVANCE_ONLY,
    AGAIN,
    DECLINE,
    KEEP,
    LOOK,
    NO,
    RETURN,
    SLOT_DOUBLE,
    SLOT_PLAIN,
    TOKEN,
)
from quarterdeck.games.saltfjord.names import (
    BOAT_SPACES,
    DORY,
    DOUBLE_SPACE,
    FISHING_TRACK,
    FROM_TOKENS,
    FROM_ZONES,
    NO_TOKEN,
    TOKEN_COUNT,
    TOKEN_TYPES,
)
from quarterdeck.games.saltfjord.obstacles import (
    advance_obstacle,
    advance_only_obstacle,
    explain,
    return_obstacle,
)
from quarterdeck.games.saltfjord.paying import fish_cost
from quarterdeck.games.saltfjord.position import SaltfjordPosition, on_boat
from quarterdeck.games.saltfjord.steps.free import OpenStep
from quarterdeck.games.saltfjord.steps.pay import pay
from quarterdeck.games.saltfjord.steps.telling import before, tell_changes
from quarterdeck.games.saltfjord.words import ability_name, token_name, token_type
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.position import NOT_OFFERED, ChanceStep, Phase, Step


def add_fishing(p: SaltfjordPosition, seat: int, codes: list[int]) -> None:
    """SF-11.1 to SF-11.4, SF-11.7, SF-11.12"""
    for kind in range(TOKEN_TYPES):
        if advance_obstacle(p, seat, kind) is None:
            codes.append(ADVANCE.base + kind)
    if advance_only_obstacle(p, seat) is None:
        codes.append(ADVANCE_ONLY.base)
    if return_obstacle(p, seat) is None:
        codes.append(RETURN.base)


def why_no_fishing(p: SaltfjordPosition, seat: int, code: int) -> Reason:
    if ADVANCE.has(code):
        found = advance_obstacle(p, seat, code - ADVANCE.base)
        return explain(found, type=token_type(ADVANCE.value(code)))
    if code == RETURN.base:
        return explain(return_obstacle(p, seat))
    return explain(advance_only_obstacle(p, seat))


def is_fishing(code: int) -> bool:
    return ADVANCE.base <= code <= RETURN.base


def go_fishing(p: SaltfjordPosition, seat: int, code: int) -> None:
    """Carry out a Go fishing action; Dory may follow.  SF-14.6"""
    if p.ready(seat, DORY):
        p.push(AfterFishing(seat))
    if code == RETURN.base:
        return_home(p, seat)
        return
    p.zones[seat] += 1
    if p.log is not None:
        p.say(Message("sf.event.advanced", seat=seat, zone=p.zones[seat]))
    if ADVANCE.has(code):
        take_token(p, seat, (p.zones[seat] - 1) * TOKEN_TYPES + code - ADVANCE.base)


class GoFishing(Step[SaltfjordPosition]):
    """A Go fishing action on its own.  SF-11.1"""

    def options(self, position: SaltfjordPosition) -> list[int]:
        codes: list[int] = []
        add_fishing(position, self.seat, codes)
        codes.append(DECLINE.base)
        return codes

    def take(self, position: SaltfjordPosition, code: int) -> None:
        if code != DECLINE.base:
            go_fishing(position, self.seat, code)

    def why_not(self, position: SaltfjordPosition, code: int) -> Reason:
        return why_no_fishing(position, self.seat, code) if is_fishing(code) else NOT_OFFERED


def return_home(p: SaltfjordPosition, seat: int) -> None:
    """SF-11.9 to SF-11.11"""
    box = p.table.box
    earlier = before(p, seat)
    if p.log is not None:
        p.say(Message("sf.event.returned", seat=seat, zone=p.zones[seat]))
    p.score(seat, FROM_ZONES, box.zone_points[p.zones[seat]])
    p.zones[seat] = 0
    for space in range(BOAT_SPACES):
        token = p.boat[on_boat(seat, space)]
        if token != NO_TOKEN:
            points = box.token_points[token]
            p.score(seat, FROM_TOKENS, 2 * points if space == DOUBLE_SPACE else points)
            p.gain_all(seat, box.token_goods[token])
            p.boat[on_boat(seat, space)] = NO_TOKEN
    tell_changes(p, seat, earlier)


# Tokens


def take_token(p: SaltfjordPosition, seat: int, stack: int) -> None:
    """SF-11.5, SF-11.6"""
    if looks_at_two(p, seat, stack):
        p.push(LookAtTwo(seat, stack))
    elif p.put_back[stack] != NO_TOKEN:
        token = p.put_back[stack]
        p.put_back[stack] = NO_TOKEN
        forget(p, stack)
        p.reveal()
        lay_token(p, seat, stack, token)
    else:
        p.push(DrawToken(seat, stack))


def looks_at_two(p: SaltfjordPosition, seat: int, stack: int) -> bool:
    """SF-11.5, SF-11.6"""
    return p.level(seat, FISHING_TRACK) > 0 and p.token_left[stack] > 1


def forget(p: SaltfjordPosition, stack: int) -> None:
    """Nobody knows the top token of a stack any more."""
    for seat in range(p.seats):
        p.known[seat] &= ~(1 << stack)


class DrawToken(ChanceStep[SaltfjordPosition]):
    """The top token of a stack that nobody has seen.  SF-11.5"""

    FIELDS: ClassVar[tuple[str, ...]] = ("fisher", "stack")

    def __init__(self, fisher: int, stack: int) -> None:
        super().__init__()
        self.fisher = fisher
        self.stack = stack

    def weighted(self, position: SaltfjordPosition) -> list[tuple[int, int]]:
        p = position
        return [
            (TOKEN.base + token, p.unseen_tokens[token])
            for token in p.table.tokens_of[self.stack % TOKEN_TYPES]
            if p.unseen_tokens[token]
        ]

    def take(self, position: SaltfjordPosition, code: int) -> None:
        p = position
        token = TOKEN.value(code)
        p.unseen_tokens[token] -= 1
        lay_token(p, self.fisher, self.stack, token)


class LookAtTwo(ChanceStep[SaltfjordPosition]):
    """The top two tokens of a stack, seen by the fisher only.  SF-11.5"""

    FIELDS: ClassVar[tuple[str, ...]] = ("fisher", "stack")

    def __init__(self, fisher: int, stack: int) -> None:
        super().__init__()
        self.fisher = fisher
        self.stack = stack

    def audience(self) -> int:
        return self.fisher

    def weighted(self, position: SaltfjordPosition) -> list[tuple[int, int]]:
        p = position
        kinds = p.table.tokens_of[self.stack % TOKEN_TYPES]
        unseen = p.unseen_tokens
        top = p.put_back[self.stack]
        pairs: list[tuple[int, int]] = []
        if top != NO_TOKEN:
            for other in kinds:
                if unseen[other]:
                    pairs.append((LOOK.base + top * TOKEN_COUNT + other, unseen[other]))
            return pairs
        for number, one in enumerate(kinds):
            if unseen[one] > 1:
                weight = unseen[one] * (unseen[one] - 1)
                pairs.append((LOOK.base + one * TOKEN_COUNT + one, weight))
            for other in kinds[number + 1 :]:
                if unseen[one] and unseen[other]:
                    weight = 2 * unseen[one] * unseen[other]
                    pairs.append((LOOK.base + one * TOKEN_COUNT + other, weight))
        return pairs

    def take(self, position: SaltfjordPosition, code: int) -> None:
        p = position
        one, other = divmod(code - LOOK.base, TOKEN_COUNT)
        if p.put_back[self.stack] == NO_TOKEN:
            p.unseen_tokens[one] -= 1
        p.unseen_tokens[other] -= 1
        if p.log is not None:
            first, second = token_name(p.table.box, one), token_name(p.table.box, other)
            seen = Message("sf.event.looked", seat=self.fisher, first=first, second=second)
            p.say(seen, self.fisher)
        p.push(KeepToken(self.fisher, self.stack, one, other))


class KeepToken(Step[SaltfjordPosition]):
    """Which of two tokens is kept; the other goes back on top, unseen.  SF-11.5

    Asked for equal tokens too: otherwise everybody could tell from the missing question what was
    put back.
    """

    ALWAYS_ASKS: ClassVar[bool] = True
    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "stack", "one", "other")

    def __init__(self, seat: int, stack: int, one: int, other: int) -> None:
        super().__init__(seat)
        self.stack = stack
        self.one = one
        self.other = other

    def options(self, position: SaltfjordPosition) -> list[int]:
        if self.one == self.other:
            return [KEEP.base + self.one]
        low, high = min(self.one, self.other), max(self.one, self.other)
        return [KEEP.base + low, KEEP.base + high]

    def take(self, position: SaltfjordPosition, code: int) -> None:
        p = position
        kept = KEEP.value(code)
        if kept == p.put_back[self.stack]:
            # Whoever knew the top token cannot tell what lies there now
            forget(p, self.stack)
        p.put_back[self.stack] = self.other if kept == self.one else self.one
        p.known[self.seat] |= 1 << self.stack
        p.reveal()
        if p.log is not None:
            p.say(Message("sf.event.put_back", seat=self.seat))
        lay_token(p, self.seat, self.stack, kept)


def sees_top(p: SaltfjordPosition, viewer: int | None, stack: int) -> bool:
    """Whether this viewer knows the token put back on a stack, or is just looking at it."""
    if viewer is None:
        return False
    looking = any(
        isinstance(step, KeepToken) and step.seat == viewer and step.stack == stack
        for step in p.stack
    )
    return looking or bool(p.known[viewer] >> stack & 1)


def lay_token(p: SaltfjordPosition, seat: int, stack: int, token: int) -> None:
    """SF-11.8, SF-11.15"""
    p.token_left[stack] -= 1
    if p.log is not None:
        p.say(Message("sf.event.token", seat=seat, token=token_name(p.table.box, token)))
    p.caught[seat] += 1
    first = seat * BOAT_SPACES
    plain = any(p.boat[first + space] == NO_TOKEN for space in range(DOUBLE_SPACE))
    double = p.boat_is_upgraded(seat) and p.boat[first + DOUBLE_SPACE] == NO_TOKEN
    if plain and double and p.table.box.token_points[token]:
        p.push(TokenSpace(seat, token))
    else:
        put_on_board(p, seat, token, double and not plain)


def put_on_board(p: SaltfjordPosition, seat: int, token: int, double: bool) -> None:
    first = seat * BOAT_SPACES
    space = DOUBLE_SPACE
    if not double:
        space = next(s for s in range(DOUBLE_SPACE) if p.boat[first + s] == NO_TOKEN)
    p.boat[first + space] = token


class TokenSpace(Step[SaltfjordPosition]):
    """The x2 space or a plain one.  SF-11.8"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "token")

    def __init__(self, seat: int, token: int) -> None:
        super().__init__(seat)
        self.token = token

    def options(self, position: SaltfjordPosition) -> list[int]:
        return [SLOT_DOUBLE.base, SLOT_PLAIN.base]

    def take(self, position: SaltfjordPosition, code: int) -> None:
        if position.log is not None and code == SLOT_DOUBLE.base:
            token = token_name(position.table.box, self.token)
            position.say(Message("sf.event.doubled", seat=self.seat, token=token))
        put_on_board(position, self.seat, self.token, code == SLOT_DOUBLE.base)


# Dory


class AfterFishing(Phase[SaltfjordPosition]):
    """Whether Dory can be offered now.  SF-14.6"""

    FIELDS: ClassVar[tuple[str, ...]] = ("fisher",)

    def __init__(self, fisher: int) -> None:
        super().__init__()
        self.fisher = fisher

    def run(self, position: SaltfjordPosition) -> None:
        if can_go_again(position, self.fisher):
            position.push(DoryOffer(self.fisher))


def can_go_again(p: SaltfjordPosition, seat: int) -> bool:
    """Whether Dory is unused this turn and can be paid.  SF-14.6"""
    return p.ready(seat, DORY) and p.can_pay_fish(seat, p.table.box.dory_fish)


class DoryOffer(OpenStep):
    """One more Go fishing action for fish.  SF-14.6"""

    def options(self, position: SaltfjordPosition) -> list[int]:
        # Asked again after a worker who took the last fish or used Dory: nothing to offer
        if not can_go_again(position, self.seat):
            return [NO.base]
        codes = [AGAIN.base, NO.base]
        self.add_free(position, codes)
        return codes

    def take(self, position: SaltfjordPosition, code: int) -> None:
        if self.take_free(position, code) or code == NO.base:
            return
        if position.log is not None:
            position.say(Message("sf.event.ability", seat=self.seat, ability=ability_name(DORY)))
        position.use(DORY)
        position.push(GoFishing(self.seat))
        pay(position, self.seat, fish_cost(position.table.box.dory_fish))
