"""Talk in the waiting room and at the table, what is unread, who is here, and the invitation."""

from __future__ import annotations

import re
from typing import Any

import segno
from playwright.sync_api import Locator, expect

from quarterdeck.server.pages.qr import QUIET
from quarterdeck.server.presence import SLACK
from tests.browser.conftest import Arrive
from tests.browser.people import Person
from tests.server.client import wait_until
from tests.server.servers import Server

# Which sounds a page makes, by pitch; there is nothing to listen with.
LISTEN = """
window.tones = [];
window.AudioContext = class {
  currentTime = 0;
  createOscillator() {
    const tone = { frequency: {}, connect: (next) => next, stop() {} };
    tone.start = () => window.tones.push(tone.frequency.value);
    return tone;
  }
  createGain() {
    const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain, connect: (next) => next };
  }
  close() {}
};
"""
# The code as a camera sees it: which modules are dark on the screen.
SCAN = """async (svg) => {
  const side = svg.viewBox.baseVal.width, large = 4 * side;
  const style = getComputedStyle(svg);
  const copy = svg.cloneNode(true);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", large);
  copy.setAttribute("height", large);
  copy.style.color = style.color;
  const image = new Image();
  image.src = "data:image/svg+xml," + encodeURIComponent(copy.outerHTML);
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: large, height: large });
  const pen = canvas.getContext("2d");
  pen.fillStyle = style.backgroundColor;
  pen.fillRect(0, 0, large, large);
  pen.drawImage(image, 0, 0);
  const seen = [];
  for (let y = 0; y < side; y++) {
    const shade = (x) => pen.getImageData(4 * x + 2, 4 * y + 2, 1, 1).data[0];
    seen.push([...Array(side).keys()].map(shade));
  }
  return seen;
}"""


def say(person: Person, text: str) -> None:
    person.page.locator("#chat-text").fill(text)
    person.page.locator("#chat-text").press("Enter")
    expect(line(person, text)).to_have_count(1)


def line(person: Person, text: str) -> Locator:
    return person.page.locator(".chat li", has_text=text)


def tones(person: Person) -> Any:
    return person.page.evaluate("window.tones")


def check_code(person: Person, address: str) -> None:
    code = person.page.locator("svg.qr")
    code.scroll_into_view_if_needed()
    box = code.bounding_box()
    assert box is not None
    assert 140 <= box["width"] == box["height"] <= 390
    wanted = [
        [0 if dark else 255 for dark in row]
        for row in segno.make_qr(address, error="m").matrix_iter(border=QUIET)
    ]
    assert code.evaluate(SCAN) == wanted


def test_people_talk_before_and_during_a_game_and_miss_nothing(
    arrive: Arrive, server: Server
) -> None:
    anne = arrive("Anne", permissions=["clipboard-read", "clipboard-write"])
    bob = arrive("Bob", language="fr", size=(390, 844), color_scheme="dark", has_touch=True)
    bob.context.add_init_script(LISTEN)
    table = anne.new_table("here", "open", "open")
    address = f"{server.address}/t/{table}"
    for person in (anne, bob):
        person.at(table)
        check_code(person, address)
    assert bob.page.locator(".qr-card").get_attribute("aria-label") == f"Code QR du lien {address}"
    anne.page.locator("[data-copy]").click()
    expect(anne.page.locator('.copy-row [role="status"]')).to_have_text("Copied")
    assert anne.page.evaluate("navigator.clipboard.readText()") == address

    # In the waiting room; who comes is seen, and nothing vanishes from the page with it
    bob.page.locator("#room-seat-1 button").tap()
    expect(anne.page.locator("#room-seat-1 .presence")).to_have_text("here")
    expect(bob.page.locator("#room-seat-0 .presence")).to_have_text("est là")
    expect(anne.page.locator("[data-copy]")).to_be_visible()
    say(anne, "Ahoy")
    expect(line(bob, "Ahoy")).to_have_count(1)
    bob.page.locator("#chat-text").scroll_into_view_if_needed()
    say(bob, "Salut")
    expect(line(anne, "Salut")).to_have_count(1)
    anne.page.get_by_role("button", name="Start with bots").click()

    # At the table what was said is still there, and has been read
    for person in (anne, bob):
        expect(person.page.locator("#turn-line")).to_be_visible()
        expect(line(person, "Ahoy")).to_have_count(1)
        expect(person.page.locator("#unread")).to_be_hidden()
        assert not re.match(r"\(", person.page.title())

    # Bob does not look at the chat: it is counted, told politely, and silent until he wants it
    anne.page.locator(".tab-chat").click()
    say(anne, "Are you there?")
    expect(bob.page.locator("#unread")).to_have_text(re.compile("1 à lire"))
    expect(bob.page).to_have_title(re.compile(r"^\(1\) "))
    expect(bob.page.locator("#heard")).to_contain_text("Anne Are you there?")
    assert 330 not in tones(bob)
    bob.page.locator("#menu > summary").tap()
    bob.page.locator('[data-toggle="chat-sound"]').tap()
    assert tones(bob).count(330) == 1
    bob.page.locator("#menu > summary").tap()
    say(anne, "It is about to begin")
    expect(bob.page).to_have_title(re.compile(r"^\(2\) "))
    assert tones(bob).count(330) == 2
    # It is kept on the device, and what was there before rings no more
    bob.page.reload()
    expect(bob.page).to_have_title(re.compile(r"^\(2\) "))
    expect(bob.page.locator('[data-toggle="chat-sound"]')).to_have_attribute("aria-pressed", "true")
    assert 330 not in tones(bob)

    # Reading clears it; then the log of the chat tells, and nothing else does
    bob.page.locator(".tab-chat").tap()
    expect(bob.page.locator("#unread")).to_be_hidden()
    expect(bob.page).not_to_have_title(re.compile(r"^\("))
    say(anne, "Good")
    expect(line(bob, "Good")).to_have_count(1)
    expect(bob.page.locator("#heard")).not_to_contain_text("Good")
    say(bob, "Oui")
    assert 330 not in tones(bob)
    expect(bob.page.locator("#unread")).to_be_hidden()
    # One's own words are not news on one's other pages either
    other = bob.context.new_page()
    other.goto(f"/t/{table}")
    say(bob, "Allons-y")
    expect(other.locator(".chat li.own", has_text="Allons-y")).to_have_count(1)
    expect(other.locator("#unread")).to_be_hidden()
    other.close()

    # Who is away is read on the card, before anything is opened
    anne.page.locator(".tab-players").click()
    expect(anne.page.locator("#player-1 .presence")).to_have_text("here")
    expect(anne.page.locator("#player-0 .presence, #player-2 .presence")).to_have_count(0)
    bob.page.goto("/")
    page = anne.context.request

    def is_away() -> bool:
        """Time passes; it counts from when the server has noticed that he left."""
        server.skip(int(SLACK) + 301)
        return 'class="presence away"' in page.get(f"/t/{table}").text()

    wait_until(is_away, "that he is away")
    anne.page.reload()
    anne.page.locator(".tab-players").click()
    expect(anne.page.locator("#player-1 .presence")).to_have_text(
        re.compile("away, last here .* ago")
    )
