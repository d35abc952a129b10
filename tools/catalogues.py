"""Message catalogues: compile every `messages/*.po` to `.mo` beside it.

With `--check`, compile nothing and report what is missing or does not match between languages.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src"
LANGUAGES = ("en", "fr")

# Babel dates a catalogue that has no date with the present; the same source must always compile
# to the same file.
NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)


def catalogue_files(source_root: Path) -> list[Path]:
    return sorted(source_root.glob("quarterdeck/**/messages/*.po"))


def read_catalogue(file: Path) -> Catalog:
    with file.open("rb") as stream:
        catalogue = read_po(stream, locale=file.stem, abort_invalid=True)
    catalogue.creation_date = catalogue.revision_date = NO_DATE
    return catalogue


def compile_catalogues(source_root: Path) -> list[Path]:
    """Write the `.mo` files that are missing or out of date, and return them."""
    written = []
    for file in catalogue_files(source_root):
        compiled = io.BytesIO()
        write_mo(compiled, read_catalogue(file))
        target = file.with_suffix(".mo")
        if not target.exists() or target.read_bytes() != compiled.getvalue():
            target.write_bytes(compiled.getvalue())
            written.append(target)
    return written


def message_id(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def texts(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def fields(message: Message) -> set[str]:
    """The names of the format fields a translation uses, in any of its plural forms."""
    return {
        field.partition(".")[0].partition("[")[0]
        for text in texts(message)
        for _, field, _, _ in Formatter().parse(text)
        if field is not None
    }


def repeated_ids(file: Path) -> list[str]:
    """Ids defined twice; Babel would merge them without a word."""
    lines = file.read_text(encoding="utf-8").splitlines()
    counts = Counter(line for line in lines if line.startswith("msgid ") and line != 'msgid ""')
    return [line.removeprefix("msgid ").strip('"') for line, count in counts.items() if count > 1]


def is_extra_form(name: str, names: Iterable[str]) -> bool:
    """Whether an id is a grammatical form of another (`x.the` of `x`): languages may differ."""
    return name.rpartition(".")[0] in names


def problems_of_file(file: Path, messages: Iterable[Message]) -> Iterator[str]:
    for name in repeated_ids(file):
        yield f"{file}: {name}: defined twice"
    for message in messages:
        name = message_id(message)
        if message.fuzzy:
            yield f"{file}: {name}: marked fuzzy"
        if not texts(message) or not all(texts(message)):
            yield f"{file}: {name}: not translated"
        try:
            fields(message)
        except ValueError as error:
            yield f"{file}: {name}: {error}"


def problems_of_folder(folder: Path) -> Iterator[str]:
    catalogues: dict[str, dict[str, Message]] = {}
    broken = False
    for language in LANGUAGES:
        file = folder / f"{language}.po"
        if not file.exists():
            yield f"{file}: missing"
            continue
        try:
            messages = [message for message in read_catalogue(file) if message.id]
        except PoFileError as error:
            yield f"{file}: {error}"
            continue
        for problem in problems_of_file(file, messages):
            broken = True
            yield problem
        catalogues[language] = {message_id(message): message for message in messages}
    if not broken:
        yield from differences(folder, catalogues)


def differences(folder: Path, catalogues: dict[str, dict[str, Message]]) -> Iterator[str]:
    """What one language says and another does not."""
    everything = {name for messages in catalogues.values() for name in messages}
    for name in sorted(everything):
        missing = [language for language in catalogues if name not in catalogues[language]]
        if missing and not is_extra_form(name, everything):
            yield f"{folder}: {name}: missing in {', '.join(missing)}"
        present = [messages[name] for messages in catalogues.values() if name in messages]
        used = {frozenset(fields(message)) for message in present}
        plural = {isinstance(message.id, str) for message in present}
        if len(used) > 1:
            shown = " / ".join(str(sorted(names)) for names in used)
            yield f"{folder}: {name}: the languages use different fields: {shown}"
        if len(plural) > 1:
            yield f"{folder}: {name}: plural in one language only"


def check(source_root: Path) -> int:
    folders = sorted({file.parent for file in catalogue_files(source_root)})
    problems = [problem for folder in folders for problem in problems_of_folder(folder)]
    for problem in problems:
        print(problem.replace(f"{ROOT}/", ""))
    count = sum(len(read_catalogue(file)) for file in catalogue_files(source_root) if not problems)
    if not problems:
        print(f"Catalogues complete: {len(folders)} folders, {count} messages.")
    return 1 if problems else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true", help="compile nothing, report problems")
    if parser.parse_args().check:
        return check(SOURCES)
    for target in compile_catalogues(SOURCES):
        print(f"compiled {target.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
