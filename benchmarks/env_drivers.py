"""How environments are driven through one uniformly random game: ours and the peers' own.

A step is one action of whoever uses the environment, with the observation that led to it and what
was open in hand; what other players or chance do in between belongs to the step. Every step
counts, forced or not, for all alike. As for the engines, each is driven the fastest way its public
interface offers: no wrappers that check, nothing rendered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Any

from benchmarks.drivers import Driver

GAMES_AT_ONCE = 64
LARGEST_SEED = 2**31 - 1


def aec(make: Callable[[], Any]) -> Driver:
    """PettingZoo's cycle of agents, ending with the first agent that is done."""
    environment = make()

    def walk(rng: Random) -> Iterator[Any]:
        pick = rng.random
        environment.reset(seed=rng.randrange(LARGEST_SEED))
        while True:
            observation, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                return
            actions = observation["action_mask"].nonzero()[0].tolist()
            yield environment
            environment.step(actions[int(pick() * len(actions))])

    return Driver(walk)


def pettingzoo(module: str) -> Driver:
    """One of PettingZoo's classic games."""
    return aec(lambda: import_module(f"pettingzoo.classic.{module}").env().unwrapped)


def quarterdeck_aec(game: str, seats: int) -> Driver:
    """A game of ours for PettingZoo."""
    return aec(lambda: import_module("quarterdeck.envs.pettingzoo").raw_env(game, seats))


def gym(make: Callable[[], Any], open_codes: Callable[[dict[str, Any]], list[int]]) -> Driver:
    """Gymnasium's loop; `open_codes` finds the legal actions in the infos."""
    environment = make()

    def walk(rng: Random) -> Iterator[Any]:
        pick = rng.random
        _, info = environment.reset(seed=rng.randrange(LARGEST_SEED))
        while True:
            actions = open_codes(info)
            yield environment
            action = actions[int(pick() * len(actions))]
            _, _, terminated, truncated, info = environment.step(action)
            if terminated or truncated:
                return

    return Driver(walk)


def catanatron_gym(seats: int) -> Driver:
    """Catanatron's environment: its random players sit on the other seats."""
    return gym(lambda: _catan(seats), lambda info: info["valid_actions"])


def _catan(seats: int) -> Any:
    package = import_module("catanatron")
    colors = [color for color in package.Color if color is not package.Color.BLUE]
    enemies = [package.RandomPlayer(color) for color in colors[: seats - 1]]
    return import_module("catanatron_gym.envs.catanatron_env").CatanatronEnv({"enemies": enemies})


def quarterdeck_gym(game: str, seats: int) -> Driver:
    """A game of ours for Gymnasium, likewise against players who choose at random."""
    return gym(
        lambda: import_module("quarterdeck.envs.gymnasium").GameEnv(
            game, seats, opponents="random"
        ),
        lambda info: info["action_mask"].nonzero()[0].tolist(),
    )


def rlcard(name: str, seats: int) -> Driver:
    """RLCard's environment, which gives each player's encoded state as play goes on."""
    package = import_module("rlcard")
    environment = package.make(name, config={"game_num_players": seats})

    def walk(rng: Random) -> Iterator[Any]:
        pick = rng.random
        state, _ = environment.reset()
        while not environment.is_over():
            actions = list(state["legal_actions"])
            yield environment
            state, _ = environment.step(actions[int(pick() * len(actions))])

    return Driver(walk)


def open_spiel(name: str) -> Driver:
    """A Python game of OpenSpiel, by states and an observer, which is faster than by tensors."""
    import_module("open_spiel.python.games")
    return _spiel(name)


def quarterdeck_spiel(game: str, seats: int) -> Driver:
    """A game of ours for OpenSpiel."""
    import_module("quarterdeck.envs.openspiel").register()
    return _spiel(f"quarterdeck_{game}(players={seats})")


def _spiel(name: str) -> Driver:
    game = import_module("pyspiel").load_game(name)
    observe = import_module("open_spiel.python.observation").make_observation(game)

    def walk(rng: Random) -> Iterator[Any]:
        pick = rng.random
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                codes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(codes, chances)[0])
                continue
            observe.set_from(state, state.current_player())
            actions = state.legal_actions()
            yield state
            state.apply_action(actions[int(pick() * len(actions))])

    return Driver(walk)


# Many games at once. One "game" for the worker is so many calls, after which all begin anew.

CALLS = 100


def catanatron_vector(seats: int) -> Driver:
    """Gymnasium's own way to step several environments in one call; Catanatron has none."""
    vector = import_module("gymnasium.vector")
    environments = vector.SyncVectorEnv([lambda: _catan(seats)] * GAMES_AT_ONCE)

    def play(rng: Random) -> int:
        pick = rng.random
        _, infos = environments.reset(seed=rng.randrange(LARGEST_SEED))
        for _ in range(CALLS):
            found = infos["valid_actions"]
            actions = [codes[int(pick() * len(codes))] for codes in found]
            _, _, _, _, infos = environments.step(actions)
        return CALLS * GAMES_AT_ONCE

    return Driver(_no_walk, playout=play)


def open_spiel_vector(name: str) -> Driver:
    """OpenSpiel's vector of its environments."""
    import_module("open_spiel.python.games")
    return _spiel_vector(name)


def _spiel_vector(name: str) -> Driver:
    package = import_module("open_spiel.python.rl_environment")
    agent = import_module("open_spiel.python.rl_agent")
    observed = package.ObservationType.OBSERVATION
    environments = import_module("open_spiel.python.vector_env").SyncVectorEnv(
        [package.Environment(name, observation_type=observed) for _ in range(GAMES_AT_ONCE)]
    )

    def play(rng: Random) -> int:
        pick = rng.random
        steps = environments.reset()
        for _ in range(CALLS):
            chosen = []
            for step in steps:
                seen = step.observations
                actions = seen["legal_actions"][seen["current_player"]]
                action = actions[int(pick() * len(actions))]
                chosen.append(agent.StepOutput(action=action, probs=None))
            steps, _, _, _ = environments.step(chosen, reset_if_done=True)
        return CALLS * GAMES_AT_ONCE

    return Driver(_no_walk, playout=play)


def quarterdeck_vector(game: str, seats: int) -> Driver:
    """Our vector environment, every seat played from outside."""
    numpy = import_module("numpy")
    made = import_module("quarterdeck.envs.vector").VectorGameEnv
    environments = made(GAMES_AT_ONCE, game, seats, opponents="self", copy=False)

    def play(rng: Random) -> int:
        draw = numpy.random.default_rng(rng.randrange(LARGEST_SEED))
        _, infos = environments.reset(seed=rng.randrange(LARGEST_SEED))
        masks = infos["action_mask"].view(numpy.bool_)
        firsts = numpy.arange(GAMES_AT_ONCE + 1) * masks.shape[1]
        for _ in range(CALLS):
            codes = masks.reshape(-1).nonzero()[0]
            places = numpy.searchsorted(codes, firsts)
            counts = places[1:] - places[:-1]
            chosen = (draw.random(GAMES_AT_ONCE) * counts).astype(numpy.int64) + places[:-1]
            # Where a game is over nothing is open: any action begins a new one
            chosen = numpy.minimum(chosen, len(codes) - 1)
            environments.step(codes[chosen] - firsts[:-1])
        return CALLS * GAMES_AT_ONCE

    return Driver(_no_walk, playout=play)


def _no_walk(rng: Random) -> Iterator[Any]:
    raise NotImplementedError
