"""Copying, saving and comparing positions."""

from __future__ import annotations

import json

import pytest

from quarterdeck.kernel.position import Position
from tests.kernel.micro import SPACE, Around, Ask, End, Micro, Toss, Window, game, reload
from tests.toy import TOY
from tests.toy.position import SkerriesPosition
from tests.toy.scenario import deal, play, start


def test_equal_positions_have_equal_digests() -> None:
    assert game(Ask(0), End()).digest() == game(Ask(0), End()).digest()


def test_any_difference_changes_the_digest() -> None:
    digests = {
        game(Ask(0), End()).digest(),
        game(Ask(1), End()).digest(),
        game(Ask(0, 0, 3), End()).digest(),
        game(Window(0), End()).digest(),
        game(Ask(0), End(), seats=3).digest(),
        game(Ask(0)).digest(),
        game(Toss(2)).digest(),
        game(Toss(2, viewer=0)).digest(),
    }
    assert len(digests) == 8
    p = game(Ask(0))
    before = p.digest()
    p.trace.append(1)
    assert p.digest() != before


def test_a_digest_is_the_same_on_every_machine() -> None:
    assert game(Ask(0), End()).digest() == "63bca75f6d23505c"


@pytest.mark.parametrize(
    "p",
    [
        game(Ask(0), End()),
        game(Toss(3, viewer=1), End()),
        game(Around(0), End()),
        game(End()),
    ],
    ids=["asked", "chance", "nested", "finished"],
)
def test_a_saved_position_goes_on_the_same(p: Micro) -> None:
    q = reload(p)
    assert q.dump() == p.dump()
    assert q.digest() == p.digest()
    while not p.finished:
        for position in (p, q):
            if position.chance:
                position.deal(1)
            else:
                seat = position.actors()[0]
                position.play(seat, position.legal(seat)[0])
        assert q.digest() == p.digest()
    assert q.finished
    assert (q.scores, q.ranks) == (p.scores, p.ranks)


def test_a_dump_is_a_copy() -> None:
    p = game(Ask(0))
    data = p.dump()
    data["trace"].append(1)
    data["stack"].clear()
    assert p.trace == []
    assert p.actors() == [0]


def test_a_loaded_position_does_not_share_the_data() -> None:
    p = start("cork", "coral")
    data = p.dump()
    q = TOY.load(data, 2, {"tides": "2", "duels": "on"})
    assert isinstance(q, SkerriesPosition)
    play(q, 0, "row south")
    assert q.shells == [2, 1]
    assert data["shells"] == [1, 1]


def test_a_duel_inside_a_voyage_is_saved() -> None:
    p = start("cork", "coral")
    for seat in (0, 1):
        play(p, seat, "row north", "anchor short")
    play(p, 0, "duel 1")
    play(p, 1, "stand")
    data = json.loads(json.dumps(p.dump()))
    assert data["stack"] == [["NextTide"], ["Voyages", 1], ["Voyage", 0, 1], ["Brawl", 0, 1]]
    q = TOY.load(data, 2, {"tides": "2", "duels": "on"})
    assert isinstance(q, SkerriesPosition)
    for position in (p, q):
        deal(position, "brawl challenger")
    assert q.wrecked == p.wrecked == [0, 1]
    assert q.digest() == p.digest()


def test_clones_do_not_carry_the_log() -> None:
    p = game(Ask(0))
    p.log = []
    assert p.clone().log is None


def test_a_game_without_a_log_says_nothing() -> None:
    p = start("cork")
    assert p.log is None
    play(p, 0, "row north")
    assert p.log is None


def test_a_position_must_be_able_to_copy_itself() -> None:
    with pytest.raises(NotImplementedError):
        Position(1, SPACE).clone()
