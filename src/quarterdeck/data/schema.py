"""The columns of a data file, as an Arrow schema. `docs/data.md` describes them.

Whoever changes a column, its type or its meaning raises the version.
"""

from __future__ import annotations

import json
from typing import Any

import pyarrow as pa

from quarterdeck import __version__
from quarterdeck.kernel.rules import AnyRules

SCHEMA_VERSION = 2
# Where a file keeps what is true of all of its rows, as JSON.
METADATA = b"quarterdeck"
OPTION = "option_"
OBSERVATION = "observation"

# Name, type, and whether it may be empty. The game's options follow `seats`.
BEFORE_OPTIONS: tuple[tuple[str, pa.DataType, bool], ...] = (
    ("game_id", pa.string(), False),
    ("game_number", pa.int64(), False),
    ("game", pa.string(), False),
    ("rules_version", pa.int32(), False),
    ("recorded_version", pa.int32(), False),
    ("components", pa.string(), False),
    ("seats", pa.int8(), False),
)
AFTER_OPTIONS: tuple[tuple[str, pa.DataType, bool], ...] = (
    ("ply", pa.int32(), False),
    ("round", pa.int32(), False),
    ("seat", pa.int8(), False),
    ("decided_by", pa.string(), True),
    ("bot", pa.string(), True),
    ("name", pa.string(), True),
    ("source", pa.string(), True),
    ("notation", pa.string(), False),
    ("code", pa.int32(), False),
    ("legal", pa.list_(pa.field("element", pa.int32(), nullable=False)), False),
    ("rank", pa.int8(), False),
    ("win_share", pa.float32(), False),
    ("scores", pa.list_(pa.field("element", pa.int32(), nullable=False)), False),
    ("ranks", pa.list_(pa.field("element", pa.int8(), nullable=False)), False),
)


def make_schema(rules: AnyRules, **more: Any) -> pa.Schema:
    """The schema of a game's files; `more` is kept with what is true of all rows."""
    fields = [pa.field(name, kind, nullable) for name, kind, nullable in BEFORE_OPTIONS]
    fields += [pa.field(OPTION + option.id, pa.string(), False) for option in rules.options]
    fields += [pa.field(name, kind, nullable) for name, kind, nullable in AFTER_OPTIONS]
    if rules.features is not None:
        number = pa.field("element", pa.float32(), nullable=False)
        fields.append(pa.field(OBSERVATION, pa.list_(number, len(rules.features)), False))
    features = rules.features
    facts = {
        "schema": SCHEMA_VERSION,
        "program": __version__,
        "game": rules.id,
        "rules_version": rules.version,
        "codes": rules.space.size,
        "features": None if features is None else features.version,
        "feature_names": [] if features is None else list(features.names),
        **more,
    }
    return pa.schema(fields, {METADATA: json.dumps(facts).encode()})


def read_facts(schema: pa.Schema) -> dict[str, Any]:
    """What is true of all rows of a file; empty if the file is none of ours."""
    try:
        facts = json.loads((schema.metadata or {}).get(METADATA, b""))
    except ValueError:
        return {}
    return facts if isinstance(facts, dict) else {}
