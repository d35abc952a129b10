"""Where in a study's file something stands, for whoever has to correct it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Any

from quarterdeck.kernel.errors import BadSetup, QuarterdeckError
from quarterdeck.kernel.messages import Message

Key = str | int
_WHERE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


class BadStudy(BadSetup):
    """A study that cannot be run: file, line and key, and what is wrong there."""


def complain(file: str, text: str, keys: Sequence[Key], why: Message) -> BadStudy:
    """What is wrong with the value at this place of a study."""
    line = find_line(text, keys)
    if not keys:
        return BadStudy(Message("qd.lab.error.at_line", file=file, line=line, why=why))
    return BadStudy(Message("qd.lab.error.at", file=file, line=line, key=write_keys(keys), why=why))


def complain_of_syntax(file: str, text: str, error: ValueError) -> BadStudy:
    """What is no TOML, with the place that the parser names."""
    said = str(error)
    where = _WHERE.search(said)
    line = int(where[1]) if where and where[1] else text.count("\n") + 1
    why = Message("qd.lab.error.not_toml", why=_WHERE.sub("", said))
    return BadStudy(Message("qd.lab.error.at_line", file=file, line=line, why=why))


def reason_of(error: QuarterdeckError) -> Message:
    """Why something was refused, without the name of a file made for the purpose."""
    problems = getattr(error, "problems", None)
    first: Message = problems[0] if problems else error.message
    return first


def write_keys(keys: Sequence[Key]) -> str:
    """A path of keys in one word: `block[1].vary.options.map[0]`."""
    said = ""
    for key in keys:
        if isinstance(key, int):
            said += f"[{key}]"
        else:
            name = key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else f'"{key}"'
            said += f".{name}" if said else name
    return said


def find_line(text: str, keys: Sequence[Key]) -> int:
    """The line on which a value begins, or what comes nearest to it.

    A file cut off after some line is TOML only where a statement ends, so the first such part that
    has the value ends with its statement.
    """
    for depth in range(len(keys), 0, -1):
        found = _find_exact(text, keys[:depth])
        if found:
            return found
    return 1


def _find_exact(text: str, keys: Sequence[Key]) -> int:
    lines = text.splitlines()
    begin = 0
    for end in range(1, len(lines) + 1):
        try:
            read = tomllib.loads("\n".join(lines[:end]))
        except ValueError:
            continue
        if _has(read, keys):
            while not lines[begin].strip() or lines[begin].lstrip().startswith("#"):
                begin += 1
            return begin + 1
        begin = end
    return 0


def _has(found: Any, keys: Sequence[Key]) -> bool:
    try:
        for key in keys:
            found = found[key]
    except (KeyError, IndexError, TypeError):
        return False
    return True
