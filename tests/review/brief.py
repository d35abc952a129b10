"""Reviews that look again at a few choices only: what they tell is told in the same way."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from quarterdeck.review import reviewing


@pytest.fixture(scope="module", autouse=True)
def brief_reviews() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reviewing, "WORK", 600)
        patch.setattr(reviewing, "PLANNING_WORK", 120)
        yield
