"""What a network is offered to judge: whole turns, with all that advice hopes for in them."""

from __future__ import annotations

from quarterdeck import games
from quarterdeck.games.seul_maitre.features import FEATURES, is_at_rest
from quarterdeck.games.seul_maitre.names import FIRST_PIRATE, RESOURCES, cargo_at
from quarterdeck.games.seul_maitre.position import MasterPosition
from tests.seul_maitre.scenario import (
    GREEN,
    RED,
    YELLOW,
    act,
    carry,
    fought,
    landed,
    play,
    sea,
    ship,
)

RULES = games.load("seul_maitre")


def green_at_sea() -> MasterPosition:
    p = sea(turn=2, wind="n")
    fought(p, *range(FIRST_PIRATE + 4))
    ship(p, GREEN, "r2c2/port", hold=4)
    return p


def number(p: MasterPosition, viewer: int, name: str) -> float:
    return RULES.numbers(p, [viewer])[FEATURES.names.index(name)]


def test_a_plan_ends_with_the_turn_and_every_action_begins_one() -> None:
    p = green_at_sea()
    act(p, GREEN)
    codes = p.legal(GREEN)
    before = p.digest()
    plans = RULES.foresee(p, GREEN, codes, 1)
    assert plans is not None
    assert p.digest() == before
    assert all(plan.end.tokens[GREEN] == 0 for plan in plans)
    advised = RULES.advise(p, GREEN, codes)
    begun = {plan.choice for plan in plans}
    # What advice sees nothing in, begins no plan
    assert begun == {choice for choice, worth in enumerate(advised) if worth > -1000}
    best = max(plans, key=lambda plan: plan.worth).choice
    assert advised[best] == max(advised)


def test_turns_are_offered_that_advice_itself_would_not_take() -> None:
    p = green_at_sea()
    act(p, GREEN)
    plans = RULES.foresee(p, GREEN, p.legal(GREEN), 1)
    assert plans is not None
    holds = {tuple(cargo(plan.end, GREEN)) for plan in plans}
    places = {plan.end.place[GREEN] for plan in plans}
    assert () in holds
    assert len(holds) > 3
    assert len(places) > 2


def cargo(p: MasterPosition, seat: int) -> list[str]:
    counts = p.cargo[cargo_at(seat, 0) : cargo_at(seat + 1, 0)]
    return [good for good, count in zip(RESOURCES, counts, strict=True) for _ in range(count)]


def test_tokens_that_a_plan_leaves_are_banked() -> None:
    p = green_at_sea()
    act(p, GREEN)
    codes = p.legal(GREEN)
    tokens, money = p.tokens[GREEN], p.money[GREEN]
    plans = RULES.foresee(p, GREEN, codes, 1)
    assert plans is not None
    most = max(plan.end.money[GREEN] for plan in plans)
    assert most >= money + tokens * p.table.box.bank_gain


def test_inside_an_action_nothing_is_at_rest() -> None:
    p = green_at_sea()
    act(p, GREEN)
    assert is_at_rest(p)
    play(p, "do navigation")
    assert not is_at_rest(p)


def test_what_tokens_on_board_bring_is_told_to_their_owner_only() -> None:
    p = green_at_sea()
    carry(p, RED, "rare_bird")
    landed(p, RED, "known_bird")
    act(p, GREEN)
    # Three points for a rare one, and one that goes with the other bird
    assert number(p, RED, "hidden_value") == 0.4
    assert number(p, GREEN, "hidden_value") == 0.0
    # Everybody knows the rarity
    order = [p.order[(p.order.index(YELLOW) + i) % p.seats] for i in range(p.seats)]
    rival = f"rival_{order.index(RED)}"
    assert number(p, YELLOW, f"{rival}.carried.rare") == 0.2
