"""The page about oneself: the name, and the ways that lead into it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fastapi.responses import HTMLResponse

from quarterdeck.server.errors import NotAllowed
from quarterdeck.server.names.place import place_of
from quarterdeck.server.names.protecting import is_common
from quarterdeck.server.pages.common import Reader, page
from quarterdeck.server.pages.reach import describe_reach
from quarterdeck.server.people import handle_of
from quarterdeck.server.store.rows import Guest
from quarterdeck.statistics.drawing import write_date


@dataclass(frozen=True)
class ShownDevice:
    """A device on which the reader is signed in; `here`: this one."""

    handle: str
    device: str
    seen: str
    here: bool


def require_guest(reader: Reader) -> Guest:
    if reader.guest is None:
        raise NotAllowed("qd.server.sign_in_first")
    return reader.guest


async def show_me(
    reader: Reader, link: str | None = None, alone: bool = False, done: str = "", status: int = 200
) -> HTMLResponse:
    """`link`: a new personal link. `alone`: no other device is signed in any more. `done`: what was
    done just now."""
    guest = require_guest(reader)
    values: dict[str, Any] = await _find_ways(reader, guest)
    return page(
        "me.html.jinja",
        reader,
        reader.say(),
        status,
        link=link,
        alone=alone,
        done=done,
        date=write_date,
        common=is_common(guest.name),
        reach=await describe_reach(reader),
        friends=len(await reader.house.store.friends.of(guest.id)),
        **values,
    )


async def _find_ways(reader: Reader, guest: Guest) -> dict[str, Any]:
    house = reader.house
    mail = house.names.mail
    devices = [
        ShownDevice(
            handle_of(each.id), each.device, write_date(each.seen), each.id == reader.caller.session
        )
        for each in await house.people.devices(guest)
    ]
    return {
        "ways": await house.store.protection.ways(guest.id),
        "passkeys": await house.store.protection.passkeys_of(guest.id),
        "place": place_of(reader.request, house.names.public_url),
        "devices": sorted(devices, key=lambda device: not device.here),
        "mails": mail.works,
        "address": await mail.address_of(guest) if mail.works else None,
    }


def ask_again(
    reader: Reader, title: str, texts: list[str], action: str, yes: str, back: str = "/me"
) -> HTMLResponse:
    """Before something that cannot be taken back: what it means, and whether to go on."""
    return page(
        "sure.html.jinja",
        reader,
        reader.say(),
        title=title,
        texts=texts,
        action=action,
        yes=yes,
        back=back,
    )
