"""Choices as people meet them: labels, costs, board spots, questions, and what is closed."""

from __future__ import annotations

from quarterdeck.games.salty_ocean.actions import (
    BUILD,
    BUILD_SHIP,
    BUY,
    CATCH,
    DEPOT_LEVEL,
    DONE,
    KEEP,
    LOAD,
    LOOK,
    LOSE,
    MOVE_GOODS,
    NO_LOOK,
    NOTRE_DAME,
    PASS,
    REPAIR,
    SAIL_HOME,
    SAIL_OUT,
    SALINE,
    SELL,
    SELL_FROM,
    SHIP,
    SPACE,
    STOP,
    SWAP,
    TAKE,
)
from quarterdeck.games.salty_ocean.names import (
    BUILDINGS,
    GOODS,
    HORLOGE,
    PLACES,
    SALT,
    SHIPS,
    STORES,
)
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.steps.harbour import Load
from quarterdeck.games.salty_ocean.steps.losses import Loss
from quarterdeck.games.salty_ocean.steps.market import Buy, SellFrom
from quarterdeck.games.salty_ocean.steps.move import Clock, Move
from quarterdeck.games.salty_ocean.steps.obstacles import action_type, fee_due
from quarterdeck.games.salty_ocean.steps.sailing import FishSplit, SailHome, SailOut
from quarterdeck.games.salty_ocean.steps.turn_end import Look, Repair, Swap
from quarterdeck.games.salty_ocean.words import (
    ACTION_RULES,
    action_arguments,
    coins,
    good_name,
    place_name,
    ship_name,
    store_name,
    type_name,
)
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import Choice

ACTION_CODES = range(SALINE.base, BUY.end)


def describe(p: SaltyPosition, seat: int, code: int) -> Choice:
    """A choice of the present step, open or not, with all a reader or a board needs."""
    if code in ACTION_CODES:
        return _action(p, seat, code)
    family = SPACE.family_of(code)
    values = family.values(code)
    step = p.step_of(seat)
    label = Message(f"so.choice.{family.name}")
    spots: tuple[str, ...] = ()
    cost: int | None = None
    rule = ""
    if family is PASS:
        if _ends_the_actions(p, seat):
            label = Message("so.choice.pass.last", turn=p.turn)
        rule = "SO-4.2"
    elif family is SHIP:
        ship = values[0]
        label = Message("so.choice.ship", ship=ship_name(ship))
        spots = (f"ship-{seat}-{SHIPS[ship]}",)
        rule = "SO-7.4" if isinstance(step, SailOut) else "SO-7.2"
    elif family is DONE:
        rule = "SO-7.1"
    elif family is LOSE:
        label = Message("so.choice.lose", good=good_name(values[0]), count=values[1])
        if isinstance(step, Loss):
            spots = (f"store-{seat}-{STORES[step.store]}",)
        rule = "SO-8.12"
    elif family is CATCH:
        salt = 0
        if isinstance(step, FishSplit):
            salt = p.goods[seat * 12 + (step.ship + 1) * 3 + SALT]
            spots = (f"ship-{seat}-{SHIPS[step.ship]}",)
        label = Message("so.choice.herring", herring=values[0], cod=salt - values[0])
        rule = "SO-7.15"
    elif family is LOAD:
        label = Message(
            "so.choice.load",
            ship=ship_name(values[0]),
            good=good_name(values[1]),
            count=values[2],
        )
        spots = (f"ship-{seat}-{SHIPS[values[0]]}",)
        rule = "SO-8.8"
    elif family is SELL_FROM:
        label = Message("so.choice.from", store=store_name(values[0]), count=values[1])
        spots = (f"store-{seat}-{STORES[values[0]]}",)
        rule = "SO-9.1"
    elif family is TAKE:
        good = step.good if isinstance(step, Buy) else SALT
        cost = values[0] * p.buying_price(good)
        label = Message("so.choice.take", good=good_name(good), count=values[0])
        spots = (f"price-{GOODS[good]}",)
        rule = "SO-9.8"
    elif family is STOP:
        rule = "SO-10.17"
    elif family is REPAIR:
        label = Message("so.choice.repair", ship=ship_name(values[0]))
        spots = (f"ship-{seat}-{SHIPS[values[0]]}",)
        rule = "SO-10.13"
    elif family is LOOK:
        label = Message("so.choice.look", place=place_name(values[0]))
        spots = (f"tile-{PLACES[values[0]]}",)
        rule = "SO-10.26"
    elif family is NO_LOOK:
        rule = "SO-10.28"
    elif family is KEEP or family is SWAP:
        if isinstance(step, Swap):
            label = Message(
                f"so.choice.{family.name}",
                first=place_name(step.first),
                second=place_name(step.second),
            )
            spots = (f"tile-{PLACES[step.first]}", f"tile-{PLACES[step.second]}")
        rule = "SO-10.26"
    return Choice(code, family.notation(code), label, _group(code), rule, cost, spots)


def _group(code: int) -> Message:
    if code in ACTION_CODES:
        return type_name(action_type(code))
    return Message("so.group.other")


def _ends_the_actions(p: SaltyPosition, seat: int) -> bool:
    """Whether nobody is asked for another action once this seat has passed.  SO-4.8"""
    trial = p.clone()
    if not trial.legal(seat):
        return False
    trial.play(seat, PASS.base)
    if trial.turn != p.turn:
        return True
    return not any(isinstance(trial.step_of(actor), Move) for actor in trial.actors())


def _surcharge(p: SaltyPosition, seat: int) -> int:
    return p.space_value(seat, HORLOGE) if isinstance(p.step_of(seat), Clock) else 0


def _action(p: SaltyPosition, seat: int, code: int) -> Choice:
    family = SPACE.family_of(code)
    cost = p.counters[action_type(code)] + _surcharge(p, seat)
    spots: tuple[str, ...] = (f"track-{family.name}-{seat}",)
    arguments = action_arguments(code)
    if family is BUILD:
        spots = (f"building-{BUILDINGS[BUILD.value(code)]}",)
    elif family is SAIL_OUT or family is MOVE_GOODS:
        spots = (f"port-{seat}",)
    elif family is SAIL_HOME:
        spots = (f"sea-{seat}",)
    elif family is BUILD_SHIP:
        ship = code - BUILD_SHIP.base + 1
        spots = (f"ship-{seat}-{SHIPS[ship]}",)
        fee = fee_due(p, seat, ship)
        arguments["fee"] = fee
        label = Message("so.choice.build_ship", **arguments)
        return Choice(code, SPACE.notation(code), label, _group(code), "SO-8.1", cost + fee, spots)
    elif family is SELL or family is BUY:
        good = family.value(code)
        spots = (f"price-{GOODS[good]}",)
        arguments["price"] = p.price(good) if family is SELL else p.buying_price(good)
    elif family is SALINE:
        level = min(p.saline[seat] + 1, len(p.table.saline) - 1)
        arguments["salt"] = p.table.saline[level]
    elif family is DEPOT_LEVEL:
        level = min(p.depot[seat] + 1, len(p.table.depot) - 1)
        arguments["room"] = p.table.depot[level]
    elif family is NOTRE_DAME:
        step = min(p.cathedral[seat] + 1, len(p.table.cathedral) - 1)
        arguments["coins"] = p.table.cathedral[step]
    label = Message(f"so.choice.{family.name}", **arguments)
    rule = ACTION_RULES[family.name]
    return Choice(code, SPACE.notation(code), label, _group(code), rule, cost, spots)


def expected(p: SaltyPosition, seat: int) -> list[int]:
    """The actions a player might look for now, open or not."""
    return list(ACTION_CODES) if isinstance(p.step_of(seat), Move | Clock) else []


def prompt(p: SaltyPosition, seat: int) -> Message:
    """The question of the present step."""
    step = p.step_of(seat)
    if step is None:
        return Message("so.prompt.wait")
    if isinstance(step, Move):
        return Message("so.prompt.move", turn=p.turn)
    if isinstance(step, Clock):
        return Message("so.prompt.clock", surcharge=coins(_surcharge(p, seat)))
    if isinstance(step, SailOut):
        if step.threatened:
            return Message("so.prompt.sail_out.pirates")
        return Message("so.prompt.sail_out.more" if step.started else "so.prompt.sail_out")
    if isinstance(step, SailHome):
        return Message("so.prompt.sail_home.more" if step.last >= 0 else "so.prompt.sail_home")
    if isinstance(step, FishSplit):
        return Message("so.prompt.catch", ship=ship_name(step.ship))
    if isinstance(step, Loss):
        return Message(
            "so.prompt.loss",
            store=store_name(step.store),
            count=step.excess,
            good=good_name(step.good),
        )
    if isinstance(step, Load):
        return Message("so.prompt.load", ship=ship_name(step.ship), good=good_name(step.good))
    if isinstance(step, SellFrom):
        return Message(
            "so.prompt.sell",
            good=good_name(step.good),
            store=store_name(step.store),
            price=p.price(step.good),
        )
    if isinstance(step, Buy):
        return Message("so.prompt.buy", good=good_name(step.good), price=p.buying_price(step.good))
    if isinstance(step, Repair):
        return Message("so.prompt.repair")
    if isinstance(step, Look):
        return Message("so.prompt.look" if step.first < 0 else "so.prompt.look.second")
    assert isinstance(step, Swap)
    return Message("so.prompt.swap")
