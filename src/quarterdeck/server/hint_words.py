"""A hint in the reader's language, with where its choices are on the board."""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.advice import Advice, find_reasons
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.review.hint_telling import tell_error, tell_value, tell_verdict, tell_why
from quarterdeck.review.hints import Hint
from quarterdeck.server.errors import TableError
from quarterdeck.server.faults import FaultLog
from quarterdeck.server.live import LiveTable
from quarterdeck.server.previews import foretell


@dataclass(frozen=True)
class ShownHintedChoice:
    """A choice: what it is called, what it does, its `spots`, and what it promises; `chance` and
    `error` are empty if nothing could be judged."""

    code: int
    notation: str
    label: str
    effect: str
    spots: tuple[str, ...]
    chance: str = ""
    error: str = ""


@dataclass(frozen=True)
class ShownHint:
    """The best choices first; how sure that is, and why the first is better."""

    choices: tuple[ShownHintedChoice, ...]
    verdict: str
    why: str
    is_judged: bool


async def show_hint(
    table: LiveTable, faults: FaultLog, seat: int, hint: Hint, say: Translator
) -> ShownHint:
    """A hint for a seat in words; raises if the table has moved on since it was found."""
    async with table.lock:
        game = table.playing()
        rules, seen = table.rules, game.position.visible_to(seat)
        legal = {rules.space.notation(code): code for code in game.position.legal(seat)}
        if not hint.choices or any(each.notation not in legal for each in hint.choices):
            raise TableError("qd.hint.moved_on")
        choices = []
        for each in hint.choices:
            described = rules.describe(seen, seat, legal[each.notation])
            choices.append(
                ShownHintedChoice(
                    legal[each.notation],
                    each.notation,
                    say.text(rules.offer(described)),
                    "" if described.effect is None else say.text(described.effect),
                    tuple(described.spots),
                    tell_value(hint, each, say),
                    tell_error(hint, each, say),
                )
            )
        other = legal.get(hint.against)
        against = "" if other is None else say.text(rules.describe(seen, seat, other).label)
    if not hint.is_judged:
        return ShownHint(
            tuple(choices), "", await _tell_changes(table, faults, seat, choices[0], say), False
        )
    return ShownHint(tuple(choices), tell_verdict(hint, say), tell_why(hint, against, say), True)


async def _tell_changes(
    table: LiveTable, faults: FaultLog, seat: int, choice: ShownHintedChoice, say: Translator
) -> str:
    """What a choice would change, where nothing else is known of it."""
    try:
        _, found = await foretell(table, faults, lambda: seat, [choice.notation])
    except QuarterdeckError:
        # The table has moved on meanwhile
        return ""
    reasons = find_reasons(Advice(choice.code, found), seat, say)
    return say("qd.coach.because", reasons=reasons) if reasons else ""
