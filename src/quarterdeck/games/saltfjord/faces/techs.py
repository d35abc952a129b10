"""Which technology is gained, and what its space asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from quarterdeck.games.saltfjord.actions import (
    ABILITY,
    CART_CELL,
    LEAVE,
    REARRANGE,
    TECH_FISH,
    TECH_STEP,
)
from quarterdeck.games.saltfjord.faces.pay import price_words
from quarterdeck.games.saltfjord.names import ABILITIES, SCORE_TILES, TOKENS, TOP, TRACKS
from quarterdeck.games.saltfjord.obstacles import fish_instead, next_cost
from quarterdeck.games.saltfjord.paying import cube_cost
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.printed import ability_text, effect_text, printed_numbers
from quarterdeck.games.saltfjord.seen import effect_of
from quarterdeck.games.saltfjord.steps.techs import EDGE, AbilityChoice, Rearrange, SecondCart
from quarterdeck.games.saltfjord.things import space_thing, track_thing
from quarterdeck.games.saltfjord.words import (
    ability_name,
    cell_name,
    cell_spot,
    points_words,
    token_name,
    track_name,
)
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Argument, Message
from quarterdeck.kernel.position import Step

S = TypeVar("S", bound=Step[Any])


class TechFace(Face[SaltfjordPosition, S], Generic[S]):
    """A step that offers technologies."""

    @describes(TECH_STEP)
    def tech(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        track = TECH_STEP.value(code)
        if p.level(step.seat, track) >= TOP:
            return _describe_top(p, track)
        cost = price_words(p, step.seat, cube_cost(next_cost(p, step.seat, track)))
        said = Message("sf.choice.tech", **_next_space(p, step.seat, track), cost=cost)
        things = _next_things(p, step.seat, track)
        return Description(said, (f"track-{TRACKS[track]}",), things=things)

    @describes(TECH_FISH)
    def tech_fish(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        track = TECH_FISH.value(code)
        if p.level(step.seat, track) >= TOP:
            return _describe_top(p, track)
        said = Message("sf.choice.tech_fish", **_next_space(p, step.seat, track))
        cost = fish_instead(p, next_cost(p, step.seat, track))
        things = (*_next_things(p, step.seat, track), "ability-surveyor")
        return Description(said, (f"track-{TRACKS[track]}",), cost, things=things)


def _describe_top(p: SaltfjordPosition, track: int) -> Description:
    said = Message("sf.choice.tech.top", track=track_name(track, p.table.carts))
    return Description(said, (f"track-{TRACKS[track]}",), things=(track_thing(p, track),))


def _next_things(p: SaltfjordPosition, seat: int, track: int) -> tuple[str, str]:
    """The space above a marker, or the tile at the top; and its track."""
    level = p.level(seat, track) + 1
    space = space_thing(effect_of(p, track, level))
    if level == TOP:
        space = f"tile-{SCORE_TILES[p.score_tiles[track]]}"
    return space, track_thing(p, track)


def _next_space(p: SaltfjordPosition, seat: int, track: int) -> dict[str, Argument]:
    """The space above a marker, as message arguments."""
    level = p.level(seat, track) + 1
    return {
        "track": track_name(track, p.table.carts),
        "level": level,
        "effect": effect_text(printed_numbers(p.table.box), effect_of(p, track, level)),
    }


class RearrangeFace(Face[SaltfjordPosition, Rearrange]):
    step = Rearrange

    def prompt(self, p: SaltfjordPosition, step: Rearrange) -> Message:
        return Message("sf.prompt.rearrange")

    @describes(REARRANGE)
    def rearrange(self, p: SaltfjordPosition, step: Rearrange, code: int) -> Description:
        token = REARRANGE.value(code)
        said = Message("sf.choice.rearrange", token=token_name(p.table.box, token))
        id = TOKENS[token]
        effect = Message(
            "sf.effect.double", points=points_words(2 * p.table.box.token_points[token])
        )
        things = ("boat-double", f"token-{id}")
        return Description(said, (f"boat-{id}",), effect=effect, things=things)

    @describes(LEAVE)
    def leave(self, p: SaltfjordPosition, step: Rearrange, code: int) -> Description:
        effect = Message("sf.effect.leave")
        return Description(Message("sf.choice.leave"), effect=effect, things=("boat-double",))


class AbilityChoiceFace(Face[SaltfjordPosition, AbilityChoice]):
    step = AbilityChoice

    def prompt(self, p: SaltfjordPosition, step: AbilityChoice) -> Message:
        return Message("sf.prompt.ability")

    @describes(ABILITY)
    def ability(self, p: SaltfjordPosition, step: AbilityChoice, code: int) -> Description:
        ability = ABILITY.value(code)
        said = Message(
            "sf.choice.ability",
            ability=ability_name(ability),
            text=ability_text(printed_numbers(p.table.box), ABILITIES[ability]),
        )
        spot = f"ability-{ABILITIES[ability]}"
        return Description(said, (spot,), things=(spot,))


class SecondCartFace(Face[SaltfjordPosition, SecondCart]):
    step = SecondCart

    def prompt(self, p: SaltfjordPosition, step: SecondCart) -> Message:
        return Message("sf.prompt.second_cart")

    def expected(self, p: SaltfjordPosition, step: SecondCart) -> Sequence[int]:
        return [CART_CELL.base + cell for cell in EDGE]

    @describes(CART_CELL)
    def cell(self, p: SaltfjordPosition, step: SecondCart, code: int) -> Description:
        cell = CART_CELL.value(code)
        said = Message("sf.choice.cart_cell", cell=cell_name(cell))
        effect = Message("sf.effect.cart_cell")
        return Description(said, (cell_spot(cell),), effect=effect, things=("cart",))
