"""The house's typefaces: from npm packages to what pages, pictures and their lettering need.

Pages load WOFF2 files, each under an address that names its content. Pictures as PNG need the
same face as TTF, which is what a WOFF file holds, compressed. How wide each sign is stands in
`pictures/widths.json`, so that texts can be made to fit without the files:

    .venv/bin/python -m tools.typeface
"""

from __future__ import annotations

import hashlib
import json
import shutil
import struct
import sys
import zlib
from pathlib import Path

PACKAGES = Path("node_modules")
SANS = "@fontsource-variable/source-sans-3"
SERIF = "@fontsource/source-serif-4"
SUBSETS = ("latin", "latin-ext")
FACES = "faces.css"
FONTS = Path("fonts")
# Family, package, file name after its subset, style, weights.
LOADED = (
    ("Source Sans 3", SANS, "source-sans-3-{}-wght-normal", "normal", "200 900"),
    ("Source Sans 3", SANS, "source-sans-3-{}-wght-italic", "italic", "200 900"),
    ("Source Serif 4", SERIF, "source-serif-4-{}-400-normal", "normal", "400"),
    ("Source Serif 4", SERIF, "source-serif-4-{}-400-italic", "italic", "400"),
    ("Source Serif 4", SERIF, "source-serif-4-{}-700-normal", "normal", "700"),
    ("Source Serif 4", SERIF, "source-serif-4-{}-700-italic", "italic", "700"),
)
# What boards are lettered with.
DRAWN = tuple(f"source-serif-4-latin-{kind}" for kind in ("400-normal", "400-italic", "700-normal"))
WIDTHS = Path("quarterdeck/pictures/widths.json")


def place_fonts(work: Path, built: Path, drawn: Path) -> list[Path]:
    """Copy what pages load, with its style sheet and licences, and unpack what pictures need."""
    packages = work / PACKAGES
    shutil.rmtree(built / FONTS, ignore_errors=True)
    (built / FONTS).mkdir(parents=True)
    drawn.mkdir(parents=True, exist_ok=True)
    rules = []
    for family, package, name, style, weights in LOADED:
        ranges = json.loads((packages / package / "unicode.json").read_text(encoding="utf-8"))
        for subset in SUBSETS:
            file = f"{name.format(subset)}.woff2"
            whole = (packages / package / "files" / file).read_bytes()
            (built / FONTS / file).write_bytes(whole)
            address = f"{FONTS}/{file}?v={hashlib.sha256(whole).hexdigest()[:10]}"
            rules.append(
                f'@font-face {{ font-family: "{family}"; font-style: {style}; '
                f"font-weight: {weights}; font-display: swap; "
                f'src: url("{address}") format("woff2"); '
                f"unicode-range: {ranges[subset]}; }}\n"
            )
    for package in (SANS, SERIF):
        licence = f"LICENSE-{package.rpartition('/')[2]}.txt"
        shutil.copy(packages / package / "LICENSE", built / FONTS / licence)
    shutil.copy(packages / SERIF / "LICENSE", drawn / "LICENSE.txt")
    for name in DRAWN:
        packed = (packages / SERIF / "files" / f"{name}.woff").read_bytes()
        (drawn / f"{name}.ttf").write_bytes(unpack(packed))
    faces = built / FACES
    faces.write_text("".join(rules), encoding="ascii")
    return [faces]


def unpack(woff: bytes) -> bytes:
    """The TrueType file inside a WOFF file (version 1)."""
    signature, flavor, _, count = struct.unpack_from(">4sIIH", woff)
    if signature != b"wOFF":
        raise ValueError("this is no WOFF file")
    tables = []
    for number in range(count):
        tag, offset, packed, length, checksum = struct.unpack_from(
            ">4sIIII", woff, 44 + 20 * number
        )
        body = woff[offset : offset + packed]
        tables.append((tag, checksum, zlib.decompress(body) if packed < length else body))
    power = count.bit_length() - 1
    head = struct.pack(">IHHHH", flavor, count, 16 << power, power, 16 * count - (16 << power))
    at = 12 + 16 * count
    entries, bodies = b"", b""
    for tag, checksum, body in tables:
        entries += struct.pack(">4sIII", tag, checksum, at + len(bodies), len(body))
        bodies += body + bytes(-len(body) % 4)
    return head + entries + bodies


def measure(ttf: bytes) -> dict[str, float]:
    """How wide each sign of a TrueType file is, in ems."""
    count = struct.unpack_from(">H", ttf, 4)[0]
    tables = {}
    for number in range(count):
        tag, _, offset, _ = struct.unpack_from(">4sIII", ttf, 12 + 16 * number)
        tables[tag] = offset
    unit: int = struct.unpack_from(">H", ttf, tables[b"head"] + 18)[0]
    measured = struct.unpack_from(">H", ttf, tables[b"hhea"] + 34)[0]

    def advance(glyph: int) -> float:
        at = tables[b"hmtx"] + 4 * min(glyph, measured - 1)
        wide: int = struct.unpack_from(">H", ttf, at)[0]
        return wide / unit

    return {sign: advance(glyph) for sign, glyph in _glyphs(ttf, tables[b"cmap"]).items()}


def _glyphs(ttf: bytes, cmap: int) -> dict[str, int]:
    """Which glyph stands for each sign: the table of the Basic Multilingual Plane (format 4)."""
    for number in range(struct.unpack_from(">H", ttf, cmap + 2)[0]):
        offset = cmap + struct.unpack_from(">I", ttf, cmap + 8 + 8 * number)[0]
        if struct.unpack_from(">H", ttf, offset)[0] == 4:
            break
    else:
        raise ValueError("this face has no table of signs that we can read")
    twice = struct.unpack_from(">H", ttf, offset + 6)[0]
    found = {}
    for at in range(offset + 14, offset + 14 + twice, 2):
        end = struct.unpack_from(">H", ttf, at)[0]
        start = struct.unpack_from(">H", ttf, at + twice + 2)[0]
        delta = struct.unpack_from(">H", ttf, at + 2 * twice + 2)[0]
        place = at + 3 * twice + 2
        shift = struct.unpack_from(">H", ttf, place)[0]
        for code in range(start, min(end, 0xFFFE) + 1):
            glyph = code
            if shift:
                glyph = struct.unpack_from(">H", ttf, place + shift + 2 * (code - start))[0]
                if not glyph:
                    continue
            found[chr(code)] = (glyph + delta) % 65536
    return found


def widths(folder: Path) -> dict[str, float]:
    """The width of each sign in the widest cut of the face that boards are lettered with."""
    found: dict[str, float] = {}
    for name in DRAWN:
        for sign, width in measure((folder / f"{name}.ttf").read_bytes()).items():
            found[sign] = max(found.get(sign, 0.0), round(width, 3))
    return dict(sorted(found.items()))


def main() -> int:
    sources = Path(__file__).resolve().parents[1] / "src"
    table = widths(sources / "quarterdeck/pictures/built")
    text = json.dumps(table, ensure_ascii=True, indent=0)
    (sources / WIDTHS).write_text(text + "\n", encoding="ascii")
    print(f"{len(table)} signs measured")
    return 0


if __name__ == "__main__":
    sys.exit(main())
