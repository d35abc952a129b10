"""Statistics: one's own, those that somebody shows, and those of a game; export and removal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from quarterdeck import games
from quarterdeck.bots.levels import LEVELS
from quarterdeck.bots.offering import bot_label
from quarterdeck.bots.strength import measured
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.server.errors import NotAllowed, NotFound, TableError
from quarterdeck.server.pages.common import (
    Reader,
    fields_of,
    option_fields,
    page,
    reader_of,
    see_other,
)
from quarterdeck.server.pages.review import graph_style_address
from quarterdeck.server.store.results import WISHES
from quarterdeck.server.store.rows import Guest
from quarterdeck.statistics.counting import FEWEST, PersonsGame
from quarterdeck.statistics.drawing import draw_rating, write_date
from quarterdeck.statistics.exporting import person_to_json, result_to_json, write_csv
from quarterdeck.statistics.results import Labels

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]

# A line needs two ends.
LEAST_DRAWN = 2
# Of what points came from, and of what was used, so many lines are shown at first.
MOST_SOURCES = 8
MOST_USES = 15
NO_STORE = {"cache-control": "no-store"}


@dataclass(frozen=True)
class ShownGame:
    """What a person has done in one game, ready to be shown."""

    title: str
    found: PersonsGame
    labels: Labels
    graph: Markup | None
    # How strong the levels were in games of so many players.
    levels: tuple[tuple[str, dict[int, int]], ...]


def _guest(reader: Reader) -> Guest:
    if reader.guest is None:
        raise NotAllowed("qd.server.sign_in_first")
    return reader.guest


# People


@router.get("/me/statistics", response_class=HTMLResponse)
async def my_statistics(reader: ReaderOf) -> HTMLResponse:
    return await _show_person(reader, _guest(reader).id, _guest(reader).name, mine=True)


@router.get("/people/{key}", response_class=HTMLResponse)
async def shown_statistics(key: str, reader: ReaderOf) -> HTMLResponse:
    """The statistics of somebody who shows them."""
    found = await reader.house.store.results.find_shown(key)
    if found is None:
        raise NotFound("qd.stats.not_shown")
    return await _show_person(reader, *found, mine=False)


async def _show_person(reader: Reader, guest_id: str, name: str, mine: bool) -> HTMLResponse:
    say = reader.say()
    found = await reader.house.statistics.of_person(guest_id)
    wish, key = await reader.house.store.results.wish_of(guest_id)
    return page(
        "statistics.html.jinja",
        reader,
        say,
        name=name,
        mine=mine,
        shown=[_show_game(each, say) for each in found if each.game in games.PLUGINS],
        count=sum(_count(each) for each in found),
        wish=wish,
        wishes=WISHES,
        link=f"{reader.address}/people/{key}" if mine and key else "",
        most=MOST_SOURCES,
        date=write_date,
        graph_style=graph_style_address(),
    )


def _count(found: PersonsGame) -> int:
    hinted = found.hinted.games if found.hinted is not None else 0
    return hinted + sum(tally.games for tally in found.by_seats.values())


def _show_game(found: PersonsGame, say: Translator) -> ShownGame:
    rules = games.load(found.game)
    drawn = None
    if len(found.rated) >= LEAST_DRAWN:
        # It escapes every text.
        drawn = Markup(draw_rating(found.rated, say))  # noqa: S704
    return ShownGame(
        say.text(rules.title), found, Labels(rules, say), drawn, _find_levels(rules, found, say)
    )


def _find_levels(
    rules: AnyRules, found: PersonsGame, say: Translator
) -> tuple[tuple[str, dict[int, int]], ...]:
    """The levels with the ratings they have in this pool, by number of players."""
    played = sorted({each.seats for each in found.rated})
    known = {
        level: {
            seats: round(strength.rating)
            for seats in played
            if (strength := measured(rules, seats, level)) is not None
        }
        for level in LEVELS
    }
    return tuple((bot_label(say, level), ratings) for level, ratings in known.items() if ratings)


@router.get("/me/statistics.csv")
async def export_table(reader: ReaderOf) -> Response:
    """One's own results as lines of a spreadsheet."""
    found = await reader.house.statistics.results_of(_guest(reader).id)
    return _download(write_csv(found).encode(), "text/csv; charset=utf-8", "csv")


@router.get("/me/statistics.json")
async def export_data(reader: ReaderOf) -> Response:
    """One's own results, and what they tell."""
    guest = _guest(reader)
    told = await reader.house.statistics.of_person(guest.id)
    results = await reader.house.statistics.results_of(guest.id)
    content = {
        "name": guest.name,
        "statistics": person_to_json(told, reader.say()),
        "results": [result_to_json(each) for each in results],
    }
    data = orjson.dumps(content, option=orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS)
    return _download(data, "application/json", "json")


def _download(data: bytes, kind: str, ending: str) -> Response:
    attached = f'attachment; filename="quarterdeck-statistics.{ending}"'
    return Response(data, media_type=kind, headers={**NO_STORE, "content-disposition": attached})


@router.post("/me/statistics")
async def change_wish(request: Request, reader: ReaderOf) -> Response:
    """Choose who sees one's statistics, and whether there are any."""
    wish = (await fields_of(request)).text("wish")
    if wish not in WISHES:
        raise TableError("qd.server.malformed", fields="wish")
    await reader.house.statistics.change_wish(_guest(reader).id, wish)
    return see_other("/me/statistics#seen")


@router.get("/me/statistics/remove", response_class=HTMLResponse)
async def ask_to_remove(reader: ReaderOf) -> HTMLResponse:
    """Before one's results are removed: what that means."""
    guest = _guest(reader)
    results = len(await reader.house.statistics.results_of(guest.id))
    puzzles = len(await reader.house.store.puzzles.of(guest.id))
    return _removal_page(reader, results, puzzles, done=False)


@router.post("/me/statistics/remove", response_class=HTMLResponse)
async def remove(reader: ReaderOf) -> HTMLResponse:
    """Take oneself out of all results, and delete one's answers to puzzles."""
    results, puzzles = await reader.house.statistics.forget(_guest(reader).id)
    return _removal_page(reader, results, puzzles, done=True)


def _removal_page(reader: Reader, results: int, puzzles: int, done: bool) -> HTMLResponse:
    return page(
        "remove_results.html.jinja",
        reader,
        reader.say(),
        results=results,
        puzzles=puzzles,
        done=done,
    )


# Games


@router.get("/games/{game}/statistics", response_class=HTMLResponse)
async def title_statistics(
    game: str, reader: ReaderOf, players: int = 0, options: str = ""
) -> HTMLResponse:
    """What the finished games of a title tell, for one number of players."""
    rules = games.load(game)
    say = reader.say()
    counts = await reader.house.statistics.count(game)
    most = max(counts, key=lambda seats: counts[seats], default=rules.default_seats)
    chosen = players if players in rules.seats else most
    usual = options == "usual"
    return page(
        "title_statistics.html.jinja",
        reader,
        say,
        game=rules.id,
        title=say.text(rules.title),
        seats=rules.seats,
        counts=counts,
        chosen=chosen,
        usual=usual,
        has_options=bool(option_fields(rules, say)),
        found=await reader.house.statistics.of_title(rules.id, chosen, usual),
        labels=Labels(rules, say),
        round_title=say(f"{rules.round_name.id}.title"),
        fewest=FEWEST,
        most=MOST_USES,
    )
