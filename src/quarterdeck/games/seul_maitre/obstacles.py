"""What can stand in the way of a choice.

The functions that find obstacles live next to the steps they serve: `yard.py` for the map,
`voyage.py` for movement, `openings.py` for actions, `trade.py` and `refit.py` for what money buys.
What is offered is exactly what has no obstacle.
"""

from __future__ import annotations

from typing import Final

from quarterdeck.kernel.messages import Reason
from quarterdeck.kernel.obstacles import Obstacle, Obstacles
from quarterdeck.kernel.position import NOT_OFFERED

OBSTACLES: Final = Obstacles("sm")

# Building the map
NOT_FACE_UP: Final = OBSTACLES.add("not_face_up", "SM-2.1")
NO_PLACE_FOR_TILE: Final = OBSTACLES.add("no_place_for_tile", "SM-2.12")
CELL_FILLED: Final = OBSTACLES.add("cell_filled", "SM-2.4")
CORNER_IS_FOR_PORTS: Final = OBSTACLES.add("corner_is_for_ports", "SM-2.4")
TOO_FEW_NEIGHBOURS: Final = OBSTACLES.add("too_few_neighbours", "SM-2.8")
EDGES_DO_NOT_MATCH: Final = OBSTACLES.add("edges_do_not_match", "SM-2.5")
LAND_FROM_TWO_SIDES: Final = OBSTACLES.add("land_from_two_sides", "SM-2.10")
TOO_FEW_COASTS: Final = OBSTACLES.add("too_few_coasts", "SM-2.10")
TOO_FEW_OPEN_TILES: Final = OBSTACLES.add("too_few_open_tiles", "SM-2.10")
TOO_FEW_FREE_CORNERS: Final = OBSTACLES.add("too_few_free_corners", "SM-2.10")
NOT_A_FREE_CORNER: Final = OBSTACLES.add("not_a_free_corner", "SM-2.3")
# Preparation
SLOT_TAKEN: Final = OBSTACLES.add("slot_taken", "SM-6.1")
SLOT_TOO_DEAR: Final = OBSTACLES.add("slot_too_dear", "SM-6.3")
EXIT_OFF_THE_MAP: Final = OBSTACLES.add("exit_off_the_map", "SM-5.10")
EXIT_INTO_STORM: Final = OBSTACLES.add("exit_into_storm", "SM-5.10")
NO_SUCH_ZONE: Final = OBSTACLES.add("no_such_zone", "SM-5.11")
NOBODY_THERE: Final = OBSTACLES.add("nobody_there", "SM-11.18")
# Actions
ONCE_PER_ROUND: Final = OBSTACLES.add("once_per_round", "SM-7.5")
STORM_BOUND: Final = OBSTACLES.add("storm_bound", "SM-5.7")
NO_STEP_AFFORDABLE: Final = OBSTACLES.add("no_step_affordable", "SM-7.7")
NOT_IN_PORT: Final = OBSTACLES.add("not_in_port", "SM-7.8")
NOTHING_TO_BUY: Final = OBSTACLES.add("nothing_to_buy", "SM-7.7")
NO_LEVEL_TO_BUY: Final = OBSTACLES.add("no_level_to_buy", "SM-7.7")
NOT_ON_A_SITE: Final = OBSTACLES.add("not_on_a_site", "SM-16.1")
OWN_MARKER: Final = OBSTACLES.add("own_marker", "SM-16.2")
HOLD_FULL: Final = OBSTACLES.add("hold_full", "SM-16.3")
NO_TOKEN_LEFT: Final = OBSTACLES.add("no_token_left", "SM-16.5")
NO_PIRATE_FREE: Final = OBSTACLES.add("no_pirate_free", "SM-17.2")
NO_TRADE: Final = OBSTACLES.add("no_trade", "SM-7.7")
NOTHING_TO_RECOVER: Final = OBSTACLES.add("nothing_to_recover", "SM-7.7")
LAST_ROUND: Final = OBSTACLES.add("last_round", "SM-21.3")
NOT_IN_DISTRESS: Final = OBSTACLES.add("not_in_distress", "SM-7.11")
NO_NEED_TO_JETTISON: Final = OBSTACLES.add("no_need_to_jettison", "SM-7.12")
# Movement
NO_PASSAGE: Final = OBSTACLES.add("no_passage", "SM-3.12")
TOO_FEW_POINTS: Final = OBSTACLES.add("too_few_points", "SM-8.9")
STORM_OVER_IT: Final = OBSTACLES.add("storm_over_it", "SM-5.14")
NO_STORM_THERE: Final = OBSTACLES.add("no_storm_there", "SM-9.1")
STORM_ENTERED: Final = OBSTACLES.add("storm_entered", "SM-9.6")
IN_PORT_ALREADY: Final = OBSTACLES.add("in_port_already", "SM-8.14")
NOT_IN_FRONT: Final = OBSTACLES.add("not_in_front", "SM-8.13")
SHIPS_ENTER_NO_LAIR: Final = OBSTACLES.add("ships_enter_no_lair", "SM-8.17")
PIRATES_ENTER_NO_PORT: Final = OBSTACLES.add("pirates_enter_no_port", "SM-17.5")
LAIR_OCCUPIED: Final = OBSTACLES.add("lair_occupied", "SM-17.6")
FIRST_A_STEP: Final = OBSTACLES.add("first_a_step", "SM-8.10")
IN_THE_LAIR: Final = OBSTACLES.add("in_the_lair", "SM-17.4")
# Engagement
NOT_MET: Final = OBSTACLES.add("not_met", "SM-10.8")
HAS_FOUGHT: Final = OBSTACLES.add("has_fought", "SM-10.2")
SAME_SIDE: Final = OBSTACLES.add("same_side", "SM-10.3")
FORCED_FIRST: Final = OBSTACLES.add("forced_first", "SM-10.4")
MUST_ENGAGE: Final = OBSTACLES.add("must_engage", "SM-10.4")
# Money and holds
TOO_LITTLE_MONEY: Final = OBSTACLES.add("too_little_money", "SM-7.9")
MERCHANT_ONLY: Final = OBSTACLES.add("merchant_only", "SM-14.7")
HAS_IT_ALREADY: Final = OBSTACLES.add("has_it_already", "SM-14.4")
ALL_CANNONS: Final = OBSTACLES.add("all_cannons", "SM-14.6")
NO_SPECIALIST: Final = OBSTACLES.add("no_specialist", "SM-15.2")
CORSAIR_ONLY: Final = OBSTACLES.add("corsair_only", "SM-15.3")
TOP_LEVEL_REACHED: Final = OBSTACLES.add("top_level_reached", "SM-15.1")
RARITY_NOT_ALLOWED: Final = OBSTACLES.add("rarity_not_allowed", "SM-16.4")
NOT_ON_BOARD: Final = OBSTACLES.add("not_on_board", "SM-18.6")
SOLD_HERE: Final = OBSTACLES.add("sold_here", "SM-18.8")
OUT_OF_ORDER: Final = OBSTACLES.add("out_of_order", "SM-18.6")
SAME_TYPE_ONLY: Final = OBSTACLES.add("same_type_only", "SM-18.7")
COLUMN_NOT_FULL: Final = OBSTACLES.add("column_not_full", "SM-18.12")
PIRATE_CONTROLLED: Final = OBSTACLES.add("pirate_controlled", "SM-17.1")
PIRATE_STUCK: Final = OBSTACLES.add("pirate_stuck", "SM-17.2")
PORT_UNDER_STORM: Final = OBSTACLES.add("port_under_storm", "SM-12.10")
NO_SUCH_SLOT: Final = OBSTACLES.add("no_such_slot", "SM-6.1")
# The Shipyard
NOT_DAMAGED: Final = OBSTACLES.add("not_damaged", "SM-14.2")
IMPROVED_ALREADY: Final = OBSTACLES.add("improved_already", "SM-14.1")
HIRED_ALREADY: Final = OBSTACLES.add("hired_already", "SM-14.1")
ALL_SPECIALISTS: Final = OBSTACLES.add("all_specialists", "SM-14.11")
RECRUITED_ALREADY: Final = OBSTACLES.add("recruited_already", "SM-14.1")
NO_BERTH: Final = OBSTACLES.add("no_berth", "SM-14.13")
NO_SAILOR_LEFT: Final = OBSTACLES.add("no_sailor_left", "SM-14.13")


def explain(found: Obstacle | None) -> Reason:
    """Why a choice is closed, by what was found in its way."""
    return NOT_OFFERED if found is None else found.reason()
