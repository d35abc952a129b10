"""Which rule and group every kind of choice has, at every step of the recorded games.

`described.json` is the list people have read; `python -m tests.test_described` writes it again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from quarterdeck import record
from quarterdeck.game import rules_for
from tests.fixtures.shelves import SHELVES
from tests.fixtures.tales import Shelf

STORED = Path(__file__).parent / "fixtures" / "described.json"


def describe(shelf: Shelf[Any]) -> list[str]:
    """Step, family, rule and group of whatever is open somewhere in the records of a game."""
    found, seen = set(), set()
    for file in sorted(shelf.folder.glob("*.jsonl")):
        told = record.read(file)
        rules = rules_for(told.header)
        for position in record.positions(told, rules):
            for seat in position.actors():
                step = type(position.step_of(seat)).__name__
                for code in position.legal(seat):
                    family = rules.space.family_of(code).name
                    # Purchases differ in their rules by what is bought: look at each code once
                    if (step, code) in seen:
                        continue
                    seen.add((step, code))
                    choice = rules.describe(position.visible_to(seat), seat, code)
                    found.add(f"{step} {family} {choice.rule} {choice.group.id}")
    return sorted(found)


@pytest.mark.parametrize("shelf", SHELVES, ids=lambda shelf: shelf.rules.id)
def test_every_choice_has_the_rule_and_group_it_had(shelf: Shelf[Any]) -> None:
    assert describe(shelf) == json.loads(STORED.read_text(encoding="utf-8"))[shelf.rules.id]


if __name__ == "__main__":
    written = {shelf.rules.id: describe(shelf) for shelf in SHELVES}
    STORED.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")
