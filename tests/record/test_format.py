"""Records as JSON Lines: what is written, and that it is read back as it was."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quarterdeck import record
from quarterdeck.kernel.errors import RecordError
from quarterdeck.kernel.messages import EVERYBODY
from quarterdeck.kernel.position import NATURE
from quarterdeck.record import BY_HINT, BY_ORDERS, Entry, Header, Outcome, Record
from quarterdeck.record.jsonl import lines, undo_line
from tests.record.samples import (
    MOVES,
    NAMES,
    ROWS,
    SAMPLE,
    begin,
    entries,
    go_on,
    line_of,
    sample,
    text,
)
from tests.toy import TOY

HEADER = Header("skerries", 1, 2, {"tides": "2"}, "digest", ("Zoé", ""))


def parsed(*rows: str) -> Record:
    return record.parse("".join(row if row.endswith("\n") else row + "\n" for row in rows))


# What is written


def test_the_first_line_tells_what_the_game_was_started_with() -> None:
    assert json.loads(ROWS[0]) == {
        "quarterdeck": 1,
        "game": "skerries",
        "rules": 1,
        "seats": 2,
        "options": {"tides": "2", "duels": "on"},
        "components": "skerries",
        "names": ["Zoé", "Bob"],
    }


def test_every_entry_is_one_line() -> None:
    found = [json.loads(row) for row in ROWS[1:]]
    played = [d for d in found if "play" in d or "deal" in d]
    assert [(d.get("seat", NATURE), d.get("play") or d["deal"]) for d in played] == list(MOVES)


def test_a_deal_for_one_pair_of_eyes_says_for_whom() -> None:
    assert json.loads(ROWS[line_of('{"deal": "charm cork') - 1]) == {
        "deal": "charm cork",
        "for": 1,
    }
    assert json.loads(ROWS[line_of('{"deal": "find 2') - 1]) == {"deal": "find 2"}


def test_a_choice_that_orders_made_says_so() -> None:
    game = go_on(begin(), last=6).play("trade", seat=0, by=BY_ORDERS)
    row = text(game.record).splitlines()[-1]
    assert json.loads(row) == {"seat": 0, "play": "trade", "by": "orders"}
    found = record.parse(text(game.record))
    assert [entry.by for entry in found.entries] == [""] * 6 + [BY_ORDERS]
    assert text(found) == text(game.record)
    # Nobody else's choice says who made it, and everybody may read whose does
    assert text(game.record).count('"by"') == 1
    for viewer in (None, 0, 1):
        assert game.record_for(viewer).entries[6].by == BY_ORDERS


def test_a_choice_made_with_a_hint_says_so() -> None:
    game = go_on(begin(), last=6).play("trade", seat=0, by=BY_HINT)
    row = text(game.record).splitlines()[-1]
    assert json.loads(row) == {"seat": 0, "play": "trade", "by": "hint"}
    found = record.parse(text(game.record))
    assert found.hinted == {0}
    assert found.entries[-1].is_own
    assert text(found) == text(game.record)
    assert game.record.until(6).hinted == frozenset()


def test_a_choice_made_in_no_known_way_is_refused() -> None:
    game = go_on(begin(), last=6).play("trade", seat=0, by=BY_HINT)
    with pytest.raises(RecordError):
        record.parse(text(game.record).replace('"hint"', '"stars"'))


def test_digests_stand_after_the_entry_they_speak_of() -> None:
    found = [json.loads(row) for row in ROWS]
    plies = [d["ply"] for d in found if "digest" in d]
    assert plies == [0, 5, 10, 15, 20]
    for number, data in enumerate(found):
        if "digest" in data:
            before = [d for d in found[:number] if "play" in d or "deal" in d]
            assert len(before) == data["ply"]


def test_the_last_line_is_the_result() -> None:
    assert json.loads(ROWS[-1]) == {"result": {"scores": [4, 4], "ranks": [1, 1]}, "ply": 20}


def test_names_are_written_as_people_write_them() -> None:
    assert "Zoé" in ROWS[0]


def test_a_name_with_a_line_break_stays_on_one_line() -> None:
    odd = Record(Header("skerries", 1, 2, {}, "", ("a\nb", "\u2028", '"\\')))
    (line,) = lines(odd)
    assert line.count("\n") == 1
    assert record.parse(line) == odd


# What is read


def test_what_is_written_is_read_back() -> None:
    found = record.parse(SAMPLE)
    assert found == sample()
    assert found.header.names == NAMES
    assert text(found) == SAMPLE


def test_every_beginning_is_read_back() -> None:
    for last in range(len(MOVES)):
        assert record.parse(text(sample(last))) == sample(last)


def test_entries_know_their_line() -> None:
    found = record.parse(SAMPLE)
    for entry in found.entries:
        assert entry.notation in ROWS[entry.line - 1]


def test_a_private_deal_is_read_with_its_audience() -> None:
    found = record.parse(SAMPLE)
    assert [entry.audience for entry in found.entries[:3]] == [0, 1, EVERYBODY]
    assert found.entries[0] == Entry(NATURE, "charm pearl", audience=0)


def test_a_record_may_have_no_names() -> None:
    header = json.loads(ROWS[0])
    del header["names"]
    assert parsed(json.dumps(header)).header.names == ()


def test_line_ends_of_another_system_do_not_matter() -> None:
    assert record.parse(SAMPLE.replace("\n", "\r\n")) == sample()


def test_other_writers_may_escape_what_is_not_ascii() -> None:
    header = json.dumps(json.loads(ROWS[0]))
    assert "\\u00e9" in header
    assert parsed(header).header.names == NAMES
    assert parsed(header.replace("Bob", "\\ud83d\\ude00")).header.names == ("Zoé", "😀")


words = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
plays = st.builds(Entry, st.integers(0, 5), words)
deals = st.builds(Entry, st.just(NATURE), words, st.integers(-1, 5))
headers = st.builds(
    Header,
    words,
    st.integers(),
    st.integers(),
    st.dictionaries(words, words, max_size=3),
    words,
    st.lists(words, max_size=4).map(tuple),
)
outcomes = st.builds(
    Outcome,
    st.lists(st.integers(), max_size=4).map(tuple),
    st.lists(st.integers(), max_size=4).map(tuple),
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    listed = draw(st.lists(plays | deals, max_size=8))
    digests = draw(st.dictionaries(st.integers(0, len(listed)), words))
    return Record(draw(headers), listed, digests, draw(st.none() | outcomes))


@settings(deadline=None)
@given(records())
def test_any_record_is_read_back_as_it_was_written(any_record: Record) -> None:
    assert record.parse(text(any_record)) == any_record


# Taking back


def test_an_undo_line_takes_back_the_last_entry() -> None:
    found = parsed(*ROWS[:1], '{"seat": 0, "play": "dig"}', undo_line(0))
    assert found.entries == []


def test_an_undo_line_takes_back_an_entry_in_the_middle() -> None:
    rows = [
        f'{{"seat": {seat}, "play": "{word}"}}' for seat, word in ((0, "a"), (1, "b"), (0, "c"))
    ]
    found = parsed(ROWS[0], *rows, undo_line(1))
    assert found.entries == entries((0, "a"), (0, "c"))


def test_play_goes_on_after_an_undo_line() -> None:
    found = parsed(
        ROWS[0],
        '{"seat": 0, "play": "a"}',
        '{"seat": 0, "play": "b"}',
        undo_line(1),
        '{"seat": 0, "play": "c"}',
        '{"digest": "d", "ply": 2}',
    )
    assert found.entries == entries((0, "a"), (0, "c"))
    assert found.digests == {2: "d"}


def test_an_undo_line_takes_what_was_noted_about_later_plies_with_it() -> None:
    rows = ['{"seat": 0, "play": "a"}', '{"digest": "x", "ply": 1}', '{"seat": 0, "play": "b"}']
    more = ['{"digest": "y", "ply": 2}', '{"result": {"scores": [], "ranks": []}, "ply": 2}']
    assert parsed(ROWS[0], *rows, *more, undo_line(1)).digests == {1: "x"}
    assert parsed(ROWS[0], *rows, *more, undo_line(1)).outcome is None
    assert parsed(ROWS[0], *rows, *more, undo_line(0)).digests == {}


def test_a_record_does_not_tell_what_was_taken_back() -> None:
    found = parsed(*ROWS[:4], undo_line(1))
    assert "undo" not in text(found)
    assert record.parse(text(found)) == found


# Files


def test_a_file_is_read_back(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    record.write(sample(), file)
    assert file.read_text(encoding="utf-8") == SAMPLE
    assert record.read(file) == sample()
    assert record.read(file).source == str(file)


def test_writing_replaces_a_file_and_leaves_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text("something else", encoding="utf-8")
    record.write(sample(), file)
    assert record.read(file) == sample()
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_does_not_exist_is_reported_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"nothing\.jsonl cannot be read: No such file"):
        record.read(tmp_path / "nothing.jsonl")


def test_a_folder_is_no_record(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read: Is a directory"):
        record.read(tmp_path)


@pytest.mark.parametrize("name", ["missing/game.jsonl", "game\0.jsonl", ""])
def test_what_cannot_be_written_is_reported(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(RecordError, match="cannot be written"):
        record.write(sample(), folder / name)
    assert list(tmp_path.rglob("*")) == [folder]


def test_the_sample_itself_can_be_played() -> None:
    assert record.verify(record.parse(SAMPLE), TOY).finished
