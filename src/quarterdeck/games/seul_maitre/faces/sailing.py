"""Where a vessel sails, whom it fights, and which pirate a player controls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from quarterdeck.games.seul_maitre import risks
from quarterdeck.games.seul_maitre.actions import (
    CAPE,
    CONTROL,
    DECLINE,
    ENGAGE,
    ENTER_LAIR,
    ENTER_PORT,
    LEAVE_LAIR,
    LEAVE_PORT,
    MOVE,
    SPACE,
    STOP,
    TO_SITE,
)
from quarterdeck.games.seul_maitre.chart import LAIR, NEIGHBOURS, PORT, SITE
from quarterdeck.games.seul_maitre.fights import chances
from quarterdeck.games.seul_maitre.names import (
    ACTIONS,
    CELL_NAMES,
    FIRST_PIRATE,
    INTO_STORM,
    NAVIGATION,
    NO_CELL,
    PIRATES,
    VESSELS,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.routes import Route, find_routes
from quarterdeck.games.seul_maitre.steps.engagement import blocks, engagements
from quarterdeck.games.seul_maitre.steps.sailing import (
    ChoosePirate,
    Engage,
    PirateSail,
    Sail,
    pirate_points,
)
from quarterdeck.games.seul_maitre.steps.voyage import (
    cost_of,
    harbour_obstacle,
    storm_bits,
    target_of,
)
from quarterdeck.games.seul_maitre.words import (
    listed,
    place_spot,
    place_words,
    sailors_words,
    vessel_name,
    way_name,
)
from quarterdeck.kernel.faces import Description, Face, Gesture, describes
from quarterdeck.kernel.messages import Argument, Message

S = TypeVar("S", bound=Sail | PirateSail)


class VoyageFace(Face[MasterPosition, S], Generic[S]):
    """The steps of a vessel, a ship or a pirate. What they cost in movement points is told in the
    label, as it is no money."""

    def vessel(self, step: S) -> int:
        raise NotImplementedError

    def points(self, p: MasterPosition, step: S) -> int:
        """The movement points it has."""
        raise NotImplementedError

    def sailors(self, p: MasterPosition, step: S, cost: int) -> int:
        """The sailors that a way of this cost needs.  SM-8.7 to SM-8.9"""
        raise NotImplementedError

    def free(self, step: S) -> int:
        """The movement points it need not pay for.  SM-8.8"""
        return 0

    @describes(MOVE)
    def move(self, p: MasterPosition, step: S, code: int) -> Description:
        way, into = MOVE.values(code)
        vessel = self.vessel(step)
        beyond = NEIGHBOURS[p.cell_of(vessel)][way]
        if into == INTO_STORM and beyond != NO_CELL:
            name = CELL_NAMES[beyond]
            cost = cost_of(p, vessel, code)
            said = Message("sm.choice.move.storm", way=way_name(way), cell=name, count=cost)
            risk = risks.of_storm(p, vessel, beyond)
            return Description(said, (f"cell-{name}",), risk=risk, things=("storm",))
        if beyond == NO_CELL or into >= p.chart.zones[beyond]:
            return Description(Message("sm.choice.move.off", way=way_name(way)))
        return self._describe_step(p, step, code, way=way_name(way))

    @describes(CAPE)
    def cape(self, p: MasterPosition, step: S, code: int) -> Description:
        vessel = self.vessel(step)
        if CAPE.value(code) >= p.chart.zones[p.cell_of(vessel)]:
            return Description(Message("sm.choice.cape.off"))
        return self._describe_step(p, step, code)

    @describes(ENTER_PORT, LEAVE_PORT, ENTER_LAIR, LEAVE_LAIR)
    def harbour(self, p: MasterPosition, step: S, code: int) -> Description:
        vessel = self.vessel(step)
        if harbour_obstacle(p, vessel, code) is not None:
            return Description(Message(f"sm.choice.{SPACE.family_of(code).name}.off"))
        return self._describe_step(p, step, code)

    @describes(TO_SITE)
    def to_site(self, p: MasterPosition, step: S, code: int) -> Description:
        site = p.chart.site_at[p.cell_of(self.vessel(step))]
        if site < 0:
            return Description(Message("sm.choice.to_site.none"))
        said = Message("sm.choice.to_site", number=site + 1)
        effect = Message("sm.effect.to_site")
        return Description(said, (f"site-{site + 1}",), effect=effect, things=("site",))

    def _describe_step(
        self, p: MasterPosition, step: S, code: int, **arguments: Argument
    ) -> Description:
        """A step with its cost, what it leaves and whom it meets."""
        vessel = self.vessel(step)
        name = SPACE.family_of(code).name
        target = target_of(p, vessel, code)
        cost = cost_of(p, vessel, code)
        arguments["place"] = place_words(p.chart, target)
        arguments["count"] = cost
        danger, met = _find_danger(p, vessel, target)
        said = Message(f"sm.choice.{name}", **arguments)
        if danger:
            said = Message(f"sm.choice.{name}.{danger}", met=met, **arguments)
        effect = Message("sm.effect.step", count=max(0, self.points(p, step) - cost))
        if target >= PORT:
            effect = Message(f"sm.effect.{name}")
        risk = None
        if danger == "forced":
            risk = risks.of_forced_fight(p, vessel, target, cost, self.free(step))
        spots = (place_spot(p.chart, target),)
        things = _things_of_place(p, target)
        return Description(said, spots, effect=effect, risk=risk, things=things)

    def gestures(self, p: MasterPosition, step: S) -> list[Gesture]:
        vessel = self.vessel(step)
        places, storms = find_routes(p, vessel, self.points(p, step), step.entered)
        return [
            *(self._offer_route(p, step, route) for _, route in sorted(places.items())),
            *(self._offer_storm(p, step, cell, route) for cell, route in sorted(storms.items())),
        ]

    def _offer_route(self, p: MasterPosition, step: S, route: Route) -> Gesture:
        place = route.passed[-1]
        danger, met = _find_danger(p, self.vessel(step), place)
        kind = f".{danger}" if danger else ""
        label = Message(
            f"sm.gesture.sail{kind}",
            place=place_words(p.chart, place),
            count=route.cost,
            sailors=sailors_words(self.sailors(p, step, route.cost)),
            met=met,
        )
        return Gesture(
            choices=tuple(SPACE.notation(code) for code in route.codes),
            label=label,
            spot=place_spot(p.chart, place),
            covers=tuple(place_spot(p.chart, each) for each in route.passed),
            passes=True,
            badge=f"{route.cost}{'⚔' if danger == 'forced' else ''}",
        )

    def _offer_storm(self, p: MasterPosition, step: S, cell: int, route: Route) -> Gesture:
        name = CELL_NAMES[cell]
        label = Message(
            "sm.gesture.storm",
            cell=name,
            count=route.cost,
            sailors=sailors_words(self.sailors(p, step, route.cost)),
            dice=Message("sm.red_dice", count=storm_bits(p, cell).bit_count()),
        )
        return Gesture(
            choices=tuple(SPACE.notation(code) for code in route.codes),
            label=label,
            spot=f"cell-{name}",
            covers=(*(place_spot(p.chart, each) for each in route.passed[:-1]), f"cell-{name}"),
            passes=True,
            badge=f"{route.cost}↯",
        )


def _things_of_place(p: MasterPosition, place: int) -> tuple[str, ...]:
    if place < PORT:
        return ("zone", "wind")
    return (place_spot(p.chart, place),) if place < LAIR else ("lair",)


def _find_danger(p: MasterPosition, vessel: int, place: int) -> tuple[str, Message]:
    """Whether entering a place leads to a fight: `forced`, `may` or "", and with whom."""
    if SITE <= place < PORT:
        return "", Message("sm.nobody")
    world = p.clone()
    world.place[vessel] = place
    codes = engagements(world, vessel)
    others = [ENGAGE.value(code) for code in codes if ENGAGE.has(code)]
    if not others:
        return "", Message("sm.nobody")
    forced = len(others) == len(codes) and blocks(p, others[0])
    met = listed([vessel_name(other) for other in others])
    return ("forced" if forced else "may"), met


class SailFace(VoyageFace[Sail]):
    step = Sail

    def vessel(self, step: Sail) -> int:
        return step.seat

    def points(self, p: MasterPosition, step: Sail) -> int:
        return p.points(step.seat) + step.free

    def free(self, step: Sail) -> int:
        return step.free

    def sailors(self, p: MasterPosition, step: Sail, cost: int) -> int:
        return max(0, cost - step.free - (1 if p.has_orange(step.seat) else 0))

    def prompt(self, p: MasterPosition, step: Sail) -> Message:
        return Message("sm.prompt.sail", wind=way_name(p.wind), count=self.points(p, step))

    @describes(STOP)
    def stop(self, p: MasterPosition, step: Sail, code: int) -> Description:
        goes_on = p.tokens[step.seat] > 0
        return Description(
            Message("sm.choice.stop" if goes_on else "sm.choice.stop.last"),
            effect=Message("sm.effect.stop"),
            risk=None if goes_on else risks.of_storm_to_come(p, step.seat),
            things=(f"action-{ACTIONS[NAVIGATION]}",),
        )


class PirateSailFace(VoyageFace[PirateSail]):
    step = PirateSail

    def vessel(self, step: PirateSail) -> int:
        return step.vessel

    def points(self, p: MasterPosition, step: PirateSail) -> int:
        return max(0, pirate_points(p, step.vessel, step.used))

    def sailors(self, p: MasterPosition, step: PirateSail, cost: int) -> int:
        return 0

    def prompt(self, p: MasterPosition, step: PirateSail) -> Message:
        vessel = vessel_name(step.vessel)
        return Message("sm.prompt.pirate_sail", vessel=vessel, count=self.points(p, step))

    @describes(STOP)
    def stop(self, p: MasterPosition, step: PirateSail, code: int) -> Description:
        goes_on = p.tokens[step.seat] > 0
        return Description(
            Message("sm.choice.stop.pirate" if goes_on else "sm.choice.stop.pirate.last"),
            effect=Message("sm.effect.stop.pirate"),
            things=("controller",),
        )


class EngageFace(Face[MasterPosition, Engage]):
    step = Engage

    def prompt(self, p: MasterPosition, step: Engage) -> Message:
        may_decline = DECLINE.base in p.legal(step.seat)
        return Message("sm.prompt.engage.may" if may_decline else "sm.prompt.engage.forced")

    @describes(ENGAGE)
    def engage(self, p: MasterPosition, step: Engage, code: int) -> Description:
        other = ENGAGE.value(code)
        odds = chances(p, step.mover, other)
        percent = round(100 * odds.attacker / odds.of)
        said = Message("sm.choice.engage", vessel=vessel_name(other), percent=percent)
        risk = risks.of_attack(p, step.mover, other)
        return Description(said, (f"vessel-{VESSELS[other]}",), risk=risk, things=("combat",))

    @describes(DECLINE)
    def decline(self, p: MasterPosition, step: Engage, code: int) -> Description:
        return Description(
            Message("sm.choice.decline" if step.goes_on else "sm.choice.decline.stop"),
            effect=Message("sm.effect.decline" if step.goes_on else "sm.effect.decline.stop"),
            things=("combat",),
        )


class ChoosePirateFace(Face[MasterPosition, ChoosePirate]):
    step = ChoosePirate

    def prompt(self, p: MasterPosition, step: ChoosePirate) -> Message:
        return Message("sm.prompt.pirate")

    def expected(self, p: MasterPosition, step: ChoosePirate) -> Sequence[int]:
        return range(CONTROL.base, CONTROL.end)

    @describes(CONTROL)
    def control(self, p: MasterPosition, step: ChoosePirate, code: int) -> Description:
        pirate = CONTROL.value(code)
        said = Message(
            "sm.choice.control",
            vessel=vessel_name(FIRST_PIRATE + pirate),
            sails=p.pirate_sails[pirate] - p.pirate_sail_damage[pirate],
            cannons=p.pirate_cannons[pirate] - p.pirate_cannon_damage[pirate],
            sailors=p.pirate_sailors[pirate] - p.pirate_crew_damage[pirate],
        )
        effect = Message("sm.effect.control")
        things = ("controller", "pirate")
        return Description(said, (f"vessel-{PIRATES[pirate]}",), effect=effect, things=things)
