"""A game as an OpenSpiel state holds it: one player at a time, and what each of them knows.

While several seats act at once, they are asked one after the other, by seat, and nobody is told
what those before them chose until all have finished. In which order they act makes no difference to
the game, so nothing is lost.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from quarterdeck import games
from quarterdeck.envs.actions import notations
from quarterdeck.kernel.errors import RecordError
from quarterdeck.kernel.messages import EVERYBODY, Event, Message
from quarterdeck.kernel.position import NATURE, NOBODY, Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.record import Entry, Record, parse
from quarterdeck.record.jsonl import lines
from quarterdeck.record.replay import start

DIGEST_BYTES = 8
NOTHING = b""


class Setup:
    """What all games with the same rules, seats and options share."""

    def __init__(self, rules: AnyRules, seats: int, options: Mapping[str, str]) -> None:
        self.rules = rules
        self.seats, self.options = rules.checked_setup(seats, dict(options))
        self.first: Position = rules.start(self.seats, self.options)
        self.choices = notations(rules.space)
        self.outcomes = notations(rules.outcome_space)

    def begin(self) -> Play:
        """A new game."""
        told = (NOTHING,) * (self.seats + 1)
        return Play(self, self.first.clone(), [], Memory(self.first, 0, told, None))

    def empty_record(self) -> Record:
        return Record.begin(self.rules, self.seats, self.options)


@lru_cache(maxsize=64)
def setup_of(game: str, seats: int, options: tuple[tuple[str, str], ...]) -> Setup:
    """The setup of a registered game, made once."""
    return Setup(games.load(game), seats, dict(options))


class Move(NamedTuple):
    """A choice of a seat, or an outcome (seat NATURE) and who has seen it."""

    seat: int
    code: int
    audience: int


class World:
    """A position that somebody imagined, `told` and all: where an imagined game begins."""

    def __init__(self, rules: AnyRules, viewer: int, memory: Memory) -> None:
        self.rules = rules
        self.viewer = viewer
        self.memory = memory
        self._seen: dict[int | None, str] = {}

    def seen_by(self, viewer: int | None) -> str:
        """A fingerprint of what somebody sees in this world when it begins."""
        if viewer not in self._seen:
            view = repr(self.rules.view(self.memory.position, viewer))
            self._seen[viewer] = _mix(NOTHING, view).hex()
        return self._seen[viewer]


class Memory(NamedTuple):
    """What has been told to each seat, and last to a spectator, up to a ply that everybody knows.

    `told` are fingerprints of every event in turn: what somebody was shown stays in them, though
    the board may not show it any more.
    """

    position: Position
    ply: int
    told: tuple[bytes, ...]
    world: World | None

    def follow(self, setup: Setup, moves: Sequence[Move]) -> tuple[Memory, tuple[bytes, ...]]:
        """What is remembered after these moves: as far as everybody knows them, and what each seat
        was told of the choices that it has made since in a lane that is still open."""
        position = self.position.clone()
        settled = self
        told = self.told
        unsettled: list[tuple[Move, list[Event]]] = []
        for ply in range(self.ply, len(moves)):
            move = moves[ply]
            events: list[Event] = []
            position.log = events
            _make(position, move)
            position.log = None
            unsettled.append((move, events))
            if not open_choices(position):
                for _, heard in unsettled:
                    told = _tell(told, heard, setup.seats)
                unsettled.clear()
                settled = Memory(position, ply + 1, told, self.world)
        if unsettled:
            # It has gone on since: go back to the moment when the lanes opened
            settled = settled._replace(position=position.opening())
        own = list(told)
        for move, heard in unsettled:
            own[move.seat] = _hear(own[move.seat], heard, move.seat)
        return settled, tuple(own)


class Play:
    """A game in progress: the position and the moves that led to it. It changes as it is played."""

    __slots__ = ("memory", "moves", "player", "position", "setup")

    def __init__(self, setup: Setup, position: Position, moves: list[Move], memory: Memory) -> None:
        self.setup = setup
        self.position = position
        self.moves = moves
        self.memory = memory
        self.player = _player(position)

    def copy(self) -> Play:
        """An independent copy."""
        return Play(self.setup, self.position.clone(), self.moves[:], self.memory)

    def __deepcopy__(self, memo: dict[int, Any]) -> Play:
        return self.copy()

    def apply(self, code: int) -> None:
        """Carry out a choice of the player who is asked, or an outcome. Raises, and changes
        nothing, if it is not open."""
        position = self.position
        if position.chance:
            audience = position.audience()
            position.deal(code)
            self.moves.append(Move(NATURE, code, audience))
        else:
            position.play(self.player, code)
            self.moves.append(Move(self.player, code, EVERYBODY))
        self.player = _player(position)

    def notation(self, move: Move) -> str:
        words = self.setup.outcomes if move.seat == NATURE else self.setup.choices
        return words[move.code]

    # What a viewer knows: a seat, or None for a spectator

    def known(self, viewer: int | None) -> list[Move]:
        """The moves that a viewer knows of: not what was dealt to others, nor what others do in
        lanes that are still open."""
        settled = len(self.moves) - open_choices(self.position)
        found = [move for move in self.moves[:settled] if move.audience in (EVERYBODY, viewer)]
        return found + [move for move in self.moves[settled:] if move.seat == viewer]

    def recall(self, viewer: int | None) -> str:
        """All that a viewer may remember: moves in notation, and fingerprints of what was told."""
        setup = self.setup
        self.memory, told = self.memory.follow(setup, self.moves)
        asked = ", ".join(str(seat) for seat in self.position.actors())
        remembered = [f"{_name(viewer)} of {setup.seats}, {setup.rules.id}"]
        remembered += [f"{_name(move.seat)}: {self.notation(move)}" for move in self.known(viewer)]
        place = setup.seats if viewer is None else viewer
        remembered.append(f"told: {told[place].hex()}")
        world = self.memory.world
        if world is not None and world.viewer != viewer:
            remembered.append(f"imagined: {world.seen_by(viewer)}")
        return "\n".join([*remembered, f"asked: {asked}"])

    def imagine(self, viewer: int, random: Random) -> Play:
        """A game that may be the true one for all this viewer knows. What others remember in it is
        what everybody knows, and what they see in the imagined position."""
        setup = self.setup
        position = setup.rules.imagine(self.position, viewer, random)
        self.memory, _ = self.memory.follow(setup, self.moves)
        known = [m for m in self.moves[: self.memory.ply] if m.audience in (EVERYBODY, viewer)]
        public = self.memory.told[setup.seats]
        told = [public] * (setup.seats + 1)
        told[viewer] = self.memory.told[viewer]
        memory = _begin_world(setup, viewer, position.opening(), len(known), tuple(told))
        for seat in range(setup.seats):
            known += [Move(seat, code, EVERYBODY) for code in position.lane_choices(seat)]
        return Play(setup, position, known, memory)

    # Keeping

    def record(self) -> Record:
        """The record of this game, to be saved, replayed, looked at or reviewed."""
        if self.memory.world is not None:
            raise RecordError(Message("qd.env.imagined"))
        record = self.setup.empty_record()
        record.entries = [Entry(m.seat, self.notation(m), m.audience) for m in self.moves]
        return record

    def save(self) -> dict[str, Any]:
        """Everything as plain data; `restore` reads it back."""
        world = self.memory.world
        if world is None:
            return {"record": "".join(lines(self.record()))}
        ply = world.memory.ply
        return {
            "record": "".join(lines(self.setup.empty_record())),
            "viewer": world.viewer,
            "position": world.memory.position.dump(),
            "told": [told.hex() for told in world.memory.told],
            "known": [list(move) for move in self.moves[:ply]],
            "since": [move.code for move in self.moves[ply:]],
        }

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (self.save(),)


def restore(data: dict[str, Any]) -> Play:
    """A game from what `save` made of it; raises if rules or components are others now."""
    record = parse(data["record"])
    header = record.header
    options = tuple(sorted(header.options.items()))
    setup = setup_of(header.game, header.seats, options)
    start(record, setup.rules)
    if "position" not in data:
        play = setup.begin()
        queue = deque(record.entries)
        while queue:
            play.apply(take_next(play, queue))
        return play
    position = setup.rules.load(data["position"], setup.seats, setup.options)
    known = [Move(*move) for move in data["known"]]
    told = tuple(bytes.fromhex(each) for each in data["told"])
    memory = _begin_world(setup, data["viewer"], position, len(known), told)
    play = Play(setup, position.opening(), known, memory)
    for code in data["since"]:
        play.apply(code)
    return play


def take_next(play: Play, queue: deque[Entry]) -> int:
    """The code of the entry that comes next: while several act at once, the first of whoever is
    asked, in whatever order they acted. Raises RecordError if there is none."""
    rules = play.setup.rules
    wanted = play.player
    for entry in queue:
        if entry.seat == wanted:
            queue.remove(entry)
            space = rules.outcome_space if entry.is_chance else rules.space
            return space.parse(entry.notation)
        if not play.position.lanes:
            break
    raise RecordError(Message("qd.env.out_of_turn", ply=len(play.moves) + 1))


def open_choices(position: Position) -> int:
    """How many choices were made in lanes that are open now."""
    if not position.lanes:
        return 0
    return sum([len(position.lane_choices(seat)) for seat in range(position.seats)])


def _begin_world(
    setup: Setup, viewer: int, position: Position, ply: int, told: tuple[bytes, ...]
) -> Memory:
    memory = Memory(position, ply, told, None)
    return memory._replace(world=World(setup.rules, viewer, memory))


def _player(position: Position) -> int:
    """Who is asked, NATURE if chance is due, NOBODY at the end."""
    if position.chance:
        return NATURE
    actors = position.actors()
    return actors[0] if actors else NOBODY


def _make(position: Position, move: Move) -> None:
    if move.seat == NATURE:
        position.deal(move.code)
    else:
        position.play(move.seat, move.code)


def _tell(told: tuple[bytes, ...], events: list[Event], seats: int) -> tuple[bytes, ...]:
    return tuple(
        _hear(before, events, place if place < seats else None) for place, before in enumerate(told)
    )


def _hear(before: bytes, events: list[Event], viewer: int | None) -> bytes:
    heard = [event.message for event in events if event.visible_to(viewer)]
    return _mix(before, repr(heard)) if heard else before


def _mix(before: bytes, text: str) -> bytes:
    return hashlib.blake2b(before + text.encode(), digest_size=DIGEST_BYTES).digest()


def _name(seat: int | None) -> str:
    if seat is None:
        return "spectator"
    return "chance" if seat == NATURE else f"seat {seat}"
