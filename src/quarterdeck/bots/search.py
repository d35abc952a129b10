"""Search: what good play by everybody leads to, further ahead than one action.

A tree of what has been tried grows in imagined worlds: every simulation draws one, follows the
tree, and adds one node where it leaves it. A new node is judged by the network one action ahead,
all its choices in one batch; these judgements are the node's first values and make its priors. In
between, every seat takes what is best for itself, and chance deals by its weights.

While several choose at once, only the seat that thinks has nodes; what the others do meanwhile
follows the game's advice.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from quarterdeck.bots.judge import SEEDS, trained_network
from quarterdeck.bots.parameters import BotParameter, Real, Whole
from quarterdeck.bots.protocol import Bot, Budget
from quarterdeck.bots.simple import GreedyBot
from quarterdeck.bots.worth import Judged, certainty_of, judge_choices, judge_positions
from quarterdeck.kernel.messages import EVERYBODY
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules

if TYPE_CHECKING:
    from quarterdeck.bots.network import Network

# How much a choice that was tried seldom is preferred to one that looks better.
CURIOSITY = 0.5
# Choices whose judgements differ by this much are expected in a ratio of 1 to e.
SOFTNESS = 0.03
# How many outcomes of the first chance are looked at when a choice is judged: where one stands,
# and further on, where it will be looked at again.
ROOT_OUTCOMES = 8
OUTCOMES = 2
# Of a longer menu only the choices that advice likes best are judged; more of them, the more often
# a node was visited.
WIDTH = 16
# How often somebody who chooses unseen is imagined to choose anything.
SURPRISES = 0.1
# So many nodes of the last question are worth looking through for the present one.
NODES_KEPT = 20_000


class Edge:
    """A choice that was tried: how often, what came of it, and the nodes it led to.

    `worth` and `share` are sums over all visits; `share` is the thinking seat's share of winning.
    """

    __slots__ = ("leads", "prior", "share", "visits", "worth")

    def __init__(self, worth: list[float], share: float) -> None:
        self.prior = 0.0
        # The first judgement counts as one visit
        self.visits = 1
        self.worth = worth
        self.share = share
        # By who is asked then, which may depend on unseen outcomes, and the outcomes that the
        # thinking seat saw on the way
        self.leads: dict[tuple[int, ...], Node] = {}


class Node:
    """A question to a seat, in every world that leads here."""

    __slots__ = ("edges", "key", "seat", "visits")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.visits = 0
        self.edges: dict[int, Edge] = {}
        # What the thinking seat knows here, if it is asked
        self.key: int | None = None


def flatten(root: Node) -> list[Any]:
    """A tree as a list of its nodes, the root first. Nested as it is, a deep one could not be
    copied: Python would run out of stack."""
    nodes = [root]
    rows: list[Any] = []
    for node in nodes:  # it grows meanwhile
        edges = []
        for code, edge in node.edges.items():
            leads = [(key, number) for number, key in enumerate(edge.leads, len(nodes))]
            nodes += edge.leads.values()
            edges.append((code, edge.worth, edge.share, edge.prior, edge.visits, leads))
        rows.append((node.seat, node.visits, node.key, edges))
    return rows


def unflatten(rows: list[Any]) -> Node:
    """The tree again."""
    nodes = [Node(seat) for seat, *_ in rows]
    for node, (_, visited, known, edges) in zip(nodes, rows, strict=True):
        node.visits = visited
        node.key = known
        for code, worth, share, prior, visits, leads in edges:
            edge = node.edges[code] = Edge(worth, share)
            edge.prior = prior
            edge.visits = visits
            edge.leads = {key: nodes[number] for key, number in leads}
    return nodes[0]


class SearchBot(Bot):
    """Looks as far ahead as its time allows, and takes the choice it came back to most often.

    `seconds` and `simulations` end its thinking, whichever is first; the table may allow less time.
    Without NumPy, or where nobody has trained a network, it plays as greedy does.

    Its certainty is the mean share of winning over all simulations that began with its choice, the
    first judgement included.
    """

    PARAMETERS: ClassVar[tuple[BotParameter[Any], ...]] = (
        Real("seconds", 0.5, 0.01, 60.0),
        Whole("simulations", 1_000_000, 1, 1_000_000),
    )
    REMEMBERS = True

    def __init__(
        self,
        rules: AnyRules,
        dealer: random.Random,
        seconds: float,
        simulations: int,
        network: Network | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(rules, dealer)
        self.seconds = seconds
        self.simulations = simulations
        self.network = network or trained_network(rules)
        self.clock = clock
        self.root: Node | None = None
        self._greedy = GreedyBot(rules, dealer)

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "root": None if self.root is None else flatten(self.root)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.root = None if state["root"] is None else unflatten(state["root"])

    def choose(self, world: Position, seat: int, legal: list[int], budget: Budget) -> int:
        self.certainty = None
        if len(legal) == 1:
            return legal[0]
        if self.network is None:
            return self._greedy.choose(world, seat, legal, budget)
        self.think(world, seat, legal, min(self.seconds, budget.seconds))
        assert self.root is not None
        edges = self.root.edges
        chosen = max(
            (code for code in legal if code in edges),
            key=lambda code: (edges[code].visits, edges[code].worth[seat] / edges[code].visits),
        )
        edge = edges[chosen]
        self.certainty = certainty_of(self.rules, edge.share / edge.visits, world.seats)
        return chosen

    def think(self, world: Position, seat: int, legal: list[int], seconds: float) -> None:
        """Let the tree of this question grow until time or simulations run out."""
        until = self.clock() + seconds
        root = self._recall(world, seat, legal)
        longest = 0.0
        before = self.clock()
        self._widen(root, world, seat, legal, ROOT_OUTCOMES)
        for _ in range(self.simulations):
            now = self.clock()
            longest = max(longest, now - before)
            # The next simulation may take as long as the longest before it
            if now + longest > until:
                break
            before = now
            self._simulate(root, self._imagine(world, seat), seat)
        self.root = root

    # One simulation

    def _simulate(self, root: Node, world: Position, seat: int) -> None:
        node = root
        path: list[Edge] = []
        visited = [root]
        while True:
            legal = world.legal(node.seat)
            self._widen(node, world, seat, legal, OUTCOMES)
            if node.visits == 0 and node is not root:
                best = self._best(node, legal)
                worth, share = best.worth, best.share
                break
            code = self._pick(node, legal)
            edge = node.edges[code]
            path.append(edge)
            world.play(node.seat, code)
            seen = self._deal_on(world, seat)
            if world.finished:
                end = self._judge_end(world)
                worth, share = end.worth, end.shares[seat]
                break
            actor = self._asked(world, seat)
            found = edge.leads.get((actor, *seen))
            if found is None:
                found = edge.leads[(actor, *seen)] = Node(actor)
                if actor == seat:
                    found.key = self._key(world, seat)
            node = found
            visited.append(node)
        for node in visited:
            node.visits += 1
        for edge in path:
            edge.visits += 1
            edge.share += share
            mine = edge.worth
            for number, value in enumerate(worth):
                mine[number] += value

    def _pick(self, node: Node, legal: list[int]) -> int:
        """The choice that promises most to the seat that is asked, with some curiosity (PUCT)."""
        seat = node.seat
        curious = CURIOSITY * math.sqrt(node.visits + 1)
        best = -math.inf
        picked = -1
        edges = node.edges
        for code in legal:
            edge = edges.get(code)
            if edge is None:
                continue
            visits = edge.visits
            promise = edge.worth[seat] / visits + curious * edge.prior / visits
            if promise > best:
                best = promise
                picked = code
        return picked

    def _best(self, node: Node, legal: list[int]) -> Edge:
        """What the seat that is asked will make of it, by the first judgement."""
        seat = node.seat
        edges = node.edges
        return max(
            (edges[code] for code in legal if code in edges), key=lambda edge: edge.worth[seat]
        )

    def _widen(
        self, node: Node, world: Position, seat: int, legal: list[int], outcomes: int
    ) -> None:
        """Judge what is open here and was not judged yet, as much of it as is worthwhile; `seat`
        is the one that thinks."""
        width = WIDTH + int(2 * math.sqrt(node.visits))
        edges = node.edges
        missing = [code for code in legal if code not in edges]
        room = width - (len(legal) - len(missing))
        if not missing or room <= 0:
            return
        if len(missing) > room:
            advice = self.rules.advise(world, node.seat, missing)
            ranked = sorted(zip(advice, missing, strict=True), key=lambda each: -each[0])
            missing = [code for _, code in ranked[:room]]
        assert self.network is not None
        judged = judge_choices(
            self.rules, self.network, world, node.seat, missing, outcomes, self._seed()
        )
        for code, found in zip(missing, judged, strict=True):
            edges[code] = Edge(found.worth, found.shares[seat])
        self._set_priors(node)

    def _set_priors(self, node: Node) -> None:
        seat = node.seat
        hopes = [edge.worth[seat] / edge.visits for edge in node.edges.values()]
        best = max(hopes)
        weights = [math.exp((hope - best) / SOFTNESS) + 0.01 for hope in hopes]
        total = sum(weights)
        for edge, weight in zip(node.edges.values(), weights, strict=True):
            edge.prior = weight / total

    # Worlds

    def _imagine(self, world: Position, seat: int) -> Position:
        imagined: Position = self.rules.imagine(world, seat, self.dealer, self._guess)
        return imagined

    def _guess(self, world: Position, other: int) -> int:
        """What somebody who chooses unseen will do: as advised, or now and then something else."""
        legal = world.legal(other)
        if self.dealer.random() < SURPRISES:
            return self.dealer.choice(legal)
        advice = self.rules.advise(world, other, legal)
        return legal[advice.index(max(advice))]

    def _deal_on(self, world: Position, seat: int) -> tuple[int, ...]:
        """Deal until somebody is asked who has nodes; returns the outcomes this seat sees."""
        seen: list[int] = []
        while not world.finished:
            if world.chance:
                audience = world.audience()
                weighted = world.outcomes()
                (code,) = self.dealer.choices(
                    [code for code, _ in weighted], [weight for _, weight in weighted]
                )
                world.deal(code)
                if audience in (EVERYBODY, seat):
                    seen.append(code)
            elif world.lanes and not world.legal(seat):
                other = world.actors()[0]
                world.play(other, self._guess(world, other))
            else:
                break
        return tuple(seen)

    def _asked(self, world: Position, seat: int) -> int:
        return seat if world.lanes else world.actors()[0]

    def _judge_end(self, world: Position) -> Judged:
        assert self.network is not None
        return judge_positions(self.rules, self.network, [world])[0]

    def _seed(self) -> int:
        return self.dealer.randrange(SEEDS)

    # What is kept from the last question

    def _key(self, world: Position, seat: int) -> int:
        """What this seat knows and may do, as a number."""
        return hash((*self.rules.numbers(world, [seat]), *world.legal(seat)))

    def _recall(self, world: Position, seat: int, legal: list[int]) -> Node:
        """The node of this question, if the last tree has one; else a new one."""
        key = self._key(world, seat)
        waiting = [self.root] if self.root is not None else []
        seen = 0
        while waiting and seen < NODES_KEPT:
            node = waiting.pop()
            seen += 1
            if node.key == key and node.seat == seat:
                return node
            for edge in node.edges.values():
                waiting.extend(edge.leads.values())
        fresh = Node(seat)
        fresh.key = key
        return fresh
