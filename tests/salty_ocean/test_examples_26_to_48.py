"""The worked examples SO-EX-26 to SO-EX-48, number by number: money, turn ends, the end."""

from __future__ import annotations

import pytest

from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.kernel.messages import Message
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
    tile_on,
    told,
    usable,
    where,
)

CITY = ("saline", "depot", "notre_dame", "build")


def known_tile(p: SaltyPosition, viewer: int | None, place: str) -> str | None:
    """The tile of a place as far as this viewer knows it."""
    (found,) = (shown for shown in seen(p, viewer).places if shown.id == place)
    return found.tile.id if found.tile else None


def face_down(p: SaltyPosition) -> list[str]:
    return [place.id for place in seen(p).places if not place.face_up]


def chances(p: SaltyPosition) -> list[int]:
    """The weights of the outcomes chance may deal."""
    return [weight for _, weight in p.outcomes()]


@example("SO-EX-26")
@rule("SO-7.6", "SO-7.12", "SO-10.25")
@pytest.mark.parametrize(("fierte", "fish"), [(False, 4), (True, 5)])
def test_ex_26_storm_and_poor_fishing(fierte: bool, fish: int) -> None:
    p = listen(table(event="event_10"))
    hold(p, A, "carrack", salt=6)
    if fierte:
        own(p, A, "fierte")
    play(p, "sail_out", "ship carrack")
    assert damage(p, A, "carrack") == 1
    assert usable(p, A, "carrack") == 5
    assert told(p, "lost") == [(A, 1)]
    assert barrels(p, A, "carrack") == (fish, 0, 0)
    assert fish == 6 - 1 - (0 if fierte else 1)
    assert options(p) == numbered("herring", 0, fish)
    play(p, f"herring {fish}")
    assert barrels(p, A, "carrack") == (0, fish, 0)


@example("SO-EX-27")
@rule("SO-7.6", "SO-7.11", "SO-7.12", "SO-7.15", "SO-7.17")
def test_ex_27_mixed_cargo() -> None:
    p = table(event="event_10")
    hold(p, A, "caravel_1", salt=2, herring=2)
    play(p, "sail_out")
    assert damage(p, A, "caravel_1") == 1
    assert options(p) == numbered("lose salt", 0, 1)  # excess 1
    other = p.clone()

    play(p, "lose salt 0")
    assert barrels(p, A, "caravel_1") == (2 - 1, 1, 0)
    assert options(p) == numbered("herring", 0, 1)
    play(p, "herring 0")
    assert barrels(p, A, "caravel_1") == (0, 1, 1)

    play(other, "lose salt 1")
    assert barrels(other, A, "caravel_1") == (0, 2, 0)
    assert asked(other) == (B, "Move")


@example("SO-EX-28")
@rule("SO-7.13", "SO-7.17")
def test_ex_28_poor_fishing_without_salt() -> None:
    p = table(event="event_03")
    hold(p, A, "caravel_1", herring=3)
    play(p, "sail_out")
    assert barrels(p, A, "caravel_1") == (0, 3, 0)
    assert asked(p) == (B, "Move")


@example("SO-EX-29")
@rule("SO-7.10", "SO-10.11", "SO-10.13", "SO-11.3")
def test_ex_29_damage_ceiling_and_phare() -> None:
    p = listen(table(event="event_09"))
    own(p, A, "phare")
    hold(p, A, "caravel_1", damage=3, salt=1)
    assert seen(p).pirates_active
    play(p, "sail_out")
    assert damage(p, A, "caravel_1") == 4
    assert usable(p, A, "caravel_1") == 0
    assert told(p, "lost") == [(A, 1)]
    assert barrels(p, A, "caravel_1") == (0, 0, 0)
    assert asked(p) == (B, "Move")
    assert not seen(p).pirates_active

    end_actions(p)
    assert p.turn == 2
    assert damage(p, A, "caravel_1") == 0
    assert where(p, A, "caravel_1") == "sea"


@example("SO-EX-30")
@rule("SO-5.2", "SO-5.4", "SO-5.7", "SO-4.12")
def test_ex_30_floor() -> None:
    p = table(coins=[-18, 12, 14, 16], counters=(4, 0, 0, 0))
    assert "saline" in options(p)
    play(p, "saline")
    assert p.coins[A] == -22

    p = table(coins=[-18, 12, 14, 16], counters=(5, 0, 0, 0))
    assert asked(p) == (A, "Move")
    assert options(p, *CITY) == []


@example("SO-EX-31")
@rule("SO-5.3", "SO-5.7", "SO-5.9", "SO-9.8", "SO-9.10")
@pytest.mark.parametrize(("bought", "left"), [(11, -22), (10, -21)])
def test_ex_31_waived_interest(bought: int, left: int) -> None:
    p = table(coins=[0, 12, 14, 16], rows=(3, 5, 3))
    raise_to(p, A, depot=1)
    assert prices(p)[1] == 2
    play(p, "buy herring")
    assert p.coins[A] == 0
    assert options(p) == numbered("take", 1, 11)
    play(p, f"take {bought}")
    assert p.coins[A] == left
    assert barrels(p, A) == (0, bought, 0)


@example("SO-EX-32")
@rule("SO-5.3", "SO-5.4", "SO-5.5", "SO-5.10", "SO-11.12")
def test_ex_32_two_falls_in_one_turn() -> None:
    p = listen(table(coins=[1, 12, 14, 16], counters=(2, 0, 6, 1)))
    own(p, B, "chantier_naval")
    own(p, C, "academie_marine")
    give(p, A, herring=4)

    play(p, "saline")
    assert told(p, "overdrawn") == [(A, 1)]
    assert p.coins[A] == 1 - 2 - 1 == -2
    move(p, A, "sell herring")
    assert p.coins[A] == -3
    assert told(p, "overdrawn") == [(A, 1)]
    assert prices(p)[1] == 4
    play(p, "from depot 4")
    assert p.coins[A] == -3 + 16 == 13

    move(p, A)
    assert p.counters[2] == 6
    play(p, "build_ship carrack")
    assert told(p, "fee") == [(A, 8)]
    assert told(p, "overdrawn") == [(A, 1), (A, 1)]
    assert p.coins[A] == 13 - 6 - 8 - 1 == -2

    end_actions(p)
    assert p.turn == 2
    assert told(p, "overdraft") == [(A, 1)]
    assert p.coins[A] == -3


@example("SO-EX-33")
@rule("SO-4.2", "SO-4.8", "SO-4.9")
def test_ex_33_end_of_phase() -> None:
    p = table()
    script = [(A, "saline", 0), (B, "pass", 1), (C, "pass", 2), (D, "saline", 0)]
    script += [(A, "pass", 1), (B, "pass", 2)]
    for seat, choice, passes in script:
        assert asked(p) == (seat, "Move")
        play(p, choice)
        assert p.passes == passes
    other = p.clone()

    assert asked(p) == (C, "Move")
    play(p, "pass")
    assert p.passes == 3
    assert (p.turn, asked(p)) == (1, (D, "Move"))
    play(p, "pass")
    assert p.turn == 2

    play(other, "saline")
    assert other.passes == 0
    for passes, seat in enumerate((D, A, B, C)):
        assert (other.turn, other.passes) == (1, passes)
        assert asked(other) == (seat, "Move")
        play(other, "pass")
    assert other.turn == 2


@example("SO-EX-34")
@rule("SO-9.2", "SO-9.3", "SO-9.4", "SO-9.5", "SO-9.6", "SO-13.2")
@pytest.mark.parametrize(
    ("seats", "drop", "row", "sold", "income", "row_after"),
    [
        (4, "per_lot", 1, 8, 48, 2),
        (4, "per_lot", 1, 9, 54, 3),
        (4, "per_lot", 1, 17, 102, 4),
        (2, "per_lot", 1, 9, 54, 5),
        (2, "per_sale", 1, 9, 54, 3),
        (2, "per_lot", 4, 3, 9, 5),
        (2, "per_sale", 4, 3, 9, 5),
    ],
)
def test_ex_34_lots(
    seats: int, drop: str, row: int, sold: int, income: int, row_after: int
) -> None:
    p = table(seats=seats, rows=(3, row), two_player_drop=drop)
    assert prices(p)[1] == {1: 6, 4: 3}[row]
    before = p.coins[A]
    raise_to(p, A, depot=2)
    give(p, A, herring=sold)
    play(p, "sell herring", f"from depot {sold}")
    assert p.coins[A] == before + income
    assert rows(p)[:2] == (3, row_after)


@example("SO-EX-35")
@rule("SO-9.6", "SO-9.7", "SO-9.9", "SO-10.6", "SO-10.8")
def test_ex_35_salt_at_0() -> None:
    p = table(coins=[10, 10, 14, 16], rows=(5, 3, 3), counters=(0, 0, 0, 1))
    own(p, A, "bureau_des_finances")
    assert space(p, A, "bureau_des_finances") == 1
    hold(p, A, "caravel_1")
    give(p, A, salt=5)
    assert prices(p)[0] == 0

    play(p, "sell salt")
    assert p.coins[A] == 9
    play(p, "from depot 5")
    assert p.coins[A] == 9 + 0 + 3 == 12
    assert rows(p) == (5, 3, 3)

    assert asked(p) == (B, "Move")
    assert p.counters[3] == 2
    play(p, "buy salt")
    assert p.coins[B] == 8
    assert options(p) == numbered("take", 1, 6)
    assert cost(p, "take 4") == 4
    play(p, "take 4")
    assert p.coins[B] == 4
    assert barrels(p, B) == (4, 0, 0)
    assert rows(p) == (5, 3, 3)


@example("SO-EX-36")
@rule("SO-10.3", "SO-10.4", "SO-10.9", "SO-11.10", "SO-11.11", "SO-11.14", "SO-11.15")
def test_ex_36_income_order() -> None:
    p = listen(table(coins=[38, 44, 79, 95]))
    own(p, A, "auberge")
    for seat in (A, C, D):
        own(p, seat, "banque")
    own(p, D, "salle_des_coffres")
    end_actions(p)
    assert told(p, "rent") == [(A, 43 - 38)]
    assert told(p, "interest") == [(A, 2), (C, 82 - 79)]
    assert told(p, "interest.vault") == [(D, 104 - 95)]
    assert told(p, "limit") == [(B, 44 - 40), (C, 82 - 80)]
    assert p.coins == [45, 40, 80, 104]
    assert p.order == [B, A, C, D]


@example("SO-EX-37")
@rule("SO-5.8", "SO-5.14", "SO-10.5", "SO-11.12", "SO-11.15")
def test_ex_37_negative_balances() -> None:
    p = listen(table(coins=[-5, -3, -22, -21]))
    own(p, A, "banque")
    own(p, A, "salle_des_coffres")
    own(p, B, "auberge")
    end_actions(p)
    assert told(p, "rent") == [(B, 5)]
    assert told(p, "interest") == []
    assert told(p, "overdraft") == [(A, 1), (D, 1)]
    assert p.coins == [-6, 2, -22, -22]
    assert p.order == [D, C, A, B]


@example("SO-EX-38")
@rule("SO-5.14", "SO-11.15")
def test_ex_38_stack_tie() -> None:
    p = table(coins=[16, 17, 12, 20], counters=(1, 0, 0, 0))
    play(p, "saline")
    assert p.coins[A] == 15
    play(p, "saline")
    assert p.coins[B] == 17 - 2 == 15
    end_actions(p)
    assert p.coins == [15, 15, 12, 20]
    assert p.order == [C, B, A, D]


@example("SO-EX-39")
@rule("SO-5.14", "SO-5.15", "SO-11.2", "SO-11.14", "SO-11.15")
def test_ex_39_tie_at_the_limit() -> None:
    p = listen(table(coins=[44, 12, 41, 40]))
    end_actions(p)
    assert told(p, "limit") == [(A, 4), (C, 1)]
    assert p.coins == [40, 12, 40, 40]
    assert p.order == [B, C, A, D]


@example("SO-EX-40")
@rule("SO-11.7", "SO-11.8", "SO-11.9")
@pytest.mark.parametrize(
    ("salt", "herring", "left"),
    [(6, 0, (3, 3, 0)), (3, 3, (6, 0, 0)), (4, 2, (5, 1, 0))],
)
def test_ex_40_production_overflow(salt: int, herring: int, left: tuple[int, int, int]) -> None:
    p = table()
    raise_to(p, A, saline=2)
    give(p, A, salt=2, herring=3)
    end_actions(p)
    assert asked(p)[0] == A
    assert barrels(p, A) == (9, 3, 0)
    assert options(p) == numbered("lose salt", 3, 6)
    listen(p)
    play(p, f"lose salt {salt}")
    assert p.turn == 2
    assert told(p, "lost") == [(A, lost) for lost in (salt, herring) if lost]
    assert barrels(p, A) == left


@example("SO-EX-41")
@rule("SO-4.5", "SO-5.7", "SO-10.14", "SO-10.15", "SO-10.16")
@pytest.mark.parametrize(("coins", "legal"), [(-8, False), (-7, True)])
def test_ex_41_clock_cost_and_floor(coins: int, legal: bool) -> None:
    p = table(coins=[coins + 4, 12, 14, 16], counters=(4, 2, 10, 10))
    own(p, D, "gros_horloge")
    own(p, A, "gros_horloge")
    assert space(p, A, "gros_horloge") == 2
    play(p, "saline")
    assert p.coins[A] == coins
    assert p.counters == [5, 2, 10, 10]

    assert asked(p) == (A, "Clock")
    assert options(p, *CITY) == []
    assert cost(p, "sell salt") == 10 + 5
    assert options(p, "sell", "buy") == (["sell salt"] if legal else [])
    if legal:
        play(p, "sell salt")
        assert p.coins[A] == -22
        assert p.counters == [5, 2, 10, 10]


@example("SO-EX-42")
@rule("SO-10.15", "SO-10.16", "SO-10.17")
def test_ex_42_clock_first_action_pays_for_the_second() -> None:
    p = table(coins=[-20, 12, 14, 16], counters=(1, 0, 0, 2))
    own(p, A, "gros_horloge")
    assert space(p, A, "gros_horloge") == 1
    give(p, A, cod=6)
    assert prices(p)[2] == 5

    play(p, "sell cod")
    assert p.coins[A] == -22
    play(p, "from depot 6")
    assert p.coins[A] == -22 + 30 == 8
    assert rows(p) == (3, 3, 4)

    assert asked(p) == (A, "Clock")
    assert cost(p, "notre_dame") == 1 + 3
    play(p, "notre_dame")
    assert p.coins[A] == 4
    assert p.counters == [2, 0, 0, 3]
    assert seen(p).players[A].cathedral_step == 1


@example("SO-EX-43")
@rule("SO-10.18")
def test_ex_43_clock_just_built() -> None:
    p = table()
    play(p, "build gros_horloge")
    assert asked(p) == (B, "Move")
    move(p, A, "move_goods", "load caravel_1 salt 3")
    assert p.turn == 1
    assert asked(p) == (A, "Clock")
    assert "stop" in options(p)


@example("SO-EX-44")
@rule("SO-6.6", "SO-6.7", "SO-6.8", "SO-10.23")
def test_ex_44_notre_dame_access() -> None:
    p = table(turn=5)
    for seat, step in enumerate((8, 7, 6, 5)):
        raise_to(p, seat, notre_dame=step)
    for seat in (A, B, C, D):
        assert "notre_dame" not in options(move(p.clone(), seat))
    end_actions(p)
    assert sheet(p)["notre_dame"] == (70, 55, 45, 35)


@example("SO-EX-45")
@rule("SO-10.32", "SO-10.33", "SO-10.34")
def test_ex_45_hotel_de_ville() -> None:
    p = table(turn=5)
    raise_to(p, A, saline=3, depot=1, notre_dame=4)
    raise_to(p, B, notre_dame=1)
    owned = {
        A: ("hotel_de_ville", "banque", "salle_des_coffres", "auberge", "phare"),
        B: ("hotel_de_ville", "bureau_des_finances", "chantier_naval"),
        C: ("hotel_de_ville", "gros_horloge", "saint_maclou"),
    }
    for seat, buildings in owned.items():
        for building in buildings:
            own(p, seat, building)
    assert [space(p, seat, "hotel_de_ville") for seat in owned] == [1, 2, 3]
    end_actions(p)
    assert sheet(p)["hotel_de_ville"] == (9, 4, 1, 0)
    (line,) = (line for line in RULES.score_sheet(p) if line.id == "hotel_de_ville")
    assert [detail and detail.arguments["count"] for detail in line.details] == [6, 4, 3, 0]


@example("SO-EX-46")
@rule("SO-12.1", "SO-12.2", "SO-12.3", "SO-12.5", "SO-12.6", "SO-12.7", "SO-12.9")
def test_ex_46_final_score_and_tie() -> None:
    # Step 3 and 4 of the turn end bring A 50 to 52 and C 64 to 69 and 75.
    p = table(turn=5, coins=[50, 40, 64, 40])
    for building in ("banque", "vitraux", "phare"):
        own(p, A, building)
    hold(p, A, "caravel_2")
    raise_to(p, A, notre_dame=5)
    own(p, B, "saint_maclou")
    raise_to(p, B, notre_dame=7)
    for building in ("banque", "salle_des_coffres", "auberge"):
        own(p, C, building)
    raise_to(p, C, notre_dame=4)
    assert space(p, A, "vitraux") == 1
    assert space(p, B, "saint_maclou") == 1
    end_actions(p)

    assert p.finished
    assert sheet(p) == {
        "coins": (52, 40, 75, 40),
        "notre_dame": (35, 55, 26, 0),
        "vitraux": (10, 0, 0, 0),
        "hotel_de_ville": (0, 0, 0, 0),
        "saint_maclou": (0, 6, 0, 0),
        "phare": (4, 0, 0, 0),
        "total": (101, 101, 101, 40),
        "tiebreak_buildings": (6, 4, 5, 2),
    }
    assert p.scores == [101, 101, 101, 40]
    assert p.ranks == [1, 3, 2, 4]


@example("SO-EX-47")
@rule("SO-3.7", "SO-10.26", "SO-10.27", "SO-10.28", "SO-10.29", "SO-10.30", "SO-11.4")
def test_ex_47_fierte() -> None:
    p = table(event="event_02", next_event="event_03", coins=[10, 12, 14, 16])
    own(p, A, "fierte")
    own(p, B, "fierte")
    assert (space(p, A, "fierte"), space(p, B, "fierte")) == (1, 2)
    assert face_down(p) == ["grid_3", "grid_4", "grid_5", *(f"stock_{n}" for n in range(1, 6))]

    end_actions(p)
    assert asked(p)[0] == A
    grid = ["look grid_3", "look grid_4", "look grid_5"]
    assert options(p) == ["no_look", *grid, "look stock_1"]
    play(p, "look grid_3")
    assert chances(p) == [1] * 8
    deal(p, "see grid_3 event_09")
    assert options(p) == ["no_look", "look grid_4", "look grid_5", "look stock_1"]
    play(p, "look stock_1")
    assert chances(p) == [1] * 7
    deal(p, "see stock_1 event_01")
    assert options(p) == ["keep", "swap"]
    play(p, "swap")
    assert tile_on(p, "grid_3") == known_tile(p, A, "grid_3") == "event_01"
    assert tile_on(p, "stock_1") == known_tile(p, A, "stock_1") == "event_09"
    for other in (B, C, D, None):
        assert known_tile(p, other, "grid_3") is None
        assert known_tile(p, other, "stock_1") is None

    assert asked(p)[0] == B
    assert options(p) == ["no_look", *grid, "look stock_1", "look stock_2"]
    listen(p)
    play(p, "look grid_3")
    # Certain outcomes are not dealt: B has seen the tile and grid_3 has been turned up.
    assert p.log is not None
    sights = [entry for entry in p.log if entry.message.id == "so.event.see"]
    assert [entry.audience for entry in sights] == [B]
    assert sights[0].message.arguments["tile"] == Message("so.tile.event_01")
    assert (p.turn, asked(p)[1]) == (2, "Move")
    assert face_down(p)[0] == "grid_4"
    for viewer in (A, B, C, D, None):
        assert known_tile(p, viewer, "grid_3") == "event_01"


@example("SO-EX-48")
@rule("SO-10.29", "SO-10.31")
def test_ex_48_fierte_late() -> None:
    stock = [f"stock_{n}" for n in range(1, 6)]
    p = table(turn=3)
    own(p, A, "fierte")
    end_actions(p)
    assert (p.turn, asked(p)[0]) == (3, A)
    assert options(p) == ["no_look", "look grid_5", "look stock_1"]
    assert face_down(p) == ["grid_5", *stock]

    p = table(turn=4)
    own(p, A, "fierte")
    assert face_down(p) == stock
    end_actions(p)
    assert (p.turn, asked(p)[1]) == (5, "Move")
