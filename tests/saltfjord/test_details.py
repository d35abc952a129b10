"""What details tell a seat of the table, by the names of the numbers that are not zero."""

from __future__ import annotations

import copy
from random import Random

import pytest

from quarterdeck.games.saltfjord.components import Components
from quarterdeck.games.saltfjord.details import ASKING, DETAILS, KINDS_OF_STEPS
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.rules import Saltfjord
from quarterdeck.games.saltfjord.steps.free import OpenStep
from quarterdeck.kernel.componentfile import ComponentFile
from quarterdeck.kernel.position import ChanceStep, Phase
from quarterdeck.testing.faults import Faults
from tests.saltfjord.scenario import (
    RULES,
    A,
    B,
    C,
    building,
    deal,
    deal_any,
    die,
    fjord,
    market,
    play,
    player,
    put_back,
    special_tiles,
    start,
    tiles,
    turn,
    worker,
)


def details(p: SaltfjordPosition, seat: int) -> dict[str, float]:
    return dict(zip(DETAILS.names, RULES.detail(p, seat), strict=True))


def told(p: SaltfjordPosition, seat: int, prefix: str) -> dict[str, object]:
    """The numbers that are not zero and whose names begin so, by the rest of their names."""
    return {
        name.removeprefix(f"{prefix}."): pytest.approx(value)
        for name, value in details(p, seat).items()
        if value and name.startswith(f"{prefix}.")
    }


def after(p: SaltfjordPosition, seat: int, notation: str) -> SaltfjordPosition:
    return play(p.clone(), seat, notation)


# The tile in hand


def ready_to_build() -> SaltfjordPosition:
    p = fjord()
    player(p, A, goods="1 wood 1 planks")
    tiles(p, "straight_1", "i01")
    tiles(p, "straight_2", "i18")
    tiles(p, "corner_1", "l05")
    tiles(p, "corner_2", "l07")
    return turn(p, A)


def test_the_tile_in_hand_is_told_cell_by_cell() -> None:
    p = ready_to_build()
    assert told(p, A, "hand") == {}
    assert told(after(p, A, "build_large straight_1"), A, "hand") == {
        "from.straight_1": 1,
        "cell_1.wool": 1,
        "cell_2.order": 1,
        "cell_3.fish": 0.4,
        "cell_3.walk": 0.2,
    }
    assert told(after(p, A, "build_large straight_2"), B, "hand") == {
        "from.straight_2": 1,
        "cell_1.wood": 0.4,
        "cell_2.wool": 0.4,
        "cell_3.pulp": 0.4,
    }
    assert told(after(p, A, "build_large corner_1"), A, "hand") == {
        "from.corner_1": 1,
        "cell_1.upgrade": 0.5,
        "cell_2.gold": 1,
        "cell_3.wood": 0.4,
        "cell_3.walk": 0.2,
    }
    assert told(after(p, A, "build_large corner_2"), A, "hand") == {
        "from.corner_2": 1,
        "cell_1.wood": 0.4,
        "cell_2.order": 1,
        "cell_2.tech": 1,
        "cell_3.fish": 0.4,
        "cell_3.walk": 0.2,
    }


def test_tiles_in_hand_differ_where_facts_and_choices_do_not() -> None:
    p = ready_to_build()
    built = [after(p, A, f"build_large {stack}") for stack in ("corner_1", "corner_2")]
    one, other = ([*RULES.numbers(q, [A], False), *q.legal(A)] for q in built)
    assert one == other
    one, other = (RULES.detail(q, A) for q in built)
    assert one != other


def test_a_starting_building_in_hand() -> None:
    p = deal_any(start(2, first_player="2"), "set_ability 2 surveyor", "set_resources 2 sr4")
    assert told(p, A, "set_2") == {"left": 1, "ability.surveyor": 1, "resources.sr4": 1}
    play(p, A, "set 2")
    assert told(p, A, "set_2") == {"ability.surveyor": 1, "resources.sr4": 1}
    assert told(p, B, "asks") == {"place_start_building": 1}
    assert told(p, B, "waits") == {"choose_set": 1}
    assert told(p, A, "hand") == {
        "start.sb2": 1,
        "cell_1.wood": 1,
        "cell_2.order": 1,
        "cell_2.tech": 1,
    }


# Places of the table


def test_cells_of_the_own_village_and_of_a_rival() -> None:
    p = fjord()
    building(p, A, "i01", "r4c2", 1)
    building(p, A, "d16", "r1c2", 0)
    building(p, A, "d01", "r5c5", 0)
    player(p, A, tech="craft 2")
    worker(p, A, "r4c2")
    die(p, A, "r5c2", "white", 2)
    die(p, A, "r1c1", "orange", 1)
    turn(p, A)
    for seat, whose in ((A, "own"), (B, "rival_1")):
        village = f"{whose}.village"
        assert told(p, seat, f"{village}.r1c1") == {"fish": 0.4, "piece": 1}
        assert told(p, seat, f"{village}.r1c2") == {"wool": 1}
        assert told(p, seat, f"{village}.r1c3") == {"upgrade": 0.5, "walk": 0.2}
        assert told(p, seat, f"{village}.r1c4") == {}
        assert told(p, seat, f"{village}.r1c5") == {"gold": 1, "walk": 0.2}
        assert told(p, seat, f"{village}.r2c2") == {"fish": 0.6, "walk": 0.2}
        assert told(p, seat, f"{village}.r3c6") == {"walk": 0.5}
        assert told(p, seat, f"{village}.r4c1") == {"fishing": 0.5, "walk": 0.2}
        assert told(p, seat, f"{village}.r4c6") == {"fishing": 0.5}
        assert told(p, seat, f"{village}.r4c2") == {"wool": 1, "piece": 1 / 3}
        assert told(p, seat, f"{village}.r5c2") == {"order": 1, "piece": 2 / 3}
        assert told(p, seat, f"{village}.r6c2") == {"fish": 0.4, "walk": 0.2}
        assert told(p, seat, f"{whose}.tiles") == {"large": 0.2, "small": 0.4}
        assert told(p, seat, f"{whose}.taken") == {"white": 1 / 3, "orange": 1 / 3}
    assert told(p, A, "rival_1.village.r4c2") == {}
    assert told(p, A, "rival_2") == told(p, B, "rival_3") == {}


def test_two_ways_to_place_a_tile_differ_for_everybody() -> None:
    p = after(ready_to_build(), A, "build_large straight_1")
    placed = [deal_any(after(p, A, f"place {where}")) for where in ("r1c2 0", "r1c2 2")]
    for seat in (A, B):
        one, other = (RULES.detail(q, seat) for q in placed)
        assert one != other


def test_tops_of_stacks_and_tiles_that_no_stack_hides() -> None:
    p = fjord()
    building(p, B, "d16", "r1c2", 0)
    tiles(p, "single_1", "s03")
    tiles(p, "domino_2", "d19")
    turn(p, A)
    assert told(p, A, "top.single_1") == {"cell_1.upgrade": 0.5}
    assert told(p, A, "top.domino_2") == {
        "cell_1.fishing": 0.5,
        "cell_1.build": 1,
        "cell_2.walk": pytest.approx(0.4),
    }
    seen = told(p, A, "tile_seen")
    assert {"s03", "d16", "d19"} <= set(seen)
    assert "i20" not in seen


def test_crates_of_the_market() -> None:
    p = fjord()
    market(p, 2, "k44", 4)
    market(p, 3, None)
    turn(p, A)
    assert told(p, B, "market.quay_2") == {"cost.gold": 0.4, "cost.fish": 0.4}
    assert told(p, B, "market.quay_3") == {}
    left = told(p, B, "market.left")
    assert left["quay_2"] == 0.4
    assert "quay_3" not in left
    assert "k44" in told(p, B, "crate_seen")


def test_tokens_on_a_boat() -> None:
    p = fjord()
    player(p, B, tech="carpentry 1", zone=3, boat="t1_fish3 t1_fish3 x2:t2_points3")
    turn(p, A)
    assert told(p, A, "rival_1.aboard") == {"t1_fish3": 0.5, "t2_points3": 0.25}
    assert told(p, A, "rival_1.double") == {"token": 9 / 16, "points": 0.6}
    assert told(p, A, "own.aboard") == told(p, A, "own.double") == {}


def test_carts_and_their_turns() -> None:
    p = fjord(carts="true")
    player(p, A, carts="r5c2 r6c2")
    play(turn(p, A, white="2"), A, "die white 2", "line 2")
    assert told(p, A, "own.cart_1") == {"row": 5 / 6, "column": 2 / 6}
    assert told(p, B, "rival_1.cart_2") == {"row": 1, "column": 2 / 6}
    assert told(p, A, "asks") == {"cart_step": 1}
    play(p, A, "cart 1 stay 0")
    assert told(p, A, "die") == {"colour.white": 1, "face.2": 1, "handled.cart_1": 1}


def test_dice_on_taverns() -> None:
    p = fjord(1)
    special_tiles(p, "score_rows", "score_crates")
    turn(p, A)
    faces = {f"{tavern + 1}": p.solo_dice[2 * tavern] / 6 for tavern in range(5)}
    shown = {f"tavern_{number}.white": face for number, face in faces.items() if face}
    assert {n: v for n, v in told(p, A, "die_on").items() if n.endswith("white")} == shown


# In the middle of an action


def test_a_die_from_hand_to_line() -> None:
    p = fjord()
    player(p, A, goods="1 wool")
    turn(p, A, orange="6")
    assert told(p, A, "asks") == {"main_action": 1}
    play(p, A, "die orange 6")
    assert told(p, B, "asks") == {"die_use": 1}
    assert told(p, B, "die") == {"colour.orange": 1, "face.6": 1}
    play(p, A, "line 6", "activate r6c6")
    assert told(p, A, "asks") == {"action_choice": 1}
    assert told(p, A, "waits") == {"next_building": 1}
    assert told(p, A, "action") == {"tech": 1}
    assert told(p, A, "activated") == {"row_6": 1, "column_6": 1}
    assert told(p, A, "die") == {"colour.orange": 1, "face.6": 1, "reached.row_6": 1}
    play(p, A, "decline")
    assert told(p, A, "asks") == {"next_building": 1}
    assert told(p, A, "action") == told(p, A, "activated") == {}


def test_what_is_paid_and_what_for() -> None:
    p = fjord()
    player(p, A, goods="1 wool 2 wood 3 fish", tech="craft 2 fishing 1")
    play(turn(p, A), A, "worker r6c6", "tech fishing")
    assert told(p, A, "asks") == {"pay": 1}
    assert told(p, A, "cost") == {"paper": 0.2}
    assert told(p, A, "tech_step") == {"fishing": 1}
    assert told(p, B, "repeatable") == {"row_6": 1, "column_6": 1}
    assert told(p, B, "waits") == {"main_action": 1, "after_worker": 1, "tech_space": 1}


def test_rewards_that_wait_between_quays() -> None:
    p = fjord()
    player(p, A, goods="2 wool", crates="quay_2:k16 quay_2:k01")
    play(turn(p, A), A, "retire tavern_4")
    assert told(p, A, "action") == {"build_single": 1}
    play(p, A, "decline")
    assert told(p, B, "asks") == {"quay_window": 1}
    assert told(p, B, "quay_next") == {"quay_1": 1}
    play(p, A, "go_on")
    assert told(p, B, "asks") == {"pending_reward": 1}
    assert told(p, B, "waits") == {"quays": 1}
    assert told(p, B, "reward") == told(p, B, "rewards") == {"upgrades": 0.8}
    assert told(p, B, "quay_next") == {"quay_3": 1}
    assert details(p, B)["quay_waits"] == 1
    play(p, A, "gain_fish")
    assert told(p, B, "reward") == {"upgrades": pytest.approx(0.6)}


# Secrets


def looking() -> SaltfjordPosition:
    """A looks at two tokens, one of which B has put back."""
    p = fjord(3)
    player(p, A, tech="fishing 1")
    put_back(p, 1, "t1_wool_fish", B)
    play(turn(p, A), A, "worker r4c6", "advance 1")
    return deal(p, "look t1_wool_fish t1_points2")


def test_only_the_fisher_is_told_what_they_look_at() -> None:
    p = looking()
    assert told(p, A, "offered") == {"t1_wool_fish": 0.5, "t1_points2": 0.5}
    assert told(p, B, "offered") == told(p, C, "offered") == {}
    for seat in (A, B, C):
        assert told(p, seat, "looks_at") == {"type_1": 1}
        assert told(p, seat, "put_back") == {"zone_1_type_1": 1}
    assert told(p, B, "known_top") == {"zone_1.t1_wool_fish": 1}
    assert told(p, C, "known_top") == {}
    unseen = [told(p, seat, "unseen")["t1_wool_fish"] for seat in (A, B, C)]
    assert unseen == [0.2, 0.2, 0.3]
    unseen = [told(p, seat, "unseen")["t1_points2"] for seat in (A, B, C)]
    assert unseen == [0.4, 0.5, 0.5]


def test_only_the_fisher_knows_what_they_have_put_back() -> None:
    p = play(looking(), A, "keep t1_wool_fish")
    assert told(p, A, "known_top") == {"zone_1.t1_points2": 1}
    assert told(p, B, "known_top") == told(p, C, "known_top") == {}
    assert told(p, C, "unseen")["t1_points2"] == 0.5
    assert told(p, B, "rival_2.aboard") == {"t1_wool_fish": 0.25}


def test_a_rival_is_told_the_same_in_every_world_it_can_imagine() -> None:
    p = looking()
    for number in range(20):
        world = RULES.imagine(p, C, Random(number))
        assert RULES.detail(world, C) == RULES.detail(p, C)


# Completeness


def test_every_step_that_asks_has_a_flag() -> None:
    asking = {
        step
        for step in RULES.steps.values()
        if not issubclass(step, Phase | ChanceStep) and step is not OpenStep
    }
    assert {step for _, step in KINDS_OF_STEPS[:ASKING]} == asking
    assert all(issubclass(step, Phase) for _, step in KINDS_OF_STEPS[ASKING:])


def test_boxes_with_other_values_stay_in_range_and_are_told_apart() -> None:
    data = copy.deepcopy(Faults(RULES, Components).data)
    data["storage"]["fish_icon"] = 0
    rows = data["village"]["side_a"]["rows"]
    rows[0] = rows[0].replace("walk_gold1", "walk_gold99_points99_upgrade9")
    other = Saltfjord()
    other.box = Components(ComponentFile(data, "other.toml"))
    for rules in (other, RULES, other):
        p = deal_any(rules.start(2, {}))
        row = rules.detail(p, A)
        assert all(d.least <= v <= d.most for d, v in zip(DETAILS.all, row, strict=True))
        numbers = dict(zip(DETAILS.names, row, strict=True))
        assert numbers["own.village.r1c1.fish"] == pytest.approx(0.4 if rules is RULES else 0.1)
        assert numbers["own.village.r1c5.gold"] == (1 if rules is RULES else 5)
        assert numbers["own.village.r1c5.walk"] == pytest.approx(0.2 if rules is RULES else 5)
