"""Records as rows: what a file says is what was played, seen and known."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from quarterdeck import record
from quarterdeck.data import writing
from quarterdeck.data.decisions import players_of
from quarterdeck.data.exporting import PlayedGame, list_records, read_record, replay_game
from quarterdeck.data.schema import AFTER_OPTIONS, BEFORE_OPTIONS, make_schema, read_facts
from quarterdeck.data.writing import CannotWrite, GameTable, draft
from quarterdeck.game import rules_for, rules_of
from quarterdeck.kernel.errors import RecordError
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.record import BY_HINT, BY_ORDERS, Record

FIXTURES = Path(__file__).parents[1] / "fixtures"
PAGE = Path(__file__).parents[2] / "docs" / "data.md"


def write(path: Path, rules: AnyRules, *games: PlayedGame | None) -> Path:
    with draft(path) as file, GameTable(file, make_schema(rules), rules) as table:
        for game in games:
            assert game is not None
            table.add(game.decisions, game.origin, game.ending)
    return path


def play_out(found: Record, rules: AnyRules, with_names: bool = False) -> PlayedGame:
    header = found.header
    players = players_of(header.bots, header.names, header.seats, with_names)
    return replay_game(found, rules, 0, players, None, header.version)


@pytest.mark.parametrize(
    "name",
    [
        "salty_ocean/taken_back",
        "rolling_seas/six_ships",
        "rolling_seas/title_3",
        "saltfjord/alone_lost",
        "seul_maitre/three_rivals",
    ],
)
def test_a_row_is_what_a_seat_knew_and_chose(name: str, tmp_path: Path) -> None:
    """With everything taken back, at once and alone."""
    found = record.read(FIXTURES / f"{name}.jsonl")
    rules = rules_for(found.header)
    assert rules.features is not None
    path = write(
        tmp_path / "a.parquet", rules, read_record(FIXTURES / f"{name}.jsonl", rules, 7, False)
    )
    rows = iter(pq.read_table(path).to_pylist())
    for ply, position in enumerate(record.positions(found, rules)):
        if ply == len(found.entries) or found.entries[ply].is_chance:
            continue
        entry, row = found.entries[ply], next(rows)
        assert (row["ply"], row["seat"], row["notation"]) == (ply, entry.seat, entry.notation)
        assert row["code"] == rules.space.parse(entry.notation)
        assert row["code"] in row["legal"]
        assert row["legal"] == position.legal(entry.seat)
        known = np.array(rules.numbers(position, [entry.seat]), np.float32)
        assert row["observation"] == known.tolist()
        assert row["round"] == rules.round_of(position)
        last = row
    assert next(rows, None) is None
    ranks = rules.final_ranks(position)
    assert (last["game_number"], last["seats"], last["game"]) == (7, len(ranks), rules.id)
    assert (last["scores"], last["ranks"]) == (position.scores, ranks)
    assert last["rank"] == ranks[last["seat"]]
    assert last["win_share"] == pytest.approx((last["rank"] == 1) / max(1, ranks.count(1)))
    told = {option.id: last[f"option_{option.id}"] for option in rules.options}
    assert told == rules.checked_setup(found.header.seats, found.header.options)[1]


def test_the_page_lists_every_column_and_a_file_says_what_it_holds(tmp_path: Path) -> None:
    rules = rules_of("salty_ocean")
    assert rules.features is not None
    text = PAGE.read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `(\w+)` \| `([^`]+)` \|", text, re.MULTILINE))
    expected = {name: str(kind) for name, kind, _ in (*BEFORE_OPTIONS, *AFTER_OPTIONS)}
    told = {name: kind.replace(" not null", "") for name, kind in expected.items()}
    assert {name: listed.get(name) for name in told} == told
    assert listed["option_NAME"] == "string"
    assert listed["observation"] == "fixed_size_list<element: float>[N]"
    path = write(
        tmp_path / "a.parquet",
        rules,
        read_record(FIXTURES / "salty_ocean" / "best_first.jsonl", rules, 0, False),
    )
    schema = pq.read_schema(path)
    assert schema == make_schema(rules)
    facts = read_facts(schema)
    assert (facts["schema"], facts["game"], facts["rules_version"]) == (2, "salty_ocean", 1)
    assert facts["features"] == rules.features.version
    assert tuple(facts["feature_names"]) == rules.features.names
    assert schema.field("observation").type.list_size == len(rules.features)
    assert f"version {facts['schema']}" in text


def test_who_decided_is_told_as_far_as_the_record_says(tmp_path: Path) -> None:
    found = record.read(FIXTURES / "salty_ocean" / "three_players.jsonl")
    rules = rules_of("salty_ocean")
    chosen = [ply for ply, entry in enumerate(found.entries) if entry.seat == 0]
    found.entries[chosen[0]] = replace(found.entries[chosen[0]], by=BY_HINT)
    found.entries[chosen[1]] = replace(found.entries[chosen[1]], by=BY_ORDERS)
    known = replace(found, header=replace(found.header, bots=("", "mate", "")))
    rows = pq.read_table(write(tmp_path / "a.parquet", rules, play_out(known, rules))).to_pylist()
    told = {seat: [r["decided_by"] for r in rows if r["seat"] == seat] for seat in range(3)}
    assert told[0][:3] == ["hint", "orders", "person"]
    assert set(told[1]) == {"bot"}
    assert {row["bot"] for row in rows if row["seat"] == 1} == {"mate"}
    unknown = pq.read_table(write(tmp_path / "b.parquet", rules, play_out(found, rules)))
    assert set(unknown["decided_by"].to_pylist()) == {None, "hint", "orders"}


def test_names_are_left_out_unless_asked_for(tmp_path: Path) -> None:
    """And the same game has the same id, whoever played it."""
    file = tmp_path / "Aliénor.jsonl"
    found = record.read(FIXTURES / "salty_ocean" / "taken_back.jsonl")
    rules = rules_of("salty_ocean")
    record.write(found, file)
    path = write(tmp_path / "a.parquet", rules, read_record(file, rules, 0, False))
    assert "Aliénor".encode() not in path.read_bytes()
    table = pq.read_table(path)
    assert set(table["name"].to_pylist()) == set(table["source"].to_pylist()) == {None}
    named = write(tmp_path / "b.parquet", rules, read_record(file, rules, 0, True))
    assert set(pq.read_table(named)["name"].to_pylist()) == set(found.header.names)
    renamed = replace(found, header=replace(found.header, names=("X", "Y", "Z")))
    again = write(tmp_path / "c.parquet", rules, play_out(renamed, rules))
    assert pq.read_table(again)["game_id"] == table["game_id"]


def test_a_record_of_earlier_rules_is_migrated_and_says_so(tmp_path: Path) -> None:
    file = FIXTURES / "earlier" / "saltfjord_1" / "two_villages.jsonl"
    rules = rules_for(record.read(file).header)
    table = pq.read_table(write(tmp_path / "a.parquet", rules, read_record(file, rules, 0, False)))
    assert set(table["recorded_version"].to_pylist()) == {1}
    assert set(table["rules_version"].to_pylist()) == {rules.version}


def test_every_game_is_read_with_the_component_values_it_was_played_with(tmp_path: Path) -> None:
    """Values that were chosen again do not shut out the games before; each row tells its own."""
    rules = rules_of("saltfjord")
    names = ("two_villages", "carts_second_values")
    files = [FIXTURES / "saltfjord" / f"{name}.jsonl" for name in names]
    played = [read_record(file, rules, number, False) for number, file in enumerate(files)]
    path = write(tmp_path / "a.parquet", rules, *played)
    rows = pq.read_table(path).to_pylist()
    for number, file in enumerate(files):
        found = record.read(file)
        *_, last = record.positions(found, rules_for(found.header))
        told = [row for row in rows if row["game_number"] == number]
        assert {row["components"] for row in told} == {found.header.components}
        assert all(row["scores"] == last.scores for row in told)
    assert len({row["components"] for row in rows}) == 2
    assert "components" not in read_facts(pq.read_schema(path))


def test_an_owners_values_are_meant_for_every_record() -> None:
    """A game of other values is refused, even of values that its game came with."""
    file = FIXTURES / "saltfjord" / "two_villages.jsonl"
    with pytest.raises(RecordError):
        read_record(file, rules_of("saltfjord"), 0, False, with_its_box=False)


def test_no_more_is_in_memory_than_a_group_of_rows_and_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = rules_of("salty_ocean")
    assert rules.features is not None
    most = 250
    monkeypatch.setattr(writing, "GROUP_BYTES", most * 4 * len(rules.features))
    files = list_records([FIXTURES / "salty_ocean"])[:8]
    path = tmp_path / "a.parquet"
    with draft(path) as file, GameTable(file, make_schema(rules), rules) as table:
        for number, each in enumerate(files):
            game = read_record(each, rules, number, False)
            assert game is not None
            table.add(game.decisions, game.origin, game.ending)
            # What is full is on its way to the disk at once
            assert table.waiting < most
    opened = pq.ParquetFile(path)
    assert opened.num_row_groups >= 3
    seen: set[int] = set()
    for number in range(opened.num_row_groups):
        group = opened.read_row_group(number, ["game_number"])
        games = set(group["game_number"].to_pylist())
        assert not games & seen, "a game is whole in its group"
        seen |= games
    assert seen == set(range(len(files)))


def test_a_file_is_whole_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"

    def stop_halfway() -> None:
        with draft(path) as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stop_halfway()
    assert list(tmp_path.iterdir()) == []
    path.write_bytes(b"precious")
    with pytest.raises(CannotWrite), draft(path):
        pass
    assert path.read_bytes() == b"precious"
    with pytest.raises(CannotWrite), draft(path, force=True):
        raise OSError(28, "No space left on device")
    assert path.read_bytes() == b"precious"
    assert list(tmp_path.iterdir()) == [path]
