"""Choices as people meet them: labels, board spots, questions, and what is closed."""

from __future__ import annotations

from quarterdeck.games.saltfjord.actions import (
    ABILITY,
    ACTIVATE,
    ADVANCE,
    ADVANCE_ONLY,
    AGAIN,
    BARTER_CUBE,
    BUILD,
    BUILD_LARGE,
    CART,
    CART_CELL,
    DECLINE,
    DEGRADE,
    DIE,
    DISCARD,
    END_TURN,
    GAIN_FISH,
    GO_ON,
    KEEP,
    LEAVE,
    LINE,
    NO,
    ORDER_FROM,
    PAID_UPGRADE,
    PAY,
    PAY_PART,
    PLACE,
    QUAY,
    REARRANGE,
    REPEAT,
    RETIRE,
    RETURN,
    SELL,
    SELL_AND_UPGRADE,
    SET,
    SLOT_DOUBLE,
    SLOT_PLAIN,
    SMOKE,
    SPACE,
    TAVERN_DIE,
    TECH_FISH,
    TECH_STEP,
    UPGRADE_CUBE,
    WORKER,
)
from quarterdeck.games.saltfjord.labels import face
from quarterdeck.games.saltfjord.names import (
    BUILD_SINGLE,
    BUILD_SMALL,
    CELLS,
    DOMINO,
    FACES,
    FISHING,
    FISHING_OR_BUILD,
    KINDS,
    ORDER,
    ORDER_OR_TECH,
    SIDE,
    SINGLE,
    SURVEYOR,
    TECH,
)
from quarterdeck.games.saltfjord.paying import asked
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.activation import ActionChoice, ForemanOffer, UpgradeChoice
from quarterdeck.games.saltfjord.steps.building import PlaceTile
from quarterdeck.games.saltfjord.steps.closing import TurnEnd
from quarterdeck.games.saltfjord.steps.fishing import (
    DoryOffer,
    GoFishing,
    KeepToken,
    TokenSpace,
)
from quarterdeck.games.saltfjord.steps.orders import QuayChoice
from quarterdeck.games.saltfjord.steps.pay import Pay
from quarterdeck.games.saltfjord.steps.rewards import PendingReward
from quarterdeck.games.saltfjord.steps.setup import ChooseSet, PlaceStartBuilding
from quarterdeck.games.saltfjord.steps.sweep import (
    NOT_BEGUN,
    CartStep,
    NextBuilding,
)
from quarterdeck.games.saltfjord.steps.techs import AbilityChoice, Rearrange, SecondCart
from quarterdeck.games.saltfjord.steps.turn import DieUse, MainAction, QuayWindow
from quarterdeck.games.saltfjord.village import LINES
from quarterdeck.games.saltfjord.words import (
    cell_name,
    cost_words,
    die_name,
    gains,
    icon_name,
    line_name,
    quay_name,
    tile_name,
    token_name,
)
from quarterdeck.kernel.faces import Choice
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Step

RULES = {
    SET: "SF-1.14",
    DIE: "SF-4.1",
    TAVERN_DIE: "SF-19.5",
    BUILD_LARGE: "SF-5.1",
    RETIRE: "SF-6.1",
    LINE: "SF-4.5",
    DISCARD: "SF-4.15",
    CART: "SF-18.4",
    ACTIVATE: "SF-4.8",
    GAIN_FISH: "SF-2.5",
    UPGRADE_CUBE: "SF-2.4",
    SELL_AND_UPGRADE: "SF-7.4",
    ORDER_FROM: "SF-8.1",
    TECH_STEP: "SF-9.1",
    TECH_FISH: "SF-14.9",
    BUILD: "SF-10.1",
    ADVANCE: "SF-11.2",
    ADVANCE_ONLY: "SF-11.7",
    RETURN: "SF-11.9",
    DECLINE: "SF-7.6",
    PAY: "SF-13.7",
    PAY_PART: "SF-13.7",
    PLACE: "SF-10.3",
    QUAY: "SF-8.3",
    KEEP: "SF-11.5",
    SLOT_DOUBLE: "SF-11.8",
    SLOT_PLAIN: "SF-11.8",
    REARRANGE: "SF-9.6",
    LEAVE: "SF-9.6",
    ABILITY: "SF-9.7",
    CART_CELL: "SF-18.13",
    REPEAT: "SF-14.5",
    AGAIN: "SF-14.6",
    NO: "SF-7.6",
    GO_ON: "SF-6.5",
    WORKER: "SF-12.2",
    SELL: "SF-2.10",
    PAID_UPGRADE: "SF-2.6",
    DEGRADE: "SF-2.8",
    BARTER_CUBE: "SF-12.9",
    SMOKE: "SF-12.9",
    END_TURN: "SF-3.8",
}
GROUPS = {
    SET: "start",
    DIE: "dice",
    TAVERN_DIE: "dice",
    BUILD_LARGE: "build",
    BUILD: "build",
    PLACE: "build",
    RETIRE: "retire",
    LINE: "line",
    DISCARD: "line",
    CART: "carts",
    CART_CELL: "carts",
    ACTIVATE: "activate",
    GAIN_FISH: "upgrade",
    UPGRADE_CUBE: "upgrade",
    SELL_AND_UPGRADE: "upgrade",
    ORDER_FROM: "orders",
    QUAY: "orders",
    TECH_STEP: "tech",
    TECH_FISH: "tech",
    ABILITY: "tech",
    ADVANCE: "fishing",
    ADVANCE_ONLY: "fishing",
    RETURN: "fishing",
    KEEP: "fishing",
    SLOT_DOUBLE: "fishing",
    SLOT_PLAIN: "fishing",
    REARRANGE: "fishing",
    LEAVE: "fishing",
    PAY: "pay",
    PAY_PART: "pay",
    WORKER: "workers",
    SELL: "exchange",
    PAID_UPGRADE: "exchange",
    DEGRADE: "exchange",
    BARTER_CUBE: "exchange",
    SMOKE: "exchange",
}


def describe(p: SaltfjordPosition, seat: int, code: int) -> Choice:
    """A choice of the present step, open or not, with all a reader or a board needs."""
    family = SPACE.family_of(code)
    label, spots, cost = face(p, seat, code)
    group = Message(f"sf.group.{GROUPS.get(family, 'other')}")
    return Choice(code, family.notation(code), label, group, RULES[family], cost, spots)


# What is closed


def expected(p: SaltfjordPosition, seat: int) -> list[int]:
    """What a player might look for now, open or not."""
    step = p.step_of(seat)
    if isinstance(step, ChooseSet):
        return [SET.at(number) for number in range(1, 5)]
    if isinstance(step, MainAction):
        dice = [DIE.base + n for n in range(2 * FACES) if p.pool[n]]
        dice += [TAVERN_DIE.base + n for n, face in enumerate(p.solo_dice) if face]
        return [
            *dice,
            *range(BUILD_LARGE.base, BUILD_LARGE.end),
            *range(RETIRE.base, RETIRE.end),
        ]
    if isinstance(step, DieUse):
        return list(range(LINE.base, LINE.end))
    if isinstance(step, NextBuilding):
        buildings = [cell for cell in LINES[step.line] if p.is_building(seat, cell)]
        return [*(ACTIVATE.base + cell for cell in buildings), END_TURN.base]
    if isinstance(step, ActionChoice):
        return _actions(p, seat, step.icon)
    if isinstance(step, PendingReward):
        return _fishing() if step.fishing else []
    if isinstance(step, GoFishing):
        return _fishing()
    if isinstance(step, SecondCart):
        edge = [*range(SIDE), *range(SIDE, CELLS, SIDE)]
        return [CART_CELL.base + cell for cell in edge]
    return []


def _actions(p: SaltfjordPosition, seat: int, icon: int) -> list[int]:
    codes: list[int] = []
    if icon in (ORDER, ORDER_OR_TECH):
        codes += range(ORDER_FROM.base, ORDER_FROM.end)
    if icon in (TECH, ORDER_OR_TECH):
        codes += range(TECH_STEP.base, TECH_STEP.end)
        if p.owns(seat, SURVEYOR):
            codes += range(TECH_FISH.base, TECH_FISH.end)
    if icon in (BUILD_SINGLE, BUILD_SMALL, FISHING_OR_BUILD):
        shape = SINGLE if icon == BUILD_SINGLE else DOMINO
        codes += [BUILD.base + 2 * shape, BUILD.base + 2 * shape + 1]
    if icon in (FISHING, FISHING_OR_BUILD):
        codes += _fishing()
    return codes


def _fishing() -> list[int]:
    return [*range(ADVANCE.base, ADVANCE.end), RETURN.base]


# Questions

_PROMPTS: dict[type[Step[SaltfjordPosition]], str] = {
    ChooseSet: "set",
    PlaceStartBuilding: "start_building",
    MainAction: "main",
    UpgradeChoice: "upgrade",
    AbilityChoice: "ability",
    SecondCart: "second_cart",
    QuayChoice: "quay",
    KeepToken: "keep",
    Rearrange: "rearrange",
    GoFishing: "fishing",
    DoryOffer: "dory",
    TurnEnd: "turn_end",
}


def prompt(p: SaltfjordPosition, seat: int) -> Message:
    """The question of the present step."""
    step = p.step_of(seat)
    if step is None:
        return Message("sf.prompt.wait")
    if isinstance(step, DieUse):
        return Message("sf.prompt.die_use", die=die_name(step.colour, step.face))
    if isinstance(step, NextBuilding):
        kind = "first" if step.position == NOT_BEGUN else "next"
        return Message(f"sf.prompt.building.{kind}", line=line_name(step.line))
    if isinstance(step, CartStep):
        return Message("sf.prompt.cart", line=line_name(step.line))
    if isinstance(step, ActionChoice):
        if step.icon == BUILD_SINGLE:
            return Message("sf.prompt.action", action=Message("sf.icon.build_single"))
        return Message("sf.prompt.action", action=icon_name(p.table.box, step.icon))
    if isinstance(step, PlaceTile):
        tile = p.tops[step.stack]
        return Message("sf.prompt.place", tile=tile_name(p.table.shape_of[tile], tile))
    if isinstance(step, Pay):
        wanted = [asked(step.cost, kind) for kind in range(KINDS)]
        return Message("sf.prompt.pay", cost=cost_words(wanted))
    if isinstance(step, TokenSpace):
        return Message("sf.prompt.token_space", token=token_name(p.table.box, step.token))
    if isinstance(step, PendingReward):
        waiting = gains([0] * KINDS, 0, step.upgrades, step.fishing)
        return Message("sf.prompt.reward", rewards=waiting)
    if isinstance(step, ForemanOffer):
        icon_ = icon_name(p.table.box, p.icons[seat * CELLS + step.cell])
        return Message("sf.prompt.foreman", icon=icon_, cell=cell_name(step.cell))
    if isinstance(step, QuayWindow):
        return Message("sf.prompt.quay_window", quay=quay_name(step.quay))
    return Message(f"sf.prompt.{_PROMPTS[type(step)]}")
