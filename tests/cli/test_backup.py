"""`quarterdeck backup` and `quarterdeck restore` as whoever runs a server types them."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import text

from quarterdeck.server.identity import server_key
from quarterdeck.server.reach.push import PushKey
from tests.cli.conftest import Run
from tests.server.test_backup import content, on, with_guest


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a server keeps its things if it is not told otherwise; one guest has been there."""
    folder = tmp_path / "quarterdeck"
    folder.mkdir()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with_guest(f"sqlite:///{folder / 'quarterdeck.db'}", "anne")
    server_key(folder / "server.key")
    return folder


def names(file: Path) -> list[str]:
    return [row.name for row in content(f"sqlite:///{file}")["guests"]]


def test_without_options_the_usual_database_and_key_are_saved(run: Run, home: Path) -> None:
    file = home / "table.backup"
    result = run("backup", file)
    assert result.code == 0
    assert result.out == f"Backed up to {file}: tables 0, guests 1, lines 0.\n"
    assert result.err == ""


def test_a_restore_brings_back_guests_and_key(
    run: Run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("backup", home / "table.backup")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))
    result = run("restore", home / "table.backup")
    assert result.code == 0
    assert "guests 1" in result.out
    assert "everybody stays signed in" in result.out
    assert "Tables in order: 0" in result.out
    new = tmp_path / "elsewhere" / "quarterdeck"
    assert names(new / "quarterdeck.db") == ["Anne"]
    assert (new / "server.key").read_bytes() == (home / "server.key").read_bytes()


def test_a_restored_server_has_the_same_push_key(
    run: Run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every device that is told something is bound to it."""
    key = PushKey.at(home / "push.key").public
    run("backup", home / "table.backup")
    new = tmp_path / "elsewhere" / "quarterdeck"
    monkeypatch.setenv("XDG_DATA_HOME", str(new.parent))
    assert run("restore", home / "table.backup").code == 0
    assert PushKey.at(new / "push.key").public == key
    assert stat.S_IMODE((new / "push.key").stat().st_mode) == 0o600
    # Another one that is there stays, and that is told
    (new / "quarterdeck.db").unlink()
    (new / "push.key").unlink()
    other = PushKey.at(new / "push.key").public
    result = run("restore", home / "table.backup")
    assert "push.key holds another push key, which stays" in result.err
    assert PushKey.at(new / "push.key").public == other


def test_what_is_there_is_deleted_only_by_a_word(run: Run, home: Path) -> None:
    run("backup", home / "table.backup")
    place = home / "quarterdeck.db"
    with_guest(f"sqlite:///{place}", "bob")

    result = run("restore", home / "table.backup")
    assert result.code == 2
    assert "not empty (tables: 0, guests: 2)" in result.err

    for typed in ("", "\n", "yes\n", "Replace\n"):
        result = run("restore", home / "table.backup", "--replace", typed=typed)
        assert result.code == 2
        assert "Type “replace” to continue:" in result.out
        assert result.err == "quarterdeck: nothing was changed\n"
        assert names(place) == ["Anne", "Bob"]

    result = run("restore", home / "table.backup", "--replace", "--lang", "fr", typed="remplacer\n")
    assert result.code == 0
    assert names(place) == ["Anne"]


def test_a_script_need_not_type_the_word(run: Run, home: Path) -> None:
    run("backup", home / "table.backup")
    with_guest(f"sqlite:///{home / 'quarterdeck.db'}", "bob")
    assert run("restore", home / "table.backup", "--replace", "--yes").code == 0
    assert names(home / "quarterdeck.db") == ["Anne"]


def test_a_key_of_another_server_is_left_alone_and_told(
    run: Run, home: Path, tmp_path: Path
) -> None:
    run("backup", home / "table.backup")
    other = tmp_path / "other.key"
    other.write_bytes(b"another key")
    new = f"sqlite:///{tmp_path / 'new.db'}"
    result = run("restore", home / "table.backup", "--database", new, "--key-file", other)
    assert result.code == 0
    assert "another signing key" in result.err
    assert other.read_bytes() == b"another key"


def test_a_backup_without_a_key_says_so(run: Run, home: Path) -> None:
    (home / "server.key").unlink()
    result = run("backup", home / "table.backup")
    assert result.code == 0
    assert "no signing key" in result.err
    assert "no signing key" in run("restore", home / "table.backup", "--replace", "--yes").err


@pytest.mark.parametrize(
    ("language", "said"), [("en", "exists; choose another name"), ("fr", "existe déjà")]
)
def test_a_file_that_exists_is_kept(run: Run, home: Path, language: str, said: str) -> None:
    assert run("backup", home / "server.key", "--lang", language).code == 2
    assert said in run("backup", home / "server.key", "--lang", language).err
    assert run("backup", home / "table.backup").code == 0
    assert run("backup", home / "table.backup", "--force").code == 0


def test_mistakes_end_in_one_line(run: Run, home: Path, tmp_path: Path) -> None:
    nowhere = tmp_path / "none.db"
    for arguments in (
        ("restore", tmp_path / "none.backup"),
        ("restore", home / "quarterdeck.db"),
        ("backup", tmp_path / "x.backup", "--database", f"sqlite:///{nowhere}"),
        ("backup", tmp_path / "x.backup", "--database", "postgresql://a:geheim@127.0.0.1:1/b"),
        ("backup", tmp_path / "x.backup", "--database", "nonsense"),
        ("backup", tmp_path / "x.backup", "--database", "mysql://a:geheim@b/c"),
        ("backup", tmp_path / "no" / "folder"),
    ):
        result = run(*arguments)
        assert result.code == 2, arguments
        assert result.err.startswith("quarterdeck: ")
        assert result.err.count("\n") == 1
        assert "geheim" not in result.err
    assert not nowhere.exists()
    assert not (tmp_path / "x.backup").exists()


def test_a_database_that_is_none_is_told(run: Run, home: Path) -> None:
    (home / "quarterdeck.db").write_bytes(b"no database" * 500)
    result = run("backup", home / "table.backup")
    assert result.code == 2
    assert "not a database" in result.err


def test_a_command_interrupted_before_it_begins_says_nothing() -> None:
    early = (
        "import os, signal, sys\n"
        # Whatever runs in the background is started with this signal ignored
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "class Early:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'quarterdeck.cli.app': os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Early())\n"
        "from quarterdeck.cli import main\n"
        "main(['games'])\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", early], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")


def test_a_table_that_cannot_go_on_is_restored_as_it_was_and_told(
    run: Run, home: Path, tmp_path: Path
) -> None:
    on(
        f"sqlite:///{home / 'quarterdeck.db'}",
        lambda c: c.execute(
            text(
                "INSERT INTO tables (id, game, rules, seats, options, components, title, listed, "
                "status, host, created, changed) VALUES ('odd', 'salty_ocean', 1, 2, '{oh', 'c', "
                "'Odd', 1, 'running', 'anne', 1.5, 1.5)"
            )
        ),
    )
    run("backup", home / "table.backup")
    new = tmp_path / "new.db"
    key = tmp_path / "new.key"
    result = run(
        "restore", home / "table.backup", "--database", f"sqlite:///{new}", "--key-file", key
    )
    assert result.code == 1
    assert "odd (salty_ocean): damaged" in result.out
    found = on(f"sqlite:///{new}", lambda c: c.execute(text("SELECT options FROM tables")).scalar())
    assert found == "{oh"


def test_the_doctor_takes_address_and_password_from_where_the_server_does(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUARTERDECK_DATABASE", f"sqlite:///{home / 'quarterdeck.db'}")
    assert "Tables in order: 0" in run("doctor", "--database", "").out
    monkeypatch.setenv("QUARTERDECK_DATABASE_PASSWORD_FILE", str(home / "nowhere"))
    result = run("doctor", "--database", "postgresql://anne@127.0.0.1:1/none")
    assert result.code == 2
    assert str(home / "nowhere") in result.err
