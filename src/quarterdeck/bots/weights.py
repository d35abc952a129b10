"""Where the weights of a game are. Nothing here needs the library that reads them."""

from __future__ import annotations

import os
from pathlib import Path

from quarterdeck.kernel.rules import AnyRules


def stored_weights(rules: AnyRules) -> Path:
    """The file of a game's weights: in its folder, or where QUARTERDECK_WEIGHTS says."""
    folder = os.environ.get("QUARTERDECK_WEIGHTS")
    return Path(folder) / f"{rules.id}.npz" if folder else rules.folder / "weights.npz"
