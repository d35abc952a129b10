"""Numbers and names along the edges of a graph."""

from __future__ import annotations


def round_steps(low: int, high: int, most: int) -> list[int]:
    """Round numbers from below the lowest to above the highest, at most so many steps."""
    size = 1
    for factor in _round_numbers():
        size = factor
        if (high - low) / size <= most:
            break
    first, last = low // size * size, -(-high // size) * size
    return list(range(first, max(last, first + size) + 1, size))


def _round_numbers() -> list[int]:
    return [digit * 10**power for power in range(7) for digit in (1, 2, 5)]


def keep_apart(heights: list[float], step: float, lowest: float) -> list[float]:
    """The same heights, moved as little as needed so that no two names lie on each other."""
    order = sorted(range(len(heights)), key=lambda which: heights[which])
    placed = [heights[which] for which in order]
    for index in range(1, len(placed)):
        placed[index] = max(placed[index], placed[index - 1] + step)
    over = max(0.0, placed[-1] - lowest) if placed else 0.0
    found = [0.0] * len(heights)
    for height, which in zip(placed, order, strict=True):
        found[which] = round(height - over, 1)
    return found
