"""The waiting room: talk before the game begins, the invitation, and what the page tells how."""

from __future__ import annotations

import re

import segno

from quarterdeck.server.pages.qr import QUIET, draw_qr
from tests.server.client import Stream, new_key, stream_of
from tests.server.servers import Server
from tests.server.test_talking import lines
from tests.server.visitor import FRAGMENT, Visitor, words_of


def test_people_talk_in_the_waiting_room_and_what_was_said_stays(server: Server) -> None:
    anne, bob, eve = (Visitor(server.address).come(name) for name in ("Anne", "Bob", "Eve"))
    table = anne.host("here", "open", "open")
    assert bob.send_form(f"/t/{table}/join", {"seat": "1"}).status == 303
    assert "Nobody has said anything yet." in words_of(bob.get(f"/t/{table}").text)
    # Whoever has no name has nothing to say it with
    assert 'id="say"' not in Visitor(server.address).get(f"/t/{table}").text
    sent = {"text": "Who else is coming?", "key": new_key()}
    # What is said before a page listens is not lost on it
    listening = stream_of(table, bob.get(f"/t/{table}").text)
    answer = anne.send_form(f"/t/{table}/say", sent, **FRAGMENT)
    assert "Anne Who else is coming?" in words_of(answer.text)
    stream = Stream(server.address, listening, {"Cookie": bob.cookie()}, bob.received)
    edition = stream.next().data["edition"]
    assert anne.send_form(f"/t/{table}/say", {"text": "Bob?"}).status == 303
    assert stream.next().data["edition"] != edition
    stream.close()
    # What is sent twice is said once, here as at the table
    assert anne.send_form(f"/t/{table}/say", sent).status == 303
    seen = bob.get(f"/t/{table}/parts?room=waiting", **FRAGMENT).text
    assert words_of(seen).count("Anne Who else is coming?") == 1
    assert eve.send_form(f"/t/{table}/say", {"text": "May I watch?"}).status == 303
    assert "Eve spectator May I watch?" in words_of(bob.get(f"/t/{table}").text)
    # The host decides who speaks, and others do not even see that there is anything to decide
    assert "spectators" not in bob.get(f"/t/{table}").text
    mute = next(b for b in anne.buttons(f"/t/{table}") if b.value == "muted")
    answer = anne.press(mute, **FRAGMENT)
    assert answer.status == 200
    assert 'hx-target="#part-company"' in answer.text
    refused = eve.send_form(f"/t/{table}/say", {"text": "Hello?"}, **FRAGMENT)
    assert refused.status == 403
    assert 'role="alert"' in refused.text
    assert "chat-silent" in eve.get(f"/t/{table}").text
    assert bob.send_form(f"/t/{table}/say", {"text": " "}).status == 400
    assert anne.send_form(f"/t/{table}/fill", {"bot": "random"}).status == 303
    assert bob.send_form(f"/t/{table}/say", {"text": "Off we go"}).status == 303
    assert lines(bob, table) == [
        ("Anne", "Who else is coming?", 0),
        ("Anne", "Bob?", 0),
        ("Eve", "May I watch?", None),
        ("Bob", "Off we go", 1),
    ]
    for path in (f"/t/{table}", f"/t/{table}/text"):
        assert "Anne Who else is coming?" in words_of(bob.get(path).text)


def _modules(page: str) -> set[tuple[int, int]]:
    """The dark modules of the QR code in a page, from its upper left corner."""
    path = re.search(r'class="qr".*? d="([^"]+)"', page)
    assert path is not None
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", path[1])
    assert "".join(f"M{x} {y}h{n}v1h-{n}z" for x, y, n in runs) == path[1]
    return {(int(x) + step, int(y)) for x, y, n in runs for step in range(int(n))}


def test_the_invitation_has_a_qr_code_of_its_link(server: Server) -> None:
    anne, stranger = Visitor(server.address).come("Anne"), Visitor(server.address, "fr")
    table = anne.host("here", "open")
    address = f"{server.address}/t/{table}"
    code = segno.make_qr(address, error="m")
    wanted = {
        (x + QUIET, y + QUIET)
        for y, row in enumerate(code.matrix)
        for x, dark in enumerate(row)
        if dark
    }
    for visitor, alt in ((anne, "QR code of the link"), (stranger, "Code QR du lien")):
        page = visitor.get(f"/t/{table}").text
        assert _modules(page) == wanted
        assert f'value="{address}"' in page
        assert f'role="img" aria-label="{alt} {address}"' in page
        side = code.symbol_size(border=QUIET)[0]
        assert f'viewBox="0 0 {side} {side}"' in page
    # What never changes is not sent again with every word, and begins with no game
    assert 'class="qr' not in anne.get(f"/t/{table}/parts?room=waiting", **FRAGMENT).text
    anne.send_form(f"/t/{table}/fill", {"bot": "random"})
    assert 'class="qr"' not in anne.get(f"/t/{table}").text
    # Hostile addresses do not get out of the drawing
    assert "<script" not in draw_qr('http://x/"><script>')


def test_a_notice_is_told_once_and_only_a_refusal_interrupts(server: Server) -> None:
    anne = Visitor(server.address).come("Anne")
    table = anne.host("here", "open")
    for path in ("/", "/new/salty_ocean", "/me", f"/t/{table}"):
        assert 'role="alert"' not in anne.get(path).text
    refused = anne.send_form(f"/t/{table}/leave", {"seat": "1"})
    assert refused.status == 400
    assert refused.text.count('role="alert"') == 1
    # That something was copied has a place to be told politely
    for page in (anne.get(f"/t/{table}").text, anne.send_form("/me/link", {}).text):
        assert re.search(r'data-copy="\w+"[^<]*<.button><span [^>]*role="status"></span>', page)
