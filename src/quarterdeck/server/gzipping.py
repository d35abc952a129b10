"""Gzip for answers and streams, in pieces that know nothing of each other.

A compressed answer is the shorter the more its pieces resemble each other. So whoever chooses one
piece of it and sees how long it is, even encrypted, can guess the others (this is the BREACH
attack). Therefore what others may choose (`APART`) is compressed by itself, as if the rest of the
answer did not exist: nothing refers back across a full flush, and every piece has codes of its own.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator

# By measurement (docs/load.md): most of what there is to gain, for half the time of level 6.
LEVEL = 4
# What is compressed once and sent often.
BEST = 9
# Shorter answers fit into one packet anyway.
SHORTEST = 1000
# Shorter pieces of a stream are not worth the processor's while.
SHORT = 200

_RAW, _GZIP = -zlib.MAX_WBITS, 16 + zlib.MAX_WBITS
_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
_LAST_BLOCK = b"\x03\x00"
_LONGEST_STORED = 0xFFFF

# What others may choose, as it stands in a page: what is said and by whom, who watches, what an
# address or a refusal repeats, the tables in the lobby, and
# what friends are called. The templates escape everything in
# between, so nobody can end such a piece before its end.
APART = (
    ('<ol class="chat"', "</ol>"),
    ('<ul class="spectators"', "</ul>"),
    ('<input type="hidden" name="back"', ">"),
    ('<p class="notice"', "</p>"),
    ('<section class="list', "</section>"),
    ('<ul class="own-list"', "</ul>"),
)


def accepts_gzip(accepted: str) -> bool:
    """Whether somebody who sends this header `Accept-Encoding` can read gzip, and wants to."""
    found: dict[str, bool] = {}
    for part in accepted.lower().split(","):
        coding, *parameters = part.split(";")
        values = [p.partition("=")[2] for p in parameters if p.partition("=")[0].strip() == "q"]
        found[coding.strip()] = not values or not re.fullmatch(r"\s*0(\.0*)?\s*", values[0])
    return found.get("gzip", found.get("x-gzip", found.get("*", False)))


def weaken(etag: str) -> str:
    """The mark of the same content in other bytes."""
    return etag if etag.startswith("W/") else f"W/{etag}"


def _as_bytes(quote: str) -> tuple[tuple[bytes, bytes], ...]:
    return tuple((begin.replace('"', quote).encode(), end.encode()) for begin, end in APART)


_IN_HTML, _IN_JSON = _as_bytes('"'), _as_bytes('\\"')


def cut(page: bytes, in_json: bool = False) -> Iterator[tuple[bytes, bool]]:
    """A page in pieces, each with whether others may choose what stands in it."""
    done = 0
    for start, end in sorted(_apart(page, _IN_JSON if in_json else _IN_HTML)):
        if start < done:
            # It lies within the piece before
            continue
        if done < start:
            yield page[done:start], False
        yield page[start:end], True
        done = end
    if done < len(page):
        yield page[done:], False


def _apart(page: bytes, marks: tuple[tuple[bytes, bytes], ...]) -> Iterator[tuple[int, int]]:
    for begin, end in marks:
        start = page.find(begin)
        while start >= 0:
            found = page.find(end, start)
            stop = len(page) if found < 0 else found + len(end)
            yield start, stop
            start = page.find(begin, stop)


def pack(body: bytes, level: int = LEVEL) -> bytes:
    """A whole answer."""
    packer = zlib.compressobj(level, zlib.DEFLATED, _GZIP)
    packed = [packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH) for piece, _ in cut(body)]
    return b"".join([*packed, packer.flush()])


class Stream:
    """A stream of events: each can be read as soon as it arrives, and none refers to another.

    Nothing is kept between two events: a compressor of its own would cost every stream 256 kB.
    """

    def __init__(self) -> None:
        self._begun = False
        self._checksum = 0
        self._length = 0

    def pack(self, event: bytes) -> bytes:
        self._checksum = zlib.crc32(event, self._checksum)
        self._length += len(event)
        packed = [b"" if self._begun else _HEAD]
        self._begun = True
        packed += [_pack(piece) for piece, _ in cut(event, in_json=True)]
        return b"".join(packed)

    def end(self) -> bytes:
        tail = struct.pack("<LL", self._checksum, self._length & 0xFFFFFFFF)
        return (b"" if self._begun else _HEAD) + _LAST_BLOCK + tail


def _pack(piece: bytes) -> bytes:
    """A piece of a stream, as blocks that end with a whole byte."""
    if len(piece) < SHORT:
        return b"\x00" + struct.pack("<HH", len(piece), _LONGEST_STORED - len(piece)) + piece
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, _RAW)
    return packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)
