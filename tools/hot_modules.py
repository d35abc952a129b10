"""Which modules the build compiles to native code.

Of the kernel and of every game, what runs in each playout. The rest reads files, speaks to
people or is subclassed by tests, and gains nothing. `setup.py` compiles these modules and
`tests/test_build.py` proves that they are what runs.
"""

from __future__ import annotations

from pathlib import Path

HOT_IN_KERNEL = ("actions.py", "obstacles.py", "position.py", "playout.py", "perft.py", "ranges.py")
HOT_IN_GAMES = (
    "names.py",
    "chart.py",
    "paying.py",
    "placements.py",
    "components.py",
    "obstacles.py",
    "captain.py",
    "actions.py",
    "position.py",
    "scoring.py",
    "hidden.py",
    "features.py",
    "details.py",
    "village.py",
    "steps.py",
    "steps/*.py",
)

# What advice is made of: bots ask for it at every choice of every game they imagine.
ADVICE_IN_GAMES = (
    "advice.py",
    "business.py",
    "cargo.py",
    "catch.py",
    "decision.py",
    "fights.py",
    "foresight.py",
    "goals.py",
    "havens.py",
    "laying.py",
    "odds.py",
    "outlook.py",
    "pending.py",
    "plans.py",
    "raids.py",
    "roads.py",
    "routes.py",
    "sites.py",
    "voyaging.py",
    "waters.py",
    "worth.py",
)


def module_name(source_root: Path, file: Path) -> str:
    return ".".join(file.relative_to(source_root).with_suffix("").parts)


def hot_modules(source_root: Path) -> list[Path]:
    """The files to compile. Package fronts (`__init__.py`) only pass names on, so they stay."""
    package = source_root / "quarterdeck"
    files = {package / "kernel" / name for name in HOT_IN_KERNEL}
    for game in (package / "games").glob("*/"):
        for pattern in HOT_IN_GAMES + ADVICE_IN_GAMES:
            files.update(game.glob(pattern))
    return sorted(file for file in files if file.name != "__init__.py")
