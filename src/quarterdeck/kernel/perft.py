"""Counting lines of play: the quickest way to notice that a rule has moved."""

from __future__ import annotations

from quarterdeck.kernel.position import Position


def perft(position: Position, depth: int) -> int:
    """How many sequences of choices and outcomes of this length start here.

    Every outcome of chance is one ply, whatever its weight. In open lanes the order of the
    seats does not matter, so only the first seat that is asked is followed.
    """
    if depth == 0:
        return 1
    if position.finished:
        return 0
    count = 0
    if position.chance:
        for code, _ in position.outcomes():
            after = position.clone()
            after.deal(code)
            count += perft(after, depth - 1)
        return count
    seat = position.actors()[0]
    if depth == 1:
        return len(position.legal(seat))
    for code in position.legal(seat):
        after = position.clone()
        after.play(seat, code)
        count += perft(after, depth - 1)
    return count
