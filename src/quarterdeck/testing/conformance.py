"""What every game must keep, whatever its rules: checked at every moment of random games.

Each check takes a Case, plays its game and asserts one promise of the machine. `parametrize` gives
a test all of them, in games of every number of players and with every option.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from itertools import pairwise
from random import Random
from typing import TypeVar

import pytest

from quarterdeck.kernel.actions import ActionSpace
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.errors import BadNotation, IllegalAction, NotYourTurn
from quarterdeck.kernel.faces import Choice, Gesture
from quarterdeck.kernel.figures import Figure
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.playout import playout
from quarterdeck.kernel.position import NATURE, NOBODY, ChanceStep, Phase, Position
from quarterdeck.kernel.rules import AnyRules, Rules
from quarterdeck.preview import preview, tell, tell_lines
from quarterdeck.testing.details import check_details as check_details
from quarterdeck.testing.lanes import check_lanes as check_lanes
from quarterdeck.testing.orders import check_orders as check_orders
from quarterdeck.testing.secrecy import check_features as check_features
from quarterdeck.testing.secrecy import check_imagined as check_imagined
from quarterdeck.testing.secrecy import check_secrets as check_secrets
from quarterdeck.testing.secrecy import check_surprises as check_surprises
from quarterdeck.testing.stated import find_stated
from quarterdeck.testing.walk import Case, Move, list_open, make, sample, walk

CLONES_PLAYED_ON = 8  # per game
TEXTS_READ_EVERY = 10  # plies
FORESEEN_EVERY = 15
GESTURES_TRIED_EVERY = 5  # plies
Check = Callable[[Case], None]
Tested = TypeVar("Tested", bound=Callable[..., object])


def assert_stated(rules: AnyRules, rule: str) -> None:
    known = find_stated(rules.folder)
    assert known is None or rule in known, f"{rule!r} is not in RULES.md"


# Choices and outcomes


def check_choices(case: Case) -> None:
    """Open choices are complete, ordered, readable; asking for them changes nothing."""
    for moment in walk(case):
        position = moment.position
        before = position.digest()
        actors = position.actors()
        assert actors == sorted(set(actors))
        for seat in range(case.seats):
            legal = position.legal(seat)
            if seat in actors:
                step = position.step_of(seat)
                asks = step is not None and step.ALWAYS_ASKS
                assert len(legal) >= 2 or asks, f"seat {seat} is asked without a choice"
                assert all(low < high for low, high in pairwise(legal)), "not in order"
                assert position.step_of(seat) is not None
            else:
                assert legal == []
                assert position.step_of(seat) is None
            for code in legal:
                _check_choice(case.rules, case.rules.describe(position, seat, code), code)
            for closed in case.rules.closed(position, seat):
                _check_choice(case.rules, closed.choice, closed.choice.code)
                assert_stated(case.rules, closed.reason.rule)
            case.rules.prompt(position, seat)
            if legal:
                advice = case.rules.advise(position, seat, legal)
                assert len(advice) == len(legal)
        for viewer in case.viewers:
            case.rules.view(position, viewer)
        for line in case.rules.score_sheet(position):
            assert len(line.points) == case.seats
        assert position.actors() == actors
        assert position.digest() == before, "looking has changed the position"
        if position.finished:
            _check_end(case, position)


def _check_choice(rules: AnyRules, choice: Choice, code: int) -> None:
    assert choice.code == code
    assert choice.notation == rules.space.notation(code)
    assert rules.space.parse(choice.notation) == code
    assert_stated(rules, choice.rule)


def _check_end(case: Case, position: Position) -> None:
    assert not position.actors()
    assert not position.chance
    assert position.outcomes() == []
    assert len(position.scores) == len(position.ranks) == case.seats
    for seat, rank in enumerate(position.ranks):
        better = [other for other in position.ranks if other < rank]
        assert rank == 1 + len(better), f"rank {rank} of seat {seat} does not count the better"
    for line in case.rules.score_sheet(position):
        if line.id == "total":
            assert list(line.points) == position.scores


def check_faces(case: Case) -> None:
    """Every step that asks has a face, every family a rule and a group, every obstacle a text."""
    rules = case.rules
    asking = [step for step in rules.steps.values() if not issubclass(step, Phase | ChanceStep)]
    faces = {face.step for face in rules.faces.all()}
    for step in asking:
        shared = any(issubclass(other, step) for other in asking if other is not step)
        assert shared or step in faces, f"{step.__name__} has no face"
    assert faces <= set(asking), "a face of a step that the game does not have"
    groups = {face.group for face in rules.faces.all() if face.group}
    for family in rules.space.families:
        assert family.group, f"{family.name} has no group"
        assert_stated(rules, family.rule)
        groups.add(family.group)
    ids = {f"{rules.prefix}.group.{group}" for group in groups}
    for obstacle in rules.obstacles.all:
        assert_stated(rules, obstacle.rule)
        ids.add(obstacle.message)
    for language in LANGUAGES:
        known = Translator(language).knows
        assert not [id for id in ids if not known(id)], f"no text in {language}"


def check_gestures(case: Case) -> None:
    """Gestures come from the faces; each is readable and can be made as it says."""
    rules = case.rules
    assert type(rules).gestures is Rules.gestures, "gestures belong to the faces"
    reader = TextReader(case)
    for moment in walk(case):
        if moment.ply % GESTURES_TRIED_EVERY:
            continue
        position = moment.position
        before = position.digest()
        for seat in range(case.seats):
            for gesture in rules.gestures(position, seat):
                reader.read([gesture.label])
                _make_gesture(rules, position.clone(), seat, gesture)
        assert position.digest() == before, "looking has changed the position"


def _make_gesture(rules: AnyRules, world: Position, seat: int, gesture: Gesture) -> None:
    assert gesture.choices, "a gesture that chooses nothing"
    assert gesture.spot, "a gesture that points nowhere"
    for notation in gesture.choices:
        code = rules.space.parse(notation)
        assert code in world.legal(seat), f"{gesture.choices} stops at {notation}"
        world.play(seat, code)


def check_chance(case: Case) -> None:
    """Outcomes are different, possible and at least two; their notation can be read back."""
    space = case.rules.outcome_space
    for moment in walk(case):
        position = moment.position
        assert position.chance == (not position.finished and not position.actors())
        outcomes = position.outcomes()
        assert bool(outcomes) == position.chance
        if not position.chance:
            continue
        assert len(outcomes) >= 2
        codes = [code for code, _ in outcomes]
        assert len(set(codes)) == len(codes)
        assert all(type(weight) is int and weight > 0 for _, weight in outcomes)
        assert all(space.parse(space.notation(code)) == code for code in codes)
        assert -1 <= position.audience() < case.seats


def check_invariants(case: Case) -> None:
    """The game's own invariants hold after every choice, and it ends in time."""
    for moment in walk(case):
        case.rules.check(moment.position)
        assert (moment.move is None) == moment.position.finished


def check_refusals(case: Case) -> None:
    """What is not open is refused with the right error, and changes nothing."""
    random = Random(case.seed)
    for moment in walk(case):
        position = moment.position
        before = position.digest()
        _refuse_outcomes(position, case.rules.outcome_space)
        for seat in (NATURE, NOBODY, case.seats, *range(case.seats)):
            legal = position.legal(seat)
            if not legal:
                with pytest.raises(NotYourTurn):
                    position.play(seat, random.randrange(case.rules.space.size))
                continue
            for code in (-1, case.rules.space.size):
                with pytest.raises(BadNotation):
                    position.play(seat, code)
            other = random.randrange(case.rules.space.size)
            if other not in legal:
                with pytest.raises(IllegalAction):
                    position.play(seat, other)
            for closed in case.rules.closed(position, seat):
                assert closed.choice.code not in legal
                with pytest.raises(IllegalAction) as caught:
                    position.play(seat, closed.choice.code)
                assert caught.value.reason == closed.reason
                assert caught.value.rule == closed.reason.rule
                assert caught.value.notation == closed.choice.notation
        assert position.digest() == before, "a refusal has changed the position"


def _refuse_outcomes(position: Position, space: ActionSpace) -> None:
    possible = {code for code, _ in position.outcomes()}
    impossible = next((code for code in range(-1, space.size + 1) if code not in possible), -1)
    with pytest.raises(IllegalAction if position.chance else NotYourTurn):
        position.deal(impossible)


# Words


class TextReader:
    """Reads messages in every language and finds what was left untranslated."""

    def __init__(self, case: Case) -> None:
        names = ("", *(f"Name{seat}" for seat in range(1, case.seats)))
        self.translators = [Translator(language, names) for language in LANGUAGES]
        self._id = re.compile(rf"\b(?:qd|{case.rules.prefix})\.[a-z]")
        self._read: set[str] = set()

    def read(self, messages: Iterable[Message]) -> None:
        for message in messages:
            key = repr(message)
            if key not in self._read:
                self._read.add(key)
                for translator in self.translators:
                    assert translator.knows(message.id), f"{message.id} ({translator.language})"
                    self.accept(translator.text(message), translator.language)

    def accept(self, text: str, language: str) -> None:
        assert text.strip(), f"an empty text ({language})"
        assert not self._id.search(text), f"left untranslated ({language}): {text}"


def check_words(case: Case) -> None:
    """Everything people read exists in every language, with all its arguments."""
    rules = case.rules
    reader = TextReader(case)
    reader.read([rules.title, *(rules.option_label(option) for option in rules.options)])
    reader.read(rules.value_label(option, v) for option in rules.options for v in option.values)
    for moment in walk(case):
        position = moment.position
        reader.read(event.message for event in moment.events)
        for line in rules.score_sheet(position):
            reader.read([line.label, *(detail for detail in line.details if detail is not None)])
        for seat in range(case.seats):
            reader.read([rules.prompt(position, seat)])
            for code in position.legal(seat):
                choice = rules.describe(position, seat, code)
                reader.read([choice.label, choice.group, rules.offer(choice)])
            for closed in rules.closed(position, seat):
                reader.read([closed.choice.label, closed.choice.group, closed.reason.message])
                refusal = IllegalAction(closed.choice.notation, closed.reason)
                reader.read([refusal.message])
        if moment.ply % TEXTS_READ_EVERY == 0 or position.finished:
            _read_texts(case, position, reader)


def _read_texts(case: Case, position: Position, reader: TextReader) -> None:
    for viewer in case.viewers:
        for translator in reader.translators:
            sections = case.rules.text(case.rules.view(position, viewer), translator)
            assert sections, "no text"
            for section in sections:
                for text in (section.title, *section.lines):
                    reader.accept(text, translator.language)


# Copies


def check_clones(case: Case) -> None:
    """No clone ever notices what happens to the original, nor the other way round."""
    kept: list[tuple[Position, str]] = []
    for moment in walk(case):
        position = moment.position
        twin = position.clone()
        assert twin is not position
        assert twin.digest() == position.digest()
        assert list_open(twin) == list_open(position)
        kept.append((twin, twin.digest()))
    apart = max(1, len(kept) // CLONES_PLAYED_ON)
    for number, (position, _) in enumerate(kept[::apart]):
        playout(position.clone(), number)
    for position, digest in kept:
        assert position.digest() == digest, "an earlier position has changed"


def check_saving(case: Case) -> None:
    """A game that is saved as JSON and loaded again at every ply goes on in lockstep with the one
    that never was."""
    saved = json.dumps(case.start().dump())
    for moment in walk(case):
        position = moment.position
        loaded = case.rules.load(json.loads(saved), case.seats, case.all_options)
        assert loaded.digest() == position.digest(), "a loaded position went another way"
        assert loaded.dump() == position.dump() == json.loads(saved)
        assert list_open(loaded) == list_open(position)
        assert (loaded.scores, loaded.ranks) == (position.scores, position.ranks)
        for viewer in case.viewers:
            assert case.rules.view(loaded, viewer) == case.rules.view(position, viewer)
        if moment.move is not None:
            make(loaded, moment.move)
            saved = json.dumps(loaded.dump())


def check_state(case: Case) -> None:
    """STATE names everything that changes: whatever else a position holds stays as it began."""
    blank = case.rules.blank(case.seats, case.all_options)
    if not hasattr(blank, "__dict__"):
        pytest.skip("a compiled position does not list its attributes; the sources do")
    machine = getattr(Position(case.seats, ActionSpace()), "__dict__", {})
    fixed = {name: value for name, value in vars(blank).items() if name not in machine}
    # What STATE does not name, a game may dump in its own way
    for name in blank.dump():
        fixed.pop(name, None)
    for moment in walk(case):
        position = moment.position
        assert vars(position).keys() == vars(blank).keys(), "attributes set outside __init__"
        for name, value in fixed.items():
            assert getattr(position, name) == value, f"{name} changes but is not in STATE"
        assert position.clone().dump() == position.dump()


def check_replay(case: Case) -> None:
    """The same list of choices and outcomes always gives the same positions."""
    story: list[tuple[Move | None, str]] = []
    for moment in walk(case):
        story.append((moment.move, moment.position.digest()))
    again = case.start()
    for move, digest in story:
        assert again.digest() == digest
        if move is not None:
            make(again, move)
    assert again.finished


# What choices would change


def check_foresight(case: Case) -> None:
    """Rounds never go back, figures can be read, and what a choice would change can be told: the
    ways of chance add up to certainty, and looking ahead changes nothing."""
    reader = TextReader(case)
    round_before = 1
    for moment in walk(case):
        position = moment.position
        round_now = case.rules.round_of(position)
        assert round_now >= round_before, f"round {round_now} after round {round_before}"
        round_before = round_now
        if moment.ply % FORESEEN_EVERY == 0:
            before = position.digest()
            for seat in range(case.seats):
                _check_figures(case.rules.figures(position, seat), reader)
            for seat in position.actors()[:1]:
                _check_previews(case, position, seat, moment.ply)
            assert position.digest() == before, "looking ahead has changed the position"


def _check_figures(figures: list[Figure], reader: TextReader) -> None:
    ids = [figure.id for figure in figures]
    assert len(ids) == len(set(ids)), f"a figure is named twice: {ids}"
    for figure in figures:
        reader.read([figure.label])
        if not isinstance(figure.value, int):
            reader.read(figure.value)


def _check_previews(case: Case, position: Position, seat: int, ply: int) -> None:
    """Of one of the open choices and one of the gestures, others each time."""
    legal = position.legal(seat)
    offered = [[legal[ply % len(legal)]]]
    gestures = case.rules.gestures(position, seat)
    if gestures:
        gesture = gestures[ply % len(gestures)]
        offered.append([case.rules.space.parse(choice) for choice in gesture.choices])
    for codes in offered:
        found = preview(case.rules, position, seat, codes, Random(ply))
        assert not found.ways or sum(way.odds for way in found.ways) == 1
        for language in LANGUAGES:
            say = Translator(language)
            for line in tell_lines(tell(found, seat, say), say):
                assert line, "a change without words"


CHECKS: tuple[Check, ...] = (
    check_choices,
    check_faces,
    check_gestures,
    check_chance,
    check_invariants,
    check_refusals,
    check_words,
    check_clones,
    check_saving,
    check_state,
    check_replay,
    check_imagined,
    check_secrets,
    check_surprises,
    check_lanes,
    check_foresight,
    check_features,
    check_details,
    check_orders,
)


def parametrize(
    *rules: AnyRules, games: int = 2, games_with_options: int = 1
) -> Callable[[Tested], Tested]:
    """Run a test that takes a `case` and a `check` with every check of the kit.

    Each of these rules is played at tables of every size, so many `games` with the default options
    and so many with each other value of an option (see `walk.sample`).
    """
    found = [case for each in rules for case in sample(each, games, games_with_options)]
    return parametrize_cases(found)


def parametrize_cases(cases: Iterable[Case]) -> Callable[[Tested], Tested]:
    """The same, in these games."""
    by_case = pytest.mark.parametrize("case", list(cases), ids=str)
    by_check = pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)

    def mark(test: Tested) -> Tested:
        by_case(test)
        by_check(test)
        return test

    return mark
