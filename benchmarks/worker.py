"""Measures one contender in a process of its own, and prints the sample as one line of JSON.

A fresh process for every sample keeps memory, caches and garbage collection of one engine out
of the numbers of another. Run by bench.py with the interpreter of the benchmark environment.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.contenders import CONTENDERS, Build, Contender
from benchmarks.drivers import Driver

POOL = 64
STRIDE = 23
SHARE_OF_PLAY = 0.25
MEMORY_CLONES = 10_000
MEMORY_SECONDS = 3.0
MEMORY_SLACK = 1_000
STATM = Path("/proc/self/statm")


@dataclass(frozen=True)
class Sample:
    """What one process measured. Times are CPU seconds: what else runs here is not our matter."""

    python: str
    version: str
    pinned: bool
    games: int
    decisions: int
    seconds: float
    clone_seconds: float | None = None
    imagine_seconds: float | None = None
    position_bytes: float | None = None


def pin() -> bool:
    """Stay on one core, the last one allowed: the first is where other things tend to run."""
    if not hasattr(os, "sched_setaffinity"):
        return False
    try:
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    except OSError:
        return False
    return True


def check_build(contender: Contender) -> None:
    """Refuse to report one build of Quarterdeck under the name of the other."""
    if contender.build is Build.PEER:
        return
    file = import_module("quarterdeck.kernel.position").__file__ or ""
    found = Build.PURE if file.endswith(".py") else Build.COMPILED
    if found is not contender.build:
        raise SystemExit(f"{file} is the {found} build, not the {contender.build} one")


def version_of(distribution: str) -> str:
    """The version measured; the pure build runs even where the package did not install."""
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "from its sources"


def play(driver: Driver, rng: Random, seconds: float) -> tuple[int, int, float]:
    """Play whole games until the time is up: games, decisions and the time they took."""
    games = decisions = 0
    begin = now = time.process_time()
    while now - begin < seconds:
        decisions += driver.play(rng)
        games += 1
        now = time.process_time()
    return games, decisions, now - begin


def pool_of(driver: Driver, rng: Random) -> list[Any]:
    """Positions from all stages of random games."""
    assert driver.clone is not None
    pool: list[Any] = []
    stops = 0
    while len(pool) < POOL:
        for position in driver.walk(rng):
            stops += 1
            if stops % STRIDE == 0:
                pool.append(driver.clone(position))
    return pool[:POOL]


def seconds_of(work: Callable[[Any], object], pool: list[Any], seconds: float) -> float:
    """The mean time of doing this with a position."""
    done = 0
    begin = now = time.process_time()
    while now - begin < seconds:
        for position in pool:
            work(position)
        done += len(pool)
        now = time.process_time()
    return (now - begin) / done


def resident() -> int:
    """Bytes of memory this process holds: the one measure that C++ and Python share."""
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def position_bytes(driver: Driver, pool: list[Any]) -> float | None:
    """How much memory grows with each clone kept, or None where the system does not say.

    The first clones only fill memory that earlier work has left free, so they do not count.
    """
    clone = driver.clone
    assert clone is not None
    if not STATM.exists():
        return None
    gc.collect()
    gc.disable()
    source = cycle(pool)
    kept: list[Any] = [None] * (MEMORY_SLACK + MEMORY_CLONES)
    for index in range(MEMORY_SLACK):
        kept[index] = clone(next(source))
    before = resident()
    begin = time.process_time()
    count = 0
    while count < MEMORY_CLONES and time.process_time() - begin < MEMORY_SECONDS:
        kept[MEMORY_SLACK + count] = clone(next(source))
        count += 1
    return (resident() - before) / count


def measure(contender: Contender, seed: int, seconds: float, memory: bool) -> Sample:
    """Warm up, then measure play, clones, imagined worlds and, if asked, memory."""
    pinned = pin()
    check_build(contender)
    driver = contender.make()
    rng = Random(seed)
    driver.play(rng)
    games, decisions, spent = play(driver, rng, seconds)
    clone_time = imagine_time = size = None
    if contender.clones and driver.clone is not None:
        pool = pool_of(driver, rng)
        clone_time = seconds_of(driver.clone, pool, seconds * SHARE_OF_PLAY)
        if driver.imagine is not None:
            imagine = driver.imagine
            imagine_time = seconds_of(
                lambda position: imagine(position, rng), pool, seconds * SHARE_OF_PLAY
            )
        size = position_bytes(driver, pool) if memory else None
    return Sample(
        python=platform.python_version(),
        version=version_of(contender.distribution),
        pinned=pinned,
        games=games,
        decisions=decisions,
        seconds=spent,
        clone_seconds=clone_time,
        imagine_seconds=imagine_time,
        position_bytes=size,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("contender", choices=[contender.name for contender in CONTENDERS])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--memory", action="store_true")
    options = parser.parse_args()
    (contender,) = [c for c in CONTENDERS if c.name == options.contender]
    sample = measure(contender, options.seed, options.seconds, options.memory)
    print(json.dumps(asdict(sample)))


if __name__ == "__main__":
    main()
