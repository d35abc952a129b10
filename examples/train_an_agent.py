"""A first trained agent: a linear policy learns to beat opponents that play at random.

    python examples/train_an_agent.py salty_ocean --seats 2 --choices 300000

Plain NumPy on the vector environment, on one core. Actor and critic are linear in the observation
and learn from 64 games at once: policy gradient with generalized advantages, a little entropy, and
Adam. Needs the `research` extra.
"""

from __future__ import annotations

import argparse
import math
import os
from pathlib import Path
from time import perf_counter
from typing import Any

# One thread: for matrices this small, several spend their time waiting for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from quarterdeck import bots
from quarterdeck.envs.vector import VectorGameEnv
from quarterdeck.kernel.errors import QuarterdeckError

Array = NDArray[np.float32]
GAMES_AT_ONCE = 64
# What a step hands out is used or copied before the next one, so it need not be a copy itself
AS_IT_IS: dict[str, Any] = {"copy": False, "autoreset_mode": "SameStep"}
STEPS_PER_UPDATE = 32
LEARNING_RATE = 0.001
ENTROPY = 0.01
# How far what follows is put down to a choice
DISCOUNT, TRACE = 0.997, 0.95
# For 95 % intervals
Z = 1.96


class Agent:
    """Logits of all actions, and the value of the position, linear in the observation."""

    def __init__(self, inputs: int, actions: int) -> None:
        # The last row is the bias, the last column the value
        self.weights: Array = np.zeros((inputs + 1, actions + 1), np.float32)
        self._means = np.zeros_like(self.weights)
        self._squares = np.zeros_like(self.weights)
        self._updates = 0

    def look(self, rows: Array, masks: NDArray[np.int8]) -> tuple[Array, Array]:
        """The chances of all actions, 0 for those that are closed; and the values."""
        seen = rows @ self.weights[:-1] + self.weights[-1]
        # A row without open actions is of a game that is over; its action is ignored
        logits = np.where(masks, seen[:, :-1], np.float32(-1e9))
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True), seen[:, -1]

    def learn(self, gradient: Array) -> None:
        """One step of Adam."""
        self._updates += 1
        self._means += 0.1 * (gradient - self._means)
        self._squares += 0.001 * (gradient**2 - self._squares)
        mean = self._means / (1 - 0.9**self._updates)
        square = self._squares / (1 - 0.999**self._updates)
        self.weights -= LEARNING_RATE * mean / (np.sqrt(square) + 1e-8)


class Memory:
    """What happened between two updates, step by step and game by game."""

    def __init__(self, envs: VectorGameEnv, inputs: int, actions: int) -> None:
        shape = STEPS_PER_UPDATE, envs.num_envs
        self.rows: Array = np.empty((*shape, inputs), np.float32)
        self.masks = np.empty((*shape, actions), np.int8)
        self.taken = np.empty(shape, np.int64)
        self.values: Array = np.empty(shape, np.float32)
        self.rewards: Array = np.empty(shape, np.float32)
        self.ends = np.empty(shape, np.bool_)

    def find_gains(self, ahead: Array) -> Array:
        """How much better than expected each choice turned out; `ahead` is the value after all."""
        gains = np.empty_like(self.values)
        trace = np.zeros_like(ahead)
        for step in range(STEPS_PER_UPDATE - 1, -1, -1):
            going_on = DISCOUNT * ~self.ends[step]
            surprise = self.rewards[step] + going_on * ahead - self.values[step]
            trace = surprise + going_on * TRACE * trace
            gains[step], ahead = trace, self.values[step]
        return gains


def pick(chances: Array, random: np.random.Generator) -> NDArray[np.int64]:
    """One action per row, by its chance: the first of many alarms that go off at these rates."""
    alarms = random.standard_exponential(chances.shape, np.float32)
    waits = np.where(chances > 0, alarms / np.maximum(chances, 1e-30), np.inf)
    found: NDArray[np.int64] = waits.argmin(axis=1)
    return found


def find_gradient(agent: Agent, memory: Memory, gains: Array) -> Array:
    """Where the weights should not go: against better chances for what turned out well."""
    count = gains.size
    rows = memory.rows.reshape(count, -1)
    chances, _ = agent.look(rows, memory.masks.reshape(count, -1))
    gain = gains.reshape(count, 1)
    scaled = (gain - gain.mean()) / (gain.std() + 1e-6)
    logs = np.log(np.maximum(chances, 1e-12))
    entropy = -(chances * logs).sum(axis=1, keepdims=True)
    errors = np.empty((count, agent.weights.shape[1]), np.float32)
    errors[:, :-1] = chances * (scaled + ENTROPY * (logs + entropy))
    errors[np.arange(count), memory.taken.reshape(count)] -= scaled[:, 0]
    errors[:, -1] = -0.5 * gain[:, 0]
    errors /= count
    gradient: Array = np.vstack([rows.T @ errors, errors.sum(axis=0, keepdims=True)])
    return gradient


def train(envs: VectorGameEnv, agent: Agent, choices: int, seed: int) -> None:
    """Learn from so many choices, and tell how it goes."""
    random = np.random.default_rng(seed)
    observations, infos = envs.reset(seed=seed)
    memory = Memory(envs, observations.shape[1], infos["action_mask"].shape[1])
    updates = math.ceil(choices / memory.taken.size)
    began = perf_counter()
    for update in range(1, updates + 1):
        for step in range(STEPS_PER_UPDATE):
            memory.rows[step], memory.masks[step] = observations, infos["action_mask"]
            chances, memory.values[step] = agent.look(memory.rows[step], memory.masks[step])
            memory.taken[step] = pick(chances, random)
            observations, rewards, ends, _, infos = envs.step(memory.taken[step])
            memory.rewards[step], memory.ends[step] = rewards, ends
        _, ahead = agent.look(observations, infos["action_mask"])
        agent.learn(find_gradient(agent, memory, memory.find_gains(ahead)))
        if update % max(1, updates // 5) == 0:
            made = update * memory.taken.size
            spent = perf_counter() - began
            print(f"  {made:,} choices, {made / spent:,.0f} a second", flush=True)


def evaluate(game: str, seats: int, opponents: str, agent: Agent, games: int) -> str:
    """The share of wins, on every seat in turn."""
    envs = VectorGameEnv(GAMES_AT_ONCE, game, seats, opponents=opponents, seat="rotate", **AS_IT_IS)
    random = np.random.default_rng(games)
    observations, infos = envs.reset(seed=10**6)
    won, played = 0.0, 0
    while played < games:
        chances, _ = agent.look(observations, infos["action_mask"])
        observations, rewards, ends, _, infos = envs.step(pick(chances, random))
        won += float(rewards.sum())
        played += int(ends.sum())
    share = won / played
    middle = (share + Z**2 / (2 * played)) / (1 + Z**2 / played)
    wide = Z * math.sqrt(share * (1 - share) / played + (Z / (2 * played)) ** 2)
    wide /= 1 + Z**2 / played
    return f"{share:.1%} of {played} games ({middle - wide:.1%} to {middle + wide:.1%})"


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a linear agent against random opponents.")
    parser.add_argument("game", nargs="?", default="salty_ocean")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--choices", type=int, default=300_000, help="how many to learn from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--also", help="another bot to measure it against, e.g. greedy")
    parser.add_argument("--save", type=Path, help="a file (.npy) for what was learnt")
    asked = parser.parse_args()
    # What cannot be done afterwards is told before anything is learnt
    if asked.save and not asked.save.parent.is_dir():
        parser.error(f"there is no folder {asked.save.parent}")
    if asked.also:
        try:
            bots.normalize(asked.also)
        except QuarterdeckError as error:
            parser.error(str(error))
    settings: dict[str, Any] = {"opponents": "random", "seat": "rotate", "reward": "shaped"}
    envs = VectorGameEnv(GAMES_AT_ONCE, asked.game, asked.seats, **AS_IT_IS, **settings)
    observations, infos = envs.reset()
    agent = Agent(observations.shape[1], infos["action_mask"].shape[1])
    print("Before:", evaluate(asked.game, asked.seats, "random", agent, 1000), "against random")
    train(envs, agent, asked.choices, asked.seed)
    print("After:", evaluate(asked.game, asked.seats, "random", agent, 1000), "against random")
    if asked.also:
        told = evaluate(asked.game, asked.seats, asked.also, agent, 100)
        print(f"       {told} against {asked.also}")
    if asked.save:
        np.save(asked.save, agent.weights)


if __name__ == "__main__":
    main()
