"""Numbers and judged choices are the same in every build: written once, compared in both.

Run `python -m tests.test_features` to write them again after a change on purpose.
"""

from __future__ import annotations

import hashlib
import json
import math
import random
from pathlib import Path
from typing import Any

import pytest

from quarterdeck import games
from quarterdeck.bots import Budget, ask
from quarterdeck.bots.judge import JudgeBot
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from tests.bots.test_judge import trained

STORED = Path(__file__).parent / "fixtures" / "features.json"
LEARNT = [game for game in games.GAMES if games.load(game).features is not None]
PLIES = 60
JUDGED_EVERY = 12


def walk_at_random(rules: AnyRules, seats: int) -> list[Position]:
    """The first positions of a random game, with options that begin quickly."""
    dealer = random.Random(seats)
    position = rules.start(seats, dict(rules.first_options))
    found: list[Position] = []
    while not position.finished and len(found) < PLIES:
        found.append(position.clone())
        if position.chance:
            position.deal(dealer.choice(position.outcomes())[0])
        else:
            seat = dealer.choice(position.actors())
            position.play(seat, dealer.choice(position.legal(seat)))
    return found


def tell(rules: AnyRules) -> dict[str, Any]:
    seats = rules.default_seats
    positions = walk_at_random(rules, seats)
    told = [repr(rules.numbers(position, range(seats))) for position in positions]
    bot = JudgeBot(rules, random.Random(1), 1, 4, network=trained(rules))
    asked = [position for position in positions if position.actors()][::JUDGED_EVERY]
    chosen = [
        rules.space.notation(ask(bot, position, position.actors()[0], Budget(math.inf)))
        for position in asked
    ]
    digest = hashlib.blake2b("".join(told).encode(), digest_size=8).hexdigest()
    return {"numbers": digest, "choices": chosen}


@pytest.mark.parametrize("game", LEARNT)
def test_every_build_gives_the_same_numbers_and_choices(game: str) -> None:
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    assert tell(games.load(game)) == stored[game]


def write() -> None:
    found = {game: tell(games.load(game)) for game in LEARNT}
    STORED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
