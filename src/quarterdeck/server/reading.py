"""From a table's stored lines to its game: the same for the server and for `quarterdeck doctor`.

The stored row tells under which rules a table is played. A table is played on under these or not
at all: if this program has others, the lines are migrated, or the table is set aside. So is one
whose lines cannot be right. Nothing of what is set aside is deleted.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from quarterdeck import bots, games, record
from quarterdeck.game import DIGEST_EVERY, Game
from quarterdeck.kernel.errors import (
    QuarterdeckError,
    RecordError,
    RulesVersionMismatch,
    UnknownName,
)
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.plugins import NAME
from quarterdeck.kernel.position import NATURE
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.naming import distinct
from quarterdeck.record import WAYS, DamagedRecord, Entry, Header, Record, Telling
from quarterdeck.server.asked import write_asks
from quarterdeck.server.store.rows import (
    BOT,
    FINISHED,
    FORMER,
    GATHERING,
    OPEN,
    PERSON,
    EntryRow,
    SeatRow,
    Standing,
    TableRow,
)
from quarterdeck.server.store.sound import ill_typed, numbers
from quarterdeck.server.story import BACK, DEAL, PLAY, UNDO, Story

logger = logging.getLogger(__name__)

# `missing`: a package that adds a game or a bot was installed once, and is not now.
OTHER_RULES, MISSING, DAMAGED = "other_rules", "missing", "damaged"


@dataclass(frozen=True)
class Fault:
    """Why a table is set aside. `why` and `line` are for whoever runs the server."""

    kind: str
    why: Message
    line: int = 0

    @property
    def message(self) -> Message:
        """What its players are told; `why` might tell them what they may not know."""
        return Message(f"qd.server.aside.{self.kind}")


@dataclass(frozen=True)
class Migrated:
    """A table as it is to be stored under the present rules."""

    row: TableRow
    lines: tuple[EntryRow, ...]
    standing: Standing


@dataclass
class Reading:
    """What the stored lines of a table come to.

    `record` is what can be told of it, played on or not. With `migrated` the game is that of the
    new lines, which are not stored yet.
    """

    record: Record
    story: Story = field(default_factory=Story)
    game: Game | None = None
    fault: Fault | None = None
    migrated: Migrated | None = None


class _Bad(Exception):
    """Something in a table's rows cannot be right, or cannot be told any more."""

    def __init__(self, why: Message, line: int = 0, kind: str = DAMAGED) -> None:
        super().__init__(why)
        self.fault = Fault(kind, why, line)


def unmigrated(reading: Reading) -> Reading:
    """A table whose new lines cannot be stored, though nobody else has stored them."""
    why = Message("qd.record.bad_field", field="past_lines")
    return Reading(reading.record, fault=Fault(OTHER_RULES, why))


def standing_of(game: Game) -> Standing:
    """How a game stands; how many lines everybody counts is for its story to tell."""
    return Standing(tuple(game.actors), game.secret_choices, game.finished, asks=write_asks(game))


def line_of(ply: int, entry: Entry, created: float, **more: str | None) -> EntryRow:
    """An entry of a record as a line of a table's story."""
    return EntryRow(
        ply,
        DEAL if entry.is_chance else PLAY,
        entry.seat,
        entry.notation,
        entry.audience,
        created,
        by=entry.by or None,
        odds=entry.odds or None,
        certainty=entry.certainty,
        **more,
    )


def entry_of(row: EntryRow, goes_on: bool = False) -> Entry:
    by, odds = row.by or "", row.odds or ""
    certainty = row.certainty
    return Entry(row.seat, row.notation, row.audience, row.ply, by, goes_on, odds, certainty)


def header_of(row: TableRow, seats: Sequence[SeatRow]) -> Header:
    """What a table was started with, as its row tells it."""
    names = distinct(tuple(seat.name for seat in seats))
    return Header(row.game, row.rules, row.seats, dict(row.options), row.components, names)


def has_other_rules(row: TableRow) -> bool:
    """Whether a table was started under other rules than this program's."""
    if row.flaw or row.game not in games.PLUGINS:
        return False
    rules = games.load(row.game, row.components)
    return (row.rules, row.components) != (rules.version, rules.component_digest)


def read_table(row: TableRow, seats: Sequence[SeatRow], lines: Sequence[EntryRow]) -> Reading:
    """The game of a table that has started, or why there is none."""
    found = Reading(Record(header_of(row, seats), source=row.id))
    try:
        _check_row(row, seats)
        if row.status == GATHERING and lines:
            raise _Bad(Message("qd.record.bad_field", field="status"))
        missing = _find_missing(row, seats)
        if row.status == GATHERING:
            if missing is not None:
                raise missing
            return found
        known = row.game in games.PLUGINS
        rules = games.load(row.game, row.components) if known else None
        telling = Telling(found.record.header, row.id)
        found.record = telling.record
        _tell(found, telling, row, lines, rules)
        if missing is not None or rules is None:
            raise missing or _Bad(Message("qd.record.bad_field", field="game"))
        _play(found, telling, row, lines, rules)
    except _Bad as bad:
        found.fault = bad.fault
    except DamagedRecord as damage:
        found.fault = Fault(DAMAGED, damage.why, damage.line)
    except RecordError as error:
        found.fault = Fault(OTHER_RULES, error.message)
    except Exception as error:
        # Lines that the rules did not foresee at all
        why = Message("qd.record.unforeseen", why=f"{type(error).__name__}: {error}"[:200])
        found.fault = Fault(DAMAGED, why)
    return found


def _check_row(row: TableRow, seats: Sequence[SeatRow]) -> None:
    """Whether a table and its seats can be what they say."""
    for problem in _problems(row, seats):
        raise _Bad(problem)


def _problems(row: TableRow, seats: Sequence[SeatRow]) -> Iterator[Message]:
    if row.flaw:
        yield Message("qd.record.bad_field", field=row.flaw)
    elif not NAME.fullmatch(row.game):
        yield Message("qd.record.bad_field", field="game")
    if [seat.number for seat in seats] != list(range(row.seats)):
        yield Message("qd.record.bad_field", field="seats")
    for seat in seats:
        if seat.flaw:
            yield Message("qd.record.bad_field", field=f"seat {seat.number}: {seat.flaw}")
        elif seat.kind == OPEN and row.status != GATHERING:
            yield Message("qd.record.bad_field", field=f"seat {seat.number}: kind")
        elif seat.kind == BOT and not seat.bot:
            yield Message("qd.record.bad_field", field=f"seat {seat.number}: bot")
        elif seat.kind == PERSON and not seat.guest_id and seat.name != FORMER:
            yield Message("qd.record.bad_field", field=f"seat {seat.number}: guest")


def _find_missing(row: TableRow, seats: Sequence[SeatRow]) -> _Bad | None:
    """Why a table cannot be played now, though nothing is wrong with its rows."""
    try:
        games.load(row.game)
        if row.status != FINISHED:
            for bot in filter(None, (seat.player for seat in seats)):
                bots.parse(bot)
    except QuarterdeckError as error:
        return _Bad(error.message, kind=MISSING)
    return None


def _tell(
    found: Reading,
    telling: Telling,
    row: TableRow,
    lines: Sequence[EntryRow],
    rules: AnyRules | None,
) -> None:
    """What the lines tell: entries, and what was taken back of them."""
    for number, line in enumerate(lines, 1):
        flaw = ill_typed(line)
        if flaw:
            raise _Bad(Message("qd.record.bad_field", field=flaw), number)
        if line.ply != number:
            raise _Bad(Message("qd.record.lines_missing"), number)
        try:
            _tell_line(telling, line, found.story.goes_on(line), row, rules)
        except DamagedRecord:
            raise
        except RecordError as error:
            raise _Bad(error.message, number) from None
        found.story.add(line, len(telling.record.entries))
    if row.lines is not None and len(lines) < row.lines:
        raise _Bad(Message("qd.record.lines_missing"), len(lines) + 1)


def _tell_line(
    telling: Telling, line: EntryRow, goes_on: bool, row: TableRow, rules: AnyRules | None
) -> None:
    def refuse(name: str) -> RecordError:
        return RecordError(Message("qd.record.bad_field", field=name))

    if line.by not in (None, *WAYS):
        raise refuse("by")
    if line.certainty is not None and not 0 <= line.certainty <= 1:
        raise refuse("certainty")
    if line.kind == DEAL and line.seat == NATURE:
        telling.add(entry_of(line), line.digest)
    elif not 0 <= line.seat < row.seats:
        raise refuse("seat")
    elif line.kind == PLAY:
        telling.add(entry_of(line, goes_on), line.digest)
    elif line.kind == UNDO:
        telling.undo(line.ply, _index(line), line.seat)
    elif line.kind == BACK:
        index = _index(line)
        if not 0 <= index < len(telling.record.entries):
            raise refuse("back")
        if line.kept is None:
            kept: Sequence[int] | None = _find_kept(telling, index, row, rules)
        else:
            kept = numbers(line.kept)
        if kept is None:
            raise refuse("kept")
        telling.back(index, line.seat, kept)
    else:
        raise refuse("kind")


def _index(line: EntryRow) -> int:
    found = numbers(line.notation)
    if found is None or len(found) != 1:
        raise RecordError(Message("qd.record.bad_field", field="notation"))
    return found[0]


def _find_kept(
    telling: Telling, index: int, row: TableRow, rules: AnyRules | None
) -> Sequence[int]:
    """What stayed when a table went back, if nobody wrote it down: only a replay can tell."""
    entries = telling.record.entries
    if all(entry.seat in (entries[index].seat, NATURE) for entry in entries[index:]):
        return ()
    if rules is None:
        raise _Bad(UnknownName("game", row.game, list(games.PLUGINS.names())).message, 0, MISSING)
    if has_other_rules(row):
        raise _Bad(RulesVersionMismatch(row.game, row.rules, rules.version).message, 0, OTHER_RULES)
    return Game(rules, telling.record.until(len(entries)), None).unaffected(index)


def _play(
    found: Reading,
    telling: Telling,
    row: TableRow,
    lines: Sequence[EntryRow],
    rules: AnyRules,
) -> None:
    """Replay what was told, under the rules of the table's row or those it can be migrated to."""
    if has_other_rules(row):
        found.game = Game(rules, _migrated(telling.record, rules), None)
        found.migrated = _to_store(row, lines, found.game)
    else:
        found.game = Game.from_telling(rules, telling)
    if row.status == FINISHED and not found.game.finished:
        found.game = found.migrated = None
        raise _Bad(Message("qd.record.lines_missing"), len(lines) + 1)
    found.story.settle(found.game)


def _migrated(old: Record, rules: AnyRules) -> Record:
    """The record under the present rules; raises RecordError if that cannot be, or not be sure."""
    try:
        moved = record.migrate(old, rules)
        record.verify(moved, rules)
    except DamagedRecord as damage:
        raise RecordError(damage.message) from damage
    except QuarterdeckError:
        raise
    except Exception as error:
        # A migration that fails is as good as none
        logger.exception("%s cannot be migrated", old.source)
        raise RecordError(Message("qd.record.unforeseen", why=str(error)[:200])) from error
    return moved


def _to_store(row: TableRow, lines: Sequence[EntryRow], game: Game) -> Migrated:
    """The lines of a migrated record, as if it had been played under the present rules.

    Entries that came from a line keep its key, so that a request which is repeated is recognized.
    """
    header = game.record.header
    before = {line.ply: line for line in lines}
    digests = {
        ply: position.digest()
        for ply, position in enumerate(record.positions(game.record, game.rules))
        if ply and (ply % DIGEST_EVERY == 0 or position.finished)
    }
    stored: list[EntryRow] = []
    used: set[str] = set()
    for ply, entry in enumerate(game.record.entries, 1):
        origin = before.get(entry.line)
        made = line_of(ply, entry, row.changed, digest=digests.get(ply))
        if origin is not None:
            made = replace(made, created=origin.created)
            if origin.key is not None and origin.key not in used:
                used.add(origin.key)
                made = replace(made, key=origin.key, asked=origin.asked)
        stored.append(made)
    new = replace(row, rules=header.version, components=header.components)
    standing = replace(standing_of(game), public=len(stored) - game.secret_choices)
    return Migrated(new, tuple(stored), standing)
