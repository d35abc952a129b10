"""Twins: two games that differ only in what one viewer cannot know.

Made from recorded games: an outcome that others alone were shown is exchanged for another one, or
others choose differently in lanes that are still open. Everything else stays as it was recorded.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from quarterdeck.game import Game
from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.kernel.messages import EVERYBODY, Event
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.record import Entry, Record
from quarterdeck.record.replay import apply

# Different choices in a lane: how many a seat that goes on choosing makes, and how often we try.
MOST_OPEN = 4
MOST_CHOICES = 200
TRIES = 20


@dataclass(frozen=True)
class Twins:
    """Two lists of entries, and the viewer (a seat, or None) who cannot tell them apart."""

    what: str
    record: Record
    one: tuple[Entry, ...]
    other: tuple[Entry, ...]
    viewer: int | None


def secret_outcomes(record: Record, rules: AnyRules, dealer: random.Random) -> Iterator[Twins]:
    """For every outcome that was shown to one seat only: the game with another one in its place.

    Twins are given where the outcome was dealt, some plies later, and at the last ply at which
    the viewer sees the same.
    """
    for ply, entry in enumerate(record.entries):
        if not entry.is_chance or entry.audience == EVERYBODY:
            continue
        true = _replay(record, rules, record.entries[:ply])
        others = [code for code, _ in true.outcomes()]
        others.remove(rules.outcome_space.parse(entry.notation))
        if not others:
            continue
        changed = replace(entry, notation=rules.outcome_space.notation(dealer.choice(others)))
        entries = [*record.entries[:ply], changed, *record.entries[ply + 1 :]]
        for viewer in (None, *range(record.header.seats)):
            if viewer == entry.audience:
                continue
            same = list(_same_plies(record, rules, entries, ply + 1, viewer))
            what = f"{record.source} ply {ply} {entry.notation}/{changed.notation}"
            for end in sorted({same[0], same[len(same) // 2], same[-1]} if same else ()):
                yield Twins(what, record, tuple(record.entries[:end]), tuple(entries[:end]), viewer)


def _same_plies(
    record: Record, rules: AnyRules, entries: list[Entry], first: int, viewer: int | None
) -> Iterator[int]:
    """From a ply on, the plies at which a viewer sees the same in both games."""
    one = _replay(record, rules, record.entries[:first])
    other = _replay(record, rules, entries[:first])
    for ply in range(first, len(entries)):
        if rules.view(one, viewer) != rules.view(other, viewer):
            told = [_told(record, rules, e[:ply], viewer) for e in (record.entries, entries)]
            assert told[0] != told[1], f"viewer {viewer} sees at {ply} what they were never told"
            return
        yield ply
        try:
            apply(one, rules, entries[ply])
            apply(other, rules, entries[ply])
        except QuarterdeckError:
            # What follows was possible in the one world only.
            return


def _told(record: Record, rules: AnyRules, entries: list[Entry], viewer: int | None) -> list[Event]:
    game = Game(rules, Record(record.header, list(entries)), None)
    return [told.event for told in game.log(viewer)]


def open_lanes(
    record: Record, rules: AnyRules, dealer: random.Random, stride: int
) -> Iterator[Twins]:
    """While all choose at once: the same game in which the others have chosen differently."""
    for ply in range(1, len(record.entries), stride):
        entries = record.entries[:ply]
        game = Game(rules, Record(record.header, list(entries)), None)
        if not game.position.lanes or game.ply == game.ply_for(None):
            continue
        opened = game.ply_for(None)
        finished = set(range(game.seats)) - set(game.actors)
        for viewer in (None, *range(game.seats)):
            own = [entry for entry in entries[opened:] if entry.seat == viewer]
            changed = _choose_differently(
                rules, _replay(record, rules, entries[:opened]), viewer, own, finished, dealer
            )
            if changed is None or [e for e in changed if e.seat != viewer] == [
                e for e in entries[opened:] if e.seat != viewer
            ]:
                continue
            other = (*entries[:opened], *changed)
            seen = rules.view(_replay(record, rules, other), viewer)
            assert seen == rules.view(game.position, viewer), f"viewer {viewer} can tell at {ply}"
            yield Twins(f"{record.source} ply {ply}", record, tuple(entries), other, viewer)


def _choose_differently(
    rules: AnyRules,
    position: Position,
    viewer: int | None,
    own: list[Entry],
    finished: set[int],
    dealer: random.Random,
) -> list[Entry] | None:
    """Choices of everybody in open lanes: the viewer's own, and any of the others, such that the
    same seats have finished; None if the dealer finds none."""
    chosen = list(own)
    for entry in own:
        apply(position, rules, entry)
    for seat in range(position.seats):
        if seat == viewer:
            continue
        for _ in range(TRIES):
            trial = position.clone()
            made = _play_lane(rules, trial, seat, seat in finished, dealer)
            if made is not None:
                position = trial
                chosen += made
                break
        else:
            return None
    return chosen


def _play_lane(
    rules: AnyRules, position: Position, seat: int, to_the_end: bool, dealer: random.Random
) -> list[Entry] | None:
    most = MOST_CHOICES if to_the_end else dealer.randrange(MOST_OPEN)
    made: list[Entry] = []
    while seat in position.actors() and len(made) < most:
        code = dealer.choice(position.legal(seat))
        position.play(seat, code)
        made.append(Entry(seat, rules.space.notation(code)))
        if not position.lanes:
            return None
    return made if (seat not in position.actors()) == to_the_end else None


def _replay(record: Record, rules: AnyRules, entries: list[Entry] | tuple[Entry, ...]) -> Position:
    position: Position = rules.start(record.header.seats, record.header.options)
    for entry in entries:
        apply(position, rules, entry)
    return position
