"""Catalogue sources (`.po`), read and compiled without any tool.

Only what our catalogues hold: ids, plural forms, strings on one line or several, comments.
"""

from __future__ import annotations

import ast
import re
import struct
from collections.abc import Iterator

_LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr|msgstr\[(\d)\])\s+)?(".*")')
_MAGIC = 0x950412DE
_HEAD = struct.Struct("<7I")


class BadSource(ValueError):
    """A line of a catalogue's source that cannot be read."""

    def __init__(self, number: int, line: str) -> None:
        super().__init__(f"line {number}: {line[:80]}")


def read_source(text: str) -> dict[str, list[str]]:
    """The texts of a source by id: one, or one for each plural form. The header's id is empty."""
    return {id: forms for id, _, forms in _entries(text)}


def compile_source(text: str) -> bytes:
    """A source as gettext reads it."""
    pairs = sorted(
        (
            (f"{id}\0{plural}" if plural else id).encode(),
            "\0".join(forms).encode(),
        )
        for id, plural, forms in _entries(text)
    )
    count = len(pairs)
    ids_at, texts_at = _HEAD.size, _HEAD.size + 8 * count
    start = texts_at + 8 * count
    tables: tuple[list[int], list[int]] = ([], [])
    body = b""
    for which in (0, 1):
        for pair in pairs:
            tables[which].extend((len(pair[which]), start + len(body)))
            body += pair[which] + b"\0"
    head = _HEAD.pack(_MAGIC, 0, count, ids_at, texts_at, 0, start)
    return head + struct.pack(f"<{4 * count}I", *tables[0], *tables[1]) + body


def _entries(text: str) -> Iterator[tuple[str, str, list[str]]]:
    """Id, plural id and texts of every entry."""
    id, plural, forms = "", "", list[str]()
    field = ""
    seen: set[str] = set()
    for number, line in enumerate([*text.splitlines(), 'msgid ""'], 1):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        match = _LINE.fullmatch(stripped)
        if match is None:
            raise BadSource(number, line)
        piece = _unquote(match[3], number)
        if match[1] == "msgid" and field.startswith("msgstr"):
            if id in seen:
                raise BadSource(number, f"{id} stands here twice")
            seen.add(id)
            yield id, plural, forms
            id, plural, forms = "", "", []
        field = match[1] or field
        if field == "msgid":
            id += piece
        elif field == "msgid_plural":
            plural += piece
        elif field.startswith("msgstr"):
            if match[1]:
                forms.append("")
            forms[-1] += piece
        else:
            raise BadSource(number, line)


def _unquote(quoted: str, number: int) -> str:
    try:
        return str(ast.literal_eval(quoted))
    except (SyntaxError, ValueError):
        raise BadSource(number, quoted) from None
