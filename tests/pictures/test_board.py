"""The board picture: well-formed, complete, and as discreet as the view it is drawn from."""

from __future__ import annotations

import re
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

import quarterdeck as qd
from quarterdeck import games, pictures
from quarterdeck.cli.app import main
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.faces import Choice
from quarterdeck.kernel.position import Position
from quarterdeck.pictures import lettering
from quarterdeck.testing.boards import PAGE_CLASSES
from quarterdeck.testing.walk import Case, walk

RULES = games.load("salty_ocean")
SEATS = tuple(RULES.seats)
SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Anne", "Bruno", "Chloé", "Dirk")
OPTIONS: tuple[tuple[tuple[str, str], ...], ...] = ((), (("price_table", "seven_rows"),))


def positions(seats: int, seed: int, every: int) -> Iterator[Position]:
    """Some positions of a random game, and always the last."""
    case = Case(RULES, seats, OPTIONS[seed % 2], seed)
    for moment in walk(case):
        if (moment.ply % every == 0 and not moment.position.chance) or moment.move is None:
            yield moment.position


def drawn(position: Position, viewer: int | None = None, theme: str = "auto") -> str:
    return pictures.board(RULES, RULES.view(position, viewer), Translator("en", NAMES), theme)


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)  # noqa: S314 - our own picture


def spots(svg: str) -> dict[str, ElementTree.Element]:
    root = parsed(svg)
    return {
        element.attrib["data-spot"]: element
        for element in root.iter()
        if "data-spot" in element.attrib
    }


def touched(position: Position) -> Iterator[Choice]:
    """Everything that is open or closed to anybody now."""
    for seat in position.actors():
        yield from (RULES.describe(position, seat, code) for code in position.legal(seat))
        yield from (closed.choice for closed in RULES.closed(position, seat))


# Well-formed


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", pictures.THEMES)
def test_a_picture_is_well_formed_with_unique_ids(seats: int, language: str, theme: str) -> None:
    translator = Translator(language, NAMES[:seats])
    for seed in range(2):
        for position in positions(seats, seed, every=61):
            for viewer in (0, None):
                view, standalone = RULES.view(position, viewer), viewer is None
                root = parsed(pictures.board(RULES, view, translator, theme, standalone))
                assert root.tag == f"{SVG}svg"
                assert root.attrib["role"] == ("img" if standalone else "group")
                assert (root.find(f"{SVG}style") is not None) == standalone
                ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
                assert len(ids) == len(set(ids))


def test_what_is_drawn_by_reference_exists() -> None:
    for seats in SEATS:
        for position in positions(seats, 1, every=40):
            svg = drawn(position)
            known = set(re.findall(r' id="([^"]+)"', svg))
            assert set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', svg))
            for pair in re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', svg):
                assert "".join(pair) in known


def test_every_class_that_is_drawn_has_a_style() -> None:
    styled = set(re.findall(r"\.([a-z][a-z0-9-]*)", pictures.stylesheet(RULES)))
    for seats in SEATS:
        for position in positions(seats, 1, every=40):
            root = parsed(drawn(position))
            used = {name for element in root.iter() for name in element.get("class", "").split()}
            assert used <= styled | PAGE_CLASSES


def test_a_theme_has_final_colours_and_auto_leaves_them_to_the_reader() -> None:
    position = next(positions(2, 0, every=1))
    light, dark = drawn(position, theme="light"), drawn(position, theme="dark")
    for svg in (light, dark):
        assert "var(" not in svg
        assert "light-dark(" not in svg
    assert light != dark
    assert "light-dark(" in drawn(position, theme="auto")


# Spots


@pytest.mark.parametrize("seats", SEATS)
def test_every_spot_of_a_choice_is_on_the_board(seats: int) -> None:
    known: set[str] = set()
    for seed in range(4):
        for number, position in enumerate(positions(seats, seed, every=1)):
            wanted = {spot for choice in touched(position) for spot in choice.spots}
            if number % 25 == 0 or not wanted <= known:
                known = set(spots(drawn(position)))
            assert wanted <= known


def test_spots_are_the_same_in_every_position() -> None:
    for seats in SEATS:
        found = {frozenset(spots(drawn(position))) for position in positions(seats, 1, every=30)}
        assert len(found) == 1


def test_a_spot_says_what_it_is_and_has_a_place_to_hit() -> None:
    for element in spots(drawn(next(positions(4, 1, every=1)))).values():
        assert element.attrib["id"] == f"spot-{element.attrib['data-spot']}"
        assert element.attrib["class"].split()[0] == "spot"
        assert "open" not in element.attrib["class"]
        title, hit = element[0], element[1]
        assert title.tag == f"{SVG}title"
        assert title.text
        assert "hit" in hit.attrib["class"].split()


def test_whoever_knows_the_same_is_shown_the_same_picture() -> None:
    """What is open to whom is no matter of the picture."""
    album = pictures.Album()
    position = next(positions(3, 1, every=1))
    translator = Translator("en", NAMES)
    first, *others = (
        pictures.drawing(RULES, RULES.view(position, viewer), translator, album=album)
        for viewer in (None, 0, 1, 2)
    )
    assert all(other is first for other in others)


def test_pieces_keep_their_ids() -> None:
    for seats in SEATS:
        found = {
            frozenset(re.findall(r'id="(piece-[^"]+)"', drawn(position)))
            for position in positions(seats, 3, every=30)
        }
        assert len(found) == 1
        for seat in range(seats):
            assert f"piece-ship-{seat}-carrack" in next(iter(found))
            assert f"piece-disc-{seat}" in next(iter(found))


# Secrets


@pytest.mark.parametrize("seats", SEATS)
def test_a_viewer_sees_the_same_picture_in_every_world_he_can_imagine(seats: int) -> None:
    random = Random(seats)
    for seed in range(4):
        for position in positions(seats, seed, every=83):
            for viewer in (*range(seats), None):
                world = RULES.imagine(position, viewer, random)
                assert drawn(world, viewer) == drawn(position, viewer)


# Names from outside

HOSTILE = (
    "</title><script>alert(1)</script>",
    '" onload="alert(1)" x=\'&lt;',
    "\x00\x08\ud800\uffff]]>\u202e{{ 7 * 7 }}",
    "W" * 500,
)


def test_names_are_only_ever_text() -> None:
    game = qd.new("salty_ocean", seats=4, seed=1)
    for language in LANGUAGES:
        translator = Translator(language, HOSTILE)
        svg = pictures.board(RULES, game.view(0), translator)
        root = parsed(svg)
        assert all(element.tag != f"{SVG}script" for element in root.iter())
        assert not any(name.startswith("on") for e in root.iter() for name in e.attrib)
        texts = [text for element in root.iter(f"{SVG}text") for text in element.itertext()]
        assert any(text.startswith("</title>") for text in texts)
        assert any("{{ 7 * 7 }}" in text for text in texts)
        assert max(map(len, texts)) < 40
        assert "\u202e" not in svg


def test_a_text_that_fits_when_smaller_is_not_cut() -> None:
    for width in range(20, 200):
        text, size = lettering.fit("second cart", width, 15, 1)
        assert text == "second cart"
        assert size <= 15
    assert lettering.fit("second cart", 30, 15, 11)[0].endswith("…")


def test_a_name_without_letters_still_has_a_piece() -> None:
    game = qd.new("salty_ocean", seats=2, seed=1, names=["\u200f\u202e", "é"])
    assert "piece-disc-0" in str(game._repr_svg_())


# Files


def test_a_png_has_the_width_asked_for() -> None:
    game = qd.new("salty_ocean", seats=3, seed=2)
    svg = pictures.board(RULES, game.view(), game.translator("fr"))
    image = pictures.png(svg, 640)
    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", image[16:24]) == (640, 400)


def test_a_notebook_shows_the_board() -> None:
    svg = qd.new("salty_ocean", seats=2, seed=2)._repr_svg_()
    assert svg is not None
    assert parsed(svg).attrib["viewBox"] == "0 0 1600 1000"


def test_the_library_does_not_need_the_web_extra() -> None:
    program = "import sys; sys.modules['jinja2'] = None\n"
    program += "import quarterdeck as qd; print(qd.new('salty_ocean', seed=1)._repr_svg_())"
    said = subprocess.check_output([sys.executable, "-c", program], text=True)
    assert said.strip() == "None"


# The command


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    game = qd.new("salty_ocean", seats=2, seed=4, names=["Anne", "Bruno"])
    for _ in range(6):
        game.play(game.legal[0])
    game.save(tmp_path / "game.jsonl")
    return tmp_path / "game.jsonl"


def run(*arguments: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["picture", *map(str, arguments)])
    return int(ended.value.code or 0)


def test_the_command_draws_a_record(recorded: Path, tmp_path: Path) -> None:
    assert run(recorded, tmp_path / "a.svg", "--lang", "fr", "--theme", "dark") == 0
    assert "sur 5" in (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert run(recorded, tmp_path / "a.png", "--ply", 4, "--width", 320) == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_without_the_web_extra_the_command_says_what_is_missing(
    recorded: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert run(recorded, tmp_path / "a.png", "--lang", "en") == 2
    assert "quarterdeck[web]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("target", "more", "said"),
    [
        ("a.gif", (), "n’est pas une image"),
        ("a.svg", ("--theme", "sepia"), "Aucun thème"),
        ("no/such/folder/a.svg", (), "a.svg"),
    ],
)
def test_mistakes_are_told_in_one_line(
    recorded: Path,
    tmp_path: Path,
    target: str,
    more: tuple[str, ...],
    said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(recorded, tmp_path / target, "--lang", "fr", *more) == 2
    told = capsys.readouterr().err
    assert said in told
    assert len(told.splitlines()) == 1
