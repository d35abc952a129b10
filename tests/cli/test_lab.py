"""The command `quarterdeck lab`."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck.lab.results import read_results
from quarterdeck.lab.running import Run as StudyRun
from tests.cli.conftest import Run

STUDY = """
title = "A first study"
game = "salty_ocean"
seats = 2
bots = ["random"]
games = 3
vary.options.price_table = ["seven_rows"]
"""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    path = tmp_path / "study.toml"
    path.write_text(STUDY, encoding="utf-8")
    return path


def test_a_study_is_run_and_run_again(run: Run, study: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    done = f"Done: 6 games in 2 cells, kept in {folder}.\n"
    assert run("lab", "run", study, "--out", folder).out == done
    again = run("lab", "run", study, "--out", folder)
    assert again.out == f"6 games were played before.\n{done}"
    assert len(read_results(folder).games) == 6


def test_a_run_that_is_interrupted_says_what_is_kept(
    run: Run, study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(StudyRun, "go_on", interrupt)
    stopped = run("lab", "run", study, "--out", tmp_path / "out", "--lang", "fr")
    assert stopped.code == 130
    assert stopped.out.startswith("Arrêté. 0 partie est conservée")


def test_a_check_tells_cells_games_and_time(run: Run, study: Path) -> None:
    told = run("lab", "check", study)
    assert told.code == 0
    lines = [line.split() for line in told.lines]
    assert lines[:3] == [
        ["cell", "games", "what", "is", "played"],
        ["0", "3", "seats=2", "bots=random"],
        ["1", "3", "seats=2", "bots=random", "price_table=seven_rows"],
    ]
    assert told.lines[3] == "A first study: 2 cells, 6 games"
    assert told.lines[4] == "About 1 s with 1 process like this one."


def test_a_bad_study_is_refused_before_anything_is_made(
    run: Run, study: Path, tmp_path: Path
) -> None:
    study.write_text(STUDY.replace("seven_rows", "six_rows"), encoding="utf-8")
    refused = run("lab", "run", study, "--out", tmp_path / "out", "--lang", "fr")
    assert refused.code == 2
    assert refused.err.startswith(
        "quarterdeck: study.toml, ligne 7, vary.options.price_table[0]\N{NO-BREAK SPACE}: "
    )
    assert len(refused.err.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_ready_studies_go_by_the_name_of_their_game(run: Run, tmp_path: Path) -> None:
    listed = run("lab", "studies")
    assert "salty_ocean" in listed.out
    assert "seul_maitre" in listed.out
    # A path can be copied, however long it is
    files = [Path(line.strip()) for line in listed.out.splitlines() if line.startswith(" ")]
    assert len(files) >= 4
    assert all(file.is_file() for file in files)
    refused = run("lab", "run", "sel", "--out", tmp_path / "out")
    assert refused.code == 2
    assert "nor a ready study of that name. Ready: salty_ocean" in refused.err


def test_the_folder_keeps_the_study_as_it_was_given(run: Run, study: Path, tmp_path: Path) -> None:
    run("lab", "run", study, "--out", tmp_path / "out")
    assert (tmp_path / "out" / "study.toml").read_text(encoding="utf-8") == STUDY
