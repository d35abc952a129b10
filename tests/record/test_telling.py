"""Games in which much is taken back: told line by line, undone in place, or replayed, all alike."""

from __future__ import annotations

import random
from typing import Any

import pytest

from quarterdeck import games
from quarterdeck.game import Game
from quarterdeck.kernel.errors import RecordError
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.record import Entry, Record, Telling
from tests.toy import TOY

RULES = [TOY, *(games.load(game) for game in games.GAMES)]
STEPS = 120


class Teller:
    """Plays at random, takes back, plays again and goes back, and tells it all as lines."""

    def __init__(self, rules: AnyRules, seed: int) -> None:
        self.random = random.Random(seed)
        self.game = Game.new(rules, 2, dealer=random.Random(seed))
        self.telling = Telling(self.game.record.header)
        self.line = 0
        self._tell_since(0)

    def step(self) -> None:
        game, seats = self.game, list(range(self.game.seats))
        free = [seat for seat in seats if game.undoable(seat) is not None]
        again = [seat for seat in seats if game.redoable(seat)]
        own = [i for i, entry in enumerate(game.record.entries) if not entry.is_chance]
        what = self.random.random()
        if free and what < 0.3:
            seat = self.random.choice(free)
            ply = game.undoable(seat)
            assert ply is not None
            game.undo(seat)
            self.line += 1
            self.telling.undo(self.line, ply, seat)
        elif again and what < 0.45:
            before = game.ply
            game.redo(self.random.choice(again))
            self._tell_since(before)
        elif own and what < 0.5:
            ply = self.random.choice(own[-6:])
            seat, kept = game.record.entries[ply].seat, game.unaffected(ply)
            game.reconsider(ply)
            self.line += 1
            self.telling.back(ply, seat, kept)
        elif game.actors:
            before, seat = game.ply, self.random.choice(game.actors)
            game.play(self.random.choice(list(game.legal_for(seat).codes)), seat=seat)
            self._tell_since(before)

    def _tell_since(self, before: int) -> None:
        for ply, entry in enumerate(self.game.record.entries[before:], before + 1):
            self.line += 1
            told = Entry(
                entry.seat, entry.notation, entry.audience, self.line, entry.by, False, entry.odds
            )
            self.telling.add(told, self.game.record.digests.get(ply))


def told_of(game: Game) -> list[Any]:
    """Everything that follows from a game's story."""
    return [
        game.record.entries,
        game.record.digests,
        game.position.digest(),
        game.actors,
        [repr(game.log(viewer)) for viewer in (None, *range(game.seats))],
        [game.undoable(seat) for seat in range(game.seats)],
        [game.is_free(ply) for ply in range(game.ply)],
        game._withdrawn,
        game._kept._kept,
    ]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_told_is_what_was_played(rules: AnyRules, seed: int) -> None:
    teller = Teller(rules, seed)
    for number in range(STEPS):
        teller.step()
        if number % 10 == 9:
            game = teller.game
            played = told_of(game)
            record = game.record
            # Replayed from the start, without the shorter way of undo
            whole = Game(
                rules, Record(record.header, record.entries[:], dict(record.digests)), None
            )
            assert told_of(whole)[:-2] == played[:-2]
            assert told_of(Game.from_telling(rules, teller.telling)) == played


def test_undo_replays_only_what_came_since_the_last_barrier(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = games.load("salty_ocean")
    game = Game.new(rules, 2, dealer=random.Random(1))
    choose = random.Random(2)
    load = rules.space.parse("move_goods")
    while game.ply < 40 or load not in game.legal.codes:
        game.play(choose.choice(list(game.legal.codes)))
    game.play(load)

    def never(*_: object) -> None:
        raise AssertionError("replayed from the start")

    monkeypatch.setattr(Game, "_rebuild", never)
    game.undo()
    game.redo()


@pytest.mark.parametrize(
    ("ply", "seat", "kept"), [(9, 0, ()), (-1, 0, ()), (0, 1, ()), (1, 0, (0,)), (1, 0, (2,))]
)
def test_lines_that_take_back_nonsense_are_refused(
    ply: int, seat: int, kept: tuple[int, ...]
) -> None:
    telling = Telling(Record.begin(TOY, 2, {}).header)
    for number in (1, 2):
        telling.add(Entry(0, "rest", line=number))
    with pytest.raises(RecordError):
        telling.back(ply, seat, kept)
    if not kept:
        with pytest.raises(RecordError):
            telling.undo(3, ply, seat)
    assert len(telling.record.entries) == 2
