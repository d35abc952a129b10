"""A game with its dealer: seeds, whose turn it is, what is known of others' choices."""

from __future__ import annotations

from random import Random

import pytest

from quarterdeck import games
from quarterdeck.envs.match import Match
from quarterdeck.kernel.errors import BadSetup, IllegalAction, UnknownName
from quarterdeck.kernel.playout import pick
from quarterdeck.kernel.position import NOBODY
from tests.envs.tables import SMALL_AND_BIG, play_at_random


@pytest.mark.parametrize(("game", "seats"), SMALL_AND_BIG)
def test_the_same_seed_and_choices_give_the_same_game(game: str, seats: int) -> None:
    digests = []
    for seed in (7, 7, 8):
        match = Match(game, seats)
        match.reset(seed)
        play_at_random(match, 1)
        assert match.actor == NOBODY
        assert sum(match.win_shares) <= 1
        digests.append(match.position.digest())
    assert digests[0] == digests[1]
    assert digests[0] != digests[2]


def test_a_reset_without_seed_goes_on_with_the_dealer() -> None:
    digests = []
    for _ in range(2):
        match = Match("salty_ocean", 2)
        for seed in (3, None):
            match.reset(seed)
            play_at_random(match, 1)
            digests.append(match.position.digest())
    assert digests[:2] == digests[2:]
    assert digests[0] != digests[1]


def test_a_generated_map_follows_from_the_seed() -> None:
    maps = []
    for seed in (1, 1, 2):
        match = Match("rolling_seas", 2, {"map": "generated"})
        match.reset(seed)
        maps.append(match.options["map"])
    assert maps[0] == maps[1]
    assert maps[0] != maps[2]


def test_an_illegal_choice_changes_nothing() -> None:
    match = Match("salty_ocean", 2)
    match.reset(1)
    before = match.position.digest()
    closed = next(c for c in range(match.rules.space.size) if c not in match.legal(match.actor))
    with pytest.raises(IllegalAction):
        match.play(closed)
    assert match.position.digest() == before
    assert match.choices == []


def test_bad_setups_are_refused() -> None:
    with pytest.raises(UnknownName):
        Match("ludo")
    with pytest.raises(BadSetup):
        Match("salty_ocean", 9)
    with pytest.raises(UnknownName):
        Match("salty_ocean", 2, {"colour": "red"})


def test_the_latest_choice_of_others_is_unknown_while_all_act_at_once() -> None:
    match = Match("rolling_seas", 3)
    match.reset(4)
    random = Random(1)
    met = 0
    while not match.finished and met < 20:
        seat = match.actor
        match.play(random.choice(match.legal(seat)))
        if not match.position.lanes:
            continue
        for viewer in [None, *range(3)]:
            own = match.position.lane_choices(viewer) if viewer is not None else []
            last = match.last_choice(viewer)
            if own:
                assert last == (viewer, own[-1])
            elif last is not None:
                met += 1
                assert match.choices.index(last) < match._known
    assert met


@pytest.mark.parametrize("share", [0.0, 0.2499, 0.25, 0.9999999999999999])
def test_an_outcome_is_picked_by_its_weight(share: float) -> None:
    assert pick([(5, 1), (6, 3)], share) == (5 if share < 0.25 else 6)


def test_all_games_can_be_observed() -> None:
    assert all(games.load(game).features is not None for game in games.GAMES)
