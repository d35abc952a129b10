"""What happened between two plies, one action at a time: for pages that show it at a pace.

A frame holds what was told of an action and the pieces of the board that differ from the frame
before. Everything is drawn from one replay, through the reader's eyes.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence, Set
from dataclasses import dataclass
from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Query
from fastapi.responses import Response

from quarterdeck import pictures
from quarterdeck.game import Game
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.record import Entry
from quarterdeck.server.live import LiveTable
from quarterdeck.server.pages.common import Reader, reader_of
from quarterdeck.server.pages.parts import Board, PagePart
from quarterdeck.server.sight import sight
from quarterdeck.server.state import ShownLine, translator_for, word_log

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]

# More plies than this are not shown one by one: the first frame sums up those before.
MOST_PLIES = 60


@dataclass(frozen=True)
class Frame:
    """An action: the ply it led to, what was told of it, and the pieces that show it."""

    ply: int
    told: tuple[ShownLine, ...]
    parts: tuple[PagePart, ...]


@router.get("/t/{table_id}/frames")
async def show_frames(
    table_id: str,
    reader: ReaderOf,
    since: Annotated[int, Query(alias="from", ge=0)],
    to: Annotated[int, Query(ge=0)],
    eyes: int | None = None,
) -> Response:
    """What happened from one ply to another, as the reader counts them; as JSON.

    `lines` and `ply` say how far the table is: whoever has fetched these frames for a table that
    went back meanwhile can tell.
    """
    table = await reader.house.tables.live(table_id)
    async with table.lock:
        with reader.house.tables.faults.showing(table, f"showing plies {since} to {to}"):
            viewer = find_eyes(reader, table, eyes)
            film = Film(table, viewer, reader.language, since, to)
            lines = table.story.count(table.seats_of(reader.guest_id))
    with reader.house.tables.faults.showing(table, f"showing plies {since} to {to}"):
        frames = [_as_data(frame) async for frame in film.frames()]
    found = {"lines": lines, "ply": film.last, "summed_up": film.summed_up, "frames": frames}
    return Response(
        orjson.dumps(found),
        media_type="application/json",
        headers={"cache-control": "no-store"},
    )


def find_eyes(reader: Reader, table: LiveTable, eyes: int | None) -> int | None:
    """Through whose eyes a reader looks at the past. Once the game is over nothing is secret: they
    may look through anybody's."""
    game = table.playing()
    if game.finished and eyes is not None:
        return eyes if 0 <= eyes < game.seats else None
    return sight(table, reader.guest_id, reader.hands).viewer


class Film:
    """A stretch of a table's story as one viewer saw it. The table may go on meanwhile."""

    def __init__(
        self, table: LiveTable, viewer: int | None, language: str, since: int, to: int
    ) -> None:
        game = table.playing()
        self.viewer = viewer
        self.last = game.ply_for(viewer)
        self._to = min(to, self.last)
        start = min(since, self._to)
        self.summed_up = max(0, self._to - start - MOST_PLIES)
        self._first_shown = start + self.summed_up
        self._game: Game = game.at(start, viewer)
        self._entries: Sequence[Entry] = [
            game.record.entries[index] for index in game.known_entries(viewer)[start : self._to]
        ]
        self._start = start
        self._say: Translator = translator_for(table, language)
        self._told: dict[int, list[ShownLine]] = {}
        for line in word_log(table, viewer, language):
            self._told.setdefault(line.ply, []).append(line)

    async def frames(self) -> AsyncIterator[Frame]:
        """One frame for every action that can be told or seen."""
        have = frozenset(self._board().marks()) if self._entries else frozenset()
        told: list[ShownLine] = []
        for number, entry in enumerate(self._entries, 1):
            self._game.follow(entry)
            ply = self._start + number
            told += self._told.get(ply, ())
            if ply < self._to and (ply <= self._first_shown or self._goes_on(number, entry)):
                continue
            board = self._board()
            parts = tuple(board.missing(have))
            if told or parts:
                yield Frame(ply, tuple(told), parts)
                told, have = [], frozenset(board.marks())
            # Others want to be served as well.
            await asyncio.sleep(0)

    def _goes_on(self, number: int, entry: Entry) -> bool:
        """Whether an action is not complete with this entry, or was hidden when it was made."""
        if self._entries[number].goes_on:
            return True
        return bool(self._game.position.lanes) and entry.seat != self.viewer

    def _board(self) -> Board | _Nothing:
        rules = self._game.rules
        if not pictures.drawable(rules):
            return _Nothing()
        return Board(pictures.drawing(rules, self._game.view(self.viewer), self._say))


class _Nothing:
    """The board of a game without a picture."""

    def marks(self) -> Iterable[str]:
        return ()

    def missing(self, have: Set[str]) -> Iterable[PagePart]:
        return ()


def _as_data(frame: Frame) -> dict[str, object]:
    return {
        "ply": frame.ply,
        "told": [{"text": line.text, "concerns": line.concerns} for line in frame.told],
        "parts": [{"id": part.id, "html": part.html} for part in frame.parts],
    }
