"""Webhooks: a word as Discord, Slack, Matrix, ntfy or a program of one's own takes it.

Apprise knows more services, but opens its connections itself: it cannot be held to an address that
was looked at before (`outside.py`), so its requests could be led into the server's own network.

What others chose (names, titles of tables) is never read as markup: see each service. An address
holds secrets; people are shown `shown(address)`.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol
from urllib.parse import parse_qs, quote, unquote, urlencode

import orjson

from quarterdeck.kernel.messages import Message
from quarterdeck.server.identity import new_secret
from quarterdeck.server.reach.channel import NotSent, Word
from quarterdeck.server.reach.outside import BadAddress, Outside, Place, Reply

VERSION = 1
# Where services cut off or refuse, in characters.
LONGEST = {"discord": 1900, "slack": 3000, "matrix": 8000, "ntfy": 1200}
_JSON = {"Content-Type": "application/json"}
_ELLIPSIS = "…"


@dataclass(frozen=True)
class Post:
    """A request that brings a word."""

    method: str
    place: Place
    body: bytes
    headers: dict[str, str]


class Service(Protocol):
    """One kind of receiver."""

    name: str

    def takes(self, place: Place) -> bool:
        """Whether an address is one of this service's."""
        ...

    def check(self, place: Place) -> Place:
        """The same place as it is stored; raises what is wrong with it."""
        ...

    def post(self, place: Place, secret: str, word: Word) -> Post: ...

    def shown(self, place: Place) -> str:
        """A place as its owner may see it on a screen: enough to tell it from others."""
        ...


def cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + _ELLIPSIS


def join_parts(word: Word, most: int, plain: Callable[[str], str] = str) -> str:
    """Subject and text of a word, the latter as far as there is room."""
    subject = cut(word.subject, most // 2)
    text = cut(word.text, max(0, most - len(subject)))
    return plain(f"{subject}\n{text}" if text else subject)


class Discord:
    """Nothing in a word is a mention, and everything that could be markup is escaped."""

    name = "discord"
    _HOSTS = frozenset(
        f"{front}{host}"
        for front in ("", "ptb.", "canary.")
        for host in ("discord.com", "discordapp.com")
    )
    _PATH = re.compile(r"/api(?:/v\d+)?/webhooks/(\d{5,25})/[\w-]{20,120}", re.ASCII)
    _MARKUP = re.compile(r"([\\*_~`|<>@#:\[\]()])|(?<![^\n])([-+]|\d+(?=\.))")

    def takes(self, place: Place) -> bool:
        return place.host in self._HOSTS

    def check(self, place: Place) -> Place:
        thread = parse_qs(place.query).get("thread_id", [""])[0]
        if not self._PATH.fullmatch(place.path):
            raise BadAddress("discord")
        kept = f"?thread_id={thread}" if thread.isascii() and thread.isdecimal() else ""
        return replace(place, target=place.path + kept)

    def post(self, place: Place, secret: str, word: Word) -> Post:
        text = join_parts(word, LONGEST[self.name] // 2, self._escape)
        body = {
            "content": f"{text}\n<{word.link}>",
            "allowed_mentions": {"parse": []},
        }
        return Post("POST", place, orjson.dumps(body), _JSON)

    def _escape(self, text: str) -> str:
        def quoted(found: re.Match[str]) -> str:
            sign = found[1] or found[2]
            # A list begins with a number and a dot
            return f"{sign}\u200b" if sign.isdigit() else f"\\{sign}"

        return self._MARKUP.sub(quoted, text)

    def shown(self, place: Place) -> str:
        found = self._PATH.fullmatch(place.path)
        return f"{place.host}/api/webhooks/{found[1] if found else ''}/{_ELLIPSIS}"


class Slack:
    """Mentions and links need angle brackets, which are escaped."""

    name = "slack"
    _PATH = re.compile(r"/services/(T\w{5,20})/(B\w{5,20})/\w{10,60}", re.ASCII)

    def takes(self, place: Place) -> bool:
        return place.host in ("hooks.slack.com", "hooks.slack-gov.com")

    def check(self, place: Place) -> Place:
        if not self._PATH.fullmatch(place.path):
            raise BadAddress("slack")
        return replace(place, target=place.path)

    def post(self, place: Place, secret: str, word: Word) -> Post:
        text = join_parts(word, LONGEST[self.name], self._escape)
        body = {
            "text": f"{text}\n<{word.link}>",
            "unfurl_links": False,
            "unfurl_media": False,
        }
        return Post("POST", place, orjson.dumps(body), _JSON)

    def _escape(self, text: str) -> str:
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

    def shown(self, place: Place) -> str:
        found = self._PATH.fullmatch(place.path)
        team = f"{found[1]}/{found[2]}" if found else ""
        return f"{place.host}/services/{team}/{_ELLIPSIS}"


class Matrix:
    """A room of a home server: `https://SERVER/_matrix/client/v3/rooms/ROOM?access_token=TOKEN`.

    The body is plain text, and names in it mention nobody. A word that is sent again has the same
    transaction id, so that it is shown once.
    """

    name = "matrix"
    _PATH = re.compile(r"/_matrix/client/(?:v3|r0)/rooms/([^/]+)")
    _ROOM = re.compile(r"![\x21-\x7e]{1,250}")

    def takes(self, place: Place) -> bool:
        return place.path.startswith("/_matrix/")

    def check(self, place: Place) -> Place:
        found = self._PATH.fullmatch(place.path.rstrip("/"))
        room = unquote(found[1]) if found else ""
        token = parse_qs(place.query).get("access_token", [""])[0]
        if not self._ROOM.fullmatch(room) or "/" in room:
            raise BadAddress("matrix_room")
        if not re.fullmatch(r"[\x21-\x7e]{8,500}", token):
            raise BadAddress("matrix_token")
        path = f"/_matrix/client/v3/rooms/{quote(room, safe='')}"
        return replace(place, target=f"{path}?{urlencode({'access_token': token})}")

    def post(self, place: Place, secret: str, word: Word) -> Post:
        token = parse_qs(place.query)["access_token"][0]
        path = f"{place.path}/send/m.room.message/{quote(word.id, safe='')}"
        body = {
            "msgtype": "m.text",
            "body": f"{join_parts(word, LONGEST[self.name])}\n{word.link}",
            "m.mentions": {},
        }
        headers = {**_JSON, "Authorization": f"Bearer {token}"}
        return Post("PUT", replace(place, target=path), orjson.dumps(body), headers)

    def shown(self, place: Place) -> str:
        found = self._PATH.fullmatch(place.path)
        return f"{place.host} {cut(unquote(found[1]) if found else '', 30)}"


class Ntfy:
    """A topic: `https://ntfy.sh/TOPIC`, with `?token=TOKEN` if it is protected.

    It is published as JSON to the server itself: headers could hold no other letters than English.
    """

    name = "ntfy"
    _TOPIC = re.compile(r"/([\w-]{1,64})", re.ASCII)
    _TOKEN = re.compile(r"[\w-]{8,80}", re.ASCII)

    def takes(self, place: Place) -> bool:
        return place.host == "ntfy.sh" or place.host.startswith("ntfy.")

    def check(self, place: Place) -> Place:
        found = self._TOPIC.fullmatch(place.path)
        if not found:
            raise BadAddress("ntfy")
        token = parse_qs(place.query).get("token", [""])[0]
        if token and not self._TOKEN.fullmatch(token):
            raise BadAddress("ntfy_token")
        return replace(place, target=f"/{found[1]}{f'?token={token}' if token else ''}")

    def post(self, place: Place, secret: str, word: Word) -> Post:
        body = {
            "topic": place.path[1:],
            "title": cut(word.subject, 200),
            "message": cut(word.text, LONGEST[self.name]) or word.subject,
            "click": word.link,
            "tags": ["game_die"],
        }
        token = parse_qs(place.query).get("token", [""])[0]
        headers = {**_JSON, "Authorization": f"Bearer {token}"} if token else _JSON
        return Post("POST", replace(place, target="/"), orjson.dumps(body), headers)

    def shown(self, place: Place) -> str:
        # Whoever knows a topic can read it.
        return f"{place.host}/{place.path[1:4]}{_ELLIPSIS}"


class Program:
    """A program of one's own, which can tell by the signature that a word is from this server."""

    name = "json"

    def takes(self, place: Place) -> bool:
        return True

    def check(self, place: Place) -> Place:
        return place

    def post(self, place: Place, secret: str, word: Word) -> Post:
        body = orjson.dumps({"version": VERSION, **fields_of(word)})
        moment = str(int(time.time()))
        headers = {
            **_JSON,
            "X-Quarterdeck-Timestamp": moment,
            "X-Quarterdeck-Signature": f"sha256={sign(secret, moment, body)}",
        }
        return Post("POST", place, body, headers)

    def shown(self, place: Place) -> str:
        return f"{place.host}/{_ELLIPSIS}"


def fields_of(word: Word) -> dict[str, Any]:
    """A word for programs."""
    return {
        "id": word.id,
        "language": word.language,
        "subject": word.subject,
        "text": word.text,
        "link": word.link,
        "tag": word.tag,
        "waiting": word.waiting,
    }


def sign(secret: str, moment: str, body: bytes) -> str:
    """What proves to whoever knows the secret that a body is ours, and from when."""
    return hmac.new(secret.encode(), moment.encode() + b"." + body, hashlib.sha256).hexdigest()


# The first that takes an address is the one.
SERVICES: tuple[Service, ...] = (Discord(), Slack(), Matrix(), Ntfy(), Program())
# For an ntfy server whose name does not say so: `ntfy+https://push.example.org/topic`.
_NAMED = re.compile(r"ntfy(?:\+(https?))?://")
_SECRET = re.compile(r"secret=([\w-]{16,100})", re.ASCII)


@dataclass(frozen=True)
class Hook:
    """A webhook's address, taken apart."""

    service: Service
    place: Place
    secret: str = ""

    def text(self) -> str:
        """As it is stored; `read` gives the same again."""
        address = self.place.address
        if isinstance(self.service, Ntfy) and not self.service.takes(self.place):
            return f"ntfy+{address}"
        return f"{address}#secret={self.secret}" if self.secret else address


class Webhooks:
    """The channel of webhooks."""

    def __init__(self, outside: Outside) -> None:
        self.outside = outside

    @property
    def kind(self) -> str:
        return "webhook"

    def check(self, address: str) -> str:
        return self.read(address).text()

    def read(self, address: str) -> Hook:
        """Which service an address belongs to; raises what is wrong with it."""
        address = address.strip()
        named = _NAMED.match(address)
        if named is not None:
            place = self.outside.read(f"{named[1] or 'https'}://{address[named.end() :]}")
            service: Service = Ntfy()
        else:
            plain, _, mark = address.partition("#")
            place = self.outside.read(plain)
            service = next(each for each in SERVICES if each.takes(place))
        if not isinstance(service, Program):
            return Hook(service, service.check(place))
        known = _SECRET.fullmatch(mark)
        if mark and known is None:
            raise BadAddress("secret")
        return Hook(service, place, known[1] if known else new_secret())

    def service_of(self, address: str) -> Message:
        """What the service of a stored address is called."""
        return Message(f"qd.reach.service.{self.read(address).service.name}")

    def shown(self, address: str) -> str:
        """A stored address as its owner may see it: without what is secret."""
        hook = self.read(address)
        return hook.service.shown(hook.place)

    def secret_of(self, address: str) -> str:
        """What the owner's program checks signatures with; nothing for other services."""
        return self.read(address).secret

    async def send(self, address: str, word: Word) -> None:
        try:
            hook = self.read(address)
        except BadAddress as error:
            # What the operator allowed when it was stored, they may not allow any more
            raise NotSent(error.message, gone=True) from None
        post = hook.service.post(hook.place, hook.secret, word)
        reply = await self.outside.send(post.method, post.place, post.body, post.headers)
        judge(reply, hook.place.host)


def judge(reply: Reply, host: str) -> None:
    """Raise what an answer means for a word, unless it arrived."""
    if reply.fine:
        return
    status = reply.status
    if status in (404, 410):
        raise NotSent(Message("qd.reach.fault.gone", host=host, status=status), gone=True)
    if status in (401, 403):
        raise NotSent(Message("qd.reach.fault.refused", host=host, status=status), gone=True)
    if 300 <= status < 400:
        raise NotSent(Message("qd.reach.fault.moved", host=host, status=status), gone=True)
    if status == 429:
        raise NotSent(
            Message("qd.reach.fault.busy", host=host, status=status), after=read_pause(reply)
        )
    if status >= 500:
        raise NotSent(
            Message("qd.reach.fault.broken", host=host, status=status), after=read_pause(reply)
        )
    raise NotSent(Message("qd.reach.fault.odd", host=host, status=status))


def read_pause(reply: Reply) -> float:
    """How many seconds a service wants us to wait; Matrix and Discord say it in the body, too."""
    after = reply.retry_after()
    if after is not None:
        return after
    try:
        said = orjson.loads(reply.body)
        asked = float(said["retry_after_ms"]) / 1000
    except (ValueError, TypeError, KeyError):
        return 0.0
    return min(max(asked, 0.0), 86400.0)
