"""How sure of winning a bot was: what its network expects of the choice it took, and no more."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest

from quarterdeck import games
from quarterdeck.bots import Bot, Budget, make, read_certainty
from quarterdeck.bots.judge import JudgeBot
from quarterdeck.bots.levels import Deckhand
from quarterdeck.bots.network import judge
from quarterdeck.bots.search import SearchBot
from quarterdeck.bots.worth import certainty_of, judge_choices
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from tests.bots.test_judge import trained
from tests.bots.test_search import Ticks, in_salty_ocean, nodes_of
from tests.toy import TOY
from tests.toy.scenario import start

SALTY = games.load("salty_ocean")
ENDLESS = Budget(math.inf)


def choose(bot: Bot, position: Position) -> int:
    seat = position.actors()[0]
    return bot.choose(position.clone(), seat, list(position.legal(seat)), ENDLESS)


def share_after(rules: AnyRules, bot: JudgeBot, position: Position, code: int) -> float:
    """The plain share of winning that the network expects of a choice that leads to no chance."""
    assert bot.network is not None
    seat = position.actors()[0]
    after = position.clone()
    after.play(seat, code)
    while not (after.finished or rules.is_at_rest(after)):
        asked = after.actors()[0]
        legal = after.legal(asked)
        worth = rules.advise(after, asked, legal)
        after.play(asked, legal[worth.index(max(worth))])
    return float(judge(bot.network, rules, [after])[0, seat, 0])


def test_a_bot_that_judges_is_as_sure_as_its_network_of_the_choice_it_takes() -> None:
    position = in_salty_ocean()
    seat = position.actors()[0]
    network = trained(SALTY)
    bot = JudgeBot(SALTY, random.Random(1), 1, 8, network=network)
    code = choose(bot, position)
    expected = share_after(SALTY, bot, position, code)
    assert bot.certainty == pytest.approx(expected, abs=1e-6)
    assert 0 <= expected <= 1
    judged = judge_choices(SALTY, network, position, seat, [code], 8, 1)[0]
    assert judged.worth[seat] != pytest.approx(expected, abs=1e-3), "points count there, too"


def test_several_worlds_give_the_mean_of_their_shares() -> None:
    position = in_salty_ocean()
    bot = JudgeBot(SALTY, random.Random(1), 3, 8, network=trained(SALTY))
    code = choose(bot, position)
    # Nothing is hidden here that would change a share
    assert bot.certainty == pytest.approx(share_after(SALTY, bot, position, code), abs=1e-6)


def test_a_level_is_sure_of_the_choice_it_took_not_of_the_best_one() -> None:
    position = in_salty_ocean()
    network = trained(SALTY)
    network.weights[-1] *= 0.1
    knowing = JudgeBot(SALTY, random.Random(1), 1, Deckhand.OUTCOMES, network=network)
    best = choose(knowing, position)
    erred = False
    for seed in range(20):
        bot = Deckhand(SALTY, random.Random(seed), network)
        code = choose(bot, position)
        expected = share_after(SALTY, knowing, position, code)
        assert bot.certainty == pytest.approx(expected, abs=1e-6)
        erred = erred or code != best
    assert erred


def test_a_bot_that_searches_tells_the_mean_over_its_simulations() -> None:
    position = in_salty_ocean()
    seat = position.actors()[0]
    unthinking = SearchBot(SALTY, random.Random(1), 60.0, 40, trained(SALTY), Ticks(1000.0))
    code = choose(unthinking, position)
    judging = JudgeBot(SALTY, random.Random(1), 1, 8, network=trained(SALTY))
    expected = share_after(SALTY, judging, position, code)
    assert unthinking.certainty == pytest.approx(expected, abs=1e-6)
    bot = SearchBot(SALTY, random.Random(1), 60.0, 40, trained(SALTY), Ticks(0.0))
    chosen = choose(bot, position)
    assert bot.root is not None
    edge = bot.root.edges[chosen]
    assert edge.visits > 1
    assert bot.certainty == pytest.approx(edge.share / edge.visits)
    for node in nodes_of(bot.root):
        for tried in node.edges.values():
            assert -1e-6 <= tried.share / tried.visits <= 1 + 1e-6
    assert edge.share / edge.visits != pytest.approx(edge.worth[seat] / edge.visits, abs=1e-4)


def judging_bots() -> list[Bot]:
    dealer, network = random.Random(1), trained()
    return [
        JudgeBot(TOY, dealer, 1, 8, network=network),
        Deckhand(TOY, dealer, network),
        SearchBot(TOY, dealer, 60.0, 4, network, Ticks(0.0)),
    ]


@pytest.mark.parametrize("bot", judging_bots(), ids=lambda bot: type(bot).__name__)
def test_alone_and_without_a_choice_there_is_nothing_to_be_sure_of(bot: Bot) -> None:
    together, alone = start("cork", "coral"), start("cork")
    for position in (together, alone):
        assert len(position.legal(0)) > 1
    choose(bot, together)
    assert read_certainty(bot) is not None
    choose(bot, alone)
    assert bot.certainty is None
    choose(bot, together)
    bot.choose(together.clone(), 0, together.legal(0)[:1], ENDLESS)
    assert bot.certainty is None


def test_rounding_errors_make_nobody_surer_than_sure() -> None:
    assert certainty_of(TOY, 1.0 + 1e-7, 2) == 1.0
    assert certainty_of(TOY, -1e-9, 2) == 0.0


@pytest.mark.parametrize("name", ["greedy", "gentle", "random", "flat:playouts=1"])
def test_bots_that_judge_no_share_tell_nothing(name: str) -> None:
    bot = make(name, SALTY, 1)
    choose(bot, in_salty_ocean())
    assert read_certainty(bot) is None


class Boaster(Bot):
    """Tells whatever it was given."""

    def choose(self, world: Position, seat: int, legal: list[int], budget: Budget) -> int:
        return legal[0]


@pytest.mark.parametrize(
    ("told", "believed"),
    [
        (0, 0.0),
        (1, 1.0),
        (0.73214, 0.7321),
        (np.float32(0.5), 0.5),
        (None, None),
        (math.nan, None),
        (math.inf, None),
        (5.0, None),
        (-0.1, None),
        (True, None),
        ("0.5", None),
        ([0.5], None),
        (np.array([0.2, 0.4]), None),
    ],
    ids=repr,
)
def test_what_cannot_be_a_share_is_not_believed(told: Any, believed: float | None) -> None:
    bot = Boaster(TOY, random.Random(1))
    bot.certainty = told
    assert read_certainty(bot) == believed


def test_a_bot_that_fails_when_asked_how_sure_it_is_tells_nothing() -> None:
    class Touchy(Boaster):
        @property
        def certainty(self) -> float | None:  # type: ignore[override]
            raise RuntimeError("none of your business")

    assert read_certainty(Touchy(TOY, random.Random(1))) is None
