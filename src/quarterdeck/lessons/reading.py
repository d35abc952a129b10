"""Reading `lesson.toml`: every fault it has is found and named by its place in the file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.errors import BadNotation, QuarterdeckError
from quarterdeck.kernel.messages import Argument, Message
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.lessons.lesson import AND_THEN, BadLesson, Lesson, Occasion, Pattern, Remark, Row

FILE = "lesson.toml"
NAME = re.compile(r"[a-z][a-z0-9_-]{0,40}")
MOST_REMARKS = 200
MINUTES = 15

FIELDS = frozenset(
    ("seats", "learner", "options", "minutes", "outcomes", "scripts", "remark"),
)
OF_REMARK = frozenset(("id", "when", "points", "want", "mistake"))
OF_WHEN = frozenset(("step", "round", "offered", "happened", "finished"))


def read_lesson(rules: AnyRules, path: Path | None = None) -> Lesson:
    """The lesson of a game; raises BadLesson with everything that is wrong with it."""
    file = path or rules.folder / FILE
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        why = Message("qd.lesson.fault.unreadable", why=str(error))
        raise BadLesson(str(file), [why]) from error
    return _Reader(rules, data, str(file)).lesson()


class _Reader:
    """One lesson file being read."""

    def __init__(self, rules: AnyRules, data: dict[str, Any], source: str) -> None:
        self.rules = rules
        self.data = data
        self.source = source
        self.problems: list[Message] = []

    def lesson(self) -> Lesson:
        self._no_others(self.data, FIELDS, "")
        seats, options = self._setup()
        learner = self._number(self.data, "learner", 0, range(seats))
        made = Lesson(
            game=self.rules.id,
            prefix=self.rules.prefix,
            seats=seats,
            learner=learner,
            options=options,
            minutes=self._number(self.data, "minutes", MINUTES, range(1, 121)),
            outcomes=self._outcomes(),
            scripts=self._scripts(seats, learner),
            remarks=tuple(self._remarks()),
        )
        if self.problems:
            raise BadLesson(self.source, self.problems)
        return made

    # Setting up

    def _setup(self) -> tuple[int, dict[str, str]]:
        wishes = self.data.get("options", {})
        if not isinstance(wishes, dict):
            self._fault("kind", "options")
            wishes = {}
        seats = self._number(self.data, "seats", self.rules.default_seats, self.rules.seats)
        try:
            count, options = self.rules.checked_setup(
                seats, {name: str(value) for name, value in wishes.items()}
            )
        except QuarterdeckError as error:
            self.problems.append(Message("qd.lesson.fault.setup", why=error.message))
            return seats, {}
        for option in self.rules.options:
            # A number drawn anew for each learner would be another game each time
            if str(wishes.get(option.id, option.default)) in option.seeded:
                self._fault("seeded", f"options.{option.id}")
        return count, options

    def _outcomes(self) -> tuple[str, ...]:
        return tuple(
            self._notation(text, f"outcomes[{i}]", dealt=True)
            for i, text in enumerate(self._words(self.data, "outcomes"))
        )

    def _scripts(self, seats: int, learner: int) -> dict[int, tuple[str, ...]]:
        told = self.data.get("scripts", {})
        if not isinstance(told, dict):
            self._fault("kind", "scripts")
            return {}
        scripts = {}
        for name in told:
            place = f"scripts.{name}"
            if not name.isdecimal() or int(name) >= seats or int(name) == learner:
                self._fault("no_bot", place)
                continue
            words = self._words(told, name, place)
            scripts[int(name)] = tuple(
                self._notation(text, f"{place}[{i}]", dealt=False) for i, text in enumerate(words)
            )
        return scripts

    # Remarks

    def _remarks(self) -> Iterator[Remark]:
        told = self.data.get("remark", [])
        if not isinstance(told, list) or not told:
            self._fault("no_remarks", "remark")
            return
        if len(told) > MOST_REMARKS:
            self._fault("too_many", "remark", most=MOST_REMARKS)
            return
        known: set[str] = set()
        for number, each in enumerate(told):
            place = f"remark[{number}]"
            if not isinstance(each, dict):
                self._fault("kind", place)
                continue
            remark = self._remark(each, place)
            if remark.id in known:
                self._fault("twice", f"{place}.id", remark=remark.id)
            known.add(remark.id)
            yield remark

    def _remark(self, told: dict[str, Any], place: str) -> Remark:
        self._no_others(told, OF_REMARK, place)
        wordless = "id" not in told and "want" in told
        id = place if wordless else told.get("id")
        if not isinstance(id, str) or not (wordless or NAME.fullmatch(id)):
            self._fault("id", f"{place}.id")
            id = place
        remark = Remark(
            id,
            self._occasion(told["when"], f"{place}.when") if "when" in told else None,
            tuple(self._words(told, "points", f"{place}.points")),
            tuple(self._rows(told, f"{place}.want")),
            tuple(self._patterns(told, "mistake", f"{place}.mistake")),
            wordless,
        )
        if remark.mistakes and (wordless or not remark.want):
            self._fault("mistake", f"{place}.mistake")
        if not wordless:
            self._check_texts(remark)
        return remark

    def _check_texts(self, remark: Remark) -> None:
        ids = [f"{self.rules.prefix}.lesson.{remark.id}"]
        if remark.mistakes:
            ids.append(f"{ids[0]}.mistake")
        for language in LANGUAGES:
            say = Translator(language)
            for id in ids:
                if not say.knows(id):
                    self.problems.append(
                        Message("qd.lesson.fault.no_text", text=id, language=language)
                    )

    def _occasion(self, told: Any, place: str) -> Occasion:
        if not isinstance(told, dict) or not told:
            self._fault("kind", place)
            return Occasion()
        self._no_others(told, OF_WHEN, place)
        step = told.get("step", "")
        if step and step not in self.rules.steps:
            self._fault("no_step", f"{place}.step", step=str(step)[:80])
        return Occasion(
            str(step),
            self._rounds(told.get("round"), f"{place}.round"),
            tuple(self._patterns(told, "offered", f"{place}.offered")),
            tuple(self._patterns(told, "happened", f"{place}.happened", dealt=True)),
            told.get("finished", False) is True,
        )

    def _rounds(self, told: Any, place: str) -> tuple[int, int] | None:
        if told is None:
            return None
        if isinstance(told, int) and not isinstance(told, bool):
            return told, told
        if (
            isinstance(told, list)
            and len(told) == 2
            and all(isinstance(each, int) for each in told)
            and told[0] <= told[1]
        ):
            return told[0], told[1]
        self._fault("rounds", place)
        return None

    def _rows(self, told: dict[str, Any], place: str) -> Iterator[Row]:
        for number, text in enumerate(self._words(told, "want", place)):
            pieces = [piece.strip() for piece in text.split(AND_THEN)]
            yield tuple(self._pattern(piece, f"{place}[{number}]") for piece in pieces)

    def _patterns(
        self, told: dict[str, Any], name: str, place: str, dealt: bool = False
    ) -> Iterator[Pattern]:
        for number, text in enumerate(self._words(told, name, place)):
            yield self._pattern(text, f"{place}[{number}]", dealt)

    def _pattern(self, text: str, place: str, dealt: bool = False) -> Pattern:
        pattern = Pattern(" ".join(text.split()))
        spaces = [self.rules.space, *([self.rules.outcome_space] if dealt else [])]
        if not pattern.is_known(*spaces):
            self._fault("no_choice", place, text=text[:80])
        return pattern

    # Values

    def _notation(self, text: str, place: str, *, dealt: bool) -> str:
        space = self.rules.outcome_space if dealt else self.rules.space
        try:
            return space.notation(space.parse(text))
        except BadNotation as error:
            self.problems.append(
                Message("qd.lesson.fault.notation", place=place, why=error.message)
            )
            return text

    def _number(self, told: dict[str, Any], name: str, default: int, allowed: range) -> int:
        value = told.get(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or value not in allowed:
            self._fault("number", name, least=allowed[0], most=allowed[-1])
            return default
        return value

    def _words(self, told: dict[str, Any], name: str, place: str = "") -> list[str]:
        value = told.get(name, [])
        if isinstance(value, str):
            return [value]
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return value
        self._fault("words", place or name)
        return []

    def _no_others(self, told: dict[str, Any], known: frozenset[str], place: str) -> None:
        for name in sorted(set(told) - known):
            self._fault("unknown", f"{place}.{name}".strip("."))

    def _fault(self, kind: str, place: str, **more: Argument) -> None:
        self.problems.append(Message(f"qd.lesson.fault.{kind}", place=place, **more))
