"""What players look at: the figures of a seat, and what is another after a choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from quarterdeck.kernel.messages import Message


@dataclass(frozen=True)
class Figure:
    """Something about a seat that matters: a number (coins, points), or what it has or where it is
    (buildings, goods aboard, places) as a list of names."""

    id: str
    label: Message
    value: int | tuple[Message, ...]


@dataclass(frozen=True)
class Change:
    """A figure of a seat that is another now. Numbers have `before` and `after`; lists tell what
    was `gained` and `lost`."""

    seat: int
    id: str
    label: Message
    before: int = 0
    after: int = 0
    gained: tuple[Message, ...] = ()
    lost: tuple[Message, ...] = ()


def compare(seat: int, before: Iterable[Figure], after: Iterable[Figure]) -> list[Change]:
    """What has changed, in the order of the figures. One that is missing counts as 0 or empty."""
    old = {figure.id: figure for figure in before}
    new = {figure.id: figure for figure in after}
    found = []
    for id in [*old, *(id for id in new if id not in old)]:
        label = (new.get(id) or old[id]).label
        change = _change(seat, id, label, old.get(id), new.get(id))
        if change is not None:
            found.append(change)
    return found


def _change(
    seat: int, id: str, label: Message, before: Figure | None, after: Figure | None
) -> Change | None:
    known = before or after
    assert known is not None
    if isinstance(known.value, int):
        first, last = _number(before), _number(after)
        return None if first == last else Change(seat, id, label, first, last)
    gained = _beyond(_names(after), _names(before))
    lost = _beyond(_names(before), _names(after))
    return Change(seat, id, label, gained=gained, lost=lost) if gained or lost else None


def _number(figure: Figure | None) -> int:
    return figure.value if figure is not None and isinstance(figure.value, int) else 0


def _names(figure: Figure | None) -> tuple[Message, ...]:
    return figure.value if figure is not None and not isinstance(figure.value, int) else ()


def _beyond(names: tuple[Message, ...], others: tuple[Message, ...]) -> tuple[Message, ...]:
    """The names that the others do not have, or not so often."""
    left = Counter(others)
    found = []
    for name in names:
        if left[name] > 0:
            left[name] -= 1
        else:
            found.append(name)
    return tuple(found)
