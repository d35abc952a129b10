"""From records back to positions: any ply, verification, rules versions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from quarterdeck import games, record
from quarterdeck.game import load, resume
from quarterdeck.kernel.errors import RecordError, RulesVersionMismatch, UnknownName
from quarterdeck.record import MIGRATIONS, DamagedRecord, Entry, Record
from tests.record.samples import MOVES, begin, go_on, sample
from tests.toy import TOY, Skerries


class LaterSkerries(Skerries):
    """The same game as if its rules had been changed twice."""

    version = 3


LATER = LaterSkerries()


def rowed(old: Record, version: int) -> Record:
    """The sample as it would have looked under an older version: `row` was called `go`."""
    entries = [replace(e, notation=e.notation.replace("row ", "go ")) for e in old.entries]
    return Record(replace(old.header, version=version), entries, old.digests, old.outcome)


def to_version_2(old: Record) -> Record:
    """`go` is called `row` now."""
    entries = [replace(e, notation=e.notation.replace("go ", "row ")) for e in old.entries]
    return replace(old, header=replace(old.header, version=2), entries=entries)


def to_version_3(old: Record) -> Record:
    """Nothing changed that a record would notice."""
    return replace(old, header=replace(old.header, version=3))


# Any ply


def test_every_ply_is_the_position_the_game_had_then() -> None:
    whole = sample()
    game = begin()
    for ply in range(len(MOVES) + 1):
        assert record.replay(whole, TOY, ply).digest() == game.position.digest()
        go_on(game, ply, ply + 1)


def test_positions_move_through_every_ply_from_the_start() -> None:
    tides = [position.dump()["tide"] for position in record.positions(sample(), TOY)]
    assert tides == [0] * 2 + [1] * 9 + [2] * 10
    assert len(tides) == len(MOVES) + 1


@pytest.mark.parametrize(("ply", "shown"), [(-1, "−1"), (21, "21")])
def test_a_ply_beyond_the_record_does_not_exist(ply: int, shown: str) -> None:
    with pytest.raises(RecordError, match=f"There is no entry {shown}: the record ends at 20"):
        record.replay(sample(), TOY, ply)


def test_the_beginning_of_a_record_has_its_digests_and_no_result() -> None:
    whole = sample()
    half = whole.until(12)
    assert half.entries == whole.entries[:12]
    assert sorted(half.digests) == [0, 5, 10]
    assert half.outcome is None
    assert whole.until(20) == whole
    assert len(whole.entries) == 20


def test_verifying_gives_the_last_position() -> None:
    assert record.verify(sample(), TOY).finished
    assert not record.verify(sample(12), TOY).finished


def test_a_record_without_digests_and_result_can_be_verified() -> None:
    bare = Record(sample().header, sample().entries)
    assert record.verify(bare, TOY).digest() == record.verify(sample(), TOY).digest()


def test_a_finished_game_that_lost_its_last_line_knows_its_result() -> None:
    whole = sample()
    assert resume(replace(whole, outcome=None), TOY).outcome == whole.outcome


# Other conditions


def test_a_record_of_another_game_is_refused() -> None:
    with pytest.raises(RecordError, match="a record of “skerries”, not of “salty_ocean”"):
        record.verify(sample(), games.load("salty_ocean"))


def test_a_record_made_with_other_components_is_refused() -> None:
    other = sample()
    other.header = replace(other.header, components="0123456789abcdef")
    with pytest.raises(RecordError, match="0123456789abcdef"):
        record.verify(other, TOY)
    with pytest.raises(RecordError, match="other components"):
        resume(other, TOY)


def test_a_record_of_an_unknown_game_is_refused(tmp_path: Path) -> None:
    record.write(sample(), tmp_path / "toy.jsonl")
    with pytest.raises(UnknownName, match="skerries"):
        load(tmp_path / "toy.jsonl")


# Rules versions


def test_a_record_of_another_rules_version_is_refused() -> None:
    old = rowed(sample(), 1)
    for attempt in (record.migrate, record.replay, record.verify, record.salvage, resume):
        with pytest.raises(RulesVersionMismatch) as caught:
            attempt(old, LATER)
        assert (caught.value.found, caught.value.wanted) == (1, 3)
        assert not isinstance(caught.value, DamagedRecord)


def test_the_refusal_names_both_versions() -> None:
    with pytest.raises(RulesVersionMismatch, match="rules version 1; this program plays version 3"):
        resume(sample(), LATER)


def test_a_record_is_brought_up_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MIGRATIONS, ("skerries", 1), to_version_2)
    monkeypatch.setitem(MIGRATIONS, ("skerries", 2), to_version_3)
    new = record.migrate(rowed(sample(), 1), LATER)
    assert new.header.version == 3
    assert new.entries == sample().entries
    game = resume(rowed(sample(), 1), LATER)
    assert game.finished
    assert game.outcome == sample().outcome


def test_a_record_may_start_in_the_middle_of_the_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MIGRATIONS, ("skerries", 2), to_version_3)
    middle = replace(sample(), header=replace(sample().header, version=2))
    assert resume(middle, LATER).outcome == sample().outcome


def test_a_broken_chain_is_refused_where_it_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MIGRATIONS, ("skerries", 1), to_version_2)
    with pytest.raises(RulesVersionMismatch) as caught:
        record.migrate(rowed(sample(), 1), LATER)
    assert caught.value.found == 2


def test_migrations_of_another_game_do_not_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MIGRATIONS, ("salty_ocean", 1), to_version_3)
    with pytest.raises(RulesVersionMismatch):
        record.migrate(sample(), LATER)


def test_a_record_from_the_future_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MIGRATIONS, ("skerries", 4), to_version_3)
    future = replace(sample(), header=replace(sample().header, version=4))
    with pytest.raises(RulesVersionMismatch) as caught:
        record.migrate(future, LATER)
    assert (caught.value.found, caught.value.wanted) == (4, 3)


def test_a_record_of_this_version_is_left_alone() -> None:
    found = sample()
    assert record.migrate(found, TOY) is found


def test_no_migration_is_registered_without_need() -> None:
    """Every registered migration leads on from a version that some game once had."""
    for game, version in MIGRATIONS:
        assert version < games.load(game).version


def test_an_entry_tells_chance_from_choice() -> None:
    assert [entry.is_chance for entry in sample().entries[:3]] == [True, True, False]
    assert Entry(0, "dig", line=3) == Entry(0, "dig", line=9)
