"""Somebody's addresses as they are shown to them, on the page and by the API."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.server.reach.channel import Channel
from quarterdeck.server.store.addresses import AddressRow


@dataclass(frozen=True)
class ShownAddress:
    """An address in words, as its channel shows it. `secret`: what its owner checks signatures
    with, if it is a program of theirs."""

    id: str
    kind: str
    address: str
    label: str
    state: str
    failures: int
    reason: str
    secret: str


def show_address(row: AddressRow, channels: Mapping[str, Channel], say: Translator) -> ShownAddress:
    address = secret = ""
    channel = channels.get(row.kind)
    try:
        if channel is not None:
            address, secret = channel.shown(row.address), channel.secret_of(row.address)
    except QuarterdeckError:
        # What the operator allowed when it was stored, they may not allow any more
        pass
    reason = "" if row.reason is None else _in_words(row, say)
    return ShownAddress(
        row.id, row.kind, address, row.label, row.state, row.failures, reason, secret
    )


def _in_words(row: AddressRow, say: Translator) -> str:
    assert row.reason is not None
    try:
        return say.text(row.reason)
    except (KeyError, ValueError):
        # It was stored by another version
        return ""
