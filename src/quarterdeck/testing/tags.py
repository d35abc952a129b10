"""Tags that say what a test proves."""

from __future__ import annotations

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """Mark a test (or a class of tests) as proof of these rules of a RULES.md.

    `quarterdeck.testing.stated` reads the tags from the source text, so write the ids as plain
    string literals.
    """
    return pytest.mark.rule(*ids)


def example(id: str) -> pytest.MarkDecorator:
    """Mark a test as the worked example of this id, played number by number."""
    return pytest.mark.example(id)
