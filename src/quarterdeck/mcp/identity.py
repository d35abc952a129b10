"""Who we are at the server: a guest's secret or a seat's token, given or come by as a new guest."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import anyio

# A secret of ours is far shorter.
LONGEST_SECRET = 200


def read_secret(file: Path) -> str:
    """The secret in a file; empty if there is no file. Raises OSError and ValueError."""
    try:
        text = file.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return ""
    if len(text) > LONGEST_SECRET or not text.isprintable():
        raise ValueError
    return text


def keep_secret(file: Path, secret: str) -> None:
    """Write a secret where only we can read it, whole or not at all; raises OSError."""
    # Temporary files are made for their owner alone
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as opened:
            opened.write(f"{secret}\n")
        Path(name).replace(file)
    except OSError:
        with suppress(OSError):
            Path(name).unlink()
        raise


class Identity:
    """The secret we show. Whoever has none comes as a guest when a guest is needed, once."""

    def __init__(self, name: str, secret: str = "", keep: Callable[[str], None] | None = None):
        """`keep` is told a new guest's secret."""
        self.name = name
        self._secret = secret
        self._keep = keep
        self._coming = anyio.Lock()

    def __repr__(self) -> str:
        return f"Identity({self.name!r})"

    @property
    def secret(self) -> str:
        """Empty for a stranger."""
        return self._secret

    async def settle(self, welcome: Callable[[str], Awaitable[str]]) -> None:
        """Make sure that we are somebody; `welcome` makes a guest of a name."""
        async with self._coming:
            if not self._secret:
                self._secret = await welcome(self.name)
                if self._keep is not None:
                    self._keep(self._secret)
