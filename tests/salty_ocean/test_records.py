"""What single recorded games of Upon a Salty Ocean are kept for."""

from __future__ import annotations

from pathlib import Path

from quarterdeck.record.record import HIDDEN
from quarterdeck.testing.records import leave_and_go_on
from tests.fixtures.stories import FOLDER, RULES, Tale


def test_a_game_left_between_the_decoy_and_the_next_ship_goes_on_to_the_same_end(
    tmp_path: Path,
) -> None:
    found = Tale(FOLDER / "pirates_decoy.jsonl")
    attacks = [ply for ply, scene in enumerate(found.scenes, 1) if scene.told("so.event.pirates")]
    inside = [ply for ply in attacks if type(found.scenes[ply].step).__name__ == "SailOut"]
    assert inside
    for ply in inside:
        leave_and_go_on(found.record, RULES, ply, tmp_path / f"{ply}.jsonl")


def test_what_one_player_looked_at_is_covered_in_the_records_of_the_others() -> None:
    whole = Tale(FOLDER / "fierte_swap.jsonl").record
    looks = [(ply, entry) for ply, entry in enumerate(whole.entries) if entry.audience >= 0]
    for viewer in (None, *range(whole.header.seats)):
        seen = whole.seen_by(viewer)
        for ply, entry in looks:
            hidden = seen.entries[ply].notation == HIDDEN
            assert hidden == (viewer != entry.audience)
        assert len(seen.entries) == len(whole.entries)
