"""Views: what people see, as frozen, typed, plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")

# Where an instance keeps its hash. It is no field: nothing that reads fields sees it.
_KEPT = "_hash"


@dataclass_transform(frozen_default=True)
def seen(cls: type[T]) -> type[T]:
    """A frozen dataclass that works out its hash once: views are looked up all the time."""
    made = dataclass(frozen=True)(cls)
    work_out = made.__hash__

    def kept_hash(self: Any) -> int:
        try:
            found: int = self._hash
        except AttributeError:
            found = work_out(self)
            object.__setattr__(self, _KEPT, found)
        return found

    def state(self: Any) -> dict[str, Any]:
        """What is copied or sent elsewhere: texts have other hashes in another process."""
        return {name: value for name, value in self.__dict__.items() if name != _KEPT}

    for name, method in (("__hash__", kept_hash), ("__getstate__", state)):
        setattr(made, name, method)
    return made
