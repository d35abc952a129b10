"""The bot that searches: it stays within its budget, repeats itself, and knows no secrets."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import pytest

from quarterdeck import games
from quarterdeck.bots import Budget, ask, make
from quarterdeck.bots.network import Network
from quarterdeck.bots.search import Edge, Node, SearchBot
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from tests.bots.test_judge import trained
from tests.toy import TOY
from tests.toy.position import SkerriesPosition
from tests.toy.scenario import start

ENDLESS = Budget(math.inf)


class Ticks:
    """A clock that moves on by so much whenever somebody looks at it."""

    def __init__(self, step: float) -> None:
        self.now = 0.0
        self.step = step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def searching(
    rules: AnyRules = TOY,
    network: Network | None = None,
    simulations: int = 60,
    seed: int = 1,
    seconds: float = 60.0,
    clock: Ticks | None = None,
) -> SearchBot:
    return SearchBot(
        rules,
        random.Random(seed),
        seconds,
        simulations,
        network or trained(rules),
        clock or Ticks(0.0),
    )


def in_salty_ocean(seats: int = 3) -> Position:
    rules = games.load("salty_ocean")
    position: Position = rules.start(seats)
    dealer = random.Random(4)
    while position.chance:
        position.deal(dealer.choice(position.outcomes())[0])
    return position


def nodes_of(root: Node | None) -> Iterator[Node]:
    waiting = [root] if root is not None else []
    while waiting:
        node = waiting.pop()
        yield node
        for edge in node.edges.values():
            waiting.extend(edge.leads.values())


def test_it_stops_after_its_simulations() -> None:
    position = in_salty_ocean()
    seat = position.actors()[0]
    bot = searching(games.load("salty_ocean"), simulations=12)
    assert ask(bot, position, seat, ENDLESS) in position.legal(seat)
    assert bot.root is not None
    assert bot.root.visits == 12
    assert sum(edge.visits - 1 for edge in bot.root.edges.values()) == 12


@pytest.mark.parametrize(("own", "table"), [(1.0, math.inf), (60.0, 1.0)])
def test_it_stops_when_the_next_simulation_might_take_too_long(own: float, table: float) -> None:
    position = in_salty_ocean()
    seat = position.actors()[0]
    clock = Ticks(0.06)
    bot = searching(games.load("salty_ocean"), simulations=10_000, seconds=own, clock=clock)
    ask(bot, position, seat, Budget(table))
    assert bot.root is not None
    assert bot.root.visits >= 10
    assert clock.now <= 1.0 + 0.06


def test_without_time_it_takes_what_is_judged_best() -> None:
    rules = games.load("salty_ocean")
    position = in_salty_ocean()
    seat = position.actors()[0]
    network = trained(rules)
    bot = searching(rules, network, clock=Ticks(1000.0))
    code = ask(bot, position, seat, ENDLESS)
    assert bot.root is not None
    hopes = {code: edge.worth[seat] for code, edge in bot.root.edges.items()}
    assert hopes[code] == max(hopes.values())


def test_the_same_seed_searches_the_same() -> None:
    rules = games.load("salty_ocean")
    position = in_salty_ocean()
    seat = position.actors()[0]
    shapes = []
    for _ in range(2):
        bot = searching(rules, simulations=40, seed=7)
        chosen = ask(bot, position, seat, ENDLESS)
        shapes.append((chosen, [(node.seat, node.visits) for node in nodes_of(bot.root)]))
    assert shapes[0] == shapes[1]
    assert len(shapes[0][1]) > 20


def test_every_seat_is_expected_to_choose_for_itself() -> None:
    bot = searching()
    for seat, own in ((0, 7), (1, 8)):
        node = Node(seat)
        node.edges = {7: Edge([0.9, 0.1], 0.9), 8: Edge([0.1, 0.9], 0.1)}
        bot._set_priors(node)
        assert bot._pick(node, [7, 8]) == own
        assert bot._best(node, [7, 8]) is node.edges[own]
        assert node.edges[own].prior > 0.9
        assert bot._pick(node, [15 - own]) == 15 - own, "what is not open is not chosen"


def test_a_node_is_found_again_only_for_the_seat_that_is_asked() -> None:
    """Outcomes that the thinking seat does not see may decide who is asked next."""
    position = in_salty_ocean()
    seat = position.actors()[0]
    bot = searching(games.load("salty_ocean"), simulations=30)
    ask(bot, position, seat, ENDLESS)
    led = [
        (key, follower)
        for node in nodes_of(bot.root)
        for edge in node.edges.values()
        for key, follower in edge.leads.items()
    ]
    assert {follower.seat for _, follower in led} > {seat}
    assert all(key[0] == follower.seat for key, follower in led)


def test_a_lone_choice_needs_no_thought() -> None:
    bot = searching()
    assert bot.choose(start("cork"), 0, [3], ENDLESS) == 3
    assert bot.root is None


def test_games_are_played_to_their_end_by_any_number_with_lanes_and_chance() -> None:
    for seats in (1, 2, 4):
        position: Position = TOY.start(seats)
        bots = [searching(simulations=8, seed=seat) for seat in range(seats)]
        dealer = random.Random(seats)
        while not position.finished:
            if position.chance:
                position.deal(dealer.choice(position.outcomes())[0])
                continue
            seat = dealer.choice(position.actors())
            position.play(seat, ask(bots[seat], position, seat, ENDLESS))
        assert position.ranks


def test_what_others_do_at_the_same_time_has_no_nodes() -> None:
    position = start("cork", "coral", "cork")
    assert position.lanes
    bot = searching(simulations=50)
    ask(bot, position, 1, ENDLESS)
    assert bot.root is not None
    inside = [node for edge in bot.root.edges.values() for node in edge.leads.values()]
    assert inside
    assert bot.root.seat == 1


def test_what_others_chose_unseen_is_imagined_by_advice_not_at_random(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = start("cork", "coral", "cork")
    for other in (0, 2):
        while position.legal(other):
            position.play(other, position.legal(other)[0])
    monkeypatch.setattr("quarterdeck.bots.search.SURPRISES", 0.0)
    monkeypatch.setattr(type(TOY), "advise", lambda *asked: [float(code) for code in asked[-1]])
    bot = searching()
    for _ in range(5):
        world = bot._imagine(position, 1)
        assert isinstance(world, SkerriesPosition)
        for other in (0, 2):
            again = start("cork", "coral", "cork")
            again.charm = world.charm[:]
            again.reconsider()
            advised = []
            while again.legal(other):
                advised.append(max(again.legal(other)))
                again.play(other, advised[-1])
            assert world.lane_choices(other) == advised


def test_it_decides_alike_in_all_worlds_its_seat_cannot_tell_apart() -> None:
    """It is shown an imagined world; which one must not matter beyond the dealer's luck."""
    worlds = (start("cork", "coral", "cork"), start("pearl", "coral", "cork"))
    trees = []
    for position in worlds:
        bot = searching(simulations=30)
        ask(bot, position, 1, ENDLESS)
        assert bot.root is not None
        trees.append([(code, edge.visits, edge.worth) for code, edge in bot.root.edges.items()])
    assert trees[0] == trees[1]


def test_the_tree_is_kept_for_the_next_question_and_left_when_the_game_went_elsewhere() -> None:
    rules = games.load("salty_ocean")
    position = in_salty_ocean(2)
    seat = position.actors()[0]
    bot = searching(rules, untrained_of(rules), simulations=400)
    before = position.clone()
    position.play(seat, ask(bot, position, seat, ENDLESS))
    dealer = random.Random(1)
    while position.actors() != [seat]:
        if position.chance:
            position.deal(dealer.choice(position.outcomes())[0])
            continue
        (other,) = position.actors()
        assert bot.root is not None
        advice = rules.advise(position, other, position.legal(other))
        position.play(other, position.legal(other)[advice.index(max(advice))])
    kept = bot._recall(position, seat, list(position.legal(seat)))
    taken_back = bot._recall(before, seat, list(before.legal(seat)))
    assert taken_back is bot.root
    assert kept is not bot.root


def untrained_of(rules: AnyRules) -> Network:
    assert rules.features is not None
    return Network.begin(rules.features, 1)


def test_it_is_made_by_name_and_falls_back_without_weights() -> None:
    bot = make("search:seconds=0.1", TOY, 1)
    assert isinstance(bot, SearchBot)
    assert bot.seconds == 0.1
    assert bot.network is None
    position = start("cork", "coral", "cork")
    assert ask(bot, position, 0, ENDLESS) in position.legal(0)
