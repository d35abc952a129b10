"""What a game played alone earns at each level: its marks, and where its points come from.

    python tools/marks.py rolling_seas --bots mate,admiral --games 80
    python tools/marks.py saltfjord --components other.toml

By this the reconstructed values were chosen (docs/lab.md).
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))  # the sources, not an older build that is installed

from quarterdeck.bots.arena import play_to_the_end, wilson  # noqa: E402
from quarterdeck.bots.ladder import name_result, seat_bot  # noqa: E402
from quarterdeck.bots.protocol import Budget  # noqa: E402
from quarterdeck.game import rules_of  # noqa: E402
from quarterdeck.kernel.rules import AnyRules  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--bots", default="mate,admiral")
    parser.add_argument("--games", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--components", type=Path)
    given = parser.parse_args()
    rules = rules_of(given.game, given.components)
    for bot in given.bots.split(","):
        tell(rules, bot, given.games, given.seed, Budget(given.seconds))


def tell(rules: AnyRules, bot: str, games: int, seed: int, budget: Budget) -> None:
    marks: Counter[str] = Counter()
    sources: Counter[str] = Counter()
    scores = []
    for number in range(games):
        dealer = random.Random(f"{seed}/{number}")
        position = rules.start(1, {})
        play_to_the_end(position, [seat_bot(bot, rules, dealer.getrandbits(64))], dealer, budget)
        scores.append(position.scores[0])
        marks[name_result(rules, position)] += 1
        for line in rules.score_sheet(position):
            if line.counts:
                sources[line.id] += line.points[0]
    print(f"{bot}: {games} games, median {median(scores):g} points")
    for mark, count in marks.most_common():
        low, high = wilson(count, games)
        print(f"  {count:4}  {mark} ({100 * low:.0f} to {100 * high:.0f} %)")
    told = (f"{name} {total / games:.1f}" for name, total in sources.most_common(12))
    print(f"  points: {', '.join(told)}", flush=True)


if __name__ == "__main__":
    main()
