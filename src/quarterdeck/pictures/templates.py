"""How templates are read, for boards and for pages alike."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def templates_in(folder: Path, printable: Callable[[Any], Any] | None = None) -> Environment:
    """The templates of a folder: everything they are given is escaped, nothing may be missing."""
    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=printable,
        auto_reload=False,
        cache_size=-1,
    )
