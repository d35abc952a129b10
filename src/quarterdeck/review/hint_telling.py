"""Hints in words: what choices promise, how sure that is, and why the first is the best."""

from __future__ import annotations

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.review.hints import Hint, HintedChoice
from quarterdeck.review.telling import join_reasons

# An error is told so many times: what is told is hardly ever farther off.
TOLD_ERROR = 2


def tell_value(hint: Hint, choice: HintedChoice, say: Translator) -> str:
    """What a choice promises; nothing if that could not be judged."""
    if not hint.is_judged:
        return ""
    if hint.by_points:
        return say("qd.hint.points", count=round(choice.value))
    return say("qd.hint.chance", percent=round(100 * choice.value))


def tell_error(hint: Hint, choice: HintedChoice, say: Translator) -> str:
    """How far off that may be; nothing if it could not be judged."""
    if not hint.is_judged:
        return ""
    error = TOLD_ERROR * choice.error
    if hint.by_points:
        return say("qd.review.points", count=round(error))
    return say("qd.review.percent", percent=round(100 * error))


def tell_verdict(hint: Hint, say: Translator) -> str:
    """How sure it is that the first is the best; nothing if there is no other."""
    if len(hint.choices) < 2:
        return ""
    if hint.is_clear:
        return say("qd.hint.clear")
    return say("qd.hint.likely") if hint.is_likely else say("qd.hint.close")


def tell_why(hint: Hint, against: str, say: Translator) -> str:
    """Why the first is better than the choice called `against`, as far as lines of play showed."""
    if not hint.pairs or not against:
        return ""
    if not hint.reasons:
        return say("qd.hint.why_later", other=against)
    return say("qd.hint.why", other=against, reasons=join_reasons(hint.reasons, say))
