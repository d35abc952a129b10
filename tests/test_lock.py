"""The locked development environment fits what pyproject.toml asks for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools import lock
from tools.requirements import PYPROJECT, requirements

PINS = {
    canonicalize_name(name): version
    for name, version in re.findall(
        r"^([\w.-]+)==([^\s;]+)", lock.LOCK.read_text(encoding="utf-8"), re.MULTILINE
    )
}


@pytest.fixture(autouse=True)
def no_wishes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UNLOCKED", raising=False)


def test_the_lock_file_fits_pyproject() -> None:
    assert lock.main(["check"]) == 0


@pytest.mark.parametrize("wanted", requirements(lock.EXTRAS))
def test_every_requirement_has_a_fitting_version(wanted: str) -> None:
    requirement = Requirement(wanted)
    assert requirement.specifier.contains(PINS[canonicalize_name(requirement.name)])


def test_every_package_is_checked_and_no_registry_is_named() -> None:
    text = lock.LOCK.read_text(encoding="utf-8")
    assert text.count("--hash=sha256:") > len(PINS) > 50
    assert "://" not in text
    assert "--index-url" not in text
    assert "--find-links" not in text


def test_a_new_requirement_makes_the_lock_file_outdated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = tmp_path / "pyproject.toml"
    declared = PYPROJECT.read_text(encoding="utf-8")
    changed.write_text(declared.replace('"rich>=', '"compass>=1", "rich>='), encoding="utf-8")
    monkeypatch.setattr("tools.requirements.PYPROJECT", changed)
    assert lock.main(["check"]) == 1
    assert "make lock" in capsys.readouterr().err
    assert "make lock" in lock.why_unlocked("3.11", "cpython")


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
def test_the_lock_file_serves_every_supported_python(python: str) -> None:
    assert lock.why_unlocked(python, "cpython") == ""


@pytest.mark.parametrize(
    ("python", "kind"), [("3.10", "cpython"), ("3.15", "cpython"), ("3.11", "pypy")]
)
def test_another_python_is_told_that_it_gets_unlocked_versions(python: str, kind: str) -> None:
    assert lock.why_unlocked(python, kind) == f"requirements.lock was not made for {kind} {python}"


def test_unlocked_versions_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNLOCKED", "1")
    assert lock.why_unlocked("3.11", "cpython") == "UNLOCKED is set"
