"""What the coach would do in a player's place, and why: asked by that player, told to nobody else.

A bot chooses in a worker process from an imagined world; what its choice would change is found in
imagined worlds, too. So the coach knows no more than the player does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from quarterdeck import bots
from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.preview import Preview
from quarterdeck.server.errors import TableError
from quarterdeck.server.faults import FaultLog
from quarterdeck.server.live import LiveTable
from quarterdeck.server.previews import foretell
from quarterdeck.server.thinking import Chair, Thinkers

# Which bot is asked; its seat is none at the table, so that it is nobody's opponent.
ADVISER = bots.DEFAULT


@dataclass(frozen=True)
class Advice:
    """A choice, by its code, and what it would change."""

    code: int
    preview: Preview


class Advisers:
    """Advice at all tables of this server. Asking again at the same moment gives the same."""

    def __init__(self, thinkers: Thinkers, faults: FaultLog) -> None:
        self._thinkers = thinkers
        self._faults = faults

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
        try:
            _, found = await foretell(
                table, self._faults, lambda: seat, [rules.space.notation(code)]
            )
        except QuarterdeckError:
            # The table has moved on meanwhile
            return seat, None
        return seat, kept.setdefault(seat, Advice(code, found))
