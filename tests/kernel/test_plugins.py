"""Packages from outside: what they add is found, and what is broken is left out and told once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

# A bot package, as docs/adding-a-bot.md shows it.
DOCS = Path(__file__).resolve().parents[2] / "docs"


def add_package(folder: Path, name: str, points: str, **modules: str) -> None:
    """A distribution as pip leaves it behind: its metadata and its modules."""
    metadata = folder / f"{name.replace('-', '_')}-2.1.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.1\n")
    (metadata / "entry_points.txt").write_text(points)
    for module, text in modules.items():
        (folder / f"{module}.py").write_text(text, encoding="utf-8")


def run(folder: Path, *arguments: str, code: str = "") -> subprocess.CompletedProcess[str]:
    paths = (os.environ.get("PYTHONPATH", ""), str(folder))
    command = ["-c", code] if code else ["-m", "quarterdeck", *arguments]
    return subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "LANG": "C"},
    )


FAILING = """
from quarterdeck.games.saltfjord.rules import *
class Failing(Saltfjord):
    id = 'failing'
    prefix = 'fa'
    title = property(lambda self: 1 / 0)
RULES = Failing()
"""
SAME_PREFIX = """
from quarterdeck.games.saltfjord.rules import *
class Same(Saltfjord):
    id = 'same_prefix'
RULES = Same()
"""
BAD_GAMES = {
    "import_error": ("import a_module_that_is_not_there", "ModuleNotFoundError"),
    "leaving": ("import sys; sys.exit(3)", "SystemExit: 3"),
    "no_rules": ("RULES = 7", "does not lead to a Rules object but to something else (int)"),
    "no_attribute": ("", "AttributeError"),
    "other_id": (
        "from quarterdeck.games.saltfjord import RULES",
        "its rules call themselves “saltfjord”",
    ),
    "failing": (
        FAILING,
        "ZeroDivisionError",
    ),
    "same_prefix": (
        SAME_PREFIX,
        "the prefix “sf” of its texts belongs to another game",
    ),
}


def test_broken_games_are_left_out_and_told_once_each(tmp_path: Path) -> None:
    for name, (text, _) in BAD_GAMES.items():
        point = f"[quarterdeck.games]\n{name} = bad_{name}:RULES\n"
        add_package(tmp_path, f"bad-{name.replace('_', '-')}", point, **{f"bad_{name}": text})
    taken = "[quarterdeck.games]\nsaltfjord = my_fjord:RULES\nNo-Name = my_fjord:RULES\n"
    add_package(tmp_path, "my-fjord", taken, my_fjord="RULES = None")
    done = run(tmp_path, "games")
    assert done.returncode == 0
    assert [line for line in done.stdout.splitlines() if line.endswith("built in")] == [
        "Upon a Salty Ocean  salty_ocean, built in",
        "Rolling Seas  rolling_seas, built in",
        "Saltfjord  saltfjord, built in",
        "Seul Maître à Bord  seul_maitre, built in",
    ]
    told = done.stderr.splitlines()
    assert len(told) == len(BAD_GAMES) + 2
    for name, (_, why) in BAD_GAMES.items():
        origin = f"(bad-{name.replace('_', '-')} 2.1)"
        (line,) = [line for line in told if f"“{name}” {origin} cannot be used: " in line]
        assert why in line
    (line,) = [line for line in told if "“saltfjord”" in line and "my-fjord 2.1" in line]
    assert "this name is taken (built in)" in line
    assert any("“No-Name”" in line and "lower-case letters" in line for line in told)

    # Whoever asks for one is told why, in their language; nothing else is disturbed
    refused = run(tmp_path, "play", "failing", "--lang", "fr")
    assert refused.returncode == 2
    assert "Le jeu «\u00a0failing\u00a0» (bad-failing 2.1) est inutilisable" in refused.stderr
    assert run(tmp_path, "sim", "rolling_seas", "--games", "1").stderr.strip() == ""


def test_a_broken_game_spoils_no_text_of_the_others(tmp_path: Path) -> None:
    """A folder of catalogues that cannot be read must not be taken in."""
    code = (
        "from pathlib import Path\n"
        "from quarterdeck.kernel.catalogue import Translator, add_folder\n"
        "try:\n    add_folder(Path('nowhere'))\nexcept OSError:\n    print('refused')\n"
        "print(Translator('en')('qd.player', number=2))"
    )
    assert run(tmp_path, code=code).stdout.splitlines()[0] == "refused"
    assert "qd." not in run(tmp_path, code=code).stdout


def test_no_package_changes_the_texts_of_the_house(tmp_path: Path) -> None:
    messages = tmp_path / "messages"
    messages.mkdir()
    for language in ("en", "fr"):
        head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        text = 'msgid "qd.plugin.built_in"\nmsgstr "hacked"\nmsgid "my.own"\nmsgstr "mine"\n'
        (messages / f"{language}.po").write_text(head + text, encoding="utf-8")
    code = (
        "from pathlib import Path\n"
        "from quarterdeck.kernel.catalogue import Translator, add_folder\n"
        f"add_folder(Path({str(messages)!r}))\n"
        "print(Translator('en')('qd.plugin.built_in'), Translator('fr')('my.own'))"
    )
    assert run(tmp_path, code=code).stdout == "built in mine\n"


def test_of_two_packages_with_one_name_the_first_has_it(tmp_path: Path) -> None:
    bot = "from quarterdeck.bots.simple import RandomBot\n"
    for package in ("anchor", "beacon"):
        point = f"[quarterdeck.bots]\npilot = {package}:RandomBot\n"
        add_package(tmp_path, package, point, **{package: bot})
    done = run(tmp_path, "bots")
    assert "pilot  anchor 2.1" in done.stdout
    (line,) = done.stderr.splitlines()
    assert "“pilot” (beacon 2.1) cannot be used: this name is taken (anchor 2.1)" in line


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Pilot = 7", "subclass of Bot"),
        ("from quarterdeck.bots import Bot as Pilot", "does not implement choose"),
        ("1 / 0", "ZeroDivisionError"),
    ],
)
def test_a_broken_bot_is_left_out(tmp_path: Path, text: str, why: str) -> None:
    add_package(tmp_path, "pilots", "[quarterdeck.bots]\npilot = pilots:Pilot\n", pilots=text)
    done = run(tmp_path, "bots")
    assert done.returncode == 0
    assert "pilot" not in done.stdout
    (line,) = done.stderr.splitlines()
    assert why in line


def test_no_bot_is_called_like_a_kind_of_seat(tmp_path: Path) -> None:
    point = "[quarterdeck.bots]\nopen = pilots:RandomBot\n"
    text = "from quarterdeck.bots.simple import RandomBot"
    add_package(tmp_path, "pilots", point, pilots=text)
    assert "no word with another meaning" in run(tmp_path, "bots").stderr


def test_the_bot_of_the_documentation_plays(tmp_path: Path) -> None:
    """The page's own code, installed: what a reader copies works."""
    page = (DOCS / "adding-a-bot.md").read_text(encoding="utf-8")
    blocks = page.split("```")[1::2]
    (module,) = [block.removeprefix("python\n") for block in blocks if block.startswith("python\n")]
    (project,) = [block.removeprefix("toml\n") for block in blocks if block.startswith("toml\n")]
    start = project.index('[project.entry-points."quarterdeck.bots"]')
    point = project[start:].splitlines()[1].replace('"', "")
    add_package(tmp_path, "patient-bot", f"[quarterdeck.bots]\n{point}\n", patient_bot=module)
    listed = run(tmp_path, "bots")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert "patient  patient-bot 2.1" in listed.stdout
    played = run(tmp_path, "sim", "salty_ocean", "--games", "1", "--bots", "patient:looks=3,random")
    assert played.returncode == 0, played.stderr
    assert "patient:looks=3" in played.stdout
    refused = run(tmp_path, "sim", "salty_ocean", "--bots", "patient:looks=0,random")
    assert "must be a whole number from 1 to 50, not “0”" in refused.stderr
