"""How each engine is driven through one uniformly random game.

Every engine is driven by the same kind of loop, written as a generator that stands still at
each decision: the worker counts the stops to measure speed, and copies the positions it stops
at to measure clones. Only decisions with two or more legal choices are stops, for all alike.

Each peer is driven the fastest way its public interface offers for random play (no
validation, no wrappers, no observations that random play would not read), so that a ratio is
never the result of our using a peer badly. All choices come from the same `random.Random`.

Engines are imported when a driver is made, not when this file is: one process, one engine.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

Walk = Callable[[Random], Iterator[Any]]


@dataclass(frozen=True)
class Driver:
    """What the worker needs of an engine."""

    walk: Walk
    clone: Callable[[Any], Any] | None = None
    """Copies a position; None if the engine has no way to do so."""
    imagine: Callable[[Any, Random], Any] | None = None
    """Draws a position that may be the true one for all the seat that is asked knows."""
    playout: Callable[[Random], int] | None = None
    """Plays one game by the engine's own loop; measured instead of the walk if given."""

    def play(self, rng: Random) -> int:
        """Play one random game to its end; returns the number of decisions."""
        if self.playout is not None:
            return self.playout(rng)
        decisions = 0
        for _ in self.walk(rng):
            decisions += 1
        return decisions


def catanatron(seats: int) -> Driver:
    """Catanatron's `Game.play` with its RandomPlayer, less the validation of each action."""
    package = import_module("catanatron")
    limit: int = import_module("catanatron.game").TURNS_LIMIT
    players = [package.RandomPlayer(color) for color in list(package.Color)[:seats]]

    def walk(rng: Random) -> Iterator[Any]:
        game = package.Game(players, seed=rng.getrandbits(62) + 1)
        state = game.state
        pick = rng.random
        while game.winning_color() is None and state.num_turns < limit:
            actions = state.playable_actions
            count = len(actions)
            if count > 1:
                yield game
                game.execute(actions[int(pick() * count)], validate_action=False)
            else:
                game.execute(actions[0], validate_action=False)

    return Driver(walk, package.Game.copy)


def open_spiel(name: str) -> Driver:
    """OpenSpiel's C++ through its Python bindings; a terminal state has no legal actions."""
    package = import_module("pyspiel")
    game = package.load_game(name)
    assert game.get_type().chance_mode == package.GameType.ChanceMode.DETERMINISTIC

    def walk(rng: Random) -> Iterator[Any]:
        state = game.new_initial_state()
        pick = rng.random
        while actions := state.legal_actions():
            count = len(actions)
            if count > 1:
                yield state
                state.apply_action(actions[int(pick() * count)])
            else:
                state.apply_action(actions[0])

    return Driver(walk, package.State.clone)


def rlcard(module: str, seats: int) -> Driver:
    """RLCard's game, without the environment around it that encodes observations.

    It has no clone; deepcopy is what RLCard itself uses to step back.
    """
    game = import_module(f"rlcard.games.{module}").Game(num_players=seats)

    def walk(rng: Random) -> Iterator[Any]:
        pick = rng.random
        state, _ = game.init_game()
        while not game.is_over():
            actions = state["legal_actions"]
            count = len(actions)
            if count > 1:
                yield game
                state, _ = game.step(actions[int(pick() * count)])
            else:
                state, _ = game.step(actions[0])

    return Driver(walk, copy.deepcopy)


def pettingzoo(module: str) -> Driver:
    """PettingZoo's cycle of agents, unwrapped, ending with the first agent that is done.

    No clone: a deepcopy of its environments makes a new one from the constructor's arguments
    and loses the position.
    """
    environment = import_module(f"pettingzoo.classic.{module}").env().unwrapped

    def walk(rng: Random) -> Iterator[Any]:
        pick = rng.random
        environment.reset()
        while True:
            observation, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                return
            actions = observation["action_mask"].nonzero()[0].tolist()
            count = len(actions)
            if count > 1:
                yield environment
                environment.step(actions[int(pick() * count)])
            else:
                environment.step(actions[0])

    return Driver(walk)


def quarterdeck(game: str, seats: int, *, playout: bool) -> Driver:
    """Quarterdeck through its public API, or by its own loop for random play."""
    rules = import_module("quarterdeck.games").load(game)
    play_out: Callable[[Any, int], int] = import_module("quarterdeck.kernel.playout").playout

    def walk(rng: Random) -> Iterator[Any]:
        position = rules.start(seats=seats)
        pick = rng.random
        while not position.finished:
            if position.chance:
                position.deal(_outcome(position.outcomes(), pick()))
                continue
            actors = position.actors()
            seat = actors[0] if len(actors) == 1 else actors[int(pick() * len(actors))]
            codes = position.legal(seat)
            yield position
            position.play(seat, codes[int(pick() * len(codes))])

    def whole(rng: Random) -> int:
        return play_out(rules.start(seats=seats), rng.getrandbits(31))

    def imagine(position: Any, rng: Random) -> Any:
        return rules.imagine(position, position.actors()[0], rng)

    clone = type(rules.start(seats=seats)).clone
    return Driver(walk, clone, imagine, whole if playout else None)


def _outcome(weighted: list[tuple[int, int]], share: float) -> int:
    """The outcome at this share, from 0 to 1, of the total weight."""
    ticket = int(share * sum([weight for _, weight in weighted]))
    for code, weight in weighted:
        ticket -= weight
        if ticket < 0:
            return code
    raise AssertionError("no outcome")
