"""What the coach says at a table, on its page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.lessons.coach import FREE
from quarterdeck.server.coaching import show_coaching
from quarterdeck.server.live import LiveTable
from quarterdeck.server.state import TableState


@dataclass(frozen=True)
class Hinting:
    """Whether a player may ask for a hint, and what they are told before they do: an id."""

    allowed: bool
    note: str = ""


def coach_values(table: LiveTable, state: TableState, say: Translator) -> dict[str, Any]:
    """What a learner is told, whether a player may ask the coach (not while it leads them), and
    whether they may ask for hints."""
    coach = show_coaching(table, state.viewer, say)
    led = coach is not None and coach.kind != FREE
    may_ask = bool(state.choices) and not led
    return {"coach": coach, "may_ask": may_ask, "hinting": _find_hinting(table)}


def _find_hinting(table: LiveTable) -> Hinting:
    """The same before and after they ask: else the page would write over the answer."""
    row = table.row
    if not row.suggestions:
        return Hinting(False, "qd.hint.off")
    if row.lesson is not None:
        # It counts for nothing
        return Hinting(True)
    alone = len(table.guests_on(range(len(table.seats)))) < 2
    return Hinting(True, "qd.hint.note_alone" if alone else "qd.hint.note")
