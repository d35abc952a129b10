"""Numbers and the words next to them agree in every text, and a minus is a minus."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from string import Formatter

import pytest

import quarterdeck.cli.app
import quarterdeck.server  # noqa: F401  (their texts)
from quarterdeck import games, pictures
from quarterdeck.kernel.catalogue import HOUSE, LANGUAGES, Translator
from quarterdeck.kernel.messages import Argument, Message
from quarterdeck.kernel.pofile import read_source
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.preview import preview, tell, tell_lines
from quarterdeck.testing.boards import NAMES, parse_svg
from quarterdeck.testing.walk import Case, Moment, walk
from tests.wording import find_faults

FILES = sorted(HOUSE.glob("**/messages/*.po"))
NUMBERS = (0, 1, 2, 5, -1)
# Here a number is a name (the white six) or has decimals, or a name stands where we put a number.
NAMED = {
    "en": {
        "sf.lesson.craft",
        "so.reason.same_type",
        "sm.choice.pick",
        "sm.log.home",
        "qd.report.seats.same",
    },
    "fr": {"sf.lesson.column", "so.prompt.sell.more"},
}

for game in games.GAMES:
    games.load(game)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_numbers_and_nouns_agree_in_every_message(file: Path) -> None:
    language = file.stem
    say = Translator(language, NAMES)
    found = set()
    for id, (template, *_) in read_source(file.read_text(encoding="utf-8")).items():
        if not id or id in NAMED[language]:
            continue
        for count, others in product(NUMBERS, NUMBERS):
            text = say.text(Message(id, **_arguments(template, count, others)))
            found |= {f"{id}: {fault}" for fault in find_faults(text, language)}
    assert not found, "\n".join(sorted(found))


def _arguments(template: str, count: int, others: int) -> dict[str, Argument]:
    """A number for every field; a name where another form of a name is asked for."""
    given: dict[str, Argument] = {}
    for _, name, form, _ in Formatter().parse(template):
        if name is None:
            continue
        if form and "|" not in form and not form.endswith("player"):
            given[name] = Message("qd.player", number=1)
        else:
            given.setdefault(name, count if name == "count" else others)
    return given


@pytest.mark.parametrize("game", games.GAMES)
def test_numbers_are_right_in_games_that_are_played(game: str) -> None:
    check_games(game, seeds=(1, 2), every=25)


@pytest.mark.soak
@pytest.mark.parametrize("game", games.GAMES)
def test_numbers_are_right_in_many_games(game: str) -> None:
    check_games(game, seeds=range(16), every=2)


def check_games(game: str, seeds: tuple[int, ...] | range, every: int) -> None:
    """Read aloud what players are told at every so many moments of random games."""
    rules = games.load(game)
    speakers = [Translator(language, NAMES) for language in LANGUAGES]
    found: set[str] = set()
    heard = 0
    for seed in seeds:
        for moment in walk(Case(rules, rules.seats[seed % len(rules.seats)], (), seed)):
            for say in speakers:
                texts = [say.text(event.message) for event in moment.events]
                if moment.ply % every == 0 or moment.move is None:
                    texts += _read_moment(rules, moment, say)
                heard += len(texts)
                for text in texts:
                    found |= {f"{fault!r} in {text}" for fault in find_faults(text, say.language)}
    assert heard > 1000
    assert not found, "\n".join(sorted(found)[:40])


def _read_moment(rules: AnyRules, moment: Moment, say: Translator) -> Iterator[str]:
    p: Position = moment.position
    for seat in p.actors():
        yield from (say.text(message) for message in _messages(rules, p, seat))
        codes = p.legal(seat)
        code = codes[moment.ply % len(codes)]
        told = tell(preview(rules, p, seat, [code], Random(moment.ply)), seat, say)
        yield from tell_lines(told, say)
    for seat in range(p.seats):
        yield from (say.text(figure.label) for figure in rules.figures(p, seat))
    for line in rules.score_sheet(p):
        yield say.text(line.label)
        yield from (say.text(detail) for detail in line.details if detail is not None)
    view = rules.view(p, (*range(p.seats), None)[moment.ply % (p.seats + 1)])
    for section in rules.text(view, say):
        yield from (section.title, *section.lines)
    for element in parse_svg(pictures.board(rules, view, say)).iter():
        yield from filter(None, (element.text, element.tail, element.get("aria-label")))


def _messages(rules: AnyRules, p: Position, seat: int) -> Iterator[Message]:
    yield rules.prompt(p, seat)
    for code in p.legal(seat):
        choice = rules.describe(p, seat, code)
        yield from filter(None, (rules.offer(choice), choice.group, choice.effect, choice.risk))
    for closed in rules.closed(p, seat):
        yield rules.offer(closed.choice)
        yield closed.reason.message
    for gesture in rules.gestures(p, seat):
        yield gesture.label


@pytest.mark.parametrize(
    ("language", "text", "wrong"),
    [
        ("en", "1 movement points", True),
        ("en", "1 movement point", False),
        ("en", "0 point", True),
        ("en", "\u22121 coins", True),
        ("en", "-1 coin", True),
        ("en", "2 action tokens, SO-4.8", False),
        ("fr", "0 points", True),
        ("fr", "0 point, 2 points", False),
        ("fr", "1 place libres", True),
        ("fr", "2 point", True),
    ],
)
def test_what_is_wrong_is_found(language: str, text: str, wrong: bool) -> None:
    assert bool(find_faults(text, language)) == wrong
