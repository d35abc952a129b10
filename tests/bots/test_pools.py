"""Work that others do, and whoever waits for it."""

from __future__ import annotations

import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from quarterdeck.bots.pools import map_in

PATIENCE = 20.0


def test_results_come_in_the_order_of_the_jobs() -> None:
    later = threading.Event()

    def work(job: int) -> int:
        if job == 0:
            later.wait(PATIENCE)
        else:
            later.set()
        return 10 * job

    with ThreadPoolExecutor(2) as pool:
        assert list(map_in(pool, work, [0, 1, 2])) == [0, 10, 20]


def test_what_has_not_begun_when_a_job_fails_is_left() -> None:
    begun, failed = [], threading.Event()

    def work(job: int) -> None:
        begun.append(job)
        if job == 0:
            raise ValueError(job)
        failed.wait(PATIENCE)

    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(ValueError, match="0"):
            list(map_in(pool, work, range(10)))
        failed.set()
    assert len(begun) <= 2


def test_a_signal_that_another_thread_receives_is_heard() -> None:
    waiting, gone, in_time = threading.Event(), threading.Event(), []

    def work(job: int) -> None:
        if job == 1:
            waiting.wait(PATIENCE)
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)
            in_time.append(gone.wait(PATIENCE))

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with ThreadPoolExecutor(1) as pool:
            results = map_in(pool, work, [0, 1])
            next(results)
            with pytest.raises(KeyboardInterrupt):  # noqa: PT012
                waiting.set()
                next(results)
            gone.set()
    finally:
        signal.signal(signal.SIGINT, before)
    assert in_time == [True]
