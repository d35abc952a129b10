"""Mails as files in a folder, and addresses that a file says are confirmed."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Sequence
from pathlib import Path

from quarterdeck.server.house import House

ADDRESSES = "addresses.json"


class Mailbox:
    """Sends mails, and knows confirmed addresses by guest: `names.mail.Post` and `AddressBook`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    async def send_mail(self, address: str, subject: str, text: str, language: str) -> None:
        draft = self._folder / f"{uuid.uuid4().hex}.draft"
        draft.write_text(f"{address}\n{subject}\n{language}\n\n{text}", encoding="utf-8")
        draft.rename(draft.with_suffix(".mail"))

    async def find_people(self, address: str) -> Sequence[str]:
        known = self._read()
        return [guest for guest, theirs in known.items() if theirs.lower() == address.lower()]

    async def confirmed(self, guest_id: str) -> str | None:
        return self._read().get(guest_id)

    # For tests

    def confirm(self, guest_id: str, address: str) -> None:
        known = {**self._read(), guest_id: address}
        (self._folder / ADDRESSES).write_text(json.dumps(known), encoding="utf-8")

    def _read(self) -> dict[str, str]:
        file = self._folder / ADDRESSES
        found: dict[str, str] = json.loads(file.read_text("utf-8")) if file.exists() else {}
        return found

    def mails(self) -> list[str]:
        found = sorted(self._folder.glob("*.mail"), key=lambda file: file.stat().st_mtime_ns)
        return [file.read_text(encoding="utf-8") for file in found]

    def links(self) -> list[str]:
        """The paths of all links that were sent."""
        return re.findall(r"https?://[^/\s]+(/\S+)", "\n".join(self.mails()))


def use_mailbox(folder: Path) -> None:
    """Let every house of this process send its mails there."""
    opened = House.open

    async def open_with_mailbox(self: House) -> None:
        self.names.mail._post = self.names.mail._addresses = Mailbox(folder)
        await opened(self)

    House.open = open_with_mailbox  # type: ignore[method-assign]
