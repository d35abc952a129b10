"""Runs the tests on every version of Python that pyproject.toml names, as far as it is found here.

    make interpreters                                    all tests
    make interpreters ARGS="tests/kernel -k lanes"       what pytest should run
    make interpreters ARGS="--install"                   take missing versions from Debian

Every interpreter gets an environment of its own in build/interpreters/, with the locked packages.
The exit code is 0 only if every version ran and passed; with --allow-missing, if every version
that was found did.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # a script does not have the project on its path

from tools.debian import install  # noqa: E402
from tools.lock import supported  # noqa: E402

ENVIRONMENTS = ROOT / "build" / "interpreters"
FOLDERS = ("/usr/local/bin", "/usr/bin", "/opt/*/bin", "~/.pyenv/versions/*/bin")
PROBE = """
import sys
print(sys.implementation.name, sys.version.split()[0], "%d.%d" % sys.version_info[:2])
import ensurepip, venv
"""
PASSED = "passed"


@dataclass(frozen=True)
class Interpreter:
    path: str
    version: str
    full_version: str
    # Why no environment can be made with it; empty if one can.
    problem: str = ""


@dataclass(frozen=True)
class Outcome:
    version: str
    result: str
    where: str = ""


def probe(path: str) -> Interpreter | None:
    """What an interpreter is; None if it does not start or is not CPython."""
    try:
        done = subprocess.run(
            [path, "-c", PROBE], capture_output=True, text=True, timeout=30, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    words = done.stdout.split()
    if len(words) != 3 or words[0] != "cpython":
        return None
    version = words[2]
    problem = f"no venv module (Debian: python{version}-venv)" if done.returncode else ""
    return Interpreter(path, version, words[1], problem)


def candidates(version: str) -> Iterator[str]:
    """Where an interpreter may be: this one, the path, the usual folders, those that uv knows."""
    name = f"python{version}"
    if sys.version_info[:2] == tuple(map(int, version.split("."))):
        yield sys.executable
    if found := shutil.which(name):
        yield found
    for folder in FOLDERS:
        pattern = Path(folder).expanduser()
        yield from map(str, sorted(Path(pattern.anchor).glob(f"{pattern}/{name}"[1:])))
    yield from known_to_uv(version)


def known_to_uv(version: str) -> list[str]:
    """The installed interpreters uv would use; none if there is no uv."""
    command = [sys.executable, "-m", "uv", "python", "list", version, "--only-installed"]
    command += ["--no-python-downloads", "--output-format=json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return [entry["path"] for entry in json.loads(done.stdout)] if done.returncode == 0 else []


def find(version: str) -> Interpreter | None:
    """The first interpreter of a version that can run tests, or else one that cannot."""
    unfit = None
    for path in candidates(version):
        interpreter = probe(path)
        if interpreter and interpreter.version == version:
            if not interpreter.problem:
                return interpreter
            unfit = unfit or interpreter
    return unfit


def run_tests(interpreter: Interpreter, arguments: list[str]) -> str:
    """Make the environment, run pytest on the sources; gives the result in a few words."""
    folder = ENVIRONMENTS / interpreter.version
    python = str(folder / "bin" / "python")
    steps = {
        "no environment": [interpreter.path, "-m", "venv", str(folder)],
        "packages not installed": [python, "tools/lock.py", "install"],
        "catalogues not compiled": [python, "tools/catalogues.py"],
        "FAILED": [python, "-m", "pytest", *arguments],
    }
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "QUARTERDECK_EXPECT": "pure"}
    for failure, command in steps.items():
        done = subprocess.run(command, cwd=ROOT, env=environment, check=False)
        if done.returncode == 5 and failure == "FAILED":
            return "no tests ran"
        if done.returncode != 0:
            return f"{failure} (exit code {done.returncode})"
    return PASSED


def table(outcomes: list[Outcome]) -> str:
    rows = [("python", "result", "interpreter")]
    rows += [(outcome.version, outcome.result, outcome.where) for outcome in outcomes]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    tested = [outcome.version for outcome in outcomes if outcome.result == PASSED]
    return "\n".join([*lines, "", f"Passed on {len(tested)} of {len(outcomes)} versions."])


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Run the tests on every Python there is.")
    parser.add_argument("--only", action="append", metavar="VERSION", help="e.g. 3.13")
    parser.add_argument("--install", action="store_true", help="install missing ones (Debian)")
    parser.add_argument("--allow-missing", action="store_true")
    options, for_pytest = parser.parse_known_args(arguments)
    outcomes = []
    for version in options.only or supported():
        interpreter = find(version)
        if options.install and (interpreter is None or interpreter.problem):
            install(f"python{version}-venv")
            interpreter = find(version)
        if interpreter is None:
            outcomes.append(Outcome(version, "NOT FOUND, not tested"))
            continue
        result = f"NOT TESTED: {interpreter.problem}"
        if not interpreter.problem:
            print(f"Python {interpreter.full_version} ({interpreter.path})", flush=True)
            result = run_tests(interpreter, for_pytest)
        outcomes.append(Outcome(version, result, f"{interpreter.full_version} {interpreter.path}"))
    print(table(outcomes))
    missing = [outcome for outcome in outcomes if outcome.result.startswith("NOT ")]
    failed = [o for o in outcomes if o.result != PASSED and o not in missing]
    if failed or (missing and not options.allow_missing) or len(missing) == len(outcomes):
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
