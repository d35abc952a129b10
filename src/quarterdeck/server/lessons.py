"""Lessons at real tables: a prepared deal, bots that know their lines, and a coach.

What the learner has heard is kept with the table as words, `3:bank`: after how many choices of
their own, and the remark. Everything else follows from the record (`quarterdeck/lessons/`).
"""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck import bots, games
from quarterdeck.lessons import (
    Coach,
    Coaching,
    Heard,
    Lesson,
    PreparedDealer,
    find_lesson,
    scripted_choice,
)
from quarterdeck.lessons.coach import LEFT, SAYS
from quarterdeck.record import Entry
from quarterdeck.server.live import LiveTable


def lesson_at(table: LiveTable) -> Lesson | None:
    """The lesson that is taught at a table, if it is one and the lesson still exists."""
    if table.row.lesson is None or table.row.game not in games.PLUGINS:
        return None
    lesson = find_lesson(games.load(table.row.game))
    if lesson is None or lesson.seats != table.row.seats:
        # Another version of the lesson than the one this table was set up for
        return None
    return lesson


def prepare_lesson(table: LiveTable) -> None:
    """At a lesson's table: let the lesson deal, and a coach watch."""
    lesson = lesson_at(table)
    if lesson is None:
        return
    rules = games.load(table.row.game)

    def dealt() -> Sequence[Entry]:
        return [] if table.game is None else table.game.record.entries

    table.dealer = PreparedDealer(lesson, rules.outcome_space, dealt, table.dealer)
    table.coach = Coach(rules, lesson)


def find_scripted(table: LiveTable, seat: int) -> int | None:
    """What a bot chooses because the lesson says so."""
    if table.coach is None:
        return None
    game = table.playing()
    return scripted_choice(table.coach.lesson, game.record.entries, game.position, seat)


def seating_of(lesson: Lesson, learner: str) -> tuple[str, ...]:
    """Who sits where: the learner, and gentle bots."""
    return tuple(learner if seat == lesson.learner else bots.GENTLE for seat in range(lesson.seats))


def coaching_at(table: LiveTable, viewer: int | None) -> Coaching | None:
    """What the coach does now; nothing for anybody but the learner."""
    coach = table.coach
    if coach is None or table.game is None or viewer != coach.lesson.learner:
        return None
    return table.once("coaching", lambda: coach.look(table.playing(), heard_at(table)))


def heard_at(table: LiveTable) -> Heard:
    """What the learner has heard; words that make no sense are passed over."""
    found = set()
    for word in (table.row.lesson or "").split():
        moment, colon, remark = word.partition(":")
        if colon and moment.isascii() and moment.isdecimal() and len(moment) < 8:
            found.add((int(moment), remark))
    return frozenset(found)


def word_for(coaching: Coaching) -> str | None:
    """What is noted when the learner goes on from here; nothing if they cannot."""
    if coaching.kind not in (SAYS, LEFT):
        return None
    return f"{coaching.moment}:{coaching.remark}"
