"""How a server is run."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.server.store import read_url


def data_folder() -> Path:
    """Where a server keeps its database and key unless told otherwise."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "quarterdeck"


PUSH_KEY = "push.key"
ADDRESS = "QUARTERDECK_DATABASE"
PASSWORD = "QUARTERDECK_DATABASE_PASSWORD"  # noqa: S105
PASSWORD_FILE = "QUARTERDECK_DATABASE_PASSWORD_FILE"  # noqa: S105


def database_address(given: str = "") -> str:
    """The database's address, from the environment if none is given, with its password.

    On a command line everybody on the machine could read the password, so it may come by the
    environment or from a file.
    """
    address = given or os.environ.get(ADDRESS, "")
    if not address:
        return f"sqlite:///{data_folder() / 'quarterdeck.db'}"
    password = os.environ.get(PASSWORD, "") or _from_file(os.environ.get(PASSWORD_FILE, ""))
    url = read_url(address)
    if not password or url.get_backend_name() == "sqlite":
        return address
    return url.set(password=password).render_as_string(hide_password=False)


def _from_file(name: str) -> str:
    if not name:
        return ""
    try:
        return Path(name).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        raise BadSetup(Message("qd.server.start.file", file=name, why=why)) from error


# The settings of e-mail that the environment may hold, each by the field it is for.
MAIL_PASSWORD = "QUARTERDECK_MAIL_PASSWORD"  # noqa: S105
MAIL_PASSWORD_FILE = "QUARTERDECK_MAIL_PASSWORD_FILE"  # noqa: S105
REACHING = {
    "public_url": "QUARTERDECK_PUBLIC_URL",
    "mail_host": "QUARTERDECK_MAIL_HOST",
    "mail_port": "QUARTERDECK_MAIL_PORT",
    "mail_tls": "QUARTERDECK_MAIL_TLS",
    "mail_user": "QUARTERDECK_MAIL_USER",
    "mail_from": "QUARTERDECK_MAIL_FROM",
    "mail_ca": "QUARTERDECK_MAIL_CA",
}


def mail_password() -> str:
    """The password for the mail server, by the environment or from a file."""
    return os.environ.get(MAIL_PASSWORD, "") or _from_file(os.environ.get(MAIL_PASSWORD_FILE, ""))


@dataclass(frozen=True)
class Settings:
    """Everything a server can be told."""

    # It may hold a password.
    database: str = field(default="", repr=False)
    key_file: Path | None = None
    bot_workers: int = 1
    bot_seconds: float = 1.0
    bot_patience: float = 15.0
    # How long a bot may think about a choice if somebody tells it to (`admiral:seconds=5`).
    bot_most_seconds: float = 5.0
    # While bots wait for each other, they think less, so that each has its turn within so long.
    bot_queue_seconds: float = 3.0
    # How long somebody may think in another's turn before their standing orders answer.
    order_patience: float = 60.0
    # Days of holiday that one person may take in a year.
    holiday_days: int = 30
    # Days after which a device that was not used is signed out.
    session_days: float = 180.0
    # What one person may have at a time: tables that wait for others, running tables at which only
    # bots play, and tables begun within a day, what-ifs included; and how many new guests may come
    # from one address in an hour. Guests of one address share three times as much.
    open_tables: int = 5
    bot_tables: int = 3
    tables_a_day: int = 60
    guests_an_hour: int = 60
    # At how many tables that still wait for others one person may sit, and how many lines they
    # may say at a table within a minute.
    joined_tables: int = 10
    lines_a_minute: int = 20
    # Days after which a table that nobody has joined leaves the lobby.
    open_days: float = 7.0
    # Requests a client may make per second in the long run, and at once.
    rate: float = 30.0
    burst: float = 120.0
    # How log lines are written (see `logs.py`), and whether every request is worth one.
    log_format: str = "text"
    access_log: bool = False
    # Where Prometheus may ask what is counted (see `metrics.py`); nowhere if empty.
    metrics: str = ""
    # Connections and event streams of one address: a household or a school behind one has many
    # pages open. Of all connections together, as many as the system allows (`None`).
    connections: int | None = None
    connections_per_address: int = 200
    streams_per_address: int = 100
    # Seconds for the head of a request, for its body, and in which nothing of an answer is read.
    head_seconds: float = 20.0
    body_seconds: float = 20.0
    send_seconds: float = 60.0
    # Reverse proxies (addresses or networks) that tell where a request comes from, and under
    # which path they offer this server.
    behind_proxy: tuple[str, ...] = ()
    root_path: str = ""
    # Hosts and networks that people may be reached at although they are not open to the internet
    # (see `reach/outside.py`), and whom push services may write to about this server.
    reach_allow: tuple[str, ...] = ()
    push_contact: str = ""
    # Where people find this server from outside; without it nobody can be sent a link.
    public_url: str = ""
    # The mail server, how it is secured (starttls, tls or none), who we are there, and a file with
    # the certificate that it is known by, if it is not a public one.
    mail_host: str = ""
    mail_port: str = ""
    mail_tls: str = ""
    mail_user: str = ""
    mail_from: str = ""
    mail_ca: str = ""
    # Seconds before somebody who is not at their table is told, between two looks at who is to be
    # told, and words that one person is sent within an hour.
    reach_delay: float = 60.0
    reach_tick: float = 20.0
    words_an_hour: int = 20
    # Files for TLS.
    certificate: Path | None = None
    certificate_key: Path | None = None

    @property
    def database_url(self) -> str:
        return database_address(self.database)

    @property
    def key_path(self) -> Path:
        if self.key_file is not None:
            return self.key_file
        return data_folder() / "server.key"

    @property
    def push_key_path(self) -> Path:
        """Beside the key for cookies."""
        return self.key_path.with_name(PUSH_KEY)


def reaching_settings() -> Settings:
    """What the environment says about how people are reached."""
    values: dict[str, Any] = {field: os.environ.get(name, "") for field, name in REACHING.items()}
    return Settings(**values)
