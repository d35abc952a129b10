"""From many results to what they tell: of one person, and of a game with so many players."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import fmean, quantiles

from quarterdeck.bots.arena import wilson
from quarterdeck.statistics.ratings import Skill

# Of fewer games nothing is told but their number.
FEWEST = 5
MOST_BEST = 3
# Of what was used: so many seats must have used it, and so many not, to compare them.
FEWEST_USES = 5


@dataclass(frozen=True)
class PlayedSeat:
    """One seat of a finished game.

    `bot`: who played, if it was no person. `rated`: whether the game counts for ratings here;
    `before` and `after` are what was believed of the player then. `hinted`: somebody at the table
    was given a hint.
    """

    table: str
    seat: int
    game: str
    seats: int
    options: dict[str, str]
    finished: float
    points: int
    rank: int
    won: float
    rounds: int
    choices: int
    sources: dict[str, int] = field(default_factory=dict)
    uses: dict[str, int] = field(default_factory=dict)
    title: str = ""
    bot: str = ""
    hinted: bool = False
    before: Skill | None = None
    after: Skill | None = None


@dataclass(frozen=True)
class Tally:
    """Games with their share of wins (a shared win counts in part) and its 95 % interval."""

    games: int
    won: float
    low: float
    high: float
    points: float
    best: int

    @property
    def share(self) -> float:
        return self.won / self.games


def count(played: Sequence[PlayedSeat]) -> Tally | None:
    """None if there is nothing to count."""
    if not played:
        return None
    won = sum(each.won for each in played)
    points = [each.points for each in played]
    return Tally(len(played), won, *wilson(won, len(played)), fmean(points), max(points))


# One person


@dataclass(frozen=True)
class Source:
    """A line of the score sheet: its points on average, and its part of all that were gained."""

    id: str
    points: float
    part: float


@dataclass(frozen=True)
class PersonsGame:
    """What one person has done in one game; by numbers of players where that matters.

    `rated` are the games that moved the rating, oldest first; `titles` what was earned alone.
    """

    game: str
    all: Tally | None
    by_seats: dict[int, Tally]
    sources: dict[int, tuple[Source, ...]]
    rated: tuple[PlayedSeat, ...]
    best: dict[int, tuple[PlayedSeat, ...]]
    titles: tuple[tuple[str, int], ...]
    hinted: Tally | None

    @property
    def skill(self) -> Skill | None:
        """What is believed now."""
        return self.rated[-1].after if self.rated else None


def summarise_person(played: Iterable[PlayedSeat]) -> list[PersonsGame]:
    """What a person's games tell, the one played most often first."""
    games: dict[str, list[PlayedSeat]] = defaultdict(list)
    for each in sorted(played, key=order_of):
        games[each.game].append(each)
    found = [_summarise(game, seats) for game, seats in games.items()]
    return sorted(found, key=lambda each: -len(games[each.game]))


def order_of(played: PlayedSeat) -> tuple[float, str, int]:
    """Games count in the order in which they were finished."""
    return played.finished, played.table, played.seat


def _summarise(game: str, played: list[PlayedSeat]) -> PersonsGame:
    alone = [each for each in played if not each.hinted]
    by_seats: dict[int, list[PlayedSeat]] = defaultdict(list)
    for each in alone:
        by_seats[each.seats].append(each)
    tallies = {number: count(seats) for number, seats in sorted(by_seats.items())}
    titles = Counter(each.title for each in alone if each.title)
    return PersonsGame(
        game,
        count([each for each in alone if each.seats > 1]),
        {number: tally for number, tally in tallies.items() if tally is not None},
        {number: tuple(find_sources(seats)) for number, seats in sorted(by_seats.items())},
        tuple(each for each in alone if each.after is not None),
        {number: tuple(_best(seats)) for number, seats in sorted(by_seats.items())},
        tuple(titles.most_common()),
        count([each for each in played if each.hinted]),
    )


def _best(played: list[PlayedSeat]) -> list[PlayedSeat]:
    return sorted(played, key=lambda each: (-each.points, each.finished))[:MOST_BEST]


def find_sources(played: Sequence[PlayedSeat]) -> list[Source]:
    """What points came from, the most fruitful first."""
    totals: Counter[str] = Counter()
    for each in played:
        totals.update(each.sources)
    gained = sum(points for points in totals.values() if points > 0)
    return [
        Source(id, points / len(played), max(0, points) / gained if gained else 0.0)
        for id, points in totals.most_common()
        if points
    ]


# A game with so many players


@dataclass(frozen=True)
class Spread:
    """Numbers in short: the lowest and the highest, the middle, and the middle half."""

    low: float
    quarter: float
    middle: float
    three_quarters: float
    high: float

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Spread:
        first, middle, third = quantiles(numbers, n=4, method="inclusive")
        return cls(min(numbers), first, middle, third, max(numbers))


@dataclass(frozen=True)
class Use:
    """How often something was chosen: by which part of all seats, how often on average by winners
    and by others, and what share of wins those had who did and those who did not."""

    id: str
    part: float
    winners: float
    others: float
    with_it: Tally | None
    without: Tally | None


@dataclass(frozen=True)
class SourceCompared:
    """What a line of the score sheet brought on average, to winners and to others."""

    id: str
    winners: float
    others: float


@dataclass(frozen=True)
class TitleStatistics:
    """What the finished games of one title with so many players tell."""

    game: str
    seats: int
    games: int
    hinted: int
    by_seat: tuple[Tally, ...] = ()
    points: Spread | None = None
    winning: Spread | None = None
    choices: Spread | None = None
    rounds: Spread | None = None
    sources: tuple[SourceCompared, ...] = ()
    uses: tuple[Use, ...] = ()

    @property
    def is_told(self) -> bool:
        """Whether there are enough games to say more than how many."""
        return bool(self.by_seat)


def summarise_title(game: str, seats: int, played: Sequence[PlayedSeat]) -> TitleStatistics:
    """What these seats of finished games tell; whole games, all with so many players."""
    counted = [each for each in played if not each.hinted]
    games = len({each.table for each in counted})
    hinted = len({each.table for each in played if each.hinted})
    if games < FEWEST:
        return TitleStatistics(game, seats, games, hinted)
    first = [each for each in counted if each.seat == 0]
    tallies = [count([each for each in counted if each.seat == seat]) for seat in range(seats)]
    winners = [each for each in counted if each.won]
    return TitleStatistics(
        game,
        seats,
        games,
        hinted,
        tuple(tally for tally in tallies if tally is not None),
        Spread.of([each.points for each in counted]),
        Spread.of([each.points for each in winners]) if len(winners) > 1 else None,
        Spread.of([each.choices for each in first]),
        Spread.of([each.rounds for each in first]),
        tuple(_compare_sources(counted)),
        tuple(find_uses(counted)),
    )


def _compare_sources(played: Sequence[PlayedSeat]) -> list[SourceCompared]:
    winners = [each for each in played if each.won]
    others = [each for each in played if not each.won]
    ids = dict.fromkeys(id for each in played for id in each.sources)
    found = [SourceCompared(id, _mean_of(id, winners), _mean_of(id, others)) for id in ids]
    return [each for each in found if each.winners or each.others]


def _mean_of(source: str, played: Sequence[PlayedSeat]) -> float:
    return fmean(each.sources.get(source, 0) for each in played) if played else 0.0


def find_uses(played: Sequence[PlayedSeat]) -> list[Use]:
    """What was used: first what can be compared, and of that what most seats used."""
    ids = dict.fromkeys(id for each in played for id in each.uses)
    found = [_count_use(id, played) for id in ids]
    return sorted(found, key=lambda use: (use.with_it is None, -use.part, use.id))


def _count_use(id: str, played: Sequence[PlayedSeat]) -> Use:
    did = [each for each in played if each.uses.get(id)]
    did_not = [each for each in played if not each.uses.get(id)]
    winners = [each.uses.get(id, 0) for each in played if each.won]
    others = [each.uses.get(id, 0) for each in played if not each.won]
    compared = min(len(did), len(did_not)) >= FEWEST_USES
    return Use(
        id,
        len(did) / len(played),
        fmean(winners) if winners else 0.0,
        fmean(others) if others else 0.0,
        count(did) if compared else None,
        count(did_not) if compared else None,
    )
