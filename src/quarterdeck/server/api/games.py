"""The games there are."""

from __future__ import annotations

from typing import Any

from fastapi import Request

from quarterdeck import bots, games
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.lessons import has_lesson
from quarterdeck.server.api.common import Language, new_router
from quarterdeck.server.people import language_of

router = new_router()


@router.get("/games")
async def list_games(request: Request, lang: Language = None) -> list[dict[str, Any]]:
    """The games, their seats and options, whether there is a lesson, and the bots there are."""

    say = Translator(language_of(request, lang))
    found = []
    for rules in games.load_all():
        found.append(
            {
                "id": rules.id,
                "title": say.text(rules.title),
                "summary": say(f"{rules.prefix}.summary"),
                "seats": list(rules.seats),
                "options": [
                    {
                        "id": option.id,
                        "label": say.text(rules.option_label(option)),
                        "default": option.default,
                        "values": {
                            value: say.text(rules.value_label(option, value))
                            for value in option.values + option.seeded
                        },
                    }
                    for option in rules.options
                ],
                "lesson": has_lesson(rules),
                "bots": list(bots.PLUGINS.names()),
            }
        )
    return found
