"""What people answered to puzzles. Only the first answer to each is kept."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from quarterdeck.server.store.database import Database
from quarterdeck.server.store.schema import puzzle_answers

KEY = (puzzle_answers.c.guest_id, puzzle_answers.c.game, puzzle_answers.c.puzzle)


@dataclass(frozen=True)
class PuzzleAnswer:
    """Somebody's first answer; without a choice they gave up. `seen`: they know the solution."""

    game: str
    puzzle: str
    choice: str
    solved: bool
    seen: bool
    created: float


class PuzzleAnswers:
    """Each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guest_id: str) -> list[PuzzleAnswer]:
        """All answers of a guest."""
        query = select(puzzle_answers).where(puzzle_answers.c.guest_id == guest_id)
        rows = await self._database.read(lambda c: c.execute(query).all())
        return [
            PuzzleAnswer(
                str(row.game),
                str(row.puzzle),
                str(row.choice),
                bool(row.solved),
                bool(row.seen),
                float(row.created),
            )
            for row in rows
        ]

    async def note(self, guest_id: str, answer: PuzzleAnswer) -> None:
        """Keep an answer if it is the first one; a later one only tells whether the solution is
        known now."""

        def job(connection: Connection) -> None:
            sql = postgresql if connection.dialect.name == "postgresql" else sqlite
            row = sql.insert(puzzle_answers).values(
                guest_id=guest_id,
                game=answer.game,
                puzzle=answer.puzzle,
                choice=answer.choice,
                solved=answer.solved,
                seen=answer.seen,
                created=answer.created,
            )
            connection.execute(row.on_conflict_do_nothing(index_elements=list(KEY)))
            if answer.seen:
                wanted = (guest_id, answer.game, answer.puzzle)
                same = [column == value for column, value in zip(KEY, wanted, strict=True)]
                connection.execute(update(puzzle_answers).where(*same).values(seen=True))

        await self._database.write(job)

    async def forget(self, guest_id: str) -> int:
        """Delete all answers of a guest; gives how many."""
        change = delete(puzzle_answers).where(puzzle_answers.c.guest_id == guest_id)
        return await self._database.write(lambda c: c.execute(change).rowcount)
