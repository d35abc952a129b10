"""Words to a device whose page is closed, and what they are about: tables that wait."""

from __future__ import annotations

import re
from typing import Annotated

import orjson
from fastapi import Request
from pydantic import Field

from quarterdeck.server.api.common import HouseOf, Wish, new_router
from quarterdeck.server.reach.push import KIND

router = new_router("devices")

# What a browser calls itself, most telling first, and the machine it runs on.
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
MACHINES = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Mac OS X": "Mac",
    "Linux": "Linux",
}


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
    label = device_label(request.headers.get("user-agent", ""))
    await here.addresses.add(guest.id, KIND, address, label)
    return {"label": label}


@router.delete("/push")
async def unsubscribe(wish: SubscriptionIn, request: Request, here: HouseOf) -> dict[str, bool]:
    """Be told on this device no more."""
    guest = await here.people.guest(request)
    address = here.push.check(wish.address())
    return {"removed": await here.addresses.remove(guest.id, KIND, address)}


@router.get("/me/waiting")
async def list_waiting(request: Request, here: HouseOf) -> dict[str, list[str]]:
    """The tables where it is your turn, newest first."""
    guest = await here.people.guest(request)
    return {"tables": await here.store.lists.waiting(guest.id)}


def device_label(agent: str) -> str:
    """A device in a few words, so that its owner knows which one it is."""
    browser = next((name for sign, name in BROWSERS.items() if re.search(rf"\b{sign}", agent)), "")
    machine = next((name for sign, name in MACHINES.items() if sign in agent), "")
    return " · ".join(filter(None, (browser, machine)))
