"""RS-2: the ship sheet, its tracks, its bonuses and its limits."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from quarterdeck.games.rolling_seas.captain import Captain
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.testing import rule
from tests.rolling_seas.scenario import (
    A,
    B,
    act,
    ambush,
    asked,
    captain,
    count_up,
    deal,
    draw,
    finish,
    gold,
    next_turn,
    options,
    play,
    prov,
    refused,
    reveal,
    score,
    seen,
    start,
    story,
    voyage,
    wind,
)


def stock(p: RollingPosition, seat: int = A) -> tuple[int, str, str, str]:
    """Story, gold, provisions and wind of a seat."""
    return story(p, seat), gold(p, seat), prov(p, seat), wind(p, seat)


@rule("RS-2.1")
def test_what_everybody_starts_with() -> None:
    for player in seen(start(3)).players:
        assert player.ship == "ship_1"
        assert (player.provisions.held, player.provisions.circled) == (5, 5)
        assert (player.gold.held, player.gold.circled) == (0, 0)
        assert (player.wind.held, player.wind.circled) == (0, 0)
        assert player.story.held == 0
        assert (player.cannons, player.monster_power, player.pirate_power) == (0, 1, 1)
        assert (player.monoliths, player.renown, player.told) == (0, (), ())


# RS-2.2 to RS-2.4: gaining and spending


@rule("RS-2.2")
def test_spent_boxes_never_come_back() -> None:
    p = voyage()
    captain(p, A, gold="2/2", prov="4/5", wind="1/1", told="G7")
    act(p, keep="calm_05 calm_01 calm_07", winds="e ne n")
    play(p, A, "visit G7", "fill")
    assert stock(p) == (0, "1/2", "5/6", "1/1")
    # The wind takes a box of its own, and so do the provisions for the way
    play(p, A, "wind n")
    assert stock(p) == (0, "1/2", "5/6", "0/1")
    next_turn(p, "calm_07", winds="s e e")
    assert wind(p, A) == "1/2"
    play(p, A, "sail s", "step s", "step se", "step s")
    assert prov(p, A) == "4/6"
    next_turn(p, "calm_01")
    assert gold(p, A) == "3/4"
    next_turn(p, "calm_05")
    assert prov(p, A) == "5/8"


@rule("RS-2.3")
def test_story_is_never_spent() -> None:
    p = voyage()
    captain(p, A, story=7, gold="14/14", prov="0/5")
    act(p)
    play(p, A, "visit G7")
    assert story(p, A) == 8
    play(p, A, "buy ship", "buy ship", "fill", "buy cannon")
    assert (story(p, A), gold(p, A)) == (8, "2/15")


def exploring(die: int, **sheet: str | int) -> RollingPosition:
    """Plain land L6 has just been explored from M6; surplus has not been trimmed."""
    p = voyage(cell="M6")
    captain(p, A, **sheet)  # type: ignore[arg-type]
    act(p, die=die)
    return play(p, A, "explore L6")


@rule("RS-2.4")
def test_story_comes_before_provisions() -> None:
    # Box 24 fills the hold first: 1 + 4, then 2 more
    p = exploring(2, story=23, prov="1/11")
    assert (story(p, A), prov(p, A)) == (24, "7/17")


@rule("RS-2.4")
def test_gold_comes_before_provisions() -> None:
    # The second gold column fills the hold first: 1 + 4, then 2 more
    p = exploring(2, gold="0/9", prov="1/15")
    assert (gold(p, A), prov(p, A)) == ("1/10", "7/21")


@rule("RS-2.4")
def test_a_calm_sea_gives_its_gold_before_its_provision() -> None:
    p = voyage()
    captain(p, A, gold="0/9", prov="0/15")
    reveal(p, "calm_09")
    # Full hold 5, then the sixth is surplus
    assert (gold(p, A), prov(p, A)) == ("1/10", "5/21")


# RS-2.5 to RS-2.9: bonuses

PROVISION_BONUS = {
    10: "wind 1",
    15: "gold 1",
    20: "star 1",
    25: "wind 1",
    30: "wind 1",
    35: "star 1",
    40: "gold 1",
    45: "star 1",
    50: "wind 1",
    55: "star 1",
    60: "star 2",
}
GOLD_BONUS = {5: "wind 1", 10: "full hold", 15: "star 1", 20: "wind 1", 25: "star 2", 30: "star 3"}
STORY_BONUS = {
    6: "wind 1",
    12: "gold 1",
    18: "wind 1",
    24: "full hold",
    30: "star 1",
    36: "star 1",
    42: "star 1",
    48: "star 1",
    54: "star 2",
    60: "star 3",
}


def bonuses(gain: Callable[[Captain], None], line: str, last: int) -> dict[int, str]:
    """Gain one by one up to a box; what each box has brought besides."""
    p = voyage()
    main = {"star_provisions": "provisions", "star_gold": "gold", "star_story": "story"}[line]
    # A full hold must not complete a column with a bonus that counts here
    own = captain(p, A, prov="5/5" if main == "provisions" else "0/31")
    found: dict[int, str] = {}
    counted = {"story": "story", "gold": "gold_circled", "wind": "wind_circled"}
    for box in range(1 if main != "provisions" else 6, last + 1):
        own.provisions = 0 if main != "provisions" else own.provisions
        before = {name: getattr(own, field) for name, field in counted.items()}
        stars = score(p)[line][A]
        gain(own)
        for name, field in counted.items():
            if name != main and getattr(own, field) != before[name]:
                found[box] = f"{name} {getattr(own, field) - before[name]}"
        if main != "provisions" and own.provisions:
            assert own.provisions == own.hold
            found[box] = "full hold"
        if score(p)[line][A] != stars:
            found[box] = f"star {score(p)[line][A] - stars}"
    return found


@rule("RS-2.5")
def test_bonuses_of_the_tracks() -> None:
    provisions = bonuses(lambda own: own.gain_provisions(1), "star_provisions", 60)
    assert provisions == PROVISION_BONUS
    assert bonuses(lambda own: own.gain_story(1), "star_story", 60) == STORY_BONUS
    assert bonuses(lambda own: own.gain_gold(1), "star_gold", 30) == GOLD_BONUS


@rule("RS-2.5", "RS-2.13")
def test_bonuses_of_the_cannons() -> None:
    p = voyage()
    captain(p, A, gold="30/30", prov="0/10", told="G7")
    act(p)
    play(p, A, "visit G7")
    held = []
    for _ in range(7):
        play(p, A, "buy cannon")
        held.append((p.captains[A].gold, prov(p, A), story(p, A), score(p)["star_cannons"][A]))
    assert held == [
        (27, "0/10", 0, 0),
        (24, "0/10", 0, 0),
        # The full hold completes provision column 3, but no gold box is left
        (20, "5/15", 0, 0),
        (16, "5/15", 0, 0),
        (11, "5/15", 1, 0),
        (6, "5/15", 1, 0),
        (0, "5/15", 1, 10),
    ]


@rule("RS-2.5")
def test_a_bonus_is_given_once() -> None:
    p = voyage()
    captain(p, A, gold="1/5", prov="4/10", told="G7")
    act(p, keep="calm_03")
    # Crossing off and circling anew goes on behind the columns already completed
    play(p, A, "visit G7", "fill")
    assert stock(p) == (0, "0/5", "5/11", "0/0")
    next_turn(p, "calm_03")
    assert stock(p) == (0, "1/6", "5/11", "0/0")


@rule("RS-2.6")
def test_a_bonus_comes_before_the_next_unit() -> None:
    # Provisions 14 and 15, whose gold completes a column: full hold (16), only then two more
    p = exploring(1, gold="0/9", prov="2/13")
    assert (gold(p, A), prov(p, A)) == ("1/10", "7/18")


@rule("RS-2.6")
def test_bonuses_of_bonuses_come_first_too() -> None:
    # Box 12: gold 10, whose column fills the hold (1 + 4); then a gold and two provisions
    p = exploring(2, story=11, gold="0/9", prov="1/15")
    assert (story(p, A), gold(p, A), prov(p, A)) == (12, "2/11", "7/21")


@rule("RS-2.7")
def test_stars_count_at_the_end_only() -> None:
    p = voyage()
    captain(p, A, prov="4/19", told="G7", renown=(3,))
    reveal(p, "calm_05")
    assert stock(p) == (0, "0/0", "5/21", "0/0")
    assert p.captains[A].renown == [3]
    assert score(p)["star_provisions"] == (1, 0)
    end = voyage()
    captain(end, A, prov="5/21")
    count_up(end)
    # Beside the home port, four pirates never met, and the column
    assert end.scores == [10 - 20 + 1, 10 - 20]


@rule("RS-2.8")
@pytest.mark.parametrize(
    ("ship", "before", "after"),
    [
        (1, "0/15", "5/20"),
        (2, "0/15", "6/21"),
        (3, "4/15", "10/21"),
        (3, "0/58", "2/60"),
        (1, "4/5", "5/6"),
    ],
)
def test_full_hold(ship: int, before: str, after: str) -> None:
    p = voyage()
    captain(p, A, ship=ship, prov=before, gold="1/1", told="G7")
    act(p)
    play(p, A, "visit G7", "fill")
    assert prov(p, A) == after


@rule("RS-2.8")
def test_a_full_hold_finds_the_hold_full() -> None:
    p = voyage()
    captain(p, A, story=23, prov="5/5")
    draw(p, A, "rogue_wave", "I7", 0)
    act(p, winds="e n n")
    play(p, A, "sail e", "step e")
    assert (story(p, A), prov(p, A)) == (24, "5/5")


@rule("RS-2.8")
def test_a_full_hold_inside_a_full_hold_makes_no_surplus() -> None:
    p = voyage()
    captain(p, A, story=23, gold="0/9", prov="0/13")
    draw(p, A, "rogue_wave", "I7", 0)
    act(p, winds="e n n")
    play(p, A, "sail e", "step e")
    # 14, 15 (gold 10: full hold 16, 17, 18); the outer one is then satisfied
    assert (story(p, A), gold(p, A), prov(p, A)) == (24, "1/10", "5/18")


@rule("RS-2.9")
def test_full_tracks_take_no_more() -> None:
    p = reveal(_with(gold="29/30"), "calm_01")
    assert gold(p, A) == "29/30"
    p = reveal(_with(gold="3/29"), "calm_01")
    assert gold(p, A) == "4/30"
    p = reveal(_with(prov="1/59"), "calm_05")
    assert prov(p, A) == "2/60"
    p = reveal(_with(wind="2/4"), "calm_07")
    assert wind(p, A) == "2/4"
    p = reveal(_with(wind="1/3"), "calm_07")
    assert wind(p, A) == "2/4"
    p = _with(story=60, told="L5", renown=(60,))
    act(p)
    play(p, A, "visit G7")
    assert (story(p, A), p.captains[A].renown) == (60, [60, 60])


def _with(**sheet: str | int | tuple[int, ...]) -> RollingPosition:
    p = voyage()
    captain(p, A, **sheet)  # type: ignore[arg-type]
    return p


# RS-2.10 to RS-2.14: limits


@rule("RS-2.10")
def test_only_provisions_have_a_hold_limit() -> None:
    p = reveal(_with(gold="9/9", wind="3/3", prov="5/5"), "calm_18", keep="calm_01")
    # The hold is full, and the wind track now too
    assert wind(p, A) == "4/4"
    deal(p, "winds n e s", "die 1")
    next_turn(p, "calm_01")
    assert gold(p, A) == "11/11"
    assert prov(p, A) == "5/5"


@rule("RS-2.11")
def test_surplus_fills_columns_before_it_goes() -> None:
    p = reveal(_with(prov="5/9"), "calm_05")
    assert (prov(p, A), wind(p, A)) == ("5/11", "1/1")
    p = reveal(_with(ship=2, prov="5/13"), "calm_05")
    assert (prov(p, A), gold(p, A)) == ("6/15", "1/1")


@rule("RS-2.12")
def test_surplus_goes_after_every_effect() -> None:
    # A card: before the dice are rolled
    assert prov(reveal(_with(), "calm_05"), A) == "5/7"
    # Pirates' reward
    p = _with(cell="O7", cannons=4)
    act(p, winds="ne n e")
    play(p, A, "sail ne", "step ne", "reward 4")
    assert prov(p, A) == "5/9"
    # Spoils of an ambush
    p = voyage(cell="I8", ambush="true")
    ambush(p, A, B, "K8", "J7")
    act(p, winds="ne e n")
    play(p, A, "sail ne", "step ne")
    finish(p)
    deal(p, "ambush_roll 1")
    play(p, A, "spoils provisions")
    assert prov(p, A) == "5/8"


@rule("RS-2.12")
def test_surplus_of_an_exploration_waits_for_cannons() -> None:
    p = exploring(4)
    assert (prov(p, A), options(p, A)) == ("9/9", ["build", "done"])
    # Built from the surplus, 4 are left; without it, trimmed to 5
    assert prov(play(p.clone(), A, "build"), A) == "4/9"
    assert prov(play(p, A, "done"), A) == "5/9"


@rule("RS-2.13")
def test_seven_cannons_at_most() -> None:
    p = voyage()
    captain(p, A, cannons=7, gold="9/9", prov="4/5", told="G7")
    play(act(p), A, "visit G7")
    assert "buy cannon" not in options(p, A)
    assert refused(p, A, "buy cannon") == "RS-2.13"
    p = exploring(4, cannons=7)
    assert asked(p, A) is None
    assert prov(p, A) == "5/9"


@rule("RS-2.13")
def test_cannons_are_not_spent_in_a_fight() -> None:
    p = voyage(cell="O7")
    captain(p, A, cannons=1, prov="5/5")
    draw(p, A, "sea_serpent", "P7", 0)
    act(p, winds="e n ne")
    play(p, A, "sail e", "step e", "step n")
    assert (p.captains[A].cannons, prov(p, A)) == (1, "5/9")
    assert story(p, A) == 2 + 3


@rule("RS-2.14")
def test_powers_are_personal_and_end_at_seven() -> None:
    p = voyage()
    captain(p, A, monsters=6, pirates=7)
    captain(p, B, monsters=2, pirates=3)
    reveal(p, "calm_18", keep="calm_14 calm_16")
    assert _powers(p) == [(7, 7), (3, 4)]
    deal(p, "winds n e s", "die 1")
    next_turn(p, "calm_14")
    assert _powers(p) == [(7, 7), (4, 4)]
    next_turn(p, "calm_16")
    assert _powers(p) == [(7, 7), (4, 5)]


def _powers(p: RollingPosition) -> list[tuple[int, int]]:
    return [(own.monster_power, own.pirate_power) for own in p.captains]
