"""What the house tells a table between the lines of its chat, in each reader's language.

It is stored in no language: the id of a message, seats by their numbers, bots by their names.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from quarterdeck.bots.offering import bot_label
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.messages import Message
from quarterdeck.server.dates import word_day
from quarterdeck.server.store.absences import Notice
from quarterdeck.server.store.rows import FORMER, ChatRow

MINUTE, HOUR, DAY = 60, 3600, 86400
# Arguments that are dates.
DAYS = {"first", "last"}


def notice(what: str, **arguments: int | str) -> Notice:
    return {"what": what, **arguments}


def in_words(chat: Iterable[ChatRow], say: Translator) -> tuple[ChatRow, ...]:
    """The lines of a chat, notices among them as a text that nobody has said, and lines of people
    who have removed themselves as what is left of them."""
    return tuple(_in_words(row, say) for row in chat)


def _in_words(row: ChatRow, say: Translator) -> ChatRow:
    if row.notice is not None:
        return replace(row, text=_text(row.notice, say), notice=None)
    if row.name == FORMER:
        return replace(row, name=say("qd.former"), text=say("qd.former.line"))
    return row


def _text(told: Notice, say: Translator) -> str:
    arguments = {name: value for name, value in told.items() if name != "what"}
    if "bot" in arguments:
        arguments["bot"] = bot_label(say, arguments["bot"])
    try:
        for name in DAYS & arguments.keys():
            arguments[name] = word_day(arguments[name])
        return say(f"qd.notice.{told['what']}", **arguments)
    except (KeyError, TypeError, ValueError):
        # A damaged row spoils no chat
        return ""


def span(seconds: float) -> Message:
    """A length of time in words: whole minutes, hours or days, whatever is handy."""
    if seconds >= 2 * DAY or seconds == DAY:
        return Message("qd.span.days", count=int(seconds // DAY))
    if seconds >= 2 * HOUR:
        return Message("qd.span.hours", count=int(seconds // HOUR))
    return Message("qd.span.minutes", count=int(seconds // MINUTE))
