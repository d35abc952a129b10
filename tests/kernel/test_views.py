"""Views keep their hash, and nobody can tell."""

from __future__ import annotations

import pickle
from copy import deepcopy
from dataclasses import FrozenInstanceError, asdict, dataclass, fields, replace

import pytest

from quarterdeck.kernel.views import seen


@seen
class Ship:
    name: str
    cargo: tuple[int, ...] = ()

    @property
    def laden(self) -> bool:
        return bool(self.cargo)


@seen
class Fleet:
    ships: tuple[Ship, ...]


@dataclass(frozen=True)
class Plain:
    name: str
    cargo: tuple[int, ...] = ()


def test_a_view_is_a_frozen_dataclass() -> None:
    ship = Ship("carrack", (1, 2))
    assert ship == Ship("carrack", cargo=(1, 2)) != Ship("carrack")
    assert ship.laden
    assert repr(ship) == "Ship(name='carrack', cargo=(1, 2))"
    with pytest.raises(FrozenInstanceError):
        ship.name = "caravel"  # type: ignore[misc]


def test_its_hash_is_that_of_its_fields_and_stays() -> None:
    ship = Ship("carrack", (1, 2))
    assert hash(ship) == hash(Plain("carrack", (1, 2))) == hash(ship)
    assert {Fleet((ship,)): 1}[Fleet((Ship("carrack", (1, 2)),))] == 1
    assert hash(replace(ship, cargo=())) == hash(Ship("carrack")) != hash(ship)


def test_the_hash_is_worked_out_once() -> None:
    asked = []

    class Counted(int):
        def __hash__(self) -> int:
            asked.append(self)
            return super().__hash__()

    ship = Ship("carrack", (Counted(3),))
    assert hash(ship) == hash(ship)
    assert len(asked) == 1


def test_nothing_that_reads_a_view_sees_it() -> None:
    ship = Ship("carrack")
    hash(ship)
    assert [field.name for field in fields(Ship)] == ["name", "cargo"]
    assert asdict(ship) == {"name": "carrack", "cargo": ()}
    # Elsewhere texts have other hashes.
    for copied in (pickle.loads(pickle.dumps(ship)), deepcopy(ship)):  # noqa: S301 - our own
        assert copied == ship
        assert vars(copied) == {"name": "carrack", "cargo": ()}
