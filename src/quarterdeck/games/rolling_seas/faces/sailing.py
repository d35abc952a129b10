"""The steps of a ship, winds in the sails, and the reward for beating pirates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

from quarterdeck.games.rolling_seas.actions import END, REWARD, SPACE, STEP, WIND
from quarterdeck.games.rolling_seas.captain import Captain
from quarterdeck.games.rolling_seas.chart import BIT, NEIGHBOUR
from quarterdeck.games.rolling_seas.names import CELL_NAMES, NO_CELL, WAY_COUNT
from quarterdeck.games.rolling_seas.obstacles import SAILING, WIND_AFTER
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.risks import risk_of_gain, risk_of_step
from quarterdeck.games.rolling_seas.routes import Route, find_routes
from quarterdeck.games.rolling_seas.steps.sailing import AfterAction, PirateReward, Sail
from quarterdeck.games.rolling_seas.things import thing_at
from quarterdeck.games.rolling_seas.words import (
    book_gains,
    cell_name,
    changes,
    face_amounts,
    spot,
    way_name,
)
from quarterdeck.kernel.faces import Description, Face, Gesture, describes
from quarterdeck.kernel.messages import Argument, Message
from quarterdeck.kernel.position import Step

S = TypeVar("S", bound=Step[Any])


class WindFace(Face[RollingPosition, S], Generic[S]):
    """A wind in the sails, as all steps of the action phase offer it."""

    # Whether the action is still to come.
    manner: ClassVar[int] = WIND_AFTER

    @describes(WIND)
    def wind(self, p: RollingPosition, step: S, code: int) -> Description:
        way = WIND.value(code)
        captain = p.captains[step.seat]
        target = NEIGHBOUR[captain.cell][way]
        said = Message("rs.choice.wind", way=way_name(way), cell=_describe_ahead(captain, target))
        things = ("wind", thing_at(captain, target))
        risk = risk_of_step(p, step.seat, way, self.manner, 0, 0)
        return Description(said, _spots_ahead(target), risk=risk, things=things)

    @describes(END)
    def end(self, p: RollingPosition, step: S, code: int) -> Description:
        return Description(Message("rs.choice.end"), effect=Message("rs.effect.end"))


class SailFace(WindFace[Sail]):
    step = Sail

    def prompt(self, p: RollingPosition, step: Sail) -> Message:
        return Message(
            "rs.prompt.sail",
            wind=way_name(step.wind),
            count=step.points,
            provisions=p.captains[step.seat].provisions,
        )

    def expected(self, p: RollingPosition, step: Sail) -> Sequence[int]:
        codes = [STEP.at(way) for way in range(WAY_COUNT)]
        return codes if step.first else [*codes, END.base]

    @describes(STEP)
    def move(self, p: RollingPosition, step: Sail, code: int) -> Description:
        way = STEP.value(code)
        captain = p.captains[step.seat]
        target = NEIGHBOUR[captain.cell][way]
        cost = p.table.step_cost[step.wind][way]
        missing = max(cost - step.points, 0)
        said = Message(
            "rs.choice.step.provisions" if missing else "rs.choice.step",
            way=way_name(way),
            cell=_describe_ahead(captain, target),
            cost=cost,
            count=missing or cost,
        )
        things = (thing_at(captain, target), "movement")
        risk = risk_of_step(p, step.seat, way, SAILING, step.wind, step.points)
        return Description(said, _spots_ahead(target), risk=risk, things=things)

    def gestures(self, p: RollingPosition, step: Sail) -> list[Gesture]:
        return [_offer_route(p, step.seat, route) for route in find_routes(p, step)]


def _offer_route(p: RollingPosition, seat: int, route: Route) -> Gesture:
    """A far cell sailed to, and what that costs and brings."""
    arguments: dict[str, Argument] = {
        "cell": CELL_NAMES[route.captain.cell],
        "count": route.cost,
    }
    id = "rs.gesture.sail"
    met = changes(p.captains[seat], route.captain)
    if met is not None:
        id = "rs.gesture.sail.changes"
        arguments["changes"] = met
    return Gesture(
        choices=tuple(SPACE.notation(STEP.at(way)) for way in route.ways),
        label=Message(id, **arguments),
        spot=spot(route.captain.cell),
        covers=tuple(spot(cell) for cell in route.path),
        passes=True,
        badge=str(route.cost),
    )


class AfterActionFace(WindFace[AfterAction]):
    step = AfterAction

    def prompt(self, p: RollingPosition, step: AfterAction) -> Message:
        return Message("rs.prompt.after_action")

    def expected(self, p: RollingPosition, step: AfterAction) -> Sequence[int]:
        return [END.base]


class PirateRewardFace(Face[RollingPosition, PirateReward]):
    step = PirateReward

    def prompt(self, p: RollingPosition, step: PirateReward) -> Message:
        return Message("rs.prompt.reward")

    @describes(REWARD)
    def reward(self, p: RollingPosition, step: PirateReward, code: int) -> Description:
        face = REWARD.value(code)
        said = Message("rs.choice.reward", face=face, gains=book_gains(p, face))
        gained = face_amounts(p.table.box, face)
        return Description(
            said,
            (f"face-{face}",),
            risk=risk_of_gain(p, step.seat, gained),
            things=(f"face-{face}", "pirates"),
        )


def _describe_ahead(captain: Captain, cell: int) -> Argument:
    """A cell a ship might enter, with what it would meet there."""
    if cell == NO_CELL:
        return Message("rs.cell.edge")
    meetings = (
        (captain.table.land, "rs.cell.land"),
        (captain.rocks, "rs.cell.rocks"),
        (captain.monsters, "rs.cell.monster"),
        (captain.perils, "rs.cell.peril"),
        (captain.currents, "rs.cell.current"),
        (captain.unmet(), "rs.cell.pirates"),
        (captain.lurking(), "rs.cell.ambush"),
    )
    for cells, id in meetings:
        if cells & BIT[cell]:
            return Message(id, cell=cell_name(cell))
    return cell_name(cell)


def _spots_ahead(cell: int) -> tuple[str, ...]:
    return (spot(cell),) if cell != NO_CELL else ()
