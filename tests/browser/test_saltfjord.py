"""Saltfjord in real browsers: long turns planned, taken back and made by pointing at the board."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from quarterdeck import games
from quarterdeck.record.jsonl import parse
from quarterdeck.record.replay import verify
from quarterdeck.server.assets import has_script
from tests.browser.conftest import Arrive
from tests.browser.people import Look, Offer, Person, scrolls
from tests.browser.test_axe import violations
from tests.browser.test_rolling_seas import (
    MOST,
    PHONE,
    REACHED,
    Captain,
    Pointing,
    behind,
    pointings,
)
from tests.browser.test_ways import leftovers
from tests.server.servers import Server
from tests.server.serving import SEED
from tools.assets import SOURCES, build_assets
from tools.browser import axe

pytestmark = pytest.mark.browser

GAME = "saltfjord"
# With these deals Ben begins. There is a white 2 and an orange 6, and the third crate asks for
# wood, pulp and fish.
DEALS = "2800"
# How far a click on the board has come: the page has moved on, or a menu wants to be sure.
CLICKED = """(line) => {
  if (Number(document.querySelector("#turn-line").dataset.line) !== line) return "done";
  return document.querySelector("#spot-menu:not([hidden]) .armed") ? "asks" : null;
}"""
# What ends a game soon
CALM = ("retire", "end_turn", "go_on", "decline", "no", "leave")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that deals every table the same."""
    if not has_script():
        build_assets(SOURCES)
    folder = tmp_path_factory.mktemp("saltfjord-game-server")
    database = f"sqlite:///{folder / 'table.db'}"
    made = Server(folder, database, environment={SEED: DEALS}).start()
    yield made
    made.kill()


class Settler(Captain):
    """Somebody who knows what to do, and otherwise ends the game soon."""

    def does(self, *choices: str) -> None:
        """One after the other, by the buttons of the list."""
        for choice in choices:
            look = self.asked()
            self.chooses(look, next(o for o in look.choices if o.notation == choice))

    def asked(self) -> Look:
        look = self.person.turn(self.line)
        across, down = scrolls(self.page)
        assert across <= 0
        assert down <= 1
        return look

    def chooses(self, look: Look, offer: Offer | None = None) -> None:
        self.line = look.line
        chosen = offer or self._pick(look)
        self.done.append(chosen.notation.split()[0])
        there = self._button(chosen)
        self.click(there)
        self.finishes(there)

    def _pick(self, look: Look) -> Offer:
        for calm in CALM:
            for offer in look.choices:
                if offer.notation.split()[0] == calm:
                    return offer
        return look.choices[0]

    # By pointing at the board

    def spot(self, name: str) -> Locator:
        return self.page.locator(f'#part-board [data-spot="{name}"] > .hit')

    def clicks(self, spot: str) -> None:
        """What has one meaning there."""
        self.line = self.asked().line
        self.spot(spot).click(force=True)
        if self.page.wait_for_function(CLICKED, arg=self.line).json_value() == "asks":
            self.page.locator("#spot-menu .armed").click()
        self.done.append(spot.partition("-")[0])

    def points(self, wish: Pointing) -> None:
        """Move there, turn until it is as wished, and use it."""
        look = self.asked()
        here = [one.label for one in pointings(self.page) if one.spot == wish.spot]
        if self.touch:
            assert here[0] == wish.label, "a first tap shows the first way"
        else:
            self.spot(wish.spot).hover(force=True)
            said = self.page.locator("#pointed")
            expect(said).to_have_text(re.compile("|".join(map(re.escape, here))))
            # A tile is still turned the way the last one was.
            for _ in here:
                if (shown := said.text_content() or "") == wish.label:
                    break
                self.page.keyboard.press("r")
                expect(said).not_to_have_text(shown)
            expect(said).to_have_text(wish.label)
        self.line = look.line
        self._uses(wish.spot)
        self.person.sees_line(look.line + len(wish.choices))
        self.done.append(f"{wish.spot.partition('-')[0]} by pointing")

    def _uses(self, spot: str) -> None:
        """Click, and again if the page wants to be sure."""
        for _ in range(3):
            if self.touch:
                self.spot(spot).tap(force=True)
            else:
                self.spot(spot).click(force=True)
            if self.page.wait_for_function(REACHED, arg=self.line).json_value() == "done":
                return
        raise AssertionError("the page goes on asking")

    def pointing(self, *choices: str) -> Pointing:
        self.asked()
        return next(one for one in pointings(self.page) if one.choices == choices)

    def presses(self, button: str) -> Look:
        """Undo, redo, restart; gives what is asked then."""
        line = self.asked().line
        self.page.locator(button).click()
        self.line = line
        return self.asked()


def view(person: Person, table: str) -> Any:
    return person.ask(f"/api/tables/{table}")["view"]


def holds(person: Person, table: str, seat: int) -> dict[str, int]:
    return {kind: count for kind, count in view(person, table)["players"][seat]["goods"] if count}


# A whole game of two


@pytest.mark.soak
def test_two_friends_plan_their_turns_and_play_to_the_end(arrive: Arrive) -> None:
    friends = arrive("Ada"), arrive("Ben")
    table = friends[0].new_table("here", "open", game=GAME)
    assert friends[1].post(f"/t/{table}/join", {"seat": "1"}).ok
    ada, ben = (Settler(friend.at(table), 1) for friend in friends)
    loads = [friend.loads for friend in friends]
    ada.does("set 1")
    ada.points(ada.pointing("place r3c3 0"))
    ben.does("set 2")
    _turns_a_tile(ben, table)
    _builds_and_retires(ben, table)
    _fishes_and_plans(ada, table)
    _completes_an_order(ada, table)
    for _ in range(MOST):
        looks = [settler.person.look() for settler in (ada, ben)]
        if all(look is not None and look.over for look in looks):
            break
        for settler, look in zip((ada, ben), looks, strict=True):
            if look is not None and look.asked and look.line != settler.line:
                settler.chooses(look)
        ada.page.wait_for_timeout(10)
    results = [settler.page.locator("#part-choices .result").inner_text() for settler in (ada, ben)]
    # Everybody reads the same, but for who is "you".
    first, second = ([x for x in result.splitlines() if x != "you"] for result in results)
    assert first == second
    assert [settler.refused for settler in (ada, ben)] == [[], []]
    assert [friend.loads for friend in friends] == loads
    text = friends[0].context.request.get(f"/t/{table}/record").text()
    assert verify(parse(text), games.load(GAME)).finished


def _turns_a_tile(ben: Settler, table: str) -> None:
    """The starting building goes where it is pointed, turned by the R key."""
    wish = ben.pointing("place r3c3 1")
    assert any(one.spot == wish.spot for one in pointings(ben.page) if one.turn < wish.turn)
    ben.points(wish)
    cells = view(ben.person, table)["players"][1]["cells"]
    assert {f"cell-{cell['name']}" for cell in cells if cell["tile"]} == set(wish.covers)


def _builds_and_retires(ben: Settler, table: str) -> None:
    ben.does("worker r2c5", "build domino_1")
    wish = ben.pointing("place r5c1 3")
    ben.points(wish)
    cells = view(ben.person, table)["players"][1]["cells"]
    assert set(wish.covers) <= {f"cell-{cell['name']}" for cell in cells if cell["tile"]}
    ben.does("retire tavern_1", "decline", "end_turn")


def _fishes_and_plans(ada: Settler, table: str) -> None:
    """A turn with a reveal in it: what came after it is taken back and made again."""
    ada.does("worker r4c6", "advance 1")
    revealed = ada.asked()
    caught = view(ada.person, table)["players"][0]["boat"]
    assert caught[0]
    expect(ada.page.locator("#undo-last")).to_have_count(0)
    ada.does("no")
    line = ada.pointing("die white 2", "line 3")
    assert line.spot == "line-white-3"
    ada.points(line)
    before = view(ada.person, table)
    ada.clicks("cell-r3c3")
    after = view(ada.person, table)
    assert after != before
    ada.presses("#undo-last")
    assert view(ada.person, table) == before
    ada.presses("#undo-redo")
    assert view(ada.person, table) == after
    # Back towards the start of the turn, but what was revealed stays so.
    assert ada.presses("#undo-turn").notations == revealed.notations
    assert view(ada.person, table)["players"][0]["boat"] == caught
    expect(ada.page.locator("#undo-turn")).to_have_count(0)
    ada.does("no")
    ada.points(ada.pointing("die white 2", "line 3"))
    ada.clicks("cell-r3c3")
    ada.clicks("cell-r5c3")
    assert "upgrade planks gold" in ada.asked().notations
    ada.clicks("up-planks-gold")
    ada.asked()
    assert holds(ada.person, table, 0) == {"gold": 1, "wood": 1, "pulp": 1, "fish": 2}


def _completes_an_order(ada: Settler, table: str) -> None:
    ada.points(ada.pointing("die orange 6", "line 6"))
    ada.clicks("cell-r6c4")
    ada.clicks("crate-3")
    ada.asked()
    assert holds(ada.person, table, 0) == {"gold": 1, "fish": 1}
    quays = view(ada.person, table)["players"][0]["quays"]
    assert [len(quay["crates"]) for quay in quays] == [0, 0, 1, 0]


# Alone on a phone


def test_a_solo_game_by_taps_to_its_result(arrive: Arrive) -> None:
    person = arrive("Zoé", language="fr", **PHONE)
    table = person.new_table("here", game=GAME)
    settler = Settler(person.at(table), 3, touch=True)
    dealer = random.Random(3)
    for _ in range(MOST):
        look = settler.asked()
        if look.over:
            break
        first = {one.spot: one for one in reversed(pointings(person.page))}
        # Two dice a round are taken by pointing at their lines.
        lines = [one for spot, one in first.items() if spot.startswith(("line-", "cell-"))]
        if lines and settler.done.count("line by pointing") < 4:
            settler.points(dealer.choice(lines))
        else:
            settler.chooses(look)
    assert look.over
    assert settler.refused == []
    assert settler.done.count("line by pointing") == 4
    assert settler.done.count("cell by pointing") >= 1
    assert leftovers(person.page) == []
    page = person.page
    expect(page.locator("#part-choices .result li")).to_have_count(1)
    page.locator(".tab-score").tap()
    total = page.locator("#part-score .total")
    total.scroll_into_view_if_needed()
    expect(total).to_be_in_viewport()
    scores = person.ask(f"/api/tables/{table}?lang=fr")["scores"]
    result = next(line["details"][0] for line in scores if line["id"] == "total")
    assert result.startswith(("gagné", "perdu"))
    expect(total).to_contain_text(result)
    expect(page.locator("#ask")).to_contain_text(result)
    specials = page.locator("#part-score tr", has_text="Tuiles spéciales")
    expect(specials).to_contain_text("10")


# Text without scripts


# Whole games by text are played of Salty Ocean and Rolling Seas at every `make test`.
@pytest.mark.soak
def test_a_solo_game_in_text_mode_without_scripts(arrive: Arrive) -> None:
    person = arrive("Ada", java_script_enabled=False)
    table = person.new_table("here", game=GAME)
    page = person.go(f"/t/{table}/text").page
    dealer = random.Random(4)
    chosen: list[str] = []
    for _ in range(MOST):
        # A page that is still on its way offers nothing.
        page.wait_for_load_state()
        offered = page.locator("#choose .choice").evaluate_all("(all) => all.map((b) => b.value)")
        if not offered:
            break
        calm = [notation for notation in offered if notation.split()[0] in CALM]
        chosen.append(dealer.choice(calm if dealer.random() < 0.4 and calm else offered))
        with page.expect_navigation(wait_until="domcontentloaded"):
            page.locator(f'#choose .choice[value="{chosen[-1]}"]').click()
    expect(page.locator(".result li")).to_have_count(1)
    expect(page.locator("img, main svg")).to_have_count(0)
    with page.expect_download() as waiting:
        page.locator('.links a[href$="/record"]').click()
    record = parse(Path(waiting.value.path()).read_text(encoding="utf-8"))
    assert verify(record, games.load(GAME)).finished
    assert [entry.notation for entry in record.entries if entry.seat == 0] == chosen
    assert record.outcome is not None
    points = int(page.locator(".result .points").inner_text().replace("−", "-"))
    assert [points] == list(record.outcome.scores)


# What a choice costs


def test_changing_a_die_costs_fish_not_coins(arrive: Arrive) -> None:
    person = arrive("Ada")
    table = person.new_table("here", game=GAME)
    behind(person, table, "line")
    page = person.at(table).page
    person.turn()
    badges = page.locator("#choose .cost")
    assert badges.count() > 1
    expect(badges.first.locator("use")).to_have_attribute("href", "#mark-fish")
    expect(page.locator("symbol#mark-fish")).to_have_count(1)
    expect(badges.first).to_contain_text(re.compile(r"costs \d+ fish"))


# Nobody is kept out


@pytest.mark.parametrize("phone", [False, True])
def test_axe_finds_nothing_at_the_table(arrive: Arrive, phone: bool) -> None:
    person = arrive("Ada", bypass_csp=True, **(PHONE if phone else {}))
    table = person.new_table("here", game=GAME)
    behind(person, table, "tavern_die")
    page = person.at(table).page
    person.turn()
    assert pointings(page)
    assert scrolls(page)[0] <= 0
    assert scrolls(page)[1] <= 1
    found = violations(page, axe())
    assert not found, "\n".join(dict.fromkeys(found))
