"""Make the puzzles that come with a game.

    python tools/puzzles.py salty_ocean --pool build/salty.jsonl --games 60

plays games between bots with every number of players in turn, adds their puzzles to the pool, and
writes a varied choice of the whole pool to the game's folder. Run again, it goes on with further
games (`--first`); `--games 0` only chooses anew.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

from quarterdeck import games
from quarterdeck.review.calibration import reviewing_network
from quarterdeck.review.puzzle_finder import PuzzleFinder, play_game
from quarterdeck.review.puzzles import FILE, Puzzle, read_puzzles, write_puzzles

# How many come with a game, and how many of them share a theme or a solution, if there are others.
COUNT = 60
OF_A_THEME = 8
OF_A_SOLUTION = 3


def choose_varied(pool: list[Puzzle], count: int) -> list[Puzzle]:
    """Puzzles of all themes, difficulties and numbers of players, as evenly as the pool allows."""
    left = {puzzle.id: puzzle for puzzle in pool}
    chosen: list[Puzzle] = []
    themes: Counter[str] = Counter()
    solutions: Counter[str] = Counter()
    grades: Counter[str] = Counter()
    seats: Counter[int] = Counter()

    def rank(puzzle: Puzzle) -> tuple[bool, bool, int, int, int, str]:
        return (
            themes[puzzle.theme] >= OF_A_THEME,
            solutions[puzzle.solution] >= OF_A_SOLUTION,
            themes[puzzle.theme] + 2 * solutions[puzzle.solution],
            grades[puzzle.difficulty],
            seats[puzzle.record.header.seats],
            puzzle.id,
        )

    while left and len(chosen) < count:
        puzzle = min(left.values(), key=rank)
        del left[puzzle.id]
        chosen.append(puzzle)
        themes[puzzle.theme] += 1
        solutions[puzzle.solution] += 1
        grades[puzzle.difficulty] += 1
        seats[puzzle.record.header.seats] += 1
    return chosen


def add_to_pool(game: str, pool: Path, first: int, count: int, seed: int) -> None:
    """Search so many games from a number on."""
    rules = games.load(game)
    numbers = list(rules.seats)
    for number in range(first, first + count):
        seats = numbers[number % len(numbers)]
        record = play_game(rules, seats, random.Random(f"{seed}/puzzles/{number}"))
        finder = PuzzleFinder(rules, reviewing_network(rules, seats), seats, seed + number)
        found = finder.search(record)
        write_puzzles(found, pool)
        told = ", ".join(f"{each.theme} {each.solution} ({each.found:.2f})" for each in found)
        print(f"game {number}, {seats} players: {told or 'nothing'}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--pool", type=Path, required=True)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--count", type=int, default=COUNT)
    wanted = parser.parse_args()
    add_to_pool(wanted.game, wanted.pool, wanted.first, wanted.games, wanted.seed)
    chosen = choose_varied(read_puzzles(wanted.pool), wanted.count)
    file = games.load(wanted.game).folder / FILE
    file.unlink(missing_ok=True)
    write_puzzles(sorted(chosen, key=lambda puzzle: puzzle.id), file)
    for what in ("theme", "difficulty"):
        print(what, dict(Counter(getattr(each, what) for each in chosen).most_common()))
    print(f"{len(chosen)} puzzles, {file.stat().st_size / 1000:.0f} kB: {file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
