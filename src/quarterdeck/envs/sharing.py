"""Copies of environments share what never changes: only the game itself is copied."""

from __future__ import annotations

from typing import Any, Self


class Shared:
    """Something that stays as it was made."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self
