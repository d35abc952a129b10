"""Every printed value of the box, shown through what it does at the table.

The tables are written out here from the rules of record; nothing is read from the component
file except its provenance words and the values of ships that can never have an effect.
"""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from quarterdeck.games.salty_ocean.names import BUILDINGS, GOODS, PLACES, SHIPS, TILES, TYPES
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.testing import rule
from tests.salty_ocean.probing import why_closed
from tests.salty_ocean.scenario import (
    RULES,
    A,
    B,
    C,
    D,
    barrels,
    cost,
    damage,
    deal,
    end_actions,
    give,
    hold,
    numbered,
    options,
    own,
    play,
    prices,
    raise_to,
    refresh,
    rows,
    seen,
    table,
)

FIVE_ROWS = [(3, 6, 8), (2, 5, 6), (2, 4, 5), (1, 3, 4), (0, 2, 2)]
SEVEN_ROWS = [(3, 6, 8), (3, 5, 7), (2, 4, 6), (2, 4, 5), (1, 3, 4), (1, 2, 3), (0, 2, 2)]
CELLS = [
    (settings, row, good, price)
    for settings, lines in (("five_rows", FIVE_ROWS), ("seven_rows", SEVEN_ROWS))
    for row, line in enumerate(lines, start=1)
    for good, price in zip(("salt", "herring", "cod"), line, strict=True)
]

# Changes of the salt, herring and cod rows, the sea, the extra.
EVENTS = {
    "event_01": (0, 1, 0, "calm", ""),
    "event_02": (1, 0, 1, "calm", ""),
    "event_03": (0, 1, 2, "calm", "poor_fishing"),
    "event_04": (1, 2, 0, "calm", "poor_fishing"),
    "event_05": (-1, 2, 1, "calm", "pirates"),
    "event_06": (0, 1, 1, "storm", ""),
    "event_07": (1, 0, 2, "storm", ""),
    "event_08": (2, 1, 1, "storm", "pirates"),
    "event_09": (0, 2, 2, "storm", "pirates"),
    "event_10": (1, 1, 2, "storm", "poor_fishing"),
}

NOTRE_DAME = [0, 5, 11, 18, 26, 35, 45, 55, 70]


def spare_tile(tile: str) -> str:
    return "event_01" if tile != "event_01" else "event_02"


# Names


def test_the_canonical_orders() -> None:
    assert GOODS == ("salt", "herring", "cod")
    assert SHIPS == ("caravel_1", "caravel_2", "carrack")
    assert TYPES == ("city", "navigation", "port", "market")
    assert tuple(EVENTS) == TILES
    assert tuple(f"{where}_{n}" for where in ("grid", "stock") for n in range(1, 6)) == PLACES
    assert BUILDINGS == (
        "banque",
        "salle_des_coffres",
        "bureau_des_finances",
        "auberge",
        "chantier_naval",
        "academie_marine",
        "phare",
        "vitraux",
        "hotel_de_ville",
        "gros_horloge",
        "saint_maclou",
        "fierte",
    )


# Prices


@rule("SO-9.2")
@pytest.mark.parametrize(("settings", "row", "good", "price"), CELLS)
def test_selling_prices(settings: str, row: int, good: str, price: int) -> None:
    p = table(rows=(row, row, row), price_table=settings)
    hold(p, A, "caravel_1")
    give(p, A, "depot", **{good: 3})
    play(p, f"sell {good}", "from depot 3")
    assert p.coins[A] == 10 + 3 * price


@rule("SO-9.8", "SO-9.9")
@pytest.mark.parametrize(("settings", "row", "good", "price"), CELLS)
def test_buying_prices(settings: str, row: int, good: str, price: int) -> None:
    p = table(coins=[50, 12, 14, 16], rows=(row, row, row), price_table=settings)
    play(p, f"buy {good}")
    assert cost(p, "take 3") == 3 * max(price, 1)
    play(p, "take 3")
    assert p.coins[A] == 50 - 3 * max(price, 1)


@pytest.mark.parametrize(
    ("settings", "lines"), [("five_rows", FIVE_ROWS), ("seven_rows", SEVEN_ROWS)]
)
def test_price_tables_as_shown(settings: str, lines: list[tuple[int, int, int]]) -> None:
    p = table(price_table=settings, rows=None)
    assert list(seen(p).prices) == lines
    p = table(2, price_table=settings, rows=None)
    assert list(seen(p).prices) == [line[:2] for line in lines]


# Event tiles


@rule("SO-3.1")
@pytest.mark.parametrize(("tile", "values"), EVENTS.items())
def test_price_changes_of_the_tiles(tile: str, values: tuple[int, int, int, str, str]) -> None:
    p = table(event=tile, next_event=spare_tile(tile), rows=None)
    assert rows(p) == (3 - values[0], 3 - values[1], 3 - values[2])
    p = table(event=tile, next_event=spare_tile(tile), rows=None, price_table="seven_rows")
    assert rows(p) == (4 - values[0], 4 - values[1], 4 - values[2])


@rule("SO-7.7", "SO-7.8", "SO-7.12")
@pytest.mark.parametrize(("tile", "values"), EVENTS.items())
def test_weather_of_the_tiles(tile: str, values: tuple[int, int, int, str, str]) -> None:
    _, _, _, sea, extra = values
    storm, pirates = int(sea == "storm"), 2 * int(extra == "pirates")
    p = table(event=tile, next_event=spare_tile(tile))
    for seat in (A, B):
        hold(p, seat, "caravel_1", where="sea")
        hold(p, seat, "carrack", salt=3)
    for seat in (A, B):
        play(p, "sail_out")
        assert damage(p, seat, "carrack") == storm + (pirates if seat == A else 0)
        left = 2 if extra == "poor_fishing" else 3
        assert options(p) == numbered("herring", 0, left)
        play(p, "herring 0")
        assert barrels(p, seat, "carrack") == (0, 0, left)


@pytest.mark.parametrize(("tile", "values"), EVENTS.items())
def test_tiles_as_shown(tile: str, values: tuple[int, int, int, str, str]) -> None:
    p = table(event=spare_tile(tile), next_event=tile)
    shown = seen(p).forecast
    assert shown is not None
    assert shown.id == tile
    assert shown.change == values[:3]
    assert shown.storm == (values[3] == "storm")
    assert shown.pirates == (values[4] == "pirates")
    assert shown.poor_fishing == (values[4] == "poor_fishing")


# Costs


@rule("SO-4.5")
def test_the_cost_track_runs_from_0_to_10() -> None:
    p = table(2, coins=[99, 99])
    p.saline, p.depot = [0, 0], [0, 0]
    paid = []
    for action in ["notre_dame"] * 8 + ["build banque", "build auberge", "build phare"] * 2:
        before = sum(p.coins)
        play(p, action)
        paid.append(before - sum(p.coins))
    assert paid == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    end_actions(p)
    assert p.counters == [0, 0, 0, 0]


# Ships


@pytest.mark.parametrize(("ship", "capacity"), [("caravel_1", 4), ("caravel_2", 4), ("carrack", 6)])
def test_capacities(ship: str, capacity: int) -> None:
    p = table()
    raise_to(p, A, depot=1)
    give(p, A, salt=15)
    hold(p, A, "caravel_1", where="sea")
    hold(p, A, ship)
    play(p, "move_goods")
    assert options(p) == numbered(f"load {ship} salt", 0, capacity)


@rule("SO-8.3", "SO-8.5")
@pytest.mark.parametrize(("ship", "fee", "share"), [("caravel_2", 3, 1), ("carrack", 4, 2)])
@pytest.mark.parametrize("yard", ["academie_marine", "chantier_naval"])
def test_fees_and_shares(ship: str, fee: int, share: int, yard: str) -> None:
    other = "chantier_naval" if yard == "academie_marine" else "academie_marine"
    for owners, gain in (([B], fee), ([B, C], share)):
        p = table(coins=[30, 30, 30, 30])
        own(p, A, other)
        for seat in owners:
            own(p, seat, yard)
        assert cost(p, f"build_ship {ship}") == fee
        play(p, f"build_ship {ship}")
        assert p.coins == [30 - fee, 30 + gain, 30 + (gain if len(owners) == 2 else 0), 30]


def box() -> dict[str, Any]:
    return tomllib.loads((RULES.folder / "components.toml").read_text(encoding="utf-8"))


def test_values_of_ships_that_have_no_effect() -> None:
    """Caravel 1 is never built, the others never start with salt: the file says nothing else."""
    caravel_1, caravel_2, carrack = box()["ship"]
    for key in ("academy_fee", "shipyard_fee", "academy_share_of_two", "shipyard_share_of_two"):
        assert caravel_1[key] == 0
    assert [ship["start_salt"] for ship in (caravel_1, caravel_2, carrack)] == [3, 0, 0]


# Tracks


@rule("SO-10.1")
@pytest.mark.parametrize(("level", "salt"), [(1, 3), (2, 7), (3, 10), (4, 12)])
def test_saline_track(level: int, salt: int) -> None:
    p = table()
    raise_to(p, C, saline=level, depot=2)
    assert seen(p).players[C].salt_per_turn == salt
    end_actions(p)
    assert barrels(p, C) == (salt, 0, 0)


@rule("SO-10.2")
@pytest.mark.parametrize(("level", "room"), [(0, 6), (1, 15), (2, 30)])
def test_depot_track(level: int, room: int) -> None:
    p = table()
    raise_to(p, A, depot=level)
    assert seen(p).players[A].depot_room == room
    give(p, A, cod=room - 1)
    assert "buy cod" in options(p)
    give(p, A, cod=room)
    assert why_closed(p, "buy cod") == ("SO-9.10", "depot_full")


@rule("SO-10.23")
def test_notre_dame_track() -> None:
    for step, coins in enumerate(NOTRE_DAME):
        p = table(turn=5)
        raise_to(p, D, notre_dame=step)
        end_actions(p)
        assert p.scores == [10, 12, 14, 16 + coins]


@rule("SO-6.7", "SO-13.10")
@pytest.mark.parametrize(
    ("seats", "limits"),
    [
        (4, [None] * 6 + [3, 2, 1]),
        (3, [None] * 7 + [2, 1]),
        (2, [None] * 8 + [1]),
    ],
)
def test_notre_dame_as_shown(seats: int, limits: list[int | None]) -> None:
    steps = seen(table(seats)).cathedral
    assert [step.coins for step in steps] == NOTRE_DAME
    assert [step.limit for step in steps] == limits


@rule("SO-6.7")
@pytest.mark.parametrize(
    ("step", "limit"), [(1, 4), (2, 4), (3, 4), (4, 4), (5, 4), (6, 3), (7, 2), (8, 1)]
)
def test_notre_dame_access(step: int, limit: int) -> None:
    for there in range(4):
        p = table()
        p.cathedral = [step - 1, *([step] * there + [0] * 3)[:3]]
        refresh(p)
        assert ("notre_dame" in options(p)) == (there < limit)


@rule("SO-6.13")
@pytest.mark.parametrize("step", range(9))
def test_vitraux_step(step: int) -> None:
    p = table()
    raise_to(p, A, notre_dame=step)
    assert ("build vitraux" in options(p)) == (step >= 3)


# Spaces as shown; the numbers in use are the business of test_player_count.py


@pytest.mark.parametrize(
    ("building", "values"),
    [
        ("bureau_des_finances", [3, 2]),
        ("vitraux", [10, 7, 5]),
        ("gros_horloge", [3, 5]),
        ("saint_maclou", [6, 3]),
        ("fierte", [2, 1]),
    ],
)
def test_values_of_spaces_as_shown(building: str, values: list[int]) -> None:
    def shown(p: SaltyPosition) -> list[int]:
        return [s.value for b in seen(p).buildings if b.id == building for s in b.spaces]

    assert shown(table(4)) == values
    assert shown(table(2)) == values[-1:]
    assert shown(table(2, ranked_slots="best_first")) == values[:1]


# Money


@rule("SO-1.3")
def test_starting_coins() -> None:
    for seats in (2, 3, 4):
        assert table(seats).coins == [10, 12, 14, 16][:seats]


@rule("SO-5.7")
def test_lowest_balance() -> None:
    p = table(coins=[-21, 12, 14, 16], counters=(1, 2, 2, 2))
    assert "saline" in options(p)
    assert why_closed(p, "sail_out") == ("SO-5.7", "cannot_pay")
    (closed,) = [c for c in RULES.closed(p, A) if c.choice.notation == "sail_out"]
    assert closed.reason.message.arguments["lowest"] == -22


@rule("SO-11.14")
def test_coin_limits() -> None:
    p = table(coins=[99, 99, 99, 99])
    own(p, A, "banque")
    own(p, B, "banque")
    own(p, B, "salle_des_coffres")
    assert [player.coin_limit for player in seen(p).players] == [80, None, 40, 40]
    end_actions(p)
    assert p.coins == [80, 108, 40, 40]


@rule("SO-10.3", "SO-10.4")
@pytest.mark.parametrize(
    ("coins", "bank", "vault"),
    [(9, 0, 0), (10, 0, 1), (19, 0, 1), (20, 1, 2), (29, 1, 2), (30, 1, 3), (40, 2, 4)],
)
def test_bank_interest(coins: int, bank: int, vault: int) -> None:
    p = table(coins=[coins, coins, 14, 16])
    own(p, A, "banque")
    own(p, B, "banque")
    own(p, B, "salle_des_coffres")
    end_actions(p)
    assert p.coins == [coins + bank, coins + vault, 14, 16]


@rule("SO-10.9")
def test_rent() -> None:
    for seats, alone, together in ((2, 3, 2), (3, 4, 2), (4, 5, 2)):
        p = table(seats, coins=[0] * seats)
        own(p, A, "auberge")
        end_actions(p)
        assert p.coins[A] == alone
        p = table(seats, coins=[0] * seats)
        for seat in range(seats):
            own(p, seat, "auberge")
        end_actions(p)
        assert p.coins == [together] * seats


@rule("SO-10.12")
def test_lighthouse_bonus() -> None:
    p = table(turn=5)
    own(p, A, "phare")
    end_actions(p)
    assert p.scores[A] == 12


@rule("SO-5.3", "SO-11.12")
def test_overdraft_interest() -> None:
    p = table(coins=[0, 12, 14, 16], counters=(5, 0, 0, 0))
    play(p, "saline")
    assert p.coins[A] == -6
    end_actions(p)
    assert p.coins[A] == -7


@rule("SO-9.3", "SO-9.4")
@pytest.mark.parametrize(
    ("seats", "sold", "fall"), [(4, 8, 1), (4, 9, 2), (2, 8, 2), (2, 9, 4), (2, 1, 2), (3, 1, 1)]
)
def test_lots_and_rows(seats: int, sold: int, fall: int) -> None:
    p = table(seats, rows=(1, 1, 1), price_table="seven_rows")
    raise_to(p, A, depot=1)
    give(p, A, herring=10)
    play(p, "sell herring", f"from depot {sold}")
    assert rows(p)[1] == 1 + fall


@rule("SO-9.9")
def test_least_salt_price() -> None:
    p = table(rows=(5, 3, 3))
    assert prices(p)[0] == 0
    play(p, "buy salt", "take 3")
    assert p.coins[A] == 7


@rule("SO-1.11", "SO-2.1")
def test_five_grid_places_for_five_turns() -> None:
    p = table()
    assert seen(p).turns == 5
    end_actions(p)
    deal(p, "reveal grid_3 event_03")
    assert seen(p).turn == 2


# How we know


def test_provenance_of_the_prices() -> None:
    for name, count in (("five_rows", 5), ("seven_rows", 7)):
        said = box()["price_table"][name]["provenance"]
        unknown = ["reconstructed"] * count
        assert said["start_row"] == "inferred"  # the middle row, of a number that is not known
        assert said["salt"] == [*unknown[1:], "inferred"]
        assert said["herring"] == ["reconstructed", "rulebook", "rulebook", *unknown[3:]]
        assert said.get("cod", said["default"]) == "reconstructed"


def test_provenance_of_tiles_ships_and_tracks() -> None:
    data = box()
    assert [tile["provenance"] for tile in data["event"]] == ["reconstructed"] * 10
    # What caravel 1 would cost, and what others would start with, nobody had to say
    first, *others = [ship["provenance"] for ship in data["ship"]]
    assert first == {"default": "inferred", "capacity": "public", "start_salt": "rulebook"}
    for said in others:
        assert said == {"default": "rulebook", "capacity": "public", "start_salt": "inferred"}
    said = data["tracks"]["provenance"]
    assert said["default"] == "rulebook"
    assert said["notre_dame"] == [*["rulebook"] * 4, *["inferred"] * 2, *["rulebook"] * 3]
    assert said["notre_dame_limits"] == [*["rulebook"] * 6, *["reconstructed"] * 2, "rulebook"]
    assert set(said) == {"default", "notre_dame", "notre_dame_limits"}
    for section in ("box", "cost_track", "weather", "money"):
        assert data[section]["provenance"] == "rulebook"


def test_provenance_of_the_buildings() -> None:
    for building, data in box()["building"].items():
        if building in ("banque", "salle_des_coffres", "auberge", "phare"):
            minima: Any = ["inferred", "rulebook", "rulebook", "rulebook"]
        elif building in ("chantier_naval", "academie_marine", "vitraux"):
            minima = "rulebook"
        else:
            minima = "inferred"
        said = data["provenance"]
        if minima == "rulebook":
            assert said == "rulebook"
        else:
            assert said == {"default": "rulebook", "min_players": minima}


def test_the_values_are_those_of_rules_version_1() -> None:
    assert RULES.component_digest == "558017a5d0ad31cb"
