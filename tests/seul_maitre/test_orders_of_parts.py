"""Where the order of the parts of an action is fixed, nothing is lost by it.  SM-18.1"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from quarterdeck.games.seul_maitre.actions import BUY, SELL
from quarterdeck.games.seul_maitre.names import (
    CORSAIR,
    RESOURCE_COUNT,
    TRADER,
    branch_at,
    cargo_at,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.trade import (
    BuyCubes,
    SellExtra,
    column_full,
    extra_obstacle,
    land_tokens,
    port_of,
    sale_obstacle,
    sales_allowed,
    sell,
)
from quarterdeck.games.seul_maitre.steps.turn import Action
from quarterdeck.testing import rule
from tests.seul_maitre.scenario import RED, act, sea, ship

End = tuple[int, ...]

MARKETS: dict[str, dict[str, object]] = {
    "a laden Merchant": {"hold": 3, "money": 3, "cargo": "gold sugar rum rum", "deck": 1},
    "discoveries in a full hold": {
        "hold": 4,
        "money": 4,
        "cargo": "spice coffee vanilla",
        "tokens": "known_bird rare_bird",
    },
    "without money": {"hold": 6, "money": 0, "cargo": "gold rum", "tokens": "new_bird"},
    "a Corsair": {"kind": "corsair", "hold": 6, "money": 2, "cargo": "gold sugar"},
    "a Trader": {"hold": 2, "money": 2, "cargo": "gold gold sugar", "levels": "trader2"},
    "a great Trader": {"hold": 4, "money": 2, "cargo": "gold gold sugar", "levels": "trader3"},
}


def at_market(port: str, facts: dict[str, object]) -> MasterPosition:
    p = sea(2)
    ship(p, RED, port, **facts)  # type: ignore[arg-type]
    if str(facts.get("levels", "")).startswith("trader"):
        ship(p, RED, leads="trader")
    # One slot of gold is free, none of sugar
    p.filled[0] = p.sold[0] = len(p.table.slots[0]) - 1
    p.filled[2] = p.sold[2] = len(p.table.slots[2])
    return p


def end(p: MasterPosition) -> End:
    first = cargo_at(RED, 0)
    goods = p.cargo[first : first + RESOURCE_COUNT]
    return (p.money[RED], p.vp[RED], p.aboard[RED], p.extra_sold, *goods, *p.filled)


def ends_by_rule(p: MasterPosition) -> set[End]:
    """Everything the Market action as it is asked can lead to."""
    if isinstance(p.step_of(RED), Action):
        return {end(p)}
    found: set[End] = set()
    for code in p.legal(RED):
        after = p.clone()
        after.play(RED, code)
        found |= ends_by_rule(after)
    return found


def in_any_order(
    p: MasterPosition, landed: bool, sold: tuple[int, ...], extra: bool
) -> Iterator[End]:
    """Everything it could lead to if a player took landing, sales and purchases as they come."""
    yield end(p)
    if p.aboard[RED] and not landed:
        after = p.clone()
        land_tokens(after, RED)
        yield from in_any_order(after, True, sold, extra)
    port = port_of(p, RED)
    pairs = p.level[branch_at(RED, TRADER)] >= 2
    for good in range(RESOURCE_COUNT):
        same = good in sold
        may = not same or pairs
        if p.kind[RED] == CORSAIR and sold:
            may = same
        if sale_obstacle(p, RED, good, port) is None and may and len(sold) < sales_allowed(p, RED):
            after = p.clone()
            sell(after, RED, good)
            yield from in_any_order(after, landed, (*sold, good), extra)
        trained = p.level[branch_at(RED, TRADER)] >= 3
        if trained and not extra and extra_obstacle(p, RED, good) is None:
            assert column_full(p, good)
            after = p.clone()
            SellExtra(RED).take(after, SELL.at(good))
            yield from in_any_order(after, landed, sold, True)
    for good in p.table.goods_of[port]:
        buying = BuyCubes(RED, good)
        if BUY.at(1) in buying.options(p):
            after = p.clone()
            buying.take(after, BUY.at(1))
            yield from in_any_order(after, landed, sold, extra)


@rule("SM-18.1")
@pytest.mark.parametrize("port", ["r4c4/port", "r2c2/port"])
@pytest.mark.parametrize("name", MARKETS)
def test_landing_then_selling_then_buying_loses_nothing(name: str, port: str) -> None:
    p = at_market(port, MARKETS[name])
    free = set(in_any_order(p.clone(), False, (), False))
    act(p, RED)
    before = end(p)
    p.play(RED, p.actions.parse("do market"))
    asked = ends_by_rule(p)
    assert before in free
    assert len(free) > 1
    assert free == asked
