"""SO-1 set-up, SO-2 structure, SO-3 events phase."""

from __future__ import annotations

from typing import cast

import pytest

from quarterdeck.games.salty_ocean.names import BUILDINGS
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.kernel.errors import BadSetup, IllegalAction
from quarterdeck.testing import rule
from tests.salty_ocean.probing import chances, hear, ids, pass_until
from tests.salty_ocean.scenario import (
    RULES,
    A,
    B,
    C,
    D,
    asked,
    barrels,
    damage,
    deal,
    end_actions,
    give,
    hold,
    options,
    own,
    play,
    rows,
    space,
    table,
    tile_on,
    where,
)

ALL_TILES = [f"event_{number:02}" for number in range(1, 11)]


def fresh(seats: int, **settings: str) -> SaltyPosition:
    """A game at its very first chance: the first player is still to be drawn."""
    return cast(SaltyPosition, RULES.start(seats, settings))


# SO-1 Set-up


@rule("SO-1.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_has_a_colour_a_depot_and_three_ships(seats: int) -> None:
    p = table(seats)
    for ship in ("caravel_1", "caravel_2", "carrack"):
        hold(p, seats - 1, ship)
    players = RULES.view(p, None).players
    assert [x.colour for x in players] == ["blue", "green", "red", "yellow"][:seats]
    assert [x.seat for x in players] == list(range(seats))
    assert [ship.id for ship in players[-1].ships] == ["caravel_1", "caravel_2", "carrack"]
    assert len(players[-1].depot) == (2 if seats == 2 else 3)


@rule("SO-1.1")
@pytest.mark.parametrize("seats", [0, 5])
def test_no_other_number_of_players(seats: int) -> None:
    with pytest.raises(BadSetup):
        RULES.start(seats)


@rule("SO-1.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_is_equally_likely_to_begin(seats: int) -> None:
    p = fresh(seats)
    assert p.chance
    assert chances(p) == {f"first_player {seat}": 1 for seat in range(seats)}


@rule("SO-1.2", "SO-1.3", "SO-1.4")
@pytest.mark.parametrize(
    ("seats", "first", "order", "coins"),
    [
        (4, 0, [0, 1, 2, 3], [10, 12, 14, 16]),
        (4, 1, [1, 2, 3, 0], [16, 10, 12, 14]),
        (4, 2, [2, 3, 0, 1], [14, 16, 10, 12]),
        (4, 3, [3, 0, 1, 2], [12, 14, 16, 10]),
        (3, 0, [0, 1, 2], [10, 12, 14]),
        (3, 1, [1, 2, 0], [14, 10, 12]),
        (3, 2, [2, 0, 1], [12, 14, 10]),
        (2, 0, [0, 1], [10, 12]),
        (2, 1, [1, 0], [12, 10]),
    ],
)
def test_turn_order_runs_clockwise_and_gives_the_coins(
    seats: int, first: int, order: list[int], coins: list[int]
) -> None:
    p = fresh(seats)
    deal(p, f"first_player {first}", "reveal grid_1 event_01", "reveal grid_2 event_02")
    assert p.order == order
    assert p.coins == coins
    met = []
    for _ in range(seats):
        met.append(asked(p)[0])
        play(p, "saline")
    assert met == order


@rule("SO-1.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_saline_starts_at_level_1_and_gives_3_salt(seats: int) -> None:
    p = table(seats)
    assert [x.saline_level for x in RULES.view(p, None).players] == [1] * seats
    end_actions(p)
    assert [barrels(p, seat) for seat in range(seats)] == [(3, 0, 0)] * seats


@rule("SO-1.6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_depot_starts_empty_with_room_for_6(seats: int) -> None:
    p = table(seats, coins=[50] * seats)
    assert [x.depot_level for x in RULES.view(p, None).players] == [0] * seats
    assert [barrels(p, seat) for seat in range(seats)] == [(0, 0, 0)] * seats
    for _ in range(seats):
        play(p, "buy salt")
        assert options(p) == [f"take {n}" for n in range(1, 7)]
        play(p, "take 6")


@rule("SO-1.7")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_caravel_1_waits_in_rouen_with_3_salt(seats: int) -> None:
    p = table(seats)
    for seat in range(seats):
        assert where(p, seat, "caravel_1") == "port"
        assert barrels(p, seat, "caravel_1") == (3, 0, 0)
        for ship in ("caravel_2", "carrack"):
            assert where(p, seat, ship) == "unbuilt"
            assert barrels(p, seat, ship) == (0, 0, 0)
        for ship in ("caravel_1", "caravel_2", "carrack"):
            assert damage(p, seat, ship) == 0


@rule("SO-1.8")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_owns_anything_in_the_city(seats: int) -> None:
    p = table(seats)
    for player in RULES.view(p, None).players:
        assert player.buildings == ()
        assert player.cathedral_step == 0
    assert all(
        place.owner is None for house in RULES.view(p, None).buildings for place in house.spaces
    )


@rule("SO-1.9")
@pytest.mark.parametrize(("prices", "middle"), [("five_rows", 3), ("seven_rows", 4)])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_price_counters_start_on_the_middle_row(seats: int, prices: str, middle: int) -> None:
    p = fresh(seats, price_table=prices)
    assert rows(p) == (middle, middle, middle)
    deal(p, "first_player 0")
    assert rows(p) == (middle, middle, middle)


@rule("SO-1.10")
def test_action_counters_start_at_0() -> None:
    assert fresh(4).counters == [0, 0, 0, 0]
    p = table()
    assert p.counters == [0, 0, 0, 0]
    play(p, "saline", "sail_out", "herring 0", "move_goods", "load caravel_1 salt 0")
    assert p.coins == [10, 12, 14, 16]


@rule("SO-1.11")
def test_any_tile_may_lie_on_the_first_place_and_is_turned_up_for_all() -> None:
    p = fresh(4)
    deal(p, "first_player 0")
    assert chances(p) == {f"reveal grid_1 {tile}": 1 for tile in ALL_TILES}
    deal(p, "reveal grid_1 event_07")
    for viewer in (None, A, B, C, D):
        places = RULES.view(p, viewer).places
        assert [place.id for place in places] == [
            *(f"grid_{n}" for n in range(1, 6)),
            *(f"stock_{n}" for n in range(1, 6)),
        ]
        assert [place.face_up for place in places] == [True] + [False] * 9
        assert places[0].tile.id == "event_07"
        assert [place.tile for place in places[1:]] == [None] * 9


@rule("SO-1.11")
def test_five_different_tiles_are_used_and_five_stay_in_the_stock() -> None:
    p = fresh(2)
    deal(p, "first_player 0")
    used: list[str] = []
    for number in range(1, 6):
        left = [tile for tile in ALL_TILES if tile not in used]
        assert chances(p) == {f"reveal grid_{number} {tile}": 1 for tile in left}
        if used:
            before = p.digest()
            with pytest.raises(IllegalAction):
                deal(p, f"reveal grid_{number} {used[0]}")
            assert p.digest() == before
        used.append(left[number % 3])
        deal(p, f"reveal grid_{number} {used[-1]}")
        while p.turn < 5 and not p.chance:
            play(p, "pass")
    assert [tile_on(p, f"grid_{n}") for n in range(1, 6)] == used
    assert [tile_on(p, f"stock_{n}") for n in range(1, 6)] == [None] * 5


@rule("SO-1.12")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_discs_start_without_a_history_on_different_numbers(seats: int) -> None:
    p = table(seats)
    assert p.serial == [0] * seats
    assert len(set(p.coins)) == seats


@rule("SO-1.13")
def test_barrels_never_run_out() -> None:
    p = table(coins=[200, 0, 0, 0])
    p.depot = [2, 2, 2, 2]
    for seat in (B, C, D):
        give(p, seat, herring=30)
    play(p, "buy herring")
    assert options(p) == [f"take {n}" for n in range(1, 31)]
    play(p, "take 30")
    assert sum(barrels(p, seat)[1] for seat in range(4)) == 120


@rule("SO-1.13")
def test_player_cubes_never_run_out() -> None:
    p = table()
    p.saline, p.depot, p.cathedral = [3] * 4, [2] * 4, [5, 0, 0, 0]
    for building in BUILDINGS[:11]:
        own(p, A, building)
    play(p, "build fierte")
    assert space(p, A, "fierte") == 1


# SO-2 Structure


@rule("SO-2.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_five_turns_of_events_actions_and_turn_end(seats: int) -> None:
    p = fresh(seats)
    log = hear(p)
    while not p.finished:
        if p.chance:
            p.deal(p.outcomes()[0][0])
        else:
            play(p, "pass")
    wanted = ["first_player", "reveal"]
    for turn in range(1, 6):
        wanted += ["turn", "weather"] + ["reveal"] * (turn < 5)
        wanted += ["pass"] * seats + ["production"] * (seats if turn < 5 else 0)
    assert [name for name in ids(log) if name != "lost"] == [*wanted, "end"]
    turns = [e.message.arguments["turn"] for e in log if e.message.id == "so.event.turn"]
    assert turns == [1, 2, 3, 4, 5]


@rule("SO-2.2")
def test_the_game_ends_after_turn_5_and_not_before() -> None:
    p = table(turn=4, coins=[10, 12, 14, 16])
    p.cathedral = [1, 0, 0, 0]
    end_actions(p)
    assert (p.turn, p.finished, p.scores) == (5, False, [])
    assert p.coins == [10, 12, 14, 16]
    play(p, "pass", "pass", "pass")
    assert not p.finished
    play(p, "pass")
    assert p.finished
    assert p.actors() == []
    assert p.scores == [15, 12, 14, 16]


@rule("SO-2.3")
def test_there_is_no_solo_game() -> None:
    with pytest.raises(BadSetup):
        RULES.start(1)
    assert list(RULES.seats) == [2, 3, 4]


@rule("SO-2.4")
def test_what_the_turn_end_does_not_name_stays() -> None:
    p = table(event="event_01", next_event="event_06", rows=(4, 5, 2), coins=[20, 21, 22, 23])
    hold(p, A, "caravel_1", damage=1, salt=1, cod=2)
    hold(p, A, "carrack", where="sea", damage=2, herring=3)
    give(p, A, herring=1, cod=1)
    own(p, A, "saint_maclou")
    own(p, B, "saint_maclou")
    p.saline, p.depot, p.cathedral = [0, 1, 0, 2], [0, 1, 0, 2], [3, 0, 1, 0]
    p.serial, p.last_serial = [4, 9, 7, 2], 9
    end_actions(p)
    assert p.turn == 2
    # Prices are not reset: the new tile (0, +1, +1) moves them from where they stood
    assert rows(p) == (4, 4, 1)
    assert (where(p, A, "caravel_1"), damage(p, A, "caravel_1")) == ("port", 1)
    assert barrels(p, A, "caravel_1") == (1, 0, 2)
    assert (where(p, A, "carrack"), damage(p, A, "carrack")) == ("sea", 2)
    assert barrels(p, A, "carrack") == (0, 3, 0)
    assert where(p, A, "caravel_2") == "unbuilt"
    assert barrels(p, A)[1:] == (1, 1)
    assert (space(p, A, "saint_maclou"), space(p, B, "saint_maclou")) == (1, 2)
    assert (p.saline, p.depot, p.cathedral) == ([0, 1, 0, 2], [0, 1, 0, 2], [3, 0, 1, 0])
    assert p.serial == [4, 9, 7, 2]
    assert p.coins == [20, 21, 22, 23]


# SO-3 Events phase


@rule("SO-3.1")
def test_the_tile_of_each_turn_moves_the_prices_when_its_turn_comes() -> None:
    p = fresh(4)
    deal(p, "first_player 0", "reveal grid_1 event_02")
    assert rows(p) == (2, 3, 2)
    deal(p, "reveal grid_2 event_05")
    assert rows(p) == (2, 3, 2)
    end_actions(p)
    assert rows(p) == (3, 1, 1)


@rule("SO-3.1")
@pytest.mark.parametrize("turn", [2, 3, 4])
def test_the_tile_of_turn_t_is_the_one_on_grid_t(turn: int) -> None:
    p = table(turn=turn - 1, event="event_01", next_event="event_05", rows=(3, 4, 4))
    end_actions(p)
    assert p.turn == turn
    assert rows(p) == (4, 2, 3)


@rule("SO-3.2")
@pytest.mark.parametrize(
    ("prices", "before", "tile", "after"),
    [
        ("five_rows", (1, 1, 1), "event_10", (1, 1, 1)),
        ("five_rows", (2, 2, 2), "event_08", (1, 1, 1)),
        ("five_rows", (3, 2, 2), "event_09", (3, 1, 1)),
        ("five_rows", (5, 5, 5), "event_05", (5, 3, 4)),
        ("five_rows", (4, 1, 1), "event_05", (5, 1, 1)),
        ("seven_rows", (7, 7, 7), "event_05", (7, 5, 6)),
        ("seven_rows", (6, 7, 7), "event_05", (7, 5, 6)),
        ("seven_rows", (1, 2, 1), "event_04", (1, 1, 1)),
    ],
)
def test_a_price_counter_stops_at_the_ends_of_the_table(
    prices: str, before: tuple[int, ...], tile: str, after: tuple[int, ...]
) -> None:
    p = table(next_event=tile, rows=before, price_table=prices)
    end_actions(p)
    assert rows(p) == after


@rule("SO-3.3")
@pytest.mark.parametrize(
    ("tile", "after"),
    [("event_02", (2, 3)), ("event_03", (3, 2)), ("event_05", (4, 1)), ("event_09", (3, 1))],
)
def test_with_two_players_the_cod_change_is_ignored(tile: str, after: tuple[int, int]) -> None:
    p = table(2, event=tile, next_event="event_10", rows=None)
    view = RULES.view(p, None)
    assert len(view.rows) == 2
    assert view.goods == ("salt", "herring")
    assert all(len(row) == 2 for row in view.prices)
    # The counter that is left out has not been moved by the back door, either
    assert rows(p) == (*after, 3)


@rule("SO-3.3")
def test_with_three_players_the_cod_change_counts() -> None:
    p = table(3, event="event_09", rows=None)
    assert rows(p) == (3, 1, 1)
    assert RULES.view(p, None).goods == ("salt", "herring", "cod")


@rule("SO-3.4")
def test_the_weather_holds_all_turn_for_every_ship_that_leaves() -> None:
    p = table(event="event_10", next_event="event_01")
    play(p, "sail_out", "herring 2")
    assert damage(p, A, "caravel_1") == 1
    assert barrels(p, A, "caravel_1") == (0, 2, 0)
    play(p, "pass", "pass", "pass")
    play(p, "saline", "sail_out", "herring 0")
    assert damage(p, B, "caravel_1") == 1
    assert barrels(p, B, "caravel_1") == (0, 0, 2)


@rule("SO-3.4")
def test_the_weather_is_over_with_the_turn() -> None:
    p = table(event="event_10", next_event="event_01")
    end_actions(p)
    deal(p, "reveal grid_3 event_02")
    play(p, "sail_out", "herring 3")
    assert damage(p, A, "caravel_1") == 0
    assert barrels(p, A, "caravel_1") == (0, 3, 0)


@rule("SO-3.5")
@pytest.mark.parametrize("tile", ["event_08", "event_10"])
def test_a_new_tile_does_not_touch_ships_at_sea(tile: str) -> None:
    p = table(event="event_01", next_event=tile)
    play(p, "sail_out", "herring 1")
    end_actions(p)
    assert p.turn == 2
    assert where(p, A, "caravel_1") == "sea"
    assert damage(p, A, "caravel_1") == 0
    assert barrels(p, A, "caravel_1") == (0, 1, 2)
    # The first ship to leave Rouen meets the weather, not the one out there
    assert p.pirates == (tile == "event_08")


@rule("SO-3.6")
def test_pirates_wait_from_the_events_phase_until_they_attack() -> None:
    p = fresh(4)
    deal(p, "first_player 0", "reveal grid_1 event_05")
    assert RULES.view(p, None).pirates_active
    deal(p, "reveal grid_2 event_01")
    play(p, "pass", "pass")
    assert RULES.view(p, None).pirates_active
    play(p, "sail_out", "herring 0")
    assert damage(p, C, "caravel_1") == 2
    assert not RULES.view(p, None).pirates_active


@rule("SO-3.6")
def test_pirates_that_found_nobody_leave_with_the_turn() -> None:
    p = table(event="event_05", next_event="event_01")
    end_actions(p)
    deal(p, "reveal grid_3 event_02")
    assert not RULES.view(p, None).pirates_active
    play(p, "sail_out", "herring 0")
    assert damage(p, A, "caravel_1") == 0


@rule("SO-3.6")
def test_pirates_are_gone_at_the_end_of_the_last_turn_too() -> None:
    p = table(turn=5, event="event_05")
    assert RULES.view(p, None).pirates_active
    end_actions(p)
    assert p.finished
    assert not RULES.view(p, None).pirates_active


@rule("SO-3.6")
def test_a_tile_without_pirates_brings_none_and_the_next_with_them_brings_them_again() -> None:
    p = table(event="event_05", next_event="event_09")
    play(p, "sail_out", "herring 0")
    assert not RULES.view(p, None).pirates_active
    end_actions(p)
    assert RULES.view(p, None).pirates_active
    deal(p, "reveal grid_3 event_02")
    pass_until(p, B)
    play(p, "sail_out")
    assert damage(p, B, "caravel_1") == 3


@rule("SO-3.7")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_the_next_tile_is_turned_up_at_the_end_of_the_events_phase(turn: int) -> None:
    if turn == 1:
        p = fresh(4)
        deal(p, "first_player 0", "reveal grid_1 event_04")
        moved = (2, 1, 3)
    else:
        p = table(turn=turn - 1, event="event_01", next_event="event_04", rows=(3, 4, 4))
        end_actions(p)
        moved = (2, 2, 4)
    assert p.turn == turn
    assert rows(p) == moved
    assert all(key.startswith(f"reveal grid_{turn + 1} ") for key in chances(p))
    assert [place.face_up for place in RULES.view(p, A).places] == [
        number < turn for number in range(10)
    ]
    assert RULES.view(p, A).forecast is None
    deal(p, f"reveal grid_{turn + 1} event_10")
    assert asked(p) == (p.order[0], "Move")
    for viewer in (None, A, B, C, D):
        view = RULES.view(p, viewer)
        assert [place.face_up for place in view.places] == [n < turn + 1 for n in range(10)]
        assert view.forecast.id == "event_10"
        assert view.places[turn].tile.id == "event_10"


@rule("SO-3.8")
def test_the_tile_turned_up_has_no_effect_yet() -> None:
    p = table(event="event_01", next_event="event_09", rows=None)
    assert rows(p) == (3, 2, 3)
    assert not RULES.view(p, None).pirates_active
    play(p, "sail_out", "herring 3")
    assert damage(p, A, "caravel_1") == 0
    p = table(event="event_01", next_event="event_10", rows=None)
    play(p, "sail_out", "herring 3")
    assert barrels(p, A, "caravel_1") == (0, 3, 0)


@rule("SO-3.9")
def test_in_turn_5_no_tile_is_turned() -> None:
    p = table(turn=4, next_event="event_07", rows=(3, 3, 3))
    log = hear(p)
    end_actions(p)
    assert p.turn == 5
    assert rows(p) == (2, 3, 1)
    assert not p.chance
    assert ids(log, "turn", "weather", "reveal") == ["turn", "weather"]
    assert asked(p)[1] == "Move"
    view = RULES.view(p, None)
    assert [place.face_up for place in view.places] == [True] * 5 + [False] * 5
    assert view.forecast is None


@rule("SO-3.10")
@pytest.mark.parametrize(
    ("tile", "after"), [("event_01", (3, 2)), ("event_05", (4, 1)), ("event_02", (2, 3))]
)
def test_with_two_players_the_changes_are_not_doubled(tile: str, after: tuple[int, int]) -> None:
    p = table(2, event=tile, next_event="event_10", rows=None)
    assert rows(p)[:2] == after


@rule("SO-3.10")
def test_with_two_players_a_change_of_one_row_stays_one_row_in_later_turns() -> None:
    p = table(2, next_event="event_10", rows=(5, 5))
    end_actions(p)
    assert rows(p)[:2] == (4, 4)
