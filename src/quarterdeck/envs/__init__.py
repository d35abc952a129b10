"""The games as environments, by the conventions of PettingZoo, Gymnasium and OpenSpiel.

`match` is a game being played, with its dealer; `observing` what a seat sees of it, as arrays;
`actions` what may be chosen, and `rewards` what it earns. These need NumPy. Each convention has a
module of its own, which needs its library: the `research` extra has them all.
"""

from __future__ import annotations

from pathlib import Path

from quarterdeck.kernel.catalogue import add_folder

add_folder(Path(__file__).parent / "messages")
