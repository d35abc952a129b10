"""Go fishing: where the boat goes, and what happens to the token it takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Generic, TypeVar

from quarterdeck.games.saltfjord import risks
from quarterdeck.games.saltfjord.actions import (
    ADVANCE,
    ADVANCE_ONLY,
    AGAIN,
    DECLINE,
    KEEP,
    RETURN,
    SLOT_DOUBLE,
    SLOT_PLAIN,
)
from quarterdeck.games.saltfjord.faces.free import OpenFace, describe_declining
from quarterdeck.games.saltfjord.names import DOUBLE_SPACE, KINDS, NO_TOKEN, TOKENS, ZONES
from quarterdeck.games.saltfjord.position import SaltfjordPosition, token_stack
from quarterdeck.games.saltfjord.seen import knows
from quarterdeck.games.saltfjord.steps.fishing import (
    DoryOffer,
    GoFishing,
    KeepToken,
    TokenSpace,
    looks_at_two,
)
from quarterdeck.games.saltfjord.words import gains, points_words, token_name, token_type
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Step

S = TypeVar("S", bound=Step[Any])
FISHING_CODES: Final = (*range(ADVANCE.base, ADVANCE.end), RETURN.base)


class FishingFace(Face[SaltfjordPosition, S], Generic[S]):
    """A step that offers a Go fishing action."""

    @describes(ADVANCE)
    def advance(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        kind = ADVANCE.value(code)
        zone = p.zones[step.seat] + 1
        if zone > ZONES:
            said = Message("sf.choice.advance.off", type=token_type(kind))
            return Description(said, things=(f"tokens-{kind}",))
        spots = (f"tokens-{zone}-{kind}",)
        stack = token_stack(zone, kind - 1)
        top = p.put_back[stack]
        looks = looks_at_two(p, step.seat, stack)
        effect = Message("sf.effect.advance.look" if looks else "sf.effect.advance")
        # The zone first: how far boats go is counted, with a token or without
        things: tuple[str, ...] = (f"zone-{zone}", f"tokens-{kind}")
        said = Message("sf.choice.advance", zone=zone, type=token_type(kind))
        if top != NO_TOKEN and knows(p, step.seat, stack):
            token = token_name(p.table.box, top)
            said = Message("sf.choice.advance.known", zone=zone, type=token_type(kind), token=token)
            things = (*things, f"token-{TOKENS[top]}")
        risk = risks.of_advancing(p, step.seat)
        return Description(said, spots, effect=effect, risk=risk, things=things)

    @describes(ADVANCE_ONLY)
    def advance_only(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        zone = p.zones[step.seat] + 1
        said, spot = Message("sf.choice.advance_only", zone=zone), f"zone-{zone}"
        effect = Message("sf.effect.advance_only")
        return Description(said, (spot,), effect=effect, things=(spot,))

    @describes(RETURN)
    def return_home(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        """What a return brings: zone and tokens together.  SF-11.9, SF-11.10"""
        box = p.table.box
        goods = [0] * KINDS
        points = box.zone_points[p.zones[step.seat]]
        for space, token in enumerate(p.boat_of(step.seat)):
            if token != NO_TOKEN:
                goods = [a + b for a, b in zip(goods, box.token_goods[token], strict=True)]
                points += box.token_points[token] * (2 if space == DOUBLE_SPACE else 1)
        said = Message("sf.choice.return", gains=gains(goods, points))
        effect = Message("sf.effect.return")
        return Description(said, ("harbour",), effect=effect, things=("harbour", "boat"))


class GoFishingFace(FishingFace[GoFishing]):
    step = GoFishing

    def prompt(self, p: SaltfjordPosition, step: GoFishing) -> Message:
        return Message("sf.prompt.fishing")

    def expected(self, p: SaltfjordPosition, step: GoFishing) -> Sequence[int]:
        return FISHING_CODES

    @describes(DECLINE)
    def decline(self, p: SaltfjordPosition, step: GoFishing, code: int) -> Description:
        return describe_declining()


class KeepTokenFace(Face[SaltfjordPosition, KeepToken]):
    step = KeepToken

    def prompt(self, p: SaltfjordPosition, step: KeepToken) -> Message:
        return Message("sf.prompt.keep")

    @describes(KEEP)
    def keep(self, p: SaltfjordPosition, step: KeepToken, code: int) -> Description:
        token = KEEP.value(code)
        said = Message("sf.choice.keep", token=token_name(p.table.box, token))
        id = TOKENS[token]
        effect = Message("sf.effect.keep")
        return Description(said, (f"look-{id}",), effect=effect, things=(f"token-{id}",))


class TokenSpaceFace(Face[SaltfjordPosition, TokenSpace]):
    step = TokenSpace

    def prompt(self, p: SaltfjordPosition, step: TokenSpace) -> Message:
        return Message("sf.prompt.token_space", token=token_name(p.table.box, step.token))

    @describes(SLOT_DOUBLE)
    def double(self, p: SaltfjordPosition, step: TokenSpace, code: int) -> Description:
        said = Message("sf.choice.double", token=token_name(p.table.box, step.token))
        points = 2 * p.table.box.token_points[step.token]
        effect = Message("sf.effect.double", points=points_words(points))
        return Description(said, ("boat-double",), effect=effect, things=("boat-double",))

    @describes(SLOT_PLAIN)
    def plain(self, p: SaltfjordPosition, step: TokenSpace, code: int) -> Description:
        said = Message("sf.choice.plain", token=token_name(p.table.box, step.token))
        effect = Message("sf.effect.plain")
        return Description(said, ("boat-plain",), effect=effect, things=("boat", "boat-double"))


class DoryOfferFace(OpenFace[DoryOffer]):
    step = DoryOffer

    def prompt(self, p: SaltfjordPosition, step: DoryOffer) -> Message:
        return Message("sf.prompt.dory")

    @describes(AGAIN)
    def again(self, p: SaltfjordPosition, step: DoryOffer, code: int) -> Description:
        cost, things = p.table.box.dory_fish, ("ability-dory",)
        return Description(Message("sf.choice.again"), cost=cost, things=things)
