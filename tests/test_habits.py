"""The targets of the Makefile and the hooks before a commit are what the pages say they are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

ROOT = Path(__file__).resolve().parents[1]
HOOKS: list[dict[str, Any]] = yaml.safe_load(
    (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
)["repos"]
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
