"""Your own data: all of it in one file, and its removal."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import Request
from fastapi.responses import Response
from pydantic import Field

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.server.api.common import HouseOf, Language, Wish, new_router
from quarterdeck.server.names.sending import send_own_data
from quarterdeck.server.people import language_of

router = new_router("own_data")


class ConfirmIn(Wish):
    confirm: Annotated[str, Field(min_length=8, max_length=64)]


@router.get("/me/data", responses={200: {"content": {"application/zip": {}}}})
async def download(request: Request, here: HouseOf, lang: Language = None) -> Response:
    """Everything the server keeps about you, as a zip: an index, JSON, and your finished games."""
    guest = await here.people.guest(request)
    say = Translator(language_of(request, lang))
    return send_own_data(await here.names.own_data.pack(guest, say))


@router.post("/me/removal", status_code=201)
async def ask_to_remove(request: Request, here: HouseOf) -> dict[str, Any]:
    """The first step to remove yourself: what there is, and what confirms it within 15 minutes."""
    guest = await here.people.guest(request)
    own = here.names.own_data
    held = await own.count(guest)
    return {"confirm": await own.ask_to_remove(guest), "held": asdict(held)}


@router.post("/me/removal/confirm")
async def remove(wish: ConfirmIn, request: Request, here: HouseOf) -> dict[str, bool]:
    """The second step: everything about you is removed, for good. Your secret stops working."""
    guest = await here.people.guest(request)
    await here.names.own_data.remove(guest, wish.confirm)
    return {"removed": True}
