"""What an owner's box may show is taken and played; what cannot be played is refused."""

from __future__ import annotations

import copy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quarterdeck import games
from quarterdeck.games.salty_ocean.components import Components
from quarterdeck.games.salty_ocean.names import IN_PORT, store_at
from quarterdeck.games.salty_ocean.steps.losses import Loss
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.testing import rule
from quarterdeck.testing.faults import Faults, Place
from quarterdeck.testing.mutations import check_mutations, check_play, toml

SALTY = games.load("salty_ocean")
FAULTS = Faults(SALTY, Components)


def box(folder: Path, *changes: tuple[Place, Any]) -> AnyRules:
    data = copy.deepcopy(FAULTS.data)
    for place, value in changes:
        holder: Any = data
        for part in place[:-1]:
            holder = holder[part]
        holder[place[-1]] = value
    path = folder / "mine.toml"
    path.write_text(toml(data), encoding="utf-8")
    return SALTY.with_components(path)


def test_the_written_file_says_what_ours_says(tmp_path: Path) -> None:
    assert box(tmp_path).component_digest == SALTY.component_digest


@rule("SO-9.8", "SO-9.9")
def test_goods_may_be_given_away(tmp_path: Path) -> None:
    """A price of 0 is printable: salt has one. Greedy players cope with any."""
    free = [0, 0, 0, 0, 0]
    mine = box(
        tmp_path,
        *((("price_table", "five_rows", good), free) for good in ("salt", "herring", "cod")),
        (("money", "least_salt_price"), 0),
    )
    for seed in range(4):
        check_play(mine, Random(seed))


@pytest.mark.parametrize(
    "changes",
    [
        [(("price_table", "five_rows", good), [7]) for good in ("salt", "herring", "cod")]
        + [
            (("price_table", "five_rows", "start_row"), 1),
            (("price_table", "five_rows", "provenance"), "public"),
        ],
        [(("cost_track", "last"), 5)],
        [(("tracks", "notre_dame_limits"), [0] * 9)],
        [(("tracks", "notre_dame_limits"), [1] * 9), (("tracks", "vitraux_step"), 0)],
        [(("weather", "pirate_damage"), 15), (("weather", "storm_damage"), 15)],
        [(("event", n, "extra"), "pirates") for n in range(10)],
        [(("event", n, "change"), [-9, 9, -9]) for n in range(10)],
        [(("money", "lowest_balance"), 0), (("money", "limit"), 0)],
        [(("money", "lot"), 1), (("money", "rows_per_lot"), 9)],
        [(("ship", n, "capacity"), 1) for n in (1, 2)] + [(("tracks", "depot"), [1, 1, 1])],
    ],
)
def test_what_a_box_may_show_can_be_played(tmp_path: Path, changes: list[Any]) -> None:
    check_play(box(tmp_path, *changes), Random(3))


def test_salt_for_which_there_is_no_room_is_told(tmp_path: Path) -> None:
    """In all 63 barrels, and 15 of salt that have just been made."""
    sizes = [(("ship", n, "capacity"), 15) for n in range(3)]
    rules = box(tmp_path, *sizes, (("tracks", "depot"), [16, 17, 18]))
    p = rules.start(2, {})
    while p.chance:
        p.deal(p.outcomes()[0][0])
    p.place[:3] = [IN_PORT] * 3
    p.depot[0] = 2
    p.goods[: store_at(1, 0)] = [32, 1, 0] + [15, 0, 0] * 3
    p.push(Loss(0, 0, 15))
    p.advance()
    assert rules.features is not None
    assert rules.details is not None
    facts = dict(zip(rules.features.facts.names, rules.numbers(p, [0], False), strict=True))
    details = dict(zip(rules.details.names, rules.detail(p, 0), strict=True))
    # As far as it is told
    assert facts["own.in_rouen.salt"] == 7
    assert details["own.goods.depot.salt"] == 3.2


@pytest.mark.parametrize(
    ("place", "value", "path"),
    [
        (("cost_track", "last"), 4, "cost_track.last"),
        (("building", "bureau_des_finances", "values"), [11, 2], "building.bureau_des_finances"),
        (("money", "rows_per_lot"), 0, "money.rows_per_lot"),
        (("money", "rows_per_lot_two_players"), 0, "money.rows_per_lot_two_players"),
    ],
)
def test_a_box_with_which_a_turn_might_never_end_is_refused(
    place: Place, value: Any, path: str
) -> None:
    (found,) = FAULTS.reported(FAULTS.changed(place, value))
    assert found.startswith(path)


def test_a_file_changed_at_random_is_refused_or_played(tmp_path: Path) -> None:
    played, refused = check_mutations(FAULTS, SALTY, tmp_path, range(40))
    assert played
    assert refused


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1000, 1300, 100))
def test_many_files_changed_at_random_are_refused_or_played(tmp_path: Path, first: int) -> None:
    check_mutations(FAULTS, SALTY, tmp_path, range(first, first + 100))
