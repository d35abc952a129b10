"""`quarterdeck mcp`: language models play, by the Model Context Protocol."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Annotated, NoReturn
from urllib.parse import urlsplit

import typer

from quarterdeck.cli.common import LanguageOption, err, needing, translator
from quarterdeck.cli.programs.serving import OwnServer, need_web
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message

SERVER, TOKEN = "QUARTERDECK_SERVER", "QUARTERDECK_TOKEN"
USUAL_SERVER = "http://127.0.0.1:8000"
SIGNALS = (signal.SIGINT, signal.SIGTERM)


def mcp_command(
    server: Annotated[
        str,
        typer.Option(help=f"The address of a server; by default {SERVER}, else {USUAL_SERVER}."),
    ] = "",
    token: Annotated[
        str,
        typer.Option(
            help=f"Your secret there, or the token of a seat; better in {TOKEN} or a file. "
            "Without one it comes as a new guest."
        ),
    ] = "",
    token_file: Annotated[
        Path | None,
        typer.Option(help="A file with the secret. If there is none, a new guest’s is kept there."),
    ] = None,
    name: Annotated[str, typer.Option(help="The name of a new guest.")] = "Language model",
    alone: Annotated[
        bool,
        typer.Option("--alone", help="Start a server for this session; its games end with it."),
    ] = False,
    lang: LanguageOption = None,
) -> None:
    """Let language models play: a server for the Model Context Protocol, on standard input."""
    say = translator(lang)
    with needing("qd.cli.error.no_mcp"):
        from quarterdeck.mcp.identity import Identity, keep_secret
        from quarterdeck.mcp.running import run
    if alone and (server or token or token_file is not None):
        raise BadSetup(Message("qd.cli.error.mcp.alone"))
    if alone:
        with own_server() as address:
            run(address, Identity(name), say)
        return

    def keep(secret: str) -> None:
        assert token_file is not None
        try:
            keep_secret(token_file, secret)
        except OSError as error:
            why = error.strerror or str(error)
            warn(say, Message("qd.cli.mcp.not_kept", file=str(token_file), why=why))

    address = check_address(server or os.environ.get(SERVER, "") or USUAL_SERVER)
    secret = find_secret(token, token_file, say)
    if not address.startswith("https:") and not _is_local(address):
        warn(say, Message("qd.cli.mcp.unencrypted", server=address))
    with leaving_at_once():
        run(address, Identity(name, secret, None if token_file is None else keep), say)


def find_secret(token: str, file: Path | None, say: Translator) -> str:
    """What we show the server; empty if nobody gave us anything. Raises BadSetup."""
    from quarterdeck.mcp.identity import LONGEST_SECRET, read_secret

    if token and file is not None:
        raise BadSetup(Message("qd.cli.error.mcp.two_tokens"))
    if token:
        warn(say, Message("qd.cli.mcp.token_shown", variable=TOKEN))
    if file is not None:
        try:
            return read_secret(file)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or Message("qd.cli.error.mcp.no_secret")
            told = Message("qd.cli.error.mcp.token_file", file=str(file), why=why)
            raise BadSetup(told) from error
    found = (token or os.environ.get(TOKEN, "")).strip()
    if len(found) > LONGEST_SECRET or not found.isascii() or not found.isprintable():
        raise BadSetup(Message("qd.cli.error.mcp.no_secret"))
    return found


def check_address(address: str) -> str:
    """An address that we can talk to; raises BadSetup."""
    try:
        parts = urlsplit(address)
        fine = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        fine = None
    # Who we are is not told in the address, which is shown
    if not fine or parts.username or parts.password or parts.query or parts.fragment:
        raise BadSetup(
            Message("qd.cli.error.mcp.address", address=address.rpartition("@")[2][:200])
        )
    return address.rstrip("/")


def _is_local(address: str) -> bool:
    from quarterdeck.mcp.api import is_local

    return is_local(address)


@contextmanager
def own_server() -> Iterator[str]:
    """The address of a server that is gone, with its games, when the block ends."""
    need_web()
    from quarterdeck.server.settings import Settings

    with ExitStack() as stack:
        made = TemporaryDirectory(prefix="quarterdeck-mcp-", ignore_cleanup_errors=True)
        folder = Path(stack.enter_context(made))
        database = f"sqlite:///{folder / 'table.db'}"
        started = OwnServer(folder, Settings(database=database, key_file=folder / "server.key"))
        stack.callback(started.end)
        with leaving_at_once(stack.close):
            yield started.address


@contextmanager
def leaving_at_once(put_away: Callable[[], None] = lambda: None) -> Iterator[None]:
    """A signal ends us: whatever waits for a line on standard input cannot be interrupted."""

    def leave(number: int, _frame: FrameType | None) -> NoReturn:
        put_away()
        os._exit(128 + number)

    before = {number: signal.signal(number, leave) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def warn(say: Translator, message: Message) -> None:
    """On standard error: standard output belongs to the protocol."""
    err.print(f"quarterdeck: {say.text(message)}", markup=False, soft_wrap=True)
