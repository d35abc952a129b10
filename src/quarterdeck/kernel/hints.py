"""The compiler's vocabulary, without needing the compiler at run time.

This module is never compiled: the compiler reads the first branch, Python runs the second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import i64, mypyc_attr
else:
    i64 = int

    def mypyc_attr(*_names, **_flags):
        """Without the compiler its hints mean nothing."""
        return lambda decorated: decorated


__all__ = ["i64", "mypyc_attr"]
