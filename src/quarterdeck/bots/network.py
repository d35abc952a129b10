"""A small network that judges positions: each seat's share of winning, and its final points.

It looks at one seat's numbers (`Rules.numbers`) at a time, with the same weights for every seat;
the shares are a softmax over the seats of a position, or, alone, the chance not to lose. Plain
NumPy: for a few dozen positions at a time nothing heavier is faster.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

# Such small products are slower on several threads, and the order of sums would depend on them.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import numpy.typing as npt

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.features import FeatureSet, packing
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules

Array = npt.NDArray[np.float32]

HIDDEN = (256, 64)
LAYERS = len(HIDDEN) + 1
# How surely somebody is expected to win who is ahead by a whole good result.
CONFIDENCE = 8.0
# What is written into a file of weights, besides the weights.
FORMAT = 1


@dataclass
class Network:
    """Weights and biases, layer by layer; the last layer gives a logit and the points.

    `direct` leads from the numbers straight to the result. It begins with what the game's own
    advice expects, so a network that has learnt nothing yet judges as advice does. What it says of
    chances is the less sure the higher its `temperature`; bots need none.
    """

    weights: list[Array]
    biases: list[Array]
    direct: Array
    facts: dict[str, Any] = field(default_factory=dict)
    temperature: float = 1.0

    @classmethod
    def begin(cls, features: FeatureSet, seed: int) -> Network:
        """A network that has learnt nothing yet (He initialization)."""
        random = np.random.default_rng(seed)
        sizes = (len(features), *HIDDEN)
        weights = [
            (random.standard_normal((size, following)) * np.sqrt(2.0 / size)).astype(np.float32)
            for size, following in pairwise(sizes)
        ]
        weights.append(np.zeros((sizes[-1], 2), np.float32))
        direct = np.zeros((len(features), 2), np.float32)
        direct[features.hope] = features.hope_unit / features.points
        direct[features.hope, 0] *= CONFIDENCE
        return cls(weights, [np.zeros(size, np.float32) for size in (*HIDDEN, 2)], direct)

    def look(self, rows: Array) -> Array:
        """For each row of numbers its seat's logit and points."""
        layer = rows
        for weight, bias in zip(self.weights[:-1], self.biases[:-1], strict=True):
            layer = np.maximum(layer @ weight + bias, 0)
        return layer @ self.weights[-1] + rows @ self.direct + self.biases[-1]

    @property
    def parameters(self) -> list[Array]:
        return [*self.weights, *self.biases, self.direct]


def find_shares(logits: Array) -> Array:
    """Shares of winning over the last axis; of one seat, how likely it is not to lose."""
    if logits.shape[-1] == 1:
        logits = np.concatenate([logits, np.zeros_like(logits)], axis=-1)
        return find_shares(logits)[..., :1]
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    shares: Array = powers / powers.sum(axis=-1, keepdims=True)
    return shares


def numbers_of(rules: AnyRules, positions: Sequence[Position]) -> Array:
    """All seats of these positions, one row each; all have equally many seats."""
    assert rules.features is not None
    seats = positions[0].seats
    size = len(rules.features)
    rows = np.empty((len(positions) * seats, size), np.float32)
    packed = packing(seats * size)
    for number, position in enumerate(positions):
        numbers = rules.numbers(position, range(seats))
        packed.pack_into(rows.data, number * packed.size, *numbers)
    return rows


def judge(network: Network, rules: AnyRules, positions: Sequence[Position]) -> Array:
    """Each seat's share of winning and its points, in `FeatureSet.points`, for each position; of
    finished ones, what happened. All have equally many seats."""
    assert rules.features is not None
    judged = np.empty((len(positions), positions[0].seats, 2), np.float32)
    going = [number for number, position in enumerate(positions) if not position.finished]
    if going:
        rows = numbers_of(rules, [positions[number] for number in going])
        seen = network.look(rows).reshape(len(going), -1, 2)
        seen[:, :, 0] = find_shares(seen[:, :, 0] / network.temperature)
        judged[going] = seen
    for number, position in enumerate(positions):
        if position.finished:
            judged[number] = judge_end(rules, position)
    return judged


def judge_end(rules: AnyRules, position: Position) -> Array:
    """What a finished game has given each seat: winners share the win; and points."""
    assert rules.features is not None
    ranks = rules.final_ranks(position)
    winners = ranks.count(1)
    shares = [1 / winners if rank == 1 else 0.0 for rank in ranks]
    points = [score / rules.features.points for score in position.scores]
    return np.array([shares, points], np.float32).T


# Files


def save(network: Network, rules: AnyRules, path: Path, **facts: Any) -> None:
    """Write weights with everything that tells whether they fit."""
    assert rules.features is not None
    told = {
        "format": FORMAT,
        "game": rules.id,
        "features": rules.features.version,
        "components": rules.component_digest,
        **facts,
    }
    arrays = {f"weight_{layer}": weight for layer, weight in enumerate(network.weights)}
    arrays |= {f"bias_{layer}": bias for layer, bias in enumerate(network.biases)}
    arrays["direct"] = network.direct
    written = path.with_name(path.name + ".new")
    with written.open("wb") as file:
        np.savez(file, allow_pickle=False, facts=np.array(json.dumps(told)), **arrays)
    written.replace(path)


def load(rules: AnyRules, path: Path) -> Network:
    """The network of a file; raises BadSetup if there is none or it is not made for this game."""
    features = rules.features
    if features is None:
        raise BadSetup(Message("qd.error.weights.no_features", game=rules.title))
    try:
        with np.load(path, allow_pickle=False) as file:
            facts = json.loads(str(file["facts"]))
            weights = [file[f"weight_{layer}"] for layer in range(LAYERS)]
            biases = [file[f"bias_{layer}"] for layer in range(LAYERS)]
            direct = file["direct"]
    except FileNotFoundError as missing:
        raise BadSetup(Message("qd.error.weights.missing", game=rules.title)) from missing
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as broken:
        raise _refusal(rules, path, "broken") from broken
    if facts.get("format") != FORMAT or facts.get("game") != rules.id:
        raise _refusal(rules, path, "broken")
    if facts.get("features") != features.version or weights[0].shape[0] != len(features):
        raise _refusal(rules, path, "features")
    return Network(weights, biases, direct, facts)


def _refusal(rules: AnyRules, path: Path, why: str) -> BadSetup:
    return BadSetup(Message(f"qd.error.weights.{why}", game=rules.title, file=path.name))
