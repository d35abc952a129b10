"""Who takes part, and which ratios we promise. Adding a game or a peer is one line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from benchmarks import drivers


class Build(StrEnum):
    """Which build of Quarterdeck a contender runs; peers have only their own."""

    PEER = "peer"
    COMPILED = "compiled"
    PURE = "pure"


class Measure(StrEnum):
    """What a target compares. A ratio always says how many times better we are."""

    DECISIONS = "decisions/s"
    CLONE = "clone time"
    IMAGINE = "imagine"


@dataclass(frozen=True)
class Contender:
    """One row of the tables."""

    name: str
    plays: str
    distribution: str
    make: Callable[[], drivers.Driver]
    build: Build = Build.PEER
    clones: bool = True
    """False where another contender has the same positions, not to measure them twice."""


@dataclass(frozen=True)
class Target:
    """A promise: `contender` is at least `ratio` times as good as `peer`."""

    contender: str
    measure: Measure
    peer: str
    ratio: float


CATANATRON = "catanatron"
CHESS = "open_spiel chess"
# Imagining is compared with what the same game takes for a decision: search does both.
OWN_DECISIONS = "own decisions"

PEERS = [
    Contender(CATANATRON, "Catan, 4 players", "catanatron", partial(drivers.catanatron, 4)),
    Contender(CHESS, "chess", "open_spiel", partial(drivers.open_spiel, "chess")),
    Contender(
        "rlcard hold'em",
        "limit hold'em, 4 players",
        "rlcard",
        partial(drivers.rlcard, "limitholdem", 4),
    ),
    Contender("rlcard uno", "Uno, 2 players", "rlcard", partial(drivers.rlcard, "uno", 2)),
    Contender(
        "pettingzoo",
        "connect four",
        "pettingzoo",
        partial(drivers.pettingzoo, "connect_four_v3"),
    ),
]


@dataclass(frozen=True)
class Game:
    """A game of ours and the ratios promised for it; targets are for play from Python."""

    key: str
    title: str
    seats: int = 4
    compiled: float = 15.0
    pure: float = 3.0
    chess: float | None = 1.5
    clone: float = 30.0
    imagine: float = 10.0
    """How many decisions drawing a world that a seat could imagine may take at most."""

    def contenders(self) -> list[Contender]:
        """Both builds, each driven from Python and by Quarterdeck's own loop."""
        plays = f"{self.title}, {self.seats} players"
        return [
            Contender(
                self.name(build) + (" playout" if playout else ""),
                plays,
                "quarterdeck",
                partial(drivers.quarterdeck, self.key, self.seats, playout=playout),
                build,
                clones=not playout,
            )
            for build in (Build.COMPILED, Build.PURE)
            for playout in (False, True)
        ]

    def targets(self) -> list[Target]:
        compiled = self.name(Build.COMPILED)
        targets = [
            Target(compiled, Measure.DECISIONS, CATANATRON, self.compiled),
            Target(self.name(Build.PURE), Measure.DECISIONS, CATANATRON, self.pure),
            Target(compiled, Measure.CLONE, CATANATRON, self.clone),
            Target(compiled, Measure.IMAGINE, OWN_DECISIONS, 1 / self.imagine),
        ]
        if self.chess is not None:
            targets.insert(1, Target(compiled, Measure.DECISIONS, CHESS, self.chess))
        return targets

    def name(self, build: Build) -> str:
        return f"{self.key} {build}"


GAMES = [
    Game("salty_ocean", "Upon a Salty Ocean", compiled=100.0),
    Game("rolling_seas", "Rolling Seas", compiled=22.0, pure=1.0, chess=None),
    Game("saltfjord", "Saltfjord", compiled=40.0, pure=1.0, chess=None, clone=10.0),
    Game("seul_maitre", "Seul Maître à Bord", compiled=4.0, pure=1.0, chess=None, clone=10.0),
]

CONTENDERS = PEERS + [contender for game in GAMES for contender in game.contenders()]
TARGETS = [target for game in GAMES for target in game.targets()]
