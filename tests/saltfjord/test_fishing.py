"""Go fishing: advancing, tokens, the boat tile, returning."""

from __future__ import annotations

import pytest

from quarterdeck.games.saltfjord.names import TOKENS
from quarterdeck.games.saltfjord.position import SaltfjordPosition, set_resources, token_stack
from quarterdeck.testing import rule
from tests.saltfjord.scenario import (
    A,
    B,
    asked,
    boat,
    chances,
    deal,
    deal_any,
    end_round,
    fjord,
    known_top,
    options,
    play,
    player,
    points,
    put_back,
    refused,
    score,
    start,
    store,
    tokens,
    turn,
)

# A boat of a technology level that goes as far as it can with its tokens.
FULL_BASIC = "t1_fish3 t1_fish3 t1_points2"


def fishing(
    tech: str = "", zone: int = 0, aboard: str = "", goods: str = "", seats: int = 2
) -> SaltfjordPosition:
    """A worker of seat A stands on the fishing building."""
    p = fjord(seats)
    player(p, A, tech=tech, zone=zone, boat=aboard, goods=goods)
    return play(turn(p, A), A, "worker r4c6")


@rule("SF-11.1")
@pytest.mark.parametrize(
    ("zone", "aboard", "shown"),
    [
        (0, "", ["advance 1", "decline"]),
        (1, "t1_fish3", ["advance 1", "return", "decline"]),
        (3, "t1_fish3", ["advance 1", "return", "decline"]),
    ],
)
def test_one_advance_or_one_return_or_nothing(zone: int, aboard: str, shown: list[str]) -> None:
    p = fishing(zone=zone, aboard=aboard)
    assert options(p, A) == shown
    before = (p.zones[A], boat(p, A), points(p, A))
    play(p, A, "decline")
    assert (p.zones[A], boat(p, A), points(p, A)) == before
    assert asked(p, A) == "MainAction"


@rule("SF-11.2")
def test_an_advance_moves_the_boat_one_zone() -> None:
    p = play(fishing(zone=1, aboard="t1_fish3"), A, "advance 1")
    assert p.zones == [2, 0]
    deal(p, "token t1_points2")
    assert boat(p, A) == "t1_fish3 t1_points2"


@rule("SF-11.2", "SF-11.12")
def test_there_is_nothing_beyond_zone_4() -> None:
    p = fishing("carpentry 1", 4, "t1_fish3")
    assert options(p, A) == ["return", "decline"]
    assert refused(p, A, "advance 1") == "farthest_zone SF-11.2"
    assert refused(p, A, "advance_only") == "farthest_zone SF-11.2"


@rule("SF-11.2", "SF-11.12")
@pytest.mark.parametrize(
    ("tech", "aboard", "full"),
    [
        ("", FULL_BASIC, True),
        ("", "t1_fish3 t1_fish3", False),
        ("carpentry 1", FULL_BASIC, False),
    ],
)
def test_a_full_boat_cannot_advance(tech: str, aboard: str, full: bool) -> None:
    p = fishing(tech, 3, aboard)
    assert ("advance 1" in options(p, A)) is not full
    if full:
        assert options(p, A) == ["return", "decline"]
        assert refused(p, A, "advance 1") == "boat_full SF-11.2"


@rule("SF-11.3")
@pytest.mark.parametrize(("level", "types"), [(0, 1), (1, 1), (2, 2), (3, 3), (4, 3)])
def test_the_types_allowed_follow_the_technology(level: int, types: int) -> None:
    p = fishing(f"fishing {level}")
    assert options(p, A, "advance") == [f"advance {kind}" for kind in range(1, types + 1)]
    if types < 3:
        assert refused(p, A, f"advance {types + 1}") == "type_too_high SF-11.3"


@rule("SF-11.3")
def test_the_token_comes_from_the_zone_reached() -> None:
    p = play(fishing("fishing 2", 1, "t1_fish3"), A, "advance 2")
    before = p.token_left[:]
    play(deal_any(p), A, options(p, A)[0])
    changed = [stack for stack in range(12) if p.token_left[stack] != before[stack]]
    assert changed == [token_stack(2, 1)]
    assert p.token_left[4] == before[4] - 1


@rule("SF-11.4")
def test_the_type_is_chosen_before_a_token_is_seen() -> None:
    p = fishing("fishing 3")
    assert not p.chance
    play(p, A, "advance 3")
    assert p.chance
    assert {name.split()[1][:2] for name in chances(p)} == {"t3"}


@rule("SF-11.4")
def test_an_empty_stack_cannot_be_chosen() -> None:
    p = fjord()
    player(p, A, tech="fishing 2")
    tokens(p, 1, 2, 0)
    play(turn(p, A), A, "worker r4c6")
    assert options(p, A) == ["advance 1", "decline"]
    assert refused(p, A, "advance 2") == "tokens_gone SF-11.4"


@rule("SF-11.5")
def test_without_the_technology_the_top_token_is_taken() -> None:
    p = play(fishing(), A, "advance 1")
    assert all(name.startswith("token t1_") for name in chances(p))
    deal(p, "token t1_wood_fish")
    assert boat(p, A) == "t1_wood_fish"
    assert p.put_back == [-1] * 12


@rule("SF-11.5")
@pytest.mark.parametrize("kept", ["t1_fish3", "t1_points2"])
def test_with_it_one_of_two_is_kept_and_the_other_put_back(kept: str) -> None:
    p = play(fishing("fishing 1"), A, "advance 1")
    deal(p, "look t1_fish3 t1_points2")
    assert options(p, A) == ["keep t1_fish3", "keep t1_points2"]
    play(p, A, f"keep {kept}")
    other = ({"t1_fish3", "t1_points2"} - {kept}).pop()
    assert boat(p, A) == kept
    assert p.put_back[0] == TOKENS.index(other)
    assert p.token_left[0] == 9
    # On top: the next boat without the technology gets it
    q = fjord()
    put_back(q, 1, other, B)
    play(turn(q, A), A, "worker r4c6", "advance 1")
    assert boat(q, A) == other


@rule("SF-11.5")
def test_equal_tokens_are_asked_for_so_that_nobody_can_tell() -> None:
    p = play(fishing("fishing 1"), A, "advance 1")
    deal(p, "look t1_fish3 t1_fish3")
    assert options(p, A) == ["keep t1_fish3"]
    play(p, A, "keep t1_fish3")
    assert (boat(p, A), p.put_back[0]) == ("t1_fish3", TOKENS.index("t1_fish3"))


@rule("SF-11.6")
@pytest.mark.parametrize("level", [0, 1, 4])
def test_the_last_token_of_a_stack_is_taken_without_a_look(level: int) -> None:
    p = fjord()
    player(p, A, tech=f"fishing {level}")
    tokens(p, 1, 1, 1)
    play(turn(p, A), A, "worker r4c6", "advance 1")
    assert all(name.startswith("token ") for name in chances(p))
    deal(p, "token t1_wool_fish")
    assert (boat(p, A), p.token_left[0]) == ("t1_wool_fish", 0)


@rule("SF-11.6")
def test_a_last_token_that_was_put_back_is_certain() -> None:
    p = fjord()
    player(p, A, tech="fishing 1")
    tokens(p, 1, 1, 1)
    put_back(p, 1, "t1_pulp_fish", B)
    play(turn(p, A), A, "worker r4c6", "advance 1")
    assert boat(p, A) == "t1_pulp_fish"
    assert (p.token_left[0], p.put_back[0]) == (0, -1)


@rule("SF-11.7")
def test_where_there_is_nothing_to_catch_the_boat_advances_all_the_same() -> None:
    p = fjord()
    tokens(p, 1, 1, 0)
    play(turn(p, A), A, "worker r4c6")
    assert options(p, A) == ["advance_only", "decline"]
    play(p, A, "advance_only")
    assert not p.chance
    assert (p.zones[A], boat(p, A), p.caught[A]) == (1, "", 0)


@rule("SF-11.7")
def test_not_while_a_permitted_stack_has_tokens() -> None:
    p = fjord()
    player(p, A, tech="fishing 2")
    tokens(p, 1, 1, 0)
    play(turn(p, A), A, "worker r4c6")
    assert options(p, A) == ["advance 2", "decline"]
    assert refused(p, A, "advance_only") == "tokens_there SF-11.7"


@rule("SF-11.7", "SF-11.2")
def test_an_advance_without_a_token_asks_for_a_free_space_too() -> None:
    p = fjord()
    player(p, A, zone=3, boat=FULL_BASIC)
    tokens(p, 4, 1, 0)
    play(turn(p, A), A, "worker r4c6")
    assert options(p, A) == ["return", "decline"]


# The boat tile


def catching(token: str, aboard: str = "") -> SaltfjordPosition:
    zone = len(aboard.split())
    p = fishing("carpentry 1 fishing 0", zone, aboard)
    play(p, A, "advance 1")
    return deal(p, f"token {token}")


@rule("SF-11.8")
def test_on_the_upgraded_boat_a_token_with_points_may_be_doubled() -> None:
    p = catching("t1_points2")
    assert options(p, A) == ["double", "plain"]
    assert boat(play(p.clone(), A, "double"), A) == "x2:t1_points2"
    assert boat(play(p, A, "plain"), A) == "t1_points2"


@rule("SF-11.8")
def test_a_token_without_points_goes_to_a_plain_space() -> None:
    p = catching("t1_fish3")
    assert (asked(p, A), boat(p, A)) == ("MainAction", "t1_fish3")


@rule("SF-11.8")
@pytest.mark.parametrize(
    ("aboard", "token", "after"),
    [
        ("x2:t1_points2", "t1_fish2_points1", "t1_fish2_points1 x2:t1_points2"),
        ("t1_fish3 t1_fish3 t1_fish3", "t1_points2", "t1_fish3 t1_fish3 t1_fish3 x2:t1_points2"),
        ("t1_fish3 t1_fish3 t1_fish3", "t1_fish3", "t1_fish3 t1_fish3 t1_fish3 x2:t1_fish3"),
    ],
)
def test_with_one_sort_of_space_free_there_is_no_question(
    aboard: str, token: str, after: str
) -> None:
    p = catching(token, aboard)
    assert (asked(p, A), boat(p, A)) == ("MainAction", after)


@rule("SF-11.8")
def test_the_basic_boat_has_no_doubling_space() -> None:
    p = play(fishing(), A, "advance 1")
    deal(p, "token t1_points2")
    assert (asked(p, A), boat(p, A)) == ("MainAction", "t1_points2")


# Returning


@rule("SF-11.9")
@pytest.mark.parametrize(("zone", "worth"), [(1, 1), (2, 2), (3, 3), (4, 4)])
def test_a_return_scores_the_zone_also_with_an_empty_boat(zone: int, worth: int) -> None:
    p = play(fishing(zone=zone), A, "return")
    assert (points(p, A), p.zones[A]) == (worth, 0)
    assert score(p, A)["zones"] == worth


@rule("SF-11.9")
def test_every_token_gives_what_it_shows() -> None:
    p = play(fishing(zone=3, aboard="t1_wood_fish t2_cloth_points1 t3_points4_fish2"), A, "return")
    assert (store(p, A), boat(p, A), p.zones[A]) == ("1 cloth 1 wood 3 fish", "", 0)
    assert (score(p, A)["zones"], score(p, A)["tokens"]) == (3, 3)


@rule("SF-11.10")
def test_only_points_are_doubled_and_only_on_the_last_space() -> None:
    p = fishing("carpentry 1", 2, "t1_points2 x2:t3_gold_points2")
    play(p, A, "return")
    assert (store(p, A), score(p, A)["tokens"]) == ("1 gold", 2 + 2 * 1)


@rule("SF-11.11")
def test_tokens_given_out_are_gone() -> None:
    p = fishing(zone=2, aboard="t1_points2 t1_points2")
    unseen, left = p.unseen_tokens[:], p.token_left[:]
    play(p, A, "return")
    assert (p.unseen_tokens, p.token_left) == (unseen, left)
    assert p.unseen_tokens[TOKENS.index("t1_points2")] == 3


@rule("SF-11.12")
def test_in_the_harbour_there_is_no_return() -> None:
    assert refused(fishing(), A, "return") == "in_harbour SF-11.12"


@rule("SF-11.13")
def test_boats_do_not_stand_in_each_others_way() -> None:
    p = fjord()
    player(p, A, zone=1, boat="t1_fish3")
    player(p, B, zone=2, boat="t1_points2")
    play(turn(p, A), A, "worker r4c6", "advance 1")
    deal_any(p)
    assert p.zones == [2, 2]


@rule("SF-11.14")
def test_boats_stay_out_between_rounds() -> None:
    p = fjord()
    player(p, A, zone=2, boat="t1_fish3 t1_points2")
    put_back(p, 1, "t1_pulp_fish", B)
    left = p.token_left[:]
    deal_any(end_round(p))
    assert (p.round, p.zones[A], boat(p, A)) == (2, 2, "t1_fish3 t1_points2")
    assert (p.token_left, points(p, A)) == (left, 0)
    assert known_top(p, B, 1, 1) == "t1_pulp_fish"


@rule("SF-11.15")
def test_every_token_taken_on_board_is_counted() -> None:
    p = play(fishing(zone=1, aboard="t1_fish3"), A, "advance 1")
    deal(p, "token t1_points2")
    assert p.caught[A] == 2


@rule("SF-11.15")
def test_the_token_of_the_set_up_is_counted() -> None:
    p = deal_any(start(1))
    with_fishing = next(n for n in range(4) if p.sets[set_resources(n)] == 3)
    play(p, A, f"set {with_fishing + 1}", "place r3c3 0")
    deal(p, "token t1_points2")
    assert (p.zones[A], boat(p, A), p.caught[A]) == (1, "t1_points2", 1)
