"""Where requests come from: who counts as one visitor, and which proxies are believed."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv6Address, ip_address, ip_network

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message

# Whoever has one address of the sixth version usually has as many as these leave open.
PREFIX = 64


def visitor(host: str) -> str:
    """What is counted as one: an address, or the network that an address of today stands for."""
    try:
        address = ip_address(host)
    except ValueError:
        return host[:80]
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ip_network((address, PREFIX), strict=False))
    return str(address)


class Proxies:
    """The reverse proxies whose word on a visitor's address and scheme counts."""

    def __init__(self, listed: Sequence[str]) -> None:
        try:
            self._networks = [ip_network(text.strip(), strict=False) for text in listed]
        except ValueError:
            raise BadSetup(Message("qd.server.bad_proxies", text=", ".join(listed)[:80])) from None

    def __contains__(self, host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return False
        if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        return any(address in network for network in self._networks)
