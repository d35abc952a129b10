"""A hint in the reader's language, with where its choices are on the board."""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.advice import Advice, find_reasons
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.review.hints import Hint
from quarterdeck.review.telling import join_reasons
from quarterdeck.server.errors import TableError
from quarterdeck.server.faults import FaultLog
from quarterdeck.server.live import LiveTable
from quarterdeck.server.previews import foretell

# An error is told so many times: what is told is hardly ever farther off.
TOLD_ERROR = 2


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
                    _tell_value(hint, each.value, say) if hint.is_judged else "",
                    _tell_amount(hint, TOLD_ERROR * each.error, say) if hint.is_judged else "",
                )
            )
        other = legal.get(hint.against)
        against = "" if other is None else say.text(rules.describe(seen, seat, other).label)
    if not hint.is_judged:
        return ShownHint(
            tuple(choices), "", await _tell_changes(table, faults, seat, choices[0], say), False
        )
    verdict = _tell_verdict(hint, say) if len(choices) > 1 else ""
    return ShownHint(tuple(choices), verdict, _tell_why(hint, against, say), True)


def _tell_value(hint: Hint, value: float, say: Translator) -> str:
    if hint.by_points:
        return say("qd.hint.points", count=round(value))
    return say("qd.hint.chance", percent=round(100 * value))


def _tell_amount(hint: Hint, amount: float, say: Translator) -> str:
    if hint.by_points:
        return say("qd.review.points", count=round(amount))
    return say("qd.review.percent", percent=round(100 * amount))


def _tell_verdict(hint: Hint, say: Translator) -> str:
    if hint.is_clear:
        return say("qd.hint.clear")
    return say("qd.hint.likely") if hint.is_likely else say("qd.hint.close")


def _tell_why(hint: Hint, against: str, say: Translator) -> str:
    if not hint.pairs or not against:
        return ""
    if not hint.reasons:
        return say("qd.hint.why_later", other=against)
    return say("qd.hint.why", other=against, reasons=join_reasons(hint.reasons, say))


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
