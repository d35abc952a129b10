"""A process for one question, and gone with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any


class WorkerGone(Exception):
    """The process has ended without a word."""


async def answers(work: Callable[[Connection], None], question: Any) -> AsyncGenerator[Any]:
    """What a new process says to a question, as long as somebody listens. It runs `work`.

    Raises WorkerGone if the process ends before that.
    """
    context = get_context("spawn")
    mine, its = context.Pipe()
    process = context.Process(target=work, args=(its,), daemon=True)
    try:
        # Starting it and waiting for it is done in threads: the web loop must not wait
        await asyncio.to_thread(process.start)
        its.close()
        await asyncio.to_thread(mine.send, question)
        while True:
            yield await asyncio.to_thread(mine.recv)
    except (EOFError, OSError) as error:
        raise WorkerGone from error
    finally:
        if process.pid is not None:
            # A thread that still listens hears the end of the process
            process.kill()
            process.join()
