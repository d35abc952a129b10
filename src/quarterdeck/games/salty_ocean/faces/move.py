"""The choice of an action, and the second one that the Gros Horloge allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Generic, TypeVar

from quarterdeck.games.salty_ocean import risks
from quarterdeck.games.salty_ocean.actions import (
    BUILD,
    BUILD_SHIP,
    BUY,
    DEPOT_LEVEL,
    MOVE_GOODS,
    NOTRE_DAME,
    PASS,
    SAIL_HOME,
    SAIL_OUT,
    SALINE,
    SELL,
    STOP,
)
from quarterdeck.games.salty_ocean.names import (
    ACADEMIE,
    BUILDINGS,
    BUREAU,
    CHANTIER,
    GOODS,
    HORLOGE,
    SHIPS,
    STORE_COUNT,
    TURNS,
)
from quarterdeck.games.salty_ocean.obstacles import action_type, fee_due, for_sale
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.steps.move import Clock, Move
from quarterdeck.games.salty_ocean.things import weather_things
from quarterdeck.games.salty_ocean.words import building_name, coins, good_name, ship_name
from quarterdeck.kernel.actions import Family
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Step

S = TypeVar("S", bound=Step[Any])
ACTION_CODES = range(SALINE.base, BUY.end)


class ActionFace(Face[SaltyPosition, S], Generic[S]):
    """The ten actions, as both steps offer them."""

    def expected(self, p: SaltyPosition, step: S) -> Sequence[int]:
        return ACTION_CODES

    def surcharge(self, p: SaltyPosition, step: S) -> int:
        return 0

    def cost(self, p: SaltyPosition, step: S, code: int) -> int:
        return p.counters[action_type(code)] + self.surcharge(p, step)

    def describe(self, p: SaltyPosition, step: S, family: Family, code: int) -> Description | None:
        """Every action may have its risks."""
        found = super().describe(p, step, family, code)
        if found is None or code not in ACTION_CODES:
            return found
        return replace(found, risk=risks.of_action(p, step.seat, code, self.cost(p, step, code)))

    @describes(SALINE)
    def saline(self, p: SaltyPosition, step: S, code: int) -> Description:
        level = min(p.saline[step.seat] + 1, len(p.table.saline) - 1)
        said = Message("so.choice.saline", salt=p.table.saline[level])
        spots = (f"track-saline-{step.seat}",)
        return Description(said, spots, self.cost(p, step, code), things=("saline", "depot"))

    @describes(DEPOT_LEVEL)
    def depot(self, p: SaltyPosition, step: S, code: int) -> Description:
        level = min(p.depot[step.seat] + 1, len(p.table.depot) - 1)
        said = Message("so.choice.depot", room=p.table.depot[level])
        spots = (f"track-depot-{step.seat}",)
        return Description(said, spots, self.cost(p, step, code), things=("depot",))

    @describes(NOTRE_DAME)
    def notre_dame(self, p: SaltyPosition, step: S, code: int) -> Description:
        level = min(p.cathedral[step.seat] + 1, len(p.table.cathedral) - 1)
        said = Message("so.choice.notre_dame", coins=p.table.cathedral[level])
        spots = (f"track-notre_dame-{step.seat}",)
        return Description(said, spots, self.cost(p, step, code), things=("notre_dame",))

    @describes(BUILD)
    def build(self, p: SaltyPosition, step: S, code: int) -> Description:
        building = BUILD.value(code)
        said = Message("so.choice.build", building=building_name(building))
        spot = f"building-{BUILDINGS[building]}"
        return Description(said, (spot,), self.cost(p, step, code), things=(spot,))

    @describes(SAIL_OUT)
    def sail_out(self, p: SaltyPosition, step: S, code: int) -> Description:
        return Description(
            Message("so.choice.sail_out"),
            (f"port-{step.seat}",),
            self.cost(p, step, code),
            effect=Message("so.effect.sail_out"),
            things=("sea", *weather_things(p)),
        )

    @describes(SAIL_HOME)
    def sail_home(self, p: SaltyPosition, step: S, code: int) -> Description:
        return Description(
            Message("so.choice.sail_home"),
            (f"sea-{step.seat}",),
            self.cost(p, step, code),
            effect=Message("so.effect.sail_home"),
            things=("port",),
        )

    @describes(MOVE_GOODS)
    def move_goods(self, p: SaltyPosition, step: S, code: int) -> Description:
        return Description(
            Message("so.choice.move_goods"),
            (f"port-{step.seat}",),
            self.cost(p, step, code),
            effect=Message("so.effect.move_goods"),
            things=("depot", "hold"),
        )

    @describes(BUILD_SHIP)
    def build_ship(self, p: SaltyPosition, step: S, code: int) -> Description:
        ship = code - BUILD_SHIP.base + 1
        fee = fee_due(p, step.seat, ship)
        yards = [f"building-{BUILDINGS[yard]}" for yard in (ACADEMIE, CHANTIER)]
        return Description(
            Message("so.choice.build_ship", ship=ship_name(ship), fee=coins(fee)),
            (f"ship-{step.seat}-{SHIPS[ship]}",),
            self.cost(p, step, code) + fee,
            things=(f"ship-{SHIPS[ship]}", *yards),
        )

    @describes(SELL)
    def sell(self, p: SaltyPosition, step: S, code: int) -> Description:
        good = SELL.value(code)
        spot = f"price-{GOODS[good]}"
        count = sum(for_sale(p, step.seat, store, good) for store in range(STORE_COUNT))
        income = coins(count * p.price(good) + p.space_value(step.seat, BUREAU))
        return Description(
            Message("so.choice.sell", good=good_name(good), price=coins(p.price(good))),
            (spot,),
            self.cost(p, step, code),
            effect=Message("so.effect.sell", count=count, income=income),
            things=(spot,),
        )

    @describes(BUY)
    def buy(self, p: SaltyPosition, step: S, code: int) -> Description:
        good = BUY.value(code)
        spot = f"price-{GOODS[good]}"
        return Description(
            Message("so.choice.buy", good=good_name(good), price=coins(p.buying_price(good))),
            (spot,),
            self.cost(p, step, code),
            effect=Message("so.effect.buy", count=max(0, p.depot_room(step.seat))),
            things=(spot, "depot"),
        )


class MoveFace(ActionFace[Move]):
    step = Move

    def prompt(self, p: SaltyPosition, step: Move) -> Message:
        return Message("so.prompt.move", turn=p.turn)

    @describes(PASS)
    def pass_on(self, p: SaltyPosition, step: Move, code: int) -> Description:
        risk = risks.of_passing(p, step.seat)
        if _ends_the_actions(p, step.seat):
            effect = Message("so.effect.pass.end" if p.turn == TURNS else "so.effect.pass.last")
            said = Message("so.choice.pass.last", turn=p.turn)
            return Description(said, effect=effect, risk=risk)
        effect = Message("so.effect.pass", count=p.seats)
        if p.table.ends_by_round:
            effect = Message("so.effect.pass.round")
        return Description(Message("so.choice.pass"), effect=effect, risk=risk)


def _ends_the_actions(p: SaltyPosition, seat: int) -> bool:
    """Whether nobody is asked for another action once this seat has passed.  SO-4.8"""
    trial = p.clone()
    if not trial.legal(seat):
        return False
    trial.play(seat, PASS.base)
    if trial.turn != p.turn:
        return True
    return not any(isinstance(trial.step_of(actor), Move) for actor in trial.actors())


class ClockFace(ActionFace[Clock]):
    step = Clock

    def prompt(self, p: SaltyPosition, step: Clock) -> Message:
        return Message("so.prompt.clock", surcharge=coins(self.surcharge(p, step)))

    def surcharge(self, p: SaltyPosition, step: Clock) -> int:
        return p.space_value(step.seat, HORLOGE)

    @describes(STOP)
    def stop(self, p: SaltyPosition, step: Clock, code: int) -> Description:
        things = (f"building-{BUILDINGS[HORLOGE]}",)
        effect = Message("so.effect.stop")
        return Description(Message("so.choice.stop"), effect=effect, things=things)
