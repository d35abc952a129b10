"""Running studies: every game once, whatever happens to whoever plays it."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from errno import ENOSPC
from pathlib import Path

import pytest

from quarterdeck.kernel.catalogue import translator
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.position import Position
from quarterdeck.lab import crews, playing
from quarterdeck.lab.crews import Alone, Processes, call_crew
from quarterdeck.lab.goals import BATCH, Goal, half_width
from quarterdeck.lab.playing import Failure, Job, play_game, play_job
from quarterdeck.lab.results import RESULTS, PlayedGame, read_results
from quarterdeck.lab.running import CellRun, Run, forecast, open_folder
from quarterdeck.lab.study import Study, parse_study

TEXT = """
title = "Tiny"
game = "salty_ocean"
seats = 2
bots = [["random", "greedy"]]
games = 6
vary.components."money.lot" = [6]
"""
STUDY = parse_study(TEXT, "tiny.toml")


class Enough(Exception):
    pass


def stop_after(count: int) -> Callable[[PlayedGame], None]:
    """Interrupts a run when it has told so many games."""
    told: list[PlayedGame] = []

    def tell(game: PlayedGame) -> None:
        told.append(game)
        if len(told) == count:
            raise Enough

    return tell


def run_all(
    folder: Path,
    study: Study = STUDY,
    workers: int = 1,
    tell: Callable[[PlayedGame], object] = repr,
) -> Run:
    with open_folder(folder, study) as results, call_crew(workers, None) as crew:
        run = Run(study, results)
        run.go_on(crew, tell)
        return run


def lines(folder: Path) -> list[str]:
    return sorted((folder / RESULTS).read_text(encoding="utf-8").splitlines())


@pytest.fixture(scope="module")
def straight(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What a run brings that nothing happens to."""
    folder = tmp_path_factory.mktemp("straight")
    run_all(folder)
    return lines(folder)


# A game


def test_a_game_tells_what_reports_need() -> None:
    game = play_game(Job("salty_ocean", 1, STUDY.cells[1], 3))
    assert (game.cell, game.number, game.seats) == (1, 3, 2)
    assert game.components == {"money.lot": 6}
    assert game.bots == ["greedy", "random"]
    assert sum(game.shares) == 1
    assert game.rounds == len(game.progress) == 5
    assert game.progress[-1] == game.scores
    assert [sum(points.values()) for points in game.sources] == game.scores
    assert sum(sum(used.values()) for used in game.used) == game.decisions <= game.plies
    assert any("building-" in use for use in game.used[0])
    assert PlayedGame.read(game.write()) == game


def test_bots_move_on_one_seat_per_game() -> None:
    seen = [play_game(Job("salty_ocean", 1, STUDY.cells[0], number)).bots for number in (0, 1, 2)]
    assert seen == [["random", "greedy"], ["greedy", "random"], ["random", "greedy"]]


def test_cells_share_their_deals() -> None:
    """Where the varied value does not matter, two cells play the very same games."""
    study = parse_study(
        'title="x"\ngame="salty_ocean"\nseats=2\nbots="random"\ngames=1\n'
        'vary.options.phare_slots_3p=["2"]',
        "x",
    )
    first, second = (play_game(Job("salty_ocean", 1, cell, 0)) for cell in study.cells)
    assert (first.scores, first.used) == (second.scores, second.used)
    other = play_game(Job("salty_ocean", 2, study.cells[0], 0))
    assert other.used != first.used


def test_deals_follow_from_seed_and_number_and_not_from_the_cell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    draw = playing._Dealer.draw
    drawn: list[int] = []

    def note(self: playing._Dealer, position: Position) -> int:
        drawn.append(draw(self, position))
        return drawn[-1]

    monkeypatch.setattr(playing._Dealer, "draw", note)

    def deal(seed: int, cell: int, number: int) -> list[int]:
        drawn.clear()
        play_game(Job("salty_ocean", seed, STUDY.cells[cell], number))
        return drawn[:]

    first = deal(1, 0, 0)
    assert len(first) > 3
    assert deal(1, 0, 0) == first
    assert deal(1, 1, 0)[:3] == first[:3]
    assert deal(1, 0, 1)[:3] != first[:3]
    assert deal(2, 0, 0)[:3] != first[:3]


def test_what_is_made_from_a_number_is_another_in_every_game_and_the_same_in_every_cell() -> None:
    study = parse_study(
        'title="x"\ngame="rolling_seas"\nseats=1\nbots="random"\ngames=1\n'
        'options.map="generated"\nvary.options.ambush=["true"]',
        "x",
    )
    assert [cell.options["map"] for cell in study.cells] == ["generated"] * 2
    maps = [
        play_game(Job("rolling_seas", 1, cell, number)).options["map"]
        for cell in study.cells
        for number in (0, 1)
    ]
    assert maps[:2] == maps[2:]
    assert maps[0] != maps[1]
    assert maps[0].startswith("generated:")


# Stopping and going on


def test_a_stopped_run_goes_on_and_brings_the_same(tmp_path: Path, straight: list[str]) -> None:
    for count in (1, 4):
        with pytest.raises(Enough):
            run_all(tmp_path, tell=stop_after(count))
    assert len(lines(tmp_path)) == 5
    run = run_all(tmp_path)
    assert run.is_finished
    assert run.played == run.expected == 12
    assert lines(tmp_path) == straight
    # Nothing is left to do
    run_all(tmp_path, tell=stop_after(1))


def test_a_line_that_was_not_finished_and_lines_that_were_spoilt_are_played_again(
    tmp_path: Path, straight: list[str]
) -> None:
    run_all(tmp_path)
    kept = (tmp_path / RESULTS).read_text(encoding="utf-8").splitlines()
    kept[3] = kept[3][:40]
    kept[5] = json.dumps({**json.loads(kept[5]), "cell": 7})
    kept.insert(7, kept[8])
    torn = kept.pop()[:50]
    (tmp_path / RESULTS).write_text("\n".join([*kept, torn]), encoding="utf-8")
    found = read_results(tmp_path)
    assert len(found.games) == 9
    said = [translator("en").text(each) for each in found.damage]
    assert said == [
        f"results.jsonl, line {line}: this is not a game of the study. It is left out."
        for line in (4, 6)
    ]
    assert found.game == "salty_ocean"
    assert found.title == "Tiny"
    assert [game.number for game in found.of(1)] == sorted(game.number for game in found.of(1))
    run_all(tmp_path)
    again = read_results(str(tmp_path))
    assert sorted(game.write() for game in again.games) == [line + "\n" for line in straight]


def test_several_processes_bring_the_same_even_if_one_is_killed(
    tmp_path: Path, straight: list[str]
) -> None:
    before = multiprocessing.active_children()
    with open_folder(tmp_path, STUDY) as results, call_crew(2, None) as crew:
        assert isinstance(crew, Processes)
        killed: list[int] = []

        def kill_one(_: PlayedGame) -> None:
            if not killed:
                now = multiprocessing.active_children()
                victim = next(each for each in now if each not in before)
                assert victim.pid is not None
                killed.append(victim.pid)
                os.kill(victim.pid, signal.SIGKILL)
                # Until the pool has noticed
                victim.join()

        Run(STUDY, results).go_on(crew, kill_one)
    assert killed
    assert lines(tmp_path) == straight
    assert set(multiprocessing.active_children()) <= set(before)


def test_a_run_that_was_killed_goes_on(tmp_path: Path, straight: list[str]) -> None:
    """Killed without a word, with its processes: nothing is lost, nothing counted twice."""
    study = tmp_path / "tiny.toml"
    study.write_text(TEXT, encoding="utf-8")
    folder = tmp_path / "out"
    command = ["-m", "quarterdeck", "lab", "run", str(study), "--out", str(folder)]
    started = subprocess.Popen([sys.executable, *command], stderr=subprocess.PIPE)
    try:
        while not (folder / RESULTS).exists() or not (folder / RESULTS).stat().st_size:
            assert started.poll() is None
            time.sleep(0.01)
    finally:
        started.kill()
        started.communicate()
    run_all(folder)
    assert lines(folder) == straight


def test_a_game_that_fails_is_named_and_what_was_played_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(job: Job) -> PlayedGame | Failure:
        return Failure("KeyError: 3") if job.number == 2 else play_job(job)

    monkeypatch.setattr(crews, "play_job", fail)
    with pytest.raises(BadSetup, match=r"Game 2 of cell 0 \(seats=2 .*KeyError: 3"):
        run_all(tmp_path)
    assert len(lines(tmp_path)) == 2


def test_whatever_a_bot_does_comes_back_in_words() -> None:
    cell = STUDY.cells[0]
    told = play_job(Job("salty_ocean", 1, cell, 0, {"rules": 0}))
    assert isinstance(told, Failure)
    assert "different rules" in translator("en").text(told.why)  # type: ignore[arg-type]
    broken = type(cell)(**{**vars(cell), "bots": ("nobody",)})
    assert isinstance(play_job(Job("salty_ocean", 1, broken, 0)), Failure)


def test_a_game_that_kills_whoever_plays_it_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job("salty_ocean", 1, STUDY.cells[0], 0)
    losses = crews.Losses()
    for _ in range(crews.PATIENCE - 1):
        losses.count(job)
    with pytest.raises(BadSetup, match="died 5 times"):
        losses.count(job)
    losses.forget()
    losses.count(job)
    assert losses.all == crews.PATIENCE + 1


# The folder


@pytest.mark.parametrize("content", [None, "{"])
def test_a_folder_without_what_it_was_made_with_says_so(
    tmp_path: Path, content: str | None
) -> None:
    """It was said to hold another study."""
    run_all(tmp_path)
    before = lines(tmp_path)
    (tmp_path / "made_with.json").unlink()
    if content is not None:
        (tmp_path / "made_with.json").write_text(content, encoding="utf-8")
    with pytest.raises(BadSetup, match=r"made_with\.json is missing or cannot be read"):
        run_all(tmp_path)
    assert lines(tmp_path) == before


def test_another_study_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    run_all(tmp_path)
    before = lines(tmp_path)
    for changed in (
        TEXT.replace("seats = 2", "seats = 2\nseed = 2"),
        TEXT.replace("[6]", "[7]"),
        TEXT.replace("greedy", "random"),
    ):
        with pytest.raises(BadSetup, match="holds the results of another study"):
            run_all(tmp_path, parse_study(changed, "x"))
    assert lines(tmp_path) == before


def test_a_study_may_ask_for_more_games_later(tmp_path: Path) -> None:
    run_all(tmp_path)
    run = run_all(tmp_path, parse_study(TEXT.replace("games = 6", "games = 8"), "x"))
    assert run.played == 16


def test_games_by_other_rules_are_not_mixed_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_all(tmp_path)
    monkeypatch.setattr("quarterdeck.games.salty_ocean.rules.SaltyOcean.version", 99)
    with pytest.raises(BadSetup, match="were played with different rules"):
        run_all(tmp_path)


def test_two_runs_do_not_write_to_one_folder(tmp_path: Path) -> None:
    with (
        open_folder(tmp_path, STUDY),
        pytest.raises(BadSetup, match="Another run is writing"),
        open_folder(tmp_path, STUDY),
    ):
        pass


def test_a_folder_that_cannot_be_made_or_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with (
        pytest.raises(BadSetup, match="Nothing can be written"),
        open_folder(tmp_path / "file" / "out", STUDY),
    ):
        pass
    with pytest.raises(BadSetup, match="does not hold a study"):
        read_results(tmp_path)


def test_a_full_disk_is_told_and_the_run_goes_on_later(
    tmp_path: Path, straight: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write = PlayedGame.write

    def play_on_a_full_disk() -> None:
        with open_folder(tmp_path, STUDY) as results, (tmp_path / RESULTS).open("ab") as beneath:

            def write_half(game: PlayedGame) -> str:
                beneath.write(write(game)[:70].encode())
                raise OSError(ENOSPC, os.strerror(ENOSPC))

            monkeypatch.setattr(PlayedGame, "write", write_half)
            Run(STUDY, results).go_on(Alone())

    with pytest.raises(BadSetup, match=r"Nothing can be written to .*: No space left on device"):
        play_on_a_full_disk()
    monkeypatch.undo()
    assert (tmp_path / RESULTS).stat().st_size == 70
    run_all(tmp_path)
    assert lines(tmp_path) == straight


# How long


def test_a_cell_is_played_until_its_interval_is_narrow(tmp_path: Path) -> None:
    text = TEXT.replace("games = 6", "until = 0.08\nmost = 600").partition("vary")[0]
    study = parse_study(text.replace("greedy", "random"), "x")
    run = run_all(tmp_path, study)
    assert 0 < run.played < 600
    assert run.played % BATCH == 0
    endings = [run.results.games[0, number] for number in range(run.played)]
    cell = study.cells[0]
    assert half_width(cell, endings) <= 0.08
    # It was looked at after every batch, and was too wide before
    assert half_width(cell, endings[:-BATCH]) > 0.08


def test_an_interval_that_stays_wide_ends_at_the_most(tmp_path: Path) -> None:
    text = TEXT.replace("games = 6", "until = 0.001\nmost = 5")
    run = run_all(tmp_path, parse_study(text, "x"))
    assert run.played == run.expected == 10


def test_estimates_are_near_what_is_needed() -> None:
    cell = STUDY.cells[0]
    assert Goal(7).estimate(cell) == 7
    # 0.25 × (1.96 / 0.02)² = 2401 games, in whole batches
    assert Goal(0, 0.02).estimate(cell) == 2520
    assert Goal(0, 0.02, 1000).estimate(cell) == 1000


def test_cells_take_turns_so_that_all_of_them_grow_alike(tmp_path: Path) -> None:
    text = TEXT.replace("games = 6", "games = 30")
    with open_folder(tmp_path, parse_study(text, "x")) as results:
        run = Run(parse_study(text, "x"), results)
        asked = [run._next_job() for _ in range(60)]
        assert run._next_job() is None
    cells = [job.cell.number for job in asked if job is not None]
    assert cells == [0] * 12 + [1] * 12 + [0] * 12 + [1] * 12 + [0] * 6 + [1] * 6
    assert isinstance(run.cells[0], CellRun)


def test_a_forecast_is_made_of_a_few_timed_games() -> None:
    timed: list[None] = []
    found = forecast(STUDY, lambda: timed.append(None))
    assert (found.cells, found.games, found.has_intervals) == (2, 12, False)
    assert found.seconds > 0
    assert len(timed) == 1


def test_alone_plays_one_after_the_other() -> None:
    crew = Alone()
    crew.submit(Job("salty_ocean", 1, STUDY.cells[0], 0))
    assert crew.pending == 1
    ((job, game),) = crew.collect()
    assert isinstance(game, PlayedGame)
    assert game.key == job.key
    assert crew.pending == 0
