"""What the coach would do in a player's place, and why: asked by that player, told to nobody else.

A bot chooses in a worker process from an imagined world; what its choice would change is found in
imagined worlds, too. So the coach knows no more than the player does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from random import SystemRandom

from quarterdeck import bots
from quarterdeck.kernel.figures import Change
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.preview import preview
from quarterdeck.server.errors import TableError
from quarterdeck.server.live import LiveTable
from quarterdeck.server.thinking import Chair, Thinkers

# Changes that are named as reasons.
MOST_REASONS = 5
# Which bot is asked; its seat is none at the table, so that it is nobody's opponent.
ADVISER = bots.DEFAULT


@dataclass(frozen=True)
class Advice:
    """A choice, by its code, and what it would surely change for the player."""

    code: int
    reasons: tuple[Change, ...]


class Advisers:
    """Advice at all tables of this server. Asking again at the same moment gives the same."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers

    async def advise(
        self, table: LiveTable, find_seat: Callable[[], int | None]
    ) -> tuple[int, Advice | None]:
        """The seat that is asked, and what the coach would do there; nothing if nobody knows, or
        if the table wants no suggestions."""
        async with table.lock:
            seat = find_seat()
            game = table.playing()
            if seat is None or seat not in game.actors:
                raise TableError("qd.server.not_asked_now")
            if not table.row.suggestions:
                return seat, None
            kept: dict[int, Advice] = table.once("advice", dict)
            if seat in kept:
                return seat, kept[seat]
            position = game.position.clone()
        row = table.row
        chair = Chair(f"{row.id}?", seat, ADVISER)
        rules = table.rules
        code = await self._thinkers.advise(rules, position, row.options, chair, row.host)
        if code is None:
            return seat, None
        reasons = await asyncio.to_thread(find_reasons, rules, position, seat, code)
        return seat, kept.setdefault(seat, Advice(code, reasons))


def find_reasons(rules: AnyRules, position: Position, seat: int, code: int) -> tuple[Change, ...]:
    """What a choice would surely change for the seat."""
    found = preview(rules, position, seat, [code], SystemRandom())
    return tuple(change for change in found.sure if change.seat == seat)[:MOST_REASONS]
