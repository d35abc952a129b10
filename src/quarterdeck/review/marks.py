"""When a choice is called an inaccuracy, a mistake or a blunder.

The thresholds are shares of winning, read off what bots of two levels give away, as
`tools/insight.py` counts it. Nothing is called a mistake within the error of its judgement. How
many choices of equal bots are marked all the same is counted there, too.
"""

from __future__ import annotations

from quarterdeck.review.model import Mark

# A mate gives away the least of these in one choice of a hundred, a boatswain the next, and the
# largest in one of five hundred (the median over our games, rounded).
THRESHOLDS = ((Mark.BLUNDER, 0.15), (Mark.MISTAKE, 0.09), (Mark.INACCURACY, 0.05))
# A choice that gives away less is as good as the best.
GOOD = 0.01
# A loss must exceed its error so many times.
CERTAIN = 2.0
# How far off a judgement at first sight may be, and one by lines besides their spread.
FIRST_ERROR = 0.03
LINE_ERROR = 0.01


def mark_of(loss: float, error: float, unit: float) -> Mark:
    """What a loss is called; `unit` is what a whole win is counted as."""
    if loss <= CERTAIN * error:
        return Mark.NONE
    return next((mark for mark, least in THRESHOLDS if loss >= least * unit), Mark.NONE)


def is_clear(loss: float, error: float, unit: float) -> bool:
    """Whether a loss is called something, or nothing, for sure."""
    least = THRESHOLDS[-1][1] * unit
    return loss - CERTAIN * error > least or loss + CERTAIN * error < least


def is_doubtful(loss: float, unit: float) -> bool:
    """Whether a loss at first sight is worth a second look."""
    return loss >= GOOD * unit
