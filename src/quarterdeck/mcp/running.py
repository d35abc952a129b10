"""From an address and an identity to a server that talks on standard input and output."""

from __future__ import annotations

import logging
from pathlib import Path

from quarterdeck.kernel.catalogue import Translator, add_folder
from quarterdeck.mcp.api import Api
from quarterdeck.mcp.identity import Identity
from quarterdeck.mcp.server import TableServer

add_folder(Path(__file__).parent / "messages")


def make_server(address: str, identity: Identity, say: Translator) -> TableServer:
    return TableServer(Api(address, say, identity), say)


def run(address: str, identity: Identity, say: Translator) -> None:
    """Until standard input ends."""
    served = make_server(address, identity, say)
    # It names every address that it asks
    logging.getLogger("httpx2").setLevel(logging.WARNING)
    served.run("stdio")
