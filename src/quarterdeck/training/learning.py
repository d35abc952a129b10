"""How a network learns: gradients by hand and Adam, in NumPy.

On two cores and with networks this small, a step takes a few milliseconds; a framework would add
more to start than it could save.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from quarterdeck.bots.network import Array, Network, find_shares
from quarterdeck.kernel.features import FeatureSet
from quarterdeck.training.episodes import Episode

FIRST_RATE = 1e-3
LEAST_RATE = 1e-4
# After so many games the rate has halved.
RATE_GAMES = 3000
FADING_MEAN = 0.9
FADING_SQUARE = 0.999
TINY = 1e-8
# The weights that play are a mean of the latest, fading by this much at every step.
SMOOTHING = 0.995
BATCH = 256
POINTS_WEIGHT = 0.5


def rate_after(games: int) -> float:
    """How far a step goes after so many games of its own: the more was learnt, the less far."""
    return max(LEAST_RATE, FIRST_RATE / (1 + games / RATE_GAMES))


@dataclass
class Study:
    """A network that learns: what it is now, its smoothed self, and the memory of Adam."""

    network: Network
    smooth: Network
    means: list[Array]
    squares: list[Array]
    steps: int = 0

    @classmethod
    def begin(cls, features: FeatureSet, seed: int) -> Study:
        network = Network.begin(features, seed)
        return cls(
            network,
            Network.begin(features, seed),
            [np.zeros_like(each) for each in network.parameters],
            [np.zeros_like(each) for each in network.parameters],
        )

    def take_over(self, network: Network) -> None:
        """Go on from what another run has learnt."""
        for own in (self.network, self.smooth):
            for mine, theirs in zip(own.parameters, network.parameters, strict=True):
                mine[...] = theirs

    def learn(self, episodes: Sequence[Episode], rate: float, rounds: int, seed: int) -> float:
        """Go through these games so many times; returns the mean loss."""
        random = np.random.default_rng(seed)
        losses = []
        for _ in range(rounds):
            for rows, shares, points in batches(episodes, random):
                loss, gradients = find_gradients(self.network, rows, shares, points)
                self._step(gradients, rate)
                losses.append(loss)
        return float(np.mean(losses))

    def _step(self, gradients: list[Array], rate: float) -> None:
        self.steps += 1
        one = 1 - FADING_MEAN**self.steps
        two = 1 - FADING_SQUARE**self.steps
        smoothing = min(SMOOTHING, self.steps / (self.steps + 10))
        now, smooth = self.network.parameters, self.smooth.parameters
        for number, gradient in enumerate(gradients):
            self.means[number] += (1 - FADING_MEAN) * (gradient - self.means[number])
            square = gradient * gradient
            self.squares[number] += (1 - FADING_SQUARE) * (square - self.squares[number])
            spread = np.sqrt(self.squares[number] / two) + TINY
            # In place: these lists only name the arrays of the networks
            now[number] -= rate * (self.means[number] / one) / spread
            smooth[number] += (1 - smoothing) * (now[number] - smooth[number])


def batches(
    episodes: Sequence[Episode], random: np.random.Generator
) -> Iterator[tuple[Array, Array, Array]]:
    """All moments of these games in random order, in batches with equally many seats."""
    picked = []
    for seats in sorted({episode.rows.shape[1] for episode in episodes}):
        alike = [episode for episode in episodes if episode.rows.shape[1] == seats]
        rows = np.concatenate([episode.rows for episode in alike])
        shares = np.concatenate([episode.shares for episode in alike])
        points = np.concatenate([episode.points for episode in alike])
        order = random.permutation(len(rows))
        for first in range(0, len(order), BATCH):
            some = order[first : first + BATCH]
            picked.append((rows, shares, points, some))
    for number in random.permutation(len(picked)):
        rows, shares, points, some = picked[number]
        yield rows[some], shares[some], points[some]


def find_gradients(
    network: Network, rows: Array, shares: Array, points: Array
) -> tuple[float, list[Array]]:
    """The loss (cross-entropy of the shares, squared error of the points) and its gradients."""
    moments, seats, inputs = rows.shape
    layers = [rows.reshape(-1, inputs)]
    for weight, bias in zip(network.weights[:-1], network.biases[:-1], strict=True):
        layers.append(np.maximum(layers[-1] @ weight + bias, 0))
    seen = layers[-1] @ network.weights[-1] + layers[0] @ network.direct + network.biases[-1]
    seen = seen.reshape(moments, seats, 2)
    expected = find_shares(seen[:, :, 0])
    missed = seen[:, :, 1] - points
    unlike = np.sum(shares * np.log(expected + TINY))
    if seats == 1:  # won or lost, with nobody else to win
        unlike += np.sum((1 - shares) * np.log(1 - expected + TINY))
    loss = POINTS_WEIGHT * np.sum(missed * missed) / 2 - unlike
    slope = np.empty_like(seen)
    slope[:, :, 0] = (expected - shares) / moments
    slope[:, :, 1] = POINTS_WEIGHT * missed / moments
    back = slope.reshape(-1, 2)
    direct = layers[0].T @ back
    weights: list[Array] = []
    biases: list[Array] = []
    for layer in range(len(network.weights) - 1, -1, -1):
        weights.insert(0, layers[layer].T @ back)
        biases.insert(0, back.sum(axis=0))
        if layer:
            back = (back @ network.weights[layer].T) * (layers[layer] > 0)
    return float(loss) / moments, [*weights, *biases, direct]
