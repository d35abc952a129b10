"""From records to the rows of a data file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from quarterdeck import record
from quarterdeck.data.decisions import Decisions, Ending, Origin, Player, players_of
from quarterdeck.kernel.errors import (
    BadNotation,
    BadSetup,
    QuarterdeckError,
    RecordError,
)
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.record import Entry, Record

# A header is shorter than this.
LONGEST_HEADER = 100_000


@dataclass(frozen=True)
class PlayedGame:
    """A finished game whose decisions have been noted."""

    decisions: Decisions
    origin: Origin
    ending: Ending


class Unfinished(RecordError):
    """A record that is in order as far as it goes."""


def list_records(given: Iterable[Path]) -> list[Path]:
    """The files themselves, and those that end in .jsonl in the folders among them."""
    found: list[Path] = []
    for path in given:
        found += sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    return found


def find_games(files: Iterable[Path]) -> set[str]:
    """The games that records are of, by their first lines; those that cannot be read are left to
    whoever reads them whole."""
    found = set()
    for file in files:
        try:
            with file.open("rb") as opened:
                first = opened.readline(LONGEST_HEADER).decode("utf-8", errors="surrogateescape")
            found.add(record.parse(first, str(file)).header.game)
        except (OSError, QuarterdeckError):
            continue
    return found


def choose_game(found: Iterable[str], wanted: str | None) -> str:
    """The one game of a file; raises BadSetup if there are several to choose from, or none."""
    games = sorted(found)
    if wanted is not None:
        return wanted
    if len(games) > 1:
        raise BadSetup(Message("qd.data.several_games", games=", ".join(games)))
    if not games:
        raise BadSetup(Message("qd.data.nothing"))
    return games[0]


def read_record(
    file: Path, rules: AnyRules, number: int, with_names: bool, with_its_box: bool = True
) -> PlayedGame | None:
    """The game in a file; None if it is another one. Raises RecordError.

    `with_its_box`: with the component values its header names, if the game ever came with them;
    otherwise with those of `rules`, and no others will do.
    """
    found = record.read(file)
    header = found.header
    if header.game != rules.id:
        return None
    if with_its_box:
        rules = rules.with_box(header.components)
    # How many there cannot be is told by the replay
    seats = header.seats if header.seats in rules.seats else 0
    players = players_of(header.bots, header.names, seats, with_names)
    source = str(file) if with_names else None
    return replay_game(found, rules, number, players, source, header.version)


def replay_game(
    found: Record,
    rules: AnyRules,
    number: int,
    players: tuple[Player, ...],
    source: str | None,
    recorded_version: int,
) -> PlayedGame:
    """Replay a record under the present rules and note its decisions.

    Raises RecordError if it is damaged, of other rules or components, or Unfinished.
    """
    try:
        played = record.migrate(found, rules)
        decisions, ending = _replay(played, rules)
        _, options = rules.checked_setup(played.header.seats, played.header.options)
    except QuarterdeckError:
        raise
    except Exception as error:
        # Lines that the rules did not foresee at all
        why = Message("qd.record.unforeseen", why=f"{type(error).__name__}: {error}"[:200])
        raise RecordError(why) from error
    origin = Origin(number, players, options, recorded_version, source)
    return PlayedGame(decisions, origin, ending)


def _replay(played: Record, rules: AnyRules) -> tuple[Decisions, Ending]:
    decisions = Decisions(rules)
    for ply, position in enumerate(record.positions(played, rules)):
        if ply == len(played.entries):
            break
        entry = played.entries[ply]
        code = _find_code(entry, position, rules)
        if code is not None:
            decisions.note(position, entry.seat, code, entry.by)
    if not position.finished:
        raise Unfinished(Message("qd.data.not_over"))
    return decisions, Ending(tuple(position.scores), tuple(rules.final_ranks(position)))


def _find_code(entry: Entry, position: Position, rules: AnyRules) -> int | None:
    """The code of an entry; None if it does not fit: the replay tells why, and in which line."""
    space = rules.outcome_space if entry.is_chance else rules.space
    try:
        code = space.parse(entry.notation)
    except BadNotation:
        return None
    if entry.is_chance:
        return code
    fits = entry.seat in position.actors() and code in position.legal(entry.seat)
    return code if fits else None
