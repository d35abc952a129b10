"""Which bot a form asks for: one of those offered, or one written out with its parameters."""

from __future__ import annotations

from quarterdeck.bots.specs import WRITTEN
from quarterdeck.server.pages.common import Fields

# The field in which somebody writes a bot out, such as `admiral:seconds=5`.
SPEC_FIELD = "bot-written"


def read_bot(fields: Fields, name: str, otherwise: str) -> str:
    """The bot, or whatever else a seat may be said to be, that a field asks for."""
    chosen = fields.text(name, otherwise)
    return fields.text(SPEC_FIELD).strip() if chosen == WRITTEN else chosen
