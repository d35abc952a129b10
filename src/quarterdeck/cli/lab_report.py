"""`quarterdeck lab report`: what a study has found, as a page and as data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

import quarterdeck.lab.report  # noqa: F401 (its texts)
from quarterdeck.cli.common import LanguageOption, err, needing, out, translator
from quarterdeck.cli.picture import write

PAGE = "report.html"
# Instead of a file: what is written goes to the screen, or to another program.
PRINTED = Path("-")
# Of what could not be read so much is named one by one.
MOST_DAMAGE = 5


def report_command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a study.")],
    page: Annotated[
        Path | None, typer.Option("--out", help=f"Where to write the page; by default DIR/{PAGE}.")
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option("--json", help="Write the same figures as JSON, too; - prints them."),
    ] = None,
    lang: LanguageOption = None,
) -> None:
    """Write what a study has found so far: one page with charts, and the figures as JSON."""
    say = translator(lang)
    with needing("qd.report.error.library"):
        from quarterdeck.lab.report.exporting import report_to_json
        from quarterdeck.lab.report.page import write_page
        from quarterdeck.lab.report.reporting import make_report
    report = make_report(folder)
    files = {page or folder / PAGE: write_page(report, say).encode()}
    # Whoever reads the figures from a pipe wants nothing else there
    told_on = err if data == PRINTED else out
    if data is not None:
        figures = json.dumps(report_to_json(report, say), ensure_ascii=False, allow_nan=False)
        if data == PRINTED:
            typer.echo(figures)
        else:
            files[data] = figures.encode()
    for file, content in files.items():
        write(file, content)
        told_on.print(say("qd.cli.written", file=str(file)), markup=False, soft_wrap=True)
    for damage in report.damage[:MOST_DAMAGE]:
        err.print(say.text(damage), markup=False, soft_wrap=True)
    if report.damage:
        told_of = say("qd.report.damaged", count=len(report.damage))
        err.print(told_of, markup=False, soft_wrap=True)
