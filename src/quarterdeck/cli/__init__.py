"""The command line: `quarterdeck play`, `sim`, `replay`, `rules` and the rest."""

from quarterdeck.cli.app import main

__all__ = ["main"]
