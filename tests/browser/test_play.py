"""Whole games in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from quarterdeck.games import GAMES
from tests.browser.conftest import Arrive
from tests.browser.people import Look, Person, Picker, any_offer

pytestmark = pytest.mark.browser


def test_a_newcomer_starts_a_game_with_two_bots_and_finishes_it(arrive: Arrive) -> None:
    person = arrive()
    page = person.go("/").page
    page.get_by_label("Your name").first.fill("Ada")
    level = page.get_by_label("Opponents")
    expect(level).to_have_value("deckhand")
    level.select_option("Boatswain")
    page.locator("form.quick button").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#part-players .player")).to_have_count(3)
    look = person.play(any_offer(1, 0.7))
    assert look.over
    expect(page.locator("#part-choices .result li")).to_have_count(3)
    expect(page.locator("#part-choices .result .badge", has_text="Boatswain")).to_have_count(2)
    page.locator(".tab-score").click()
    expect(page.locator("#part-score .total td")).to_have_count(3)
    expect(page.locator('button[form="rematch"]')).to_be_visible()
    with page.expect_download() as waiting:
        page.locator("#menu summary").click()
        page.locator('#menu a[href$="/record"]').click()
    assert waiting.value.suggested_filename.endswith(".jsonl")


def test_every_game_begins_against_bots_from_its_card(arrive: Arrive) -> None:
    person = arrive("Ada")
    for game in GAMES:
        page = person.go("/").page
        page.locator(f'.game button[value="{game}"]:not([formaction])').click()
        page.wait_for_url("**/t/*")
        expect(page.locator(f'a[href^="/rules/{game}"]').first).to_be_attached()
        expect(page.locator("#part-board svg#board")).to_be_visible()
        assert page.locator("#part-players .player").count() > 1


@pytest.mark.soak
def test_two_browsers_play_a_whole_game_against_a_bot_and_each_other(arrive: Arrive) -> None:
    ada, ben = arrive("Ada"), arrive("Ben")
    table = ada.new_table("here", "open", "random")
    ada.at(table)
    ben.at(table).page.locator("#room-seat-1 button").click()
    # The waiting room becomes the table by itself, on the other's page too.
    for person in (ada, ben):
        person.page.locator("#turn-line").wait_for()
    pick = any_offer(2, 0.7)
    loads = [person.loads for person in (ada, ben)]
    look = _asked(ada, ben, -1)[2]
    moves = 0
    while not look.over:
        person, other, look = _asked(ada, ben, look.line - 1)
        if moves == 8:
            _reload_changes_nothing(person)
            loads = [person.loads for person in (ada, ben)]
        if moves == 14:
            _lose_connection(person, other, pick)
            person, other, look = _asked(ada, ben, look.line)
        if not look.over:
            person.choose(pick(look))
            moves += 1
            # Without a reload, both pages show what was done.
            for reader in (person, other):
                reader.sees_line(look.line + 1)
            look = _asked(ada, ben, look.line)[2]
    assert moves > 14
    assert [person.loads for person in (ada, ben)] == loads
    for person in (ada, ben):
        expect(person.page.locator("#part-choices .result li")).to_have_count(3)


def _reload_changes_nothing(person: Person) -> None:
    before = person.turn()
    person.page.reload()
    assert person.turn() == before


def _lose_connection(person: Person, other: Person, pick: Picker) -> None:
    """While one is offline the other plays on; back online the page catches up by itself."""
    with other.offline():
        look = person.turn()
        while look.asked:
            person.choose(pick(look))
            person.sees_line(look.line + 1)
            seen = person.look()
            if seen is None or not seen.asked:
                break
            look = seen
        shown = person.shown_line()
    other.sees_line(shown)


def _asked(ada: Person, ben: Person, beyond: int) -> tuple[Person, Person, Look]:
    """Whoever is asked now, the other, and what the former sees."""
    for _ in range(3000):
        for person, other in ((ada, ben), (ben, ada)):
            look = person.look()
            if look is not None and look.line > beyond and (look.asked or look.over):
                return person, other, look
        ada.page.wait_for_timeout(10)
    raise AssertionError("nobody is asked")
