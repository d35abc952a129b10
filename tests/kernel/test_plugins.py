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
        "the prefix “sf” of its texts belongs to the game saltfjord",
    ),
    "of_the_house": (
        SAME_PREFIX.replace("same_prefix'", "of_the_house'\n    prefix = 'qd'"),
        "the prefix “qd” of its texts is Quarterdeck’s own",
    ),
    "dotted": (
        SAME_PREFIX.replace("same_prefix'", "dotted'\n    prefix = 'qd.page'"),
        "a value is missing or impossible: prefix: 'qd.page'",
    ),
    "stopping": (
        "class Stop(BaseException): pass\nraise Stop('at once')",
        "Stop: at once",
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


def add_game(
    folder: Path, id: str, *, prefix: str, title: str, before: str = "", after: str = ""
) -> None:
    """A package with a game that plays like Saltfjord and has texts of its own."""
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    texts = {"title": title, "summary": f"About {title}.", f"only_{id}": title}
    messages = folder / f"{id}_files" / "messages"
    messages.mkdir(parents=True)
    (messages.parent / "RULES.md").write_text("# Rules\n", encoding="utf-8")
    for language in ("en", "fr"):
        entries = [f'msgid "{prefix}.{name}"\nmsgstr "{text}"\n' for name, text in texts.items()]
        entries.append(f'msgid "sf.foreign_{id}"\nmsgstr "foreign"\n')
        (messages / f"{language}.po").write_text(head + "".join(entries), encoding="utf-8")
    module = (
        "from pathlib import Path\n"
        "from quarterdeck.games.saltfjord import rules\n"
        f"{before}\n"
        "class Game(rules.Saltfjord):\n"
        f"    id = '{id}'\n    prefix = '{prefix}'\n"
        f"    folder = Path(__file__).parent / '{id}_files'\n"
        "    def open_box(self, path):\n"
        "        return super().open_box(rules.FOLDER / 'components.toml')\n"
        "RULES = Game()\n"
        f"{after}\n"
    )
    point = f"[quarterdeck.games]\n{id} = {id}:RULES\n"
    add_package(folder, id.replace("_", "-"), point, **{id: module})


TELL_TITLES = """
from quarterdeck import games
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import UnknownName
say = Translator("en")
def tell(id):
    try:
        print(id, "is", say.text(games.load(id).title))
    except UnknownName as error:
        print(id, "is refused:", error)
"""


@pytest.mark.parametrize(
    ("after", "why"),
    [
        ("RULES.folder.joinpath('RULES.md').unlink()", "is missing"),
        ("Game.version = 0", "a value is missing or impossible"),
        ("raise ValueError('spoilt')", "ValueError: spoilt"),
        ("raise SystemExit(3)", "SystemExit: 3"),
    ],
)
def test_a_refused_game_leaves_no_text_behind(tmp_path: Path, after: str, why: str) -> None:
    """Not even where it has the prefix of another game."""
    add_game(tmp_path, "anchor", prefix="zz", title="Anchor", after=after)
    add_game(tmp_path, "beacon", prefix="zz", title="Beacon")
    add_game(tmp_path, "cutter", prefix="sf", title="Cutter")
    code = TELL_TITLES + (
        "for id in ('anchor', 'cutter', 'beacon', 'saltfjord'):\n    tell(id)\n"
        "print([id for id in ('zz.only_anchor', 'sf.only_cutter') if say.knows(id)])"
    )
    done = run(tmp_path, code=code)
    anchor, cutter, *others = done.stdout.splitlines()
    assert why in anchor, done.stderr
    assert "belongs to the game saltfjord" in cutter
    assert others == ["beacon is Beacon", "saltfjord is Saltfjord", "[]"]


def test_of_two_games_with_one_prefix_the_second_is_refused(tmp_path: Path) -> None:
    add_game(tmp_path, "anchor", prefix="zz", title="Anchor")
    add_game(tmp_path, "beacon", prefix="zz", title="Beacon")
    done = run(tmp_path, "games")
    assert "Anchor  anchor, anchor 2.1" in done.stdout
    assert "Beacon" not in done.stdout
    (line,) = done.stderr.splitlines()
    assert "“beacon” (beacon 2.1) cannot be used: the prefix “zz” of its texts belongs" in line
    assert "the game anchor" in line
    code = TELL_TITLES + (
        "tell('beacon')\ntell('anchor')\n"
        "print([id for id in ('zz.only_anchor', 'zz.only_beacon') if say.knows(id)])"
    )
    beacon, anchor, known = run(tmp_path, code=code).stdout.splitlines()
    assert beacon == "beacon is Beacon"
    assert "belongs to the game beacon" in anchor
    assert known == "['zz.only_beacon']"


def test_a_title_is_shown_as_it_is_written(tmp_path: Path) -> None:
    """Though brackets mean something to the terminal's painter."""
    add_game(tmp_path, "anchor", prefix="zz", title="Anchor [bold] [/dim]")
    done = run(tmp_path, "games")
    assert "Anchor [bold] [/dim]  anchor, anchor 2.1" in done.stdout, done.stderr
    assert "About Anchor [bold] [/dim]." in done.stdout


def test_a_game_has_texts_of_its_own_prefix_only(tmp_path: Path) -> None:
    """Those of another, left over from copying, are not shown there."""
    add_game(tmp_path, "anchor", prefix="zz", title="Anchor")
    code = TELL_TITLES + "tell('anchor')\nprint(say.knows('sf.foreign_anchor'))"
    assert run(tmp_path, code=code).stdout.splitlines() == ["anchor is Anchor", "False"]


def test_a_game_that_a_refused_one_imports_or_loads_keeps_its_texts(tmp_path: Path) -> None:
    load = "from quarterdeck import games; games.load('beacon'); import cutter"
    add_game(tmp_path, "anchor", prefix="aa", title="Anchor", before=load, after="1 / 0")
    add_game(tmp_path, "beacon", prefix="bb", title="Beacon")
    add_game(tmp_path, "cutter", prefix="cc", title="Cutter")
    code = TELL_TITLES + "for id in ('anchor', 'beacon', 'cutter', 'saltfjord'):\n    tell(id)\n"
    anchor, *others = run(tmp_path, code=code).stdout.splitlines()
    assert "ZeroDivisionError" in anchor
    assert others == ["beacon is Beacon", "cutter is Cutter", "saltfjord is Saltfjord"]


def test_a_game_that_looks_at_all_games_while_it_is_imported_can_be_used(tmp_path: Path) -> None:
    look = "from quarterdeck import games; games.load_all()"
    add_game(tmp_path, "anchor", prefix="aa", title="Anchor", before=look)
    done = run(tmp_path, "games")
    assert "Anchor  anchor, anchor 2.1" in done.stdout
    assert done.stderr == ""


def test_of_two_packages_with_one_game_the_first_has_it(tmp_path: Path) -> None:
    add_game(tmp_path, "anchor", prefix="aa", title="Anchor")
    add_package(tmp_path, "beacon", "[quarterdeck.games]\nanchor = beacon:RULES\n", beacon="1 / 0")
    done = run(tmp_path, "games")
    assert "Anchor  anchor, anchor 2.1" in done.stdout
    (line,) = done.stderr.splitlines()
    assert "“anchor” (beacon 2.1) cannot be used: this name is taken (anchor 2.1)" in line


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
        ("raise SystemExit('no wind')", "SystemExit: no wind"),
    ],
)
def test_a_broken_bot_is_left_out(tmp_path: Path, text: str, why: str) -> None:
    add_package(tmp_path, "pilots", "[quarterdeck.bots]\npilot = pilots:Pilot\n", pilots=text)
    done = run(tmp_path, "bots")
    assert done.returncode == 0
    assert "pilot" not in done.stdout
    (line,) = done.stderr.splitlines()
    assert why in line


def test_no_bot_takes_a_name_of_ours(tmp_path: Path) -> None:
    point = "[quarterdeck.bots]\ngreedy = pilots:Pilot\n"
    add_package(tmp_path, "pilots", point, pilots="1 / 0")
    done = run(tmp_path, "bots")
    assert "greedy  Merchant bot  built in" in done.stdout
    (line,) = done.stderr.splitlines()
    assert "“greedy” (pilots 2.1) cannot be used: this name is taken (built in)" in line


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
