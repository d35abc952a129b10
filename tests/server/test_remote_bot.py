"""The example of a remote player, run as its readers would run it."""

from __future__ import annotations

import ast
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from quarterdeck import games, record
from tests.server.servers import ROOT, Server

EXAMPLE = ROOT / "examples" / "remote_bot.py"
RULES = games.load("salty_ocean")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    # In isolation: it sees neither this project nor its libraries.
    return subprocess.run(
        [sys.executable, "-I", "-S", str(EXAMPLE), *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_remote_bots_sit_down_and_play_a_whole_game(server: Server) -> None:
    anne = server.client("Anne")
    table = anne.host("open", "here", "open")
    token = anne.tell(f"/api/tables/{table}/seats/1/token")["token"]
    with ThreadPoolExecutor(3) as pool:
        players = [
            pool.submit(run, server.address, table, "--name", "Corsair", "--seed", "1"),
            pool.submit(run, server.address, table, "--name", "Buccaneer", "--seed", "2"),
            pool.submit(run, server.address, table, "--token", token, "--seed", "3"),
        ]
        done = [player.result() for player in players]
    for process in done:
        assert process.returncode == 0, process.stderr
        assert process.stderr == ""
        assert process.stdout.count("(me)") == 1
        assert len(process.stdout.splitlines()) == 3
    told = record.parse(anne.record(table))
    assert sorted(told.header.names) == ["Anne", "Buccaneer", "Corsair"]
    assert record.verify(told, RULES).finished


def test_a_remote_bot_that_is_refused_says_why(server: Server) -> None:
    missing = run(server.address, "nothing")
    assert missing.returncode == 1
    assert "refused: " in missing.stderr
    table = server.client("Anne").host("here", "open")
    wrong = run(server.address, table, "--token", "wrong")
    assert wrong.returncode == 1
    assert "token" in wrong.stderr


def test_the_example_needs_the_standard_library_only() -> None:
    tree = ast.parse(EXAMPLE.read_text(encoding="utf-8"))
    imported = {
        name.partition(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported <= set(sys.stdlib_module_names)
