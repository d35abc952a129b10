"""The page and the data of a report, as the command writes them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.lab.report.charts import Pair, Row, draw_pairs, draw_rows
from quarterdeck.lab.report.exporting import report_to_json
from quarterdeck.lab.report.markup import Table, write_table
from quarterdeck.lab.report.page import write_page
from quarterdeck.lab.report.reporting import make_report
from quarterdeck.lab.results import RESULTS, Cell, PlayedGame
from tests.cli.conftest import Run
from tests.cli.conftest import run as run
from tests.lab.made_results import make_cell, make_games, write_study
from tests.lab.test_report_findings import BANK, VAULT, fair, more_points, use_things

# So few games that no chart is drawn: that takes most of the time.
FEW = 12
VOID = {"meta", "br", "hr", "img", "link"}


class Checker(HTMLParser):
    """Collects what a page is made of; every element must be closed in its order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.tags: list[str] = []
        self.pictures: list[dict[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        self.ids += [id for id in (given.get("id"),) if id]
        self.targets += [link for link in (given.get("href"), given.get("src")) if link]
        assert not any(name.startswith("on") or name == "style" for name in given)
        if tag == "svg":
            self.pictures.append(given)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check(page: str) -> Checker:
    """Read a page as strictly as a reader of XML would."""
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert checker.open == []
    assert len(set(checker.ids)) == len(checker.ids)
    return checker


def play(number: int) -> dict[str, Any]:
    """Fair games that differ in everything that is drawn."""
    points: list[int] = fair(number)["scores"]
    half = [each // 2 + (number + seat) % 3 for seat, each in enumerate(points)]
    third = [each // 3 + (number * 3 + seat) % 4 for seat, each in enumerate(points)]
    return {**use_things(number), "scores": points, "progress": [third, half, points]}


def cells_and_games(count: int = 100) -> tuple[list[Cell], list[PlayedGame]]:
    usual, varied = make_cell(0), make_cell(1, price_table="seven_rows")
    games = make_games(usual, count, play)
    games += make_games(varied, count, lambda number: {**play(number), **more_points(number)})
    return [usual, varied], games


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_study(tmp_path_factory.mktemp("made") / "study", *cells_and_games())


@pytest.fixture(scope="module")
def pages(study: Path) -> dict[str, str]:
    """The page in both languages."""
    report = make_report(study)
    return {lang: write_page(report, Translator(lang)) for lang in LANGUAGES}


def test_the_page_is_sound_and_needs_nothing_else(run: Run, study: Path, tmp_path: Path) -> None:
    page, data = tmp_path / "r.html", tmp_path / "r.json"
    done = run("lab", "report", study, "--out", page, "--json", data, "--lang", "en")
    assert (done.code, done.err) == (0, "")
    assert done.lines == [f"Written: {page}", f"Written: {data}"]
    text = page.read_text(encoding="utf-8")
    checked = check(text)
    assert not re.search(r"https?:|//\w|url\(|@import|<script", text)
    assert {link[1:] for link in checked.targets} <= set(checked.ids)
    assert "default-src 'none'" in text
    # A chart tells in words what it shows, and its data stand below it
    assert len(checked.pictures) >= 7
    assert all(len(picture["aria-label"] or "") > 20 for picture in checked.pictures)
    assert checked.tags.count("figure") == len(checked.pictures)
    assert checked.tags.count("details") >= len(checked.pictures)
    assert "The study is complete." in text
    assert "not what causes what" in text
    assert "Price table: five rows → seven rows" in text
    # Colours are those of the page, by day and by night
    assert 'fill="var(--' in text
    assert not re.search(r'(?:fill|stroke)="#', text)


def test_the_data_have_the_figures_of_the_page(study: Path, pages: dict[str, str]) -> None:
    told = json.loads(json.dumps(report_to_json(make_report(study), Translator("en"))))
    text = pages["en"]
    assert (told["games"], told["games_planned"], told["is_complete"]) == (200, 200, True)
    usual, varied = told["cells"]
    assert (usual["is_reference"], varied["is_reference"]) == (True, False)
    assert [seat["share"]["value"] for seat in usual["by_seat"]] == [0.25] * 4
    for seat in usual["by_seat"]:
        assert seat["sentence"] in text
    bank = next(use for use in usual["uses"] if use["id"] == BANK)
    assert (bank["label"], bank["is_sure"], bank["part"]["value"]) == ("City: Bank", True, 0.25)
    (points,) = (each for each in told["effects"] if each["measure"]["id"] == "points")
    assert points["difference"]["value"] == 3
    assert points["is_sure"]


def test_french_pages_have_french_words_and_numbers(pages: dict[str, str]) -> None:
    text = pages["fr"]
    check(text)
    assert '<html lang="fr">' in text
    assert "Qui gagne, selon la place" in text
    assert "25,0\u00a0%" in text
    visible = re.sub(r"<style>.*?</style>|<[^>]+>", " ", text, flags=re.DOTALL)
    assert not re.search(r"\d\.\d", visible)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_show_no_ids(pages: dict[str, str], lang: str) -> None:
    visible = re.sub(r"<style>.*?</style>", " ", pages[lang], flags=re.DOTALL)
    for id in (BANK, VAULT, "group.", "qd.report", "seven_rows", "greedy", "salty_ocean"):
        assert id not in visible


def test_details_are_folded_and_what_is_short_is_not(pages: dict[str, str]) -> None:
    """A page was 82,000 px tall on a phone."""
    text = re.sub(r"<style>.*?</style>", "", pages["en"], flags=re.DOTALL)
    folds = re.split(r'<details class="fold">', text)
    assert len(folds) == 3, "one table, and what is varied at it"
    assert "Charts and figures: 4 players" in folds[1]
    assert "<svg" not in folds[0]
    assert folds[0].count("No difference between seats can be told") == 2
    assert "comparisons of the game as a whole" in folds[0]


def test_paper_has_what_is_folded(pages: dict[str, str]) -> None:
    paper = pages["en"].partition("@media print")[2].partition("</style>")[0]
    assert ".fold::details-content { content-visibility: visible" in paper
    assert "details:not([open]):not(.fold)" in paper


def test_an_interval_may_go_to_a_line_of_its_own() -> None:
    """The table at the top was wider than a desktop."""
    written = write_table(Table(("", "Wins"), [("Seat 1", "25.0% (20.0–30.0)")]), "Seats")
    assert "<td><span>25.0%</span> <span>(20.0–30.0)</span></td>" in written


def test_what_may_be_chance_is_hollow() -> None:
    rows = [Row("Sure", 0.4, 0.3, 0.5), Row("Chance", 0.2, 0.1, 0.4, quiet=True)]
    drawn = draw_rows(rows, 0.5, True, "en", "")
    points = re.findall(r'<path[^>]*fill="(var\(--[a-z]+\))"[^>]*stroke="var\(--first\)"', drawn)
    assert points == ["var(--first)", "var(--card)"]
    assert "--quiet" not in drawn


def test_other_bots_have_charts_of_their_own(tmp_path: Path) -> None:
    """They move points by so much that all values of the box were dots beside them."""
    cells = [
        make_cell(0),
        make_cell(1, bots=("mate",)),
        make_cell(2, bots=("mate",), price_table="seven_rows"),
    ]
    games = [game for cell in cells for game in make_games(cell, 40, play)]
    for game in games:
        game.scores[:] = [each + (0, 80, 83)[game.cell] for each in game.scores]
    page = write_page(make_report(write_study(tmp_path / "s", cells, games)), Translator("en"))
    charts = re.findall(r"<figure><figcaption>([^<]+)</figcaption>(.*?)</figure>", page, re.DOTALL)
    points = {name: inner for name, inner in charts if name.endswith(": Points per player")}
    assert list(points) == [
        "Effect on: Points per player",
        "Other bots, effect on: Points per player",
    ]
    assert "Bots: " not in points["Effect on: Points per player"]
    assert "Price table: " not in points["Other bots, effect on: Points per player"]


def test_without_a_place_the_page_lies_in_the_folder(run: Run, tmp_path: Path) -> None:
    folder = write_study(tmp_path / "study", *cells_and_games(FEW))
    assert run("lab", "report", folder).code == 0
    assert (folder / "report.html").exists()


def test_a_study_that_was_stopped_says_how_far_it_is(run: Run, tmp_path: Path) -> None:
    folder = write_study(tmp_path / "study", *cells_and_games(FEW))
    assert run("lab", "report", folder, "--lang", "en").code == 0
    text = (folder / "report.html").read_text(encoding="utf-8")
    assert "The study is not complete. Games played: 24 of 200." in text


def test_a_study_until_an_interval_is_narrow_says_that_it_goes_on(run: Run, tmp_path: Path) -> None:
    folder = write_study(tmp_path / "study", *cells_and_games(FEW), goal="until = 0.02")
    assert run("lab", "report", folder, "--lang", "en").code == 0
    text = (folder / "report.html").read_text(encoding="utf-8")
    assert "it goes on until every interval is as narrow as it asks for" in text


def test_a_study_that_has_not_begun_tells_nothing(run: Run, tmp_path: Path) -> None:
    cells, _ = cells_and_games()
    folder = write_study(tmp_path / "study", cells, [])
    assert run("lab", "report", folder, "--lang", "en", "--json", tmp_path / "r.json").code == 0
    text = (folder / "report.html").read_text(encoding="utf-8")
    check(text)
    assert "No game has been played yet" in text
    assert json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))["games"] == 0


def test_figures_may_be_printed(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They went to a file called “-”."""
    monkeypatch.chdir(tmp_path)
    folder = write_study(tmp_path / "study", *cells_and_games(FEW))
    done = run("lab", "report", folder, "--json", "-", "--lang", "en")
    assert json.loads("".join(done.lines))["games"] == 2 * FEW
    assert "Written: " in done.err
    assert [file.name for file in tmp_path.iterdir()] == ["study"]


def test_too_few_games_are_told_by_their_number_alone(run: Run, tmp_path: Path) -> None:
    folder = write_study(tmp_path / "study", *cells_and_games(FEW))
    assert run("lab", "report", folder, "--lang", "en").code == 0
    text = (folder / "report.html").read_text(encoding="utf-8")
    assert "Too few games to tell anything of this: 12, where it takes 30." in text
    assert "There are too few games to compare." in text
    assert "<svg" not in text


def test_games_alone_have_a_page_too(run: Run, tmp_path: Path) -> None:
    """Nobody wins against others there: no seats, no leads, but points, length and uses."""
    cell = make_cell(seats=1)

    def change(number: int) -> dict[str, Any]:
        used = {"group.tavern": 1} if number % 2 else {}
        return {"scores": [40 + number % 9], "sources": [{}], "used": [used]}

    folder = write_study(tmp_path / "study", [cell], make_games(cell, 80, change))
    (folder / "study.toml").write_text('game = "saltfjord"\n', encoding="utf-8")
    assert run("lab", "report", folder, "--lang", "en").code == 0
    text = (folder / "report.html").read_text(encoding="utf-8")
    check(text)
    assert "What is used, and what goes with points" in text
    assert "Who wins" not in text
    assert "How games go" not in text


def test_damaged_lines_are_left_out_and_named(run: Run, tmp_path: Path) -> None:
    folder = write_study(tmp_path / "study", *cells_and_games(FEW))
    with (folder / RESULTS).open("a", encoding="utf-8") as file:
        file.write('{"cell": 0}\n')
    done = run("lab", "report", folder, "--lang", "en")
    assert done.code == 0
    assert "line 25" in done.err
    text = (folder / "report.html").read_text(encoding="utf-8")
    assert "1 game could not be read and is left out." in text


def test_long_names_stand_in_charts_whole() -> None:
    """They were cut at the edge, where a phone has no way to see the rest."""
    name = "End of the actions phase: a whole round of passes in a row instead of one pass each"
    rows = draw_rows([Row(name, 0.4, 0.3, 0.5), Row("Bank", 0.4, 0.3, 0.5)], 0.5, True, "en", "")
    pairs = draw_pairs([Pair(name, 4, 2), Pair("Bank", 4, 2)], None, "en", "")
    for drawn in (rows, pairs):
        words = " ".join(re.findall(r">([^<>]+)<", drawn))
        assert name in words
        assert "Bank" in words
        assert "…" not in words


def test_a_title_cannot_become_markup(run: Run, tmp_path: Path) -> None:
    folder = write_study(tmp_path / "study", *cells_and_games(FEW))
    study = folder / "study.toml"
    text = study.read_text(encoding="utf-8").replace("Made up", "<script>alert(1)</script>")
    study.write_text(text, encoding="utf-8")
    run("lab", "report", folder, "--lang", "en")
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_the_same_games_in_another_order_give_the_same_report(tmp_path: Path) -> None:
    folder = write_study(tmp_path / "study", *cells_and_games(40))
    first = report_to_json(make_report(folder), Translator("en"))
    lines = (folder / RESULTS).read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / RESULTS).write_text("".join(reversed(lines)), encoding="utf-8")
    assert report_to_json(make_report(folder), Translator("en")) == first


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_folder_without_a_study_is_refused_in_one_line(
    run: Run, tmp_path: Path, lang: str
) -> None:
    done = run("lab", "report", tmp_path, "--lang", lang)
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    assert "study.toml" in done.err
    assert list(tmp_path.iterdir()) == []


def test_a_page_that_cannot_be_written_is_refused(run: Run, study: Path, tmp_path: Path) -> None:
    done = run("lab", "report", study, "--out", tmp_path / "no" / "r.html", "--lang", "en")
    assert done.code == 2
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize(("library", "lang"), [("altair", "en"), ("numpy", "fr")])
def test_a_missing_library_names_the_extra(study: Path, library: str, lang: str) -> None:
    """In a process of its own, which has not loaded the library yet."""
    code = (
        f"import sys; sys.modules[{library!r}] = None\n"
        "from quarterdeck.cli.app import main\n"
        f"main(['lab', 'report', {str(study)!r}, '--lang', {lang!r}])\n"
    )
    started = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert started.returncode == 2
    assert 'pip install "quarterdeck[lab]"' in started.stderr
    assert len(started.stderr.splitlines()) == 1
