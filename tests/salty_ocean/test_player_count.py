"""SO-13 what depends on the number of players."""

from __future__ import annotations

import pytest

from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.testing import rule
from tests.salty_ocean.probing import pass_until, why_closed
from tests.salty_ocean.scenario import (
    A,
    B,
    asked,
    barrels,
    damage,
    deal,
    end_actions,
    give,
    hold,
    numbered,
    options,
    own,
    play,
    raise_to,
    refresh,
    rows,
    seen,
    sheet,
    space,
    table,
)

SHARED = ("banque", "salle_des_coffres", "auberge", "phare")
PAIRED = (
    "chantier_naval",
    "academie_marine",
    "bureau_des_finances",
    "gros_horloge",
    "saint_maclou",
    "fierte",
)
RANKED = ("vitraux", "hotel_de_ville")

# The numbers of the spaces in use, by players and the option `ranked_slots`.
IN_USE = {
    (4, "reserved"): {SHARED: [1, 2, 3, 4], PAIRED: [1, 2], RANKED: [1, 2, 3]},
    (4, "best_first"): {SHARED: [1, 2, 3, 4], PAIRED: [1, 2], RANKED: [1, 2, 3]},
    (3, "reserved"): {SHARED: [2, 3, 4], PAIRED: [1, 2], RANKED: [2, 3]},
    (3, "best_first"): {SHARED: [1, 2, 3], PAIRED: [1, 2], RANKED: [1, 2]},
    (2, "reserved"): {SHARED: [3, 4], PAIRED: [2], RANKED: [3]},
    (2, "best_first"): {SHARED: [1, 2], PAIRED: [1], RANKED: [1]},
}


def spaces_taken(
    seats: int, building: str, ranked_slots: str = "reserved", phare_slots_3p: str = "3"
) -> list[int]:
    """Everybody builds it as long as there is a space; the numbers in the order of building."""
    p = table(seats, coins=[30] * seats, ranked_slots=ranked_slots, phare_slots_3p=phare_slots_3p)
    p.cathedral = [3] * seats
    if building != "banque":
        for seat in range(seats):
            own(p, seat, "banque")
    refresh(p)
    shown = [s.number for b in seen(p).buildings if b.id == building for s in b.spaces]
    taken = []
    for seat in range(seats):
        assert asked(p) == (seat, "Move")
        if f"build {building}" in options(p):
            play(p, f"build {building}")
            taken.append(space(p, seat, building))
        else:
            assert why_closed(p, f"build {building}") == ("SO-6.10", "no_space")
            play(p, "pass")
    assert taken == shown
    return taken


@rule("SO-13.1")
def test_with_two_players_there_is_no_cod() -> None:
    p = table(2, coins=[40, 40])
    assert seen(p).goods == ("salt", "herring")
    for action in ("sell cod", "buy cod"):
        assert why_closed(p, action) == ("SO-13.1", "no_cod")
    play(p, "sail_out")
    # No question about the catch: there is only herring
    assert asked(p) == (B, "Move")
    assert barrels(p, A, "caravel_1") == (0, 3, 0)


@rule("SO-13.1")
def test_with_two_players_cod_is_neither_loaded_nor_lost() -> None:
    p = table(2, coins=[40, 40])
    give(p, A, salt=3, herring=3)
    hold(p, A, "caravel_1", salt=1)
    play(p, "move_goods", "load caravel_1 salt 0", "load caravel_1 herring 0")
    # One too many: either salt or herring
    assert options(p) == numbered("lose salt", 0, 1)
    play(p, "lose salt 0")
    assert asked(p) == (B, "Move")
    assert barrels(p, A) == (4, 2, 0)


@rule("SO-13.1")
@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_players_there_is_cod(seats: int) -> None:
    p = table(seats, coins=[40] * seats)
    assert seen(p).goods == ("salt", "herring", "cod")
    play(p, "sail_out", "herring 0")
    assert barrels(p, A, "caravel_1") == (0, 0, 3)


@rule("SO-13.2")
@pytest.mark.parametrize(("seats", "after"), [(2, (3, 5)), (3, (2, 3)), (4, (2, 3))])
def test_price_falls_are_doubled_with_two_players(seats: int, after: tuple[int, int]) -> None:
    p = table(seats, coins=[40] * seats, rows=(1, 1, 1))
    raise_to(p, A, depot=1)
    give(p, A, herring=9)
    play(p, "sell herring", "from depot 9", "sell salt", "from caravel_1 1")
    assert rows(p)[:2] == after


@rule("SO-13.3", "SO-13.4", "SO-13.6", "SO-13.7", "SO-13.8", "SO-13.9")
@pytest.mark.parametrize(
    ("seats", "ranked_slots", "building", "numbers"),
    [
        (seats, ranked_slots, building, numbers)
        for (seats, ranked_slots), groups in IN_USE.items()
        for buildings, numbers in groups.items()
        for building in buildings
    ],
)
def test_the_spaces_in_use(
    seats: int, ranked_slots: str, building: str, numbers: list[int]
) -> None:
    assert spaces_taken(seats, building, ranked_slots) == numbers


@rule("SO-13.3", "SO-13.4", "SO-13.6")
@pytest.mark.parametrize("ranked_slots", ["reserved", "best_first"])
@pytest.mark.parametrize(("seats", "total"), [(2, 16), (3, 28), (4, 34)])
def test_the_number_of_spaces(seats: int, total: int, ranked_slots: str) -> None:
    p = table(seats, ranked_slots=ranked_slots)
    assert len(seen(p).buildings) == 12
    assert sum(len(building.spaces) for building in seen(p).buildings) == total


@rule("SO-13.3", "SO-13.4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_saline_depot_and_notre_dame_are_open_to_all(seats: int) -> None:
    p = table(seats, coins=[30] * seats)
    for action in ("saline", "depot", "notre_dame"):
        play(p, *[action] * seats)
    assert p.saline == p.depot == p.cathedral == [1] * seats


@rule("SO-13.5")
@pytest.mark.parametrize(
    ("seats", "ranked_slots", "setting", "numbers"),
    [
        (3, "reserved", "3", [2, 3, 4]),
        (3, "reserved", "2", [3, 4]),
        (3, "best_first", "3", [1, 2, 3]),
        (3, "best_first", "2", [1, 2]),
        (2, "reserved", "2", [3, 4]),
        (4, "reserved", "2", [1, 2, 3, 4]),
    ],
)
def test_the_phare_with_three_players(
    seats: int, ranked_slots: str, setting: str, numbers: list[int]
) -> None:
    assert spaces_taken(seats, "phare", ranked_slots, setting) == numbers


@rule("SO-13.5")
def test_the_phare_option_concerns_the_phare_only() -> None:
    p = table(3, phare_slots_3p="2")
    assert sum(len(building.spaces) for building in seen(p).buildings) == 27
    for building in ("banque", "salle_des_coffres", "auberge"):
        assert len(spaces_taken(3, building, phare_slots_3p="2")) == 3


# What the remaining spaces are worth.


def owners(seats: int, building: str, count: int, ranked_slots: str) -> SaltyPosition:
    """The first `count` seats own the building, in turn 5."""
    p = table(seats, turn=5, ranked_slots=ranked_slots)
    p.cathedral = [3] * seats
    if building == "hotel_de_ville":
        own(p, A, "banque")
    for seat in range(count):
        own(p, seat, building)
    return p


@rule("SO-13.7")
@pytest.mark.parametrize(
    ("seats", "ranked_slots", "values"),
    [
        (4, "reserved", [10, 7, 5]),
        (3, "reserved", [7, 5]),
        (2, "reserved", [5]),
        (3, "best_first", [10, 7]),
        (2, "best_first", [10]),
    ],
)
def test_the_vitraux_keep_their_last_spaces(
    seats: int, ranked_slots: str, values: list[int]
) -> None:
    p = owners(seats, "vitraux", len(values), ranked_slots)
    end_actions(p)
    assert list(sheet(p)["vitraux"]) == values + [0] * (seats - len(values))


@rule("SO-13.8", "SO-13.9")
@pytest.mark.parametrize(
    ("seats", "ranked_slots", "values"),
    [
        (4, "reserved", [6, 3]),
        (3, "reserved", [6, 3]),
        (2, "reserved", [3]),
        (3, "best_first", [6, 3]),
        (2, "best_first", [6]),
    ],
)
def test_saint_maclou_by_players(seats: int, ranked_slots: str, values: list[int]) -> None:
    p = owners(seats, "saint_maclou", len(values), ranked_slots)
    end_actions(p)
    assert list(sheet(p)["saint_maclou"]) == values + [0] * (seats - len(values))


@rule("SO-13.8", "SO-13.9")
@pytest.mark.parametrize(
    ("seats", "ranked_slots", "values"),
    [
        # A owns three buildings (Banque, Hôtel de Ville, Notre-Dame), the others two
        (4, "reserved", [6, 2, 1]),
        (3, "reserved", [3, 1]),
        (2, "reserved", [1]),
        (3, "best_first", [6, 2]),
        (2, "best_first", [6]),
    ],
)
def test_the_hotel_de_ville_by_players(seats: int, ranked_slots: str, values: list[int]) -> None:
    p = owners(seats, "hotel_de_ville", len(values), ranked_slots)
    end_actions(p)
    assert list(sheet(p)["hotel_de_ville"]) == values + [0] * (seats - len(values))


@rule("SO-13.8", "SO-13.9")
@pytest.mark.parametrize(
    ("seats", "ranked_slots", "bonuses"),
    [
        (4, "reserved", [3, 2]),
        (3, "reserved", [3, 2]),
        (2, "reserved", [2]),
        (3, "best_first", [3, 2]),
        (2, "best_first", [3]),
    ],
)
def test_the_bureau_by_players(seats: int, ranked_slots: str, bonuses: list[int]) -> None:
    p = table(seats, coins=[20] * seats, rows=(5, 5, 5), ranked_slots=ranked_slots)
    for seat in range(len(bonuses)):
        own(p, seat, "bureau_des_finances")
    gained = []
    for seat in range(len(bonuses)):
        # Salt is at 0; the Market counter rises with each sale
        play(p, "sell salt", "from caravel_1 1")
        gained.append(p.coins[seat] - (20 - seat))
    assert gained == bonuses


@rule("SO-13.8", "SO-13.9")
@pytest.mark.parametrize(
    ("seats", "ranked_slots", "surcharges"),
    [
        (4, "reserved", [3, 5]),
        (3, "reserved", [3, 5]),
        (2, "reserved", [5]),
        (3, "best_first", [3, 5]),
        (2, "best_first", [3]),
    ],
)
def test_the_gros_horloge_by_players(seats: int, ranked_slots: str, surcharges: list[int]) -> None:
    p = table(seats, coins=[20] * seats, ranked_slots=ranked_slots)
    for seat in range(len(surcharges)):
        own(p, seat, "gros_horloge")
    for seat, surcharge in enumerate(surcharges):
        pass_until(p, seat)
        p.counters = [0, 0, 0, 0]
        play(p, "saline", "sell salt")
        assert p.coins[seat] == 20 - surcharge
        play(p, "from caravel_1 1")


@rule("SO-13.8", "SO-13.9")
@pytest.mark.parametrize(
    ("seats", "ranked_slots", "looks"),
    [
        (4, "reserved", [2, 1]),
        (3, "reserved", [2, 1]),
        (2, "reserved", [1]),
        (3, "best_first", [2, 1]),
        (2, "best_first", [2]),
    ],
)
def test_the_fierte_by_players(seats: int, ranked_slots: str, looks: list[int]) -> None:
    p = table(seats, ranked_slots=ranked_slots)
    for seat in range(len(looks)):
        own(p, seat, "fierte")
    end_actions(p)
    for seat, count in enumerate(looks):
        for number in range(count):
            assert asked(p) == (seat, "Look")
            place = f"grid_{3 + seat * 2 + number}"
            play(p, f"look {place}")
            p.deal(p.outcomes()[0][0])
        if count == 2:
            assert asked(p) == (seat, "Swap")
            play(p, "keep")
    assert p.turn == 2


@rule("SO-13.10")
@pytest.mark.parametrize(
    ("steps", "legal"),
    [
        ([5, 8, 6], True),
        ([5, 8, 8], True),
        ([6, 7, 6], True),
        ([6, 8, 7], False),
        ([6, 7, 7], False),
        ([7, 7, 0], True),
        ([7, 8, 0], False),
        ([5, 8], True),
        ([6, 8], True),
        ([6, 7], True),
        ([7, 7], True),
        ([7, 8], False),
    ],
)
def test_the_access_limits_of_notre_dame_are_the_same_for_fewer_players(
    steps: list[int], legal: bool
) -> None:
    p = table(len(steps))
    p.cathedral = steps
    refresh(p)
    if legal:
        assert "notre_dame" in options(p)
    else:
        assert why_closed(p, "notre_dame") == ("SO-6.6", "cathedral_full")


@rule("SO-13.11")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_costs_debts_and_fees_do_not_depend_on_the_players(seats: int) -> None:
    p = table(seats, coins=[0, 20, 20, 20][:seats], counters=(9, 0, 0, 0))
    own(p, A, "chantier_naval")
    own(p, A, "academie_marine")
    play(p, "saline", "build_ship carrack")
    # 9 and 1 interest; 4 + 4 from B
    assert p.coins[:2] == [-10 + 8, 12]
    assert p.counters == [10, 0, 1, 0]
    pass_until(p, A)
    p.coins[A] = -13
    refresh(p)
    assert why_closed(p, "saline") == ("SO-5.7", "cannot_pay")
    p.coins[A] = -12
    refresh(p)
    assert "saline" in options(p)


@rule("SO-13.11")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_turn_end_does_not_depend_on_the_players(seats: int) -> None:
    p = table(seats, coins=[45, -3, 30, 30][:seats])
    raise_to(p, A, saline=2, depot=1)
    end_actions(p)
    assert p.coins[:2] == [40, -4]
    assert barrels(p, A) == (7, 0, 0)
    assert p.order[0] == B
    assert p.order[-1] == A
    p = table(seats, coins=[45, -3, 30, 30][:seats])
    own(p, A, "banque")
    end_actions(p)
    assert p.coins[A] == 47


@rule("SO-13.11")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_weather_does_not_depend_on_the_players(seats: int) -> None:
    p = table(seats, event="event_09")
    hold(p, A, "caravel_1", herring=4)
    hold(p, B, "caravel_1", herring=4)
    play(p, "sail_out", "sail_out")
    assert (damage(p, A, "caravel_1"), damage(p, B, "caravel_1")) == (3, 1)
    assert barrels(p, A, "caravel_1") == (0, 1, 0)
    assert barrels(p, B, "caravel_1") == (0, 3, 0)


@rule("SO-13.11")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_notre_dame_and_the_vitraux_requirement_do_not_depend_on_the_players(seats: int) -> None:
    p = table(seats, turn=5)
    p.cathedral = [2, 3, 0, 0][:seats]
    refresh(p)
    assert why_closed(p, "build vitraux") == ("SO-6.13", "needs_cathedral")
    play(p, "pass")
    assert "build vitraux" in options(p)
    end_actions(p)
    assert p.finished
    assert sheet(p)["notre_dame"][:2] == (11, 18)


@rule("SO-13.11")
@pytest.mark.parametrize("seats", [2, 3])
def test_the_game_has_five_turns_and_tiles_are_looked_at_with_fewer_players(seats: int) -> None:
    p = table(seats)
    own(p, seats - 1, "fierte")
    end_actions(p)
    assert asked(p) == (seats - 1, "Look")
    assert "look grid_3" in options(p)
    play(p, "no_look")
    deal(p, "reveal grid_3 event_03")
    while not p.finished:
        if p.chance:
            p.deal(p.outcomes()[0][0])
        else:
            play(p, "no_look" if asked(p)[1] == "Look" else "pass")
    assert p.turn == 5
    assert sorted(p.order) == list(range(seats))
