"""Looking through a turn: which actions a captain could still take, and where they leave him.

Actions are carried out on clones with the machine's own functions; of all the ways to go on only
the most promising are followed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from quarterdeck.games.seul_maitre.actions import (
    DO,
    HIRE,
    IMPROVE,
    MEND_CANNONS,
    MEND_LEAKS,
    MEND_SAILS,
    PICK,
    RECRUIT,
    TOKEN,
    TRAIN,
)
from quarterdeck.games.seul_maitre.chart import CELL_OF, PORT, SITE
from quarterdeck.games.seul_maitre.fights import (
    attack_value,
    closed_zones,
    front_of,
    looks_weak,
    vessels,
)
from quarterdeck.games.seul_maitre.names import (
    ACADEMY,
    BANK,
    DISCOVERY,
    DISTRESS,
    END_TURN,
    FAMILY_COUNT,
    JETTISON,
    MARKET,
    NAVIGATION,
    NAVIGATOR,
    PIRACY,
    PIRATE_COUNT,
    RECOVERY,
    REINFORCEMENT,
    RESOURCE_COUNT,
    SHIPYARD,
    TRADER,
    branch_at,
    cargo_at,
    token_at,
    token_kind,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.raids import best_raid
from quarterdeck.games.seul_maitre.roads import Roads, roads_now
from quarterdeck.games.seul_maitre.steps.engagement import pair_obstacle
from quarterdeck.games.seul_maitre.steps.exploring import (
    DrawToken,
    MarkSite,
    Pick,
    discovery_obstacle,
    site_of,
)
from quarterdeck.games.seul_maitre.steps.learning import Train
from quarterdeck.games.seul_maitre.steps.openings import LIMITED, action_obstacle
from quarterdeck.games.seul_maitre.steps.outcome import open_ports
from quarterdeck.games.seul_maitre.steps.refit import Refit
from quarterdeck.games.seul_maitre.steps.sailing import pay
from quarterdeck.games.seul_maitre.steps.trade import (
    land_tokens,
    port_of,
    sale_obstacle,
    sales_allowed,
    sell,
)
from quarterdeck.games.seul_maitre.steps.voyage import add_steps, cost_of, rose, target_of
from quarterdeck.games.seul_maitre.worth import TOKEN as TOKEN_WORTH
from quarterdeck.games.seul_maitre.worth import Worth

# So many ways are followed from action to action
BEAM: Final = 4
# What a token not used yet promises besides a Bank action
PROMISE: Final = TOKEN_WORTH - 0.4
# A discovery within reach
A_DISCOVERY: Final = 1.5
UNKNOWN: Final = -1000.0
MOST_ABOARD: Final = 4
NOTHING: Final = -1
UNROOTED: Final = -1
BOTH_STORMS: Final = 3
# A fight on the way is only looked for if it promises so much
WORTH_A_FIGHT: Final = 0.5
# One part of a Shipyard action after the other: repairs and space first
SHIPYARD_PARTS: Final = (MEND_SAILS, MEND_LEAKS, MEND_CANNONS, IMPROVE, HIRE, RECRUIT)


class Prospect:
    """A position on the way, the choice it began with, and hopes the position does not show."""

    def __init__(self, p: MasterPosition, root: int, extra: float) -> None:
        self.p = p
        self.root = root
        self.extra = extra


class Study:
    """A search from the present choice of a seat to the end of its turn."""

    def __init__(self, p: MasterPosition, seat: int) -> None:
        self.p = p
        self.seat = seat
        self.worth = Worth(p, seat)
        self.best: dict[int, float] = {}
        self._raid: float | None = None
        self._fights: dict[tuple[int, int], float] = {}

    # The search

    def judge(self, ways: list[Prospect]) -> dict[int, float]:
        """For each choice the best that can come of the ways that begin with it."""
        self.best = {}
        ways = self._keep_best(ways)
        while ways:
            ways = self._keep_best([after for way in ways for after in self.actions(way)])
        return self.best

    def _keep_best(self, ways: list[Prospect]) -> list[Prospect]:
        """The most promising ways, each end counted once."""
        ranked: dict[tuple[object, ...], tuple[float, int, Prospect]] = {}
        seat = self.seat
        for number, way in enumerate(ways):
            p = way.p
            tokens = p.tokens[seat]
            value = self.worth.total(p) + way.extra
            if value > self.best.get(way.root, UNKNOWN):
                self.best[way.root] = value
            if not tokens:
                continue
            key = (
                p.place[seat],
                tokens,
                p.used[seat],
                p.hold[seat],
                p.money[seat],
                tuple(p.cargo[cargo_at(seat, 0) : cargo_at(seat + 1, 0)]),
                way.extra,
            )
            promise = value + PROMISE * tokens
            if not self.worth.rounds:
                promise += self.worth.hopes(p)
            if SITE <= p.place[seat] < PORT and action_obstacle(p, seat, DISCOVERY) is None:
                promise += A_DISCOVERY
            if key not in ranked or ranked[key][0] < promise:
                ranked[key] = (promise, number, way)
        found = sorted(ranked.values(), key=lambda entry: (-entry[0], entry[1]))
        return [way for _, _, way in found[:BEAM]]

    # Actions

    def roots(self) -> list[Prospect]:
        """The ways that begin with each action open now."""
        idle = self.p.clone()
        idle.tokens[self.seat] = 0
        return [
            Prospect(idle, DO.at(END_TURN), 0.0),
            *self.actions(Prospect(self.p, UNROOTED, 0.0)),
        ]

    def actions(self, way: Prospect) -> Iterator[Prospect]:
        p = way.p
        for action in range(END_TURN):
            if action_obstacle(p, self.seat, action) is not None:
                continue
            root = DO.at(action) if way.root == UNROOTED else way.root
            for after, extra in self._outcomes(p, action):
                yield Prospect(after, root, way.extra + extra)

    def _outcomes(self, p: MasterPosition, action: int) -> Iterator[tuple[MasterPosition, float]]:
        """Where an action may lead, paid for."""
        seat = self.seat
        if action == PIRACY:
            raid = self.raid()
            if raid <= 0:
                return
        world = p.clone()
        world.spend_token(seat)
        if LIMITED >> action & 1:
            world.used[seat] |= 1 << action
        if action == NAVIGATION:
            yield from self.voyages(world, 1 if p.leads(seat, NAVIGATOR) else 0)
        elif action == MARKET:
            for after in self._trades(world):
                yield after, 0.0
        elif action == SHIPYARD:
            yield self._refitted(world), 0.0
        elif action == ACADEMY:
            step = Train(seat)
            for code in step.options(world):
                after = world.clone()
                step.take(after, code)
                if TRAIN.value(code) in (NAVIGATOR, TRADER) or len(step.options(world)) == 1:
                    yield after, 0.0
        elif action == DISCOVERY:
            yield self._explored(world), 0.0
        elif action == PIRACY:
            yield world, raid
        elif action == DISTRESS:
            ports = [PORT + world.chart.port_cell[port] for port in open_ports(world)]
            for port in ports:
                after = world.clone()
                after.place[seat] = port
                yield after, 0.0
        elif action == JETTISON:
            self._lighten(world)
            yield world, 0.0
        else:
            if action == RECOVERY:
                world.recover(seat)
            elif action == BANK:
                world.money[seat] += world.table.box.bank_gain
            elif action == REINFORCEMENT:
                world.reinforced |= 1 << seat
            yield world, 0.0

    def raid(self) -> float:
        """What the best pirate promises."""
        if self._raid is None:
            self._raid = max(best_raid(self.p, self.seat, pirate) for pirate in range(PIRATE_COUNT))
        return self._raid

    def _refitted(self, p: MasterPosition) -> MasterPosition:
        """The best of each part, if it is better than nothing of it."""
        step = Refit(self.seat, 0, 0, 0)
        best = self.worth.total(p)
        for part in SHIPYARD_PARTS:
            before = p
            for code in [each for each in step.options(before) if part.has(each)]:
                after = before.clone()
                step.take(after, code)
                value = self.worth.total(after)
                if value > best:
                    best, p = value, after
            if p is not before:
                # What the improvement asks for is left open
                while not isinstance(asked := p.stack.pop(), Refit):
                    pass
                step = asked
        return p

    def _explored(self, p: MasterPosition) -> MasterPosition:
        """The best token allowed, of the family most likely."""
        seat = self.seat
        site = site_of(p, seat)
        rarity = PICK.value(Pick(seat, site, 0).options(p)[-1])
        first = token_kind(rarity, 0)
        # What others carry is as unknown as what lies on the sites
        unseen = [
            p.unseen[token]
            + sum(p.carried[token_at(other, token)] for other in range(p.seats))
            - p.carried[token_at(seat, token)]
            for token in range(first, first + FAMILY_COUNT)
        ]
        p.pile[site * (len(p.pile) // len(p.chart.site_cell)) + rarity] -= 1
        DrawToken(seat, rarity).take(p, TOKEN.base + first + unseen.index(max(unseen)))
        MarkSite(seat, site).run(p)
        return p

    def _lighten(self, p: MasterPosition) -> None:
        """Cheap cubes go overboard until a sailor fits."""
        seat = self.seat
        while not p.berths(seat) and p.cubes(seat):
            held = [g for g in range(RESOURCE_COUNT) if p.cargo[cargo_at(seat, g)]]
            good = min(held, key=lambda each: self.worth.sale(p, each, 0))
            p.cargo[cargo_at(seat, good)] -= 1
        p.recover(seat)

    # Trade

    def _trades(self, world: MasterPosition) -> Iterator[MasterPosition]:
        """Everything landed, the best cubes sold, some bought."""
        seat = self.seat
        if world.aboard[seat]:
            land_tokens(world, seat)
        for good in self.sales(world, NOTHING, sales_allowed(world, seat)):
            sell(world, seat, good)
        yield from self.bought(world, world.table.goods_of[port_of(world, seat)])

    def bought(self, p: MasterPosition, goods: list[int]) -> list[MasterPosition]:
        """All that could be bought of some goods."""
        ways = [p]
        for good in goods:
            ways = [after for each in ways for after in self._counts(each, good)]
        return ways

    def most_bought(self, p: MasterPosition) -> int:
        """A ship that carries more hardly moves."""
        return max(0, MOST_ABOARD - p.cubes(self.seat))

    def _counts(self, p: MasterPosition, good: int) -> Iterator[MasterPosition]:
        seat = self.seat
        price = p.table.purchase[good]
        yield p
        for count in range(1, min(p.money[seat] // price, p.room(seat), self.most_bought(p)) + 1):
            after = p.clone()
            after.money[seat] -= count * price
            after.cargo[cargo_at(seat, good)] += count
            yield after

    def sales(self, p: MasterPosition, last: int, allowed: int) -> list[int]:
        """The cubes to sell in this Market action, in the order of types."""
        seat = self.seat
        port = port_of(p, seat)
        pairs = p.level[branch_at(seat, TRADER)] >= 2
        cubes: list[tuple[float, int]] = []
        for good in range(RESOURCE_COUNT):
            if good < last or (good == last and not pairs):
                continue
            if sale_obstacle(p, seat, good, port) is not None:
                continue
            held = p.cargo[cargo_at(seat, good)] if pairs else 1
            for ahead in range(min(held, allowed)):
                cubes.append((-self.worth.sale(p, good, ahead), good))
        return sorted(good for _, good in sorted(cubes)[:allowed])

    # Voyages

    def roads(self, p: MasterPosition) -> Roads:
        closed = closed_zones(p, self.seat)
        return roads_now(p.chart, p.table.box, rose(p, self.seat), p.wind, p.storms, closed)

    def goals(self, p: MasterPosition) -> list[int]:
        """Places worth sailing to: ports, and sites with something to find."""
        seat = self.seat
        chart = p.chart
        found = [PORT + cell for cell in chart.port_cell]
        if p.room(seat):
            place = p.place[seat]
            for cell in chart.site_cell:
                p.place[seat] = SITE + cell
                if discovery_obstacle(p, seat) is None:
                    found.append(SITE + cell)
            p.place[seat] = place
        return [goal for goal in found if not p.covered(CELL_OF[goal])]

    def voyages(self, p: MasterPosition, free: int) -> Iterator[tuple[MasterPosition, float]]:
        """Where one Navigation may take the ship, with what a fight there promises."""
        for _, after, extra in self.legs(p, free):
            yield after, extra

    def sailing(self, p: MasterPosition, free: int) -> list[Prospect]:
        """The ways a Navigation under way may go on, by their first step."""
        return [Prospect(after, first, extra) for first, after, extra in self.legs(p, free)]

    def legs(self, p: MasterPosition, free: int) -> Iterator[tuple[int, MasterPosition, float]]:
        """The same with the first step of each voyage."""
        seat = self.seat
        roads = self.roads(p)
        shut_in = True
        for goal in self.goals(p):
            after = p.clone()
            first = self.sail(after, roads, goal, free)
            if first != NOTHING:
                shut_in = False
                yield first, after, 0.0
        if p.fought >> seat & 1:
            return
        for other in vessels():
            if pair_obstacle(p, seat, other) is not None:
                continue
            goal = front_of(p, other)
            points = p.points(seat) + free
            if p.chart.case[p.place[seat]] == goal or roads.to(goal)[p.place[seat]] > points:
                continue
            after = p.clone()
            first = self.sail(after, roads, goal, free)
            if first == NOTHING or not (shut_in or looks_weak(after, seat, other)):
                continue
            value = self.fight(after, other)
            if value > WORTH_A_FIGHT or shut_in:
                after.fought |= 1 << seat | 1 << other
                yield first, after, value

    def fight(self, p: MasterPosition, other: int) -> float:
        key = (other, p.hold[self.seat])
        found = self._fights.get(key)
        if found is None:
            found = self._fights[key] = attack_value(p, self.seat, other)
        return found

    def sail(self, p: MasterPosition, roads: Roads, goal: int, free: int) -> int:
        """Sail towards a goal as far as the points go; gives the first step, or NOTHING."""
        seat = self.seat
        table = roads.to(goal)
        first = NOTHING
        while p.place[seat] != goal:
            steps: list[int] = []
            add_steps(p, seat, p.points(seat) + free, BOTH_STORMS, steps)
            here = table[p.place[seat]]
            for code in steps:
                cost = cost_of(p, seat, code)
                target = target_of(p, seat, code)
                if cost + table[target] != here or target == p.place[seat]:
                    continue
                # A site ends the voyage, a closed zone means a fight
                if target == goal or (target < SITE and target not in roads.closed):
                    break
            else:
                return first
            free = pay(p, seat, cost, free)
            p.place[seat] = target
            if first == NOTHING:
                first = code
        return first
