"""Start a server. Several processes find their settings in the environment."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

import uvicorn

from quarterdeck.server.app import create_app
from quarterdeck.server.journal import Journal
from quarterdeck.server.logs import configure_logs
from quarterdeck.server.publishing import publish
from quarterdeck.server.settings import Settings
from quarterdeck.server.tidying import lay_aside

VARIABLE = "QUARTERDECK_SETTINGS"
# Seconds: pages that watch a table never hang up by themselves.
GRACE = 3


def from_environment() -> Journal:
    """The application of one of several processes."""
    answer_promptly()
    data = json.loads(os.environ[VARIABLE])
    key_file = data.pop("key_file")
    settings = Settings(key_file=None if key_file is None else Path(key_file), **data)
    configure_logs(settings.log_format)
    return create_app(settings)


def answer_promptly() -> None:
    """Keep out of the way of requests what can wait."""
    lay_aside()
    # The threads of the database hand over to the loop, and back, ten times sooner.
    sys.setswitchinterval(0.0005)


def serve_alone(app: Journal, host: str, port: int) -> None:
    """Serve from this process until interrupted."""
    answer_promptly()
    uvicorn.run(
        app,
        host=host,
        port=port,
        log_level="warning",
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=GRACE,
    )


def serve(settings: Settings, host: str, port: int, workers: int) -> None:
    """Serve until interrupted."""
    configure_logs(settings.log_format)
    if settings.metrics:
        publish(settings.metrics, several=workers > 1)
    if workers == 1:
        serve_alone(create_app(settings), host, port)
        return
    os.environ[VARIABLE] = json.dumps(asdict(settings), default=str)
    uvicorn.run(
        "quarterdeck.server.run:from_environment",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        log_level="warning",
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=GRACE,
    )
