"""Stored results of random games: every build, compiled or pure, must give the same ones.

    python -m tests.kit.fixtures --write

writes them again after the rules have changed on purpose.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from quarterdeck import games
from quarterdeck.kernel.playout import playout
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.testing.walk import Case, cases
from tests.toy import TOY

FILE = Path(__file__).resolve().parents[1] / "fixtures" / "digests.json"

Result = dict[str, Any]


def all_rules() -> list[AnyRules]:
    return [TOY, *(games.load(game) for game in games.GAMES)]


def result(case: Case) -> Result:
    """What the house's own random play makes of a case."""
    position = case.start()
    decisions = playout(position, case.seed)
    return {"decisions": decisions, "digest": position.digest(), "scores": position.scores}


def results(rules: AnyRules) -> dict[str, Result]:
    return {str(case): result(case) for case in cases(rules, 5, 2)}


def stored() -> dict[str, Result]:
    found: dict[str, Result] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def write() -> None:
    lines = [
        f"{json.dumps(name)}: {json.dumps(found)}"
        for rules in all_rules()
        for name, found in results(rules).items()
    ]
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare random games with the stored results.")
    parser.add_argument("--write", action="store_true", help="store the results of this build")
    if parser.parse_args().write:
        write()
        return 0
    known = stored()
    found = {name: entry for rules in all_rules() for name, entry in results(rules).items()}
    different = sorted(name for name in known | found if known.get(name) != found.get(name))
    print("\n".join(different) or "All results are as stored.")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
