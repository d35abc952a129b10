"""Packages of Debian that the tests need: installed without a question, if we may."""

from __future__ import annotations

import os
import shutil
import subprocess


def install(package: str) -> str:
    """Install a package; gives what went wrong, or an empty text.

    Needs root. A fresh system has no lists of packages, an old one may have outdated ones: they
    are fetched if the first try fails.
    """
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return f"Install it: apt-get install {package}"
    wanted = ("install", "-y", "--no-install-recommends", package)
    for arguments in (wanted, ("update",), wanted):
        done = _apt(*arguments)
        if arguments is wanted and done.returncode == 0:
            return ""
    return done.stderr[-2000:]


def _apt(*arguments: str) -> subprocess.CompletedProcess[str]:
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(
        ["apt-get", *arguments],
        env=quiet,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
