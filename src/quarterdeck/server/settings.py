"""How a server is run."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path


def data_folder() -> Path:
    """Where a server keeps its database and key unless told otherwise."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "quarterdeck"


@dataclass(frozen=True)
class Settings:
    """Everything a server can be told."""

    database: str = ""
    key_file: Path | None = None
    bot_workers: int = 1
    bot_seconds: float = 1.0
    bot_patience: float = 15.0
    # How long somebody may think in another's turn before his standing orders answer.
    order_patience: float = 60.0
    # Requests a client may make per second in the long run, and at once.
    rate: float = 30.0
    burst: float = 120.0
    # How log lines are written (see `logs.py`), and whether every request is worth one.
    log_format: str = "text"
    access_log: bool = False
    # Where Prometheus may ask what is counted (see `metrics.py`); nowhere if empty.
    metrics: str = ""

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{data_folder() / 'quarterdeck.db'}"

    @property
    def key_path(self) -> Path:
        if self.key_file is not None:
            return self.key_file
        return data_folder() / "server.key"
