"""The lobby: my tables, open tables, tables to watch, and a new table."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response

from quarterdeck import bots, games, pictures
from quarterdeck.bots.levels import LEVELS
from quarterdeck.bots.offering import FIRST_OPPONENT, USUAL_OPPONENT, bot_label
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.lessons import find_lesson
from quarterdeck.server.errors import TableError
from quarterdeck.server.former import name_in_words
from quarterdeck.server.gathering import HERE, NewTable
from quarterdeck.server.learning import find_begun
from quarterdeck.server.pace import PACES, describe_pace, pace_of
from quarterdeck.server.pages.clocks import OVERDUE, ShownTime, show_running
from quarterdeck.server.pages.clocks import RUNNING as TIMED
from quarterdeck.server.pages.common import (
    Reader,
    fields_of,
    game_title,
    page,
    reader_of,
    see_other,
)
from quarterdeck.server.pages.mine import list_tables
from quarterdeck.server.pages.teaching import has_howto
from quarterdeck.server.pages.visit import settle_in
from quarterdeck.server.pages.wishes import tell_filling
from quarterdeck.server.puzzles import puzzles_of, today
from quarterdeck.server.reading import has_other_rules
from quarterdeck.server.seeking import QUICK_SEATS, Sought, read_wanted
from quarterdeck.server.store.lists import Wanted
from quarterdeck.server.store.rows import BOT, FINISHED, OPEN, RUNNING, SeatRow, TableRow
from quarterdeck.server.wishes import (
    ANY,
    EXPERIENCES,
    SPOKEN,
)

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]

MOST_SHOWN = 12
# How many of a reader's newest tables tell whom they play against.
FEW = 12


@dataclass(frozen=True)
class ListedTable:
    """A table in a list of the lobby, and what its host wishes for."""

    id: str
    title: str
    game: str
    # By name, with whose it is (`names/protecting.py`).
    seats: tuple[tuple[str, str], ...]
    open: int
    # It can be read, but not played.
    aside: bool
    # How fast it is played, in words, if not live; and whose time runs, by name.
    pace: str
    times: tuple[tuple[str, ShownTime], ...]
    experience: str
    language: str
    remark: str
    fills: str
    changed: float


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
    asked = reader.request.query_params if reader.request.url.path == "/" else {}
    wanted = Wanted()
    try:
        wanted = read_wanted(asked)
    except TableError as error:
        notice, status = say.text(error.message), error.status
    mine = await list_tables(reader)
    rows = await store.lists.of(reader.guest.id, FEW) if reader.guest else []
    seated = await store.mine.seats_at([row.id for row in rows])
    own = {row.id for row in rows} | {each.id for each in mine.mine.gathering}
    open_since = reader.house.limits.open_since(time.time())
    lists = {
        "joinable": await store.lists.joinable(since=open_since, wanted=wanted),
        "running": await store.lists.watchable(),
    }
    entries = {name: await _entries(rows, own, reader, say) for name, rows in lists.items()}
    entries["joinable"].sort(key=lambda entry: _inviting(entry, reader.language))
    experienced = bool(mine.past) or _has_finished(rows)
    usual = USUAL_OPPONENT if experienced else FIRST_OPPONENT
    return page(
        "lobby.html.jinja",
        reader,
        say,
        status,
        notice=notice,
        opponent=_last_level(rows, seated) or usual,
        games=[card_of(rules, say) for rules in games.load_all()],
        puzzles=bool(puzzles_of(today())),
        invitations=await _invitations(reader, say),
        begun=await find_begun(reader.house, reader.guest_id),
        asked=asked,
        narrowed=wanted != Wanted(),
        paces=[(name, say.text(describe_pace(name))) for name in PACES],
        experiences=EXPERIENCES,
        spoken=SPOKEN,
        **mine.values(reader, say),
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


def _inviting(entry: ListedTable, language: str) -> tuple[bool, int, float]:
    """Whoever speaks the reader's language first; then what begins soonest, and the newest."""
    return entry.language not in (ANY, language), entry.open, -entry.changed


async def _entries(
    rows: list[TableRow], own: Collection[str], reader: Reader, say: Translator
) -> list[ListedTable]:
    others = [row for row in rows if row.id not in own]
    company = reader.house.names.company
    shown = (await company.without_blocked(others, reader.guest_id))[:MOST_SHOWN]
    seated = await reader.house.store.mine.seats_at([row.id for row in shown])
    found = []
    for row in shown:
        try:
            entry = await _entry(row, seated[row.id], reader, say)
        except QuarterdeckError:
            # A table this version cannot read is no reason to hide the others
            continue
        if entry is not None:
            found.append(entry)
    return found


async def _entry(
    row: TableRow, seats: Sequence[SeatRow], reader: Reader, say: Translator
) -> ListedTable | None:
    if reader.guest_id in {row.host, *(seat.guest_id for seat in seats if seat.guest_id)}:
        return None
    aside = bool(row.flaw or row.game not in games.PLUGINS)
    known = reader.house.tables.shelf.look(row.id)
    if known is None and not aside and has_other_rules(row):
        known = await reader.house.tables.live(row.id)
    if known is not None:
        aside = known.fault is not None
    taken = [seat for seat in seats if seat.kind != OPEN]
    marks = await reader.house.names.protecting.mark_seats(taken)
    names = tuple(
        bot_label(say, s.bot or "") if s.kind == BOT else name_in_words(s.name, say) for s in taken
    )
    game = game_title(say, row.game)
    return ListedTable(
        row.id,
        row.title or game,
        game,
        tuple(zip(names, marks, strict=True)),
        sum(seat.kind == OPEN for seat in seats),
        aside,
        "" if pace_of(row.pace) is None else say.text(describe_pace(row.pace)),
        () if aside else _times(row, seats, reader, say),
        row.experience,
        row.language,
        row.remark,
        tell_filling(row, reader, say),
        row.changed,
    )


def _times(
    row: TableRow, seats: Sequence[SeatRow], reader: Reader, say: Translator
) -> tuple[tuple[str, ShownTime], ...]:
    """Whose time runs at a table, each with the name of its seat."""
    if row.status != RUNNING:
        return ()
    found = reader.house.tables.deadlines.list_at(row, list(seats))
    return tuple(
        (
            name_in_words(seats[each.seat].name, say),
            show_running(each.seat, each.left, each.at, OVERDUE if each.is_over else TIMED, say),
        )
        for each in found
    )


def card_of(rules: AnyRules, say: Translator) -> GameCard:
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
    quick = card_of(rules, reader.say()).quick
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


def _last_level(rows: Sequence[TableRow], seated: Mapping[str, Sequence[SeatRow]]) -> str | None:
    """The level somebody has last played against; tables are listed newest first."""
    sitting = (seat.bot for row in rows for seat in seated[row.id] if seat.kind == BOT)
    return next((bot for bot in sitting if bot in LEVELS), None)


@router.post("/find")
async def find_table(request: Request, reader: ReaderOf) -> Response:
    """To the open table that fits best, or to a new one."""
    fields = await fields_of(request)
    game, language = fields.text("game"), fields.text("language") or reader.language
    pace = fields.text("pace")
    known = (("game", game, games.PLUGINS), ("pace", pace, PACES), ("language", language, SPOKEN))
    for name, value, values in known:
        if value and value not in values:
            raise TableError("qd.server.malformed", fields=name)
    guest, remember = await settle_in(request, reader, fields)
    newcomer = not _has_finished(await reader.house.store.lists.of(guest.id))
    sought = Sought(game, language, newcomer, pace)
    table_id = await reader.house.seeking.find(guest, sought)
    return await remember(see_other(f"/t/{table_id}"))
