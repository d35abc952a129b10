"""SO-12 the end of the game: bonuses, totals, ranks."""

from __future__ import annotations

import pytest

from quarterdeck.games.salty_ocean.names import BUILDINGS
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.testing import rule
from tests.salty_ocean.probing import hear, ids
from tests.salty_ocean.scenario import (
    RULES,
    A,
    B,
    C,
    D,
    end_actions,
    give,
    hold,
    own,
    raise_to,
    sheet,
    table,
)


def last_turn(coins: list[int]) -> SaltyPosition:
    return table(len(coins), turn=5, coins=coins)


def final(p: SaltyPosition) -> SaltyPosition:
    end_actions(p)
    assert p.finished
    return p


def owns(p: SaltyPosition, seat: int, *buildings: str) -> None:
    for building in buildings:
        own(p, seat, building)


@rule("SO-12.1")
def test_five_bonuses_are_added_to_the_coins() -> None:
    p = last_turn([20, 21, 22, 23])
    owns(p, A, "vitraux", "hotel_de_ville", "saint_maclou", "phare", "banque")
    raise_to(p, A, notre_dame=4)
    hold(p, A, "carrack")
    final(p)
    assert {id: points[A] for id, points in sheet(p).items()} == {
        "coins": 21,
        "notre_dame": 26,
        "vitraux": 10,
        "hotel_de_ville": 9,
        "saint_maclou": 6,
        "phare": 4,
        "total": 76,
        "tiebreak_buildings": 8,
    }
    assert p.scores == [76, 21, 22, 23]


@rule("SO-12.1")
def test_the_other_buildings_bring_no_bonus() -> None:
    p = last_turn([10, 12, 14, 16])
    owns(p, A, "bureau_des_finances", "chantier_naval", "academie_marine", "gros_horloge")
    owns(p, A, "fierte", "banque", "salle_des_coffres")
    raise_to(p, A, saline=4, depot=2)
    assert final(p).scores == [11, 12, 14, 16]


@rule("SO-12.1")
def test_the_report_has_these_lines_in_this_order() -> None:
    p = last_turn([10, 12, 14, 16])
    raise_to(p, A, notre_dame=2)
    hold(p, B, "carrack")
    lines = RULES.score_sheet(final(p))
    assert [line.id for line in lines] == [
        "coins",
        "notre_dame",
        "vitraux",
        "hotel_de_ville",
        "saint_maclou",
        "phare",
        "total",
        "tiebreak_buildings",
    ]
    assert [line.counts for line in lines] == [True] * 6 + [False] * 2
    for seat in range(4):
        total = sum(line.points[seat] for line in lines if line.counts)
        assert total == p.scores[seat] == lines[6].points[seat]
    shown = [lines[1].details[A], lines[3].details[A], lines[5].details[B]]
    # The step, the buildings and the ships behind the figures
    assert [detail and detail.arguments.get("step") for detail in shown[:1]] == [2]
    assert [detail and detail.arguments.get("count") for detail in shown[1:]] == [1, 2]


@rule("SO-12.1")
def test_the_bonuses_come_after_the_coin_limit() -> None:
    p = last_turn([50, 12, 14, 16])
    raise_to(p, A, notre_dame=1)
    assert final(p).scores == [45, 12, 14, 16]


@rule("SO-12.2")
@pytest.mark.parametrize(("coins", "total"), [(40, 110), (41, 110), (39, 109)])
def test_bonuses_know_no_coin_limit(coins: int, total: int) -> None:
    p = last_turn([coins, 12, 14, 16])
    raise_to(p, A, notre_dame=8)
    assert final(p).scores[A] == total


@rule("SO-12.2")
def test_bonuses_know_no_coin_limit_of_the_banque_either() -> None:
    p = last_turn([80, 12, 14, 16])
    own(p, A, "banque")
    raise_to(p, A, notre_dame=8)
    assert final(p).scores[A] == 150


@rule("SO-12.3")
@pytest.mark.parametrize(("vault", "total"), [(False, 19 + 35), (True, 20 + 35)])
def test_bonuses_earn_no_interest(vault: bool, total: int) -> None:
    p = last_turn([19, 12, 14, 16])
    own(p, A, "banque")
    if vault:
        own(p, A, "salle_des_coffres")
    raise_to(p, A, notre_dame=5)
    assert final(p).scores[A] == total


@rule("SO-12.3")
def test_a_debt_covered_by_bonuses_still_costs_its_interest() -> None:
    p = last_turn([-5, 12, 14, 16])
    raise_to(p, A, notre_dame=2)
    assert final(p).scores[A] == -6 + 11


@rule("SO-12.4")
def test_goods_and_ships_are_worth_nothing() -> None:
    p = last_turn([10, 12, 14, 16])
    raise_to(p, A, depot=2)
    give(p, A, salt=10, herring=10, cod=10)
    hold(p, A, "caravel_1", cod=4)
    hold(p, A, "caravel_2", where="sea", herring=4)
    hold(p, A, "carrack", where="sea", cod=6)
    own(p, B, "phare")
    final(p)
    assert p.scores == [10, 14, 14, 16]
    assert p.ranks[A] == 4


@rule("SO-12.5")
@pytest.mark.parametrize(
    ("coins", "scores", "ranks"),
    [
        ([10, 12, 14, 16], [10, 12, 14, 16], [4, 3, 2, 1]),
        ([30, 5, 20, 10], [30, 5, 20, 10], [1, 4, 2, 3]),
        # Debts count as such, after the last interest
        ([-3, -20, 0, -10], [-4, -21, 0, -11], [2, 4, 1, 3]),
        ([-22, -21], [-22, -22], [1, 1]),
        ([3, -1], [3, -2], [1, 2]),
    ],
)
def test_the_most_coins_win(coins: list[int], scores: list[int], ranks: list[int]) -> None:
    p = last_turn(coins)
    log = hear(p)
    final(p)
    assert p.scores == scores
    assert p.ranks == ranks
    assert ids(log)[-1] == "end"


@rule("SO-12.5")
def test_buildings_do_not_beat_coins() -> None:
    p = last_turn([15, 16, 10, 10])
    owns(p, A, "gros_horloge", "fierte", "bureau_des_finances")
    assert final(p).ranks[:2] == [2, 1]


@rule("SO-12.6")
@pytest.mark.parametrize(("winner", "loser"), [(A, B), (B, A), (C, D)])
def test_a_tie_goes_to_whoever_has_more_buildings(winner: int, loser: int) -> None:
    p = last_turn([20, 20, 20, 20])
    owns(p, winner, "gros_horloge", "fierte")
    owns(p, loser, "gros_horloge")
    final(p)
    assert p.scores == [20, 20, 20, 20]
    others = [seat for seat in range(4) if seat not in (winner, loser)]
    assert p.ranks[winner] == 1
    assert p.ranks[loser] == 2
    assert [p.ranks[seat] for seat in others] == [3, 3]


@rule("SO-12.6")
def test_a_tie_is_judged_on_totals_not_on_coins() -> None:
    p = last_turn([15, 20, 10, 10])
    raise_to(p, A, notre_dame=1)
    # 15 + 5 = 20 with Notre-Dame against 20 without anything
    assert final(p).ranks == [1, 2, 3, 3]


@rule("SO-12.6")
def test_improved_buildings_count_once() -> None:
    p = last_turn([5, 50, 10, 10])
    raise_to(p, A, saline=4, depot=2, notre_dame=5)
    own(p, B, "gros_horloge")
    final(p)
    # 5 + 35 and one building each: many levels are no advantage
    assert p.scores[:2] == [40, 40]
    assert p.ranks[:2] == [1, 1]


@rule("SO-12.7")
@pytest.mark.parametrize("building", BUILDINGS)
def test_every_city_building_but_the_salle_counts_for_the_tie_break(building: str) -> None:
    p = last_turn([10, 12, 14, 16])
    assert sheet(p)["tiebreak_buildings"] == (2, 2, 2, 2)
    own(p, A, building)
    counted = 2 if building == "salle_des_coffres" else 3
    assert sheet(p)["tiebreak_buildings"] == (counted, 2, 2, 2)


@rule("SO-12.7")
def test_the_tie_break_count_goes_up_to_14() -> None:
    p = last_turn([10, 12, 14, 16])
    owns(p, A, *BUILDINGS)
    assert sheet(p)["tiebreak_buildings"][A] == 13
    raise_to(p, A, saline=4, depot=2, notre_dame=1)
    assert sheet(p)["tiebreak_buildings"][A] == 14
    raise_to(p, A, notre_dame=8)
    assert sheet(p)["tiebreak_buildings"] == (14, 2, 2, 2)


@rule("SO-12.7")
def test_a_salle_decides_no_tie() -> None:
    p = last_turn([4, 4, 4, 4])
    owns(p, A, "banque", "salle_des_coffres")
    owns(p, B, "banque")
    assert final(p).ranks == [1, 1, 3, 3]


@rule("SO-12.8")
def test_players_who_are_still_tied_share_the_victory() -> None:
    p = last_turn([20, 12, 20, 20])
    own(p, A, "fierte")
    own(p, C, "gros_horloge")
    own(p, D, "bureau_des_finances")
    assert final(p).ranks == [1, 4, 1, 1]


@rule("SO-12.8")
def test_neither_turn_order_nor_discs_break_a_tie() -> None:
    p = last_turn([20, 20])
    p.serial, p.last_serial = [7, 3], 7
    assert final(p).ranks == [1, 1]


@rule("SO-12.9")
def test_lower_ranks_use_the_same_criteria() -> None:
    p = last_turn([10, 30, 10, 10])
    own(p, D, "fierte")
    # B; then D with one building more than A and C, who share the third place
    assert final(p).ranks == [3, 1, 3, 2]


@rule("SO-12.9")
def test_a_shared_rank_takes_as_many_places_as_players() -> None:
    assert final(last_turn([30, 30, 10, 20])).ranks == [1, 1, 4, 3]
    assert final(last_turn([30, 20, 20, 10])).ranks == [1, 2, 2, 4]
    assert final(last_turn([10, 10, 10])).ranks == [1, 1, 1]
