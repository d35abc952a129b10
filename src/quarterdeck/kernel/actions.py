"""Choices as ints: families of actions with parameters, and their notation.

    space = ActionSpace()
    SELL = space.family("sell", rule="SO-9.1", group="market", good=("salt", "herring", "cod"))
    TAKE = space.family("take", rule="SO-9.8", group="market", count=range(1, 31))

`SELL(good=1)` is an int, `space.notation(SELL(good=1))` is "sell herring" and `space.parse`
reads it back. Ints serve masks and trees, notation serves records, tests and people.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any, Final

from quarterdeck.kernel.errors import BadNotation


class Parameter:
    """One argument of a family: its name and the words for its values, in order."""

    def __init__(self, name: str, words: list[str], first: int) -> None:
        self.name: Final[str] = name
        self.words: Final[list[str]] = words
        self.first: Final[int] = first
        self.size: Final[int] = len(words)
        self.index: Final[dict[str, int]] = {word: i for i, word in enumerate(words)}

    def values(self) -> tuple[str, ...] | range:
        """The words, or the whole numbers that they are, as `ActionSpace.family` takes them."""
        numbers = range(self.first, self.first + self.size)
        return numbers if self.words == [str(each) for each in numbers] else tuple(self.words)


class Family:
    """A block of consecutive codes: one per combination of parameter values.

    Choices also have the rule that allows them and the group they are listed in.
    """

    def __init__(
        self, name: str, base: int, parameters: list[Parameter], rule: str, group: str
    ) -> None:
        self.name: Final[str] = name
        self.rule: Final[str] = rule
        self.group: Final[str] = group
        self.base: Final[int] = base
        self.parameters: Final[list[Parameter]] = parameters
        size = 1
        for parameter in parameters:
            size *= parameter.size
        self.size: Final[int] = size
        self.end: Final[int] = base + size
        self.first: Final[int] = parameters[0].first if len(parameters) == 1 else 0
        self.columns: Final[int] = parameters[1].size if len(parameters) == 2 else 0

    def at(self, value: int) -> int:
        """The code of a family with one parameter, unchecked: the fast way for rules."""
        return self.base + value - self.first

    def pair(self, row: int, column: int) -> int:
        """The code of a family with two parameters, by the places of their values, unchecked."""
        return self.base + row * self.columns + column

    def value(self, code: int) -> int:
        """The value of a family with one parameter, unchecked: the inverse of `at`."""
        return code - self.base + self.first

    def has(self, code: int) -> bool:
        return self.base <= code < self.end

    def __call__(self, *positional: int, **named: int) -> int:
        values = list(positional)
        for parameter in self.parameters[len(values) :]:
            if parameter.name in named:
                values.append(named.pop(parameter.name))
        if named or len(values) != len(self.parameters):
            wanted = ", ".join(p.name for p in self.parameters)
            raise TypeError(f"{self.name} takes ({wanted})")
        offset = 0
        for parameter, value in zip(self.parameters, values, strict=True):
            index = value - parameter.first
            if not 0 <= index < parameter.size:
                raise ValueError(f"{self.name}: {parameter.name} cannot be {value}")
            offset = offset * parameter.size + index
        return self.base + offset

    def values(self, code: int) -> list[int]:
        """The parameter values of a code of this family."""
        offset = code - self.base
        found: list[int] = []
        for parameter in reversed(self.parameters):
            offset, index = divmod(offset, parameter.size)
            found.append(index + parameter.first)
        found.reverse()
        return found

    def notation(self, code: int) -> str:
        words = [self.name]
        for parameter, value in zip(self.parameters, self.values(code), strict=True):
            words.append(parameter.words[value - parameter.first])
        return " ".join(words)

    def __repr__(self) -> str:
        return f"<family {self.name!r} {self.base}..{self.end - 1}>"


class ActionSpace:
    """All choices of a game (or all its chance outcomes), numbered from 0 without gaps."""

    def __init__(self) -> None:
        self.families: list[Family] = []
        self.size = 0
        self._bases: list[int] = []
        self._by_name: dict[str, Family] = {}

    def family(
        self, name: str, rule: str = "", group: str = "", **parameters: tuple[str, ...] | range
    ) -> Family:
        """Add a family. A parameter is a tuple of words, or a range of whole numbers."""
        if name in self._by_name:
            raise ValueError(f"family {name!r} exists already")
        made: list[Parameter] = []
        for label, values in parameters.items():
            if isinstance(values, range):
                if values.step != 1:
                    raise ValueError(f"{name}: {label} skips numbers")
                made.append(Parameter(label, [str(v) for v in values], values.start))
            else:
                if len(set(values)) < len(values) or any(v.split() != [v] for v in values):
                    raise ValueError(f"{name}: {label} needs words, all different")
                made.append(Parameter(label, list(values), 0))
        family = Family(name, self.size, made, rule, group)
        self.families.append(family)
        self._bases.append(family.base)
        self._by_name[name] = family
        self.size = family.end
        return family

    def __deepcopy__(self, memo: dict[int, object]) -> ActionSpace:
        """Once a game has named its choices they stay, so a copy shares them."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        said = [
            (each.name, each.rule, each.group, {p.name: p.values() for p in each.parameters})
            for each in self.families
        ]
        return _named, (said,)

    def family_of(self, code: int) -> Family:
        if not 0 <= code < self.size:
            raise BadNotation(str(code), "qd.error.bad_code")
        return self.families[bisect_right(self._bases, code) - 1]

    def notation(self, code: int) -> str:
        return self.family_of(code).notation(code)

    def parse(self, text: str) -> int:
        """The code of a notation; raises BadNotation with what was expected."""
        words = text.split()
        family = self._by_name.get(words[0]) if words else None
        if family is None:
            raise BadNotation(text)
        if len(words) - 1 != len(family.parameters):
            expected = " ".join([family.name] + [f"<{p.name}>" for p in family.parameters])
            raise BadNotation(text, "qd.error.bad_notation.form", expected=expected)
        offset = 0
        for parameter, word in zip(family.parameters, words[1:], strict=True):
            index = parameter.index.get(word)
            if index is None:
                raise BadNotation(
                    text,
                    "qd.error.bad_notation.word",
                    word=word[:80],
                    parameter=parameter.name,
                )
            offset = offset * parameter.size + index
        return family.base + offset


def _named(families: list[tuple[str, str, str, dict[str, tuple[str, ...] | range]]]) -> ActionSpace:
    """The choices of a game as they were saved."""
    space = ActionSpace()
    for name, rule, group, parameters in families:
        space.family(name, rule, group, **parameters)
    return space
