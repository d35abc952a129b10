"""Random games, one moment at a time: what the conformance checks look at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Event
from quarterdeck.kernel.position import NATURE, Position
from quarterdeck.kernel.rules import AnyRules

MANY_TABLES = 4
SMALL_TABLES = 3
SMALLEST_TABLES = 2
MADE_FROM = 7  # the number a seeded option is given


@dataclass(frozen=True)
class Case:
    """A game to be played at random: rules, seats, the options that are not default, a seed."""

    rules: AnyRules
    seats: int
    options: tuple[tuple[str, str], ...]
    seed: int

    def __str__(self) -> str:
        chosen = ",".join(f"{name}={value}" for name, value in self.options) or "default"
        return f"{self.rules.id}/{self.seats}/{chosen}/{self.seed}"

    @property
    def all_options(self) -> dict[str, str]:
        return self.rules.checked_setup(self.seats, dict(self.options))[1]

    @property
    def advised(self) -> bool:
        """Every other game follows the rules' advice, to get further than chance would."""
        return self.seed % 2 == 1

    @property
    def viewers(self) -> list[int | None]:
        """Every seat, and a spectator."""
        return [*range(self.seats), None]

    def start(self) -> Position:
        position: Position = self.rules.start(self.seats, dict(self.options))
        return position


def cases(rules: AnyRules, games: int, games_with_options: int) -> list[Case]:
    """Games with the default options and with each other value of each, by number of seats.

    Where many can play, the smallest tables have all the options and the big ones one game each:
    they take long. What the rules refuse (a first player who is not at the table) is left out.
    """
    found: list[Case] = []
    many = len(rules.seats) > MANY_TABLES
    for seats in rules.seats:
        seeds = range(1 if many and seats not in rules.seats[:SMALL_TABLES] else games)
        found += [Case(rules, seats, (), seed) for seed in seeds]
        if many and seats not in rules.seats[:SMALLEST_TABLES]:
            continue
        for option in rules.options:
            values = (*option.values, *(f"{word}:{MADE_FROM}" for word in option.seeded))
            for value in values:
                chosen = ((option.id, value),)
                if value != option.default and _accepted(rules, seats, chosen):
                    seeds = range(games_with_options)
                    found += [Case(rules, seats, chosen, seed) for seed in seeds]
    return found


def sample(rules: AnyRules, games: int, games_with_options: int) -> list[Case]:
    """Fewer of these cases: big tables play one game, and each value of an option is met at one.

    The sizes of the tables take turns, so that all of them meet some options.
    """
    found = cases(rules, games, games_with_options)
    small = rules.seats[:SMALLEST_TABLES]
    plain = [c for c in found if not c.options and (c.seats in small or c.seed == 0)]
    chosen: dict[tuple[tuple[str, str], ...], list[Case]] = {}
    for case in found:
        if case.options:
            chosen.setdefault(case.options, []).append(case)
    for number, alike in enumerate(chosen.values()):
        sizes = sorted({case.seats for case in alike})
        plain += [case for case in alike if case.seats == sizes[number % len(sizes)]]
    return plain


def _accepted(rules: AnyRules, seats: int, chosen: tuple[tuple[str, str], ...]) -> bool:
    try:
        rules.checked_setup(seats, dict(chosen))
    except BadSetup:
        return False
    return True


@dataclass(frozen=True)
class Move:
    """A choice of a seat, or an outcome dealt by NATURE."""

    seat: int
    code: int


@dataclass(frozen=True)
class Moment:
    """A position of a game (the game's own, not a copy) and what is about to happen to it.

    `events` is what was told on the way here since the moment before.
    """

    ply: int
    position: Position
    move: Move | None
    events: tuple[Event, ...]


def next_move(case: Case, position: Position, random: Random) -> Move | None:
    """Something that can happen now, at random; None at the end."""
    if position.finished:
        return None
    if position.chance:
        outcomes = position.outcomes()
        codes = [code for code, _ in outcomes]
        return Move(NATURE, random.choices(codes, [weight for _, weight in outcomes])[0])
    seat = random.choice(position.actors())
    legal = position.legal(seat)
    if not case.advised:
        return Move(seat, random.choice(legal))
    some = random.sample(legal, min(3, len(legal)))
    advice = case.rules.advise(position, seat, some)
    return Move(seat, some[advice.index(max(advice))])


def make(position: Position, move: Move) -> None:
    if move.seat == NATURE:
        position.deal(move.code)
    else:
        position.play(move.seat, move.code)


@lru_cache(maxsize=64)
def moves_of(case: Case) -> tuple[Move, ...]:
    """A whole random game. Many checks walk through it, and following advice takes long."""
    random = Random(str(case))
    position = case.start()
    moves: list[Move] = []
    decisions = 0
    while (move := next_move(case, position, random)) is not None:
        moves.append(move)
        make(position, move)
        decisions += move.seat != NATURE
        assert decisions <= case.rules.length_bound, "longer than the rules' length_bound"
        assert len(moves) < 10 * case.rules.length_bound, "the game does not end"
    return tuple(moves)


def walk(case: Case) -> Iterator[Moment]:
    """Every moment of a random game, from the first to the finished position."""
    position = case.start()
    events: tuple[Event, ...] = ()
    for ply, move in enumerate((*moves_of(case), None)):
        yield Moment(ply, position, move, events)
        if move is not None:
            log: list[Event] = []
            position.log = log
            make(position, move)
            position.log = None
            events = tuple(log)


def list_open(position: Position) -> list[object]:
    choices = [position.legal(seat) for seat in range(position.seats)]
    made = [position.lane_choices(seat) for seat in range(position.seats)]
    return [position.actors(), choices, made, position.outcomes(), position.finished]
