"""The benchmark's own environment: the peers, and Quarterdeck in both its builds.

It lives in `.venv-bench/` and is renewed only as far as its inputs have changed. Quarterdeck
is installed from a copy of the sources without any build results: neither does an old build
get measured, nor does a build leave anything in the work tree.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
VENV = ROOT / ".venv-bench"
PURE = VENV / "pure"
REQUIREMENTS = HERE / "requirements.txt"
CHOOSES_BUILD = {"PYTHONPATH", "QUARTERDECK_PURE"}

NOT_SOURCE = shutil.ignore_patterns(
    ".*", "*.egg-info", "*.so", "*.pyd", "__pycache__", "build", "dist", "node_modules"
)
# What an installation may read. The rest of the project does not change what is measured.
INPUTS = ("pyproject.toml", "setup.py", "MANIFEST.in", "README*", "LICENSE*", "src", "tools")


def python() -> Path:
    """The interpreter of the environment."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def variables(*, pure: bool) -> dict[str, str]:
    """The variables of a worker or an installation: nothing of the caller's picks the build."""
    kept = {name: value for name, value in os.environ.items() if name not in CHOOSES_BUILD}
    return {**kept, "PYTHONPATH": str(PURE)} if pure else kept


def prepare() -> None:
    """Make the environment, or bring it up to date."""
    wanted = f"{sys.version} {_fingerprint([REQUIREMENTS])}"
    if not _current("peers", wanted):
        _say("installing the peers")
        venv.create(VENV, clear=True, with_pip=True)
        _pip("install", "--no-deps", "--requirement", str(REQUIREMENTS))
        _stamp("peers", wanted)
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / ROOT.name
        _copy_sources(copy)
        wanted = _fingerprint(sorted(path for path in copy.rglob("*") if path.is_file()), copy)
        if not _current("quarterdeck", wanted) and _install_quarterdeck(copy):
            _stamp("quarterdeck", wanted)


def _install_quarterdeck(copy: Path) -> bool:
    """Install both builds. Without the compiled one the others are still worth measuring."""
    _say("installing Quarterdeck; compiling it takes a while")
    _pip("uninstall", "--yes", "--quiet", "quarterdeck")
    shutil.rmtree(PURE, ignore_errors=True)
    shutil.copytree(copy / "src", PURE)
    try:
        _pip("install", str(copy))
    except subprocess.CalledProcessError:
        _say("Quarterdeck does not install; only its pure build can be measured")
        return False
    return True


def _copy_sources(target: Path) -> None:
    target.mkdir()
    for pattern in INPUTS:
        for source in ROOT.glob(pattern):
            if source.is_dir():
                shutil.copytree(source, target / source.name, ignore=NOT_SOURCE)
            else:
                shutil.copy(source, target)


def _pip(*arguments: str) -> None:
    command = [str(python()), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*command, *arguments], check=True, env=variables(pure=False))


def _fingerprint(files: Iterable[Path], base: Path = ROOT) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for path in files:
        digest.update(f"{path.relative_to(base)}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _current(name: str, wanted: str) -> bool:
    stamp = VENV / f"{name}.stamp"
    return stamp.is_file() and stamp.read_text() == wanted


def _stamp(name: str, value: str) -> None:
    (VENV / f"{name}.stamp").write_text(value)


def _say(what: str) -> None:
    print(f"bench: {what}", file=sys.stderr, flush=True)
