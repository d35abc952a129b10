"""What a server counts, for Prometheus. How it is published: `publishing.py`.

Labels are words of a fixed list: no table, no person, no address. Counting costs microseconds, so
it is done whether anybody reads it or not.
"""

from __future__ import annotations

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0)
_THINKING = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
# How the gauges of several processes become one.
_ADDED: Final = "livesum"
_NEWEST: Final = "livemostrecent"
_LEAST: Final = "livemin"

REQUEST_SECONDS = Histogram(
    "quarterdeck_request_seconds",
    "Time until a request was answered, by kind of request; streams are not among them.",
    ["kind"],
    buckets=_SECONDS,
)
ANSWERS = Counter(
    "quarterdeck_answers",
    "Answers by kind of request and status: 429 was too fast, 5xx is our fault.",
    ["kind", "status"],
)
STREAMS = Gauge(
    "quarterdeck_streams", "Pages and programs that watch a table now.", multiprocess_mode=_ADDED
)
CONNECTIONS_REFUSED = Counter(
    "quarterdeck_connections_refused",
    "Connections refused because too many of one address, or of all, were open.",
    ["limit"],
)
MOVES = Counter("quarterdeck_moves", "Gestures stored, of people, bots and orders.", ["game"])
STORED = Gauge(
    "quarterdeck_tables",
    "Tables in the database, by status.",
    ["status"],
    multiprocess_mode=_NEWEST,
)
IN_MEMORY = Gauge("quarterdeck_tables_in_memory", "Tables in memory.", multiprocess_mode=_ADDED)
STORE_WAITING = Gauge(
    "quarterdeck_store_waiting", "Changes that are not on disk yet.", multiprocess_mode=_ADDED
)
COMMIT_SECONDS = Histogram(
    "quarterdeck_store_commit_seconds", "Time of a commit, of one change or many.", buckets=_SECONDS
)
DATABASE_UP = Gauge(
    "quarterdeck_database_up", "1 if a move could be stored now.", multiprocess_mode=_LEAST
)
BOTS_WAITING = Gauge(
    "quarterdeck_bots_waiting",
    "Bots that wait for a process to think in.",
    multiprocess_mode=_ADDED,
)
BOTS_THINKING = Gauge("quarterdeck_bots_thinking", "Bots that think now.", multiprocess_mode=_ADDED)
BOT_SECONDS = Histogram(
    "quarterdeck_bot_seconds", "Time a bot took to choose.", ["bot"], buckets=_THINKING
)
BOT_FAULTS = Counter(
    "quarterdeck_bot_faults",
    "Times a bot was replaced, failed or chose what is not open, so that another chose for it.",
    ["bot", "fault"],
)
REVIEWS_WAITING = Gauge(
    "quarterdeck_reviews_waiting",
    "Reviews that wait for the process that makes them.",
    multiprocess_mode=_ADDED,
)
REVIEWS = Counter(
    "quarterdeck_reviews", "Reviews made of finished games, and given up.", ["game", "result"]
)
WORDS = Counter(
    "quarterdeck_words",
    "Words to people who are not at their table: sent, failed (and tried again), dropped as out of "
    "date.",
    ["channel", "result"],
)
WORDS_WAITING = Gauge(
    "quarterdeck_words_waiting", "Words that are not sent yet.", multiprocess_mode=_NEWEST
)
LOG_LINES = Counter("quarterdeck_log_lines", "Lines written to the log.", ["level"])
