"""A new game is whole: it passes the kit and the checks, is found by its entry point, and plays."""

from __future__ import annotations

import html
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.new_games import install, make_game
from tests.server.client import play_out
from tests.server.servers import Server

SPELLING = (
    "cannot be the name of a game; use up to 40 lower-case letters, digits and underscores, "
    "beginning with a letter, such as my_game"
)
SOURCES = Path(__file__).resolve().parents[2] / "src"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_game("pearl_hunt", tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="module")
def installed(game: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the game installed, as pip would."""
    return install(game, tmp_path_factory.mktemp("site"))


def seeing(path: Path) -> dict[str, str]:
    """The environment of a program that finds packages in this folder too."""
    paths = (os.environ.get("PYTHONPATH", ""), str(path))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def start(
    *command: str, path: Path, folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    environment = seeing(path)
    environment["MYPYPATH"] = str(SOURCES)
    return subprocess.run(
        [sys.executable, "-m", *command],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        cwd=folder,
    )


def test_it_passes_its_own_tests_and_so_the_kit(game: Path) -> None:
    done = start("pytest", "-q", "-p", "no:cacheprovider", path=game / "src", folder=game)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


def test_a_prefix_that_stands_in_other_words_is_no_untranslated_text(tmp_path: Path) -> None:
    """As "ww" does in an address, or "de" at the end of "side."."""
    game = make_game("whale_watch", tmp_path)
    done = start("pytest", "-q", "-p", "no:cacheprovider", path=game / "src", folder=game)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("command", [("ruff", "format", "--check"), ("ruff", "check")])
@pytest.mark.parametrize("name", ["pearl_hunt", "two", "seven_seas_of_pearls"])
def test_it_is_as_tidy_as_the_house(name: str, command: tuple[str, ...], tmp_path: Path) -> None:
    folder = make_game(name, tmp_path)
    done = start(*command, "--no-cache", ".", path=folder, folder=folder)
    assert done.returncode == 0, done.stdout


@pytest.mark.soak
def test_its_types_are_strict(game: Path) -> None:
    folders = ("src", "tests")
    done = start("mypy", "--cache-dir", os.devnull, *folders, path=game / "src", folder=game)
    assert done.returncode == 0, done.stdout


def test_it_is_found_where_it_is_installed(installed: Path) -> None:
    listed = start("quarterdeck", "games", path=installed)
    assert "Pearl hunt  pearl_hunt, pearl-hunt 0.1.0" in listed.stdout
    assert (listed.returncode, listed.stderr) == (0, "")
    shown = start("quarterdeck", "rules", "pearl_hunt", "PH-2.5", "--lang", "fr", path=installed)
    assert "Le requin" in shown.stdout
    played = start("quarterdeck", "sim", "pearl_hunt", "--games", "20", path=installed)
    assert played.returncode == 0, played.stderr


def test_starting_imports_no_game(installed: Path) -> None:
    code = (
        "import sys, quarterdeck.cli.app\nfrom quarterdeck import games\n"
        "assert 'pearl_hunt' in games.PLUGINS.names()\n"
        "print([m for m in sys.modules if m == 'pearl_hunt' or m.startswith('quarterdeck.games.')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=seeing(installed),
    )
    assert done.stdout == "[]\n"


@pytest.fixture
def server(installed: Path, tmp_path: Path) -> Iterator[Server]:
    path = {"PYTHONPATH": seeing(installed)["PYTHONPATH"]}
    made = Server(tmp_path, f"sqlite:///{tmp_path / 'table.db'}", environment=path)
    yield made.start()
    made.kill()


def test_it_is_at_the_table(server: Server) -> None:
    anne = server.client("Anne")
    listed = {game["id"]: game for game in anne.ask("/api/games")}
    assert listed["pearl_hunt"]["title"] == "Pearl hunt"
    assert "Pearl hunt" in anne.get("/").text
    cover = anne.get("/games/pearl_hunt/cover.svg").text
    assert "<svg" in cover
    assert re.search(r"Round [123] of 3", cover), "short as it is, the game is not over there"
    assert "PH-2.5" in anne.get("/rules/pearl_hunt").text
    taught = anne.get("/howto/pearl_hunt?lang=fr").text
    (first, second) = re.findall(r'<img src="(/games/pearl_hunt/howto/[^"]+)"', taught)
    for address, size in ((first, "0 0 520 500"), (second, "0 0 800 500")):
        picture = anne.get(html.unescape(address))
        assert f'viewBox="{size}"' in picture.text
        assert "immutable" in picture.headers["cache-control"]
    assert "immutable" not in anne.get("/games/pearl_hunt/howto/sea.svg").headers["cache-control"]
    assert anne.get("/games/pearl_hunt/howto/land.svg").status == 404
    assert "/howto/pearl_hunt" in anne.get("/").text
    assert anne.get("/rules/pearl_hunt").text.index("First advice") < anne.get(
        "/rules/pearl_hunt"
    ).text.index("PH-2.5</strong>")
    table = anne.host("here", "greedy", game="pearl_hunt")
    assert 'class="board-ph"' in anne.get(f"/t/{table}").text
    play_out(table, {0: anne}, lambda notations: notations[0])
    assert '"game": "pearl_hunt"' in anne.record(table)

    # Without the package, what was played is set aside and can be read; with it, it goes on
    running = anne.host("here", "greedy", game="pearl_hunt")
    anne.move(running, anne.lines(running), "dive")
    server.kill()
    path = server._environment.pop("PYTHONPATH")
    server.start()
    assert "not installed" in anne.table(running)["set_aside"]
    assert "find " in anne.record(running)
    assert "Pearl hunt" not in anne.get("/").text
    server.kill()
    server._environment["PYTHONPATH"] = path
    server.start()
    assert anne.table(running)["status"] == "running"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("My-Game", SPELLING),
        ("my-game", SPELLING),
        ("my game", SPELLING),
        ("MyGame", SPELLING),
        ("2nd_game", SPELLING),
        ("_game", SPELLING),
        ("fête", SPELLING),
        ("g" * 41, SPELLING),
        ("", SPELLING),
        ("../up", SPELLING),
        ("class", "it is a keyword of the Python language"),
        ("json", "is taken: Python or an installed package has a module of that name"),
        ("pytest", "is taken: Python or an installed package has a module of that name"),
        ("saltfjord", "is taken: there is already a game of that name"),
    ],
)
def test_a_name_that_cannot_be_is_refused(run: Run, name: str, why: str, tmp_path: Path) -> None:
    result = run("new-game", name, "--into", str(tmp_path / "new"))
    assert result.code == 2
    assert f"“{name}” " in result.err
    assert why in result.err
    assert not (tmp_path / "new").exists()


def test_a_name_of_another_installed_game_is_refused(installed: Path, tmp_path: Path) -> None:
    command = ("quarterdeck", "new-game", "pearl_hunt", "--into", str(tmp_path / "new"))
    done = start(*command, path=installed)
    assert done.returncode == 2
    assert "“pearl_hunt” is taken: there is already a game of that name" in done.stderr
    assert not (tmp_path / "new").exists()


def test_two_new_games_do_not_share_the_prefix_of_their_texts(
    installed: Path, tmp_path: Path
) -> None:
    """Else the second could not be used."""
    done = start("quarterdeck", "new-game", "port_hands", "--into", str(tmp_path), path=installed)
    assert done.returncode == 0, done.stderr
    both = install(tmp_path / "port_hands", tmp_path / "site")
    paths = os.pathsep.join((str(installed), str(both)))
    listed = start("quarterdeck", "games", path=Path(paths))
    assert listed.stderr == ""
    assert "Pearl hunt" in listed.stdout
    assert "Port hands" in listed.stdout


def test_what_is_there_is_left_alone(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pearl_hunt").mkdir()
    (tmp_path / "sea_hunt").write_text("mine", encoding="utf-8")
    for name in ("pearl_hunt", "sea_hunt"):
        result = run("new-game", name, "--into", str(tmp_path), "--lang", "fr")
        assert result.code == 2
        assert f"{name} existe déjà" in result.err
    assert sorted(tmp_path.rglob("*")) == [tmp_path / "pearl_hunt", tmp_path / "sea_hunt"]
    assert (tmp_path / "sea_hunt").read_text(encoding="utf-8") == "mine"


def test_what_cannot_be_written_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    result = run("new-game", "pearl_hunt", "--into", str(tmp_path / "file"))
    assert result.code == 2
    assert "cannot write into" in result.err
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]
