"""Each lesson is played to its end by doing what the coach wants, on a desktop and on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from quarterdeck import games
from quarterdeck.lessons import find_lesson
from tests.browser.conftest import Arrive
from tests.browser.people import PATIENCE

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
    target: (() => {
      const wanted = (coach?.dataset.wanted ?? "").split(" ").filter(Boolean);
      const choice = wanted.length === 1 && document.querySelector(`#choice-${wanted[0]}`);
      const name = choice ? (choice.dataset.spots ?? "").split(" ")[0] : "";
      const spot = name.startsWith("cell-") && document.querySelector(`#cells [data-spot=${name}]`);
      if (!spot) return null;
      const room = document.querySelector("#pan").getBoundingClientRect();
      const cell = spot.getBoundingClientRect();
      const [x, y] = [cell.x + cell.width / 2, cell.y + cell.height / 2];
      return {
        name: spot.querySelector(".cell-name")?.textContent ?? "",
        inView: x > room.left && x < room.right && y > room.top && y < room.bottom,
      };
    })(),
    goesOn: document.querySelector("#coach-go-on") !== null,
    over: document.querySelector("#coach-play") !== null,
    asked: turn.dataset.asked === "yes" && expected?.value === turn.dataset.line,
    line: turn.dataset.line,
    seen: box ? box.top >= 0 && box.top < innerHeight - 60 && box.height > 40 : false,
  };
}"""

# Press something as a click would, wherever it is folded; a choice that is final asks twice. Gives
# what the coach does next, once the page has settled: all in one go, as a lesson has many steps.
STEP = f"""async (pressed) => {{
  const state = () => {{
    const turn = document.querySelector("#turn-line");
    const expected = document.querySelector("#choose input[name=expected]");
    return {{
      remark: document.querySelector("#coach")?.dataset.remark ?? "",
      line: turn.dataset.line,
      goesOn: document.querySelector("#coach-go-on") !== null,
      over: document.querySelector("#coach-play") !== null,
      asked: turn.dataset.asked === "yes" && expected?.value === turn.dataset.line,
    }};
  }};
  const before = state();
  const until = async (reached) => {{
    for (const end = Date.now() + {PATIENCE}; Date.now() < end; ) {{
      if (reached()) return true;
      await new Promise((look) => setTimeout(look, 10));
    }}
    return false;
  }};
  const there = () => document.querySelector(pressed);
  // The coach may speak before the page has taken over the choices
  if (!await until(there)) return null;
  there().click();
  const again = there();
  if (again?.classList.contains("armed")) again.click();
  const settled = await until(() => {{
    const now = state();
    const moved = ["remark", "line", "goesOn"].some((name) => now[name] !== before[name]);
    return now.over || (moved && (now.asked || now.goesOn));
  }});
  return settled ? ({LOOK})() : null;
}}"""


def ways_to_learn() -> list[Any]:
    """Every game in every language on every screen; by and by they take turns, so that `make test`
    meets all of them."""
    ways = [(language, size) for language in ("en", "fr") for size in (DESKTOP, PHONE)]
    return [
        pytest.param(
            game,
            *way,
            id=f"{game}-{way[0]}-{'phone' if way[1] == PHONE else 'desktop'}",
            marks=[] if way == ways[number % len(ways)] else [pytest.mark.soak],
        )
        for number, game in enumerate(games.GAMES)
        for way in ways
    ]


@pytest.mark.parametrize(("game", "language", "size"), ways_to_learn())
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
        # A cell that is wanted bears its name, and is not left outside the frame
        if now["target"]:
            assert now["target"]["name"], now
            assert now["target"]["inView"], now
        if now["points"] and not page.locator("#part-board #cells").count():
            assert now["lit"], now
        if now["over"]:
            break
        heard += 1
        if now["goesOn"]:
            pressed = "#coach-go-on"
            # A pointer reaches it
            page.locator(pressed).click(trial=True)
        else:
            pressed = f"#choice-{now['wanted'][0]}" if now["wanted"] else "#choose .choice"
        before, now = now, page.evaluate(STEP, pressed)
        assert now is not None, before
    assert now["over"]
    assert heard >= len(lesson.remarks)
    # The end leads to an ordinary game
    page.locator("#coach-play").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#turn-line")).to_be_visible()
    expect(page.locator("#coach-words")).to_have_count(0)
