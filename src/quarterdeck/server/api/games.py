"""The games there are."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from fastapi import Request

from quarterdeck import bots, games
from quarterdeck.bots.levels import LEVELS, describe
from quarterdeck.bots.offering import bot_label, note_on_bot
from quarterdeck.bots.strength import measured
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.lessons import has_lesson
from quarterdeck.server.api.common import Language, new_router
from quarterdeck.server.people import language_of

router = new_router("games")


@router.get("/games")
async def list_games(request: Request, lang: Language = None) -> list[dict[str, Any]]:
    """The games, their seats and options, whether there is a lesson, and the bots there are.

    `levels` are the bots that are meant as opponents, from the gentlest to the master, each with
    what was measured of it by number of players: the share it won of so many games as the only one
    of its kind among greedy bots, with its 95 % interval. `note` says so if another bot plays for
    it. `bots` are all bots; some have parameters (`admiral:seconds=5`).
    """

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
                "levels": [_level(level, rules, say) for level in LEVELS],
                "bots": list(bots.PLUGINS.names()),
            }
        )
    return found


def _level(level: str, rules: AnyRules, say: Translator) -> dict[str, Any]:
    known = {seats: measured(rules, seats, level) for seats in rules.seats}
    return {
        "bot": level,
        "name": bot_label(say, level),
        "about": say.text(describe(level)),
        "measured": {
            seats: asdict(found.among_greedy)
            for seats, found in known.items()
            if found is not None and found.among_greedy is not None
        },
        "note": note_on_bot(say, rules, level),
    }
