"""Are the chances that reviews tell true? Play games of bots, and compare what was told with what
came of it.

    python tools/calibration.py GAME SEATS [--positions 20000] [--bots captain] [--seed 7] [--write]

A temperature (the one that makes results likeliest) is fitted to every second game and tried on the
others, and the other way round: for every position that could be judged and every seat, the chance
told and whether the seat won are counted in bins of ten percent, so many positions at least. The
games are not those the network learnt from: other seeds, played afresh, by bots that choose a
little softly: firm ones play alike in Rolling Seas and end in ties. With --write the temperature
that fits all games is kept with the game, with --out FILE a JSON line of it all is appended there.
"""

from __future__ import annotations

import argparse
import json
import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from quarterdeck.bots import ask, make
from quarterdeck.bots.arena import ENDLESS
from quarterdeck.bots.judge import trained_network
from quarterdeck.bots.lookahead import pick_outcomes
from quarterdeck.bots.network import Array, Network, find_shares, judge, judge_end
from quarterdeck.bots.weights import weights_digest
from quarterdeck.game import rules_of
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.review.calibration import write_temperature

BINS = 10
BATCH = 256
TEMPERATURES = [round(0.4 + 0.05 * step, 2) for step in range(46)]


def play(rules: AnyRules, seats: int, bots: list[str], dealer: random.Random) -> list[Position]:
    """A game; gives the positions that could be judged, the last one being its end."""
    _, options = rules.checked_setup(seats, {})
    position = rules.start(seats, options)
    players = [make(bot, rules, dealer.getrandbits(64)) for bot in bots]
    seen = []
    while not position.finished:
        if position.chance:
            position.deal(pick_outcomes(position.outcomes(), 1, dealer)[0][0])
            continue
        if rules.is_at_rest(position):
            seen.append(position.clone())
        seat = position.actors()[0]
        position.play(seat, ask(players[seat], position, seat, ENDLESS))
    return [*seen, position]


@dataclass
class Seen:
    """What was told of the positions of a game, as logarithms of chances, and who won it."""

    told: Array
    won: Array


def look(rules: AnyRules, network: Network, positions: list[Position]) -> Seen:
    *going, end = positions
    batches = [
        judge(network, rules, going[first : first + BATCH])[:, :, 0]
        for first in range(0, len(going), BATCH)
    ]
    return Seen(np.log(np.maximum(np.concatenate(batches), 1e-9)), judge_end(rules, end)[:, 0])


def find_best(games: list[Seen]) -> float:
    """The temperature that makes what happened likeliest."""

    def surprise(temperature: float) -> float:
        lost = 0.0
        for seen in games:
            shares = find_shares(seen.told / temperature)
            lost -= float((seen.won * np.log(np.maximum(shares, 1e-9))).sum())
        return lost

    return min(TEMPERATURES, key=surprise)


def count(tried: list[tuple[list[Seen], float]]) -> list[dict[str, float]]:
    """How often was won what was told, of games with the temperature that they are told with."""
    bins = [[0.0, 0.0, 0.0] for _ in range(BINS)]
    for seen, temperature in [(seen, each[1]) for each in tried for seen in each[0]]:
        for shares in find_shares(seen.told / temperature).tolist():
            for share, won in zip(shares, seen.won.tolist(), strict=True):
                entry = bins[min(BINS - 1, int(share * BINS))]
                entry[0] += 1
                entry[1] += share
                entry[2] += won
    return [
        {"count": int(n), "told": round(told / n, 4), "won": round(won / n, 4)}
        for n, told, won in bins
        if n
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("seats", type=int)
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--bots", default="captain")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    rules = rules_of(asked.game)
    network = trained_network(rules)
    assert network is not None
    bots = asked.bots.split(",")
    games: list[Seen] = []
    positions = 0
    while positions < asked.positions:
        number = len(games)
        dealer = random.Random(f"{asked.seed}/calibration/{number}")
        seating = [bots[(seat + number) % len(bots)] for seat in range(asked.seats)]
        games.append(look(rules, network, play(rules, asked.seats, seating, dealer)))
        positions += len(games[-1].told)
    temperature = find_best(games)
    even, odd = games[::2], games[1::2]
    told = {
        "game": asked.game,
        "seats": asked.seats,
        "bots": bots,
        "seed": asked.seed,
        "games": len(games),
        "positions": positions,
        "weights": weights_digest(rules),
        "temperature": temperature,
        "bins": count([(even, find_best(odd)), (odd, find_best(even))]),
        "bins_without": count([(games, 1.0)]),
    }
    line = json.dumps(told)
    print(line)
    if asked.write:
        write_temperature(rules, asked.seats, temperature)
    if asked.out is not None:
        with asked.out.open("a", encoding="utf-8") as file:
            file.write(line + "\n")


if __name__ == "__main__":
    main()
