"""Where browsers find this server: what passkeys are made for, and where links in mails lead.

The operator says it (`public_url`). Without that, passkeys are made for the host a browser asks
for; links by mail are not sent at all, because anybody could name any host.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from fastapi import Request

from quarterdeck.server.public_url import base_of

LOCAL = "localhost"


@dataclass(frozen=True)
class Place:
    """`origin` as browsers write it, `rp_id` what passkeys belong to. `why` is the id of what is
    said where none can be made, `elsewhere` the address where they can."""

    origin: str
    rp_id: str
    why: str = ""
    elsewhere: str = ""


def place_of(request: Request, public_url: str) -> Place:
    """Where a request was made, and whether passkeys work there."""
    url = request.url
    here = f"{url.scheme}://{url.netloc}".lower()
    host = (url.hostname or "").lower()
    public = urlsplit(public_url)
    if public_url and here != f"{public.scheme}://{public.netloc}".lower():
        return Place(here, host, "qd.passkey.elsewhere", base_of(public_url))
    local = host == LOCAL or host.endswith(f".{LOCAL}")
    if url.scheme != "https" and not local:
        return Place(here, host, "qd.passkey.insecure")
    if _is_address(host):
        return Place(here, host, "qd.passkey.no_name")
    return Place(here, host)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
