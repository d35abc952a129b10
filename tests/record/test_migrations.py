"""Records of earlier rules versions, kept as they were written, and what becomes of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from quarterdeck import record
from quarterdeck.game import resume, rules_for
from quarterdeck.kernel.errors import RulesVersionMismatch
from quarterdeck.record import DamagedRecord, Record
from quarterdeck.testing import rule

EARLIER = Path(__file__).resolve().parents[1] / "fixtures" / "earlier"
SEUL_MAITRE_1 = sorted((EARLIER / "seul_maitre_1").glob("*.jsonl"))
SALTFJORD_1 = sorted((EARLIER / "saltfjord_1").glob("*.jsonl"))
# A player sold the very cube that Smokehouse gave back
POINTLESS = EARLIER / "saltfjord_1" / "three_villages.jsonl"
# All of a game were recorded with the same component values
SALTFJORD = rules_for(record.read(POINTLESS).header)
SEUL_MAITRE = rules_for(record.read(SEUL_MAITRE_1[0]).header)
every_earlier_game = pytest.mark.parametrize(
    "path", [path for path in SALTFJORD_1 if path != POINTLESS], ids=lambda path: path.stem
)
# Choices that answered a question which is not asked any more
MOOT = {"four_villages": ["pay 1"]}


def first_turn(found: Record) -> int:
    """The ply of the first choice after set-up in a record of the earlier version."""
    plies = [ply for ply, entry in enumerate(found.entries) if "roll" in entry.notation]
    return next(ply for ply in plies if not found.entries[ply + 1].is_chance) + 1


def moot_plies(found: Record, path: Path) -> list[int]:
    turn = first_turn(found)
    moot = MOOT.get(path.stem, [])
    said = [entry.notation for entry in found.entries[turn:]]
    return [turn + said.index(each) for each in moot]


def test_there_are_earlier_records() -> None:
    assert len(SALTFJORD_1) == 8
    assert POINTLESS in SALTFJORD_1
    assert len(SEUL_MAITRE_1) == 6


@rule("SF-1.6")
@every_earlier_game
def test_an_earlier_game_of_saltfjord_is_migrated_to_the_same_end(path: Path) -> None:
    old = record.read(path)
    assert old.header.version == 1
    new = record.migrate(old, SALTFJORD)
    assert new.header == replace(old.header, version=2)
    assert new.outcome == old.outcome
    assert new.outcome is not None
    record.verify(new, SALTFJORD)
    # The same happens from the first turn on, and before it the same in another order
    turn = first_turn(old)
    later = iter(new.entries[turn:])
    ahead = next(later)
    moot = []
    for entry in old.entries[turn:]:
        if entry == ahead:
            ahead = next(later, entry)
        else:
            moot.append(entry.notation)
    assert moot == MOOT.get(path.stem, [])
    earlier = sorted(entry.notation for entry in old.entries[:turn])
    assert sorted(entry.notation for entry in new.entries[:turn]) == earlier
    # A record of today keeps no digest of the rules of then
    assert not new.digests
    assert record.read(path) == old


@every_earlier_game
def test_an_earlier_game_of_saltfjord_can_be_left_anywhere_after_its_dice_were_rolled(
    path: Path,
) -> None:
    old = record.read(path)
    turn = first_turn(old)
    last = max(ply for ply, entry in enumerate(old.entries) if not entry.is_chance)
    for ply in (turn, turn + 1, last):
        game = resume(record.migrate(old.until(ply), SALTFJORD), SALTFJORD)
        assert game.ply == ply - sum(at < ply for at in moot_plies(old, path))
        assert not game.position.chance


@every_earlier_game
def test_an_earlier_game_of_saltfjord_without_its_dice_is_refused(path: Path) -> None:
    old = record.read(path)
    crates = next(p for p, entry in enumerate(old.entries) if entry.notation.startswith("crate"))
    for ply in range(first_turn(old)):
        if ply <= crates:
            # Nothing has happened yet in another order than today
            record.verify(record.migrate(old.until(ply), SALTFJORD), SALTFJORD)
        else:
            with pytest.raises(RulesVersionMismatch) as refused:
                record.migrate(old.until(ply), SALTFJORD)
            assert (refused.value.found, refused.value.wanted) == (1, 2)


def test_an_earlier_game_of_saltfjord_with_a_pointless_exchange_is_refused() -> None:
    """What a player did is not told otherwise: it is not among the choices any more."""
    new = record.migrate(record.read(POINTLESS), SALTFJORD)
    with pytest.raises(DamagedRecord) as refused:
        record.verify(new, SALTFJORD)
    assert refused.value.line == 194
    assert refused.value.salvage is not None
    assert len(refused.value.salvage.entries) == 182


# Seul Maître à Bord: the Shipyard asked in a fixed order

PARTS = ("mend_sails", "mend_leaks", "mend_cannons", "improve", "hire", "recruit")


@rule("SM-14.1")
@pytest.mark.parametrize("path", SEUL_MAITRE_1, ids=lambda path: path.stem)
def test_an_earlier_game_of_seul_maitre_is_migrated_to_the_same_end(path: Path) -> None:
    old = record.read(path)
    assert old.header.version == 1
    new = record.migrate(old, SEUL_MAITRE)
    assert new.header == replace(old.header, version=2)
    assert new.outcome == old.outcome
    assert new.outcome is not None
    record.verify(new, SEUL_MAITRE)
    # The same happens, but for what was declined; and every visit to the Shipyard has an end
    words = [entry.notation for entry in old.entries]
    declined = {f"{part} {word}" for part in PARTS for word in ("0", "none")}
    kept = ["hire" if word == "hire 1" else word for word in words if word not in declined]
    assert [entry.notation for entry in new.entries if entry.notation != "done"] == kept
    visits = [entry.notation for entry in new.entries if entry.notation in ("do shipyard", "done")]
    assert visits == ["do shipyard", "done"] * words.count("do shipyard")
    assert "do shipyard" in words
    assert not new.digests
    assert record.read(path) == old


@rule("SM-14.1")
@pytest.mark.parametrize("path", SEUL_MAITRE_1, ids=lambda path: path.stem)
def test_an_earlier_game_of_seul_maitre_can_be_left_anywhere(path: Path) -> None:
    """In the Shipyard, too: then the player says when the visit is over."""
    old = record.read(path)
    visits = [p for p, entry in enumerate(old.entries, 1) if entry.notation == "do shipyard"]
    for visit in visits:
        for ply in range(visit, min(visit + 7, len(old.entries))):
            game = resume(record.migrate(old.until(ply), SEUL_MAITRE), SEUL_MAITRE)
            if old.entries[ply - 1].notation.startswith("recruit"):
                # The last question of version 1
                assert game.record.entries[-1].notation == "done"


def test_an_earlier_game_of_saltfjord_with_options_nobody_knows_is_refused() -> None:
    old = record.read(SALTFJORD_1[0])
    strange = replace(old, header=replace(old.header, options={"village_side": "atlantis"}))
    with pytest.raises(DamagedRecord):
        record.verify(record.migrate(strange, SALTFJORD), SALTFJORD)
