"""The action space: every choice and every outcome has one notation, and back."""

from __future__ import annotations

import pytest

from quarterdeck.games.saltfjord.actions import OUTCOMES, SPACE
from quarterdeck.kernel.actions import ActionSpace
from quarterdeck.kernel.errors import BadNotation


@pytest.mark.parametrize("space", [SPACE, OUTCOMES], ids=["choices", "outcomes"])
def test_notation_and_back(space: ActionSpace) -> None:
    notations = [space.notation(code) for code in range(space.size)]
    assert len(set(notations)) == space.size
    assert [space.parse(notation) for notation in notations] == list(range(space.size))


@pytest.mark.parametrize(
    "notation",
    [
        "activate r3c4",
        "place r6c5 3",
        "die orange 6",
        "tavern_die tavern_2 white",
        "build_large corner_2",
        "build domino_1",
        "tech_fish craft",
        "sell_for gold pulp",
        "paid_upgrade fish wool",
        "cart 2 left 2",
        "keep t3_points6",
        "pay 99",
        "end_turn",
    ],
)
def test_notations_people_write(notation: str) -> None:
    assert SPACE.notation(SPACE.parse(notation)) == notation


@pytest.mark.parametrize(
    "notation",
    [
        "",
        "activate",
        "activate r7c1",
        "activate r0c1",
        "place r1c1",
        "place r1c1 4",
        "die white 7",
        "build straight_1",
        "build_large domino_1",
        "sell_for wood planks",
        "order 5",
        "fly",
    ],
)
def test_what_is_no_choice_of_this_game(notation: str) -> None:
    with pytest.raises(BadNotation):
        SPACE.parse(notation)


def test_every_family_names_its_rule_and_its_group() -> None:
    for family in SPACE.families:
        assert family.rule.startswith("SF-")
        assert family.group
