"""Puzzles: positions in which one choice is clearly best."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

import orjson
from fastapi import Query, Request
from fastapi.responses import Response
from pydantic import Field

from quarterdeck import games
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.review.puzzle_telling import tell_solution
from quarterdeck.review.puzzles import Puzzle, shipped_puzzles
from quarterdeck.server.api.common import CallerOf, HouseOf, Language, Wish, new_router
from quarterdeck.server.books import name_chapters
from quarterdeck.server.house import House
from quarterdeck.server.people import language_of
from quarterdeck.server.puzzles import Progress, puzzles_of, state_of, today
from quarterdeck.server.state import describe_in_full, describe_table, translator_for

router = new_router("puzzles")


class AnswerIn(Wish):
    """`choice`: the notation of what you would choose; empty, to be told the solution."""

    choice: Annotated[str, Field(max_length=4000)]


@router.get("/puzzles")
async def list_puzzles(
    request: Request,
    here: HouseOf,
    caller: CallerOf,
    lang: Language = None,
    day: Annotated[date | None, Query()] = None,
) -> dict[str, Any]:
    """All puzzles by game, and those of a day (`day`; today by default, in UTC): the id of each,
    how hard it is, how many players the game has, and what you made of it (`state`: "new", "solved"
    at the first try, or "missed"). The `theme` is told once you have seen the solution. `streak`:
    on how many days in a row you have solved something."""
    say = Translator(language_of(request, lang))
    progress = await here.puzzles.progress(caller.guest.id if caller.guest else None)
    return {
        "today": {rules.id: puzzle.id for rules, puzzle in puzzles_of(day or today())},
        "streak": progress.streak(today()),
        "games": {
            rules.id: [
                _summary(rules, puzzle, progress, say) for puzzle in shipped_puzzles(rules).values()
            ]
            for rules in games.load_all()
        },
    }


@router.get("/puzzles/{game}/{puzzle_id}")
async def show_puzzle(
    game: str,
    puzzle_id: str,
    request: Request,
    here: HouseOf,
    caller: CallerOf,
    lang: Language = None,
) -> Response:
    """A puzzle as the `seat` sees it that is to choose: `table` is like a table's state, with the
    open choices. Once you have seen the `solution`, it is told too."""
    rules, puzzle = here.puzzles.find(game, puzzle_id)
    progress = await here.puzzles.progress(caller.guest.id if caller.guest else None)
    return _answer(here, rules, puzzle, progress, language_of(request, lang), {})


@router.post("/puzzles/{game}/{puzzle_id}")
async def answer_puzzle(
    game: str,
    puzzle_id: str,
    wish: AnswerIn,
    request: Request,
    here: HouseOf,
    lang: Language = None,
) -> Response:
    """Answer a puzzle; only the first answer counts. `right` says whether this one was. Whoever is
    right, or gives up with an empty choice, is told the solution."""
    guest = await here.people.guest(request)
    rules, puzzle = here.puzzles.find(game, puzzle_id)
    right = False
    if wish.choice:
        right = await here.puzzles.answer(rules, puzzle, guest, wish.choice)
    else:
        await here.puzzles.give_up(rules, puzzle, guest)
    progress = await here.puzzles.progress(guest.id)
    language = language_of(request, lang)
    return _answer(here, rules, puzzle, progress, language, {"right": right})


def _summary(
    rules: AnyRules, puzzle: Puzzle, progress: Progress, say: Translator
) -> dict[str, Any]:
    answer = progress.of(rules.id, puzzle)
    found = {
        "id": puzzle.id,
        "seats": puzzle.record.header.seats,
        "difficulty": puzzle.difficulty,
        "state": state_of(answer),
    }
    if answer is not None and answer.seen:
        title = name_chapters(rules.folder, say.language).get(puzzle.theme, puzzle.theme)
        found["theme"] = {"id": puzzle.theme, "title": title}
    return found


def _answer(
    here: House,
    rules: AnyRules,
    puzzle: Puzzle,
    progress: Progress,
    language: str,
    more: dict[str, Any],
) -> Response:
    table = here.puzzles.table(rules, puzzle)
    say = translator_for(table, language)
    content = _summary(rules, puzzle, progress, say) | {"game": rules.id, "seat": puzzle.seat}
    with here.tables.faults.showing(table):
        state = describe_table(table, puzzle.seat, language, (puzzle.seat,))
        content["table"] = describe_in_full(table, state)
        answer = progress.of(rules.id, puzzle)
        if answer is not None:
            content["answer"] = answer.choice
        if answer is not None and answer.seen:
            content["solution"] = tell_solution(rules, table.playing(), puzzle, say)
    return Response(
        orjson.dumps(content | more),
        media_type="application/json",
        headers={"cache-control": "no-store"},
    )
