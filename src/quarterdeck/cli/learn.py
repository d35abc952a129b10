"""`quarterdeck learn`: a guided first game in the terminal, or a check of the lesson."""

from __future__ import annotations

import random
from typing import Annotated

import typer

from quarterdeck.bots import GENTLE, make
from quarterdeck.cli.common import GameArgument, LanguageOption, out, translator
from quarterdeck.cli.play import Sitting
from quarterdeck.cli.screen import Screen
from quarterdeck.game import Game, rules_of
from quarterdeck.games import GAMES
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.lessons import BadLesson, Coach, Heard, Lesson, scripted_choice
from quarterdeck.lessons.coach import LEFT, OVER, OWN_WAY, SAYS, Coaching
from quarterdeck.lessons.ending import comment
from quarterdeck.lessons.reading import FILE, read_lesson
from quarterdeck.lessons.rehearsal import Rehearsal, begin, rehearse
from quarterdeck.naming import wind

# A check plays so many games with detours, each with so likely a detour per choice.
DETOURS = 8
LIKELY = 0.2
TAKE_BACK = ("b", "back", "u", "undo")


def learn_command(
    game: GameArgument = GAMES[0],
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Play the lesson by itself, print its remarks, and name what is wrong."
        ),
    ] = False,
    lang: LanguageOption = None,
    plain: Annotated[bool, typer.Option(help="No colours and frames (screen readers).")] = False,
) -> None:
    """A first game led by a coach who says one thing at a time."""
    say = translator(lang)
    rules = rules_of(game)
    if not (rules.folder / FILE).is_file():
        raise BadSetup(Message("qd.cli.no_lesson", game=rules.title))
    if check:
        raise typer.Exit(0 if _check(rules, say.language) else 1)
    lesson = read_lesson(rules)
    played = begin(rules, lesson, random.SystemRandom(), names_at(lesson))
    Guided(played, lesson, Screen(played, say.language, plain)).run()


def names_at(lesson: Lesson) -> tuple[str, ...]:
    """Bots are called after winds, the learner has no name."""
    return tuple("" if seat == lesson.learner else wind(seat) for seat in range(lesson.seats))


class Guided(Sitting):
    """A sitting at which a coach has a word before every choice."""

    def __init__(self, game: Game, lesson: Lesson, screen: Screen) -> None:
        others = [seat for seat in range(game.seats) if seat != lesson.learner]
        bots = {seat: make(GENTLE, game.rules) for seat in others}
        super().__init__(game, bots, screen, None)
        self.lesson = lesson
        self.coach = Coach(game.rules, lesson)
        self.heard: Heard = frozenset()
        self._commented = False

    def run(self) -> None:
        super().run()
        if self.game.finished:
            self._coach()

    def _choose(self, seat: int) -> int:
        game = self.game
        code = scripted_choice(self.lesson, game.record.entries, game.position, seat)
        return super()._choose(seat) if code is None else code

    def _read(self, seat: int) -> bool:
        if not self._coach():
            return True
        return super()._read(seat)

    def _coach(self) -> bool:
        """Hear what the coach has to say; False if something was taken back instead."""
        while True:
            coaching = self.coach.look(self.game, self.heard)
            if coaching.kind == OVER:
                self._comment()
                return True
            self._say(coaching)
            if coaching.kind not in (SAYS, LEFT):
                return True
            asked = "qd.cli.coach.left" if coaching.kind == LEFT else "qd.cli.coach.go_on"
            typed = out.input(self.screen.say(asked) + " ").strip().lower()
            if coaching.back is not None and typed in TAKE_BACK:
                self.game.reconsider(coaching.back)
                self._told.clear()
                return False
            self.heard |= {(coaching.moment, coaching.remark or OWN_WAY)}

    def _say(self, coaching: Coaching) -> None:
        assert coaching.message is not None
        place = self.screen.say("qd.cli.coach.place", number=coaching.number, total=coaching.total)
        self.screen.line(f"{place} {self.screen.say.text(coaching.message)}", "bold cyan")

    def _comment(self) -> None:
        if not self._commented or self.game.finished:
            for message in comment(self.game, self.lesson.learner):
                self.screen.line(self.screen.say.text(message), "bold cyan")
        if not self._commented:
            self.screen.tell("qd.cli.coach.over", game=self.game.rules.id)
        self._commented = True


def _check(rules: AnyRules, language: str) -> bool:
    """Play a lesson, and tell what was said and what is wrong; whether all is well."""
    try:
        lesson = read_lesson(rules)
    except BadLesson as error:
        for problem in error.problems:
            out.print(Translator(language).text(problem), markup=False, soft_wrap=True)
        return False
    say = Translator(language, names_at(lesson))
    try:
        played = rehearse(rules, lesson)
    except ImportError as missing:
        raise BadSetup(Message("qd.cli.error.needs_web")) from missing
    _tell_story(played, say)
    faults = [*played.faults]
    for seed in range(DETOURS):
        strayed = rehearse(rules, lesson, seed, LIKELY)
        faults += strayed.faults
        met = len(strayed.met() & {remark.id for remark in lesson.remarks})
        out.print(say("qd.cli.lesson.strayed", met=met, total=len(lesson.remarks)), markup=False)
    for fault in dict.fromkeys(faults):
        out.print(fault, style="red", markup=False, soft_wrap=True)
    choices = sum(bool(turn.choice) for turn in played.story)
    out.print(
        say(
            "qd.cli.lesson.sum",
            remarks=len(lesson.remarks),
            choices=choices,
            words=sum(len(_text(turn.coaching, say).split()) for turn in played.story),
            faults=len(dict.fromkeys(faults)),
        ),
        markup=False,
        soft_wrap=True,
    )
    return not faults


def _tell_story(played: Rehearsal, say: Translator) -> None:
    for turn in played.story:
        coaching = turn.coaching
        pointing = f"  ({', '.join(coaching.points)})" if coaching.points else ""
        text = f"{coaching.number:3} {coaching.kind:7} {_text(coaching, say)}{pointing}"
        out.print(text, markup=False, soft_wrap=True)
        if turn.choice:
            out.print(f"            > {turn.choice}", style="dim", markup=False, soft_wrap=True)
    lesson_over = comment(played.game, played.learner)
    for message in lesson_over:
        out.print(f"            {say.text(message)}", markup=False, soft_wrap=True)


def _text(coaching: Coaching, say: Translator) -> str:
    return "" if coaching.message is None else say.text(coaching.message)
