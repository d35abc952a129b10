"""How the caller is reached when they are not at their tables: addresses and wishes."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import Request
from pydantic import Field

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.server.api.common import HouseOf, Language, Wish, new_router
from quarterdeck.server.house import House
from quarterdeck.server.people import address_of, language_of
from quarterdeck.server.reach.showing import show_address
from quarterdeck.server.reach.wishes import CAUSES, UTC, read_minute, wants, write_minute

router = new_router("reach")

Text = Annotated[str, Field(max_length=2000)]
Time = Annotated[str | None, Field(max_length=5)]


@router.get("/me/reach")
async def how_i_am_reached(
    request: Request, here: HouseOf, lang: Language = None
) -> dict[str, Any]:
    """Your addresses, what you want to be told of, and when. `kinds` are those that this server can
    send to. Only the host of an address that is a secret is shown."""
    guest = await here.people.guest(request)
    return await _describe(here, guest.id, Translator(language_of(request, lang)))


async def _describe(here: House, guest_id: str, say: Translator) -> dict[str, Any]:
    wish = await here.reach.wishes.of(guest_id)
    quiet = wish.quiet_from is not None and wish.quiet_to is not None
    return {
        "kinds": list(here.reach.channels),
        "addresses": [
            asdict(show_address(row, here.reach.channels, say))
            for row in await here.reach.addresses.of(guest_id)
        ],
        "causes": {cause: wants(wish, cause) for cause in CAUSES},
        "remind": wish.remind,
        "quiet": [write_minute(wish.quiet_from), write_minute(wish.quiet_to)] if quiet else None,
        "digest": wish.digest,
        "zone": wish.zone or UTC,
        "language": wish.language,
        "waiting": await here.store.mine.waiting_of(guest_id),
    }


class WishesIn(Wish):
    """All of it at once. `causes` are those you want; `remind` is a number of hours (0: never),
    `quiet` two times of day ("22:30"), `digest` an hour of the day, `zone` a name such as
    Europe/Paris."""

    causes: Annotated[list[Text], Field(max_length=20)]
    remind: int = 0
    quiet_from: Time = None
    quiet_to: Time = None
    digest: int | None = None
    zone: Annotated[str, Field(max_length=64)] = UTC
    language: Annotated[str | None, Field(pattern=r"^(en|fr)$")] = None


@router.put("/me/reach")
async def change_wishes(
    wish: WishesIn, request: Request, here: HouseOf, lang: Language = None
) -> dict[str, Any]:
    """What you want to be told of, and when; in which language, from now on."""
    guest = await here.people.guest(request)
    start, end = read_minute(wish.quiet_from or ""), read_minute(wish.quiet_to or "")
    await here.reach.wishes.change(
        guest.id,
        here.clock.wall(),
        wish.causes,
        wish.remind,
        None if start is None or end is None else (start, end),
        wish.digest,
        wish.zone,
    )
    if wish.language is not None:
        await here.reach.wishes.keep_language(guest.id, wish.language)
    return await _describe(here, guest.id, Translator(language_of(request, lang)))


class AddressIn(Wish):
    """`kind` is one of those that this server can send to; `address` is what that kind calls so."""

    kind: Annotated[str, Field(max_length=12)]
    address: Text
    label: Annotated[str, Field(max_length=40)] = ""


@router.post("/me/reach/addresses", status_code=201)
async def add_address(
    wish: AddressIn, request: Request, here: HouseOf, lang: Language = None
) -> dict[str, Any]:
    """Add an address. It is used once it is confirmed, by the link that was sent there."""
    guest = await here.people.guest(request)
    language = language_of(request, lang)
    row = await here.reach.addresses.add(
        guest, wish.kind, wish.address, wish.label, language, address_of(request)
    )
    return asdict(show_address(row, here.reach.channels, Translator(language)))


@router.post("/me/reach/addresses/{id}/confirm", status_code=201)
async def send_again(id: str, request: Request, here: HouseOf) -> dict[str, bool]:
    """Send the link that confirms an address again; an earlier one stops working."""
    guest = await here.people.guest(request)
    await here.reach.addresses.send_confirmation(guest, id, address_of(request))
    return {"sent": True}


@router.post("/me/reach/addresses/{id}/test", status_code=201)
async def try_address(id: str, request: Request, here: HouseOf) -> dict[str, bool]:
    """Send a test message; why it could not be sent is the error."""
    guest = await here.people.guest(request)
    await here.reach.addresses.test(guest, id, address_of(request))
    return {"sent": True}


@router.delete("/me/reach/addresses/{id}")
async def remove_address(id: str, request: Request, here: HouseOf) -> dict[str, bool]:
    """Remove one of your addresses."""
    guest = await here.people.guest(request)
    await here.reach.addresses.remove(guest, id)
    return {"removed": True}
