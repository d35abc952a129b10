"""The table in the browser: store, live tables, JSON API, pages. Knows no rule of any game."""

from pathlib import Path

from quarterdeck.kernel.catalogue import add_folder

add_folder(Path(__file__).parent / "messages")
