"""Details of the table tell a seat all that it sees, and nothing else."""

from __future__ import annotations

from random import Random

from quarterdeck.kernel.position import NATURE, Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.testing.walk import Case, walk

READ_EVERY = 3  # plies
SIBLINGS = 6  # at a choice


def check_details(case: Case) -> None:
    """They are as declared, in their ranges, and tell nothing secret; and after two choices that
    lead to what a seat can tell apart, it is told other numbers."""
    rules = case.rules
    if rules.details is None or rules.features is None:
        return
    features, details = rules.features, rules.details
    assert not set(details.names) & set(features.names), "a detail has the name of another number"
    assert len(set(details.names)) == len(details), "two details with one name"
    assert all(each.about for each in details.all), "a detail without explanation"
    random = Random(case.seed)
    for moment in walk(case):
        position = moment.position
        if moment.ply % READ_EVERY and not position.finished:
            continue
        before = position.digest()
        for seat in range(case.seats):
            row = rules.detail(position, seat)
            assert len(row) == len(details), "not as many details as were declared"
            for value, each in zip(row, details.all, strict=True):
                assert each.least <= value <= each.most, f"{each.name} is {value}"
            world = rules.imagine(position, seat, random)
            told = rules.detail(world, seat)
            differing = [n for n, a, b in zip(details.names, row, told, strict=True) if a != b]
            assert not differing, f"seat {seat} is told of what it cannot know: {differing}"
        if moment.move is not None and moment.move.seat != NATURE:
            _check_siblings(rules, position, moment.move.seat, random)
        assert position.digest() == before, "looking has changed the position"


def _check_siblings(rules: AnyRules, position: Position, seat: int, random: Random) -> None:
    legal = position.legal(seat)
    found: dict[tuple[float, ...], tuple[str, object]] = {}
    for code in sorted(random.sample(legal, min(SIBLINGS, len(legal)))):
        after = position.clone()
        after.play(seat, code)
        if after.chance:
            continue  # nobody looks before the dice lie
        choices = after.legal(seat)
        told = (*rules.numbers(after, [seat], False), *rules.detail(after, seat), -1.0, *choices)
        sees = (rules.view(after, seat), rules.prompt(after, seat))
        name = rules.space.notation(code)
        other, seen = found.setdefault(told, (name, sees))
        assert seen == sees, f"{other!r} and {name!r} lead to the same numbers"
