"""What is used in the games of a cell, how that goes with winning, and what is not used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quarterdeck.lab.report.estimates import (
    SURE,
    Difference,
    Estimate,
    Numbers,
    compare_means,
    compare_users,
    correct_rate,
    estimate_mean,
    estimate_share,
)
from quarterdeck.lab.report.samples import Sample

# So many seats must have used something, and so many not, to compare how they did.
FEWEST_USERS = 30
# What fewer seats than this use, at the high end of the interval, is nearly never used.
RARE = 0.05
# So many seats must have used something in vain before it is called a way to lose.
FEWEST_LOSERS = 20
# Of fewer users than this, two things may have the same by chance.
FEWEST_ALIKE = 10

NEVER, RARELY, IN_VAIN = "never", "rarely", "in_vain"


@dataclass(frozen=True)
class Use:
    """How often something was chosen: by which part of the seats, how many times by those.

    `winners` and `others`: how many times on average. With and without it: shares of wins; in games
    of one, points. None: too few to compare. `more`: where nearly everybody uses it, how many times
    more winners do than the others of their game. `same`: what the same seats did, so that it tells
    nothing more.
    """

    id: str
    part: Estimate
    times: float
    users: int
    won: float
    with_it: Estimate | None = None
    without: Estimate | None = None
    difference: Difference | None = None
    more: Difference | None = None
    corrected: float = 1.0
    winners: float | None = None
    others: float | None = None
    same: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All that this stands for."""
        return self.id, *self.same

    @property
    def compared(self) -> Difference | None:
        """What was compared: those who did with those who did not, or else how often."""
        return self.difference or self.more

    @property
    def is_sure(self) -> bool:
        return self.corrected <= SURE


@dataclass(frozen=True)
class Dead:
    """Something that nobody needs: `why` is NEVER, RARELY or IN_VAIN."""

    id: str
    why: str
    use: Use | None = None


def find_uses(sample: Sample) -> list[Use]:
    """What was used, what most seats used first; corrected for looking at all of it."""
    found = _merge(sample, [_count(sample, name) for name in sample.names("use")])
    chances = [use.compared.p for use in found if use.compared is not None]
    corrected = iter(correct_rate(chances))
    told = [
        use if use.compared is None else replace(use, corrected=next(corrected)) for use in found
    ]
    return sorted(told, key=lambda use: (-use.part.value, use.id))


def _count(sample: Sample, name: str) -> Use:
    counts, shares = sample.by_seat(f"use {name}"), sample.by_seat("share")
    used = counts > 0
    users = int(used.sum())
    use = Use(
        name,
        # Seats of one game may do alike: games are what is counted
        replace(estimate_share(used.mean(axis=1)), games=used.size),
        float(counts[used].mean()) if users else 0.0,
        users,
        float(shares[used].sum()),
    )
    if sample.seats > 1:
        won = shares > 0
        use = replace(use, winners=_mean(counts[won]), others=_mean(counts[~won]))
    if min(users, used.size - users) < FEWEST_USERS:
        return replace(use, more=_compare_times(counts, shares)) if 2 * users > used.size else use
    if sample.seats == 1:
        scores = sample.by_seat("score")
        with_it, without = scores[used], scores[~used]
        return replace(
            use,
            with_it=estimate_mean(with_it),
            without=estimate_mean(without),
            difference=compare_means(without, with_it, paired=False),
        )
    return replace(
        use,
        with_it=estimate_share(shares[used]),
        without=estimate_share(shares[~used]),
        difference=compare_users(used, shares),
    )


def _merge(sample: Sample, found: Sequence[Use]) -> list[Use]:
    """Things that tell the same become one: those by which the same seats are compared, and else
    those that the same seats did as often."""
    alike: dict[bytes | str, list[Use]] = {}
    for use in found:
        counts = sample.by_seat(f"use {use.id}")
        told = counts if use.difference is None else counts > 0
        key = told.tobytes() if use.users >= FEWEST_ALIKE else use.id
        alike.setdefault(key, []).append(use)
    merged = []
    for group in alike.values():
        first, *others = sorted(group, key=lambda use: rank_name(use.id, use.times * use.users))
        merged.append(replace(first, same=tuple(use.id for use in others)))
    return merged


def rank_name(name: str, times: float) -> tuple[float, bool, str]:
    """Which of several things that are one gives its name: what is done least often (the decision
    that others follow from), then what the game has a word of its own for."""
    return round(times), not name.startswith("use."), name


def _mean(counts: Numbers) -> float | None:
    return float(counts.mean()) if len(counts) else None


def _compare_times(counts: Numbers, shares: Numbers) -> Difference | None:
    """How many times more winners used something than the others of their game did."""
    won = shares > 0
    split = won.any(axis=1) & ~won.all(axis=1)
    if split.sum() < FEWEST_USERS:
        return None
    counts, won = counts[split], won[split]
    winners = (counts * won).sum(axis=1) / won.sum(axis=1)
    others = (counts * ~won).sum(axis=1) / (~won).sum(axis=1)
    return compare_means(others, winners, paired=True)


def find_dead(sample: Sample, uses: Sequence[Use], strategies: Sequence[str]) -> list[Dead]:
    """Which strategies are never or nearly never used here, or only by those who lose."""
    used = {name for use in uses for name in use.names}
    never = [Dead(name, NEVER) for name in strategies if name not in used]
    known = [use for use in uses if not set(strategies).isdisjoint(use.names)]
    rarely = [Dead(use.id, RARELY, use) for use in known if use.part.high < RARE]
    in_vain = [
        Dead(use.id, IN_VAIN, use)
        for use in known
        if sample.seats > 1 and use.users >= FEWEST_LOSERS and not use.won
    ]
    return [*never, *rarely, *in_vain]
