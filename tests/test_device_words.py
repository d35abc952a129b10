"""No text tells somebody with a phone to point, click, hover or press a key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quarterdeck.kernel.catalogue import HOUSE
from quarterdeck.kernel.pofile import read_source

POINTING = re.compile(
    r"\bpoint(?:ing)? at (?!once\b|the end\b|game end\b)|\bclick|\bhover|\bmouse\b|\bcursor\b"
    r"|\bright-click|\bpress(?: the)? [A-Z\u201c]|\bdrag\b|\bscroll\b|\btap\b"
    r"|\bpointe[zr]\b|\bcliqu|\bclic\b|\bsurvol|\bsouris\b|\bcurseur\b|\bappuyez\b|\btouchez un\b"
    r"|\bpressez\b|\bd\u00e9signez\b",
    re.IGNORECASE,
)
# Each is shown on one kind of device only.
BY_DEVICE = {"qd.page.point": "by-pointer", "qd.page.tap": "by-touch"}
CATALOGUES = [f for f in sorted(HOUSE.glob("**/messages/*.po")) if "cli" not in f.parts]
LESSONS = sorted(HOUSE.glob("games/*/HOWTO*.md"))
TEMPLATES = sorted((HOUSE / "server" / "templates").glob("**/*.jinja"))


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_no_text_wants_a_device_that_the_reader_may_not_have(file: Path) -> None:
    said = read_source(file.read_text(encoding="utf-8"))
    found = {id: forms for id, forms in said.items() if any(map(POINTING.search, forms))}
    assert not {id: forms for id, forms in found.items() if id not in BY_DEVICE}


@pytest.mark.parametrize("file", LESSONS, ids=lambda file: f"{file.parts[-2]}-{file.name}")
def test_how_to_play_wants_no_device(file: Path) -> None:
    assert not POINTING.findall(file.read_text(encoding="utf-8"))


def test_what_is_for_one_device_is_shown_there_only() -> None:
    for id, style in BY_DEVICE.items():
        used = [t.read_text(encoding="utf-8") for t in TEMPLATES]
        shown = sum(text.count(f'say("{id}")') for text in used)
        assert shown == sum(text.count(f'class="{style}">{{{{ say("{id}")') for text in used) > 0


def test_keys_are_named_where_there_are_keys() -> None:
    """But the list of all keys is there for whoever asks for it."""
    for file in TEMPLATES:
        for tag in re.findall(r"(?<!<dt>)<kbd[^>]*>", file.read_text(encoding="utf-8")):
            assert "by-pointer" in tag, f"{file.name}: {tag}"


@pytest.mark.parametrize("text", ["Point at the board", "Cliquez ici", "press R", "Survolez-le"])
def test_such_words_are_found(text: str) -> None:
    assert POINTING.search(text)
