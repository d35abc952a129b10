"""Choices in words: what a label says, which spots of the board it points at, what it costs."""

from __future__ import annotations

from collections.abc import Callable

from quarterdeck.games.seul_maitre.actions import (
    BID,
    BUY,
    CAPE,
    CELL,
    CONTROL,
    DECLINE,
    DO,
    DONE,
    DOUBLE,
    ENGAGE,
    ENTER_LAIR,
    ENTER_PORT,
    EXIT,
    HIRE,
    IMPROVE,
    JETTISON,
    LAND,
    LEAVE_LAIR,
    LEAVE_PORT,
    LOOT,
    LOSE,
    MAN,
    MEND_CANNONS,
    MEND_LEAKS,
    MEND_SAILS,
    MOVE,
    NONE,
    PICK,
    PORT,
    RANSOM,
    RECRUIT,
    REROLL_DIE,
    ROTATE,
    SELL,
    SPACE,
    STAY,
    STOP,
    TILE,
    TO_SITE,
    TRAIN,
    TURN_IN,
    ZONE,
)
from quarterdeck.games.seul_maitre.chart import (
    CELL_OF,
    LAIR,
    NEIGHBOUR,
    SEA_PLACES,
    SITE,
    turned,
)
from quarterdeck.games.seul_maitre.chart import PORT as PORT_SPOT
from quarterdeck.games.seul_maitre.fights import chances
from quarterdeck.games.seul_maitre.names import (
    ACTIONS,
    BANK,
    BRANCH_COUNT,
    BRANCHES,
    CELL_NAMES,
    DIRECTIONS,
    EDGES,
    END_TURN,
    ENGINEER,
    FIRST_PIRATE,
    IMPROVEMENTS,
    INTO_STORM,
    NO_CELL,
    PIRATES,
    PORTS,
    RARITIES,
    REINFORCEMENT,
    RESOURCES,
    STATIONS,
    TILES,
    TOP_LEVEL,
    VESSELS,
    ZONES,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.building import BuildRotation, PortRotation
from quarterdeck.games.seul_maitre.steps.combat import CombatRecover, DoubleHit, RerollDie
from quarterdeck.games.seul_maitre.steps.engagement import blocks, engagements
from quarterdeck.games.seul_maitre.steps.exploring import Pick
from quarterdeck.games.seul_maitre.steps.learning import level_price
from quarterdeck.games.seul_maitre.steps.obstacles import OPEN
from quarterdeck.games.seul_maitre.steps.outcome import Loot, Retreat, ransom_due
from quarterdeck.games.seul_maitre.steps.preparation import StormPort
from quarterdeck.games.seul_maitre.steps.refit import ConvertSell, improvement_price
from quarterdeck.games.seul_maitre.steps.sailing import Engage, PirateSail
from quarterdeck.games.seul_maitre.steps.tossing import ZoneChoice
from quarterdeck.games.seul_maitre.steps.trade import (
    BuyCubes,
    SellExtra,
    Selling,
    column_full,
    land_tokens,
    sale_price,
)
from quarterdeck.games.seul_maitre.steps.voyage import (
    cost_of,
    harbour_obstacle,
    target_of,
)
from quarterdeck.games.seul_maitre.words import (
    action_name,
    branch_name,
    face_name,
    improvement_name,
    place_words,
    port_name,
    rarity_name,
    resource_name,
    station_name,
    tile_name,
    vessel_name,
    way_name,
    zone_words,
)
from quarterdeck.kernel.actions import Family
from quarterdeck.kernel.messages import Argument, Message

# Label, spots on the board, cost in doubloons (or movement points while sailing: in the label).
Face = tuple[Message, tuple[str, ...], int | None]


def place_spot(p: MasterPosition, place: int) -> str:
    """The spot of a place: a zone, or the port, site or lair of a cell."""
    cell = CELL_OF[place]
    if place < SEA_PLACES:
        return f"zone-{CELL_NAMES[cell]}-{place % ZONES}"
    if place < PORT_SPOT:
        return f"site-{p.chart.site_at[cell] + 1}"
    if place < LAIR:
        return f"port-{PORTS[p.chart.port_at[cell]]}"
    return f"lair-{p.chart.lair_at[cell] + 1}"


def land_words(p: MasterPosition, tile: int, quarters: int) -> Message:
    """The edges where a tile shows land after quarter turns."""
    land = turned(p.table.land[tile], quarters)
    edges = "".join(edge for number, edge in enumerate(EDGES) if land >> number & 1)
    return Message(f"sm.land.{edges or 'none'}")


def doubloons(count: int) -> Message:
    return Message("sm.doubloons", count=count)


def sailors_words(count: int) -> Message:
    return Message("sm.sailors", count=count) if count else Message("sm.sailors.none")


class Offer:
    """A choice to be put into words: label, spots and price by its family."""

    def __init__(self, p: MasterPosition, seat: int, code: int) -> None:
        self.p = p
        self.seat = seat
        self.code = code
        self.family = SPACE.family_of(code)
        self.id = f"sm.choice.{self.family.name}"

    def _say(self, kind: str = "", **arguments: Argument) -> Message:
        return Message(f"{self.id}.{kind}" if kind else self.id, **arguments)

    # Building the map

    def tile(self) -> Face:
        tile = TILE.value(self.code)
        coasts = self.p.table.land[tile].bit_count()
        name = tile_name(self.p.table, tile)
        said = self._say(tile=name, count=coasts) if coasts else self._say("open", tile=name)
        return said, (f"tile-{TILES[tile]}",), None

    def cell(self) -> Face:
        name = CELL_NAMES[CELL.value(self.code)]
        return self._say(cell=name), (f"cell-{name}",), None

    def rotate(self) -> Face:
        """A turn by the edges where the tile then shows land."""
        quarters = ROTATE.value(self.code)
        step = self.p.step_of(self.seat)
        assert isinstance(step, BuildRotation | PortRotation)
        tile = step.tile if isinstance(step, BuildRotation) else step.port + 1
        said = self._say(land=land_words(self.p, tile, quarters))
        return said, (f"cell-{CELL_NAMES[step.cell]}",), None

    # Storms and bids

    def exit(self) -> Face:
        way = EXIT.value(self.code)
        return self._say(way=way_name(way)), (f"way-{DIRECTIONS[way]}",), None

    def zone(self) -> Face:
        zone = ZONE.value(self.code)
        step = self.p.step_of(self.seat)
        assert isinstance(step, ZoneChoice)
        name = CELL_NAMES[step.cell]
        return (
            self._say(place=zone_words(self.p.chart, step.cell, zone)),
            (f"zone-{name}-{zone}",),
            None,
        )

    def lose(self) -> Face:
        station = LOSE.value(self.code)
        spots = (f"station-{STATIONS[station]}",)
        return self._say(station=station_name(station)), spots, None

    def bid(self) -> Face:
        slot = BID.value(self.code)
        price = self.p.table.box.slots[slot]
        missing = price - self.p.money[self.seat]
        spots = (f"slot-{slot}",)
        if missing > 0:
            tokens = -(-missing // self.p.table.box.bank_gain)
            return self._say("tokens", money=doubloons(price), count=tokens), spots, price
        return self._say(money=doubloons(price)), spots, price

    # The turn

    def do(self) -> Face:
        action = DO.value(self.code)
        spots = (f"action-{ACTIONS[action]}",)
        if action == BANK:
            gain = self.p.table.box.bank_gain
            return self._say("bank", count=gain), spots, None
        if action == REINFORCEMENT:
            extra = self.p.table.box.extra_tokens
            return self._say("reinforcement", count=extra), spots, None
        if action == END_TURN:
            return self._say("end", count=self.p.tokens[self.seat]), spots, None
        return self._say(action=action_name(action)), spots, None

    def _vessel(self) -> int:
        step = self.p.step_of(self.seat)
        return step.vessel if isinstance(step, PirateSail) else self.seat

    def move(self) -> Face:
        way, into = divmod(self.code - MOVE.base, INTO_STORM + 1)
        vessel = self._vessel()
        cell = self.p.cell_of(vessel)
        beyond = NEIGHBOUR[cell * 8 + way]
        cost = cost_of(self.p, vessel, self.code)
        if beyond == NO_CELL:
            return self._say("off", way=way_name(way)), (), None
        if into == INTO_STORM:
            name = CELL_NAMES[beyond]
            said = self._say("storm", way=way_name(way), cell=name, count=cost)
            return said, (f"cell-{name}",), None
        if into >= self.p.chart.zones[beyond]:
            return self._say("off", way=way_name(way)), (), None
        return self._step(vessel, "sm.choice.move", way=way_name(way))

    def _step(self, vessel: int, id: str, **arguments: Argument) -> Face:
        """A step with its cost and whom it meets."""
        target = target_of(self.p, vessel, self.code)
        cost = cost_of(self.p, vessel, self.code)
        arguments["place"] = place_words(self.p.chart, target)
        arguments["count"] = cost
        spots = (place_spot(self.p, target),)
        risk, met = risk_at(self.p, vessel, target)
        if risk:
            return Message(f"{id}.{risk}", met=met, **arguments), spots, None
        return Message(id, **arguments), spots, None

    def cape(self) -> Face:
        vessel = self._vessel()
        cell = self.p.cell_of(vessel)
        if CAPE.value(self.code) >= self.p.chart.zones[cell]:
            return self._say("off"), (), None
        return self._step(vessel, self.id)

    def harbour(self) -> Face:
        vessel = self._vessel()
        if harbour_obstacle(self.p, vessel, self.code) != OPEN:
            return self._say("off"), (), None
        return self._step(vessel, self.id)

    def to_site(self) -> Face:
        cell = self.p.cell_of(self._vessel())
        site = self.p.chart.site_at[cell]
        if site < 0:
            return self._say("none"), (), None
        return self._say(number=site + 1), (f"site-{site + 1}",), None

    def control(self) -> Face:
        pirate = CONTROL.value(self.code)
        p = self.p
        said = self._say(
            vessel=vessel_name(FIRST_PIRATE + pirate),
            sails=p.pirate_sails[pirate] - p.pirate_sail_damage[pirate],
            cannons=p.pirate_cannons[pirate] - p.pirate_cannon_damage[pirate],
            sailors=p.pirate_sailors[pirate] - p.pirate_crew_damage[pirate],
        )
        return said, (f"vessel-{PIRATES[pirate]}",), None

    def engage(self) -> Face:
        other = ENGAGE.value(self.code)
        step = self.p.step_of(self.seat)
        assert isinstance(step, Engage)
        odds = chances(self.p, step.mover, other)
        percent = round(100 * odds.attacker / odds.of)
        said = self._say(vessel=vessel_name(other), percent=percent)
        return said, (f"vessel-{VESSELS[other]}",), None

    def decline(self) -> Face:
        step = self.p.step_of(self.seat)
        stops = isinstance(step, Engage) and not step.goes_on
        return self._say("stop" if stops else ""), (), None

    # Shipyard, Academy, Discovery

    def mend(self) -> Face:
        count = self.family.value(self.code)
        price = 0 if self.p.leads(self.seat, ENGINEER) else self.p.table.box.price_repair
        return self._say(count=count), (), count * price

    def improve(self) -> Face:
        improvement = IMPROVE.value(self.code)
        price = improvement_price(self.p, self.seat, improvement)
        said = self._say(improvement=improvement_name(improvement))
        return said, (f"improve-{IMPROVEMENTS[improvement]}",), price

    def hire(self) -> Face:
        return self._say(), ("specialists",), self.p.table.box.price_specialist

    def recruit(self) -> Face:
        count = RECRUIT.value(self.code)
        return self._say(count=count), (), count * self.p.table.box.price_sailor

    def train(self) -> Face:
        branch = TRAIN.value(self.code)
        level = self.p.level[self.seat * BRANCH_COUNT + branch]
        spots = (f"branch-{BRANCHES[branch]}",)
        if level == TOP_LEVEL:
            return self._say("top", branch=branch_name(branch)), spots, None
        text = Message(f"sm.branch.{BRANCHES[branch]}.{level + 1}")
        said = self._say(branch=branch_name(branch), level=level + 1, effect=text)
        return said, spots, level_price(self.p, branch, level)

    def pick(self) -> Face:
        rarity = PICK.value(self.code)
        points = self.p.table.box.token_vp[rarity]
        said = self._say(rarity=rarity_name(rarity), count=points)
        return said, (f"rarity-{RARITIES[rarity]}",), None

    # Market

    def land(self) -> Face:
        landed = self.p.clone()
        landed.log = None
        land_tokens(landed, self.seat)
        points = landed.vp[self.seat] - self.p.vp[self.seat]
        return self._say(count=self.p.aboard[self.seat], points=points), (), None

    def sell(self) -> Face:
        good = SELL.value(self.code)
        p = self.p
        step = p.step_of(self.seat)
        spots = (f"resource-{RESOURCES[good]}",)
        name = resource_name(good)
        if isinstance(step, SellExtra):
            money, points = sale_price(p, self.seat, good), p.table.box.vp_extra
        elif isinstance(step, ConvertSell) or column_full(p, good):
            black = p.table.black_market[good]
            points = p.table.box.vp_black_market
            return self._say("black", resource=name, count=black, points=points), spots, None
        else:
            money = sale_price(p, self.seat, good)
            points = p.table.slots[good][p.filled[good]]
        return self._say(resource=name, count=money, points=points), spots, None

    def buy(self) -> Face:
        step = self.p.step_of(self.seat)
        assert isinstance(step, BuyCubes)
        count = BUY.value(self.code)
        name = resource_name(step.good)
        spots = (f"resource-{RESOURCES[step.good]}",)
        if not count:
            return self._say("none", resource=name), spots, None
        price = count * self.p.table.purchase[step.good]
        return self._say(count=count, resource=name), spots, price

    def overboard(self) -> Face:
        good = JETTISON.value(self.code)
        spots = (f"resource-{RESOURCES[good]}",)
        return self._say(resource=resource_name(good)), spots, None

    def port(self) -> Face:
        port = PORT.value(self.code)
        return self._say(port=port_name(port)), (f"port-{PORTS[port]}",), None

    # Combat

    def man(self) -> Face:
        count = MAN.value(self.code)
        if not count:
            return self._say("none"), (), None
        crew = sailors_words(count * self.p.crew_size(self.seat))
        return self._say(count=count, sailors=crew), (), None

    def die(self) -> Face:
        face = self.family.value(self.code)
        return self._say(face=face_name(face)), (), None

    def loot(self) -> Face:
        good = LOOT.value(self.code)
        step = self.p.step_of(self.seat)
        assert isinstance(step, Loot)
        kept = step.winner < FIRST_PIRATE and self.p.room(step.winner)
        return self._say("" if kept else "sold", resource=resource_name(good)), (), None

    def ransom(self) -> Face:
        step = self.p.step_of(self.seat)
        assert isinstance(step, Retreat)
        return self._say(), (), ransom_due(self.p, self.seat)

    def turn_in(self) -> Face:
        count = TURN_IN.value(self.code)
        gain = count * self.p.table.box.bank_gain
        due = ransom_due(self.p, self.seat)
        short = due > self.p.money[self.seat] + gain
        if not count:
            return self._say("none_short" if short else "none"), (), None
        kind = "short" if short else ""
        return self._say(kind, count=count, money=doubloons(gain)), (), None

    # What one family means in several steps

    def stay(self) -> Face:
        in_port = isinstance(self.p.step_of(self.seat), StormPort)
        return self._say("" if in_port else "combat"), (), None

    def stop(self) -> Face:
        step = self.p.step_of(self.seat)
        if isinstance(step, Selling):
            return self._say("selling"), (), None
        kinds = ["pirate"] if isinstance(step, PirateSail) else []
        return self._say(".".join([*kinds, *self._last()])), (), None

    def done(self) -> Face:
        return self._say(".".join(self._last())), (), None

    def _last(self) -> list[str]:
        """What to add if the end of the action is the end of the turn, for want of tokens."""
        return [] if self.p.tokens[self.seat] else ["last"]

    def none(self) -> Face:
        step = self.p.step_of(self.seat)
        if isinstance(step, RerollDie) and step.picked >= 0:
            return self._say("reroll_one"), (), None
        return self._say(NOTHING[type(step)]), (), None


# What is declined by `none`, by the step that offers it.
NOTHING: dict[type, str] = {
    CombatRecover: "recover",
    RerollDie: "reroll",
    DoubleHit: "double",
    Loot: "loot",
    Pick: "pick",
    SellExtra: "extra",
}


def risk_at(p: MasterPosition, vessel: int, place: int) -> tuple[str, Message]:
    """Whether entering a place leads to a fight: `forced`, `may` or "", and with whom."""
    if SITE <= place < PORT_SPOT:
        return "", Message("sm.nobody")
    world = p.clone()
    world.place[vessel] = place
    codes = engagements(world, vessel)
    others = [ENGAGE.value(code) for code in codes if ENGAGE.has(code)]
    if not others:
        return "", Message("sm.nobody")
    forced = len(others) == len(codes) and blocks(p, others[0])
    said = vessel_name(others[-1])
    for other in reversed(others[:-1]):
        said = Message("sm.list", first=vessel_name(other), rest=said)
    return ("forced" if forced else "may"), said


WORDING: dict[Family, Callable[[Offer], Face]] = {
    TILE: Offer.tile,
    CELL: Offer.cell,
    ROTATE: Offer.rotate,
    EXIT: Offer.exit,
    ZONE: Offer.zone,
    LOSE: Offer.lose,
    BID: Offer.bid,
    DO: Offer.do,
    MOVE: Offer.move,
    CAPE: Offer.cape,
    ENTER_PORT: Offer.harbour,
    LEAVE_PORT: Offer.harbour,
    ENTER_LAIR: Offer.harbour,
    LEAVE_LAIR: Offer.harbour,
    TO_SITE: Offer.to_site,
    CONTROL: Offer.control,
    ENGAGE: Offer.engage,
    DECLINE: Offer.decline,
    MEND_SAILS: Offer.mend,
    MEND_LEAKS: Offer.mend,
    MEND_CANNONS: Offer.mend,
    IMPROVE: Offer.improve,
    HIRE: Offer.hire,
    RECRUIT: Offer.recruit,
    TRAIN: Offer.train,
    PICK: Offer.pick,
    LAND: Offer.land,
    SELL: Offer.sell,
    BUY: Offer.buy,
    JETTISON: Offer.overboard,
    PORT: Offer.port,
    MAN: Offer.man,
    REROLL_DIE: Offer.die,
    DOUBLE: Offer.die,
    LOOT: Offer.loot,
    RANSOM: Offer.ransom,
    TURN_IN: Offer.turn_in,
    STAY: Offer.stay,
    STOP: Offer.stop,
    DONE: Offer.done,
    NONE: Offer.none,
}


def face(p: MasterPosition, seat: int, code: int) -> Face:
    """Label, spots and price of a choice; a choice without particulars has only its name."""
    family = SPACE.family_of(code)
    if family in WORDING:
        return WORDING[family](Offer(p, seat, code))
    return Message(f"sm.choice.{family.name}"), (), None
