"""An address as a QR code, for a phone to read from another screen."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby

import segno
from markupsafe import Markup

# Modules of white around the code, without which many readers do not find it.
QUIET = 4


@lru_cache(maxsize=256)
def draw_qr(address: str) -> Markup:
    """The code as a drawing in the colour of the text around it; one unit is one module."""
    code = segno.make_qr(address, error="m")
    size = code.symbol_size(border=QUIET)[0]
    path = "".join(_draw_row(row, y) for y, row in enumerate(code.matrix_iter(border=QUIET)))
    return Markup(  # noqa: S704, nothing in it is anybody's text
        f'<svg class="qr" viewBox="0 0 {size} {size}" shape-rendering="crispEdges"'
        f' aria-hidden="true" focusable="false"><path fill="currentColor" d="{path}"/></svg>'
    )


def _draw_row(row: Iterable[int], y: int) -> str:
    """The dark modules of a row, each run of them as one rectangle."""
    drawn, x = "", 0
    for dark, run in groupby(row):
        length = len(list(run))
        if dark:
            drawn += f"M{x} {y}h{length}v1h-{length}z"
        x += length
    return drawn
