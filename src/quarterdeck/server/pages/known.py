"""What a reader is told of the people at a table: whose name is protected, and whom they
blocked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.server.live import LiveTable
from quarterdeck.server.notices import in_words
from quarterdeck.server.pages.common import Reader
from quarterdeck.server.store.rows import ChatRow


@dataclass(frozen=True)
class Known:
    """By seat: whose name it is (`names/protecting.py`), if anybody has protected it; whether the
    reader has blocked whoever sits there; and whether there is more to say about them."""

    marks: tuple[str, ...]
    blocked: frozenset[int]
    asks: frozenset[int]


@dataclass(frozen=True)
class SaidLine:
    """A line of the chat. `mark` as above; `folded`: by somebody the reader has blocked; `asks`:
    there is more to say about whoever said it."""

    number: int
    guest_id: str
    name: str
    text: str
    seat: int | None
    mark: str = ""
    folded: bool = False
    asks: bool = False


async def know_seats(reader: Reader, table: LiveTable) -> Known:
    marks = await reader.house.names.protecting.mark_seats(table.seats)
    blocked = await reader.house.store.friends.blocked_by(reader.guest_id)
    others = [s for s in table.seats if s.guest_id and s.guest_id != reader.guest_id]
    return Known(
        marks,
        frozenset(seat.number for seat in others if seat.guest_id in blocked),
        frozenset(seat.number for seat in others if reader.guest is not None),
    )


async def show_chat(
    reader: Reader, chat: Sequence[ChatRow], say: Translator
) -> tuple[SaidLine, ...]:
    """The lines of a chat as a reader sees them."""
    blocked = await reader.house.store.friends.blocked_by(reader.guest_id)
    # In the name of a seat people speak as they are told apart there
    marks = await reader.house.names.protecting.mark(
        [(row.guest_id or None, row.name) for row in chat]
    )
    return tuple(_said(chat, marks, blocked, reader.guest_id, say))


def _said(
    chat: Sequence[ChatRow],
    marks: Iterable[str],
    blocked: frozenset[str],
    me: str | None,
    say: Translator,
) -> Iterable[SaidLine]:
    for row, mark in zip(in_words(chat, say), marks, strict=True):
        somebody = bool(row.guest_id) and me is not None and row.guest_id != me
        folded = row.guest_id in blocked
        yield SaidLine(
            row.number, row.guest_id, row.name, row.text, row.seat, mark, folded, somebody
        )
