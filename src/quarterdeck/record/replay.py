"""From a record back to positions: replay, verification, migration between rules versions."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

from quarterdeck.kernel.errors import (
    BadNotation,
    BadSetup,
    IllegalAction,
    NotYourTurn,
    RecordError,
    RulesVersionMismatch,
    UnknownName,
)
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import NO_SUCH_OUTCOME, Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.record.jsonl import DamagedRecord
from quarterdeck.record.migrations import MIGRATIONS
from quarterdeck.record.record import Entry, Outcome, Record

HEADER_LINE = 1


def migrate(record: Record, rules: AnyRules) -> Record:
    """The record under the present rules version; raises if no migration leads there."""
    while record.header.version != rules.version:
        step = MIGRATIONS.get((rules.id, record.header.version))
        if step is None or record.header.version > rules.version:
            raise RulesVersionMismatch(rules.id, record.header.version, rules.version)
        record = step(record)
    return record


def start(record: Record, rules: AnyRules) -> Position:
    """The position a record starts from; raises if it was made under other conditions."""
    header = record.header
    if header.game != rules.id:
        raise RecordError(Message("qd.record.other_game", found=header.game, wanted=rules.id))
    if header.version != rules.version:
        raise RulesVersionMismatch(rules.id, header.version, rules.version)
    if header.components != rules.component_digest:
        raise RecordError(Message("qd.record.other_components", found=header.components))
    try:
        position: Position = rules.start(header.seats, header.options)
    except (BadSetup, UnknownName) as error:
        raise DamagedRecord(_source(record), HEADER_LINE, error.message, None) from error
    return position


def apply(position: Position, rules: AnyRules, entry: Entry, code: int | None = None) -> None:
    """Carry out one entry; raises, and changes nothing, if it does not fit.

    Whoever knows the code of its notation already need not have it parsed again.
    """
    if code is None:
        space = rules.outcome_space if entry.is_chance else rules.space
        code = space.parse(entry.notation)
    if entry.is_chance:
        if position.chance and all(code != possible for possible, _ in position.outcomes()):
            raise IllegalAction(entry.notation, NO_SUCH_OUTCOME)
        position.deal(code)
    else:
        position.play(entry.seat, code)


def follow(record: Record, ply: int, position: Position, rules: AnyRules) -> None:
    """Carry out the entry that leads to a ply; raises DamagedRecord if it does not fit."""
    entry = record.entries[ply - 1]
    try:
        if entry.is_chance and position.chance and entry.audience != position.audience():
            raise RecordError(Message("qd.record.bad_field", field="for"))
        apply(position, rules, entry)
    except (IllegalAction, NotYourTurn, BadNotation, RecordError) as error:
        raise DamagedRecord(
            _source(record), entry.line, error.message, record.until(ply - 1)
        ) from error


def check(record: Record, ply: int, position: Position) -> None:
    """Raises DamagedRecord if the digest or the result that was noted after a ply differs."""
    noted = record.digests.get(ply)
    if noted is not None and noted != position.digest():
        raise _wrong_digest(record, ply)
    if ply == len(record.entries) and record.outcome is not None:
        found = Outcome(tuple(position.scores), tuple(position.ranks))
        if not position.finished or found != record.outcome:
            line = _line_after(record, ply) + (ply in record.digests)
            why = Message("qd.record.result_differs")
            raise DamagedRecord(_source(record), line, why, replace(record, outcome=None))


def positions(record: Record, rules: AnyRules) -> Iterator[Position]:
    """The same position, moving through every ply from 0 to the end.

    Raises DamagedRecord at an entry that does not fit, or a digest or result that differs.
    """
    position = start(record, rules)
    for ply in range(len(record.entries) + 1):
        if ply:
            follow(record, ply, position, rules)
        check(record, ply, position)
        yield position


def replay(record: Record, rules: AnyRules, ply: int | None = None) -> Position:
    """The position after `ply` entries (all of them by default)."""
    wanted = record if ply is None else record.until(ply)
    (last,) = deque(positions(wanted, rules), maxlen=1)
    return last


def verify(record: Record, rules: AnyRules) -> Position:
    """Replay everything and compare digests and result; gives the last position."""
    return replay(record, rules)


def salvage(record: Record, rules: AnyRules) -> Record:
    """The longest beginning of a record that can be played under the rules."""
    try:
        verify(record, rules)
    except DamagedRecord as damage:
        if damage.salvage is None:
            raise
        return damage.salvage
    return record


def _wrong_digest(record: Record, ply: int) -> DamagedRecord:
    # It spoils everything since the last good one: nobody knows which entry lies.
    good = [at for at in record.digests if at < ply]
    sound = replace(record.until(max(good, default=0)), outcome=None)
    sound.digests = {at: record.digests[at] for at in good}
    why = Message("qd.record.digest_differs", ply=ply)
    return DamagedRecord(_source(record), _line_after(record, ply), why, sound)


def _line_after(record: Record, ply: int) -> int:
    """The line that follows entry `ply`: a digest is always noted at once."""
    return 1 + (record.entries[ply - 1].line if ply else HEADER_LINE)


def _source(record: Record) -> str:
    return record.source or record.header.game
