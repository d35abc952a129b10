"""A coach follows a lesson: what is due, what is waited for, the path left and found again."""

from __future__ import annotations

import random
from dataclasses import replace

from quarterdeck.game import Game
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.lessons import Coach, Coaching, Heard, Lesson
from quarterdeck.lessons.coach import FREE, LEFT, OVER, OWN_WAY, SAYS, WAITS, WATCHES
from quarterdeck.lessons.dealing import scripted_choice
from quarterdeck.lessons.ending import comment
from quarterdeck.lessons.lesson import Occasion, Pattern
from quarterdeck.lessons.reading import read_lesson
from quarterdeck.lessons.rehearsal import begin, rehearse
from tests.toy import TOY

LESSON = read_lesson(TOY)


class Learner:
    """Somebody who takes the lesson of Skerries; the bot plays when they ask for it."""

    def __init__(self, lesson: Lesson = LESSON) -> None:
        self.lesson = lesson
        self.game = begin(TOY, lesson, random.Random(1))
        self.coach = Coach(TOY, lesson)
        self.heard: Heard = frozenset()

    def look(self) -> Coaching:
        return self.coach.look(self.game, self.heard)

    def go_on(self) -> Coaching:
        now = self.look()
        self.heard |= {(now.moment, now.remark)}
        return self.look()

    def play(self, *choices: str) -> Coaching:
        self.game.play(*choices, seat=0)
        self.let_bot_play()
        return self.look()

    def let_bot_play(self) -> None:
        while self.game.actors == [1]:
            code = scripted_choice(self.lesson, self.game.record.entries, self.game.position, 1)
            self.game.play(code if code is not None else self.game.legal[0].code, seat=1)


def text(coaching: Coaching) -> str:
    assert coaching.message is not None
    return Translator("en", ("Anne", "Mistral")).text(coaching.message)


def test_a_remark_without_a_wish_waits_until_the_learner_goes_on() -> None:
    learner = Learner()
    now = learner.look()
    assert (now.kind, now.number, now.total, now.remark) == (SAYS, 1, 9, "goal")
    assert "you have 1 now" in text(now)
    assert learner.look() == now
    now = learner.go_on()
    assert (now.kind, now.remark, now.points) == (WAITS, "row", ("skerry-north",))
    assert [TOY.space.notation(code) for code in now.wanted] == ["row north"]


def test_the_coach_goes_on_when_what_it_wants_is_done() -> None:
    learner = Learner()
    learner.go_on()
    learner.game.play("row north", seat=0)
    now = learner.look()
    assert (now.kind, now.number) == (WAITS, 3)
    assert text(now) == "Now: anchor (1 shell)."


def test_while_others_choose_the_coach_watches() -> None:
    learner = Learner()
    learner.game.play("row north", "anchor long", seat=0)
    assert learner.look().kind == WATCHES


def test_playing_on_counts_as_having_heard() -> None:
    learner = Learner()
    assert learner.look().kind == SAYS
    now = learner.play("row north", "anchor long")
    assert (now.kind, now.remark) == (WAITS, "dig")
    assert "Mistral is here" in text(now)


def test_whatever_is_taken_back_the_coach_is_where_it_was_then() -> None:
    learner = Learner()
    learner.go_on()
    before = learner.look()
    learner.game.play("row north", seat=0)
    assert learner.look() != before
    learner.game.undo(0)
    assert learner.look() == before


def test_a_row_of_choices_is_waited_for_one_by_one_or_done_at_once() -> None:
    for at_once in (True, False):
        learner = Learner()
        learner.play("row north", "anchor long")
        learner.play("dig")
        learner.go_on()
        assert learner.look().remark == "south"
        if not at_once:
            learner.game.play("row south", seat=0)
            now = learner.look()
            assert now.remark == "south"
            assert {TOY.space.notation(c) for c in now.wanted} == {"anchor short", "anchor long"}
            learner.play("anchor short")
        else:
            learner.play("row south", "anchor short")
        assert learner.look().remark == "seen"


def test_leaving_the_path_is_noticed_once_and_can_be_taken_back() -> None:
    learner = Learner()
    learner.play("row north")
    learner.game.play("anchor short", seat=0)
    learner.let_bot_play()
    now = learner.look()
    assert (now.kind, now.remark) == (LEFT, OWN_WAY)
    assert "not what I had in mind" in text(now)
    assert now.back is not None
    learner.game.reconsider(now.back)
    now = learner.look()
    assert (now.kind, now.number) == (WAITS, 3)


def test_going_ones_own_way_leads_to_the_next_remark_whose_occasion_comes() -> None:
    learner = Learner()
    learner.play("row north")
    learner.play("anchor short")
    assert learner.look().kind == LEFT
    now = learner.go_on()
    assert (now.kind, now.remark) == (WAITS, "dig")


def test_a_mistake_has_words_of_its_own() -> None:
    learner = Learner()
    learner.go_on()
    learner.game.play("row south", seat=0)
    now = learner.look()
    assert now.kind == LEFT
    assert text(now) == "South is sure, but nobody wins by being sure."
    # Nothing to say about the anchor: the remark that wants one belonged to the path
    assert learner.go_on().kind == FREE


def test_playing_on_after_leaving_the_path_means_going_ones_own_way() -> None:
    learner = Learner()
    learner.go_on()
    now = learner.play("row south", "anchor short")
    assert now.remark == "dig"


def test_what_others_do_in_secret_is_no_occasion_until_it_is_seen() -> None:
    """The bot has rowed already; the learner, who is still choosing, must not notice."""
    happened = Occasion(happened=(Pattern("row north"),))
    goal, *rest = LESSON.remarks
    lesson = replace(LESSON, remarks=(replace(goal, when=happened), *rest))
    learner = Learner(lesson)
    learner.game.play("row north", "anchor short", seat=1)
    assert learner.look().remark == "row"
    learner.game.play("row south", "anchor short", seat=0)
    assert [e.notation for e in learner.game.record.entries if e.seat == 1][:1] == ["row north"]


def test_the_end_of_the_game_brings_the_last_remarks_and_a_comment() -> None:
    learner = Learner()
    learner.play("row north", "anchor long")
    learner.play("dig")
    learner.play("row south", "anchor short")
    now = learner.play("dig")
    assert learner.game.finished
    assert (now.kind, now.remark) == (SAYS, "end")
    assert learner.go_on().kind == OVER
    said = [Translator("en", ("Anne", "Mistral")).text(each) for each in comment(learner.game, 0)]
    assert said[0].startswith("You have won with ")
    assert "Shells" in said[1]


def test_the_prepared_deal_is_dealt_where_it_fits() -> None:
    learner = Learner()
    charms = [e.notation for e in learner.game.record.entries if e.is_chance]
    assert charms == ["charm coral", "charm cork"]
    learner.play("row north", "anchor long")
    learner.play("dig")
    dealt = [e.notation for e in learner.game.record.entries if e.is_chance]
    assert dealt == ["charm coral", "charm cork", "find 2"]


def test_what_was_dealt_stays_dealt_when_the_path_is_found_again() -> None:
    learner = Learner(replace(LESSON, outcomes=("charm coral", "charm cork")))
    learner.play("row north", "anchor long")
    before = learner.game.ply
    learner.play("dig")
    found = learner.game.record.entries[before + 1].notation
    for _ in range(20):
        learner.game.reconsider(before)
        learner.play("dig")
        assert learner.game.record.entries[before + 1].notation == found


def test_a_bot_whose_script_does_not_fit_is_left_to_itself() -> None:
    game: Game = Learner(replace(LESSON, scripts={1: ("row reef", "anchor long")})).game
    assert scripted_choice(LESSON, game.record.entries, game.position, 1) == TOY.space.parse(
        "row north"
    )
    odd = replace(LESSON, scripts={1: ("row reef", "anchor long")})
    assert scripted_choice(odd, game.record.entries, game.position, 1) is None
    game.play("row south", seat=1)
    assert scripted_choice(LESSON, game.record.entries, game.position, 1) is None


def test_a_rehearsal_names_what_does_not_hold() -> None:
    script = replace(LESSON, scripts={1: ("row reef",)})
    assert any("'row reef' is not open" in fault for fault in rehearse(TOY, script).faults)
    late = replace(LESSON.remarks[1], when=Occasion(rounds=(9, 9)))
    never = replace(LESSON, remarks=(LESSON.remarks[0], late, *LESSON.remarks[2:]))
    assert "remark[1] (row) is never made" in rehearse(TOY, never).faults
    deal = replace(LESSON, outcomes=(*LESSON.outcomes, "find 0", "find 0", "find 0", "find 0"))
    assert any("'find 0'" in fault for fault in rehearse(TOY, deal).faults)
