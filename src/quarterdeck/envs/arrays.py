"""NumPy, and the kinds of arrays that environments speak in. Without NumPy, one clear line."""

from __future__ import annotations

from quarterdeck.envs.errors import MissingLibrary

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as missing:
    raise MissingLibrary("numpy", "research", missing) from missing

__all__ = ["Codes", "Floats", "Mask", "NDArray", "np"]

Floats = NDArray[np.float32]
Mask = NDArray[np.int8]
Codes = NDArray[np.int64]
