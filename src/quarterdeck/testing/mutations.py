"""Component files changed at random: each is refused clearly, or is played with to the end.

An owner's own file may say anything. What the loader takes must be playable, by random and by
sensible players, with everything they read and see on the way.
"""

from __future__ import annotations

import copy
import re
from pathlib import Path
from random import Random
from typing import Any

from quarterdeck import bots, pictures
from quarterdeck.bots.arena import Plan, play_match
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.errors import BadComponents
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.testing.boards import NAMES, parse_svg
from quarterdeck.testing.conformance import TextReader
from quarterdeck.testing.faults import Data, Faults, Place, named, put
from quarterdeck.testing.walk import SMALLEST_TABLES, Case, cases, walk

NUMBERS = (-5, -1, 0, 1, 2, 3, 5, 9, 12, 30, 63, 99, 1000)
LOOKS = 0.06  # of the plies


def mutated(faults: Faults, random: Random) -> tuple[Data, list[str]]:
    """The components with one to three changes, of the same kind or not, and what was changed."""
    data = copy.deepcopy(faults.data)
    told: list[str] = []
    for place in random.sample(faults.places, random.choice((1, 1, 1, 2, 3))):
        holder: Any = data
        try:
            for part in place[:-1]:
                holder = holder[part]
            old = holder[place[-1]]
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change has taken this place away
        new = _another(old, place, faults, random)
        put(holder, place[-1], new)
        told.append(f"{named(place)}: {old!r} became {new!r}"[:300])
    return data, told


def _another(value: Any, place: Place, faults: Faults, random: Random) -> Any:
    """Another value in the place of one, or None to leave it out."""
    if random.random() < 0.04:
        return random.choice((None, "", "3", True, 1.5, [], {}, [1, 2, 3]))
    if isinstance(value, int):
        likely = (value - 1, value + 1, 2 * value, 0, random.randrange(20))
        return random.choice((*likely, *likely, *NUMBERS))
    if isinstance(value, str):
        alike = [faults.at(p) for p in faults.places if p[-1] == place[-1]]
        words = sorted({each for each in alike if isinstance(each, str)})
        if len(value) < 15 or random.random() < 0.1:
            return random.choice(words)
        # A row of a map: one sign in the place of another
        at = random.randrange(len(value))
        return value[:at] + random.choice("".join(words)) + value[at + 1 :]
    if isinstance(value, list):
        one = copy.deepcopy(random.choice(value))
        at = random.randrange(len(value))
        twice = [*value[:at], one, *value[at + 1 :]]
        shuffled = random.sample(value, len(value))
        return random.choice((value[1:], value[:-1], [*value, one], shuffled, twice))
    if isinstance(value, dict):
        left_out = random.choice([*value])
        return {key: inner for key, inner in value.items() if key != left_out}
    return value


def toml(data: Data) -> str:
    """A component file as an owner could write it, a line for each key at the top."""
    return "".join(f"{key} = {_written(value)}\n" for key, value in data.items())


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_written(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_written, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def check_mutations(faults: Faults, rules: AnyRules, folder: Path, seeds: range) -> tuple[int, int]:
    """How many mutated files were played with, and how many were refused in both languages."""
    played = refused = 0
    for seed in seeds:
        random = Random(seed)
        data, told = mutated(faults, random)
        path = folder / f"{seed}.toml"
        path.write_text(toml(data), encoding="utf-8")
        try:
            own = rules.with_components(path)
        except BadComponents as error:
            _check_refusal(error, rules)
            refused += 1
            continue
        try:
            check_play(own, random)
        except Exception as error:
            raise AssertionError(f"mutation {seed} cannot be played: {told}: {error!r}") from error
        played += 1
    return played, refused


def _check_refusal(error: BadComponents, rules: AnyRules) -> None:
    """Every fault is told in both languages, with its place."""
    assert error.problems
    for language in LANGUAGES:
        say = Translator(language)
        for problem in error.problems:
            told = say.text(problem)
            path = str(problem.arguments["path"])
            assert path, told
            assert path in told
            assert not re.search(rf"\b(qd|{rules.prefix})\.[a-z]", told), told


def check_play(own: AnyRules, random: Random) -> None:
    """A random game, looked at on the way, and one of sensible players."""
    seats = random.choice(own.seats[:SMALLEST_TABLES])
    chosen = random.choice([case.options for case in cases(own, 1, 1) if case.seats == seats])
    _look_through(Case(own, seats, chosen, 0), random)
    plan = Plan(own.id, seats, dict(chosen), (bots.DEFAULT,) * seats, random.randrange(99))
    play_match(own, plan, 0)


def _look_through(case: Case, random: Random) -> None:
    """Everything that is shown on the way, now and then."""
    rules = case.rules
    reader = TextReader(case)
    for moment in walk(case):
        position = moment.position
        reader.read(event.message for event in moment.events)
        if not position.finished and random.random() > LOOKS:
            continue
        rules.check(position)
        for seat in position.actors():
            _look_at_choices(rules, position, seat, reader)
        for line in rules.score_sheet(position):
            reader.read([line.label, *(d for d in line.details if d is not None)])
        again = rules.load(position.dump(), case.seats, case.all_options)
        assert again.digest() == position.digest()
        viewer = random.choice(case.viewers)
        assert rules.view(again, viewer) == rules.view(position, viewer)
        rules.imagine(position, viewer, random)
        _show(case, position, viewer, random.choice(LANGUAGES))


def _look_at_choices(rules: AnyRules, position: Position, seat: int, reader: TextReader) -> None:
    legal = position.legal(seat)
    reader.read([rules.prompt(position, seat)])
    for code in legal:
        choice = rules.describe(position, seat, code)
        reader.read([choice.label, choice.group, rules.offer(choice)])
    for closed in rules.closed(position, seat):
        reader.read([closed.choice.label, closed.reason.message])
    assert len(rules.advise(position, seat, legal)) == len(legal)
    rules.gestures(position, seat)


def _show(case: Case, position: Position, viewer: int | None, language: str) -> None:
    view = case.rules.view(position, viewer)
    translator = Translator(language, NAMES[: case.seats])
    parse_svg(pictures.board(case.rules, view, translator))
    for section in case.rules.text(view, translator):
        assert section.title
        assert all(section.lines)
