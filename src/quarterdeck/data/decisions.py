"""The decisions of one game, noted one by one while it is played or replayed."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from quarterdeck.kernel.features import packing
from quarterdeck.kernel.position import NATURE, Position
from quarterdeck.kernel.rules import AnyRules

PERSON, BOT = "person", "bot"
# Bytes of a game's id.
ID_BYTES = 12


@dataclass(frozen=True)
class Player:
    """Who sat on a seat: a person or a bot, None if nobody knows; `bot` as it is asked for.

    Without a `name` it is left out.
    """

    kind: str | None = None
    bot: str | None = None
    name: str | None = None


@dataclass(frozen=True)
class Origin:
    """Where a game comes from: its number among those given, and who played.

    `recorded_version`: the rules version it was played under, before any migration.
    """

    number: int
    players: tuple[Player, ...]
    options: dict[str, str]
    recorded_version: int
    source: str | None = None


@dataclass(frozen=True)
class Ending:
    """How a game ended, by seat."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]

    def find_share(self, seat: int) -> float:
        """A seat's share of the win."""
        return 1 / self.ranks.count(1) if self.ranks[seat] == 1 else 0.0


class Decisions:
    """Everything that is known of a game's decisions before it is known how the game ends.

    `rules`: with the component values of this very game.
    """

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        self._told = blake2b(digest_size=ID_BYTES)
        # Entries so far, outcomes of chance included
        self.ply = 0
        self.plies = array("i")
        self.rounds = array("i")
        self.seats = array("i")
        self.codes = array("i")
        self.notations: list[str] = []
        self.ways: list[str] = []
        # All legal codes one after the other, and where those of each decision end
        self.legal = array("i")
        self.legal_ends = array("i", [0])
        self.numbers = array("f")
        self._packed = packing(len(rules.features or ()))

    def __len__(self) -> int:
        return len(self.codes)

    def note(self, position: Position, seat: int, code: int, way: str = "") -> None:
        """An entry, just before it is carried out. `way`: see `Entry.by`."""
        rules = self.rules
        space = rules.outcome_space if seat == NATURE else rules.space
        notation = space.notation(code)
        self._told.update(f"{seat} {notation}\n".encode())
        if seat != NATURE:
            self.plies.append(self.ply)
            self.rounds.append(rules.round_of(position))
            self.seats.append(seat)
            self.codes.append(code)
            self.notations.append(notation)
            self.ways.append(way)
            self.legal.extend(position.legal(seat))
            self.legal_ends.append(len(self.legal))
            if rules.features is not None:
                self.numbers.frombytes(self._packed.pack(*rules.numbers(position, (seat,))))
        self.ply += 1

    def make_id(self, seats: int, options: dict[str, str]) -> str:
        """A fingerprint of the game: the same wherever it is read from, and it names nobody."""
        whole = self._told.copy()
        rules = self.rules
        setup = (rules.id, rules.version, rules.component_digest, seats, sorted(options.items()))
        whole.update(repr(setup).encode())
        return whole.hexdigest()


def tell_who_decided(player: Player, way: str) -> str | None:
    """Person or bot; or how a person chose, if not alone; None if nobody knows."""
    return way or player.kind


def players_of(
    bots: Sequence[str], names: Sequence[str], seats: int, with_names: bool
) -> tuple[Player, ...]:
    """Who sat where, as the header of a record tells it; without bots in it, nobody knows."""
    if len(bots) != seats:
        bots = ()
    if len(names) != seats or not with_names:
        names = ()
    return tuple(
        Player(
            (BOT if bots[seat] else PERSON) if bots else None,
            (bots[seat] or None) if bots else None,
            (names[seat] or None) if names else None,
        )
        for seat in range(seats)
    )
