"""Looking through a window of play: all a player could still do in it, and how it would end.

Every step is taken by the machine's own steps on copies of the captain, so nothing here knows a
rule. Of several ways to the same state only the one that leaves most to spend is followed.

Nothing new is revealed while a window is open, so one search from its beginning serves all its
questions, as long as the player keeps to a plan that was found; it is kept for them.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any, Final, TypeAlias

from quarterdeck.games.rolling_seas.actions import END
from quarterdeck.games.rolling_seas.captain import Captain
from quarterdeck.games.rolling_seas.names import NO_CELL
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.steps.action import Action
from quarterdeck.games.rolling_seas.steps.drawing import PlaceAnchor, PlaceTurn
from quarterdeck.games.rolling_seas.steps.exploring import Build
from quarterdeck.games.rolling_seas.steps.port import PortServices
from quarterdeck.games.rolling_seas.steps.sailing import AfterAction, Sail
from quarterdeck.games.rolling_seas.steps.setup import HomePort, StartCell
from quarterdeck.games.rolling_seas.steps.turn import CalmPower
from quarterdeck.games.rolling_seas.worth import Outlook
from quarterdeck.kernel.position import Step

# A search goes through so many states of a moving ship at most, the most promising first; a
# movement point left promises so much renown
MOST_MOVES: Final = 200
POINT: Final = 2.0
# Questions that are not about moving are few; they come first
FIRST: Final = -10000.0
UNKNOWN: Final = -1000.0
# What a choice is worth less than where it leads if others lead there as well
ROUNDABOUT: Final = 10.0
# Searches kept: one for each seat of a table, and a few for players who left their plan
STUDIES_KEPT: Final = 16

# Plans of a study that are kept besides the best that begins with each choice
PLANS_KEPT: Final = 64

# What asks a captain, from the wind they sail under (0 and more) on downwards
AT_SEA: Final = 0
AFTER_ACTION: Final = -1
BEFORE_ACTION: Final = -2
BUILDING: Final = -3
IN_PORT: Final = -4
FIRST_STEP: Final = -10

Traits: TypeAlias = tuple[int, ...]

BEFORE_THE_ACTION: Final = (PlaceAnchor, PlaceTurn, HomePort, StartCell, CalmPower)


class SearchNode:
    """A state of the search that asks for a choice; `path` are the choices that led to it."""

    def __init__(self, path: list[int], captain: Captain, lane: list[Step[Any]]) -> None:
        self.path = path
        self.captain = captain
        self.lane = lane


class Plan:
    """Choices up to the end of a window, but for the last one if it only ends the turn; what the
    captain then is, and what that is worth."""

    def __init__(self, path: list[int], captain: Captain, worth: float) -> None:
        self.path = path
        self.captain = captain
        self.worth = worth
        # The position in which it ends, once somebody asked for it
        self.end: RollingPosition | None = None


class Study:
    """A search from a question to a seat to the end of its window."""

    def __init__(self, p: RollingPosition, seat: int) -> None:
        step = p.step_of(seat)
        lane: list[Step[Any]] = [step] if step is not None else []
        if p.lanes:
            lane = p.lanes[seat][:]
        if p.captains[seat].cell == NO_CELL and isinstance(step, PlaceAnchor | PlaceTurn):
            # An adventure is as good as the start it makes possible
            lane.insert(0, HomePort(seat))
        left = p.table.turns - p.turn + isinstance(step, BEFORE_THE_ACTION)
        # How everything stood before
        self.opened = p.clone()
        self.p = p.clone()
        # What the steps push lands on the main stack, which holds one lane of the search
        self.p.lanes = []
        self.seat = seat
        self.outlook = Outlook(self.p, seat, left)
        self.plans: list[Plan] = []
        # Where choices lead that no plan begins with
        self.glimpses: dict[int, float] = {}
        self._waiting: list[tuple[float, int, SearchNode]] = []
        self._pushed = 0
        self._rest: dict[tuple[int, int, Traits], int] = {}
        self._worth: dict[tuple[int, Traits], float] = {}
        self._search(SearchNode([], self.p.captains[seat], lane))
        self.plans = _pick(self.plans)
        # Studies are kept, so what only the search needed is let go
        self._waiting, self._rest, self._worth = [], {}, {}

    def _search(self, root: SearchNode) -> None:
        self._expand(root)
        moves = 0
        while self._waiting and moves < MOST_MOVES:
            rank, _, node = heappop(self._waiting)
            if rank > FIRST:
                moves += 1
            self._expand(node)

    def _expand(self, node: SearchNode) -> None:
        """Take every choice of a node."""
        p = self.p
        p.captains[self.seat] = node.captain
        codes = node.lane[-1].options(p)
        for code in codes:
            # The end of a turn was noted when the node was reached
            if code != END.base or not node.path:
                self._follow(node, code, len(codes) > 1)

    def _follow(self, node: SearchNode, code: int, asked: bool) -> None:
        """Take a choice, and all that follows without another one."""
        p = self.p
        captain = node.captain.copy()
        p.captains[self.seat] = captain
        lane = node.lane[:]
        p.stack = lane
        path = [*node.path, code] if asked else node.path
        lane.pop().take(p, code)
        while lane:
            step = lane[-1]
            if isinstance(step, Sail):
                kind = FIRST_STEP - step.wind if step.first else step.wind
                self._wait(path, captain, lane, kind, step.points, step.points)
                return
            if isinstance(step, AfterAction):
                self._wait(path, captain, lane, AFTER_ACTION, 0, 0)
                return
            if isinstance(step, Action):
                speed = captain.table.movement[captain.ship]
                self._wait(path, captain, lane, BEFORE_ACTION, 0, speed)
                return
            options = step.options(p)
            if len(options) > 1:
                self._queue(path, captain, lane, step)
                return
            lane.pop()
            step.take(p, options[0])
        self.plans.append(Plan(path, captain, self._value(captain, traits(captain))))

    def _queue(
        self, path: list[int], captain: Captain, lane: list[Step[Any]], step: Step[Any]
    ) -> None:
        """A question that is not about moving. Purchases may come in any order."""
        kind = AT_SEA
        if isinstance(step, PortServices):
            kind = IN_PORT - step.filled
        elif isinstance(step, Build):
            kind = BUILDING
        if kind and self._is_known(kind, captain, traits(captain), captain.provisions):
            return
        self._keep(FIRST, SearchNode(path, captain, lane))

    def _wait(
        self,
        path: list[int],
        captain: Captain,
        lane: list[Step[Any]],
        kind: int,
        points: int,
        hope: int,
    ) -> None:
        """A ship that may move on: note what ending here is worth, and look further later.

        `kind` is the wind it sails under, or what else is asked; `hope` are the movement points
        it may still spend."""
        rest = points + captain.provisions
        marks = traits(captain)
        if self._is_known(kind, captain, marks, rest):
            if path[0] not in self.glimpses:
                self.glimpses[path[0]] = self._value(captain, marks) - ROUNDABOUT
            return
        value = self._value(captain, marks)
        if kind >= AFTER_ACTION and captain.may_rest():
            self.plans.append(Plan(path, captain, value))
            if captain.stopped or not (captain.wind or (kind >= AT_SEA and rest)):
                return
        self._keep(-value - POINT * hope, SearchNode(path, captain, lane))

    def _is_known(self, kind: int, captain: Captain, marks: Traits, rest: int) -> bool:
        """Whether a state was reached before with as much to spend; from now on it was."""
        key = (kind, captain.fresh_perils, marks)
        if self._rest.get(key, -1) >= rest:
            return True
        self._rest[key] = rest
        return False

    def _keep(self, rank: float, node: SearchNode) -> None:
        self._pushed += 1
        heappush(self._waiting, (rank, self._pushed, node))

    def _value(self, captain: Captain, marks: Traits) -> float:
        key = (captain.provisions, marks)
        known = self._worth.get(key)
        if known is None:
            known = self.outlook.worth()
            self._worth[key] = known
        return known


def _pick(plans: list[Plan]) -> list[Plan]:
    """The best plans, and the best one that begins with each choice; best first."""
    ranked = sorted([(-plan.worth, number) for number, plan in enumerate(plans)])
    picked: list[Plan] = []
    begun: set[int] = set()
    for _, number in ranked:
        plan = plans[number]
        if len(picked) < PLANS_KEPT or plan.path[0] not in begun:
            begun.add(plan.path[0])
            picked.append(plan)
    return picked


def traits(captain: Captain) -> Traits:
    """What tells two captains of one search apart, but for their provisions."""
    return (
        captain.cell,
        captain.monsters,
        captain.perils,
        captain.currents,
        captain.unmet(),
        captain.explored,
        captain.told,
        captain.story << 20 | captain.gold << 14 | captain.wind << 8 | captain.ship << 4,
        captain.cannons << 16 | captain.monster_power << 8 | captain.pirate_power,
        captain.provisions_circled << 9 | captain.home + 1,
    )


# Plans for a question


class Plans:
    """What a seat that is asked may plan, best first: what begins with its choices so far."""

    def __init__(self, study: Study, chosen: list[int]) -> None:
        self.study = study
        self.depth = len(chosen)
        self.found = [plan for plan in study.plans if plan.path[: self.depth] == chosen]

    def next_choice(self, plan: Plan) -> int:
        """What a plan does now."""
        return plan.path[self.depth] if self.depth < len(plan.path) else END.base

    def path_of(self, plan: Plan) -> list[int]:
        """What a plan does from now on."""
        path = plan.path[self.depth :]
        return path if path and path[-1] == END.base else [*path, END.base]

    def end_of(self, plan: Plan) -> RollingPosition:
        """The position in which a plan ends, the same one whenever it is asked for: for all the
        others nothing has happened in this window."""
        if plan.end is None:
            end = self.study.opened.clone()
            end.captains[self.study.seat] = plan.captain.copy()
            if not end.lanes:
                end.stack.pop()  # the question
            end.cut_short()
            plan.end = end
        return plan.end

    def judge(self, codes: list[int]) -> list[float]:
        """For each choice the best that can come of it."""
        best = dict.fromkeys(codes, UNKNOWN)
        for plan in self.found:
            code = self.next_choice(plan)
            if plan.worth > best.get(code, plan.worth):
                best[code] = plan.worth
        # A choice that only leads to what another one reaches as well is worth something
        least = min([worth for worth in best.values() if worth != UNKNOWN], default=0.0)
        if UNKNOWN in best.values():
            for code in codes:
                if best[code] == UNKNOWN:
                    glimpse = self.study.glimpses.get(code, UNKNOWN) if not self.depth else UNKNOWN
                    best[code] = glimpse if glimpse != UNKNOWN else least - ROUNDABOUT
        return [best[code] for code in codes]


_kept: dict[tuple[Any, ...], Study] = {}


def make_plans(p: RollingPosition, seat: int) -> Plans:
    """The plans of a seat that is asked. The same question always gets the same plans."""
    chosen = p.lane_choices(seat)
    opened = p.opening()
    assert isinstance(opened, RollingPosition)
    if chosen:
        plans = Plans(_study(opened, seat), chosen)
        if plans.found:
            return plans
        # They have left every plan, but what others do meanwhile is still unknown to them
        seen = p.visible_to(seat)
        assert isinstance(seen, RollingPosition)
        return Plans(_study(seen, seat), [])
    return Plans(_study(opened, seat), [])


def _study(p: RollingPosition, seat: int) -> Study:
    key = _question(p, seat)
    study = _kept.get(key)
    if study is None:
        if len(_kept) >= STUDIES_KEPT:
            del _kept[next(iter(_kept))]
        study = Study(p, seat)
        _kept[key] = study
    return study


def _question(p: RollingPosition, seat: int) -> tuple[Any, ...]:
    """All that a study depends on, and the ends of its plans."""
    steps = p.lanes[seat] if p.lanes else p.stack[-1:]
    asked = [(type(step).__name__, *step.key()) for step in steps]
    boards = [_freeze(captain) for captain in p.captains]
    return p.table, seat, p.turn, p.tier, p.die, tuple(p.winds), *asked, *boards


def _freeze(captain: Captain) -> tuple[Any, ...]:
    return tuple([tuple(v) if isinstance(v, list) else v for v in captain.dump()])
