"""Guests: coming, a new personal link, signing out everywhere."""

from __future__ import annotations

from typing import Annotated

from fastapi import Request
from pydantic import Field

from quarterdeck.server.api.common import HouseOf, Wish, new_router
from quarterdeck.server.people import address_of

router = new_router("guests")


class GuestIn(Wish):
    name: Annotated[str, Field(min_length=1, max_length=60)]


@router.post("/guests", status_code=201)
async def welcome(wish: GuestIn, request: Request, here: HouseOf) -> dict[str, str]:
    """Come as a guest. Keep the secret: it is the only sign that you are you."""
    guest, secret = await here.people.welcome(wish.name, address_of(request), is_shown=True)
    return {"id": guest.id, "name": guest.name, "secret": secret}


@router.post("/me/link", status_code=201)
async def renew_link(request: Request, here: HouseOf) -> dict[str, str]:
    """A new secret, which is also that of your personal link; the old one stops working."""
    guest = await here.people.guest(request)
    return {"secret": await here.people.new_link(guest)}


@router.post("/me/log-out", status_code=201)
async def log_out_everywhere(request: Request, here: HouseOf) -> dict[str, str]:
    """End all your sessions, links and seat tokens, on every device. Keep the new secret."""
    guest = await here.people.guest(request)
    return {"secret": await here.people.sign_out_everywhere(guest)}
