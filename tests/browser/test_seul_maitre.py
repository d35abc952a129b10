"""Seul Maître à Bord in real browsers: maps built, voyages made and fights fought on the board."""

from __future__ import annotations

import random
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
from tests.browser.people import Look, Offer, Person
from tests.browser.test_axe import violations
from tests.browser.test_rolling_seas import MOST, PHONE, REACHED, Pointing, behind, pointings
from tests.browser.test_saltfjord import Settler, view
from tests.browser.test_ways import leftovers
from tests.server.client import new_key
from tests.server.servers import Server
from tests.server.serving import SEED
from tools.assets import SOURCES, build_assets
from tools.browser import axe

pytestmark = pytest.mark.browser

GAME = "seul_maitre"
# With these deals Ada begins, and on a map laid at random one voyage of hers leads to Ben's port.
DEALS = "49"
VOYAGE = ("move nw 0", "move ne 0", "move nw 1", "decline", "move ne 1")
SHORT = {"rounds": "4", "map_mode": "random"}
# What ends a game soon
CALM = ("do end_turn", "none", "stop", "decline", "stay", "keep", "man 0", "buy 0", "done")

# Where a spot is touched: at its own middle, for a zone may lie around a corner. On a phone the
# board is larger than its frame: one moves it first.
TOUCHED = """(name) => {
  const spot = document.querySelector(`#part-board [data-spot="${name}"]`);
  if (document.querySelector("#pan.near")) {
    spot.querySelector(":scope > .hit").scrollIntoView({ block: "center", inline: "center" });
  }
  const box = spot.querySelector(":scope > .hit").getBoundingClientRect();
  if (!spot.dataset.middle) return [box.x + box.width / 2, box.y + box.height / 2];
  const [x, y] = spot.dataset.middle.split(" ").map(Number);
  const at = new DOMPoint(x, y).matrixTransform(document.querySelector("#board").getScreenCTM());
  return [at.x, at.y];
}"""
# A choice that cannot be taken back is confirmed in a menu at its spot.
ASKED = f"""(line) =>
  document.querySelector("#spot-menu:not([hidden]) .armed") ? "menu" : ({REACHED})(line)
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that deals every table the same."""
    if not has_script():
        build_assets(SOURCES)
    folder = tmp_path_factory.mktemp("seul-maitre-server")
    database = f"sqlite:///{folder / 'table.db'}"
    made = Server(folder, database, environment={SEED: DEALS}).start()
    yield made
    made.kill()


class Master(Settler):
    """Somebody who knows what to do, and otherwise ends his turns."""

    def _pick(self, look: Look) -> Offer:
        offers = {offer.notation: offer for offer in look.choices}
        return next((offers[calm] for calm in CALM if calm in offers), look.choices[0])

    def points(self, wish: Pointing) -> None:
        """Point there, turn until it is as wished, and use it."""
        look = self.asked()
        here = [one for one in pointings(self.page) if one.spot == wish.spot]
        said = self.page.locator("#pointed")
        self._points_at(wish.spot)
        for pointing in here:
            expect(said).to_contain_text(pointing.label)
            if pointing == wish:
                break
            if self.touch:
                self.page.locator(".turn-shape").tap()
            else:
                self.page.keyboard.press("r")
        self.line = look.line
        self._uses(wish.spot)
        self.person.sees_line(look.line + len(wish.choices))
        self.done.append(f"{wish.spot.split('-')[0]} by pointing")

    def _points_at(self, spot: str) -> None:
        """A first tap shows what it would do, as does the mouse that comes by."""
        x, y = self.page.evaluate(TOUCHED, spot)
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.move(x, y)

    def _uses(self, spot: str) -> None:
        x, y = self.page.evaluate(TOUCHED, spot)
        for _ in range(3):
            if self.touch:
                self.page.touchscreen.tap(x, y)
            else:
                self.page.mouse.click(x, y)
            reached = self.page.wait_for_function(ASKED, arg=self.line).json_value()
            if reached == "menu":
                self.click(self.page.locator("#spot-menu .armed"))
                self.person.sees_line(self.line + 1)
            if reached != "asks":
                return
        raise AssertionError("the page goes on asking")

    @property
    def panel(self) -> Locator:
        return self.page.locator("#board-combat")


def new_table(person: Person, *seating: str, **options: str) -> str:
    form = {"seats": str(len(seating)), "title": "", "listed": "no"}
    form.update({f"seat-{number}": kind for number, kind in enumerate(seating)})
    form.update({f"option-{name}": value for name, value in options.items()})
    answer = person.post(f"/new/{GAME}", form)
    assert answer.ok, answer.text()
    return answer.url.rpartition("/")[2]


def two_friends(arrive: Arrive, options: dict[str, str], **wishes: Any) -> tuple[Person, str]:
    """Ada at a table with Ben, who has joined her but not opened it."""
    ada, ben = arrive("Ada", **wishes), arrive("Ben")
    table = new_table(ada, "here", "open", **options)
    assert ben.post(f"/t/{table}/join", {"seat": "1"}).ok
    return ada, table


def played(person: Person, table: str, *choices: str) -> None:
    """These choices, made without the page."""
    asked = person.ask(f"/api/tables/{table}/choices")
    wish = {"expected": asked["lines"], "choices": list(choices), "key": new_key()}
    answer = person.context.request.post(
        f"/api/tables/{table}/moves", data=wish, headers={"Origin": person.address}
    )
    assert answer.ok, answer.text()


# A fight between two browsers


def test_two_friends_follow_a_fight_step_by_step(arrive: Arrive) -> None:
    friends = arrive("Ada"), arrive("Ben")
    table = new_table(friends[0], "here", "open", **SHORT)
    assert friends[1].post(f"/t/{table}/join", {"seat": "1"}).ok
    ada, ben = (Master(friend.at(table), 1) for friend in friends)
    ada.clicks("action-navigation")
    ada.points(ada.pointing(*VOYAGE))
    ada.clicks("vessel-yellow")
    _both_see(ada, ben, table, "First shot")
    ada.does("recover")
    _both_see(ada, ben, table, "Cannons")
    ada.does("man 1")
    # The defender is asked inside the attacker's turn.
    ben.asked()
    expect(ben.page.locator("#ask")).to_contain_text("cannons")
    expect(ada.page.locator("#ask")).to_contain_text("Ben")
    _both_see(ada, ben, table, "Cannons")
    ben.does("man 1")
    ben.asked()
    _both_see(ada, ben, table, "Damage")
    fight = view(ben.person, table)["combat"]
    assert [fight["attacker"]["manned"], fight["defender"]["manned"]] == [1, 1]
    ben.clicks("station-hold")
    # The panel says who has won, as long as the loser decides where to go.
    ben.asked()
    fight = view(ben.person, table)["combat"]
    strengths = [fight["attacker"]["strength"], fight["defender"]["strength"]]
    assert fight["winner"] == "red"
    for master in (ada, ben):
        won = f"Ada wins the boarding, {strengths[0]} to {strengths[1]}"
        expect(master.panel).to_contain_text(won)
        expect(master.page.locator("#part-log")).to_contain_text("Ada wins the combat for 3 VP.")
    assert view(ada.person, table)["players"][0]["vp"] > 0
    ben.does("flee")
    _flees(ben, table)
    ada.asked()
    for master in (ada, ben):
        expect(master.panel).to_have_count(0)
    ada.does("do end_turn")
    ben.asked()
    assert [ada.refused, ben.refused] == [[], []]
    assert [ada.person.loads, ben.person.loads] == [1, 1]


def _both_see(ada: Master, ben: Master, table: str, stage: str) -> None:
    """The same panel, with the odds of how the fight may end."""
    fight = view(ada.person, table)["combat"]
    assert view(ben.person, table)["combat"] == fight
    odds = fight["odds"]
    for master in (ada, ben):
        expect(master.panel.locator(".sm-mark + text")).to_have_text(stage)
        for name, side in (("Ada", "attacker"), ("Ben", "defender")):
            shown = f"{name}: {100 * odds[side] / odds['of']:.1f}%"
            expect(master.panel.locator("text", has_text=shown)).to_be_visible()


def _flees(ben: Master, table: str) -> None:
    """To a cell and a zone, both touched on the chart."""
    cell = ben.asked().choices[0].spots[0]
    ben.clicks(cell)
    zone = ben.asked().choices[-1].spots[0]
    ben.clicks(zone)
    ben.person.sees_line(ben.line + 1)
    fled = view(ben.person, table)["players"][1]["place"]
    assert f"zone-{fled.replace('/', '-')}" == zone


# On a phone


def test_a_tile_a_purchase_and_a_voyage_by_taps(arrive: Arrive) -> None:
    zoe, ben = arrive("Zoé", language="fr", **PHONE), arrive("Ben")
    table = new_table(zoe, "here", "open", rounds="4")
    assert ben.post(f"/t/{table}/join", {"seat": "1"}).ok
    master = Master(zoe.at(table), 2, touch=True)
    _lays_a_turned_tile(master, table)
    for _ in range(MOST):
        if view(zoe, table)["round"]:
            break
        for person in (zoe, ben):
            behind(person, table, "do ")
    master.line = -1
    master.clicks("action-market")
    master.does("buy 1")
    master.asked()
    ship = view(zoe, table)["players"][0]
    assert sum(count for _, count in ship["cargo"]) == 1
    master.clicks("action-navigation")
    _sails_far(master, table)
    assert master.refused == []
    assert leftovers(zoe.page) == []


def test_the_frame_of_a_phone_goes_from_the_sea_to_the_fight(arrive: Arrive) -> None:
    ada, table = two_friends(arrive, SHORT, **PHONE)
    played(ada, table, "do navigation")
    master = Master(ada.at(table), 1, touch=True)
    at_sea = master.asked().line
    zones = ada.page.locator('#part-board .spot.open[data-spot^="zone-"] > .hit').all()
    room = ada.page.locator("#pan").bounding_box()
    assert room is not None
    boxes = [box for zone in zones if (box := zone.bounding_box())]
    left, top = room["x"], room["y"]
    seen = [
        box
        for box in boxes
        if left <= box["x"] + box["width"] / 2 <= left + room["width"]
        and top <= box["y"] + box["height"] / 2 <= top + room["height"]
    ]
    assert len(seen) >= 4
    played(ada, table, *VOYAGE)
    played(ada, table, "engage yellow")
    ada.turn(at_sea)
    expect(master.panel.locator(".sm-now").first).to_be_in_viewport(ratio=0.5)


def _lays_a_turned_tile(master: Master, table: str) -> None:
    """A tile from the row, turned by the button, laid by the second tap."""
    look = master.asked()
    coast = next(offer for offer in look.choices if "coast" in offer.notation)
    master.clicks(coast.spots[0])
    master.asked()
    ways = pointings(master.page)
    first = {one.spot: one for one in reversed(ways)}
    wish = next(one for one in ways if one != first[one.spot])
    master.points(wish)
    cells = view(master.person, table)["cells"]
    laid = next(cell for cell in cells if f"cell-{cell['name']}" == wish.spot)
    assert [laid["tile"]["id"], laid["tile"]["quarters"]] == [coast.notation.split()[1], wish.turn]


def _sails_far(master: Master, table: str) -> None:
    master.asked()
    far = max(pointings(master.page), key=lambda one: len(one.choices) * one.badge.isdigit())
    assert len(far.choices) > 1
    master.points(far)
    place = view(master.person, table)["players"][0]["place"]
    assert f"zone-{place.replace('/', '-')}" == far.spot


# Text without scripts


# Whole games by text are played of Salty Ocean and Rolling Seas at every `make test`.
@pytest.mark.soak
def test_a_short_game_in_text_mode_without_scripts(arrive: Arrive) -> None:
    person = arrive("Ada", java_script_enabled=False)
    table = new_table(person, "here", "random", **SHORT)
    page = person.go(f"/t/{table}/text").page
    dealer = random.Random(4)
    chosen: list[str] = []
    for _ in range(3 * MOST):
        # A page that is still on its way offers nothing.
        page.wait_for_load_state()
        offered = page.locator("#choose .choice").evaluate_all("(all) => all.map((b) => b.value)")
        if offered:
            calm = [notation for notation in offered if notation in CALM]
            chosen.append(dealer.choice(calm if dealer.random() < 0.4 and calm else offered))
            page.locator(f'#choose .choice[value="{chosen[-1]}"]').click()
        elif page.locator(".result").count():
            break
        else:
            page.locator("main .button.primary").first.click()
    expect(page.locator(".result li")).to_have_count(2)
    expect(page.locator("img, main svg")).to_have_count(0)
    with page.expect_download() as waiting:
        page.locator('.links a[href$="/record"]').click()
    record = parse(Path(waiting.value.path()).read_text(encoding="utf-8"))
    assert verify(record, games.load(GAME)).finished
    assert [entry.notation for entry in record.entries if entry.seat == 0] == chosen
    assert record.outcome is not None
    shown = page.locator(".result .points").all_inner_texts()
    points = [int(text.replace("−", "-")) for text in shown]
    assert sorted(points) == sorted(record.outcome.scores)


# A whole game of four


def test_two_people_and_two_bots_finish_a_game(arrive: Arrive) -> None:
    friends = arrive("Ada"), arrive("Zoé", language="fr")
    table = new_table(friends[0], "here", "open", "greedy", "random", **SHORT)
    assert friends[1].post(f"/t/{table}/join", {"seat": "1"}).ok
    masters = [Master(friend.at(table), 1) for friend in friends]
    for _ in range(20 * MOST):
        looks = [master.person.look() for master in masters]
        if all(look is not None and look.over for look in looks):
            break
        for master, look in zip(masters, looks, strict=True):
            if look is not None and look.asked and look.line != master.line:
                master.chooses(look)
        masters[0].page.wait_for_timeout(20)
    for master in masters:
        expect(master.page.locator("#part-choices .result li")).to_have_count(4)
        assert master.done.count("do") >= 4
        assert master.refused == []
        assert master.person.loads == 1
    assert leftovers(friends[1].page) == []
    text = friends[0].context.request.get(f"/t/{table}/record").text()
    assert verify(parse(text), games.load(GAME)).finished


# Nobody is kept out


@pytest.mark.parametrize("phone", [False, True])
def test_axe_finds_nothing_at_sea_and_in_a_fight(arrive: Arrive, phone: bool) -> None:
    ada, table = two_friends(arrive, SHORT, bypass_csp=True, **(PHONE if phone else {}))
    played(ada, table, "do navigation")
    master = Master(ada.at(table), 1)
    at_sea = master.asked().line
    assert pointings(ada.page)
    found = violations(ada.page, axe())
    played(ada, table, *VOYAGE)
    played(ada, table, "engage yellow")
    ada.turn(at_sea)
    expect(master.panel).to_be_visible()
    found += violations(ada.page, axe())
    assert not found, "\n".join(dict.fromkeys(found))
