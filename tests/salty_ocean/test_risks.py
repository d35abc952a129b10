"""Risks are named before they are taken, and are what then happens."""

from __future__ import annotations

from typing import cast

from quarterdeck.games.salty_ocean.names import AT_SEA, CARRACK, IN_PORT, ship_at
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.testing import rule
from quarterdeck.testing.walk import Case, walk
from tests.salty_ocean.scenario import (
    RULES,
    A,
    barrels,
    damage,
    give,
    hold,
    own,
    play,
    raise_to,
    refresh,
    table,
)


def risk(p: SaltyPosition, notation: str, language: str = "en") -> str:
    """What is risky about a choice of whoever is asked; empty if nothing is."""
    (seat,) = p.actors()
    choice = RULES.describe(p, seat, RULES.space.parse(notation))
    return Translator(language).text(choice.risk) if choice.risk else ""


@rule("SO-5.3", "SO-11.12")
def test_debt_is_named_with_its_interest() -> None:
    p = table(4, coins=[2, 12, 14, 16], counters=(3, 2, 0, 0))
    assert risk(p, "sail_out") == ""
    assert risk(p, "build auberge") == (
        "You go into debt (\u22122 coins): 1 coin in interest at once, "
        "and 1 coin at the end of every turn spent in debt."
    )
    assert play(p, "build auberge").coins[A] == -2


@rule("SO-5.4")
def test_debt_is_no_news_to_whoever_is_in_it() -> None:
    p = table(4, coins=[-3, 12, 14, 16], counters=(3, 2, 0, 0))
    assert risk(p, "build auberge") == ""
    assert risk(p, "pass") == "At the end of the turn you pay 1 coin in interest on your debt."
    # Nobody owes more than the lowest balance.
    assert risk(table(4, coins=[p.table.lowest, 12, 14, 16]), "pass") == ""


@rule("SO-5.10")
def test_fees_and_goods_may_lead_into_debt() -> None:
    p = table(4, coins=[5, 12, 14, 16])
    own(p, 1, "chantier_naval")
    own(p, 2, "academie_marine")
    assert "(\u22122 coins)" in risk(p, "build_ship caravel_2")
    play(p, "buy herring")
    assert risk(p, "take 1") == ""
    assert "(\u22124 coins)" in risk(p, "take 2")


@rule("SO-7.7", "SO-7.8", "SO-7.9", "SO-7.11")
def test_storm_and_pirates_are_named_with_what_they_cost() -> None:
    p = table(4, event="event_08")
    hold(p, A, "caravel_1", salt=3)
    told = "Storm and pirates: 3 damage to Caravel 1. 2 barrels aboard no longer fit and are lost."
    assert risk(p, "sail_out") == told
    hold(p, A, "carrack", salt=2)
    assert risk(p, "sail_out") == (
        "Pirates: 2 damage to the first ship that sails out. "
        "Storm: 1 damage to every ship that sails out."
    )
    play(p, "sail_out")
    assert risk(p, "ship caravel_1") == told
    assert risk(p, "ship carrack") == "Storm and pirates: 3 damage to the Carrack."
    play(p, "ship caravel_1", "herring 1")
    assert damage(p, A, "caravel_1") == 3
    assert barrels(p, A, "caravel_1") == (0, 1, 0)
    # The pirates are gone
    assert risk(p, "ship carrack", "fr") == "Tempête\u00a0: 1 dommage à la Caraque."


@rule("SO-10.21", "SO-10.25", "SO-7.12")
def test_who_is_protected_is_not_warned() -> None:
    p = table(4, event="event_05")
    assert "Pirates" in risk(p, "sail_out")
    own(p, A, "saint_maclou")
    assert risk(p, "sail_out") == ""
    p = table(4, event="event_03")
    assert risk(p, "sail_out") == "Poor fishing: 1 barrel of salt aboard is lost."
    own(p, A, "fierte")
    assert risk(p, "sail_out") == ""


@rule("SO-11.8")
def test_salt_that_finds_no_room_is_named() -> None:
    p = table(4)
    assert risk(p, "saline") == (
        "It makes 7 salt per turn, but your Warehouse holds only 6 barrels: "
        "until you enlarge it, 1 barrel is lost at the end of each turn."
    )
    raise_to(p, A, depot=1)
    assert risk(p, "saline") == ""
    raise_to(p, A, depot=0)
    give(p, A, salt=5)
    assert risk(p, "pass") == (
        "At the end of the turn 2 barrels will not fit into your Warehouse and will be lost."
    )


@rule("SO-11.14", "SO-12.4")
def test_what_the_end_of_a_turn_takes_is_named() -> None:
    p = table(4, coins=[44, 12, 14, 16], turn=5)
    own(p, A, "auberge")
    give(p, A, herring=2)
    # 44 coins and 5 of rent; 2 herring in store and 3 salt aboard
    assert risk(p, "pass") == (
        "5 barrels you have not sold are worth nothing once the game ends. "
        "At the end of the turn you lose 9 coins above your coin limit."
    )


@rule("SO-8.12")
def test_barrels_that_no_store_can_take_are_named() -> None:
    p = table(4)
    give(p, A, salt=6)
    play(p, "move_goods")
    # 9 barrels for a Warehouse of 6 and a hold of 4
    assert risk(p, "load caravel_1 salt 3") == ""
    told = "At least 1 barrel will find no room and will be lost."
    assert risk(p, "load caravel_1 salt 2") == told
    play(p, "load caravel_1 salt 2")
    assert sum(barrels(p, A)) == 6
    # With herring to come, its place may still be taken
    p = table(4)
    give(p, A, salt=3, herring=3)
    refresh(play(p, "move_goods"))
    assert risk(p, "load caravel_1 salt 2") == ""
    assert risk(p, "load caravel_1 salt 0") == ""


@rule("SO-7.6", "SO-7.10")
def test_damage_and_losses_at_sea_are_what_was_said() -> None:
    """At every ship of random games."""
    met = 0
    for seed in range(6):
        for moment in walk(Case(RULES, 4, (), seed)):
            p = cast(SaltyPosition, moment.position)
            move = moment.move
            if move is None or move.seat < 0 or not p.actors():
                continue
            if type(p.step_of(move.seat)).__name__ != "SailOut":
                continue
            choice = RULES.describe(p, move.seat, move.code)
            if not choice.notation.startswith("ship"):
                continue
            after = p.clone()
            after.play(move.seat, move.code)
            hurt = sum(after.damage) - sum(p.damage)
            said = Translator("en").text(choice.risk) if choice.risk else ""
            assert (f": {hurt} damage to" in said) == (hurt > 0)
            met += hurt > 0
    assert met > 3


@rule("SO-7.1", "SO-7.2")
def test_ships_that_are_skipped_are_named_before_it_is_too_late() -> None:
    p = table(3)
    p.place[ship_at(A, CARRACK)] = IN_PORT
    play(p, "sail_out")
    assert risk(p, "ship caravel_1") == ""
    skipped = "This leaves Caravel 1 in Rouen: it can no longer sail out in this action."
    assert risk(p, "ship carrack") == skipped
    prompt = Translator("en").text(RULES.prompt(p, A))
    assert prompt.startswith("Which ship sails out? Ships are asked in the order listed")
    play(p, "ship carrack")
    assert p.actors() != [A]

    p = table(3)
    p.place[ship_at(A, 0)] = p.place[ship_at(A, CARRACK)] = AT_SEA
    refresh(p)
    play(p, "sail_home")
    assert "leaves Caravel 1 at sea" in risk(p, "ship carrack")
    assert risk(p, "ship caravel_1") == ""
