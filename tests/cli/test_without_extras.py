"""The command with nothing installed but what it requires: what needs more says so."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

# What the extras bring, as it is imported
EXTRAS = (
    "aiosqlite",
    "alembic",
    "asyncpg",
    "fastapi",
    "jinja2",
    "markupsafe",
    "numpy",
    "openskill",
    "orjson",
    "prometheus_client",
    "ray",
    "resvg_py",
    "segno",
    "sqlalchemy",
    "starlette",
    "uvicorn",
)
RECORD = str(Path(__file__).parents[1] / "fixtures" / "salty_ocean" / "best_first.jsonl")
PROGRAM = """
import contextlib, io, json, sys
for name in json.loads(sys.argv[1]):
    sys.modules[name] = None
from quarterdeck.cli import main
ended = []
for command in json.loads(sys.argv[2]):
    told = io.StringIO()
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told):
        try:
            main(command)
            code = 0
        except SystemExit as stop:
            code = stop.code or 0
    ended.append([code, told.getvalue()])
print(json.dumps(ended))
"""


def run(*commands: list[str]) -> list[tuple[int, str]]:
    said = subprocess.check_output(
        [sys.executable, "-c", PROGRAM, json.dumps(EXTRAS), json.dumps(commands)], text=True
    )
    return [(code, told) for code, told in json.loads(said.splitlines()[-1])]


def test_games_are_played_and_learnt_without_any_extra() -> None:
    for code, told in run(
        ["--help"],
        ["bots", "--game", "salty_ocean", "--lang", "en"],
        ["sim", "salty_ocean", "--bots", "greedy,mate", "--games", "1", "--lang", "en"],
        ["lab", "studies", "--lang", "en"],
        ["learn", "--help"],
        ["play", "--help"],
    ):
        assert code == 0, told


def test_what_needs_an_extra_names_it() -> None:
    for extra, (code, told) in zip(
        ("train", "web", "web", "bots", "bots"),
        run(
            ["train", "salty_ocean", "--out", "nowhere", "--games", "1", "--lang", "en"],
            ["serve", "--lang", "en"],
            ["learn", "salty_ocean", "--check", "--lang", "en"],
            ["review", RECORD, "--lang", "en"],
            # A study with learned bots must not be played by others
            ["lab", "run", "salty_ocean", "--out", "nowhere", "--lang", "en"],
        ),
        strict=True,
    ):
        assert code == 2, told
        assert f"quarterdeck[{extra}]" in told
