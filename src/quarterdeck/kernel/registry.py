"""Finding what a game's folder holds, so that no list has to repeat it."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, TypeVar

from quarterdeck.kernel.faces import Face
from quarterdeck.kernel.position import Step

T = TypeVar("T")


def classes_in(place: ModuleType, base: type[T]) -> list[type[T]]:
    """The subclasses of `base` that a module, or the modules of a package, define themselves."""
    return [
        value
        for module in _modules(place)
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, base)
        # What a module imports is defined elsewhere
        if value.__module__ == module.__name__
    ]


def _modules(place: ModuleType) -> list[ModuleType]:
    if not hasattr(place, "__path__"):
        return [place]
    found = iter_modules(place.__path__, f"{place.__name__}.")
    return [import_module(entry.name) for entry in found]


def steps_in(place: ModuleType) -> dict[str, type[Step[Any]]]:
    """The steps of a game by name, as positions are saved."""
    steps: dict[str, type[Step[Any]]] = {}
    for step in classes_in(place, Step):
        if step.__name__ in steps:
            raise ValueError(f"two steps are called {step.__name__}")
        steps[step.__name__] = step
    return steps


def faces_in(place: ModuleType) -> list[type[Face[Any, Any]]]:
    """The faces of a game; a class that several share names no step of its own."""
    return [face for face in classes_in(place, Face) if "step" in vars(face)]
