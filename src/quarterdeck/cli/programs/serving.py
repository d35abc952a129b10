"""A server of our own: a process on a free port of this machine, gone with whoever started it."""

from __future__ import annotations

import json
import logging
import os
import time
from dataclasses import replace
from http import HTTPStatus
from multiprocessing import get_context
from pathlib import Path
from socket import socket
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

from quarterdeck.bots import thinking_seconds
from quarterdeck.bots.specs import LONGEST_SPEC, PLUGINS, parse
from quarterdeck.cli.programs.process import last_words
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message

if TYPE_CHECKING:
    from quarterdeck.server.settings import Settings

HOST = "127.0.0.1"
# More than any ladder needs: nobody else comes to this server.
PLENTY = 10**9
# Where bots have no limit, and how long a bot may hang.
LONG = 10.0**6
BOT_PATIENCE = 600.0
# Seconds for a request, the first of which waits until the server has started.
REQUEST_PATIENCE = 120.0
END_PATIENCE = 10.0

LOG, FAULTS = "server.log", "faults.log"


def need_web() -> None:
    """Raises BadSetup if what a server needs is not installed."""
    try:
        import quarterdeck.server.run  # noqa: F401
    except ImportError as missing:
        raise BadSetup(Message("qd.cli.error.no_web", why=str(missing))) from missing


def settings_for(folder: Path, seconds: float | None, bot_workers: int) -> Settings:
    """A server that keeps nobody waiting, where bots think as long as the ladder lets them."""
    from quarterdeck.server.settings import Settings

    return Settings(
        database=f"sqlite:///{folder / 'ladder.db'}",
        key_file=folder / "server.key",
        bot_workers=bot_workers,
        bot_seconds=LONG if seconds is None else seconds,
        bot_most_seconds=LONG,
        bot_queue_seconds=LONG,
        bot_patience=BOT_PATIENCE,
        open_tables=PLENTY,
        bot_tables=PLENTY,
        tables_a_day=PLENTY,
        guests_an_hour=PLENTY,
        joined_tables=PLENTY,
        rate=PLENTY,
        burst=PLENTY,
        connections_per_address=PLENTY,
        streams_per_address=PLENTY,
    )


def limit_seconds(bot: str, seconds: float | None) -> str:
    """A bot that is told to think no longer than the ladder allows, as far as it can be told."""
    told = thinking_seconds(bot)
    if seconds is None or told is None or told <= seconds:
        return bot
    spec = parse(bot)
    (parameter,) = (each for each in PLUGINS.load(spec.name).PARAMETERS if each.name == "seconds")
    least = max(seconds, getattr(parameter, "least", seconds))
    kept = tuple(pair for pair in spec.settings if pair[0] != "seconds")
    limited = str(replace(spec, settings=(*kept, ("seconds", parameter.write(least)))))
    if len(limited) > LONGEST_SPEC:
        raise BadSetup(Message("qd.error.bot.too_long", bot=bot, most=LONGEST_SPEC))
    return limited


def keep_open(settings: Settings, sockets: list[socket], folder: Path) -> None:
    """What the server's process does, until it is told to end or whoever started it is gone."""
    if hasattr(os, "setsid"):
        # Ctrl+C is for whoever started us, who ends us when everything is put away
        os.setsid()
    with (folder / LOG).open("wb") as log:
        for output in (1, 2):
            os.dup2(log.fileno(), output)
    # Where a bot fails a table goes on without it; a measurement must not
    faults = logging.FileHandler(folder / FAULTS, delay=True)
    faults.setLevel(logging.WARNING)
    logging.getLogger("quarterdeck.server.thinking").addHandler(faults)
    from quarterdeck.server.run import work

    work(settings, sockets)


class OwnServer:
    """A running server, and requests to it."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        from quarterdeck.server.run import listen

        self._folder = folder
        sockets = listen(HOST, 0)
        self.address = f"http://{HOST}:{sockets[0].getsockname()[1]}"
        self._process = get_context("spawn").Process(
            target=keep_open, args=(settings, sockets, folder)
        )
        self._process.start()
        for each in sockets:
            each.close()
        # Whatever proxy the environment names: this is our own machine
        self._open = build_opener(ProxyHandler({})).open

    def ask(self, path: str, secret: str | None = None, data: object = None) -> bytes:
        """The answer to a request; raises BadSetup if the server does not give one."""
        request = Request(f"{self.address}/api{path}")  # noqa: S310
        if secret is not None:
            request.add_header("Authorization", f"Bearer {secret}")
        if data is not None:
            request.data = json.dumps(data).encode()
            request.add_header("Content-Type", "application/json")
        try:
            with self._open(request, timeout=REQUEST_PATIENCE) as answer:
                told: bytes = answer.read()
                return told
        except HTTPError as error:
            with error:
                raise self._refuse(error) from error
        except OSError as error:
            raise self._stopped(error) from error

    def ask_json(self, path: str, secret: str | None = None, data: object = None) -> Any:
        return json.loads(self.ask(path, secret, data))

    def check_bots(self) -> None:
        """Raises BadSetup if a bot has failed, or was too slow, in any game so far."""
        said = last_words(self._folder / FAULTS)
        if said:
            raise BadSetup(Message("qd.cli.error.ladder.bot_failed", said=said))

    def end(self) -> None:
        self._process.terminate()
        self._process.join(END_PATIENCE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()

    def _refuse(self, error: HTTPError) -> BadSetup:
        try:
            why = str(json.loads(error.read())["error"])
        except (OSError, ValueError, LookupError, TypeError):
            why = HTTPStatus(error.code).phrase
        return BadSetup(Message("qd.cli.error.ladder.server", why=why[:200]))

    def _stopped(self, error: OSError) -> BadSetup:
        # Its last line may still be on its way
        time.sleep(0.2)
        why = last_words(self._folder / LOG) or str(error)
        return BadSetup(Message("qd.cli.error.ladder.server", why=why))
