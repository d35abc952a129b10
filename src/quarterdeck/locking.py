"""A lock on a folder that ends with the process that holds it, however that ends."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message

if sys.platform == "win32":
    import msvcrt

    def _take(file: BinaryIO) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def lock(path: Path, refusal: Message) -> Iterator[None]:
    """Hold the lock; raises BadSetup with these words if somebody else does, OSError if it cannot
    be written there."""
    with path.open("ab") as file:
        try:
            _take(file)
        except OSError as error:
            raise BadSetup(refusal) from error
        yield
