"""Pirates: stopping, paying, beating them, and the reward.  RS-11.18 to RS-11.23"""

from __future__ import annotations

import pytest

from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.testing import rule
from tests.rolling_seas.scenario import (
    A,
    act,
    asked,
    captain,
    gold,
    names,
    next_turn,
    options,
    play,
    prov,
    refused,
    seen,
    story,
    voyage,
    ways,
    where,
)


def near_pirates(
    cannons: int = 0, power: int = 1, held: str = "5/5", die: int = 6
) -> RollingPosition:
    """The ship at O7, pirates at P6, a wind that leads there."""
    p = voyage(cell="O7")
    captain(p, A, cannons=cannons, pirates=power, prov=held)
    return act(p, winds="ne n s", die=die)


@rule("RS-11.18")
def test_meeting_pirates_ends_the_movement_when_they_are_paid() -> None:
    p = near_pirates()
    play(p, A, "sail ne", "step ne")
    assert (where(p, A), options(p, A)) == ("P6", [])


@rule("RS-11.18")
def test_and_when_they_are_beaten() -> None:
    p = near_pirates(cannons=1)
    play(p, A, "sail ne", "step ne")
    assert (where(p, A), options(p, A)) == ("P6", [])


@rule("RS-11.19")
@pytest.mark.parametrize(("cannons", "power"), [(1, 1), (2, 1), (3, 3), (6, 2), (7, 7)])
def test_beaten_pirates_give_story_gold_and_a_choice_of_rewards(cannons: int, power: int) -> None:
    p = near_pirates(cannons, power, held="0/5", die=6)
    play(p, A, "sail ne", "step ne")
    faces = min(cannons, 6)
    if faces == 1:
        # The only reward is taken without asking: 4 provisions
        assert (story(p, A), gold(p, A), prov(p, A)) == (3, "2/2", "4/9")
        return
    assert asked(p, A) == "PirateReward"
    assert options(p, A) == [f"reward {face}" for face in range(1, faces + 1)]
    assert (story(p, A), gold(p, A), prov(p, A)) == (3, "2/2", "0/5")


@rule("RS-11.19")
@pytest.mark.parametrize(
    ("face", "expected"),
    [
        (1, (3, "2/2", "4/9")),
        (2, (4, "3/3", "2/7")),
        (3, (3, "3/3", "5/10")),
        (4, (3, "4/4", "4/9")),
        (5, (3, "6/6", "1/6")),
        (6, (4, "4/4", "1/6")),
    ],
)
def test_the_rewards_are_those_of_the_book(face: int, expected: tuple[int, str, str]) -> None:
    p = near_pirates(cannons=6, held="0/5", die=1)
    play(p, A, "sail ne", "step ne", f"reward {face}")
    assert (story(p, A), gold(p, A), prov(p, A)) == expected


@rule("RS-11.20")
@pytest.mark.parametrize(("cannons", "power"), [(0, 1), (2, 3), (6, 7)])
def test_with_fewer_cannons_pirates_take_three_provisions(cannons: int, power: int) -> None:
    p = near_pirates(cannons, power, held="3/5")
    play(p, A, "sail ne", "step ne")
    assert (story(p, A), gold(p, A), prov(p, A)) == (3, "2/2", "0/5")
    p = near_pirates(cannons, power, held="2/5")
    play(p, A, "sail ne")
    assert "ne" not in ways(p, A).split()
    assert refused(p, A, "step ne") == "RS-11.20"


@rule("RS-11.20")
def test_the_provisions_are_spent_before_the_story_is_gained() -> None:
    """Box 24 fills the hold after the three provisions are gone."""
    p = voyage(cell="O7")
    captain(p, A, prov="5/5", story=21)
    act(p, winds="ne n s")
    play(p, A, "sail ne", "step ne")
    assert (story(p, A), prov(p, A)) == (24, "5/8")


@rule("RS-11.21")
def test_who_has_the_cannons_never_pays() -> None:
    p = near_pirates(cannons=2, power=2, held="5/5")
    play(p, A, "sail ne", "step ne")
    assert options(p, A) == ["reward 1", "reward 2"]
    play(p, A, "reward 2")
    # Nothing was paid: two gained, two trimmed
    assert prov(p, A) == "5/7"


@rule("RS-11.22")
def test_the_reward_is_not_an_exploration() -> None:
    p = voyage(cell="K13", home="H11", map="map_2")
    captain(p, A, cannons=4, prov="5/9")
    act(p, winds="s n e", die=3)
    play(p, A, "sail s", "step s", "reward 4")
    # Trimmed at once, no cannon offered, no land marked
    assert (prov(p, A), options(p, A)) == ("5/13", [])
    assert (p.captains[A].cannons, p.captains[A].explored) == (4, 0)
    assert p.captains[A].monoliths == 0


@rule("RS-11.23")
@pytest.mark.parametrize("cannons", [0, 1])
def test_pirates_are_met_once(cannons: int) -> None:
    p = near_pirates(cannons)
    assert seen(p).players[A].unmet == ("G4", "P6", "D12", "K14")
    play(p, A, "sail ne", "step ne")
    assert names(p.captains[A].unmet()) == "G4 D12 K14"
    captain(p, A, ship=2)
    next_turn(p, winds="n n s")
    told = story(p, A)
    play(p, A, "sail n", "step n", "step s")
    assert (where(p, A), story(p, A)) == ("P6", told)
