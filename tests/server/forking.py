"""Servers for tests, forked from a process that has loaded everything they need.

Loading takes seconds, forking a moment. What is forked is `serving.py` as a program of its own, in
an environment of its own, with nothing of the tests in it.
"""

from __future__ import annotations

import os
import runpy
import sys
from collections.abc import Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path

SERVING = Path(__file__).with_name("serving.py")
LOADED = ["tests.server.loaded"]
FORKING, AFRESH = get_context("forkserver"), get_context("spawn")
PATH = "PYTHONPATH"


def fork_server(arguments: Sequence[str], environment: Mapping[str, str], log: Path) -> BaseProcess:
    """Start `serving.py` with these arguments; it writes to a log."""
    FORKING.set_forkserver_preload(LOADED)
    # Who has other modules on his path loads everything himself
    context = FORKING if environment.get(PATH) == os.environ.get(PATH) else AFRESH
    made = context.Process(target=_serve, args=(list(arguments), dict(environment), log))
    made.start()
    return made


def _serve(arguments: list[str], environment: dict[str, str], log: Path) -> None:
    if environment.get(PATH) != os.environ.get(PATH):
        sys.path[:0] = environment[PATH].split(os.pathsep)
    os.environ.clear()
    os.environ.update(environment)
    written = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    for stream in (1, 2):
        os.dup2(written, stream)
    os.close(written)
    sys.argv = [str(SERVING), *arguments]
    runpy.run_path(str(SERVING), run_name="__main__")
