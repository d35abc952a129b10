"""The options of the game: their values, their defaults and what they change."""

from __future__ import annotations

import pytest

from quarterdeck.kernel.errors import BadSetup, UnknownName
from quarterdeck.testing import rule
from tests.salty_ocean.probing import why_closed
from tests.salty_ocean.scenario import (
    RULES,
    A,
    B,
    asked,
    give,
    options,
    own,
    play,
    prices,
    raise_to,
    refresh,
    rows,
    seen,
    space,
    table,
)

VALUES = {
    "price_table": ("five_rows", "seven_rows"),
    "ranked_slots": ("reserved", "best_first"),
    "phare_slots_3p": ("3", "2"),
    "two_player_drop": ("per_lot", "per_sale"),
    "vitraux_requirement": ("own", "any"),
    "phase_end": ("consecutive", "full_round"),
}


def test_the_options_their_values_and_defaults() -> None:
    assert {option.id: option.values for option in RULES.options} == VALUES
    # The default is the first of each
    assert {option.id: option.default for option in RULES.options} == {
        name: values[0] for name, values in VALUES.items()
    }


@rule("SO-1.1")
def test_the_number_of_players_is_2_to_4_and_4_by_default() -> None:
    assert list(RULES.seats) == [2, 3, 4]
    assert RULES.start().seats == 4
    assert RULES.start(2).seats == 2


@pytest.mark.parametrize("name", VALUES)
def test_another_value_is_refused(name: str) -> None:
    with pytest.raises(BadSetup):
        RULES.start(3, {name: "4"})


def test_another_option_is_refused() -> None:
    with pytest.raises(UnknownName):
        RULES.start(3, {"weather": "calm"})


@rule("SO-1.9")
@pytest.mark.parametrize(
    ("settings", "row", "count"),
    [
        ({}, 3, 5),
        ({"price_table": "five_rows"}, 3, 5),
        ({"price_table": "seven_rows"}, 4, 7),
    ],
)
def test_price_table(settings: dict[str, str], row: int, count: int) -> None:
    view = RULES.view(RULES.start(4, settings), None)
    assert [index + 1 for index in view.rows] == [row] * 3
    assert view.price == (2, 4, 5)
    assert len(view.prices) == count


@rule("SO-13.8", "SO-13.9")
@pytest.mark.parametrize(
    ("seats", "setting", "first"),
    [
        (2, "reserved", 3),
        (2, "best_first", 1),
        (3, "reserved", 2),
        (3, "best_first", 1),
        (4, "reserved", 1),
        (4, "best_first", 1),
    ],
)
def test_ranked_slots(seats: int, setting: str, first: int) -> None:
    p = table(seats, ranked_slots=setting)
    p.cathedral = [3] * seats
    play(refresh(p), "build vitraux")
    assert space(p, A, "vitraux") == first


@rule("SO-13.5")
@pytest.mark.parametrize(("setting", "legal"), [("3", True), ("2", False)])
def test_phare_slots_with_three_players(setting: str, legal: bool) -> None:
    p = table(3, phare_slots_3p=setting)
    play(p, "build phare", "build phare")
    if legal:
        play(p, "build phare")
        assert [space(p, seat, "phare") for seat in range(3)] == [2, 3, 4]
    else:
        assert why_closed(p, "build phare") == ("SO-6.10", "no_space")
        assert [space(p, seat, "phare") for seat in range(2)] == [3, 4]


@rule("SO-9.5")
@pytest.mark.parametrize(
    ("seats", "setting", "row"),
    [(2, "per_lot", 5), (2, "per_sale", 3), (3, "per_sale", 3), (4, "per_lot", 3)],
)
def test_two_player_drop(seats: int, setting: str, row: int) -> None:
    p = table(seats, rows=(1, 1, 1), two_player_drop=setting)
    raise_to(p, A, depot=1)
    give(p, A, herring=10)
    play(p, "sell herring", "from depot 9")
    assert rows(p)[1] == row


@rule("SO-6.13")
@pytest.mark.parametrize(("setting", "legal"), [("own", False), ("any", True)])
def test_vitraux_requirement(setting: str, legal: bool) -> None:
    p = table(vitraux_requirement=setting)
    raise_to(p, B, notre_dame=3)
    assert ("build vitraux" in options(p)) == legal


@rule("SO-4.8", "SO-4.10")
@pytest.mark.parametrize(("setting", "over"), [("consecutive", True), ("full_round", False)])
def test_phase_end(setting: str, over: bool) -> None:
    p = table(phase_end=setting)
    play(p, "saline", "pass", "pass", "pass", "pass")
    assert (p.turn == 2) == over
    if not over:
        assert asked(p) == (B, "Move")


def test_without_options_the_defaults_are_in_force() -> None:
    p = table(3)
    assert prices(p) == (2, 4, 5)
    assert len(seen(p).prices) == 5
    spaces = {b.id: [s.number for s in b.spaces] for b in seen(p).buildings}
    assert spaces["phare"] == [2, 3, 4]
    assert spaces["hotel_de_ville"] == [2, 3]
    raise_to(p, B, notre_dame=3)
    assert why_closed(p, "build vitraux") == ("SO-6.13", "needs_cathedral")
    play(p, "saline", "pass", "pass", "pass")
    assert p.turn == 2
    p = table(2, rows=(1, 1))
    raise_to(p, A, depot=1)
    give(p, A, herring=10)
    own(p, B, "bureau_des_finances")
    assert space(p, B, "bureau_des_finances") == 2
    play(p, "sell herring", "from depot 9")
    assert rows(p)[1] == 5
