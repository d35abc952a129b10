"""The facade: a game as Python users meet it."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

import quarterdeck as qd
from quarterdeck import record
from quarterdeck.game import Game, LegalChoices, LogLine, resume
from quarterdeck.games.salty_ocean.names import PLACES, TILES
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import (
    BadNotation,
    BadSetup,
    IllegalAction,
    NotYourTurn,
    RecordError,
    UnknownName,
)
from quarterdeck.kernel.faces import Choice
from quarterdeck.kernel.messages import Message
from quarterdeck.record import Entry
from quarterdeck.record.record import HIDDEN
from tests.fixtures.stories import FOLDER
from tests.record.samples import begin, go_on, sample
from tests.toy import TOY, Skerries
from tests.toy.position import SPACE, SkerriesPosition


def new(seats: int = 3, seed: int = 7, **options: str) -> Game:
    return qd.new("salty_ocean", seats=seats, seed=seed, **options)


def at_random(game: Game, seed: int = 0, choices: int = 10_000) -> Game:
    """Play on with random choices."""
    picks = random.Random(seed)
    for _ in range(choices):
        if game.finished:
            break
        game.play(picks.choice(game.legal))
    return game


def looking() -> Game:
    """A recorded game just before somebody looks at a tile; nothing is dealt by itself."""
    whole = record.read(FOLDER / "fierte_swap.jsonl")
    ply = next(i for i, e in enumerate(whole.entries) if e.notation.startswith("look "))
    return Game(qd.new("salty_ocean").rules, whole.until(ply), None)


def notations(game: Game) -> list[str]:
    return [entry.notation for entry in game.record.entries]


def told(game: Game, viewer: int | None, since: int = 0) -> list[Message]:
    return [line.event.message for line in game.log(viewer, since)]


def look(game: Game) -> int:
    """Whoever may look at a tile does, and sees one of the tiles it may be; gives the seat."""
    (seat,) = game.actors
    game.play(next(choice for choice in game.legal if choice.notation.startswith("look ")))
    code, _ = game.position.outcomes()[0]
    game.deal(game.rules.outcome_space.notation(code))
    return seat


# Starting


def test_a_new_game_is_dealt_up_to_the_first_choice() -> None:
    game = new()
    assert game.seats == 3
    assert game.ply == 3
    assert all(entry.is_chance for entry in game.record.entries)
    assert game.actor is not None
    assert game.actors == [game.actor]
    assert not game.finished
    assert game.outcome is None


def test_the_same_seed_deals_the_same_game() -> None:
    assert at_random(new(seed=7)).record == at_random(new(seed=7)).record


def test_another_seed_deals_another_game() -> None:
    deals = {tuple(notations(new(seed=seed))) for seed in range(10)}
    assert len(deals) > 5


def test_without_a_seed_games_differ() -> None:
    deals = {tuple(notations(qd.new("salty_ocean"))) for _ in range(10)}
    assert len(deals) > 1


def test_seats_and_options_have_defaults() -> None:
    game = qd.new("salty_ocean", seed=1)
    assert game.seats == 4
    assert game.record.header.options["price_table"] == "five_rows"
    assert new(price_table="seven_rows").record.header.options["price_table"] == "seven_rows"


def test_option_values_may_be_numbers() -> None:
    game = qd.new("salty_ocean", seats=3, phare_slots_3p=2)  # type: ignore[arg-type]
    assert game.record.header.options["phare_slots_3p"] == "2"


def test_wrong_setups_are_refused() -> None:
    with pytest.raises(UnknownName, match="no_such_game"):
        qd.new("no_such_game")
    with pytest.raises(BadSetup, match="2 to 4 players, not 5"):
        new(seats=5)
    with pytest.raises(UnknownName, match="price_tables"):
        new(price_tables="five_rows")
    with pytest.raises(BadSetup, match="six_rows"):
        new(price_table="six_rows")


def test_own_components_are_used_and_noted(tmp_path: Path) -> None:
    printed = new().rules.folder / "components.toml"
    own = tmp_path / "own.toml"
    text = printed.read_text(encoding="utf-8")
    own.write_text(text.replace("cod = [8, 6,", "cod = [9, 6,", 1), encoding="utf-8")
    game = qd.new("salty_ocean", seed=1, components=own)
    assert game.record.header.components != new().record.header.components
    file = tmp_path / "game.jsonl"
    game.save(file)
    assert qd.load(file, components=own).position.digest() == game.position.digest()
    with pytest.raises(RecordError, match="other components"):
        qd.load(file)


def test_a_game_says_what_it_is() -> None:
    game = new()
    assert repr(game) == f"<salty_ocean, 3 seats, ply 3: seat {game.actor} to choose>"
    assert "finished" in repr(at_random(game))


# Open choices


def test_legal_choices_are_a_sequence() -> None:
    legal = new().legal
    assert isinstance(legal, LegalChoices)
    listed = list(legal)
    assert len(legal) == len(listed) == len(legal.codes) >= 2
    assert all(isinstance(choice, Choice) for choice in listed)
    assert legal[0] == listed[0]
    assert legal[-1] == listed[-1]
    assert legal[1:3] == listed[1:3]
    assert list(reversed(legal)) == listed[::-1]
    assert legal.index(listed[2]) == 2
    with pytest.raises(IndexError):
        legal[len(listed)]


def test_legal_choices_can_be_asked_in_any_form() -> None:
    game = new()
    saline = next(choice for choice in game.legal if choice.notation == "saline")
    same: list[object] = [saline, "saline", saline.code]
    assert all(form in game.legal for form in same)
    # Of this game but not open, of no game, of no kind a choice can have
    others: list[object] = ["sail_home", game.code("sail_home"), "fly", "", -1, 10**9, None, 1.0]
    assert not any(form in game.legal for form in others)


def test_legal_choices_are_shown_by_their_notation() -> None:
    game = new()
    assert repr(game.legal).startswith(f"<{len(game.legal)} choices: 'pass', 'saline', ")


def test_choices_of_a_seat_that_is_not_asked() -> None:
    game = new()
    waiting = next(seat for seat in range(3) if seat != game.actor)
    assert list(game.legal_for(waiting)) == []
    assert list(game.legal_for(99)) == []
    assert game.closed(waiting) == []


def test_closed_choices_give_their_reason() -> None:
    game = new()
    closed = {entry.choice.notation: entry.reason.rule for entry in game.closed()}
    assert closed["sail_home"] == "SO-7.2"
    assert not set(closed) & {choice.notation for choice in game.legal}
    asked = game.actor
    assert asked is not None
    assert {notation: game.why_not(notation, asked).rule for notation in closed} == closed


def test_the_prompt_is_for_the_seat_that_is_asked() -> None:
    game = new()
    assert game.prompt() is not None
    assert game.prompt() == game.prompt(game.actor)


def test_nobody_is_asked_when_the_game_is_over() -> None:
    game = at_random(new())
    assert game.actor is None
    assert game.actors == []
    assert len(game.legal) == 0
    assert game.prompt() is None
    assert game.closed() == []
    with pytest.raises(NotYourTurn):
        game.play("pass")


# Playing


def test_a_choice_is_played_as_notation_code_or_choice() -> None:
    games = [new() for _ in range(3)]
    choice = next(c for c in games[0].legal if c.notation == "saline")
    games[0].play(choice)
    games[1].play(choice.code)
    games[2].play("  saline ")
    assert len({game.position.digest() for game in games}) == 1
    assert all(game.record == games[0].record for game in games)
    assert notations(games[2])[-1] == "saline"


def test_playing_can_be_chained() -> None:
    game = new()
    assert game.play("saline").play("pass") is game
    assert notations(game)[-2:] == ["saline", "pass"]


def test_several_choices_are_one_gesture() -> None:
    apart, together = new(), new()
    apart.play("buy salt").play("take 2")
    together.play("buy salt", "take 2")
    assert together.record == apart.record


@pytest.mark.parametrize(
    ("gesture", "error"),
    [
        (("buy salt", "take 29"), IllegalAction),
        (("buy salt", "take salt"), BadNotation),
        (("buy salt", "take 2", "saline"), NotYourTurn),
        (("buy salt", 10**6), BadNotation),
    ],
)
def test_a_gesture_is_refused_whole(gesture: tuple[str | int, ...], error: type[Exception]) -> None:
    game = new()
    before = game.position.digest(), list(game.record.entries)
    with pytest.raises(error):
        game.play(*gesture)
    assert (game.position.digest(), game.record.entries) == before
    assert game.play("pass").ply == 4


def test_a_gesture_cannot_reach_beyond_chance() -> None:
    game = looking()
    place = next(c.notation for c in game.legal if c.notation.startswith("look "))
    before = game.ply
    with pytest.raises(NotYourTurn):
        game.play(place, "keep")
    assert game.ply == before


def test_refused_choices_change_nothing() -> None:
    game = new()
    before = game.position.digest(), list(game.record.entries)
    actor = game.actor
    assert actor is not None
    with pytest.raises(IllegalAction) as caught:
        game.play("sail_home")
    assert caught.value.rule == "SO-7.2"
    with pytest.raises(BadNotation):
        game.play("sail to the moon")
    with pytest.raises(BadNotation):
        game.play(-1)
    with pytest.raises(NotYourTurn):
        game.play("pass", seat=(actor + 1) % 3)
    assert (game.position.digest(), game.record.entries) == before


def test_whoever_is_named_plays_in_open_lanes() -> None:
    game = go_on(begin(), last=2)
    assert game.actors == [0, 1]
    assert game.actor == 0
    game.play("row south", seat=1)
    assert game.record.entries[-1] == Entry(1, "row south")
    assert [c.notation for c in game.legal_for(1)] == ["anchor short", "anchor long"]
    assert len(game.legal_for(0)) == 3


def test_a_game_ends_with_scores_ranks_and_a_score_sheet() -> None:
    game = at_random(new())
    assert game.outcome is not None
    assert min(game.outcome.ranks) == 1
    total = next(line for line in game.score_sheet() if line.id == "total")
    assert total.points == game.outcome.scores
    assert record.verify(game.record, game.rules).finished


# Dealing by hand


def test_without_a_dealer_outcomes_are_dealt_by_hand() -> None:
    game = Game.new(new().rules, 2)
    assert game.ply == 0
    assert game.actor is None
    game.deal("first_player 1").deal("reveal grid_1 event_01").deal("reveal grid_2 event_05")
    assert game.actor == 1
    assert len(game.record.entries) == 3


def test_what_chance_cannot_deal_is_refused() -> None:
    game = Game.new(new().rules, 2)
    with pytest.raises(IllegalAction):
        game.deal("first_player 3")
    with pytest.raises(BadNotation):
        game.deal("rain")
    with pytest.raises(NotYourTurn):
        game.play("pass")
    assert game.ply == 0
    with pytest.raises(NotYourTurn):
        new().deal("first_player 0")


def test_a_private_outcome_is_noted_with_its_owner() -> None:
    game = looking()
    owner = look(game)
    assert game.record.entries[-1].audience == owner


# Taking back


def test_a_choice_inside_an_action_can_be_taken_back() -> None:
    game = new()
    start = game.position.digest()
    game.play("buy salt")
    inside = game.position.digest()
    game.undo()
    assert game.position.digest() == start
    assert game.ply == 3
    game.redo()
    assert game.position.digest() == inside


def test_choices_are_taken_back_until_the_move_began() -> None:
    game = new()
    game.play("buy salt").undo().play("sell salt").undo()
    assert game.record == new().record
    with pytest.raises(qd.CannotUndo):
        game.undo()


def test_nothing_is_taken_back_once_somebody_else_is_asked() -> None:
    game = new()
    mover = game.actor
    game.play("saline")
    assert game.actor != mover
    assert game.undoable() is None
    assert game.undoable(mover) is None
    with pytest.raises(qd.CannotUndo):
        game.undo()
    with pytest.raises(qd.CannotUndo):
        game.undo(mover)


def test_only_ones_own_choices_are_taken_back() -> None:
    game = new()
    actor = game.actor
    assert actor is not None
    game.play("buy salt")
    assert game.undoable(actor) == 3
    for other in (seat for seat in range(3) if seat != actor):
        assert game.undoable(other) is None
        with pytest.raises(qd.CannotUndo):
            game.undo(other)


def test_nothing_is_taken_back_before_the_first_choice() -> None:
    with pytest.raises(qd.CannotUndo):
        new().undo()
    with pytest.raises(qd.CannotUndo):
        Game.new(TOY, 2).undo()


def test_nothing_is_taken_back_once_chance_was_dealt() -> None:
    game = go_on(begin(), last=9)
    assert game.undoable(0) == 8, "dig, before anything was found"
    game.deal("find 2")
    assert game.undoable(0) is None


def test_nothing_is_taken_back_once_a_tile_was_looked_at() -> None:
    game = looking()
    owner = look(game)
    assert game.undoable(owner) is None
    with pytest.raises(qd.CannotUndo):
        game.undo(owner)


def test_a_finished_game_is_finished() -> None:
    game = at_random(new())
    with pytest.raises(qd.CannotUndo):
        game.undo()


def test_a_new_choice_forgets_what_could_be_redone() -> None:
    game = new()
    game.play("buy salt").undo()
    game.play("sell salt")
    with pytest.raises(qd.CannotUndo):
        game.redo()


def test_a_refused_choice_forgets_nothing() -> None:
    game = new()
    game.play("buy salt").undo()
    with pytest.raises(IllegalAction):
        game.play("sail_home")
    assert notations(game.redo())[-1] == "buy salt"


def test_to_play_by_hand_what_was_taken_back_is_to_redo_it() -> None:
    game = new().play("buy salt").undo().play("buy salt")
    assert not game.redoable()


def test_what_can_be_redone_follows_from_the_story() -> None:
    """Two undone, one played again: whoever is told that can go on like the one who did it."""
    game = go_on(begin(), last=5).undo(1).undo(1)
    told_later = go_on(begin(), last=5)
    told_later.withdraw(4).withdraw(2)
    game.redo(1)
    told_later.follow(Entry(1, "row south"))
    for each in (game, told_later):
        assert each.redoable(1)
        assert notations(each.redo(1))[2:] == ["row north", "row south", "anchor long"]


def test_nothing_can_be_redone_without_undo() -> None:
    with pytest.raises(qd.CannotUndo):
        new().redo()


def test_redo_goes_on_as_the_choice_did() -> None:
    """The game deals what is due after a choice that is played again."""
    game = new(seats=2)
    at_random(game, seed=3, choices=30)
    while game.undoable() is None:
        at_random(game, seed=game.ply, choices=1)
    before = game.position.digest()
    assert game.undo().redo().position.digest() == before


def test_the_table_may_go_back_further_together() -> None:
    game = at_random(new(), choices=20)
    then = record.replay(game.record, game.rules, 12).digest()
    entries = game.record.entries[:12]
    game.rewind(12)
    assert game.ply == 12
    assert game.position.digest() == then
    assert game.record.entries == entries
    with pytest.raises(qd.CannotUndo):
        game.redo()
    for ply in (-1, 13):
        with pytest.raises(RecordError):
            game.rewind(ply)


def test_going_back_to_the_start_leaves_what_was_dealt_then() -> None:
    game = new()
    dealt = game.record.entries[:]
    at_random(game, choices=20).rewind(0)
    assert game.record.entries == dealt
    assert all(entry.is_chance for entry in dealt)


def test_a_finished_game_may_be_reopened() -> None:
    game = at_random(new())
    game.rewind(game.ply - 1)
    assert game.outcome is None
    assert not game.finished
    record.verify(game.record, game.rules)
    assert at_random(game).outcome is not None


class TestUndoInLanes:
    """Everybody acts at once, and everybody takes back his own."""

    def game(self) -> Game:
        """1: row south. 0: row north. 1: anchor long."""
        return go_on(begin(), last=5)

    def test_a_seat_takes_back_its_own_last_choice(self) -> None:
        game = self.game()
        assert (game.undoable(0), game.undoable(1)) == (3, 4)
        game.undo(0)
        assert notations(game)[2:] == ["row south", "anchor long"]
        assert len(game.legal_for(0)) == 3

    def test_the_others_do_not_notice(self) -> None:
        game = self.game()
        before = game.view(1), game.record_for(1), told(game, 1)
        game.undo(0)
        assert (game.view(1), game.record_for(1), told(game, 1)) == before
        assert game.legal_for(1).codes == []

    def test_a_seat_takes_back_everything_since_the_lanes_opened(self) -> None:
        game = self.game()
        game.undo(1).undo(1)
        assert notations(game)[2:] == ["row north"]
        with pytest.raises(qd.CannotUndo):
            game.undo(1)

    def test_without_a_seat_the_latest_choice_is_taken_back(self) -> None:
        game = self.game()
        assert game.undoable() == 4
        game.undo()
        assert notations(game)[2:] == ["row south", "row north"]

    def test_what_was_taken_back_can_be_played_again(self) -> None:
        game = self.game()
        before = game.position.digest()
        game.undo(0).redo()
        assert game.position.digest() == before
        game.undo(0).play("row south", seat=0)
        assert notations(game)[2:] == ["row south", "anchor long", "row south"]

    def test_what_others_play_forgets_nothing_of_mine(self) -> None:
        game = self.game().undo(0)
        game.undo(1).play("anchor short", seat=1)
        assert game.redoable(0)
        assert not game.redoable(1)
        assert notations(game.redo(0))[2:] == ["row south", "anchor short", "row north"]

    def test_going_back_leaves_what_others_chose_at_the_same_time(self) -> None:
        """Whoever chose first: seat 1 at ply 2 and 4, seat 0 at ply 3 and 5."""
        for ply, left in ((2, ["row north", "anchor short"]), (3, ["row south", "anchor long"])):
            game = go_on(begin(), last=9).reconsider(ply)
            assert notations(game)[2:] == left
            assert game.actors == [1 - game.record.entries[2].seat]
            record.verify(game.record, game.rules)

    def test_going_back_into_a_turn_leaves_nothing_of_it(self) -> None:
        game = go_on(begin(), last=12).reconsider(8)
        assert game.record.entries == go_on(begin(), last=8).record.entries
        assert not game.redoable()

    def test_nothing_is_taken_back_once_the_boats_are_seen(self) -> None:
        game = go_on(begin(), last=6)
        for seat in (0, 1):
            with pytest.raises(qd.CannotUndo):
                game.undo(seat)


# Copies


def test_a_clone_goes_its_own_way() -> None:
    game = at_random(new(), choices=5)
    digest, entries = game.position.digest(), list(game.record.entries)
    clone = game.clone()
    assert clone.position.digest() == digest
    assert clone.record == game.record
    at_random(clone)
    assert clone.finished
    assert (game.position.digest(), game.record.entries) == (digest, entries)
    assert not game.finished


def test_a_clone_does_not_use_up_the_deals_of_the_game() -> None:
    alone, cloned = new(), new()
    at_random(cloned.clone(), seed=5)
    assert at_random(cloned).record == at_random(alone).record


def test_a_clone_of_an_unseeded_game_can_be_played() -> None:
    assert at_random(qd.new("salty_ocean").clone()).finished


# Choices that standing orders made


def test_what_orders_chose_is_noted_and_told_to_everybody() -> None:
    game = go_on(begin(), last=6).play("trade", seat=0, by=record.BY_ORDERS)
    assert [entry.by for entry in game.record.entries[-1:]] == [record.BY_ORDERS]
    for viewer in (None, 0, 1):
        ids = [line.event.message.id for line in game.log(viewer, since=7)]
        assert ids.count("qd.event.by_orders") == 1
    assert not [line for line in game.log() if line.ply < 7 and _by_orders(line)]


def _by_orders(line: LogLine) -> bool:
    return line.event.message.id == "qd.event.by_orders"


def test_what_orders_chose_is_told_again_after_a_restart(tmp_path: Path) -> None:
    game = go_on(begin(), last=6)
    game.keep(tmp_path / "kept.jsonl")
    game.play("trade", seat=0, by=record.BY_ORDERS)
    again = resume(record.read(tmp_path / "kept.jsonl"), TOY)
    assert [line for line in again.log() if _by_orders(line)]


def test_a_choice_of_orders_in_a_lane_is_told_when_the_lanes_have_closed() -> None:
    game = go_on(begin(), last=2).play("row south", seat=1, by=record.BY_ORDERS)
    for viewer, told_now in ((None, False), (0, False), (1, True)):
        assert bool([line for line in game.log(viewer) if _by_orders(line)]) == told_now
    go_on(game, first=3, last=6)
    for viewer in (None, 0, 1):
        assert [line for line in game.log(viewer) if _by_orders(line)]


# Choices made with a hint


def _asked(line: LogLine) -> bool:
    return line.event.message.id == "qd.event.by_hint"


def test_a_hint_is_told_to_everybody_before_what_was_chosen_with_it() -> None:
    game = go_on(begin(), last=6).play("trade", seat=0, by=record.BY_HINT)
    for viewer in (None, 0, 1):
        told = game.log(viewer, since=7)
        assert [_asked(line) for line in told][:2] == [True, False]
    game.undo(0)
    assert not [line for line in game.log() if _asked(line)]
    assert [line for line in game.redo(0).log() if _asked(line)]


def test_a_gesture_tells_of_a_hint_once() -> None:
    game = go_on(begin(), last=2)
    after = game.clone().play("row south", seat=1)
    game.play("row south", after.legal_for(1)[0], seat=1, by=record.BY_HINT)
    assert [entry.by for entry in game.record.entries[2:]] == [record.BY_HINT, ""]


def test_a_hint_in_a_lane_is_told_when_the_lanes_have_closed() -> None:
    game = go_on(begin(), last=2).play("row south", seat=1, by=record.BY_HINT)
    for viewer, told_now in ((None, False), (0, False), (1, True)):
        assert bool([line for line in game.log(viewer) if _asked(line)]) == told_now
    go_on(game, first=3, last=6)
    for viewer in (None, 0, 1):
        assert [line for line in game.log(viewer) if _asked(line)]


# Seeing


def test_a_look_is_told_to_its_owner_only() -> None:
    game = looking()
    before = game.ply
    owner = look(game)
    for viewer in (None, *range(game.seats)):
        ids = [message.id for message in told(game, viewer, since=before)]
        assert "so.event.look" in ids
        assert ("so.event.see" in ids) == (viewer == owner)
        covered = game.record_for(viewer).entries[-1].notation == HIDDEN
        assert covered == (viewer != owner)


def test_the_log_tells_from_a_ply_on() -> None:
    game = at_random(new(), choices=10)
    whole = game.log()
    assert {line.ply for line in whole} >= {1, 2, 3}
    assert game.log(since=5) == [line for line in whole if line.ply >= 5]
    assert game.log(since=game.ply + 1) == []


def test_the_log_can_be_read_in_every_language() -> None:
    game = at_random(new())
    for language in ("en", "fr"):
        say = game.translator(language)
        assert all(say.text(line.event.message).strip() for line in game.log())


def test_moves_in_open_lanes_are_told_when_the_lanes_have_closed() -> None:
    game = go_on(begin(), last=5)

    def rowed(viewer: int | None) -> list[object]:
        return [m.arguments["seat"] for m in told(game, viewer) if m.id == "sk.event.row"]

    assert (rowed(0), rowed(1), rowed(None)) == ([0], [1], [])
    go_on(game, 5, 6)
    assert rowed(0) == rowed(1) == rowed(None) == [1, 0]


def test_plies_are_counted_as_far_as_one_knows() -> None:
    game = go_on(begin(), last=5)
    assert game.ply == 5
    assert [game.ply_for(viewer) for viewer in (0, 1, None)] == [3, 4, 2]
    assert game.known_entries(0) == [0, 1, 3]
    assert [line.ply for line in game.log(0) if line.event.lane == 0] == [3]
    assert [line.ply for line in game.log(1) if line.event.lane == 1] == [3, 3]
    go_on(game, 5, 6)
    assert [game.ply_for(viewer) for viewer in (0, 1, None)] == [6, 6, 6]
    assert [line.ply for line in game.log(0) if line.event.lane == 0] == [4]


def test_the_game_as_it_stood_holds_only_what_one_knows() -> None:
    game = go_on(begin(), last=5)
    then = game.at(3, 0)
    assert notations(then) == ["charm pearl", "charm cork", "row north"]
    assert then.view(0).skerries == ("north", None)
    assert game.at(4, 1).view(1).skerries == (None, "south")
    for ply, viewer in ((4, 0), (5, 1), (3, None), (-1, 0)):
        with pytest.raises(RecordError):
            game.at(ply, viewer)


def test_whether_others_have_chosen_shows_in_no_record() -> None:
    """A digest that is missing would tell."""

    def open_record(last: int) -> record.Record:
        game = begin()
        game.record.digests[0] = game.position.digest()
        go_on(game, last=2)
        game.record.digests[2] = game.position.digest()
        for ply, entry in enumerate(game.record.entries):
            game.record.entries[ply] = Entry(entry.seat, entry.notation)
        go_on(game, 2, last)
        return game.record_for(None)

    assert open_record(2).digests
    assert open_record(2) == open_record(3) == open_record(5)


class Gossip(Skerries):
    """A careless game: labels, prompts and reasons tell where all boats are."""

    def gossip(self, position: SkerriesPosition) -> Message:
        return Message("sk.gossip", spots=str(position.spot))

    def describe(self, position: SkerriesPosition, seat: int, code: int) -> Choice:
        found = super().describe(position, seat, code)
        return Choice(code, found.notation, self.gossip(position), found.group, found.rule)

    def prompt(self, position: SkerriesPosition, seat: int) -> Message:
        return self.gossip(position)


def test_not_even_a_careless_game_tells_what_others_choose() -> None:
    for rows in ("row north", "row south"):
        game = Game.new(Gossip(), 2)
        game.deal("charm cork").deal("charm coral").play(rows, seat=1)
        said = [game.prompt(0), *(choice.label for choice in game.legal_for(0))]
        said += [entry.choice.label for entry in game.closed(0)]
        assert {message and message.arguments["spots"] for message in said} == {"[-1, -1]"}
        with pytest.raises(IllegalAction):
            game.play("row reef", seat=0)


def test_an_undone_move_is_not_told() -> None:
    game = go_on(begin(), last=5).undo(1).undo(1)
    assert "sk.event.row" not in [message.id for message in told(game, 1)]


def test_views_hide_what_the_viewer_may_not_know() -> None:
    game = go_on(begin(), last=5)
    assert game.view(0).charms == ("pearl", None)
    assert game.view(1).charms == (None, "cork")
    assert game.view(0).skerries == ("north", None)
    assert game.view().skerries == (None, None)


def test_the_text_is_the_view_in_a_language() -> None:
    game = new(seats=2)
    english, french = game.text(0, "en"), game.text(0, "fr")
    assert [s.kind for s in english] == [s.kind for s in french]
    assert english != french


def test_imagined_worlds_are_not_the_game() -> None:
    game = looking()
    owner = look(game)
    _, name, tile = notations(game)[-1].split()
    place = PLACES.index(name)
    dealer = random.Random(1)
    before = game.position.digest()

    def imagined(viewer: int | None) -> set[str]:
        worlds = [cast(SaltyPosition, game.imagine(viewer, dealer)) for _ in range(50)]
        return {TILES[world.tiles[place]] for world in worlds}

    assert len(imagined(None)) > 1
    assert imagined(owner) == {tile}
    assert game.position.digest() == before


# Names and languages


def test_players_are_called_by_their_names() -> None:
    game = qd.new("salty_ocean", seats=2, names=("Zoé", ""))
    assert game.translator("en").player(0) == "Zoé"
    assert game.translator("en").player(1) == "Player 2"
    assert game.translator("fr").player(1) == "Joueur 2"
    game.play("pass")
    said = game.translator("en").text(game.log()[-1].event.message)
    mover = game.record.entries[3].seat
    assert game.translator("en").player(mover) in said


def test_names_are_part_of_the_record(tmp_path: Path) -> None:
    game = qd.new("salty_ocean", seats=2, names=("Zoé", "Bob"))
    game.save(tmp_path / "game.jsonl")
    assert qd.load(tmp_path / "game.jsonl").record.header.names == ("Zoé", "Bob")


def errors() -> list[qd.QuarterdeckError]:
    """One of every kind a player meets."""
    game = new()
    actor = game.actor
    assert actor is not None
    attempts: list[Callable[[], Game]] = [
        lambda: game.play("sail_home"),
        lambda: game.play("fly"),
        lambda: game.play("take"),
        lambda: game.play("sell gold"),
        lambda: game.play(-1),
        lambda: game.play("pass", seat=(actor + 1) % 3),
        game.undo,
        game.redo,
        lambda: game.rewind(99),
        lambda: new(seats=9),
        lambda: new(price_table="none"),
        lambda: new(moon="full"),
        lambda: qd.new("chess"),
        lambda: qd.load("no/such/file.jsonl"),
    ]
    caught = []
    for attempt in attempts:
        with pytest.raises(qd.QuarterdeckError) as error:
            attempt()
        caught.append(error.value)
    return caught


def test_errors_speak_english_and_french() -> None:
    for error in errors():
        english, french = Translator("en").text(error.message), Translator("fr").text(error.message)
        assert str(error) == english
        assert "qd." not in english + french
        assert "{" not in english + french
        assert english != french


# Keeping


def test_a_saved_game_is_loaded_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    game = at_random(new(), choices=25)
    game.save(file)
    loaded = qd.load(str(file))
    assert loaded.record == game.record
    assert loaded.position.digest() == game.position.digest()
    assert loaded.legal.codes == game.legal.codes
    assert at_random(loaded).finished
    assert record.read(file).entries == game.record.entries, "saved once, not kept"


def test_a_kept_game_is_loaded_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    game = new()
    game.keep(str(file))
    at_random(game, choices=25)
    loaded = qd.load(file)
    assert loaded.record.entries == game.record.entries
    loaded.keep(file)
    at_random(loaded)
    assert qd.load(file).outcome == loaded.outcome


def test_loading_verifies(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    game = at_random(new(), choices=25)
    game.record.digests[20] = "0" * 16
    game.save(file)
    with pytest.raises(record.DamagedRecord):
        qd.load(file)


def test_what_was_undone_before_saving_cannot_be_redone() -> None:
    game = new()
    game.play("buy salt").undo()
    with pytest.raises(qd.CannotUndo):
        resume(game.record, game.rules).redo()


def test_a_resumed_game_deals_by_itself() -> None:
    game = resume(sample(9), TOY)
    assert game.ply == 10
    assert game.record.entries[-1].notation.startswith("find")


def test_digests_are_noted_every_twenty_plies_and_at_the_end() -> None:
    game = at_random(new())
    assert sorted(game.record.digests) == [*range(20, game.ply, 20), game.ply]


def test_a_notation_is_parsed_once_per_move(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new(TOY, 2)
    game.deal("charm cork").deal("charm coral")
    parsed: list[str] = []
    parse = TOY.space.parse

    class Counting:
        def __getattr__(self, name: str) -> object:
            return getattr(SPACE, name)

        def parse(self, text: str) -> int:
            parsed.append(text)
            return parse(text)

    monkeypatch.setattr(Skerries, "space", Counting())
    game.play("row north", seat=0)
    assert parsed == ["row north"]
