"""A browser for the tests: Debian's Chromium, installed if missing, and axe-core from npm."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from tools.assets import ROOT, AssetsError, npm, run
from tools.debian import install

NAMES = ("chromium", "chromium-browser", "google-chrome")
AXE = "axe-core@4.14.0"
# The browser runs as whoever runs the tests, root included, and talks to this machine only.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class Unavailable(Exception):
    """There is no browser here, and it could not be installed."""


def chromium() -> str:
    """The path of Chromium; installs it if there is none."""
    found = _installed()
    if found is None:
        with _alone("chromium"):
            found = _installed()
            if found is None:
                problem = install("chromium")
                if problem:
                    raise Unavailable(f"The tests in the browser need Chromium. {problem}")
                found = _installed()
    if found is None:
        raise Unavailable("Chromium was installed, but is nowhere to be found.")
    return found


def axe() -> str:
    """The text of axe-core, which looks for what keeps people out."""
    folder = ROOT / "build" / "axe"
    script = folder / AXE / "node_modules" / "axe-core" / "axe.min.js"
    with _alone("axe"):
        if not script.exists():
            work = folder / AXE
            work.mkdir(parents=True, exist_ok=True)
            (work / "package.json").write_text('{"private": true}\n', encoding="ascii")
            quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
            try:
                run(work, npm(), "install", *quiet, AXE)
            except AssetsError as error:
                raise Unavailable(f"axe-core could not be fetched: {error}") from error
    return script.read_text(encoding="utf-8")


@contextmanager
def _alone(what: str) -> Iterator[None]:
    """Only one process of a test run installs; the others wait for it."""
    folder = ROOT / "build"
    folder.mkdir(exist_ok=True)
    with (folder / f"{what}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _installed() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)
