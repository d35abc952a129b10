"""The greedy bot plays like a sensible captain, and beats bots that play anything."""

from __future__ import annotations

import pytest

from quarterdeck.bots.arena import Match, Plan, play_match
from quarterdeck.games.rolling_seas.actions import SPACE
from quarterdeck.games.rolling_seas.advice import hindrance
from quarterdeck.games.rolling_seas.chart import ADJACENT, BIT
from quarterdeck.games.rolling_seas.names import DRAWN, MAPS
from quarterdeck.games.rolling_seas.obstacles import legal_drawings
from quarterdeck.games.rolling_seas.position import RollingPosition
from tests.rolling_seas.scenario import (
    RULES,
    A,
    B,
    act,
    captain,
    cell,
    deal,
    draw,
    drawn_cells,
    finish,
    gold,
    mask,
    options,
    play,
    reveal,
    set_out,
    start,
    story,
    voyage,
    where,
)

LAST = 25
EVERY_PORT = "S3 A4 L5 G7 Q9 A13 G13 N13"
EVERY_PIRATE = "G4 P6 D12 K14"


def advised(p: RollingPosition, seat: int = A) -> str:
    """The choice the advice likes best, in notation."""
    codes = p.legal(seat)
    worth = RULES.advise(p, seat, codes)
    assert len(worth) == len(codes)
    return SPACE.notation(codes[worth.index(max(worth))])


def follow(p: RollingPosition, seat: int = A) -> list[str]:
    """Let a seat follow the advice as long as it is asked in this window; what it did."""
    window = p.barrier
    done = []
    while p.barrier == window and p.legal(seat):
        done.append(advised(p, seat))
        play(p, seat, done[-1])
    return done


def last_turn(**facts: str | int) -> RollingPosition:
    """The last turn of a game in which the pirates are met; B holds the window open."""
    p = voyage(turn=LAST)
    captain(p, A, trail=EVERY_PIRATE, **facts)  # type: ignore[arg-type]
    return p


def beside(p: RollingPosition, port: str) -> bool:
    return bool(ADJACENT[p.captains[A].cell] & mask(port))


# Strength


def solo(games: int, board: str) -> float:
    """The mean renown of some games alone."""
    _, chosen = RULES.checked_setup(1, {"map": board})
    plan = Plan("rolling_seas", 1, chosen, ("greedy",), seed=7)
    return sum(play_match(RULES, plan, number).scores[0] for number in range(games)) / games


def matches(games: int) -> list[Match]:
    _, chosen = RULES.checked_setup(3, {"ambush": "true"})
    plan = Plan("rolling_seas", 3, chosen, ("greedy", "random", "random"), seed=7)
    return [play_match(RULES, plan, number) for number in range(games)]


def won(played: list[Match]) -> float:
    """The share of games won by the bot named first."""
    return sum(match.ranks[match.seating.index(0)] == 1 for match in played) / len(played)


# With more than 125 a captain alone has the third of eight titles: the values were chosen so that
# bots like this one earn those in the middle
GOOD_ALONE = 140


def test_earns_a_title_alone() -> None:
    assert solo(1, "map_1") + solo(1, "map_3") >= 2 * GOOD_ALONE


def test_beats_two_random_players() -> None:
    assert won(matches(2)) == 1


@pytest.mark.soak
@pytest.mark.parametrize("board", MAPS)
def test_earns_a_title_in_the_middle_alone_on_every_map(board: str) -> None:
    assert solo(60, board) >= GOOD_ALONE


@pytest.mark.soak
def test_beats_two_random_players_in_a_long_match() -> None:
    assert won(matches(100)) >= 0.99


# Ports


def test_tells_the_story_in_the_last_turn() -> None:
    p = act(last_turn(story=20), winds="n e s")
    assert follow(p)[0] == "visit G7"
    assert p.captains[A].renown == [20]


def test_does_not_tell_before_there_is_a_story() -> None:
    p = act(voyage(turn=1), winds="n e s")
    assert "visit G7" not in follow(p)


def test_tells_with_a_wind_in_the_sails() -> None:
    """One step from the berth: the wind brings the ship there, and the action is free."""
    p = act(last_turn(cell="I8", story=20, wind="1/1", told=EVERY_PORT.replace("G7", "")))
    assert follow(p)[:2] in (["wind nw", "visit G7"], ["wind w", "visit G7"])
    assert p.captains[A].renown[-1] == 20


def test_ends_beside_the_home_port() -> None:
    p = act(last_turn(cell="K7", told=EVERY_PORT), winds="w s n")
    follow(p)
    assert beside(p, "G7")


def test_stays_beside_the_home_port_when_the_game_ends() -> None:
    p = act(last_turn(told=EVERY_PORT), winds="e s n")
    follow(p)
    assert beside(p, "G7")


def test_buys_the_second_ship_as_soon_as_it_can() -> None:
    p = voyage(turn=6)
    captain(p, A, gold="4/4", story=8)
    play(act(p), A, "visit G7")
    assert advised(p) == "buy ship"


def test_fills_an_empty_hold_for_one_coin() -> None:
    p = voyage(turn=8)
    captain(p, A, gold="2/6", prov="0/9", ship=2, story=8)
    play(act(p), A, "visit G7")
    assert advised(p) == "fill"


def test_spends_nothing_useless_in_the_last_turn() -> None:
    p = act(last_turn(gold="3/3", story=9))
    play(p, A, "visit G7")
    assert follow(p) == ["done"]
    assert gold(p, A) == "3/3"


# At sea


def test_sweeps_what_lies_on_its_way() -> None:
    """Downwind two perils and open water behind them: their story is free."""
    p = voyage(turn=5)
    draw(p, A, "rogue_wave", "I7")
    act(p, winds="e e w")
    follow(p)
    assert story(p, A) == 2
    assert p.captains[A].perils == 0


def test_fights_a_monster_in_reach_in_the_last_turn() -> None:
    p = last_turn(told=EVERY_PORT)
    draw(p, A, "sea_serpent", "I7")
    act(p, winds="e w w")
    follow(p)
    assert story(p, A) >= 2
    assert beside(p, "G7"), "there is enough left to come back"


def test_takes_the_free_ride_towards_a_port() -> None:
    """The stream carries from the ship's side to the last port without a story."""
    p = last_turn(cell="G9", story=5, told=EVERY_PORT.replace("G13", ""), prov="0/5")
    p.turn = LAST - 2
    draw(p, A, "open_sea_stream", "H9", 1)
    act(p, winds="e n n")
    assert follow(p)[1] == "step e"
    assert where(p, A) == "H13"


def test_pays_pirates_off_in_the_last_turn() -> None:
    p = voyage(turn=LAST, cell="G5", home="S3")
    captain(p, A, told=EVERY_PORT, trail="P6 D12 K14")
    act(p, winds="n e s")
    follow(p)
    assert where(p, A) == "G4"
    assert story(p, A) == 3


def test_explores_when_there_is_nothing_better() -> None:
    p = act(last_turn(cell="C6", told=EVERY_PORT, prov="0/5"), winds="s se sw", die=6)
    assert follow(p)[0] == "explore B6"
    assert (story(p, A), gold(p, A)) == (1, "3/3")


def test_keeps_away_from_powers_that_matter() -> None:
    """Once the pirates are met their power may rise; the monster's would cost provisions."""
    p = voyage(turn=9)
    captain(p, A, cannons=1, trail=EVERY_PIRATE)
    draw(p, A, "sea_serpent", "J7")
    reveal(p, "calm_10")
    assert advised(p) == "power pirates"


# Drawing


def test_draws_its_own_adventures_within_reach() -> None:
    p = reveal(voyage(turn=3), "rogue_wave")
    follow(p)
    finish(p, B)
    (near, *_) = drawn_cells(p, DRAWN.index("rogue_wave"))
    ship = p.captains[A].cell
    away = [abs(cell(c) % 19 - ship % 19) for c in near]
    away += [abs(cell(c) // 19 - ship // 19) for c in near]
    assert max(away) <= 3


def test_draws_rocks_in_the_way_of_a_neighbour() -> None:
    p = reveal(voyage(turn=3), "shoal")
    board = p.captains[B].copy()
    number = DRAWN.index("shoal")
    masks = p.table.drawings[number].mask
    harm = [hindrance(board, masks[n]) for n in legal_drawings(board, number)]
    follow(p)
    finish(p, B)
    assert hindrance(board, p.captains[B].rocks) == max(harm) > min(harm)


def test_draws_rocks_out_of_its_own_way_when_alone() -> None:
    p = reveal(voyage(1, turn=3), "shoal")
    board = p.captains[A].copy()
    number = DRAWN.index("shoal")
    masks = p.table.drawings[number].mask
    harm = [hindrance(board, masks[n]) for n in legal_drawings(board, number)]
    follow(p)
    assert hindrance(board, p.captains[A].rocks) == min(harm)


@pytest.mark.parametrize("cannons", [0, 2])
def test_lays_an_ambush_where_it_is_not_the_weaker_one(cannons: int) -> None:
    """On the way of a ship as strong as ours, off the way of a stronger one."""
    p = voyage(turn=3, ambush="true")
    captain(p, B, cannons=cannons)
    reveal(p, "ambush_right")
    board = p.captains[B].copy()
    chosen = advised(p)
    covers = hindrance(board, mask(chosen.split()[1]))
    assert (covers > 0) == (cannons == 0)


# Set-up, and what advice must not do


def test_advises_from_the_first_card_on() -> None:
    p = start(1)
    deal(p, "setup_card kraken")
    follow(p)
    deal(p, "setup_card maelstrom")
    follow(p)
    follow(p)
    assert len(drawn_cells(p, DRAWN.index("kraken"))) == 1
    own = p.captains[A]
    assert ADJACENT[own.cell] & BIT[own.home]


def test_starts_near_what_was_drawn() -> None:
    p = voyage(1)
    draw(p, A, "leviathan", "I6")
    draw(p, A, "kraken", "I7")
    set_out(p)
    assert advised(p) == "home G7"


def test_advice_changes_nothing_and_repeats_itself() -> None:
    p = voyage(turn=5)
    draw(p, A, "rogue_wave", "I7")
    captain(p, A, wind="1/1", story=4)
    act(p, winds="e ne w")
    before = p.digest(), options(p, A)
    codes = p.legal(A)
    first = RULES.advise(p, A, codes)
    assert RULES.advise(p, A, codes) == first
    assert (p.digest(), options(p, A)) == before


def test_knows_only_what_its_seat_knows() -> None:
    """What a rival does in the same window makes no difference."""
    p = act(voyage(turn=5), winds="n e s")
    codes = p.legal(A)
    before = RULES.advise(p, A, codes)
    play(p, B, "visit G7")
    assert RULES.advise(p, A, codes) == before
