"""Standing orders: legal, pure, from what their seat sees alone, and in words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.orders import AnyOrder, Given, OrderWording
from quarterdeck.kernel.position import Position
from quarterdeck.testing.walk import Case, walk

IMAGINED_EVERY = 5  # plies
GIVEN_EVERY = 40


def each_values(order: AnyOrder) -> Iterator[dict[str, str]]:
    """The parameters of an order: all by default, then every other value of each."""
    defaults = order.check({})
    yield defaults
    for parameter in order.parameters:
        for value in parameter.values:
            if value != parameter.default:
                yield {**defaults, parameter.id: value}


def check_orders(case: Case) -> None:
    """An order picks an open choice or is silent; asking it changes nothing, and what its seat
    cannot see makes no difference. It is ended only by what it names, and all of it has texts."""
    _check_words(case)
    random = Random(case.seed)
    given: dict[tuple[int, str], list[Given]] = {}
    for moment in walk(case):
        position = moment.position
        before = position.digest()
        for seat in position.actors():
            seen = position.visible_to(seat)
            worlds = [seen]
            if moment.ply % IMAGINED_EVERY == 0:
                worlds.append(case.rules.imagine(position, seat, random).visible_to(seat))
            for order in case.rules.orders:
                covers = {order.covers(world, seat) for world in worlds}
                assert len(covers) == 1, f"{order.id} depends on what its seat cannot see"
                noted = _check_note(order, worlds, seat)
                place = seat, order.id
                if place not in given or moment.ply % GIVEN_EVERY == 0:
                    given[place] = [Given(values, noted) for values in each_values(order)]
                for each in given[place] if covers == {True} else ():
                    _check_answer(order, worlds, seat, each)
        assert position.digest() == before, "an order has changed the position"


def _check_note(order: AnyOrder, worlds: list[Position], seat: int) -> dict[str, int]:
    noted = order.note(worlds[0], seat)
    assert tuple(noted) == order.remembers, f"{order.id} notes something else than it names"
    assert json.loads(json.dumps(noted)) == noted
    for world in worlds:
        assert order.note(world, seat) == noted, f"{order.id} notes what its seat cannot see"
    return noted


def _check_answer(order: AnyOrder, worlds: list[Position], seat: int, given: Given) -> None:
    answers = {(order.find_end(w, seat, given), order.choose(w, seat, given)) for w in worlds}
    assert len(answers) == 1, f"{order.id} depends on what its seat cannot see"
    ((end, code),) = answers
    assert end is None or end in order.ends_with(given.values), f"{order.id}: {end} is not named"
    assert code is None or code in worlds[0].legal(seat), f"{order.id} chooses what is not open"


def _check_words(case: Case) -> None:
    ids = [order.id for order in case.rules.orders]
    assert len(ids) == len(set(ids)), f"an order is named twice: {ids}"
    for order in case.rules.orders:
        wording = case.rules.order_wording(order)
        for language in LANGUAGES:
            say = Translator(language)
            for values in each_values(order):
                assert order.check(json.loads(json.dumps(values))) == values
                assert set(order.ends_with(values)) <= set(order.ends)
                _check_texts(wording, values, say)


def _check_texts(wording: OrderWording, values: dict[str, str], say: Translator) -> None:
    order = wording.order
    messages = [wording.title, wording.help, wording.sentence(values)]
    messages += [wording.end(end, values) for end in order.ends_with(values)]
    messages += [wording.parameter(parameter) for parameter in order.parameters]
    messages += [wording.value(p, value) for p in order.parameters for value in p.values]
    for message in messages:
        text = say.text(message)
        assert text, message.id
        assert wording.base not in text, f"{message.id} has no text"
