"""The worked examples SO-EX-1 to SO-EX-25, number by number: the rulebooks' own, and the sea.

SO-EX-71 is here too: it plays the turn of SO-EX-2 under another option.
"""

from __future__ import annotations

import pytest

from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.testing import example, rule
from tests.salty_ocean.scenario import (
    A,
    B,
    C,
    D,
    asked,
    barrels,
    cost,
    damage,
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


def first_two_moves(phase_end: str = "consecutive") -> SaltyPosition:
    """The position after SO-EX-1, in a calm turn."""
    p = table(seats=3, event="event_01", coins=[10, 12, 14], phase_end=phase_end)
    return play(p, "saline", "sell salt", "from caravel_1 3")


def until_the_shipyard(phase_end: str = "consecutive") -> SaltyPosition:
    """SO-EX-2 up to A's Chantier Naval in round 3; B is asked next."""
    p = play(first_two_moves(phase_end), "build auberge")
    play(p, "sail_out", "herring 3", "pass", "pass")
    return play(p, "build chantier_naval")


@example("SO-EX-1")
@rule("SO-4.1", "SO-4.4", "SO-4.5", "SO-6.1", "SO-6.2", "SO-9.2", "SO-9.3")
def test_ex_1_activation() -> None:
    p = table(seats=3, event="event_01", coins=[10, 12, 14])
    assert p.coins == [10, 12, 14]
    assert p.counters == [0, 0, 0, 0]
    assert rows(p) == (3, 3, 3)
    for seat in (A, B, C):
        assert where(p, seat, "caravel_1") == "port"
        assert barrels(p, seat, "caravel_1") == (3, 0, 0)

    assert asked(p)[0] == A
    assert cost(p, "saline") == 0
    play(p, "saline")
    assert p.coins[A] == 10
    assert seen(p).players[A].saline_level == 2
    assert p.counters == [1, 0, 0, 0]

    assert asked(p)[0] == B
    assert cost(p, "sell salt") == 0
    play(p, "sell salt")
    assert p.coins[B] == 12
    assert prices(p)[0] == 2
    assert options(p) == numbered("from caravel_1", 1, 3)
    play(p, "from caravel_1 3")
    assert p.coins == [10, 12 + 3 * 2, 14]
    assert p.coins[B] == 18
    assert barrels(p, B, "caravel_1") == (0, 0, 0)
    assert p.counters == [1, 0, 0, 1]
    assert rows(p) == (4, 3, 3)


@example("SO-EX-2")
@rule("SO-4.2", "SO-4.5", "SO-4.8", "SO-4.9", "SO-6.1", "SO-7.1", "SO-7.14")
def test_ex_2_turn_example() -> None:
    p = first_two_moves()
    assert asked(p)[0] == C
    assert cost(p, "build auberge") == 1
    play(p, "build auberge")
    assert p.coins[C] == 13
    assert p.counters == [2, 0, 0, 1]

    assert asked(p)[0] == A
    play(p, "sail_out")
    assert p.coins[A] == 10
    play(p, "herring 3")
    assert where(p, A, "caravel_1") == "sea"
    assert barrels(p, A, "caravel_1") == (0, 3, 0)
    assert damage(p, A, "caravel_1") == 0
    assert p.counters == [2, 1, 0, 1]

    play(p, "pass", "pass")
    assert asked(p)[0] == A
    assert cost(p, "build chantier_naval") == 2
    play(p, "build chantier_naval")
    assert p.coins[A] == 8
    assert p.counters == [3, 1, 0, 1]
    assert p.passes == 0

    for passes, seat in enumerate((B, C)):
        assert asked(p)[0] == seat
        play(p, "pass")
        assert p.passes == passes + 1
    assert asked(p)[0] == A
    assert (p.turn, p.coins) == (1, [8, 18, 13])
    play(p, "pass")
    assert p.turn == 2


@example("SO-EX-3")
@rule("SO-4.6", "SO-4.7", "SO-5.3", "SO-11.12")
def test_ex_3_debt() -> None:
    p = table(coins=[2, 12, 14, 16], rows=(3, 4, 3), counters=(0, 0, 0, 4))
    hold(p, A, "caravel_1", herring=3)
    assert prices(p)[1] == 3
    listen(p)

    assert cost(p, "sell herring") == 4
    play(p, "sell herring")
    assert told(p, "overdrawn") == [(A, 1)]
    assert p.coins[A] == 2 - 4 - 1 == -3
    play(p, "from caravel_1 3")
    assert p.coins[A] == -3 + 9 == 6
    assert p.counters == [0, 0, 0, 5]
    assert rows(p) == (3, 5, 3)

    end_actions(p)
    assert p.turn == 2
    assert told(p, "overdraft") == []
    assert p.coins[A] == 6


@example("SO-EX-4")
@rule("SO-11.14")
def test_ex_4_limit() -> None:
    p = listen(table(coins=[44, 12, 14, 16]))
    end_actions(p)
    assert told(p, "limit") == [(A, 44 - 40)]
    assert p.coins == [40, 12, 14, 16]


@example("SO-EX-5")
@rule("SO-11.15")
def test_ex_5_turn_order() -> None:
    anna, bea, carlo = A, B, C
    p = end_actions(table(seats=3, coins=[12, 18, 15]))
    assert p.coins == [12, 18, 15]
    assert p.order == [anna, carlo, bea]


@example("SO-EX-6")
@rule("SO-7.2", "SO-7.14", "SO-7.18", "SO-8.8", "SO-9.2", "SO-9.3")
def test_ex_6_a_trip() -> None:
    p = table(event="event_01", coins=[10, 12, 14, 16])
    assert rows(p)[1] == 3
    assert prices(p)[1] == 4
    assert barrels(p, C, "caravel_1") == (3, 0, 0)

    move(p, C, "sail_out", "herring 3")
    assert p.coins[C] == 14
    assert barrels(p, C, "caravel_1") == (0, 3, 0)
    move(p, C)
    assert cost(p, "sail_home") == 1
    play(p, "sail_home")
    assert p.coins[C] == 13
    assert where(p, C, "caravel_1") == "port"
    assert barrels(p, C, "caravel_1") == (0, 3, 0)

    instead = p.clone()
    move(p, C)
    assert cost(p, "sell herring") == 0
    play(p, "sell herring", "from caravel_1 3")
    assert p.coins[C] == 13 + 12 == 25
    assert rows(p)[1] == 4
    assert prices(p)[1] == 3

    move(instead, C)
    assert cost(instead, "move_goods") == 0
    play(instead, "move_goods", "load caravel_1 herring 0")
    assert barrels(instead, C) == (0, 3, 0)
    assert barrels(instead, C, "caravel_1") == (0, 0, 0)
    assert instead.coins[C] == 13


@example("SO-EX-7")
@rule("SO-8.1", "SO-8.3", "SO-8.4", "SO-8.5", "SO-8.7")
def test_ex_7_ship_fees() -> None:
    p = listen(table(coins=[10, 11, 12, 20]))
    own(p, A, "academie_marine")
    own(p, C, "academie_marine")
    own(p, B, "chantier_naval")
    assert space(p, A, "academie_marine") == 1
    assert space(p, C, "academie_marine") == 2
    other = listen(p.clone())

    move(p, D, "build_ship carrack")
    assert p.coins == [10 + 2, 11 + 4, 12 + 2, 20 - 8]
    assert p.coins[D] == 12
    assert told(p, "share") == [(A, 2), (C, 2), (B, 4)]
    assert where(p, D, "carrack") == "port"
    assert barrels(p, D, "carrack") == (0, 0, 0)
    assert damage(p, D, "carrack") == 0

    move(other, A, "build_ship caravel_2")
    assert other.coins == [10 - 3, 11 + 3, 12, 20]
    assert other.coins[A] == 7
    assert told(other, "share") == [(B, 3)]
    assert where(other, A, "caravel_2") == "port"


@example("SO-EX-8")
@rule("SO-8.8", "SO-8.10", "SO-8.11")
def test_ex_8_goods() -> None:
    p = table()
    hold(p, A, "caravel_1", cod=4)
    give(p, A, salt=3)
    play(p, "move_goods")
    assert options(p) == numbered("load caravel_1 salt", 0, 3)
    play(p, "load caravel_1 salt 3")
    assert options(p) == numbered("load caravel_1 cod", 0, 1)
    other = p.clone()

    play(p, "load caravel_1 cod 0")
    assert barrels(p, A, "caravel_1") == (3, 0, 0)
    assert barrels(p, A) == (0, 0, 4)
    assert asked(p)[0] == B

    play(other, "load caravel_1 cod 1")
    assert barrels(other, A, "caravel_1") == (3, 0, 1)
    assert barrels(other, A) == (0, 0, 3)


@example("SO-EX-9")
@rule("SO-9.2", "SO-9.3")
def test_ex_9_sale() -> None:
    p = table(coins=[10, 12, 14, 16], rows=(3, 2, 3))
    give(p, A, herring=6)
    assert prices(p)[1] == 5
    play(p, "sell herring", "from depot 6")
    assert p.coins[A] == 10 + 30
    assert rows(p) == (3, 3, 3)
    assert prices(p)[1] == 4


@example("SO-EX-10")
@rule("SO-10.3", "SO-11.11")
def test_ex_10_banque() -> None:
    p = listen(table(coins=[45, 12, 14, 16]))
    own(p, A, "banque")
    end_actions(p)
    assert told(p, "interest") == [(A, 2)]
    assert p.coins[A] == 47


@example("SO-EX-11")
@rule("SO-10.9", "SO-11.10")
def test_ex_11_auberge() -> None:
    p = listen(table(seats=3, coins=[10, 12, 14]))
    own(p, A, "auberge")
    own(p, B, "auberge")
    end_actions(p)
    assert told(p, "rent") == [(A, 3), (B, 3)]
    assert p.coins == [13, 15, 14]


@example("SO-EX-12")
@rule("SO-6.5", "SO-10.23")
@pytest.mark.parametrize(("steps", "bonus"), [(1, 5), (2, 11), (3, 18)])
def test_ex_12_notre_dame(steps: int, bonus: int) -> None:
    p = table(turn=5)
    for _ in range(steps):
        move(p, A, "notre_dame")
    end_actions(p)
    assert p.finished
    assert sheet(p)["notre_dame"] == (bonus, 0, 0, 0)
    assert p.scores[A] == p.coins[A] + bonus


@example("SO-EX-13")
@rule("SO-6.10", "SO-10.24")
def test_ex_13_vitraux() -> None:
    p = table(turn=5)
    raise_to(p, A, notre_dame=3)
    play(p, "build vitraux")
    assert space(p, A, "vitraux") == 1
    end_actions(p)
    assert sheet(p)["vitraux"] == (10, 0, 0, 0)
    assert p.scores[A] == p.coins[A] + 18 + 10


@example("SO-EX-14")
@rule("SO-7.1", "SO-10.14", "SO-10.15", "SO-10.16")
def test_ex_14_gros_horloge() -> None:
    p = table(coins=[10, 10, 14, 16], counters=(0, 0, 3, 0))
    own(p, B, "gros_horloge")
    assert space(p, B, "gros_horloge") == 1
    hold(p, B, "caravel_1")
    hold(p, B, "caravel_2")
    give(p, B, salt=3)

    move(p, B, "sail_out", "ship caravel_1", "done")
    assert p.coins[B] == 10
    assert p.counters == [0, 1, 3, 0]
    assert asked(p) == (B, "Clock")
    assert options(p, "sail_out", "sail_home") == []
    assert cost(p, "move_goods") == 3 + 3
    play(p, "move_goods")
    assert options(p) == numbered("load caravel_2 salt", 0, 3)
    play(p, "load caravel_2 salt 3")
    assert p.coins[B] == 4
    assert p.counters == [0, 1, 4, 0]
    assert where(p, B, "caravel_2") == "port"
    assert asked(p) == (C, "Move")

    move(p, B, "saline")
    assert p.turn == 1
    assert asked(p) == (C, "Move")


@example("SO-EX-15")
@rule("SO-6.10", "SO-10.24", "SO-13.4", "SO-13.7")
def test_ex_15_three_player_vitraux() -> None:
    p = table(seats=3, turn=5)
    for seat in (A, B, C):
        raise_to(p, seat, notre_dame=3)
    play(p, "build vitraux", "build vitraux")
    assert space(p, A, "vitraux") == 2
    assert space(p, B, "vitraux") == 3
    assert asked(p)[0] == C
    assert "build vitraux" not in options(p)
    end_actions(p)
    assert sheet(p)["vitraux"] == (7, 5, 0)


@example("SO-EX-20")
@rule("SO-10.1", "SO-10.9", "SO-11.1", "SO-11.7", "SO-11.8", "SO-11.10", "SO-11.13", "SO-11.15")
def test_ex_20_turn_end() -> None:
    p = listen(play(until_the_shipyard(), "pass", "pass"))
    assert [player.saline_level for player in seen(p).players] == [2, 1, 1]
    assert [barrels(p, seat) for seat in (A, B, C)] == [(0, 0, 0)] * 3
    assert [player.depot_room for player in seen(p).players] == [6] * 3
    assert space(p, C, "auberge") > 0
    assert p.coins == [8, 18, 13]

    play(p, "pass")
    assert p.turn == 2
    assert told(p, "production") == [(A, 7), (B, 3), (C, 3)]
    assert told(p, "lost") == [(A, 1)]
    assert [barrels(p, seat) for seat in (A, B, C)] == [(6, 0, 0), (3, 0, 0), (3, 0, 0)]
    assert told(p, "rent") == [(C, 2 + 2)]
    for step in ("interest", "overdraft", "limit"):
        assert told(p, step) == []
    assert p.coins == [8, 18, 17]
    assert p.counters == [0, 0, 0, 0]
    assert p.order == [A, C, B]


@example("SO-EX-21")
@rule("SO-7.7", "SO-7.11", "SO-7.14", "SO-7.15")
def test_ex_21_storm_full_ship() -> None:
    p = listen(table(event="event_06"))
    hold(p, A, "caravel_1", salt=4)
    play(p, "sail_out")
    assert damage(p, A, "caravel_1") == 1
    assert usable(p, A, "caravel_1") == 3
    assert told(p, "lost") == [(A, 1)]
    assert barrels(p, A, "caravel_1") == (3, 0, 0)
    assert options(p) == numbered("herring", 0, 3)
    play(p, "herring 1")
    assert barrels(p, A, "caravel_1") == (0, 1, 2)


@example("SO-EX-22")
@rule("SO-7.7", "SO-7.11")
def test_ex_22_storm_room_left() -> None:
    p = listen(table(event="event_06"))
    hold(p, A, "caravel_1", salt=3)
    play(p, "sail_out", "herring 3")
    assert damage(p, A, "caravel_1") == 1
    assert usable(p, A, "caravel_1") == 3
    assert told(p, "lost") == []
    assert barrels(p, A, "caravel_1") == (0, 3, 0)


@example("SO-EX-23")
@rule("SO-7.4", "SO-7.8", "SO-7.9", "SO-7.11")
@pytest.mark.parametrize(
    ("first", "second", "damages", "holds", "lost", "fish"),
    [
        ("caravel_1", "carrack", (3, 1), (1, 5), 2, (1, 4)),
        ("carrack", "caravel_1", (1, 3), (3, 3), 1, (3, 3)),
    ],
)
def test_ex_23_order_and_pirates(
    first: str,
    second: str,
    damages: tuple[int, int],
    holds: tuple[int, int],
    lost: int,
    fish: tuple[int, int],
) -> None:
    """The pairs are those of Caravel 1 and of the Carrack."""
    ships = ("caravel_1", "carrack")
    p = listen(table(event="event_09"))
    hold(p, A, "caravel_1", salt=3)
    hold(p, A, "carrack", salt=4)
    assert seen(p).pirates_active
    catch = dict(zip(ships, fish, strict=True))

    play(p, "sail_out")
    assert options(p) == ["ship caravel_1", "ship carrack"]
    play(p, f"ship {first}")
    assert options(p) == numbered("herring", 0, catch[first])
    play(p, f"herring {catch[first]}")
    assert not seen(p).pirates_active
    assert options(p) == [f"ship {second}", "done"]
    play(p, f"ship {second}")
    assert options(p) == numbered("herring", 0, catch[second])
    play(p, f"herring {catch[second]}")

    assert tuple(damage(p, A, ship) for ship in ships) == damages
    assert tuple(usable(p, A, ship) for ship in ships) == holds
    assert told(p, "lost") == [(A, lost)]
    assert [barrels(p, A, ship) for ship in ships] == [(0, n, 0) for n in fish]
    assert sum(fish) == (5 if first == "caravel_1" else 6)
    assert not seen(p).pirates_active


@example("SO-EX-24")
@rule("SO-7.5", "SO-7.8")
def test_ex_24_decoy() -> None:
    p = table(event="event_05")
    hold(p, A, "caravel_1")
    hold(p, A, "carrack", salt=6)
    hold(p, B, "caravel_1", salt=4)
    assert seen(p).pirates_active
    play(p, "sail_out", "ship caravel_1", "ship carrack", "herring 6")
    assert damage(p, A, "caravel_1") == 2
    assert damage(p, A, "carrack") == 0
    assert barrels(p, A, "carrack") == (0, 6, 0)
    assert not seen(p).pirates_active

    move(p, B, "sail_out", "herring 4")
    assert damage(p, B, "caravel_1") == 0
    assert barrels(p, B, "caravel_1") == (0, 4, 0)


@example("SO-EX-25")
@rule("SO-7.8", "SO-7.9", "SO-10.21")
def test_ex_25_saint_maclou() -> None:
    p = listen(table(event="event_08"))
    own(p, A, "saint_maclou")
    for seat in (A, B, C):
        hold(p, seat, "caravel_1", salt=4)

    play(p, "sail_out", "herring 3")
    assert damage(p, A, "caravel_1") == 1
    assert barrels(p, A, "caravel_1") == (0, 3, 0)
    assert seen(p).pirates_active

    play(p, "sail_out", "herring 1")
    assert damage(p, B, "caravel_1") == 3
    assert usable(p, B, "caravel_1") == 1
    assert barrels(p, B, "caravel_1") == (0, 1, 0)
    assert not seen(p).pirates_active

    play(p, "sail_out", "herring 3")
    assert damage(p, C, "caravel_1") == 1
    assert barrels(p, C, "caravel_1") == (0, 3, 0)
    assert told(p, "lost") == [(A, 1), (B, 3), (C, 1)]


@example("SO-EX-71")
@rule("SO-4.10")
def test_ex_71_full_round() -> None:
    p = until_the_shipyard(phase_end="full_round")
    play(p, "pass", "pass")
    assert asked(p) == (A, "Move")
    play(p, "pass")
    assert (p.turn, asked(p)) == (1, (B, "Move"))
    play(p, "pass")
    assert (p.turn, asked(p)) == (1, (C, "Move"))
    play(p, "pass")
    assert p.turn == 2

    for setting in ("consecutive", "full_round"):
        p = table(phase_end=setting)
        play(p, "saline", "pass", "pass", "saline", "pass", "pass", "pass")
        assert (p.turn, asked(p)) == (1, (D, "Move"))
        play(p, "pass")
        assert p.turn == 2
