"""No text of a board runs out of its frame, over its neighbour, or off the board, in any language.

The widths that boards reckon with are those of their typeface, so the texts are measured as a
browser sets them, with long names, in recorded games from their beginning to their end.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from quarterdeck import games, pictures, record
from quarterdeck.game import rules_for
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.record.replay import positions

pytestmark = pytest.mark.browser

FIXTURES = Path(__file__).parents[1] / "fixtures"
NAMES = ("Aliénor", "Maximilian Featherstone", "Ümit", "Désirée-Marguerite", "Eve", "Fabrice W.")
# The fewest and the most seats, and what is drawn in some games only.
RECORDS = {
    "salty_ocean": ("two_players", "four_players", "fixed_tile_revealed", "drop_per_sale"),
    "rolling_seas": ("alone", "two_ships", "six_ships"),
    "saltfjord": ("alone_won", "carts", "four_villages"),
    "seul_maitre": ("two_traders", "four_builders", "melee"),
}
MOMENTS = (0.1, 0.6, 1.0)

# What is drawn by reference is put in its place first, so that it can be measured there. Pieces may
# lie on anything. A letter's box is taken without the room above and below it.
MEASURE = """() => {
  const board = document.querySelector("#board");
  for (let depth = 0; depth < 4; depth += 1) {
    for (const use of board.querySelectorAll("use")) {
      const drawn = board.querySelector(use.getAttribute("href"));
      if (use.closest("defs, symbol, .focus") || drawn?.tagName !== "g") continue;
      const group = document.createElementNS(board.namespaceURI, "g");
      const [x, y] = ["x", "y"].map((name) => use.getAttribute(name) ?? 0);
      group.setAttribute("class", use.getAttribute("class") ?? "");
      const place = `${use.getAttribute("transform") ?? ""} translate(${x} ${y})`;
      group.setAttribute("transform", place);
      group.append(drawn.cloneNode(true));
      use.replaceWith(group);
    }
  }
  const back = board.getScreenCTM().inverse();
  const place = (element, box) => {
    const way = back.multiply(element.getScreenCTM());
    const ends = [[box.x, box.y], [box.x + box.width, box.y + box.height]];
    const [start, end] = ends.map(([x, y]) => new DOMPoint(x, y).matrixTransform(way));
    return {left: start.x, top: start.y, right: end.x, bottom: end.y};
  };
  const isShown = (each) => !each.closest("defs, symbol, clipPath, pattern, .piece")
    && each.getBoundingClientRect().width > 0
    && each.checkVisibility({opacityProperty: true, visibilityProperty: true});
  const texts = [];
  const frames = [];
  [...board.querySelectorAll("text, rect:not(.hit)")].filter(isShown).forEach((each, order) => {
    const box = each.getBBox();
    const style = getComputedStyle(each);
    const id = each.closest("[id]").id;
    if (each.tagName === "rect") {
      const isFilled = style.fill !== "none" && style.fillOpacity > 0.3;
      const isDrawn = isFilled || style.stroke !== "none";
      if (isDrawn) frames.push({...place(each, box), id, order, isFilled});
      return;
    }
    const said = each.textContent.trim();
    const size = parseFloat(style.fontSize);
    const letters = {x: box.x, width: box.width, y: box.y + box.height / 2 - 0.33 * size};
    if (said) texts.push({...place(each, {...letters, height: 0.6 * size}), id, order, said});
  });
  const area = (box) => (box.right - box.left) * (box.bottom - box.top);
  const holds = (box, inner, slack) => inner.left >= box.left - slack
    && inner.right <= box.right + slack
    && inner.top >= box.top - 2 && inner.bottom <= box.bottom + 2;
  const isOver = (upper, box) => upper.isFilled && upper.order > box.order && holds(upper, box, 0);
  const seen = texts.filter((text) => !frames.some((frame) => isOver(frame, text)));
  const whole = board.viewBox.baseVal;
  const faults = [];
  seen.forEach((text, number) => {
    const note = (what) => faults.push(`“${text.said}” (${text.id}) ${what}`);
    if (text.left < whole.x - 1 || text.right > whole.x + whole.width + 1) note("leaves the board");
    for (const other of seen.slice(number + 1)) {
      const across = Math.min(text.right, other.right) - Math.max(text.left, other.left);
      const down = Math.min(text.bottom, other.bottom) - Math.max(text.top, other.top);
      if (across > 1.5 && down > 1.5) note(`lies on “${other.said}” (${other.id})`);
    }
    // A single sign may sit on the corner of its frame.
    if (text.said.length < 2) return;
    const x = (text.left + text.right) / 2;
    const point = {left: x, right: x, top: text.top, bottom: text.bottom};
    const around = frames.filter((frame) => frame.order < text.order && holds(frame, point, 0));
    const own = around.sort((one, other) => area(one) - area(other))[0];
    if (own && !holds(own, text, 1)) note(`runs out of its frame in ${own.id}`);
    for (const frame of frames) {
      const isBeside = frame.top < text.top && frame.bottom > text.bottom && frame !== own;
      const entered = text.left < frame.left - 2 && text.right > frame.left + 2;
      const isInside = text.left > frame.left && text.left < frame.right - 2;
      const left = isInside && text.right > frame.right + 2;
      if (isBeside && (entered || left)) note(`crosses a frame in ${frame.id}`);
    }
  });
  return {count: seen.length, faults};
}"""


def _moments(game: str) -> Iterator[tuple[AnyRules, Position]]:
    """Some positions of recorded games, each between its first and its last, and their rules."""
    for name in RECORDS[game]:
        played = record.read(FIXTURES / game / f"{name}.jsonl")
        rules, last = rules_for(played.header), len(played.entries)
        wanted = {round(share * last) for share in MOMENTS}
        for ply, position in enumerate(positions(played, rules)):
            if ply in wanted:
                yield rules, position


def _faces() -> str:
    """The boards' typeface as a style."""
    found = []
    for file in sorted(pictures.FONTS.glob("*.ttf")):
        *_, weight, slope = file.stem.split("-")
        data = b64encode(file.read_bytes()).decode()
        found.append(
            f'@font-face {{font-family: "Source Serif 4"; font-weight: {weight};'
            f" font-style: {slope}; src: url(data:font/ttf;base64,{data})}}"
        )
    assert found, "the typeface has not been built"
    return "\n".join(found)


@pytest.mark.parametrize("game", games.GAMES)
def test_texts_keep_to_their_frames(browser: Browser, game: str) -> None:
    page = browser.new_page(viewport={"width": 1600, "height": 1000})
    page.set_content(f"<style>{_faces()}</style><div></div>")
    faults: dict[str, None] = {}
    for number, (rules, position) in enumerate(_moments(game)):
        view = rules.view(position, number % position.seats)
        for language in LANGUAGES:
            drawn = pictures.board(rules, view, Translator(language, NAMES[: position.seats]))
            page.evaluate("drawn => document.querySelector('div').innerHTML = drawn", drawn)
            page.evaluate("document.fonts.ready.then(() => null)")
            found = page.evaluate(MEASURE)
            assert found["count"] > 20
            faults.update(dict.fromkeys(f"{language}: {fault}" for fault in found["faults"]))
    page.close()
    assert not faults, "\n".join(faults)
