"""How sure reviews may be: a temperature for each game and number of players, fitted to games that
the network did not learn from, so that of positions given 70 % about 70 % are won.

It is kept in the game's folder and holds for the weights it was fitted to; `tools/calibration.py`
writes it.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quarterdeck.bots.judge import trained_network, why_untrained
from quarterdeck.bots.weights import weights_digest
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules

if TYPE_CHECKING:
    from quarterdeck.bots.network import Network

FILE = "chances.json"


def reviewing_network(rules: AnyRules, seats: int) -> Network:
    """The network of a game, no surer than it may be with so many players. Raises BadSetup if
    nobody has trained this game."""
    why = why_untrained(rules)
    network = trained_network(rules)
    if why is not None or network is None:
        raise BadSetup(why or Message("qd.error.weights.missing", game=rules.title))
    return replace(network, temperature=find_temperature(rules, seats))


def find_temperature(rules: AnyRules, seats: int) -> float:
    """What was fitted to the weights in use; 1 if nothing was."""
    path = rules.folder / FILE
    fitted = _read(path, path.stat().st_mtime_ns) if path.exists() else {}
    if fitted.get("weights") != weights_digest(rules):
        return 1.0
    return float(fitted["temperatures"].get(str(seats), 1.0))


def judged_by(rules: AnyRules, seats: int) -> str:
    """The fingerprint of whatever a review depends on: the weights, and how sure they may be."""
    temperature = find_temperature(rules, seats)
    weights = weights_digest(rules) or ""
    return weights if temperature == 1 else f"{weights}/{temperature:g}"


@lru_cache(maxsize=16)
def _read(path: Path, _changed: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def write_temperature(rules: AnyRules, seats: int, temperature: float) -> None:
    """Keep what was fitted to the weights in use."""
    path = rules.folder / FILE
    digest = weights_digest(rules)
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    temperatures = known["temperatures"] if known.get("weights") == digest else {}
    temperatures[str(seats)] = round(temperature, 3)
    told = {"weights": digest, "temperatures": dict(sorted(temperatures.items()))}
    path.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
