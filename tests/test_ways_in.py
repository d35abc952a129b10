"""Every value of every option can be used by every way into a game, and wrong ones are refused."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from quarterdeck import games, pictures, record
from quarterdeck.game import Game, load
from quarterdeck.kernel.errors import BadSetup, UnknownName
from quarterdeck.kernel.playout import playout
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.testing.walk import Case, cases

GAMES = [games.load(game) for game in games.GAMES]
PLIES = 12

every_game = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
every_value = pytest.mark.parametrize(
    "case",
    # The smallest table that takes each value of each option
    {
        (case.rules.id, case.options): case
        for rules in GAMES
        for case in reversed(cases(rules, 1, 1))
    }.values(),
    ids=str,
)


@every_value
def test_a_position_is_loaded_with_the_options_its_game_was_started_with(case: Case) -> None:
    """As they were chosen: the rest is filled in, a map is made from its number."""
    chosen = dict(case.options)
    position = case.rules.start(case.seats, chosen)
    playout(position, 1, PLIES)
    again = case.rules.load(json.loads(json.dumps(position.dump())), case.seats, chosen)
    assert again.digest() == position.digest()
    for viewer in case.viewers:
        assert case.rules.view(again, viewer) == case.rules.view(position, viewer)
        world = case.rules.imagine(again, viewer, Random(1))
        assert case.rules.view(world, viewer) == case.rules.view(position, viewer)
    # What the options become does as well
    assert (
        case.rules.load(position.dump(), case.seats, case.all_options).digest() == position.digest()
    )


@every_value
def test_a_game_is_kept_and_shown_with_every_option(case: Case, tmp_path: Path) -> None:
    random = Random(1)
    game = Game.new(case.rules, case.seats, dict(case.options), random)
    file = tmp_path / "kept.jsonl"
    game.keep(file)
    for _ in range(PLIES):
        game.play(random.choice(game.legal.codes), seat=game.actor)
    assert load(file).position.digest() == game.position.digest()
    assert record.verify(record.read(file), case.rules).digest() == game.position.digest()
    svg = pictures.board(case.rules, game.view(), game.translator("fr"))
    assert svg.startswith("<svg")


@every_game
def test_a_position_is_not_loaded_with_what_is_no_option(rules: AnyRules) -> None:
    saved = rules.start().dump()
    seats = rules.default_seats
    with pytest.raises(UnknownName):
        rules.load(saved, seats, {"tide": "high"})
    with pytest.raises(BadSetup):
        rules.load(saved, rules.seats[-1] + 1, {})
    for option in rules.options:
        with pytest.raises(BadSetup):
            rules.load(saved, seats, {option.id: "?"})
        for word in option.seeded:
            # A number drawn now would give another game than the one that was saved
            with pytest.raises(BadSetup):
                rules.load(saved, seats, {option.id: word})
