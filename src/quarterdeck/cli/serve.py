"""`quarterdeck serve`: the table in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quarterdeck.cli.common import LanguageOption, err, needing, out, translator
from quarterdeck.kernel.errors import BadSetup, UnknownName
from quarterdeck.kernel.messages import Message


def serve_command(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8000,
    database: Annotated[
        str,
        typer.Option(
            help="sqlite:///file or postgresql://user@host/name; by default QUARTERDECK_DATABASE. "
            "The password: QUARTERDECK_DATABASE_PASSWORD or QUARTERDECK_DATABASE_PASSWORD_FILE."
        ),
    ] = "",
    workers: Annotated[int, typer.Option(min=1, help="Processes (with PostgreSQL).")] = 1,
    behind_proxy: Annotated[
        str,
        typer.Option(
            help="Comma-separated addresses of reverse proxies whose X-Forwarded-For and "
            "X-Forwarded-Proto are believed."
        ),
    ] = "",
    root_path: Annotated[
        str, typer.Option(help="The path a reverse proxy offers this server under, e.g. /games.")
    ] = "",
    certificate: Annotated[
        Path | None, typer.Option(help="Certificate for TLS (PEM, with its chain).")
    ] = None,
    key: Annotated[Path | None, typer.Option(help="Private key of the certificate.")] = None,
    connections_per_address: Annotated[
        int, typer.Option(min=1, help="Connections one address may have open.")
    ] = 200,
    streams_per_address: Annotated[
        int, typer.Option(min=1, help="Pages of tables one address may have open.")
    ] = 100,
    open_tables: Annotated[
        int, typer.Option(min=1, help="Tables of one person that may wait for players.")
    ] = 5,
    bot_tables: Annotated[
        int, typer.Option(min=1, help="Tables of one person at which only bots play.")
    ] = 3,
    bot_workers: Annotated[
        int, typer.Option(min=1, help="Processes in which bots think, for each server process.")
    ] = 1,
    bot_seconds: Annotated[
        float,
        typer.Option(
            min=0.05, help="Seconds a bot may be told to think about a choice (admiral:seconds=5)."
        ),
    ] = 5.0,
    tables_a_day: Annotated[
        int, typer.Option(min=1, help="Games one person may begin within a day.")
    ] = 60,
    joined_tables: Annotated[
        int, typer.Option(min=1, help="Waiting tables at which one person may sit.")
    ] = 10,
    guests_an_hour: Annotated[
        int, typer.Option(min=1, help="New guests who may come from one address in an hour.")
    ] = 60,
    open_days: Annotated[
        float, typer.Option(min=0.01, help="Days a table nobody joins stays in the lobby.")
    ] = 7.0,
    public_url: Annotated[
        str,
        typer.Option(help="Where browsers find this server, like https://games.example.org."),
    ] = "",
    session_days: Annotated[
        float, typer.Option(min=0.01, help="Days after which an unused device is signed out.")
    ] = 180.0,
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
    with needing("qd.cli.error.no_web"):
        from quarterdeck.server.logs import FORMATS
        from quarterdeck.server.run import serve
        from quarterdeck.server.settings import Settings
        from quarterdeck.server.store import read_url
    if log_format not in FORMATS:
        raise UnknownName("log_format", log_format, list(FORMATS))
    settings = Settings(
        database=database,
        behind_proxy=tuple(part.strip() for part in behind_proxy.split(",") if part.strip()),
        root_path=root_path,
        certificate=certificate,
        certificate_key=key,
        connections_per_address=connections_per_address,
        streams_per_address=streams_per_address,
        open_tables=open_tables,
        bot_tables=bot_tables,
        bot_workers=bot_workers,
        bot_most_seconds=bot_seconds,
        tables_a_day=tables_a_day,
        joined_tables=joined_tables,
        guests_an_hour=guests_an_hour,
        open_days=open_days,
        public_url=public_url,
        session_days=session_days,
        log_format=log_format,
        access_log=access_log,
        metrics=metrics,
    )
    if database and read_url(database).password:
        err.print(say("qd.cli.password_shown"), markup=False, soft_wrap=True)
    if workers > 1 and read_url(settings.database_url).get_backend_name() == "sqlite":
        raise BadSetup(Message("qd.cli.error.workers_need_postgresql"))
    local = host in ("127.0.0.1", "0.0.0.0", "::")  # noqa: S104
    shown = "localhost" if local else f"[{host}]" if ":" in host else host
    address = f"{'https' if certificate else 'http'}://{shown}:{port}{root_path.rstrip('/')}"

    def say_where() -> None:
        out.print(say("qd.cli.serving", address=address), soft_wrap=True)

    serve(settings, host, port, workers, say_where)
