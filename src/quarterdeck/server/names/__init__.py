"""Names that last: who wants can protect theirs, has friends, and is sent away or left alone."""

from quarterdeck.server.names.names import Names

__all__ = ["Names"]
