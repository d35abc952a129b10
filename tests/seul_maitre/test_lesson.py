"""What the coach of the lesson says of a combat is true."""

from __future__ import annotations

from quarterdeck.games.seul_maitre import RULES
from quarterdeck.games.seul_maitre.odds import odds
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.combat import ATTACKER_RECOVERS
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.lessons.reading import read_lesson
from quarterdeck.lessons.rehearsal import rehearse
from quarterdeck.record.replay import apply, start
from quarterdeck.testing import rule

LEARNER, PREY = 0, 1


@rule("SM-11.22")
def test_the_learner_attacks_with_more_sailors_and_good_odds() -> None:
    lesson = read_lesson(RULES)
    record = rehearse(RULES, lesson).game.record
    p = start(record, RULES)
    assert isinstance(p, MasterPosition)
    for entry in record.entries:
        if entry.notation == "engage yellow":
            break
        apply(p, RULES, entry)
    chances = odds(p, LEARNER, PREY, ATTACKER_RECOVERS)
    # "About two chances in three to win, and only one in nine to lose"
    assert round(9 * chances.attacker / chances.of) == 6
    assert round(9 * chances.defender / chances.of) == 1
    # "With four sailors to your six"
    assert (p.able(PREY), p.able(LEARNER)) == (4, 6)


def test_every_choice_of_the_lesson_has_a_reason() -> None:
    assert [remark.id for remark in read_lesson(RULES).remarks if remark.wordless] == []


def test_money_is_named_where_goods_are_bought() -> None:
    record = rehearse(RULES, read_lesson(RULES)).game.record
    p = start(record, RULES)
    assert isinstance(p, MasterPosition)
    for entry in record.entries:
        if entry.notation.startswith("buy") and entry.seat == LEARNER:
            break
        apply(p, RULES, entry)
    prompt = RULES.prompt(p, LEARNER)
    assert Translator("en").text(prompt).endswith("You have 20 doubloons.")
    assert Translator("fr").text(prompt).endswith("Vous avez 20 doublons.")
