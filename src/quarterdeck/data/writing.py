"""Data files: written as a stream of whole games, and in their place only once complete."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from quarterdeck.data.decisions import Decisions, Ending, Origin, tell_who_decided
from quarterdeck.data.schema import OBSERVATION, OPTION
from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules

# So many bytes of observations make a group of rows: that much is in memory, and one game more.
GROUP_BYTES = 16 * 2**20
# Rows of a group where a game has no observations.
GROUP_ROWS = 50_000
# Ends the name of a file that is not complete.
PART = ".part"


class CannotWrite(QuarterdeckError):
    """A data file that cannot be written where it was asked for."""


class GameTable:
    """A Parquet file of decisions that grows game by game; a group of rows holds whole games."""

    def __init__(self, file: BinaryIO, schema: pa.Schema, rules: AnyRules) -> None:
        self._schema = schema
        self._writer = pq.ParquetWriter(file, schema, compression="zstd")
        self._most = GROUP_ROWS
        if rules.features is not None:
            self._most = max(1, GROUP_BYTES // (4 * len(rules.features)))
        self._waiting: list[pa.RecordBatch] = []
        # Rows that are not written yet, and all of them
        self.waiting = 0
        self.rows = 0
        self.games = 0

    def add(self, decisions: Decisions, origin: Origin, ending: Ending) -> None:
        """Add a finished game."""
        self.games += 1
        if not len(decisions):
            return
        self._waiting.append(_to_batch(self._schema, decisions, origin, ending))
        self.waiting += len(decisions)
        self.rows += len(decisions)
        if self.waiting >= self._most:
            self._flush()

    def _flush(self) -> None:
        if self._waiting:
            whole = pa.Table.from_batches(self._waiting, self._schema)
            self._writer.write_table(whole, row_group_size=self.waiting)
            self._waiting.clear()
            self.waiting = 0

    def __enter__(self) -> GameTable:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self._flush()
        self._writer.close()


def _to_batch(
    schema: pa.Schema, noted: Decisions, origin: Origin, ending: Ending
) -> pa.RecordBatch:
    rules = noted.rules
    count = len(noted)
    seats = np.frombuffer(noted.seats, np.int32)
    players = [origin.players[seat] for seat in noted.seats]
    shares = [ending.find_share(seat) for seat in range(len(ending.ranks))]
    same = {
        "game_id": noted.make_id(len(ending.ranks), origin.options),
        "game_number": origin.number,
        "game": rules.id,
        "rules_version": rules.version,
        "recorded_version": origin.recorded_version,
        "components": rules.component_digest,
        "seats": len(ending.ranks),
        "source": origin.source,
        "scores": list(ending.scores),
        "ranks": list(ending.ranks),
        **{OPTION + option.id: origin.options[option.id] for option in rules.options},
    }
    each: dict[str, Any] = {
        "ply": np.frombuffer(noted.plies, np.int32),
        "round": np.frombuffer(noted.rounds, np.int32),
        "seat": seats,
        "decided_by": [
            tell_who_decided(player, way) for player, way in zip(players, noted.ways, strict=True)
        ],
        "bot": [player.bot for player in players],
        "name": [player.name for player in players],
        "notation": noted.notations,
        "code": np.frombuffer(noted.codes, np.int32),
        "rank": np.array(ending.ranks, np.int8)[seats],
        "win_share": np.array(shares, np.float32)[seats],
    }
    columns = []
    for field in schema:
        if field.name in same:
            columns.append(pa.array([same[field.name]] * count, field.type))
        elif field.name == "legal":
            ends = pa.array(np.frombuffer(noted.legal_ends, np.int32))
            codes = pa.array(np.frombuffer(noted.legal, np.int32))
            columns.append(pa.ListArray.from_arrays(ends, codes, type=field.type))
        elif field.name == OBSERVATION:
            numbers = pa.array(np.frombuffer(noted.numbers, np.float32))
            columns.append(pa.FixedSizeListArray.from_arrays(numbers, type=field.type))
        else:
            columns.append(pa.array(each[field.name], field.type))
    return pa.RecordBatch.from_arrays(columns, schema=schema)


@contextmanager
def draft(path: Path, force: bool = False) -> Iterator[BinaryIO]:
    """A file that takes its name only when it is complete, and is gone if that never happens."""
    check_place(path, force)
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}{PART}")
    try:
        try:
            with part.open("xb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            check_place(path, force)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise _unwritable(path, error) from error


def check_place(path: Path, force: bool) -> None:
    """Raises CannotWrite unless a file may be written there; only a file may be written over."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        if not path.parent.is_dir():
            raise CannotWrite(Message("qd.data.no_folder", folder=str(path.parent))) from None
        return
    except OSError as error:
        raise _unwritable(path, error) from error
    if not stat.S_ISREG(found.st_mode):
        raise CannotWrite(Message("qd.data.no_plain_file", file=str(path)))
    if not force:
        raise CannotWrite(Message("qd.data.file_exists", file=str(path)))


def _unwritable(path: Path, error: OSError) -> CannotWrite:
    why = error.strerror or str(error)
    return CannotWrite(Message("qd.data.unwritable", file=str(path), why=why))
