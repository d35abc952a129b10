"""How to play teaches with pictures of the real board that no change of rules leaves behind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quarterdeck import games, howto
from quarterdeck.howto import BadHowTo, Picture
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.server.books import Shown, typeset
from quarterdeck.testing.howto import check_howto

RULES = games.load("salty_ocean")


def write(folder: Path, text: str) -> dict[str, Picture]:
    (folder / howto.FILE).write_text(text, encoding="utf-8")
    return howto.read_pictures(folder)


@pytest.mark.parametrize("game", games.GAMES)
def test_every_game_teaches_itself(game: str) -> None:
    check_howto(games.load(game))


def test_a_picture_is_a_moment_of_a_game_and_goes_on_from_another(tmp_path: Path) -> None:
    found = write(
        tmp_path,
        '[[picture]]\nname = "start"\nseats = 3\nmoves = ["a"]\n'
        '[[picture]]\nname = "later"\nafter = "start"\nmoves = ["b; c", "d"]\npart = "0 1 2.5 3"\n',
    )
    assert found["start"] == Picture("start", 3, {}, ("a",), None, None)
    assert found["later"] == Picture("later", 3, {}, ("a", "b", "c", "d"), None, (0, 1, 2.5, 3))
    assert howto.read_pictures(tmp_path / "elsewhere") == {}


@pytest.mark.parametrize(
    "text",
    [
        "[[picture]",
        'name = "start"',
        "[[picture]]\nseats = 3",
        '[[picture]]\nname = "Start"',
        '[[picture]]\nname = "a"\n[[picture]]\nname = "a"',
        '[[picture]]\nname = "a"\nplayers = 3',
        '[[picture]]\nname = "a"\nmoves = "pass"',
        '[[picture]]\nname = "a"\nafter = "b"',
        '[[picture]]\nname = "a"\n[[picture]]\nname = "b"\nafter = "a"\nseats = 2',
        '[[picture]]\nname = "a"\npart = "0 0 10"',
        '[[picture]]\nname = "a"\npart = "0 0 0 10"',
    ],
)
def test_a_list_of_pictures_that_makes_no_sense_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(BadHowTo, match="of How to play cannot be drawn"):
        write(tmp_path, text)


def test_moves_that_are_not_legal_any_more_are_refused() -> None:
    wrong = Picture("start", 3, {}, ("fly",), None, None)
    with pytest.raises(BadHowTo, match=r"“start”.*fly"):
        howto.play(RULES, wrong)
    with pytest.raises(BadHowTo, match="seat"):
        howto.play(RULES, Picture("start", 3, {}, (), 3, None))


def test_a_picture_shows_the_part_that_was_asked_for() -> None:
    whole = howto.draw(RULES, Picture("start", 3, {}, (), None, None), Translator("en"))
    part = Picture("start", 3, {}, (), None, (100, 50, 400, 300.5))
    drawn = howto.draw(RULES, part, Translator("en"))
    assert (drawn.width, drawn.height) == (400, 300.5)
    assert 'viewBox="100 50 400 300.5"' in drawn.svg
    assert re.sub('viewBox="[^"]+"', "", drawn.svg, count=1) == re.sub(
        'viewBox="[^"]+"', "", whole.svg, count=1
    )
    outside = Picture("start", 3, {}, (), None, (0, 0, whole.width + 1, 10))
    with pytest.raises(BadHowTo, match="part"):
        howto.draw(RULES, outside, Translator("en"))


def test_a_text_shows_pictures_and_leads_to_rules_and_things() -> None:
    text = (
        "# Title\n\n## A turn\n\n![Ships & sea](picture:sea)\n\n"
        "See [ships](rule:SO-7.1) and [the bank](thing:bank)."
    )
    book = typeset(text, "/rules/so", "howto-", lambda name: Shown(f"/{name}.svg", 40, 30))
    assert [chapter.id for chapter in book.chapters] == ["howto-a-turn"]
    assert '<figure>\n<img src="/sea.svg" alt="Ships &amp; sea" width="40" height="30"' in book.html
    assert '<figcaption aria-hidden="true">Ships &amp; sea</figcaption></figure>' in book.html
    assert '<a href="/rules/so#SO-7.1" data-rules="">ships</a>' in book.html
    assert '<a href="/rules/so#thing-bank" data-rules="">the bank</a>' in book.html
    assert "Title" not in book.html
    without = typeset(text, find_picture=lambda _: None)
    assert "<figure>\n<figcaption>Ships &amp; sea</figcaption></figure>" in without.html
