"""`quarterdeck lab`: studies of how options and printed values move a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import MofNCompleteColumn, TimeRemainingColumn
from rich.table import Table

from quarterdeck.cli.common import (
    LanguageOption,
    out,
    progress_bar,
    translator,
    whole_number,
)
from quarterdeck.cli.lab_report import report_command
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.lab.crews import call_crew
from quarterdeck.lab.results import PlayedGame
from quarterdeck.lab.running import Run, forecast, open_folder
from quarterdeck.lab.study import Study, find_ready, list_ready, read_study

app = typer.Typer(
    help="Studies of how options and printed values move a game.", no_args_is_help=True
)

app.command("report")(report_command)

StudyArgument = Annotated[
    str, typer.Argument(help="A study's file (TOML), or a game that comes with one.")
]
WorkersOption = Annotated[
    int | None, typer.Option(parser=whole_number(1), help="Processes to play in.")
]


@app.command("run")
def run_command(
    study: StudyArgument,
    folder: Annotated[Path, typer.Option("--out", help="Folder the results are kept in.")],
    workers: WorkersOption = None,
    ray: Annotated[
        str | None,
        typer.Option(
            help="Play on a Ray cluster: its address, or auto for the one that is running here. "
            "If there is none, one is started on this machine."
        ),
    ] = None,
    lang: LanguageOption = None,
) -> None:
    """Play the games of a study. It may be stopped at any time; the same command goes on."""
    say = translator(lang)
    asked = _find(study)
    with open_folder(folder, asked) as results:
        for damage in results.damage:
            out.print(say.text(damage), markup=False, soft_wrap=True)
        run = Run(asked, results)
        if run.played:
            out.print(say("qd.lab.resumed", games=run.played), soft_wrap=True)
        try:
            _play(run, workers, ray, say)
        except KeyboardInterrupt:
            out.print(say("qd.lab.stopped", games=run.played), soft_wrap=True)
            raise
        done = say("qd.lab.done", games=run.played, cells=len(run.cells), folder=str(folder))
        out.print(done, markup=False, soft_wrap=True)


def _play(run: Run, workers: int | None, ray: str | None, say: Translator) -> None:
    """Play what is missing, with a bar that tells how long it will still take."""
    if run.is_finished:
        return
    columns = MofNCompleteColumn(), TimeRemainingColumn(elapsed_when_finished=True)
    with (
        progress_bar(say("qd.cli.sim.progress"), *columns) as bar,
        call_crew(workers, ray) as crew,
    ):
        task = bar.add_task("", total=run.expected, completed=run.played)

        def show(_: PlayedGame) -> None:
            bar.update(task, completed=run.played, total=run.expected)

        run.go_on(crew, show)


@app.command("check")
def check_command(
    study: StudyArgument,
    workers: WorkersOption = None,
    lang: LanguageOption = None,
) -> None:
    """Tell the cells of a study and about how long it takes, from a few timed games."""
    say = translator(lang)
    asked = _find(study)
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column(say("qd.lab.check.column.cell"), justify="right")
    table.add_column(say("qd.lab.check.column.games"), justify="right")
    table.add_column(say("qd.lab.check.column.what"), overflow="fold")
    for cell, goal in zip(asked.cells, asked.goals, strict=True):
        games = str(goal.games) if goal.until is None else ""
        if goal.until is not None:
            most = max(goal.games, goal.most)
            games = say("qd.lab.check.until", most=most)
        table.add_row(str(cell.number), games, _plain(cell.label))
    out.print(table)
    for message in asked.left_out:
        out.print(say.text(message), markup=False, soft_wrap=True)
    groups = len({(cell.seats, cell.bots) for cell in asked.cells})
    with progress_bar(say("qd.lab.check.timing"), MofNCompleteColumn()) as bar:
        task = bar.add_task("", total=groups)
        found = forecast(asked, lambda: bar.advance(task))
    id = "qd.lab.check.study.about" if found.has_intervals else "qd.lab.check.study"
    said = say(id, title=asked.title, cells=found.cells, games=found.games)
    out.print(said, markup=False, soft_wrap=True)
    count = workers or 1
    time = _write_time(found.seconds / count, say)
    out.print(say("qd.lab.check.time", time=time, workers=count), soft_wrap=True)


@app.command("studies")
def studies_command(lang: LanguageOption = None) -> None:
    """List the studies that come with the games. Copy one to make your own."""
    translator(lang)  # an unknown language is an error here, too
    for name, title in list_ready().items():
        out.print(f"[bold]{name}[/]  {_plain(title)}", soft_wrap=True)
        # In one line, however long, so that it can be copied
        out.print(f"    {_plain(str(find_ready(name)))}", soft_wrap=True)


def _find(name: str) -> Study:
    """A study by its file, or the one that comes with a game; raises BadSetup."""
    path = Path(name)
    if path.is_file():
        return read_study(path)
    ready = find_ready(name)
    if ready is None:
        known = ", ".join(list_ready())
        raise BadSetup(Message("qd.lab.error.no_study", name=name[:80], known=known))
    return read_study(ready)


def _plain(text: str) -> str:
    """A text of somebody else's, in which nothing is a mark-up."""
    return text.replace("[", "\\[")


def _write_time(seconds: float, say: Translator) -> str:
    """A time in words that is not more exact than it is known."""
    if seconds < 90:
        return say("qd.lab.seconds", seconds=max(1, round(seconds)))
    hours, minutes = divmod(round(seconds / 60), 60)
    if hours:
        return say("qd.lab.hours", hours=hours, minutes=minutes)
    return say("qd.lab.minutes", minutes=minutes)
