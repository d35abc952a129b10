"""What one game tells of its course: leads, changes of the lead, comebacks.

A round counts as the points that everybody could tell when it ended; the last one as the final
score. Figures that a game cannot have are NaN: nobody leads alone in a game of one.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from math import ceil, nan

from quarterdeck.lab.results import PlayedGame

# The leader after this part of the rounds, and who is last after that part.
EARLY = 3
HALFWAY = 2


@dataclass(frozen=True)
class Course:
    """The course of one game.

    `changes`: how often the lead passed from one seat to another. `early`: what the seat won that
    led alone after a third of the rounds; `late`: what the one won that led alone before the last
    round. `comeback`: what seats won that were last after half of the rounds. `lead`: by how much
    the leader was ahead before the last round; `catch_up`: how much the best of the others gained
    on them in it. `leaders`: for each round but the last what its leader won, NaN without one.
    """

    changes: float = nan
    early: float = nan
    late: float = nan
    comeback: float = nan
    lead: float = nan
    catch_up: float = nan
    leaders: tuple[float, ...] = ()


def follow(game: PlayedGame) -> Course:
    """The course of a game; nothing of one alone, or of a single round."""
    rounds = [*game.progress[: game.rounds - 1], game.scores]
    if game.seats < 2 or len(rounds) < 2:
        return Course()
    leads = [find_leader(points) for points in rounds]
    leaders = tuple(nan if lead is None else game.shares[lead] for lead in leads[:-1])
    before = leads[-2]
    lead, catch_up = nan, nan
    if before is not None:
        lead = float(_lead_of(rounds[-2], before))
        catch_up = lead - _lead_of(rounds[-1], before)
    return Course(
        _count_changes(leads),
        leaders[ceil(len(rounds) / EARLY) - 1],
        leaders[-1],
        _find_comeback(rounds[ceil(len(rounds) / HALFWAY) - 1], game.shares),
        lead,
        catch_up,
        leaders,
    )


def find_leader(points: list[int]) -> int | None:
    """The seat that has more points than every other; None if there is none."""
    most = max(points)
    return points.index(most) if points.count(most) == 1 else None


def _lead_of(points: list[int], seat: int) -> int:
    """By how much a seat is ahead of the best of the others."""
    return points[seat] - max(each for other, each in enumerate(points) if other != seat)


def _count_changes(leads: list[int | None]) -> int:
    """A seat that is caught up with keeps the lead until another one has it alone."""
    alone = [lead for lead in leads if lead is not None]
    return sum(one != other for one, other in itertools.pairwise(alone))


def _find_comeback(points: list[int], shares: list[float]) -> float:
    least = min(points)
    if least == max(points):
        return nan
    return sum(share for share, each in zip(shares, points, strict=True) if each == least)
