"""Studies: what is varied, who plays, and how often; read from a file and checked before anything
is played.

    title = "Does a fifth row of prices matter?"
    game = "salty_ocean"
    seats = [2, 4]                    # or one number, or "all"
    bots = ["greedy", ["mate", "greedy"]]   # each a cell: one bot for all seats, or one per seat
    games = 400                       # or until = 0.02 and most = 4000
    [vary]
    options.price_table = ["seven_rows"]
    components."money.lot" = [6, 10]
    steps = ["event[*].change"]       # each one down and one up
    design = "one"                    # one value at a time; or "grid"

What stands in front of the first `[[block]]` holds for all blocks of a study. See docs/lab.md.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from quarterdeck import games as house
from quarterdeck.bots import make, normalize
from quarterdeck.bots.judge import why_untrained
from quarterdeck.bots.levels import LEVELS
from quarterdeck.game import rules_of
from quarterdeck.kernel.errors import BadSetup, QuarterdeckError
from quarterdeck.kernel.messages import Message
from quarterdeck.lab.factors import Factor, Varied, combine, find_factors
from quarterdeck.lab.goals import MOST, Goal
from quarterdeck.lab.places import BadStudy, complain, complain_of_syntax, reason_of
from quarterdeck.lab.playing import settle
from quarterdeck.lab.reading import Table
from quarterdeck.lab.results import Cell, Value
from quarterdeck.lab.values import change_rules, find_places, read_box, resolve

MOST_CELLS = 5_000
MOST_GAMES = 10_000_000
ALL = "all"
# In a game's folder: the study of its box.
READY = "study.toml"
STUDY_KEYS = ("title", "game", "seed", "options", "components", "block")
BLOCK_KEYS = ("seats", "bots", "games", "until", "most", "vary")


@dataclass(frozen=True)
class Study:
    """A study that can be run: cells, each with how often it is played.

    `left_out`: steps and values that a game of this kind cannot have, and why.
    """

    title: str
    game: str
    seed: int
    cells: tuple[Cell, ...]
    goals: tuple[Goal, ...]
    text: str
    left_out: tuple[Message, ...] = ()

    @property
    def bots(self) -> list[str]:
        return list(dict.fromkeys(bot for cell in self.cells for bot in cell.bots))


def read_study(path: Path) -> Study:
    """A study from its file; raises BadStudy."""
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise BadStudy(
            Message("qd.lab.error.unreadable", file=path.name, why=why or str(error))
        ) from error
    return parse_study(text, path.name)


def parse_study(text: str, file: str) -> Study:
    """A study from its text; `file` is what messages call it. Raises BadStudy."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise complain_of_syntax(file, text, ValueError(str(error))) from error
    return _Reader(Table(file, text, data, ())).read()


def find_ready(name: str) -> Path | None:
    """The study that comes with a game; None if there is none."""
    if name not in house.PLUGINS:
        return None
    path = rules_of(name).folder / READY
    return path if path.is_file() else None


def list_ready() -> dict[str, str]:
    """The games that come with a study, each with its title."""
    found = {}
    for rules in house.load_all():
        path = rules.folder / READY
        if path.is_file():
            found[rules.id] = str(tomllib.loads(path.read_text(encoding="utf-8"))["title"])
    return found


class _Reader:
    """Reads one study."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.left_out: dict[str, Message] = {}
        # Cells by all that tells them apart, in the order in which blocks name them
        self.cells: dict[str, tuple[Cell, Goal]] = {}
        self._checked: set[str] = set()

    def read(self) -> Study:
        table = self.table
        table.know(STUDY_KEYS + BLOCK_KEYS)
        title = table.text("title")
        self.game = table.text("game")
        with table.at("game"):
            self.rules = rules_of(self.game)
        self.box = read_box(self.rules)
        self.seed = table.whole("seed", 0, default=1)
        self.options = self._read_options()
        self.components = self._read_components()
        for block in self._blocks():
            self._read_block(block)
        cells, goals = zip(*self.cells.values(), strict=True)
        numbered = [replace(cell, number=number) for number, cell in enumerate(cells)]
        return Study(
            title,
            self.game,
            self.seed,
            tuple(numbered),
            tuple(goals),
            table.source,
            tuple(self.left_out.values()),
        )

    # What holds for every cell

    def _read_options(self) -> dict[str, str]:
        options = {option.id: option.default for option in self.rules.options}
        given = self.table.table("options")
        for name in given.data:
            options |= self._check_option(given, (name,), name, given.data[name])
        return options

    def _check_option(
        self, table: Table, keys: tuple[str | int, ...], name: str, value: Any
    ) -> dict[str, str]:
        if not isinstance(value, str | int):
            raise table.complain(keys, Message("qd.lab.error.option_kind"))
        word = str(value).lower() if isinstance(value, bool) else str(value)
        with table.at(*keys):
            self.rules.checked_setup(None, {name: word})
        return {name: word}

    def _read_components(self) -> dict[str, Value]:
        given = self.table.table("components")
        changes: dict[str, Value] = {}
        for path, value in given.data.items():
            with given.at(path):
                changes[path] = resolve(self.box, path, value)
                change_rules(self.rules, changes)
        return changes

    # Blocks

    def _blocks(self) -> list[Table]:
        """The blocks of a study; one without blocks is a single one."""
        if "block" not in self.table.data:
            return [self.table]
        return self.table.tables("block", BLOCK_KEYS)

    def _read_block(self, block: Table) -> None:
        if "title" in block.data:
            block.text("title")
        goal = self._read_goal(block)
        counts = self._read_seats(block)
        factors, is_grid = self._read_factors(block)
        for seats in counts:
            for bots in self._read_bots(block, seats):
                self._add_cells(block, seats, bots, goal, combine(factors, is_grid))

    def _read_goal(self, block: Table) -> Goal:
        if "games" in block.data and "until" in block.data:
            raise block.complain(("until",), Message("qd.lab.error.games_or_until"))
        if "until" not in block.data:
            if "most" in block.data:
                raise block.complain(("most",), Message("qd.lab.error.most"))
            return Goal(block.whole("games", 1, MOST_GAMES))
        until = block.fraction("until")
        return Goal(0, until, block.whole("most", 1, MOST_GAMES, default=MOST))

    def _read_seats(self, block: Table) -> list[int]:
        given = block.data.get("seats", self.rules.default_seats)
        if given == ALL:
            return list(self.rules.seats)
        counts = given if isinstance(given, list) else [given]
        if not counts or not all(type(count) is int for count in counts):
            raise block.complain(("seats",), Message("qd.lab.error.seats_kind"))
        with block.at("seats"):
            return [self.rules.checked_setup(count, {})[0] for count in dict.fromkeys(counts)]

    def _read_bots(self, block: Table, seats: int) -> list[tuple[str, ...]]:
        """Who plays: line-ups, each of one bot or of one per seat."""
        given = block.data.get("bots", ["greedy"])
        lineups = given if isinstance(given, list) else [given]
        if not lineups:
            raise block.complain(("bots",), Message("qd.lab.error.bots_kind"))
        read = [self._read_lineup(block, seats, place, each) for place, each in enumerate(lineups)]
        return list(dict.fromkeys(read))

    def _read_lineup(self, block: Table, seats: int, place: int, lineup: Any) -> tuple[str, ...]:
        names = lineup if isinstance(lineup, list) else [lineup]
        keys = ("bots", place)
        if not names or not all(isinstance(name, str) for name in names):
            raise block.complain(("bots",), Message("qd.lab.error.bots_kind"))
        if len(names) not in (1, seats):
            why = Message("qd.lab.error.lineup", found=len(names), seats=seats)
            raise block.complain(keys, why)
        with block.at(*keys):
            for name in dict.fromkeys(names):
                make(name, self.rules)
            specs = tuple(normalize(name) for name in names)
            self._refuse_stand_ins(specs)
        return specs[:1] if len(set(specs)) == 1 else specs

    def _refuse_stand_ins(self, specs: Sequence[str]) -> None:
        """Raises BadSetup if a level could not play itself: its results would be another's."""
        why = why_untrained(self.rules)
        if why is not None and any(spec in LEVELS for spec in specs):
            raise BadSetup(why)

    def _read_factors(self, block: Table) -> tuple[list[Factor], bool]:
        vary = block.table("vary")
        vary.know(("design", "options", "components", "steps", "leave_out"))
        is_grid = vary.word("design", ("one", "grid"), "one") == "grid"
        return find_factors(vary, self.rules, self.box, self._check_option), is_grid

    # Cells

    def _add_cells(
        self,
        block: Table,
        seats: int,
        bots: tuple[str, ...],
        goal: Goal,
        variants: Iterable[Sequence[Varied]],
    ) -> None:
        for varied in variants:
            cell = self._make_cell(block, seats, bots, varied)
            if cell is None:
                continue
            key = json.dumps([cell.seats, cell.options, cell.components, cell.bots], sort_keys=True)
            known, wanted = self.cells.get(key, (cell, goal))
            self.cells[key] = known, wanted.merge(goal)
            if len(self.cells) > MOST_CELLS:
                raise block.complain((), Message("qd.lab.error.too_many", most=MOST_CELLS))

    def _make_cell(
        self, block: Table, seats: int, bots: tuple[str, ...], varied: Sequence[Varied]
    ) -> Cell | None:
        """A cell, if a game like that can be started; None if it was not asked for by name."""
        options, components = dict(self.options), dict(self.components)
        for each in varied:
            if each.is_option:
                options[each.name] = str(each.value)
            else:
                components[each.name] = resolve(self.box, each.name, each.value)
        components = _without_defaults(self.box, components)
        try:
            self._check_components(components)
            self._check_start(seats, options)
        except QuarterdeckError as error:
            if all(each.may_be_left_out for each in varied) and varied:
                said = " ".join(str(each) for each in varied)
                self.left_out[f"{seats} {said}"] = Message(
                    "qd.lab.left_out", what=said, seats=seats, why=reason_of(error)
                )
                return None
            place = varied[-1].keys if varied else block.place(("seats",))
            raise complain(block.file, block.source, place, reason_of(error)) from error
        is_default = options == self.options and components == self.components
        label = _label(self, seats, bots, options, components)
        return Cell(0, seats, options, components, bots, label, is_default)

    def _check_components(self, components: Mapping[str, Value]) -> None:
        """Raises what the game's own loader says of such values."""
        key = json.dumps(components, sort_keys=True)
        if key not in self._checked:
            change_rules(self.rules, components)
            self._checked.add(key)

    def _check_start(self, seats: int, options: dict[str, str]) -> None:
        """Raises what the game says of these seats and options."""
        key = json.dumps([seats, options], sort_keys=True)
        if key not in self._checked:
            self.rules.start(seats, settle(self.rules, options, self.seed, 0))
            self._checked.add(key)


def _without_defaults(box: dict[str, Any], components: dict[str, Value]) -> dict[str, Value]:
    """Only what differs from the game's own values."""
    return {
        path: value
        for path, value in sorted(components.items())
        if any(place.value != value for place in find_places(box, path))
    }


def _label(
    reader: _Reader,
    seats: int,
    bots: tuple[str, ...],
    options: dict[str, str],
    components: dict[str, Value],
) -> str:
    """A cell in one line: seats, bots, and what is not as usual."""
    changed = [
        f"{name}={value}" for name, value in options.items() if value != reader.options[name]
    ]
    changed += [
        f"{path}={json.dumps(value, ensure_ascii=False)}"
        for path, value in components.items()
        if reader.components.get(path) != value
    ]
    return " ".join([f"seats={seats}", f"bots={','.join(bots)}", *changed])
