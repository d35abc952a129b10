"""Somebody's addresses as they are shown to them, on the page and by the API."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.server.store.addresses import AddressRow


@dataclass(frozen=True)
class ShownAddress:
    """An address in words. That of a webhook or a browser is a secret: its host is shown."""

    id: str
    kind: str
    address: str
    label: str
    state: str
    failures: int
    reason: str


def show_address(row: AddressRow, say: Translator) -> ShownAddress:
    shown = row.address if row.kind == "mail" else _host(row.address)
    reason = "" if row.reason is None else _in_words(row, say)
    return ShownAddress(row.id, row.kind, shown, row.label, row.state, row.failures, reason)


def _host(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _in_words(row: AddressRow, say: Translator) -> str:
    assert row.reason is not None
    try:
        return say.text(row.reason)
    except (KeyError, ValueError):
        # It was stored by another version
        return ""
