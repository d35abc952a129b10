"""OpenSpiel's own tests pass, and nobody is told by a state what they may not know."""

from __future__ import annotations

import pickle
import subprocess
import sys
import unittest
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from quarterdeck import games
from quarterdeck.envs import openspiel
from quarterdeck.envs.errors import MissingLibrary
from quarterdeck.game import Game
from quarterdeck.games import GAMES
from quarterdeck.kernel.errors import BadSetup, IllegalAction, RecordError, UnknownName
from quarterdeck.kernel.messages import EVERYBODY
from quarterdeck.record.jsonl import lines, parse

pyspiel = pytest.importorskip("pyspiel")
from quarterdeck.envs.openspiel.game import as_parameter  # noqa: E402  # it needs pyspiel

# Short games, to be played from one end to the other by OpenSpiel's tests
SHORT = {
    "salty_ocean": "quarterdeck_salty_ocean(players=2)",
    "rolling_seas": "quarterdeck_rolling_seas(players=2)",
    "saltfjord": "quarterdeck_saltfjord(players=2)",
    "seul_maitre": "quarterdeck_seul_maitre(players=2,rounds=4)",
}
STATES = 24


@pytest.fixture(autouse=True)
def registered() -> None:
    openspiel.register()


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Any:
    return pyspiel.load_game(SHORT[request.param])


def load(name: str, parameters: str = "") -> Any:
    return pyspiel.load_game(f"quarterdeck_{name}({parameters})")


def walk(game: Any, seed: int) -> Iterator[Any]:
    """The state at each decision of a random game, and at its end."""
    random = Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            codes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(codes, chances)[0])
            continue
        yield state
        state.apply_action(random.choice(state.legal_actions()))
    yield state


def some_states(game: Any, seed: int, every: int) -> list[Any]:
    return [state.clone() for number, state in enumerate(walk(game, seed)) if number % every == 0]


# The community's own checks


def test_random_simulations_of_openspiel_pass(game: Any, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert "error" not in capfd.readouterr().err.lower()


def test_api_checks_of_openspiel_pass(game: Any) -> None:
    from open_spiel.integration_tests import api_test

    class Checks(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        @classmethod
        def setUpClass(cls) -> None:
            cls.game = game
            cls.game_type = game.get_type()
            cls.game_name = cls.game_type.short_name
            random = Random(1)
            cls.some_states = random.sample(some_states(game, 1, 5), 6)

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Checks).run(result)
    assert result.testsRun >= 5
    assert result.wasSuccessful(), (result.failures + result.errors)[0][1]


def test_chances_are_the_weights_of_the_rules() -> None:
    state = load("salty_ocean").new_initial_state()
    assert state.is_chance_node()
    weighted = state.play.position.outcomes()
    total = sum(weight for _, weight in weighted)
    assert state.chance_outcomes() == [(code, weight / total) for code, weight in weighted]


def test_legal_actions_are_those_that_openspiel_would_find(game: Any) -> None:
    for state in some_states(game, 2, 7):
        found = pyspiel.State.legal_actions
        assert state.legal_actions() == found(state)
        for player in range(game.num_players()):
            assert state.legal_actions(player) == found(state, player)


def test_actions_are_called_as_in_records() -> None:
    state = next(walk(load("salty_ocean"), 3))
    action = state.legal_actions()[0]
    notation = state.action_to_string(action)
    assert notation == state.play.setup.rules.space.notation(action)
    assert state.string_to_action(notation) == action


def test_an_illegal_action_changes_nothing() -> None:
    state = next(walk(load("salty_ocean"), 3))
    before, history = str(state), state.history()
    closed = next(code for code in range(1000) if code not in state.legal_actions())
    with pytest.raises(IllegalAction):
        state.apply_action(closed)
    assert (str(state), state.history()) == (before, history)


# What it earns


@pytest.mark.parametrize("reward", ["win", "rank"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_one_wins_the_others_lose(players: int, reward: str) -> None:
    game = load("salty_ocean", f"players={players},reward={reward}")
    *_, state = walk(game, players)
    returns = state.returns()
    assert sum(returns) == pytest.approx(0)
    winners = [seat for seat, rank in enumerate(state.play.position.ranks) if rank == 1]
    assert max(returns) == returns[winners[0]]
    assert game.min_utility() - 1e-9 <= min(returns) < max(returns) <= game.max_utility()
    if len(winners) == 1:
        assert max(returns) == 1


def test_alone_one_wins_or_loses() -> None:
    game = load("saltfjord", "players=1")
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    *_, state = walk(game, 1)
    assert state.returns() in ([1.0], [-1.0])


# Parameters


def test_options_are_parameters() -> None:
    game = load("seul_maitre", "rounds=6,players=3,map_mode=random")
    assert game.num_players() == 3
    options = game.new_initial_state().record().header.options
    assert (options["rounds"], options["map_mode"]) == ("6", "random")
    assert load("rolling_seas", "ambush=True").setup.options["ambush"] == "true"


def test_a_map_that_is_drawn_has_a_number_and_stays_the_same() -> None:
    game = load("rolling_seas", "map=generated")
    again = pyspiel.load_game(str(game))
    assert again.setup.options == game.setup.options
    assert str(again) == str(game)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_value_of_every_option_loads_again(game_id: str) -> None:
    rules = games.load(game_id)
    seats = rules.seats[-1]
    for option in rules.options:
        for value in option.values:
            parameters = {"players": seats, option.id: as_parameter(option, value)}
            game = pyspiel.load_game(f"quarterdeck_{game_id}", parameters)
            assert game.setup.options[option.id] == value
            again = pyspiel.load_game(str(game))
            assert again.setup.options == game.setup.options
            state = pickle.loads(pickle.dumps(game.new_initial_state()))  # noqa: S301
            assert state.get_game().setup.options == game.setup.options


def test_numbers_among_words_are_words() -> None:
    game = load("saltfjord", "players=4,first_player=value_2")
    assert game.setup.options["first_player"] == "2"
    plain = pyspiel.load_game("quarterdeck_saltfjord", {"players": 4, "first_player": "2"})
    assert str(plain) == str(game)


@pytest.mark.parametrize(
    ("parameters", "error", "named"),
    [
        ("players=9", BadSetup, "2 to 4"),
        ("reward=coins", UnknownName, "win"),
        ("price_table=none", BadSetup, "five_rows"),
    ],
)
def test_bad_parameters_are_refused(parameters: str, error: type[Exception], named: str) -> None:
    with pytest.raises(error, match=named):
        load("salty_ocean", parameters)


# Nobody is told what they may not know


def told(state: Any, player: int) -> tuple[object, ...]:
    return (
        state.information_state_string(player),
        state.observation_string(player),
        state.information_state_tensor(player),
        state.observation_tensor(player),
    )


def secret_deals(game: Any, seeds: int) -> Iterator[tuple[Any, int]]:
    """States in which an outcome is due that only one player will see."""
    for seed in range(seeds):
        random = Random(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                audience = state.play.position.audience()
                if audience != EVERYBODY:
                    yield state.clone(), audience
            state.apply_action(random.choice(state.legal_actions()))


SECRETS = [("salty_ocean", ""), ("saltfjord", "players=4"), ("seul_maitre", "players=3")]


@pytest.mark.parametrize(("name", "parameters"), SECRETS)
def test_what_is_dealt_to_one_player_shows_to_nobody_else(name: str, parameters: str) -> None:
    compared = 0
    for state, audience in secret_deals(load(name, parameters), 12):
        one, other = (state.child(code) for code in state.legal_actions()[:2])
        assert told(one, audience)[0] != told(other, audience)[0]
        see = state.play.setup.rules.view
        for player in range(state.num_players()):
            # A tile may be turned up for all as soon as somebody has looked at it
            if see(one.play.position, player) == see(other.play.position, player):
                assert told(one, player) == told(other, player)
                compared += 1
        if compared >= STATES:
            break
    assert compared


def test_open_choices_show_to_nobody_else() -> None:
    """Seat 0 acts first, and differently in both; nobody else may notice before all are done."""
    compared = 0
    for state in some_states(load("rolling_seas", "players=3"), 1, 1):
        if not state.play.position.lanes or state.current_player() != 0:
            continue
        one, other = (state.child(code) for code in state.legal_actions()[:2])
        for world in (one, other):
            while world.current_player() == 0:
                world.apply_action(world.legal_actions()[-1])
        if not (one.play.position.lanes and other.play.position.lanes):
            continue
        for player in (1, 2):
            assert told(one, player) == told(other, player)
        assert told(one, 0)[0] != told(other, 0)[0]
        own = one.legal_actions()[0]
        assert other.legal_actions() == one.legal_actions()
        if one.child(own).play.position.lanes:
            assert told(one.child(own), 1) == told(other.child(own), 1)
        compared += 1
        if compared == STATES:
            break
    assert compared > 5


def test_an_imagined_state_looks_the_same_to_who_imagines_it(game: Any) -> None:
    random = Random(5)
    for state in some_states(game, 5, 9):
        if state.is_terminal():
            continue
        player = state.current_player()
        world = state.resample_from_infostate(player, random.random)
        assert world.current_player() == player
        assert told(world, player) == told(state, player)
        assert not world.history()
        twin = pickle.loads(pickle.dumps(world.play))  # noqa: S301
        action = random.choice(state.legal_actions())
        world.apply_action(action)
        twin.apply(action)
        assert twin.recall(player) == world.information_state_string(player)
        with pytest.raises(RecordError):
            world.record()


def test_imagined_states_tell_others_what_they_hold_there() -> None:
    """Else a search would take worlds with different secrets of a rival for the same."""
    random = Random(2)
    for state, audience in secret_deals(load("seul_maitre", "players=3"), 12):
        rival = (audience + 1) % 3
        after = state.child(state.legal_actions()[0])
        worlds = [after.resample_from_infostate(rival, random.random) for _ in range(30)]
        assert len({world.information_state_string(rival) for world in worlds}) == 1
        if len({world.information_state_string(audience) for world in worlds}) > 1:
            return
    pytest.fail("no rival ever held two different things")


def test_a_spectator_sees_what_everybody_sees() -> None:
    from open_spiel.python.observation import make_observation

    public = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    observer = make_observation(pyspiel.load_game(SHORT["salty_ocean"]), public)
    for state, _ in secret_deals(pyspiel.load_game(SHORT["salty_ocean"]), 1):
        one, other = (state.child(code) for code in state.legal_actions()[:2])
        assert observer.string_from(one, 0) == observer.string_from(other, 0)


# Keeping


def test_a_state_is_a_record_and_a_record_a_state(game: Any) -> None:
    for state in some_states(game, 6, 40):
        record = parse("".join(lines(state.record())))
        played = Game(state.play.setup.rules, record, None)
        assert played.position.digest() == state.play.position.digest()
        again = game.state_of(record)
        assert (str(again), again.history()) == (str(state), state.history())
        assert str(pickle.loads(pickle.dumps(state))) == str(state)  # noqa: S301


def test_records_of_simultaneous_play_are_read_in_any_order() -> None:
    game = load("rolling_seas", "players=3")
    states = [s for s in some_states(game, 1, 1) if s.play.position.lanes]
    state = next(s for s in states if s.current_player() == 2)
    record = state.record()
    opened = len(record.entries) - sum(len(state.play.position.lane_choices(s)) for s in range(3))
    last_seat_first = sorted(record.entries[opened:], key=lambda entry: -entry.seat)
    assert last_seat_first != record.entries[opened:]
    record.entries[opened:] = last_seat_first
    assert game.state_of(record).history() == state.history()
    del record.entries[0]
    with pytest.raises(RecordError):
        game.state_of(record)


# Algorithms


def test_algorithms_of_openspiel_play() -> None:
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game(SHORT["salty_ocean"])
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bots = [
        mcts.MCTSBot(game, 1.4, 8, evaluator, random_state=random),
        ismcts.ISMCTSBot(game, evaluator, 1.4, 8, random_state=random),
        ismcts.ISMCTSBot(game, evaluator, 1.4, 8, random_state=random, use_observation_string=True),
    ]
    state = some_states(game, 7, 20)[2]
    for bot in bots:
        assert bot.step(state) in state.legal_actions()


# With and without the library


def test_without_openspiel_a_line_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(MissingLibrary, match=r"quarterdeck\[research\]"):
        openspiel.register()


def test_a_program_that_registered_the_games_ends_well() -> None:
    """OpenSpiel keeps what it was given beyond the end of Python."""
    code = "from quarterdeck.envs import openspiel; openspiel.register(); openspiel.register()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
