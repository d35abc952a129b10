"""`quarterdeck serve`: the table in the browser."""

from __future__ import annotations

from typing import Annotated

import typer

from quarterdeck.cli.common import LanguageOption, out, translator
from quarterdeck.kernel.errors import BadSetup, UnknownName
from quarterdeck.kernel.messages import Message


def serve_command(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8000,
    database: Annotated[
        str, typer.Option(help="sqlite:///file or postgresql://user:password@host/name.")
    ] = "",
    workers: Annotated[int, typer.Option(min=1, help="Processes (with PostgreSQL).")] = 1,
    log_format: Annotated[str, typer.Option(help="How log lines are written: text or json.")] = (
        "text"
    ),
    access_log: Annotated[
        bool, typer.Option("--access-log", help="A log line for every request.")
    ] = False,
    metrics: Annotated[
        str,
        typer.Option(
            help="Where Prometheus may ask for /metrics: a port of this machine, or host:port."
        ),
    ] = "",
    lang: LanguageOption = None,
) -> None:
    """Serve the table: friends open a page and play."""
    say = translator(lang)
    try:
        from quarterdeck.server.logs import FORMATS
        from quarterdeck.server.run import serve
        from quarterdeck.server.settings import Settings
    except ImportError as missing:
        raise BadSetup(Message("qd.cli.error.no_web", why=str(missing))) from missing
    if log_format not in FORMATS:
        raise UnknownName("log_format", log_format, list(FORMATS))
    settings = Settings(
        database=database, log_format=log_format, access_log=access_log, metrics=metrics
    )
    if workers > 1 and settings.database_url.startswith("sqlite"):
        raise BadSetup(Message("qd.cli.error.workers_need_postgresql"))
    local = host in ("127.0.0.1", "0.0.0.0", "::")  # noqa: S104
    shown = "localhost" if local else host
    out.print(say("qd.cli.serving", address=f"http://{shown}:{port}"), soft_wrap=True)
    serve(settings, host, port, workers)
