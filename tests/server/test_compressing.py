"""Answers are compressed for those who can read it; what others choose betrays nothing else."""

from __future__ import annotations

import gzip
import http.client
import json
import re
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote, urlsplit

import pytest
from fastapi.routing import APIRoute, APIRouter
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.server import api, pages
from quarterdeck.server.compressing import is_compressible
from quarterdeck.server.gzipping import SHORTEST, Stream, accepts_gzip, cut, pack
from tests.server.client import PATIENCE, Answer, Client, new_key
from tests.server.servers import Server
from tests.server.visitor import FRAGMENT, Visitor

GZIP = {"Accept-Encoding": "gzip, deflate, br"}
# Keys of forms and names of pages are new in every answer.
NEW = re.compile(rb'(name=\\?"key\\?" value|data-page)=\\?"[\w-]+')


def unpack(answer: Answer) -> bytes:
    if answer.headers.get("content-encoding") == "gzip":
        return gzip.decompress(answer.body)
    assert "content-encoding" not in answer.headers
    return answer.body


def alike(body: bytes) -> bytes:
    return NEW.sub(b"", body)


@pytest.fixture
def cara(server: Server) -> Visitor:
    """Somebody at the page."""
    return Visitor(server.address).come("Cara")


@pytest.fixture
def table(anne: Client) -> str:
    return anne.host("here", "here")


# What is compressed


def addresses(table: str) -> list[str]:
    return [
        "/",
        "/new/salty_ocean",
        "/rules/seul_maitre",
        "/games/salty_ocean/cover.svg",
        "/games/salty_ocean/board.css",
        "/static/style/table.css",
        "/static/built/page.js",
        f"/t/{table}",
        f"/t/{table}/text",
        f"/t/{table}/parts",
        f"/t/{table}/replay",
        "/api/games",
        "/api/openapi.json",
        "/api/docs",
        "/api/games/salty_ocean/rules",
        "/api/games/salty_ocean/how-to-play",
        f"/api/tables/{table}",
        f"/api/tables/{table}/choices",
    ]


def test_compressed_answers_hold_the_same_bytes(anne: Client, table: str) -> None:
    for address in addresses(table):
        plain = anne.get(address)
        packed = anne.get(address, **GZIP)
        assert plain.status == packed.status == 200, address
        assert "content-encoding" not in plain.headers, address
        assert packed.headers.get("content-encoding") == "gzip", address
        assert len(packed.body) < len(plain.body) / 2, address
        assert alike(unpack(packed)) == alike(plain.body), address
        for answer in (plain, packed):
            assert answer.headers["vary"] == "Accept-Encoding", address
            assert int(answer.headers["content-length"]) == len(answer.body), address


def test_short_answers_are_sent_as_they_are(anne: Client, table: str) -> None:
    for address in ("/static/icon.svg", f"/api/tables/{table}/record", f"/api/tables/{table}/chat"):
        answer = anne.get(address, **GZIP)
        assert len(answer.body) < SHORTEST
        assert answer.status == 200
        assert "content-encoding" not in answer.headers


def test_long_records_and_chats_are_compressed(anne: Client) -> None:
    table = anne.host("here", "random", "random")
    for number in range(30):
        anne.tell(f"/api/tables/{table}/chat", {"text": f"Line {number} of a long talk."})
    for address in (f"/api/tables/{table}/chat", f"/t/{table}/text"):
        packed = anne.get(address, **GZIP)
        assert packed.headers["content-encoding"] == "gzip"
        assert b"Line 29 of a long talk." in unpack(packed)


def test_the_answer_to_a_move_is_compressed(server: Server, cara: Visitor) -> None:
    table = cara.send_form("/play", {"game": "salty_ocean"}).headers["location"]
    while not (buttons := [b for b in cara.buttons(table) if b.action.endswith("/choose")]):
        pass
    answer = cara.press(buttons[0], **FRAGMENT, **GZIP)
    assert answer.headers["content-encoding"] == "gzip"
    assert b'<hx-partial hx-target="#part-board"' in unpack(answer) or b"part-" in unpack(answer)


@pytest.mark.parametrize(
    ("accepted", "wanted"),
    [
        ("", False),
        ("gzip", True),
        ("GZIP", True),
        ("x-gzip", True),
        ("gzip, deflate, br, zstd", True),
        ("deflate, gzip;q=1.0, *;q=0.5", True),
        ("gzip;q=0.001", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("gzip;Q=0, *", False),
        ("*", True),
        ("*;q=0", False),
        ("br, identity", False),
        ("notgzip", False),
        ("identity;q=0", False),
    ],
)
def test_whoever_does_not_want_gzip_gets_none(accepted: str, wanted: bool, anne: Client) -> None:
    assert accepts_gzip(accepted) is wanted
    answer = anne.get("/rules/salty_ocean", **{"Accept-Encoding": accepted})
    assert answer.headers.get("content-encoding") == ("gzip" if wanted else None)


def test_head_tells_what_get_would(anne: Client, table: str) -> None:
    varying = ("date", "x-request-id")
    for address in addresses(table):
        for wanted in (GZIP, {}):
            got, told = anne.get(address, **wanted), anne.send("HEAD", address, None, wanted)
            assert told.body == b""
            kept = [
                {n: v for n, v in answer.headers.items() if n not in varying and n != "x-parts"}
                for answer in (got, told)
            ]
            # The keys of forms are random, and so is how well they can be compressed
            if wanted and "/t/" in address:
                assert kept[0].pop("content-length")
                assert kept[1].pop("content-length")
            assert kept[0] == kept[1], address


# Static files


def test_a_browser_that_has_a_compressed_file_is_told_so(anne: Client) -> None:
    packed, plain = (anne.get("/static/style/table.css", **wanted) for wanted in (GZIP, {}))
    assert packed.headers["etag"] == f"W/{plain.headers['etag']}"
    for answer in (packed, plain):
        mark = answer.headers["etag"]
        again = anne.get("/static/style/table.css", **GZIP, **{"If-None-Match": mark})
        assert again.status == 304
        assert again.body == b""
        assert "content-encoding" not in again.headers
        assert again.headers["vary"] == "Accept-Encoding"


def test_a_part_of_a_file_is_a_part_of_the_file(anne: Client) -> None:
    whole = anne.get("/static/style/table.css").body
    answer = anne.get("/static/style/table.css", **GZIP, Range="bytes=100-299")
    assert answer.status == 206
    assert answer.body == whole[100:300]
    assert "content-encoding" not in answer.headers


# Streams


class PackedStream:
    """A stream as it arrives, unpacked as far as can be."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self._response = response
        self._unpacker = zlib.decompressobj(16 + zlib.MAX_WBITS)
        self._read = b""

    def until(self, wanted: bytes) -> bytes:
        """Everything up to the end of an event that holds this; raises if it does not arrive."""
        end = time.monotonic() + PATIENCE
        while not re.search(re.escape(wanted) + rb".*\n\n", self._read):
            assert time.monotonic() < end, self._read
            arrived = self._response.read1(1 << 16)
            assert arrived, "the stream has ended"
            self._read += self._unpacker.decompress(arrived)
        return self._read


@contextmanager
def packed_stream(client: Client, path: str) -> Iterator[PackedStream]:
    where = urlsplit(client.address)
    assert where.hostname is not None
    connection = http.client.HTTPConnection(where.hostname, where.port, PATIENCE)
    connection.request("GET", path, headers={**GZIP, "Authorization": f"Bearer {client.secret}"})
    response = connection.getresponse()
    assert response.headers["content-encoding"] == "gzip"
    assert response.headers["vary"] == "Accept-Encoding"
    try:
        yield PackedStream(response)
    finally:
        response.close()
        connection.close()


@pytest.mark.parametrize("path", ["/api/tables/{}/events", "/t/{}/stream"])
def test_every_event_of_a_compressed_stream_can_be_read_at_once(
    path: str, anne: Client, table: str
) -> None:
    with packed_stream(anne, path.format(table)) as stream:
        assert stream.until(b"retry: 1000")
        for _ in range(3):
            # The next event is made only after the last was read
            lines = anne.lines(table)
            anne.move(table, lines, anne.choices(table)["choices"][0]["notation"])
            assert stream.until(
                b'\nevent: table\ndata: {"lines":%b%d'
                % (b" " if "api" in path else b"", anne.lines(table))
            )


@contextmanager
def followed_page(client: Client, table: str) -> Iterator[PackedStream]:
    """The stream of a page of which the server knows what it shows."""
    page = client.get(f"/t/{table}").text
    main = re.search(r'data-lines="(\d+)" data-edition="([^"]+)" data-page="([^"]+)"', page)
    assert main is not None
    query = f"?seen={main[1]}&edition={quote(main[2])}&page={main[3]}"
    with packed_stream(client, f"/t/{table}/stream{query}") as stream:
        # The page is known by its name once the first event has arrived, and not before
        client.tell(f"/api/tables/{table}/chat", {"text": "Ahoy"})
        stream.until(b'"edition"')
        client.get(f"/t/{table}/parts", **{"X-Page": main[3]})
        yield stream


def test_a_compressed_stream_brings_what_is_new(anne: Client, bob: Client) -> None:
    table = anne.host("here", "open")
    bob.join(table)
    with followed_page(anne, table) as stream:
        mover = anne if anne.choices(table)["choices"] else bob
        choice = mover.choices(table)["choices"][0]["notation"]
        lines = mover.move(table, anne.lines(table), choice)
        arrived = stream.until(b'{"lines":%d,' % lines)
    events = [json.loads(found) for found in re.findall(rb"data: (.*)\n\n", arrived)]
    assert "hx-partial" in events[-1]["html"]


@given(st.lists(st.tuples(st.binary(max_size=60), st.integers(1, 2000))))
def test_a_stream_holds_what_was_put_in(events: list[tuple[bytes, int]]) -> None:
    stream, unpacker = Stream(), zlib.decompressobj(16 + zlib.MAX_WBITS)
    for words, times in events:
        event = words * times
        assert unpacker.decompress(stream.pack(event)) == event
    assert unpacker.decompress(stream.end()) == b""
    assert unpacker.eof


@given(st.binary())
def test_an_answer_holds_what_was_put_in(body: bytes) -> None:
    assert gzip.decompress(pack(body)) == body
    assert b"".join(piece for piece, _ in cut(body)) == body


# Secrets

# Whose answers may show a secret, or are short, at least to some methods.
PLAIN = {
    "/new/{game}",
    "/play",
    "/guest",
    "/settings",
    "/me",
    "/learn",
    "/me/link",
    "/me/log-out",
    "/me/log-out-everywhere",
    "/me/{secret}",
    "/me/statistics",
    "/me/statistics.csv",
    "/me/statistics.json",
    "/me/statistics/remove",
    "/people/{key}",
    "/api/me/statistics",
    "/mine",
    "/mine/parts",
    "/mine/next",
    "/mine/stream",
    "/mine/archive",
    "/mine/calendar",
    "/mine/calendar/revoke",
    "/calendar/{secret}.ics",
    "/find",
    "/api/me/waiting",
    "/api/me/tables",
    "/api/me/next",
    "/api/me/games",
    "/api/me/deadlines",
    "/api/me/calendar",
    "/api/tables/find",
    "/api/tables/{table_id}/fill",
    "/api/people/{key}/statistics",
    "/api/guests",
    "/api/push",
    "/api/me/link",
    "/api/me/log-out",
    "/me/holidays",
    "/me/holidays/end",
    "/api/me/holidays",
    "/api/me/holidays/{first}",
    "/api/tables/{table_id}/seats/{seat}/orders/{order}",
    "/me/reach",
    "/me/reach/addresses",
    "/me/reach/addresses/{id}/confirm",
    "/me/reach/addresses/{id}/test",
    "/me/reach/addresses/{id}/remove",
    "/reach/confirm/{secret}",
    "/reach/stop/{token}",
    "/api/me/reach",
    "/api/me/reach/addresses",
    "/api/me/reach/addresses/{id}",
    "/api/me/reach/addresses/{id}/confirm",
    "/api/me/reach/addresses/{id}/test",
    "/privacy",
    "/sign-in",
    "/sign-in/mail",
    "/sign-in/mail/{secret}",
    "/friends/{key}",
    "/me/friends",
    "/me/friends/link",
    "/me/friends/remove",
    "/me/invitations/decline",
    "/me/blocked",
    "/me/data",
    "/me/data.zip",
    "/me/data/remove",
    "/me/data/removed",
    "/me/devices/{handle}",
    "/me/end-link",
    "/me/end-tokens",
    "/me/mail",
    "/me/mail/end",
    "/me/passkeys/{id}/rename",
    "/me/passkeys/{id}/remove",
    "/api/me",
    "/api/me/devices/{device}",
    "/api/me/tokens",
    "/api/me/mail",
    "/api/me/passkeys",
    "/api/me/passkeys/begin",
    "/api/me/passkeys/{passkey}",
    "/api/sign-in/mail",
    "/api/sign-in/mail/use",
    "/api/sign-in/passkey",
    "/api/sign-in/passkey/begin",
    "/api/me/friends",
    "/api/me/friends/link",
    "/api/me/friends/{friend}",
    "/api/me/invitations",
    "/api/me/invitations/{table}",
    "/api/me/blocked",
    "/api/me/blocked/{person}",
    "/api/me/data",
    "/api/me/removal",
    "/api/me/removal/confirm",
    "/api/tables/{table_id}/invitations",
    "/api/tables",
    "/api/tables/{table_id}/chat",
    "/puzzles/{game}/{puzzle_id}",
    "/puzzles/{game}/{puzzle_id}/try",
    "/api/puzzles/{game}/{puzzle_id}",
    "/api/lessons",
    "/api/tables/{table_id}/advice",
    "/api/tables/{table_id}/hint",
    "/api/tables/{table_id}/chances",
    "/api/tables/{table_id}/coach",
    "/api/tables/{table_id}/coach/back",
    "/api/tables/{table_id}/join",
    "/api/tables/{table_id}/leave",
    "/api/tables/{table_id}/moves",
    "/api/tables/{table_id}/undo",
    "/api/tables/{table_id}/redo",
    "/api/tables/{table_id}/back",
    "/api/tables/{table_id}/back/answer",
    "/api/tables/{table_id}/nudge",
    "/api/tables/{table_id}/rematch",
    "/api/tables/{table_id}/review",
    "/api/tables/{table_id}/spectators",
    "/api/tables/{table_id}/spectators/{guest_id}",
    "/api/tables/{table_id}/seats/{seat}",
    "/api/tables/{table_id}/seats/{seat}/orders",
    "/api/tables/{table_id}/seats/{seat}/stand-in",
    "/api/tables/{table_id}/seats/{seat}/token",
}


def routes_of(router: APIRouter) -> Iterator[tuple[str, str]]:
    """Method and address of everything that can be asked for."""
    for route in router.routes:
        if isinstance(route, APIRoute):
            yield from ((method, route.path) for method in route.methods or ())
        else:
            yield from routes_of(route.original_router)  # type: ignore[attr-defined]


def test_an_answer_is_compressed_only_if_it_was_thought_about() -> None:
    routes = [*routes_of(api.router), *routes_of(pages.router)]
    assert len(routes) > 60
    assert {path for method, path in routes if not is_compressible(method, path)} == PLAIN


def test_answers_that_show_a_secret_are_not_compressed(
    server: Server, anne: Client, bob: Client
) -> None:
    table = anne.host("open", "open", title="x" * 60)
    page = Visitor.of(anne)
    filler = {"pad": "x" * SHORTEST}
    shown = [
        page.send_form("/me/link", filler, **GZIP),
        page.send_form("/me/log-out-everywhere", filler, **GZIP),
        page.get("/me", **GZIP),
        Visitor(server.address).get(f"/me/{bob.secret}", **GZIP),
        bob.post("/api/guests", {"name": "Dora"}, **GZIP),
        bob.post(f"/api/tables/{table}/join", {}, **GZIP),
        bob.post(f"/api/tables/{table}/seats/0/token", {}, **GZIP),
        bob.post("/api/me/link", {}, **GZIP),
    ]
    for answer in shown:
        assert answer.status in (200, 201), answer.text
        assert "content-encoding" not in answer.headers


def apart(body: bytes, in_json: bool = False) -> tuple[bytes, bytes]:
    """What others may choose in a page, and the rest."""
    pieces = list(cut(body, in_json))
    chosen = b"".join(piece for piece, chosen in pieces if chosen)
    return chosen, b"".join(piece for piece, chosen in pieces if not chosen)


def test_what_others_choose_is_compressed_apart(server: Server, anne: Client) -> None:
    page, table = Visitor.of(anne), anne.host("here", "here", title="")
    server.client("Wordy Guesser").tell(f"/api/tables/{table}/chat", {"text": "Chosen-by-chat"})
    server.client("Host of another").host("open", "here", title="Chosen-by-title")
    places = {
        f"/t/{table}": (b"Chosen-by-chat", b"Wordy Guesser"),
        f"/t/{table}/text": (b"Chosen-by-chat", b"Wordy Guesser"),
        f"/t/{table}/parts": (b"Chosen-by-chat", b"Wordy Guesser"),
        f"/t/{table}?guess=Chosen-by-address": (b"Chosen-by-address",),
        f"/t/{table}/replay?guess=Chosen-by-address": (b"Chosen-by-address",),
        f"/t/{table}/back?ply=0&guess=Chosen-by-address": (b"Chosen-by-address",),
        "/?guess=Chosen-by-address": (b"Chosen-by-address", b"Chosen-by-title", b"Host of another"),
        "/new/Chosen-by-address": (b"Chosen-by-address",),
        "/rules/Chosen-by-address": (b"Chosen-by-address",),
        f"/t/{table}/Chosen-by-address": (b"Chosen-by-address",),
    }
    for path, words in places.items():
        body = page.get(path).body
        chosen, rest = apart(body)
        for word in words:
            assert word not in rest, path
            assert (word in chosen) == (word in body), path
    assert b"Chosen-by-chat" in apart(page.get(f"/t/{table}").body)[0]
    assert b"Chosen-by-address" in apart(page.get(f"/t/{table}?x=Chosen-by-address").body)[0]


def test_what_others_choose_is_compressed_apart_in_events(
    server: Server, anne: Client, bob: Client
) -> None:
    table = anne.host("here", "open")
    bob.join(table)
    with followed_page(anne, table) as stream:
        guesser = server.client("Wordy Guesser")
        guesser.tell(f"/api/tables/{table}/chat", {"text": 'Chosen-by-"chat"', "key": new_key()})
        event = stream.until(b"Chosen-by-")
    chosen, rest = apart(event, in_json=True)
    for word in (b"Chosen-by-", b"Wordy Guesser"):
        assert word in chosen
        assert word not in rest


PAGE = '<main>Your hand: {secret}</main><ol class="chat"><li>{guess}</li></ol><footer>{secret}'
WORDS = st.text("abcdefgh <>", min_size=1, max_size=300).map(lambda text: text.replace("<", "&lt;"))


def length(secret: str, guess: str, in_json: bool = False) -> int:
    page = PAGE.format(secret=secret, guess=guess)
    if in_json:
        return len(Stream().pack(json.dumps(page).encode()))
    return len(pack(page.encode()))


@given(WORDS, WORDS, WORDS, WORDS, st.booleans())
def test_how_long_an_answer_is_does_not_tell_whether_a_guess_is_right(
    secret: str, other: str, guess: str, wrong: str, in_json: bool
) -> None:
    gain = length(secret, guess, in_json) - length(secret, wrong, in_json)
    assert gain == length(other, guess, in_json) - length(other, wrong, in_json)
    # Not even if it is right
    assert length(secret, secret, in_json) - length(secret, wrong, in_json) == (
        length(other, secret, in_json) - length(other, wrong, in_json)
    )


def test_compressed_as_one_an_answer_would_tell() -> None:
    """So that the test above is known to be able to fail."""

    def naive(secret: str, guess: str) -> int:
        return len(gzip.compress(PAGE.format(secret=secret, guess=guess).encode()))

    right, wrong = "fear-bad-cafe-deed", "daed-efac-bab-reaf"
    assert naive(right, right) - naive(right, wrong) != naive(wrong, right) - naive(wrong, wrong)
