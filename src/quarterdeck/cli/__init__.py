"""The command line: `quarterdeck play`, `sim`, `replay`, `rules` and the rest."""

from __future__ import annotations

import sys


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit."""
    try:
        # It takes a moment, in which somebody may think better of it.
        from quarterdeck.cli import app
    except KeyboardInterrupt:
        sys.exit(130)
    app.main(arguments)


__all__ = ["main"]
