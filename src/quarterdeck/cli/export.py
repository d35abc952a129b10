"""`quarterdeck export`: finished games as a table of decisions, for Polars, pandas and the like."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import MofNCompleteColumn, Progress, TaskID, TimeRemainingColumn

from quarterdeck import record
from quarterdeck.cli.common import (
    ComponentsOption,
    LanguageOption,
    ending_when_told,
    err,
    needing,
    out,
    progress_bar,
    translator,
)
from quarterdeck.data.exporting import (
    PlayedGame,
    Unfinished,
    choose_game,
    find_games,
    list_records,
    read_record,
    replay_game,
)
from quarterdeck.game import rules_of
from quarterdeck.kernel.catalogue import Translator, write_number
from quarterdeck.kernel.errors import BadSetup, QuarterdeckError, RecordError
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules

if TYPE_CHECKING:
    from quarterdeck.data.writing import GameTable
    from quarterdeck.server.exporting import StoredGame

SUFFIX = ".parquet"
DAMAGED, UNFINISHED, OTHER = "damaged", "unfinished", "other"


def export_command(
    to: Annotated[Path, typer.Option("--to", help="The Parquet file to write.")],
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[RECORDS...]", help="Records (JSON Lines), or folders of them."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            help="Instead of records: the finished games of a server, at sqlite:///file or "
            "postgresql://user:password@host/name."
        ),
    ] = None,
    game: Annotated[
        str | None, typer.Option(help="Which game, if there are several: a file holds one.")
    ] = None,
    names: Annotated[
        bool, typer.Option("--names", help="Tell players' names, and where each game is from.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Write over a file.")] = False,
    components: ComponentsOption = None,
    lang: LanguageOption = None,
) -> None:
    """Write finished games to a Parquet file: one row for each decision."""
    say = translator(lang)
    with needing("qd.data.no_library"):
        from quarterdeck.data.writing import check_place
    if (database is None) == (not files):
        raise BadSetup(Message("qd.data.export.which"))
    if database is not None and components is not None:
        raise BadSetup(Message("qd.data.export.components"))
    check_suffix(to)
    check_place(to, force)
    run = Export(to, force, names, say)
    with ending_when_told():
        if database is None:
            run.export_records(list_records(files or []), game, components)
        else:
            run.export_database(database, game)
    run.sum_up()


def check_suffix(to: Path) -> None:
    """Raises BadSetup if a name promises another kind of file."""
    if to.suffix and to.suffix.lower() != SUFFIX:
        raise BadSetup(Message("qd.data.export.suffix", file=str(to), suffix=SUFFIX))


class Export:
    """One run of the command."""

    def __init__(self, to: Path, force: bool, names: bool, say: Translator) -> None:
        self.to = to
        self.force = force
        self.names = names
        self.say = say
        self.left_out: Counter[str] = Counter()
        self.done = Message("")

    def export_records(
        self, files: list[Path], wanted: str | None, components: Path | None
    ) -> None:
        found = find_games(files)
        if not found:
            self._complain_of_all(files)
        rules = rules_of(choose_game(found, wanted), components)
        with self._writing(rules, len(files)) as add:
            for number, file in enumerate(files):
                add(
                    str(file),
                    lambda: read_record(file, rules, number, self.names, components is None),  # noqa: B023
                )

    def export_database(self, address: str, wanted: str | None) -> None:
        with needing("qd.cli.error.no_web"):
            from quarterdeck.server.checkup import open_to_read
            from quarterdeck.server.exporting import read_finished
            from quarterdeck.server.settings import database_address

        async def run() -> None:
            async with open_to_read(database_address(address)) as store:
                counts = await store.lists.count_finished()
                rules = rules_of(choose_game(counts, wanted))
                with self._writing(rules, counts.get(rules.id, 0)) as add:
                    number = 0
                    async for each in read_finished(store, rules.id, self.names):
                        told = self.say("qd.data.export.table", table=each.table)
                        add(told, lambda: self._replay(each, rules, number))  # noqa: B023
                        number += 1

        asyncio.run(run())

    def _replay(self, stored: StoredGame, rules: AnyRules, number: int) -> PlayedGame:
        if stored.record is None:
            raise RecordError(stored.fault or Message("qd.data.not_over"))
        source = stored.table if self.names else None
        played_with = rules.with_box(stored.record.header.components)
        return replay_game(
            stored.record, played_with, number, stored.players, source, stored.version
        )

    @contextmanager
    def _writing(
        self, rules: AnyRules, total: int
    ) -> Iterator[Callable[[str, Callable[[], PlayedGame | None]], None]]:
        """Gives what is called for each game, with a name for it and how it is read."""
        from quarterdeck.data.schema import make_schema
        from quarterdeck.data.writing import GameTable, draft

        columns = (MofNCompleteColumn(), TimeRemainingColumn())
        with (
            draft(self.to, self.force) as file,
            progress_bar(self.say("qd.data.export.progress"), *columns) as bar,
            GameTable(file, make_schema(rules), rules) as table,
        ):
            task = bar.add_task("", total=total)
            yield lambda source, read: self._add(source, read, table, bar, task)
            if not table.games:
                raise BadSetup(Message("qd.data.nothing"))
        self.done = Message(
            "qd.data.export.done",
            file=str(self.to),
            count=table.games,
            game=rules.title,
            rows=write_number(table.rows),
        )

    def _add(
        self,
        source: str,
        read: Callable[[], PlayedGame | None],
        table: GameTable,
        bar: Progress,
        task: TaskID,
    ) -> None:
        try:
            found = read()
        except QuarterdeckError as error:
            self.left_out[UNFINISHED if isinstance(error, Unfinished) else DAMAGED] += 1
            bar.console.print(self._tell(source, error), markup=False, soft_wrap=True)
        else:
            if found is None:
                self.left_out[OTHER] += 1
            else:
                table.add(found.decisions, found.origin, found.ending)
        bar.advance(task)

    def _tell(self, source: str, error: QuarterdeckError) -> str:
        if isinstance(error, record.DamagedRecord):
            line, why = error.line, self.say.text(error.why)
            return self.say("qd.data.export.damaged", source=source, line=line, why=why)
        return self.say("qd.data.export.left_out", source=source, why=self.say.text(error.message))

    def _complain_of_all(self, files: list[Path]) -> None:
        """None of these has a header: say why not."""
        for file in files:
            try:
                record.read(file)
            except QuarterdeckError as error:
                err.print(self._tell(str(file), error), markup=False, soft_wrap=True)

    def sum_up(self) -> None:
        """Say what was written; the exit code is 1 if something was left out that should not be."""
        out.print(self.say.text(self.done), markup=False, soft_wrap=True)
        counts = self.left_out
        if counts[OTHER]:
            told = self.say("qd.data.export.other_games", count=counts[OTHER])
            out.print(told, markup=False, soft_wrap=True)
        if counts[DAMAGED] or counts[UNFINISHED]:
            told = self.say(
                "qd.data.export.left_out.sum",
                damaged=counts[DAMAGED],
                unfinished=counts[UNFINISHED],
            )
            out.print(told, markup=False, soft_wrap=True)
            raise typer.Exit(1)
