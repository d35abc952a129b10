"""The greedy bot plays like a sensible fisher: it looks through its turn, and knows no secrets."""

from __future__ import annotations

from itertools import pairwise
from typing import cast

import pytest

from quarterdeck import games
from quarterdeck.bots.arena import Match, Plan, play_match
from quarterdeck.games.saltfjord.actions import PLACE, SPACE
from quarterdeck.games.saltfjord.catch import FishingPlan
from quarterdeck.games.saltfjord.goals import room_for, special
from quarterdeck.games.saltfjord.names import (
    CELL_NAMES,
    CELLS,
    EMPTY,
    FISH_ICON,
    FISHING,
    FROM_ZONES,
    GOODS,
    NO_CELL,
    NOT_RETIRED,
    ORDER,
    ROUNDS,
    SCORE_TILES,
    TECH,
    TILES,
    TOKENS,
    TRACKS,
)
from quarterdeck.games.saltfjord.plans import UNKNOWN
from quarterdeck.games.saltfjord.position import SaltfjordPosition, from_source, in_store, of_colour
from quarterdeck.games.saltfjord.sites import best_sites
from quarterdeck.games.saltfjord.steps.activation import BY_OTHERS, ActionChoice
from quarterdeck.games.saltfjord.steps.building import PlaceTile
from quarterdeck.games.saltfjord.steps.turn import MainAction
from quarterdeck.games.saltfjord.worth import Worth
from quarterdeck.kernel.position import Step

RULES = games.load("saltfjord")
A = 0


def table(seats: int = 2, **options: str) -> SaltfjordPosition:
    """A game at its first main action, A to move, everything dealt in order."""
    p = cast(SaltfjordPosition, RULES.start(seats, {"first_player": "1", **options}))
    while not isinstance(p.stack[-1], MainAction):
        if p.chance:
            p.deal(p.outcomes()[0][0])
        else:
            (seat,) = p.actors()
            p.play(seat, p.legal(seat)[0])
    return p


def last_turn(seats: int = 2, **options: str) -> SaltfjordPosition:
    """The last round with no dice left: A can only retire. A has no goods and no worker."""
    p = table(seats, **options)
    p.round = ROUNDS
    p.pool = [0] * len(p.pool)
    p.solo_dice = [0] * len(p.solo_dice)
    p.dice_taken = [3] * len(p.dice_taken)
    p.goods = [0] * len(p.goods)
    p.workers[A] = 0
    return p


def test_a_token_counts_its_points_and_the_parts_of_points_that_its_goods_are_worth() -> None:
    p = table()
    box = p.table.box
    token = next(each for each in range(len(TOKENS)) if any(box.token_goods[each]))
    half = FishingPlan(p, [0.5] * len(GOODS)).token[token]
    assert half == box.token_points[token] + 0.5 * sum(box.token_goods[token])


def ask(p: SaltfjordPosition, step: Step[SaltfjordPosition] | None = None) -> SaltfjordPosition:
    """Let A be asked what the facts of a test allow."""
    if step is not None:
        p.stack.append(step)
    p.reconsider()
    return p


def give(p: SaltfjordPosition, **goods: int) -> None:
    for kind, count in goods.items():
        p.goods[in_store(A, GOODS.index(kind))] = count


def advised(p: SaltfjordPosition) -> str:
    """The choice the advice likes best for A, in notation."""
    codes = p.legal(A)
    worth = RULES.advise(p, A, codes)
    assert len(worth) == len(codes)
    return SPACE.notation(codes[worth.index(max(worth))])


def follow(p: SaltfjordPosition) -> list[str]:
    """Let A follow the advice to the end of the turn; chance deals what comes first."""
    done = []
    while not p.finished and (p.chance or p.actors() == [A]):
        if p.chance:
            p.deal(p.outcomes()[0][0])
        else:
            done.append(advised(p))
            p.play(A, SPACE.parse(done[-1]))
    return done


def matches(games_: int, *bots: str) -> list[Match]:
    _, chosen = RULES.checked_setup(len(bots), {})
    plan = Plan("saltfjord", len(bots), chosen, bots, seed=7)
    return [play_match(RULES, plan, number) for number in range(games_)]


def mean(played: list[Match]) -> float:
    scores = [score for match in played for score in match.scores]
    return sum(scores) / len(scores)


def won(played: list[Match]) -> float:
    """The share of games won by the bot named first."""
    return sum(match.ranks[match.seating.index(0)] == 1 for match in played) / len(played)


# Strength


def test_scores_well_among_its_like() -> None:
    assert mean(matches(1, "greedy", "greedy")) >= 85


def test_beats_a_random_player() -> None:
    assert won(matches(2, "greedy", "random")) == 1


def test_scores_well_alone() -> None:
    assert mean(matches(2, "greedy")) >= 75


@pytest.mark.soak
def test_scores_well_in_long_matches() -> None:
    assert mean(matches(60, "greedy", "greedy")) >= 120
    assert mean(matches(60, "greedy")) >= 140
    assert won(matches(60, "greedy", "random")) == 1


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"carts": "true", "village_side": "named", "manual_conversions": "true"}),
        (1, {"carts": "true", "blocked_cells": "stop", "solo_special_scoring": "threshold_only"}),
    ],
)
def test_plays_every_option_to_the_end(seats: int, options: dict[str, str]) -> None:
    _, chosen = RULES.checked_setup(seats, options)
    match = play_match(RULES, Plan("saltfjord", seats, chosen, ("greedy",) * seats, seed=7), 0)
    assert min(match.scores) >= 40


# Turns


def test_comes_home_with_the_last_fishing() -> None:
    p = last_turn()
    p.zones[A] = 4
    p.boat[:2] = [TOKENS.index("t1_points2"), TOKENS.index("t1_fish3")]
    done = follow(ask(p))
    assert done[0] in ("retire tavern_1", "retire tavern_5")
    assert "return" in done
    assert p.points[from_source(A, FROM_ZONES)] == 4


def test_does_not_leave_a_worker_idle_in_the_last_turn() -> None:
    p = last_turn()
    p.workers[A] = 1
    p.zones[A] = 2
    follow(ask(p))
    assert p.taverns[A] != NOT_RETIRED
    assert p.workers[A] == 0


def test_completes_an_order_it_can_pay_in_the_last_turn() -> None:
    p = last_turn()
    give(p, wood=1, wool=1, pulp=1, cloth=1, paper=1, fish=2)
    step = ActionChoice(A, ORDER, NO_CELL, BY_OTHERS, NO_CELL, 0)
    assert advised(ask(p, step)).startswith("order")


def test_takes_a_die_rather_than_retire_at_the_start() -> None:
    done = follow(table())
    assert not any(choice.startswith("retire") for choice in done)


def test_raises_the_fish_for_the_top_of_a_track() -> None:
    """The gold it lacks is worth less than the score tile it pays for."""
    p = last_turn()
    p.tech[:4] = [3, 0, 0, 0]
    p.score_tiles = [SCORE_TILES.index(f"score_{name}") for name in ("now_points", "rows")] * 2
    give(p, cloth=1, fish=2)
    done = follow(ask(p))
    assert done[:2] == ["retire tavern_2", "tech craft"]
    assert p.level(A, TRACKS.index("craft")) == 4


def test_declines_what_costs_more_than_it_brings() -> None:
    """A level without row points of its own is not worth goods in the last turn."""
    p = last_turn()
    p.tech[:4] = [3, 3, 3, 3]
    p.score_tiles = [SCORE_TILES.index(f"score_{n}") for n in ("large", "small", "rows", "tokens")]
    give(p, gold=1)
    step = ActionChoice(A, TECH, NO_CELL, BY_OTHERS, NO_CELL, 0)
    assert advised(ask(p, step)) == "decline"


# Tiles


def test_completes_a_line_with_a_tile() -> None:
    p = last_turn()
    p.dice_taken[of_colour(A, 0)] = 2
    for name in ("r1c4", "r1c6"):
        p.icons[CELL_NAMES.index(name)] = FISH_ICON
    stack = 2
    p.tops[stack] = TILES.index("d04")
    step = PlaceTile(A, stack)
    (best, *_) = best_sites(p, A, step, step.options(p), Worth(p, A))
    anchor = CELL_NAMES[PLACE.values(best)[0]]
    assert anchor == "r1c2"


# Worth


def test_the_worth_of_a_finished_game_is_its_score() -> None:
    p = cast(SaltfjordPosition, RULES.start(2, {}))
    while not p.finished:
        if p.chance:
            p.deal(p.outcomes()[len(p.outcomes()) // 2][0])
        else:
            (seat,) = p.actors()
            codes = p.legal(seat)
            p.play(seat, codes[p.barrier * 7 % len(codes)])
    for seat in range(2):
        # Fish that make no whole point are the only difference
        assert 0 <= Worth(p, seat).total(p) - p.scores[seat] < 1


def test_fishing_promises_more_with_more_actions_and_levels() -> None:
    p = table()
    catch = FishingPlan(p, Worth(p, A).prices(15).goods)
    assert catch.promise(0, False, 0, 0) == 0
    assert catch.promise(0, False, 3, 1) == 3
    hopes = [catch.promise(0, False, 0, count / 2) for count in range(20)]
    assert hopes == sorted(hopes)
    levels = [catch.promise(level, True, 0, 5) for level in range(4)]
    assert levels == sorted(levels)
    assert levels[0] > catch.promise(0, False, 0, 5)


def test_room_counts_areas_of_empty_cells() -> None:
    icons = [FISH_ICON] * CELLS
    for name in ("r1c1", "r1c2", "r2c1", "r6c6", "r1c6", "r2c6"):
        icons[CELL_NAMES.index(name)] = EMPTY
    assert room_for(icons, 3) == 1
    assert room_for(icons, 2) == 2


def test_work_on_a_special_tile_counts_until_its_threshold() -> None:
    p = last_turn(1)
    tile = SCORE_TILES.index("score_tokens")
    worth = []
    for p.caught[A] in (8, 9, 10, 11):
        worth.append(special(p, A, tile, 1))
    steps = [after - before for before, after in pairwise(worth)]
    assert steps[0] == pytest.approx(steps[1])
    assert steps[1] > steps[2] == 1


# Secrets


def test_does_not_know_what_others_have_put_back() -> None:
    def advice(token: str, known: int) -> list[float]:
        p = table()
        p.put_back[0] = TOKENS.index(token)
        p.unseen_tokens[p.put_back[0]] -= 1
        p.known = [known, 1]
        step = ActionChoice(A, FISHING, NO_CELL, BY_OTHERS, NO_CELL, 0)
        ask(p, step)
        return RULES.advise(p, A, p.legal(A))

    assert advice("t1_points2", 0) == pytest.approx(advice("t1_fish3", 0))
    assert advice("t1_points2", 1) != pytest.approx(advice("t1_fish3", 1))


def test_asking_for_advice_changes_nothing() -> None:
    p = table()
    before = p.digest()
    worth = RULES.advise(p, A, p.legal(A))
    assert p.digest() == before
    assert max(worth) > UNKNOWN
