"""What a plan leads to, for those who judge it."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from quarterdeck.kernel.position import Position

P = TypeVar("P", bound=Position)


class Foreseen(NamedTuple, Generic[P]):
    """A plan: which of the open choices it begins with, its worth to advice, and where it ends.

    What a plan leaves open stays as it was; its end is for judging, not for playing. The path is
    its choices as far as they can be followed, without those that nobody is asked.
    """

    choice: int
    worth: float
    end: P
    path: list[int]
