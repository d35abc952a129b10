"""Where a vessel sails, whom it fights, and which pirate a player controls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

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
from quarterdeck.games.seul_maitre.chart import NEIGHBOURS, PORT, SITE
from quarterdeck.games.seul_maitre.fights import chances
from quarterdeck.games.seul_maitre.names import (
    CELL_NAMES,
    FIRST_PIRATE,
    INTO_STORM,
    NO_CELL,
    PIRATES,
    VESSELS,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.engagement import blocks, engagements
from quarterdeck.games.seul_maitre.steps.sailing import (
    ChoosePirate,
    Engage,
    PirateSail,
    Sail,
    pirate_points,
)
from quarterdeck.games.seul_maitre.steps.voyage import cost_of, harbour_obstacle, target_of
from quarterdeck.games.seul_maitre.words import place_spot, place_words, vessel_name, way_name
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Argument, Message
from quarterdeck.kernel.position import Step

S = TypeVar("S", bound=Step[Any])


class VoyageFace(Face[MasterPosition, S], Generic[S]):
    """The steps of a vessel, a ship or a pirate. What they cost in movement points is told in the
    label, as it is no money."""

    def vessel(self, step: S) -> int:
        raise NotImplementedError

    @describes(MOVE)
    def move(self, p: MasterPosition, step: S, code: int) -> Description:
        way, into = MOVE.values(code)
        vessel = self.vessel(step)
        beyond = NEIGHBOURS[p.cell_of(vessel)][way]
        if into == INTO_STORM and beyond != NO_CELL:
            name = CELL_NAMES[beyond]
            cost = cost_of(p, vessel, code)
            said = Message("sm.choice.move.storm", way=way_name(way), cell=name, count=cost)
            return Description(said, (f"cell-{name}",))
        if beyond == NO_CELL or into >= p.chart.zones[beyond]:
            return Description(Message("sm.choice.move.off", way=way_name(way)))
        return _describe_step(p, vessel, code, way=way_name(way))

    @describes(CAPE)
    def cape(self, p: MasterPosition, step: S, code: int) -> Description:
        vessel = self.vessel(step)
        if CAPE.value(code) >= p.chart.zones[p.cell_of(vessel)]:
            return Description(Message("sm.choice.cape.off"))
        return _describe_step(p, vessel, code)

    @describes(ENTER_PORT, LEAVE_PORT, ENTER_LAIR, LEAVE_LAIR)
    def harbour(self, p: MasterPosition, step: S, code: int) -> Description:
        vessel = self.vessel(step)
        if harbour_obstacle(p, vessel, code) is not None:
            return Description(Message(f"sm.choice.{SPACE.family_of(code).name}.off"))
        return _describe_step(p, vessel, code)

    @describes(TO_SITE)
    def to_site(self, p: MasterPosition, step: S, code: int) -> Description:
        site = p.chart.site_at[p.cell_of(self.vessel(step))]
        if site < 0:
            return Description(Message("sm.choice.to_site.none"))
        return Description(Message("sm.choice.to_site", number=site + 1), (f"site-{site + 1}",))


def _describe_step(p: MasterPosition, vessel: int, code: int, **arguments: Argument) -> Description:
    """A step with its cost and whom it meets."""
    name = SPACE.family_of(code).name
    target = target_of(p, vessel, code)
    arguments["place"] = place_words(p.chart, target)
    arguments["count"] = cost_of(p, vessel, code)
    spots = (place_spot(p.chart, target),)
    danger, met = find_danger(p, vessel, target)
    if danger:
        return Description(Message(f"sm.choice.{name}.{danger}", met=met, **arguments), spots)
    return Description(Message(f"sm.choice.{name}", **arguments), spots)


def find_danger(p: MasterPosition, vessel: int, place: int) -> tuple[str, Message]:
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
    met = vessel_name(others[-1])
    for other in reversed(others[:-1]):
        met = Message("sm.list", first=vessel_name(other), rest=met)
    return ("forced" if forced else "may"), met


class SailFace(VoyageFace[Sail]):
    step = Sail

    def vessel(self, step: Sail) -> int:
        return step.seat

    def prompt(self, p: MasterPosition, step: Sail) -> Message:
        points = p.points(step.seat) + step.free
        return Message("sm.prompt.sail", wind=way_name(p.wind), count=points)

    @describes(STOP)
    def stop(self, p: MasterPosition, step: Sail, code: int) -> Description:
        goes_on = p.tokens[step.seat] > 0
        return Description(Message("sm.choice.stop" if goes_on else "sm.choice.stop.last"))


class PirateSailFace(VoyageFace[PirateSail]):
    step = PirateSail

    def vessel(self, step: PirateSail) -> int:
        return step.vessel

    def prompt(self, p: MasterPosition, step: PirateSail) -> Message:
        points = max(0, pirate_points(p, step.vessel, step.used))
        vessel = vessel_name(step.vessel)
        return Message("sm.prompt.pirate_sail", vessel=vessel, count=points)

    @describes(STOP)
    def stop(self, p: MasterPosition, step: PirateSail, code: int) -> Description:
        goes_on = p.tokens[step.seat] > 0
        return Description(
            Message("sm.choice.stop.pirate" if goes_on else "sm.choice.stop.pirate.last")
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
        return Description(said, (f"vessel-{VESSELS[other]}",))

    @describes(DECLINE)
    def decline(self, p: MasterPosition, step: Engage, code: int) -> Description:
        return Description(
            Message("sm.choice.decline" if step.goes_on else "sm.choice.decline.stop")
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
        return Description(said, (f"vessel-{PIRATES[pirate]}",))
