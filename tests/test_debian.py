"""Installing what the tests need, against an apt-get that only notes what it is asked."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tools.debian import install

# Installs only once the lists of packages are there; asks nothing, hears nothing.
APT = """#!/bin/sh
echo "$DEBIAN_FRONTEND $* $(cat)" >> {folder}/calls
case "$1" in
    update) {update} ;;
    install) [ -e {folder}/lists ] || {{ echo "no such package" >&2; exit 100; }} ;;
esac
"""


def _apt(folder: Path, monkeypatch: pytest.MonkeyPatch, update: str) -> None:
    script = folder / "apt-get"
    script.write_text(APT.format(folder=folder, update=update), encoding="ascii")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    monkeypatch.setattr(os, "geteuid", lambda: 0)


def _calls(folder: Path) -> list[str]:
    return (folder / "calls").read_text(encoding="ascii").splitlines()


INSTALL = "noninteractive install -y --no-install-recommends ship "
UPDATE = "noninteractive update "


def test_a_fresh_system_fetches_its_lists_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _apt(tmp_path, monkeypatch, f"touch {tmp_path}/lists")
    assert install("ship") == ""
    assert _calls(tmp_path) == [INSTALL, UPDATE, INSTALL]
    assert install("ship") == ""
    assert _calls(tmp_path)[3:] == [INSTALL]


def test_what_goes_wrong_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _apt(tmp_path, monkeypatch, "exit 1")
    assert install("ship") == "no such package\n"
    assert _calls(tmp_path) == [INSTALL, UPDATE, INSTALL]


def test_who_may_not_install_is_told_how(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert install("ship") == "Install it: apt-get install ship"
