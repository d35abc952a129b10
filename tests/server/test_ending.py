"""How servers end, and what becomes of their processes."""

from __future__ import annotations

import os
import signal
from contextlib import ExitStack

import pytest

from tests.server.client import Client, wait_until
from tests.server.programs import Program, Start, descendants, parent_of, workers
from tests.server.servers import Launch, new_postgres_database


def all_gone(pids: list[int]) -> bool:
    return all(parent_of(pid) is None for pid in pids)


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.soak)]
)
def test_open_streams_do_not_hold_up_the_end(start: Start, number: int) -> None:
    program = start()
    program.wait_until_it_answers()
    anne = Client(program.address).come("Anne")
    table = anne.host("here", "here")
    with ExitStack() as stack:
        streams = [stack.enter_context(anne.watching(table)) for _ in range(10)]
        for stream in streams:
            stream.next()
        lines = anne.move(table, anne.lines(table), "pass")
        assert program.end(number) == 0
        assert all(stream.ended() for stream in streams)
    # Had they been waited for, uvicorn would say how many it has cancelled.
    assert "ancel" not in program.log
    assert "Traceback" not in program.log
    assert lines > 0


def test_what_was_acknowledged_before_the_end_is_there_after_it(launch: Launch) -> None:
    server = launch()
    anne = server.client("Anne")
    table = anne.host("here", "here")
    lines = anne.move(table, anne.lines(table), "pass")
    assert server.stop() == 0
    server.start()
    assert anne.lines(table) == lines


def test_bots_end_with_a_server_that_was_killed(start: Start) -> None:
    program = start()
    program.wait_until_it_answers()
    Client(program.address).come("Anne").host("random", "random", "random")
    wait_until(lambda: bool(descendants(program.process.pid)), "a bot's process")
    bots = descendants(program.process.pid)
    program.end(signal.SIGKILL)
    wait_until(lambda: all_gone(bots), "the bots' end")


@pytest.fixture
def several(start: Start, postgres: str) -> Program:
    """Two server processes under a supervisor."""
    program = start("--workers", "2", "--database", new_postgres_database(postgres))
    program.wait_until_it_answers()
    wait_until(lambda: len(workers(program)) == 2, "two server processes")
    return program


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.soak)]
)
def test_several_processes_end_together(several: Program, number: int) -> None:
    anne = Client(several.address).come("Anne")
    table = anne.host("here", "here")
    everybody = descendants(several.process.pid)
    with anne.watching(table) as stream:
        stream.next()
        assert several.end(number) == 0
        assert stream.ended()
    wait_until(lambda: all_gone(everybody), "the end of all processes")
    assert "Traceback" not in several.log
    assert "does not end" not in several.log


def test_a_killed_supervisor_leaves_nothing_behind(several: Program) -> None:
    Client(several.address).come("Anne").host("random", "random", "random")
    wait_until(lambda: len(descendants(several.process.pid)) > 3, "a bot's process")
    everybody = descendants(several.process.pid)
    several.end(signal.SIGKILL)
    wait_until(lambda: all_gone(everybody), "the end of all processes")
    assert "Traceback" not in several.log


def test_a_killed_worker_is_replaced(several: Program) -> None:
    Client(several.address).come("Anne").host("random", "random", "random")
    first, second = workers(several)
    below = descendants(first) + descendants(second)
    for pid in (first, second):
        os.kill(pid, signal.SIGKILL)
    wait_until(lambda: all_gone([first, second, *below]), "the end of the old ones")
    several.wait_until_it_answers()
    wait_until(lambda: len(workers(several)) == 2, "two new processes")
    assert several.log.count("(signal SIGKILL); another one starts in") == 2
    assert several.end() == 0
