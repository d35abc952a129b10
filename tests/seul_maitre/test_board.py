"""The picture of Seul Maître à Bord: sound in every phase, touchable, discreet."""

from __future__ import annotations

from random import Random

import pytest

from quarterdeck import games, pictures
from quarterdeck.games.seul_maitre.actions import IMPROVE
from quarterdeck.games.seul_maitre.names import (
    ACTIONS,
    CELL_NAMES,
    CENTRE_CELL,
    DIRECTIONS,
    IMPROVEMENTS,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.view import MasterView
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.position import Position
from quarterdeck.testing.boards import NAMES, Boards, find_spots, parse_svg, read_texts

RULES = games.load("seul_maitre")
EVERYTHING = (("action_order", "alternate"), ("pirate_storm", "tossed"), ("rounds", "4"))
BOARDS = Boards(RULES, EVERYTHING)
positions, drawn = BOARDS.positions, BOARDS.draw


def first(seats: int, *steps: str) -> MasterPosition:
    """The first position of random games in which one of these steps asks somebody."""
    position = BOARDS.first(seats, *steps)
    assert isinstance(position, MasterPosition)
    return position


def seen(position: Position, viewer: int | None) -> MasterView:
    view = RULES.view(position, viewer)
    assert isinstance(view, MasterView)
    return view


# Well-formed


@pytest.mark.parametrize("seats", tuple(RULES.seats))
def test_every_viewer_gets_a_sound_picture_in_every_phase(seats: int) -> None:
    BOARDS.check_sound(seats, every=47)


def test_a_theme_has_final_colours() -> None:
    BOARDS.check_themes(first(2, "Action"))


def test_the_picture_stays_light() -> None:
    assert len(drawn(positions(4, 1, every=10_000)[-1], 0).encode()) < 150_000


# Spots


@pytest.mark.parametrize("seats", tuple(RULES.seats))
def test_every_spot_of_an_open_choice_is_on_the_board(seats: int) -> None:
    BOARDS.check_spots(seats, every=17)


@pytest.mark.parametrize("seats", [2, 4])
def test_gestures_point_at_what_is_drawn(seats: int) -> None:
    for position in positions(seats, 1, every=19):
        for seat in position.actors():
            touched = {
                spot
                for gesture in RULES.gestures(position, seat)
                for spot in (gesture.spot, *gesture.covers)
            }
            assert touched <= set(find_spots(drawn(position, seat)))


def test_the_board_can_be_touched_all_over() -> None:
    position = first(4, "Action")
    found = set(find_spots(drawn(position, 0)))
    assert {f"action-{name}" for name in ACTIONS} <= found
    assert {f"way-{name}" for name in DIRECTIONS} <= found
    assert {f"cell-{name}" for name in CELL_NAMES} <= found
    assert {f"lair-{n}" for n in range(1, 5)} | {f"site-{n}" for n in range(1, 6)} <= found
    zones = {f"zone-{name}" for name in CELL_NAMES}
    assert {name.rpartition("-")[0] for name in found if name.startswith("zone-")} == zones
    assert sum(position.chart.zones) == sum(name.startswith("zone-") for name in found)


def test_a_spot_lies_on_its_cell_where_pages_look_for_it() -> None:
    """Pages count rows and columns from 1."""
    root = parse_svg(drawn(first(4, "Action"), 0))
    left, top, side = (int(root.attrib[f"data-cell{end}"]) for end in ("-x", "-y", ""))
    for element in root.iter():
        name = element.get("data-spot", "")
        if name.startswith("cell-"):
            row, column = divmod(CELL_NAMES.index(name.removeprefix("cell-")), 5)
            middle = [float(at) for at in element.attrib["data-middle"].split()]
            assert middle == [left + side * (column - 0.5), top + side * (row - 0.5)]


@pytest.mark.parametrize("seats", [2, 4])
def test_vessels_lie_on_the_cell_they_are_on(seats: int) -> None:
    for position in positions(seats, 1, every=29):
        view = seen(position, None)
        ships = {
            name: ship.place
            for name, ship in zip(("red", "yellow", "green", "blue"), view.players, strict=False)
        }
        places = ships | {f"pirate_{pirate.number}": pirate.place for pirate in view.pirates}
        for element in parse_svg(drawn(position, None)).iter():
            name = element.get("data-spot", "")
            if name.startswith("vessel-"):
                x, y = (float(at) for at in element.attrib["data-middle"].split())
                cell = f"r{int(y - 36) // 168}c{int(x - 38) // 168}"
                assert places[name.removeprefix("vessel-")].startswith(cell)


def test_a_tile_to_lay_stands_ready_in_every_turn() -> None:
    position = first(3, "BuildCell")
    root = parse_svg(drawn(position, position.actors()[0]))
    ids = {element.attrib["id"]: element for element in root.iter() if "id" in element.attrib}
    ready = ids["ghost"].attrib["data-turned"]
    assert {f"{ready}{quarters}" for quarters in range(4)} <= set(ids)


def test_a_voyage_begins_at_the_ship_that_sails() -> None:
    position = first(3, "Sail")
    seat = position.actors()[0]
    starts = [e for e in parse_svg(drawn(position, seat)).iter() if "data-from" in e.attrib]
    assert len(starts) == 1
    assert "data-from" not in drawn(first(3, "Action"), 0)


# What is shown


def test_everybody_sees_the_own_ship_large_and_a_way_to_all_others() -> None:
    position = first(3, "Action")
    for viewer, shown in ((0, 0), (2, 2), (None, 0)):
        root = parse_svg(drawn(position, viewer))
        large = {e.attrib["href"] for e in root.iter() if "data-focus-href" in e.attrib}
        assert large == {f"#sm-sheet-{shown}"}
        ways = [e.attrib["data-focus"] for e in root.iter() if "data-focus" in e.attrib]
        assert ways == ["0", "1", "2"]


def test_tiles_show_while_the_map_is_built_and_the_market_afterwards() -> None:
    building = find_spots(drawn(first(2, "BuildTile"), 0))
    assert any(name.startswith("tile-") for name in building)
    assert "resource-gold" not in building
    playing = find_spots(drawn(first(2, "Action"), 0))
    assert not any(name.startswith("tile-") for name in playing)
    assert "resource-gold" in playing


def test_a_combat_shows_both_sides_and_its_odds_to_everybody() -> None:
    position = first(4, "ManCannons", "RerollDie")
    combat = seen(position, None).combat
    assert combat is not None
    chances = (combat.odds.attacker, combat.odds.tie, combat.odds.defender)
    for viewer in (*range(4), None):
        said = read_texts(drawn(position, viewer))
        for chance in chances:
            assert f"{100 * chance / combat.odds.of:.1f}%" in said
        assert "resource-gold" not in find_spots(drawn(position, viewer))
    assert f"{100 * chances[0] / combat.odds.of:.1f}".replace(".", ",") in read_texts(
        drawn(position, None, "fr")
    )


def test_a_combat_that_is_decided_is_shown_until_the_loser_has_gone() -> None:
    position = first(4, "Retreat").clone()
    combat = seen(position, None).combat
    assert combat is not None
    strengths = sorted((combat.attacker.strength, combat.defender.strength), reverse=True)
    stronger = max((combat.attacker, combat.defender), key=lambda side: side.strength)
    assert combat.winner == stronger.vessel
    for viewer in (*range(4), None):
        said = read_texts(drawn(position, viewer))
        assert f"wins the boarding, {strengths[0]} to {strengths[1]}" in said
        assert "%" not in said
    (loser,) = position.actors()
    position.play(loser, RULES.space.parse("stay"))
    assert seen(position, None).combat is None
    assert "wins the boarding" not in read_texts(drawn(position, None))


def test_the_shipyard_shows_what_improvements_cost_the_own_ship() -> None:
    position = first(4, "Refit")
    (seat,) = position.actors()
    prices = dict(zip(IMPROVEMENTS, seen(position, seat).players[seat].prices, strict=True))
    choices = [RULES.describe(position, seat, c) for c in position.legal(seat) if IMPROVE.has(c)]
    bought = {choice.spots[0].removeprefix("improve-"): choice.cost for choice in choices}
    assert bought
    assert {name: prices[name] for name in bought} == bought
    shown = [price for price in prices.values() if price is not None]
    said = read_texts(drawn(position, seat))
    assert all(str(price) in said for price in shown)


def test_an_attack_says_how_likely_it_succeeds() -> None:
    position = first(4, "Engage")
    (seat,) = position.actors()
    labels = [RULES.describe(position, seat, code).label for code in position.legal(seat)]
    chances = [label.arguments["percent"] for label in labels if label.id == "sm.choice.engage"]
    assert chances
    assert all(isinstance(chance, int) and 0 <= chance <= 100 for chance in chances)


def test_the_centre_is_there_from_the_start() -> None:
    found = find_spots(drawn(first(2, "BuildTile"), 0))
    assert f"zone-{CELL_NAMES[CENTRE_CELL]}-0" in found
    assert "zone-r0c0-0" not in found


# Secrets


@pytest.mark.parametrize("seats", [2, 4])
def test_a_viewer_sees_the_same_picture_in_every_world_he_can_imagine(seats: int) -> None:
    random = Random(seats)
    say = Translator("en", NAMES)
    for position in positions(seats, seats, every=61):
        for viewer in (0, None):
            world = RULES.imagine(position, viewer, random)
            assert pictures.board(RULES, seen(world, viewer), say) == pictures.board(
                RULES, seen(position, viewer), say
            )
