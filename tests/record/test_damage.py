"""Damaged records: the line at fault is named, and what can be saved can be played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from quarterdeck import record
from quarterdeck.kernel.errors import (
    BadNotation,
    BadSetup,
    IllegalAction,
    NotYourTurn,
    QuarterdeckError,
    RecordError,
    UnknownName,
)
from quarterdeck.record import DamagedRecord, Outcome, Record
from tests.record.samples import MOVES, ROWS, SAMPLE, changed, line_of, sample, without
from tests.toy import TOY

BYTES = SAMPLE.encode()


def decoded(data: bytes) -> str:
    """Bytes as they are read from a file."""
    return data.decode("utf-8", errors="surrogateescape")


def damage_of(text: str) -> DamagedRecord:
    """The damage found while reading, or else while replaying."""
    with pytest.raises(DamagedRecord) as caught:
        record.verify(record.parse(text), TOY)
    return caught.value


def why(damage: DamagedRecord) -> str:
    return damage.why.id.removeprefix("qd.record.")


def saved(damage: DamagedRecord) -> int:
    """How many entries were saved; they can be played, and are those of the sample."""
    assert damage.salvage is not None
    record.verify(damage.salvage, TOY)
    assert damage.salvage.entries == sample().entries[: len(damage.salvage.entries)]
    return len(damage.salvage.entries)


def entries_before(line: int) -> int:
    return sum('"play"' in row or '"deal"' in row for row in ROWS[: line - 1])


# Cut off


def test_a_file_cut_anywhere_is_read_up_to_the_last_whole_line() -> None:
    replayed = set()
    for length in range(len(BYTES)):
        text = decoded(BYTES[:length])
        line = text.count("\n") + 1
        if text.endswith("\n"):
            found = record.parse(text)
            assert len(found.entries) == entries_before(line)
            record.verify(found, TOY)
            continue
        with pytest.raises(DamagedRecord) as caught:
            record.parse(text)
        assert caught.value.line == line
        assert why(caught.value) == ("cut_off" if length else "empty")
        if line == 1:
            assert caught.value.salvage is None
            continue
        assert caught.value.salvage is not None
        assert len(caught.value.salvage.entries) == entries_before(line)
        if line not in replayed:
            replayed.add(line)
            saved(caught.value)


def test_the_message_names_file_line_and_what_can_be_saved(tmp_path: Path) -> None:
    file = tmp_path / "cut.jsonl"
    file.write_bytes(BYTES[:-3])
    with pytest.raises(DamagedRecord) as caught:
        record.read(file)
    assert str(caught.value) == (
        f"{file}, line {len(ROWS)}: damaged; only the beginning can be recovered (20 entries). "
        "The last line is cut off."
    )


def test_an_earlier_fault_comes_before_a_missing_end() -> None:
    damage = damage_of(changed(4, "garbage")[:-5])
    assert (damage.line, why(damage)) == (4, "not_json")


@pytest.mark.parametrize("text", ["", "\n", "\n\n", " \n"])
def test_an_empty_file_has_nothing_to_save(text: str) -> None:
    damage = damage_of(text)
    assert damage.line == 1
    assert why(damage) == ("not_json" if text else "empty")
    assert damage.salvage is None


# Single lines

GARBAGE = [
    "garbage",
    "",
    "null",
    "7",
    '["play"]',
    '"play"',
    '{"seat": 0, "play": "dig"',
    "[" * 100_000,
    '{"a":' * 50_000,
    "9" * 5_000,
    '{"seat": 0, "play": "\\ud800"}',
    '{"seat": 0, "play": "\udcff"}',
    '\ufeff{"seat": 0, "play": "dig"}',
]


@pytest.mark.parametrize("row", GARBAGE, ids=lambda row: repr(row[:20]))
def test_a_line_that_is_no_object_is_named(row: str) -> None:
    line = 6
    damage = damage_of(changed(line, row))
    assert (damage.line, why(damage)) == (line, "not_json")
    assert saved(damage) == entries_before(line)


def test_bytes_that_are_no_text_are_named_by_their_line(tmp_path: Path) -> None:
    file = tmp_path / "bytes.jsonl"
    for line in range(1, len(ROWS) + 1):
        rows = [row.encode() for row in ROWS]
        rows[line - 1] = rows[line - 1].replace(b'": ', b'": "\xff\xfe', 1)
        file.write_bytes(b"\n".join(rows) + b"\n")
        with pytest.raises(DamagedRecord) as caught:
            record.read(file)
        assert (caught.value.line, why(caught.value)) == (line, "not_json")


FIELDS = [
    ('{"seat": "0", "play": "dig"}', "seat"),
    ('{"seat": 0.0, "play": "dig"}', "seat"),
    ('{"seat": true, "play": "dig"}', "seat"),
    ('{"seat": null, "play": "dig"}', "seat"),
    ('{"seat": -1, "play": "dig"}', "seat"),
    ('{"play": "dig"}', "seat"),
    ('{"seat": 0, "play": 3}', "play"),
    ('{"seat": 0, "play": ["dig"]}', "play"),
    ('{"seat": 1, "play": "anchor long", "by": "bot"}', "by"),
    ('{"seat": 1, "play": "anchor long", "by": ""}', "by"),
    ('{"seat": 1, "play": "anchor long", "by": null}', "by"),
    ('{"deal": {}}', "deal"),
    ('{"deal": "charm cork", "for": "1"}', "for"),
    ('{"deal": "charm cork", "for": null}', "for"),
    ('{"undo": "1"}', "undo"),
    ('{"undo": -1}', "undo"),
    ('{"undo": 99}', "undo"),
    ('{"undo": NaN}', "undo"),
    ('{"digest": "x"}', "ply"),
    ('{"digest": 7, "ply": 4}', "digest"),
    ('{"result": {}, "ply": 4}', "scores"),
    ('{"result": [], "ply": 4}', "result"),
    ('{"result": {"scores": [1], "ranks": ["1"]}, "ply": 4}', "ranks"),
    ('{"result": {"scores": [true], "ranks": [1]}, "ply": 4}', "scores"),
]


@pytest.mark.parametrize(("row", "field"), FIELDS, ids=[row for row, _ in FIELDS])
def test_a_field_that_makes_no_sense_is_named(row: str, field: str) -> None:
    line = line_of('{"seat": 1, "play": "anchor long')
    damage = damage_of(changed(line, row))
    assert (damage.line, why(damage)) == (line, "bad_field")
    assert damage.why.arguments["field"] == field
    assert saved(damage) == 4


def test_a_line_of_no_known_kind_is_named() -> None:
    damage = damage_of(changed(5, '{"seat": 0}'))
    assert (damage.line, why(damage)) == (5, "unknown_line")


def test_nothing_but_an_undo_may_follow_the_result() -> None:
    damage = damage_of(SAMPLE + ROWS[-1] + "\n")
    assert (damage.line, why(damage)) == (len(ROWS) + 1, "after_result")
    assert saved(damage) == len(MOVES)


# The header

HEADER = json.loads(ROWS[0])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game", 7),
        ("rules", "1"),
        ("rules", True),
        ("seats", None),
        ("seats", 2.0),
        ("options", []),
        ("options", {"tides": 2}),
        ("components", None),
        ("names", "Bob"),
        ("names", [1]),
    ],
)
def test_a_header_field_of_the_wrong_kind_is_named(field: str, value: object) -> None:
    damage = damage_of(changed(1, json.dumps(HEADER | {field: value})))
    assert (damage.line, why(damage)) == (1, "bad_field")
    assert damage.why.arguments["field"] == field
    assert damage.salvage is None


@pytest.mark.parametrize("row", ["{}", '{"quarterdeck": 2}', '{"seat": 0, "play": "dig"}'])
def test_a_first_line_that_is_no_header_is_named(row: str) -> None:
    damage = damage_of(changed(1, row))
    assert (damage.line, why(damage)) == (1, "no_header")
    assert damage.salvage is None


@pytest.mark.parametrize(
    ("field", "value", "cause"),
    [
        ("seats", 0, BadSetup),
        ("seats", 10**30, BadSetup),
        ("options", {"tides": "9"}, BadSetup),
        ("options", {"moon": "full"}, UnknownName),
    ],
)
def test_a_header_nobody_can_start_with_leaves_nothing_to_save(
    field: str, value: object, cause: type[QuarterdeckError]
) -> None:
    text = changed(1, json.dumps(HEADER | {field: value}))
    damage = damage_of(text)
    assert damage.line == 1
    assert type(damage.__cause__) is cause
    with pytest.raises(DamagedRecord):
        record.salvage(record.parse(text), TOY)


# Lines that can be read and are wrong all the same


def test_every_missing_entry_is_noticed() -> None:
    """By the next entry, which does not fit any more, or at the latest by the next digest."""
    for line in range(2, len(ROWS) + 1):
        kind = json.loads(ROWS[line - 1])
        if "digest" in kind or "result" in kind:
            record.verify(record.parse(without(line)), TOY)
            continue
        damage = damage_of(without(line))
        next_digest = next(n for n in range(line, len(ROWS)) if '"digest"' in ROWS[n - 1])
        assert line <= damage.line <= next_digest
        assert saved(damage) <= entries_before(line)


def test_a_digest_out_of_place_shows_that_lines_are_missing() -> None:
    line = line_of('{"deal": "charm cork')
    damage = damage_of(without(line))
    digest = next(n for n, row in enumerate(ROWS, 1) if '"ply": 5}' in row)
    assert (damage.line, why(damage)) == (digest - 1, "lines_missing")
    assert saved(damage) == 0


def test_a_choice_that_is_not_open_is_named_with_the_rule() -> None:
    line = line_of('{"seat": 1, "play": "row south')
    damage = damage_of(changed(line, '{"seat": 1, "play": "row reef"}'))
    assert damage.line == line
    assert isinstance(damage.__cause__, IllegalAction)
    assert damage.__cause__.rule == "SK-2.2"
    assert damage.why == damage.__cause__.message
    assert saved(damage) == 2


@pytest.mark.parametrize(
    ("row", "cause"),
    [
        ('{"seat": 1, "play": "fly south"}', BadNotation),
        ('{"seat": 1, "play": "row"}', BadNotation),
        ('{"seat": 1, "play": "row moon"}', BadNotation),
        ('{"seat": 1, "play": ""}', BadNotation),
        ('{"seat": 1, "play": "dig"}', IllegalAction),
        ('{"seat": 7, "play": "row south"}', NotYourTurn),
        ('{"deal": "charm cork"}', NotYourTurn),
    ],
)
def test_an_entry_that_does_not_fit_is_named(row: str, cause: type[QuarterdeckError]) -> None:
    line = line_of('{"seat": 1, "play": "row south')
    damage = damage_of(changed(line, row))
    assert damage.line == line
    assert type(damage.__cause__) is cause
    assert damage.why == damage.__cause__.message
    assert saved(damage) == 2


def test_an_outcome_that_cannot_be_dealt_is_named() -> None:
    line = line_of('{"deal": "find 2')
    damage = damage_of(changed(line, '{"deal": "charm cork"}'))
    assert damage.line == line
    assert type(damage.__cause__) is IllegalAction
    assert saved(damage) == 9


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        ('{"deal": "charm pearl", "for": 0}', '{"deal": "charm pearl"}'),
        ('{"deal": "charm pearl", "for": 0}', '{"deal": "charm pearl", "for": 1}'),
        ('{"deal": "find 2"}', '{"deal": "find 2", "for": 0}'),
    ],
)
def test_a_deal_shown_to_the_wrong_eyes_is_named(row: str, wrong: str) -> None:
    line = line_of(row)
    damage = damage_of(changed(line, wrong))
    assert (damage.line, why(damage)) == (line, "bad_field")
    assert damage.why.arguments["field"] == "for"
    assert saved(damage) == entries_before(line)


def test_a_choice_changed_into_another_open_one_is_caught_by_the_next_digest() -> None:
    line = line_of('{"seat": 0, "play": "row north')
    damage = damage_of(changed(line, '{"seat": 0, "play": "row south"}'))
    digest = next(n for n, row in enumerate(ROWS, 1) if '"ply": 5}' in row)
    assert (damage.line, why(damage)) == (digest, "digest_differs")
    assert damage.why.arguments["ply"] == 5
    assert saved(damage) == 0


def test_a_wrong_digest_spoils_only_what_follows_the_last_good_one() -> None:
    digest = next(n for n, row in enumerate(ROWS, 1) if '"ply": 15}' in row)
    damage = damage_of(changed(digest, '{"digest": "wrong", "ply": 15}'))
    assert damage.line == digest
    assert saved(damage) == 10


def test_a_wrong_digest_of_the_start_leaves_only_the_start() -> None:
    damage = damage_of(changed(2, '{"digest": "wrong", "ply": 0}'))
    assert (damage.line, why(damage)) == (2, "digest_differs")
    assert saved(damage) == 0


@pytest.mark.parametrize("result", [Outcome((4, 5), (2, 1)), Outcome((4, 4), (1, 2))])
def test_a_changed_result_is_found_and_everything_else_saved(result: Outcome) -> None:
    row = json.dumps({"result": {"scores": result.scores, "ranks": result.ranks}, "ply": 20})
    damage = damage_of(changed(len(ROWS), row))
    assert (damage.line, why(damage)) == (len(ROWS), "result_differs")
    assert saved(damage) == len(MOVES)


@pytest.mark.parametrize("result", [Outcome((1, 1), (1, 1)), Outcome((), ())])
def test_a_result_of_an_unfinished_game_is_found(result: Outcome) -> None:
    found = sample(7)
    found.outcome = result
    with pytest.raises(DamagedRecord) as caught:
        record.verify(found, TOY)
    assert why(caught.value) == "result_differs"
    assert saved(caught.value) == 7


def test_damage_found_in_replay_names_the_file(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(changed(line_of('{"deal": "find 2'), '{"deal": "find 9"}'), encoding="utf-8")
    with pytest.raises(DamagedRecord, match=str(file)):
        record.verify(record.read(file), TOY)


def test_a_sound_record_is_its_own_salvage() -> None:
    assert record.salvage(sample(), TOY) == sample()


# Anything at all


def read(text: str) -> tuple[Record | None, DamagedRecord | None]:
    try:
        return record.parse(text), None
    except DamagedRecord as damage:
        return damage.salvage, damage


def playable(found: Record) -> Record | RecordError:
    """What can be played of it; another game, version or set-up cannot be played at all."""
    try:
        return record.salvage(found, TOY)
    except RecordError as error:
        return error


def survives(text: str) -> None:
    """Reading gives a record or DamagedRecord; whatever is saved can be played."""
    found, damage = read(text)
    assert damage is None or 1 <= damage.line <= text.count("\n") + 1
    if found is None:
        return
    sound = playable(found)
    if isinstance(sound, Record):
        record.verify(sound, TOY)
        assert sound.entries == found.entries[: len(sound.entries)]
    elif isinstance(sound, DamagedRecord):
        assert sound.salvage is None


@settings(deadline=None, max_examples=200)
@given(st.text())
@example("\n")
@example('{"quarterdeck": 1}\n')
def test_any_text_is_read_or_damaged(text: str) -> None:
    survives(text)


@settings(deadline=None, max_examples=200)
@given(st.binary())
def test_any_bytes_are_read_or_damaged(data: bytes) -> None:
    survives(decoded(data))


@settings(deadline=None, max_examples=200)
@given(
    st.lists(
        st.tuples(st.integers(0, len(BYTES)), st.integers(0, 30), st.binary(max_size=10)),
        min_size=1,
        max_size=4,
    )
)
def test_a_record_with_any_bytes_changed_is_read_or_damaged(
    changes: list[tuple[int, int, bytes]],
) -> None:
    data = BYTES
    for place, length, new in changes:
        data = data[:place] + new + data[place + length :]
    survives(decoded(data))


values = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
jsons = st.recursive(
    values,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(values.map(str), inner, max_size=2),
    max_leaves=3,
)
keys = st.sampled_from(
    ["seat", "play", "deal", "for", "undo", "digest", "ply", "result", "game", "seats", "options"]
)
line_changes = st.tuples(
    st.sampled_from(["drop", "double", "swap", "set", "remove"]),
    st.integers(0, len(ROWS) - 1),
    keys,
    jsons | st.integers(-2, 25) | st.sampled_from([notation for _, notation in MOVES]),
)


def apply_change(rows: list[str], kind: str, at: int, key: str, value: object) -> None:
    at %= len(rows)
    if kind == "drop" and len(rows) > 1:
        del rows[at]
    elif kind == "double":
        rows.insert(at, rows[at])
    elif kind == "swap":
        rows[at], rows[at - 1] = rows[at - 1], rows[at]
    else:
        data = json.loads(rows[at])
        data.pop(key, None)
        if kind == "set":
            data[key] = value
        rows[at] = json.dumps(data)


@settings(deadline=None, max_examples=150)
@given(st.lists(line_changes, min_size=1, max_size=4))
def test_a_record_with_any_lines_changed_is_read_or_damaged(
    changes: list[tuple[str, int, str, object]],
) -> None:
    rows = list(ROWS)
    for change in changes:
        apply_change(rows, *change)
    survives("\n".join(rows) + "\n")
