"""A program that plays a seat: started, listened to, ended with all that it has started."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message

# How much of its output is looked at for its last words, and how long these may be.
LOOKED_AT = 8192
LONGEST_WORDS = 200
# Seconds a program may take to end, once its game is over or it is asked to end.
GRACE = 5.0


def last_words(file: Path) -> str:
    """The last line of a file that says something, fit for a terminal."""
    try:
        with file.open("rb") as opened:
            opened.seek(max(0, file.stat().st_size - LOOKED_AT))
            text = opened.read().decode("utf-8", errors="replace")
    except OSError:
        return ""
    lines = ("".join(c for c in line if c.isprintable()).strip() for line in text.splitlines())
    return next((line for line in reversed(list(lines)) if line), "")[:LONGEST_WORDS]


class PlayingProgram:
    """A process of its own, with a session of its own where the system knows sessions."""

    def __init__(self, name: str, words: Sequence[str], output: Path) -> None:
        """Raises BadSetup if it cannot be started."""
        self.name = name
        self._output = output
        try:
            with output.open("wb") as file:
                self._process = subprocess.Popen(
                    words,
                    stdin=subprocess.DEVNULL,
                    stdout=file,
                    stderr=subprocess.STDOUT,
                    env=_environment(),
                    start_new_session=True,
                )
        except OSError as error:
            why = error.strerror or str(error)
            raise BadSetup(
                Message("qd.cli.error.program.not_started", name=name, why=why)
            ) from error

    @property
    def code(self) -> int | None:
        """Its exit code, if it has ended."""
        return self._process.poll()

    @property
    def said(self) -> Message:
        words = last_words(self._output)
        if not words:
            return Message("qd.cli.ladder.said_nothing")
        return Message("qd.cli.ladder.said", words=words)

    def end(self, grace: float = 0.0) -> None:
        """End it, unless it does so by itself in time; what it left running ends with it."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(grace)
        self._signal("SIGTERM")
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        self._signal("SIGKILL")
        self._process.wait()
        self._output.unlink(missing_ok=True)

    def _signal(self, name: str) -> None:
        if not hasattr(os, "killpg"):
            self._process.kill()
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, getattr(signal, name))


def _environment() -> dict[str, str]:
    """Ours; but no proxy stands between a program and a server on the same machine."""
    names = ("no_proxy", "NO_PROXY")
    listed = next((os.environ[name] for name in names if os.environ.get(name)), "")
    direct = ",".join(filter(None, (listed, "127.0.0.1")))
    return {**os.environ, **dict.fromkeys(names, direct)}
