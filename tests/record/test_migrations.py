"""Records of earlier rules versions, kept as they were written, and what becomes of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from quarterdeck import games, record
from quarterdeck.game import resume
from quarterdeck.kernel.errors import RulesVersionMismatch
from quarterdeck.record import Record
from tests.kit.rules import rule

EARLIER = Path(__file__).resolve().parents[1] / "fixtures" / "earlier"
SALTFJORD = games.load("saltfjord")
SALTFJORD_1 = sorted((EARLIER / "saltfjord_1").glob("*.jsonl"))


def first_turn(found: Record) -> int:
    """The ply of the first choice after set-up in a record of the earlier version."""
    plies = [ply for ply, entry in enumerate(found.entries) if "roll" in entry.notation]
    return next(ply for ply in plies if not found.entries[ply + 1].is_chance) + 1


def test_there_are_earlier_records() -> None:
    assert len(SALTFJORD_1) == 5


@rule("SF-1.6")
@pytest.mark.parametrize("path", SALTFJORD_1, ids=lambda path: path.stem)
def test_an_earlier_game_of_saltfjord_is_migrated_to_the_same_end(path: Path) -> None:
    old = record.read(path)
    assert old.header.version == 1
    new = record.migrated(old, SALTFJORD)
    assert new.header == replace(old.header, version=2)
    assert new.outcome == old.outcome
    assert new.outcome is not None
    record.verify(new, SALTFJORD)
    # The same happens from the first turn on, and before it the same in another order
    turn = first_turn(old)
    assert new.entries[turn:] == old.entries[turn:]
    assert sorted(e.notation for e in new.entries) == sorted(e.notation for e in old.entries)
    # A record of today keeps no digest of the rules of then
    assert not new.digests
    assert record.read(path) == old


@pytest.mark.parametrize("path", SALTFJORD_1, ids=lambda path: path.stem)
def test_an_earlier_game_of_saltfjord_can_be_left_anywhere_after_its_dice_were_rolled(
    path: Path,
) -> None:
    old = record.read(path)
    turn = first_turn(old)
    for ply in (turn, turn + 1, len(old.entries) - 1):
        game = resume(record.migrated(old.until(ply), SALTFJORD), SALTFJORD)
        assert game.ply == ply
        assert not game.position.chance


@pytest.mark.parametrize("path", SALTFJORD_1, ids=lambda path: path.stem)
def test_an_earlier_game_of_saltfjord_without_its_dice_is_refused(path: Path) -> None:
    old = record.read(path)
    crates = next(p for p, entry in enumerate(old.entries) if entry.notation.startswith("crate"))
    for ply in range(first_turn(old)):
        if ply <= crates:
            # Nothing has happened yet in another order than today
            record.verify(record.migrated(old.until(ply), SALTFJORD), SALTFJORD)
        else:
            with pytest.raises(RulesVersionMismatch) as refused:
                record.migrated(old.until(ply), SALTFJORD)
            assert (refused.value.found, refused.value.wanted) == (1, 2)
