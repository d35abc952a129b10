"""How somebody is reached: their addresses and wishes, and what links in messages lead to."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from quarterdeck.server.errors import NotAllowed
from quarterdeck.server.pages.common import (
    Fields,
    Reader,
    any_reader_of,
    fields_of,
    page,
    reader_of,
    see_other,
)
from quarterdeck.server.people import address_of
from quarterdeck.server.reach.showing import show_address
from quarterdeck.server.reach.wishes import (
    CAUSES,
    REMINDERS,
    UTC,
    read_minute,
    wants,
    write_minute,
    zones,
)
from quarterdeck.server.store.rows import Guest

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]
# What a page may say after a form was carried out.
SAID = ("added", "tested", "removed", "saved")


async def describe_reach(reader: Reader) -> dict[str, Any]:
    """What the page of one's own settings shows of it."""
    assert reader.guest is not None
    reach = reader.house.reach
    wish = await reach.wishes.of(reader.guest.id)
    said = reader.request.query_params.get("said", "")
    return {
        "addresses": [
            show_address(row, reach.channels, reader.say())
            for row in await reach.addresses.of(reader.guest.id)
        ],
        "kinds": tuple(reach.channels),
        "causes": {cause: wants(wish, cause) for cause in CAUSES},
        "reminders": REMINDERS,
        "wish": wish,
        "quiet_from": write_minute(wish.quiet_from),
        "quiet_to": write_minute(wish.quiet_to),
        "zone": wish.zone or UTC,
        "zone_known": wish.zone is not None,
        "zones": zones(),
        "said": said if said in SAID else "",
    }


def _guest(reader: Reader) -> Guest:
    if reader.guest is None:
        raise NotAllowed("qd.server.sign_in_first")
    return reader.guest


def _back(said: str) -> RedirectResponse:
    return see_other(f"/me?said={said}#reach")


@router.post("/me/reach")
async def keep_wishes(request: Request, reader: ReaderOf) -> RedirectResponse:
    """What one wants to be told of, and when."""
    guest, fields = _guest(reader), await fields_of(request)
    start, end = read_minute(fields.text("quiet-from")), read_minute(fields.text("quiet-to"))
    await reader.house.reach.wishes.change(
        guest.id,
        reader.house.clock.wall(),
        [cause for cause in CAUSES if f"cause.{cause}" in fields],
        fields.number("remind", 0),
        None if start is None or end is None else (start, end),
        _hour(fields),
        fields.text("zone").strip() or UTC,
    )
    return _back("saved")


def _hour(fields: Fields) -> int | None:
    return fields.number("digest") if fields.text("digest") else None


@router.post("/me/reach/addresses")
async def add_address(request: Request, reader: ReaderOf) -> RedirectResponse:
    """Add an address; a link to confirm it is sent there."""
    guest, fields = _guest(reader), await fields_of(request)
    await reader.house.reach.addresses.add(
        guest,
        fields.text("kind"),
        fields.text("address"),
        fields.text("label"),
        reader.language,
        address_of(request),
    )
    return _back("added")


@router.post("/me/reach/addresses/{id}/confirm")
async def send_again(id: str, request: Request, reader: ReaderOf) -> RedirectResponse:
    guest = _guest(reader)
    await reader.house.reach.addresses.send_confirmation(guest, id, address_of(request))
    return _back("added")


@router.post("/me/reach/addresses/{id}/test")
async def try_address(id: str, request: Request, reader: ReaderOf) -> RedirectResponse:
    await reader.house.reach.addresses.test(_guest(reader), id, address_of(request))
    return _back("tested")


@router.post("/me/reach/addresses/{id}/remove")
async def remove_address(id: str, reader: ReaderOf) -> RedirectResponse:
    await reader.house.reach.addresses.remove(_guest(reader), id)
    return _back("removed")


# Links in messages: looking at them changes nothing, since programs look, too


@router.get("/reach/confirm/{secret}", response_class=HTMLResponse)
async def ask_to_confirm(secret: str, reader: Annotated[Reader, Depends(any_reader_of)]) -> Any:
    row, name = await reader.house.reach.addresses.awaiting(secret)
    shown = show_address(row, reader.house.reach.channels, reader.say())
    return _answer(reader, "confirm", secret=secret, name=name, address=shown.address)


@router.post("/reach/confirm/{secret}", response_class=HTMLResponse)
async def confirm(secret: str, reader: Annotated[Reader, Depends(any_reader_of)]) -> Any:
    await reader.house.reach.addresses.confirm(secret)
    return _answer(reader, "confirm", done=True)


@router.get("/reach/stop/{token}", response_class=HTMLResponse)
async def ask_to_stop(token: str, reader: Annotated[Reader, Depends(any_reader_of)]) -> Any:
    reader.house.reach.addresses.check_token(token)
    return _answer(reader, "stop", secret=token)


@router.post("/reach/stop/{token}", response_class=HTMLResponse)
async def stop(token: str, reader: Annotated[Reader, Depends(any_reader_of)]) -> Any:
    """Mail programs post here by themselves when somebody asks them to (RFC 8058)."""
    await reader.house.reach.addresses.stop(token)
    return _answer(reader, "stop", done=True)


def _answer(
    reader: Reader,
    about: str,
    secret: str = "",
    name: str = "",
    address: str = "",
    done: bool = False,
) -> HTMLResponse:
    return page(
        "reach_link.html.jinja",
        reader,
        reader.say(),
        about=about,
        secret=secret,
        name=name,
        address=address,
        done=done,
    )
