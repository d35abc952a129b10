"""Every lesson, played on its path and with detours: a change of rules leaves none behind."""

from __future__ import annotations

import pytest

from quarterdeck import games
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.lessons import find_lesson
from quarterdeck.lessons.coach import LEFT
from quarterdeck.lessons.reading import FILE, read_lesson
from quarterdeck.lessons.rehearsal import rehearse
from tests.toy import TOY

WITH_LESSON = [TOY, *(r for r in games.load_all() if (r.folder / FILE).is_file())]
# Where the words themselves leave the choice open.
LEFT_TO_THE_LEARNER = {"seul_maitre drift", "skerries south", "skerries remark[7]"}
each_lesson = pytest.mark.parametrize("rules", WITH_LESSON, ids=lambda rules: rules.id)


def test_every_game_of_the_house_can_be_learned() -> None:
    assert [game for game in games.GAMES if find_lesson(games.load(game)) is None] == []


@each_lesson
def test_a_lesson_holds_on_its_path_in_both_languages(rules: AnyRules) -> None:
    lesson = read_lesson(rules)
    played = rehearse(rules, lesson)
    assert played.faults == []
    assert find_lesson(rules) == lesson
    # A remark whose words ask for one choice marks only that.
    several = {
        f"{rules.id} {turn.coaching.remark}"
        for turn in played.story
        if len(turn.coaching.wanted) > 1
    }
    assert several <= LEFT_TO_THE_LEARNER


@each_lesson
def test_a_lesson_can_be_left_anywhere_and_comes_to_its_end(rules: AnyRules) -> None:
    lesson = read_lesson(rules)
    strayed = [rehearse(rules, lesson, seed, detours=0.3) for seed in range(6)]
    assert [fault for played in strayed for fault in played.faults] == []
    assert any(turn.coaching.kind == LEFT for played in strayed for turn in played.story)
    # Whoever strays still hears something of what comes later.
    most = max(len(played.met()) for played in strayed)
    assert most > len(lesson.remarks) // 4
