"""Lessons as people use them: begun or taken up, gone on with, and returned to.

Pages and API do these alike. Whoever asks is given by the seats they hold: only the learner is
answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quarterdeck import games
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.lessons import Coaching, find_lesson
from quarterdeck.lessons.coach import OVER
from quarterdeck.server.attempts import Attempt
from quarterdeck.server.errors import NotFound, TableError
from quarterdeck.server.gathering import HERE, NewTable
from quarterdeck.server.house import House
from quarterdeck.server.lessons import coaching_at, seating_of, word_for
from quarterdeck.server.live import LiveTable
from quarterdeck.server.store.rows import RUNNING, Guest


@dataclass(frozen=True)
class Begun:
    """A lesson that can be taken up: its table, and how far the learner is."""

    table: str
    number: int
    total: int


async def find_begun(house: House, guest_id: str | None) -> dict[str, Begun]:
    """The lessons a guest can take up, by game."""
    found: dict[str, Begun] = {}
    rows = await house.store.lists.of(guest_id) if guest_id is not None else []
    for row in rows:
        if row.lesson is None or row.status != RUNNING or row.game in found or row.flaw:
            continue
        table = await house.tables.live(row.id)
        if table.fault is not None or table.coach is None:
            continue
        async with table.lock:
            coaching = coaching_at(table, table.coach.lesson.learner)
        if coaching is not None and coaching.kind != OVER:
            found[row.game] = Begun(row.id, coaching.number, coaching.total)
    return found


def require_lesson(game: str) -> None:
    """Raise if a game has no lesson."""
    if find_lesson(games.load(game)) is None:
        raise NotFound("qd.server.no_lesson")


async def begin_lesson(house: House, game: str, guest: Guest, say: Translator, again: bool) -> str:
    """The table at which a guest learns a game: the one they began, or a new one if there is none
    or they want to begin `again`."""
    rules = games.load(game)
    lesson = find_lesson(rules)
    if lesson is None:
        raise NotFound("qd.server.no_lesson")
    if not again:
        begun = (await find_begun(house, guest.id)).get(rules.id)
        if begun is not None:
            return begun.table
    wish = NewTable(
        rules.id,
        seating_of(lesson, HERE),
        dict(lesson.options),
        say("qd.coach.title", game=rules.title),
        listed=False,
        teaches=True,
    )
    return (await house.tables.gathering.create(wish, guest)).row.id


def find_coaching(table: LiveTable, held: Sequence[int]) -> Coaching:
    """What the coach does for whoever holds these seats; raises if there is none for them."""
    learner = None if table.coach is None else table.coach.lesson.learner
    if learner is None or learner not in held:
        raise TableError("qd.server.no_coach")
    coaching = coaching_at(table, learner)
    if coaching is None:
        raise TableError("qd.server.no_coach")
    return coaching


async def note_heard(
    house: House, table: LiveTable, held: Sequence[int], remark: str, moment: int
) -> None:
    """The learner has heard a remark, or goes their own way. A remark that is gone already, as
    after a second click, changes nothing."""
    async with table.lock:
        now = find_coaching(table, held)
        same = (now.remark, now.moment) == (remark, moment)
        word = word_for(now) if same else None
        if word is not None:
            noted = await house.store.lessons.note(table.row.id, word)
            table.row = replace(table.row, lesson=noted)
    if word is not None:
        house.tables.changed(table)


async def return_to_path(house: House, table: LiveTable, attempt: Attempt) -> None:
    """The learner goes back to before the choice by which they left the path."""
    now = find_coaching(table, attempt.held)
    if now.back is not None:
        known = table.playing().known_entries(attempt.seat)
        await house.tables.recalls.ask(table.row.id, attempt, known.index(now.back))
