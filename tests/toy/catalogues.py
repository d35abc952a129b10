"""Compiles the toy's catalogues; those of the package are the build's business."""

from __future__ import annotations

import io
import os
from pathlib import Path

from babel.messages.mofile import write_mo

from tools.catalogues import read_catalogue

MESSAGES = Path(__file__).parent / "messages"


def compile_messages() -> None:
    """Write the `.mo` files that are missing or out of date, whole or not at all."""
    for file in sorted(MESSAGES.glob("*.po")):
        compiled = io.BytesIO()
        write_mo(compiled, read_catalogue(file))
        target = file.with_suffix(".mo")
        if not target.exists() or target.read_bytes() != compiled.getvalue():
            unfinished = target.with_suffix(f".{os.getpid()}")
            unfinished.write_bytes(compiled.getvalue())
            unfinished.replace(target)
