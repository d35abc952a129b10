"""Who plays the games of a run: this process, several, or those of a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any

from quarterdeck.bots.garbage import garbage_waits, let_garbage_wait
from quarterdeck.bots.pools import map_in
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message

# Does work for each job; the results come in the order of the jobs, whoever does them.
Spread = Callable[[Callable[[Any], Any], list[Any]], Iterable[Any]]


@contextmanager
def call_crew(workers: int, ray: bool) -> Iterator[Spread]:
    """So many processes; raises BadSetup if Ray is wanted and not installed."""
    if ray:
        with _ray_pool(workers) as pool:
            yield pool.imap
    elif workers > 1:
        with ProcessPoolExecutor(workers, initializer=let_garbage_wait) as crew:
            yield partial(map_in, crew)
    else:
        with garbage_waits():
            yield map


def _ray_pool(workers: int) -> Any:
    """Joins the cluster that RAY_ADDRESS names; without it, starts one on this machine."""
    try:
        from ray.util.multiprocessing import Pool
    except ImportError as missing:
        raise BadSetup(Message("qd.error.train.no_ray", why=str(missing))) from missing
    return Pool(workers)
