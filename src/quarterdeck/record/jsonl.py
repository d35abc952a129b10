"""Records as JSON Lines: one header, then a line per entry, readable and append-only.

    {"quarterdeck": 1, "game": "salty_ocean", "rules": 1, "seats": 2, ...}
    {"deal": "first_player 0"}
    {"seat": 0, "play": "saline"}
    {"seat": 1, "play": "man 2", "by": "orders"}   chosen by standing orders
    {"seat": 0, "play": "trade", "by": "hint"}     chosen with a hint
    {"undo": 1}                          the entry with this index is taken back
    {"digest": "5f0c...", "ply": 20}     fingerprint of the position after 20 entries
    {"result": {"scores": [...], "ranks": [...]}, "ply": 84}

A file that was cut off or damaged is refused with the line at fault; the error carries what
can be saved.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from os import SEEK_END
from pathlib import Path
from typing import Any

from quarterdeck.kernel.errors import RecordError
from quarterdeck.kernel.messages import EVERYBODY, Message
from quarterdeck.kernel.position import NATURE
from quarterdeck.record.record import WAYS, Entry, Header, Outcome, Record

FORMAT = 1


class DamagedRecord(RecordError):
    """A record that breaks off: the line at fault, what is wrong, and what can be saved."""

    def __init__(self, source: str, line: int, why: Message, salvage: Record | None) -> None:
        plies = len(salvage.entries) if salvage else 0
        super().__init__(
            Message("qd.record.damaged", source=source, line=line, why=why, count=plies)
        )
        self.line = line
        self.why = why
        self.salvage = salvage


# Writing


def header_line(header: Header) -> str:
    return _line(
        {
            "quarterdeck": FORMAT,
            "game": header.game,
            "rules": header.version,
            "seats": header.seats,
            "options": header.options,
            "components": header.components,
            "names": list(header.names),
            **({"bots": list(header.bots)} if any(header.bots) else {}),
        }
    )


def entry_line(entry: Entry) -> str:
    if not entry.is_chance:
        by = {"by": entry.by} if entry.by else {}
        return _line({"seat": entry.seat, "play": entry.notation, **by})
    if entry.audience == EVERYBODY:
        return _line({"deal": entry.notation})
    return _line({"deal": entry.notation, "for": entry.audience})


def undo_line(ply: int) -> str:
    return _line({"undo": ply})


def digest_line(ply: int, digest: str) -> str:
    return _line({"digest": digest, "ply": ply})


def outcome_line(ply: int, outcome: Outcome) -> str:
    result = {"scores": list(outcome.scores), "ranks": list(outcome.ranks)}
    return _line({"result": result, "ply": ply})


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False) + "\n"


def lines(record: Record) -> Iterator[str]:
    """The record as lines of text."""
    yield header_line(record.header)
    for ply, entry in enumerate(record.entries):
        if ply in record.digests:
            yield digest_line(ply, record.digests[ply])
        yield entry_line(entry)
    last = len(record.entries)
    if last in record.digests:
        yield digest_line(last, record.digests[last])
    if record.outcome:
        yield outcome_line(last, record.outcome)


def write(record: Record, path: Path) -> None:
    """Write a record whole, replacing the file only once everything is on disk."""
    draft = path.with_name(path.name + ".part")
    try:
        with draft.open("w", encoding="utf-8") as file:
            file.writelines(lines(record))
        draft.replace(path)
    except (OSError, ValueError) as error:
        with suppress(OSError, ValueError):
            draft.unlink()
        raise _unwritable(path, error) from error


class Journal:
    """A record file that grows with the game: each line is on disk before play goes on."""

    def __init__(self, path: Path, record: Record) -> None:
        write(record, path)
        self.path = path

    def append(self, line: str) -> None:
        # Opened for every line: there is nothing to close, and a file that was written anew
        # in the meantime (by `write`) is the one that grows.
        try:
            with self.path.open("r+", encoding="utf-8") as file:
                file.seek(0, SEEK_END)
                file.write(line)
        except OSError as error:
            raise _unwritable(self.path, error) from error


def _unwritable(path: Path, error: OSError | ValueError) -> RecordError:
    why = getattr(error, "strerror", None) or str(error)
    return RecordError(Message("qd.record.unwritable", source=str(path), why=why))


# Reading


def read(path: Path) -> Record:
    """The record in a file; raises RecordError, or DamagedRecord with what can be saved."""
    try:
        text = path.read_bytes().decode("utf-8", errors="surrogateescape")
    except OSError as error:
        raise RecordError(
            Message("qd.record.unreadable", source=str(path), why=error.strerror or str(error))
        ) from error
    return parse(text, str(path))


def parse(text: str, source: str = "record") -> Record:
    """The record in a text of JSON Lines."""
    rows = text.split("\n")
    complete = rows.pop() == ""
    if not rows and complete:
        raise DamagedRecord(source, 1, Message("qd.record.empty"), None)
    if not complete:
        raise _cut_off(text, source)
    return _collect(rows, source)


def _cut_off(text: str, source: str) -> DamagedRecord:
    """The last line has no end: it may be half a line, so it does not count."""
    rows = text.split("\n")
    try:
        salvage = _collect(rows[:-1], source) if len(rows) > 1 else None
    except DamagedRecord as earlier:
        return earlier
    return DamagedRecord(source, len(rows), Message("qd.record.cut_off"), salvage)


def _collect(rows: Iterable[str], source: str) -> Record:
    record: Record | None = None
    for number, row in enumerate(rows, 1):
        try:
            data = _object(row)
            if record is None:
                record = Record(_header(data), source=source)
            else:
                _add(record, data, number)
        except _Fault as fault:
            if record is not None and fault.why.id == "qd.record.lines_missing":
                # Nobody knows where: only what the last digest vouches for is whole.
                record = record.until(max(record.digests, default=0))
            raise DamagedRecord(source, number, fault.why, record) from None
    assert record is not None
    return record


class _Fault(Exception):
    def __init__(self, id: str, **arguments: str) -> None:
        super().__init__(id)
        self.why = Message(id, **arguments)


def _object(row: str) -> dict[str, Any]:
    try:
        data = json.loads(row)
        # Bytes that are no UTF-8, or half a surrogate pair: no text that could be written again
        row.encode()
        if "\\u" in row:
            json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise _Fault("qd.record.not_json") from None
    if not isinstance(data, dict):
        raise _Fault("qd.record.not_json")
    return data


def _typed(data: dict[str, Any], key: str, kind: type) -> Any:
    value = data.get(key)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise _Fault("qd.record.bad_field", field=key)
    return value


def _numbers(data: dict[str, Any], key: str) -> tuple[int, ...]:
    values = _typed(data, key, list)
    if not all(isinstance(v, int) and not isinstance(v, bool) for v in values):
        raise _Fault("qd.record.bad_field", field=key)
    return tuple(values)


def _header(data: dict[str, Any]) -> Header:
    if data.get("quarterdeck") != FORMAT:
        raise _Fault("qd.record.no_header")
    options = _typed(data, "options", dict)
    names, bots = data.get("names", []), data.get("bots", [])
    if not all(isinstance(value, str) for value in options.values()):
        raise _Fault("qd.record.bad_field", field="options")
    for field, listed in (("names", names), ("bots", bots)):
        if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
            raise _Fault("qd.record.bad_field", field=field)
    return Header(
        game=_typed(data, "game", str),
        version=_typed(data, "rules", int),
        seats=_typed(data, "seats", int),
        options=options,
        components=_typed(data, "components", str),
        names=tuple(names),
        bots=tuple(bots),
    )


def _add(record: Record, data: dict[str, Any], line: int) -> None:
    if record.outcome is not None and "undo" not in data:
        raise _Fault("qd.record.after_result")
    if "play" in data:
        seat = _typed(data, "seat", int)
        if seat < 0:
            raise _Fault("qd.record.bad_field", field="seat")
        by = _typed(data, "by", str) if "by" in data else ""
        if "by" in data and by not in WAYS:
            raise _Fault("qd.record.bad_field", field="by")
        record.entries.append(Entry(seat, _typed(data, "play", str), EVERYBODY, line, by))
    elif "deal" in data:
        audience = _typed(data, "for", int) if "for" in data else EVERYBODY
        record.entries.append(Entry(NATURE, _typed(data, "deal", str), audience, line))
    elif "undo" in data:
        ply = _typed(data, "undo", int)
        if not 0 <= ply < len(record.entries):
            raise _Fault("qd.record.bad_field", field="undo")
        record.withdraw(ply)
    elif "digest" in data:
        _same_ply(record, data)
        record.digests[len(record.entries)] = _typed(data, "digest", str)
    elif "result" in data:
        _same_ply(record, data)
        result = _typed(data, "result", dict)
        record.outcome = Outcome(_numbers(result, "scores"), _numbers(result, "ranks"))
    else:
        raise _Fault("qd.record.unknown_line")


def _same_ply(record: Record, data: dict[str, Any]) -> None:
    if _typed(data, "ply", int) != len(record.entries):
        raise _Fault("qd.record.lines_missing")
