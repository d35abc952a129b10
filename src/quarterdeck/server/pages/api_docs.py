"""The JSON API for people: what there is, and a form to try each request."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.responses import HTMLResponse

from quarterdeck.server.api.common import REFUSALS
from quarterdeck.server.api_reference import Subject, describe_requests
from quarterdeck.server.assets import API_SCRIPT, STATIC
from quarterdeck.server.pages.common import Reader, page, reader_of

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]


@router.get("/api/docs", response_class=HTMLResponse)
async def api_docs_page(request: Request, reader: ReaderOf) -> HTMLResponse:
    """Every request of the API, with its fields, to be tried."""
    return page(
        "api_docs.html.jinja",
        reader,
        reader.say(),
        subjects=_subjects(request.app),
        refusals={status: about["description"] for status, about in REFUSALS.items()},
        # Without it the page can be read, but nothing tried
        script=API_SCRIPT if (STATIC / API_SCRIPT).exists() else "",
    )


@lru_cache(maxsize=1)
def _subjects(app: FastAPI) -> list[Subject]:
    return describe_requests(app.openapi())
