"""What others did since a player's last choice: in a line for each of them, and what concerns them.

>>> import quarterdeck as qd
>>> from quarterdeck.since import sum_up
>>> game = qd.new("salty_ocean", seats=2, seed=7, names=["Ann", "Mistral"])
>>> sum_up(game, 1, game.translator("en")).players
()
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from quarterdeck.game import Game, LogLine
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.position import NATURE
from quarterdeck.kernel.rules import AnyRules

# What one player did is told in so many clauses, the rest is counted.
MOST_CLAUSES = 4
# What ends a sentence and does not belong inside one, with the space French puts before it.
ENDS = " \u00a0\u202f.!"


@dataclass(frozen=True)
class Deeds:
    """What a player did, in one sentence."""

    seat: int
    text: str


@dataclass(frozen=True)
class Recap:
    """What happened since a player's last choice, which they count as `ply`.

    `concerns` is called out; `lines` is everything one after the other, what concerns them too;
    `players` sums it up. `first`: they have not chosen yet.
    """

    ply: int
    first: bool
    concerns: tuple[str, ...] = ()
    players: tuple[Deeds, ...] = ()
    lines: tuple[str, ...] = ()


def sum_up(game: Game, seat: int, say: Translator, view: Any = None) -> Recap:
    """What a seat was told since its last choice; `view`: what it sees, if that is at hand."""
    ply, told = find_news(game, seat)
    first = not find_last_choice(game, seat)
    if not told:
        return Recap(ply, first)
    rules, seen = game.rules, game.view(seat) if view is None else view
    concerning = [rules.is_concerned(line.event.message, seat, seen) for line in told]
    rest = [line for line, called_out in zip(told, concerning, strict=True) if not called_out]
    return Recap(
        ply,
        first,
        tuple(
            say.text(line.event.message)
            for line, called_out in zip(told, concerning, strict=True)
            if called_out
        ),
        tuple(_deeds(rules, rest, range(game.seats), say)),
        tuple(say.text(line.event.message) for line in told),
    )


def find_last_choice(game: Game, seat: int) -> int:
    """The ply at which this seat last chose itself, as it counts; 0 if it has not yet."""
    known, entries = game.known_entries(seat), game.record.entries
    for ply in range(len(known), 0, -1):
        entry = entries[known[ply - 1]]
        if entry.seat == seat and entry.is_own:
            return ply
    return 0


def find_own_ply(game: Game, seat: int) -> int:
    """The ply after this seat's last choice and what chance made of it, as the seat counts."""
    known, ply = game.known_entries(seat), find_last_choice(game, seat)
    while ply and ply < len(known) and game.record.entries[known[ply]].is_chance:
        ply += 1
    return ply


def find_news(game: Game, seat: int) -> tuple[int, list[LogLine]]:
    """The ply after this seat's last choice (`find_own_ply`), and what it was told of others since.

    What others chose at the same time was hidden then, so it counts as told since. Without a
    choice it is all that others chose.
    """
    chosen = find_last_choice(game, seat)
    known, entries = game.known_entries(seat), game.record.entries
    if not chosen:
        others = {ply for ply, i in enumerate(known, 1) if entries[i].seat not in (seat, NATURE)}
        return 0, [line for line in game.log(seat) if line.ply in others]
    seen, begun = find_own_ply(game, seat), chosen
    together = game.barrier_before(known[chosen - 1])
    while begun > 1 and game.barrier_before(known[begun - 2]) == together:
        begun -= 1

    def is_news(line: LogLine) -> bool:
        if line.ply > seen or entries[known[line.ply - 1]].seat not in (seat, NATURE):
            return True
        # A choice may lead to what others do without being asked.
        return line.ply >= chosen and line.event.message.arguments.get("seat", seat) != seat

    return seen, [line for line in game.log(seat, begun) if is_news(line)]


def _deeds(
    rules: AnyRules, told: Iterable[LogLine], seats: Sequence[int], say: Translator
) -> Iterable[Deeds]:
    """One sentence for each player who did something, in the order in which they began."""
    clauses: dict[int, list[str]] = {}
    # "Ann Marie" does not tell what "Ann" did.
    names = sorted(((say.player(seat), seat) for seat in seats), key=lambda known: -len(known[0]))
    for line in told:
        if line.event.message.id in rules.minor:
            continue
        text = say.text(line.event.message)
        for name, seat in names:
            if text.startswith(f"{name} "):
                clauses.setdefault(seat, []).append(text[len(name) + 1 :].rstrip(ENDS))
                break
    for seat, said in clauses.items():
        yield Deeds(seat, f"{say.player(seat)} {_join(said, say)}.")


def _join(clauses: Sequence[str], say: Translator) -> str:
    """Clauses as one: what is said several times in a row is said once, and the rest is counted."""
    runs = [(clause, len(list(same))) for clause, same in groupby(clauses)]
    said = [
        clause if count == 1 else say("qd.since.times", what=clause, count=count)
        for clause, count in runs[:MOST_CLAUSES]
    ]
    more = sum(count for _, count in runs[MOST_CLAUSES:])
    if more:
        said.append(say("qd.since.more", count=more))
    if len(said) == 1:
        return said[0]
    # A clause with a comma or a colon of its own needs a stronger sign after it.
    heavy = any("," in clause or ":" in clause for clause in said)
    joined = said[0]
    for clause in said[1:-1]:
        joined = say("qd.since.then.heavy" if heavy else "qd.since.then", first=joined, next=clause)
    return say("qd.since.and.heavy" if heavy else "qd.since.and", first=joined, last=said[-1])
