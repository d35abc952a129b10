"""Players are told apart by name and by sign."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.naming import distinct, signs


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("Anne", "Bob"), ("Anne", "Bob")),
        (("Anne", "anne", "Anne"), ("Anne", "anne 2", "Anne 3")),
        (("Anne 2", "Anne", "Anne"), ("Anne 2", "Anne", "Anne 3")),
        (("", "Anne", ""), ("", "Anne", "")),
    ],
)
def test_who_repeats_a_name_gets_a_number(names: tuple[str, ...], told: tuple[str, ...]) -> None:
    assert distinct(names) == told


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("Anne", "Bruno", "Chloé"), "ABC"),
        (("greedy-2", "Anne", "greedy-3"), "2A3"),
        (("Anna", "Anton", "Nina"), "ATN"),
        (("Anne", "Anne 2"), "A2"),
        (("Player 1", "Player 2", "Player 3", "Player 4"), "1234"),
        (("élan", "Zoé"), "ÉZ"),
        (("☺", "!"), "12"),
    ],
)
def test_signs_are_what_one_would_expect(names: tuple[str, ...], told: str) -> None:
    assert "".join(signs(names)) == told


@given(st.lists(st.text(max_size=24), min_size=1, max_size=6))
def test_signs_differ_whatever_people_are_called(names: list[str]) -> None:
    found = signs(tuple(names))
    assert len(set(found)) == len(names)
    assert all(found)
