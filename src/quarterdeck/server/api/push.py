"""Words to a device whose page is closed, and what they are about: tables that wait."""

from __future__ import annotations

from typing import Annotated

import orjson
from fastapi import Request
from pydantic import Field

from quarterdeck.server.api.common import HouseOf, Wish, new_router
from quarterdeck.server.names.devices import name_device
from quarterdeck.server.people import address_of, language_of
from quarterdeck.server.reach.push import KIND

router = new_router("devices")


class SubscriptionKeys(Wish):
    """Keys of a subscription, as the browser gives them."""

    p256dh: Annotated[str, Field(min_length=80, max_length=100)]
    auth: Annotated[str, Field(min_length=20, max_length=30)]


class SubscriptionIn(Wish):
    """A subscription of the Push API, as its `toJSON()` gives it."""

    endpoint: Annotated[str, Field(min_length=10, max_length=1500)]
    keys: SubscriptionKeys

    def address(self) -> str:
        parts = {
            "endpoint": self.endpoint,
            "p256dh": self.keys.p256dh,
            "auth": self.keys.auth,
        }
        return orjson.dumps(parts).decode()


@router.get("/push")
async def push_key(here: HouseOf) -> dict[str, str]:
    """The server's key for the Push API (`applicationServerKey`)."""
    return {"key": here.push.key.public}


@router.post("/push", status_code=201)
async def subscribe(wish: SubscriptionIn, request: Request, here: HouseOf) -> dict[str, str]:
    """Be told on this device. The same subscription may be sent again."""
    guest = await here.people.guest(request)
    address = here.push.check(wish.address())
    label = name_device(request.headers.get("user-agent", ""))
    language, visitor = language_of(request), address_of(request)
    await here.reach.addresses.add(guest, KIND, address, label, language, visitor)
    return {"label": label}


@router.delete("/push")
async def unsubscribe(wish: SubscriptionIn, request: Request, here: HouseOf) -> dict[str, bool]:
    """Be told on this device no more."""
    guest = await here.people.guest(request)
    address = here.push.check(wish.address())
    return {"removed": await here.reach.addresses.remove_target(guest, KIND, address)}
