"""The build under test is the one that was meant to be tested."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES
from pathlib import Path

import pytest

from tools.hot_modules import hot_modules, module_name

SOURCES = Path(__file__).resolve().parents[1] / "src"
HOT = [module_name(SOURCES, file) for file in hot_modules(SOURCES)]
SUFFIXES = {"compiled": tuple(EXTENSION_SUFFIXES), "pure": tuple(SOURCE_SUFFIXES)}

# Import every hot module with the compiler's own packages out of reach.
WITHOUT_THE_COMPILER = """
import importlib, sys
for name in ("librt", "mypy", "mypy_extensions", "mypyc"):
    sys.modules[name] = None
for name in sys.argv[1:]:
    importlib.import_module(name)
"""


def kind_of(name: str) -> str:
    file = importlib.import_module(name).__file__
    assert file is not None
    return next(kind for kind, suffixes in SUFFIXES.items() if file.endswith(suffixes))


@pytest.fixture(scope="module")
def expected() -> str:
    """What the caller announced; without an announcement, whatever the first module is."""
    return os.environ.get("QUARTERDECK_EXPECT") or kind_of(HOT[0])


def test_there_are_hot_modules_in_the_kernel_and_in_every_game() -> None:
    games = {path.parent.name for path in SOURCES.glob("quarterdeck/games/*/__init__.py")}
    assert any(name.startswith("quarterdeck.kernel.") for name in HOT)
    assert {name.split(".")[2] for name in HOT if name.startswith("quarterdeck.games.")} == games


def test_the_announced_kind_is_known(expected: str) -> None:
    assert expected in SUFFIXES


@pytest.mark.parametrize("name", HOT)
def test_hot_modules_are_of_the_expected_kind(name: str, expected: str) -> None:
    assert kind_of(name) == expected


def test_the_stand_ins_for_the_compilers_vocabulary_are_interpreted() -> None:
    assert kind_of("quarterdeck.kernel.hints") == "pure"


def test_the_compiler_is_not_needed_at_run_time() -> None:
    subprocess.run([sys.executable, "-c", WITHOUT_THE_COMPILER, *HOT], check=True, timeout=60)
