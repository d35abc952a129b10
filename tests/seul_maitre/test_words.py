"""Everything the game can say is said, and can be read, in both languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from quarterdeck.games.seul_maitre import RULES
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.sailing import PirateSail, Sail
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.messages import Message
from quarterdeck.testing.walk import Case, make, next_move
from tests.seul_maitre.test_random_play import EAGER_RULES, well_found
from tools.catalogues import message_id, read_catalogue

GAMES = 120
OFTEN = 4
TRANSLATORS = [Translator(language, ("Anne", "Élise", "Marc", "Zoé")) for language in LANGUAGES]
SPOKEN = ("sm.choice.", "sm.prompt.", "sm.log.", "sm.gesture.", "sm.group.")

HARBOURS = ("enter_port", "leave_port", "enter_lair", "leave_lair")
# Never among the open choices: steps that lead nowhere, and what has no alternative (a ship in
# port can only leave it) or no adversary (a lair is entered only if nobody is inside).
NEVER_OFFERED = {
    "sm.choice.train.top",
    "sm.choice.to_site.none",
    *(f"sm.choice.{step}.off" for step in ("move", "cape", *HARBOURS)),
    *(f"sm.choice.{step}.{risk}" for step in HARBOURS[1:] for risk in ("forced", "may")),
    "sm.choice.leave_port",
    "sm.prompt.wait",
}
# Said before these games begin, or too rare to wait for here.
RARE = {
    "sm.choice.decline.stop",
    "sm.choice.turn_in.none",
    "sm.log.lay",
    "sm.log.leader.from",
    "sm.log.markers_back",
    "sm.log.new_row",
    "sm.log.sells_extra",
    "sm.prompt.flee",
    "sm.prompt.retreat",
}


def said(p: MasterPosition, met: Counter[str]) -> Iterator[Message]:
    """What people read at this moment, the first times a step comes up."""
    for seat in p.actors():
        legal = p.legal(seat)
        kinds = {f"{type(p.stack[-1]).__name__} {RULES.space.family_of(c).name}" for c in legal}
        met.update(kinds)
        if all(met[kind] > OFTEN for kind in kinds) and met.total() % 5:
            continue
        yield RULES.prompt(p, seat)
        for code in legal:
            choice = RULES.describe(p, seat, code)
            yield RULES.offer(choice)
            yield choice.group
        for closed in RULES.closed(p, seat):
            yield RULES.offer(closed.choice)
            yield closed.reason.message
        for gesture in RULES.gestures(p, seat):
            yield gesture.label


def ids(message: Message) -> Iterator[str]:
    yield message.id
    for value in message.arguments.values():
        if isinstance(value, Message):
            yield from ids(value)


def read(message: Message) -> None:
    for translator in TRANSLATORS:
        text = translator.text(message)
        assert text.strip()
        assert "sm." not in text, text


def played(number: int, met: Counter[str]) -> Iterator[Message]:
    """A game in which much happens: Corsairs and specialists, or a map the players build."""
    options = (("map_mode", "random" if number % 3 else "build"), ("pirate_storm", "tossed"))
    case = Case(EAGER_RULES, 2 + number % 3, options, number)
    random = Random(number)
    if number % 3:
        p = well_found(case)
    else:
        start = case.start()
        assert isinstance(start, MasterPosition)
        p = start
    p.log = []
    while not p.finished:
        yield from said(p, met)
        move = next_move(case, p, random)
        assert move is not None
        make(p, move)
    yield from (event.message for event in p.log)


def test_everything_is_said_sooner_or_later() -> None:
    met: Counter[str] = Counter()
    heard: set[str] = set()
    combined: set[tuple[str, ...]] = set()
    for number in range(GAMES):
        for message in played(number, met):
            found = tuple(ids(message))
            if found not in combined:
                read(message)
                combined.add(found)
                heard |= set(found)
    files = [RULES.folder / "messages" / f"{language}.po" for language in LANGUAGES]
    known = {message_id(entry) for file in files for entry in read_catalogue(file) if entry.id}
    unsaid = {id for id in known - heard if id.startswith(SPOKEN)}
    assert unsaid - NEVER_OFFERED - RARE == set()


def test_every_choice_of_a_step_has_words_even_if_it_is_closed() -> None:
    """A page may ask for the label of a step that cannot be taken."""
    random = Random(3)
    case = Case(RULES, 2, (("map_mode", "random"),), 1)
    p = well_found(case)
    steps = ("move", "cape", "to_site", *HARBOURS)
    families = [family for family in RULES.space.families if family.name in steps]
    heard: set[str] = set()
    while not p.finished:
        if isinstance(p.stack[-1], Sail | PirateSail):
            (seat,) = p.actors()
            for family in families:
                for code in range(family.base, family.end):
                    label = RULES.describe(p, seat, code).label
                    read(label)
                    heard.add(label.id)
        move = next_move(case, p, random)
        assert move is not None
        make(p, move)
    assert {"sm.choice.to_site.none", "sm.choice.move.off", "sm.choice.leave_port.off"} <= heard
