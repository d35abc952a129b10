"""What the games of one cell tell: who wins, points, length, course, sources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from quarterdeck.lab.report.estimates import (
    SURE,
    Estimate,
    Numbers,
    correct_all,
    estimate_mean,
    estimate_share,
    find_chance,
)
from quarterdeck.lab.report.samples import EVERY, Places, Sample
from quarterdeck.lab.report.uses import Dead, Use, find_dead, find_uses
from quarterdeck.lab.results import Cell
from quarterdeck.statistics.counting import Spread

# Of fewer games nothing is told but their number.
FEWEST = 30
# A lead counts as decisive if no more was caught up in the last round in so many of 100 games.
CAUGHT_UP = 95
MOST_BARS = 24


@dataclass(frozen=True)
class Seat:
    """How one seat does: its share of wins, and the chance of that if all seats were even, before
    and after the correction for looking at all of them."""

    share: Estimate
    p: float
    corrected: float
    mean: Estimate
    points: Spread

    @property
    def is_sure(self) -> bool:
        return self.corrected <= SURE


@dataclass(frozen=True)
class Player:
    """How one bot does among others, wherever it sits."""

    bot: str
    share: Estimate
    even: float
    points: Estimate


@dataclass(frozen=True)
class Bar:
    """How many fell into a range of numbers, winners and others."""

    low: int
    high: int
    winners: int
    others: int


@dataclass(frozen=True)
class Source:
    """Points from one line of the score sheet, on average: to everybody, to winners, to others; and
    its part of all that was gained."""

    id: str
    all: Estimate
    winners: float | None
    others: float | None
    part: float


@dataclass(frozen=True)
class Course:
    """How games go, see `figures`: the mean number of changes of the lead, and shares of games.
    `margin` is the lead that counts as decisive before the last round."""

    changes: Estimate
    comeback: Estimate | None
    early: Estimate | None
    late: Estimate | None
    decided: Estimate | None
    margin: float | None
    leaders: tuple[tuple[int, Estimate], ...]
    change_counts: tuple[int, ...]


@dataclass(frozen=True)
class Findings:
    """What one cell tells. With fewer than FEWEST games: only how many there are."""

    cell: Cell
    games: int
    seats: tuple[Seat, ...] = ()
    players: tuple[Player, ...] = ()
    points: Spread | None = None
    mean: Estimate | None = None
    winning: Spread | None = None
    point_bars: tuple[Bar, ...] = ()
    rounds: Spread | None = None
    decisions: Spread | None = None
    decision_bars: tuple[Bar, ...] = ()
    course: Course | None = None
    sources: tuple[Source, ...] = ()
    uses: tuple[Use, ...] = ()
    dead: tuple[Dead, ...] = ()

    @property
    def is_told(self) -> bool:
        return self.mean is not None

    @property
    def even(self) -> float:
        """The share of wins of each seat if all were even."""
        return 1 / self.cell.seats


def summarise(sample: Sample, strategies: Sequence[str]) -> Findings:
    """What the games of a cell tell. `strategies`: what its seats might have planned."""
    if len(sample) < FEWEST:
        return Findings(sample.cell, len(sample))
    scores, shares = sample.by_seat("score"), sample.by_seat("share")
    won = shares > 0
    uses = tuple(find_uses(sample))
    rounds, decisions = sample.column("rounds"), sample.column("decisions")
    alone = sample.seats == 1
    return Findings(
        sample.cell,
        len(sample),
        () if alone else tuple(_judge_seats(scores, shares)),
        () if alone else tuple(_judge_players(sample, scores, shares)),
        _spread(scores),
        estimate_mean(scores.mean(axis=1)),
        None if alone else _spread(scores[won]),
        tuple(_count_bars(scores.ravel(), won.ravel() & (not alone))),
        _spread(rounds),
        _spread(decisions),
        tuple(_count_bars(decisions, np.zeros(len(decisions), dtype=np.bool_))),
        None if alone else _follow_course(sample),
        tuple(_find_sources(sample, won)),
        uses,
        tuple(find_dead(sample, uses, strategies)),
    )


def _quarters(numbers: Numbers) -> Numbers:
    """Each one of the numbers: nobody has half a point."""
    return np.percentile(numbers, (25, 50, 75), method="inverted_cdf")


def _spread(numbers: Numbers) -> Spread:
    first, middle, third = (float(each) for each in _quarters(numbers))
    return Spread(float(numbers.min()), first, middle, third, float(numbers.max()))


def _judge_seats(scores: Numbers, shares: Numbers) -> list[Seat]:
    seats = range(shares.shape[1])
    chances = [find_chance(shares[:, seat], 1 / len(seats)) for seat in seats]
    return [
        Seat(
            estimate_share(shares[:, seat]),
            chances[seat],
            corrected,
            estimate_mean(scores[:, seat]),
            _spread(scores[:, seat]),
        )
        for seat, corrected in enumerate(correct_all(chances))
    ]


def correct_seats(tables: Sequence[Findings]) -> list[Findings]:
    """The same tables, their seats corrected for looking at those of all tables: then everything
    that a report says of them is true together."""
    corrected = iter(correct_all([seat.p for found in tables for seat in found.seats]))
    return [
        replace(
            found, seats=tuple(replace(seat, corrected=next(corrected)) for seat in found.seats)
        )
        for found in tables
    ]


def _judge_players(sample: Sample, scores: Numbers, shares: Numbers) -> list[Player]:
    """How each bot does, if they are not all the same."""
    bots = dict.fromkeys(sample.cell.bots)
    if len(bots) < 2:
        return []
    found = []
    for bot in bots:
        seated = sample.seated(bot)
        played = seated.any(axis=1)
        if played.sum() < FEWEST:
            continue
        count = seated[played].sum(axis=1)
        # What all seats of this bot won of a game together: its seats are not independent
        won = (shares * seated).sum(axis=1)[played]
        points = (scores * seated).sum(axis=1)[played] / count
        even = float(count.mean()) / sample.seats
        found.append(Player(bot, estimate_share(won), even, estimate_mean(points)))
    return found


def _count_bars(
    numbers: Numbers, winners: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
) -> list[Bar]:
    """Whole numbers in ranges of equal, round size."""
    low, high = int(numbers.min()), int(numbers.max())
    size = next(
        digit * 10**power
        for power in range(9)
        for digit in (1, 2, 5)
        if (high - low) / (digit * 10**power) < MOST_BARS
    )
    first = low // size * size
    places = ((numbers - first) // size).astype(np.int64)
    count = int(places.max()) + 1
    won, lost = (
        np.bincount(places[winners], minlength=count),
        np.bincount(places[~winners], minlength=count),
    )
    return [
        Bar(first + index * size, first + (index + 1) * size - 1, int(won[index]), int(lost[index]))
        for index in range(count)
    ]


def _follow_course(sample: Sample) -> Course | None:
    changes = sample.column("changes")
    followed = changes[~np.isnan(changes)]
    if len(followed) < FEWEST:
        return None
    leaders = [
        (number, found)
        for number in range(1, sample.longest)
        if (found := _share_of(sample.leaders_after(number))) is not None
    ]
    margin = find_margin(sample.column("catch_up"))
    return Course(
        estimate_mean(followed),
        _share_of(sample.column("comeback")),
        _share_of(sample.column("early")),
        _share_of(sample.column("late")),
        None if margin is None else _share_of(find_decided(sample, margin)),
        margin,
        tuple(leaders),
        tuple(int(each) for each in np.bincount(followed.astype(np.int64))),
    )


def _share_of(parts: Numbers) -> Estimate | None:
    known = parts[~np.isnan(parts)]
    return estimate_share(known) if len(known) >= FEWEST else None


def find_margin(caught: Numbers) -> float | None:
    """The most that was caught up in the last round of 95 in 100 games: a larger lead decides."""
    known = caught[~np.isnan(caught)]
    if len(known) < FEWEST:
        return None
    return max(0.0, float(np.percentile(known, CAUGHT_UP, method="higher")))


def find_decided(sample: Sample, margin: float, games: Places = EVERY) -> Numbers:
    """Which of these games were decided before their last round (NaN: they had only one)."""
    lead, changes = sample.column("lead")[games], sample.column("changes")[games]
    # Without a leader nothing is decided
    decided = np.where(np.isnan(lead), 0.0, (np.nan_to_num(lead) > margin).astype(np.float64))
    return np.where(np.isnan(changes), np.nan, decided)


def _find_sources(
    sample: Sample, won: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
) -> list[Source]:
    columns = {name: sample.by_seat(f"source {name}") for name in sample.names("source")}
    gained = sum(max(0.0, float(points.sum())) for points in columns.values())
    lost, alone = ~won, sample.seats == 1
    found = [
        Source(
            name,
            estimate_mean(points.mean(axis=1)),
            float(points[won].mean()) if won.any() and not alone else None,
            float(points[lost].mean()) if lost.any() and not alone else None,
            max(0.0, float(points.sum())) / gained if gained else 0.0,
        )
        for name, points in columns.items()
        if points.any()
    ]
    return sorted(found, key=lambda each: -each.all.value)
