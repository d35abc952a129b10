"""Programs that speak the JSON API, on the ladder: played at a real server, or clearly refused."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from quarterdeck import games
from quarterdeck.bots import PLUGINS
from quarterdeck.bots.ladder import Bout, Ladder
from quarterdeck.bots.simple import RandomBot
from quarterdeck.cli.programs.games import ProgramGames
from quarterdeck.cli.programs.process import last_words
from quarterdeck.cli.programs.serving import FAULTS, limit_seconds
from quarterdeck.kernel.errors import BadSetup
from tests.cli.conftest import Run
from tests.server.programs import descendants, environment_of, parent_of
from tests.server.servers import ROOT

SALTY = games.load("salty_ocean")
PYTHON = shlex.quote(sys.executable)
PATIENCE = 120.0
PLACES = "{server} {table} {token}"
EXAMPLE = (
    f"{PYTHON} -I -S {shlex.quote(str(ROOT / 'examples' / 'remote_bot.py'))} "
    "{server} {table} --token {token} --seed {seed}"
)


def say_and(code: str) -> str:
    """The command of a program that speaks, and then does something."""
    return f"{PYTHON} -I -S -c {shlex.quote(f'import sys, time; print(7); {code}')} {PLACES}"


QUITS = say_and("sys.exit(3)")
HANGS = say_and("sys.stdout.flush(); time.sleep(600)")
FAILING = """\
from quarterdeck.bots.simple import RandomBot


class FailingBot(RandomBot):
    def choose(self, *_):
        raise RuntimeError("out of ideas")
"""
POINT = "[quarterdeck.bots]\nfailing = failing_bot:FailingBot\n"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProgramGames]:
    """A ladder's server, to which a package from outside has brought a bot that fails."""
    folder = tmp_path_factory.mktemp("packages")
    (folder / "failing_bot.py").write_text(FAILING)
    (folder / "failing_bot-1.dist-info").mkdir()
    (folder / "failing_bot-1.dist-info" / "METADATA").write_text("Name: failing-bot\nVersion: 1\n")
    (folder / "failing_bot-1.dist-info" / "entry_points.txt").write_text(POINT)
    programs = {"mine": EXAMPLE, "quits": QUITS, "hangs": HANGS}
    options = SALTY.checked_setup(2, {})[1]
    ladder = Ladder("salty_ocean", 2, options, ("random", *programs), 1, 0.1, programs)
    sys.path.insert(0, str(folder))
    PLUGINS.add("failing", RandomBot)
    try:
        with ProgramGames(ladder, SALTY, patience=1, workers=2) as opened:
            yield opened
    finally:
        PLUGINS.remove("failing")
        sys.path.remove(str(folder))


def test_a_program_is_measured_and_its_ladder_goes_on(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    arguments = ("ladder", "salty_ocean", "--seats", 2, "--bots", "random,greedy,mine")
    few = ("--games", 2, "--versus", 0, "--most", 0, "--workers", 2, "--out", path)
    result = run(*arguments, *few, "--program", f"mine={EXAMPLE}")
    assert (result.code, result.err.strip()) == (0, "")
    assert result.lines[0].startswith("Games with mine are played at a server")
    told, *bouts = map(json.loads, path.read_text().splitlines())
    assert told["programs"] == {"mine": EXAMPLE}
    assert [bout["number"] for bout in bouts] == [0, 1]
    assert any("mine" in bout["bots"] for bout in bouts)
    assert "| mine |" in path.with_suffix(".md").read_text()
    assert "not to be repeated exactly: games with mine" in path.with_suffix(".md").read_text()
    again = run(*arguments, *few, "--program", f"mine={EXAMPLE}", "--lang", "fr")
    assert "Reprise après 2 parties." in again.out
    assert "ne peuvent pas être répétées" in again.out
    other = run(*arguments, *few, "--program", f"mine={QUITS}")
    assert (other.code, other.err.count("\n")) == (2, 1)
    assert "it differs in: programs" in other.err
    assert len(path.read_text().splitlines()) == 3


def test_programs_hold_any_seat_and_several_games_run_at_once(played: ProgramGames) -> None:
    line_ups = [("mine", "mine"), ("random", "mine")]
    with ThreadPoolExecutor(2) as threads:
        bouts = list(threads.map(played.play, [Bout("round", 0, bots) for bots in line_ups]))
    for bout in bouts:
        assert len(bout.scores) == 2
        assert 1 in bout.ranks
        assert bout.seconds > 0


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("quits", "The program quits ended before its game did (exit code 3)"),
        ("hangs", "The program hangs has not chosen for 1 second"),
    ],
)
def test_a_program_that_does_not_play_is_named_with_its_last_words(
    played: ProgramGames, name: str, why: str
) -> None:
    with pytest.raises(BadSetup) as refused:
        played.play(Bout("round", 0, (name, "random")))
    assert str(refused.value) == f"{why}, so the game does not count. It said last: 7"


def test_no_game_counts_in_which_a_bot_was_stood_in_for(played: ProgramGames) -> None:
    with pytest.raises(BadSetup, match=r"A bot failed .* does not count: .*out of ideas"):
        played.play(Bout("round", 0, ("mine", "failing")))
    (played._folder / FAULTS).write_text("")


@pytest.mark.parametrize(
    ("program", "why"),
    [
        (EXAMPLE.replace("=", ""), "Write name=command, for instance: mine=python remote_bot.py"),
        ("Mine=" + EXAMPLE, "“Mine” cannot be the name of a program"),
        ("open=" + EXAMPLE, "“open” cannot be the name of a program"),
        ("greedy=" + EXAMPLE, "There is a bot called “greedy” already"),
        ("mine=", "The program mine has no command"),
        ("mine=python 'half " + PLACES, "a quotation mark that is never closed"),
        ("mine=python {seat} {} " + PLACES, "unknown placeholders: {seat}, {}. Known: {server}"),
        ("mine=python {server} {token}", "The command of mine lacks {table}"),
        ("mine=/no/such/engine " + PLACES, "“/no/such/engine” is not found"),
        ("other=" + EXAMPLE, "There is no bot called “mine”"),
    ],
)
def test_what_cannot_be_a_program_is_refused_before_anything_is_played(
    run: Run, tmp_path: Path, program: str, why: str
) -> None:
    given = ("--bots", "random,mine", "--out", tmp_path / "results", "--program", program)
    result = run("ladder", "salty_ocean", *given)
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert why in result.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("--program", f"mine={EXAMPLE}"), "Two programs are called “mine”"),
        (("--bots", "random,greedy"), "Add it to --bots"),
        (("--strength", "strength.json"), "do not belong in a strength.json"),
    ],
)
def test_programs_that_do_not_fit_a_ladder_are_refused(
    run: Run, tmp_path: Path, more: tuple[str, ...], why: str
) -> None:
    given = ("--bots", "random,mine", "--out", tmp_path / "results", "--program", f"mine={EXAMPLE}")
    result = run("ladder", "salty_ocean", *given, *more)
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert why in result.err
    assert list(tmp_path.iterdir()) == []


def test_without_the_web_extra_one_is_told_what_to_install(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "quarterdeck.server.run", None)
    given = ("--bots", "random,mine", "--out", tmp_path / "results", "--program", f"mine={EXAMPLE}")
    result = run("ladder", "salty_ocean", *given)
    assert result.code == 2
    assert "pip install quarterdeck[web]" in result.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("number", "code", "workers"),
    [
        (signal.SIGINT, 130, 2),
        (signal.SIGTERM, 143, 1),
    ],
)
def test_nothing_is_left_of_a_ladder_that_is_interrupted(
    tmp_path: Path, number: int, code: int, workers: int
) -> None:
    sign = tmp_path / "sign"
    program = say_and(f"open({str(sign)!r}, 'w'); time.sleep(600)")
    command: list[Any] = ["-m", "quarterdeck", "ladder", "salty_ocean", "--seats", 2]
    command += ["--bots", "random,mine", "--games", 2, "--versus", 0, "--workers", workers]
    command += ["--program", f"mine={program}", "--out", tmp_path / "results"]
    (tmp_path / "temporary").mkdir()
    environment = {**environment_of(tmp_path), "TMPDIR": str(tmp_path / "temporary")}
    ladder = subprocess.Popen(
        [sys.executable, *map(str, command)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        # Tests that run in a shell's background are deaf to Ctrl+C, and so would be the ladder
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    try:
        wait_for(sign.exists)
        started = descendants(ladder.pid)
        assert len(started) >= 2, "the server and a program"
        ladder.send_signal(number)
        assert ladder.wait(PATIENCE) == code
        assert list((tmp_path / "temporary").iterdir()) == []
        # Python's helper that cleans up goes last
        wait_for(lambda: not any(map(parent_of, started)))
    finally:
        ladder.kill()
        ladder.wait()


def wait_for(happened: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_bots_think_no_longer_at_a_table_than_on_the_ladder() -> None:
    assert limit_seconds("greedy", 0.1) == "greedy"
    assert limit_seconds("admiral", 0.1) == "admiral:seconds=0.1"
    assert limit_seconds("admiral:seconds=5", 0.1) == "admiral:seconds=0.1"
    assert limit_seconds("admiral:seconds=0.05", 0.1) == "admiral:seconds=0.05"
    assert limit_seconds("admiral", 0.001) == "admiral:seconds=0.01", "the least it knows"
    assert limit_seconds("admiral:seconds=5", None) == "admiral:seconds=5"


def test_last_words_fit_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "said").write_bytes(
        b"x" * 9000 + b"\nfirst\n\x1b[31mred \xff\x07" + b"!" * 300 + b"\n\n"
    )
    words = last_words(tmp_path / "said")
    assert words.startswith("[31mred")
    assert len(words) == 200
    assert words.isprintable()
    assert last_words(tmp_path / "unsaid") == ""
