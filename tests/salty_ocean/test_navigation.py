"""SO-7 Navigation: sailing out to fish and sailing home."""

from __future__ import annotations

import pytest

from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.testing import rule
from tests.salty_ocean.probing import hear, ids, pass_until, refuse, why_closed
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
    numbered,
    options,
    own,
    play,
    refresh,
    seen,
    table,
    where,
)

CALM, STORM = "event_01", "event_06"
PIRATES, STORM_AND_PIRATES = "event_05", "event_09"
POOR, STORM_AND_POOR = "event_03", "event_10"


def fleet(event: str = CALM, seats: int = 4) -> SaltyPosition:
    """A has all three ships in Rouen, empty."""
    p = table(seats, event=event)
    for ship in ("caravel_1", "caravel_2", "carrack"):
        hold(p, A, ship)
    return p


def places(p: SaltyPosition, seat: int = A) -> list[str]:
    return [where(p, seat, ship) for ship in ("caravel_1", "caravel_2", "carrack")]


# Which ships


@rule("SO-7.1")
@pytest.mark.parametrize(
    ("picks", "after"),
    [
        (["ship caravel_1", "done"], ["sea", "port", "port"]),
        (["ship caravel_2", "done"], ["port", "sea", "port"]),
        (["ship carrack"], ["port", "port", "sea"]),
        (["ship caravel_1", "ship carrack"], ["sea", "port", "sea"]),
        (["ship caravel_1", "ship caravel_2", "ship carrack"], ["sea", "sea", "sea"]),
        (["ship caravel_1", "ship caravel_2", "done"], ["sea", "sea", "port"]),
    ],
)
def test_one_or_more_ships_sail_out(picks: list[str], after: list[str]) -> None:
    p = fleet()
    play(p, "sail_out")
    # At least one: "done" comes later
    assert options(p) == ["ship caravel_1", "ship caravel_2", "ship carrack"]
    refuse(p, "done")
    play(p, *picks)
    assert asked(p) == (B, "Move")
    assert places(p) == after
    assert p.counters == [0, 1, 0, 0]


@rule("SO-7.1")
def test_sailing_out_needs_a_ship_in_rouen() -> None:
    p = table()
    hold(p, A, "caravel_1", where="sea")
    hold(p, A, "carrack", where="sea")
    assert why_closed(p, "sail_out") == ("SO-7.1", "no_ship_in_port")
    hold(p, A, "carrack", where="port")
    play(p, "sail_out")
    assert places(p) == ["sea", "unbuilt", "sea"]


@rule("SO-7.2")
@pytest.mark.parametrize(
    ("picks", "after"),
    [
        (["ship caravel_1", "done"], ["port", "sea", "sea"]),
        (["ship caravel_2", "done"], ["sea", "port", "sea"]),
        (["ship carrack"], ["sea", "sea", "port"]),
        (["ship caravel_1", "ship carrack"], ["port", "sea", "port"]),
        (["ship caravel_1", "ship caravel_2", "ship carrack"], ["port", "port", "port"]),
    ],
)
def test_one_or_more_ships_sail_home(picks: list[str], after: list[str]) -> None:
    p = fleet()
    for ship in ("caravel_1", "caravel_2", "carrack"):
        hold(p, A, ship, where="sea")
    play(p, "sail_home")
    assert options(p) == ["ship caravel_1", "ship caravel_2", "ship carrack"]
    refuse(p, "done")
    play(p, *picks)
    assert asked(p) == (B, "Move")
    assert places(p) == after
    assert p.counters == [0, 1, 0, 0]


@rule("SO-7.2")
def test_sailing_home_needs_a_ship_at_sea() -> None:
    p = table()
    # Somebody else's ship at sea is of no use
    hold(p, B, "caravel_1", where="sea")
    assert why_closed(p, "sail_home") == ("SO-7.2", "no_ship_at_sea")
    hold(p, A, "carrack", where="sea")
    play(p, "sail_home")
    assert places(p) == ["port", "unbuilt", "port"]


@rule("SO-7.3")
def test_an_action_goes_in_one_direction_only() -> None:
    for action, before, after in (("sail_out", "port", "sea"), ("sail_home", "sea", "port")):
        p = table()
        hold(p, A, "caravel_1", where=before)
        hold(p, A, "caravel_2", where=after)
        hold(p, A, "carrack", where=before)
        play(p, action)
        assert options(p) == ["ship caravel_1", "ship carrack"]
        refuse(p, "ship caravel_2")
        play(p, "ship caravel_1")
        assert options(p) == ["ship carrack", "done"]
        # A ship that has moved does not move back, and neither does the other direction open
        refuse(p, "ship caravel_1")
        play(p, "done")
        assert asked(p) == (B, "Move")
        assert places(p) == [after, after, before]


@rule("SO-7.4", "SO-7.6")
def test_each_ship_is_resolved_completely_before_the_next_is_picked() -> None:
    p = fleet(STORM_AND_POOR)
    hold(p, A, "caravel_1", salt=3, herring=1)
    hold(p, A, "carrack", salt=3)
    play(p, "sail_out", "ship caravel_1")
    assert asked(p) == (A, "Loss")
    play(p, "lose salt 0")
    assert asked(p) == (A, "FishSplit")
    assert damage(p, A, "carrack") == 0
    play(p, "herring 0")
    assert asked(p) == (A, "SailOut")
    assert barrels(p, A, "caravel_1") == (0, 0, 2)
    play(p, "ship carrack")
    assert asked(p) == (A, "FishSplit")
    assert options(p) == numbered("herring", 0, 2)


@rule("SO-7.4")
@pytest.mark.parametrize("first", ["caravel_1", "caravel_2", "carrack"])
def test_the_owner_chooses_who_meets_the_pirates(first: str) -> None:
    p = fleet(PIRATES)
    play(p, "sail_out", f"ship {first}")
    rest = [s for s in ("caravel_1", "caravel_2", "carrack") if s != first]
    assert options(p) == [f"ship {rest[0]}", f"ship {rest[1]}", "done"]
    play(p, f"ship {rest[0]}", f"ship {rest[1]}")
    assert asked(p) == (B, "Move")
    assert places(p) == ["sea", "sea", "sea"]
    assert damage(p, A, first) == 2
    assert [damage(p, A, ship) for ship in rest] == [0, 0]


@rule("SO-7.4")
def test_without_a_threat_each_set_of_ships_is_reached_in_one_way() -> None:
    for event, protected in ((CALM, False), (STORM, False), (PIRATES, True)):
        p = fleet(event)
        if protected:
            own(p, A, "saint_maclou")
        play(p, "sail_out", "ship caravel_2")
        assert options(p) == ["ship carrack", "done"]
        play(p, "done")
        assert places(p) == ["port", "sea", "port"]


@rule("SO-7.4")
def test_with_pirates_the_picks_after_the_first_keep_the_ship_order() -> None:
    p = fleet(PIRATES)
    play(p, "sail_out", "ship carrack", "ship caravel_2")
    # Caravel 1 would have had to come before Caravel 2: the action is over
    assert asked(p) == (B, "Move")
    assert places(p) == ["port", "sea", "sea"]


@rule("SO-7.4")
def test_spent_pirates_leave_no_choice_of_order() -> None:
    p = fleet(PIRATES)
    p.pirates = 0
    play(refresh(p), "sail_out", "ship caravel_2")
    assert options(p) == ["ship carrack", "done"]


@rule("SO-7.5")
@pytest.mark.parametrize(
    ("hurt", "cargo"),
    [
        (0, (0, 0, 0)),
        (4, (0, 0, 0)),
        (3, (0, 0, 0)),
        (0, (0, 4, 0)),
        (2, (0, 0, 2)),
        (0, (1, 1, 2)),
    ],
)
def test_a_ship_sails_with_any_cargo_and_any_damage(hurt: int, cargo: tuple[int, int, int]) -> None:
    p = table()
    salt, herring, cod = cargo
    hold(p, A, "caravel_1", damage=hurt, salt=salt, herring=herring, cod=cod)
    play(p, "sail_out")
    assert where(p, A, "caravel_1") == "sea"
    assert damage(p, A, "caravel_1") == hurt
    assert sum(barrels(p, A, "caravel_1")) == sum(cargo)


@rule("SO-7.5")
def test_an_empty_wreck_may_draw_the_pirates() -> None:
    p = fleet(PIRATES)
    hold(p, A, "caravel_1", damage=4)
    hold(p, A, "carrack", salt=6)
    play(p, "sail_out", "ship caravel_1", "ship carrack", "herring 6")
    assert (damage(p, A, "caravel_1"), damage(p, A, "carrack")) == (4, 0)
    assert barrels(p, A, "carrack") == (0, 6, 0)
    assert not seen(p).pirates_active


# What happens on the way out


@rule("SO-7.6")
def test_damage_losses_poor_fishing_and_catch_come_in_this_order() -> None:
    p = table(event=STORM_AND_POOR)
    hold(p, A, "caravel_1", salt=4)
    log = hear(p)
    play(p, "sail_out")
    # 4 - 1 lost - 1 spoiled; the other way round one barrel more would be left
    assert options(p) == numbered("herring", 0, 2)
    play(p, "herring 1")
    assert barrels(p, A, "caravel_1") == (0, 1, 1)
    assert ids(log) == ["action.sail_out", "sails", "damage", "lost", "poor_fishing", "catch"]


@rule("SO-7.6")
def test_salt_saved_from_the_storm_may_still_spoil() -> None:
    p = table(event=STORM_AND_POOR)
    hold(p, A, "caravel_1", salt=1, cod=3)
    play(p, "sail_out")
    assert asked(p) == (A, "Loss")
    play(p, "lose salt 0")
    assert barrels(p, A, "caravel_1") == (0, 0, 2)
    p = table(event=STORM_AND_POOR)
    hold(p, A, "caravel_1", salt=1, cod=3)
    play(p, "sail_out", "lose salt 1")
    assert barrels(p, A, "caravel_1") == (0, 0, 3)


@rule("SO-7.7")
def test_a_storm_damages_every_ship_by_1() -> None:
    p = fleet(STORM)
    play(p, "sail_out", "ship caravel_1", "ship caravel_2", "ship carrack")
    assert [damage(p, A, s) for s in ("caravel_1", "caravel_2", "carrack")] == [1, 1, 1]
    play(p, "sail_out", "herring 0")
    assert damage(p, B, "caravel_1") == 1


@rule("SO-7.7")
@pytest.mark.parametrize(
    ("ship", "hurt", "usable"),
    [("caravel_1", 0, 4), ("caravel_1", 1, 3), ("caravel_2", 3, 1), ("carrack", 2, 4)],
)
def test_each_damage_takes_one_place_of_the_hold(ship: str, hurt: int, usable: int) -> None:
    p = table()
    hold(p, A, "caravel_1", damage=4)
    hold(p, A, ship, damage=hurt)
    give(p, A, salt=6)
    play(p, "move_goods")
    assert options(p) == numbered(f"load {ship} salt", 0, usable)


@rule("SO-7.8")
@pytest.mark.parametrize("second", [A, B, D])
def test_pirates_attack_the_first_ship_only(second: int) -> None:
    p = table(event=PIRATES)
    for seat in range(4):
        hold(p, seat, "caravel_1")
        hold(p, seat, "carrack")
    play(p, "sail_out", "ship caravel_1", "done")
    assert damage(p, A, "caravel_1") == 2
    pass_until(p, second)
    play(p, "sail_out")
    if second != A:
        play(p, "ship carrack")
    assert damage(p, second, "carrack") == 0


@rule("SO-7.8", "SO-10.21")
def test_pirates_pass_over_the_owner_of_saint_maclou() -> None:
    p = table(event=PIRATES)
    own(p, A, "saint_maclou")
    play(p, "sail_out", "herring 0")
    assert damage(p, A, "caravel_1") == 0
    assert seen(p).pirates_active
    play(p, "sail_out", "herring 0")
    assert damage(p, B, "caravel_1") == 2
    assert not seen(p).pirates_active


@rule("SO-7.9")
@pytest.mark.parametrize("event", ["event_08", "event_09"])
def test_storm_and_pirates_add_up(event: str) -> None:
    p = fleet(event)
    play(p, "sail_out", "ship carrack", "ship caravel_1", "ship caravel_2")
    assert [damage(p, A, s) for s in ("caravel_1", "caravel_2", "carrack")] == [1, 1, 3]
    play(p, "sail_out", "herring 0")
    assert damage(p, B, "caravel_1") == 1


@rule("SO-7.10")
@pytest.mark.parametrize(
    ("ship", "before", "event", "after"),
    [
        ("caravel_1", 1, STORM_AND_PIRATES, 4),
        ("caravel_1", 2, STORM_AND_PIRATES, 4),
        ("caravel_1", 3, PIRATES, 4),
        ("caravel_1", 4, STORM_AND_PIRATES, 4),
        ("caravel_1", 4, STORM, 4),
        ("caravel_2", 3, STORM_AND_PIRATES, 4),
        ("carrack", 3, STORM_AND_PIRATES, 6),
        ("carrack", 5, PIRATES, 6),
        ("carrack", 6, STORM_AND_PIRATES, 6),
    ],
)
def test_damage_stops_at_the_capacity_and_sinks_nobody(
    ship: str, before: int, event: str, after: int
) -> None:
    p = table(event=event)
    hold(p, A, "caravel_1", where="sea")
    hold(p, A, ship, damage=before)
    play(p, "sail_out")
    assert damage(p, A, ship) == after
    assert where(p, A, ship) == "sea"
    # Even an attack without effect spends the pirates
    assert not seen(p).pirates_active
    pass_until(p, A)
    play(p, "sail_home", *([] if ship == "caravel_1" else [f"ship {ship}"]))
    assert where(p, A, ship) == "port"


@rule("SO-7.11")
@pytest.mark.parametrize(
    ("cargo", "event", "left"),
    [
        (3, STORM_AND_PIRATES, 3),
        (4, STORM_AND_PIRATES, 3),
        (6, STORM_AND_PIRATES, 3),
        (4, PIRATES, 4),
        (5, PIRATES, 4),
        (5, STORM, 5),
        (6, STORM, 5),
        (6, CALM, 6),
    ],
)
def test_exactly_the_excess_is_lost(cargo: int, event: str, left: int) -> None:
    p = table(event=event)
    hold(p, A, "caravel_1", where="sea")
    hold(p, A, "carrack", cod=cargo)
    play(p, "sail_out")
    assert barrels(p, A, "carrack") == (0, 0, left)


@rule("SO-7.11")
@pytest.mark.parametrize(
    ("salt", "herring", "after"),
    [
        (0, 0, (2, 1, 0)),
        (0, 1, (2, 0, 1)),
        (1, 0, (1, 1, 1)),
        (1, 1, (1, 0, 2)),
        (2, 0, (0, 1, 2)),
        (2, 1, (0, 0, 3)),
    ],
)
def test_the_owner_chooses_which_barrels_are_lost(
    salt: int, herring: int, after: tuple[int, int, int]
) -> None:
    p = table(event=STORM_AND_PIRATES)
    hold(p, A, "caravel_1", where="sea")
    hold(p, A, "carrack", salt=2, herring=1, cod=3)
    play(p, "sail_out")
    # Three too many: cod could take them all
    assert options(p) == numbered("lose salt", 0, 2)
    play(p, f"lose salt {salt}")
    assert options(p) == numbered("lose herring", 0, 1)
    play(p, f"lose herring {herring}")
    assert barrels(p, A, "carrack") == after


@rule("SO-7.11")
def test_losses_that_nothing_else_can_cover_are_not_asked() -> None:
    p = table(event=STORM_AND_PIRATES)
    hold(p, A, "caravel_1", salt=3, herring=1)
    play(p, "sail_out")
    assert options(p) == numbered("lose salt", 2, 3)
    play(p, "lose salt 2")
    # The third barrel can only be the herring
    assert asked(p) == (A, "FishSplit")
    assert barrels(p, A, "caravel_1") == (1, 0, 0)


@rule("SO-7.12")
def test_poor_fishing_spoils_one_salt_on_each_ship() -> None:
    p = fleet(POOR)
    hold(p, A, "caravel_1", salt=3)
    hold(p, A, "carrack", salt=6)
    play(p, "sail_out", "ship caravel_1")
    assert options(p) == numbered("herring", 0, 2)
    play(p, "herring 2", "ship carrack")
    assert options(p) == numbered("herring", 0, 5)
    play(p, "herring 5")
    assert barrels(p, A, "caravel_1") == (0, 2, 0)
    assert barrels(p, A, "carrack") == (0, 5, 0)
    play(p, "sail_out", "herring 0")
    assert barrels(p, B, "caravel_1") == (0, 0, 2)


@rule("SO-7.12", "SO-10.25")
def test_poor_fishing_spares_fierte_owners_only() -> None:
    p = table(event=POOR)
    own(p, A, "fierte")
    own(p, B, "fierte")
    play(p, "sail_out", "herring 3", "sail_out", "herring 3", "sail_out", "herring 2")
    assert [barrels(p, seat, "caravel_1") for seat in (A, B, C)] == [
        (0, 3, 0),
        (0, 3, 0),
        (0, 2, 0),
    ]


@rule("SO-7.13")
def test_poor_fishing_takes_no_fish() -> None:
    p = table(event=POOR)
    hold(p, A, "caravel_1", herring=2, cod=2)
    hold(p, B, "caravel_1", herring=1)
    hold(p, C, "caravel_1", salt=1, herring=1)
    play(p, "sail_out", "sail_out", "sail_out")
    assert asked(p) == (D, "Move")
    assert barrels(p, A, "caravel_1") == (0, 2, 2)
    assert barrels(p, B, "caravel_1") == (0, 1, 0)
    assert barrels(p, C, "caravel_1") == (0, 1, 0)


@rule("SO-7.14", "SO-7.15")
@pytest.mark.parametrize("salt", [1, 2, 4, 6])
def test_all_salt_becomes_fish_in_any_mixture(salt: int) -> None:
    for herring in range(salt + 1):
        p = table()
        hold(p, A, "caravel_1", where="sea")
        hold(p, A, "carrack", salt=salt)
        play(p, "sail_out")
        assert options(p) == numbered("herring", 0, salt)
        refuse(p, f"herring {salt + 1}")
        refuse(p, "done")
        play(p, f"herring {herring}")
        assert barrels(p, A, "carrack") == (0, herring, salt - herring)


@rule("SO-7.15")
def test_the_mixture_is_chosen_for_each_ship() -> None:
    p = fleet()
    hold(p, A, "caravel_1", salt=4)
    hold(p, A, "caravel_2", salt=3)
    play(p, "sail_out", "ship caravel_1", "herring 4", "ship caravel_2", "herring 1", "done")
    assert barrels(p, A, "caravel_1") == (0, 4, 0)
    assert barrels(p, A, "caravel_2") == (0, 1, 2)


@rule("SO-7.16", "SO-13.1")
def test_with_two_players_all_of_it_becomes_herring() -> None:
    p = table(2)
    hold(p, A, "caravel_1", salt=3, herring=1)
    play(p, "sail_out")
    assert asked(p) == (B, "Move")
    assert barrels(p, A, "caravel_1") == (0, 4, 0)


@rule("SO-7.17")
def test_fish_aboard_stays_aboard() -> None:
    p = table()
    hold(p, A, "caravel_1", salt=2, herring=1, cod=1)
    play(p, "sail_out")
    assert options(p) == numbered("herring", 0, 2)
    play(p, "herring 1")
    assert barrels(p, A, "caravel_1") == (0, 2, 2)


# Home again


@rule("SO-7.18")
@pytest.mark.parametrize("event", [CALM, STORM, STORM_AND_PIRATES, STORM_AND_POOR])
def test_sailing_home_has_no_other_effect(event: str) -> None:
    p = table(event=event)
    hold(p, A, "caravel_1", where="sea", damage=1, herring=2, cod=1)
    log = hear(p)
    play(p, "sail_home")
    assert where(p, A, "caravel_1") == "port"
    assert damage(p, A, "caravel_1") == 1
    assert barrels(p, A, "caravel_1") == (0, 2, 1)
    assert barrels(p, A) == (0, 0, 0)
    assert seen(p).pirates_active == (event == STORM_AND_PIRATES)
    assert ids(log) == ["action.sail_home", "home"]


@rule("SO-7.19")
def test_goods_at_sea_cannot_be_sold_or_moved() -> None:
    p = table()
    hold(p, A, "caravel_1", salt=1)
    hold(p, A, "carrack", where="sea", herring=4, cod=2)
    assert why_closed(p, "sell herring") == ("SO-9.1", "nothing_to_sell")
    assert why_closed(p, "sell cod") == ("SO-9.1", "nothing_to_sell")
    assert "sell salt" in options(p)
    give(p, A, herring=1)
    play(p, "sell herring")
    # The one in the Dépôt, without a question: nothing else is for sale
    assert asked(p) == (B, "Move")
    assert barrels(p, A, "carrack") == (0, 4, 2)
    pass_until(p, A)
    play(p, "move_goods")
    assert options(p) == numbered("load caravel_1 salt", 0, 1)
    play(p, "load caravel_1 salt 1")
    assert asked(p) == (B, "Move")
    assert barrels(p, A, "carrack") == (0, 4, 2)


@rule("SO-7.19")
def test_without_a_ship_in_rouen_nothing_can_be_moved() -> None:
    p = table()
    hold(p, A, "caravel_1", where="sea", herring=3)
    give(p, A, salt=2)
    assert why_closed(p, "move_goods") == ("SO-8.14", "no_hold")


@rule("SO-7.20")
def test_each_entry_into_the_sea_meets_the_weather_again() -> None:
    p = table(event=STORM_AND_PIRATES, coins=[30, 30, 30, 30])
    hold(p, A, "carrack")
    hold(p, A, "caravel_1", where="sea")
    hurt = []
    for choices in (["sail_out"], ["sail_home", "ship carrack"]) * 3:
        play(p, *choices)
        hurt.append(damage(p, A, "carrack"))
        pass_until(p, A)
    # 3 with the pirates, then 1 for the storm each time; nothing on the way home
    assert hurt == [3, 3, 4, 4, 5, 5]
    assert p.counters[1] == 6


@rule("SO-7.20")
def test_poor_fishing_spoils_at_each_entry() -> None:
    p = table(event=POOR)
    for left in (2, 1, 0):
        hold(p, A, "caravel_1", salt=left + 1)
        play(p, "sail_out")
        if left:
            play(p, "herring 0")
        assert barrels(p, A, "caravel_1") == (0, 0, left)
        pass_until(p, A)


@rule("SO-7.21")
def test_nothing_but_the_phare_repairs_a_ship() -> None:
    p = table(coins=[20, 12, 14, 16], next_event=CALM, event=STORM)
    hold(p, A, "caravel_1", damage=2, salt=1)
    hold(p, A, "carrack", where="sea", damage=3)
    own(p, B, "phare")
    play(p, "move_goods", "load caravel_1 salt 1")
    pass_until(p, A)
    play(p, "sail_home")
    assert (damage(p, A, "caravel_1"), damage(p, A, "carrack")) == (2, 3)
    pass_until(p, A)
    play(p, "build saint_maclou")
    end_actions(p)
    assert p.turn == 2
    assert (damage(p, A, "caravel_1"), damage(p, A, "carrack")) == (2, 3)


@rule("SO-7.21")
@pytest.mark.parametrize("place", ["port", "sea"])
def test_damage_stays_from_turn_to_turn(place: str) -> None:
    p = table()
    hold(p, A, "caravel_1", where=place, damage=1)
    end_actions(p)
    while p.turn < 5:
        if p.chance:
            p.deal(p.outcomes()[0][0])
        assert damage(p, A, "caravel_1") == 1
        play(p, "pass")
    assert damage(p, A, "caravel_1") == 1
