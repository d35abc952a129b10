"""What a coach answers in an ordinary game: what the question is about, what it would do and why.

>>> import quarterdeck as qd
>>> from quarterdeck.advice import tell_advice
>>> game = qd.new("salty_ocean", seats=2, seed=7)
>>> tell_advice(game, game.actor, None, game.translator("en")).label
''
"""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.game import Game
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.preview import Preview, tell


@dataclass(frozen=True)
class Advice:
    """A choice, by its code, and what it would change."""

    code: int
    preview: Preview


@dataclass(frozen=True)
class ToldAdvice:
    """What the coach answers, in the reader's language. `label` is empty if it suggests nothing."""

    question: str
    about: str
    code: int = 0
    label: str = ""
    effect: str = ""
    reasons: str = ""


def tell_advice(game: Game, seat: int, advice: Advice | None, say: Translator) -> ToldAdvice:
    """What the coach tells a seat that is asked; without advice, only what it is asked."""
    rules = game.rules
    seen = game.position.visible_to(seat)
    prompt, about = game.prompt(seat), rules.about(seen, seat)
    question = "" if prompt is None else say.text(prompt)
    told = "" if about is None else say.text(about)
    if advice is None or advice.code not in game.position.legal(seat):
        return ToldAdvice(question, told)
    choice = rules.describe(seen, seat, advice.code)
    return ToldAdvice(
        question,
        told,
        advice.code,
        say.text(rules.offer(choice)),
        "" if choice.effect is None else say.text(choice.effect),
        find_reasons(advice, seat, say),
    )


def find_reasons(advice: Advice, seat: int, say: Translator) -> str:
    """What the choice would surely change for the player, else what is likeliest."""
    told = tell(advice.preview, seat, say)
    found = told.sure or (told.ways[0].changes if told.ways else ())
    return next((changes.text for changes in found if not changes.name), "")
