"""`quarterdeck export` and `quarterdeck generate` as their users meet them."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from quarterdeck.bots import arena
from quarterdeck.data import generating
from tests.cli.conftest import Run

FIXTURES = Path(__file__).parents[1] / "fixtures"
SOUND = FIXTURES / "salty_ocean" / "best_first.jsonl"
OTHER = FIXTURES / "rolling_seas" / "title_1.jsonl"


def test_damaged_and_unfinished_records_are_named_and_left_out(run: Run, tmp_path: Path) -> None:
    lines = SOUND.read_text(encoding="utf-8").splitlines(keepends=True)
    half, bad = tmp_path / "half.jsonl", tmp_path / "bad.jsonl"
    half.write_text("".join(lines[:30]), encoding="utf-8")
    spoilt = [line.replace('"play": "', '"play": "dance') for line in lines]
    bad.write_text("".join(spoilt), encoding="utf-8")
    crowd = tmp_path / "crowd.jsonl"
    crowd.write_text("".join(lines).replace('"seats": 3', '"seats": 999999999'), encoding="utf-8")
    to = tmp_path / "games.parquet"
    told = run("export", half, bad, tmp_path / "none.jsonl", SOUND, crowd, "--to", to)
    assert told.code == 1
    assert f"{half} is left out: The game is not finished." in told.err
    assert f"{bad} is left out: damaged at line 6. “dance" in told.err
    assert "none.jsonl cannot be read" in told.err
    assert f"{crowd} is left out: damaged at line 1." in told.err
    assert told.lines[0].startswith(f"{to}: 1 game of Upon a Salty Ocean, ")
    assert told.lines[1] == "Left out: 3 damaged or unreadable, 1 unfinished."
    # By its place among the records given, a game can be found again
    assert set(pq.read_table(to)["game_number"].to_pylist()) == {3}
    left = run("export", half, "--to", tmp_path / "b.parquet", "--lang", "fr")
    assert left.code == 2
    assert "aucune partie terminée" in left.err
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "bad.jsonl",
        "crowd.jsonl",
        "games.parquet",
        "half.jsonl",
    ]


def test_a_file_holds_one_game_and_is_not_written_over(run: Run, tmp_path: Path) -> None:
    to = tmp_path / "games.parquet"
    mixed = run("export", SOUND, OTHER, "--to", to)
    assert mixed.code == 2
    assert "rolling_seas, salty_ocean" in mixed.err
    assert "--game" in mixed.err
    assert not to.exists()
    chosen = run("export", SOUND, OTHER, "--to", to, "--game", "rolling_seas", "--lang", "fr")
    assert (chosen.code, chosen.err) == (0, "\n")
    assert "1 enregistrement d’un autre jeu est laissé de côté." in chosen.out
    assert set(pq.read_table(to)["game"].to_pylist()) == {"rolling_seas"}
    again = run("export", SOUND, "--to", to)
    assert again.code == 2
    assert "--force" in again.err
    assert run("export", SOUND, "--to", to, "--force").code == 0
    assert set(pq.read_table(to)["game"].to_pylist()) == {"salty_ocean"}


def test_what_cannot_be_exported_is_said_before_anything_is_read(run: Run, tmp_path: Path) -> None:
    to = tmp_path / "games.parquet"
    for arguments, said in (
        ((), "Name records"),
        ((SOUND, "--database", "sqlite:///x.db"), "not both"),
        ((SOUND, "--game", "chess"), "chess"),
        (("--database", f"sqlite:///{tmp_path / 'no.db'}"), "no.db"),
        ((SOUND, "--to", tmp_path / "no" / "a.parquet"), "not a folder"),
        ((SOUND, "--to", tmp_path / "a.csv"), "a.csv: Parquet files are written"),
        ((SOUND, "--to", tmp_path / "a.jsonl", "--lang", "fr"), ".parquet"),
    ):
        told = run("export", "--to", to, *arguments)
        assert told.code == 2, told
        assert said in told.err.replace("\n", " ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("ending", "code"), [("x.PARQUET", 0), ("x", 0), ("x.gz", 2)])
def test_only_a_name_that_promises_something_else_is_refused(
    run: Run, tmp_path: Path, ending: str, code: int
) -> None:
    to = tmp_path / ending
    assert run("export", SOUND, "--to", to).code == code
    assert to.exists() == (code == 0)


@pytest.mark.parametrize("below", ["", "data/salty"])
def test_a_file_where_a_folder_should_be_is_named(run: Run, tmp_path: Path, below: str) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("Mine.", encoding="utf-8")
    told = run("generate", "salty_ocean", "--games", 1, "--out", file / below)
    assert told.code == 2
    assert f"{file} is a file, not a folder" in told.err.replace("\n", " ")
    assert file.read_text(encoding="utf-8") == "Mine."


def test_a_manifest_that_cannot_be_read_says_why(run: Run, tmp_path: Path) -> None:
    (tmp_path / "_manifest.json").mkdir()
    told = run("generate", "salty_ocean", "--games", 1, "--out", tmp_path)
    assert told.code == 2
    assert f"_manifest.json cannot be read: {os.strerror(errno.EISDIR)}" in told.err.replace(
        "\n", " "
    )


def test_a_run_is_generated_stopped_and_gone_on_with(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = arena.play_match

    def interrupted(rules: object, plan: object, number: int, watch: object) -> object:
        if number == 2:
            raise KeyboardInterrupt
        return play(rules, plan, number, watch)  # type: ignore[arg-type]

    command = ("generate", "rolling_seas", "--games", 4, "--bots", "random", "--out", tmp_path)
    one = ("--seats", 1, "--per-file", 2)
    monkeypatch.setattr(generating, "play_match", interrupted)
    stopped = run(*command, *one)
    assert stopped.code == 130
    assert "Stopped. Games kept: 2 of 4. The same command goes on." in stopped.err
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        ".lock",
        "_manifest.json",
        "games-00000.parquet",
    ]
    monkeypatch.setattr(generating, "play_match", play)
    done = run(*command, "--seats", 1)
    assert done.code == 0
    assert done.lines[0] == "Going on. Games that are there: 2 of 4."
    assert "4 games of Rolling Seas" in done.lines[1]
    assert set(pq.read_table(tmp_path)["game_number"].to_pylist()) == set(range(4))
    other = run(*command, "--seats", 2, "--lang", "fr")
    assert other.code == 2
    assert "seats: 1 ≠ 2" in other.err


def test_a_bot_that_thinks_by_the_clock_is_told_of(run: Run, tmp_path: Path) -> None:
    told = run(
        *("generate", "salty_ocean", "--games", 1, "--out", tmp_path / "a" / "b"),
        *("--bots", "random,search:seconds=0.01:simulations=1"),
    )
    assert told.code == 0
    assert "search:seconds=0.01:simulations=1 thinks by the clock" in told.err
