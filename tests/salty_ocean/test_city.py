"""SO-6 City actions: levels, Notre-Dame, the twelve buildings and their spaces."""

from __future__ import annotations

from random import Random

import pytest

from quarterdeck.games.salty_ocean.names import BUILDINGS
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.testing import rule
from tests.salty_ocean.probing import pass_until, why_closed
from tests.salty_ocean.scenario import (
    A,
    B,
    C,
    D,
    asked,
    barrels,
    damage,
    end_actions,
    give,
    hold,
    options,
    own,
    play,
    raise_to,
    refresh,
    space,
    table,
)

# Spaces of each building with four players.
SPACES = {
    "banque": 4,
    "salle_des_coffres": 4,
    "bureau_des_finances": 2,
    "auberge": 4,
    "chantier_naval": 2,
    "academie_marine": 2,
    "phare": 4,
    "vitraux": 3,
    "hotel_de_ville": 3,
    "gros_horloge": 2,
    "saint_maclou": 2,
    "fierte": 2,
}


def open_city(coins: list[int] | None = None) -> SaltyPosition:
    """Everybody has reached step 3 of Notre-Dame; all that is missing is a Banque."""
    p = table(coins=coins)
    p.cathedral = [3, 3, 3, 3]
    return refresh(p)


def everybody_owns(p: SaltyPosition, building: str) -> None:
    for seat in range(p.seats):
        own(p, seat, building)


@rule("SO-6.1")
@pytest.mark.parametrize(
    "action", ["saline", "depot", "notre_dame", *(f"build {b}" for b in BUILDINGS)]
)
@pytest.mark.parametrize("counter", [0, 3])
def test_a_city_action_costs_the_activation_and_nothing_else(action: str, counter: int) -> None:
    p = table(coins=[10, 12, 14, 16], counters=(counter, 0, 0, 0))
    p.cathedral = [3, 3, 3, 3]
    own(p, B, "banque")
    if action == "build salle_des_coffres":
        own(p, A, "banque")
    play(p, action)
    assert p.coins == [10 - counter, 12, 14, 16]


@rule("SO-6.2", "SO-6.4")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_saline_rises_by_one_level(level: int) -> None:
    p = table()
    raise_to(p, A, saline=level)
    play(p, "saline")
    assert p.saline == [level, 0, 0, 0]
    assert p.depot == [0, 0, 0, 0]


@rule("SO-6.2")
def test_a_saline_of_level_4_is_complete() -> None:
    p = table()
    raise_to(p, A, saline=4)
    assert why_closed(p, "saline") == ("SO-6.2", "saline_complete")
    # Only his own level matters
    p = table()
    raise_to(p, B, saline=4)
    assert "saline" in options(p)


@rule("SO-6.3", "SO-6.4")
@pytest.mark.parametrize("level", [0, 1])
def test_a_depot_rises_by_one_level(level: int) -> None:
    p = table()
    raise_to(p, A, depot=level)
    play(p, "depot")
    assert p.depot == [level + 1, 0, 0, 0]
    assert p.saline == [0, 0, 0, 0]


@rule("SO-6.3")
def test_a_depot_of_level_2_is_complete() -> None:
    p = table()
    raise_to(p, A, depot=2)
    assert why_closed(p, "depot") == ("SO-6.3", "depot_complete")
    p = table()
    raise_to(p, B, depot=2)
    assert "depot" in options(p)


@rule("SO-6.4")
def test_levels_are_bought_one_after_the_other_each_for_its_own_cost() -> None:
    p = table(coins=[20, 12, 14, 16])
    for level in (1, 2, 3):
        assert p.saline[A] == level - 1
        play(p, "saline")
        pass_until(p, A)
    for level in (0, 1):
        assert p.depot[A] == level
        play(p, "depot")
        pass_until(p, A)
    assert (p.saline[A], p.depot[A]) == (3, 2)
    assert p.coins[A] == 20 - (0 + 1 + 2 + 3 + 4)
    assert not {"saline", "depot"} & set(options(p))


@rule("SO-6.5")
@pytest.mark.parametrize("step", range(8))
def test_notre_dame_is_built_step_by_step(step: int) -> None:
    p = table()
    raise_to(p, A, notre_dame=step)
    play(p, "notre_dame")
    assert p.cathedral == [step + 1, 0, 0, 0]


@rule("SO-6.5")
def test_notre_dame_ends_at_step_8() -> None:
    p = table()
    raise_to(p, A, notre_dame=8)
    assert why_closed(p, "notre_dame") == ("SO-6.5", "cathedral_complete")


@rule("SO-6.5")
def test_notre_dame_may_be_repeated_in_later_actions() -> None:
    p = table()
    for step in (1, 2, 3):
        play(p, "notre_dame")
        assert p.cathedral[A] == step
        pass_until(p, A)


@rule("SO-6.6", "SO-6.7", "SO-6.8")
@pytest.mark.parametrize(
    ("own_step", "others", "legal"),
    [
        # Steps 1 to 5: no limit
        (0, (8, 7, 6), True),
        (1, (8, 7, 6), True),
        (2, (5, 5, 5), True),
        (3, (8, 7, 6), True),
        (4, (8, 7, 6), True),
        (4, (5, 5, 5), True),
        # Step 6: three players
        (5, (5, 5, 5), True),
        (5, (6, 6, 5), True),
        (5, (8, 7, 5), True),
        (5, (6, 6, 6), False),
        (5, (8, 7, 6), False),
        (5, (7, 7, 6), False),
        # Step 7: two players
        (6, (6, 6, 0), True),
        (6, (7, 6, 0), True),
        (6, (8, 6, 0), True),
        (6, (7, 7, 0), False),
        (6, (8, 7, 0), False),
        # Step 8: one player
        (7, (7, 6, 5), True),
        (7, (8, 6, 5), False),
        (7, (8, 0, 0), False),
    ],
)
def test_the_last_three_steps_admit_three_two_and_one_player(
    own_step: int, others: tuple[int, int, int], legal: bool
) -> None:
    p = table()
    p.cathedral = [own_step, *others]
    refresh(p)
    if legal:
        play(p, "notre_dame")
        assert p.cathedral == [own_step + 1, *others]
    else:
        assert why_closed(p, "notre_dame") == ("SO-6.6", "cathedral_full")


@rule("SO-6.8")
def test_moving_on_does_not_free_a_place() -> None:
    p = table(coins=[20, 20, 20, 20])
    p.cathedral = [6, 6, 6, 5]
    refresh(p)
    play(p, "notre_dame", "notre_dame")
    assert p.cathedral == [7, 7, 6, 5]
    # Nobody but C stands on step 6 now, still three have reached it
    assert why_closed(p, "notre_dame") == ("SO-6.6", "cathedral_full")
    play(p, "pass")
    assert asked(p) == (D, "Move")
    assert why_closed(p, "notre_dame") == ("SO-6.6", "cathedral_full")


@rule("SO-6.9")
@pytest.mark.parametrize("building", BUILDINGS)
def test_a_building_is_owned_at_most_once(building: str) -> None:
    p = open_city()
    own(p, B, "banque")
    if building == "salle_des_coffres":
        own(p, A, "banque")
    assert space(p, A, building) == 0
    play(p, f"build {building}")
    assert space(p, A, building) > 0
    owned = [b for b in BUILDINGS if space(p, A, b)]
    assert owned == (["banque", building] if building == "salle_des_coffres" else [building])
    pass_until(p, A)
    assert why_closed(p, f"build {building}") == ("SO-6.9", "already_owned")


@rule("SO-6.10")
@pytest.mark.parametrize(("building", "spaces"), SPACES.items())
def test_builders_take_the_lowest_free_space_until_there_is_none(
    building: str, spaces: int
) -> None:
    p = open_city(coins=[30, 30, 30, 30])
    if building != "banque":
        everybody_owns(p, "banque")
    p.order = [A, C, D, B]
    for number in range(1, spaces + 1):
        (builder,) = p.actors()
        play(p, f"build {building}")
        assert space(p, builder, building) == number
    if spaces < 4:
        assert why_closed(p, f"build {building}") == ("SO-6.10", "no_space")


@rule("SO-6.10")
def test_a_passed_opportunity_does_not_reserve_a_space() -> None:
    p = table()
    play(p, "pass", "build saint_maclou", "pass", "pass", "build saint_maclou")
    assert [space(p, seat, "saint_maclou") for seat in (A, B)] == [2, 1]


@rule("SO-6.11")
def test_the_salle_des_coffres_needs_the_own_banque() -> None:
    p = table()
    assert why_closed(p, "build salle_des_coffres") == ("SO-6.11", "needs_own_bank")
    own(p, B, "banque")
    assert why_closed(p, "build salle_des_coffres") == ("SO-6.11", "needs_own_bank")
    own(p, A, "banque")
    play(p, "build salle_des_coffres")
    assert space(p, A, "salle_des_coffres") == 1


@rule("SO-6.12")
@pytest.mark.parametrize("owner", [A, B, D])
def test_the_hotel_de_ville_needs_a_banque_of_anybody(owner: int) -> None:
    p = table()
    own(p, owner, "auberge")
    assert why_closed(p, "build hotel_de_ville") == ("SO-6.12", "needs_a_bank")
    own(p, owner, "banque")
    play(p, "build hotel_de_ville")
    assert space(p, A, "hotel_de_ville") == 1


@rule("SO-6.13")
@pytest.mark.parametrize(
    ("setting", "mine", "best_other", "legal"),
    [
        ("own", 2, 0, False),
        ("own", 2, 8, False),
        ("own", 3, 0, True),
        ("own", 4, 0, True),
        ("any", 2, 2, False),
        ("any", 0, 3, True),
        ("any", 3, 0, True),
        ("any", 0, 8, True),
    ],
)
def test_the_vitraux_need_step_3(setting: str, mine: int, best_other: int, legal: bool) -> None:
    p = table(vitraux_requirement=setting)
    p.cathedral = [mine, 0, best_other, 1]
    refresh(p)
    if legal:
        play(p, "build vitraux")
        assert space(p, A, "vitraux") == 1
    else:
        # With `own` it does not help if somebody else has come so far
        needed = "needs_a_cathedral" if setting == "any" else "needs_cathedral"
        assert why_closed(p, "build vitraux") == ("SO-6.13", needed)


# SO-6.14: from the moment it is built


@rule("SO-6.14")
def test_tracks_bought_this_turn_count_at_its_turn_end() -> None:
    p = table(coins=[20, 12, 14, 16])
    play(p, "saline")
    pass_until(p, A)
    play(p, "depot")
    end_actions(p)
    assert barrels(p, A) == (7, 0, 0)


@rule("SO-6.14")
def test_income_buildings_of_this_turn_pay_at_its_turn_end() -> None:
    p = table(coins=[38, 30, 14, 16])
    play(p, "build banque", "build auberge")
    end_actions(p)
    # 38: interest 1; 30 - 1 for the second City action, rent 2 + 3
    assert p.coins == [39, 34, 14, 16]


@rule("SO-6.14")
def test_a_bureau_pays_at_the_next_sale_and_a_depot_has_room_at_once() -> None:
    p = table(coins=[10, 12, 14, 16], rows=(3, 3, 3))
    play(p, "build bureau_des_finances")
    pass_until(p, A)
    play(p, "sell salt", "from caravel_1 1")
    assert p.coins[A] == 15
    pass_until(p, A)
    give(p, A, salt=6)
    play(p, "depot")
    pass_until(p, A)
    play(p, "buy salt")
    assert options(p)[-1] == "take 9"


@rule("SO-6.14")
def test_protection_works_at_once() -> None:
    p = table(event="event_05")
    play(p, "build saint_maclou")
    pass_until(p, A)
    play(p, "sail_out", "herring 3")
    assert damage(p, A, "caravel_1") == 0
    p = table(event="event_03")
    play(p, "build fierte")
    pass_until(p, A)
    play(p, "sail_out", "herring 3")
    assert barrels(p, A, "caravel_1") == (0, 3, 0)


@rule("SO-6.14")
def test_phare_fierte_and_yards_work_at_once() -> None:
    p = table(coins=[20, 20, 20, 20])
    hold(p, A, "caravel_1", damage=2)
    play(p, "build phare", "build chantier_naval", "build academie_marine")
    assert asked(p) == (D, "Move")
    assert "build_ship carrack" in options(p)
    play(p, "build fierte")
    end_actions(p)
    assert damage(p, A, "caravel_1") == 0
    assert asked(p) == (D, "Look")


@rule("SO-6.15")
@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3), (4, 4)])
def test_nothing_built_is_ever_lost_or_moved(seats: int, seed: int) -> None:
    random = Random(seed)
    p = table(seats)
    built = 0
    while not p.finished:
        spaces, tracks = p.space[:], [*p.saline, *p.depot, *p.cathedral]
        if p.chance:
            p.deal(random.choice(p.outcomes())[0])
        else:
            (seat,) = p.actors()
            p.play(seat, random.choice(p.legal(seat)))
        built += p.space != spaces
        assert all(new == old for old, new in zip(spaces, p.space, strict=True) if old)
        now = [*p.saline, *p.depot, *p.cathedral]
        assert all(new >= old for old, new in zip(tracks, now, strict=True))
    assert built > 5


@rule("SO-6.15")
def test_the_turn_end_leaves_the_city_alone() -> None:
    p = table(coins=[-22, -22, 90, 90])
    own(p, A, "banque")
    own(p, A, "salle_des_coffres")
    own(p, C, "fierte")
    raise_to(p, A, saline=3, depot=2, notre_dame=4)
    spaces = p.space[:]
    end_actions(p)
    assert asked(p) == (C, "Look")
    play(p, "no_look")
    assert p.turn == 2
    assert p.space == spaces
    assert (p.saline[A], p.depot[A], p.cathedral[A]) == (2, 2, 4)
