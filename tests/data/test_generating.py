"""Self-play data: the same from the same seed, whoever plays it and however often it stops."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from quarterdeck.bots.arena import Plan, play_match
from quarterdeck.data import generating
from quarterdeck.data.decisions import BOT, Decisions, Player
from quarterdeck.data.exporting import replay_game
from quarterdeck.data.generating import Generation, keep_drawn, prepare
from quarterdeck.data.manifest import hold_folder
from quarterdeck.game import rules_of
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import EVERYBODY
from quarterdeck.kernel.position import NATURE, Position
from quarterdeck.record import Entry, Record

PLAN = Plan("salty_ocean", 2, rules_of("salty_ocean").checked_setup(2, {})[1], ("random",) * 2, 7)
# Ends without a word in the middle of the second file.
KILLED = """
import os, signal, sys
from pathlib import Path
from quarterdeck.data import generating
from tests.data.test_generating import PLAN
play = generating.play_match
def play_match(rules, plan, number, watch):
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return play(rules, plan, number, watch)
generating.play_match = play_match
generating.prepare(PLAN, 6, 2, Path(sys.argv[1])).go_on(1, lambda played: None)
"""
ENDLESS = """
import sys
from pathlib import Path
from quarterdeck.data import generating
from tests.data.test_generating import PLAN
if __name__ == "__main__":
    run = generating.prepare(PLAN, 1_000_000, 100_000, Path(sys.argv[1]))
    run.go_on(2, lambda played: played and print("playing", flush=True))
"""


def start(program: str, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", program, str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=Path(__file__).parents[2],
        text=True,
    )


def tell_nobody(played: int) -> None:
    pass


def generate(folder: Path) -> Generation:
    run = prepare(PLAN, 6, 2, folder)
    run.go_on(1, tell_nobody)
    return run


def read(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != ".lock"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A run that nothing disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    run = generate(folder)
    assert run.count_written()[0] == 3
    return read(folder)


def test_the_number_of_processes_does_not_matter(whole: dict[str, bytes], tmp_path: Path) -> None:
    played: list[int] = []
    prepare(PLAN, 6, 2, tmp_path).go_on(2, played.append)
    assert read(tmp_path) == whole
    assert sum(played) == 6


def test_a_killed_run_goes_on_with_what_is_missing(
    whole: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with start(KILLED, tmp_path) as killed:
        killed.wait()
    left = read(tmp_path)
    assert {name for name in left if name in whole} == {"_manifest.json", "games-00000.parquet"}
    assert len(left) == 3, "the file that was not finished has no name yet"
    played: list[int] = []

    def note(rules: object, plan: object, number: int, watch: object) -> object:
        played.append(number)
        return play_match(rules, plan, number, watch)  # type: ignore[arg-type]

    monkeypatch.setattr(generating, "play_match", note)
    generate(tmp_path)
    assert played == [2, 3, 4, 5]
    assert read(tmp_path) == whole


def test_a_file_that_was_cut_off_is_played_again(whole: dict[str, bytes], tmp_path: Path) -> None:
    for name, content in whole.items():
        (tmp_path / name).write_bytes(content)
    cut = tmp_path / "games-00001.parquet"
    cut.write_bytes(cut.read_bytes()[:-100])
    # One of another run is none of ours, whatever it is called
    (tmp_path / "games-00002.parquet").write_bytes(whole["games-00000.parquet"])
    run = prepare(PLAN, 6, 2, tmp_path)
    assert [file.path.name for file in run.missing()] == [
        "games-00001.parquet",
        "games-00002.parquet",
    ]
    generate(tmp_path)
    assert read(tmp_path) == whole


def test_processes_end_with_whoever_started_them(tmp_path: Path) -> None:
    started = start(ENDLESS, tmp_path)
    assert started.stdout is not None
    assert started.stdout.readline() == "playing\n"
    with pytest.raises(BadSetup, match="Another run"), hold_folder(tmp_path):
        pass
    started.kill()
    # All of them hold the other end of this pipe
    started.communicate(timeout=120)
    with hold_folder(tmp_path):
        assert not list(tmp_path.glob("*.parquet"))


def test_a_folder_is_for_one_run_and_says_what_differs(
    whole: dict[str, bytes], tmp_path: Path
) -> None:
    (tmp_path / "_manifest.json").write_bytes(whole["_manifest.json"])
    other = Plan(PLAN.game, 2, PLAN.options, ("random", "greedy"), 8)
    with pytest.raises(BadSetup, match=r"bots: random,random ≠ random,greedy; seed: 7 ≠ 8"):
        prepare(other, 6, 2, tmp_path)
    # Without a number of games for each file, it is the one it was begun with
    assert prepare(PLAN, 6, None, tmp_path).per_file == 2
    (tmp_path / "_manifest.json").write_text("{")
    with pytest.raises(BadSetup, match="damaged"):
        prepare(PLAN, 6, 2, tmp_path)
    (tmp_path / "_manifest.json").unlink()
    (tmp_path / "mine.parquet").write_bytes(b"")
    with pytest.raises(BadSetup, match="empty folder"):
        prepare(PLAN, 6, 2, tmp_path)


def test_a_map_that_was_drawn_stays(tmp_path: Path) -> None:
    rules = rules_of("rolling_seas")
    drawn = rules.checked_setup(1, {"map": "generated"})[1]
    plan = Plan("rolling_seas", 1, drawn, ("random",), 1)
    prepare(plan, 1, 1, tmp_path).go_on(1, tell_nobody)
    assert keep_drawn(tmp_path, rules, {"map": "generated"}) == {"map": drawn["map"]}
    assert keep_drawn(tmp_path, rules, {"map": "map_1"}) == {"map": "map_1"}
    assert pq.read_table(tmp_path)["option_map"][0].as_py() == drawn["map"]


def test_a_generated_game_is_told_as_its_record_would_be(whole: dict[str, bytes]) -> None:
    rules = rules_of("salty_ocean")
    noted, told = Decisions(rules), Record.begin(rules, 2, PLAN.options)

    def watch(position: Position, seat: int, code: int) -> None:
        space = rules.outcome_space if seat == NATURE else rules.space
        audience = position.audience() if seat == NATURE else EVERYBODY
        told.entries.append(Entry(seat, space.notation(code), audience))
        noted.note(position, seat, code)

    match = play_match(rules, PLAN, 3, watch)
    again = replay_game(told, rules, 3, (Player(BOT, "random"),) * 2, None, rules.version)
    assert again.ending.scores == match.scores
    for name in ("plies", "rounds", "seats", "codes", "notations", "legal", "numbers"):
        assert getattr(again.decisions, name) == getattr(noted, name), name
    assert again.decisions.make_id(2, PLAN.options) == noted.make_id(2, PLAN.options)
