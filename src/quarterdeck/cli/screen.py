"""A game on a terminal: framed and coloured, or plain lines for screen readers and pipes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from textwrap import wrap

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from quarterdeck.advice import ToldAdvice
from quarterdeck.cli.common import out
from quarterdeck.game import Game, LogLine
from quarterdeck.kernel.catalogue import write_number
from quarterdeck.kernel.faces import Choice
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.rules import Section
from quarterdeck.since import Recap

# Okabe-Ito: told apart by everybody. Never the only sign: every frame has its title.
SEAT_COLOURS = ("#56B4E9", "#009E73", "#D55E00", "#F0E442", "#CC79A7", "#E69F00")
WIDE = 110

# More choices of one family than this are listed by what tells them apart, not line by line.
MANY = 12
LIST_WIDTH = 76


class Screen:
    """Shows one game to people, in their language."""

    def __init__(self, game: Game, language: str, plain: bool, console: Console = out) -> None:
        self.game = game
        self.console = console
        self.say = game.translator(language)
        self.plain = plain or not console.is_terminal
        self._shown: tuple[int | None, list[Section]] = (None, [])

    def line(self, text: str = "", style: str = "") -> None:
        self.console.print(Text(text, style="" if self.plain else style), soft_wrap=self.plain)

    def tell(self, id: str, **arguments: int | str | Message) -> None:
        self.line(self.say(id, **arguments))

    # The position

    def show_position(self, viewer: int | None) -> None:
        sections = self.game.text(viewer, self.say.language)
        if self.plain:
            self._show_news(viewer, sections)
            return
        board = [self._panel(s) for s in sections if not s.kind.startswith("player-")]
        players = [self._panel(s) for s in sections if s.kind.startswith("player-")]
        if self.console.width >= WIDE:
            grid = Table.grid(expand=True, padding=(0, 1))
            grid.add_column(ratio=1)
            grid.add_column(ratio=1)
            grid.add_row(Group(*board), Group(*players))
            self.console.print(grid)
        else:
            self.console.print(Group(*board, *players))

    def _show_news(self, viewer: int | None, sections: list[Section]) -> None:
        """Line by line: who has just heard a section is not told it again."""
        last, heard = self._shown
        for section in sections:
            if viewer != last or section not in heard:
                self.line()
                self.line(f"## {section.title}")
                for text in section.lines:
                    self.line(text)
        self.line()
        self._shown = (viewer, sections)

    def forget(self) -> None:
        """Show everything again next time."""
        self._shown = (None, [])

    def _panel(self, section: Section) -> RenderableType:
        colour = "bright_blue"
        if section.kind.startswith("player-"):
            seat = int(section.kind.split("-")[1])
            colour = SEAT_COLOURS[seat % len(SEAT_COLOURS)]
        body = Text("\n".join(section.lines))
        title = Text(section.title, style="bold")
        return Panel(body, title=title, title_align="left", border_style=colour)

    # The log

    def show_lines(self, lines: Iterable[LogLine]) -> None:
        for told in lines:
            self.line(f"  {self.say.text(told.event.message)}", "dim")

    def show_recap(self, recap: Recap) -> None:
        """What others did since a player's last choice; nothing if one line has just told it."""
        if not recap.concerns and len(recap.lines) < 2:
            return
        self.line(self.say("qd.since.title.first" if recap.first else "qd.since.title"), "bold")
        for text in recap.concerns:
            self.line("  " + self.say("qd.since.concerns", what=text), "bold yellow")
        for deeds in recap.players:
            self.line(f"  {deeds.text}")

    # The coach

    def show_advice(self, advice: ToldAdvice) -> None:
        self._coach("qd.coach.question", advice.about or advice.question)
        if not advice.label:
            self.tell("qd.coach.no_idea")
            return
        self._coach("qd.coach.would", advice.label)
        if advice.effect:
            self.line(f"  {advice.effect}")
        if advice.reasons:
            self.tell("qd.coach.because", reasons=advice.reasons)

    def _coach(self, id: str, text: str) -> None:
        self.line(f"{self.say(id)} {text}", "bold cyan")

    # Choices

    def show_choices(self, choices: list[Choice]) -> None:
        """Numbered, by group, in columns where there is room."""
        groups: dict[str, list[tuple[int, Choice]]] = {}
        for number, choice in enumerate(choices, 1):
            groups.setdefault(self.say.text(choice.group), []).append((number, choice))
        for name, members in groups.items():
            if len(groups) > 1:
                self.line(name, "bold")
            for _, alike in groupby(members, lambda member: _family(member[1])):
                self._show_alike(list(alike))

    def _show_alike(self, members: list[tuple[int, Choice]]) -> None:
        """Choices of one family: line by line, or, if they are many, by what tells them apart."""
        if len(members) > MANY:
            self.tell("qd.cli.many", count=len(members), example=members[0][1].notation)
            for text in wrap(", ".join(_which(choice) for _, choice in members), LIST_WIDTH):
                self.line(f"  {text}")
            return
        texts = [self._offer(number, choice) for number, choice in members]
        if self.plain:
            for text in texts:
                self.line(text)
        else:
            self.console.print(Columns([Text(t) for t in texts], padding=(0, 3), column_first=True))

    def _offer(self, number: int, choice: Choice) -> str:
        """A choice with its number and cost; below it, what it does and what is risky about it."""
        more = [self.say.text(said) for said in (choice.effect, choice.risk) if said is not None]
        offer = self.say.text(self.game.rules.offer(choice))
        return "\n".join([f"{number:3d}  {offer}", *(f"     {text}" for text in more)])

    def show_closed(self, seat: int) -> None:
        closed = self.game.closed(seat)
        if not closed:
            self.tell("qd.cli.nothing_closed")
        reasons: dict[tuple[str, Reason], list[Choice]] = {}
        for entry in closed:
            reasons.setdefault((_family(entry.choice), entry.reason), []).append(entry.choice)
        for (family, reason), choices in reasons.items():
            if len(choices) > MANY:
                together = ", ".join(_which(choice) for choice in choices)
                self._show_reason(f"{family} {together}", reason)
            else:
                for choice in choices:
                    self._show_reason(choice.label, reason)

    def _show_reason(self, choice: str | Message, reason: Reason) -> None:
        self.tell("qd.cli.closed", choice=choice, why=reason.message, rule=reason.rule)

    # The result

    def show_result(self) -> None:
        outcome = self.game.outcome
        assert outcome is not None
        seats = sorted(range(self.game.seats), key=lambda seat: outcome.ranks[seat])
        if self.plain:
            self._result_lines(seats)
        else:
            self._result_table(seats)
        if self.game.seats == 1:
            self.line(self.say("qd.cli.score", count=outcome.scores[0]), "bold")
            return
        winners = [self.say.player(s) for s in seats if outcome.ranks[s] == 1]
        id = "qd.cli.winner" if len(winners) == 1 else "qd.cli.winners"
        self.line(self.say(id, names=", ".join(winners)), "bold")

    def _cell(self, points: int, detail: Message | None) -> str:
        shown = write_number(points)
        return shown if detail is None else f"{shown} ({self.say.text(detail)})"

    def _result_table(self, seats: list[int]) -> None:
        table = Table()
        table.add_column("")
        for seat in seats:
            table.add_column(self.say.player(seat), justify="right")
        for line in self.game.score_sheet():
            details = line.details or (None,) * self.game.seats
            cells = [self._cell(line.points[s], details[s]) for s in seats]
            style = "bold" if line.id == "total" else ""
            table.add_row(self.say.text(line.label), *cells, style=style)
        self.console.print(table)

    def _result_lines(self, seats: list[int]) -> None:
        for seat in seats:
            self.line(f"## {self.say.player(seat)}")
            for line in self.game.score_sheet():
                details = line.details or (None,) * self.game.seats
                cell = self._cell(line.points[seat], details[seat])
                self.tell("qd.cli.score_line", item=line.label, points=cell)


def _family(choice: Choice) -> str:
    return choice.notation.partition(" ")[0]


def _which(choice: Choice) -> str:
    return choice.notation.partition(" ")[2]
