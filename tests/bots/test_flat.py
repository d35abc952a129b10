"""Flat Monte Carlo: fair, bounded, better than chance."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from quarterdeck import games
from quarterdeck.bots import Budget, ask
from quarterdeck.bots.arena import Plan, play_match
from quarterdeck.bots.flat import FlatBot, share_of_rivals_beaten
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from tests.toy import TOY, Skerries
from tests.toy.position import SkerriesPosition
from tests.toy.scenario import start

ENDLESS = Budget(math.inf)


class Counting(Skerries):
    """Remembers the worlds that were imagined of it."""

    def __init__(self) -> None:
        super().__init__()
        self.worlds: list[SkerriesPosition] = []

    def imagine(
        self,
        position: SkerriesPosition,
        viewer: int | None,
        random: random.Random,
        guess: Callable[[SkerriesPosition, int], int] | None = None,
    ) -> SkerriesPosition:
        world = super().imagine(position, viewer, random, guess)
        self.worlds.append(world.clone())
        return world


def flat(rules: AnyRules, playouts: int, width: int = 12, seed: int = 1) -> FlatBot:
    return FlatBot(rules, random.Random(seed), playouts, width)


def test_every_playout_begins_in_a_world_of_its_own() -> None:
    rules = Counting()
    ask(flat(rules, 60), start("cork", "coral", "cork"), 0, ENDLESS)
    assert len(rules.worlds) == 1 + 60
    assert {world.charm[0] for world in rules.worlds} == {0}, "what the seat knows"
    assert {world.charm[1] for world in rules.worlds} == {0, 1, 2}, "what it cannot know"


def test_every_choice_is_tried_even_if_there_is_no_time() -> None:
    rules = Counting()
    position = start("cork", "coral", "cork")
    assert ask(flat(rules, 60), position, 0, Budget(0.0)) in position.legal(0)
    assert len(rules.worlds) == 1 + len(position.legal(0))


def test_no_more_choices_are_tried_than_the_width_says() -> None:
    salty = games.load("salty_ocean")
    position = salty.start(3)
    while position.chance:
        position.deal(position.outcomes()[0][0])
    seat = position.actors()[0]
    legal = position.legal(seat)
    assert len(legal) > 3
    bot = flat(salty, 3, width=3)
    picked = bot._pick(position, seat, legal)
    advice = dict(zip(legal, salty.advise(position, seat, legal), strict=True))
    assert len(picked) == 3
    least = min(advice[code] for code in picked)
    assert all(advice[code] <= least for code in legal if code not in picked)


def test_the_world_it_is_shown_is_left_as_it_was() -> None:
    position = start("cork", "coral", "cork")
    world = TOY.imagine(position, 0, random.Random(1))
    before = world.digest()
    flat(TOY, 20).choose(world, 0, list(world.legal(0)), ENDLESS)
    assert world.digest() == before


def test_half_of_those_level_with_a_seat_count_as_beaten() -> None:
    assert share_of_rivals_beaten([1, 2, 3], 0) == 1.0
    assert share_of_rivals_beaten([1, 2, 3], 1) == 0.5
    assert share_of_rivals_beaten([1, 1, 3], 0) == 0.75
    assert share_of_rivals_beaten([1], 0) == 0.0


def test_it_plays_better_than_chance() -> None:
    plan = Plan(TOY.id, 2, {}, ("flat:playouts=40", "random"), 3)
    won = 0.0
    for number in range(40):
        match = play_match(TOY, plan, number)
        seat = match.seating.index(0)
        won += match.ranks[seat] == 1 and match.ranks.count(1) == 1
        won += 0.5 * (match.ranks.count(1) == 2)
    # Four standard deviations above 20
    assert won >= 33


def test_alone_it_plays_for_points() -> None:
    def points(bot: str) -> int:
        plan = Plan(TOY.id, 1, {}, (bot,), 5)
        return sum(play_match(TOY, plan, number).scores[0] for number in range(10))

    assert points("flat:playouts=60") > points("random")


def test_a_match_can_be_played_again() -> None:
    plan = Plan(TOY.id, 3, {}, ("flat:playouts=9",) * 3, 8)
    one, other = (play_match(TOY, plan, 0) for _ in range(2))
    assert (one.scores, one.decisions) == (other.scores, other.decisions)


def test_it_can_be_asked_again_about_an_earlier_position() -> None:
    bot = flat(TOY, 12)
    position = start("cork", "coral", "cork")
    earlier: Position = position.clone()
    for _ in range(2):
        position.play(0, ask(bot, position, 0, ENDLESS))
        if 0 not in position.actors():
            break
    assert ask(bot, earlier, 0, ENDLESS) in earlier.legal(0)
