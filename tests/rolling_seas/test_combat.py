"""The end of the turn: treasure tiers and ambush combats.  RS-14"""

from __future__ import annotations

from itertools import product

import pytest

from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.testing import rule
from tests.rolling_seas.scenario import (
    A,
    B,
    C,
    act,
    ambush,
    asked,
    captain,
    chances,
    deal,
    finish,
    gold,
    next_turn,
    options,
    play,
    prov,
    seen,
    story,
    voyage,
    where,
)

# The treasure, RS-14.1


def race(seats: int, tier: int = 1) -> RollingPosition:
    """Everybody lies at E3 and has explored two monoliths; E2 is the third."""
    p = voyage(seats, cell="E3")
    for seat in range(seats):
        captain(p, seat, explored="O3 J9", prov="0/5")
    return act(p, die=5, tier=tier)


def take_treasure(p: RollingPosition, *seats: int) -> None:
    for seat in seats:
        play(p, seat, "explore E2", "face 5")


def treasures(p: RollingPosition) -> list[int]:
    return [own.treasure for own in p.captains]


@rule("RS-14.1")
def test_all_who_finish_in_one_turn_get_the_same_tier() -> None:
    p = race(3)
    take_treasure(p, A, B, C)
    assert treasures(p) == [15, 15, 15]
    assert p.tier == 1


@rule("RS-14.1")
def test_the_tier_is_the_one_open_at_the_start_of_the_turn() -> None:
    p = race(3)
    take_treasure(p, A)
    # It does not close before the turn ends
    assert p.tier == 0
    take_treasure(p, C)
    assert treasures(p) == [15, 0, 15]


@rule("RS-14.1")
def test_one_tier_closes_per_turn_however_many_took_it() -> None:
    p = race(6)
    take_treasure(p, 0, 1)
    next_turn(p, "calm_01", die=5)
    assert p.tier == 1
    take_treasure(p, 2, 3)
    next_turn(p, "calm_02", die=5)
    take_treasure(p, 4)
    next_turn(p, "calm_03", die=5)
    # After tier 3 it stays 3
    assert p.tier == 2
    take_treasure(p, 5)
    assert treasures(p) == [15, 15, 10, 10, 5, 5]
    next_turn(p, "calm_04")
    assert p.tier == 2


@rule("RS-14.1")
def test_a_turn_without_a_third_monolith_closes_nothing() -> None:
    p = race(2)
    next_turn(p, "calm_01", die=5)
    assert p.tier == 0
    take_treasure(p, A)
    next_turn(p, "calm_02", die=5)
    next_turn(p, "calm_03", die=5)
    # Neither does a treasure of an earlier turn
    assert p.tier == 1


# Combats


def sprung(cannons: tuple[int, int] = (0, 0)) -> RollingPosition:
    """A has sailed over an ambush of B at I7; everybody has finished."""
    p = voyage(ambush="true")
    for seat in (A, B):
        captain(p, seat, cannons=cannons[seat])
    ambush(p, A, B, "I7")
    act(p, winds="e n s")
    play(p, A, "sail e", "step e", "step e")
    return finish(p)


@rule("RS-14.2")
@pytest.mark.parametrize("centre", ["I7", "J7", "K7"])
def test_whoever_has_entered_the_centre_fights(centre: str) -> None:
    p = voyage(ambush="true")
    ambush(p, A, B, centre)
    act(p, winds="e n s")
    play(p, A, "sail e", "step e", "step e", "step e")
    finish(p)
    assert set(chances(p)) == {f"ambush_roll {face}" for face in range(1, 7)}


@rule("RS-14.2")
def test_whoever_has_entered_a_dot_fights() -> None:
    p = voyage(ambush="true")
    ambush(p, A, B, "J6", "I7 K7")
    act(p, winds="e n s")
    play(p, A, "sail e", "step e", "end")
    finish(p)
    assert "ambush_roll 1" in chances(p)


@rule("RS-14.2")
def test_nobody_fights_an_ambush_he_passed_by() -> None:
    p = voyage(ambush="true")
    ambush(p, A, B, "J5", "I6")
    act(p, winds="e n s")
    play(p, A, "sail e", "step e", "end")
    finish(p)
    assert "ambush_roll 1" not in chances(p)


@rule("RS-14.2")
def test_the_owner_of_the_ambush_may_pass_the_same_cell_on_his_own_board() -> None:
    p = voyage(ambush="true")
    ambush(p, A, B, "I7")
    act(p, winds="e n s")
    play(p, B, "sail e", "step e", "end")
    finish(p)
    assert "ambush_roll 1" not in chances(p)


@rule("RS-14.2")
def test_an_ambush_is_fought_once() -> None:
    p = sprung()
    deal(p, "ambush_roll 6")
    assert seen(p).players[A].ambushes[0].spent
    finish(p)
    next_turn(p, winds="w n s")
    play(p, A, "sail w", "step w")
    assert where(p, A) == "I7"
    finish(p)
    assert "ambush_roll 1" not in chances(p)


@rule("RS-14.2")
def test_an_ambush_entered_twice_in_a_turn_is_fought_once() -> None:
    p = voyage(ambush="true")
    ambush(p, A, B, "I7", "J7")
    act(p, winds="e n s")
    play(p, A, "sail e", "step e", "step e", "end")
    finish(p)
    deal(p, "ambush_roll 2", "defence_roll 2")
    assert "ambush_roll 1" not in chances(p)


@rule("RS-14.3")
def test_combats_go_by_seats_of_the_owners_then_by_age() -> None:
    """On A's board the ambush drawn first is C's, B's comes second; then the one on B's board."""
    p = voyage(3, ambush="true")
    ambush(p, A, C, "J7")
    ambush(p, A, B, "I7")
    # B's board has its mark in the same turn; both ambush cards have been drawn by then
    board = p.captains[B]
    twin = p.captains[A]
    board.ambushers, board.centres = [C], twin.centres[1:]
    board.marks, board.ambush_states = twin.marks[1:], twin.ambush_states[1:]
    act(p, winds="e n s")
    play(p, B, "sail e", "step e", "end")
    play(p, A, "sail e", "step e", "step e", "end")
    finish(p)
    fights = []
    for _ in range(3):
        told = [story(p, seat) for seat in range(3)]
        deal(p, "ambush_roll 3", "defence_roll 3")
        fights.append([seat for seat in range(3) if story(p, seat) > told[seat]])
    assert fights == [[A, C], [A, B], [B, C]]
    assert set(chances(p)) & {"ambush_roll 1", "defence_roll 1"} == set()


@rule("RS-14.4")
@pytest.mark.parametrize(("roll", "winner"), [(6, B), (1, A)])
def test_a_first_roll_of_6_or_1_decides(roll: int, winner: int) -> None:
    p = sprung(cannons=(7, 0) if winner == B else (0, 7))
    deal(p, f"ambush_roll {roll}")
    assert (p.actors(), asked(p, winner)) == ([winner], "AmbushSpoils")


@rule("RS-14.5")
@pytest.mark.parametrize(("roll", "winner"), [(6, A), (1, B)])
@pytest.mark.parametrize("first", [2, 3, 4, 5])
def test_otherwise_the_defender_rolls(first: int, roll: int, winner: int) -> None:
    p = sprung(cannons=(0, 7) if winner == A else (7, 0))
    deal(p, f"ambush_roll {first}")
    assert set(chances(p)) == {f"defence_roll {face}" for face in range(1, 7)}
    deal(p, f"defence_roll {roll}")
    assert (p.actors(), asked(p, winner)) == ([winner], "AmbushSpoils")


@rule("RS-14.6", "RS-14.9")
@pytest.mark.parametrize("cannons", [(0, 0), (1, 0), (0, 2), (2, 3)])
def test_otherwise_roll_and_cannons_decide(cannons: tuple[int, int]) -> None:
    for first, second in product((2, 3, 4, 5), repeat=2):
        p = sprung(cannons=cannons)
        deal(p, f"ambush_roll {first}", f"defence_roll {second}")
        attack, defence = first + cannons[B], second + cannons[A]
        if attack == defence:
            assert (story(p, A), story(p, B)) == (2, 2)
            assert p.chance
        else:
            winner = A if defence > attack else B
            assert asked(p, winner) == "AmbushSpoils"
            assert (story(p, winner), story(p, 1 - winner)) == (3, 0)


@rule("RS-14.6")
def test_cannons_count_as_they_are_in_the_combat() -> None:
    """B lays an ambush without cannons and buys one in the turn in which A runs into it."""
    p = voyage(ambush="true")
    captain(p, B, gold="3/3", told="G7")
    ambush(p, A, B, "I7")
    act(p, winds="e n s")
    play(p, B, "visit G7", "buy cannon")
    play(p, A, "sail e", "step e", "end")
    finish(p)
    deal(p, "ambush_roll 3", "defence_roll 3")
    assert asked(p, B) == "AmbushSpoils"


@rule("RS-14.7")
@pytest.mark.parametrize(
    ("choice", "expected"),
    [("gold", ("2/2", "5/5")), ("provisions", ("0/0", "5/8"))],
)
def test_the_winner_gains_three_story_and_gold_or_provisions(
    choice: str, expected: tuple[str, str]
) -> None:
    p = sprung()
    deal(p, "ambush_roll 6")
    assert (story(p, B), options(p, B)) == (3, ["spoils gold", "spoils provisions"])
    play(p, B, f"spoils {choice}")
    # The surplus of provisions is trimmed at once
    assert (gold(p, B), prov(p, B)) == expected


def beaten(purse: str, held: str, told: int = 0) -> RollingPosition:
    """A has lost a combat with this gold and these provisions before it."""
    p = voyage(ambush="true")
    captain(p, A, gold=purse, prov=held, story=told)
    ambush(p, A, B, "I7")
    act(p, winds="e n s")
    play(p, A, "sail e", "step e")
    finish(p)
    deal(p, "ambush_roll 6")
    return play(p, B, "spoils gold")


@rule("RS-14.8")
def test_the_loser_gains_a_story_and_chooses_a_loss() -> None:
    for choice, expected in (("gold", ("1/2", "3/5")), ("provisions", ("2/2", "1/5"))):
        p = beaten("2/2", "3/5")
        assert (story(p, A), options(p, A)) == (1, ["lose gold", "lose provisions"])
        play(p, A, f"lose {choice}")
        assert (gold(p, A), prov(p, A)) == expected


@rule("RS-14.8")
@pytest.mark.parametrize(
    ("purse", "held", "expected"),
    [
        ("1/1", "1/5", ("0/1", "1/5")),  # only the gold can be paid in full
        ("0/1", "2/5", ("0/1", "0/5")),  # only the provisions
        ("0/1", "1/5", ("0/1", "0/5")),  # neither: the provision there is
        ("0/1", "0/5", ("0/1", "0/5")),
    ],
)
def test_a_loss_is_paid_in_full_or_as_far_as_possible(
    purse: str, held: str, expected: tuple[str, str]
) -> None:
    p = beaten(purse, held)
    assert (p.chance, story(p, A)) == (True, 1)
    assert (gold(p, A), prov(p, A)) == expected


@rule("RS-14.8")
def test_the_story_comes_before_the_loss() -> None:
    """The twelfth story box gives the gold that is lost; without it the provision would be."""
    p = beaten("0/1", "1/5", told=11)
    assert (story(p, A), gold(p, A), prov(p, A)) == (12, "0/2", "1/5")


@rule("RS-14.9")
def test_a_tie_gives_both_two_story_and_nothing_else() -> None:
    p = sprung(cannons=(1, 2))
    deal(p, "ambush_roll 3", "defence_roll 4")
    assert (story(p, A), story(p, B), p.chance) == (2, 2, True)
    assert (gold(p, A), gold(p, B)) == ("0/0", "0/0")
    assert [prov(p, seat) for seat in (A, B)] == ["5/5", "5/5"]


@rule("RS-14.10")
def test_the_winner_gains_first_then_the_loser() -> None:
    p = voyage(ambush="true")
    captain(p, A, gold="2/2")
    ambush(p, A, B, "I7")
    act(p, winds="e n s")
    play(p, A, "sail e", "step e", "end")
    finish(p)
    deal(p, "ambush_roll 6")
    # Not even the loser's story is there yet
    assert (p.actors(), story(p, B), story(p, A)) == ([B], 3, 0)
    play(p, B, "spoils provisions")
    assert (p.actors(), story(p, A)) == ([A], 1)


@rule("RS-14.11")
def test_the_rolls_change_nothing_else() -> None:
    """The die of the turn is the same die, but its face has been used already."""
    p = sprung()
    before = p.turn, p.tier, p.die, list(p.winds)
    deal(p, "ambush_roll 3")
    assert (p.turn, p.tier, p.die, list(p.winds)) == before


@rule("RS-14.11")
def test_combats_of_the_last_turn_come_before_the_scoring() -> None:
    p = voyage(turn=25, ambush="true")
    ambush(p, A, B, "I7")
    act(p, winds="e n s")
    play(p, A, "sail e", "step e", "end")
    finish(p)
    assert not p.finished
    deal(p, "ambush_roll 3", "defence_roll 3")
    assert p.finished
    # Story 2 counts; four pirates were never met, and B lies at home
    assert p.scores == [2 - 20, 2 - 20 + 10]


@rule("RS-14.12")
def test_the_game_ends_after_the_last_card() -> None:
    p = act(voyage(turn=24), keep="kraken")
    finish(p)
    assert not p.finished
    next_turn(p, "kraken")
    assert (p.turn, p.finished) == (25, False)
    finish(p)
    assert p.finished
