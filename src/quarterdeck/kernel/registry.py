"""Finding what a game's folder holds, so that no list has to repeat it."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, TypeVar

from quarterdeck.kernel.faces import Face
from quarterdeck.kernel.position import Step

T = TypeVar("T")


def classes_in(package: ModuleType, base: type[T]) -> list[type[T]]:
    """The subclasses of `base` that the modules of a package define themselves."""
    found = []
    for entry in iter_modules(package.__path__, f"{package.__name__}."):
        for value in vars(import_module(entry.name)).values():
            # What a module imports is defined elsewhere
            if (
                isinstance(value, type)
                and issubclass(value, base)
                and value.__module__ == entry.name
            ):
                found.append(value)
    return found


def steps_in(package: ModuleType) -> dict[str, type[Step[Any]]]:
    """The steps of a game by name, as positions are saved."""
    steps: dict[str, type[Step[Any]]] = {}
    for step in classes_in(package, Step):
        if step.__name__ in steps:
            raise ValueError(f"two steps are called {step.__name__}")
        steps[step.__name__] = step
    return steps


def faces_in(package: ModuleType) -> list[type[Face[Any, Any]]]:
    """The faces of a game; a class that several share names no step of its own."""
    return [face for face in classes_in(package, Face) if "step" in vars(face)]
