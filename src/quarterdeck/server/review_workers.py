"""The process in which a game is reviewed: one for each review, and gone with it.

It is sent the record of a finished game and reports how far it is, the graph as soon as it is
known. Nothing in it is worth saving: what is lost with it is found again from the record.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from quarterdeck.game import rules_for
from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.record.jsonl import parse
from quarterdeck.review import Progress, Review, review, storing
from quarterdeck.server.bot_workers import prepare
from quarterdeck.server.one_off import answers

# Bots at running tables come before reviews, as pages come before bots.
NICENESS = 10
# Progress is told in steps of this size.
STEP = 0.01


@dataclass(frozen=True)
class Assignment:
    """The game to review, and its record as a file tells it."""

    game: str
    record: str


@dataclass(frozen=True)
class Report:
    """How far a review is. `review`: what is known of it, as JSON, if that is new. `refusal`: why
    there will be none (`storing.write_message`). `trouble`: what nobody foresaw, for the log."""

    done: float
    review: str = ""
    refusal: dict[str, Any] | None = None
    trouble: str = ""
    is_last: bool = False


def work(owner: Connection) -> None:
    """Runs in a process of its own: review one game."""
    prepare(NICENESS)
    # The server may end at any time: then nobody waits for the answer
    with suppress(EOFError, BrokenPipeError):
        question: Assignment = owner.recv()
        owner.send(_find(question, _Telling(owner).tell))


def _find(question: Assignment, tell: Callable[[Progress], None]) -> Report:
    try:
        record = parse(question.record)
        found = review(record, rules_for(record.header), tell)
    except QuarterdeckError as error:
        return Report(1.0, refusal=storing.write_message(error.message), is_last=True)
    except Exception:
        return Report(1.0, trouble=traceback.format_exc(), is_last=True)
    return Report(1.0, _write(found), is_last=True)


def _write(found: Review) -> str:
    return json.dumps(storing.to_json(found))


class _Telling:
    """Reports progress, but not every little step."""

    def __init__(self, owner: Connection) -> None:
        self._owner = owner
        self._told = 0.0

    def tell(self, progress: Progress) -> None:
        if progress.review is None and progress.done < self._told + STEP:
            return
        self._told = progress.done
        known = "" if progress.review is None else _write(progress.review)
        self._owner.send(Report(progress.done, known))


class ReviewWorker:
    """Reviews games, each in a new process."""

    async def reports(self, question: Assignment) -> AsyncGenerator[Report]:
        """Reports until the last one. Raises WorkerGone if the process ends before that."""
        async with aclosing(answers(work, question)) as found:
            async for report in found:
                yield report
                if report.is_last:
                    return
