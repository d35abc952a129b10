"""A server for tests, run as a program of its own: `python serving.py SETTINGS PORT`.

The environment may ask for bots that misbehave, for bots that tell how sure they are, for reviews
that wait at a gate, for the toy game among the games, and for deals that can be repeated: with a
seed every table is dealt the same, outcomes of Saltfjord that are wished for, separated by
semicolons, come true, and with a family every discovery of Seul Maître à Bord is of that family.
The processes in which bots think load this file too, so they know the same bots and games.
"""

from __future__ import annotations

import json
import math
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quarterdeck.bots import PLUGINS
from quarterdeck.bots.protocol import Bot, Budget
from quarterdeck.bots.simple import RandomBot
from quarterdeck.games.seul_maitre.actions import TOKEN
from quarterdeck.games.seul_maitre.names import FAMILIES
from quarterdeck.kernel.position import Position

if TYPE_CHECKING:
    from quarterdeck.server.live import NewDealer

BAD_BOTS = "QUARTERDECK_TEST_BAD_BOTS"
TELLING_BOTS = "QUARTERDECK_TEST_TELLING_BOTS"
REVIEW_GATE = "QUARTERDECK_TEST_REVIEW_GATE"
TOY_GAME = "QUARTERDECK_TEST_TOY_GAME"
SEED = "QUARTERDECK_TEST_SEED"
WISHES = "QUARTERDECK_TEST_WISHES"
FAMILY = "QUARTERDECK_TEST_FAMILY"
CLOCK = "QUARTERDECK_TEST_CLOCK"


class Vanishing(RandomBot):
    """Its process ends without a word."""

    def choose(self, world: Position, seat: int, legal: list[int], budget: Budget) -> int:
        os._exit(3)


class Raising(RandomBot):
    def choose(self, world: Position, seat: int, legal: list[int], budget: Budget) -> int:
        raise RuntimeError("this bot is broken")


class Cheating(RandomBot):
    """It chooses what nobody may choose."""

    def choose(self, world: Position, seat: int, legal: list[int], budget: Budget) -> int:
        return max(legal) + 100_000


class Hanging(RandomBot):
    def choose(self, world: Position, seat: int, legal: list[int], budget: Budget) -> int:
        while True:
            time.sleep(60)


class Telling(RandomBot):
    """Says how sure it is; a number that stands nowhere else."""

    SURE: tuple[Any, ...] = (0.73119,)

    def choose(self, world: Position, seat: int, legal: list[int], budget: Budget) -> int:
        self.certainty = self.dealer.choice(self.SURE)
        return super().choose(world, seat, legal, budget)


class Boasting(Telling):
    """Says what cannot be."""

    SURE = (5.0, -1, math.nan, "0.5", [0.5], True, object())


class Fated:
    """Deals as its seed says, but discovery tokens of Seul Maître à Bord of one family only."""

    def __init__(self, seed: int, family: str) -> None:
        self.random = random.Random(seed)
        self.tokens = {TOKEN(r, FAMILIES.index(family)) for r in range(3)} if family else set()

    def choices(self, population: Sequence[int], weights: Sequence[int] | None = None) -> list[int]:
        dealt = self.random.choices(population, weights)
        if self.tokens and all(TOKEN.has(code) for code in population):
            return [code for code in population if code in self.tokens][:1] or dealt
        return dealt


BAD: dict[str, type[Bot]] = {
    "vanishing": Vanishing,
    "raising": Raising,
    "cheating": Cheating,
    "hanging": Hanging,
}

if os.environ.get(BAD_BOTS):
    for name, bot in BAD.items():
        PLUGINS.add(name, bot)

if os.environ.get(TELLING_BOTS):
    PLUGINS.add("telling", Telling)
    PLUGINS.add("boasting", Boasting)


def hold_reviews(gate: Path) -> None:
    """Every review writes a line to `begun` next to the gate, tells its graph, and goes on when the
    gate is there; choices are looked at less closely, so that it takes a moment only."""
    from quarterdeck.review import Progress, Review, examining, reviewing
    from quarterdeck.server import review_workers

    examining.WORLDS, reviewing.WORK = 1, 30

    def review(record: Any, rules: Any, tell: Callable[[Progress], None]) -> Review:
        with gate.with_name("begun").open("a", encoding="utf-8") as begun:
            begun.write(f"{os.getpid()}\n")

        def tell_and_wait(progress: Progress) -> None:
            tell(progress)
            while progress.review is not None and not gate.exists():
                time.sleep(0.02)

        return reviewing.review(record, rules, tell_and_wait)

    vars(review_workers)["review"] = review


if os.environ.get(REVIEW_GATE):
    hold_reviews(Path(os.environ[REVIEW_GATE]))

if os.environ.get(TOY_GAME) or os.environ.get(WISHES):
    sys.path.append(str(Path(__file__).resolve().parents[2]))

if os.environ.get(TOY_GAME):
    from tests.toy.house import open_house

    open_house()


def dealers() -> NewDealer:
    """What deals at each table, as the environment asks for it."""
    from quarterdeck.server.live import secure_dealer

    seed = os.environ.get(SEED)
    if seed is None:
        return secure_dealer
    wishes = os.environ.get(WISHES)
    if wishes is None:
        return lambda: Fated(int(seed), os.environ.get(FAMILY, ""))
    from tests.fixtures.villager import Fate

    return lambda: Fate(random.Random(int(seed)), wishes.split(";"))


def clock() -> Callable[[], float]:
    """What the clock of the house goes by: a file as long as the seconds that were skipped."""
    file = os.environ.get(CLOCK)
    if file is None:
        return time.monotonic
    return lambda: time.monotonic() + Path(file).stat().st_size


def main() -> None:
    from quarterdeck.server.app import create_app
    from quarterdeck.server.logs import configure_logs
    from quarterdeck.server.presence import Clock
    from quarterdeck.server.run import listen, serve_alone
    from quarterdeck.server.settings import Settings

    data = json.loads(sys.argv[1])
    data["key_file"] = Path(data["key_file"])
    settings = Settings(**data)
    configure_logs(settings.log_format)
    app = create_app(settings, dealers(), Clock(clock(), math.inf))
    serve_alone(app, listen("127.0.0.1", int(sys.argv[2])))


if __name__ == "__main__":
    main()
