"""Bounds on how many choices a player can have, from the rules, kept in random games."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from quarterdeck.games.saltfjord.names import CELL_NAMES
from quarterdeck.games.saltfjord.paying import Payment, cost_of, sale_order
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.testing import rule
from tests.saltfjord.counting import free_actions, questions
from tests.saltfjord.scenario import RULES, fjord, icon, piece

PAGE = Path(__file__).resolve().parents[2] / "docs" / "saltfjord-choices.md"
DECISIONS = {face.step.__name__ for face in RULES.faces.all()}

# Arrows of the storage board: three from fish, one from each basic, one from each advanced good.
ARROWS = 3 + 3 + 3
# One cube into one of two other rooms of its tier.
BARTERS = 6 * 2
# Seven kinds to sell, every arrow upwards, and down: three from gold, one from each advanced good.
BY_HAND = 7 + ARROWS + 6
# A fish, an arrow, or one of seven kinds sold for one of three basics.
UPGRADES = 1 + ARROWS + 7 * 3
FISHING = 3 + 1  # three types (or none), a return
# What a question offers at most, free actions apart.
BOUNDS = {
    "ChooseSet": 4,
    "PlaceStartBuilding": 8,
    "MainAction": 12 + 4 + 5,  # faces of two colours, large stacks, taverns
    "DieUse": 6 + 1,
    "CartStep": 2 * (1 + 2 * 2),  # two carts stay or go one or two cells two ways
    "NextBuilding": 6 + 1,
    "UpgradeChoice": UPGRADES,
    "ActionChoice": 4 + 4 + 4 + 1,  # orders, technologies, the same for fish, nothing
    "GoFishing": FISHING + 1,
    "PendingReward": UPGRADES + FISHING + 1,
    "Pay": 99,
    "PlaceTile": 21 * 4,  # every empty cell as anchor, four turns
    "QuayChoice": 4,
    "KeepToken": 2,
    "TokenSpace": 2,
    "Rearrange": 3 + 1,
    "AbilityChoice": 4,
    "SecondCart": 11,
    "ForemanOffer": 2,
    "DoryOffer": 2,
    "QuayWindow": 1,
    "TurnEnd": 1,
}
CLOSINGS = {"NextBuilding": BARTERS + ARROWS, "TurnEnd": BARTERS + ARROWS}


def vacant(p: SaltfjordPosition, seat: int) -> int:
    shown = [(icon(p, seat, name), piece(p, seat, name)) for name in CELL_NAMES]
    return sum(1 for what, on in shown if what != "empty" and what[:5] != "walk_" and not on)


@rule("SF-12.5", "SF-12.8", "SF-12.9", "SF-12.12")
@pytest.mark.parametrize("by_hand", ["false", "true"])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_no_question_offers_more_than_the_rules_allow(seats: int, by_hand: str) -> None:
    for seed in range(4):
        carts = "true" if seed > 1 else "false"
        sensible = bool(seed % 2)
        for kind, p, seat in questions(
            seats, seed, sensible, carts=carts, manual_conversions=by_hand
        ):
            free = free_actions(p, seat)
            assert len(p.legal(seat)) - free <= BOUNDS[kind], kind
            most = vacant(p, seat) if p.workers[seat] else 0
            most += CLOSINGS.get(kind, 0) + (BY_HAND if by_hand == "true" else 0)
            assert free <= most, kind


def test_every_kind_of_question_has_a_bound_and_a_line_in_the_report() -> None:
    assert set(BOUNDS) == DECISIONS
    page = PAGE.read_text(encoding="utf-8")
    assert all(f"| `{kind}` |" in page for kind in DECISIONS)


@rule("SF-13.7")
@pytest.mark.parametrize(("cubes", "usual", "rare"), [(3, 3, 12), (10, 12, 99)])
def test_nine_payments_in_ten_have_few_results(cubes: int, usual: int, rare: int) -> None:
    """With so many cubes stored, at most `usual` ways of paying; hardly ever more than `rare`."""
    table = fjord().table
    costs = [*table.box.crate_cost, table.box.small_cost, table.box.large_cost]
    costs += [[0] * 7 + [fish] for fish in range(1, 6)]
    random = Random(cubes)
    found: list[int] = []
    while len(found) < 600:
        goods = [0] * 7 + [random.randint(0, 6)]
        for _ in range(cubes):
            goods[random.randrange(7)] += 1
        payment = Payment(goods, table.sells_for, sale_order(table.sells_for), 2, False, 0)
        ways = len(payment.find(cost_of(random.choice(costs))))
        if ways:
            found.append(ways)
    found.sort()
    assert found[len(found) * 9 // 10] <= usual
    assert found[-1] <= rare
