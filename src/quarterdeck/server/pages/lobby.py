"""The lobby: my tables, open tables, tables to watch, and a new table."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from quarterdeck import bots, games, pictures
from quarterdeck.bots.levels import LEVELS
from quarterdeck.bots.offering import FIRST_OPPONENT, USUAL_OPPONENT, bot_label
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.lessons import find_lesson
from quarterdeck.server.former import name_in_words
from quarterdeck.server.gathering import ANYBODY, HERE, NewTable
from quarterdeck.server.learning import find_begun
from quarterdeck.server.pace import (
    ENDS,
    LIVE,
    MOST_HOURS,
    OWN,
    PACES,
    REMIND,
    away_after,
    describe_pace,
    pace_of,
    read_pace,
)
from quarterdeck.server.pages.asked_bots import read_bot
from quarterdeck.server.pages.clocks import OVERDUE, ShownTime, show_running
from quarterdeck.server.pages.clocks import RUNNING as TIMED
from quarterdeck.server.pages.common import (
    Fields,
    Reader,
    fields_of,
    game_title,
    option_fields,
    page,
    reader_of,
    see_other,
)
from quarterdeck.server.pages.teaching import has_howto
from quarterdeck.server.pages.visit import settle_in
from quarterdeck.server.puzzles import puzzles_of, today
from quarterdeck.server.reading import has_other_rules
from quarterdeck.server.store.rows import BOT, FINISHED, OPEN, RUNNING, SeatRow, TableRow

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]

QUICK_SEATS = 3
MOST_SHOWN = 12


@dataclass(frozen=True)
class ListedTable:
    """A table in a list of the lobby."""

    id: str
    title: str
    game: str
    status: str
    # By name, with whose it is (`names/protecting.py`).
    seats: tuple[tuple[str, str], ...]
    open: int
    mine: bool
    my_turn: bool
    # It can be read, but not played.
    aside: bool
    # The bots on its seats, as they are asked for.
    bots: tuple[str, ...]
    # How fast it is played, in words, if not live; and whose time runs, by name.
    pace: str = ""
    times: tuple[tuple[str, ShownTime], ...] = ()


@dataclass(frozen=True)
class GameCard:
    id: str
    title: str
    summary: str
    seats: range
    quick: int
    pictured: bool
    teaches: bool
    # How many minutes the guided first game takes; None if there is none.
    lesson: int | None


@router.get("/", response_class=HTMLResponse)
async def lobby(reader: ReaderOf) -> HTMLResponse:
    return await show_lobby(reader)


async def show_lobby(reader: Reader, notice: str = "", status: int = 200) -> HTMLResponse:
    say = reader.say()
    store = reader.house.store
    mine = await store.lists.of(reader.guest.id) if reader.guest else []
    since = reader.house.limits.open_since(time.time())
    own = {row.id for row in mine}
    company, me = reader.house.names.company, reader.guest_id
    lists = {
        "mine": mine,
        "joinable": await company.without_blocked(await store.lists.joinable(since=since), me),
        "running": await company.without_blocked(await store.lists.watchable(), me),
    }
    lists = {
        name: [row for row in rows if name == "mine" or row.id not in own]
        for name, rows in lists.items()
    }
    entries = {name: await _entries(rows, reader, say) for name, rows in lists.items()}
    experienced = _has_finished(mine)
    opponent = _last_level(entries["mine"]) or (USUAL_OPPONENT if experienced else FIRST_OPPONENT)
    entries["mine"].sort(key=lambda entry: (not entry.my_turn, entry.status == "finished"))
    return page(
        "lobby.html.jinja",
        reader,
        say,
        status,
        notice=notice,
        opponent=opponent,
        games=[_card(rules, say) for rules in games.load_all()],
        puzzles=bool(puzzles_of(today())),
        invitations=await _invitations(reader, say),
        begun=await find_begun(reader.house, reader.guest_id),
        **entries,
    )


async def _invitations(reader: Reader, say: Translator) -> list[tuple[str, str, str]]:
    """The tables to which friends ask the reader: their ids and titles, and who asks."""
    if reader.guest is None:
        return []
    shown = []
    for each in await reader.house.names.company.invitations(reader.guest):
        row = await reader.house.store.tables.find(each.table_id)
        if row is not None:
            shown.append((row.id, row.title or game_title(say, row.game), each.by.name))
    return shown[:MOST_SHOWN]


async def _entries(rows: list[TableRow], reader: Reader, say: Translator) -> list[ListedTable]:
    found = []
    for row in rows[:MOST_SHOWN]:
        try:
            found.append(await _entry(row, reader, say))
        except QuarterdeckError:
            # A table this version cannot read is no reason to hide the others
            continue
    return found


async def _entry(row: TableRow, reader: Reader, say: Translator) -> ListedTable:
    seats = await reader.house.store.seats.of(row.id)
    mine = [s.number for s in seats if s.guest_id and s.guest_id == reader.guest_id]
    turn = row.turn or ()
    aside = bool(row.flaw or row.game not in games.PLUGINS)
    known = reader.house.tables.shelf.look(row.id)
    unsure = row.status == RUNNING and row.turn is None and mine
    if known is None and not aside and (unsure or has_other_rules(row)):
        known = await reader.house.tables.live(row.id)
    if known is not None:
        aside = known.fault is not None
        turn = known.story.asked if row.turn is None else row.turn
    playing = [s.number for s in seats if s.number in mine and s.player is None]
    my_turn = row.status == RUNNING and not aside and any(number in turn for number in playing)
    taken = [seat for seat in seats if seat.kind != OPEN]
    marks = await reader.house.names.protecting.mark_seats(taken)
    names = tuple(
        bot_label(say, s.bot or "") if s.kind == BOT else name_in_words(s.name, say) for s in taken
    )
    title = row.title or game_title(say, row.game)
    free = sum(s.kind == OPEN for s in seats)
    game = game_title(say, row.game)
    sitting = tuple(s.bot for s in seats if s.kind == BOT and s.bot)
    pace = "" if pace_of(row.pace) is None else say.text(describe_pace(row.pace))
    times = () if aside else _times(row, seats, reader, say)
    named = tuple(zip(names, marks, strict=True))
    about = (row.id, title, game, row.status, named, free, bool(mine), my_turn, aside, sitting)
    return ListedTable(*about, pace, times)


def _times(
    row: TableRow, seats: list[SeatRow], reader: Reader, say: Translator
) -> tuple[tuple[str, ShownTime], ...]:
    """Whose time runs at a table, each with the name of its seat."""
    if row.status != RUNNING:
        return ()
    found = reader.house.tables.deadlines.list_at(row, seats)
    return tuple(
        (
            seats[each.seat].name,
            show_running(each.seat, each.left, each.at, OVERDUE if each.is_over else TIMED, say),
        )
        for each in found
    )


def _card(rules: AnyRules, say: Translator) -> GameCard:
    quick = QUICK_SEATS if QUICK_SEATS in rules.seats else rules.default_seats
    summary = say(f"{rules.prefix}.summary")
    pictured = pictures.drawable(rules)
    title = say.text(rules.title)
    teaches = has_howto(rules)
    lesson = find_lesson(rules)
    minutes = None if lesson is None else lesson.minutes
    return GameCard(rules.id, title, summary, rules.seats, quick, pictured, teaches, minutes)


@router.post("/play")
async def play_now(request: Request, reader: ReaderOf) -> Response:
    """A game against bots, at once: the shortest way from the door to the table."""
    fields = await fields_of(request)
    rules = games.load(fields.text("game", games.GAMES[0]))
    guest, remember = await settle_in(request, reader, fields, reader.say()("qd.page.nameless"))
    quick = _card(rules, reader.say()).quick
    newcomer = not _has_finished(await reader.house.store.lists.of(guest.id))
    opponent = fields.text("level", FIRST_OPPONENT if newcomer else USUAL_OPPONENT)
    seating = (HERE, *[bots.normalize(opponent)] * (quick - 1))
    options = dict(rules.first_options) if newcomer else {}
    table = await reader.house.tables.gathering.create(
        NewTable(rules.id, seating, options, "", False), guest
    )
    return await remember(see_other(f"/t/{table.row.id}"))


def _has_finished(tables: list[TableRow]) -> bool:
    """Whether somebody has played a game to its end, other than a lesson."""
    return any(row.status == FINISHED and row.lesson is None for row in tables)


def _last_level(mine: list[ListedTable]) -> str | None:
    """The level somebody has last played against; tables are listed newest first."""
    return next((bot for table in mine for bot in table.bots if bot in LEVELS), None)


@router.get("/new/{game}", response_class=HTMLResponse)
async def new_table(game: str, reader: ReaderOf) -> HTMLResponse:
    return show_new_table(game, reader)


def show_new_table(game: str, reader: Reader, notice: str = "", status: int = 200) -> HTMLResponse:
    rules = games.load(game)
    say = reader.say()
    return page(
        "new.html.jinja",
        reader,
        say,
        status,
        notice=notice,
        game=_card(rules, say),
        options=option_fields(rules, say),
        paces=[(name, say.text(describe_pace(name))) for name in PACES],
        own_pace=OWN,
        most_hours=MOST_HOURS,
        ends=ENDS,
        opponent=USUAL_OPPONENT,
        stand_in=USUAL_OPPONENT,
        default_seats=_card(rules, say).quick,
    )


@router.post("/new/{game}")
async def create_table(game: str, request: Request, reader: ReaderOf) -> RedirectResponse:
    fields = await fields_of(request)
    rules = games.load(game)
    guest, remember = await settle_in(request, reader, fields)
    pace = _pace(fields)
    wish = NewTable(
        rules.id,
        _seating(rules, fields),
        {o.id: fields.text(f"option-{o.id}", o.default) for o in rules.options},
        fields.text("title"),
        fields.text("listed", "yes") == "yes",
        tuple(fields.text(f"name-{number}").strip() for number in range(rules.seats[-1])),
        away_after(pace),
        fields.text("stand-in", USUAL_OPPONENT),
        fields.text("suggestions", "yes") == "yes",
        fields.text("bots-tell", "no") == "yes",
        chances=fields.text("chances", "no") == "yes",
        pace=pace,
        time_up=fields.text("time-up", REMIND),
        holidays=fields.text("holidays", "yes") == "yes",
    )
    table = await reader.house.tables.gathering.create(wish, guest)
    return await remember(see_other(f"/t/{table.row.id}"))


def _pace(fields: Fields) -> str:
    """The pace that was chosen; the hours count only with a bank of one's own."""
    name = fields.text("pace", LIVE)
    if name != OWN:
        return read_pace(name)
    return read_pace(name, fields.number("bank-hours", 0), fields.number("refill-hours", 0))


def _seating(rules: AnyRules, fields: Fields) -> tuple[str, ...]:
    count = fields.number("seats", rules.default_seats)
    first = HERE, *[ANYBODY] * 8
    return tuple(
        read_bot(fields, f"seat-{number}", first[number]) for number in range(min(count, 8))
    )
