"""What a folder of generated data was begun with. Nothing else may be added to it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

from quarterdeck import __version__
from quarterdeck.bots.arena import Plan
from quarterdeck.bots.levels import levels_digest
from quarterdeck.bots.weights import weights_digest
from quarterdeck.data.schema import SCHEMA_VERSION
from quarterdeck.data.writing import PART, CannotWrite, draft
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.locking import lock

# Readers of whole folders pass over what begins with an underscore.
MANIFEST = "_manifest.json"
LOCK = ".lock"
SUFFIX = ".parquet"


def describe_run(rules: AnyRules, plan: Plan, games: int, per_file: int) -> dict[str, Any]:
    """Everything that the games of a run follow from."""
    return {
        "schema": SCHEMA_VERSION,
        "program": __version__,
        "game": plan.game,
        "rules_version": rules.version,
        "components": rules.component_digest,
        "features": None if rules.features is None else rules.features.version,
        "seats": plan.seats,
        "options": plan.options,
        "bots": list(plan.bots),
        "levels": levels_digest(rules),
        "weights": weights_digest(rules),
        "seed": plan.seed,
        "games": games,
        "games_per_file": per_file,
    }


def digest_run(told: dict[str, Any]) -> str:
    """A fingerprint that every file of a run carries."""
    return blake2b(json.dumps(told, sort_keys=True).encode(), digest_size=8).hexdigest()


def read_manifest(folder: Path) -> dict[str, Any] | None:
    """What a folder was begun with; None if it is new. Raises BadSetup if it holds other things."""
    path = folder / MANIFEST
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        _check_no_file(folder)
        if any(folder.glob(f"*{SUFFIX}")):
            raise BadSetup(Message("qd.data.other_files", folder=str(folder))) from None
        return None
    except OSError as error:
        why = error.strerror or str(error)
        raise BadSetup(Message("qd.data.unreadable", file=str(path), why=why)) from error
    except ValueError as error:
        raise BadSetup(Message("qd.data.bad_manifest", file=str(path))) from error
    if not isinstance(found, dict):
        raise BadSetup(Message("qd.data.bad_manifest", file=str(path)))
    return found


def _check_no_file(folder: Path) -> None:
    """Raises BadSetup if a file stands where a folder should be, or above it."""
    for place in (folder, *folder.parents):
        if place.exists():
            if not place.is_dir():
                raise BadSetup(Message("qd.data.file_for_folder", file=str(place)))
            return


def check_same(folder: Path, found: dict[str, Any], told: dict[str, Any]) -> None:
    """Raises BadSetup, with what differs, unless a folder was begun with the same."""
    names = [name for name in (told | found) if found.get(name) != told.get(name)]
    if names:
        differences = "; ".join(
            f"{name}: {_write(found.get(name))} ≠ {_write(told.get(name))}" for name in names
        )
        raise BadSetup(Message("qd.data.other_run", folder=str(folder), differences=differences))


def _write(value: Any) -> str:
    if isinstance(value, dict):
        return ",".join(f"{name}={each}" for name, each in value.items())
    return ",".join(str(each) for each in value) if isinstance(value, list) else str(value)


def write_manifest(folder: Path, told: dict[str, Any]) -> None:
    with draft(folder / MANIFEST) as file:
        file.write(json.dumps(told, indent=2, ensure_ascii=False).encode() + b"\n")


@contextmanager
def hold_folder(folder: Path) -> Iterator[None]:
    """Keep a folder for one run at a time, and clear away what this or an earlier one left.

    The system lets go of it when this process ends, however that happens. Processes that were
    started here do not hold it.
    """
    with ExitStack() as held:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            refusal = Message("qd.data.folder_in_use", folder=str(folder))
            held.enter_context(lock(folder / LOCK, refusal))
        except OSError as error:
            why = error.strerror or str(error)
            raise CannotWrite(Message("qd.data.unwritable", file=str(folder), why=why)) from error
        _clear_parts(folder)
        try:
            yield
        finally:
            _clear_parts(folder)


def _clear_parts(folder: Path) -> None:
    """Remove files that were not finished: nobody is writing here now."""
    for part in folder.glob(f".*{PART}"):
        with suppress(OSError):
            part.unlink()
