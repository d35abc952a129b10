"""Risks are named before they are taken."""

from __future__ import annotations

from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.testing import rule
from tests.saltfjord.scenario import (
    RULES,
    A,
    fjord,
    play,
    player,
    special_tiles,
    store,
    tiles,
    turn,
    worker,
)


def risk(p: SaltfjordPosition, notation: str, language: str = "en") -> str:
    """What is risky about a choice of whoever is asked; empty if nothing is."""
    (seat,) = p.actors()
    choice = RULES.describe(p, seat, RULES.space.parse(notation))
    return Translator(language).text(choice.risk) if choice.risk else ""


@rule("SF-4.15", "SF-4.17")
def test_a_die_that_can_only_be_discarded() -> None:
    p = fjord(seats=2)
    player(p, A, goods="")
    worker(p, A, "r1c1")
    turn(p, A, white="1", orange="3")
    # Column 1 has only the fish, which the worker blocks, and there is no fish for another
    assert risk(p, "die white 1") == (
        "No line of your village can use it as it stands: it can only be discarded."
    )
    assert risk(p, "die orange 3") == ""
    # Forced: the die is discarded by itself
    assert store(play(p, A, "die white 1"), A) == "1 fish"


@rule("SF-3.9", "SF-12.2")
def test_workers_left_are_named_when_retiring() -> None:
    p = fjord(seats=2)
    turn(p, A)
    assert risk(p, "retire tavern_1") == (
        "1 worker has not been used: after this turn it stays idle until the next round."
    )
    p = fjord(seats=2)
    worker(p, A, "r1c1")
    turn(p, A)
    assert risk(p, "retire tavern_1") == ""


@rule("SF-16.2", "SF-16.3")
def test_a_boat_at_sea_in_the_last_round() -> None:
    for option, points in (("false", "5 points"), ("true", "3 points")):
        p = fjord(seats=2, in_round=3, final_unload_x2=option)
        player(p, A, zone=3, tech="carpentry 1", boat="x2:t1_points2", caught=1)
        worker(p, A, "r1c1")
        turn(p, A)
        told = f"if your boat does not return in this turn, it loses {points}."
        assert risk(p, "retire tavern_1") == f"This is the last round: {told}"


@rule("SF-11.2", "SF-11.12")
def test_the_last_space_of_a_boat() -> None:
    for boat, full in (("t1_fish3 t1_fish3", True), ("t1_fish3", False)):
        p = fjord(seats=2)
        player(p, A, zone=2, boat=boat, caught=2)
        turn(p, A, white="6")
        play(p, A, "die white 6", "line 6", "activate r4c6")
        told = "Votre bateau sera plein\u00a0: il ne pourra ensuite que rentrer."
        assert risk(p, "advance 1", "fr") == (told if full else "")


@rule("SF-19.9", "SF-19.10", "SF-19.13")
def test_alone_tiles_and_crates_leave_and_special_tiles_must_be_reached() -> None:
    p = fjord(seats=1)
    player(p, A, goods="1 wood 1 planks")
    tiles(p, "straight_2", "i18")
    worker(p, A, "r1c1")
    turn(p, A)
    assert risk(p, "build_large straight_1") == (
        "The top tile of the other stack leaves the game: large building (wood, wool, pulp)."
    )
    assert risk(p, "retire tavern_1") == (
        "When the round ends, the four face-up crates leave the game."
    )
    p = fjord(seats=1, in_round=3)
    special_tiles(p, "score_large", "score_people")
    worker(p, A, "r1c1")
    turn(p, A)
    assert risk(p, "retire tavern_1").startswith(
        "The special tile Builder is worth 0 of the 10 points you need: as it stands"
    )


@rule("SF-19.9")
def test_in_company_no_tile_leaves() -> None:
    p = fjord(seats=2)
    player(p, A, goods="1 wood 1 planks")
    turn(p, A)
    assert risk(p, "build_large straight_1") == ""


@rule("SF-14.5")
def test_a_foreman_who_repeats_a_catch_gains_nothing() -> None:
    p = fjord(seats=2)
    player(p, A, abilities="foreman", goods="2 fish")
    play(turn(p, A), A, "worker r1c1")
    assert risk(p, "repeat") == "It gives no more fish than it costs: you gain nothing."
    p = fjord(seats=2)
    player(p, A, abilities="foreman", goods="2 fish")
    play(turn(p, A), A, "worker r3c2")
    assert risk(p, "repeat") == ""
