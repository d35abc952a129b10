"""Which random games the conformance kit plays."""

from __future__ import annotations

from quarterdeck import games
from quarterdeck.testing.walk import cases


def test_every_option_is_played_where_the_rules_accept_it() -> None:
    rules = games.load("saltfjord")
    found = cases(rules, 1, 1)
    for seats in rules.seats:
        chosen = {case.options for case in found if case.seats == seats}
        first = {("first_player", str(number)) for number in range(1, seats + 1)}
        others = {
            (option.id, value)
            for option in rules.options
            for value in option.values
            if option.id != "first_player" and value != option.default
        }
        assert chosen == {(), *((pair,) for pair in first | others)}
