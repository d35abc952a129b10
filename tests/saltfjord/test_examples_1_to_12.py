"""The worked examples SF-EX-1 to SF-EX-12, number by number: the rulebook's own."""

from __future__ import annotations

import pytest

from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.kernel.messages import Message
from quarterdeck.testing import example, rule
from tests.saltfjord.scenario import (
    RULES,
    A,
    asked,
    blocked,
    boat,
    crate_at,
    crossing,
    deal_any,
    end_round,
    final,
    fjord,
    icon,
    market,
    offered,
    options,
    play,
    player,
    points,
    refused,
    score,
    seen,
    special_tiles,
    start,
    store,
    tiles,
    turn,
)


@example("SF-EX-1")
@rule("SF-4.5", "SF-4.7", "SF-4.8", "SF-4.10")
def test_ex_1_die_change() -> None:
    p = fjord()
    player(p, A, goods="6 fish", abilities="broker")
    turn(p, A, white="1")
    play(p, A, "die white 1", "line 6")
    assert store(p, A) == "1 fish"
    assert options(p, A) == ["activate r4c6", "activate r6c6"]
    assert (icon(p, A, "r4c6"), icon(p, A, "r6c6")) == ("fishing", "tech")
    assert refused(p, A, "activate r3c6") == "not_a_building SF-4.10"


@example("SF-EX-1")
@rule("SF-4.5")
def test_ex_1_with_4_fish() -> None:
    p = fjord()
    player(p, A, goods="4 fish", abilities="broker")
    turn(p, A, white="1")
    play(p, A, "die white 1")
    assert offered(p, A, "line") == "1 2 3 4 5"
    assert refused(p, A, "line 6") == "cannot_pay SF-13.1"


@example("SF-EX-2")
@rule("SF-10.10", "SF-10.11", "SF-10.12")
def test_ex_2_crossing_pays_twice() -> None:
    p = fjord()
    player(p, A, goods="1 wood 1 planks")
    crossing(p)
    tiles(p, "corner_1", "l11")
    turn(p, A)
    play(p, A, "build_large corner_1", "place r1c2 2")
    deal_any(p)
    cells = [icon(p, A, name) for name in ("r2c3", "r1c3", "r1c2", "r2c2", "r1c6")]
    assert cells == ["fish2", "pulp", "tech", "walk_fish3", "empty"]
    village = seen(p).players[A]
    assert village.rows_complete == (False, True, False, False, False, False)
    assert village.columns_complete == (False, True, False, False, False, False)
    assert store(p, A) == "6 fish"


@example("SF-EX-3")
@rule("SF-2.2")
def test_ex_3_cubes_are_only_change() -> None:
    p = fjord()
    player(p, A, goods="5 fish")
    turn(p, A)
    play(p, A, "worker r1c1")
    assert store(p, A) == "7 fish"
    assert dict(seen(p).players[A].goods)["fish"] == 7


@example("SF-EX-4")
@rule("SF-9.8", "SF-5.1", "SF-10.1")
def test_ex_4_carpentry_3() -> None:
    p = fjord()
    player(p, A, goods="1 planks", tech="carpentry 3")
    turn(p, A)
    assert offered(p, A, "build_large") == "straight_1 straight_2 corner_1 corner_2"
    play(p, A, "build_large straight_1")
    assert (asked(p, A), store(p, A)) == ("PlaceTile", "")

    p = fjord()
    player(p, A, tech="carpentry 3")
    turn(p, A)
    assert offered(p, A, "build_large") == ""
    play(p, A, "worker r2c5")
    assert offered(p, A, "build") == "domino_1 domino_2"
    play(p, A, "build domino_1")
    assert (asked(p, A), store(p, A)) == ("PlaceTile", "")


@example("SF-EX-5")
@rule("SF-11.9", "SF-11.10", "SF-11.11")
def test_ex_5_upgraded_boat() -> None:
    p = fjord()
    aboard = "t1_fish3 t1_points2 t2_paper_points1 x2:t3_points6"
    player(p, A, tech="carpentry 1 fishing 3", zone=4, boat=aboard)
    turn(p, A)
    play(p, A, "worker r4c6", "return")
    assert points(p, A) == 17
    assert (score(p, A)["zones"], score(p, A)["tokens"]) == (4, 0 + 2 + 1 + 2 * 5)
    assert store(p, A) == "1 paper 3 fish"
    assert (p.zones[A], boat(p, A)) == (0, "")


def new_building() -> SaltfjordPosition:
    """SF-EX-6 up to the choice of the place."""
    p = fjord()
    player(p, A, goods="1 wood 1 fish 1 cloth")
    tiles(p, "domino_1", "d08")
    market(p, 1, "ks3")
    turn(p, A, white="5")
    play(p, A, "die white 5", "line 5")
    assert blocked(p, A) == {"r2c5": "white 5"}
    play(p, A, "build domino_1")
    assert store(p, A) == "1 cloth 1 fish"
    return p


@example("SF-EX-6")
@rule("SF-4.19", "SF-4.13", "SF-4.14")
def test_ex_6_new_building_in_the_same_sweep() -> None:
    p = new_building()
    play(p, A, "place r3c5 1")
    deal_any(p)
    assert (icon(p, A, "r3c5"), icon(p, A, "r4c5")) == ("fish2", "order")
    assert offered(p, A, "activate") == "r3c5 r4c5"
    play(p, A, "activate r3c5")
    assert store(p, A) == "1 cloth 3 fish"
    play(p, A, "activate r4c5", "order 1")
    deal_any(p)
    assert (store(p, A), crate_at(p, "ks3")) == ("2 fish", "0 quay_1")
    play(p, A, "end_turn")
    assert blocked(p, A) == {"r4c5": "white 5"}


@example("SF-EX-6")
@rule("SF-4.20")
def test_ex_6_tile_elsewhere() -> None:
    p = new_building()
    play(p, A, "place r2c3 0")
    deal_any(p)
    assert (icon(p, A, "r2c3"), icon(p, A, "r2c4")) == ("fish2", "order")
    assert asked(p, A) == "NextBuilding"
    assert offered(p, A, "activate") == ""


@example("SF-EX-7")
@rule("SF-4.2", "SF-4.3")
def test_ex_7_orange_limit() -> None:
    p = fjord(in_round=2)
    player(p, A, taken="2 orange 1 white")
    turn(p, A, white="3", orange="2")
    assert offered(p, A, "die") == "white 3"
    assert refused(p, A, "die orange 2") == "orange_limit SF-4.3"
    assert offered(turn_with("2 white 2 orange"), A, "die") == "white 3"
    assert offered(turn_with("3 white 2 orange"), A, "die") == ""


def turn_with(taken: str) -> SaltfjordPosition:
    p = fjord(in_round=2)
    player(p, A, taken=taken)
    return turn(p, A, white="3", orange="2")


@example("SF-EX-8")
@rule("SF-16.4", "SF-16.5")
def test_ex_8_fish_and_sets() -> None:
    p = fjord()
    player(p, A, goods="1 gold 1 planks 1 wood 2 fish")  # 4 + 3 + 2 + 2 = 11
    crates = "quay_1:k01 quay_1:k02 quay_2:k03 quay_3:k04 quay_4:k05 quay_4:k06 quay_4:k07"
    player(p, A, crates=crates)
    final(p)
    assert (score(p, A)["fish"], score(p, A)["crate_sets"]) == (3, 3)


@example("SF-EX-9")
@rule("SF-18.16")
@pytest.mark.parametrize(("carts", "worth"), [("r4c5 r6c3", 20 + 18), ("r4c5", 20)])
def test_ex_9_cart_points(carts: str, worth: int) -> None:
    p = fjord(carts="true")
    player(p, A, carts=carts)
    final(p)
    assert score(p, A)["carts"] == worth


def layout(p: SaltfjordPosition) -> tuple[str, str]:
    """The numbers of the taverns with a white die and with an orange one."""
    taverns = seen(p).taverns
    white = " ".join(tavern.id[-1] for tavern in taverns if tavern.white)
    return white, " ".join(tavern.id[-1] for tavern in taverns if tavern.orange)


@example("SF-EX-10")
@rule("SF-19.2", "SF-19.3", "SF-19.4", "SF-19.11")
def test_ex_10_solo_layout() -> None:
    p = deal_any(start(1))
    play(p, A, "set 1", "place r3c3 0")
    assert layout(deal_any(p)) == ("2 3 4 5", "4 5")
    assert layout(deal_any(end_round(fjord(1, 1)))) == ("2 3 4 5", "3 4 5")
    assert layout(deal_any(end_round(fjord(1, 2)))) == ("2 3 4 5", "2 3 4 5")


@example("SF-EX-11")
@rule("SF-19.13", "SF-19.15")
@pytest.mark.parametrize(
    ("total", "crates", "said"),
    [
        (99, 5, "sf.medal.none"),
        (100, 5, "sf.medal.bronze"),
        (179, 5, "sf.medal.platinum"),
        (180, 5, "sf.medal.palladium"),
        (180, 3, "sf.solo.lost"),
    ],
)
def test_ex_11_medals(total: int, crates: int, said: str) -> None:
    """Fisher is worth 12; Trader 10 with five crates; Busy quay 9 with three at one quay."""
    p = fjord(1)
    special_tiles(p, "score_tokens", "score_crates" if crates == 5 else "score_best_quay")
    laid = " ".join(f"quay_1:k{number:02}" for number in range(1, crates + 1))
    player(p, A, caught=12, crates=laid)
    ended = final(p.clone())
    player(p, A, points=total - ended.scores[A])
    final(p)
    assert p.scores == [total]
    sheet = {line.id: line for line in RULES.score_sheet(p)}
    assert sheet["solo_special"].points == (22 if crates == 5 else 21,)
    outcome = sheet["total"].details[A]
    assert outcome is not None
    medal = outcome.arguments.get("medal", outcome)
    assert isinstance(medal, Message)
    assert medal.id == said
    assert seen(p).won == (said != "sf.solo.lost")


@example("SF-EX-12")
@rule("SF-1.6", "SF-1.7", "SF-15.4")
def test_ex_12_dice() -> None:
    p = deal_any(start(3))
    while p.round == 0 or p.chance:
        seat = p.actors()[0]
        play(p, seat, options(p, seat)[0])
        deal_any(p)
    assert dice(p) == (9, 3)
    assert seen(p).orange_to_come == (3, 3)
    assert dice(deal_any(end_round(fjord(3, 1)))) == (9, 6)
    assert dice(deal_any(end_round(fjord(3, 2)))) == (9, 9)


def dice(p: SaltfjordPosition) -> tuple[int, int]:
    return sum(seen(p).white), sum(seen(p).orange)
