"""Draw the maps of Rolling Seas for docs/maps: the four printed ones and a generated one.

    PYTHONPATH=src .venv/bin/python tools/maps.py

Each is the large chart of a game that has not begun, cut out of the board's picture.
"""

from __future__ import annotations

from pathlib import Path

from quarterdeck import games, pictures
from quarterdeck.games.rolling_seas.names import MAPS
from quarterdeck.kernel.catalogue import Translator

TARGET = Path(__file__).resolve().parents[1] / "docs" / "maps"
GENERATED = "generated:2026"
WHOLE = 'viewBox="0 0 1600 1000"'
CHART = 'viewBox="0 0 1108 880"'
WIDTH = 831


def main() -> None:
    rules = games.load("rolling_seas")
    TARGET.mkdir(parents=True, exist_ok=True)
    for name in (*MAPS, GENERATED):
        position = rules.start(1, {"map": name})
        board = pictures.board(rules, rules.view(position, None), Translator("en"), theme="light")
        target = TARGET / f"{name.split(':')[0]}.png"
        target.write_bytes(pictures.png(board.replace(WHOLE, CHART), WIDTH))
        print(target)


if __name__ == "__main__":
    main()
