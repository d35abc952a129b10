"""The bot that has learnt to judge: it takes the choice after which its network likes it best."""

from __future__ import annotations

import logging
import random
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from quarterdeck.bots.lookahead import look_ahead
from quarterdeck.bots.parameters import BotParameter, Whole
from quarterdeck.bots.protocol import Bot, Budget
from quarterdeck.bots.simple import GreedyBot
from quarterdeck.bots.weights import stored_weights
from quarterdeck.bots.worth import UNPLANNED, judge_positions
from quarterdeck.kernel.catalogue import translator
from quarterdeck.kernel.foresight import Foreseen
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules

if TYPE_CHECKING:
    from quarterdeck.bots.network import Network

logger = logging.getLogger(__name__)

SEEDS = 2**31


class JudgeBot(Bot):
    """Looks one action ahead in imagined worlds and lets a network judge what comes of it.

    `worlds`: how many; `outcomes`: how many outcomes of a chance are looked at in each. Without
    NumPy, or where nobody has trained a network, it plays as greedy does.
    """

    PARAMETERS: ClassVar[tuple[BotParameter[Any], ...]] = (
        Whole("worlds", 1, 1, 64),
        Whole("outcomes", 8, 1, 64),
    )

    def __init__(
        self,
        rules: AnyRules,
        dealer: random.Random,
        worlds: int,
        outcomes: int,
        network: Network | None = None,
    ) -> None:
        super().__init__(rules, dealer)
        self.worlds = worlds
        self.outcomes = outcomes
        self.network = network or trained_network(rules)
        self._greedy = GreedyBot(rules, dealer)
        # Ends of plans judged for the latest question: a game may offer them again at the next
        self._judged: dict[int, tuple[Position, float]] = {}

    def choose(self, world: Position, seat: int, legal: list[int], budget: Budget) -> int:
        if len(legal) == 1:
            return legal[0]
        if self.network is None:
            return self._greedy.choose(world, seat, legal, budget)
        worth = self.judge(world, seat, legal)
        return legal[worth.index(max(worth))]

    def judge(self, world: Position, seat: int, legal: list[int]) -> list[float]:
        """How much each choice is worth to a seat."""
        return [value for value, _ in self.judge_plans(world, seat, legal)]

    def judge_plans(
        self, world: Position, seat: int, legal: list[int]
    ) -> list[tuple[float, Foreseen[Position] | None]]:
        """The same, with the best plan of each choice, if the game makes plans."""
        planned = self.rules.foresee(world, seat, legal)
        if planned:
            return self._compare_plans(planned, seat, len(legal))
        prospects = []
        for number in range(self.worlds):
            if number:
                world = self.rules.imagine(world, seat, self.dealer)
            seed = self.dealer.randrange(SEEDS)
            prospects += look_ahead(self.rules, world, seat, legal, self.outcomes, seed)
        worth = [0.0] * len(legal)
        values = self._value([each.position for each in prospects], seat)
        for prospect, value in zip(prospects, values, strict=True):
            worth[prospect.choice] += prospect.weight * value
        return [(value, None) for value in worth]

    def _compare_plans(
        self, planned: list[Foreseen[Position]], seat: int, choices: int
    ) -> list[tuple[float, Foreseen[Position] | None]]:
        best: list[tuple[float, Foreseen[Position] | None]] = [(UNPLANNED, None)] * choices
        values = self._recall([plan.end for plan in planned], seat)
        for plan, value in zip(planned, values, strict=True):
            if value > best[plan.choice][0]:
                best[plan.choice] = (value, plan)
        return best

    def _recall(self, ends: list[Position], seat: int) -> list[float]:
        """What ends of plans are worth, the same objects judged only once."""
        known = self._judged
        fresh = [end for end in ends if id(end) not in known]
        values = dict(zip(map(id, fresh), self._value(fresh, seat), strict=True)) if fresh else {}
        for end in ends:
            if id(end) in known:
                values[id(end)] = known[id(end)][1]
        self._judged = {id(end): (end, values[id(end)]) for end in ends}
        return [values[id(end)] for end in ends]

    def _value(self, positions: list[Position], seat: int) -> list[float]:
        assert self.network is not None
        return [worth[seat] for worth in judge_positions(self.rules, self.network, positions)]


def why_untrained(rules: AnyRules) -> Message | None:
    """Why nothing can be judged here: no library, or nobody has trained this game; None if it can.

    Weights that are there but do not fit are a mistake, and found when they are read. The library
    is not loaded: a server asks this in the process in which no bot thinks.
    """
    if find_spec("numpy") is None:
        return Message("qd.bot.no_library", why="numpy")
    if rules.features is None:
        return Message("qd.error.weights.no_features", game=rules.title)
    if not stored_weights(rules).exists():
        return Message("qd.error.weights.missing", game=rules.title)
    return None


def trained_network(rules: AnyRules) -> Network | None:
    """The network of a game, read once; None, which is logged, if there is none.

    Raises BadSetup if it is there but does not fit.
    """
    why = why_untrained(rules)
    if why is not None:
        _tell_once(f"learned bots play as greedy or gentle does: {translator('en').text(why)}")
        return None
    path = stored_weights(rules)
    network = _read_network(rules, path)
    if network.facts.get("components") != rules.component_digest:
        # An owner's own values: what was learnt from others is still better than advice alone
        other = Message("qd.bot.other_components", file=path.name, game=rules.title)
        _tell_once(translator("en").text(other))
    return network


@lru_cache(maxsize=16)
def _read_network(rules: AnyRules, path: Path) -> Network:
    from quarterdeck.bots.network import load

    return load(rules, path)


@lru_cache(maxsize=64)
def _tell_once(why: str) -> None:
    logger.warning("%s", why)
