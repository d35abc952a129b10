"""What the coach would do in a player's place, and why: asked by that player, told to nobody else.

A bot chooses in a worker process from an imagined world; what its choice would change is found in
imagined worlds, too. So the coach knows no more than the player does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from quarterdeck import bots
from quarterdeck.advice import Advice
from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.server.books import Chapter, read_book
from quarterdeck.server.bot_workers import Chair
from quarterdeck.server.errors import TableError
from quarterdeck.server.faults import FaultLog
from quarterdeck.server.live import LiveTable
from quarterdeck.server.previews import foretell
from quarterdeck.server.thinking import Thinkers
from quarterdeck.server.turns import Crowded

# Which bot is asked; its seat is none at the table, so that it is nobody's opponent.
ADVISER = bots.DEFAULT


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
        try:
            answer = await self._thinkers.advise(rules, position, row.options, chair, row.host)
        except Crowded:
            return seat, None
        if answer is None:
            return seat, None
        try:
            notation = rules.space.notation(answer.code)
            _, found = await foretell(table, self._faults, lambda: seat, [notation])
        except QuarterdeckError:
            # The table has moved on meanwhile
            return seat, None
        return seat, kept.setdefault(seat, Advice(answer.code, found))


def find_chapter(table: LiveTable, seat: int, language: str) -> Chapter | None:
    """The chapter of the rules that most of the open choices belong to."""
    book = read_book(table.rules.folder, "RULES", language)
    if book is None:
        return None
    game = table.playing()
    counted = Counter(choice.rule.partition(".")[0] for choice in game.legal_for(seat))
    for rule, _ in counted.most_common():
        for chapter in book.chapters:
            if chapter.id == rule:
                return chapter
    return None
