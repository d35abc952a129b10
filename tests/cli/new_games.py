"""New games for tests, and how one is installed without a network."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from quarterdeck.cli.new_game import write_game


def make_game(name: str, into: Path) -> Path:
    return write_game(name, into)


def install(project: Path, target: Path) -> Path:
    """Install a project into a folder of its own."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    command += ["--disable-pip-version-check", "--no-build-isolation", "--target", str(target)]
    subprocess.run([*command, str(project)], check=True)
    return target
