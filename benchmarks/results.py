"""What a run measured, summed up: medians over the rounds, ratios of medians, verdicts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any

from benchmarks.contenders import OWN_DECISIONS, TARGETS, Build, Contender, Measure, Target
from benchmarks.worker import Sample


@dataclass
class Result:
    """The samples of one contender, one for each round, or why there are none."""

    contender: Contender
    samples: list[Sample] = field(default_factory=list)
    failure: str = ""

    @property
    def measured(self) -> bool:
        return bool(self.samples) and not self.failure

    @property
    def decisions(self) -> float:
        """Decisions per second."""
        return median(sample.decisions / sample.seconds for sample in self.samples)

    @property
    def games(self) -> float:
        """Games per second."""
        return median(sample.games / sample.seconds for sample in self.samples)

    @property
    def length(self) -> float:
        """Decisions per game."""
        return sum(s.decisions for s in self.samples) / sum(s.games for s in self.samples)

    @property
    def clone(self) -> float | None:
        """Seconds per clone."""
        return self._median(lambda sample: sample.clone_seconds)

    @property
    def imagine(self) -> float | None:
        """Seconds per imagined world."""
        return self._median(lambda sample: sample.imagine_seconds)

    @property
    def memory(self) -> float | None:
        """Bytes per position."""
        return self._median(lambda sample: sample.position_bytes)

    @property
    def spread(self) -> float:
        """How far the rounds lie apart: their range of decisions/s, relative to the median."""
        rates = [sample.decisions / sample.seconds for sample in self.samples]
        return (max(rates) - min(rates)) / median(rates)

    def _median(self, value: Callable[[Sample], float | None]) -> float | None:
        found = [v for v in map(value, self.samples) if v is not None]
        return median(found) if found else None

    def summary(self) -> dict[str, Any]:
        """Plain data for the JSON file, raw samples included."""
        about = {
            "plays": self.contender.plays,
            "build": self.contender.build,
            "failure": self.failure,
        }
        if not self.measured:
            return about
        return about | {
            "decisions_per_second": self.decisions,
            "games_per_second": self.games,
            "decisions_per_game": self.length,
            "clone_seconds": self.clone,
            "imagine_seconds": self.imagine,
            "position_bytes": self.memory,
            "samples": [asdict(sample) for sample in self.samples],
        }


@dataclass(frozen=True)
class Verdict:
    """A target and what was measured; None if one of the two could not be."""

    target: Target
    measured: float | None

    @property
    def words(self) -> str:
        if self.measured is None:
            return "not measured"
        return "met" if self.measured >= self.target.ratio else "not met"


def ratio(ours: Result, theirs: Result, measure: Measure) -> float | None:
    """How many times better we are, or None if that cannot be said."""
    if not ours.measured or not theirs.measured:
        return None
    if measure in (Measure.DECISIONS, Measure.STEPS):
        return ours.decisions / theirs.decisions
    if measure is Measure.IMAGINE:
        return None if ours.imagine is None else 1 / (ours.imagine * theirs.decisions)
    if ours.clone is None or theirs.clone is None:
        return None
    return theirs.clone / ours.clone


def verdicts(results: dict[str, Result]) -> list[Verdict]:
    """Every target among the contenders that took part."""
    found = []
    for target in TARGETS:
        if target.contender in results and target.measure is Measure.STEPS:
            found.append(Verdict(target, _least_ratio(results, target)))
            continue
        peer = target.contender if target.peer == OWN_DECISIONS else target.peer
        if target.contender in results and peer in results:
            measured = ratio(results[target.contender], results[peer], target.measure)
            found.append(Verdict(target, measured))
    return found


def _least_ratio(results: dict[str, Result], target: Target) -> float | None:
    """Against the fastest peer of a kind; None unless all of them were measured."""
    ours = results[target.contender]
    ratios = [
        ratio(ours, theirs, target.measure)
        for theirs in results.values()
        if theirs.contender.kind == target.peer and theirs.contender.build is Build.PEER
    ]
    known = [each for each in ratios if each is not None]
    return min(known) if known and len(known) == len(ratios) else None
