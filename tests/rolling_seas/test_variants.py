"""The options of the game and what they change.  RS-17"""

from __future__ import annotations

import pytest

from quarterdeck.games.rolling_seas.names import MAPS
from quarterdeck.kernel.errors import BadSetup, UnknownName
from quarterdeck.kernel.playout import playout
from quarterdeck.testing import rule
from tests.rolling_seas.scenario import (
    RULES,
    A,
    act,
    captain,
    chances,
    placements,
    play,
    reveal,
    seen,
    start,
    voyage,
)

VALUES = {
    "map": MAPS,
    "deck": ("standard", "stormy", "short"),
    "ambush": ("false", "true"),
    "current_exit": ("beyond", "last"),
    "mirror_shapes": ("false", "true"),
}


def test_the_options_their_values_and_defaults() -> None:
    assert {option.id: option.values for option in RULES.options} == VALUES
    # The default is the first of each
    assert {option.id: option.default for option in RULES.options} == {
        name: values[0] for name, values in VALUES.items()
    }
    assert {option.id for option in RULES.options if option.seeded} == {"map"}


def test_one_to_six_players() -> None:
    assert list(RULES.seats) == [1, 2, 3, 4, 5, 6]
    for seats in (0, 7):
        with pytest.raises(BadSetup):
            RULES.start(seats)


@pytest.mark.parametrize("name", VALUES)
def test_another_value_is_refused(name: str) -> None:
    for value in ("other", "", "True"):
        with pytest.raises(BadSetup):
            RULES.start(3, {name: value})


def test_another_option_is_refused() -> None:
    with pytest.raises(UnknownName):
        RULES.start(3, {"weather": "calm"})


DECKS = {"standard": (15, 15, 25), "stormy": (12, 18, 25), "short": (8, 12, 18)}


@rule("RS-17.1")
@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_changes_the_odds_of_the_first_card(deck: str) -> None:
    calm, adventure, _ = DECKS[deck]
    p = start(1, "kraken", "maelstrom", deck=deck)
    play(p, A, "home G7", "start H7")
    weights = chances(p)
    for_calm = sum(w for card, w in weights.items() if "calm" in card)
    for_adventure = sum(weights.values()) - for_calm
    assert for_calm * adventure == for_adventure * calm
    assert len(weights) == 18 + 22


@rule("RS-17.1")
@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_changes_the_number_of_turns(deck: str) -> None:
    calm, adventure, turns = DECKS[deck]
    for seed in range(6):
        p = RULES.start(2, {"deck": deck})
        assert RULES.view(p, None).turns == turns
        playout(p, seed)
        view = RULES.view(p, None)
        drawn = [card for card in view.seen if not card.startswith("calm")]
        assert view.turn == turns
        assert len(view.seen) == turns + 2
        assert len(view.seen) - len(drawn) <= calm
        assert len(drawn) - 2 <= adventure


@rule("RS-17.1")
def test_and_nothing_else() -> None:
    tables = [
        voyage(2, deck=deck).table  # the same board, ships and prices
        for deck in DECKS
    ]
    for name in ("sea", "movement", "hold", "ship_price", "step_cost", "cannon_gold"):
        assert all(getattr(t, name) == getattr(tables[0], name) for t in tables)


@rule("RS-17.2")
def test_ambushes_are_two_more_cards_of_the_pool() -> None:
    without = start(2, "kraken", "maelstrom")
    with_them = start(2, "kraken", "maelstrom", ambush="true")
    for p in (without, with_them):
        for seat in range(2):
            play(p, seat, "home G7", "start H7")
    extra = set(chances(with_them)) - set(chances(without))
    assert extra == {"card ambush_left", "card ambush_right"}
    # Calm and adventure stay as likely as they were: 15 to 15
    weights = chances(with_them)
    calm = sum(w for card, w in weights.items() if "calm" in card)
    assert 2 * calm == sum(weights.values())


@rule("RS-17.2")
def test_ambushes_may_or_may_not_turn_up() -> None:
    counts = set()
    for seed in range(30):
        p = RULES.start(2, {"ambush": "true"})
        playout(p, seed)
        counts.add(sum(card.startswith("ambush") for card in RULES.view(p, None).seen))
    assert counts == {0, 1, 2}


@rule("RS-17.2")
def test_an_ambush_is_never_a_set_up_card() -> None:
    p = start(2, ambush="true")
    assert not [card for card in chances(p) if "ambush" in card]


@rule("RS-17.3")
def test_currents_are_placed_as_usual_whatever_the_exit() -> None:
    """Where a current may lie does not depend on where it lets go."""
    usual = placements(reveal(voyage(2), "sea_river"), A)
    other = placements(reveal(voyage(2, current_exit="last"), "sea_river"), A)
    assert usual == other


@rule("RS-17.4")
@pytest.mark.parametrize(
    ("card", "more"),
    [
        ("skerries", True),
        ("countercurrent", True),
        ("meander", True),
        ("sea_river", True),
        ("kraken", False),
        ("hurricane", False),
        ("drift", False),
        ("needles", False),
    ],
)
def test_mirrored_shapes_add_drawings_only_where_flipping_gives_something_new(
    card: str, more: bool
) -> None:
    usual = placements(reveal(voyage(2), card), A)
    mirrored = placements(reveal(voyage(2, mirror_shapes="true"), card), A)
    assert set(usual) <= set(mirrored)
    assert (len(mirrored) > len(usual)) == more
    assert len(set(mirrored)) == len(mirrored)


@rule("RS-17.4")
def test_a_mirrored_drawing() -> None:
    p = reveal(voyage(2, mirror_shapes="true"), "skerries")
    play(p, A, "anchor O14", "flip 0")
    assert "O14 P14 P13 Q13" in [
        " ".join(drawing.cells) for drawing in seen(p, A).players[1].drawings
    ]


@rule("RS-17.5")
@pytest.mark.parametrize(("turn", "stars"), [(15, 15), (16, 10), (18, 10)])
def test_turn_limits_of_the_solo_treasure_with_the_short_deck(turn: int, stars: int) -> None:
    p = voyage(1, turn=turn, cell="E3", deck="short")
    captain(p, A, explored="O3 J9", prov="0/5")
    act(p, die=3)
    play(p, A, "explore E2", "face 3")
    assert p.captains[A].treasure == stars
