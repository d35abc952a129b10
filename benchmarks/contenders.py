"""Who takes part, and which ratios we promise. Adding a game or a peer is one line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from benchmarks import drivers, env_drivers


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
    STEPS = "steps/s"


class Kind(StrEnum):
    """Who is compared with whom: engines, or environments that follow the same convention."""

    ENGINE = "engine"
    PETTINGZOO = "PettingZoo"
    RLCARD = "RLCard"
    GYMNASIUM = "Gymnasium"
    OPEN_SPIEL = "OpenSpiel"
    VECTOR = "vector"


Make = Callable[[], drivers.Driver]


@dataclass(frozen=True)
class Contender:
    """One row of the tables."""

    name: str
    plays: str
    distribution: str
    make: Make
    build: Build = Build.PEER
    clones: bool = True
    """False where another contender has the same positions, not to measure them twice."""
    kind: Kind = Kind.ENGINE


@dataclass(frozen=True)
class Target:
    """A promise: `contender` is at least `ratio` times as good as `peer`, which for environments is
    every peer of a kind."""

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


def _peer(kind: Kind, name: str, plays: str, distribution: str, make: Make) -> Contender:
    return Contender(name, plays, distribution, make, clones=False, kind=kind)


PEERS_ENVIRONMENTS = [
    _peer(
        Kind.PETTINGZOO,
        "pettingzoo connect four",
        "connect four, 2 players",
        "pettingzoo",
        partial(env_drivers.pettingzoo, "connect_four_v3"),
    ),
    _peer(
        Kind.PETTINGZOO,
        "pettingzoo hold'em",
        "limit hold'em, 2 players",
        "pettingzoo",
        partial(env_drivers.pettingzoo, "texas_holdem_v4"),
    ),
    _peer(
        Kind.PETTINGZOO,
        "pettingzoo chess",
        "chess",
        "pettingzoo",
        partial(env_drivers.pettingzoo, "chess_v6"),
    ),
    _peer(
        Kind.RLCARD,
        "rlcard env hold'em",
        "limit hold'em, 4 players",
        "rlcard",
        partial(env_drivers.rlcard, "limit-holdem", 4),
    ),
    _peer(
        Kind.RLCARD,
        "rlcard env uno",
        "Uno, 2 players",
        "rlcard",
        partial(env_drivers.rlcard, "uno", 2),
    ),
    _peer(
        Kind.GYMNASIUM,
        "catanatron gym",
        "Catan, 4 players",
        "catanatron_gym",
        partial(env_drivers.catanatron_gym, 4),
    ),
    _peer(
        Kind.OPEN_SPIEL,
        "open_spiel kuhn",
        "Kuhn poker in Python",
        "open_spiel",
        partial(env_drivers.open_spiel, "python_kuhn_poker"),
    ),
    _peer(
        Kind.OPEN_SPIEL,
        "open_spiel dominoes",
        "block dominoes in Python",
        "open_spiel",
        partial(env_drivers.open_spiel, "python_block_dominoes"),
    ),
    _peer(
        Kind.VECTOR,
        "catanatron gym ×64",
        "Catan, 4 players",
        "catanatron_gym",
        partial(env_drivers.catanatron_vector, 4),
    ),
    _peer(
        Kind.VECTOR,
        "open_spiel tic-tac-toe ×64",
        "tic-tac-toe in Python",
        "open_spiel",
        partial(env_drivers.open_spiel_vector, "python_tic_tac_toe"),
    ),
]

OWN_ENVIRONMENTS: dict[Kind, Callable[[str, int], drivers.Driver]] = {
    Kind.PETTINGZOO: env_drivers.quarterdeck_aec,
    Kind.GYMNASIUM: env_drivers.quarterdeck_gym,
    Kind.OPEN_SPIEL: env_drivers.quarterdeck_spiel,
    Kind.VECTOR: env_drivers.quarterdeck_vector,
}
# How many times as many steps per second as every peer of the kind.
STEPS_TARGET = 3.0


def _environments(game: Game) -> list[Contender]:
    return [
        Contender(
            f"{game.key} {kind}",
            f"{game.title}, {game.seats} players",
            "quarterdeck",
            partial(make, game.key, game.seats),
            Build.COMPILED,
            clones=False,
            kind=kind,
        )
        for kind, make in OWN_ENVIRONMENTS.items()
    ]


def _steps_targets(game: Game) -> list[Target]:
    """RLCard has a convention of its own, in which agents act in turn as in PettingZoo's."""
    pairs = [(kind, kind) for kind in OWN_ENVIRONMENTS]
    pairs.insert(1, (Kind.PETTINGZOO, Kind.RLCARD))
    return [Target(f"{game.key} {own}", Measure.STEPS, peers, STEPS_TARGET) for own, peers in pairs]


CONTENDERS = [
    *PEERS,
    *(contender for game in GAMES for contender in game.contenders()),
    *PEERS_ENVIRONMENTS,
    *(contender for game in GAMES for contender in _environments(game)),
]
TARGETS = [target for game in GAMES for target in game.targets()]
TARGETS += [target for game in GAMES for target in _steps_targets(game)]
