"""What can go wrong with an environment besides the game itself."""

from __future__ import annotations

from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.kernel.messages import Message


class MissingLibrary(QuarterdeckError, ImportError):
    """A library of an extra is not installed; names the extra."""

    def __init__(self, library: str, extra: str, why: ImportError) -> None:
        super().__init__(Message("qd.env.missing", library=library, extra=extra, why=str(why)))
