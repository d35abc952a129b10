"""The application: the house, the API and the pages behind one guard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import orjson
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.routing import Route

from quarterdeck import __version__
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import NotYourTurn, QuarterdeckError, UnknownName
from quarterdeck.server import api, pages
from quarterdeck.server.assets import STATIC, Assets
from quarterdeck.server.errors import TableError
from quarterdeck.server.guard import Guard
from quarterdeck.server.head import HeadLikeGet
from quarterdeck.server.health import Health
from quarterdeck.server.house import House
from quarterdeck.server.journal import Journal
from quarterdeck.server.live import NewDealer, secure_dealer
from quarterdeck.server.often import Often
from quarterdeck.server.people import language_of
from quarterdeck.server.publishing import keep_measuring
from quarterdeck.server.settings import Settings
from quarterdeck.server.tidying import tidy_when_quiet

MISSING = {404: "qd.server.no_page", 405: "qd.server.no_such_request"}


def status_of(error: QuarterdeckError) -> int:
    if isinstance(error, TableError):
        return error.status
    if isinstance(error, NotYourTurn):
        return 403
    return 404 if isinstance(error, UnknownName) else 422


async def explain(request: Request, error: Exception) -> Response:
    """A refusal in the reader's language; nothing has changed."""
    assert isinstance(error, QuarterdeckError)
    if not for_program(request):
        say = Translator(language_of(request))
        return await pages.refuse(request, say.text(error.message), status_of(error))
    say = Translator(language_of(request, request.query_params.get("lang")))
    content = {"error": say.text(error.message), "id": error.message.id}
    rule = getattr(error, "rule", "")
    if rule:
        content["rule"] = rule
    return _json(content, status_of(error))


async def explain_form(request: Request, error: Exception) -> Response:
    """A request of the wrong form: which field, in the reader's language."""
    assert isinstance(error, RequestValidationError)
    say = Translator(language_of(request, request.query_params.get("lang")))
    fields = {".".join(str(part) for part in e["loc"][1:]) or "-" for e in error.errors()}
    message = say("qd.server.malformed", fields=", ".join(sorted(fields))[:200])
    if not for_program(request):
        return await pages.refuse(request, message, 422)
    return _json({"error": message, "id": "qd.server.malformed"}, 422)


async def explain_missing(request: Request, error: Exception) -> Response:
    """An address that leads nowhere, or does not take such a request, or cannot read it."""
    assert isinstance(error, HTTPException)
    say = Translator(language_of(request, request.query_params.get("lang")))
    id = MISSING.get(error.status_code, "qd.server.malformed")
    message = say(id, fields="-")
    if not for_program(request):
        return await pages.refuse(request, message, error.status_code)
    return _json({"error": message, "id": id}, error.status_code)


def for_program(request: Request) -> bool:
    return request.url.path.startswith("/api")


def _json(content: dict[str, str], status: int) -> Response:
    return Response(orjson.dumps(content), status, media_type="application/json")


def create_app(settings: Settings, new_dealer: NewDealer = secure_dealer) -> Journal:
    """The server as an ASGI application."""
    health = Health()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        house = House(settings, new_dealer)
        app.state.house = house
        await house.open()
        health.begin(house.store.database)
        busy = [asyncio.create_task(tidy_when_quiet(lambda: guard.requests))]
        if settings.metrics:
            looking = keep_measuring(house.store, lambda: house.tables.in_memory, health)
            busy.append(asyncio.create_task(looking))
        try:
            yield
        finally:
            health.end()
            for task in busy:
                task.cancel()
            await house.close()

    app = FastAPI(
        title="Quarterdeck",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.add_exception_handler(QuarterdeckError, explain)
    app.add_exception_handler(RequestValidationError, explain_form)
    app.add_exception_handler(HTTPException, explain_missing)
    for (method, word), endpoint in pages.often.items():
        app.router.routes.append(Route(f"/t/{{table_id}}/{word}", endpoint, methods=[method]))
    app.include_router(api.router)
    app.include_router(pages.router)
    app.mount("/static", Assets(directory=STATIC))
    guard = Guard(HeadLikeGet(Often(app, pages.often, explain)), settings.rate, settings.burst)
    return Journal(guard, health, log_all=settings.access_log)
