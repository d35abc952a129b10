"""The application: the house, the API and the pages behind one guard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import orjson
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from quarterdeck import __version__
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import NotYourTurn, QuarterdeckError, UnknownName
from quarterdeck.server import api, pages
from quarterdeck.server.addresses import Proxies
from quarterdeck.server.assets import STATIC, Assets
from quarterdeck.server.compressing import Compressing
from quarterdeck.server.errors import TableError
from quarterdeck.server.guard import (
    App,
    Guard,
    Receive,
    Refused,
    Scope,
    Send,
    is_for_program,
    refusal_of,
)
from quarterdeck.server.head import HeadLikeGet
from quarterdeck.server.health import Health
from quarterdeck.server.house import House
from quarterdeck.server.journal import RequestJournal
from quarterdeck.server.live import NewDealer, secure_dealer
from quarterdeck.server.paths import root, set_root
from quarterdeck.server.people import language_of
from quarterdeck.server.presence import Clock
from quarterdeck.server.publishing import keep_measuring
from quarterdeck.server.settings import Settings
from quarterdeck.server.store import DatabaseTrouble
from quarterdeck.server.tidying import tidy_when_quiet

MISSING = {404: "qd.server.no_page", 405: "qd.server.no_such_request"}


def status_of(error: QuarterdeckError) -> int:
    if isinstance(error, (TableError, DatabaseTrouble)):
        return error.status
    if isinstance(error, NotYourTurn):
        return 403
    return 404 if isinstance(error, UnknownName) else 422


async def explain(request: Request, error: Exception) -> Response:
    """A refusal in the reader's language; nothing has changed."""
    assert isinstance(error, QuarterdeckError)
    if isinstance(error, DatabaseTrouble):
        # Even to know who asks the database is needed.
        return refusal_of(Refused(error.status, error.message), request.scope)
    if not for_program(request):
        say = Translator(language_of(request))
        return await _refuse(request, say.text(error.message), status_of(error))
    say = Translator(language_of(request, request.query_params.get("lang")))
    content = {"error": say.text(error.message), "id": error.message.id}
    rule = getattr(error, "rule", "")
    if rule:
        content["rule"] = rule
    return _json(content, status_of(error))


async def _refuse(request: Request, message: str, status: int) -> Response:
    """The page that says so; a plain one if it is not even known who asks."""
    try:
        return await pages.refuse(request, message, status)
    except DatabaseTrouble as trouble:
        return await explain(request, trouble)
    except QuarterdeckError as error:
        return refusal_of(Refused(status_of(error), error.message), request.scope)


async def explain_form(request: Request, error: Exception) -> Response:
    """A request of the wrong form: which field, in the reader's language."""
    assert isinstance(error, RequestValidationError)
    say = Translator(language_of(request, request.query_params.get("lang")))
    fields = {".".join(str(part) for part in e["loc"][1:]) or "-" for e in error.errors()}
    message = say("qd.server.malformed", fields=", ".join(sorted(fields))[:200])
    if not for_program(request):
        return await _refuse(request, message, 422)
    return _json({"error": message, "id": "qd.server.malformed"}, 422)


async def explain_missing(request: Request, error: Exception) -> Response:
    """An address that leads nowhere, or does not take such a request, or cannot read it."""
    assert isinstance(error, HTTPException)
    say = Translator(language_of(request, request.query_params.get("lang")))
    id = MISSING.get(error.status_code, "qd.server.malformed")
    message = say(id, fields="-")
    if not for_program(request):
        return await _refuse(request, message, error.status_code)
    return _json({"error": message, "id": id}, error.status_code)


async def explain_fault(request: Request, _error: Exception) -> Response:
    """Something nobody thought of; the guard logs it."""
    return refusal_of(Refused(500, "qd.server.fault"), request.scope)


def for_program(request: Request) -> bool:
    return is_for_program(request.scope)


def _json(content: dict[str, str], status: int) -> Response:
    return Response(orjson.dumps(content), status, media_type="application/json")


class Application:
    """The server as an ASGI application, with what opens and closes it."""

    def __init__(self, settings: Settings, new_dealer: NewDealer, clock: Clock | None) -> None:
        self.settings = settings
        set_root(settings.root_path)
        self._new_dealer = new_dealer
        self._clock = clock
        self._house: House | None = None
        self._health = Health()
        self._app = FastAPI(
            title="Quarterdeck",
            version=__version__,
            lifespan=self._lifespan,
            docs_url=None,
            redoc_url=None,
            openapi_url="/api/openapi.json",
            servers=[{"url": root()}] if root() else None,
            # It would lead to an address without the path that a proxy offers us under.
            redirect_slashes=False,
        )
        app = self._app
        app.add_exception_handler(QuarterdeckError, explain)
        app.add_exception_handler(RequestValidationError, explain_form)
        app.add_exception_handler(HTTPException, explain_missing)
        app.add_exception_handler(Exception, explain_fault)
        app.include_router(api.router)
        app.include_router(pages.router)
        app.mount("/static", Assets(directory=STATIC))
        self.guard = Guard(
            HeadLikeGet(Compressing(app)),
            settings.rate,
            settings.burst,
            settings.body_seconds,
        )
        proxies = Proxies(settings.behind_proxy)
        believing: App = self.guard
        if settings.behind_proxy:
            believing = cast(
                App,
                ProxyHeadersMiddleware(
                    cast(Any, self.guard), trusted_hosts=list(settings.behind_proxy)
                ),
            )
        # It sees who really connects, so it knows whether it may believe a request's id.
        self._outermost = RequestJournal(believing, self._health, proxies, settings.access_log)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._outermost(scope, receive, send)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """The house is open as long as the block runs."""
        async with self._app.router.lifespan_context(self._app):
            yield

    @asynccontextmanager
    async def _lifespan(self, app: FastAPI) -> AsyncIterator[None]:
        house = self._house = House(self.settings, self._new_dealer, self._clock)
        app.state.house = house
        await house.open()
        self._health.begin(house.store.database)
        busy = [asyncio.create_task(tidy_when_quiet(lambda: self.guard.requests))]
        if self.settings.metrics:
            looking = keep_measuring(house.store, lambda: house.tables.in_memory, self._health)
            busy.append(asyncio.create_task(looking))
        try:
            yield
        finally:
            for task in busy:
                task.cancel()
            await house.close()

    async def prepare(self) -> None:
        """Make sure that there is a database of the newest schema."""
        await House(self.settings, self._new_dealer, self._clock).prepare()

    def say_goodbye(self) -> None:
        """The server is about to end: streams end, everything else is finished."""
        self.guard.closing = True
        self._health.end()
        if self._house is not None:
            self._house.hub.close()


def create_app(
    settings: Settings, new_dealer: NewDealer = secure_dealer, clock: Clock | None = None
) -> Application:
    return Application(settings, new_dealer, clock)
