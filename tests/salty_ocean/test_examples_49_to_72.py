"""The worked examples SO-EX-49 to SO-EX-72, number by number: goods, options, whole turns."""

from __future__ import annotations

from typing import cast

import pytest

from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.testing import example, rule
from tests.salty_ocean.scenario import (
    RULES,
    A,
    B,
    C,
    D,
    asked,
    barrels,
    cost,
    damage,
    deal,
    end_actions,
    give,
    hold,
    listen,
    move,
    numbered,
    options,
    own,
    play,
    prices,
    raise_to,
    rows,
    seen,
    sheet,
    space,
    table,
    told,
    usable,
    where,
)

RANKED = (
    "bureau_des_finances",
    "gros_horloge",
    "saint_maclou",
    "fierte",
    "vitraux",
    "hotel_de_ville",
)


def face_down(p: SaltyPosition) -> list[str]:
    return [place.id for place in seen(p).places if not place.face_up]


@example("SO-EX-49")
@rule("SO-13.3", "SO-13.7", "SO-13.8", "SO-13.9", "SO-10.6", "SO-10.15", "SO-10.22", "SO-10.32")
@pytest.mark.parametrize(
    ("slots", "bureau", "surcharge", "maclou", "looks", "vitraux", "hotel"),
    [("reserved", 2, 5, 3, 1, 5, 2), ("best_first", 3, 3, 6, 2, 10, 8)],
)
def test_ex_49_two_player_values(
    slots: str, bureau: int, surcharge: int, maclou: int, looks: int, vitraux: int, hotel: int
) -> None:
    p = table(seats=2, coins=[10, 12], ranked_slots=slots)
    raise_to(p, B, notre_dame=3)
    own(p, A, "banque")
    for building in RANKED:
        assert f"build {building}" in options(move(p.clone(), B))
        own(p, A, building)
        assert f"build {building}" not in options(move(p.clone(), B))

    play(p, "sell salt", "from caravel_1 1")
    assert p.coins[A] == 10 + 2 + bureau
    assert asked(p) == (A, "Clock")
    assert cost(p, "saline") == 0 + surcharge
    play(p, "saline")
    assert p.coins[A] == 12 + bureau - surcharge

    end_actions(p)
    play(p, "look grid_3")
    deal(p, "see grid_3 event_09")
    if looks == 2:
        play(p, "look grid_4")
        deal(p, "see grid_4 event_10")
        assert options(p) == ["keep", "swap"]
    else:
        assert p.turn == 2

    p = table(seats=2, turn=5, ranked_slots=slots)
    for building in ("saint_maclou", "vitraux", "hotel_de_ville", "banque", "fierte"):
        own(p, A, building)
    end_actions(p)
    assert sheet(p)["saint_maclou"] == (maclou, 0)
    assert sheet(p)["vitraux"] == (vitraux, 0)
    assert sheet(p)["hotel_de_ville"] == (hotel, 0)


@example("SO-EX-50")
@rule("SO-7.19", "SO-8.8", "SO-8.12", "SO-8.13")
def test_ex_50_goods_with_overflow() -> None:
    p = listen(table())
    give(p, A, salt=4, herring=2)
    hold(p, A, "caravel_1", herring=4)
    hold(p, A, "carrack", where="sea", cod=3)
    play(p, "move_goods")
    assert options(p) == numbered("load caravel_1 salt", 0, 4)
    play(p, "load caravel_1 salt 2")
    assert options(p) == numbered("load caravel_1 herring", 0, 2)
    play(p, "load caravel_1 herring 0")
    assert barrels(p, A) == (2, 6, 0)
    assert options(p) == numbered("lose salt", 0, 2)
    play(p, "lose salt 0")
    assert told(p, "lost") == [(A, 2)]
    assert barrels(p, A) == (2, 4, 0)
    assert barrels(p, A, "caravel_1") == (2, 0, 0)
    assert barrels(p, A, "carrack") == (0, 0, 3)
    assert asked(p) == (B, "Move")


@example("SO-EX-51")
@rule("SO-7.7", "SO-8.8", "SO-8.9", "SO-8.11")
def test_ex_51_damaged_ship_in_the_goods_action() -> None:
    p = listen(table())
    give(p, A, salt=4, herring=2)
    hold(p, A, "caravel_1", herring=3)
    hold(p, A, "caravel_2", damage=1)
    play(p, "move_goods")
    assert options(p) == numbered("load caravel_1 salt", 0, 4)
    play(p, "load caravel_1 salt 4")
    assert options(p) == numbered("load caravel_2 herring", 0, 3)
    play(p, "load caravel_2 herring 3")
    assert barrels(p, A, "caravel_1") == (4, 0, 0)
    assert barrels(p, A, "caravel_2") == (0, 3, 0)
    assert barrels(p, A) == (0, 2, 0)
    assert told(p, "lost") == []
    assert asked(p) == (B, "Move")


@example("SO-EX-52")
@rule("SO-5.15", "SO-8.3", "SO-8.4", "SO-8.5", "SO-8.6")
@pytest.mark.parametrize(
    ("builder", "ship", "paid", "shares", "vanished"),
    [
        (D, "caravel_2", 6, [(C, 1), (A, 1), (A, 1), (B, 1)], 2),
        (D, "carrack", 8, [(C, 2), (A, 2), (A, 2), (B, 2)], 0),
        (B, "caravel_2", 3, [(C, 1), (A, 1)], 1),
        (A, "carrack", 0, [], 0),
    ],
)
def test_ex_52_two_owners_everywhere(
    builder: int, ship: str, paid: int, shares: list[tuple[int, int]], vanished: int
) -> None:
    p = listen(table(coins=[20, 20, 20, 20]))
    own(p, A, "chantier_naval")
    own(p, B, "chantier_naval")
    own(p, C, "academie_marine")
    own(p, A, "academie_marine")
    move(p, builder)
    assert cost(p, f"build_ship {ship}") == paid
    play(p, f"build_ship {ship}")
    assert told(p, "share") == shares
    expected = [20, 20, 20, 20]
    expected[builder] -= paid
    for owner, share in shares:
        expected[owner] += share
    assert p.coins == expected
    assert sum(p.coins) == 80 - vanished
    assert where(p, builder, ship) == "port"


@example("SO-EX-53")
@rule("SO-3.5", "SO-3.6", "SO-7.18")
def test_ex_53_already_at_sea() -> None:
    p = table(event="event_01", next_event="event_08")
    move(p, B, "sail_out", "herring 3")
    end_actions(p)
    deal(p, "reveal grid_3 event_02")
    assert p.turn == 2
    assert where(p, B, "caravel_1") == "sea"
    assert damage(p, B, "caravel_1") == 0
    move(p, B, "sail_home")
    assert where(p, B, "caravel_1") == "port"
    assert damage(p, B, "caravel_1") == 0
    assert seen(p).pirates_active


@example("SO-EX-54")
@rule("SO-3.1", "SO-3.2")
@pytest.mark.parametrize(
    ("before", "event", "after"),
    [
        ((1, 2, 5), "event_09", (1, 1, 3)),
        ((5, 3, 3), "event_05", (5, 1, 2)),
        ((2, 5, 1), "event_08", (1, 4, 1)),
    ],
)
def test_ex_54_events_and_table_ends(
    before: tuple[int, int, int], event: str, after: tuple[int, int, int]
) -> None:
    p = table(next_event=event, rows=before)
    assert rows(p) == before
    end_actions(p)
    assert p.turn == 2
    assert rows(p) == after


@example("SO-EX-55")
@rule("SO-4.5")
@pytest.mark.parametrize("counter", [10, 9])
def test_ex_55_cost_ceiling(counter: int) -> None:
    p = table(coins=[30, 12, 14, 16], counters=(counter, 0, 0, 0))
    play(p, "saline")
    assert p.coins[A] == 30 - counter
    assert p.counters == [10, 0, 0, 0]


@example("SO-EX-56")
@rule("SO-5.3", "SO-5.10", "SO-9.8", "SO-9.10")
def test_ex_56_buying_limits() -> None:
    p = listen(table(coins=[5, 12, 14, 16], rows=(3, 4, 3), counters=(0, 0, 0, 1)))
    give(p, A, salt=4)
    assert prices(p)[1] == 3
    play(p, "buy herring")
    assert p.coins[A] == 5 - 1 == 4
    assert options(p) == numbered("take", 1, 2)
    play(p, "take 2")
    assert told(p, "overdrawn") == [(A, 1)]
    assert p.coins[A] == 4 - 6 - 1 == -3
    assert barrels(p, A) == (4, 2, 0)
    assert rows(p) == (3, 4, 3)
    assert options(move(p, A), "buy") == []


@example("SO-EX-57")
@rule("SO-7.19", "SO-9.1", "SO-9.2", "SO-9.3")
def test_ex_57_sale_sources() -> None:
    p = table(coins=[10, 12, 14, 16])
    give(p, A, herring=3)
    hold(p, A, "caravel_1", herring=2)
    hold(p, A, "carrack", where="sea", herring=4)
    play(p, "sell herring")
    assert p.coins[A] == 10
    assert options(p) == numbered("from depot", 0, 3)
    assert options(play(p.clone(), "from depot 0")) == numbered("from caravel_1", 1, 2)
    play(p, "from depot 3")
    assert options(p) == numbered("from caravel_1", 0, 2)
    play(p, "from caravel_1 1")
    assert p.coins[A] == 10 + 16
    assert rows(p) == (3, 4, 3)
    assert barrels(p, A) == (0, 0, 0)
    assert barrels(p, A, "caravel_1") == (0, 1, 0)
    assert barrels(p, A, "carrack") == (0, 4, 0)


@example("SO-EX-58")
@rule("SO-6.11", "SO-6.12", "SO-6.13")
@pytest.mark.parametrize(("requirement", "legal_for_a"), [("own", False), ("any", True)])
def test_ex_58_requirements(requirement: str, legal_for_a: bool) -> None:
    p = table(vitraux_requirement=requirement)
    raise_to(p, A, notre_dame=2)
    raise_to(p, B, notre_dame=3)

    def builders(building: str) -> list[int]:
        """The seats that could build it if the others passed."""
        offers = [options(move(p.clone(), seat)) for seat in (A, B, C, D)]
        return [seat for seat in (A, B, C, D) if f"build {building}" in offers[seat]]

    assert (A in builders("vitraux")) is legal_for_a
    assert B in builders("vitraux")
    assert builders("hotel_de_ville") == []
    move(p, B, "build banque")
    assert builders("hotel_de_ville") == [A, B, C, D]
    assert builders("salle_des_coffres") == [B]


@example("SO-EX-59")
@rule("SO-1.2", "SO-1.3", "SO-1.4", "SO-1.6", "SO-1.7", "SO-1.9", "SO-3.1", "SO-3.7", "SO-7.12")
def test_ex_59_set_up() -> None:
    p = cast(SaltyPosition, RULES.start(3))
    deal(p, "first_player 2")
    assert p.order == [2, 0, 1]
    assert [p.coins[seat] for seat in p.order] == [10, 12, 14]
    assert rows(p) == (3, 3, 3)
    for seat in range(3):
        assert where(p, seat, "caravel_1") == "port"
        assert barrels(p, seat, "caravel_1") == (3, 0, 0)
        assert barrels(p, seat) == (0, 0, 0)

    deal(p, "reveal grid_1 event_04")
    assert rows(p) == (2, 1, 3)
    assert prices(p) == (2, 6, 5)
    weather = seen(p).weather
    assert weather is not None
    assert weather.change == (1, 2, 0)
    assert (weather.storm, weather.pirates, weather.poor_fishing) == (False, False, True)

    assert face_down(p)[0] == "grid_2"
    deal(p, "reveal grid_2 event_02")
    assert face_down(p)[0] == "grid_3"
    assert rows(p) == (2, 1, 3)
    assert asked(p)[0] == 2
    play(p, "sail_out")
    assert options(p) == numbered("herring", 0, 2)
    play(p, "herring 2")
    assert barrels(p, 2, "caravel_1") == (0, 2, 0)


@example("SO-EX-60")
@rule("SO-2.2", "SO-10.12", "SO-11.16", "SO-12.1", "SO-12.2")
def test_ex_60_last_turn() -> None:
    p = listen(table(turn=5, coins=[39, -1, 14, 16]))
    own(p, A, "auberge")
    own(p, A, "phare")
    hold(p, A, "caravel_2")
    hold(p, A, "carrack", damage=2)
    raise_to(p, B, notre_dame=2)
    end_actions(p)

    assert p.finished
    assert told(p, "rent") == [(A, 44 - 39)]
    assert told(p, "limit") == [(A, 44 - 40)]
    assert told(p, "overdraft") == [(B, 1)]
    assert damage(p, A, "carrack") == 2
    assert [barrels(p, seat) for seat in (A, B, C, D)] == [(0, 0, 0)] * 4
    assert sheet(p)["coins"][:2] == (40, -2)
    assert sheet(p)["phare"][A] == 6
    assert sheet(p)["notre_dame"][B] == 11
    assert p.scores[:2] == [46, 9]


@example("SO-EX-61")
@rule("SO-5.14", "SO-11.15")
def test_ex_61_disc_lifted_and_set_back() -> None:
    p = table(coins=[9, 10, 20, 30], counters=(1, 0, 0, 0))
    own(p, A, "academie_marine")
    own(p, C, "academie_marine")
    own(p, C, "chantier_naval")
    move(p, B, "saline")
    assert p.coins[:2] == [9, 9]
    assert end_actions(p.clone()).order[:2] == [B, A]

    move(p, A, "saline")
    assert p.coins[A] == 9 - 2 == 7
    move(p, D, "build_ship carrack")
    assert p.coins[:2] == [7 + 2, 9]
    end_actions(p)
    assert p.coins[:2] == [9, 9]
    assert p.order[:2] == [A, B]


@example("SO-EX-62")
@rule("SO-5.3", "SO-5.10", "SO-10.15", "SO-10.16")
def test_ex_62_surcharge_and_interest() -> None:
    p = listen(table(coins=[4, 12, 14, 16], counters=(0, 0, 2, 0)))
    own(p, A, "gros_horloge")
    assert space(p, A, "gros_horloge") == 1
    play(p, "saline")
    assert p.coins[A] == 4
    assert cost(p, "move_goods") == 5
    play(p, "move_goods")
    assert told(p, "overdrawn") == [(A, 1)]
    assert p.coins[A] == 4 - 5 - 1 == -2
    assert p.counters == [1, 0, 3, 0]


@example("SO-EX-63")
@rule("SO-3.3", "SO-3.10", "SO-7.16", "SO-13.1")
def test_ex_63_two_players_event_and_trip() -> None:
    p = cast(SaltyPosition, RULES.start(2))
    deal(p, "first_player 0")
    assert rows(p)[:2] == (3, 3)
    deal(p, "reveal grid_1 event_09", "reveal grid_2 event_01")
    assert rows(p)[:2] == (3, 1)
    assert seen(p).goods == ("salt", "herring")
    assert "buy cod" not in options(p)

    listen(p)
    assert barrels(p, A, "caravel_1") == (3, 0, 0)
    play(p, "sail_out")
    assert damage(p, A, "caravel_1") == 3
    assert usable(p, A, "caravel_1") == 1
    assert told(p, "lost") == [(A, 2)]
    assert barrels(p, A, "caravel_1") == (0, 1, 0)
    assert asked(p) == (B, "Move")


@example("SO-EX-64")
@rule("SO-6.14", "SO-10.21")
def test_ex_64_protection_at_once() -> None:
    p = table(event="event_05")
    assert seen(p).pirates_active
    play(p, "build saint_maclou")
    move(p, A, "sail_out", "herring 3")
    assert damage(p, A, "caravel_1") == 0
    assert barrels(p, A, "caravel_1") == (0, 3, 0)
    assert seen(p).pirates_active


@example("SO-EX-65")
@rule("SO-7.2")
def test_ex_65_sailing_home_canonical_picks() -> None:
    p = table()
    hold(p, A, "caravel_1", where="sea")
    hold(p, A, "caravel_2")
    hold(p, A, "carrack", where="sea")
    play(p, "sail_home")
    assert options(p) == ["ship caravel_1", "ship carrack"]

    other = play(p.clone(), "ship carrack")
    assert asked(other) == (B, "Move")
    assert where(other, A, "carrack") == "port"
    assert where(other, A, "caravel_1") == "sea"

    play(p, "ship caravel_1")
    assert options(p) == ["ship carrack", "done"]


@example("SO-EX-66")
@rule("SO-7.1", "SO-7.4")
@pytest.mark.parametrize(
    ("event", "first", "then"),
    [
        ("event_05", "carrack", ["ship caravel_1", "ship caravel_2", "done"]),
        ("event_01", "caravel_2", ["ship carrack", "done"]),
    ],
)
def test_ex_66_sailing_out_canonical_picks(event: str, first: str, then: list[str]) -> None:
    p = table(event=event)
    for ship in ("caravel_1", "caravel_2", "carrack"):
        hold(p, A, ship)
    assert seen(p).pirates_active is (event == "event_05")
    play(p, "sail_out", f"ship {first}")
    assert options(p) == then
    if first == "carrack":
        play(p, "ship caravel_2")
        assert asked(p) == (B, "Move")
        assert where(p, A, "caravel_1") == "port"


@example("SO-EX-67")
@rule("SO-2.1", "SO-4.1", "SO-4.8", "SO-7.16", "SO-9.4", "SO-11.8", "SO-11.15", "SO-13.2")
def test_ex_67_a_whole_two_player_turn() -> None:
    p = cast(SaltyPosition, RULES.start(2))
    deal(p, "first_player 0", "reveal grid_1 event_06", "reveal grid_2 event_01")
    assert (p.turn, p.order, p.coins) == (1, [A, B], [10, 12])
    assert rows(p)[:2] == (3, 2)
    assert prices(p) == (2, 5)

    def turn_of(seat: int, action: str, price: int) -> None:
        assert asked(p) == (seat, "Move")
        assert cost(p, action) == price
        play(p, action)

    turn_of(A, "sail_out", 0)
    assert damage(p, A, "caravel_1") == 1
    assert barrels(p, A, "caravel_1") == (0, 3, 0)
    turn_of(B, "build auberge", 0)
    turn_of(A, "sail_home", 1)
    assert p.coins == [9, 12]
    turn_of(B, "sail_out", 2)
    assert p.coins == [9, 10]
    assert damage(p, B, "caravel_1") == 1
    assert barrels(p, B, "caravel_1") == (0, 3, 0)
    turn_of(A, "sell herring", 0)
    play(p, "from caravel_1 3")
    assert p.coins == [9 + 15, 10]
    assert rows(p)[:2] == (3, 4)
    turn_of(B, "saline", 1)
    assert p.coins == [24, 9]
    turn_of(A, "notre_dame", 2)
    assert p.coins == [22, 9]
    play(p, "pass")
    assert asked(p) == (A, "Move")
    assert p.counters == [3, 3, 0, 1]
    assert p.passes == 1

    listen(p)
    play(p, "pass")
    assert p.turn == 2
    assert told(p, "production") == [(A, 3), (B, 7)]
    assert told(p, "lost") == [(B, 1)]
    assert barrels(p, A) == (3, 0, 0)
    assert barrels(p, B) == (6, 0, 0)
    assert told(p, "rent") == [(B, 2 + 1)]
    assert p.coins == [22, 12]
    assert p.order == [B, A]


@example("SO-EX-68")
@rule("SO-1.9", "SO-3.1", "SO-9.3")
def test_ex_68_seven_rows() -> None:
    p = cast(SaltyPosition, RULES.start(4, {"price_table": "seven_rows"}))
    assert rows(p) == (4, 4, 4)
    assert prices(p) == (2, 4, 5)
    deal(p, "first_player 0", "reveal grid_1 event_06", "reveal grid_2 event_01")
    assert rows(p) == (4, 3, 3)
    assert prices(p) == (2, 4, 6)

    raise_to(p, A, depot=1)
    give(p, A, herring=3, cod=9)
    before = p.coins[A]
    other = p.clone()
    play(p, "sell herring", "from depot 3")
    assert p.coins[A] == before + 12
    assert rows(p) == (4, 4, 3)
    assert prices(p)[1] == 4

    play(other, "sell cod", "from depot 9")
    assert other.coins[A] == before + 54
    assert rows(other) == (4, 3, 5)
    assert prices(other)[2] == 4


@example("SO-EX-69")
@rule("SO-13.5")
def test_ex_69_phare_with_three_players() -> None:
    for p, legal in ((table(seats=3), True), (table(seats=3, phare_slots_3p="2"), False)):
        own(p, A, "phare")
        own(p, B, "phare")
        assert ("build phare" in options(move(p, C))) is legal


@example("SO-EX-70")
@rule("SO-10.11", "SO-10.13", "SO-11.3")
def test_ex_70_several_damaged_ships() -> None:
    p = table(turn=2)
    own(p, A, "phare")
    hold(p, A, "caravel_1", damage=1, salt=3)
    hold(p, A, "carrack", where="sea", damage=3)
    end_actions(p)
    assert (p.turn, asked(p)[0]) == (2, A)
    assert options(p) == ["repair caravel_1", "repair carrack"]
    play(p, "repair carrack")
    assert p.turn == 3
    assert damage(p, A, "carrack") == 0
    assert damage(p, A, "caravel_1") == 1


@example("SO-EX-72")
@rule("SO-2.4", "SO-7.21")
def test_ex_72_carried_over() -> None:
    p = table(event="event_06", next_event="event_01", rows=(4, 5, 3))
    hold(p, A, "caravel_1", where="sea", damage=1, herring=3)
    end_actions(p)
    deal(p, "reveal grid_3 event_02")
    assert p.turn == 2
    assert rows(p) == (4, 4, 3)
    assert where(p, A, "caravel_1") == "sea"
    assert damage(p, A, "caravel_1") == 1
    assert barrels(p, A, "caravel_1") == (0, 3, 0)

    move(p, A, "sail_home")
    assert where(p, A, "caravel_1") == "port"
    assert usable(p, A, "caravel_1") == 3
    move(p, A, "move_goods")
    assert barrels(p, A) == (3, 3, 0)
    assert options(p) == numbered("load caravel_1 salt", 0, 3)
