"""Statistics: of the caller's finished games, and of a title's."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Request
from pydantic import Field

from quarterdeck import games
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.server.api.common import HouseOf, Language, Wish, new_router
from quarterdeck.server.errors import NotFound
from quarterdeck.server.people import language_of
from quarterdeck.statistics.exporting import person_to_json, result_to_json, title_to_json

router = new_router("statistics")


@router.get("/me/statistics")
async def my_statistics(request: Request, here: HouseOf, lang: Language = None) -> dict[str, Any]:
    """What your finished games tell: for each game shares of wins with their 95 % intervals, points
    and what they came from, your rating and how it went. `results` are the games themselves.

    Games with hints are told apart, and not rated. Nobody else gets this.
    """
    guest = await here.people.guest(request)
    say = Translator(language_of(request, lang))
    return {
        "statistics": person_to_json(await here.statistics.of_person(guest.id), say),
        "results": [result_to_json(each) for each in await here.statistics.results_of(guest.id)],
    }


class SeenIn(Wish):
    """`own`: nobody else sees your statistics. `shown`: anyone with the `key` does. `none`: no
    results of yours are kept from now on."""

    seen: Annotated[str, Field(pattern=r"^(own|shown|none)$")]


@router.put("/me/statistics")
async def show_my_statistics(
    wish: SeenIn, request: Request, here: HouseOf
) -> dict[str, str | None]:
    """Choose who sees your statistics; `key` is the last part of their address, if others do."""
    guest = await here.people.guest(request)
    await here.statistics.change_wish(guest.id, wish.seen)
    seen, key = await here.store.results.wish_of(guest.id)
    return {"seen": seen, "key": key}


@router.get("/people/{key}/statistics")
async def shown_statistics(
    key: str, request: Request, here: HouseOf, lang: Language = None
) -> dict[str, Any]:
    """The statistics of somebody who shows them."""
    found = await here.store.results.find_shown(key)
    if found is None:
        raise NotFound("qd.stats.not_shown")
    guest_id, name = found
    say = Translator(language_of(request, lang))
    told = person_to_json(await here.statistics.of_person(guest_id), say, own=False)
    return {"name": name, "statistics": told}


@router.delete("/me/statistics")
async def remove_my_results(request: Request, here: HouseOf) -> dict[str, int]:
    """Take yourself out of all results, and delete your answers to puzzles; gives how many of each.
    Others' results stay."""
    guest = await here.people.guest(request)
    results, puzzles = await here.statistics.forget(guest.id)
    return {"removed": results, "puzzles": puzzles}


@router.get("/games/{game}/statistics")
async def title_statistics(
    game: str, request: Request, here: HouseOf, lang: Language = None
) -> dict[str, Any]:
    """What the games of a title that people have finished here tell, by number of players: shares
    of wins by seat, points, length, and what was used. Of fewer than five games only their number.
    """
    rules = games.load(game)
    say = Translator(language_of(request, lang))
    found = [
        await here.statistics.of_title(rules.id, players)
        for players in await here.statistics.count(rules.id)
    ]
    return {
        "game": rules.id,
        "title": say.text(rules.title),
        "by_players": {str(each.seats): title_to_json(each, say) for each in found},
    }
