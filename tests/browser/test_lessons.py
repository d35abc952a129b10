"""Each lesson is played to its end by doing what the coach wants, on a desktop and on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from quarterdeck import games
from quarterdeck.lessons import find_lesson
from tests.browser.conftest import Arrive

pytestmark = pytest.mark.browser

DESKTOP = (1366, 768)
PHONE = (390, 844)

# What the coach does now, and where the reader can see it.
LOOK = """() => {
  const coach = document.querySelector("#coach");
  const turn = document.querySelector("#turn-line");
  const expected = document.querySelector("#choose input[name=expected]");
  const box = coach?.getBoundingClientRect();
  return {
    remark: coach?.dataset.remark ?? "",
    place: document.querySelector(".coach-place")?.textContent ?? "",
    text: document.querySelector("#coach-words")?.textContent.trim() ?? "",
    wanted: (coach?.dataset.wanted ?? "").split(" ").filter(Boolean),
    points: (coach?.dataset.points ?? "").split(" ").filter(Boolean),
    lit: document.querySelectorAll("#part-board .coached").length,
    goesOn: document.querySelector("#coach-go-on") !== null,
    over: document.querySelector("#coach-play") !== null,
    asked: turn.dataset.asked === "yes" && expected?.value === turn.dataset.line,
    line: turn.dataset.line,
    seen: box ? box.top >= 0 && box.top < innerHeight - 60 && box.height > 40 : false,
  };
}"""

# Press a choice as a click would, wherever it is folded; one that is final asks twice.
PRESS = """(choice) => {
  const listed = () => document.querySelector(choice);
  listed().click();
  const again = listed();
  if (again?.classList.contains("armed")) again.click();
}"""


def changed(page: Page, before: dict[str, Any]) -> dict[str, Any]:
    """What the coach does next, once the page has settled."""
    page.wait_for_function(
        f"""([remark, line, goes]) => {{
          const now = ({LOOK})();
          const moved = now.remark !== remark || now.line !== line || now.goesOn !== goes;
          return (moved && (now.asked || now.goesOn || now.over)) || now.over;
        }}""",
        arg=[before["remark"], before["line"], before["goesOn"]],
    )
    found: dict[str, Any] = page.evaluate(LOOK)
    return found


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", games.GAMES)
def test_a_lesson_is_followed_to_its_end(
    game: str, language: str, size: tuple[int, int], arrive: Arrive
) -> None:
    lesson = find_lesson(games.load(game))
    assert lesson is not None
    anne = arrive("Anne", language=language, size=size, has_touch=size == PHONE)
    page = anne.page
    anne.go("/")
    page.locator(f'button[formaction$="/learn"][value="{game}"]').click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#coach")).to_be_visible()
    now: dict[str, Any] = page.evaluate(LOOK)
    heard = 0
    for _ in range(6 * len(lesson.remarks) + 200):
        assert now["text"], now
        assert now["seen"], now
        if now["points"] and not page.locator("#part-board #cells").count():
            assert now["lit"], now
        if now["over"]:
            break
        heard += 1
        if now["goesOn"]:
            page.locator("#coach-go-on").click()
        else:
            choice = f"#choice-{now['wanted'][0]}" if now["wanted"] else "#choose .choice"
            # The coach may speak before the page has taken over the choices
            page.locator(choice).first.wait_for(state="attached")
            page.evaluate(PRESS, choice)
        now = changed(page, now)
    assert now["over"]
    assert heard >= len(lesson.remarks)
    # The end leads to an ordinary game
    page.locator("#coach-play").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#turn-line")).to_be_visible()
    expect(page.locator("#coach-words")).to_have_count(0)
