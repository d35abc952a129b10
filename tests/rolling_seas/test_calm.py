"""RS-5: calm sea cards."""

from __future__ import annotations

import pytest

from quarterdeck.testing import rule
from tests.rolling_seas.scenario import (
    A,
    B,
    C,
    asked,
    captain,
    chances,
    deal,
    finish,
    gold,
    options,
    play,
    prov,
    refused,
    reveal,
    seen,
    voyage,
    wind,
)


@rule("RS-5.1")
def test_each_turn_reveals_one_card_to_everybody() -> None:
    p = reveal(voyage(turn=7), "calm_05")
    for viewer in (A, B, None):
        view = seen(p, viewer)
        assert view.turn == 7
        assert view.card is not None
        assert view.card.id == "calm_05"
        assert "calm_05" in view.seen
    # One card a turn: the winds come next
    assert all(name.startswith("winds") for name in chances(p))
    deal(p, "winds n e s", "die 1")
    finish(p)
    assert all(name.startswith("card") for name in chances(p))


# Card: gold, provisions circled, wind, monster power, pirate power
EFFECTS = {
    "calm_01": (2, 0, 0, 1, 1),
    "calm_02": (2, 0, 0, 1, 1),
    "calm_03": (1, 0, 0, 1, 1),
    "calm_04": (1, 0, 0, 1, 1),
    "calm_05": (0, 2, 0, 1, 1),
    "calm_06": (0, 2, 0, 1, 1),
    "calm_07": (0, 0, 1, 1, 1),
    "calm_08": (0, 0, 1, 1, 1),
    "calm_09": (1, 1, 0, 1, 1),
    "calm_14": (0, 1, 0, 2, 1),
    "calm_15": (0, 1, 0, 2, 1),
    "calm_16": (1, 0, 0, 1, 2),
    "calm_17": (1, 0, 0, 1, 2),
    "calm_18": (0, 0, 1, 2, 2),
}


@rule("RS-5.2")
@pytest.mark.parametrize("card", EFFECTS)
def test_effects(card: str) -> None:
    p = voyage(seats=3)
    captain(p, B, prov="2/5")
    reveal(p, card)
    coins, provisions, winds, monsters, pirates = EFFECTS[card]
    for seat in (A, B, C):
        own = p.captains[seat]
        assert gold(p, seat) == f"{coins}/{coins}"
        held = 2 + provisions if seat == B else 5
        assert prov(p, seat) == f"{held}/{5 + provisions}"
        assert wind(p, seat) == f"{winds}/{winds}"
        assert (own.monster_power, own.pirate_power) == (monsters, pirates)
        assert asked(p, seat) is None


@rule("RS-5.3")
@pytest.mark.parametrize("card", ["calm_10", "calm_11", "calm_12", "calm_13"])
def test_each_player_chooses_a_power(card: str) -> None:
    p = reveal(voyage(seats=3), card)
    for seat, power in ((C, "pirates"), (A, "pirates"), (B, "monsters")):
        assert options(p, seat) == ["power monsters", "power pirates"]
        play(p, seat, f"power {power}")
    powers = [(own.monster_power, own.pirate_power) for own in p.captains]
    assert powers == [(1, 2), (2, 1), (1, 2)]
    assert [gold(p, seat) for seat in (A, B, C)] == ["0/0"] * 3


@rule("RS-5.4")
def test_a_power_at_seven_cannot_be_chosen() -> None:
    p = voyage(seats=3)
    captain(p, A, monsters=7, pirates=3)
    captain(p, B, monsters=7, pirates=7)
    captain(p, C, monsters=6, pirates=6)
    reveal(p, "calm_10")
    assert [asked(p, seat) for seat in (A, B, C)] == [None, None, "CalmPower"]
    play(p, C, "power monsters")
    powers = [(own.monster_power, own.pirate_power) for own in p.captains]
    assert powers == [(7, 4), (7, 7), (7, 6)]


@rule("RS-5.4")
def test_the_refusal_names_the_rule() -> None:
    p = reveal(voyage(), "calm_10")
    p.captains[A].monster_power = 7
    p.reconsider()
    assert refused(p, A, "power monsters") == "RS-5.4"


@rule("RS-5.5")
@pytest.mark.parametrize("card", ["calm_01", "kraken", "reefs"])
def test_a_revealed_card_never_comes_back(card: str) -> None:
    p = reveal(voyage(turn=4), card)
    while not p.chance:
        finish(p)
    deal(p, "winds n e s", "die 1")
    finish(p)
    odds = chances(p)
    assert f"card {card}" not in odds
    # Neither do those of the turns before
    assert len(odds) == 24 + 18 - 2 - 4
