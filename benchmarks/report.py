"""The results as text: Markdown that reads well in a terminal and in docs/benchmarks.md."""

from __future__ import annotations

import itertools
import os
import platform
from collections.abc import Sequence
from pathlib import Path

from benchmarks.contenders import Build, Kind, Measure, Target
from benchmarks.results import Result, Verdict, ratio, verdicts

NONE = "–"

INTRODUCTION = """\
How fast Quarterdeck plays uniformly random games on one core, compared with other Python
packages that play board and card games. A decision counts only if it had two or more legal
choices; this holds for every package. Every number is the median over {rounds} interleaved rounds
of {seconds:g} s of CPU time, each in a fresh process. The games differ, so a ratio compares what
one decision costs in each package, not the same work done twice.

"compiled" is the build that `pip install` makes where there is a C compiler, "pure" is the
same source run by the Python interpreter. Both are driven from Python, choice by choice, like
the other packages; "playout" is Quarterdeck's own loop for random play (with its own random
generator), and no target uses it."""

ENVIRONMENTS = """\
Here a step is one action of whoever uses the environment, with its observation and what is open
in hand; what chance and, in Gymnasium's environments, random opponents do until the next action
belongs to it. Every step counts, forced or not, for all alike. Each package is driven by its own
convention: PettingZoo's cycle of agents, RLCard's and Gymnasium's `step`, OpenSpiel's states with
an observer; "vector" and "×64" step 64 games in one call (Catanatron's by Gymnasium's
`SyncVectorEnv`, OpenSpiel's by its own) and begin anew after every 100 calls, so later stages of
long games are not among them. All of Quarterdeck is the compiled build. A target compares with the
fastest peer of a kind.

The smaller a game, the less there is to observe: hold'em has 72 zeros and ones, tic-tac-toe 27. Our
observations have 137 to 533 numbers, facts without advice; encoding takes most of a step."""

FOOTNOTES = """\
Clones are of positions from all stages of random games, and so are the worlds imagined for a seat
that is asked: copies in which everything it cannot know was drawn again. RLCard has no clone, so we
copy it with `copy.deepcopy`, as it does itself to step back; PettingZoo's environments cannot be
copied in the middle of a game. Memory is how much the process grows with each of up to 10,000
clones kept, not counting shared parts again. "Range" is the gap between the slowest and the fastest
round."""


def render(results: dict[str, Result], *, rounds: int, seconds: float, command: str) -> str:
    """The whole report."""
    failures = [f"- {r.contender.name}: {r.failure}" for r in results.values() if r.failure]
    sections = {
        "# Benchmarks": INTRODUCTION.format(rounds=rounds, seconds=seconds),
        "## Targets": _targets(results),
        "## Ratios: decisions per second": _ratios(results, Measure.DECISIONS),
        "## Ratios: speed of a clone": _ratios(results, Measure.CLONE),
        "## Absolute numbers": _absolute(results),
        "## Environments: ratios of steps per second": _environment_ratios(results),
        "## Environments: absolute numbers": _environments(results),
        "## Not measured": "\n".join(failures),
        "## Machine and command": _machine(results, command),
    }
    return "\n".join(f"{title}\n\n{text}\n" for title, text in sections.items() if text)


def cpu() -> str:
    """The processor's name, where the system tells."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def machine(results: dict[str, Result]) -> dict[str, str]:
    """What the numbers were measured on."""
    samples = [sample for result in results.values() for sample in result.samples]
    pinned = bool(samples) and all(sample.pinned for sample in samples)
    versions = {
        f"{result.contender.distribution} {sample.version}"
        for result in results.values()
        for sample in result.samples
    }
    where = "each process pinned to one" if pinned else "processes not pinned"
    return {
        "CPU": f"{cpu()}, {os.cpu_count()} cores, {where}",
        "System": f"{platform.system()} {platform.machine()}",
        "Python": samples[0].python if samples else platform.python_version(),
        "Versions": ", ".join(sorted(versions)),
    }


def _targets(results: dict[str, Result]) -> str:
    rows = [
        [
            verdict.target.contender,
            verdict.target.measure,
            verdict.target.peer,
            _goal(verdict.target),
            _reached(verdict),
            verdict.words,
        ]
        for verdict in verdicts(results)
    ]
    return format_table(
        ["Quarterdeck", "measure", "against", "target", "measured", ""], rows, words=3
    )


def _goal(target: Target) -> str:
    if target.measure in (Measure.DECISIONS, Measure.STEPS):
        return f"≥ {target.ratio:g}×"
    if target.measure is Measure.CLONE:
        return f"≤ 1/{target.ratio:g}"
    return f"≤ {1 / target.ratio:g} of them"


def _reached(verdict: Verdict) -> str:
    if verdict.target.measure in (Measure.DECISIONS, Measure.STEPS):
        return _times(verdict.measured)
    if verdict.target.measure is Measure.CLONE:
        return _fraction(verdict.measured)
    return _number(verdict.measured and 1 / verdict.measured)


def _split(results: dict[str, Result], *, engines: bool) -> tuple[list[Result], list[Result]]:
    """Peers and ours, of the engines or of the environments."""
    asked = [r for r in results.values() if (r.contender.kind is Kind.ENGINE) is engines]
    peers = [r for r in asked if r.contender.build is Build.PEER]
    return peers, [r for r in asked if r.contender.build is not Build.PEER]


def _ratios(results: dict[str, Result], measure: Measure) -> str:
    peers, ours = _split(results, engines=True)
    if measure is Measure.CLONE:
        peers = [r for r in peers if r.clone is not None]
        ours = [r for r in ours if r.contender.clones]
    return _compare(peers, ours, measure)


def _environment_ratios(results: dict[str, Result]) -> str:
    table = _compare(*_split(results, engines=False), Measure.STEPS)
    return table and f"{ENVIRONMENTS}\n\n{table}"


def _compare(peers: list[Result], ours: list[Result], measure: Measure) -> str:
    if not peers:
        return ""
    rows = [[o.contender.name, *(_times(ratio(o, p, measure)) for p in peers)] for o in ours]
    return format_table(["Quarterdeck", *(f"vs {p.contender.name}" for p in peers)], rows)


def _environments(results: dict[str, Result]) -> str:
    peers, ours = _split(results, engines=False)
    rows = [
        [
            result.contender.name,
            result.contender.plays,
            result.contender.kind,
            _number(result.decisions),
            f"{result.spread:.0%}",
        ]
        for result in peers + ours
        if result.measured
    ]
    return format_table(["contender", "plays", "convention", "steps/s", "range"], rows, words=3)


def _absolute(results: dict[str, Result]) -> str:
    head = ["contender", "plays", "decisions/s", "range", "games/s", "decisions/game"]
    rows = [
        [
            result.contender.name,
            result.contender.plays,
            _number(result.decisions),
            f"{result.spread:.0%}",
            _number(result.games),
            _number(result.length),
            _number(result.clone and result.clone * 1e6),
            _number(result.imagine and result.imagine * 1e6),
            _number(result.memory),
        ]
        for result in itertools.chain(*_split(results, engines=True))
        if result.measured
    ]
    table = format_table([*head, "clone µs", "imagine µs", "bytes/position"], rows, words=2)
    return table and f"{table}\n\n{FOOTNOTES}"


def _machine(results: dict[str, Result], command: str) -> str:
    facts = machine(results) | {"Command": f"`{command}`"}
    return "\n".join(f"- {name}: {value}" for name, value in facts.items())


def _times(value: float | None) -> str:
    return NONE if value is None else f"{_number(value)}×"


def _fraction(value: float | None) -> str:
    return NONE if value is None else f"1/{_number(value)}"


def _number(value: float | None) -> str:
    """Three digits are as many as such a measurement has."""
    if value is None:
        return NONE
    if value >= 100:
        digits = max(0, len(str(int(value))) - 3)
        return f"{round(value, -digits):,.0f}"
    return f"{value:.3g}"


def format_table(head: Sequence[str], rows: list[list[str]], words: int = 1) -> str:
    """A Markdown table with padded cells; the first `words` columns are text, not numbers."""
    if not rows:
        return ""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    numeric = [i >= words for i in range(len(head))]

    def line(cells: Sequence[str]) -> str:
        padded = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(cells, widths, numeric, strict=True)
        ]
        return f"| {' | '.join(padded)} |"

    rule = [
        "-" * (width - 1) + (":" if right else "-")
        for width, right in zip(widths, numeric, strict=True)
    ]
    return "\n".join([line(head), line(rule), *(line(row) for row in rows)])
