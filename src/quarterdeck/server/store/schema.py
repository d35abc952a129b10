"""The database: tables, who sits where, every entry ever made, guests, chat and votes."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
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

# People are guests: a name and two secrets, of which only hashes are kept. `statistics` is who
# sees what their results tell, and `statistics_key` the link under which others do. Of the secret
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
    Column("calendar_hash", String(64), nullable=True, unique=True, index=True),
)

# A device on which a guest is signed in: its cookie names the session. `seen` is when it was last
# used, to the day.
sessions = Table(
    "sessions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("guest_id", String(24), nullable=False, index=True),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False, index=True),
)

# `turn`, `lines` and `secret` are noted with every line: which seats choose next (" 0 2 "), how
# many lines there are, and how many of the last entries are others' secret. Tables of before get
# them when they are next opened. `public` is how many lines everybody counts, `asks` what each
# seat is asked (`server/asked.py`). `hinted` is a bit for each seat that ever asked for a hint
# here. `experience`, `language` and `remark` are what a host wishes for, `fill_bot` who sits down
# on the free seats `fill_after` hours later, at `fill_at` by the clock of the house, which is
# empty once it is done or called off. `began` is when, by the same clock, a table that waited for
# players was full. `folded` is the title of a finished game as it is searched for.
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

# What a player has ordered for the time they are away; nobody else may see it.
orders = Table(
    "orders",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("values", JSON, nullable=False),
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

# The clock of the house, in one row: how many seconds it has been open. It stands still while no
# server runs, and nobody can set it.
clock = Table(
    "clock",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("seconds", Float, nullable=False),
)
