"""Where the weights of a game are. Nothing here needs the library that reads them."""

from __future__ import annotations

import os
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from quarterdeck.kernel.rules import AnyRules


def stored_weights(rules: AnyRules) -> Path:
    """The file of a game's weights: in its folder, or where QUARTERDECK_WEIGHTS says."""
    folder = os.environ.get("QUARTERDECK_WEIGHTS")
    return Path(folder) / f"{rules.id}.npz" if folder else rules.folder / "weights.npz"


def weights_digest(rules: AnyRules) -> str | None:
    """A fingerprint of what the bots have learnt of a game; None if they have not."""
    path = stored_weights(rules)
    return _digest(path, path.stat().st_mtime_ns) if path.exists() else None


@lru_cache(maxsize=16)
def _digest(path: Path, _changed: int) -> str:
    return blake2b(path.read_bytes(), digest_size=8).hexdigest()
