"""Skerries to order: deal the charms, then play in notation.

p = start("pearl", "cork")             # two seats, in the lanes of the first tide
play(p, 0, "row south", "anchor long")
"""

from __future__ import annotations

from tests.toy import TOY
from tests.toy.position import OUTCOMES, SPACE, SkerriesPosition


def start(*charms: str, **options: str) -> SkerriesPosition:
    """A game of as many seats as charms, each seat holding its charm; everybody sets out."""
    position = TOY.start(len(charms), options)
    for charm in charms:
        # The last of a kind, or of the pile, is not asked for.
        if position.chance:
            deal(position, f"charm {charm}")
    return position


def play(position: SkerriesPosition, seat: int, *notations: str) -> None:
    for notation in notations:
        position.play(seat, SPACE.parse(notation))


def deal(position: SkerriesPosition, *notations: str) -> None:
    for notation in notations:
        position.deal(OUTCOMES.parse(notation))


def options(position: SkerriesPosition, seat: int) -> list[str]:
    return [SPACE.notation(code) for code in position.legal(seat)]
