"""The tables of a person in words: what pages and programs are told of each.

Only what the person may know of a table is here, and nothing else makes an edition of the list.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b

from quarterdeck import games
from quarterdeck.bots.offering import bot_label
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.messages import Message
from quarterdeck.server.former import names_in_words
from quarterdeck.server.mine import MyTable, MyTables
from quarterdeck.server.notices import HOUR, MINUTE, span
from quarterdeck.server.store.rows import BOT, GATHERING, OPEN

# How many seats of those who chose since somebody looked are named.
MOST_NAMED = 3
# A deadline presses when there are fewer seconds left.
SOON = 6 * HOUR


@dataclass(frozen=True)
class ShownTable:
    """A table of a person in words.

    `since` is when somebody last chose or sat down there, on the wall; `due` until when this person
    must choose. `turn` names who is to choose, `news` tells who has chosen since they looked.
    """

    id: str
    title: str
    game: str
    game_id: str
    status: str
    seats: tuple[str, ...]
    others: tuple[str, ...]
    free: int
    my_turn: bool
    aside: bool
    asked: str | None
    turn: tuple[str, ...]
    since: float
    due: float | None
    choices: int
    news: str
    unread: int


@dataclass(frozen=True)
class ShownMine:
    waiting: tuple[ShownTable, ...]
    others: tuple[ShownTable, ...]
    gathering: tuple[ShownTable, ...]
    invitations: tuple[ShownTable, ...]

    @property
    def edition(self) -> str:
        """Another one whenever there is something else to show."""
        return urlsafe_b64encode(blake2b(repr(self).encode(), digest_size=9).digest()).decode()

    @property
    def is_empty(self) -> bool:
        return not (self.waiting or self.others or self.gathering or self.invitations)


def describe_mine(found: MyTables, language: str) -> ShownMine:
    def describe(tables: tuple[MyTable, ...]) -> tuple[ShownTable, ...]:
        return tuple(describe_mine_at(each, language) for each in tables)

    return ShownMine(
        describe(found.waiting),
        describe(found.others),
        describe(found.gathering),
        describe(found.invitations),
    )


def describe_mine_at(table: MyTable, language: str) -> ShownTable:
    """A table in words."""
    say = Translator(language, names_in_words(table.names, language))
    row = table.row
    game = say.text(games.load(row.game).title) if row.game in games.PLUGINS else row.game
    waits = table.waits
    return ShownTable(
        row.id,
        row.title or game,
        game,
        row.game,
        row.status,
        name_seats(table, say),
        name_seats(table, say, others=True),
        sum(seat.kind == OPEN for seat in table.seats),
        waits,
        table.aside,
        _say_safely(say, table.asked) if waits else None,
        () if row.status == GATHERING else tuple(say.player(seat) for seat in table.turn),
        row.changed,
        # To the minute: what is shown does not change with every look
        None if table.due is None else table.due.at // MINUTE * MINUTE,
        sum(count for _, count in table.choices),
        _tell_news(table, say),
        table.said,
    )


def name_seats(table: MyTable, say: Translator, others: bool = False) -> tuple[str, ...]:
    """Everybody at a table, or everybody else; bots by what they are."""
    hidden = table.mine if others else ()
    return tuple(
        bot_label(say, seat.bot or "") if seat.kind == BOT else say.player(seat.number)
        for seat in table.seats
        if seat.kind != OPEN and seat.number not in hidden
    )


def _say_safely(say: Translator, message: Message | None) -> str | None:
    """What is asked; nothing if it was noted by a version that asked differently."""
    try:
        return None if message is None else say.text(message)
    except (KeyError, ValueError, TypeError):
        return None


def _tell_news(table: MyTable, say: Translator) -> str:
    if not table.choices:
        return ""
    told = [
        say("qd.mine.news.player", name=say.player(seat), count=count)
        for seat, count in table.choices[:MOST_NAMED]
    ]
    more = len(table.choices) - MOST_NAMED
    if more > 0:
        told.append(say("qd.mine.news.more", count=more))
    return say("qd.mine.news", what=", ".join(told))


def tell_since(say: Translator, now: float) -> Callable[[float], str]:
    """Gives for how long something has been so."""

    def tell(moment: float) -> str:
        passed = now - moment
        if passed < MINUTE:
            return say("qd.mine.now")
        return say("qd.mine.for", span=span(passed))

    return tell


def is_soon(now: float) -> Callable[[float], bool]:
    """Gives whether a deadline presses."""
    return lambda moment: moment - now < SOON


def tell_due(say: Translator, now: float) -> Callable[[float], str]:
    """Gives how much time is left until a moment."""

    def tell(moment: float) -> str:
        left = moment - now
        if left <= 0:
            return say("qd.mine.due.over")
        return say("qd.mine.due", span=span(max(left, MINUTE)))

    return tell
