"""French texts are typeset as French is: spaces, apostrophes, quotes, minus signs, dashes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.typography import FAULTS, FOLDERS, ROOT, faults, french_files, problems_of_file

FILES = [file for folder in FOLDERS for file in french_files(folder)]

WRONG = {
    "write ’ for an apostrophe": ["l'île", "d'*Upon a Salty Ocean*"],
    "quote with « »": ['le "tour"', "le “tour”"],
    "U+202F before ; ! ?": ["a ; b", "a\u00a0; b", "Quoi?", "Bravo !", "{count} ?", "`code` ;"],
    "U+00A0 before :": [
        "Raison : a",
        "Raison: a",
        "Raison\u202f: a",
        "*Mer* : a",
        "{seat:player} : a",
    ],
    "U+00A0 inside « »": ["« mot »", "«mot»", "«\u202fmot\u202f»"],
    "write … for an ellipsis": ["et puis..."],
    "write − (U+2212) for a minus": ["à -22", "| -1 |", "(-y, -1)", "5 - 3", "5 – 3"],
    "write – (U+2013) for a dash": ["| a | - |", "a - b"],
    "write – (U+2013) in a range": ["de 3-5 joueurs", "(0-6)"],
    "U+00A0 between a number and its unit": ["2 db", "{points} PV.", "95 %", "(3 ★)"],
    "U+00A0 around ×": ["5 × 5", "2\u00a0× 3"],
    "U+202F between thousands": ["1 054 lignes", "1,054 lignes"],
    "one space only": ["a \u202f; b", "«\u00a0 mot\u00a0»"],
    "write œ": ["un coup d’oeil", "Noeud"],
}
RIGHT = [
    "L’île «\u00a0mot\u00a0»\u202f; non\u202f? Raison\u00a0: −22, 5\u00a0×\u00a05, 3–5, 2\u00a0db…",
    "- `l'id`\u00a0: rien",
    "`a ; b`, `-22` et `map = generated:<seed>`",
    "SM-2.10, r2c3/1, 10:30, 127.0.0.1:9464, {hour}:{minute}, Notre-Dame, dis-le",
    "[page](http://a.b/c?d=e) et sqlite:///fichier",
    "a\n\n![une image](picture:a)",
    "| a | b |\n|---|:-:|\n| c | – |",
    "  ```text\n  a - b ; c : 'd'\n  ```",
    "(Nuts! Publishing)",
    "u               annuler",
]


def test_there_is_french_to_read() -> None:
    games = ROOT / "src" / "quarterdeck" / "games"
    pages = {file.parent for file in games.glob("*/RULES.md")}
    assert pages
    assert {file.parent for file in FILES if file.name == "RULES.fr.md"} >= pages
    assert {file.parent.parent for file in FILES if file.suffix == ".po"} >= pages


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_french_is_well_typeset(file: Path) -> None:
    assert list(problems_of_file(file)) == []


@pytest.mark.parametrize("what", FAULTS)
def test_every_fault_is_found(what: str) -> None:
    for text in WRONG[what]:
        assert what in {fault.what for fault in faults(text)}, text


@pytest.mark.parametrize("text", RIGHT)
def test_good_french_and_what_is_not_prose_are_left_alone(text: str) -> None:
    assert faults(text) == []


def test_a_fault_in_a_catalogue_is_told_with_its_id(tmp_path: Path) -> None:
    folder = tmp_path / "messages"
    folder.mkdir()
    catalogue = folder / "fr.po"
    catalogue.write_text(
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        '"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
        'msgid "x.cost"\nmsgid_plural "x.cost"\n'
        'msgstr[0] "{count}\u00a0PV"\nmsgstr[1] "l\'or : {count} PV"\n',
        encoding="utf-8",
    )
    told = list(problems_of_file(catalogue))
    assert len(told) == 3
    assert all("x.cost" in line for line in told)


def test_a_fault_in_a_page_is_told_with_its_line(tmp_path: Path) -> None:
    page = tmp_path / "AID.fr.md"
    page.write_text("# Aide\n\nl'or\n", encoding="utf-8")
    (told,) = problems_of_file(page)
    assert told.startswith(f"{page}:3: write ’")
