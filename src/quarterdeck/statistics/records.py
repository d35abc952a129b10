"""Records that a finished game has broken: a person's own, and those of the house."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from quarterdeck.statistics.counting import FEWEST, PlayedSeat, order_of


class RecordKind(StrEnum):
    FIRST_GAME = "first_game"
    FIRST_WIN = "first_win"
    FIRST_WIN_WITH = "first_win_with"
    BEST = "best"
    BEST_HERE = "best_here"
    HIGHEST_RATING = "highest_rating"


@dataclass(frozen=True)
class BrokenRecord:
    """A record with its number: points or rating; before it stood at `before`, if there was one."""

    kind: RecordKind
    number: int
    before: int | None = None


def find_broken(
    now: PlayedSeat, own: Iterable[PlayedSeat], house: Sequence[int] = ()
) -> list[BrokenRecord]:
    """The records that a person's game has broken.

    `own`: their results in this game, of whatever time. `house`: the best points that any person
    had before in games like it. Points count for games with as many players and the same options.
    """
    if now.hinted:
        return []
    before = [
        each
        for each in own
        if order_of(each) < order_of(now) and each.game == now.game and not each.hinted
    ]
    return [*_find_firsts(now, before), *_find_bests(now, before, house), *_find_peak(now, before)]


def _find_firsts(now: PlayedSeat, before: Sequence[PlayedSeat]) -> list[BrokenRecord]:
    if not before:
        kind = RecordKind.FIRST_WIN if now.won and now.seats > 1 else RecordKind.FIRST_GAME
        return [BrokenRecord(kind, now.points)]
    if not now.won or now.seats == 1:
        return []
    wins = [each for each in before if each.won and each.seats > 1]
    if not wins:
        return [BrokenRecord(RecordKind.FIRST_WIN, now.points)]
    if all(each.seats != now.seats for each in wins):
        return [BrokenRecord(RecordKind.FIRST_WIN_WITH, now.seats)]
    return []


def _find_bests(
    now: PlayedSeat, before: Sequence[PlayedSeat], house: Sequence[int]
) -> list[BrokenRecord]:
    alike = [
        each.points for each in before if each.seats == now.seats and each.options == now.options
    ]
    if len(house) >= FEWEST and now.points > max(house):
        return [BrokenRecord(RecordKind.BEST_HERE, now.points, max(house))]
    if alike and now.points > max(alike):
        return [BrokenRecord(RecordKind.BEST, now.points, max(alike))]
    return []


def _find_peak(now: PlayedSeat, before: Sequence[PlayedSeat]) -> list[BrokenRecord]:
    earlier = [each.after.points for each in before if each.after is not None]
    if now.after is None or len(earlier) < FEWEST or now.after.points <= max(earlier):
        return []
    kind = RecordKind.HIGHEST_RATING
    return [BrokenRecord(kind, round(now.after.points), round(max(earlier)))]
