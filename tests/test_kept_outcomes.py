"""An outcome once dealt stays dealt: the same question asked again gets the same answer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import quarterdeck as qd
from quarterdeck import record
from quarterdeck.game import Game
from quarterdeck.record import Record
from quarterdeck.record.odds import odds_of
from tests.toy import TOY
from tests.toy.position import SkerriesPosition

NORTH = ("row north", "anchor short")
SOUTH = ("row south", "anchor short")


class Restless:
    """Deals another outcome whenever it is asked, and counts how often it is."""

    def __init__(self) -> None:
        self.asked = 0

    def choices(self, population: Sequence[int], weights: Sequence[int] | None = None) -> list[int]:
        self.asked += 1
        return [population[self.asked % len(population)]]


def at_sea(*courses: tuple[str, ...]) -> tuple[Game, Restless]:
    """Everybody has set out; the first is asked what to do."""
    dealer = Restless()
    game = Game.new(TOY, len(courses), None, dealer)
    for seat, course in enumerate(courses):
        game.play(*course, seat=seat)
    return game, dealer


def finds(game: Game) -> list[str]:
    return [e.notation for e in game.record.entries if e.notation.startswith("find")]


def test_what_was_dealt_is_dealt_again_however_often_play_goes_back() -> None:
    game, dealer = at_sea(NORTH)
    ply = game.ply
    (found,) = finds(game.play("dig"))
    asked = dealer.asked
    for _ in range(5):
        game.reconsider(ply)
        assert not finds(game)
        assert finds(game.play("dig")) == [found]
    assert dealer.asked == asked
    record.verify(game.record, TOY)


def test_several_answers_come_again_in_their_order() -> None:
    game, _ = at_sea(NORTH, NORTH, NORTH)
    ply = game.ply
    before = finds(game.play("dig").play("dig").play("dig"))
    assert len(set(before)) > 1
    # Back to the second, then to the first: what is dealt again is kept again, in its place
    game.rewind(ply + 2).rewind(ply)
    assert finds(game.play("dig")) == before[:1]
    game.rewind(ply)
    assert finds(game.play("dig").play("dig").play("dig")) == before


def test_who_asks_does_not_change_the_answer() -> None:
    """Otherwise the first could give up his turn to have it dealt again."""
    game, dealer = at_sea(NORTH, NORTH)
    ply = game.ply
    (found,) = finds(game.play("dig"))
    asked = dealer.asked
    assert finds(game.rewind(ply).play("rest").play("dig")) == [found]
    assert dealer.asked == asked


def test_other_odds_are_another_question_and_the_first_keeps_its_answer() -> None:
    game, dealer = at_sea(NORTH)
    start = game.ply - 2
    game.play("dig")
    found, asked = finds(game), dealer.asked
    # In the south there is one outcome, on the reef there are two; neither is what was asked.
    game.rewind(start).play(*SOUTH).play("dig")
    assert not finds(game)
    assert finds(game.rewind(start).play(*NORTH).play("dig")) == found
    assert dealer.asked == asked


def test_odds_are_the_same_if_the_chances_are_and_the_same_eyes_see_it() -> None:
    position = TOY.start(2, {})
    first = odds_of(position)

    class Doubled(SkerriesPosition):
        def outcomes(self) -> list[tuple[int, int]]:
            return [(code, 2 * weight) for code, weight in position.outcomes()]

        def audience(self) -> int:
            return position.audience()

    class SeenByAll(Doubled):
        def audience(self) -> int:
            return -1

    class Loaded(Doubled):
        def outcomes(self) -> list[tuple[int, int]]:
            (code, weight), *rest = position.outcomes()
            return [(code, weight + 1), *rest]

    assert odds_of(Doubled(2, 2, True)) == first
    assert odds_of(SeenByAll(2, 2, True)) != first
    assert odds_of(Loaded(2, 2, True)) != first


def test_going_back_to_the_start_deals_the_same_start() -> None:
    game = qd.new("salty_ocean", seats=3, seed=7)
    dealt = game.record.entries[:]
    assert game.rewind(0).record.entries == dealt


def test_a_clone_answers_like_the_game_and_goes_its_own_way() -> None:
    game, dealer = at_sea(NORTH)
    ply = game.ply
    (found,) = finds(game.play("dig"))
    game.rewind(ply)
    asked = dealer.asked
    assert finds(game.clone().play("dig")) == [found]
    assert finds(game.play("dig")) == [found]
    assert dealer.asked == asked


def test_a_game_that_was_loaded_keeps_what_its_record_has_dealt(tmp_path: Path) -> None:
    game, _ = at_sea(NORTH)
    ply = game.ply
    (found,) = finds(game.play("dig"))
    game.save(tmp_path / "game.jsonl")
    dealer = Restless()
    again = Game(TOY, record.read(tmp_path / "game.jsonl"), dealer)
    asked = dealer.asked
    assert finds(again.rewind(ply).play("dig")) == [found]
    assert dealer.asked == asked


def test_what_is_kept_goes_into_no_record_or_view() -> None:
    game, _ = at_sea(NORTH, NORTH)
    ply = game.ply
    never = Game(TOY, Record(game.record.header, game.record.entries[:]), None)
    game.play("dig").rewind(ply)
    for viewer in (None, 0, 1):
        mine, other = game.record_for(viewer), never.record_for(viewer)
        assert list(record.jsonl.lines(mine)) == list(record.jsonl.lines(other))
        assert game.view(viewer) == never.view(viewer)
        assert repr(game.log(viewer)) == repr(never.log(viewer))
