"""HEAD is answered as GET is, without what GET brings: the framework knows only GET."""

from __future__ import annotations

from quarterdeck.server.guard import App, Event, Receive, Scope, Send


class HeadLikeGet:
    """Lets an application answer GET where HEAD is asked, and sends the head alone."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def send_head(message: Event) -> None:
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body", "body": b""})

        # A stream would go on forever: since version 2.4 it no longer asks whether anybody reads.
        about = {**scope.get("asgi", {}), "spec_version": "2.3"}
        await self._app({**scope, "method": "GET", "asgi": about}, Gone().receive, send_head)


class Gone:
    """Whoever asks for the head alone sends nothing, and does not wait for the rest."""

    def __init__(self) -> None:
        self._asked = False

    async def receive(self) -> Event:
        asked, self._asked = self._asked, True
        if asked:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": b"", "more_body": False}
