"""What chance may deal, and with which weights."""

from __future__ import annotations

from collections import Counter

import pytest

from quarterdeck.games.saltfjord.names import TOKENS
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.testing import rule
from tests.saltfjord.scenario import (
    A,
    B,
    boat,
    building,
    chances,
    deal,
    deal_any,
    end_round,
    fjord,
    market,
    play,
    player,
    put_back,
    start,
    tiles,
    tokens,
    turn,
)

# Tokens of a kind in the box.
TYPE_1 = {
    "t1_fish3": 8,
    "t1_fish2_points1": 6,
    "t1_wood_fish": 5,
    "t1_wool_fish": 3,
    "t1_pulp_fish": 3,
    "t1_points2": 5,
}
TYPE_2 = {
    "t2_cloth_points1": 3,
    "t2_paper_points1": 3,
    "t2_points3": 5,
    "t2_fish3_points1": 4,
    "t2_planks_fish": 3,
}
TYPE_3 = {
    "t3_points5": 3,
    "t3_points4_fish2": 3,
    "t3_gold_points2": 2,
    "t3_planks_points3": 2,
    "t3_points6": 2,
}


def dealt(seats: int, **options: str) -> list[tuple[str, int]]:
    """What set-up deals, in order: the kind of outcome and how many there are, all as likely."""
    p = start(seats, **options)
    found = []
    while p.chance:
        shown = chances(p)
        assert set(shown.values()) == {1}
        found.append((next(iter(shown)).split()[0], len(shown)))
        p.deal(p.outcomes()[-1][0])
    return found


TILES_SHOWN = [("tile", count) for count in (6, 5, 20, 19, 20, 19, 20, 19)]
SETS = [
    ("set_ability", 4),
    ("set_resources", 4),
    ("set_ability", 3),
    ("set_resources", 3),
    ("set_ability", 2),
    ("set_resources", 2),
]
BOARD = [("board_ability", count) for count in (8, 7, 6, 5)]
CRATES_SHOWN = [("crate", count) for count in (4, 3, 2)]


@rule("SF-1.2", "SF-1.4", "SF-1.5", "SF-1.6", "SF-1.8", "SF-1.9", "SF-1.14")
def test_set_up_deals_everything_evenly() -> None:
    tops = [("score_tile", count) for count in (11, 10, 9, 8)]
    assert dealt(3) == [
        ("first_player", 3),
        *BOARD,
        *SETS,
        *tops,
        *[("roll", 6)] * (9 + 3),
        *CRATES_SHOWN,
        *TILES_SHOWN,
    ]


@rule("SF-1.6", "SF-19.7")
def test_solo_deals_score_tiles_without_the_immediate_ones() -> None:
    tops = [("score_tile", count) for count in (9, 8, 7, 6)]
    special = [("special_tile", count) for count in (5, 4)]
    rolls = [("solo_roll", 6)] * (4 + 2)
    assert dealt(1) == [*BOARD, *SETS, *tops, *special, *rolls, *CRATES_SHOWN, *TILES_SHOWN]


@rule("SF-1.13")
def test_named_sides_are_dealt_evenly() -> None:
    villages = [("village", count) for count in (4, 3, 2)]
    found = dealt(4, village_side="named", first_player="2")
    assert found[:3] == villages
    assert found[3:7] == BOARD


@rule("SF-1.6", "SF-15.4")
def test_every_die_is_even() -> None:
    p = fjord(3)
    end_round(p)
    rolls = []
    while p.chance:
        assert set(chances(p).values()) == {1}
        assert len(chances(p)) == 6
        rolls.append(next(iter(chances(p))).split()[1])
        p.deal(p.outcomes()[0][0])
    assert rolls == ["white"] * 9 + ["orange"] * 6


@rule("SF-10.7")
def test_both_stacks_of_a_shape_draw_from_the_tiles_never_seen() -> None:
    p = fjord()
    player(p, A, goods="1 wood")
    player(p, B, start="sb2 r3c3 0")
    building(p, B, "d20", "r5c1", 0)
    tiles(p, "domino_1", "d05")
    tiles(p, "domino_2", "d01")
    play(turn(p, A), A, "worker r2c5", "build domino_1", "place r5c1 0")
    seen = {"d20", "d05", "d01"}
    unseen = {f"d{number:02d}" for number in range(1, 21)} - seen
    assert chances(p) == {f"tile domino_1 {tile}": 1 for tile in unseen}


@rule("SF-8.4")
def test_a_crate_turned_up_is_any_ordinary_one_never_seen() -> None:
    p = fjord()
    player(p, A, goods="2 cloth", crates="quay_1:k01")
    market(p, 1, "k16")
    market(p, 2, "k17")
    play(turn(p, A), A, "worker r6c4", "order 1")
    unseen = {f"k{number:02d}" for number in range(1, 45)} - {"k01", "k16", "k17"}
    assert chances(p) == {f"crate 1 {crate}": 1 for crate in unseen}


# Tokens


def drawing(tech: str, kind: int = 1, seats: int = 2) -> SaltfjordPosition:
    p = fjord(seats)
    player(p, A, tech=tech)
    return play(turn(p, A), A, "worker r4c6", f"advance {kind}")


def look(one: str, other: str) -> str:
    """The notation of a pair, in the order of the box."""
    one, other = sorted((one, other), key=TOKENS.index)
    return f"look {one} {other}"


def pairs(unseen: dict[str, int]) -> dict[str, int]:
    """Ordered draws of two tokens out of all unseen ones, counted one by one."""
    bag = [token for token, count in unseen.items() for _ in range(count)]
    return dict(
        Counter(
            look(bag[first], bag[second])
            for first in range(len(bag))
            for second in range(len(bag))
            if first != second
        )
    )


@rule("SF-11.5")
def test_the_top_token_is_any_unseen_one_of_its_type_wherever_it_lies() -> None:
    p = drawing("")
    assert chances(p) == {f"token {token}": count for token, count in TYPE_1.items()}


@rule("SF-11.5", "SF-11.11")
def test_tokens_on_boats_given_out_or_put_back_are_not_drawn() -> None:
    p = fjord()
    player(p, A, zone=1, boat="t1_fish3")
    player(p, B, zone=2, boat="t1_points2 t1_points2")
    put_back(p, 4, "t1_wood_fish", B)
    play(turn(p, A), A, "worker r4c6", "advance 1")
    left = {**TYPE_1, "t1_fish3": 7, "t1_points2": 3, "t1_wood_fish": 4}
    assert chances(p) == {f"token {token}": count for token, count in left.items()}


@rule("SF-11.5")
@pytest.mark.parametrize(("kind", "unseen"), [(1, TYPE_1), (2, TYPE_2), (3, TYPE_3)])
def test_two_tokens_are_looked_at_with_the_weights_of_pairs(
    kind: int, unseen: dict[str, int]
) -> None:
    p = drawing("fishing 3", kind)
    assert chances(p) == pairs(unseen)
    total = sum(unseen.values())
    assert sum(chances(p).values()) == total * (total - 1)


@rule("SF-11.5")
def test_a_pair_of_equals_needs_two_of_them() -> None:
    p = fjord()
    player(p, A, tech="fishing 3")
    put_back(p, 4, "t3_points6", B)
    play(turn(p, A), A, "worker r4c6", "advance 3")
    left = {**TYPE_3, "t3_points6": 1}
    assert chances(p) == pairs(left)
    assert "look t3_points6 t3_points6" not in chances(p)


@rule("SF-11.5")
@pytest.mark.parametrize("knowing", [(), (A,), (B,)])
def test_with_a_token_put_back_only_the_other_is_left_to_chance(knowing: tuple[int, ...]) -> None:
    p = fjord()
    player(p, A, tech="fishing 1")
    put_back(p, 1, "t1_fish3", *knowing)
    play(turn(p, A), A, "worker r4c6", "advance 1")
    left = {**TYPE_1, "t1_fish3": 7}
    assert chances(p) == {f"look t1_fish3 {token}": count for token, count in left.items()}


@rule("SF-11.5")
def test_a_token_put_back_is_taken_for_certain_without_a_look() -> None:
    p = fjord()
    put_back(p, 1, "t1_wool_fish", B)
    play(turn(p, A), A, "worker r4c6", "advance 1")
    assert not p.chance
    assert boat(p, A) == "t1_wool_fish"


@rule("SF-11.6")
def test_a_last_token_never_seen_has_the_weights_of_its_type() -> None:
    p = fjord()
    player(p, A, tech="fishing 1")
    tokens(p, 1, 1, 1)
    unseen = {token: p.unseen_tokens[TOKENS.index(token)] for token in TYPE_1}
    play(turn(p, A), A, "worker r4c6", "advance 1")
    assert chances(p) == {f"token {token}": count for token, count in unseen.items() if count}
    assert sum(chances(p).values()) == 21


@rule("SF-11.5")
def test_the_tokens_looked_at_are_seen_by_the_fisher_only() -> None:
    p = drawing("fishing 1")
    assert p.audience() == A
    q = drawing("")
    assert q.audience() == -1


@rule("SF-11.5")
def test_a_look_ends_with_one_token_put_back_and_one_gone() -> None:
    p = drawing("fishing 1")
    deal(p, "look t1_fish3 t1_points2")
    play(p, A, "keep t1_points2")
    assert [p.unseen_tokens[TOKENS.index(token)] for token in TYPE_1] == [7, 6, 5, 3, 3, 4]
    assert (p.token_left[0], p.put_back[0]) == (9, TOKENS.index("t1_fish3"))
    deal_any(p)
