"""Log lines: one line each, as text or as JSON, with the id of the request they belong to.

What is secret never reaches a line: requests are logged by their kind and not by their address,
statements without their values (`store/database.py`), and passwords in addresses are masked here.
"""

from __future__ import annotations

import logging
import re
import sys
import time
from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

import orjson

from quarterdeck.server.metrics import LOG_LINES

TEXT, JSON = "text", "json"
FORMATS = (TEXT, JSON)
# The request that is being answered; what it sets off keeps its id.
REQUEST: ContextVar[str] = ContextVar("quarterdeck_request", default="")
# What a line says besides its sentence: `logger.info("…", extra={FIELDS: {"status": 200}})`.
FIELDS = "fields"

_PASSWORD = re.compile(r"(://[^\s:/@]*):\S*@")


def without_passwords(text: str) -> str:
    """A text in which addresses of databases do not tell their password."""
    return _PASSWORD.sub(r"\1:***@", text) if "://" in text else text


class TextLines(logging.Formatter):
    """For people: when, how bad, which request, what."""

    def format(self, record: logging.LogRecord) -> str:
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.created))
        request = REQUEST.get()
        mark = f" [{request}]" if request else ""
        told = "".join(f" {name}={value}" for name, value in _fields(record).items())
        line = f"{when} {record.levelname}{mark} {_message(record)}{told}"
        trace = _trace(self, record)
        return f"{line}\n{trace}" if trace else line


class JsonLines(logging.Formatter):
    """For programs: one object per line."""

    def format(self, record: logging.LogRecord) -> str:
        when = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, Any] = {
            "time": f"{when}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _message(record),
        }
        if request := REQUEST.get():
            line["request"] = request
        line.update(_fields(record))
        if trace := _trace(self, record):
            line["trace"] = trace
        return orjson.dumps(line, default=str).decode()


def _message(record: logging.LogRecord) -> str:
    """On one line: nobody can write a line of their own into the log."""
    return without_passwords(record.getMessage()).replace("\r", "\\r").replace("\n", "\\n")


def _fields(record: logging.LogRecord) -> Mapping[str, Any]:
    fields: Mapping[str, Any] = getattr(record, FIELDS, {})
    return fields


def _trace(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    if not record.exc_info:
        return ""
    return without_passwords(formatter.formatException(record.exc_info))


class Counting(logging.Handler):
    """Counts lines by level, so that whoever watches the numbers hears of errors."""

    def emit(self, record: logging.LogRecord) -> None:
        LOG_LINES.labels(record.levelname.lower()).inc()


def configure_logs(written_as: str = TEXT) -> None:
    """Write the lines of this process to its standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if written_as == JSON else TextLines())
    root = logging.getLogger()
    root.handlers = [handler, Counting()]
    root.setLevel(logging.WARNING)
    logging.getLogger("quarterdeck").setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers = []
        logger.propagate = True
