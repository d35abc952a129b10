"""Prints what pyproject.toml requires: to build, to run, and for the extras given as arguments."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"


def requirements(extras: list[str]) -> list[str]:
    declared = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))
    project = declared["project"]
    own_extras = re.compile(rf"{re.escape(project['name'])}\[(.+)\]")
    found = [*declared["build-system"]["requires"], *project["dependencies"]]
    waiting = list(extras)
    while waiting:
        for requirement in project["optional-dependencies"][waiting.pop(0)]:
            if match := own_extras.fullmatch(requirement):
                waiting += match[1].split(",")
            else:
                found.append(requirement)
    return list(dict.fromkeys(found))


if __name__ == "__main__":
    print("\n".join(requirements(sys.argv[1:])))
