"""The record as one viewer may have it: covered outcomes, open lanes."""

from __future__ import annotations

import pytest

from quarterdeck import record
from quarterdeck.kernel.position import NATURE
from quarterdeck.record import DamagedRecord, Entry
from quarterdeck.record.record import HIDDEN
from tests.record.samples import MOVES, begin, go_on, sample, text
from tests.toy import TOY

VIEWERS = (None, 0, 1)
# Entries 2 to 4 are made in lanes; entry 5 closes them.
IN_LANES = 5


def test_everybody_sees_what_everybody_saw() -> None:
    whole = sample()
    for viewer in VIEWERS:
        seen = whole.seen_by(viewer)
        assert len(seen.entries) == len(MOVES)
        for entry, mine in zip(whole.entries, seen.entries, strict=True):
            if not entry.is_chance or entry.notation.startswith(("find", "brawl")):
                assert mine == entry


@pytest.mark.parametrize(
    ("viewer", "charms"),
    [
        (0, ["charm pearl", HIDDEN, "charm coral"]),
        (1, [HIDDEN, "charm cork", HIDDEN]),
        (None, [HIDDEN, HIDDEN, HIDDEN]),
    ],
)
def test_what_others_drew_is_covered(viewer: int | None, charms: list[str]) -> None:
    seen = sample().seen_by(viewer)
    assert [seen.entries[ply].notation for ply in (0, 1, 7)] == charms


def test_a_covered_outcome_still_says_whose_it_is() -> None:
    assert sample().seen_by(1).entries[0] == Entry(NATURE, HIDDEN, audience=0)


def test_digests_go_with_what_is_covered() -> None:
    """They could be used to guess."""
    assert sample().digests
    for viewer in VIEWERS:
        assert sample().seen_by(viewer).digests == {}


def test_without_secrets_the_record_is_whole() -> None:
    open_record = sample()
    for viewer in VIEWERS:
        only_own = [e for e in open_record.entries if e.audience < 0]
        public = record.Record(open_record.header, only_own, {3: "digest"}, open_record.outcome)
        assert public.seen_by(viewer) == public


def test_the_result_is_public() -> None:
    assert sample().seen_by(None).outcome == sample().outcome


def test_covering_leaves_the_record_itself_alone() -> None:
    whole = sample()
    seen = whole.seen_by(None)
    seen.entries.clear()
    seen.digests[3] = "x"
    assert whole == sample()


def test_a_covered_record_can_be_written_and_read_but_not_replayed() -> None:
    seen = record.parse(text(sample().seen_by(1)))
    assert seen == sample().seen_by(1)
    with pytest.raises(DamagedRecord) as caught:
        record.replay(seen, TOY)
    assert caught.value.line == 2


def test_others_choices_in_open_lanes_are_left_out() -> None:
    whole = sample(IN_LANES)
    choices = {viewer: whole.seen_by(viewer, open_choices=3).entries[2:] for viewer in VIEWERS}
    assert choices[None] == []
    assert choices[0] == [Entry(0, "row north")]
    assert choices[1] == [Entry(1, "row south"), Entry(1, "anchor long")]


def test_a_game_knows_which_choices_are_still_secret() -> None:
    game = go_on(begin(), last=IN_LANES)
    assert [e.notation for e in game.record_for(0).entries] == ["charm pearl", HIDDEN, "row north"]
    go_on(game, IN_LANES, IN_LANES + 1)
    lanes = [notation for _, notation in MOVES[2 : IN_LANES + 1]]
    for viewer in VIEWERS:
        assert [e.notation for e in game.record_for(viewer).entries[2:]] == lanes


def test_a_game_that_is_over_has_no_secrets() -> None:
    game = go_on(begin())
    for viewer in VIEWERS:
        assert game.record_for(viewer) == game.record
        record.verify(game.record_for(viewer), TOY)
