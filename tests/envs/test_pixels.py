"""PNG pictures as pixels, whatever filter their lines were written with."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest

from quarterdeck.envs.pixels import SIGNATURE, Pixels, read_png

NONE, SUB, UP, AVERAGE, PAETH = range(5)


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def write_png(pixels: Pixels, filters: list[int], depth: int = 8) -> bytes:
    """A PNG, one pixel after the other, as its specification says."""
    height, width, channels = pixels.shape
    padded = np.zeros((height + 1, width + 1, channels), int)
    padded[1:, 1:] = pixels
    lines = b""
    for y in range(height):
        lines += bytes([filters[y]])
        for x in range(width):
            for c in range(channels):
                left, above = int(padded[y + 1, x, c]), int(padded[y, x + 1, c])
                corner = int(padded[y, x, c])
                distances = {
                    left: abs(above - corner),
                    above: abs(left - corner),
                    corner: abs(left + above - 2 * corner),
                }
                nearest = min((left, above, corner), key=distances.__getitem__)
                if distances[left] <= min(abs(left - corner), abs(left + above - 2 * corner)):
                    nearest = left
                guess = [0, left, above, (left + above) // 2, nearest][filters[y]]
                lines += bytes([(int(pixels[y, x, c]) - guess) % 256])
    colour = 6 if channels == 4 else 2
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    body = zlib.compress(lines)
    parts = [(b"IHDR", header), (b"IDAT", body[:9]), (b"IDAT", body[9:]), (b"IEND", b"")]
    return SIGNATURE + b"".join(chunk(kind, each) for kind, each in parts)


@pytest.mark.parametrize("filters", [[NONE] * 5, [SUB] * 5, [UP] * 5, [AVERAGE] * 5, [PAETH] * 5])
def test_each_filter_is_undone(filters: list[int]) -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (5, 7, 3), np.uint8)
    assert np.array_equal(read_png(write_png(pixels, filters)), pixels)


def test_lines_with_different_filters_and_transparency() -> None:
    pixels = np.random.default_rng(2).integers(0, 256, (5, 3, 4), np.uint8)
    pixels[:, :, 3] = 255
    pixels[0, 0] = (10, 20, 30, 0)
    seen = read_png(write_png(pixels, [PAETH, SUB, AVERAGE, UP, NONE]))
    assert seen[0, 0].tolist() == [255, 255, 255]
    assert np.array_equal(seen[1:], pixels[1:, :, :3])


def test_other_files_are_refused() -> None:
    with pytest.raises(ValueError, match="no PNG"):
        read_png(b"GIF89a")
    with pytest.raises(ValueError, match="another kind"):
        read_png(write_png(np.zeros((1, 1, 3), np.uint8), [0], depth=16))
