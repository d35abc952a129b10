"""What is told of the wishes of a host."""

from __future__ import annotations

from quarterdeck.bots.offering import bot_label
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.server.notices import MINUTE, span
from quarterdeck.server.pages.common import Reader
from quarterdeck.server.store.rows import GATHERING, TableRow


def tell_filling(row: TableRow, reader: Reader, say: Translator) -> str:
    """When which bots sit down by themselves; nothing if they do not."""
    if row.fill_at is None or row.status != GATHERING:
        return ""
    left = max(row.fill_at - reader.house.clock.now(), MINUTE)
    return say("qd.wish.fills", bot=bot_label(say, row.fill_bot or ""), span=span(left))
