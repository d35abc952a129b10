"""Which rules have no test?

Compares the RULES.md of every game with the tags of the tests (see `quarterdeck.testing.stated`)
and fails on a rule without a test, on a tag without a rule and on a rule stated twice.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GAMES = ROOT / "src" / "quarterdeck" / "games"
TESTS = ROOT / "tests"
sys.path.insert(0, str(ROOT / "src"))  # the sources, not an older build that is installed

from quarterdeck.testing import stated  # noqa: E402


def main() -> int:
    rules = {file.parent.name: stated.read_ids(file) for file in sorted(GAMES.glob("*/RULES.md"))}
    problems = [
        f"{folder.relative_to(ROOT)}: no rules stated in RULES.md"
        for folder in sorted(file.parent for file in GAMES.glob("*/__init__.py"))
        if not rules.get(folder.name)
    ]
    problems += stated.find_problems(rules, sorted(TESTS.rglob("*.py")))
    summary = ", ".join(f"{game} {len(set(names))}" for game, names in rules.items())
    print("\n".join(problems) or f"Every rule has a test: {summary or 'no games yet'}.")
    if problems:
        print(f"{len(problems)} problems.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
