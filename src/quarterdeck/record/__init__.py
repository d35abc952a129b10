"""The record is the truth: a game is its header and its entries; positions are replayed."""

from quarterdeck.record.jsonl import DamagedRecord, Journal, parse, read, write
from quarterdeck.record.migrations import MIGRATIONS
from quarterdeck.record.record import BY_HINT, BY_ORDERS, WAYS, Entry, Header, Outcome, Record
from quarterdeck.record.replay import (
    migrate,
    positions,
    replay,
    salvage,
    verify,
)
from quarterdeck.record.telling import Telling

__all__ = [
    "BY_HINT",
    "BY_ORDERS",
    "MIGRATIONS",
    "WAYS",
    "DamagedRecord",
    "Entry",
    "Header",
    "Journal",
    "Outcome",
    "Record",
    "Telling",
    "migrate",
    "parse",
    "positions",
    "read",
    "replay",
    "salvage",
    "verify",
    "write",
]
