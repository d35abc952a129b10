"""Since your last move: one line per opponent, what concerns a player, and nothing hidden."""

from __future__ import annotations

from typing import Any

import pytest

import quarterdeck as qd
from quarterdeck.game import Game
from quarterdeck.kernel.messages import Message
from quarterdeck.record import BY_HINT, BY_ORDERS
from quarterdeck.since import MOST_CLAUSES, _join, find_last_choice, find_news, sum_up


def begin(**wishes: Any) -> Game:
    return qd.new("salty_ocean", seats=2, seed=7, names=["Ann", "Mistral"], **wishes)


def play_first(game: Game, seat: int) -> None:
    """The seat makes its first open choice."""
    game.play(game.legal_for(seat)[0], seat=seat)


def test_an_opponent_is_named_once_and_their_deeds_are_joined() -> None:
    say = begin().translator("en")
    assert _join(["sells cod"], say) == "sells cod"
    assert _join(["sells cod", "builds the Bank"], say) == "sells cod and builds the Bank"
    assert _join(["sells", "sells", "builds"], say) == "sells (2 times) and builds"
    assert _join(["fishes: 1, 2", "b", "c"], say) == "fishes: 1, 2; b; and c"
    many = [f"does {i}" for i in range(MOST_CLAUSES + 2)]
    assert _join(many, say) == "does 0, does 1, does 2, does 3 and does 2 things more"


def test_deeds_are_joined_in_french_as_well() -> None:
    say = begin().translator("fr")
    assert _join(["vend", "construit"], say) == "vend et construit"
    assert _join(["pêche : 1", "b", "c"], say) == "pêche : 1\u202f; b\u202f; et c"


def test_what_somebody_chose_with_a_hint_is_their_own_choice() -> None:
    game = begin()
    seat = game.actor
    assert seat is not None
    game.play(game.legal_for(seat)[0], seat=seat, by=BY_HINT)
    assert find_last_choice(game, seat)
    game = begin()
    game.play(game.legal_for(seat)[0], seat=seat, by=BY_ORDERS)
    assert not find_last_choice(game, seat)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Mistral extends the Warehouse (1 coin)."),
        ("fr", "Mistral agrandit son Dépôt (1 pièce)."),
    ],
)
def test_a_summary_tells_what_the_other_did_since_ones_last_choice(
    language: str, told: str
) -> None:
    game = begin().play("saline", seat=0).play("depot", seat=1)
    summary = sum_up(game, 0, game.translator(language))
    assert [(deeds.seat, deeds.text) for deeds in summary.players] == [(1, told)]
    assert summary.lines == (told,)
    assert not summary.first
    # Gone with the next own choice
    game.play("depot", seat=0)
    assert sum_up(game, 0, game.translator(language)).players == ()


def test_whoever_began_first_is_told_of_first() -> None:
    game = qd.new("salty_ocean", seats=4, seed=7, names=["Ann", "B", "C", "D"])
    while not all(len(sum_up(game, seat, game.translator("en")).players) == 3 for seat in (0,)):
        assert game.actor is not None
        play_first(game, game.actor)
    told = find_news(game, 0)[1]
    summary = sum_up(game, 0, game.translator("en"))
    texts = [game.translator("en").text(line.event.message) for line in told]

    def began(name: str) -> int:
        return next(at for at, text in enumerate(texts) if text.startswith(f"{name} "))

    starts = [began(game.translator("en").player(deeds.seat)) for deeds in summary.players]
    assert starts == sorted(starts)


def test_after_an_undo_it_tells_again_what_was_told_before() -> None:
    game = begin().play("saline", seat=0).play("depot", seat=1)
    before = sum_up(game, 0, game.translator("en"))
    game.play("depot", seat=0)
    if game.undoable(0) is None:
        game.reconsider(game.ply - 1)
    else:
        game.undo(0)
    assert sum_up(game, 0, game.translator("en")) == before


def test_names_that_begin_alike_are_told_apart() -> None:
    game = qd.new("salty_ocean", seats=3, seed=7, names=["Bo", "Ann", "Ann Marie"])
    seat = game.actor
    assert seat is not None
    order = [(seat + step) % 3 for step in range(3)]
    for each in order:
        game.play("saline", seat=each)
    told = sum_up(game, order[0], game.translator("en"))
    for deeds in told.players:
        assert deeds.text.startswith(f"{game.translator('en').player(deeds.seat)} extends")


def test_minor_events_are_left_out_and_what_concerns_comes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = begin().play("saline", seat=0).play("depot", seat=1)
    event = find_news(game, 0)[1][0].event.message
    rules = type(game.rules)
    monkeypatch.setattr(rules, "minor", frozenset((event.id,)))
    assert sum_up(game, 0, game.translator("en")).players == ()

    def concerned(self: object, message: Message, seat: int, view: object) -> bool:
        return message.id == event.id

    monkeypatch.setattr(rules, "is_concerned", concerned)
    summary = sum_up(game, 0, game.translator("en"))
    assert summary.concerns == summary.lines == ("Mistral extends the Warehouse (1 coin).",)


def test_nothing_of_open_lanes_is_told_and_all_of_it_when_they_close() -> None:
    game = qd.new("rolling_seas", seats=3, seed=3, names=["Ann", "Bo", "Cy"])
    assert game.position.lanes
    say = game.translator("en")
    lined_up = sum_up(game, 0, say)
    while len(game.actors) > 1:
        # Whoever closes the lanes last has not seen the others either.
        seat = game.actors[-1]
        play_first(game, seat)
        if game.position.lanes:
            assert sum_up(game, 0, say) == lined_up
    while game.actors == [0] and game.position.lanes:
        play_first(game, 0)
    told = {deeds.seat for deeds in sum_up(game, 0, say).players}
    assert {1, 2} <= told
