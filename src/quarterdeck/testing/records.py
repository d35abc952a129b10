"""What every recorded game must keep, whatever the game: the checks its tests share."""

from __future__ import annotations

from pathlib import Path

from quarterdeck import record
from quarterdeck.game import DIGEST_EVERY, Game, resume
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.record import Entry, Outcome, Record


def check_result(whole: Record, rules: AnyRules) -> None:
    """The record replays to the result it tells."""
    position = record.verify(whole, rules)
    assert position.finished
    assert whole.outcome == Outcome(tuple(position.scores), tuple(position.ranks))
    assert len(whole.digests) >= -(-len(whole.entries) // DIGEST_EVERY)


def check_plies(whole: Record, rules: AnyRules) -> None:
    """Every ply can be reached and is sound."""
    for ply, position in enumerate(record.positions(whole, rules)):
        rules.check(position)
        assert position.finished == (ply == len(whole.entries))


def leave_and_go_on(whole: Record, rules: AnyRules, ply: int, file: Path) -> None:
    """Leave a kept game at a ply, take it up again from its file, and play it to its end."""
    left = Game(rules, whole.until(ply), None)
    left.keep(file)

    game = resume(record.read(file), rules)
    game.dealer = None
    game.keep(file)
    assert game.position.digest() == left.position.digest()
    assert game.legal.codes == left.legal.codes
    _carry_on(game, whole.entries[ply:])

    assert game.outcome == whole.outcome
    kept = record.read(file)
    assert kept.entries == whole.entries
    assert kept.digests.items() >= whole.digests.items()
    record.verify(kept, rules)


def _carry_on(game: Game, entries: list[Entry]) -> None:
    """Go on with choices and outcomes that were recorded."""
    for entry in entries:
        if entry.is_chance:
            game.deal(entry.notation)
        else:
            game.play(entry.notation, seat=entry.seat)
