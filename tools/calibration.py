"""Are the chances that reviews tell true? Play games of bots, and compare what was told with what
came of it.

    python tools/calibration.py GAME SEATS [--positions 20000] [--bots captain] [--seed 7]

For every position that could be judged and every seat, the chance told and whether the seat won are
counted in bins of ten percent. The games are not those the network learnt from: other seeds, played
afresh, by bots that choose a little softly: firm ones play alike in Rolling Seas and end
in ties. With --out FILE a JSON line is appended to it.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

from quarterdeck.bots import ask, make
from quarterdeck.bots.arena import ENDLESS
from quarterdeck.bots.judge import trained_network
from quarterdeck.bots.network import Network, judge, judge_end
from quarterdeck.bots.weights import weights_digest
from quarterdeck.game import rules_of
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules

BINS = 10
BATCH = 256


def play(rules: AnyRules, seats: int, bots: list[str], dealer: random.Random) -> list[Position]:
    """A game; gives the positions that could be judged, the last one being its end."""
    _, options = rules.checked_setup(seats, {})
    position = rules.start(seats, options)
    players = [make(bot, rules, dealer.getrandbits(64)) for bot in bots]
    seen = []
    while not position.finished:
        if position.chance:
            weighted = position.outcomes()
            (code,) = dealer.choices([c for c, _ in weighted], [w for _, w in weighted])
            position.deal(code)
            continue
        if rules.is_at_rest(position):
            seen.append(position.clone())
        seat = position.actors()[0]
        position.play(seat, ask(players[seat], position, seat, ENDLESS))
    return [*seen, position]


def count(
    rules: AnyRules, network: Network, positions: list[Position], bins: list[list[float]]
) -> None:
    *going, end = positions
    won = judge_end(rules, end)[:, 0].tolist()
    for first in range(0, len(going), BATCH):
        told = judge(network, rules, going[first : first + BATCH])[:, :, 0].tolist()
        for shares in told:
            for seat, share in enumerate(shares):
                entry = bins[min(BINS - 1, int(share * BINS))]
                entry[0] += 1
                entry[1] += share
                entry[2] += won[seat]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("seats", type=int)
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--bots", default="captain")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    rules = rules_of(asked.game)
    network = trained_network(rules)
    assert network is not None
    bots = asked.bots.split(",")
    bins = [[0.0, 0.0, 0.0] for _ in range(BINS)]
    games = positions = 0
    while positions < asked.positions:
        dealer = random.Random(f"{asked.seed}/calibration/{games}")
        seating = [bots[(seat + games) % len(bots)] for seat in range(asked.seats)]
        seen = play(rules, asked.seats, seating, dealer)
        count(rules, network, seen, bins)
        games += 1
        positions += len(seen) - 1
    told = {
        "game": asked.game,
        "seats": asked.seats,
        "bots": bots,
        "seed": asked.seed,
        "games": games,
        "positions": positions,
        "weights": weights_digest(rules),
        "bins": [
            {"count": int(n), "told": round(told / n, 4), "won": round(won / n, 4)}
            for n, told, won in bins
            if n
        ],
    }
    line = json.dumps(told)
    print(line)
    if asked.out is not None:
        with asked.out.open("a", encoding="utf-8") as file:
            file.write(line + "\n")


if __name__ == "__main__":
    main()
