"""The icons of the table as an app, drawn from the one that pages have."""

from __future__ import annotations

import re
from pathlib import Path

SOURCE = Path("static/icon.svg")
ICONS = Path("icons")
# Width, and how: as it is; filling its square, with the drawing as large as given, because systems
# cut icons to their own shape; or as a silhouette, of which Android takes the outline alone.
DRAWN: dict[str, tuple[int, float | None, bool]] = {
    "app-192.png": (192, None, False),
    "app-512.png": (512, None, False),
    "maskable-192.png": (192, 0.88, False),
    "maskable-512.png": (512, 0.88, False),
    "apple-180.png": (180, 0.94, False),
    "badge-96.png": (96, 1.0, True),
}
_PARTS = re.compile(r"(<svg[^>]*>)(<rect[^>]*?)( rx=\"\d+\")([^>]*/>)(.*)(</svg>)", re.DOTALL)
_COLOURS = re.compile(r"#[0-9a-f]{6}")


def draw_icons(source: Path, folder: Path) -> list[Path]:
    """Write every icon; raises `ImportError` if nothing here can draw."""
    import resvg_py

    picture = source.read_text(encoding="utf-8")
    (folder / ICONS).mkdir(parents=True, exist_ok=True)
    written = []
    for name, (width, size, silhouette) in DRAWN.items():
        svg = picture if size is None else shape(picture, size, silhouette)
        file = folder / ICONS / name
        file.write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width)))
        written.append(file)
    return written


def shape(picture: str, size: float, silhouette: bool) -> str:
    """The same drawing of another size, on a ground without round corners or on none."""
    found = _PARTS.fullmatch(picture.strip())
    if found is None:
        raise ValueError(f"{SOURCE} is not drawn on a ground with round corners")
    begin, ground, _, rest, drawing, end = found.groups()
    if silhouette:
        return begin + _COLOURS.sub("#ffffff", drawing) + end
    move = 32 * (1 - size)
    placed = f'<g transform="translate({move:g} {move:g}) scale({size:g})">{drawing}</g>'
    return begin + ground + rest + placed + end
