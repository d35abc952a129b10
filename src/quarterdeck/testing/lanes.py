"""Simultaneous play: no order of choosing matters, and nobody sees into another's lane."""

from __future__ import annotations

from random import Random
from typing import Any

from quarterdeck.kernel.position import Position
from quarterdeck.testing.walk import Case, list_open, walk

INTERLEAVINGS = 3  # besides seat order and its reverse


def check_lanes(case: Case) -> None:
    """Open lanes give the same position in every order, and nobody sees into another's."""
    random = Random(case.seed)
    for moment in walk(case):
        position = moment.position
        if not position.lanes:
            continue
        dump = position.dump()
        assert dump["opened"]["stack"] == dump["stack"], "open_lanes was not the last thing done"
        if any(position.lane_choices(seat) for seat in range(case.seats)):
            continue
        scripts = _lane_scripts(position, random)
        seats = [seat for seat, script in scripts.items() for _ in script]
        closed = _play_lanes(case, position, scripts, seats)
        orders = [seats[::-1]] + [random.sample(seats, len(seats)) for _ in range(INTERLEAVINGS)]
        for order in orders:
            other = _play_lanes(case, position, scripts, order)
            assert other.digest() == closed.digest(), "the order of the lanes matters"
            assert list_open(other) == list_open(closed)


def have_closed(opened: Position, later: Position) -> bool:
    """Whether the lanes of an earlier moment have closed; others may have opened at once."""
    return later.barrier != opened.barrier


def _lane_scripts(position: Position, random: Random) -> dict[int, list[int]]:
    """What each seat is going to choose in its lane."""
    made: dict[int, list[int]] = {}
    table = position.clone()
    for seat in position.actors():
        made[seat] = []
        while not have_closed(position, table) and table.legal(seat):
            made[seat].append(random.choice(table.legal(seat)))
            table.play(seat, made[seat][-1])
    return made


def _play_lanes(
    case: Case, position: Position, scripts: dict[int, list[int]], order: list[int]
) -> Position:
    """Play the lanes out with the seats in this order, watching what the others see."""
    table = position.clone()
    left = {seat: iter(script) for seat, script in scripts.items()}
    seen, shown = _seen_by_all(case, table)
    for seat in order:
        others = [viewer for viewer in case.viewers if viewer != seat]
        actors = table.actors()
        table.play(seat, next(left[seat]))
        if have_closed(position, table):
            break
        before, shown_before = seen, shown
        seen, shown = _seen_by_all(case, table)
        assert all(seen[viewer] == before[viewer] for viewer in others)
        if table.actors() == actors:
            assert all(shown[viewer] == shown_before[viewer] for viewer in others)
    assert have_closed(position, table)
    assert all(next(script, None) is None for script in left.values())
    return table


def _seen_by_all(
    case: Case, table: Position
) -> tuple[dict[int | None, dict[str, Any]], dict[int | None, Any]]:
    """By viewer: the position without others' open lanes, and the view."""
    positions = {viewer: table.visible_to(viewer).dump() for viewer in case.viewers}
    return positions, {viewer: case.rules.view(table, viewer) for viewer in case.viewers}
