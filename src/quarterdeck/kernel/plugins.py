"""What there is of a kind, by name: the house's own, and what installed packages add.

A package adds something by an entry point of the kind's group; nothing of it is imported before it
is asked for. One that cannot be used is reported once and left out, and breaks nothing else.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from threading import RLock
from typing import Generic, TypeVar

from quarterdeck.kernel.catalogue import withdraw_on_error
from quarterdeck.kernel.errors import QuarterdeckError, UnknownName
from quarterdeck.kernel.messages import Message

logger = logging.getLogger(__name__)

T = TypeVar("T")
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
LONGEST_REASON = 300

# Only one thing is loaded at a time, so that it is known what it leaves behind.
_loading = RLock()


@dataclass(frozen=True)
class Origin:
    """Where something comes from: an installed distribution, or the house itself."""

    distribution: str = ""
    version: str = ""

    @property
    def message(self) -> Message:
        if not self.distribution:
            return Message("qd.plugin.built_in")
        return Message("qd.plugin.of", distribution=self.distribution, version=self.version)


BUILT_IN = Origin()


class Unfit(Exception):
    """Something that cannot be used, and why."""

    def __init__(self, why: Message) -> None:
        super().__init__(why)
        self.why = why


class BrokenPlugin(UnknownName):
    """What a package adds under this name cannot be used."""

    def __init__(self, kind: str, name: str, origin: Origin, why: Message) -> None:
        QuarterdeckError.__init__(
            self,
            Message(f"qd.error.broken.{kind}", name=name[:80], origin=origin.message, why=why),
        )
        self.name = name


class Plugins(Generic[T]):
    """Everything of one kind.

    `built_in` says where the house's own are (`package.module:NAME`), in their order. `check` is
    given a name and what was found under it, and gives it back or raises Unfit.
    """

    def __init__(
        self,
        kind: str,
        group: str,
        built_in: Mapping[str, str],
        check: Callable[[str, object], T],
        reserved: tuple[str, ...] = (),
    ) -> None:
        self.kind = kind
        self.group = group
        self._built_in = dict(built_in)
        self._check = check
        self._reserved = reserved
        self._outside: dict[str, tuple[EntryPoint, Origin]] | None = None
        self._loaded: dict[str, T] = {}
        self._in_progress: set[str] = set()
        self._broken: dict[str, BrokenPlugin] = {}
        self._left_out: list[BrokenPlugin] = []

    def names(self) -> tuple[str, ...]:
        """What can be asked for: the house's own first, then the others by name."""
        known = [*self._built_in, *sorted(self._find_outside())]
        known += [name for name in self._loaded if name not in known]
        return tuple(name for name in known if name not in self._broken)

    def __contains__(self, name: str) -> bool:
        """Whether there is something of this name that can be used."""
        try:
            self.load(name)
        except UnknownName:
            return False
        return True

    def load(self, name: str) -> T:
        """What has this name; raises UnknownName, or BrokenPlugin if it cannot be used."""
        found = self._loaded.get(name)
        if found is not None:
            return found
        with _loading:
            return self._load(name)

    def _load(self, name: str) -> T:
        if name in self._loaded:
            return self._loaded[name]
        if name in self._broken:
            raise self._broken[name]
        if name in self._built_in:
            module, _, attribute = self._built_in[name].partition(":")
            made = self._check(name, getattr(import_module(module), attribute))
        elif name in self._find_outside() and name not in self._in_progress:
            # Not again while it is imported: it may ask for everything there is
            self._in_progress.add(name)
            try:
                made = self._load_outside(name)
            finally:
                self._in_progress.discard(name)
        else:
            raise UnknownName(self.kind, name, list(self.names()))
        self._loaded[name] = made
        return made

    def load_all(self) -> list[T]:
        """Everything that can be used."""
        return [self.load(name) for name in self.names() if name in self]

    def loaded(self) -> list[T]:
        """What has been loaded so far."""
        return list(self._loaded.values())

    def add(self, name: str, thing: T) -> None:
        """Offer something in this process only, as a notebook or a test may want to."""
        self._loaded[name] = self._check(name, thing)

    def remove(self, name: str) -> None:
        del self._loaded[name]

    def origin(self, name: str) -> Origin:
        found = self._find_outside().get(name)
        return BUILT_IN if found is None else found[1]

    def left_out(self) -> list[BrokenPlugin]:
        """What cannot be used, as far as it has been tried."""
        self._find_outside()
        return list(self._left_out)

    def _find_outside(self) -> dict[str, tuple[EntryPoint, Origin]]:
        """What installed packages say they add; the first of a name has it."""
        if self._outside is None:
            with _loading:
                if self._outside is None:
                    self._outside = self._search_outside()
        return self._outside

    def _search_outside(self) -> dict[str, tuple[EntryPoint, Origin]]:
        known: dict[str, tuple[EntryPoint, Origin]] = {}
        for point in sorted(entry_points(group=self.group), key=_order):
            origin = _origin(point)
            taken: Origin | None = None
            if point.name in self._built_in:
                taken = BUILT_IN
            elif point.name in known:
                taken = known[point.name][1]
                if taken == origin and known[point.name][0].value == point.value:
                    continue  # the same distribution, found in two folders
            if taken is not None:
                self._leave_out(point.name, origin, _why_taken(taken))
            elif not NAME.fullmatch(point.name) or point.name in self._reserved:
                self._leave_out(point.name, origin, Message("qd.plugin.bad_name"))
            else:
                known[point.name] = (point, origin)
        return known

    def _load_outside(self, name: str) -> T:
        point, origin = self._find_outside()[name]
        try:
            with withdraw_on_error():
                return self._check(name, point.load())
        except Unfit as unfit:
            why, cause = unfit.why, None
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            # Whatever its code does, sys.exit included: the house goes on without it
            told = f"{type(error).__name__}: {error}"[:LONGEST_REASON]
            why, cause = Message("qd.plugin.failed", error=told), error
        broken = self._leave_out(name, origin, why)
        self._broken[name] = broken
        raise broken from cause

    def _leave_out(self, name: str, origin: Origin, why: Message) -> BrokenPlugin:
        broken = BrokenPlugin(self.kind, name, origin, why)
        self._left_out.append(broken)
        logger.warning("%s", broken)
        return broken


def _why_taken(by: Origin) -> Message:
    return Message("qd.plugin.taken", by=by.message)


def _order(point: EntryPoint) -> tuple[str, str, str]:
    origin = _origin(point)
    return origin.distribution, point.name, point.value


def _origin(point: EntryPoint) -> Origin:
    try:
        assert point.dist is not None
        return Origin(str(point.dist.name), str(point.dist.version))
    except Exception:
        # Metadata may be damaged; what they announce may work all the same
        return Origin("?", "?")
