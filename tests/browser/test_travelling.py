"""The chief pieces travel from where they stood to where they stand (see also `test_pace.py`)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.people import any_offer

pytestmark = pytest.mark.browser

# What must be seen to travel, by the beginnings of the pieces' names.
CHIEF = {
    "rolling_seas": ("piece-ship-", "piece-mark-"),
    "saltfjord": ("piece-hand", "piece-die-"),
}
MOST = 40

# Every journey: which piece, where it starts relative to its end, and where it ends.
WATCH = """() => {
  const animate = Element.prototype.animate;
  window.journeys = [];
  Element.prototype.animate = function (frames, how) {
    const ends = frames.at(-1).translate;
    window.journeys.push({id: this.id || this.dataset.copy, starts: frames[0].translate, ends});
    return animate.call(this, frames, how);
  };
}"""


@pytest.mark.parametrize("game", CHIEF)
def test_chief_pieces_travel_to_where_they_stand(arrive: Arrive, game: str) -> None:
    person = arrive("Ann", pace="fast", reduced_motion="no-preference")
    person.at(person.new_table("here", "greedy", game=game))
    look = person.turn()
    person.page.evaluate(WATCH)
    pick = any_offer(random.Random(3).randrange(100), passing_often=0.1)
    journeys: list[dict[str, Any]] = []
    for _ in range(MOST):
        if look.over or any(each["id"].startswith(CHIEF[game]) for each in journeys):
            break
        person.choose(pick(look))
        look = person.turn(look.line)
        expect(person.page.locator("#part-log li[hidden]")).to_have_count(0)
        journeys = person.page.evaluate("window.journeys")
    travelled = {each["id"] for each in journeys}
    assert any(id.startswith(CHIEF[game]) for id in travelled), travelled
    # They end at their own places, and start elsewhere.
    assert {each["ends"] for each in journeys} == {"0px 0px"}
    assert "0px 0px" not in {each["starts"] for each in journeys}
