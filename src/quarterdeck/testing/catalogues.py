"""The texts of a game, language by language: nothing missing, nothing different in its fields."""

from __future__ import annotations

from pathlib import Path
from string import Formatter

from quarterdeck.kernel.catalogue import LANGUAGES
from quarterdeck.kernel.pofile import read_source


def find_differences(folder: Path) -> list[str]:
    """What is wrong with the catalogues of a folder, a line each; empty if all is well."""
    catalogues = {
        language: read_source((folder / f"{language}.po").read_text(encoding="utf-8"))
        for language in LANGUAGES
    }
    problems = []
    ids = sorted({id for catalogue in catalogues.values() for id in catalogue if id})
    for id in ids:
        missing = [
            language for language, texts in catalogues.items() if not all(texts.get(id, [""]))
        ]
        if missing:
            problems.append(f"{id} is missing ({', '.join(missing)})")
            continue
        fields = {
            frozenset(_fields(text)) for catalogue in catalogues.values() for text in catalogue[id]
        }
        if len(fields) > 1:
            problems.append(f"{id} has other fields in another language or form")
    return problems


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
