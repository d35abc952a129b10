"""A training run: rounds of self-play and learning, kept in a folder, resumed where it stopped.

Everything a run does follows from its seed and the number of games played, so a run that was
interrupted goes on as if it had not been; how long it takes does not matter to what is learnt.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from quarterdeck.bots.arena import Match
from quarterdeck.bots.network import Array, Network, load, save
from quarterdeck.game import rules_of
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.training.crews import Spread, call_crew
from quarterdeck.training.episodes import Episode, Habits, play_episode
from quarterdeck.training.learning import LEAST_RATE, Study, rate_after
from quarterdeck.training.strength import Strength, play_test, sum_up

STATE = "state.npz"
PROGRESS = "progress.jsonl"


@dataclass(frozen=True)
class Course:
    """What is trained, and how. A run keeps to its course to the end."""

    game: str
    seats: tuple[int, ...]
    seed: int
    # Games of noisy greedy players at the beginning, and games between two lessons
    greedy_games: int = 480
    round_games: int = 96
    # How often each game is gone through
    repeats: int = 2
    # A test of so many games after every so many games of training
    test_every: int = 480
    test_games: int = 40
    habits: Habits = field(default_factory=Habits)
    # Weights to begin with, instead of games of greedy players
    start: Path | None = None
    # How far a step of learning goes; else ever less far, and least with weights that were given
    rate: float | None = None

    def told(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "seats": list(self.seats),
            "seed": self.seed,
            "start": None if self.start is None else self.start.name,
        }


@dataclass
class Run:
    """Where a run stands."""

    course: Course
    rules: AnyRules
    folder: Path
    study: Study
    games: int = 0
    seconds: float = 0.0
    tests: list[dict[str, Any]] = field(default_factory=list)

    @property
    def weights_file(self) -> Path:
        return self.folder / f"{self.rules.id}.npz"

    def _player(self) -> Network | None:
        """Who plays the next round: greedy players first, then what was learnt."""
        course = self.course
        learnt = course.start is not None or self.games >= course.greedy_games
        return self.study.smooth if learnt else None

    def _rate(self) -> float:
        course = self.course
        if course.rate is not None:
            return course.rate
        if course.start is not None:
            return LEAST_RATE
        return rate_after(max(0, self.games - course.greedy_games))

    def go_on(
        self,
        tell: Callable[[Message], None],
        hours: float = inf,
        games: float = inf,
        workers: int = 1,
        ray: bool = False,
    ) -> None:
        """Train until the run has taken so many hours or games altogether."""
        began, before = monotonic(), self.seconds
        self.keep()
        with call_crew(workers, ray) as spread:
            while self.seconds < hours * 3600 and self.games < games:
                self._play_round(spread, tell)
                if self.games % self.course.test_every == 0:
                    self._test(spread, tell)
                self.seconds = before + monotonic() - began
                self.keep()

    def _play_round(self, spread: Spread, tell: Callable[[Message], None]) -> None:
        course = self.course
        numbers = range(self.games, self.games + course.round_games)
        player = self._player()
        jobs = [
            (course.game, course.seats, player, course.habits, f"{course.seed}/{number}")
            for number in numbers
        ]
        episodes = list(spread(_episode, jobs))
        loss = self.study.learn(episodes, self._rate(), course.repeats, self.games)
        self.games += course.round_games
        moments = sum(len(episode.rows) for episode in episodes)
        tell(
            Message(
                "qd.cli.train.round",
                games=self.games,
                hours=f"{self.seconds / 3600:.2f}",
                moments=moments,
                loss=f"{loss:.4f}",
            )
        )

    def _test(self, spread: Spread, tell: Callable[[Message], None]) -> None:
        course = self.course
        seats = course.seats[len(self.tests) % len(course.seats)]
        seed = course.seed + self.games
        jobs = [
            (course.game, self.study.smooth, seats, seed, number)
            for number in range(course.test_games)
        ]
        strength = sum_up(self.rules, seats, seed, list(spread(_test_game, jobs)))
        self.tests.append(_noted(strength, self.games, self.seconds))
        tell(
            Message(
                "qd.cli.train.test",
                games=self.games,
                seats=seats,
                share=f"{strength.judge.win_share:.1%}",
                low=f"{strength.judge.low:.1%}",
                high=f"{strength.judge.high:.1%}",
                points=f"{strength.judge.mean_score:.1f}",
                rivals="-" if strength.rivals is None else f"{strength.rivals.mean_score:.1f}",
            )
        )

    # Keeping

    def keep(self) -> None:
        """Write everything down, whole or not at all."""
        study = self.study
        facts = {
            **self.course.told(),
            "games": self.games,
            "seconds": self.seconds,
            "steps": study.steps,
            "features": _version(self.rules),
            "tests": self.tests,
        }
        arrays = {"facts": np.array(json.dumps(facts))}
        for name, parameters in _kept(study).items():
            arrays |= {f"{name}_{number}": each for number, each in enumerate(parameters)}
        written = self.folder / f"{STATE}.new"
        with written.open("wb") as file:
            np.savez(file, allow_pickle=False, **arrays)
        written.replace(self.folder / STATE)
        save(
            study.smooth,
            self.rules,
            self.weights_file,
            trained={
                **self.course.told(),
                "games": self.games,
                "hours": round(self.seconds / 3600, 2),
            },
        )
        lines = "".join(json.dumps(test) + "\n" for test in self.tests)
        (self.folder / PROGRESS).write_text(lines, encoding="utf-8")


def _noted(strength: Strength, games: int, seconds: float) -> dict[str, Any]:
    judge, rivals = strength.judge, strength.rivals
    return {
        "games": games,
        "hours": round(seconds / 3600, 3),
        "seats": strength.seats,
        "tested": judge.games,
        "win_share": round(judge.win_share, 4),
        "low": round(judge.low, 4),
        "high": round(judge.high, 4),
        "points": round(judge.mean_score, 1),
        "rivals": None if rivals is None else round(rivals.mean_score, 1),
    }


def _version(rules: AnyRules) -> str:
    assert rules.features is not None
    return rules.features.version


def _kept(study: Study) -> dict[str, list[Array]]:
    return {
        "now": study.network.parameters,
        "smooth": study.smooth.parameters,
        "mean": study.means,
        "square": study.squares,
    }


def open_run(course: Course, folder: Path) -> Run:
    """A new run in a folder, or the one that is there; raises BadSetup if it is another one."""
    rules = rules_of(course.game)
    if rules.features is None:
        raise BadSetup(Message("qd.error.weights.no_features", game=rules.title))
    folder.mkdir(parents=True, exist_ok=True)
    run = Run(course, rules, folder, Study.begin(rules.features, course.seed))
    if (folder / STATE).exists():
        _read(run)
    elif course.start is not None:
        run.study.take_over(load(rules, course.start))
    return run


def _read(run: Run) -> None:
    path = run.folder / STATE
    try:
        with np.load(path, allow_pickle=False) as file:
            facts = json.loads(str(file["facts"]))
            found = {
                name: [file[f"{name}_{number}"] for number in range(len(parameters))]
                for name, parameters in _kept(run.study).items()
            }
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as broken:
        raise BadSetup(Message("qd.error.train.broken", file=str(path))) from broken
    told = run.course.told()
    if {name: facts.get(name) for name in told} != told:
        raise BadSetup(Message("qd.error.train.other", folder=str(run.folder)))
    if facts["features"] != _version(run.rules):
        raise BadSetup(Message("qd.error.train.features", folder=str(run.folder)))
    for name, parameters in _kept(run.study).items():
        for kept, each in zip(parameters, found[name], strict=True):
            kept[...] = each
    run.study.steps = facts["steps"]
    run.games, run.seconds, run.tests = facts["games"], facts["seconds"], facts["tests"]


# What others of the crew do


def _episode(job: tuple[str, tuple[int, ...], Network | None, Habits, str]) -> Episode:
    game, seats, network, habits, seed = job
    return play_episode(rules_of(game), seats, network, habits, seed)


def _test_game(job: tuple[str, Network, int, int, int]) -> Match:
    game, network, seats, seed, number = job
    return play_test(rules_of(game), network, seats, seed, number)
