"""The details of the table, by name: the map, what stands on it, and what is asked."""

from __future__ import annotations

from random import Random

from quarterdeck.games.seul_maitre import RULES, steps
from quarterdeck.games.seul_maitre.actions import SPACE
from quarterdeck.games.seul_maitre.details import ABSENT, DETAILS, QUESTIONS, STAGES
from quarterdeck.games.seul_maitre.names import TILES
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.combat import BOARDING
from quarterdeck.games.seul_maitre.steps.tossing import ZoneChoice
from quarterdeck.kernel.position import ChanceStep, Phase
from quarterdeck.kernel.registry import steps_in
from tests.seul_maitre.scenario import (
    BLUE,
    GREEN,
    P1,
    P2,
    RED,
    YELLOW,
    act,
    actor,
    asked,
    attack,
    deal,
    facing,
    landed,
    options,
    pirate,
    play,
    sea,
    ship,
    steer,
)


def told(p: MasterPosition, seat: int) -> dict[str, float]:
    return dict(zip(DETAILS.names, RULES.detail(p, seat), strict=True))


def above_zero(p: MasterPosition, seat: int, prefix: str) -> dict[str, float]:
    """The numbers whose names begin so, by the rest of the name, but for zeros."""
    return {
        name.removeprefix(prefix): value
        for name, value in told(p, seat).items()
        if name.startswith(prefix) and value
    }


def building(step: str, seed: int = 1) -> MasterPosition:
    """Two players build the map at random until a step of this name asks."""
    p = RULES.start(2)
    random = Random(seed)
    while p.chance or asked(p) != step:
        if p.chance:
            p.deal(random.choice(p.outcomes())[0])
        else:
            p.play(actor(p), random.choice(p.legal(actor(p))))
    return p


def test_every_step_that_asks_is_a_question() -> None:
    kinds = {
        kind
        for kind in steps_in(steps).values()
        if not issubclass(kind, ChanceStep | Phase) and kind is not ZoneChoice
    }
    assert kinds == set(QUESTIONS)
    assert len(STAGES) == BOARDING + 1


# The map


def test_a_cell_tells_its_land_and_what_is_on_it() -> None:
    p = act(sea(), RED)
    for cell, tile, *flags in (
        ("r0c0", "port_vanilla", "laid", "land_e", "port_vanilla", "corner_se"),
        ("r0c1", "bay_2", "laid", "land_n", "land_w"),
        ("r1c1", "isle_1", "laid", "site_1"),
        ("r2c1", "lair_2", "laid", "land_w", "lair_2", "corner_sw"),
        ("r1c4", "gale_1", "laid", "gale"),
    ):
        number = TILES.index(tile) / len(TILES)
        assert above_zero(p, RED, f"cell.{cell}.") == {**dict.fromkeys(flags, 1), "tile": number}


def test_storms_and_wind() -> None:
    p = act(sea(wind="sw", storms="r1c4 r3c1"), RED)
    assert above_zero(p, RED, "storms.") == {"r1c4": 0.5, "r3c1": 0.5}
    assert above_zero(p, RED, "wind.") == {"sw": 1}
    p = act(sea(storms="r3c1 r3c1"), RED)
    assert above_zero(p, RED, "storms.") == {"r3c1": 1}


def test_tiles_beside_the_map_and_in_hand() -> None:
    p = building("BuildTile")
    seat = actor(p)
    assert above_zero(p, seat, "asks.") == {"tile": 1}
    assert len(above_zero(p, seat, "face_up.")) == 4
    assert len(above_zero(p, seat, "face_down.")) == 12
    assert above_zero(p, seat, "hand.") == {}
    tile = options(p)[0].split()[1]
    assert tile in above_zero(p, seat, "face_up.")
    play(p, f"tile {tile}")
    assert above_zero(p, seat, "asks.") == {"tile_cell": 1}
    assert above_zero(p, seat, "hand.") == {tile: 1}
    assert above_zero(p, 1 - seat, "hand.") == {tile: 1}


def test_cells_to_lay_a_tile_on_are_told_apart() -> None:
    p = building("BuildCell")
    seat = actor(p)
    assert above_zero(p, seat, "into.") == {}
    met = set()
    for code in p.legal(seat):
        after = p.clone()
        after.play(seat, code)
        cell = SPACE.notation(code).split()[1]
        if not after.chance and asked(after) == "BuildRotation":
            assert above_zero(after, seat, "into.") == {cell: 1}
            assert above_zero(after, seat, f"cell.{cell}.") == {}
            met.add(cell)
    assert len(met) > 1
    turned = building("BuildRotation")
    cell = next(iter(above_zero(turned, actor(turned), "into.")))
    play(turned, options(turned)[0])
    assert told(turned, 0)[f"cell.{cell}.laid"] == 1


def test_a_port_in_hand() -> None:
    p = building("PortCorner")
    seat = actor(p)
    (tile,) = above_zero(p, seat, "hand.")
    assert tile.startswith("port_")


# Vessels


def test_everybody_stands_somewhere() -> None:
    p = sea(order=(YELLOW, GREEN, BLUE, RED))
    ship(p, RED, "r2c3/0")
    ship(p, GREEN, "r4c4/port")
    pirate(p, P2, "r1c0/0")
    act(p, YELLOW)
    assert above_zero(p, RED, "own.at.") == {"r2c3": 1}
    assert above_zero(p, RED, "own.spot.") == {"zone_0": 1}
    # Green comes after Yellow, who comes after Red
    assert above_zero(p, RED, "rival_2.at.") == {"r4c4": 1}
    assert above_zero(p, RED, "rival_2.spot.") == {"port": 1}
    assert above_zero(p, RED, "rival_2.colour.") == {"green": 1}
    assert above_zero(p, RED, "rival_2.home.") == {"rum": 1}
    assert above_zero(p, RED, "rival_2.turn.") == {"second": 1}
    assert above_zero(p, GREEN, "own.at.") == {"r4c4": 1}
    assert above_zero(p, RED, "pirate_2.at.") == {"r1c0": 1}
    assert above_zero(p, RED, "pirate_2.spot.") == {"zone_0": 1}
    assert above_zero(p, RED, "pirate_1.spot.") == {"lair": 1}
    assert told(p, RED)["rival_1.asked"] == told(p, YELLOW)["own.asked"] == 1


def test_sailors_are_told_where_they_are() -> None:
    p = sea()
    ship(
        p,
        BLUE,
        hold=3,
        sails=2,
        deck=1,
        actions=3,
        untrained=2,
        levels="navigator2",
        leads="navigator",
    )
    act(p, RED)
    stations = {"hold": 0.3, "sails": 0.2, "deck": 0.1}
    assert above_zero(p, BLUE, "own.station.") == stations
    assert above_zero(p, GREEN, "rival_1.station.") == stations
    blue = told(p, BLUE)
    assert (blue["own.tokens_left"], blue["own.tokens_spent"]) == (0.75, 0.25)
    assert (blue["own.orange"], blue["own.unlearned"]) == (1, 0.4)
    assert blue["rival_1.orange"] == 0


def test_seats_that_nobody_has_are_zeros() -> None:
    row = RULES.detail(act(sea(seats=2), RED), RED)
    absent = len(ABSENT)
    assert row[-2 * absent :] == 2 * ABSENT
    assert any(row[-3 * absent : -2 * absent])


def test_a_pirate_tells_its_damage_and_who_controls_it() -> None:
    p = sea()
    pirate(p, P1, cannon_damage=1, crew_damage=2, sail_damage=3, control=GREEN)
    p.stuck = 0b10
    p.number_tiles[2] = 0
    act(p, RED)
    damage = {"crew_damage": 0.2, "cannon_damage": 0.25, "sail_damage": 0.3}
    assert above_zero(p, RED, "pirate_1.board.") == damage
    assert above_zero(p, RED, "rival_2.controls.") == {"pirate_1": 1}
    assert above_zero(p, GREEN, "own.controls.") == {"pirate_1": 1}
    assert told(p, RED)["pirate_2.board.stuck"] == 1
    assert told(p, RED)["pirate_3.board.number_up"] == 1


# Discoveries


def test_families_are_told_to_their_owner_only() -> None:
    p = sea()
    ship(p, RED, tokens="rare_bird known_fruit")
    landed(p, BLUE, "new_insect", "known_fruit")
    act(p, YELLOW)
    assert above_zero(p, RED, "own_aboard.") == {"rare_bird": 0.2, "known_fruit": 0.2}
    assert above_zero(p, YELLOW, "own_aboard.") == {}
    # Three known ones and two rare ones of each family; one fruit has been landed
    assert told(p, RED)["undrawn.rare_bird"] == 0.2
    assert told(p, YELLOW)["undrawn.rare_bird"] == 0.4
    assert told(p, RED)["undrawn.known_fruit"] == 0.2
    assert told(p, YELLOW)["undrawn.known_fruit"] == 0.4
    assert above_zero(p, BLUE, "own.landed_kind.") == {"new_insect": 0.2, "known_fruit": 0.2}
    assert above_zero(p, RED, "rival_3.landed_kind.") == {"new_insect": 0.2, "known_fruit": 0.2}


def test_piles_and_markers_of_sites() -> None:
    p = sea()
    landed(p, BLUE, "known_fruit", "new_insect")
    p.markers[GREEN] = 0b10010
    act(p, RED)
    assert above_zero(p, RED, "site_1.left.") == {"known": 0.5, "rare": 0.5}
    assert above_zero(p, RED, "site_2.left.") == {"known": 0.75, "rare": 0.5, "new": 0.25}
    assert above_zero(p, RED, "rival_2.marker.") == {"site_2": 1, "site_5": 1}


# What is asked


def test_a_navigation_tells_how_far_it_may_go_on() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", hold=4)
    act(p, RED)
    assert above_zero(p, RED, "asks.") == {"action": 1}
    assert above_zero(p, RED, "voyage.") == {}
    play(p, "do navigation")
    assert above_zero(p, RED, "asks.") == {"sail": 1}
    assert above_zero(p, RED, "voyage.") == {"points": 0.4}
    assert told(p, RED)["own.role.moves"] == 1
    play(p, "move e 0")
    points = p.points(RED) / 10
    assert above_zero(p, BLUE, "voyage.") == {"started": 1, "points": points}
    assert told(p, BLUE)["rival_1.role.moves"] == 1


def test_the_pirate_that_is_steered() -> None:
    p = steer(sea(), RED, P2)
    assert above_zero(p, RED, "asks.") == {"pirate_sail": 1}
    assert told(p, RED)["pirate_2.role.moves"] == 1
    assert told(p, RED)["own.role.moves"] == 0
    assert told(p, RED)["voyage.points"] == p.pirate_sails[1] / 10


def test_a_combat_tells_its_sides_and_dice() -> None:
    p = attack(facing())
    assert above_zero(p, RED, "asks.") == {"man_cannons": 1}
    assert told(p, RED)["own.role.attacks"] == told(p, YELLOW)["own.role.defends"] == 1
    assert told(p, BLUE)["rival_1.role.attacks"] == told(p, BLUE)["rival_2.role.defends"] == 1
    assert above_zero(p, RED, "combat.next.") == {"defender_mans": 1}
    assert above_zero(p, RED, "attacker.") == {"strength": 0.4}
    play(p, "man 1")
    assert told(p, YELLOW)["attacker.manned"] == 0.25
    assert told(p, YELLOW)["own.station.crew"] == 0
    assert told(p, YELLOW)["rival_3.station.crew"] == 0.2


def test_sailors_to_be_lost_and_the_end_of_a_combat() -> None:
    p = facing(red=6, yellow=4)
    ship(p, RED, bought=1)
    ship(p, YELLOW, bought=1, deck=2)
    attack(p)
    play(p, "man 2", "man 1")
    deal(p, "white sailor", "white sailor", "white splash")
    assert above_zero(p, YELLOW, "asks.") == {"casualty": 1}
    attacker = {"dice.sailor": 0.5, "manned": 0.5, "strength": 0.6}
    assert above_zero(p, YELLOW, "attacker.") == attacker
    defender = {"dice.splash": 0.25, "manned": 0.25, "strength": 0.5}
    assert above_zero(p, YELLOW, "defender.") == defender
    assert above_zero(p, YELLOW, "combat.") == {"next.boarding": 1}
    assert told(p, YELLOW)["losses"] == 0.25
    play(p, "lose hold")
    assert told(p, YELLOW)["losses"] == 0
    play(p, "lose hold")
    assert above_zero(p, YELLOW, "asks.") == {"retreat": 1}
    assert above_zero(p, YELLOW, "combat.") == {"decided": 1}
    assert above_zero(p, RED, "attacker.") == attacker
    assert told(p, RED)["defender.strength"] == 0.4
    assert told(p, RED)["rival_1.role.moves"] == told(p, RED)["rival_1.role.defends"] == 1
    play(p, "flee", "cell r1c2")
    assert above_zero(p, YELLOW, "into.") == {"r1c2": 1}


def test_a_shipyard_tells_what_was_done_there() -> None:
    p = sea()
    ship(p, RED, money=30, hold=3)
    act(p, RED)
    play(p, "do shipyard", "improve sail_2", "hire", "recruit 1")
    assert above_zero(p, RED, "asks.") == {"refit": 1}
    done = {"improved": 0.25, "hired": 1, "recruited": 1 / 6}
    assert above_zero(p, RED, "refit.") == done


def test_a_sale_tells_what_was_sold_before() -> None:
    p = sea()
    ship(p, RED, "r2c2/port", cargo="rum rum coffee")
    act(p, RED)
    play(p, "do market", "sell coffee")
    assert above_zero(p, RED, "last_sold.") == {"coffee": 1}
    assert told(p, RED)["second_sale"] == 1
    assert above_zero(p, RED, "filled.") == {"coffee": 1 / 12}
