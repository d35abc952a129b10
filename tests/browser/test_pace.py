"""What others do is shown one action at a time, at the reader's pace, and never in their way."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.people import Look, Person

# The bots' lines of the log that the page has not shown yet.
COMING = "#part-log li[hidden]"
ACTION = 700
# Who has just acted, as the line on the board says it.
DOING = "#doing"


def sit_down(arrive: Arrive, **wishes: Any) -> tuple[Person, Look]:
    """Somebody plays with two bots, who act once each after every choice of theirs."""
    person = arrive("Ann", pace="normal", **wishes)
    table = person.new_table("here", "greedy", "greedy")
    person.at(table)
    look = person.turn()
    return person, look


def choose_and_stop(person: Person, look: Look) -> Look:
    """Choose while the clock stands still; gives the next question, which is there at once."""
    person.page.clock.install()
    now = person.page.evaluate("Date.now()")
    # Less than the patience of a request, which a longer leap would break off.
    person.page.clock.pause_at(now / 1000 + 30)
    person.choose(next(offer for offer in look.choices if offer.notation == "saline"))
    found = person.turn(look.line)
    # The second bot's action waits until the first one's has been seen.
    expect(person.page.locator(COMING)).not_to_have_count(0)
    return found


def test_the_others_act_one_after_the_other(arrive: Arrive) -> None:
    person, look = sit_down(arrive)
    choose_and_stop(person, look)
    page = person.page
    # One's own choice has not waited, and the next question is there already.
    expect(page.locator("#part-log li:not([hidden])", has_text="Ann extends")).not_to_have_count(0)
    expect(page.locator("#choose")).to_be_visible()
    first = page.locator(DOING).text_content()
    assert first
    page.clock.run_for(ACTION)
    expect(page.locator(COMING)).to_have_count(0)
    expect(page.locator(DOING)).to_be_visible()
    assert page.locator(DOING).text_content() != first
    # What was done since stands above the choices, in the log, and on the board.
    expect(page.locator("#since li")).to_have_count(2)
    expect(page.locator("#part-log .first-since")).to_have_count(1)
    expect(page.locator("#changes > .since rect")).not_to_have_count(0)


@pytest.mark.parametrize("means", ["click", "key"])
def test_a_click_or_a_key_shows_everything_at_once(arrive: Arrive, means: str) -> None:
    person, look = sit_down(arrive)
    choose_and_stop(person, look)
    if means == "click":
        person.page.locator("#ask").click()
    else:
        person.page.keyboard.press("x")
    expect(person.page.locator(COMING)).to_have_count(0)


def test_choosing_while_something_is_shown_finishes_it_and_chooses(arrive: Arrive) -> None:
    person, look = sit_down(arrive)
    again = choose_and_stop(person, look)
    depot = next(offer for offer in again.choices if offer.notation == "depot")
    person.choose(depot)
    person.turn(again.line)
    expect(person.page.locator("#part-notice")).to_be_empty()
    # Gone with the choice: the marks of what was done before it
    texts = person.page.locator("#part-log li").all_text_contents()
    assert any("Ann extends the Warehouse" in text for text in texts)


def test_reduced_motion_marks_what_changed_and_moves_nothing(arrive: Arrive) -> None:
    person, look = sit_down(arrive)
    choose_and_stop(person, look)
    expect(person.page.locator("#changes > .flash rect")).not_to_have_count(0)
    assert person.page.evaluate("document.getAnimations().length") == 0


def test_pieces_travel_where_motion_is_welcome(arrive: Arrive) -> None:
    person, look = sit_down(arrive, reduced_motion="no-preference")
    person.page.evaluate(
        """() => {
          const animate = Element.prototype.animate;
          window.travelled = [];
          Element.prototype.animate = function (...how) {
            window.travelled.push(this.id);
            return animate.apply(this, how);
          };
        }"""
    )
    choose_and_stop(person, look)
    person.page.clock.run_for(ACTION)
    travelled = person.page.evaluate("window.travelled")
    assert any(id.startswith("piece-") for id in travelled), travelled


def test_at_once_and_the_other_paces_are_kept_on_the_device(arrive: Arrive) -> None:
    person, look = sit_down(arrive)
    page = person.page
    page.locator("#menu > summary").click()
    page.locator("[data-pace=once]").click()
    page.reload()
    page.locator("#menu > summary").click()
    expect(page.locator("[data-pace=once]")).to_have_attribute("aria-pressed", "true")
    page.locator("#menu > summary").click()
    person.choose(next(offer for offer in look.choices if offer.notation == "saline"))
    person.turn(look.line)
    expect(page.locator(COMING)).to_have_count(0)
    # The marks of what was done come back with the page.
    expect(page.locator("#changes > .since rect")).not_to_have_count(0)
    page.reload()
    expect(page.locator("#changes > .since rect")).not_to_have_count(0)
