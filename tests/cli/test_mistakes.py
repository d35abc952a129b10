"""Every kind of wrong input ends in one clear line, exit code 2 and no traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from quarterdeck import games
from tests.cli.conftest import Run
from tests.fixtures.stories import FOLDER

RECORD = FOLDER / "two_players.jsonl"
COMPONENTS = games.load("salty_ocean").folder / "components.toml"

# The command, and what the one line must say in English and in French.
MISTAKES: dict[str, tuple[str, str, str]] = {
    # A name nobody knows
    "game/play": ("play chess", "no game called “chess”", "« chess »"),
    "game/sim": ("sim chess", "Known: salty_ocean", "« chess »"),
    "game/rules": ("rules chess", "no game called “chess”", "« chess »"),
    "rule": ("rules salty_ocean SO-99", "no rule called “SO-99”. Known: SO-1, SO-2", "« SO-99 »"),
    "rule/empty": ("rules salty_ocean {empty}", "no rule called “”", "règle"),
    "bot/play": ("play --bots gready", "no bot called “gready”", "« gready »"),
    "bot/setting": ("play --bots flat:playouts=abc", "from 1 to 100000, not “abc”", "« flat »"),
    "bot/sim": ("sim salty_ocean --bots random,gready", "no bot called “gready”", "« gready »"),
    "bot/none": ("play --bots none,random", "no bot called “none”", "« none »"),
    "option": ("sim salty_ocean -o moon=full", "no option called “moon”", "« moon »"),
    "option/play": ("play --option moon=full", "no option called “moon”", "« moon »"),
    # A value that cannot be
    "value": (
        "sim salty_ocean -o price_table=six_rows",
        "“price_table” cannot be “six_rows”. Known values: five_rows, seven_rows",
        "six_rows",
    ),
    "form": ("play -o price_table", "write it as name=value", "nom=valeur"),
    "seats/few": ("play --seats 1", "is for 2 to 4 players, not 1", "2 à 4 joueurs"),
    "seats/many": ("sim salty_ocean --seats 5", "2 to 4 players, not 5", "2 à 4 joueurs"),
    "seats/none": ("sim salty_ocean --seats 0", "2 to 4 players, not 0", "2 à 4 joueurs"),
    "seats/word": ("play --seats abc", "“abc” is not a number", "« abc » n’est pas un nombre"),
    "seats/part": ("sim salty_ocean --seats 2.5", "“2.5” is not a number", "« 2.5 »"),
    "seats/long": ("play --seats {long}", "is not a number", "n’est pas un nombre"),
    "seed": ("play --seed x", "“x” is not a number", "« x » n’est pas un nombre"),
    "games/none": ("sim salty_ocean --games 0", "“0” is not a number", "« 0 »"),
    "workers": ("sim salty_ocean --workers 0", "“0” is not a number", "« 0 »"),
    # Bots and people that do not fit the table
    "bots/many": (
        "play --seats 2 --bots random,random,random",
        "3 bots are named for 2",
        "3 robots",
    ),
    "bots/sim": ("sim salty_ocean --seats 3 --bots random,greedy", "2 bots are named for 3", "2"),
    "bots/empty": ("sim salty_ocean --bots {empty}", "0 bots are named for 4 seats", "0 robot"),
    "bots/table": (
        "play --bots random,random,random,random",
        "2 to 4 players, not 5",
        "2 à 4 joueurs",
    ),
    "names": (
        "play --seats 2 --bots random --names A,B",
        "2 names are more than the people",
        "2 noms",
    ),
    # Files
    "file/missing": ("replay {tmp}/no.jsonl", "no.jsonl cannot be read: No such file", "illisible"),
    "file/folder": ("replay {tmp}", "cannot be read: Is a directory", "illisible"),
    "file/resume": ("play --resume {tmp}/no.jsonl", "no.jsonl cannot be read", "illisible"),
    "file/salvage": ("play --resume {tmp} --salvage", "Is a directory", "illisible"),
    "file/save": ("play --save {tmp}/no/game.jsonl", "cannot be written: No such file", "écrire"),
    "file/other": ("replay {toml}", "line 1: damaged", "ligne 1"),
    "ply/high": ("replay {record} --ply 9999", "There is no entry 9999: the record ends", "9999"),
    "ply/low": ("replay {record} --ply -1", "“-1” is not a number", "« -1 »"),
    "ply/word": ("replay {record} --ply last", "“last” is not a number", "« last »"),
    # Component files
    "components/missing": ("play --components {tmp}/no.toml", "no.toml cannot be used", "no.toml"),
    "components/folder": ("sim salty_ocean --components {tmp}", "cannot be used", "{tmp}"),
    "components/record": ("play --components {record}", "is not TOML", "TOML"),
}


def command(words: str, tmp_path: Path) -> list[str]:
    names = {"tmp": tmp_path, "record": RECORD, "toml": COMPONENTS, "empty": "", "long": "9" * 5000}
    return [word.format(**names) for word in words.split(" ")]


@pytest.mark.parametrize("mistake", MISTAKES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_mistake_is_answered_in_one_line(
    run: Run, tmp_path: Path, mistake: str, language: str
) -> None:
    words, english, french = MISTAKES[mistake]
    result = run(*command(words, tmp_path), "--lang", language)
    assert result.code == 2
    assert result.out == ""
    (line,) = result.err.splitlines()
    assert line.startswith("quarterdeck: ")
    said = line.replace("\u00a0", " ").replace("\u202f", " ")
    wanted = english if language == "en" else french
    assert wanted.format(tmp=tmp_path) in said


@pytest.mark.parametrize("mistake", MISTAKES)
def test_english_and_french_differ(run: Run, tmp_path: Path, mistake: str) -> None:
    words = command(MISTAKES[mistake][0], tmp_path)
    assert run(*words, "--lang=en").err != run(*words, "--lang=fr").err


@pytest.mark.parametrize(
    "words",
    [
        "chess",
        "sim",
        "replay",
        "play --colour",
        "play --seats",
        "play salty_ocean 4",
        "games --lang",
        "perft chess",
        "perft salty_ocean --depth -1",
        "perft salty_ocean --depth deep",
        "perft salty_ocean --seats 7",
        "perft salty_ocean -o moon",
    ],
)
def test_a_command_that_cannot_be_understood_is_answered_in_one_line(run: Run, words: str) -> None:
    result = run(*words.split())
    assert result.code == 2
    assert result.out == ""
    (line,) = result.err.splitlines()
    assert line.startswith("quarterdeck: ")
    assert len(line) > len("quarterdeck: ")


@pytest.mark.parametrize(
    "words",
    ["games", "rules salty_ocean", "play", "sim salty_ocean", "doctor", f"replay {RECORD}"],
)
def test_an_unknown_language_is_refused_in_the_language_of_the_system(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    result = run(*words.split(), "--lang", "xx")
    assert (result.code, result.out) == (2, "")
    assert result.err == "quarterdeck: There is no language called “xx”. Known: en, fr.\n"
    monkeypatch.setenv("LC_MESSAGES", "fr_FR.UTF-8")
    (line,) = run(*words.split(), "--lang", "xx").err.splitlines()
    assert "xx" in line
    assert "There is" not in line


def test_errors_speak_the_language_of_the_system(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert "2 à 4 joueurs" in run("perft", "salty_ocean", "--seats", 7).err


# Component files with faults inside


def own(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """The printed components with some texts replaced."""
    text = COMPONENTS.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("start_row = 3", "start_row = 9"), "price_table.five_rows.start_row: 9 is not between"),
        (
            ("herring = [6, 5,", "herring = [5, 6,"),
            "herring: the numbers must never rise",
        ),
        (("cod = [8, 6, 5, 4, 2]", "cod = [8, 6]"), "five_rows.cod: has 2 entries instead of 5"),
        (("turns = 5", 'turns = "5"'), "box.turns: must be a whole number"),
        (('sea = "calm"', 'sea = "wet"'), "event[0].sea: “wet” must be one of: calm, storm"),
        (("[cost_track]\nfirst = 0", "[cost_track]"), "cost_track.first: missing"),
        (("[cost_track]\n", "[cost_track]\nmoon = 1\n"), "cost_track.moon: not a known key"),
        (("format = 1", "format ="), "It is not TOML: "),
    ],
)
def test_a_fault_in_a_component_file_is_named_by_its_place(
    run: Run, tmp_path: Path, change: tuple[str, str], said: str
) -> None:
    file = own(tmp_path, change)
    result = run("play", "--components", file, typed="q\n")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"quarterdeck: The component file {file} cannot be used. ")
    assert said in result.err.splitlines()[0]


def test_every_fault_in_a_component_file_is_listed(run: Run, tmp_path: Path) -> None:
    file = own(tmp_path, ("start_row = 3", "start_row = 9"), ('sea = "calm"', 'sea = "wet"'))
    result = run("sim", "salty_ocean", "--components", file, "--lang", "fr")
    first, second = result.err.splitlines()
    assert "five_rows.start_row" in first
    assert second.startswith("  event[0].sea")
    assert "must" not in result.err


def test_own_components_that_are_sound_are_played(run: Run, tmp_path: Path) -> None:
    file = own(tmp_path, ("cod = [8, 6,", "cod = [9, 6,"))
    kept = tmp_path / "game.jsonl"
    assert run("play", "--components", file, "--save", kept, typed="q\n").code == 0
    assert run("replay", kept, "--components", file).code == 0
    assert run("replay", kept).code == 2
    assert run("play", "--resume", kept, typed="q\n").code == 2
    assert run("play", "--resume", kept, "--components", file, typed="q\n").code == 0
    assert run("sim", "salty_ocean", "--games", 1, "--components", file).code == 0


# From outside


def outside(
    *arguments: object, typed: bytes = b"", encoding: str = "utf-8:strict"
) -> subprocess.CompletedProcess[bytes]:
    """The program as it is really called."""
    environment = os.environ | {"PYTHONIOENCODING": encoding, "LC_ALL": "en_GB.UTF-8"}
    return subprocess.run(
        [sys.executable, "-m", "quarterdeck", *map(str, arguments)],
        input=typed,
        capture_output=True,
        env=environment,
        timeout=60,
        check=False,
    )


def test_bytes_that_are_no_text_are_no_choice(tmp_path: Path) -> None:
    done = outside("play", "--seats", 2, "--bots", "none", typed=b"\xff\xfe\nq\n")
    assert done.returncode == 0
    assert done.stderr == b""
    assert "is not a choice of this game" in done.stdout.decode()


def test_a_terminal_that_does_not_know_a_letter_shows_a_question_mark() -> None:
    done = outside("rules", "salty_ocean", "SO-1.6", "--lang", "fr", encoding="ascii")
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"?" in done.stdout


def test_a_reader_who_has_had_enough_is_no_mistake() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "quarterdeck", "rules", "salty_ocean"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.readline()
        program.stdout.close()
        assert program.stderr.read() == b""
    assert program.returncode == 0


def test_a_whole_run_from_outside(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    arguments = ["--seats", "2", "--bots", "random", "--save", str(file)]
    done = outside("play", *arguments, typed=b"1\n" * 500)
    assert done.returncode == 0
    assert json.loads(file.read_text(encoding="utf-8").splitlines()[-1])["result"]
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes(file.read_bytes()[:-1])
    refused = outside("replay", damaged)
    assert refused.returncode == 2
    assert refused.stdout == b""
    assert refused.stderr.count(b"\n") == 1
    assert b"Traceback" not in refused.stderr
