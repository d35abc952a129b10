"""Bots: by name, fair, and never shown the true position."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import dataclass
from itertools import product
from typing import cast

import pytest

from quarterdeck import games, record
from quarterdeck.bots import PLUGINS, Bot, Budget, ask, make, parse
from quarterdeck.bots.simple import GreedyBot, RandomBot
from quarterdeck.games.salty_ocean.names import TILES, TURNS
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.kernel.errors import UnknownName
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from tests.fixtures.stories import FOLDER
from tests.toy import TOY, Skerries
from tests.toy.position import ASHORE, SkerriesPosition
from tests.toy.scenario import play, start

SALTY = games.load("salty_ocean")
BUDGET = Budget(math.inf)
# Every bot of the house; those that think, for a short time.
SPECS = (
    "greedy",
    "gentle",
    "deckhand",
    "boatswain",
    "mate",
    "captain",
    "admiral:simulations=1",
    "judge",
    "search:simulations=1",
    "flat:playouts=4:width=2",
    "random",
)


class Spy(Bot):
    """Remembers what it is shown and takes the first choice, if there is one."""

    def __init__(self, rules: AnyRules, dealer: random.Random) -> None:
        super().__init__(rules, dealer)
        self.shown: list[Position] = []

    def choose(self, world: Position, seat: int, legal: list[int], budget: Budget) -> int:
        self.shown.append(world)
        return legal[0] if legal else -1


class Opinionated(Skerries):
    """Skerries with advice to order."""

    def __init__(self, worth: list[float]) -> None:
        super().__init__()
        self.worth = worth

    def advise(self, position: Position, seat: int, codes: list[int]) -> list[float]:
        return self.worth


# By name


def test_bots_are_made_by_name() -> None:
    assert isinstance(make("random", TOY), RandomBot)
    assert isinstance(make("greedy", TOY), GreedyBot)
    for name in PLUGINS.names():
        assert make(name, TOY).rules is TOY


def test_every_bot_of_the_house_is_tried_here() -> None:
    assert tuple(parse(spec).name for spec in SPECS) == PLUGINS.names()


def test_an_unknown_bot_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match=r"no bot called “gready”. Known: .*greedy.*random"):
        make("gready", TOY)


@pytest.mark.parametrize("name", SPECS)
def test_the_same_seed_makes_the_same_choices(name: str) -> None:
    def choices(seed: int | None) -> list[int]:
        bot = make(name, TOY, seed)
        position = start("pearl", "cork", "coral")
        return [ask(bot, position, 0, BUDGET) for _ in range(40)]

    assert choices(5) == choices(5)
    assert choices(5) != choices(6)


@pytest.mark.parametrize("name", SPECS)
@pytest.mark.parametrize("seats", SALTY.seats)
def test_every_bot_plays_whole_games_with_open_choices_only(name: str, seats: int) -> None:
    dealer = random.Random(seats)
    position = SALTY.start(seats)
    bots = [make(name, SALTY, seat) for seat in range(seats)]
    while not position.finished:
        if position.chance:
            codes, weights = zip(*position.outcomes(), strict=True)
            position.deal(dealer.choices(codes, weights)[0])
        else:
            (seat,) = position.actors()
            position.play(seat, ask(bots[seat], position, seat, BUDGET))
    assert position.ranks


# Random and greedy


def test_the_random_bot_takes_every_choice_equally_often() -> None:
    bot = RandomBot(TOY, random.Random(1))
    position = start("pearl", "cork")
    legal = [3, 5, 8, 13, 21]
    picks = Counter(bot.choose(position, 0, legal, BUDGET) for _ in range(5000))
    assert sorted(picks) == legal
    # Five standard deviations around 1000.
    assert all(860 < count < 1140 for count in picks.values())


def test_the_greedy_bot_takes_what_is_advised() -> None:
    bot = GreedyBot(Opinionated([0.5, 2.0, -1.0]), random.Random(1))
    position = start("pearl", "cork")
    assert {bot.choose(position, 0, [7, 8, 9], BUDGET) for _ in range(50)} == {8}


def test_the_greedy_bot_breaks_ties_at_random() -> None:
    bot = GreedyBot(Opinionated([1.0, 0.0, 1.0]), random.Random(1))
    position = start("pearl", "cork")
    picks = Counter(bot.choose(position, 0, [7, 8, 9], BUDGET) for _ in range(1000))
    assert sorted(picks) == [7, 9]
    assert all(420 < count < 580 for count in picks.values())


# What a bot is shown


@dataclass(frozen=True)
class Secret:
    """A recorded moment: `owner` knows the tile on a place, `asked` has to choose without it."""

    position: SaltyPosition
    owner: int
    asked: int
    place: int
    tile: int


def secret() -> Secret:
    whole = record.read(FOLDER / "fierte_swap.jsonl")
    for found in record.positions(whole, SALTY):
        position = cast(SaltyPosition, found)
        for asked, owner in product(position.actors(), range(position.seats)):
            for place in range(position.turn + 1, TURNS):
                tile = position.tiles[place]
                knows = [tile >= 0 and bool(known >> tile & 1) for known in position.known]
                if knows[owner] and not knows[asked]:
                    return Secret(position.clone(), owner, asked, place, tile)
    raise AssertionError("nobody was asked while another knew more")


def tiles_shown(position: SaltyPosition, seat: int, place: int) -> Counter[int]:
    spy = Spy(SALTY, random.Random(3))
    for _ in range(300):
        ask(spy, position, seat, BUDGET)
    return Counter(cast(SaltyPosition, world).tiles[place] for world in spy.shown)


def test_a_tile_others_have_looked_at_is_imagined() -> None:
    it = secret()
    shown = tiles_shown(it.position, it.asked, it.place)
    visible = set(it.position.tiles[: it.position.turn + 1])
    assert set(shown) == set(range(len(TILES))) - visible, "any tile that is not in sight"
    assert shown[it.tile] < 2 * sum(shown.values()) / len(shown), "the true one not too often"


def test_a_tile_the_bot_has_looked_at_itself_is_known() -> None:
    it = secret()
    assert set(tiles_shown(it.position, it.owner, it.place)) == {it.tile}


def test_a_bot_gets_a_world_and_a_list_of_its_own() -> None:
    position, asked = secret().position, secret().asked
    before = position.digest(), list(position.legal(asked))

    class Vandal(Spy):
        def choose(self, world: Position, seat: int, legal: list[int], budget: Budget) -> int:
            choice = legal[0]
            world.play(seat, choice)
            legal.clear()
            return choice

    bot = Vandal(SALTY, random.Random(1))
    assert ask(bot, position, asked, BUDGET) == before[1][0]
    assert (position.digest(), position.legal(asked)) == before


def test_what_is_open_is_told_from_the_true_position() -> None:
    position, asked = secret().position, secret().asked

    class Careful(Spy):
        def choose(self, world: Position, seat: int, legal: list[int], budget: Budget) -> int:
            assert legal == position.legal(seat) == world.legal(seat)
            return super().choose(world, seat, legal, budget)

    assert ask(Careful(SALTY, random.Random(1)), position, asked, BUDGET) in position.legal(asked)


def worlds_of(position: SkerriesPosition, seat: int) -> list[SkerriesPosition]:
    spy = Spy(TOY, random.Random(2))
    for _ in range(100):
        ask(spy, position, seat, BUDGET)
    return [cast(SkerriesPosition, world) for world in spy.shown]


def test_what_others_do_in_open_lanes_is_imagined() -> None:
    position = start("cork", "coral", "cork")
    play(position, 0, "row south")
    play(position, 1, "row north", "anchor short")
    worlds = worlds_of(position, 2)
    assert {world.spot[0] for world in worlds} == {ASHORE}, "not finished: nothing has happened"
    assert {world.spot[1] for world in worlds} >= {0, 1}, "finished, but nobody knows how"
    assert {world.spot[2] for world in worlds} == {ASHORE}


def test_charms_of_others_are_imagined_and_the_own_is_known() -> None:
    position = start("cork", "coral", "cork")
    worlds = worlds_of(position, 0)
    assert {world.charm[0] for world in worlds} == {0}
    assert {world.charm[1] for world in worlds} == {0, 1, 2}
