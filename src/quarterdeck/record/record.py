"""The record of a game: how it was started, and every choice and outcome since, in notation."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from quarterdeck.kernel.errors import RecordError
from quarterdeck.kernel.messages import EVERYBODY, Message
from quarterdeck.kernel.position import NATURE
from quarterdeck.kernel.rules import AnyRules

HIDDEN = "?"
# How a choice was made if not by the player alone: by standing orders, or with a hint.
BY_ORDERS = "orders"
BY_HINT = "hint"
WAYS = (BY_ORDERS, BY_HINT)


@dataclass(frozen=True)
class Header:
    """What a game was started with.

    `bots`: for each seat the bot on it, as it is asked for, or nothing; empty if nobody knows.
    """

    game: str
    version: int
    seats: int
    options: dict[str, str]
    components: str
    names: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()


@dataclass(frozen=True)
class Entry:
    """One choice of a seat, or one outcome (seat NATURE) and who has seen it.

    `by` says how the choice was made, if not by the player alone: by their standing orders, or with
    a hint that they had asked for. `goes_on` says that it was made in one gesture with the seat's
    choice before it; files do not keep that.
    Nor do they keep `odds`: what chance was asked, see `record/odds.py`; nor `certainty`: how sure
    of winning the bot was that made the choice. Nobody may be told that before the game is over,
    for it follows from what the bot sees.
    """

    seat: int
    notation: str
    audience: int = EVERYBODY
    line: int = field(default=0, compare=False)
    by: str = field(default="", compare=False)
    goes_on: bool = field(default=False, compare=False)
    odds: str = field(default="", compare=False)
    certainty: float | None = field(default=None, compare=False)

    @property
    def is_chance(self) -> bool:
        return self.seat == NATURE

    @property
    def is_own(self) -> bool:
        """Whether the player chose, with a hint or without; not their standing orders."""
        return not self.is_chance and self.by != BY_ORDERS


@dataclass(frozen=True)
class Outcome:
    """How a game ended: points and ranks by seat."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]


@dataclass
class Record:
    """A game as it can be told, saved and replayed. A ply is one entry."""

    header: Header
    entries: list[Entry] = field(default_factory=list)
    digests: dict[int, str] = field(default_factory=dict)
    outcome: Outcome | None = None
    source: str = field(default="", compare=False)  # the file it was read from, if any

    @classmethod
    def begin(
        cls, rules: AnyRules, seats: int, options: dict[str, str], names: tuple[str, ...] = ()
    ) -> Record:
        digest = rules.component_digest
        return cls(Header(rules.id, rules.version, seats, dict(options), digest, names))

    @property
    def hinted(self) -> frozenset[int]:
        """The seats that chose with a hint, as far as they have not taken it back."""
        return frozenset(entry.seat for entry in self.entries if entry.by == BY_HINT)

    def until(self, ply: int) -> Record:
        """The record of the first `ply` entries."""
        if not 0 <= ply <= len(self.entries):
            raise RecordError(Message("qd.record.no_such_ply", ply=ply, last=len(self.entries)))
        return Record(
            self.header,
            self.entries[:ply],
            {at: digest for at, digest in self.digests.items() if at <= ply},
            self.outcome if ply == len(self.entries) else None,
            self.source,
        )

    def withdraw(self, ply: int) -> Entry:
        """Take back the entry at an index; what was noted about later plies goes with it."""
        entry = self.entries.pop(ply)
        self.digests = {at: digest for at, digest in self.digests.items() if at <= ply}
        self.outcome = None
        return entry

    def seen_by(self, viewer: int | None, open_choices: int = 0) -> Record:
        """The record as this viewer may have it: a seat, or None for a spectator.

        Outcomes shown to others are covered. The last `open_choices` entries were made in
        lanes that are still open: only the viewer's own are left in, and no digest, for its
        absence would tell of others' choices. Digests speak of the whole position, so they
        stay only if nothing was covered.
        """
        closed = len(self.entries) - open_choices
        kept = [
            entry if entry.audience in (EVERYBODY, viewer) else replace(entry, notation=HIDDEN)
            for entry in self.entries[:closed]
        ]
        covered = kept != self.entries[:closed]
        digests = {at: d for at, d in self.digests.items() if at <= closed and not covered}
        kept += [entry for entry in self.entries[closed:] if entry.seat == viewer]
        return Record(self.header, kept, digests, self.outcome, self.source)
