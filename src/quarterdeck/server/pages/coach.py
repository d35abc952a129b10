"""What the coach says at a table, on its page."""

from __future__ import annotations

from typing import Any

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.lessons.coach import FREE
from quarterdeck.server.coaching import show_coaching
from quarterdeck.server.live import LiveTable
from quarterdeck.server.state import TableState


def coach_values(table: LiveTable, state: TableState, say: Translator) -> dict[str, Any]:
    """What a learner is told, whether a player may ask the coach (not while it leads them), and
    whether it then says what it would do."""
    coach = show_coaching(table, state.viewer, say)
    led = coach is not None and coach.kind != FREE
    may_ask = bool(state.choices) and not led
    return {"coach": coach, "may_ask": may_ask, "suggestions": table.row.suggestions}
