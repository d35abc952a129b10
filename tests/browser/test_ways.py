"""Other ways to play: keyboard, text without scripts, a phone, French."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from playwright.sync_api import Page, expect

import quarterdeck
from quarterdeck import games
from quarterdeck.record.jsonl import parse
from quarterdeck.record.replay import verify
from tests.browser.conftest import Arrive
from tests.browser.people import GAME, Look, Offer, Person, any_offer, scrolls
from tests.server.client import any_choice

pytestmark = pytest.mark.browser

FOCUS = """() => {
  const held = document.activeElement;
  return {
    spot: held.matches("#part-board .spot.open > .hit") ? held.parentElement.dataset.spot : null,
    choice: held.matches("#choose .choice") ? held.value : null,
    menu: held.closest("#spot-menu") !== null,
    size: document.querySelectorAll("#spot-menu .choice").length,
    armed: document.querySelector("#spot-menu .armed") !== null,
    final: held.dataset?.final !== undefined,
  };
}"""


# Keyboard


def test_tab_arrows_and_enter_are_enough(arrive: Arrive) -> None:
    person = arrive("Ada")
    table = person.new_table("here", "here")
    look = person.at(table).turn()
    dealer = random.Random(3)
    made = on_board = 0
    while made < 26 and not look.over:
        if made % 2 and any(choice.spots for choice in look.choices):
            _choose_on_board(person, dealer)
            on_board += 1
        else:
            # Passing would end the game too soon.
            others = [choice for choice in look.choices if choice.notation != "pass"]
            _choose_in_list(person, dealer.choice((others or look.choices)[:12]))
        look = person.turn(look.line)
        made += 1
    assert made == 26
    assert on_board >= 6
    person.play_behind(table, any_choice(3))
    expect(person.page.locator("#part-choices .result")).to_be_visible()


def _tab_until(page: Page, wanted: str) -> None:
    """Press Tab until what has the focus matches."""
    passed = []
    for _ in range(90):
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", wanted):
            return
        passed.append(page.evaluate("document.activeElement.outerHTML.slice(0, 60)"))
        page.keyboard.press("Tab")
    there = page.locator(wanted).count()
    raise AssertionError(f"Tab does not lead to {wanted} ({there} there), but to {passed}")


def _choose_in_list(person: Person, offer: Offer) -> None:
    _tab_until(person.page, f'#choose .choice[value="{offer.notation}"]')
    for _ in range(1 + offer.final):
        person.page.keyboard.press("Enter")


def _choose_on_board(person: Person, dealer: random.Random) -> None:
    page = person.page
    _tab_until(page, "#part-board .spot.open > .hit")
    stops = page.locator("#part-board .spot.open > .hit")
    # One tab stop on the whole board
    expect(page.locator('#part-board [tabindex="0"]')).to_have_count(1)
    first = page.evaluate(FOCUS)["spot"]
    for _ in range(dealer.randint(1, 4)):
        page.keyboard.press(dealer.choice(["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"]))
        assert page.evaluate(FOCUS)["spot"] is not None
    if stops.count() == 1:
        assert page.evaluate(FOCUS)["spot"] == first
    page.keyboard.press("Enter")
    held = page.evaluate(FOCUS)
    if held["menu"]:
        for _ in range(1 + (held["final"] and not held["armed"])):
            page.keyboard.press("Enter")


def test_arrows_reach_every_open_spot(arrive: Arrive) -> None:
    person = arrive("Ada")
    person.at(person.new_table("here", "random")).turn()
    page = person.page
    names = set(
        page.locator("#part-board .spot.open:has(> .hit)").evaluate_all(
            "(found) => found.map((spot) => spot.dataset.spot)"
        )
    )
    assert len(names) > 3
    arrows = ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"]
    dealer = random.Random(5)
    _tab_until(page, "#part-board .spot.open > .hit")
    reached = set()
    for _ in range(60 * len(names)):
        reached.add(page.evaluate(FOCUS)["spot"])
        if reached == names:
            break
        page.keyboard.press(dealer.choice(arrows))
    assert reached == names


def test_shortcuts_are_listed_and_can_be_closed(arrive: Arrive) -> None:
    person = arrive("Ada")
    person.at(person.new_table("here", "random")).turn()
    page = person.page
    page.keyboard.press("?")
    expect(page.locator("#shortcuts")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#shortcuts")).to_be_hidden()
    page.keyboard.press("b")
    assert page.evaluate(FOCUS)["spot"] is not None
    page.keyboard.press("c")
    assert page.evaluate(FOCUS)["choice"] is not None


def test_the_log_is_one_tab_stop(arrive: Arrive) -> None:
    person = arrive("Ada")
    table = person.new_table("here", "here")
    person.play_behind(table, any_choice(3))
    page = person.at(table).page
    page.locator(".tab-log").click()
    lines = page.locator("#part-log a")
    assert lines.count() > 60
    page.locator("#part-log").focus()
    page.keyboard.press("Tab")
    expect(lines.last).to_be_focused()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    expect(lines.nth(lines.count() - 4)).to_be_focused()
    page.keyboard.press("ArrowDown")
    held = lines.nth(lines.count() - 3)
    expect(held).to_be_focused()
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.closest('#part-log') !== null")
    page.keyboard.press("Shift+Tab")
    expect(held).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/replay?ply=*")
    # The story beside a replay is one, too, and stands where the replay does.
    expect(page.locator('#part-story a[tabindex="0"]')).to_have_count(1)
    expect(page.locator('#part-story .now a[tabindex="0"]')).to_have_count(1)


# Text


def test_a_game_by_text_ends_like_the_same_game_by_clicks(arrive: Arrive) -> None:
    """Two people at one device; every table of this server is dealt the same."""
    clicker = arrive("Ada")
    clicked = clicker.new_table("here", "here")
    chosen: list[str] = []
    pick = any_offer(4)

    def noting(look: Look) -> Offer:
        offer = pick(look)
        chosen.append(offer.notation)
        return offer

    assert clicker.at(clicked).play(noting).over
    reader = arrive("Ada", java_script_enabled=False)
    written = reader.new_table("here", "here")
    _play_by_text(reader, written, chosen)
    page = reader.page
    expect(page.locator(".result li")).to_have_count(2)
    expect(page.locator("img, main svg")).to_have_count(0)
    with page.expect_download() as waiting:
        page.locator('.links a[href$="/record"]').click()
    by_text = parse(Path(waiting.value.path()).read_text(encoding="utf-8"))
    by_click = parse(clicker.context.request.get(f"/t/{clicked}/record").text())
    assert by_text.entries == by_click.entries
    assert [e.notation for e in by_text.entries if not e.is_chance] == chosen
    rules = games.load(GAME)
    ends = [verify(record, rules) for record in (by_text, by_click)]
    assert ends[0].finished
    assert ends[0].digest() == ends[1].digest()
    assert by_text.digests == by_click.digests
    shown = page.locator(".result li").evaluate_all(
        "(all) => all.map((li) => li.querySelector('.points').textContent)"
    )
    assert by_click.outcome is not None
    assert sorted(int(points.replace("−", "-")) for points in shown) == sorted(
        by_click.outcome.scores
    )


def _play_by_text(person: Person, table: str, choices: list[str]) -> None:
    """Make these choices with the forms of the text page."""
    page = person.go(f"/t/{table}/text").page
    for choice in choices:
        if page.locator("#device-take").count():
            page.locator("#device-take").click()
        page.locator(f'#choose .choice[value="{choice}"]').click()


def test_text_and_clicks_tell_the_same_story(arrive: Arrive) -> None:
    """At one table, some choices by form and some by click: pages agree at every line."""
    person = arrive("Ada")
    plain = arrive("Ada", java_script_enabled=False)
    plain.context.add_cookies(person.context.cookies())  # type: ignore[arg-type]
    table = person.new_table("here", "random")
    look = person.at(table).turn()
    pick = any_offer(6)
    for number in range(12):
        plain.go(f"/t/{table}/text")
        # A page that is still on its way offers nothing.
        plain.page.wait_for_load_state()
        offered = plain.page.locator("#choose .choice").evaluate_all(
            "(all) => all.map((b) => b.value)"
        )
        assert offered == look.notations
        offer = pick(look)
        if number % 2:
            plain.page.locator(f'#choose .choice[value="{offer.notation}"]').click()
        else:
            person.choose(offer)
        look = person.turn(look.line)


# Phone


def test_a_game_on_a_phone(arrive: Arrive) -> None:
    person = arrive("Ada", size=(390, 844), is_mobile=True, has_touch=True, device_scale_factor=2)
    table = person.new_table("here", "random")
    page = person.at(table).page
    person.turn()
    _zoom(page)
    handle = page.locator("[data-sheet]")
    handle.tap()
    expect(handle).to_have_attribute("aria-expanded", "false")
    handle.tap()
    expect(handle).to_have_attribute("aria-expanded", "true")
    pick = any_offer(7)
    for _ in range(4):
        look = person.play(pick, 15, touch=True)
        across, down = scrolls(page)
        assert across <= 0
        assert down <= 1
        if look.over:
            break
    for tab in ("players", "log", "score", "chat", "choices"):
        page.locator(f".tab-{tab}").tap()
        expect(page.locator(f".panel-{tab}")).to_be_in_viewport()
    person.play_behind(table, any_choice(7))
    expect(page.locator("#part-choices .result")).to_be_in_viewport()
    assert scrolls(page)[0] <= 0


def _zoom(page: Page) -> None:
    def width() -> float:
        box = page.locator("#part-board > svg").bounding_box()
        assert box is not None
        return box["width"]

    before = width()
    page.locator('[data-zoom="in"]').tap()
    page.locator('[data-zoom="in"]').tap()
    assert width() > 1.5 * before
    page.locator('[data-zoom="out"]').tap()
    assert before < width() < 1.5 * before
    # First the whole board, then the part the question is about again.
    page.locator('[data-zoom="fit"]').tap()
    assert width() < before
    page.locator('[data-zoom="fit"]').tap()
    assert width() == pytest.approx(before, abs=1)


# French

# Everything a reader may meet: texts, and the names of things.
# Buttons of languages name themselves; the French rules give English names in tables and code.
TEXTS = """() => {
  const OUTSIDE = "script, style, button[lang], [data-text] :is(td, code)";
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.closest(OUTSIDE)) {
      found.add(walker.currentNode.textContent.trim());
    }
  }
  for (const one of document.querySelectorAll("[aria-label], [title], [alt], [placeholder]")) {
    for (const name of ["aria-label", "title", "alt", "placeholder"]) {
      found.add((one.getAttribute(name) ?? "").trim());
    }
  }
  return [...found].filter(Boolean);
}"""


@cache
def _patterns(language: str) -> list[re.Pattern[str]]:
    """What the catalogues of a language can say; texts that are mostly names are left out."""
    found: set[str] = set()
    for file in Path(quarterdeck.__file__).parent.glob("**/messages/*.po"):
        if file.stem == language:
            with file.open("rb") as source:
                for message in read_po(source):
                    told = message.string
                    found.update(told if isinstance(told, (tuple, list)) else [told or ""])
    return [_pattern(text) for text in found if len(re.findall(r"[^\W\d_]", _bare(text))) >= 4]


def _bare(text: str) -> str:
    return re.sub(r"\{[^}]*\}", "", text)


def _pattern(text: str) -> re.Pattern[str]:
    parts = re.split(r"\{[^}]*\}", text.strip())
    return re.compile(".+?".join(re.escape(part) for part in parts), re.DOTALL)


def leftovers(page: Page) -> list[str]:
    """Texts on a French page that only the English catalogue can say."""
    english, french = _patterns("en"), _patterns("fr")
    return [
        text
        for text in page.evaluate(TEXTS)
        if any(pattern.fullmatch(text) for pattern in english)
        and not any(pattern.fullmatch(text) for pattern in french)
    ]


def _speak(page: Page, language: str) -> None:
    page.locator("#menu summary").click()
    page.locator(f'#menu button[name="lang"][value="{language}"]').click()
    expect(page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.soak
def test_a_game_in_french(arrive: Arrive) -> None:
    person = arrive()
    page = person.go("/").page
    assert len(leftovers(page)) > 10
    _speak(page, "fr")
    assert leftovers(page) == []
    page.locator("#name").fill("Zoé")
    page.locator("form.quick button").click()
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2]
    look = person.play(any_offer(8), 12)
    assert leftovers(page) == []
    # Each reader his language, at any time; the table does not notice.
    _speak(page, "en")
    assert _same(person.turn(), look)
    assert len(leftovers(page)) > 10
    person.play(any_offer(9), 5)
    _speak(page, "fr")
    person.play(any_offer(10), 5)
    assert leftovers(page) == []
    person.play_behind(table, any_choice(8))
    expect(page.locator("#part-choices .result li")).to_have_count(3)
    assert leftovers(page) == []
    for path in (f"/t/{table}/replay", f"/t/{table}/text", f"/rules/{GAME}", f"/new/{GAME}", "/me"):
        assert leftovers(person.go(path).page) == [], path
        expect(page.locator("html")).to_have_attribute("lang", "fr")


def _same(one: Look, other: Look) -> bool:
    return (one.line, one.notations) == (other.line, other.notations)
