"""The board of Saltfjord in a real browser: lines and tiles by pointing, villages a tap away."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from quarterdeck.server.assets import has_script
from tests.browser.conftest import Arrive
from tests.browser.people import Person
from tests.browser.test_axe import violations
from tests.browser.test_rolling_seas import PHONE, REACHED, Pointing, behind, pointings
from tests.server.servers import Server
from tests.server.serving import SEED
from tools.assets import SOURCES, build_assets
from tools.browser import axe

pytestmark = pytest.mark.browser

GAME = "saltfjord"

# The cells a ghost covers, and what it shows there.
GHOST = """() => {
  const { cellX, cellY, cell } = document.querySelector("#board").dataset;
  const at = (value, from) => Math.floor((value - from) / cell) + 1;
  return [...document.querySelectorAll("#ghost .ghost-cell")].map((one) => {
    const [x, y] = [at(one.getAttribute("x"), cellX), at(one.getAttribute("y"), cellY)];
    const piece = document.querySelector(one.nextElementSibling?.getAttribute("href"));
    return [`cell-r${y}c${x}`, piece !== null];
  });
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that deals every table the same."""
    if not has_script():
        build_assets(SOURCES)
    folder = tmp_path_factory.mktemp("saltfjord-browser-server")
    database = f"sqlite:///{folder / 'table.db'}"
    made = Server(folder, database, environment={SEED: "5"}).start()
    yield made
    made.kill()


def alone_at(arrive: Arrive, until: str) -> tuple[Person, str]:
    """A solo game at the first question where a choice of this kind is open."""
    person = arrive("Ada")
    table = person.new_table("here", game=GAME)
    behind(person, table, until)
    return person.at(table), table


def by_spot(page: Page, start: str) -> dict[str, list[Pointing]]:
    found: dict[str, list[Pointing]] = {}
    for pointing in pointings(page):
        if pointing.spot.startswith(start):
            found.setdefault(pointing.spot, []).append(pointing)
    return found


def hover(page: Page, spot: str) -> None:
    page.locator(f'#part-board [data-spot="{spot}"] > .hit').hover(force=True)


def use(page: Page, spot: str, line: int) -> None:
    """Click, and again if the page wants to be sure."""
    for _ in range(2):
        page.locator(f'#part-board [data-spot="{spot}"] > .hit').click(force=True)
        if page.wait_for_function(REACHED, arg=line).json_value() == "done":
            return


def test_pointing_at_a_line_shows_its_buildings_and_a_click_takes_die_and_line(
    arrive: Arrive,
) -> None:
    ada, table = alone_at(arrive, "tavern_die")
    page = ada.page
    look = ada.turn()
    lines = by_spot(page, "line-")
    several = next((found for found in lines.values() if len(found) > 1), None)
    assert several is not None
    hover(page, several[0].spot)
    expect(page.locator("#pointed")).to_have_text(several[0].label)
    # From the head of the line over its buildings
    points = page.locator("#ghost .ghost-way").get_attribute("points") or ""
    assert len(points.split()) == len(several[0].covers) + 1
    # Another die that could go there
    page.keyboard.press("r")
    expect(page.locator("#pointed")).to_have_text(several[1].label)
    page.mouse.wheel(0, -100)
    expect(page.locator("#pointed")).to_have_text(several[0].label)
    # A die by itself shows the line of its value
    die = next(iter(by_spot(page, "die-").values()))[0]
    hover(page, die.spot)
    expect(page.locator("#pointed")).to_have_text(die.label)
    use(page, several[0].spot, look.line)
    ada.sees_line(look.line + len(several[0].choices))
    view = ada.ask(f"/api/tables/{table}")["view"]
    assert view["players"][0]["white_taken"] + view["players"][0]["orange_taken"] == 1


def test_a_tile_shows_its_pieces_under_the_pointer_and_turns(arrive: Arrive) -> None:
    ada, table = alone_at(arrive, "place")
    page = ada.page
    look = ada.turn()
    here = next(found for found in by_spot(page, "cell-").values() if len(found) > 1)
    hover(page, here[0].spot)
    seen = []
    for pointing in here:
        expect(page.locator("#pointed")).to_have_text(pointing.label)
        ghost = page.evaluate(GHOST)
        assert [cell for cell, _ in ghost] == list(pointing.covers)
        assert all(shown for _, shown in ghost)
        # The first part stays under the pointer
        assert ghost[0][0] == here[0].spot
        seen.append(ghost)
        page.keyboard.press("r")
    expect(page.locator("#pointed")).to_have_text(here[0].label)
    assert page.evaluate(GHOST) == seen[0]
    use(page, here[0].spot, look.line)
    ada.sees_line(look.line + 1)
    cells = ada.ask(f"/api/tables/{table}")["view"]["players"][0]["cells"]
    assert {f"cell-{cell['name']}" for cell in cells if cell["tile"]} == set(here[0].covers)


def test_anothers_village_is_a_tap_away_and_the_board_keeps_nobody_out(arrive: Arrive) -> None:
    ada, ben = arrive("Ada", bypass_csp=True), arrive("Ben")
    table = ada.new_table("here", "open", game=GAME)
    assert ben.post(f"/t/{table}/join", {"seat": "1"}).ok
    page = ada.at(table).page
    village = page.locator('[data-focus-href="#sf-village-"]')
    expect(village).to_have_attribute("href", "#sf-village-0")
    page.locator('.focus[data-focus="1"]').click()
    expect(village).to_have_attribute("href", "#sf-village-1")
    expect(page.locator('[data-focus-href="#sf-sheet-"]')).to_have_attribute("href", "#sf-sheet-1")
    expect(page.locator('[data-spot="line-white-1"]')).to_be_hidden()
    assert violations(page, axe()) == []
    page.locator('.focus[data-focus="0"]').click()
    expect(village).to_have_attribute("href", "#sf-village-0")
    expect(page.locator('[data-spot="line-white-1"]')).to_be_visible()


# On a phone

# How near the board is, and how many of its open spots lie in the frame.
FRAMED = """() => {
  const pan = document.querySelector("#pan");
  const frame = pan.getBoundingClientRect();
  const stops = [...document.querySelectorAll("#part-board .spot.open > .hit")];
  const inside = stops.filter((stop) => {
    const box = stop.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
  });
  return [Number(pan.style.getPropertyValue("--zoom") || 1), stops.length, inside.length];
}"""


def test_on_a_phone_the_board_begins_near_and_follows_the_questions(arrive: Arrive) -> None:
    ada, ben = arrive("Ada", **PHONE), arrive("Ben")
    table = ada.new_table("here", "open", game=GAME)
    assert ben.post(f"/t/{table}/join", {"seat": "1"}).ok
    page = ada.at(table).page
    look = ada.turn()
    near, sets, seen = page.evaluate(FRAMED)
    assert near > 1.5
    assert sets == 4
    assert seen > 0
    # What is asked next is answered in the village.
    ada.choose(look.choices[0], touch=True)
    ada.turn(look.line)
    near, cells, seen = page.evaluate(FRAMED)
    assert near > 1.5
    assert cells == 4
    assert 2 * seen >= cells
    # The whole board, and back, with one tap each.
    page.locator('[data-zoom="fit"]').tap()
    assert page.evaluate(FRAMED)[0] == 1
    page.locator('[data-zoom="fit"]').tap()
    assert page.evaluate(FRAMED) == [near, cells, seen]


def test_a_wide_screen_shows_the_whole_board(arrive: Arrive) -> None:
    ada, _ = alone_at(arrive, "tavern_die")
    ada.turn()
    assert ada.page.evaluate(FRAMED)[0] == 1
    ada.page.locator('[data-zoom="fit"]').click()
    assert ada.page.evaluate(FRAMED)[0] == 1
