"""Rolling Seas in real browsers: all choose at once, and draw and sail by pointing at the board."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Response, expect

from quarterdeck import games
from quarterdeck.record.jsonl import parse
from quarterdeck.record.replay import verify
from quarterdeck.server.assets import has_script
from tests.browser.conftest import Arrive
from tests.browser.people import Look, Offer, Person, scrolls
from tests.browser.test_axe import violations
from tests.browser.test_ways import leftovers
from tests.server.client import new_key
from tests.server.servers import Server
from tests.server.serving import SEED
from tools.assets import SOURCES, build_assets
from tools.browser import axe

pytestmark = pytest.mark.browser

GAME = "rolling_seas"
# With these deals everybody first draws a current of their own, then rocks for a neighbour.
DEALS = "17"
MOST = 400
PHONE = {"size": (390, 844), "is_mobile": True, "has_touch": True}

# How far a click has come: the page has moved on, or wants to be sure.
REACHED = """(line) => {
  if (Number(document.querySelector("#turn-line").dataset.line) !== line) return "done";
  if (document.querySelector("#choose .armed")) return "asks";
  const said = document.querySelector("#pointed")?.textContent ?? "";
  const sure = document.querySelector("main").dataset.confirm;
  const waits = document.querySelector("#gesture")?.value === "";
  return waits && said.endsWith(sure) ? "asks" : null;
}"""

# The cells a ghost covers, from where its rectangles are.
GHOST = """() => {
  const { cellX, cellY, cell } = document.querySelector("#board").dataset;
  const at = (value, from) => Math.floor((value - from) / cell);
  return [...document.querySelectorAll("#ghost .ghost-cell")].map((one) => {
    const [x, y] = [at(one.getAttribute("x"), cellX), at(one.getAttribute("y"), cellY)];
    return `cell-${String.fromCharCode(65 + x)}${y + 1}`;
  });
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that deals every table the same."""
    if not has_script():
        build_assets(SOURCES)
    folder = tmp_path_factory.mktemp("rolling-browser-server")
    database = f"sqlite:///{folder / 'table.db'}"
    made = Server(folder, database, environment={SEED: DEALS}).start()
    yield made
    made.kill()


# How people play


@dataclass(frozen=True)
class Pointing:
    """Something that can be done by pointing at the board, as the page was told."""

    choices: tuple[str, ...]
    label: str
    spot: str
    covers: tuple[str, ...]
    passes: bool
    turn: int
    badge: str


def pointings(page: Page) -> list[Pointing]:
    told: list[dict[str, Any]] = page.evaluate(
        "() => JSON.parse(document.querySelector('#gestures')?.textContent ?? '[]')"
    )
    return [
        Pointing(
            tuple(one["choices"]),
            one["label"],
            one["spot"],
            tuple(one["covers"]),
            one["passes"],
            one["turn"],
            one["badge"],
        )
        for one in told
    ]


def cell(page: Page, spot: str) -> Locator:
    return page.locator(f'#part-board [data-spot="{spot}"] > .hit')


class Captain:
    """Somebody who mostly stays where he is, but draws, sails, explores and visits ports, too."""

    def __init__(self, person: Person, seed: int, *, touch: bool = False) -> None:
        self.person = person
        self.page = person.page
        self.touch = touch
        self.line = -1
        self.done: list[str] = []
        self.refused: list[int] = []
        self._dealer = random.Random(seed)
        self.page.on("response", self._answered)

    def _answered(self, response: Response) -> None:
        if response.request.method == "POST" and response.status >= 400:
            self.refused.append(response.status)

    def click(self, there: Locator) -> None:
        if self.touch:
            there.tap()
        else:
            there.click()

    def starts(self, look: Look) -> Locator:
        """The first click of a choice; gives where it was made."""
        self.line = look.line
        found = pointings(self.page)
        if found:
            pointing = self._dealer.choice(found)
            self.done.append("sail" if pointing.passes else "draw")
            there = cell(self.page, pointing.spot)
        else:
            offer = self._pick(look)
            self.done.append(offer.notation.split()[0])
            there = self._button(offer)
        self.click(there)
        return there

    def finishes(self, there: Locator) -> None:
        """Click again as long as the page wants to be sure."""
        for _ in range(3):
            reached = self.page.wait_for_function(REACHED, arg=self.line).json_value()
            if reached == "done":
                return
            self.click(there)
        raise AssertionError("the page goes on asking")

    def chooses(self, look: Look) -> None:
        self.finishes(self.starts(look))

    def _pick(self, look: Look) -> Offer:
        offers = {offer.notation: offer for offer in look.choices}
        calm = [offers[name] for name in ("stay", "end", "done") if name in offers]
        others = [offer for offer in look.choices if offer not in calm]
        new = [offer for offer in others if offer.notation.split()[0] not in self.done]
        if new:
            # Whoever sails away first has left the land he could explore.
            return next((offer for offer in new if offer.notation.startswith("explore")), new[-1])
        if calm and (not others or self._dealer.random() < 0.95):
            return calm[0]
        return self._dealer.choice(others)

    def _button(self, offer: Offer) -> Locator:
        button = self.person.button(offer)
        within = f':has(.choice[value="{offer.notation}"])'
        crowd = self.page.locator(f"#choose details.crowd:not([open]){within}")
        if crowd.count():
            self.click(crowd.locator("summary"))
        return button


def behind(person: Person, table: str, until: str) -> None:
    """Choose without the page until a choice of this kind is open, or it is others' turn."""
    for _ in range(MOST):
        asked = person.ask(f"/api/tables/{table}/choices")
        open_now = [choice["notation"] for choice in asked["choices"]]
        if not open_now or any(notation.startswith(until) for notation in open_now):
            return
        wish = {"expected": asked["lines"], "choices": open_now[:1], "key": new_key()}
        answer = person.context.request.post(
            f"/api/tables/{table}/moves", data=wish, headers={"Origin": person.address}
        )
        assert answer.ok, answer.text()
    raise AssertionError(f"{until} is never open")


def new_table(person: Person, *seating: str, deck: str = "short") -> str:
    form = {"seats": str(len(seating)), "title": "", "listed": "no", "option-deck": deck}
    form.update({f"seat-{number}": kind for number, kind in enumerate(seating)})
    answer = person.post(f"/new/{GAME}", form)
    assert answer.ok, answer.text()
    return answer.url.rpartition("/")[2]


def two_friends(arrive: Arrive, **wishes: Any) -> tuple[Person, Person, str]:
    ada, ben = arrive("Ada", **wishes), arrive("Ben")
    table = new_table(ada, "here", "open")
    assert ben.post(f"/t/{table}/join", {"seat": "1"}).ok
    return ada, ben, table


# A whole game of two


def drawings(person: Person, seat: int) -> str:
    """What the page shows of a captain's chart, large or small."""
    found: str = person.page.locator(f"#rs-board-{seat}").inner_html()
    return found


@pytest.mark.soak
def test_two_friends_play_at_the_same_time_to_the_end(arrive: Arrive) -> None:
    ada, ben, table = two_friends(arrive)
    captains = [Captain(ada.at(table), 1), Captain(ben.at(table), 2)]
    # First on his own chart, then on hers
    for board in (1, 0):
        _draw_in_secret(captains[0], captains[1], board)
    loads = [captain.person.loads for captain in captains]
    for _ in range(MOST):
        looks = [captain.person.look() for captain in captains]
        if all(look is not None and look.over for look in looks):
            break
        # Whoever is asked clicks, and nobody waits for the other.
        begun = [
            (captain, captain.starts(look))
            for captain, look in zip(captains, looks, strict=True)
            if look is not None and look.asked and look.line != captain.line
        ]
        for captain, there in begun:
            captain.finishes(there)
        if not begun:
            ada.page.wait_for_timeout(10)
    results = [captain.page.locator("#part-choices .result").inner_text() for captain in captains]
    # Everybody reads the same, but for who is "you".
    first, second = ([x for x in result.splitlines() if x != "you"] for result in results)
    assert first == second
    assert [captain.refused for captain in captains] == [[], []]
    assert [captain.person.loads for captain in captains] == loads
    done = {what for captain in captains for what in captain.done}
    assert done >= {"home", "start", "draw", "sail", "explore", "visit", "stay"}
    assert [drawings(ada, seat) for seat in (0, 1)] == [drawings(ben, seat) for seat in (0, 1)]


def _draw_in_secret(ada: Captain, ben: Captain, board: int) -> None:
    """Ben draws on a board and changes his mind, while Ada still thinks and sees nothing of it."""
    thinking = ada.person.turn(ada.line)
    before = drawings(ada.person, board)
    told = ada.page.locator("#part-log li", has_text="Ben draws")
    before_told = told.count()
    ben.chooses(ben.person.turn(ben.line))
    expect(ada.page.locator(".choosing")).to_have_count(0)
    expect(ben.page.locator("#ask")).to_contain_text("Waiting for the others.")
    expect(ben.page.locator(".choosing")).to_have_text("Still choosing: Ada")
    first = drawings(ben.person, board)
    assert first != before
    # He takes it back and draws again.
    ben.page.locator("#undo-turn").click()
    expect(ada.page.locator(".choosing")).to_have_text("Still choosing: Ben")
    again = ben.person.turn(ben.line)
    assert drawings(ben.person, board) == before
    ben.chooses(again)
    expect(ada.page.locator(".choosing")).to_have_count(0)
    drawn = drawings(ben.person, board)
    assert drawn not in (before, first)
    # Ada's page has been told twice, and still shows her what it showed.
    assert ada.person.look() is not None
    assert ada.person.turn().line == thinking.line
    assert drawings(ada.person, board) == before
    expect(told).to_have_count(before_told)
    ada.chooses(ada.person.turn())
    ben.person.turn(ben.line)
    ada.person.turn(ada.line)
    assert drawings(ada.person, board) == drawn
    expect(told).to_have_count(before_told + 1)


# Alone on a phone


def test_a_solo_game_by_taps_to_its_title(arrive: Arrive) -> None:
    person = arrive("Zoé", language="fr", **PHONE)
    table = new_table(person, "here", deck="standard")
    captain = Captain(person.at(table), 3, touch=True)
    look = person.turn()
    for _ in range(MOST):
        if look.over:
            break
        captain.chooses(look)
        across, down = scrolls(person.page)
        assert across <= 0
        assert down <= 1
        look = person.turn(look.line)
    assert look.over
    assert captain.refused == []
    assert captain.done.count("draw") >= 10
    assert captain.done.count("sail") >= 2
    assert leftovers(person.page) == []
    page = person.page
    page.locator(".tab-score").tap()
    total = page.locator("#part-score .total")
    total.scroll_into_view_if_needed()
    expect(total).to_be_in_viewport()
    scores = person.ask(f"/api/tables/{table}?lang=fr")["scores"]
    title = next(line["details"][0] for line in scores if line["id"] == "total")
    assert title
    expect(total).to_contain_text(title)


# Text without scripts


@pytest.mark.soak
def test_a_whole_game_in_text_mode_without_scripts(arrive: Arrive) -> None:
    person = arrive("Ada", java_script_enabled=False)
    table = new_table(person, "here", "random")
    page = person.go(f"/t/{table}/text").page
    dealer = random.Random(4)
    chosen: list[str] = []
    for _ in range(MOST):
        # A page that is still on its way offers nothing.
        page.wait_for_load_state()
        offered = page.locator("#choose .choice").evaluate_all("(all) => all.map((b) => b.value)")
        if offered:
            calm = [notation for notation in offered if notation in ("stay", "end", "done")]
            chosen.append(dealer.choice(calm if dealer.random() < 0.7 and calm else offered))
            with page.expect_navigation(wait_until="domcontentloaded"):
                page.locator(f'#choose .choice[value="{chosen[-1]}"]').click()
        elif page.locator(".result").count():
            break
        else:
            with page.expect_navigation(wait_until="domcontentloaded"):
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


# Gestures


def several_ways(page: Page) -> list[Pointing]:
    """All that can be put down at some spot where there is more than one way."""
    by_spot: dict[str, list[Pointing]] = {}
    for pointing in pointings(page):
        by_spot.setdefault(pointing.spot, []).append(pointing)
    return next(found for found in by_spot.values() if len(found) > 2)


def test_a_shape_follows_the_mouse_and_turns(arrive: Arrive) -> None:
    ada, _, table = two_friends(arrive)
    page = ada.at(table).page
    look = ada.turn()
    here = several_ways(page)
    legal = {pointing.covers for pointing in pointings(page)}
    said = page.locator("#pointed").inner_text()
    cell(page, here[0].spot).hover()
    seen = [tuple(page.evaluate(GHOST))]
    for turn in range(2 * len(here)):
        if turn % 2:
            page.mouse.wheel(0, 100)
        else:
            page.keyboard.press("r")
        page.wait_for_function(
            "(last) => document.querySelector('#pointed').textContent !== last",
            arg=next(one.label for one in here if one.covers == seen[-1]),
        )
        seen.append(tuple(page.evaluate(GHOST)))
    # Round and round, through all ways in which it fits and no others
    assert set(seen) == {pointing.covers for pointing in here}
    assert set(seen) <= legal
    assert seen[: len(here)] == seen[len(here) : 2 * len(here)]
    page.mouse.wheel(0, -100)
    expect(page.locator("#pointed")).to_have_text(
        next(one.label for one in here if one.covers == seen[-2])
    )
    assert tuple(page.evaluate(GHOST)) == seen[-2]
    # Another cell, another place; beside the board there is nothing.
    other = next(one for one in pointings(page) if one.spot != here[0].spot)
    cell(page, other.spot).hover()
    assert page.evaluate(GHOST)[0] == other.spot
    page.locator("#part-turn").hover()
    assert page.evaluate(GHOST) == []
    expect(page.locator("#pointed")).to_have_text(said, use_inner_text=True)
    # A click puts it down where the ghost is.
    cell(page, here[0].spot).hover()
    ghost = page.evaluate(GHOST)
    before = drawings(ada, 0)
    cell(page, here[0].spot).click()
    expect(page.locator("#ask")).to_contain_text("Waiting for the others.")
    view = ada.ask(f"/api/tables/{table}")["view"]
    assert [f"cell-{name}" for name in view["players"][0]["drawings"][-1]["cells"]] == ghost
    page.locator("#undo-turn").click()
    ada.turn(look.line)
    assert drawings(ada, 0) == before


def test_a_shape_is_turned_and_put_down_by_keyboard(arrive: Arrive) -> None:
    ada, _, table = two_friends(arrive)
    page = ada.at(table).page
    ada.turn()
    here = several_ways(page)
    page.keyboard.press("b")
    cell(page, here[0].spot).focus()
    assert page.evaluate(GHOST)[0] == here[0].spot
    page.keyboard.press("ArrowRight")
    moved = page.evaluate("document.activeElement.parentElement.dataset.spot")
    assert moved != here[0].spot
    assert page.evaluate(GHOST)[0] == moved
    page.keyboard.press("ArrowLeft")
    page.locator(".turn-shape").click()
    cell(page, here[0].spot).focus()
    page.keyboard.press("r")
    ghost = page.evaluate(GHOST)
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_contain_text("Waiting for the others.")
    view = ada.ask(f"/api/tables/{table}")["view"]
    assert [f"cell-{name}" for name in view["players"][0]["drawings"][-1]["cells"]] == ghost


def at_sea(arrive: Arrive, **wishes: Any) -> tuple[Person, Person, str]:
    """Two friends in the first action phase."""
    ada, ben, table = two_friends(arrive, **wishes)
    for _ in range(10):
        for person in (ada, ben):
            behind(person, table, "sail")
    return ada.at(table), ben, table


def test_one_click_sails_to_a_far_cell_and_undo_comes_back(arrive: Arrive) -> None:
    ada, _, table = at_sea(arrive)
    page = ada.page
    look = ada.turn()
    sail = next(offer for offer in look.choices if offer.notation.startswith("sail"))
    # The wind rose is a part of the board.
    page.locator(f'#part-board [data-spot="{sail.spots[0]}"]').click()
    look = ada.turn(look.line)
    home = ada.ask(f"/api/tables/{table}")["view"]["players"][0]["cell"]
    far = max(pointings(page), key=lambda one: (len(one.choices), int(one.badge)))
    assert len(far.choices) > 1
    expect(page.locator("#badges .badge")).to_have_count(len(pointings(page)))
    cell(page, far.spot).hover()
    expect(page.locator("#pointed")).to_have_text(far.label)
    assert f"{far.badge} movement points" in far.label
    points = page.locator("#ghost .ghost-way").get_attribute("points") or ""
    assert len(points.split()) == len(far.covers)
    cell(page, far.spot).click()
    ada.sees_line(look.line + len(far.choices))
    arrived = ada.ask(f"/api/tables/{table}")["view"]["players"][0]["cell"]
    assert f"cell-{arrived}" == far.spot
    line = ada.shown_line()
    page.locator("#undo-last").click()
    ada.sees_line(line + len(far.choices))
    assert ada.ask(f"/api/tables/{table}")["view"]["players"][0]["cell"] == home
    ada.turn(line)
    assert far in pointings(page)


def test_news_between_two_taps_does_not_take_back_the_first(arrive: Arrive) -> None:
    ada, ben, table = two_friends(arrive, **PHONE)
    page = ada.at(table).page
    look = ada.turn()
    here = several_ways(page)[0]
    cell(page, here.spot).tap()
    expect(page.locator("#pointed")).to_have_text(f"{here.label} · Confirm")
    assert ben.post(f"/t/{table}/say", {"text": "Ahoy"}).ok
    expect(page.locator("#part-chat")).to_contain_text("Ahoy")
    expect(page.locator("#pointed")).to_have_text(f"{here.label} · Confirm")
    assert page.evaluate(GHOST) == list(here.covers)
    cell(page, here.spot).tap()
    page.wait_for_function(REACHED, arg=look.line)
    expect(page.locator("#ask")).to_contain_text("Waiting for the others.")


# Another captain's chart


def test_anothers_chart_is_brought_up_and_goes_with_the_next_question(arrive: Arrive) -> None:
    ada, _, _ = at_sea(arrive)
    page = ada.page
    look = ada.turn()
    board = page.locator("#board")
    large = page.locator("#board use[data-focus-href='#rs-board-']")
    other = page.locator('.focus[data-focus="1"] > [role=button]')
    own_spots = page.locator("#part-board .own-0 .spot.open")
    expect(large).to_have_attribute("href", "#rs-board-0")
    expect(own_spots.first).to_be_visible()
    page.locator('.focus[data-focus="1"]').click()
    expect(large).to_have_attribute("href", "#rs-board-1")
    expect(other).to_have_attribute("aria-pressed", "true")
    # What is open is open on the own chart only.
    expect(own_spots.first).to_be_hidden()
    page.locator('.focus[data-focus="0"]').click()
    expect(large).to_have_attribute("href", "#rs-board-0")
    expect(own_spots.first).to_be_visible()
    # By keyboard
    other.focus()
    page.keyboard.press("Enter")
    expect(large).to_have_attribute("href", "#rs-board-1")
    expect(board).to_have_attribute("data-focus", "1")
    # The next question brings the own one back.
    sail = next(offer for offer in look.choices if offer.notation.startswith("sail"))
    ada.button(sail).click()
    ada.turn(look.line)
    expect(large).to_have_attribute("href", "#rs-board-0")
    expect(board).not_to_have_attribute("data-focus", "1")


# Nobody is kept out


@pytest.mark.parametrize("phone", [False, True])
def test_axe_finds_nothing_at_the_table(arrive: Arrive, phone: bool) -> None:
    ada, _, table = two_friends(arrive, bypass_csp=True, **(PHONE if phone else {}))
    script = axe()
    page = ada.at(table).page
    ada.turn()
    cell(page, several_ways(page)[0].spot).hover()
    found = violations(page, script)
    assert not found, "\n".join(dict.fromkeys(found))


def test_on_a_phone_a_button_turns_and_confirms_what_a_tap_has_shown(arrive: Arrive) -> None:
    ada = arrive("Ada", **PHONE)
    table = ada.new_table("here", game="rolling_seas")
    look = ada.at(table).turn()
    page = ada.page
    placing = page.locator("#placing")
    expect(placing).to_be_hidden()
    page.locator("#part-board .spot.open > .hit").first.evaluate(
        """(hit) => {
          const pan = document.querySelector("#pan");
          pan.dispatchEvent(new PointerEvent("pointerdown", {pointerType: "touch"}));
          hit.dispatchEvent(new MouseEvent("click", {bubbles: true}));
        }"""
    )
    expect(placing).to_be_visible()
    box = page.locator("#place").bounding_box()
    assert box is not None
    assert box["height"] >= 44
    page.locator("#place").tap()
    assert ada.turn(look.line).line > look.line
