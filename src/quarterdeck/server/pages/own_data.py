"""One's own data: to take along, and to remove in two steps."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response

from quarterdeck.server.errors import TableError
from quarterdeck.server.likeness import alike
from quarterdeck.server.names.sending import send_own_data
from quarterdeck.server.pages.common import Reader, fields_of, page, reader_of
from quarterdeck.server.pages.me import require_guest
from quarterdeck.server.paths import link
from quarterdeck.server.people import COOKIE, Caller

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]


@router.get("/me/data", response_class=HTMLResponse)
async def my_data(reader: ReaderOf) -> HTMLResponse:
    """What there is about oneself, to be downloaded or removed."""
    held = await reader.house.names.own_data.count(require_guest(reader))
    return page("own_data.html.jinja", reader, reader.say(), held=held, step="look", secret="")


@router.get("/me/data.zip")
async def download(reader: ReaderOf) -> Response:
    """Everything the server keeps about oneself."""
    return send_own_data(
        await reader.house.names.own_data.pack(require_guest(reader), reader.say())
    )


@router.post("/me/data/remove", response_class=HTMLResponse)
async def ask_to_remove(reader: ReaderOf) -> HTMLResponse:
    """The first step: what will be gone, and what is needed to go on."""
    guest, own = require_guest(reader), reader.house.names.own_data
    secret, held = await own.ask_to_remove(guest), await own.count(guest)
    return page("own_data.html.jinja", reader, reader.say(), held=held, step="sure", secret=secret)


@router.post("/me/data/removed", response_class=HTMLResponse)
async def remove(request: Request, reader: ReaderOf) -> HTMLResponse:
    """The second step: everything is gone, and this device is nobody's."""
    fields, guest = await fields_of(request), require_guest(reader)
    if not alike(fields.text("name"), guest.name):
        raise TableError("qd.own.remove.wrong_name", name=guest.name)
    await reader.house.names.own_data.remove(guest, fields.text("secret"))
    nobody = Reader(
        reader.house, None, reader.language, reader.theme, reader.hands, request, caller=Caller()
    )
    answer = page("own_data.html.jinja", nobody, reader.say(), held=None, step="done", secret="")
    answer.delete_cookie(COOKIE, path=link("/"), httponly=True, samesite="lax")
    return answer
