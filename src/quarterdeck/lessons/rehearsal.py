"""A lesson played by nobody: on its path, or with detours, to see that it holds."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from quarterdeck.bots import GENTLE, Bot, Budget, ask, make
from quarterdeck.game import Game
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.lessons.coach import FREE, LEFT, OVER, OWN_WAY, SAYS, WAITS, Coach, Coaching, Heard
from quarterdeck.lessons.dealing import PreparedDealer, scripted_choice
from quarterdeck.lessons.ending import comment
from quarterdeck.lessons.lesson import Lesson
from quarterdeck.record import Entry, Record

BUDGET = Budget(math.inf)
CELL = "cell-"


@dataclass(frozen=True)
class Turn:
    """What the coach did, and what the learner chose thereupon, if anything."""

    coaching: Coaching
    choice: str = ""


@dataclass
class Rehearsal:
    """A lesson as it was played. `faults`: what does not hold on the path."""

    game: Game
    learner: int
    story: list[Turn] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def met(self) -> set[str]:
        """The remarks that were made."""
        return {each.coaching.remark for each in self.story if each.coaching.remark}


def begin(
    rules: AnyRules, lesson: Lesson, dealer: random.Random, names: tuple[str, ...] = ()
) -> Game:
    """The game of a lesson, with its prepared deal."""
    count, options = rules.checked_setup(lesson.seats, dict(lesson.options))
    game = Game(rules, Record.begin(rules, count, options, names), None)

    def dealt() -> Sequence[Entry]:
        return game.record.entries

    return game.hand_to(PreparedDealer(lesson, rules.outcome_space, dealt, dealer))


def rehearse(rules: AnyRules, lesson: Lesson, seed: int = 0, detours: float = 0.0) -> Rehearsal:
    """Play a lesson through. `detours`: how likely the learner does something else than wanted."""
    dealer = random.Random(seed)
    game = begin(rules, lesson, dealer)
    coach = Coach(rules, lesson)
    bots = [make(GENTLE, rules, dealer.getrandbits(64)) for _ in range(lesson.seats)]
    played = Rehearsal(game, lesson.learner)
    heard: Heard = frozenset()
    free = False
    for _ in range(4 * rules.length_bound):
        _let_bots_play(lesson, game, bots, played, strict=not (detours or free))
        coaching = coach.look(game, heard)
        _say(lesson, game, coaching, played)
        _point(rules, lesson, game, coaching, played)
        if coaching.kind == OVER:
            return _concluded(lesson, played, detours)
        if coaching.kind in (SAYS, LEFT):
            played.story.append(Turn(coaching))
            heard |= {(coaching.moment, coaching.remark or OWN_WAY)}
            continue
        legal = list(game.position.legal(lesson.learner))
        free |= coaching.kind == FREE
        if dealer.random() < detours:
            code = dealer.choice(legal)
        elif coaching.kind == WAITS:
            code = coaching.wanted[0]
        else:
            code = ask(bots[lesson.learner], game.position, lesson.learner, BUDGET)
        notation = rules.space.notation(code)
        played.story.append(Turn(coaching, notation))
        game.play(code, seat=lesson.learner)
    played.faults.append("the lesson does not end")
    return played


def _let_bots_play(
    lesson: Lesson, game: Game, bots: list[Bot], played: Rehearsal, *, strict: bool
) -> None:
    """Until the learner is asked, or the game is over."""
    while not game.finished and lesson.learner not in game.actors:
        seat = game.actors[0]
        code = scripted_choice(lesson, game.record.entries, game.position, seat)
        if code is None:
            _note_unfit(lesson, game, seat, played, strict=strict)
            code = ask(bots[seat], game.position, seat, BUDGET)
        game.play(code, seat=seat)


def _note_unfit(lesson: Lesson, game: Game, seat: int, played: Rehearsal, *, strict: bool) -> None:
    script = lesson.scripts.get(seat, ())
    done = [entry.notation for entry in game.record.entries if entry.seat == seat]
    if strict and len(done) < len(script) and tuple(done) == script[: len(done)]:
        open_now = ", ".join(game.rules.space.notation(c) for c in game.position.legal(seat)[:12])
        played.faults.append(
            f"scripts.{seat}[{len(done)}]: {script[len(done)]!r} is not open; open: {open_now}"
        )


def _say(lesson: Lesson, game: Game, coaching: Coaching, played: Rehearsal) -> None:
    """Every word of it in both languages; what cannot be said is a fault."""
    messages = [] if coaching.message is None else [coaching.message]
    if coaching.kind == OVER:
        messages = comment(game, lesson.learner)
    for language in LANGUAGES:
        for message in messages:
            try:
                Translator(language).text(message)
            except (KeyError, ValueError) as error:
                played.faults.append(f"{message.id} ({language}): {error!r}")


def _point(
    rules: AnyRules, lesson: Lesson, game: Game, coaching: Coaching, played: Rehearsal
) -> None:
    """Every spot or thing that is pointed at is on the board; cells are drawn by the page."""
    from quarterdeck.pictures import board, drawable  # needs an extra, which learning does not

    points = [point for point in coaching.points if not point.startswith(CELL)]
    if not points or not drawable(rules):
        return
    picture = board(rules, game.view(lesson.learner), Translator("en"))
    for point in points:
        if f'data-spot="{point}"' not in picture and f'data-thing="{point}"' not in picture:
            played.faults.append(f"{coaching.remark}: {point!r} is not on the board")


def _concluded(lesson: Lesson, played: Rehearsal, detours: float) -> Rehearsal:
    if not detours:
        met = played.met()
        for number, remark in enumerate(lesson.remarks):
            if remark.id not in met:
                played.faults.append(f"remark[{number}] ({remark.id}) is never made")
        dealt = [entry.notation for entry in played.game.record.entries if entry.is_chance]
        for notation in set(lesson.outcomes):
            if dealt.count(notation) < lesson.outcomes.count(notation):
                played.faults.append(f"outcomes: {notation!r} is not dealt as often as it stands")
    return played
