"""Choices as people meet them: labels, board spots, questions, and what is closed."""

from __future__ import annotations

from quarterdeck.games.rolling_seas.actions import (
    ANCHOR,
    BUILD,
    BUY,
    CENTRE,
    DONE,
    DOT,
    END,
    EXPLORE,
    FACE,
    FILL,
    FLIP,
    HOME,
    LOSE,
    POWER,
    REWARD,
    SAIL,
    SPACE,
    SPOILS,
    START,
    STAY,
    STEP,
    TURN,
    VISIT,
    WIND,
)
from quarterdeck.games.rolling_seas.captain import Captain
from quarterdeck.games.rolling_seas.chart import ADJACENT, BIT, NEIGHBOUR, cells_of
from quarterdeck.games.rolling_seas.names import (
    BUY_CANNON,
    BUY_SHIP,
    CELL_NAMES,
    CELLS,
    CURRENT,
    GOLD,
    MONSTERS,
    NO_CELL,
    POWERS,
    SHIPS,
)
from quarterdeck.games.rolling_seas.placements import exit_of, turned
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.steps.action import Action
from quarterdeck.games.rolling_seas.steps.combat import AmbushLoss, AmbushSpoils
from quarterdeck.games.rolling_seas.steps.drawing import (
    AmbushCentre,
    AmbushDot,
    PlaceAnchor,
    PlaceTurn,
)
from quarterdeck.games.rolling_seas.steps.exploring import Build, MonolithFace
from quarterdeck.games.rolling_seas.steps.port import PortServices
from quarterdeck.games.rolling_seas.steps.sailing import AfterAction, PirateReward, Sail
from quarterdeck.games.rolling_seas.steps.setup import HomePort, StartCell
from quarterdeck.games.rolling_seas.steps.turn import CalmPower
from quarterdeck.games.rolling_seas.words import (
    card_name,
    cell_name,
    gains,
    power_name,
    ship_name,
    way_name,
)
from quarterdeck.kernel.actions import Family
from quarterdeck.kernel.faces import Choice
from quarterdeck.kernel.messages import Argument, Message
from quarterdeck.kernel.position import Step

RULES = {
    ANCHOR: "RS-6.6",
    TURN: "RS-6.3",
    FLIP: "RS-6.4",
    CENTRE: "RS-7.15",
    DOT: "RS-7.16",
    HOME: "RS-3.10",
    START: "RS-3.11",
    POWER: "RS-5.3",
    STEP: "RS-10.3",
    WIND: "RS-9.3",
    SAIL: "RS-10.1",
    EXPLORE: "RS-12.1",
    VISIT: "RS-13.1",
    STAY: "RS-9.2",
    END: "RS-10.10",
    FACE: "RS-12.5",
    REWARD: "RS-11.19",
    BUILD: "RS-12.9",
    DONE: "RS-13.5",
    SPOILS: "RS-14.7",
    LOSE: "RS-14.8",
    FILL: "RS-13.8",
}
GROUPS = {
    ANCHOR: "draw",
    TURN: "draw",
    FLIP: "draw",
    CENTRE: "draw",
    DOT: "draw",
    HOME: "home",
    START: "home",
    STEP: "sail",
    SAIL: "sail",
    WIND: "wind",
    EXPLORE: "explore",
    FACE: "explore",
    REWARD: "explore",
    BUILD: "explore",
    VISIT: "port",
    BUY: "port",
    FILL: "port",
}
ON_CELL = (ANCHOR, CENTRE, DOT, HOME, START, EXPLORE, VISIT)


def spot(cell: int) -> str:
    return f"cell-{CELL_NAMES[cell]}"


def describe(p: RollingPosition, seat: int, code: int) -> Choice:
    """A choice of the present step, open or not, with all a reader or a board needs."""
    family = SPACE.family_of(code)
    label, spots, cost = _faces(p, seat, code, family)
    group = Message(f"rs.group.{GROUPS.get(family, 'other')}")
    rule = RULES.get(family, "")
    step = p.step_of(seat)
    if family is BUY:
        rule = "RS-13.6" if BUY.value(code) == BUY_SHIP else "RS-13.9"
    elif family is DONE and isinstance(step, Build):
        rule = "RS-12.9"
    return Choice(code, family.notation(code), label, group, rule, cost, spots)


def _faces(
    p: RollingPosition, seat: int, code: int, family: Family
) -> tuple[Message, tuple[str, ...], int | None]:
    """The label, the spots and the price of a choice."""
    id = f"rs.choice.{family.name}"
    captain = p.captains[seat]
    step = p.step_of(seat)
    if family in ON_CELL:
        cell = family.value(code)
        if family is VISIT and captain.told & BIT[cell]:
            id = "rs.choice.visit.told"
        elif family is EXPLORE:
            return _exploring(p, cell), (spot(cell),), None
        return Message(id, cell=cell_name(cell), count=captain.story), (spot(cell),), None
    if family is TURN or family is FLIP:
        return _turning(p, step, code)
    if family is STEP:
        return _stepping(captain, step, code)
    if family is WIND:
        way = WIND.value(code)
        target = NEIGHBOUR[captain.cell * 8 + way]
        said = Message(id, way=way_name(way), cell=_ahead(captain, target))
        return said, _cell_spots(target), None
    if family is SAIL:
        wind = SAIL.value(code)
        return Message(id, wind=way_name(wind)), (f"wind-{wind}",), None
    if family is FACE or family is REWARD:
        face = family.value(code)
        return Message(id, face=face, gains=_book(p, face)), (f"face-{face}",), None
    if family is POWER:
        power = POWER.value(code)
        value = captain.monster_power if power == MONSTERS else captain.pirate_power
        said = Message(id, power=power_name(power), value=value + 1)
        return said, (f"power-{POWERS[power]}-{seat}",), None
    if family is BUY:
        return _buying(captain, seat, BUY.value(code))
    if family is FILL:
        return Message(id), (f"service-fill-{seat}",), p.table.fill_price
    if family is BUILD:
        return Message(id, count=p.table.cannon_provisions), (f"cannons-{seat}",), None
    if family is SPOILS or family is LOSE:
        return _ransom(p, family, code)
    if family is DONE:
        # Whoever holds no wind has nothing left to do this turn
        if isinstance(step, Build):
            id = "rs.choice.done.build" if captain.wind else "rs.choice.done.build.last"
        elif not captain.wind:
            id = "rs.choice.done.last"
        return Message(id), (), None
    return Message(id), (), None


def _cell_spots(cell: int) -> tuple[str, ...]:
    return (spot(cell),) if cell != NO_CELL else ()


def _book(p: RollingPosition, face: int) -> Message:
    box = p.table.box
    number = face - 1
    return gains(box.face_story[number], box.face_gold[number], box.face_provisions[number])


def _exploring(p: RollingPosition, cell: int) -> Message:
    name = cell_name(cell)
    if p.table.monoliths & BIT[cell]:
        return Message("rs.choice.explore.monolith", cell=name)
    icons = (
        (p.table.story_land, "story"),
        (p.table.gold_land, "gold"),
        (p.table.provision_land, "provisions"),
    )
    for land, icon in icons:
        if land & BIT[cell]:
            more = Message(f"rs.change.{icon}", count=1)
            return Message("rs.choice.explore.icon", cell=name, gains=_book(p, p.die), more=more)
    return Message("rs.choice.explore", cell=name, gains=_book(p, p.die))


def _turning(
    p: RollingPosition, step: Step[RollingPosition] | None, code: int
) -> tuple[Message, tuple[str, ...], int | None]:
    turn = code - TURN.base
    cells: list[int] = []
    if isinstance(step, PlaceTurn):
        shape = p.table.box.shapes[p.table.box.adventures[step.card].shape]
        cells = turned(step.anchor, turn, shape.east, shape.south)
    where = ", ".join(CELL_NAMES[cell] for cell in cells if cell != NO_CELL)
    arguments: dict[str, Argument] = {"cells": where}
    id = "rs.choice.flip" if turn >= 4 else "rs.choice.turn"
    if isinstance(step, PlaceTurn) and p.table.kind[step.card] == CURRENT:
        goal = exit_of(cells) if NO_CELL not in cells else NO_CELL
        if goal != NO_CELL:
            id = "rs.choice.flip.current" if turn >= 4 else "rs.choice.turn.current"
            arguments["exit"] = CELL_NAMES[goal]
    spots = tuple(spot(cell) for cell in cells if cell != NO_CELL)
    return Message(id, **arguments), spots, None


def _stepping(
    captain: Captain, step: Step[RollingPosition] | None, code: int
) -> tuple[Message, tuple[str, ...], int | None]:
    way = STEP.value(code)
    target = NEIGHBOUR[captain.cell * 8 + way]
    assert isinstance(step, Sail)
    cost = captain.table.step_cost[step.wind * 8 + way]
    missing = max(cost - step.points, 0)
    said = Message(
        "rs.choice.step.provisions" if missing else "rs.choice.step",
        way=way_name(way),
        cell=_ahead(captain, target),
        cost=cost,
        count=missing or cost,
    )
    return said, _cell_spots(target), None


def _ahead(captain: Captain, cell: int) -> Argument:
    """A cell a ship might enter, with what it would meet there."""
    if cell == NO_CELL:
        return Message("rs.cell.edge")
    bit = BIT[cell]
    meetings = (
        ("land", captain.table.land),
        ("rocks", captain.rocks),
        ("monster", captain.monsters),
        ("peril", captain.perils),
        ("current", captain.currents),
        ("pirates", captain.unmet()),
        ("ambush", captain.lurking()),
    )
    for kind, cells in meetings:
        if cells & bit:
            return Message(f"rs.cell.{kind}", cell=cell_name(cell))
    return cell_name(cell)


def _buying(captain: Captain, seat: int, what: int) -> tuple[Message, tuple[str, ...], int | None]:
    if what == BUY_CANNON:
        price = captain.cannon_price() if captain.cannons < 7 else None
        return Message("rs.choice.buy.cannon"), (f"cannons-{seat}",), price
    ship = min(captain.ship + 1, len(SHIPS) - 1)
    said = Message(
        "rs.choice.buy.ship",
        ship=ship_name(ship),
        points=captain.table.movement[ship],
        hold=captain.table.hold[ship],
    )
    return said, (f"ship-{seat}",), captain.table.ship_price[ship]


def _ransom(
    p: RollingPosition, family: Family, code: int
) -> tuple[Message, tuple[str, ...], int | None]:
    box = p.table.box
    resource = family.value(code)
    if family is SPOILS:
        count = box.won_gold if resource == GOLD else box.won_provisions
    else:
        count = -(box.lost_gold if resource == GOLD else box.lost_provisions)
    name = "gold" if resource == GOLD else "provisions"
    gained = Message(f"rs.change.{name}", count=count)
    return Message(f"rs.choice.{family.name}", gains=gained), (), None


# What is closed


def expected(p: RollingPosition, seat: int) -> list[int]:
    """What a player might look for now, open or not."""
    step = p.step_of(seat)
    captain = p.captains[seat]
    if isinstance(step, PlaceAnchor):
        return [ANCHOR.at(cell) for cell in range(CELLS) if p.table.sea & BIT[cell]]
    if isinstance(step, PlaceTurn):
        shape = p.table.box.shapes[p.table.box.adventures[step.card].shape]
        flips = shape.flips if p.table.options["mirror_shapes"] == "true" else 0
        return [*map(TURN.at, range(shape.turns)), *map(FLIP.at, range(flips))]
    if isinstance(step, AmbushCentre):
        return [CENTRE.at(cell) for cell in cells_of(p.captains[step.board].blank())]
    if isinstance(step, HomePort):
        return [HOME.at(port) for port in p.table.port_cells]
    if isinstance(step, Sail):
        codes = [STEP.at(way) for way in range(8)]
        return codes if step.first else [*codes, END.base]
    if isinstance(step, AfterAction):
        return [END.base]
    if isinstance(step, Action):
        near = ADJACENT[captain.cell]
        codes = [SAIL.at(wind) for wind in sorted(set(p.winds))]
        codes += [EXPLORE.at(cell) for cell in cells_of(near & p.table.land & ~p.table.ports)]
        codes += [VISIT.at(port) for port in cells_of(near & p.table.ports)]
        return [*codes, STAY.base]
    if isinstance(step, PortServices):
        return [BUY.base + BUY_SHIP, BUY.base + BUY_CANNON, FILL.base]
    return []


# Questions


def prompt(p: RollingPosition, seat: int) -> Message:
    """The question of the present step."""
    step = p.step_of(seat)
    if step is None:
        return Message("rs.prompt.wait")
    if isinstance(step, PlaceAnchor | PlaceTurn):
        kind = "anchor" if isinstance(step, PlaceAnchor) else "turn"
        if step.board != seat:
            return Message(f"rs.prompt.{kind}.for", card=card_name(step.card), owner=step.board)
        return Message(f"rs.prompt.{kind}", card=card_name(step.card))
    if isinstance(step, AmbushCentre):
        return Message("rs.prompt.centre", owner=step.board)
    if isinstance(step, AmbushDot):
        return Message("rs.prompt.dot", owner=step.board, count=step.left)
    if isinstance(step, Sail):
        provisions = p.captains[seat].provisions
        wind = way_name(step.wind)
        return Message("rs.prompt.sail", wind=wind, count=step.points, provisions=provisions)
    if isinstance(step, PortServices):
        count = p.captains[seat].gold
        return Message("rs.prompt.port", port=cell_name(step.port), count=count)
    ids: dict[type[Step[RollingPosition]], str] = {
        HomePort: "home",
        StartCell: "start",
        CalmPower: "power",
        Action: "action",
        AfterAction: "after_action",
        MonolithFace: "face",
        PirateReward: "reward",
        Build: "build",
        AmbushSpoils: "spoils",
        AmbushLoss: "loss",
    }
    return Message(f"rs.prompt.{ids[type(step)]}")
