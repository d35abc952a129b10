"""The lock file of the development environment: renewed, checked, installed.

`requirements.lock` names one version of every package, with the checksums of its files, for all
the interpreters that pyproject.toml names. Run as a script with `renew`, `check` or `install`.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # a script does not have the project on its path

from tools.requirements import PYPROJECT, requirements  # noqa: E402

LOCK = ROOT / "requirements.lock"
EXTRAS = ["all", "dev"]
HEADER = """\
# Every package of the development environment, for Python {first} to {last}.
# Made from pyproject.toml by `make lock`; `make lock ARGS=--upgrade` takes the newest versions.
# Requirements: {fingerprint}
"""


def supported() -> list[str]:
    """The versions of Python that pyproject.toml names, oldest first."""
    declared = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))
    names = re.findall(r"Python :: (3\.\d+)", "\n".join(declared["project"]["classifiers"]))
    return sorted(names, key=lambda name: int(name.partition(".")[2]))


def fingerprint() -> str:
    """Changes whenever the lock file has to."""
    wanted = "\n".join([*sorted(requirements(EXTRAS)), *supported()])
    return hashlib.sha256(wanted.encode()).hexdigest()[:16]


def problem(lock: str) -> str:
    """What keeps a lock file from fitting pyproject.toml; empty if it fits."""
    if f"# Requirements: {fingerprint()}\n" not in lock:
        return "requirements.lock does not fit pyproject.toml; renew it with `make lock`"
    return ""


def why_unlocked(python: str, implementation: str) -> str:
    """Why the lock file cannot be used; empty if it can."""
    if os.environ.get("UNLOCKED", "") not in {"", "0"}:
        return "UNLOCKED is set"
    if python not in supported() or implementation != "cpython":
        return f"requirements.lock was not made for {implementation} {python}"
    if not LOCK.exists():
        return "there is no requirements.lock"
    return problem(LOCK.read_text(encoding="utf-8"))


def renew(options: list[str]) -> None:
    """Let uv find versions that fit together on every supported interpreter and system."""
    versions = supported()
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal"]
    command += ["--fork-strategy=fewest", f"--python-version={versions[0]}", "--generate-hashes"]
    command += ["--no-emit-index-url", "--no-emit-find-links", "--no-header", *options]
    # What is pinned already stays pinned if it fits, which uv reads from the file it writes.
    command += [f"--output-file={LOCK}", "-"]
    subprocess.run(command, input="\n".join(requirements(EXTRAS)), text=True, check=True, cwd=ROOT)
    pins = LOCK.read_text(encoding="utf-8")
    header = HEADER.format(first=versions[0], last=versions[-1], fingerprint=fingerprint())
    LOCK.write_text(header + pins, encoding="utf-8")


def install() -> None:
    """Install the locked set; without a lock file that fits, what pyproject.toml allows.

    A locked set that fails to install is a failure: falling back would hide a wrong checksum.
    """
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    reason = why_unlocked(f"3.{sys.version_info.minor}", sys.implementation.name)
    if reason:
        print(f"quarterdeck: installing unlocked versions: {reason}.", file=sys.stderr, flush=True)
        newest = ["--upgrade", "--upgrade-strategy", "only-if-needed"]
        subprocess.run([*pip, *newest, *requirements(EXTRAS)], check=True)
    else:
        subprocess.run([*pip, "--require-hashes", "--no-deps", "-r", str(LOCK)], check=True)


def main(arguments: list[str]) -> int:
    match arguments:
        case ["renew", *options]:
            renew(options)
        case ["check"]:
            found = problem(LOCK.read_text(encoding="utf-8")) if LOCK.exists() else "no lock file"
            if found:
                print(found, file=sys.stderr)
                return 1
        case ["install"]:
            install()
        case _:
            print("usage: lock.py renew [OPTIONS OF UV] | check | install", file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
