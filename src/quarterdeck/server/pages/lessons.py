"""Lessons: begun in the lobby and taken up again, going on and taking back at the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from quarterdeck import games
from quarterdeck.lessons import Coaching, find_lesson
from quarterdeck.lessons.coach import OVER
from quarterdeck.server.errors import NotFound, TableError
from quarterdeck.server.gathering import HERE, NewTable
from quarterdeck.server.house import House
from quarterdeck.server.lessons import coaching_at, seating_of, word_for
from quarterdeck.server.live import LiveTable
from quarterdeck.server.pages.acts import answer, attempt_of
from quarterdeck.server.pages.common import Reader, fields_of, reader_of, see_other
from quarterdeck.server.pages.visit import settle_in
from quarterdeck.server.store.rows import RUNNING

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]


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


@router.post("/learn")
async def learn(request: Request, reader: ReaderOf) -> Response:
    """Begin the lesson of a game, or take it up; with `again`, from its beginning."""
    fields = await fields_of(request)
    rules = games.load(fields.text("game", games.GAMES[0]))
    lesson = find_lesson(rules)
    if lesson is None:
        raise NotFound("qd.server.no_lesson")
    guest, remember = await settle_in(request, reader, fields)
    if "again" not in fields:
        begun = (await find_begun(reader.house, guest.id)).get(rules.id)
        if begun is not None:
            return await remember(see_other(f"/t/{begun.table}"))
    title = reader.say()("qd.coach.title", game=rules.title)
    wish = NewTable(
        rules.id,
        seating_of(lesson, HERE),
        dict(lesson.options),
        title,
        listed=False,
        teaches=True,
    )
    table = await reader.house.tables.gathering.create(wish, guest)
    return await remember(see_other(f"/t/{table.row.id}"))


@router.post("/t/{table_id}/coach")
async def go_on(table_id: str, request: Request, reader: ReaderOf) -> Response:
    """The learner has heard a remark, or goes their own way."""
    fields = await fields_of(request)
    table = await reader.house.tables.live(table_id)
    async with table.lock:
        now = _coaching_for(reader, table)
        # A second click on a remark that is gone already changes nothing
        same = (now.remark, now.moment) == (fields.text("remark"), fields.number("moment"))
        word = word_for(now) if same else None
        if word is not None:
            noted = await reader.house.store.lessons.note(table_id, word)
            table.row = replace(table.row, lesson=noted)
    if word is not None:
        reader.house.tables.changed(table)
    return await answer(request, reader, table_id, fields)


@router.post("/t/{table_id}/coach/back")
async def take_back(table_id: str, request: Request, reader: ReaderOf) -> Response:
    """The learner returns to the path: to before the choice by which they left it."""
    fields = await fields_of(request)
    attempt = await attempt_of(reader, table_id, fields)
    table = await reader.house.tables.live(table_id)
    now = _coaching_for(reader, table)
    if now.back is not None:
        known = table.playing().known_entries(attempt.seat)
        await reader.house.tables.recalls.ask(table_id, attempt, known.index(now.back))
    return await answer(request, reader, table_id, fields)


def _coaching_for(reader: Reader, table: LiveTable) -> Coaching:
    """What the coach does for this reader; raises if there is none."""
    learner = None if table.coach is None else table.coach.lesson.learner
    if learner is None or learner not in table.seats_of(reader.guest_id):
        raise TableError("qd.server.no_coach")
    coaching = coaching_at(table, learner)
    if coaching is None:
        raise TableError("qd.server.no_coach")
    return coaching
