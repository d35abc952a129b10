"""The ways into one's name, as forms: devices, passkeys, links by mail, the personal link."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response

from quarterdeck.server.pages.common import Reader, fields_of, page, reader_of, see_other
from quarterdeck.server.pages.me import ask_again, require_guest, show_me
from quarterdeck.server.store.rows import Guest

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]

# What is kept about players.
KEPT = (
    "name",
    "devices",
    "games",
    "chat",
    "results",
    "ways",
    "friends",
    "others",
    "visits",
    "backups",
)


@router.get("/privacy", response_class=HTMLResponse)
async def privacy(reader: ReaderOf) -> HTMLResponse:
    """What is kept about players, and for how long."""
    say, days = reader.say(), round(reader.house.settings.session_days)
    told = [
        (say(f"qd.privacy.{part}"), say(f"qd.privacy.{part}.explain", days=days)) for part in KEPT
    ]
    return page("privacy.html.jinja", reader, say, told=told)


@router.post("/me/devices/{handle}")
async def sign_out_device(handle: str, reader: ReaderOf) -> Response:
    """Sign out on one device."""
    await reader.house.people.sign_out_device(require_guest(reader), handle)
    return see_other("/me#ways")


@router.post("/me/end-link")
async def end_link(request: Request, reader: ReaderOf) -> Response:
    """No personal link leads into one's name any more."""
    guest, say = require_guest(reader), reader.say()
    sure = (await fields_of(request)).text("sure") == "yes"
    if not sure and not await _has_other_way(reader, guest):
        texts = [say("qd.ways.last.link")]
        return ask_again(
            reader, say("qd.ways.link.end"), texts, "/me/end-link", say("qd.ways.link.end")
        )
    await reader.house.people.end_link(guest)
    return see_other("/me#ways")


async def _has_other_way(reader: Reader, guest: Guest, without: str = "") -> bool:
    """Whether a passkey, other than one, or a link by mail leads into a name."""
    ways = await reader.house.store.protection.ways(guest.id)
    known = await reader.house.store.protection.passkeys_of(guest.id)
    return any(each.id != without for each in known) or (ways.by_mail and without != "mail")


@router.post("/me/end-tokens")
async def end_tokens(reader: ReaderOf) -> HTMLResponse:
    """No program plays a seat any more."""
    await reader.house.people.end_tokens(require_guest(reader))
    return await show_me(reader, done=reader.say()("qd.ways.tokens.ended"))


# Passkeys


@router.post("/me/passkeys/{id}/rename")
async def rename_passkey(id: str, request: Request, reader: ReaderOf) -> Response:
    name = (await fields_of(request)).text("name")
    await reader.house.names.passkeys.rename(require_guest(reader), id, name)
    return see_other("/me#passkeys")


@router.post("/me/passkeys/{id}/remove")
async def remove_passkey(id: str, request: Request, reader: ReaderOf) -> Response:
    """A passkey leads nowhere any more; the last one is removed only if that is really meant."""
    guest, say = require_guest(reader), reader.say()
    sure = (await fields_of(request)).text("sure") == "yes"
    if not sure and not await _has_other_way(reader, guest, without=id):
        return await _warn(reader, guest, say("qd.passkey.remove"), f"/me/passkeys/{id}/remove")
    await reader.house.names.passkeys.remove(guest, id)
    return see_other("/me#passkeys")


async def _warn(reader: Reader, guest: Guest, title: str, action: str) -> HTMLResponse:
    """Before the last way ends that protects a name."""
    say = reader.say()
    ways = await reader.house.store.protection.ways(guest.id)
    texts = [say("qd.ways.last", name=guest.name)]
    if ways.link_made is None:
        texts.append(say("qd.ways.last.nothing"))
    return ask_again(reader, title, texts, action, title)


# Mail


@router.post("/me/mail")
async def open_to_mail(reader: ReaderOf) -> Response:
    """Let links sent to one's confirmed address lead into one's name."""
    protected = await reader.house.names.mail.open_to(require_guest(reader))
    if not protected:
        return await show_me(reader, done=reader.say()("qd.ways.not_protected"))
    return see_other("/me#mail")


@router.post("/me/mail/end")
async def close_to_mail(request: Request, reader: ReaderOf) -> Response:
    guest, say = require_guest(reader), reader.say()
    sure = (await fields_of(request)).text("sure") == "yes"
    if not sure and not await _has_other_way(reader, guest, without="mail"):
        return await _warn(reader, guest, say("qd.mail.end"), "/me/mail/end")
    await reader.house.names.mail.close_to(guest)
    return see_other("/me#mail")
