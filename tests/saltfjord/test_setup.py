"""Set-up: what is laid out, what is dealt, and the starting sets.  SF-1"""

from __future__ import annotations

from random import Random

import pytest

from quarterdeck import pictures
from quarterdeck.games.saltfjord.names import ABILITIES, SCORE_TILES, SIDES, STACKS
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.testing import rule
from quarterdeck.testing.boards import find_spots
from tests.saltfjord.scenario import (
    RULES,
    A,
    B,
    abilities,
    asked,
    boat,
    chances,
    deal,
    deal_any,
    offered,
    options,
    play,
    refused,
    seen,
    start,
    store,
)


def dealt(seats: int = 2, *wanted: str, **more: str) -> SaltfjordPosition:
    """A game in which everything is laid out and the first set is to be chosen."""
    return deal_any(start(seats, first_player="1", **more), *wanted)


def begun(seats: int = 2, *wanted: str, **more: str) -> SaltfjordPosition:
    """A game whose sets are chosen in order and whose dice are rolled."""
    p = dealt(seats, *wanted, **more)
    while p.round == 0:
        seat = p.actors()[0]
        deal_any(play(p, seat, options(p, seat)[0]))
    return p


def dealings(p: SaltfjordPosition, family: str, *wanted: str) -> list[list[str]]:
    """What chance could deal, each time something of this family was to be dealt."""
    found = []
    while p.chance:
        possible = chances(p)
        assert len(set(possible.values())) == 1, "not all outcomes are equally likely"
        first = next((each for each in wanted if each in possible), next(iter(possible)))
        if first.split()[0] == family:
            found.append(list(possible))
        deal(p, first)
    return found


# Seats and the first player


@rule("SF-1.1")
def test_one_to_four_players() -> None:
    for seats in (1, 2, 3, 4):
        assert len(seen(start(seats)).players) == seats
    for seats in (0, 5):
        with pytest.raises(BadSetup):
            start(seats)


@rule("SF-1.1")
def test_turns_run_clockwise() -> None:
    p = begun(4)
    order = []
    for _ in range(5):
        seat = p.actors()[0]
        order.append(seat)
        play(p, seat, options(p, seat, "die")[0], "discard", "end_turn")
    assert order == [0, 1, 2, 3, 0]


@rule("SF-1.1")
def test_one_player_plays_solo() -> None:
    assert seen(begun(1)).solo
    assert not seen(begun(2)).solo


@rule("SF-1.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_first_player_at_random(seats: int) -> None:
    p = start(seats)
    assert chances(p) == {f"first_player {seat}": 1 for seat in range(seats)}
    deal(p, f"first_player {seats - 1}")
    assert seen(p).first == seats - 1


@rule("SF-1.2")
def test_first_player_by_option() -> None:
    p = start(3, first_player="2")
    assert "first_player 0" not in chances(p)
    assert seen(p).first == 1
    with pytest.raises(BadSetup) as caught:
        start(3, first_player="4")
    assert caught.value.message.id == "sf.error.first_player"
    assert caught.value.message.arguments == {"number": 4, "count": 3}


# The main board


@rule("SF-1.3")
def test_fishing_tokens() -> None:
    p = begun()
    sizes = [[stack.left for stack in zone.stacks] for zone in seen(p).zones]
    # The first set to be chosen has no fishing, so nothing is missing yet
    assert sizes == [[10, 6, 3], [8, 5, 3], [7, 4, 3], [5, 3, 3]]
    for kind, count in ((1, 30), (2, 18), (3, 12)):
        assert sum(n for token, n in seen(p).unseen if token.type == kind) == count
    assert not any(stack.top for zone in seen(p, A).zones for stack in zone.stacks)


@rule("SF-1.4", "SF-1.14")
def test_four_abilities_on_the_board_and_four_in_sets() -> None:
    counts = [len(each) for each in dealings(start(2, first_player="1"), "board_ability")]
    assert counts == [8, 7, 6, 5]
    # The last of a kind is no question of chance any more
    assert [len(each) for each in dealings(start(2), "set_ability")] == [4, 3, 2]
    p = dealt()
    on_board = set(seen(p).abilities)
    in_sets = {each.ability for each in seen(p).sets}
    assert (len(on_board), len(in_sets)) == (4, 4)
    assert on_board | in_sets == set(ABILITIES)


@rule("SF-1.5")
def test_a_score_tile_on_each_track() -> None:
    found = dealings(start(2), "score_tile")
    assert [len(each) for each in found] == [11, 10, 9, 8]
    assert found[0] == [f"score_tile craft {tile}" for tile in SCORE_TILES]
    p = dealt(2, "score_tile fishing score_now_points")
    shown = [track.tile for track in seen(p).tracks]
    assert shown[3] == "score_now_points"
    assert len(set(shown)) == 4


@rule("SF-1.6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_three_white_dice_and_an_orange_one_per_player(seats: int) -> None:
    p = start(seats)
    white = [f"roll white {face}" for face in range(1, 7)]
    orange = [f"roll orange {face}" for face in range(1, 7)]
    assert dealings(p, "roll") == [white] * (3 * seats) + [orange] * seats
    assert seen(p).white == (3 * seats, 0, 0, 0, 0, 0)
    assert seen(p).orange == (seats, 0, 0, 0, 0, 0)


def rolled(*white: int, orange: tuple[int, ...]) -> SaltfjordPosition:
    """A game of two whose dice fell like this; the first set is to be chosen."""
    p = start(2, first_player="1")
    faces = [f"roll white {face}" for face in white] + [f"roll orange {n}" for n in orange]
    while p.chance:
        possible = list(chances(p))
        rolling = possible[0].startswith("roll")
        deal(p, faces.pop(0) if rolling else possible[0])
    assert not faces
    return p


@rule("SF-1.6")
def test_dice_lie_in_the_area_of_their_value() -> None:
    p = rolled(2, 5, 5, 6, 1, 5, orange=(3, 3))
    while p.round == 0:
        seat = p.actors()[0]
        deal_any(play(p, seat, options(p, seat)[0]))
    assert seen(p).white == (1, 1, 0, 0, 3, 1)
    assert seen(p).orange == (0, 0, 2, 0, 0, 0)
    assert options(p, A, "die") == [
        "die white 1",
        "die white 2",
        "die white 5",
        "die white 6",
        "die orange 3",
    ]


@rule("SF-1.6")
def test_whoever_chooses_a_set_or_turns_a_starting_building_sees_the_dice() -> None:
    p = rolled(2, 5, 5, 6, 1, 5, orange=(3, 3))
    for asked_for in ("ChooseSet", "PlaceStartBuilding"):
        assert asked(p, B) == asked_for
        for viewer in (A, B, None):
            view = seen(p, viewer)
            assert view.white == (1, 1, 0, 0, 3, 1)
            assert view.orange == (0, 0, 2, 0, 0, 0)
            for language, white in (("en", "White dice"), ("fr", "Dés blancs")):
                say = Translator(language, ("Anne", "Bruno"))
                told = [line for section in RULES.text(view, say) for line in section.lines]
                assert any(line.startswith(white) and "1, 2, 5 ×3, 6" in line for line in told)
                drawn = find_spots(pictures.board(RULES, view, say))
                assert {"die-white-5", "die-orange-3"} <= drawn.keys()
                assert "die-white-3" not in drawn
            # So do bots: the dice are the same in every world they imagine
            world = RULES.imagine(p, viewer, Random(1))
            assert isinstance(world, SaltfjordPosition)
            assert world.pool == p.pool
        play(p, B, options(p, B)[0])
    assert options(p, A, "die") == []


@rule("SF-1.6", "SF-15.4")
def test_the_dice_are_rolled_once_for_the_first_round() -> None:
    p = begun(2)
    assert (sum(p.pool[:6]), sum(p.pool[6:])) == (6, 2)
    assert dealings(p, "roll") == []


@rule("SF-1.7")
@pytest.mark.parametrize(("seats", "row"), [(1, 1), (2, 2), (3, 3), (4, 4)])
def test_orange_dice_wait_on_the_round_counter(seats: int, row: int) -> None:
    assert seen(begun(seats)).orange_to_come == (row, row)


@rule("SF-1.8")
def test_building_stacks() -> None:
    found = dealings(start(2), "tile")
    assert [len(each) for each in found] == [6, 5, 20, 19, 20, 19, 20, 19]
    p = dealt(2, "tile domino_2 d11")
    stacks = seen(p).stacks
    assert [stack.id for stack in stacks] == list(STACKS)
    assert [stack.left for stack in stacks] == [3, 3, 10, 10, 10, 10, 10, 10]
    assert all(stack.top is not None for stack in stacks)
    assert stacks[3].top is not None
    assert stacks[3].top.id == "d11"


@rule("SF-1.9")
def test_crate_stacks() -> None:
    found = dealings(start(2), "crate")
    assert found[0] == [f"crate 1 ks{number}" for number in (1, 2, 3, 4)]
    assert [len(each) for each in found] == [4, 3, 2]
    p = dealt(2, "crate 1 ks3")
    shown = [stack.crate.id for stack in seen(p).market if stack.crate is not None]
    assert (shown[0], set(shown)) == ("ks3", {"ks1", "ks2", "ks3", "ks4"})
    assert [stack.left for stack in seen(p).market] == [11, 11, 11, 11]


# The players


@rule("SF-1.10", "SF-1.11", "SF-1.12")
def test_what_each_player_has() -> None:
    p = dealt(4)
    for own in seen(p).players:
        assert (own.zone, own.upgraded, own.boat[:3]) == (0, False, (None, None, None))
        assert (own.workers, own.workers_owned) == (1, 1)
        assert own.tech == (0, 0, 0, 0)
        assert (own.points, own.tavern) == (0, "")
        assert dict(own.goods) == dict.fromkeys(dict(own.goods), 0)


@rule("SF-1.13")
def test_village_sides() -> None:
    assert {own.side for own in seen(dealt(4)).players} == {"side_a"}
    for side in SIDES[1:]:
        assert {own.side for own in seen(dealt(3, village_side=side)).players} == {side}


@rule("SF-1.13")
def test_named_sides_are_dealt_at_random_one_each() -> None:
    found = dealings(start(3, village_side="named"), "village")
    assert found[0] == [f"village 0 {side}" for side in SIDES[1:]]
    assert [len(each) for each in found] == [4, 3, 2]
    p = dealt(4, "village 0 verkstad", "village 1 furuvik", village_side="named")
    sides = [own.side for own in seen(p).players]
    assert sides[:2] == ["verkstad", "furuvik"]
    assert len(set(sides)) == 4
    assert seen(p).players[A].cells[1].icon == "upgrade"
    assert seen(p).players[B].cells[0].icon == "wood"


# Starting sets


@rule("SF-1.14")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_always_four_sets(seats: int) -> None:
    found = dealings(start(seats), "set_resources")
    assert [len(each) for each in found] == [4, 3, 2]
    p = dealt(seats)
    sets = seen(p).sets
    assert [each.number for each in sets] == [1, 2, 3, 4]
    icons = [("pulp", "tech"), ("planks", "order_or_tech"), ("wood", "fishing")]
    assert [each.icons for each in sets] == [*icons, ("wool", "build_small")]
    assert options(p, p.actors()[0]) == ["set 1", "set 2", "set 3", "set 4"]


@rule("SF-1.14")
def test_sets_are_formed_at_random() -> None:
    p = dealt(2, "set_ability 1 broker", "set_ability 2 dory", "set_resources 2 sr3")
    second = seen(p).sets[1]
    assert (second.ability, dict(second.goods)["cloth"]) == ("dory", 1)
    assert seen(p).sets[0].ability == "broker"


@rule("SF-1.15")
def test_a_set_is_taken_once() -> None:
    p = dealt()
    play(p, B, "set 3", "place r3c3 0")
    assert options(p, A) == ["set 1", "set 2", "set 4"]
    assert refused(p, A, "set 3") == "taken_set SF-1.15"


@rule("SF-1.15", "SF-1.16")
def test_a_set_is_carried_out_before_the_next_is_chosen() -> None:
    p = dealt(4)
    choosing = []
    while p.round == 0:
        seat = p.actors()[0]
        choosing.append((seat, asked(p, seat)))
        deal_any(play(p, seat, options(p, seat)[0]))
    # The last of four sets is taken unasked
    assert choosing == [
        (3, "ChooseSet"),
        (3, "PlaceStartBuilding"),
        (2, "ChooseSet"),
        (2, "PlaceStartBuilding"),
        (1, "ChooseSet"),
        (1, "PlaceStartBuilding"),
        (0, "PlaceStartBuilding"),
    ]


@rule("SF-1.17")
def test_the_ability_of_the_set_is_owned() -> None:
    p = begun(2, "set_ability 1 shipwright", "set_ability 2 surveyor")
    assert abilities(p, B) == {"shipwright"}
    assert abilities(p, A) == {"surveyor"}


@rule("SF-1.17")
def test_no_ability_works_during_set_up() -> None:
    """Shipwright gives nothing for the starting building, Dory is not offered."""
    p = dealt(2, "set_ability 1 shipwright", "set_resources 1 sr2")
    play(p, B, "set 1", "place r3c3 0")
    assert store(p, B) == "2 wood 1 wool 2 fish"
    p = dealt(2, "set_ability 1 dory", "set_resources 1 sr4")
    play(p, B, "set 1", "place r3c3 0")
    deal(p, "token t1_fish3")
    assert asked(p, A) == "ChooseSet"


@rule("SF-1.17")
def test_the_ability_works_from_the_first_turn_on() -> None:
    p = begun(2, "set_ability 2 shipwright", "set_resources 2 sr2")
    assert store(p, A) == "2 wood 1 wool 2 fish"
    play(p, A, "worker r2c5", "build domino_1", options_of_place(p)[0])
    deal_any(p)
    assert store(p, A) == "1 wood 1 wool 4 fish"


def options_of_place(p: SaltfjordPosition) -> list[str]:
    return options(play(p.clone(), A, "worker r2c5", "build domino_1"), A, "place")


@rule("SF-1.18")
@pytest.mark.parametrize("side", SIDES)
def test_eight_placements_of_the_starting_building(side: str) -> None:
    p = dealt(2, village_side=side)
    play(p, B, "set 1")
    flat = {f"place {anchor} {turn}" for anchor in ("r3c3", "r4c3") for turn in (0, 2)}
    upright = {f"place {anchor} {turn}" for anchor in ("r3c3", "r3c4") for turn in (1, 3)}
    assert (len(options(p, B)), set(options(p, B))) == (8, flat | upright)
    assert refused(p, B, "place r1c2 0") == "not_this_cell SF-10.4"


@rule("SF-1.18")
@pytest.mark.parametrize(
    ("place", "pulp", "tech"),
    [("r4c3 0", "r4c3", "r4c4"), ("r3c4 1", "r3c4", "r4c4"), ("r3c3 2", "r3c4", "r3c3")],
)
def test_the_starting_building_lies_where_it_was_put(place: str, pulp: str, tech: str) -> None:
    p = play(dealt(), B, "set 1", f"place {place}")
    village = {cell.name: cell.icon for cell in seen(p).players[B].cells}
    assert (village[pulp], village[tech]) == ("pulp", "tech")


@rule("SF-1.19")
@pytest.mark.parametrize(
    ("tile", "goods"),
    [
        ("sr1", "1 planks 1 wood 3 fish"),
        ("sr2", "2 wood 1 wool 2 fish"),
        ("sr3", "1 cloth 1 wood 1 pulp 1 fish"),
        ("sr4", "1 wood 3 fish"),
    ],
)
def test_starting_resources(tile: str, goods: str) -> None:
    p = dealt(2, f"set_resources 1 {tile}")
    assert store(p, B) == ""
    play(p, B, "set 1", "place r3c3 0")
    assert store(p, B) == goods


@rule("SF-1.20")
def test_the_fishing_symbol_is_an_advance_that_nobody_asks_about() -> None:
    p = dealt(2, "set_resources 1 sr4")
    play(p, B, "set 1", "place r3c3 0")
    weights = {"t1_fish3": 8, "t1_fish2_points1": 6, "t1_wood_fish": 5}
    weights |= {"t1_wool_fish": 3, "t1_pulp_fish": 3, "t1_points2": 5}
    assert chances(p) == {f"token {token}": weight for token, weight in weights.items()}
    deal(p, "token t1_points2")
    assert (p.zones[B], boat(p, B)) == (1, "t1_points2")
    assert seen(p).zones[0].stacks[0].left == 9
    assert asked(p, A) == "ChooseSet"


@rule("SF-1.21")
def test_no_free_action_during_set_up() -> None:
    p = dealt(2, "set_resources 1 sr2", manual_conversions="true")
    assert {choice.split()[0] for choice in options(p, B)} == {"set"}
    play(p, B, "set 1")
    assert {choice.split()[0] for choice in options(p, B)} == {"place"}
    play(p, B, "place r3c3 0")
    assert store(p, B) == "2 wood 1 wool 2 fish"
    assert {choice.split()[0] for choice in options(p, A)} == {"set"}


@rule("SF-1.22")
def test_unchosen_sets_leave_the_game() -> None:
    p = dealt(2, *(f"board_ability {name}" for name in ("barter", "pilot", "dory", "broker")))
    play(p, B, "set 1", "place r3c3 0")
    deal_any(play(p, A, "set 2", "place r3c3 0"))
    assert seen(p).sets == ()
    unchosen = set(ABILITIES) - abilities(p, A) - abilities(p, B) - set(seen(p).abilities)
    assert len(unchosen) == 2
    assert seen(p).abilities == ("barter", "pilot", "dory", "broker")


@rule("SF-1.23")
@pytest.mark.parametrize("side", SIDES)
def test_the_starting_building_completes_no_line(side: str) -> None:
    p = dealt(2, village_side=side)
    play(p, B, "set 1")
    for place in options(p, B):
        own = seen(play(p.clone(), B, place)).players[B]
        assert not any(own.rows_complete + own.columns_complete)


def test_a_game_that_has_begun_is_in_order() -> None:
    for seats in (1, 2, 3, 4):
        p = begun(seats, carts="true", village_side="named" if seats > 1 else "side_a")
        RULES.check(p)
        assert asked(p, A) == "MainAction"
        assert offered(p, A, "retire")
