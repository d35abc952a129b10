"""OpenSpiel's information-set MCTS plays Upon a Salty Ocean: `pip install "quarterdeck[research]"`.

    python openspiel_search.py                        against a player who chooses at random
    python openspiel_search.py --against greedy       against one of our bots
    python openspiel_search.py --simulations 200 --games 20 --seed 7

The search is OpenSpiel's own, unchanged. It knows only what its seat may know: before every
simulation it imagines a world that looks the same to it (`State.resample_from_infostate`).
"""

from __future__ import annotations

import argparse
import time
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from quarterdeck.bots import specs
from quarterdeck.bots.protocol import Bot, Budget, ask
from quarterdeck.envs import openspiel


def make_search(game: Any, simulations: int, seed: int) -> Any:
    """The search: each new node is judged by one random game to its end."""
    random = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random)
    search = ismcts.ISMCTSBot(
        game, evaluator, uct_c=1.0, max_simulations=simulations, random_state=random
    )
    # By itself it would imagine worlds from a generator that nobody has seeded
    search.set_resampler(
        lambda state, player: state.resample_from_infostate(player, random.random_sample)
    )
    return search


def play(game: Any, search: Any, rival: Bot, seat: int, random: Random) -> Any:
    """One game, with the search on this seat; gives its last state."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            codes, chances = zip(*state.chance_outcomes(), strict=True)
            action = random.choices(codes, chances)[0]
        elif state.current_player() == seat:
            action = int(search.step(state))
        else:
            action = ask(rival, state.play.position, state.current_player(), Budget())
        state.apply_action(action)
    return state


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--against", default="random", help="a bot, as `quarterdeck sim` has it")
    parser.add_argument("--simulations", type=int, default=100, help="per choice")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    openspiel.register()
    game = pyspiel.load_game("quarterdeck_salty_ocean(players=2)")
    search = make_search(game, options.simulations, options.seed)
    random = Random(options.seed)
    wins = 0.0
    for number in range(options.games):
        seat = number % 2
        rival = specs.make(options.against, game.rules, random.getrandbits(32))
        begin = time.perf_counter()
        state = play(game, search, rival, seat, random)
        scores = state.play.position.scores
        share = (state.returns()[seat] + 1) / 2
        wins += share
        print(
            f"game {number + 1}: search {scores[seat]}, {options.against} {scores[1 - seat]}, "
            f"{time.perf_counter() - begin:.0f} s"
        )
    print(
        f"{wins:g} of {options.games} games won with {options.simulations} simulations per choice"
    )


if __name__ == "__main__":
    main()
