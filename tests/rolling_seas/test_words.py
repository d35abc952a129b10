"""What players read says what is so: what ends a turn says that it does."""

from __future__ import annotations

from typing import cast

import pytest

from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.testing.walk import Case, walk
from tests.rolling_seas.scenario import RULES

ENDS = ("end your turn", "terminer votre tour")


@pytest.mark.parametrize("seats", [1, 2])
def test_what_is_said_to_end_the_turn_ends_it(seats: int) -> None:
    """At every choice of random games; leaving a port with a wind in the sails does not."""
    seen: set[str] = set()
    for seed in range(6):
        for moment in walk(Case(RULES, seats, (), seed)):
            p, move = cast(RollingPosition, moment.position), moment.move
            if move is None or move.seat < 0:
                continue
            choice = RULES.describe(p, move.seat, move.code)
            says = [
                end in Translator(language).text(choice.label)
                for language, end in zip(("en", "fr"), ENDS, strict=True)
            ]
            assert says[0] == says[1]
            family = choice.notation.split()[0]
            assert says[0] or family not in ("stay", "end")
            if says[0]:
                seen.add(choice.label.id)
                after = p.clone()
                after.play(move.seat, move.code)
                assert after.turn != p.turn or after.chance or move.seat not in after.actors()
    assert {"rs.choice.stay", "rs.choice.end"} <= seen
    assert seen & {"rs.choice.done.last", "rs.choice.done.build.last"}
