"""How records of earlier rules versions become records of the present ones.

A migration brings a record from one version of a game's rules to the next. It knows the notation
of both versions; the code of the earlier rules is gone. A record it cannot translate raises
RulesVersionMismatch.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from quarterdeck import games
from quarterdeck.kernel.errors import (
    BadNotation,
    BadSetup,
    IllegalAction,
    NotYourTurn,
    RulesVersionMismatch,
    UnknownName,
)
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.record.record import Entry, Record

Migration = Callable[[Record], Record]

SALTFJORD: Final = "saltfjord"
SEUL_MAITRE: Final = "seul_maitre"
# The dice of the first round, by number of players.  SF-1.6, SF-19.2
FIRST_DICE: Final = {1: 4 + 2, 2: 6 + 2, 3: 9 + 3, 4: 12 + 4}


def saltfjord_2(record: Record) -> Record:
    """The dice of round 1 are rolled before starting sets are chosen; moot questions are gone."""
    return _without_moot_choices(_dice_first(record))


def _dice_first(record: Record) -> Record:
    """The dice of round 1 lie on the board before anybody chooses a set.  SF-1.6

    They were rolled after the last set was placed. Which faces fall does not depend on what is
    chosen, so the same outcomes come earlier and lead to the same first turn, and everything
    after it stays as it was. A record that ends between the crates, which come after the dice
    now, and the last die cannot be translated: nobody knows the dice.
    """
    entries = record.entries
    crates = _first(entries, "crate", 0)
    rolls = _first(entries, "roll", crates)
    end = rolls
    while end < len(entries) and _deals(entries[end], "roll"):
        end += 1
    begun = crates < len(entries)
    if begun and end == len(entries) and end - rolls != FIRST_DICE.get(record.header.seats):
        raise RulesVersionMismatch(SALTFJORD, record.header.version, 2)
    return replace(
        record,
        header=replace(record.header, version=2),
        entries=entries[:crates] + entries[rolls:end] + entries[crates:rolls] + entries[end:],
        # They count barriers too, and the hand-over to the first player may be one less now
        digests={},
    )


def _without_moot_choices(record: Record) -> Record:
    """Version 1 asked some questions that have but one answer, and offered one exchange twice.

    Foreman and Dory were offered again when they could not be used any more (the answer was
    "no"), Smokehouse asked whether to sell the very cube that it gives back, and with exchanges
    by hand the same upgrade was also a closing of the turn. Such entries are the ones that do not
    fit now. Where the record cannot be played with the printed values it stays as it is: replaying
    it will tell.
    """
    header = record.header
    rules = games.load(SALTFJORD, header.components)
    if rules.version != header.version or rules.component_digest != header.components:
        return record
    kept: list[Entry] = []
    last = ""
    try:
        position = rules.start(header.seats, header.options)
        for entry in record.entries:
            for said in _said_now(position, rules, entry, last):
                if entry.is_chance:
                    position.deal(rules.outcome_space.parse(said))
                else:
                    position.play(entry.seat, rules.space.parse(said))
                kept.append(replace(entry, notation=said))
            last = last if entry.is_chance else entry.notation
    except (BadNotation, BadSetup, IllegalAction, NotYourTurn, UnknownName):
        return record
    return replace(record, entries=kept)


def _said_now(position: Position, rules: AnyRules, entry: Entry, last: str) -> list[str]:
    """How an entry is said today; nothing if it answered a question that is not asked any more."""
    said = entry.notation
    family, _, rest = said.partition(" ")
    if entry.is_chance or family not in ("no", "pay", "smokehouse"):
        return [said]
    asked = entry.seat in position.actors()
    if asked and rules.space.parse(said) in position.legal(entry.seat):
        return [said]
    if family == "no" or (family == "pay" and last.startswith("smokehouse ")):
        return []
    if family == "smokehouse":
        return [f"paid_upgrade {rest}", "end_turn"]
    return [said]


def _first(entries: list[Entry], family: str, since: int) -> int:
    """Where an outcome of a family is dealt first; the end of the record if nowhere."""
    plies = range(since, len(entries))
    return next((ply for ply in plies if _deals(entries[ply], family)), len(entries))


def _deals(entry: Entry, family: str) -> bool:
    word = entry.notation.split(" ")[0]
    return entry.is_chance and word.removeprefix("solo_") == family


# What is said in the Shipyard, in the order of version 1, and what of it meant nothing.
SHIPYARD: Final = ("mend_sails", "mend_leaks", "mend_cannons", "improve", "sell", "hire", "recruit")
NOTHING: Final = ("0", "none")


def seul_maitre_2(record: Record) -> Record:
    """The parts of a Shipyard action come in any order, and the player ends it.  SM-14.1

    Version 1 asked for the parts one after the other, in an order that is possible still. What
    was declined is left out, and whatever else happens next ends the action. Only where a record
    ends in the Shipyard with the last question not asked does nobody know whether the action was
    over: then the player is asked once more, and says so.
    """
    entries: list[Entry] = []
    builder: Entry | None = None  # who went to the Shipyard, and is there still
    last = ""
    for entry in record.entries:
        word, _, rest = entry.notation.partition(" ")
        if builder is not None and (entry.seat != builder.seat or word not in SHIPYARD):
            entries.append(_leaves(builder))
            builder = None
        if builder is None or rest not in NOTHING:
            entries.append(replace(entry, notation="hire") if word == "hire" else entry)
        last = word
        if entry.notation == "do shipyard":
            builder = entry
    if builder is not None and (last == SHIPYARD[-1] or record.outcome is not None):
        entries.append(_leaves(builder))
    return replace(
        record,
        header=replace(record.header, version=2),
        entries=entries,
        # They speak of plies and steps of version 1
        digests={},
    )


def _leaves(builder: Entry) -> Entry:
    return Entry(builder.seat, "done", line=builder.line)


# How to bring a record from one rules version to the next: (game, version) -> migration.
MIGRATIONS: Final[dict[tuple[str, int], Migration]] = {
    (SALTFJORD, 1): saltfjord_2,
    (SEUL_MAITRE, 1): seul_maitre_2,
}
