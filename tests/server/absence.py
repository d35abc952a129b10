"""How long people are away in tests."""

from __future__ import annotations

from quarterdeck.server.presence import SLACK
from tests.server.servers import Server

# As long as it takes at a live table until somebody counts as away.
LONG_ENOUGH = 300 + int(SLACK)


def let_pass(server: Server, seconds: int = LONG_ENOUGH + 1) -> None:
    """Whoever does not show up from now on has been away for so long."""
    server.skip(seconds)
