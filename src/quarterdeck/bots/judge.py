"""The bot that has learnt to judge: it takes the choice after which its network likes it best."""

from __future__ import annotations

import logging
import random
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from quarterdeck.bots.parameters import BotParameter, Whole
from quarterdeck.bots.protocol import Bot, Budget
from quarterdeck.bots.simple import GreedyBot
from quarterdeck.bots.weights import stored_weights
from quarterdeck.bots.worth import (
    Judged,
    certainty_of,
    compare_plans,
    judge_ahead,
    judge_positions,
)
from quarterdeck.kernel.catalogue import translator
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules

if TYPE_CHECKING:
    from quarterdeck.bots.network import Network

logger = logging.getLogger(__name__)

SEEDS = 2**31


class JudgeBot(Bot):
    """Looks one action ahead in imagined worlds and lets a network judge what comes of it.

    `worlds`: how many; `outcomes`: how many outcomes of a chance are looked at in each; `effort`:
    where the game plans turns, how many times as many plans are made and judged as usual. Without
    NumPy, or where nobody has trained a network, it plays as greedy does.
    """

    PARAMETERS: ClassVar[tuple[BotParameter[Any], ...]] = (
        Whole("worlds", 1, 1, 64),
        Whole("outcomes", 8, 1, 64),
        Whole("effort", 1, 1, 16),
    )

    def __init__(
        self,
        rules: AnyRules,
        dealer: random.Random,
        worlds: int,
        outcomes: int,
        effort: int = 1,
        network: Network | None = None,
    ) -> None:
        super().__init__(rules, dealer)
        self.worlds = worlds
        self.outcomes = outcomes
        self.effort = effort
        self.network = network or trained_network(rules)
        self._greedy = GreedyBot(rules, dealer)
        # Ends of plans judged for the latest question: a game may offer them again at the next
        self._judged: dict[int, tuple[Position, Judged]] = {}

    def choose(self, world: Position, seat: int, legal: list[int], budget: Budget) -> int:
        self.certainty = None
        if len(legal) == 1:
            return legal[0]
        if self.network is None:
            return self._greedy.choose(world, seat, legal, budget)
        judged = self.judge(world, seat, legal)
        worth = [each.worth[seat] for each in judged]
        which = worth.index(max(worth))
        self.certainty = certainty_of(self.rules, judged[which].shares[seat], world.seats)
        return legal[which]

    def judge(self, world: Position, seat: int, legal: list[int]) -> list[Judged]:
        """What each choice is worth, with its best plan, if the game makes plans."""
        assert self.network is not None
        planned = self.rules.foresee(world, seat, legal, self.effort)
        if planned:
            return compare_plans(
                planned, self._recall([plan.end for plan in planned]), seat, len(legal)
            )
        means = [Judged([0.0] * world.seats, [0.0] * world.seats) for _ in legal]
        for number in range(self.worlds):
            if number:
                world = self.rules.imagine(world, seat, self.dealer)
            seed = self.dealer.randrange(SEEDS)
            found = judge_ahead(self.rules, self.network, world, seat, legal, self.outcomes, seed)
            for mean, each in zip(means, found, strict=True):
                mean.add(each, 1 / self.worlds)
        return means

    def _recall(self, ends: list[Position]) -> list[Judged]:
        """What ends of plans are worth to each seat, the same objects judged only once."""
        assert self.network is not None
        known = self._judged
        fresh = [end for end in ends if id(end) not in known]
        values = judge_positions(self.rules, self.network, fresh) if fresh else []
        known = known | {id(end): (end, value) for end, value in zip(fresh, values, strict=True)}
        self._judged = {id(end): known[id(end)] for end in ends}
        return [known[id(end)][1] for end in ends]


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
