"""The view as text: what a person who cannot see the board reads."""

from __future__ import annotations

from random import Random

import pytest

from quarterdeck.games.seul_maitre import RULES
from quarterdeck.games.seul_maitre.names import CELL_NAMES, FAMILIES, TILES
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.building import BuildCell, BuildRotation, BuildTile
from quarterdeck.games.seul_maitre.steps.combat import begin_combat
from quarterdeck.games.seul_maitre.steps.initiative import Bid
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.rules import Section
from quarterdeck.testing.walk import Case, walk
from tests.seul_maitre.scenario import (
    BLUE,
    GREEN,
    P2,
    RED,
    YELLOW,
    act,
    cell,
    deal,
    end_of_round,
    landed,
    pirate,
    play,
    sea,
    ship,
    steer,
)

NAMES = ("Anne", "Bruno", "Chloé", "Dora")


def read(p: MasterPosition, viewer: int | None = RED, language: str = "en") -> dict[str, Section]:
    """The sections by kind."""
    sections = RULES.text(RULES.view(p, viewer), Translator(language, NAMES))
    found = {section.kind: section for section in sections}
    assert len(found) == len(sections), "two sections of one kind"
    return found


def line(section: Section, start: str) -> str:
    """The one line that starts so."""
    (found,) = [each for each in section.lines if each.startswith(start)]
    return found


# The round


def test_the_round_tells_wind_costs_and_order() -> None:
    p = act(sea(3, wind="ne", order=(GREEN, RED, YELLOW)), GREEN)
    found = read(p)["round"]
    assert found.title == "Round 2 of 8"
    assert found.lines == (
        "Wind to the north-east; movement points: N 1, NE 0, E 1, SE 1, S 2, SW 2, W 2, NW 1",
        "Turn order: Chloé, Anne, Bruno",
    )
    assert (
        read(p, language="fr")["round"]
        .lines[0]
        .startswith(
            "Vent vers le nord-est\u202f; points de mouvement\u00a0: N 1, NE 0, E 1, SE 1, S 2"
        )
    )


def test_the_initiative_track_is_told_while_players_bid() -> None:
    p = sea(2)
    p.bids[YELLOW] = 3
    p.push(Bid(RED))
    p.advance()
    track = "Initiative track: 0 free, 1 free, 2 free, 3 Bruno, 4 free, 5 free, 6 free"
    assert track in read(p)["round"].lines
    p.bids[RED] = 0
    assert track not in read(p)["round"].lines


def test_a_ship_under_way_is_told_with_its_points() -> None:
    p = act(sea(wind="n"), RED)
    play(p, "do navigation")
    said = "Anne’s ship is under way with 3 movement points left"
    assert read(p, BLUE)["round"].lines[-1] == said
    p = sea(wind="n")
    ship(p, RED, levels="navigator3", leads="navigator")
    play(act(p, RED), "do navigation")
    assert line(read(p, BLUE)["round"], "Its movement points: ").endswith(
        "N 0, NE 1, E 1, SE 1, S 2, SW 1, W 1, NW 1"
    )


def test_a_pirate_under_way_is_told_with_its_points() -> None:
    p = steer(sea(), RED, P2)
    assert "Pirate 2 is under way with 6 movement points left" in read(p)["round"].lines


def test_the_end_tells_the_ranks() -> None:
    p = sea(2, turn=8)
    ship(p, YELLOW, vp=9, money=0)
    ship(p, RED, vp=2, money=10)
    end_of_round(p)
    found = read(p, None)
    assert found["round"].title == "The game is over"
    assert found["round"].lines == ("1. Bruno: 9 VP", "2. Anne: 4 VP")
    assert "Score: 9 VP" in found["player-1"].lines


# The map


def test_the_map_tells_land_zones_and_what_lies_in_them() -> None:
    found = read(act(sea(), RED))["map"]
    assert len(found.lines) == 25
    assert line(found, "r0c0") == (
        "r0c0 Vanilla port: land in the east; north side; south side: port"
    )
    assert line(found, "r1c0") == "r1c0 Open sea: sea on all sides"
    assert line(found, "r1c1") == "r1c1 Islet (site 1): sea on all sides; site 1"
    assert line(found, "r1c2") == "r1c2 Lair 1: land in the north; west side; east side: lair 1"
    assert line(found, "r4c3").startswith("r4c3 Bay (site 5): land in the east and south; ")
    assert line(found, "r4c3").endswith("north-west side; south-east corner: site 5")


def test_every_place_of_the_map_is_told_by_the_name_its_choices_use() -> None:
    """What a step is called can be found on the map."""
    p = sea()
    for number, name in enumerate(CELL_NAMES):
        told = line(read(p)["map"], name)
        zones = p.chart.zones[number]
        assert sum(told.count(f"{side} ") for side in ("side", "corner")) <= zones
        assert ("; " in told) == (zones > 1 or p.chart.feature[number] > 0)


def test_ships_pirates_and_storms_are_told_cell_by_cell() -> None:
    p = sea(storms="r1c4 r1c4")
    ship(p, RED, "r2c3/1")
    ship(p, YELLOW, "r2c3/1")
    ship(p, BLUE, "r1c1/site")
    pirate(p, P2, "r1c0/0")
    assert read(act(p, RED))["whereabouts"].lines == (
        "r1c0: Pirate 2",
        "r1c1, site 1: Dora’s ship",
        "r1c2, lair 1: Pirate 1",
        "r1c4: 2 storms",
        "r2c3 (east side): Anne’s ship, Bruno’s ship",
        "r2c4, lair 4: Pirate 4",
        "r3c2, lair 3: Pirate 3",
        "r4c4, Rum port: Chloé’s ship",
    )


# Building the map

RULES_LAND = {True: "land in the north", False: "sea on all sides"}


def test_the_set_up_tells_the_tiles_face_up_and_the_empty_cells() -> None:
    p = RULES.start(2)
    while not isinstance(p.stack[-1], BuildTile):
        p.deal(p.outcomes()[0][0])
    found = read(p, p.actors()[0])
    assert found["round"].title == "Set-up"
    assert [each.partition(": ")[2] for each in found["row"].lines[:4]] == [
        RULES_LAND[bool(RULES.view(p, None).row[number].land)] for number in range(4)
    ]
    assert found["row"].lines[4].startswith("Still in the pile: ")
    assert line(found["map"], "Empty: ").startswith("Empty: r0c0, r0c1, r0c2, ")
    assert "market" not in found
    assert "whereabouts" not in found
    assert found["player-0"].lines[0].startswith("Home port: ")


def test_the_tile_in_hand_is_told() -> None:
    p = RULES.start(2)
    while not isinstance(p.stack[-1], BuildTile):
        p.deal(p.outcomes()[0][0])
    seat = p.actors()[0]
    coast = TILES.index("coast_1")
    p.push(BuildCell(seat, coast))
    assert f"{NAMES[seat]} is laying: Coast" in read(p)["round"].lines
    p.push(BuildRotation(seat, coast, cell("r0c2")))
    assert f"{NAMES[seat]} is laying on r0c2: Coast" in read(p)["round"].lines


# Market, sites, pirates, academy


def test_the_market_tells_prices_and_the_next_slot() -> None:
    p = act(sea(), RED)
    p.filled[0] = 1
    p.filled[5] = 4
    found = read(p)["market"]
    assert found.lines[0] == (
        "Gold: sells for 12 db, next slot 5 VP (1 of 3 filled); "
        "bought for 6 db in the Central island port"
    )
    assert found.lines[5] == (
        "Rum: column full, black market 1 db; bought for 2 db in the Rum port"
    )
    assert found.lines[6].startswith("Ports: Vanilla port in r0c0, ")


def test_sites_tell_what_is_left_and_whose_markers_lie_there() -> None:
    p = act(sea(), RED)
    p.markers[RED] = p.markers[BLUE] = 1
    p.pile[:3] = [2, 0, 1]
    p.pile[3:6] = [0, 0, 0]
    found = read(p)["sites"]
    assert found.lines[0] == "Site 1 in r1c1: known 2, new 1; markers: Anne, Dora"
    assert found.lines[1] == "Site 2 in r3c3: no discovery left"


def test_pirates_tell_damage_money_and_who_leads_them() -> None:
    p = act(sea(), RED)
    pirate(p, P2, "r1c0/0", money=4)
    p.pirate_cannon_damage[1] = 1
    p.treasure[1] = 3
    p.control[1] = YELLOW
    p.fought |= 1 << P2
    assert line(read(p)["pirates"], "Pirate 2") == (
        "Pirate 2 in r1c0: cannons 1 of 2, sailors 5, sails 6, 4 db, 3 db in lair 2, "
        "controlled by Bruno, has fought this round"
    )


def test_the_academy_tells_prices_and_leaders() -> None:
    p = sea()
    ship(p, BLUE, levels="trader2", leads="trader")
    found = read(act(p, RED))["academy"]
    assert found.lines[0] == "Levels 1, 2, 3 cost: 2, 3, 4 db"
    assert line(found, "Leader of the Traders, Dora: ")
    assert line(found, "Leader of the Captains, nobody yet: ")


# Ships


def test_a_ship_sheet_tells_everything_on_it() -> None:
    p = sea()
    ship(
        p,
        RED,
        "r2c3/1",
        money=7,
        vp=3,
        hold=2,
        sails=1,
        leaks=1,
        cargo="rum rum gold",
        sail_damage=1,
        levels="navigator2",
        leads="navigator",
    )
    p.untrained[RED] = 1
    found = read(act(p, RED))["player-0"]
    assert found.title == "Anne (England, sky blue), choosing now"
    assert found.lines == (
        "3 VP; score if the game ended now: 4",
        "Merchant in r2c3 (east side)",
        "Money 7 db, action tokens 4",
        "Sailors: hold 2, sails 1, leaks 1; supply 8",
        "Hold: 3 of 9 spaces free, 6 spaces for sailors; cargo: gold 1, rum 2",
        "Sails 4, charge 2, damage 1; movement points 2, at most 2, orange marker ready",
        "Cannons 1 of 2, damaged 0; deck limit 5",
        "Specialists: Navigator 2, leader; untrained 1",
    )


def test_families_are_told_to_their_owner_only() -> None:
    p = sea()
    ship(p, RED, tokens="new_bird known_fruit known_fruit")
    landed(p, RED, "rare_insect")
    act(p, BLUE)
    mine = read(p, RED)["player-0"]
    assert "Discoveries on board: fruit (known) ×2, bird (new)" in mine.lines
    for viewer in (YELLOW, None):
        told = read(p, viewer)["player-0"]
        assert line(told, "Discoveries on board: ") == (
            "Discoveries on board: face down (known) ×2, face down (new)"
        )
        assert "Discoveries landed: insect (rare)" in told.lines


def test_what_is_unseen_counts_what_lies_on_other_ships() -> None:
    p = sea()
    ship(p, RED, tokens="new_bird")
    act(p, BLUE)
    everything = ", ".join(f"{family} 1" for family in FAMILIES)
    assert f"Unseen by you, new: {everything}" in read(p, YELLOW)["sites"].lines
    mine = everything.replace(", bird 1", "")
    assert f"Unseen by you, new: {mine}" in read(p, RED)["sites"].lines


def test_the_own_sheet_comes_before_the_map_and_the_others_after_it() -> None:
    kinds = list(read(act(sea(3), RED), YELLOW))
    assert kinds == [
        *("round", "player-1", "map", "whereabouts", "market", "sites", "pirates", "academy"),
        *("player-0", "player-2"),
    ]


# Combat


def test_a_combat_is_told_with_dice_and_odds() -> None:
    p = sea()
    ship(p, RED, "r2c3/1", hold=6)
    ship(p, BLUE, "r2c3/1", hold=4)
    act(p, RED)
    begin_combat(p, RED, BLUE)
    p.advance()
    deal(p, "red splash")
    play(p, "man 1")
    found = read(p, BLUE)["combat"]
    assert found.title == "Combat: Anne’s ship attacks Dora’s ship"
    assert found.lines[0] == (
        "Attacker: boarding strength 5, cannons manned 1, of which hit 0; dice: none yet"
    )
    odds = RULES.view(p, BLUE).combat
    assert odds is not None
    percent = [round(100 * n / odds.odds.of) for n in (odds.odds.attacker, odds.odds.tie)]
    assert f"attacker {percent[0]}%, tie {percent[1]}%, defender " in found.lines[2]
    play(p, "man 1")
    assert "combat" in read(p, BLUE)
    deal(p, "white sailor")
    assert "dice: sailor ×1" in read(p, BLUE)["combat"].lines[0]


# Both languages, whole games


@pytest.mark.parametrize("language", ["en", "fr"])
def test_whole_games_can_be_read_by_everybody(language: str) -> None:
    """No line is empty, and none shows the id of a message or of a thing."""
    random = Random(1)
    for moment in walk(Case(RULES, 3, (("rounds", "4"),), 1)):
        if random.random() < 0.9:
            continue
        for viewer in (None, 0):
            position = moment.position
            assert isinstance(position, MasterPosition)
            for section in read(position, viewer, language).values():
                for each in (section.title, *section.lines):
                    assert each.strip()
                    assert "sm." not in each
                    assert "_" not in each
