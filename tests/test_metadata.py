"""What the package says of itself is said in one place and is true."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from setuptools.config.pyprojecttoml import read_configuration

import quarterdeck
from tools.requirements import requirements

PYPROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"
PROJECT: dict[str, Any] = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]


def test_the_package_is_built_with_the_version_it_has_in_the_sources() -> None:
    built: Any = read_configuration(PYPROJECT)
    assert built["project"]["version"] == quarterdeck.__version__


def test_the_version_is_written_in_one_place() -> None:
    assert "version" not in PROJECT
    sources = PYPROJECT.parent / "src" / "quarterdeck"
    named = [
        file
        for file in sources.rglob("*.py")
        if f'"{quarterdeck.__version__}"' in file.read_text(encoding="utf-8")
    ]
    assert named == [sources / "__init__.py"]


def test_the_extra_for_everything_installs_every_extra_of_the_program() -> None:
    extras = PROJECT["optional-dependencies"]
    # For developers, and one that is large and for clusters only
    left_out = {"all", "dev", "docs", "testing", "ray"}
    every = [extra for extra in extras if extra not in left_out]
    assert sorted(requirements(["all"])) == sorted(requirements(every))
