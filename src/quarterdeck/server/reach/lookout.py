"""Who is to be told what: looked for on the tick of the house, and after every change of a table.

What was found is marked in the store with the moment it was found. It is told once it has settled,
and if the person has not been at the table since; whoever is there sees it. Marking that somebody
is told and putting it into the outbox is one transaction, so of several processes one does it.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from contextlib import suppress

from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.server.live import LiveTable
from quarterdeck.server.presence import SLACK, Clock, Presence
from quarterdeck.server.reach.findings import (
    CONCERN_DELAY,
    HOUR,
    WARNING,
    Finding,
    find,
    find_due,
    others_wait,
)
from quarterdeck.server.reach.wishes import (
    ALONE,
    BEGUN,
    CONCERNED,
    DEADLINE,
    NUDGED,
    OVER,
    PLAYED,
    REMINDER,
    TURN,
    wants,
)
from quarterdeck.server.store import DatabaseTrouble, Store
from quarterdeck.server.store.contact_wishes import WishRow
from quarterdeck.server.store.marks import INVITED, LOOKED, Case, Mark
from quarterdeck.server.store.outbox import HELD, WAITING
from quarterdeck.server.tables import Tables

logger = logging.getLogger(__name__)

# What a word about one cause tells along with it.
COVERS = {NUDGED: (TURN,), TURN: (BEGUN, CONCERNED), OVER: (BEGUN,)}
# Whoever was there a moment before has done it, or seen it coming.
JUST_NOW = (PLAYED,)


class Lookout:
    """Looks at tables for people who are not there."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        presence: Presence,
        clock: Clock,
        delay: float,
    ) -> None:
        self._store = store
        self._tables = tables
        self._presence = presence
        self._clock = clock
        self._delay = delay

    async def look(self, only: Collection[str] | None = None) -> None:
        """Look at all tables of people who can be reached, or at some of these."""
        cases = await self._store.marks.cases(only)
        wishes = await self._store.contact_wishes.of_all({case.guest_id for case in cases})
        for case in cases:
            if only is not None and self._presence.is_here(case.table_id, case.guest_id):
                # The page shows it; the tick takes note
                continue
            try:
                await self._look_at(case, wishes[case.guest_id])
            except DatabaseTrouble:
                raise
            except Exception:
                # Whatever is wrong with one table, the others are looked at
                logger.exception("table %s cannot be looked at", case.table_id)
        if only is None:
            await self._look_at_invitations()

    async def _look_at_invitations(self) -> None:
        """Tell whom friends have asked to a table, once for each table."""
        found = await self._store.marks.untold(await self._store.friends.invitations_of())
        wishes = await self._store.contact_wishes.of_all({each.guest_id for each in found})
        for each in found:
            wish = wishes[each.guest_id]
            mark = Mark(INVITED, each.by.id, self._clock.now(), told=False)
            await self._store.marks.note(each.table_id, each.guest_id, [mark])
            state = _state(mark, wish) if wants(wish, INVITED) else None
            await self._note(each.table_id, each.guest_id, [mark], state)

    async def _look_at(self, case: Case, wish: WishRow) -> None:
        marks = dict(case.marks)
        looked = marks.pop(LOOKED, None)
        if looked is None or looked.what != case.stands:
            marks = await self._mark(case, marks)
        untold = {cause: mark for cause, mark in marks.items() if not mark.told}
        if untold:
            await self._tell(case, untold, wish)

    async def _mark(self, case: Case, marks: dict[str, Mark]) -> dict[str, Mark]:
        """Note what is new at a table; gives all marks as they are now."""
        try:
            table = await self._tables.live_now(case.table_id)
        except QuarterdeckError:
            return {}
        rematch: LiveTable | None = None
        if table.row.rematch is not None:
            with suppress(QuarterdeckError):
                rematch = await self._tables.live_now(table.row.rematch)
        found = find(table, case.guest_id, rematch)
        now = self._clock.now()
        new = [
            Mark(finding.cause, finding.what, now, _is_known(finding, marks))
            for finding in found
            if finding.cause not in marks or marks[finding.cause].what != finding.what
        ]
        kept = {finding.cause for finding in found} | {BEGUN, INVITED}
        gone = marks.keys() - kept
        looked = Mark(LOOKED, case.stands, now, told=True)
        await self._store.marks.note(case.table_id, case.guest_id, [*new, looked], gone)
        left = {cause: mark for cause, mark in marks.items() if cause not in gone}
        return left | {mark.cause: mark for mark in new}

    async def _tell(self, case: Case, untold: dict[str, Mark], wish: WishRow) -> None:
        """Tell what has settled and is not known, one word for everything of this moment."""
        seen = max(case.seen, self._presence.last_noticed(case.table_id, case.guest_id))
        known: list[Mark] = []
        due: dict[str, Mark] = {}
        for mark in untold.values():
            if mark.cause not in (REMINDER, DEADLINE) and seen > mark.since - _slack(mark.cause):
                known.append(mark)
            elif await self._is_due(case, mark, seen, wish):
                if await self._is_wanted(case, mark, wish):
                    due[mark.cause] = mark
                else:
                    known.append(mark)
        for cause in list(due):
            for covered in COVERS.get(cause, ()):
                if cause in due and covered in untold and untold[covered] not in known:
                    known.append(untold[covered])
                    due.pop(covered, None)
        await self._note(case.table_id, case.guest_id, known, None)
        for mark in due.values():
            await self._note(case.table_id, case.guest_id, [mark], _state(mark, wish))

    async def _note(
        self, table_id: str, guest_id: str, marks: list[Mark], state: str | None
    ) -> None:
        if marks:
            told = [(mark.cause, mark.what, mark.since) for mark in marks]
            now = self._clock.now()
            await self._store.outbox.tell(table_id, guest_id, told, now, state)

    async def _is_due(self, case: Case, mark: Mark, seen: float, wish: WishRow) -> bool:
        now = self._clock.now()
        if mark.cause == DEADLINE:
            return now - seen >= SLACK and await self._deadline_nears(case, mark.since)
        if mark.cause == REMINDER:
            waits = wish.remind * HOUR
            return bool(waits) and now - mark.since >= waits and now - seen >= SLACK
        return now - mark.since >= (CONCERN_DELAY if mark.cause == CONCERNED else self._delay)

    async def _deadline_nears(self, case: Case, since: float) -> bool:
        due = find_due(await self._tables.live(case.table_id), case.guest_id)
        return due is not None and due - self._clock.now() <= min(WARNING, (due - since) / 4)

    async def _is_wanted(self, case: Case, mark: Mark, wish: WishRow) -> bool:
        if not wants(wish, mark.cause):
            return False
        if wants(wish, ALONE):
            return True
        return others_wait(await self._tables.live(case.table_id), case.guest_id)


def _state(mark: Mark, wish: WishRow) -> str:
    """Whether a word waits for somebody's digest."""
    return HELD if wish.digest is not None and mark.cause != DEADLINE else WAITING


def _slack(cause: str) -> float:
    return SLACK if cause in JUST_NOW else 0.0


def _is_known(finding: Finding, marks: dict[str, Mark]) -> bool:
    """Whether there is nothing to tell of what was just found."""
    return finding.quiet or bool(finding.after and finding.after not in marks)
