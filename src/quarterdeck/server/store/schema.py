"""The database: tables, who sits where, every entry ever made, guests, chat and votes."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# People are guests: a name and two secrets, of which only hashes are kept. `statistics` is who sees
# what their results tell, and `statistics_key` the link under which others do. `link_made` is when
# somebody was last shown the personal link; none: nobody has it. `protected` is how a name looks
# that nobody else may take (`likeness.skeleton`), `by_mail` whether a link sent to the confirmed
# address leads into it, and `friend_key` the link by which others become friends. Of the secret
# address of their calendar, too, only a hash is kept.
guests = Table(
    "guests",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("link_hash", String(64), nullable=False, unique=True),
    Column("created", Float, nullable=False),
    Column("statistics", String(8), nullable=False, server_default="own"),
    Column("statistics_key", String(24), nullable=True, unique=True, index=True),
    Column("link_made", Float, nullable=True),
    Column("protected", String(80), nullable=True, unique=True, index=True),
    Column("by_mail", Boolean, nullable=False, server_default=false()),
    Column("friend_key", String(24), nullable=True, unique=True, index=True),
    Column("calendar_hash", String(64), nullable=True, unique=True, index=True),
)

# A device on which a guest is signed in: its cookie names the session. `seen` is when it was last
# used, to the day, `device` what the browser said it was, in few words.
sessions = Table(
    "sessions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("guest_id", String(24), nullable=False, index=True),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False, index=True),
    Column("device", String(60), nullable=False, server_default=""),
)

# Passkeys: what a device or a password manager keeps the other half of. `id` is a digest of
# `credential`, which may be long; `rp_id` the host it was made for, `count` how often it says it
# was used. `name` is the owner's word for it.
passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("guest_id", String(24), nullable=False, index=True),
    Column("credential", Text, nullable=False),
    Column("public_key", Text, nullable=False),
    Column("rp_id", String(255), nullable=False),
    Column("count", BigInteger, nullable=False),
    Column("transports", String(120), nullable=False),
    Column("synced", Boolean, nullable=False),
    Column("name", String(40), nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float, nullable=True),
)

# What may be done once and soon: answering a passkey's challenge, opening a link from a mail,
# removing oneself. `id` is the hash of a secret, `bound` that of what else must be shown, `expires`
# by the clock of the house.
tickets = Table(
    "tickets",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("purpose", String(12), nullable=False),
    Column("guest_id", String(24), nullable=True, index=True),
    Column("bound", String(64), nullable=True),
    Column("expires", Float, nullable=False, index=True),
)

# Who is whose friend; each friendship has a row for either of them.
friends = Table(
    "friends",
    metadata,
    Column("guest_id", String(24), primary_key=True),
    Column("friend_id", String(24), primary_key=True, index=True),
    Column("created", Float, nullable=False),
)

# Whom somebody does not want to meet; nobody else is told.
blocks = Table(
    "blocks",
    metadata,
    Column("guest_id", String(24), primary_key=True),
    Column("blocked_id", String(24), primary_key=True, index=True),
    Column("created", Float, nullable=False),
)

# `turn`, `lines` and `secret` are noted with every line: which seats choose next (" 0 2 "), how
# many lines there are, and how many of the last entries are others' secret. Tables of before get
# them when they are next opened. `hinted` is a bit for each seat that ever asked for a hint here.
# `pace`, `time_up` and `holidays` are agreed on when it is set up (`server/pace.py`); `clocks` are
# those of its seats (`server/clocks.py`), and `due` is when somebody has to look at them, by the
# clock of the house. `public` is how many lines everybody counts, `asks` what each seat is asked
# (`server/asked.py`). `experience`, `language` and `remark` are what a host wishes for, `fill_bot`
# who sits down on the free seats `fill_after` hours later, at `fill_at` by the clock of the house,
# which is empty once it is done or called off. `began` is when, by the same clock, a table that
# waited for players was full. `folded` is the title of a finished game as it is searched for.
tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("components", String(64), nullable=False),
    Column("title", String(60), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("status", String(12), nullable=False),
    Column("host", String(24), nullable=False),
    Column("rematch_of", String(24), nullable=True),
    Column("rematch", String(24), nullable=True),
    Column("branch_of", String(24), nullable=True),
    Column("lesson", Text, nullable=True),
    Column("suggestions", Boolean, nullable=False, server_default=true()),
    Column("bots_tell", Boolean, nullable=False, server_default=false()),
    Column("hinted", Integer, nullable=False, server_default="0"),
    Column("chances", Boolean, nullable=False, server_default=false()),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("chat", String(12), nullable=False),
    Column("barred", JSON, nullable=False),
    Column("turn", String(40), nullable=True),
    Column("lines", Integer, nullable=True),
    Column("secret", Integer, nullable=True),
    Column("away_after", Integer, nullable=False, server_default="300"),
    Column("stand_in", String(40), nullable=False, server_default="greedy"),
    Column("pace", String(20), nullable=False, server_default="live"),
    Column("time_up", String(8), nullable=False, server_default="remind"),
    Column("holidays", Boolean, nullable=False, server_default=true()),
    Column("clocks", Text, nullable=True),
    Column("due", Float, nullable=True, index=True),
    Column("public", Integer, nullable=True),
    Column("asks", Text, nullable=True),
    Column("experience", String(12), nullable=False, server_default="any"),
    Column("language", String(5), nullable=False, server_default="any"),
    Column("remark", String(140), nullable=False, server_default=""),
    Column("fill_bot", String(40), nullable=True),
    Column("fill_after", Integer, nullable=True),
    Column("fill_at", Float, nullable=True, index=True),
    Column("began", Float, nullable=True, index=True),
    Column("folded", Text, nullable=True),
    Index("ix_tables_status_changed", "status", "changed"),
    Index("ix_tables_host_status", "host", "status"),
)

# `kind` is open, person or bot. A person away may have a bot standing in; `vote` is when, by the
# clock of the house, the others began to vote for one: at the first of a person's seats. Once the
# game is over, `ended` is when, and `folded` the name as it is searched for.
seats = Table(
    "seats",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("bot", String(40), nullable=True),
    Column("guest_id", String(24), nullable=True),
    Column("name", String(40), nullable=False),
    Column("token_hash", String(64), nullable=True, unique=True),
    Column("stand_in", String(40), nullable=True),
    Column("vote", Float, nullable=True),
    Column("ended", Float, nullable=True),
    Column("folded", Text, nullable=True),
    Index("ix_seats_guest_id", "guest_id", "ended", "table_id"),
)

# The truth of every game: choices, outcomes and undos in order. `ply` counts lines of a table,
# undos included; the pair is unique, so two writers can never both be next. `asked` is a digest of
# what was asked for with the key, `digest` the fingerprint of the position after some of the lines,
# `kept` the entries that stay when the table goes back. `certainty` is how sure of winning a bot
# was, at tables that want to know; nobody is told before the game is over.
entries = Table(
    "entries",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("kind", String(6), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("notation", String(120), nullable=False),
    Column("audience", Integer, nullable=False),
    Column("key", String(64), nullable=True),
    Column("created", Float, nullable=False),
    Column("by", String(8), nullable=True),
    Column("digest", String(16), nullable=True),
    Column("kept", Text, nullable=True),
    Column("odds", String(16), nullable=True),
    Column("asked", String(24), nullable=True),
    Column("certainty", Float, nullable=True),
    UniqueConstraint("table_id", "key"),
)

# The lines of a table as they were before a migration brought it to other rules, as JSON.
past_lines = Table(
    "past_lines",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("rules", Integer, primary_key=True),
    Column("components", String(64), nullable=False),
    Column("lines", Text, nullable=False),
    Column("created", Float, nullable=False),
)

# Where a seat asked for a hint: the digest of the position as that seat saw it, the lines that
# everybody counted then, and what it was told. What is taken back stays here.
hints = Table(
    "hints",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("digest", String(16), primary_key=True),
    Column("lines", Integer, nullable=False),
    Column("answer", Text, nullable=False),
    Column("created", Float, nullable=False),
)

# What the review of a finished game found (`review/storing.py`), as JSON, and by which weights.
# Before it is `complete` only the graph is there.
reviews = Table(
    "reviews",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("weights", String(40), nullable=False),
    Column("review", Text, nullable=False),
    Column("complete", Boolean, nullable=False),
)

# How finished games ended, seat by seat (`store/results.py`). `guest_id` is whose result it is;
# bots have none, nor have people who want none to be kept. `rated` seats have what was believed of
# them before and after the game.
results = Table(
    "results",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("guest_id", String(24), nullable=True, index=True),
    Column("bot", String(40), nullable=True),
    Column("game", String(40), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("finished", Float, nullable=False),
    Column("points", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("won", Float, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("choices", Integer, nullable=False),
    Column("sources", JSON, nullable=False),
    Column("uses", JSON, nullable=False),
    Column("title", String(80), nullable=False),
    Column("hinted", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("mu_before", Float, nullable=True),
    Column("sigma_before", Float, nullable=True),
    Column("mu_after", Float, nullable=True),
    Column("sigma_after", Float, nullable=True),
    Index("ix_results_game_finished", "game", "finished"),
)

# `seat` is what the speaker sat on when it was said; none for spectators. A `notice` is what the
# house tells in between, in no language.
chats = Table(
    "chats",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("guest_id", String(24), nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("seat", Integer, nullable=True),
    Column("key", String(64), nullable=True),
    Column("notice", JSON, nullable=True),
    Index("ix_chats_key", "table_id", "guest_id", "key", unique=True),
)

# A vote to let a bot play for somebody absent. Both are named by the first of their seats.
votes = Table(
    "votes",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("voter", Integer, primary_key=True),
)

# Somebody's wish to go back to before an earlier choice, and who agrees. It was made at a line
# that everybody has seen, and lapses with the next one. `refused` is the seat that said no.
recalls = Table(
    "recalls",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("lines", Integer, nullable=False),
    Column("refused", Integer, nullable=True),
    Column("key", String(64), nullable=True),
    Column("asked", String(24), nullable=True),
)

consents = Table(
    "consents",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("voter", Integer, primary_key=True),
)

# Who has last nudged whoever is asked, at which line and when.
nudges = Table(
    "nudges",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("lines", Integer, nullable=False),
    Column("created", Float, nullable=False),
)

# What a player has ordered beforehand, by the order's name; nobody else may see it. `noted` is what
# it remembers of the moment it was given, `since` the time of day then (orders of old do not know).
# `ended` is why it does not stand any more, found after `ended_ply` plies of its player's count.
standing_orders = Table(
    "standing_orders",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", String(24), primary_key=True),
    Column("values", JSON, nullable=False),
    Column("noted", JSON, nullable=False),
    Column("since", Float, nullable=True),
    Column("ended", String(24), nullable=True),
    Column("ended_ply", Integer, nullable=True),
)

# Where orders have chosen for a seat: the digest of the position as that seat saw it. They do so
# once in a place, so whoever takes it back is asked.
order_places = Table(
    "order_places",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("digest", String(16), primary_key=True),
)

# When the people of a table were last seen there, by the clock of the house. Many are noted at
# once: one about a table that is gone must not keep the others out, so there is no foreign key.
signs = Table(
    "signs",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("guest_id", String(24), primary_key=True),
    Column("seen", Float, nullable=False),
)

# When somebody is on holiday: whole days in their time zone. `active`: it has begun, as the tables
# know by now; `over`: it has ended, perhaps early.
holidays = Table(
    "holidays",
    metadata,
    Column("guest_id", String(24), primary_key=True),
    Column("first", String(10), primary_key=True),
    Column("last", String(10), nullable=False),
    Column("zone", String(64), nullable=False),
    Column("active", Boolean, nullable=False),
    Column("over", Boolean, nullable=False, index=True),
)

# How far somebody had read when they last looked at a table: the lines that everybody counted
# then, and the last line of the chat.
looks = Table(
    "looks",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest_id", String(24), primary_key=True),
    Column("lines", Integer, nullable=False),
    Column("chat", Integer, nullable=False),
)

# What somebody first answered to a puzzle: only that counts. An empty choice: they gave up. `seen`:
# they have been shown the solution.
puzzle_answers = Table(
    "puzzle_answers",
    metadata,
    Column("guest_id", String(24), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("choice", String(120), nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("seen", Boolean, nullable=False),
    Column("created", Float, nullable=False),
)

# A friend is asked to a table that waits for people: whom, and by whom. `created` is by the clock
# of the house.
invitations = Table(
    "invitations",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest_id", String(24), primary_key=True, index=True),
    Column("by_id", String(24), nullable=False, index=True),
    Column("created", Float, nullable=False),
)

# The clock of the house, in one row: how many seconds it has been open. It stands still while no
# server runs, and nobody can set it.
clock = Table(
    "clock",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("seconds", Float, nullable=False),
)

# Where somebody can be reached (`server/reach`). `target` is a hash of kind and address. `state` is
# new, on, stopped or gone. `secret_hash` and `secret_until`, by the clock of the house, are of the
# link that confirms it. `reason` is why a word last failed, as a message in no language.
addresses = Table(
    "addresses",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("guest_id", String(24), nullable=False, index=True),
    Column("kind", String(12), nullable=False),
    Column("address", Text, nullable=False),
    Column("target", String(64), nullable=False, index=True),
    Column("label", String(40), nullable=False),
    Column("state", String(8), nullable=False),
    Column("secret_hash", String(64), nullable=True, unique=True),
    Column("secret_until", Float, nullable=True),
    Column("failures", Integer, nullable=False, server_default="0"),
    Column("reason", Text, nullable=True),
    Column("created", Float, nullable=False),
    Column("used", Float, nullable=True),
    UniqueConstraint("guest_id", "target"),
)

# How somebody wants to be reached; who is not here wants what everybody wants. `causes` are those
# that differ from that. Quiet hours are minutes of the day, `digest` is an hour, `digested` the day
# of the last one, in the person's time zone.
contact_wishes = Table(
    "contact_wishes",
    metadata,
    Column("guest_id", String(24), primary_key=True),
    Column("language", String(5), nullable=True),
    Column("zone", String(64), nullable=True),
    Column("causes", Text, nullable=False, server_default=""),
    Column("remind", Integer, nullable=False, server_default="0"),
    Column("quiet_from", Integer, nullable=True),
    Column("quiet_to", Integer, nullable=True),
    Column("digest", Integer, nullable=True),
    Column("digested", String(10), nullable=True),
)

# What of a table somebody was last found to be concerned by, cause by cause: `what` names the turn
# or the wish, `since` is when it was found, by the clock of the house, `told` whether they know.
marks = Table(
    "marks",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest_id", String(24), primary_key=True),
    Column("cause", String(12), primary_key=True),
    Column("what", String(60), nullable=False),
    Column("since", Float, nullable=False),
    Column("told", Boolean, nullable=False),
    Index("ix_marks_guest_id", "guest_id"),
)

# What is to be sent, or was, to one address. `state` is held (for a digest), waiting, sent, dropped
# or failed; `claimed` is when a process took it, all by the clock of the house. `word` is what it
# was sent in.
outbox = Table(
    "outbox",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("guest_id", String(24), nullable=False, index=True),
    Column(
        "address_id",
        String(24),
        ForeignKey("addresses.id", ondelete="CASCADE"),
        nullable=False,
        index=True,
    ),
    Column("cause", String(12), nullable=False),
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), nullable=True),
    Column("what", String(60), nullable=False),
    Column("since", Float, nullable=False),
    Column("made", Float, nullable=False),
    Column("not_before", Float, nullable=False),
    Column("claimed", Float, nullable=True),
    Column("tries", Integer, nullable=False),
    Column("reason", Text, nullable=True),
    Column("state", String(8), nullable=False),
    Column("word", String(24), nullable=True),
    Column("done", Float, nullable=True),
    Index("ix_outbox_state_not_before", "state", "not_before"),
)

# Words sent because somebody pressed a button, to limit them: `what` is confirm, test or stop.
trials = Table(
    "trials",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("guest_id", String(24), nullable=False, index=True),
    Column("target", String(64), nullable=False, index=True),
    Column("what", String(8), nullable=False),
    Column("made", Float, nullable=False),
)
