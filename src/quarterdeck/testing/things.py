"""Whether a game explains itself: every spot on its board is or lies on a thing, every choice says
what it does, and no thing is named in vain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

from quarterdeck import pictures
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.testing.boards import NAMES, parse_svg
from quarterdeck.testing.stated import find_stated
from quarterdeck.testing.walk import Case, walk


def check_things(cases: Iterable[Case], every: int, rare: Iterable[Position] = ()) -> None:
    """Random games of one game: each choice is read in all languages, every so many plies the
    board is drawn; also that of `rare` positions, as the first seat sees it. Together they must
    meet every thing."""
    met: set[str] = set()
    known: set[str] = set()
    for case in cases:
        if not known:
            check_glossary(case.rules)
            check_questions(case.rules)
        known = set(case.rules.things)
        for position in rare:
            met |= check_board(case.rules, position, 0)
        rare = ()
        for moment in walk(case):
            position, viewers = moment.position, (*range(case.seats), None)
            met |= check_choices(case.rules, position)
            if moment.ply % every == 0 or moment.move is None:
                viewer = viewers[moment.ply // every % len(viewers)]
                met |= check_board(case.rules, position, viewer)
    assert met <= known, f"unknown things: {sorted(met - known)}"
    assert known <= met, f"never met: {sorted(known - met)}"


def check_glossary(rules: AnyRules) -> None:
    """Every thing has a name and a text in every language, and a rule that is stated."""
    stated = find_stated(rules.folder)
    for thing in rules.things.values():
        check_text(thing.name)
        check_text(thing.text)
        assert stated is None or thing.rule in stated, f"{thing.id}: {thing.rule} is not stated"


def check_questions(rules: AnyRules) -> None:
    """Every step says what its questions are about, in every language, or no step does."""
    found = {rules.faces.about_id(face) for face in rules.faces.all()}
    for language in LANGUAGES:
        told = {id for id in found if Translator(language).knows(id)}
        assert told in (set(), found), f"({language}) not told: {sorted(found - told)}"


def check_choices(rules: AnyRules, position: Position) -> set[str]:
    """Every open choice says what it does, in every language. Gives the things it uses."""
    found: set[str] = set()
    for seat in position.actors():
        for code in position.legal(seat):
            choice = rules.describe(position, seat, code)
            assert choice.effect is not None, f"{choice!r} does not say what it does"
            for message in filter(None, (choice.effect, choice.risk)):
                check_text(message)
            found.update(choice.things)
    return found


def check_text(message: Message) -> None:
    for language in LANGUAGES:
        text = Translator(language, NAMES).text(message)
        assert text, message
        assert message.id not in text, f"{message.id} is not in the catalogue ({language})"


def check_board(rules: AnyRules, position: Position, viewer: int | None) -> set[str]:
    """Every spot of a picture is a thing, or lies on one, or holds one. Gives all things on it."""
    if not pictures.drawable(rules):
        return set()
    translator = Translator("en", NAMES[: position.seats])
    root = parse_svg(pictures.board(rules, rules.view(position, viewer), translator))
    unexplained = [spot for spot, things in _spots(root, False) if not things]
    assert not unexplained, f"not explained: {unexplained}"
    return {
        element.attrib["data-thing"] for element in root.iter() if "data-thing" in element.attrib
    }


def _spots(element: Element, on_a_thing: bool) -> Iterator[tuple[str, bool]]:
    """Every spot at or below an element, and whether it is explained."""
    explained = on_a_thing or "data-thing" in element.attrib
    if "data-spot" in element.attrib:
        holds = any("data-thing" in inner.attrib for inner in element.iter())
        yield element.attrib["data-spot"], explained or holds
    for inner in element:
        yield from _spots(inner, explained)
