"""Tags a test with the worked example it plays."""

from __future__ import annotations

import pytest


def example(id: str) -> pytest.MarkDecorator:
    """Mark a test as the worked example of this id, played number by number."""
    return pytest.mark.example(id)
