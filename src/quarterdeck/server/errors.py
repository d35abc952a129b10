"""What can go wrong at a table, each with the answer it gets over HTTP."""

from __future__ import annotations

from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.kernel.messages import Message


class TableError(QuarterdeckError):
    """A request that cannot be granted; nothing has changed."""

    status = 400

    def __init__(self, id: str, **arguments: int | str | Message) -> None:
        super().__init__(Message(id, **arguments))


class NotFound(TableError):
    status = 404


class NotAllowed(TableError):
    """Somebody who may not do this here: not signed in, or not on this seat."""

    status = 403


class Stale(TableError):
    """The table has moved on since the page was shown."""

    status = 409

    def __init__(self, expected: int, current: int) -> None:
        super().__init__("qd.server.stale", expected=expected, current=current)
        self.current = current


class Taken(TableError):
    """A seat, a start or a rematch that somebody else got first."""

    status = 409


class KeyUsed(TableError):
    """The key of a request that asked for something else, or was somebody else's."""

    status = 409

    def __init__(self) -> None:
        super().__init__("qd.server.key_used")


class SetAside(TableError):
    """A table that cannot be played: its lines are damaged, or of other rules. It can be read."""

    status = 409

    def __init__(self, message: Message) -> None:
        QuarterdeckError.__init__(self, message)


class Broken(TableError):
    """A fault of ours: it is in the log, and the table is as it was before."""

    status = 409


class Busy(TableError):
    """Too many want the same at once."""

    status = 503


class TooSoon(TableError):
    """Something one may do, but not again so soon."""

    status = 429
