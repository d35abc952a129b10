"""Coming in: a name, the personal link, language and theme."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from quarterdeck.kernel.catalogue import LANGUAGES
from quarterdeck.server.errors import NotAllowed
from quarterdeck.server.names.devices import name_device
from quarterdeck.server.pages.common import (
    THEME_COOKIE,
    THEMES,
    Fields,
    Reader,
    fields_of,
    local_path,
    page,
    reader_of,
    see_other,
)
from quarterdeck.server.pages.me import show_me
from quarterdeck.server.paths import link
from quarterdeck.server.people import LANGUAGE_COOKIE, YEAR, Caller, address_of
from quarterdeck.server.store.rows import Guest

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]
Remember = Callable[[RedirectResponse], Awaitable[RedirectResponse]]


async def settle_in(
    request: Request, reader: Reader, fields: Fields, nameless: str = ""
) -> tuple[Guest, Remember]:
    """The guest, new if need be, and what puts the cookie on the answer.

    `nameless`: what somebody is called who enters no name; without it they must.
    """
    guest = reader.guest
    if guest is not None:
        return guest, _known
    name = fields.text("name").strip() or nameless
    if not name:
        raise NotAllowed("qd.server.sign_in_first")
    new, _ = await reader.house.people.welcome(name, address_of(request))
    return new, lambda response: sign_in_here(response, request, reader, new)


async def _known(response: RedirectResponse) -> RedirectResponse:
    return response


async def sign_in_here(
    response: RedirectResponse, request: Request, reader: Reader, guest: Guest
) -> RedirectResponse:
    """Let somebody be signed in on this device from now on."""
    secure = request.url.scheme == "https"
    device = name_device(request.headers.get("user-agent", ""))
    await reader.house.people.sign_in(response, guest, secure, reader.caller, device)
    return response


@router.post("/guest")
async def come_in(request: Request, reader: ReaderOf) -> RedirectResponse:
    """Tell one's name, or change it."""
    fields = await fields_of(request)
    back = local_path(fields.text("back", "/"))
    if reader.guest is not None:
        await reader.house.names.protecting.rename(reader.guest, fields.text("name"))
        return see_other(back)
    _, remember = await settle_in(request, reader, fields)
    return await remember(see_other(back))


@router.get("/me", response_class=HTMLResponse)
async def about_me(reader: ReaderOf) -> HTMLResponse:
    """One's name, and the ways that lead into it."""
    return await show_me(reader)


@router.post("/me/link", response_class=HTMLResponse)
async def personal_link(reader: ReaderOf) -> HTMLResponse:
    """A new personal link, shown once; an older one stops working."""
    if reader.guest is None:
        raise NotAllowed("qd.server.sign_in_first")
    secret = await reader.house.people.new_link(reader.guest)
    return await show_me(reader, f"{reader.address}/me/{secret}")


@router.post("/me/log-out")
async def log_out(reader: ReaderOf) -> RedirectResponse:
    """Sign out on this device alone."""
    answer = see_other("/")
    await reader.house.people.sign_out(answer, reader.caller)
    return answer


@router.post("/me/log-out-everywhere", response_class=HTMLResponse)
async def log_out_everywhere(request: Request, reader: ReaderOf) -> HTMLResponse:
    """End every session, link and seat token; this device stays signed in, with a new link."""
    if reader.guest is None:
        raise NotAllowed("qd.server.sign_in_first")
    people = reader.house.people
    secret = await people.sign_out_everywhere(reader.guest)
    shown = f"{reader.address}/me/{secret}"
    # The page tells of no other device, nor renews what has just ended
    answer = await show_me(replace(reader, caller=Caller()), shown, alone=True)
    device = name_device(request.headers.get("user-agent", ""))
    await people.sign_in(answer, reader.guest, request.url.scheme == "https", device=device)
    return answer


@router.get("/me/{secret}")
async def arrive(secret: str, reader: ReaderOf) -> Response:
    """The personal link on another device. Looking at it changes nothing: programs that show
    what is behind a link look, too."""
    guest = await reader.house.people.by_link(secret)
    if reader.guest is not None and reader.guest.id == guest.id:
        return see_other("/")
    return page("arrive.html.jinja", reader, reader.say(), newcomer=guest, action=f"/me/{secret}")


@router.post("/me/{secret}")
async def continue_here(secret: str, request: Request, reader: ReaderOf) -> RedirectResponse:
    guest = await reader.house.people.by_link(secret)
    return await sign_in_here(see_other("/"), request, reader, guest)


@router.post("/settings")
async def settings(request: Request, reader: ReaderOf) -> RedirectResponse:
    """Language and theme, remembered on this device; messages are in that language, too."""
    fields = await fields_of(request)
    if reader.guest is not None and fields.text("lang"):
        await reader.house.reach.wishes.keep_language(reader.guest.id, fields.text("lang"))
    answer = see_other(local_path(fields.text("back", "/")))
    wishes = ((LANGUAGE_COOKIE, "lang", LANGUAGES), (THEME_COOKIE, "theme", THEMES))
    for cookie, field, known in wishes:
        value = fields.text(field)
        if value in known:
            secure = request.url.scheme == "https"
            answer.set_cookie(
                cookie, value, max_age=YEAR, path=link("/"), samesite="lax", secure=secure
            )
    return answer
