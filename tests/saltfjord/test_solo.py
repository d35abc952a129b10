"""The solo game: dice on taverns, removed tiles and crates, special tiles and medals."""

from __future__ import annotations

import pytest

from quarterdeck import pictures
from quarterdeck.games.saltfjord import scoring
from quarterdeck.games.saltfjord.names import MEDALS, SCORE_TILES
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.messages import Message
from quarterdeck.testing import rule
from tests.saltfjord.scenario import (
    RULES,
    A,
    asked,
    blocked,
    chances,
    crate_at,
    deal,
    deal_any,
    die,
    end_round,
    final,
    fjord,
    market,
    offered,
    options,
    play,
    player,
    refused,
    score,
    seen,
    solo_dice,
    special_tiles,
    start,
    store,
    tiles,
    turn,
    worker,
)

CRATES = "quay_1:k01 quay_1:k02 quay_1:k03 quay_1:k04 quay_1:k05"  # 7 + 7 + 7 + 6 + 6 points


def laid_out(p: SaltfjordPosition) -> tuple[list[int], list[int]]:
    """Taverns with a white and with an orange die."""
    taverns = seen(p).taverns
    white = [number for number, tavern in enumerate(taverns, 1) if tavern.white]
    orange = [number for number, tavern in enumerate(taverns, 1) if tavern.orange]
    return white, orange


# Dice


@rule("SF-19.1")
def test_the_player_takes_all_turns() -> None:
    p = turn(fjord(1), A)
    die_ = options(p, A, "tavern_die")[0]
    play(p, A, die_, "discard", "end_turn")
    assert (asked(p, A), p.round) == ("MainAction", 1)


@rule("SF-1.6", "SF-19.2", "SF-19.3", "SF-19.4")
def test_the_dice_of_the_first_round_lie_on_the_taverns_when_the_set_is_chosen() -> None:
    p = start(1)
    found = []
    while p.chance:
        shown = chances(p)
        kind, *words = next(iter(shown)).split()
        if kind == "solo_roll":
            assert (len(shown), set(shown.values())) == (6, {1})
            found.append(" ".join(words[:2]))
        p.deal(p.outcomes()[2 if kind == "solo_roll" else 0][0])
    assert asked(p, A) == "ChooseSet"
    assert sorted(found) == [
        "tavern_2 white",
        "tavern_3 white",
        "tavern_4 orange",
        "tavern_4 white",
        "tavern_5 orange",
        "tavern_5 white",
    ]
    assert laid_out(p) == ([2, 3, 4, 5], [4, 5])
    faces = [(tavern.white, tavern.orange) for tavern in seen(p, A).taverns]
    assert faces == [(0, 0), (3, 0), (3, 0), (3, 3), (3, 3)]
    play(p, A, "set 1", "place r3c3 0")
    assert (asked(deal_any(p), A), p.round) == ("MainAction", 1)
    assert laid_out(p) == ([2, 3, 4, 5], [4, 5])


@rule("SF-19.2", "SF-19.4", "SF-19.11")
@pytest.mark.parametrize(("number", "orange"), [(1, [3, 4, 5]), (2, [2, 3, 4, 5])])
def test_the_dice_are_laid_out_again_with_one_orange_more(number: int, orange: list[int]) -> None:
    p = fjord(1, number)
    player(p, A)
    solo_dice(p, "white", "- 3 - - -")
    solo_dice(p, "orange", "- - - - 1")
    p.dice_taken = [3, number]
    deal_any(end_round(p, "1", checked=False))
    assert laid_out(p) == ([2, 3, 4, 5], orange)
    assert p.dice_taken == [0, 0]


@rule("SF-19.5")
def test_dice_are_taken_from_the_taverns() -> None:
    p = fjord(1)
    solo_dice(p, "white", "- 3 6 2 2")
    solo_dice(p, "orange", "- - - 5 1")
    turn(p, A)
    assert options(p, A, "tavern_die", "die") == [
        "tavern_die tavern_2 white",
        "tavern_die tavern_3 white",
        "tavern_die tavern_4 white",
        "tavern_die tavern_4 orange",
        "tavern_die tavern_5 white",
        "tavern_die tavern_5 orange",
    ]
    play(p, A, "tavern_die tavern_4 white", "line 2")
    assert (store(p, A), blocked(p, A)) == ("1 wood", {"r3c2": "white 2"})
    play(p, A, "end_turn")
    assert laid_out(p) == ([2, 3, 5], [4, 5])


@rule("SF-19.5")
def test_the_usual_limits_hold() -> None:
    p = fjord(1)
    solo_dice(p, "white", "- 3 - - -")
    solo_dice(p, "orange", "- - - - 1")
    turn(p, A)
    assert options(p, A, "tavern_die") == []
    assert refused(p, A, "tavern_die tavern_2 white") == "white_limit SF-4.2"
    assert refused(p, A, "tavern_die tavern_5 orange") == "orange_limit SF-4.3"


@rule("SF-19.6")
def test_only_a_tavern_without_dice_can_be_retired_to() -> None:
    p = fjord(1)
    solo_dice(p, "white", "- 3 - - -")
    solo_dice(p, "orange", "- - - - 1")
    turn(p, A)
    assert offered(p, A, "retire") == "tavern_1 tavern_3 tavern_4"
    assert refused(p, A, "retire tavern_5") == "tavern_has_dice SF-19.6"


@rule("SF-19.6")
def test_the_first_tavern_is_always_free() -> None:
    assert offered(turn(fjord(1), A), A, "retire") == "tavern_1"


# Set-up


@rule("SF-19.7")
def test_two_special_tiles_are_dealt_and_no_immediate_one() -> None:
    for last in (0, -1):
        p = start(1)
        while p.chance:
            p.deal(p.outcomes()[last][0])
        dealt = [*p.score_tiles, *p.special_tiles]
        assert len(set(dealt)) == 6
        assert not {SCORE_TILES[tile] for tile in dealt} & {"score_now_points", "score_now_fishing"}
        assert [special.id for special in seen(p).special] == [
            SCORE_TILES[tile] for tile in p.special_tiles
        ]


@rule("SF-19.8")
def test_all_four_sets_can_be_chosen() -> None:
    p = deal_any(start(1))
    assert options(p, A) == ["set 1", "set 2", "set 3", "set 4"]
    play(p, A, "set 3")
    assert asked(p, A) == "PlaceStartBuilding"


# Tiles and crates


@rule("SF-19.9")
@pytest.mark.parametrize(
    ("how", "pair"), [("large", (6, 7)), ("small", (2, 3)), ("single", (0, 1))]
)
def test_the_top_of_the_other_stack_goes_too(how: str, pair: tuple[int, int]) -> None:
    p = fjord(1)
    player(p, A, goods="1 wood 1 planks")
    solo_dice(p, "white", "- 3 - - -")
    solo_dice(p, "orange", "- - - - 1")
    turn(p, A)
    built, other = p.tops[pair[0]], p.tops[pair[1]]
    left = [p.stack_left[stack] for stack in pair]
    if how == "large":
        play(p, A, "build_large corner_1")
        play(p, A, options(p, A)[0])
    elif how == "small":
        play(p, A, "worker r2c5", "build domino_1", "place r5c1 0")
    else:
        play(p, A, "retire tavern_4", "build single_1", "place r5c1 0")
    # First the next tile of the stack built from, then the other stack loses its top
    assert next(iter(chances(p))).split()[1].endswith("_1")
    assert (p.tops[pair[0]], p.tops[pair[1]]) == (-1, other)
    p.deal(p.outcomes()[0][0])
    assert next(iter(chances(p))).split()[1].endswith("_2")
    deal_any(p)
    assert [p.stack_left[stack] for stack in pair] == [left[0] - 1, left[1] - 1]
    assert other not in p.tops
    assert built in p.tiles_at
    assert other not in p.tiles_at


@rule("SF-19.9")
def test_an_empty_stack_loses_nothing() -> None:
    p = fjord(1)
    player(p, A, goods="1 wood")
    tiles(p, "domino_1", "d01", left=2)
    tiles(p, "domino_2", None)
    play(turn(p, A), A, "worker r2c5", "build domino_1", "place r5c1 0")
    deal_any(p)
    assert (p.stack_left[2:4], p.tops[3]) == ([1, 0], -1)


@rule("SF-19.9")
def test_the_starting_building_removes_nothing() -> None:
    p = deal_any(start(1))
    before = p.stack_left[:], p.tops[:]
    play(p, A, "set 1", "place r3c3 0")
    assert (p.stack_left, p.tops) == before


@rule("SF-19.10")
@pytest.mark.parametrize("number", [1, 2])
def test_the_crates_on_view_are_removed_between_rounds(number: int) -> None:
    p = fjord(1, number)
    for stack, crate in enumerate(("k01", "k02", "k03", "k04"), 1):
        market(p, stack, crate, below=7)
    end_round(p, "1", checked=False)
    shown = [chance for chance in chances(p) if chance.startswith("crate 1 ")]
    assert shown
    assert not {"k01", "k02", "k03", "k04"} & {chance.split()[2] for chance in shown}
    deal(p, *(f"crate {stack} k1{stack}" for stack in range(1, 5)))
    assert [entry.crate.id for entry in seen(p).market if entry.crate] == [
        "k11",
        "k12",
        "k13",
        "k14",
    ]
    assert p.crates_left == [6, 6, 6, 6]
    assert crate_at(p, "k01") == ""


@rule("SF-19.10")
def test_not_after_the_last_round_and_not_with_several_players() -> None:
    p = fjord(1)
    market(p, 1, "k01")
    final(p, "1", checked=False)
    assert (p.market[0], p.finished) == (0, True)
    q = fjord(2)
    market(q, 1, "k01")
    deal_any(end_round(q))
    assert q.market[0] == 0


# The result


def finished(
    specials: str = "score_tokens score_crates",
    caught: int = 12,
    points: int = 0,
    tech: str = "",
    crates: str = CRATES,
    **options: str,
) -> SaltfjordPosition:
    p = fjord(1, 3, **options)
    player(p, A, caught=caught, points=points, tech=tech, crates=crates)
    special_tiles(p, *specials.split())
    return final(p, "1", checked=False)


def medal(p: SaltfjordPosition) -> str:
    return MEDALS[scoring.medal(p)]


@rule("SF-19.12")
def test_nobody_is_drawn_first_and_there_is_no_tie() -> None:
    assert "first_player" not in next(iter(chances(start(1))))
    p = finished()
    assert p.ranks == [1]
    assert "tie_tavern" not in [line.id for line in RULES.score_sheet(p)]


@rule("SF-19.13")
@pytest.mark.parametrize(
    ("caught", "crates", "won"),
    [
        (10, 5, True),
        (12, 5, True),
        (9, 5, False),
        (12, 4, False),
        (0, 0, False),
    ],
)
def test_both_special_tiles_need_ten_points(caught: int, crates: int, won: bool) -> None:
    # Many points do not help
    p = finished(caught=caught, points=300, crates=" ".join(CRATES.split()[:crates]))
    assert seen(p).won is won
    assert [special.worth for special in seen(p).special] == [caught, 2 * crates]


@rule("SF-19.13")
def test_technology_levels_do_not_matter_for_them() -> None:
    p = finished("score_tokens score_tech", caught=10, tech="craft 4 carpentry 4 fishing 2")
    assert seen(p).won
    assert [special.worth for special in seen(p).special] == [10, 10]


@rule("SF-19.14")
@pytest.mark.parametrize(("counting", "more"), [("counted", 22), ("threshold_only", 0)])
def test_special_tiles_are_counted_by_option(counting: str, more: int) -> None:
    p = finished(caught=12, points=50, solo_special_scoring=counting)
    # 33 points of crates
    assert p.scores == [50 + 33 + more]
    line = next(line for line in RULES.score_sheet(p) if line.id == "solo_special")
    assert (line.points, line.counts) == ((22,), counting == "counted")
    assert sum(score(p, A).values()) == p.scores[A]


@rule("SF-19.13")
def test_a_special_tile_has_not_failed_before_the_end() -> None:
    p = fjord(1, 3)
    player(p, A, caught=3)
    special_tiles(p, "score_tokens", "score_crates")
    assert _said_of_specials(p) == ["sf.score.special.not_yet"] * 2
    assert _said_of_specials(final(p, "1", checked=False)) == ["sf.score.special.failed"] * 2


def _said_of_specials(p: SaltfjordPosition) -> list[str]:
    line = next(line for line in RULES.score_sheet(p) if line.id == "solo_special")
    (detail,) = line.details
    assert detail is not None
    return [part.id for part in detail.arguments.values() if isinstance(part, Message)]


@rule("SF-19.15")
@pytest.mark.parametrize(
    ("total", "name"),
    [
        (99, "none"),
        (100, "bronze"),
        (119, "bronze"),
        (120, "silver"),
        (139, "silver"),
        (140, "gold_medal"),
        (159, "gold_medal"),
        (160, "platinum"),
        (179, "platinum"),
        (180, "palladium"),
        (250, "palladium"),
    ],
)
def test_a_won_game_earns_the_medal_of_its_score(total: int, name: str) -> None:
    p = finished(caught=10, points=total - 33 - 20)
    assert p.scores == [total]
    assert (seen(p).won, medal(p), seen(p).medal) == (True, name, MEDALS.index(name))


@rule("SF-19.15", "SF-19.13")
def test_a_lost_game_earns_none() -> None:
    p = finished(caught=9, points=200)
    assert (seen(p).won, medal(p)) == (False, "none")


@rule("SF-19.16")
@pytest.mark.parametrize(("before", "name"), [(99, "none"), (100, "bronze")])
def test_cart_points_do_not_help_to_a_medal(before: int, name: str) -> None:
    p = fjord(1, carts="true")
    player(p, A, caught=10, points=before - 33 - 20, crates=CRATES, carts="r6c6")
    special_tiles(p, "score_tokens", "score_crates")
    final(p, "1", checked=False)
    assert (p.scores, score(p, A)["carts"]) == ([before + 36], 36)
    assert medal(p) == name


@rule("SF-19.15", "SF-19.16")
@pytest.mark.parametrize(
    ("language", "before", "carts", "said"),
    [
        ("en", 124, True, "160 points, won: silver medal (next medal at 140 points); "),
        ("en", 124, True, "without the carts, which do not count for medals: 124 points"),
        ("fr", 64, True, "100 points, gagné, sans médaille (médaille suivante à partir de 100"),
        ("fr", 64, True, "sans les chariots, qui ne comptent pas pour les médailles : 64 points"),
        ("en", 99, False, "99 points, won, without a medal (next medal at 100 points)"),
        ("en", 190, False, "190 points, won: palladium medal"),
    ],
)
def test_the_end_says_what_decides_the_medal(
    language: str, before: int, carts: bool, said: str
) -> None:
    p = fjord(1, carts=str(carts).lower())
    player(p, A, caught=10, points=before - 33 - 20, crates=CRATES)
    if carts:
        player(p, A, carts="r6c6")
    special_tiles(p, "score_tokens", "score_crates")
    final(p, "1", checked=False)
    say = Translator(language, ("Anne",))
    told = RULES.text(seen(p, A), say)[0].lines[0].replace("\u00a0", " ")
    assert said in told
    total = next(line for line in RULES.score_sheet(p) if line.id == "total")
    assert total.details[0] is not None
    assert say.text(total.details[0]) in RULES.text(seen(p, A), say)[0].lines[0]


@rule("SF-19.16")
def test_the_board_marks_the_medals_that_are_earned() -> None:
    p = fjord(1, carts="true")
    player(p, A, caught=10, points=60, crates=CRATES, carts="r6c6")
    special_tiles(p, "score_tokens", "score_crates")
    final(p, "1", checked=False)
    assert seen(p).medal_score == seen(p).players[0].score - 36 == 113
    svg = pictures.board(RULES, seen(p, A), Translator("en", ("Anne",)))
    assert 'class="sf-bold">bronze 100<' in svg
    assert 'class="sf-soft">silver 120<' in svg


@rule("SF-19.11")
def test_workers_and_dice_come_back_as_always() -> None:
    p = fjord(1)
    worker(p, A, "r3c2")
    die(p, A, "r6c4", "white", 4)
    solo_dice(p, "white", "- 3 6 2 -")
    deal_any(end_round(p, "1"))
    assert (p.workers, blocked(p, A), p.round) == ([1], {}, 2)
