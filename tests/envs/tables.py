"""Tables that the tests of environments play at: every game, with the fewest and the most seats."""

from __future__ import annotations

from random import Random

from quarterdeck import games
from quarterdeck.envs.match import Match

SMALL_AND_BIG = [
    (game, seats)
    for game in games.GAMES
    for seats in (games.load(game).seats[0], games.load(game).seats[-1])
]


def play_at_random(match: Match, seed: int, choices: int | None = None) -> None:
    """Any open choices, to the end or so many."""
    random = Random(seed)
    made = 0
    while not match.finished and made != choices:
        match.play(random.choice(match.legal(match.actor)))
        made += 1
