"""Coming back to one's name on another device: by passkey, or by a link from a mail."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from quarterdeck.server.names.place import place_of
from quarterdeck.server.pages.common import Reader, fields_of, page, reader_of, see_other
from quarterdeck.server.pages.visit import sign_in_here
from quarterdeck.server.people import address_of

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]


@router.get("/sign-in", response_class=HTMLResponse)
async def ways_in(reader: ReaderOf) -> HTMLResponse:
    return _show(reader)


def _show(reader: Reader, asked: bool = False) -> HTMLResponse:
    """`asked`: a link is on its way, if the address is known."""
    names = reader.house.names
    return page(
        "sign_in.html.jinja",
        reader,
        reader.say(),
        place=place_of(reader.request, names.public_url),
        mails=names.mail.works,
        asked=asked,
    )


@router.post("/sign-in/mail", response_class=HTMLResponse)
async def ask_for_mail(request: Request, reader: ReaderOf) -> HTMLResponse:
    """Have a link sent. What is shown is the same whether or not the address is known."""
    address = (await fields_of(request)).text("address")
    reader.house.names.mail.ask(address, address_of(request), reader.language)
    return _show(reader, asked=True)


@router.get("/sign-in/mail/{secret}", response_class=HTMLResponse)
async def look(secret: str, reader: ReaderOf) -> HTMLResponse:
    """The link from a mail. Looking at it does not use it up: programs that check mails look,
    too."""
    guest = await reader.house.names.mail.look(secret)
    action = f"/sign-in/mail/{secret}"
    return page("arrive.html.jinja", reader, reader.say(), newcomer=guest, action=action)


@router.post("/sign-in/mail/{secret}")
async def use(secret: str, request: Request, reader: ReaderOf) -> RedirectResponse:
    guest = await reader.house.names.mail.use(secret)
    return await sign_in_here(see_other("/"), request, reader, guest)
