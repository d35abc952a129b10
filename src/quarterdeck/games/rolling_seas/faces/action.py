"""The action of a turn: sail, explore, visit a port, stay."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.rolling_seas.actions import EXPLORE, SAIL, STAY, VISIT
from quarterdeck.games.rolling_seas.chart import ADJACENT, BIT, cells_of
from quarterdeck.games.rolling_seas.faces.sailing import WindFace
from quarterdeck.games.rolling_seas.obstacles import WIND_BEFORE
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.risks import risk_of_gain
from quarterdeck.games.rolling_seas.steps.action import Action
from quarterdeck.games.rolling_seas.things import thing_at
from quarterdeck.games.rolling_seas.words import book_gains, cell_name, face_amounts, spot, way_name
from quarterdeck.kernel.faces import Description, describes
from quarterdeck.kernel.messages import Message


class ActionFace(WindFace[Action]):
    step = Action
    manner = WIND_BEFORE

    def prompt(self, p: RollingPosition, step: Action) -> Message:
        return Message("rs.prompt.action")

    def expected(self, p: RollingPosition, step: Action) -> Sequence[int]:
        near = ADJACENT[p.captains[step.seat].cell]
        return [
            *(SAIL.at(wind) for wind in sorted(set(p.winds))),
            *(EXPLORE.at(cell) for cell in cells_of(near & p.table.land & ~p.table.ports)),
            *(VISIT.at(port) for port in cells_of(near & p.table.ports)),
            STAY.base,
        ]

    @describes(SAIL)
    def sail(self, p: RollingPosition, step: Action, code: int) -> Description:
        wind = SAIL.value(code)
        points = p.table.movement[p.captains[step.seat].ship]
        return Description(
            Message("rs.choice.sail", wind=way_name(wind)),
            (f"wind-{wind}",),
            effect=Message("rs.effect.sail", count=points, dearest=p.table.box.cost[-1]),
            things=("wind-dice", "wind-rose", "movement"),
        )

    @describes(EXPLORE)
    def explore(self, p: RollingPosition, step: Action, code: int) -> Description:
        cell = EXPLORE.value(code)
        things = (thing_at(p.captains[step.seat], cell), f"face-{p.die}")
        risk = None
        if not p.table.monoliths & BIT[cell]:
            icon = (0, 0, 1 if p.table.provision_land & BIT[cell] else 0)
            reward = face_amounts(p.table.box, p.die)
            risk = risk_of_gain(p, step.seat, reward, icon, build=True)
        return Description(_exploration(p, cell), (spot(cell),), risk=risk, things=things)

    @describes(VISIT)
    def visit(self, p: RollingPosition, step: Action, code: int) -> Description:
        port = VISIT.value(code)
        captain = p.captains[step.seat]
        said = Message("rs.choice.visit", cell=cell_name(port), count=captain.story)
        if captain.told & BIT[port]:
            said = Message("rs.choice.visit.told", cell=cell_name(port))
            return Description(said, (spot(port),), things=("port-told",))
        return Description(said, (spot(port),), things=("port", "renown"))

    @describes(STAY)
    def stay(self, p: RollingPosition, step: Action, code: int) -> Description:
        return Description(Message("rs.choice.stay"), effect=Message("rs.effect.stay"))


def _exploration(p: RollingPosition, cell: int) -> Message:
    """Which land is explored, and what it will give."""
    table, name = p.table, cell_name(cell)
    if table.monoliths & BIT[cell]:
        return Message("rs.choice.explore.monolith", cell=name)
    book = book_gains(p, p.die)
    icons = (
        (table.story_land, "rs.change.story"),
        (table.gold_land, "rs.change.gold"),
        (table.provision_land, "rs.change.provisions"),
    )
    for land, change in icons:
        if land & BIT[cell]:
            more = Message(change, count=1)
            return Message("rs.choice.explore.icon", cell=name, gains=book, more=more)
    return Message("rs.choice.explore", cell=name, gains=book)
