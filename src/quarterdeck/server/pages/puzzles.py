"""Puzzles: the list of them, one at a time on the real board, and what came of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response

from quarterdeck import games
from quarterdeck.bots.offering import USUAL_OPPONENT
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import BadNotation, IllegalAction, NotYourTurn
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.preview import tell
from quarterdeck.review.puzzle_telling import tell_solution
from quarterdeck.review.puzzles import DIFFICULTIES, Puzzle, shipped_puzzles
from quarterdeck.server.books import name_chapters
from quarterdeck.server.errors import NotAllowed
from quarterdeck.server.gathering import HERE, NewTable
from quarterdeck.server.live import LiveTable
from quarterdeck.server.pages.acts import require_guest
from quarterdeck.server.pages.boards import board_then
from quarterdeck.server.pages.common import Reader, fields_of, page, reader_of, see_other
from quarterdeck.server.pages.composing import (
    embed_gestures,
    group_choices,
    group_reasons,
    name_turning,
)
from quarterdeck.server.pages.covers import things_address
from quarterdeck.server.pages.teaching import has_howto
from quarterdeck.server.pages.visit import settle_in
from quarterdeck.server.previews import foretell, read_choices
from quarterdeck.server.puzzles import (
    DAYS,
    Progress,
    next_puzzle,
    play_solution,
    puzzles_of,
    state_of,
    today,
)
from quarterdeck.server.sight import Sight
from quarterdeck.server.state import (
    asked_of,
    describe_in_full,
    describe_table,
    translator_for,
)
from quarterdeck.server.store.puzzles import PuzzleAnswer
from quarterdeck.server.store.rows import FROM_PUZZLE

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]

# What somebody may ask the list for, besides a theme.
STATES = ("new", "solved", "missed")


@dataclass(frozen=True)
class ListedPuzzle:
    """A puzzle in a list. Its theme says something of the solution: it is told to those who have
    answered."""

    id: str
    game: str
    title: str
    number: int
    seats: int
    difficulty: str
    state: str
    theme: str


@dataclass(frozen=True)
class Shelf:
    """The puzzles of a game that a list shows, and how many were solved of how many."""

    game: str
    title: str
    puzzles: tuple[ListedPuzzle, ...]
    solved: int
    total: int
    themes: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Wanted:
    """What a list is asked for; empty: everything."""

    game: str = ""
    theme: str = ""
    difficulty: str = ""
    state: str = ""

    def matches(self, puzzle: Puzzle, listed: ListedPuzzle) -> bool:
        return (
            self.game in ("", listed.game)
            and self.theme in ("", puzzle.theme)
            and self.difficulty in ("", listed.difficulty)
            and self.state in ("", listed.state)
        )


# The list


@router.get("/puzzles", response_class=HTMLResponse)
async def list_puzzles(
    reader: ReaderOf, game: str = "", theme: str = "", difficulty: str = "", state: str = ""
) -> HTMLResponse:
    """Today's puzzles, those of the days before, and all of them."""
    say = reader.say()
    progress = await reader.house.puzzles.progress(reader.guest_id)
    wanted = Wanted(game, theme, difficulty, state)
    shelves = [_shelve(rules, progress, wanted, say) for rules in games.load_all()]
    shelves = [shelf for shelf in shelves if shelf.total]
    day = today()
    days = [_list_day(day - timedelta(days=back), progress, say) for back in range(DAYS)]
    return page(
        "puzzles.html.jinja",
        reader,
        say,
        today=days[0][1],
        days=days[1:],
        shelves=shelves,
        solved=sum(shelf.solved for shelf in shelves),
        total=sum(shelf.total for shelf in shelves),
        streak=progress.streak(day),
        wanted=wanted,
        difficulties=DIFFICULTIES,
        states=STATES,
    )


def _list_day(
    day: date, progress: Progress, say: Translator
) -> tuple[str, tuple[ListedPuzzle, ...]]:
    found = tuple(_list_puzzle(rules, each, progress, say) for rules, each in puzzles_of(day))
    return day.isoformat(), found


def _list_puzzle(
    rules: AnyRules, puzzle: Puzzle, progress: Progress, say: Translator
) -> ListedPuzzle:
    answer = progress.of(rules.id, puzzle)
    themes = name_chapters(rules.folder, say.language)
    return ListedPuzzle(
        puzzle.id,
        rules.id,
        say.text(rules.title),
        list(shipped_puzzles(rules)).index(puzzle.id) + 1,
        puzzle.record.header.seats,
        puzzle.difficulty,
        state_of(answer),
        themes.get(puzzle.theme, puzzle.theme) if answer is not None and answer.seen else "",
    )


def _shelve(rules: AnyRules, progress: Progress, wanted: Wanted, say: Translator) -> Shelf:
    puzzles = list(shipped_puzzles(rules).values())
    listed = [_list_puzzle(rules, puzzle, progress, say) for puzzle in puzzles]
    names = name_chapters(rules.folder, say.language)
    themes = {puzzle.theme: names.get(puzzle.theme, puzzle.theme) for puzzle in puzzles}
    return Shelf(
        rules.id,
        say.text(rules.title),
        tuple(
            each
            for puzzle, each in zip(puzzles, listed, strict=True)
            if wanted.matches(puzzle, each)
        ),
        progress.solved(rules.id, puzzles),
        len(puzzles),
        tuple(sorted(themes.items(), key=lambda theme: theme[1])),
    )


# One puzzle


@router.get("/puzzles/{game}/{puzzle_id}", response_class=HTMLResponse)
async def show_puzzle(
    game: str, puzzle_id: str, reader: ReaderOf, tried: str = "", before: bool = False
) -> HTMLResponse:
    """The position as the seat sees it that is to choose; the solution once it may be known.

    `tried`: what was just chosen, and is not best. `before`: the board as it was before the
    solution.
    """
    rules, puzzle = reader.house.puzzles.find(game, puzzle_id)
    progress = await reader.house.puzzles.progress(reader.guest_id)
    answer = progress.of(rules.id, puzzle)
    table = reader.house.puzzles.table(rules, puzzle)
    with reader.house.tables.faults.showing(table):
        values = _show_position(reader, table, puzzle)
        values["listed"] = _list_puzzle(rules, puzzle, progress, values["say"])
        values["answer"] = answer
        if answer is not None and answer.seen:
            values |= _show_solution(reader, table, puzzle, answer, before)
            values["next"] = next_puzzle(rules, puzzle, progress)
        elif answer is not None:
            values["notice"] = _tell_miss(table, puzzle, tried or answer.choice, values["say"])
    return page("puzzle.html.jinja", reader, **values)


def _show_position(reader: Reader, table: LiveTable, puzzle: Puzzle) -> dict[str, Any]:
    """What is asked, as at any table."""
    rules, seat = table.rules, puzzle.seat
    say = translator_for(table, reader.language)
    state = describe_in_full(table, describe_table(table, seat, reader.language, (seat,)))
    game = table.playing()
    return {
        "say": say,
        "row": table.row,
        "game": say.text(rules.title),
        "puzzle": puzzle.id,
        "seat": seat,
        "state": state,
        "asked": True,
        "asking": state.prompt or "",
        "sight": Sight(seat),
        "groups": group_choices(state.choices),
        "money": rules.money,
        "gestures": embed_gestures(state.gestures) if state.gestures else "",
        "turning": name_turning(state.gestures),
        "closed": asked_of(table, seat).closed,
        "reasons": group_reasons(state.closed),
        "since": state.since,
        "scores": state.scores,
        "sections": state.sections,
        "log": state.log,
        "round": _name_round(table, say),
        "board": board_then(table, game, seat, reader.language),
        "things": things_address(rules, reader.language),
        "teaches": has_howto(rules),
        "key": "",
        "notice": "",
        "solution": None,
        "next": None,
        "before": False,
    }


def _name_round(table: LiveTable, say: Translator) -> str:
    rules, position = table.rules, table.playing().position
    return f"{say(f'{rules.round_name.id}.title')} {rules.round_of(position)}"


def _show_solution(
    reader: Reader, table: LiveTable, puzzle: Puzzle, answer: PuzzleAnswer, before: bool
) -> dict[str, Any]:
    say = translator_for(table, reader.language)
    values: dict[str, Any] = {
        "asked": False,
        "before": before,
        "solution": tell_solution(table.rules, table.playing(), puzzle, say),
        "chosen": _label(table, puzzle, answer.choice, say),
    }
    if not before:
        after = play_solution(table.rules, puzzle)
        values["board"] = board_then(table, after, puzzle.seat, reader.language)
        values["sections"] = table.rules.text(after.view(puzzle.seat), say)
    return values


def _tell_miss(table: LiveTable, puzzle: Puzzle, tried: str, say: Translator) -> str:
    label = _label(table, puzzle, tried, say)
    return say("qd.page.puzzle.wrong", choice=label) if label and tried != puzzle.solution else ""


def _label(table: LiveTable, puzzle: Puzzle, notation: str, say: Translator) -> str:
    """A choice in words; nothing if it is none that was open."""
    choices: Sequence[Any] = asked_of(table, puzzle.seat).choices
    return next((say.text(each.label) for each in choices if each.notation == notation), "")


@router.post("/puzzles/{game}/{puzzle_id}")
async def answer_puzzle(game: str, puzzle_id: str, request: Request, reader: ReaderOf) -> Response:
    """Answer with a choice, or give up."""
    fields = await fields_of(request)
    rules, puzzle = reader.house.puzzles.find(game, puzzle_id)
    address = f"/puzzles/{rules.id}/{puzzle.id}"
    choice = fields.text("choice")
    if "give_up" not in fields:
        reader.house.puzzles.check(rules, puzzle, choice)
    guest, remember = await settle_in(request, reader, fields, reader.say()("qd.page.nameless"))
    if "give_up" in fields:
        await reader.house.puzzles.give_up(rules, puzzle, guest)
    elif not await reader.house.puzzles.answer(rules, puzzle, guest, choice):
        address += "?" + urlencode({"tried": read_choices(choice)[0]})
    return await remember(see_other(address))


@router.post("/puzzles/{game}/{puzzle_id}/try")
async def try_out(game: str, puzzle_id: str, reader: ReaderOf) -> Response:
    """Play on from a puzzle that one has answered, against bots."""
    guest = require_guest(reader)
    rules, puzzle = reader.house.puzzles.find(game, puzzle_id)
    progress = await reader.house.puzzles.progress(guest.id)
    if progress.of(rules.id, puzzle) is None:
        raise NotAllowed("qd.page.puzzle.answer_first")
    header = puzzle.record.header
    seating = tuple(HERE if seat == puzzle.seat else USUAL_OPPONENT for seat in range(header.seats))
    wish = NewTable(rules.id, seating, dict(header.options), listed=False)
    made = await reader.house.tables.gathering.play_on(
        wish, guest, puzzle.record.entries, FROM_PUZZLE + puzzle.id
    )
    return see_other(f"/t/{made.row.id}")


@router.get("/puzzles/{game}/{puzzle_id}/preview", response_class=HTMLResponse)
async def preview_choice(game: str, puzzle_id: str, reader: ReaderOf, choice: str = "") -> Response:
    """What a choice would change, as at any table."""
    rules, puzzle = reader.house.puzzles.find(game, puzzle_id)
    table = reader.house.puzzles.table(rules, puzzle)
    faults = reader.house.tables.faults
    try:
        seat, found = await foretell(table, faults, lambda: puzzle.seat, read_choices(choice))
    except (BadNotation, IllegalAction, NotYourTurn):
        return Response(status_code=204)
    say = translator_for(table, reader.language)
    told = tell(found, seat, say)
    if told.untold:
        return Response(status_code=204)
    return page("parts/preview.html.jinja", reader, say, foretold=told)
