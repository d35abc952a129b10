"""A captain and its copies."""

from __future__ import annotations

from quarterdeck.games.rolling_seas.captain import Captain
from tests.rolling_seas.scenario import A, voyage


def test_a_copy_of_a_captain_has_every_field() -> None:
    captain = voyage(2).captains[A]
    for number, name in enumerate(Captain.FIELDS, 1000):
        value = [number] if isinstance(getattr(captain, name), list) else number
        setattr(captain, name, value)
    assert captain.copy().dump() == captain.dump()
