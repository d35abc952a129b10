"""Go fishing: where the boat goes, and what happens to the token it takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Generic, TypeVar

from quarterdeck.games.saltfjord.actions import (
    ADVANCE,
    ADVANCE_ONLY,
    AGAIN,
    KEEP,
    RETURN,
    SLOT_DOUBLE,
    SLOT_PLAIN,
)
from quarterdeck.games.saltfjord.faces.free import OpenFace
from quarterdeck.games.saltfjord.names import DOUBLE_SPACE, KINDS, NO_TOKEN, TOKENS, ZONES
from quarterdeck.games.saltfjord.position import SaltfjordPosition, token_stack
from quarterdeck.games.saltfjord.seen import knows
from quarterdeck.games.saltfjord.steps.fishing import DoryOffer, GoFishing, KeepToken, TokenSpace
from quarterdeck.games.saltfjord.words import gains, token_name, token_type
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
            return Description(Message("sf.choice.advance.off", type=token_type(kind)))
        spots = (f"tokens-{zone}-{kind}",)
        stack = token_stack(zone, kind - 1)
        top = p.put_back[stack]
        if top == NO_TOKEN or not knows(p, step.seat, stack):
            return Description(
                Message("sf.choice.advance", zone=zone, type=token_type(kind)), spots
            )
        token = token_name(p.table.box, top)
        said = Message("sf.choice.advance.known", zone=zone, type=token_type(kind), token=token)
        return Description(said, spots)

    @describes(ADVANCE_ONLY)
    def advance_only(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        zone = p.zones[step.seat] + 1
        return Description(Message("sf.choice.advance_only", zone=zone), (f"zone-{zone}",))

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
        return Description(Message("sf.choice.return", gains=gains(goods, points)), ("harbour",))


class GoFishingFace(FishingFace[GoFishing]):
    step = GoFishing

    def prompt(self, p: SaltfjordPosition, step: GoFishing) -> Message:
        return Message("sf.prompt.fishing")

    def expected(self, p: SaltfjordPosition, step: GoFishing) -> Sequence[int]:
        return FISHING_CODES


class KeepTokenFace(Face[SaltfjordPosition, KeepToken]):
    step = KeepToken

    def prompt(self, p: SaltfjordPosition, step: KeepToken) -> Message:
        return Message("sf.prompt.keep")

    @describes(KEEP)
    def keep(self, p: SaltfjordPosition, step: KeepToken, code: int) -> Description:
        token = KEEP.value(code)
        said = Message("sf.choice.keep", token=token_name(p.table.box, token))
        return Description(said, (f"look-{TOKENS[token]}",))


class TokenSpaceFace(Face[SaltfjordPosition, TokenSpace]):
    step = TokenSpace

    def prompt(self, p: SaltfjordPosition, step: TokenSpace) -> Message:
        return Message("sf.prompt.token_space", token=token_name(p.table.box, step.token))

    @describes(SLOT_DOUBLE)
    def double(self, p: SaltfjordPosition, step: TokenSpace, code: int) -> Description:
        said = Message("sf.choice.double", token=token_name(p.table.box, step.token))
        return Description(said, ("boat-double",))

    @describes(SLOT_PLAIN)
    def plain(self, p: SaltfjordPosition, step: TokenSpace, code: int) -> Description:
        said = Message("sf.choice.plain", token=token_name(p.table.box, step.token))
        return Description(said, ("boat-plain",))


class DoryOfferFace(OpenFace[DoryOffer]):
    step = DoryOffer

    def prompt(self, p: SaltfjordPosition, step: DoryOffer) -> Message:
        return Message("sf.prompt.dory")

    @describes(AGAIN)
    def again(self, p: SaltfjordPosition, step: DoryOffer, code: int) -> Description:
        return Description(Message("sf.choice.again"), cost=p.table.box.dory_fish)
