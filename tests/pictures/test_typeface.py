"""The typeface of the boards: every device and every picture is lettered with the same one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quarterdeck import pictures
from quarterdeck.pictures import lettering
from quarterdeck.server import assets
from tools.assets import SOURCES, build_assets
from tools.typeface import WIDTHS, unpack, widths


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    if not assets.has_faces():
        build_assets(SOURCES)


def test_texts_are_measured_in_the_face_that_is_drawn() -> None:
    kept = json.loads((Path(pictures.__file__).parents[1].parent / WIDTHS).read_text("ascii"))
    assert kept == widths(pictures.FONTS)
    signs = "ABCXYZabcxyzàâçéèêëîïôùûüœŒÉÀæ0123456789−–—…’«»\u00a0×·"
    assert [sign for sign in signs if sign not in kept] == []
    # Figures are all of one width, so that columns of numbers stand.
    assert len({kept[figure] for figure in "0123456789"}) == 1


def test_a_text_that_is_wider_gets_smaller_letters() -> None:
    assert lettering.fit("mmmm", 40, 20, 1)[1] < lettering.fit("iiii", 40, 20, 1)[1] == 20


def test_pages_name_every_font_file_by_its_content() -> None:
    faces = (assets.STATIC / assets.FACES).read_text(encoding="ascii")
    files = sorted((assets.STATIC / "built/fonts").glob("*.woff2"))
    assert len(files) == 12
    for file in files:
        address = assets.asset(f"built/fonts/{file.name}")
        assert address.rpartition("/static/built/")[2] in faces
    assert faces.count("font-display: swap") == len(files)
    assert list((assets.STATIC / "built/fonts").glob("LICENSE*"))


def test_only_a_woff_file_is_unpacked() -> None:
    with pytest.raises(ValueError, match="no WOFF"):
        unpack(bytes(64))
