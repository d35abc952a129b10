"""Every board can be read and tapped, on a phone and on a desk, and what is lit answers there.

Letters: no text of the board is smaller than 11 pixels where a phone begins, or than 9 on a desk.
Targets: no lit spot is smaller than 24 pixels; on a phone a spot that is no cell of a grid has at
least one side of 44. Reach: wherever a lit spot can be seen, a pointer gets it. Menus are measured
in `test_menus.py`.

To see the figures of one game: pytest -s tests/browser/test_measures.py -k salty_ocean
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest

from quarterdeck import games
from tests.browser.conftest import Arrive

pytestmark = [pytest.mark.browser, pytest.mark.soak]

PHONE = {"is_mobile": True, "has_touch": True}
SCREENS: dict[str, tuple[int, int]] = {
    "phone": (390, 844),
    "side": (844, 390),
    "desk": (1366, 768),
}
ASPECTS = ("letters", "targets", "reach")

LETTERS = {"phone": 11.0, "side": 11.0, "desk": 9.0}
TARGET = 24.0
CHIEF = 44.0
REACH = 0.95
# Where one lit spot lies on another, the upper one answers. The lower one keeps at least this.
OWN = 0.25
# A pixel may be lost by rounding.
SLACK = 0.05

QUESTIONS = 6
PLIES = 8

# What the board shows now: its letters, its lit spots, and what answers on a grid of points over
# each of them. The pictures of other charts in small are pictures: a tap makes them large.
MEASURE = """() => {
  const board = document.querySelector("#board");
  const pan = document.querySelector("#pan").getBoundingClientRect();
  const view = {
    left: Math.max(0, pan.left), right: Math.min(innerWidth, pan.right),
    top: Math.max(0, pan.top), bottom: Math.min(innerHeight, pan.bottom),
  };
  const inView = (x, y) => x > view.left && x < view.right && y > view.top && y < view.bottom;
  const isShown = (each) => each.checkVisibility({opacityProperty: true, visibilityProperty: true});
  const scaleOf = (m) => Math.sqrt(Math.abs(m.a * m.d - m.b * m.c));
  const letters = [];
  const note = (text, matrix, x, y) => {
    const own = [...text.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data.trim());
    const said = own.join("");
    if (!said || !inView(x, y)) return;
    const size = parseFloat(getComputedStyle(text).fontSize) * scaleOf(matrix);
    letters.push([size, said, text.closest("[id]").id]);
  };
  for (const text of board.querySelectorAll("text, tspan")) {
    if (text.closest("defs, symbol") || !isShown(text)) continue;
    const box = text.getBoundingClientRect();
    note(text, text.getScreenCTM(), box.x + box.width / 2, box.y + box.height / 2);
  }
  // What is drawn in the definitions is seen where it is used.
  for (const use of board.querySelectorAll("use")) {
    if (use.closest("defs, symbol, .focus") || !isShown(use)) continue;
    const drawn = document.querySelector(use.getAttribute("href"));
    if (!drawn || drawn.tagName === "symbol") continue;
    const {x, y} = use;
    const from = use.getScreenCTM().translate(x.baseVal.value, y.baseVal.value);
    for (const text of drawn.querySelectorAll("text, tspan")) {
      let matrix = board.createSVGMatrix();
      for (let at = text; at && at !== drawn.parentNode; at = at.parentNode) {
        const own = at.transform?.baseVal.consolidate()?.matrix;
        if (own) matrix = own.multiply(matrix);
      }
      matrix = from.multiply(matrix);
      const owner = text.closest("text");
      const [ax, ay] = ["x", "y"].map((name) => Number(owner.getAttribute(name) ?? 0));
      const at = new DOMPoint(ax, ay).matrixTransform(matrix);
      note(text, matrix, at.x, at.y);
    }
  }
  const hits = [...board.querySelectorAll(".spot.open > .hit")].filter(isShown);
  const spots = [];
  for (const hit of hits) {
    const box = hit.getBoundingClientRect();
    const name = hit.parentElement.dataset.spot;
    const back = hit.getScreenCTM().inverse();
    let [lit, own, others] = [0, 0, 0];
    const blockers = {};
    const step = Math.max(2, Math.min(box.width, box.height) / 24);
    for (let x = box.left + step / 2; x < box.right; x += step) {
      for (let y = box.top + step / 2; y < box.bottom; y += step) {
        if (!inView(x, y) || !hit.isPointInFill(new DOMPoint(x, y).matrixTransform(back))) continue;
        lit += 1;
        const found = document.elementFromPoint(x, y);
        const spot = found?.closest(".spot.open");
        if (spot === hit.parentElement) own += 1;
        else if (spot) others += 1;
        else {
          const what = found?.closest("[data-spot]")?.dataset.spot
            ?? found?.closest("[id]")?.id ?? "nothing";
          blockers[what] = (blockers[what] ?? 0) + 1;
        }
      }
    }
    if (!lit) continue;
    const cell = hit.parentElement.parentElement.id === "cells";
    spots.push({name, cell, width: box.width, height: box.height, lit, own, others, blockers});
  }
  return {letters, spots, open: hits.length};
}"""


@dataclass(frozen=True)
class Measured:
    """What was wrong on a screen, worst first, by aspect; and how much was looked at."""

    faults: dict[str, list[str]]
    letters: int
    spots: int


_MEASURED: dict[str, dict[str, Measured]] = {}


def _measure(arrive: Arrive, game: str) -> dict[str, Measured]:
    """Look at several questions of a game, on pages that have just been opened, on every screen."""
    if game not in _MEASURED:
        desk = arrive("Ada", size=SCREENS["desk"])
        phone = arrive(storage_state=desk.context.storage_state(), **PHONE)
        table = desk.new_table("here", "here", game=game)
        choice = random.Random(11).choice
        found: dict[str, list[Any]] = {screen: [] for screen in SCREENS}
        for _ in range(QUESTIONS):
            for screen, (width, height) in SCREENS.items():
                person = desk if screen == "desk" else phone
                person.page.set_viewport_size({"width": width, "height": height})
                person.at(table).turn()
                person.page.evaluate("document.fonts.ready")
                found[screen].append(person.page.evaluate(MEASURE))
            desk.play_behind(table, choice, PLIES)
        _MEASURED[game] = {screen: _judge(found[screen], screen) for screen in SCREENS}
    return _MEASURED[game]


def _judge(found: list[dict[str, Any]], screen: str) -> Measured:
    letters: dict[str, float] = {}
    targets: dict[str, float] = {}
    reach: dict[str, float] = {}
    seen = [spot for looked in found for spot in looked["spots"]]
    for looked in found:
        for size, said, where in looked["letters"]:
            if size < LETTERS[screen] - SLACK:
                letters[f"{size:.1f} px “{said}” in {where}"] = size
        if looked["open"] and not looked["spots"]:
            reach[f"none of the {looked['open']} lit spots is in view"] = 0.0
    for spot in seen:
        name, width, height = spot["name"], spot["width"], spot["height"]
        least, most = sorted((width, height))
        said = f"{width:.0f} × {height:.0f} px {name}"
        if least < TARGET - SLACK:
            targets[said] = least
        elif screen != "desk" and not spot["cell"] and most < CHIEF - SLACK:
            targets[f"{said} (a chief target)"] = most
        alone = spot["lit"] - spot["others"]
        share = spot["own"] / alone if alone else 0.0
        if share < REACH:
            blockers = ", ".join(what for what, _ in Counter(spot["blockers"]).most_common(3))
            reach[f"{share:.0%} of {name}, under {blockers or 'other lit spots'}"] = share
        elif spot["own"] < OWN * spot["lit"]:
            reach[f"{spot['own'] / spot['lit']:.0%} of {name}, under other lit spots"] = share
    ordered = (sorted(each, key=each.__getitem__) for each in (letters, targets, reach))
    return Measured(
        dict(zip(ASPECTS, ordered, strict=True)), sum(len(x["letters"]) for x in found), len(seen)
    )


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", games.GAMES)
def test_every_board_can_be_read_and_tapped(
    arrive: Arrive, game: str, screen: str, aspect: str
) -> None:
    measured = _measure(arrive, game)[screen]
    assert measured.letters > 20
    assert measured.spots > 10
    faults = measured.faults[aspect]
    worst = "\n".join(faults[:12])
    print(f"\n{game} {screen} {aspect}: {len(faults)} faults\n{worst}")
    assert not faults, f"{len(faults)} on this screen, the worst:\n{worst}"
