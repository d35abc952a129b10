"""Names and numbers as readers of a report see them, in one language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from quarterdeck.bots.offering import bot_label
from quarterdeck.kernel.catalogue import Translator, write_number
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.lab.report.effects import BOTS, OPTION, SOURCES, USES, Change, Measure
from quarterdeck.lab.report.estimates import Estimate
from quarterdeck.lab.report.uses import Use
from quarterdeck.lab.results import Cell, Value
from quarterdeck.lab.values import EVERY, STEP, find_places, read_box, split
from quarterdeck.statistics.results import Labels

# Between names of one list, whatever the names are made of.
SEPARATOR = "; "


class Words:
    """Says what the figures of a study are about."""

    def __init__(self, rules: AnyRules, say: Translator) -> None:
        self.rules = rules
        self.say = say
        self._labels = Labels(rules, say)
        self._box = read_box(rules)

    # Numbers

    def number(self, number: float, places: int = 1, signed: bool = False) -> str:
        """A number with so many decimals, as the language writes it; no minus before 0."""
        rounded = round(number, places)
        rounded = rounded or 0.0
        shown = write_number(rounded, f"{'+' if signed and rounded else ''}.{places}f")
        return shown.replace(".", ",") if self.say.language == "fr" else shown

    def whole(self, number: float) -> str:
        """A number without decimals where it has none: 12, 12.5."""
        return self.number(number, 0 if number == round(number) else 1)

    def share(self, share: float, places: int = 1) -> str:
        return self.say("qd.report.share", number=self.number(100 * share, places))

    def even(self, share: float) -> str:
        """What would be even: no more exact than need be."""
        return self.share(share, 0 if 100 * share == round(100 * share) else 1)

    def range(self, low: float, high: float, places: int = 1, signed: bool = False) -> str:
        """An interval; negative numbers need more than a dash between them."""
        first, last = self.number(low, places, signed), self.number(high, places, signed)
        return self.say("qd.report.to" if signed else "qd.report.range", low=first, high=last)

    def share_range(self, found: Estimate) -> str:
        return self.range(100 * found.low, 100 * found.high)

    def full_share(self, found: Estimate | None) -> str:
        """A share and its interval."""
        if found is None:
            return "–"
        return self.say(
            "qd.report.with_range", value=self.share(found.value), range=self.share_range(found)
        )

    def full_mean(self, found: Estimate | None) -> str:
        """A mean and its interval."""
        if found is None:
            return "–"
        told = self.range(found.low, found.high, signed=found.low < 0)
        return self.say("qd.report.with_range", value=self.number(found.value), range=told)

    def chance(self, p: float) -> str:
        """A p value, no more exact than it can be."""
        return "< " + self.number(0.001, 3) if p < 0.001 else self.number(p, 3)

    def list(self, texts: Iterable[str]) -> str:
        separator = "\u202f; " if self.say.language == "fr" else SEPARATOR
        return separator.join(texts)

    def pair(self, name: str, value: str) -> str:
        return self.say("qd.report.pair", name=name, value=value)

    # Names

    def title(self) -> str:
        return self.say.text(self.rules.title)

    def seat(self, seat: int) -> str:
        return self.say("qd.report.seat", seat=seat + 1)

    def use(self, id: str) -> str:
        return self._labels.name_use(id)

    def use_in_full(self, use: Use) -> str:
        """With all that is told by it, too."""
        if not use.same:
            return self.use(use.id)
        same = self.list(self.use(id) for id in use.same)
        return self.say("qd.report.use.same", name=self.use(use.id), same=same)

    def thing(self, id: str) -> str:
        return self.say.text(self.rules.things[id].name)

    def source(self, id: str, seats: int) -> str:
        return self._labels.name_source(id, seats)

    def bots(self, bots: Iterable[str], seats: int) -> str:
        """Who plays at a table."""
        counts = Counter(self.bot(bot) for bot in bots)
        names = list(counts)
        if seats == 1:
            return names[0]
        if len(names) == 1:
            return self.say("qd.report.bots.same", bot=names[0])
        return ", ".join(
            self.say("qd.report.bots.count", number=number, bot=name) if number > 1 else name
            for name, number in counts.items()
        )

    def bot(self, bot: str) -> str:
        return bot_label(self.say, bot)

    def table(self, cell: Cell) -> str:
        return self.seated(cell.seats, cell.bots)

    def seated(self, seats: int, bots: Iterable[str]) -> str:
        """How many play, and who."""
        players = self.say("qd.stats.players.count", count=seats)
        return self.say("qd.report.table", players=players, bots=self.bots(bots, seats))

    def settings(self, cell: Cell) -> str:
        """What of a cell differs from the game as it comes; empty if nothing does."""
        options = [
            self.pair(self._option(option.id), self._option_value(option.id, value))
            for option in self.rules.options
            if (value := cell.options.get(option.id, option.default)) != option.default
        ]
        components = [
            self.pair(self.component(path), self.value(value))
            for path, value in cell.components.items()
        ]
        return self.list([*options, *components])

    def change(self, change: Change, seats: int) -> str:
        """What was varied, and from what."""
        if change.kind == BOTS:
            told = (
                self.bots([str(bot) for bot in bots], seats) if isinstance(bots, list) else ""
                for bots in (change.value, change.reference)
            )
            value, reference = told
            return self.say("qd.report.change.bots", value=value, reference=reference)
        if change.kind != OPTION:
            return self._component_change(change)
        name = self._option(change.name)
        value = self._option_value(change.name, change.value)
        reference = self._option_value(change.name, change.reference)
        return self.say("qd.report.change", name=name, value=value, reference=reference)

    def changes(self, changes: Iterable[Change], seats: int) -> str:
        return self.list(self.change(change, seats) for change in changes)

    def measure(self, measure: Measure, seats: int) -> str:
        if measure.seat is not None:
            return self.say("qd.report.measure.seat", seat=measure.seat + 1)
        if measure.kind == SOURCES:
            return self.say("qd.report.measure.source", name=self.source(measure.name, seats))
        if measure.kind == USES:
            return self.say("qd.report.measure.use", name=self.use(measure.name))
        return self.say(f"qd.report.measure.{measure.id}")

    def component(self, path: str) -> str:
        """A value of the box: by its name in the component file, and entries by what they are."""
        return " › ".join(
            self._entry(part) if f"[{part}]" in path else part.replace("_", " ")
            for part in split(path)
            if part != EVERY
        )

    def _entry(self, id: str) -> str:
        things = [thing for known, thing in self.rules.things.items() if known.endswith(f"-{id}")]
        return self.say.text(things[0].name) if len(things) == 1 else id.replace("_", " ")

    def value(self, value: Value | None) -> str:
        """A value of the box; None is one that is many."""
        if value is None:
            return self.say("qd.report.usual")
        if isinstance(value, list):
            return ", ".join(self.value(each) for each in value)
        return write_number(value) if isinstance(value, int) else value.replace("_", " ")

    def _usual(self, path: str) -> Value | None:
        """The game's own value at a path; None if it is not one alone."""
        try:
            places = find_places(self._box, path)
        except BadSetup:
            return None
        return places[0].value if len(places) == 1 else None

    def _component_change(self, change: Change) -> str:
        name = self.component(change.name)
        usual = self._usual(change.name)
        value = usual if change.value is None else change.value
        reference = usual if change.reference is None else change.reference
        if isinstance(value, str) and STEP.fullmatch(value) and reference == usual:
            step = write_number(int(value), "+")
            return self.say("qd.report.change.step", name=name, step=step)
        said = {"value": self.value(value), "reference": self.value(reference)}
        return self.say("qd.report.change", name=name, **said)

    def _option(self, id: str) -> str:
        option = next((each for each in self.rules.options if each.id == id), None)
        return id if option is None else self.say.text(self.rules.option_label(option))

    def _option_value(self, id: str, value: Value | None) -> str:
        option = next((each for each in self.rules.options if each.id == id), None)
        if option is None or value is None:
            return self.value(value)
        return self.say.text(self.rules.value_label(option, str(value)))
