"""What a loss is called, and that nothing is called anything within its error."""

from __future__ import annotations

import pytest

from quarterdeck.review import Mark
from quarterdeck.review.marks import is_clear, is_doubtful, mark_of


@pytest.mark.parametrize(
    ("loss", "error", "mark"),
    [
        (0.049, 0.0, Mark.NONE),
        (0.05, 0.0, Mark.INACCURACY),
        (0.089, 0.0, Mark.INACCURACY),
        (0.09, 0.0, Mark.MISTAKE),
        (0.149, 0.0, Mark.MISTAKE),
        (0.15, 0.0, Mark.BLUNDER),
        # Within twice its error it may be nothing
        (0.2, 0.1, Mark.NONE),
        (0.2, 0.099, Mark.BLUNDER),
    ],
)
@pytest.mark.parametrize("unit", [1.0, 180.0])
def test_a_loss_is_called_by_what_it_gives_away(
    loss: float, error: float, mark: Mark, unit: float
) -> None:
    assert mark_of(loss * unit, error * unit, unit) is mark


def test_a_choice_is_looked_at_again_until_it_is_clear_what_it_is() -> None:
    assert is_doubtful(0.01, 1.0)
    assert not is_doubtful(0.009, 1.0)
    assert is_clear(0.1, 0.02, 1.0)
    assert is_clear(0.0, 0.02, 1.0)
    assert not is_clear(0.05, 0.02, 1.0)
