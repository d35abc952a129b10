"""Tags a test with the rules it proves."""

from __future__ import annotations

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """Mark a test (or a class of tests) as proof of these rules of a RULES.md.

    `tools/untested_rules.py` reads the tags from the source text, so write the ids as plain
    string literals.
    """
    return pytest.mark.rule(*ids)
