"""Catalogue sources are read and compiled as gettext's own tools do it."""

from __future__ import annotations

import gettext
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo

from quarterdeck.kernel.pofile import BadSource, compile_source, read_source
from tools.catalogues import SOURCES, catalogue_files, read_catalogue

HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'


def texts(compiled: bytes) -> dict[object, str]:
    found: dict[object, str] = vars(gettext.GNUTranslations(BytesIO(compiled)))["_catalog"]
    return {id: text for id, text in found.items() if id}


@pytest.mark.parametrize("file", catalogue_files(SOURCES), ids=lambda f: f"{f.parts[-3]}-{f.name}")
def test_our_catalogues_compile_to_the_same_texts(file: Path) -> None:
    wanted = BytesIO()
    write_mo(wanted, read_catalogue(file))
    assert texts(compile_source(file.read_text(encoding="utf-8"))) == texts(wanted.getvalue())


def test_a_source_is_read_by_id() -> None:
    text = HEAD + (
        '\n# a remark\nmsgid "a.b"\nmsgstr ""\n"one "\n"line\\n"\n'
        'msgid "c"\nmsgid_plural "c"\nmsgstr[0] "{count} é"\nmsgstr[1] "{count} \\"és\\""\n'
    )
    found = read_source(text)
    assert found["a.b"] == ["one line\n"]
    assert found["c"] == ["{count} é", '{count} "és"']


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ("msgid a\n", 4),
        ('msgid "a"\nmsgstr "b\n', 5),
        ('msgid "a"\nmsgstr "b"\nfoo "c"\n', 6),
        ('msgid "a"\nmsgstr "b"\nmsgid "a"\nmsgstr "c"\n', 8),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(more: str, line: int) -> None:
    with pytest.raises(BadSource, match=f"line {line}: "):
        read_source(HEAD + more)
