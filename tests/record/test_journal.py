"""The journal: a file that is complete at every moment, whatever happens to the program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quarterdeck import record
from quarterdeck.game import Game, resume
from quarterdeck.kernel.errors import RecordError
from tests.record.samples import MOVES, begin, go_on, plain, sample
from tests.toy import TOY


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


@pytest.fixture
def game(file: Path) -> Game:
    """The sample's game, kept from its start."""
    kept = begin()
    kept.keep(file)
    return kept


def test_every_entry_is_on_disk_as_soon_as_it_was_made(game: Game, file: Path) -> None:
    for ply in range(len(MOVES)):
        go_on(game, ply, ply + 1)
        found = record.read(file)
        assert found.entries == game.record.entries
        assert len(found.entries) == ply + 1
        assert record.verify(found, TOY).digest() == game.position.digest()


def test_the_file_grows_line_by_line(game: Game, file: Path) -> None:
    before = plain(file)
    for ply in range(len(MOVES)):
        go_on(game, ply, ply + 1)
        after = plain(file)
        assert after[: len(before)] == before
        assert len(after) > len(before)
        before = after


def test_the_end_is_written_with_digest_and_result(game: Game, file: Path) -> None:
    go_on(game)
    last, result = (json.loads(line) for line in plain(file)[-2:])
    assert last == {"digest": game.position.digest(), "ply": 20}
    assert result["result"] == {"scores": [4, 4], "ranks": [1, 1]}
    assert record.read(file).outcome == game.outcome


def test_a_game_can_be_kept_from_its_middle(file: Path) -> None:
    game = go_on(begin(), last=9)
    game.keep(file)
    assert record.read(file).digests == {9: game.position.digest()}
    go_on(game, 9)
    assert record.read(file).entries == sample().entries
    record.verify(record.read(file), TOY)


def test_outcomes_of_a_dealer_are_on_disk_too(file: Path) -> None:
    game = resume(sample(8), TOY)
    game.keep(file)
    game.play("dig")
    assert [e.is_chance for e in record.read(file).entries[8:]] == [False, True]


def test_undo_is_written_as_a_line(game: Game, file: Path) -> None:
    go_on(game, last=5)
    game.undo(seat=0)
    assert plain(file)[-1] == '{"undo": 3}'
    found = record.read(file)
    assert found.entries == game.record.entries
    assert [e.notation for e in found.entries[2:]] == ["row south", "anchor long"]
    assert record.verify(found, TOY).digest() == game.position.digest()


def test_redo_and_rewind_are_written_too(game: Game, file: Path) -> None:
    go_on(game, last=5)
    game.undo(seat=0).redo()
    assert record.read(file).entries == game.record.entries
    game.rewind(2)
    assert plain(file)[-3:] == ['{"undo": 4}', '{"undo": 3}', '{"undo": 2}']
    assert record.read(file).entries == sample(2).entries
    go_on(game, 2)
    assert record.read(file).outcome == sample().outcome


def test_a_refused_choice_is_not_written(game: Game, file: Path) -> None:
    go_on(game, last=3)
    before = plain(file)
    with pytest.raises(Exception, match="row reef"):
        game.play("row reef", seat=1)
    assert plain(file) == before


def test_an_abandoned_game_is_taken_up_where_it_was_left(file: Path) -> None:
    """As after a crash: nobody closes anything. In lanes, at chance, between choices."""
    for ply in range(len(MOVES)):
        crashed = begin()
        crashed.keep(file)
        go_on(crashed, last=ply)
        digest = crashed.position.digest()
        del crashed

        found = record.read(file)
        record.verify(found, TOY)
        game = Game(TOY, found, None)
        assert game.position.digest() == digest
        game.keep(file)
        go_on(game, ply)
        assert record.read(file).entries == sample().entries
        assert game.outcome == sample().outcome


def test_a_crash_in_the_middle_of_a_line_costs_only_that_line(game: Game, file: Path) -> None:
    go_on(game, last=9)
    whole = file.read_bytes()
    file.write_bytes(whole[:-4])
    with pytest.raises(record.DamagedRecord) as caught:
        record.read(file)
    assert caught.value.salvage is not None
    again = Game(TOY, caught.value.salvage, None)
    go_on(again, 8)
    assert again.outcome == sample().outcome


def test_a_game_saved_over_its_own_journal_is_still_kept(game: Game, file: Path) -> None:
    go_on(game, last=4)
    game.save(file)
    go_on(game, 4, 9)
    assert record.read(file).entries == sample(9).entries


def test_a_game_may_move_to_another_file(game: Game, file: Path, tmp_path: Path) -> None:
    go_on(game, last=4)
    game.keep(tmp_path / "other.jsonl")
    go_on(game, 4, 9)
    assert record.read(file).entries == sample(4).entries
    assert record.read(tmp_path / "other.jsonl").entries == sample(9).entries


def test_a_file_that_is_gone_is_reported_once_and_the_game_goes_on(game: Game, file: Path) -> None:
    go_on(game, last=4)
    file.unlink()
    with pytest.raises(RecordError, match="cannot be written: No such file"):
        game.play("anchor long", seat=1)
    assert game.ply == 5
    go_on(game, 5)
    assert game.outcome == sample().outcome
    assert not file.exists()


def test_a_file_that_cannot_be_kept_changes_nothing(game: Game, file: Path) -> None:
    with pytest.raises(RecordError, match="cannot be written"):
        game.keep(file / "below.jsonl")
    go_on(game, last=3)
    assert record.read(file).entries == sample(3).entries


def test_a_clone_is_not_kept(game: Game, file: Path) -> None:
    go_on(game, last=4)
    before = plain(file)
    go_on(game.clone(), 4)
    assert plain(file) == before
