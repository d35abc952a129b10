"""The targets of the Makefile and the hooks before a commit are what the pages say they are."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

ROOT = Path(__file__).resolve().parents[1]
HOOKS: list[dict[str, Any]] = yaml.safe_load(
    (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
)["repos"]
# Load a script as it would be loaded when it is started, without doing its work.
LOAD = "import runpy, sys; runpy.run_path(sys.argv[1], run_name='loaded')"
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_hooks_run_our_own_tools_and_download_nothing() -> None:
    assert [repository["repo"] for repository in HOOKS] == ["local"]
    for hook in HOOKS[0]["hooks"]:
        assert hook["language"] == "system"
        assert ".venv/bin/" in hook["entry"]


def test_hooks_and_make_check_look_at_the_same_files() -> None:
    checked = re.search(r"^CHECKED := (.*)", MAKEFILE, re.MULTILINE)
    assert checked is not None
    files = checked[1].replace("$(wildcard benchmarks)", "benchmarks").split()
    (mypy,) = (hook["entry"] for hook in HOOKS[0]["hooks"] if hook["id"] == "mypy")
    assert mypy.split()[1:] == files


def test_every_target_that_a_page_names_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    named = set()
    for page in pages:
        text = page.read_text(encoding="utf-8")
        named |= set(re.findall(r"`make ([a-z]+)[^`]*`", text))
        named |= set(re.findall(r"^make ([a-z]+)", text, re.MULTILINE))
    assert len(named) > 8
    assert named <= targets


def called_scripts() -> list[str]:
    """Every script of ours that is started by its file's name."""
    callers = [ROOT / "Makefile", ROOT / "deploy" / "Dockerfile", ROOT / ".pre-commit-config.yaml"]
    texts = [caller.read_text(encoding="utf-8") for caller in callers]
    return sorted({name for text in texts for name in re.findall(r"python (tools/\w+\.py)", text)})


@pytest.mark.parametrize("script", called_scripts())
def test_a_script_finds_what_it_imports(script: str, tmp_path: Path) -> None:
    """Started by its name, a script has only its own folder on the path."""
    started = subprocess.run(
        [sys.executable, "-I", "-c", LOAD, str(ROOT / script)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert started.returncode == 0, started.stderr


def test_some_script_is_started_by_its_name() -> None:
    assert "tools/assets.py" in called_scripts()
