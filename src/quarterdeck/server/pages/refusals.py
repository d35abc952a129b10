"""What a page says when something cannot be done. Nothing has changed then."""

from __future__ import annotations

import re

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.server.pages.common import any_reader_of, page, render, wants_parts
from quarterdeck.server.pages.lobby import show_lobby
from quarterdeck.server.pages.new_table import show_new_table
from quarterdeck.server.pages.table import show_parts, show_table
from quarterdeck.server.talking import admit

_AT_TABLE = re.compile(r"/t/([\w-]{1,40})/")
_NEW = re.compile(r"/new/(\w{1,40})")


async def refuse(request: Request, message: str, status: int) -> Response:
    """The page the reader was on, with the reason; or, where there is none, a page of its own."""
    reader = await any_reader_of(request)
    found = _AT_TABLE.match(request.url.path)
    try:
        if found:
            admit(await reader.house.tables.live(found[1]), reader.guest_id)
        if found and request.method == "POST" and wants_parts(request):
            return await show_parts(reader, found[1], message, status)
        if found and request.method == "POST":
            body = (await request.body()).decode(errors="replace")
            return await show_table(reader, found[1], message, status, "back=text" in body)
        if request.method == "POST" and (new := _NEW.fullmatch(request.url.path)):
            return show_new_table(new[1], reader, message, status)
        if request.method == "POST" and request.url.path in ("/play", "/guest"):
            return await show_lobby(reader, message, status)
    except QuarterdeckError:
        # There is no such table or game, or not for this reader: the plain page below says why
        pass
    if wants_parts(request):
        text = render("parts/notice.html.jinja", reader, reader.say(), notice=message, done=False)
        return HTMLResponse(text, status)
    return page("refused.html.jinja", reader, reader.say(), status, message=message)
