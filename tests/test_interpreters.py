"""Running the tests on several interpreters: what was not tested never counts as passed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools import interpreters
from tools.interpreters import PASSED, Interpreter, find, main, probe

HERE = f"3.{sys.version_info.minor}"
FOUND = Interpreter("/bin/ship", "3.11", "3.11.2")


def fake(folder: Path, name: str, answer: str, code: int = 0) -> str:
    script = folder / name
    script.write_text(f"#!/bin/sh\necho {answer}\nexit {code}\n", encoding="ascii")
    script.chmod(0o755)
    return str(script)


def test_this_interpreter_is_found() -> None:
    interpreter = find(HERE)
    assert interpreter is not None
    assert interpreter.path == sys.executable
    assert interpreter.version == HERE


def test_interpreters_are_known_by_what_they_answer_and_not_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(interpreters, "FOLDERS", ())
    monkeypatch.setattr(interpreters, "known_to_uv", lambda *_: [])
    path = fake(tmp_path, "python3.99", "cpython 3.98.1 3.98")
    assert find("3.99") is None
    fake(tmp_path, "python3.99", "cpython 3.99.1 3.99")
    assert find("3.99") == Interpreter(path, "3.99", "3.99.1")


def test_one_without_venv_is_found_but_cannot_run(tmp_path: Path) -> None:
    interpreter = probe(fake(tmp_path, "python3.12", "cpython 3.12.1 3.12", code=1))
    assert interpreter is not None
    assert "python3.12-venv" in interpreter.problem


@pytest.mark.parametrize("answer", ["pypy 3.11.9 3.11", "", "no such version"])
def test_what_is_not_cpython_is_left_out(answer: str, tmp_path: Path) -> None:
    assert probe(fake(tmp_path, "python3.11", answer, code=1)) is None
    assert probe(str(tmp_path / "nothing")) is None


@pytest.mark.parametrize(
    ("found", "result", "arguments", "code", "shown"),
    [
        (FOUND, PASSED, [], 0, "Passed on 1 of 1 versions."),
        (FOUND, "FAILED (exit code 1)", [], 1, "Passed on 0 of 1 versions."),
        (FOUND, "FAILED (exit code 1)", ["--allow-missing"], 1, "Passed on 0 of 1 versions."),
        (None, PASSED, [], 1, "NOT FOUND, not tested"),
        (None, PASSED, ["--allow-missing"], 1, "Passed on 0 of 1 versions."),
        (Interpreter("/bin/ship", "3.11", "3.11.2", "no venv"), PASSED, [], 1, "NOT TESTED"),
    ],
)
def test_only_what_ran_and_passed_counts(
    found: Interpreter | None,
    result: str,
    arguments: list[str],
    code: int,
    shown: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(interpreters, "find", lambda *_: found)
    monkeypatch.setattr(interpreters, "run_tests", lambda *_: result)
    assert main(["--only", "3.11", *arguments]) == code
    assert shown in capsys.readouterr().out


def test_missing_ones_may_be_allowed_if_another_passed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(interpreters, "find", lambda version: FOUND if version == "3.11" else None)
    monkeypatch.setattr(interpreters, "run_tests", lambda *_: PASSED)
    both = ["--only", "3.11", "--only", "3.12"]
    assert main(both) == 1
    assert main([*both, "--allow-missing"]) == 0
    assert "Passed on 1 of 2 versions." in capsys.readouterr().out
