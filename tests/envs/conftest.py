"""The tests of environments need the libraries of the `research` extra."""

from __future__ import annotations

import pytest

for library in ("numpy", "gymnasium", "pettingzoo"):
    pytest.importorskip(library)
