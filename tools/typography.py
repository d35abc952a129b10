"""French as it is typeset: report every fault in the French texts that players read.

The texts are the catalogues `fr.po` and the pages `*.fr.md`. Code, links, addresses and the
fields of a template are not prose and are left out.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools.catalogues import message_id, read_catalogue, texts  # noqa: E402

FOLDERS = (ROOT / "src", ROOT / "tests" / "toy")

NO_BREAK, NARROW = "\u00a0", "\u202f"
FIELD = "\ufffc"  # stands for what is not prose: a number, a name or a piece of code
UNITS = "PV|db|pm|%|★|Mo|ko|ms"

NOT_PROSE = (
    re.compile(r"^ *```.*?^ *```", re.DOTALL | re.MULTILINE),
    re.compile(r"`[^`\n]*`"),
    re.compile(r"(?<=\])\([^)\n]*\)"),
    re.compile(r"^!(?=\[)", re.MULTILINE),
    re.compile(r"\b[a-z]+://[^\s)]*"),
    re.compile(r"pip install \S+"),
    re.compile(r"\{[^{}\n]*\}"),
    re.compile(r"^\|[|: -]+$", re.MULTILINE),
    re.compile(r"^ *-(?= )", re.MULTILINE),
    re.compile(r"Nuts!(?= Publishing)"),
)

FAULTS = {
    "write ’ for an apostrophe": r"'",
    "quote with « »": '["“”„]',
    "U+202F before ; ! ?": rf"(?<![{NARROW}!?(])[;!?]",
    "U+00A0 before :": rf"(?<!{NO_BREAK}):(?!(?<=[\d{FIELD}]:)[\d{FIELD}])",
    "U+00A0 inside « »": rf"«(?!{NO_BREAK})|(?<!{NO_BREAK})»",
    "write … for an ellipsis": r"\.\.\.",
    "write − (U+2212) for a minus": r"(?<![\w-])-(?=\d)|(?<=[\d)] )[-–](?= [\d(])",
    "write – (U+2013) for a dash": r"(?<!\S)-(?!\S)",
    "write – (U+2013) in a range": r"(?<![\w.-])\d+-(?=\d)",
    "U+00A0 between a number and its unit": rf"(?<=[\d{FIELD}]) (?=(?:{UNITS})(?!\w))",
    "U+00A0 around ×": r"(?<=\d) ×|×(?= \d)",
    "U+202F between thousands": r"(?<=\d)[ ,.](?=\d{3}(?!\d))",
    "one space only": rf"(?<= )[{NO_BREAK}{NARROW}]|[{NO_BREAK}{NARROW}](?=[ {NO_BREAK}{NARROW}])",
    "write œ": r"(?i)oe(?=[ui])",
}
PATTERNS = {fault: re.compile(pattern) for fault, pattern in FAULTS.items()}


class Fault(NamedTuple):
    place: int
    what: str


def prose(text: str) -> str:
    """The text with everything that is not prose blanked out, at the same places."""
    for pattern in NOT_PROSE:
        text = pattern.sub(lambda found: re.sub(r"[^\n]", FIELD, found[0]), text)
    return text


def faults(text: str) -> list[Fault]:
    """What is not typeset as French is, in the order of the text."""
    plain = prose(text)
    return sorted(
        Fault(found.start(), what)
        for what, pattern in PATTERNS.items()
        for found in pattern.finditer(plain)
    )


def french_files(folder: Path) -> Iterator[Path]:
    yield from sorted(folder.rglob("*.fr.md"))
    yield from sorted(folder.rglob("messages/fr.po"))


def problems_of_file(file: Path) -> Iterator[str]:
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".po":
        for message in read_catalogue(file):
            for form in texts(message) if message.id else ():
                for fault in faults(form):
                    yield f"{file}: {message_id(message)}: {fault.what}: {form}"
        return
    for fault in faults(text):
        line = text.count("\n", 0, fault.place) + 1
        around = text[max(0, fault.place - 20) : fault.place + 20].replace("\n", " ")
        yield f"{file}:{line}: {fault.what}: {around}"


def main() -> int:
    files = [file for folder in FOLDERS for file in french_files(folder)]
    problems = [problem for file in files for problem in problems_of_file(file)]
    for problem in problems:
        print(problem.replace(f"{ROOT}/", ""))
    if not problems:
        print(f"French well typeset: {len(files)} files.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
