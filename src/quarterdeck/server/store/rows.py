"""What the store hands out: frozen rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from quarterdeck.bots import DEFAULT

OPEN, PERSON, BOT = "open", "person", "bot"
GATHERING, RUNNING, FINISHED = "gathering", "running", "finished"
# Who may speak at a table, and what its host may do to a spectator.
EVERYBODY, PLAYERS, NOBODY = "everybody", "players", "nobody"
MUTED, REMOVED = "muted", "removed"
# The flaw of a seat whose number is not its place: nobody can tell whose it is.
MISPLACED = "number"


@dataclass(frozen=True)
class Guest:
    id: str
    name: str


@dataclass(frozen=True)
class SessionRow:
    """A device on which a guest is signed in, and when it was last used, to the day."""

    id: str
    guest: Guest
    seen: float


@dataclass(frozen=True)
class DeviceRow:
    """A device on which somebody is signed in, as they are told of it; its session is secret."""

    id: str = field(repr=False)
    device: str
    created: float
    seen: float


@dataclass(frozen=True)
class PasskeyRow:
    """A passkey. `count` is how often it says it was used, `rp_id` the host it was made for."""

    id: str
    guest_id: str
    credential: str
    public_key: str
    rp_id: str
    count: int
    transports: tuple[str, ...]
    synced: bool
    name: str
    created: float
    used: float | None = None


@dataclass(frozen=True)
class Ways:
    """What is kept of the ways that lead into a name: how it looks if it is protected, whether
    links by mail do, and when the personal link was last shown."""

    protected: str | None = None
    by_mail: bool = False
    link_made: float | None = None


@dataclass(frozen=True)
class InvitationRow:
    """Somebody is asked to a table that waits for people; `created` by the clock of the house."""

    table_id: str
    guest_id: str
    by: Guest
    created: float


# How somebody is called who has removed themselves; no guest can have this name. Pages say it in
# the reader's language.
FORMER = "*"

# What begins the name of a puzzle where a table might be named; no table is called so.
FROM_PUZZLE = "puzzle:"


@dataclass(frozen=True)
class SeatRow:
    number: int
    kind: str
    bot: str | None
    guest_id: str | None
    name: str
    stand_in: str | None = None
    # Since when the others vote for a bot to play for this person, by the clock of the house.
    vote: float | None = None
    # What in this row cannot be right, if anything.
    flaw: str = ""

    @property
    def player(self) -> str | None:
        """The bot that chooses for this seat now, if any."""
        return self.bot if self.kind == BOT else self.stand_in


@dataclass(frozen=True)
class TableRow:
    """A table. `barred`: spectators by guest id, each with `name` and `how` (muted or removed).

    `away_after` and `stand_in` are agreed on when it is set up: how many seconds somebody must be
    away before the others may vote for a bot to play for them, and which bot.
    """

    id: str
    game: str
    rules: int
    seats: int
    options: dict[str, str]
    components: str
    title: str
    listed: bool
    status: str
    host: str
    rematch_of: str | None
    rematch: str | None
    created: float
    changed: float
    chat: str = EVERYBODY
    barred: dict[str, dict[str, str]] = field(default_factory=dict)
    away_after: int = 300
    stand_in: str = DEFAULT
    # The finished table from which this one asks "what if", or a puzzle (`FROM_PUZZLE` and its id).
    branch_of: str | None = None
    # At a lesson's table, what the learner has heard (`server/lessons.py`); None at any other.
    lesson: str | None = None
    # Whether players may ask for hints.
    suggestions: bool = True
    # Whether the log tells how sure of winning its bots were, once the game is over.
    bots_tell: bool = False
    # A bit for each seat that ever asked for a hint here, whatever was taken back since.
    hinted: int = 0
    # Whether those who may know are told everybody's chances while the game is played.
    chances: bool = False
    # Which seats are to choose, how many lines there are, and how many of the last entries are
    # secret; None at tables of before that have not been opened since.
    turn: tuple[int, ...] | None = None
    lines: int | None = None
    secret: int | None = None
    # How fast it is played, what happens when somebody's time is up, and whether the clocks of
    # people on holiday stand still (`server/pace.py`).
    pace: str = "live"
    time_up: str = "remind"
    holidays: bool = True
    # Whose time runs (`server/clocks.py`), and when somebody must look at that.
    clocks: str | None = None
    due: float | None = None
    # How many lines everybody counts, and what each seat is asked (`server/asked.py`).
    public: int | None = None
    asks: str | None = None
    # What the host wishes for: see `server/wishes.py`.
    experience: str = "any"
    language: str = "any"
    remark: str = ""
    # Which bot sits down on the free seats how many hours after the table was set up, and when that
    # is by the clock of the house; None once it is done or called off.
    fill_bot: str | None = None
    fill_after: int | None = None
    fill_at: float | None = None
    # When a table that waited for players was full, by the clock of the house.
    began: float | None = None
    # What in this row cannot be right, if anything.
    flaw: str = ""

    @property
    def puzzle(self) -> str | None:
        """The puzzle from which this table goes on, if any."""
        found = (self.branch_of or "").removeprefix(FROM_PUZZLE)
        return found if found and found != self.branch_of else None


@dataclass(frozen=True)
class Standing:
    """How a game stands after its last line: noted with the table, so that it can be found."""

    turn: tuple[int, ...]
    secret: int
    finished: bool
    # How many lines everybody counts, if that has changed, and what each seat is asked.
    public: int | None = None
    asks: str | None = None


@dataclass(frozen=True)
class Timing:
    """The clocks of a table as they were and as they are now, and when they are due again.

    `returned` are the seats a bot has played for one turn only.
    """

    before: str | None
    clocks: str
    due: float | None
    returned: tuple[int, ...] = ()


@dataclass(frozen=True)
class HolidayRow:
    """Whole days off, from the first to the last, as dates (ISO 8601) in a time zone."""

    guest_id: str
    first: str
    last: str
    zone: str
    active: bool = False
    over: bool = False


@dataclass(frozen=True)
class Held:
    """What somebody has: open tables, running ones with bots only, and those begun within a day.

    `joined` are the tables at which they sit and that wait for more people, their own included.
    `lessons` were begun within a day, and count as nothing else.
    """

    open: int = 0
    bots: int = 0
    begun: int = 0
    joined: int = 0
    lessons: int = 0


@dataclass(frozen=True)
class EntryRow:
    """A line of a table's story: `play` or `deal`, or `undo` of the entry with an index.

    `back` takes the table back to before the entry with an index, by consent; `kept` are the later
    entries that stay. `by` tells how a choice was made if not by the player alone, `odds` what
    chance was asked, `digest` is that of the position after some of the lines; lines of before do
    not have them. `asked` is a digest of what was asked for with `key`. `certainty` is how sure of
    winning a bot was; nobody may be told before the game is over.
    """

    ply: int
    kind: str
    seat: int
    notation: str
    audience: int
    created: float
    key: str | None = None
    by: str | None = None
    odds: str | None = None
    asked: str | None = None
    digest: str | None = None
    kept: str | None = None
    certainty: float | None = None


@dataclass(frozen=True)
class ChatRow:
    """Something said. `seat` is what the speaker sat on then; None: a spectator.

    With a `notice` nobody said it: the house tells it, see `notices.py`.
    """

    number: int
    guest_id: str
    name: str
    text: str
    created: float
    seat: int | None = None
    notice: dict[str, Any] | None = None


@dataclass(frozen=True)
class OrderRow:
    """A standing order of a seat. `ended` is the reason why it does not stand any more, found after
    `ended_ply` plies of the seat's count."""

    seat: int
    name: str
    values: dict[str, str]
    noted: dict[str, int]
    since: float | None
    ended: str | None = None
    ended_ply: int | None = None


@dataclass(frozen=True)
class RecallRow:
    """A seat's wish to go back to before the entry with an index, and who agrees."""

    seat: int
    ply: int
    lines: int
    refused: int | None = None
    agreed: frozenset[int] = frozenset()
    key: str | None = None
    asked: str | None = None

    @property
    def id(self) -> tuple[int, int, int]:
        return self.seat, self.ply, self.lines


@dataclass(frozen=True)
class NudgeRow:
    """A seat that waits has nudged those who are asked."""

    seat: int
    lines: int
    created: float
