"""A PNG picture as an array of pixels.

Only what the renderer of the boards writes: 8 bits per channel, not interlaced. Each pixel of a PNG
depends on those to its left and above, so whole diagonals are found at once.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

from quarterdeck.envs.arrays import NDArray, np

SIGNATURE = b"\x89PNG\r\n\x1a\n"
# Channels by the kind of colour that the header names
CHANNELS = {2: 3, 6: 4}
SUB, UP, AVERAGE, PAETH = 1, 2, 3, 4

Pixels = NDArray[np.uint8]
_Wide = NDArray[np.int16]


def read_png(content: bytes) -> Pixels:
    """Height, width and red, green, blue; what is transparent comes out white."""
    chunks = list(_chunks(content))
    header = next(body for kind, body in chunks if kind == b"IHDR")
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", header)
    if depth != 8 or colour not in CHANNELS or interlaced:
        raise ValueError("a PNG of another kind than boards are drawn as")
    channels = CHANNELS[colour]
    packed = zlib.decompress(b"".join(body for kind, body in chunks if kind == b"IDAT"))
    lines = np.frombuffer(packed, np.uint8).reshape(height, width * channels + 1)
    pixels = _unfilter(lines[:, 0], lines[:, 1:].reshape(height, width, channels))
    return pixels if channels == 3 else _on_white(pixels)


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    if not content.startswith(SIGNATURE):
        raise ValueError("no PNG")
    at = len(SIGNATURE)
    while at < len(content):
        (length,) = struct.unpack_from(">I", content, at)
        yield content[at + 4 : at + 8], content[at + 8 : at + 8 + length]
        at += length + 12


def _unfilter(filters: Pixels, coded: Pixels) -> Pixels:
    """Each line says how its pixels follow from those to the left, above, and left above."""
    height, width, channels = coded.shape
    # By diagonal and line, with two empty diagonals first and one empty line above
    found = np.zeros((width + height + 1, height + 1, channels), np.int16)
    way = filters.astype(np.int16)[:, None]
    for diagonal in range(width + height - 1):
        first, last = max(0, diagonal - width + 1), min(height, diagonal + 1)
        rows = np.arange(first, last)
        left = found[diagonal + 1, first + 1 : last + 1]
        above = found[diagonal + 1, first:last]
        corner = found[diagonal, first:last]
        guess = _predict(way[first:last], left, above, corner)
        found[diagonal + 2, first + 1 : last + 1] = (coded[rows, diagonal - rows] + guess) & 255
    lines, columns = np.arange(height)[:, None], np.arange(width)[None, :]
    pixels: Pixels = found[lines + columns + 2, lines + 1].astype(np.uint8)
    return pixels


def _predict(way: _Wide, left: _Wide, above: _Wide, corner: _Wide) -> _Wide:
    by_left = np.abs(above - corner)
    by_above = np.abs(left - corner)
    by_corner = np.abs(left + above - 2 * corner)
    nearest = np.where(
        (by_left <= by_above) & (by_left <= by_corner),
        left,
        np.where(by_above <= by_corner, above, corner),
    )
    guesses = [left, above, (left + above) >> 1, nearest]
    known = [way == SUB, way == UP, way == AVERAGE, way == PAETH]
    return np.select(known, guesses, np.int16(0))


def _on_white(pixels: Pixels) -> Pixels:
    cover = pixels[:, :, 3:].astype(np.uint16)
    colour = pixels[:, :, :3].astype(np.uint16)
    return ((colour * cover + 255 * (255 - cover)) // 255).astype(np.uint8)
