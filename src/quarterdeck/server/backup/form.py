"""The form of a backup: gzip'd lines of JSON that neither kind of database is part of.

The first line is the header: schema, version, the keys the server signs with (cookies, and words to
push services), and for each table its columns and how many rows follow. Then one line per row,
table by table, as the database keeps the values. The last line is a checksum of all others.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from quarterdeck import __version__
from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.kernel.messages import Argument, Message

FORMAT = "quarterdeck-backup"
VERSION = 1
# Far more than any row has: what is longer is no backup of ours.
LONGEST_LINE = 16 * 1024 * 1024


class BackupError(QuarterdeckError):
    """A backup that cannot be taken, read or restored; nothing has changed."""

    def __init__(self, id: str, **arguments: Argument) -> None:
        super().__init__(Message(f"qd.server.backup.{id}", **arguments))


@dataclass(frozen=True)
class BackupPart:
    """One table of the database."""

    name: str
    columns: tuple[str, ...]
    rows: int


@dataclass(frozen=True)
class BackupHeader:
    """What a backup holds."""

    schema: str
    created: str
    parts: tuple[BackupPart, ...]
    key: bytes | None
    version: str = __version__
    push_key: bytes | None = None

    def rows(self, name: str) -> int:
        return next((part.rows for part in self.parts if part.name == name), 0)

    def dump(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "format_version": VERSION,
            "quarterdeck": self.version,
            "schema": self.schema,
            "created": self.created,
            "key": _text(self.key),
            "push_key": _text(self.push_key),
            "parts": [
                {"table": part.name, "columns": part.columns, "rows": part.rows}
                for part in self.parts
            ],
        }


def _text(key: bytes | None) -> str | None:
    return None if key is None else b64encode(key).decode()


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else b64decode(text, validate=True)


class BackupWriter:
    """Writes a backup line by line."""

    def __init__(self, file: BinaryIO) -> None:
        # No name and no time of its own: the same content gives the same bytes.
        self._zipped = gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0)
        self._digest = hashlib.sha256()

    def line(self, content: Any) -> None:
        data = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        self._digest.update(data)
        self._zipped.write(data)

    def close(self) -> None:
        self.line({"sha256": self._digest.hexdigest()})
        self._zipped.close()


def lines(file: Path) -> Iterator[Any]:
    """Header, rows and checksum of a backup; raises if it is damaged."""
    try:
        with gzip.open(file, "rb") as zipped:
            while line := zipped.readline(LONGEST_LINE):
                yield line
    except FileNotFoundError as error:
        raise BackupError("no_file", file=str(file)) from error
    except gzip.BadGzipFile as error:
        raise BackupError("no_backup", file=str(file)) from error
    except (EOFError, zlib.error) as error:
        raise BackupError("damaged", file=str(file)) from error
    except OSError as error:
        raise BackupError("unreadable", file=str(file), why=error.strerror or "-") from error


def rows(file: Path, header: BackupHeader) -> Iterator[tuple[BackupPart, list[Any]]]:
    """Every row of a backup that has been checked, with the table it belongs to."""
    found = lines(file)
    next(found)
    for part in header.parts:
        for _ in range(part.rows):
            yield part, json.loads(next(found))


def check(file: Path) -> BackupHeader:
    """Read a backup to its end: every row is there and as it was written."""
    digest = hashlib.sha256()
    found = lines(file)
    first = next(found, b"")
    header = _header(file, first)
    digest.update(first)
    for part in header.parts:
        for _ in range(part.rows):
            line = next(found, b"")
            row = _loads(line)
            if not isinstance(row, list) or len(row) != len(part.columns):
                raise BackupError("damaged", file=str(file))
            digest.update(line)
    if _loads(next(found, b"")) != {"sha256": digest.hexdigest()} or next(found, None) is not None:
        raise BackupError("damaged", file=str(file))
    return header


def _header(file: Path, line: bytes) -> BackupHeader:
    data = _loads(line)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BackupError("no_backup", file=str(file))
    if data.get("format_version") != VERSION:
        raise BackupError("newer", file=str(file), version=str(data.get("quarterdeck"))[:20])
    try:
        return BackupHeader(
            str(data["schema"]),
            str(data["created"]),
            tuple(
                BackupPart(p["table"], tuple(p["columns"]), int(p["rows"])) for p in data["parts"]
            ),
            _bytes(data["key"]),
            str(data["quarterdeck"]),
            # Servers of older versions had none
            _bytes(data.get("push_key")),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise BackupError("damaged", file=str(file)) from error


def _loads(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None
