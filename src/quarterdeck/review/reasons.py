"""Why one choice is better than another: what its lines lead to that the other's do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from quarterdeck.kernel.figures import compare
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.review.lines import Pair
from quarterdeck.review.model import LineReason

# So many are told.
MOST_REASONS = 4
# A number must differ by so much on average, and a thing in so large a part of the lines.
LEAST_DIFFERENCE = 0.75
LEAST_SHARE = 0.6


@dataclass
class _Figure:
    """A figure in all pairs of lines."""

    label: Message
    numbers: list[int] = field(default_factory=list)
    gained: Counter[Message] = field(default_factory=Counter)
    lost: Counter[Message] = field(default_factory=Counter)


def find_reasons(rules: AnyRules, seat: int, pairs: Sequence[Pair]) -> tuple[LineReason, ...]:
    """What the better lines lead to for the seat that chose: points by source, then everything else
    that players look at, what differs most first."""
    points: dict[str, _Figure] = {}
    figures: dict[str, _Figure] = {}
    for pair in pairs:
        _add_points(points, rules, seat, pair)
        better, worse = (rules.figures(line.end, seat) for line in (pair.better, pair.worse))
        for change in compare(seat, worse, better):
            known = figures.setdefault(change.id, _Figure(change.label))
            known.gained.update(change.gained)
            known.lost.update(change.lost)
            if not change.gained and not change.lost:
                known.numbers.append(change.after - change.before)
    told = _tell(points.values(), len(pairs))
    # Coins may be points too; once is enough
    numbers = {reason.more for reason in told}
    told += [
        reason
        for reason in _tell(figures.values(), len(pairs))
        if not reason.more or reason.more not in numbers
    ]
    # First what speaks for the better choice
    told.sort(key=lambda reason: reason.more < 0)
    return tuple(told[:MOST_REASONS])


def _add_points(known: dict[str, _Figure], rules: AnyRules, seat: int, pair: Pair) -> None:
    better, worse = (_points(rules, line.end, seat) for line in (pair.better, pair.worse))
    for id in [*better, *(id for id in worse if id not in better)]:
        label, more = better.get(id, (None, 0))
        other, less = worse.get(id, (None, 0))
        found = label or other
        assert found is not None
        known.setdefault(id, _Figure(found)).numbers.append(more - less)


def _points(rules: AnyRules, end: Position, seat: int) -> dict[str, tuple[Message, int]]:
    sheet = rules.score_sheet(end.visible_to(seat), seat)
    return {
        line.id: (line.label, line.points[seat])
        for line in sheet
        if line.counts and line.id != "total"
    }


def _tell(figures: Iterable[_Figure], pairs: int) -> list[LineReason]:
    found: list[tuple[float, LineReason]] = []
    for figure in figures:
        more = sum(figure.numbers) / pairs
        gained = _usual(figure.gained, pairs)
        lost = _usual(figure.lost, pairs)
        if abs(more) >= LEAST_DIFFERENCE:
            found.append((abs(more), LineReason(figure.label, round(more, 1))))
        elif gained or lost:
            found.append((1.0, LineReason(figure.label, 0.0, gained, lost)))
    return [reason for _, reason in sorted(found, key=lambda each: -each[0])]


def _usual(names: Counter[Message], pairs: int) -> tuple[Message, ...]:
    return tuple(name for name, count in names.items() if count >= LEAST_SHARE * pairs)
