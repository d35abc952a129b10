"""Puzzles in the browser: on the board, by keyboard, on a phone, and without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from quarterdeck import games
from quarterdeck.review.puzzles import Puzzle, shipped_puzzles
from tests.browser.conftest import Arrive
from tests.browser.people import DESKTOP, FRENCH_PHONE
from tests.browser.test_axe import script, violations

pytestmark = pytest.mark.browser

WORDS = {
    "en": ("There is something better", "Your first answer was", "Next puzzle"),
    "fr": ("Il y a mieux que ceci", "Votre première réponse", "Problème suivant"),
}

__all__ = ["script"]


def any_puzzle(game: str, on_board: bool = False) -> Puzzle:
    """A puzzle; `on_board`: whose solution can be pointed at."""
    rules = games.load(game)
    for puzzle in shipped_puzzles(rules).values():
        if not on_board or puzzle.solution.startswith("build "):
            return puzzle
    raise AssertionError(game)


def press_choice(page: Page, notation: str) -> None:
    """Press the button of a choice, twice if it must be confirmed."""
    button = page.locator(f'#choose .choice[value="{notation}"]')
    button.evaluate("each => each.closest('details')?.setAttribute('open', '')")
    button.click()
    if page.locator("#choose .choice.armed").count():
        button.click()


def fits(page: Page, width: int) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth") <= width)


@pytest.mark.parametrize("wishes", [DESKTOP, FRENCH_PHONE], ids=["desktop", "phone"])
def test_a_puzzle_is_found_answered_and_explained(
    arrive: Arrive, script: str, wishes: dict[str, Any]
) -> None:
    wrong, missed, further = WORDS[wishes["language"]]
    person = arrive(bypass_csp=True, **wishes)
    page = person.go("/").page
    page.locator('a[href="/puzzles"]').click()
    expect(page.locator(".daily li")).to_have_count(4)
    assert fits(page, wishes["size"][0])
    found = violations(page, script)

    puzzle = any_puzzle("salty_ocean")
    path = f"/puzzles/salty_ocean/{puzzle.id}"
    page = person.go(path).page
    expect(page.locator("#part-board svg").first).to_be_visible()
    expect(page.locator("#part-board .spot.open").first).to_be_attached()
    found += violations(page, script)
    press_choice(page, list(puzzle.values)[1])
    expect(page.locator("#part-notice")).to_contain_text(wrong)
    expect(page.locator("#solution")).to_have_count(0)
    press_choice(page, puzzle.solution)
    expect(page.locator("#solution")).to_contain_text(missed)
    expect(page.locator("#solution .values tbody tr")).to_have_count(len(puzzle.values))
    assert fits(page, wishes["size"][0])
    found += violations(page, script)
    page.get_by_role("link", name=further).click()
    expect(page.locator("#choose")).to_be_attached()
    expect(page.locator("#solution")).to_have_count(0)
    assert not found, "\n".join(found)


def test_a_puzzle_is_solved_on_the_board_by_keyboard_and_played_on(arrive: Arrive) -> None:
    puzzle = any_puzzle("salty_ocean", on_board=True)
    page = arrive("Ada").go(f"/puzzles/salty_ocean/{puzzle.id}").page
    spots = page.locator(f'#choose .choice[value="{puzzle.solution}"]').get_attribute("data-spots")
    assert spots
    page.keyboard.press("b")
    spot = page.locator(f'[data-spot="{spots.split()[0]}"] > .hit')
    spot.focus()
    page.keyboard.press("Enter")
    # Where several choices meet a menu opens; what cannot be taken back is confirmed
    listed = page.locator(f'#spot-menu .choice[value="{puzzle.solution}"]')
    for _ in range(3):
        if page.locator("#solution").count():
            break
        if listed.is_visible():
            listed.focus()
        page.keyboard.press("Enter")
        page.wait_for_load_state()
    expect(page.locator("#solution .verdict.solved")).to_be_visible()
    page.locator('form[action$="/try"] button').click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.locator(".what-if-sign")).to_be_visible()


@pytest.mark.parametrize("game", [game for game in games.GAMES if game != "salty_ocean"])
def test_puzzles_of_every_game_are_answered_without_scripts(arrive: Arrive, game: str) -> None:
    puzzle = any_puzzle(game)
    person = arrive(java_script_enabled=False)
    page = person.go(f"/puzzles/{game}/{puzzle.id}").page
    expect(page.locator("#part-board svg").first).to_be_visible()
    button = page.locator(f'#choose .choice[value="{puzzle.solution}"]')
    crowd = page.locator("details.crowd", has=button)
    if crowd.count():
        crowd.locator("summary").click()
    button.click()
    expect(page.locator("#solution .verdict.solved")).to_be_visible()
    page.locator("#solution a[href$='before=true']").click()
    expect(page.locator("#solution")).to_be_visible()
