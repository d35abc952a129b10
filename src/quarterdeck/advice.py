"""What a coach answers in an ordinary game: what the question is about that a player is asked.

>>> import quarterdeck as qd
>>> from quarterdeck.advice import tell_question
>>> game = qd.new("salty_ocean", seats=2, seed=7)
>>> bool(tell_question(game, game.actor, game.translator("en")).question)
True
"""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.game import Game
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.preview import Preview, tell


@dataclass(frozen=True)
class ToldQuestion:
    """What a player is asked, and what that is about, in their language."""

    question: str
    about: str


def tell_question(game: Game, seat: int, say: Translator) -> ToldQuestion:
    """What the coach tells a seat that is asked."""
    rules = game.rules
    prompt = game.prompt(seat)
    about = rules.about(game.position.visible_to(seat), seat)
    question = "" if prompt is None else say.text(prompt)
    return ToldQuestion(question, question if about is None else say.text(about))


def find_reasons(found: Preview, seat: int, say: Translator) -> str:
    """What a choice would surely change for a player, else what is likeliest."""
    told = tell(found, seat, say)
    changes = told.sure or (told.ways[0].changes if told.ways else ())
    return next((each.text for each in changes if not each.name), "")
