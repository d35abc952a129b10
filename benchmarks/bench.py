"""Random play of Quarterdeck and its peers, side by side: `python benchmarks/bench.py`.

Contenders take turns in short rounds, so that a machine that grows slower or busier in the
meantime does so for all of them; the median over the rounds is reported.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # a script finds only its own folder

from benchmarks import environment, report
from benchmarks.contenders import CONTENDERS, Build, Contender, Kind
from benchmarks.results import Result, verdicts
from benchmarks.worker import Sample

DOCUMENT = environment.ROOT / "docs" / "benchmarks.md"
START_SECONDS = 120.0


def measure(contender: Contender, seed: int, seconds: float, memory: bool) -> Sample:
    """One sample, from a process of its own; RuntimeError says why there is none."""
    command = [
        str(environment.python()),
        "-m",
        "benchmarks.worker",
        contender.name,
        f"--seed={seed}",
        f"--seconds={seconds}",
        *(["--memory"] if memory else []),
    ]
    variables = environment.variables(pure=contender.build is Build.PURE)
    try:
        done = subprocess.run(
            command,
            cwd=environment.ROOT,
            env=variables,
            capture_output=True,
            text=True,
            check=True,
            timeout=START_SECONDS + 10 * seconds,
        )
    except subprocess.TimeoutExpired as error:
        raise RuntimeError(f"no answer within {error.timeout:.0f} seconds") from None
    except subprocess.CalledProcessError as error:
        lines = str(error.stderr).strip().splitlines()
        raise RuntimeError(lines[-1] if lines else f"exit status {error.returncode}") from None
    return Sample(**json.loads(done.stdout.splitlines()[-1]))


def run(contenders: list[Contender], rounds: int, seconds: float) -> dict[str, Result]:
    """All rounds, everybody in turn; who fails once is left out from then on."""
    results = {contender.name: Result(contender) for contender in contenders}
    for turn in range(rounds):
        for result in results.values():
            if result.failure:
                continue
            print(f"bench: round {turn + 1}/{rounds}: {result.contender.name}", file=sys.stderr)
            try:
                sample = measure(result.contender, turn + 1, seconds, memory=turn == 0)
            except RuntimeError as error:
                result.failure = str(error)
                print(f"bench: not measured: {error}", file=sys.stderr)
            else:
                result.samples.append(sample)
    return results


def write_json(path: Path, results: dict[str, Result]) -> None:
    """Everything measured, for other programs."""
    data = {
        "machine": report.machine(results),
        "contenders": {name: result.summary() for name, result in results.items()},
        "targets": [
            {
                "contender": verdict.target.contender,
                "measure": verdict.target.measure,
                "peer": verdict.target.peer,
                "target": verdict.target.ratio,
                "measured": verdict.measured,
                "verdict": verdict.words,
            }
            for verdict in verdicts(results)
        ],
    }
    path.write_text(json.dumps(data, indent=2) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=1.0, help="per contender and round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", metavar="TEXT", help="names that contain TEXT")
    parser.add_argument("--environments", action="store_true", help="environments only")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all samples to FILE")
    options = parser.parse_args()
    if options.write and (options.only or options.environments):
        parser.error("--write is for a run of all contenders")

    environment.prepare()
    contenders = [
        contender
        for contender in CONTENDERS
        if options.only in contender.name
        and not (options.environments and contender.kind is Kind.ENGINE)
    ]
    results = run(contenders, options.rounds, options.seconds)
    command = f"python benchmarks/bench.py --rounds {options.rounds} --seconds {options.seconds:g}"
    text = report.render(results, rounds=options.rounds, seconds=options.seconds, command=command)
    print(text)
    if options.json:
        write_json(options.json, results)
    if any(result.failure for result in results.values()):
        print("bench: not everybody could be measured", file=sys.stderr)
        return 1
    if options.write:
        DOCUMENT.parent.mkdir(exist_ok=True)
        DOCUMENT.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
