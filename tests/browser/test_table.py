"""What the table's page offers beside choices: undo, replay, what-if, signs, reasons, themes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.conftest import Arrive
from tests.browser.people import GAME, Look, Person, any_offer, scrolls
from tests.server.client import any_choice

pytestmark = pytest.mark.browser

SIZES = {"desktop": (1366, 768), "phone": (390, 844)}


def _two(arrive: Arrive) -> tuple[Person, Person, str]:
    """Two people at one table, each before a page of his own; the first is asked first."""
    ada, ben = arrive("Ada"), arrive("Ben")
    table = ada.new_table("here", "open")
    assert ben.post(f"/t/{table}/join", {"seat": "1"}).ok
    for person in (ada, ben):
        person.at(table).page.locator("#turn-line").wait_for()
    if ada.page.locator('#turn-line[data-asked="yes"]').count():
        return ada, ben, table
    return ben, ada, table


# Undo


def test_undo_reaches_back_to_the_barrier_and_no_further(arrive: Arrive) -> None:
    ada, ben, _ = _two(arrive)
    page = ada.page
    before = ada.turn()
    expect(page.locator("#undo-last")).to_have_count(0)
    ada.choose(next(choice for choice in before.choices if not choice.final))
    after = ada.turn(before.line)
    ben.sees_line(after.line)
    expect(ben.page.locator("#undo-last")).to_have_count(0)
    page.locator("#undo-last").click()
    again = ada.turn(after.line)
    assert again.notations == before.notations
    page.locator("#undo-redo").click()
    redone = ada.turn(again.line)
    assert redone.notations == after.notations
    page.locator("#undo-turn").click()
    restarted = ada.turn(redone.line)
    assert restarted.notations == before.notations
    expect(page.locator("#undo-last")).to_have_count(0)
    _hand_over(ada, ben, restarted)
    for person in (ada, ben):
        expect(person.page.locator("#undo-last")).to_have_count(0)


def _hand_over(person: Person, other: Person, look: Look) -> Look:
    """Play until the other is asked; gives what he sees."""
    for _ in range(40):
        final = [choice for choice in look.choices if choice.final]
        person.choose(final[0] if final else look.choices[0])
        person.sees_line(look.line + 1)
        if person.page.locator('#turn-line[data-asked="no"]').count():
            return other.turn()
        look = person.turn(look.line)
    raise AssertionError("it never is the other's turn")


def test_what_cannot_be_taken_back_asks_first(arrive: Arrive) -> None:
    person = arrive("Ada")
    look = person.at(person.new_table("here", "random")).turn()
    for _ in range(40):
        if any(choice.final for choice in look.choices):
            break
        person.choose(look.choices[0])
        look = person.turn(look.line)
    offer = next(choice for choice in look.choices if choice.final)
    button = person.button(offer)
    button.click()
    expect(button.locator(".sure")).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(button.locator(".sure")).to_have_count(0)
    assert person.shown_line() == look.line
    person.choose(offer)
    assert person.turn(look.line).line > look.line


# News at the wrong moment


def _talk(person: Person, words: str) -> None:
    """Somebody says something, and the page has been told."""
    table = person.page.url.rpartition("/")[2]
    assert person.post(f"/t/{table}/say", {"text": words}).ok
    expect(person.page.locator("#part-chat")).to_contain_text(words)


def test_a_word_in_the_chat_leaves_an_open_menu_alone(arrive: Arrive) -> None:
    person = arrive("Ada")
    look = person.at(person.new_table("here", "random")).turn()
    page = person.page
    # A choice that cannot be taken back, alone at its spot: the menu asks whether one is sure.
    at = [spot for choice in look.choices for spot in choice.spots]
    spot = next(c.spots[0] for c in look.choices if c.final and at.count(c.spots[0]) == 1)
    page.locator(f'[data-spot="{spot}"] > .hit').focus()
    page.keyboard.press("Enter")
    menu = page.locator("#spot-menu")
    button = menu.locator(".choice")
    expect(button).to_have_class(_with("armed"))
    _talk(person, "Ahoy")
    expect(menu).to_be_visible()
    expect(button).to_be_focused()
    expect(button).to_have_class(_with("armed"))
    # Half of a confirmation counts after the news as before.
    page.keyboard.press("Enter")
    assert person.turn(look.line).line > look.line
    expect(menu).to_be_hidden()


def _with(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{name}\b")


def test_a_choice_made_before_the_last_answer_came_is_not_lost(arrive: Arrive) -> None:
    """The stream may tell of one's own choice before the answer to it arrives."""
    person = arrive("Ada")
    look = person.at(person.new_table("here", "here")).turn()
    page = person.page
    late: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        late.append((route, route.fetch()))

    page.route("**/choose", hold, times=1)
    person.choose(look.choices[0])
    second = person.turn(look.line)
    person.choose(second.choices[0])
    ((route, answer),) = late
    route.fulfill(response=answer)
    assert person.turn(second.line).line > second.line


# Closed panels are fetched when they open


def test_a_panel_that_opens_shows_what_has_happened_meanwhile(arrive: Arrive) -> None:
    person = arrive("Ada")
    table = person.new_table("here", "random")
    page = person.at(table).page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.headers.get("x-closed", "")))
    pick = any_offer(3)
    look = person.turn()
    for _ in range(6):
        person.choose(pick(look))
        look = person.turn(look.line)
    last = next(closed for closed in reversed(asked) if closed)
    assert {"part-players", "part-score"} <= set(last.split())
    seen = person.ask(f"/api/tables/{table}")
    totals = next(line["points"] for line in seen["scores"] if line["id"] == "total")
    page.locator(".tab-score").click()
    for number, points in enumerate(totals):
        cell = page.locator("#part-score tr.total td").nth(number)
        expect(cell).to_have_text(re.compile(rf"^{points}\D*".replace("-", "−")))
    page.keyboard.press("p")
    for number, points in enumerate(totals):
        shown = page.locator(f"#player-{number} .points")
        expect(shown).to_have_text(str(points).replace("-", "−"))
    # What is open now is fetched with the next move, what was closed is not.
    person.choose(pick(look))
    person.turn(look.line)
    last = next(closed for closed in reversed(asked) if closed)
    assert "part-score" in last.split()
    assert "part-players" not in last.split()


# Reasons


def test_why_not_gives_reasons_with_rules_that_exist(arrive: Arrive) -> None:
    person = arrive("Ada")
    table = person.new_table("here", "random")
    page = person.at(table).page
    pick = any_offer(11)
    look = person.turn()
    for _ in range(40):
        if page.locator("#why").count():
            break
        person.choose(pick(look))
        look = person.turn(look.line)
    page.locator("#why summary").click()
    links = page.locator("#why a.rule")
    links.first.wait_for()
    expect(page.locator("#why dt").first).not_to_be_empty()
    named = {link.split("#")[1] for link in links.evaluate_all("(all) => all.map((a) => a.href)")}
    reader = arrive()
    for language in ("en", "fr"):
        reader.context.add_cookies(
            [{"name": "quarterdeck_lang", "value": language, "url": reader.address}]
        )
        rules = reader.go(f"/rules/{GAME}").page
        known = rules.locator("[id]").evaluate_all("(all) => all.map((one) => one.id)")
        assert named <= set(known), (language, named - set(known))
    wanted = (links.first.text_content() or "").strip()
    links.first.click()
    expect(page.locator("#rules-panel")).to_be_visible()
    expect(page.locator(f'#rules-body [id="{wanted}"]')).to_be_in_viewport()


def test_rules_can_be_searched_beside_the_table(arrive: Arrive) -> None:
    person = arrive("Ada")
    page = person.at(person.new_table("here", "random")).page
    page.locator('.bar-links a[data-rules][href$="/rules/salty_ocean"]').click()
    page.locator("#rules-search").fill("bank")
    first = page.locator("#rules-found li a").first
    expect(first).to_have_text("Bank")
    first.click()
    expect(page.locator("#thing-building-banque")).to_be_in_viewport()
    page.locator("#rules-panel button").first.click()
    expect(page.locator("#rules-panel")).to_be_hidden()


# Looks


def test_the_dark_theme_is_remembered(arrive: Arrive) -> None:
    person = arrive("Ada")
    page = person.go("/").page
    light = _paper(page)
    page.locator("#menu summary").click()
    page.locator('#menu button[name="theme"][value="dark"]').click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    dark = _paper(page)
    assert dark != light
    page.reload()
    assert _paper(page) == dark
    person.at(person.new_table("here", "random"))
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def _paper(page: Page) -> str:
    found: str = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return found


@pytest.mark.parametrize("size", SIZES)
def test_the_table_is_one_screen(arrive: Arrive, size: str) -> None:
    phone = {"is_mobile": True, "has_touch": True} if size == "phone" else {}
    person = arrive("Ada", size=SIZES[size], **phone)
    table = person.new_table("here", "random", "random", "random")
    page = person.at(table).page
    pick = any_offer(12)
    for language in ("en", "fr"):
        person.context.add_cookies(
            [{"name": "quarterdeck_lang", "value": language, "url": person.address}]
        )
        person.at(table).turn()
        assert _fits(page), (language, scrolls(page))
        person.play(pick, 8)
        assert _fits(page), (language, scrolls(page))
    person.play_behind(table, any_choice(12))
    expect(page.locator("#part-choices .result")).to_be_in_viewport()
    assert _fits(page), scrolls(page)
    person.go(f"/t/{table}/replay?ply=20")
    assert _fits(page), scrolls(page)


def _fits(page: Page) -> bool:
    across, down = scrolls(page)
    return across <= 0 and down <= 1


# Replay


def test_replay_and_what_if(arrive: Arrive) -> None:
    person = arrive("Ada")
    table = person.new_table("here", "here")
    person.play_behind(table, any_choice(13))
    page = person.go(f"/t/{table}/replay?ply=0").page
    shown = page.locator("#part-scrubber output")
    last = int(page.locator("#scrub").get_attribute("max") or 0)
    assert last > 40
    expect(shown).to_have_text(f"0 / {last}")
    start = page.locator("#part-board").inner_html()
    page.keyboard.press("ArrowRight")
    expect(shown).to_have_text(f"1 / {last}")
    page.keyboard.press("End")
    expect(shown).to_have_text(f"{last} / {last}")
    assert page.locator("#part-board").inner_html() != start
    page.keyboard.press("ArrowLeft")
    expect(shown).to_have_text(f"{last - 1} / {last}")
    page.keyboard.press("Home")
    expect(shown).to_have_text(f"0 / {last}")
    page.locator("#scrub").fill("20")
    expect(shown).to_have_text(f"20 / {last}")
    page.locator("#step-on").click()
    expect(shown).to_have_text(f"21 / {last}")
    page.locator("[data-play]").click()
    # What nobody can see is not shown by itself.
    expect(shown).to_have_text(re.compile(r"^2[2-5] / "))
    page.locator("[data-play]").click()
    line = page.locator(".story a").nth(30)
    at = line.get_attribute("data-ply")
    line.click()
    expect(shown).to_have_text(f"{at} / {last}")
    expect(page.locator(".story [aria-current=step] a").first).to_have_attribute(
        "data-ply", at or ""
    )
    assert f"ply={at}" in page.url
    page.locator("#what-if summary").click()
    page.locator("#what-if button").click()
    page.wait_for_url(lambda url: "/replay" not in url and table not in url)
    look = person.turn()
    person.choose(look.choices[0])
    assert person.turn(look.line).line > look.line
    # The game that was played stays as it was.
    assert person.ask(f"/api/tables/{table}")["finished"]


def test_a_log_line_leads_to_its_position(arrive: Arrive) -> None:
    person = arrive("Ada")
    table = person.new_table("here", "random")
    person.play_behind(table, any_choice(14), 6)
    page = person.at(table).page
    page.locator(".tab-log").click()
    line = page.locator("#part-log a").nth(3)
    wanted = (line.get_attribute("href") or "").rpartition("=")[2]
    line.click()
    expect(page.locator("#scrub")).to_have_value(wanted)
