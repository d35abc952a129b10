"""The lab: studies of how rules, options and printed values move a game, by simulation.

A study is a small file (`study.py`); its games are played by processes or a Ray cluster
(`running.py`) and kept in a folder (`results.py`).
"""

from __future__ import annotations

from pathlib import Path

from quarterdeck.kernel.catalogue import add_folder

add_folder(Path(__file__).parent / "messages")
