"""Lesson files: what is wrong with one is named by its place, and breaks nothing else."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.lessons import BadLesson, find_lesson
from quarterdeck.lessons.lesson import Occasion, Pattern
from quarterdeck.lessons.reading import FILE, read_lesson
from quarterdeck.lessons.shelf import find_lesson as shelf
from tests.toy import TOY
from tests.toy.rules import Skerries

GOAL = '[[remark]]\nid = "goal"\n'


def read(folder: Path, text: str) -> list[str]:
    """What is wrong with a lesson of Skerries that says this."""
    file = folder / FILE
    file.write_text(text, encoding="utf-8")
    try:
        read_lesson(TOY, file)
    except BadLesson as error:
        return [Translator("en").text(problem) for problem in error.problems]
    return []


def test_a_lesson_is_read_whole() -> None:
    lesson = read_lesson(TOY)
    assert (lesson.game, lesson.seats, lesson.learner, lesson.minutes) == ("skerries", 2, 0, 3)
    assert lesson.options == {"tides": "2", "duels": "on"}
    assert lesson.scripts == {1: ("row north", "anchor short", "rest")}
    row = lesson.remarks[1]
    assert row.when == Occasion("Course", (1, 1))
    assert row.want == ((Pattern("row north"),),)
    assert lesson.remarks[2].wordless
    assert lesson.remarks[5].want == ((Pattern("row south"), Pattern("anchor")),)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("remark = [", "it cannot be read"),
        ("", "there is no remark"),
        (f"seats = 9\n{GOAL}", "seats must be a whole number from 1 to 4"),
        (f"seats = 2\nlearner = 2\n{GOAL}", "learner must be a whole number from 0 to 1"),
        (f'options = {{ tides = "7" }}\n{GOAL}', "seats or options: "),
        (f'outcomes = ["find 7"]\n{GOAL}', "outcomes[0]: "),
        (f'[scripts]\n0 = ["dig"]\n{GOAL}', "scripts.0: no bot sits there"),
        (f'[scripts]\n1 = ["dog"]\n{GOAL}', "scripts.1[0]: "),
        (f"colour = 3\n{GOAL}", "colour is not known here"),
        (f"{GOAL}{GOAL}", "remark[1].id: “goal” exists already"),
        (f"{GOAL}wants = 3\n", "remark[0].wants is not known here"),
        ("[[remark]]\n", "remark[0].id must be a short name"),
        ('[[remark]]\nid = "no-such"\n', "sk.lesson.no-such has no text (en)"),
        (f'{GOAL}want = ["swim"]\n', "remark[0].want[0]: swim is neither"),
        (f'{GOAL}want = ["row south; swim"]\n', "remark[0].want[0]: swim is neither"),
        (f'{GOAL}mistake = ["dig"]\n', "remark[0].mistake: a mistake needs"),
        (f'{GOAL}when = {{ step = "Nap" }}\n', "remark[0].when.step: there is no step Nap"),
        (f"{GOAL}when = {{ round = [3, 1] }}\n", "remark[0].when.round must be a round"),
        (f"{GOAL}when = {{ moon = 1 }}\n", "remark[0].when.moon is not known here"),
        (f"{GOAL}points = 3\n", "remark[0].points must be a text or a list of texts"),
    ],
)
def test_each_fault_is_named(tmp_path: Path, text: str, fault: str) -> None:
    found = read(tmp_path, text)
    assert any(fault in problem for problem in found), found


def test_all_faults_are_found_at_once(tmp_path: Path) -> None:
    assert len(read(tmp_path, f"colour = 1\n{GOAL}points = 3\nshape = 2\n")) == 3


class Elsewhere(Skerries):
    """The same game, with its files in another folder."""


def test_a_game_without_a_lesson_or_with_a_broken_one_offers_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Elsewhere, "folder", TOY.folder)
    rules = Elsewhere()
    monkeypatch.setattr(Elsewhere, "folder", tmp_path)
    assert find_lesson(rules) is None
    shelf.cache_clear()
    (tmp_path / FILE).write_text("remark = 3", encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        assert find_lesson(rules) is None
        assert find_lesson(rules) is None
    assert len(caplog.records) == 1
    assert "there is no remark" in caplog.text
