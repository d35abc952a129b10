"""What people are told, in their language: game, table, what is asked, and where that is.

It goes out by mail and by others' services, so it says less than the table: what is asked, if a
spectator could know that, but no hand, and of what happened only what everybody was told.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from quarterdeck import games
from quarterdeck.game import Game
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.server.identity import readable
from quarterdeck.server.live import LiveTable
from quarterdeck.server.notices import MINUTE, span
from quarterdeck.server.reach.channel import Word
from quarterdeck.server.reach.findings import asked_seats, concerns, own_seats
from quarterdeck.server.reach.wishes import (
    AGREE,
    CONCERNED,
    DEADLINE,
    NUDGED,
    OVER,
    PLAYED,
    REMINDER,
    TURN,
)
from quarterdeck.server.store.marks import INVITED

# Worlds in which a question must be the same before it is told.
WORLDS = 3
MOST_CONCERNS = 3
# Words about less than this have just become true.
WORTH_TELLING = 5 * MINUTE
# What would make a link of a title or a name, where a program reads it.
LINKS = re.compile(r"(?<=\w)([.:@/])(?=[^\s\d])|(?<=/)(/)|(?<=:)(/)")


def defuse(text: str) -> str:
    """Words that somebody chose, on one line, which no program takes for a link."""
    return LINKS.sub(lambda found: f"{found[0]} ", readable(text))


def public_prompt(game: Game, seat: int, say: Translator) -> str:
    """What a seat is asked, if that follows from what everybody sees; otherwise nothing."""
    prompt = game.prompt(seat)
    if prompt is None:
        return ""
    dealer = random.Random(0)
    try:
        for _ in range(WORLDS):
            if game.rules.prompt(game.imagine(None, dealer), seat) != prompt:
                return ""
    except Exception:
        # Somebody who sees less cannot even be in this situation
        return ""
    return say.text(prompt)


@dataclass(frozen=True)
class Note:
    """One thing somebody is told about a table."""

    cause: str
    table: LiveTable
    what: str
    # How long ago it began, and how long it may last, in seconds.
    age: float
    left: float | None = None


class Wording:
    """Makes words for one person, in one language, with links under the server's address."""

    def __init__(self, language: str, guest_id: str, public_url: str) -> None:
        self._language = language
        self._guest_id = guest_id
        self._public_url = public_url

    def make(self, id: str, notes: Sequence[Note], waiting: int, failing: str = "") -> Word:
        """A word about everything there is to tell, most of the time about one table. `failing`:
        which address of theirs does not work any more."""
        say = Translator(self._language)
        more = [say("qd.reach.word.failing.text", label=defuse(failing))] if failing else []
        tables = {note.table.row.id for note in notes}
        texts = [self._tell(note) for note in notes]
        if len(tables) == 1:
            note = notes[0]
            others = waiting - bool(asked_seats(note.table, self._guest_id))
            link = self._link(note.table)
            lines = [self._place(note.table, say), *dict.fromkeys(texts)]
            if others > 0:
                lines.append(say("qd.reach.word.others", count=others))
            lines += [*more, link]
            return Word(
                id,
                self._language,
                self._subject(note),
                "\n\n".join(lines),
                link,
                note.table.row.id,
                waiting,
            )
        parts = [
            f"{self._place(note.table, say)}\n{text}\n{self._link(note.table)}"
            for note, text in zip(notes, texts, strict=True)
        ]
        parts += more
        subject = say("qd.reach.word.many", count=len(tables))
        if waiting:
            subject = say("qd.reach.word.many_wait", count=waiting)
        link = f"{self._public_url}/"
        return Word(id, self._language, subject, "\n\n".join(parts), link, "", waiting)

    def make_failing(self, id: str, label: str) -> Word:
        """One of somebody's addresses does not work any more."""
        say = Translator(self._language)
        link = f"{self._public_url}/me"
        text = say("qd.reach.word.failing.text", label=defuse(label))
        subject = say("qd.reach.word.failing", label=defuse(label))
        return Word(id, self._language, subject, f"{text}\n\n{link}", link)

    def make_confirmation(self, id: str, name: str, link: str) -> Word:
        say = Translator(self._language)
        text = say("qd.reach.word.confirm.text", name=defuse(name), server=self._public_url)
        ignore = say("qd.reach.word.confirm.ignore")
        subject = say("qd.reach.word.confirm")
        return Word(id, self._language, subject, f"{text}\n\n{link}\n\n{ignore}", link)

    def make_test(self, id: str) -> Word:
        say = Translator(self._language)
        link = f"{self._public_url}/me"
        text = say("qd.reach.word.test.text", server=self._public_url)
        return Word(id, self._language, say("qd.reach.word.test"), f"{text}\n\n{link}", link)

    # One note

    def _link(self, table: LiveTable) -> str:
        return f"{self._public_url}/t/{table.row.id}"

    def _title(self, table: LiveTable, say: Translator) -> str:
        game = table.row.game
        return say.text(games.load(game).title) if game in games.PLUGINS else defuse(game)

    def _place(self, table: LiveTable, say: Translator) -> str:
        """Which game, at which table."""
        title, game = defuse(table.row.title), self._title(table, say)
        return say("qd.reach.word.place", game=game, table=title) if title else game

    def _subject(self, note: Note) -> str:
        say = Translator(self._language)
        return say(f"qd.reach.word.{self._kind(note)}", place=self._place(note.table, say))

    def _kind(self, note: Note) -> str:
        if note.cause == AGREE:
            return f"agree_{note.what.partition(' ')[0]}"
        return note.cause

    def _tell(self, note: Note) -> str:
        """What there is to know, in a few sentences."""
        names = [defuse(name) for name in note.table.names()]
        say = Translator(self._language, names)
        told = [self._say_kind(note, say)]
        if note.cause in (TURN, NUDGED, REMINDER, DEADLINE):
            told += self._ask(note, say)
        if note.cause in (TURN, CONCERNED):
            told += self._concerns(note, say)
        return " ".join(filter(None, told))

    def _say_kind(self, note: Note, say: Translator) -> str:
        id = f"qd.reach.word.{self._kind(note)}.text"
        if note.cause == AGREE and not note.what.startswith("rematch"):
            seat = note.what.split()[1]
            return say(id, seat=int(seat), bot=note.table.row.stand_in)
        if note.cause == INVITED:
            return say(id, name=defuse(note.what))
        if note.cause == NUDGED:
            seats = [int(word) for word in note.what.split()[1:]]
            return say(id, names=", ".join(say.player(seat) for seat in seats))
        if note.cause == OVER and note.table.game is not None and note.table.game.outcome:
            ranks = note.table.game.outcome.ranks
            first = [say.player(seat) for seat, rank in enumerate(ranks) if rank == min(ranks)]
            return f"{say(id)} {say('qd.reach.word.winners', names=', '.join(first))}"
        if note.cause == PLAYED and note.what.startswith("/"):
            id = "qd.reach.word.played.turn"
        return say(id)

    def _ask(self, note: Note, say: Translator) -> list[str]:
        """The question, since when it stands, and until when."""
        game = note.table.playing()
        asked = asked_seats(note.table, self._guest_id)
        said = [public_prompt(game, seat, say) for seat in asked[:1]]
        if note.age >= WORTH_TELLING:
            said.append(say("qd.reach.word.since", span=span(note.age)))
        if note.left is not None and note.left <= 0:
            said.append(say("qd.reach.word.up"))
        elif note.left is not None:
            said.append(say("qd.reach.word.left", span=span(max(note.left, MINUTE))))
        return said

    def _concerns(self, note: Note, say: Translator) -> list[str]:
        """What happened to them meanwhile, as everybody was told."""
        game = note.table.playing()
        seats = own_seats(note.table, self._guest_id)
        told = [message for seat in seats[:1] for _, message in concerns(game, seat)]
        return [say.text(message) for message in told[-MOST_CONCERNS:]]
