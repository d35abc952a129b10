"""The menu at a spot of the board stands whole inside the chart, also when it asks to confirm."""

from __future__ import annotations

import pytest

from quarterdeck import games
from tests.browser.conftest import Arrive
from tests.browser.people import any_offer

# Opens the menu of every spot that has one, makes each choice in it ask whether one is sure, and
# gives how many menus there were and by how much the worst of them left the chart or the window.
OPEN_ALL = """async () => {
  const frames = async () => {
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
  };
  const gestures = JSON.parse(document.querySelector("#gestures")?.textContent ?? "[]");
  const pointed = new Set(gestures.map((gesture) => gesture.spot));
  const offers = new Map();
  for (const button of document.querySelectorAll("#choose .choice")) {
    for (const spot of button.dataset.spots.split(" ").filter(Boolean)) {
      offers.set(spot, [...(offers.get(spot) ?? []), button]);
    }
  }
  const menu = document.querySelector("#spot-menu");
  const found = {menus: 0, cut: 0, where: "", chart: menu.parentElement.clientHeight};
  const measure = async (spot) => {
    await frames();
    const box = menu.getBoundingClientRect();
    const chart = menu.parentElement.getBoundingClientRect();
    const cut = Math.max(
      Math.max(chart.left, 0) - box.left, box.right - Math.min(chart.right, innerWidth),
      Math.max(chart.top, 0) - box.top, box.bottom - Math.min(chart.bottom, innerHeight),
      menu.scrollWidth - menu.clientWidth,
    );
    if (cut > found.cut) Object.assign(found, {cut, where: `${spot}: ${menu.textContent}`});
  };
  for (const [spot, buttons] of offers) {
    const hit = document.querySelector(`#part-board [data-spot="${CSS.escape(spot)}"] > .hit`);
    const final = buttons.some((button) => button.dataset.final !== undefined);
    // A single choice that can be taken back is made at once
    if (!hit || pointed.has(spot) || (buttons.length === 1 && !final)) continue;
    hit.dispatchEvent(new MouseEvent("click", {bubbles: true}));
    if (menu.hidden) return {menus: -1, cut: 0, where: `no menu at ${spot}`};
    found.menus += 1;
    await measure(spot);
    for (const choice of menu.querySelectorAll(".choice[data-final]:not(.armed)")) {
      choice.click();
      await measure(spot);
    }
  }
  return found;
}"""

PHONE = {"is_mobile": True, "has_touch": True, "device_scale_factor": 2}
QUESTIONS = 12


@pytest.mark.parametrize(
    "size",
    [
        pytest.param((390, 844), id="upright"),
        pytest.param((844, 390), id="on its side", marks=pytest.mark.soak),
    ],
)
@pytest.mark.parametrize("game", games.GAMES)
def test_no_menu_is_cut_on_a_phone(arrive: Arrive, game: str, size: tuple[int, int]) -> None:
    person = arrive("Ada", size=size, **PHONE)
    # Two people at one device: nobody else plays, so no news closes a menu meanwhile
    person.at(person.new_table("here", "here", game=game)).turn()
    pick = any_offer(5, passing_often=0)
    menus = 0
    for _ in range(QUESTIONS):
        found = person.page.evaluate(OPEN_ALL)
        assert found["menus"] >= 0, found["where"]
        assert found["cut"] <= 0, f"{found['cut']} pixels of {found['where']}"
        assert found["chart"] >= 0.4 * min(size), "the question pushes the board out"
        menus += found["menus"]
        person.page.keyboard.press("Escape")
        person.play(pick, 1)
    assert menus > 0, "no spot had a menu: this test has seen nothing"
