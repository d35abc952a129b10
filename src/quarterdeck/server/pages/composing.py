"""A table as a reader sees it: the choices in groups, the turn in a sentence, the page in parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from itertools import groupby, takewhile
from typing import Any

import orjson
from markupsafe import Markup

from quarterdeck.bots.offering import bot_label
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.server.following import ShownPage
from quarterdeck.server.live import LiveTable
from quarterdeck.server.notices import span
from quarterdeck.server.pages.boards import board_now
from quarterdeck.server.pages.chances import show_chances
from quarterdeck.server.pages.clocks import show_times
from quarterdeck.server.pages.coach import coach_values
from quarterdeck.server.pages.common import Reader
from quarterdeck.server.pages.ending import aftermath_of, ending_of, invitation_to
from quarterdeck.server.pages.known import know_seats, show_chat
from quarterdeck.server.pages.parts import (
    KEY,
    LOG,
    PLAYERS,
    REASONS,
    SCORE,
    WHY,
    Board,
    Choices,
    Fetched,
    Log,
    PagePart,
    write_part,
)
from quarterdeck.server.sight import Sight, sight
from quarterdeck.server.stand_ins import Absence
from quarterdeck.server.state import (
    ShownChoice,
    ShownGesture,
    ShownLine,
    ShownReason,
    TableState,
    asked_of,
    describe_table,
    explain_closed,
    scores_of,
    since_of,
    translator_for,
    word_log,
)
from quarterdeck.server.store.rows import ChatRow
from quarterdeck.server.talking import OPEN_TO, Spectator, silence, spectators

# The panels beside the choices.
OTHERS = ("players", "score", "chat")
# What stands on panels that may be closed, except the log, which grows by itself.
PANELS = frozenset((PLAYERS, SCORE, WHY))
# Nobody is led, and nobody may ask.
NO_COACH = PagePart.of("part-coach", Markup())
# Nobody's time runs.
NO_CLOCK = PagePart.of("part-clock", Markup())
# Nobody is told how everybody stands.
NO_CHANCES = PagePart.of("part-chances", Markup())
# A group of more choices than this is folded on the board's page.
CROWD = 16
# Of so many plies a page is told in any case; what happened before them it may fetch.
MOST_TOLD = 24


@dataclass(frozen=True)
class Away:
    """Somebody's absence in words: how long, and when a bot may be voted for."""

    known: Absence
    where: str
    when: str


@dataclass(frozen=True)
class Group:
    """Choices that belong together; `plain` if none of them touches the board, like a pass."""

    title: str
    choices: tuple[ShownChoice, ...]
    plain: bool

    @property
    def crowded(self) -> bool:
        return len(self.choices) > CROWD


@dataclass(frozen=True)
class Company:
    """What the host sees of those who watch: who may speak, and everybody who is no player."""

    open: str
    spectators: tuple[Spectator, ...]
    known: tuple[str, ...] = OPEN_TO


def embed_gestures(gestures: tuple[ShownGesture, ...]) -> Markup:
    """Gestures as JSON that may stand in a page: no sign in it can end the element it is in."""
    text = orjson.dumps(gestures).decode().replace("<", "\\u003c").replace("&", "\\u0026")
    return Markup(text)  # noqa: S704


def group_choices(choices: Iterable[ShownChoice]) -> tuple[Group, ...]:
    """Choices by group, in the order in which the groups first appear, the plain ones last."""
    order: dict[str, list[ShownChoice]] = {}
    for choice in choices:
        order.setdefault(choice.group, []).append(choice)
    groups = [
        Group(title, tuple(found), not any(choice.spots for choice in found))
        for title, found in order.items()
    ]
    return tuple(sorted(groups, key=lambda group: group.plain))


def group_reasons(closed: Iterable[ShownReason]) -> tuple[tuple[str, tuple[ShownReason, ...]], ...]:
    """Closed choices by the reason they share, so that each reason is read once."""
    order = sorted(closed, key=lambda entry: (entry.rule, entry.why))
    return tuple((why, tuple(found)) for why, found in groupby(order, key=lambda entry: entry.why))


def collect_values(
    table: LiveTable, state: TableState, seen: Sight, say: Translator
) -> dict[str, Any]:
    """What the templates of a table's parts need besides its state."""
    return {
        "asked": bool(state.choices),
        "groups": group_choices(state.choices),
        "money": table.rules.money,
        "gestures": embed_gestures(state.gestures) if state.gestures else "",
        "turning": name_turning(state.gestures),
        "closed": asked_of(table, state.viewer).closed,
        "sight": seen,
        "asking": describe_turn(table, state, seen, say),
        "choosing": name_choosers(state, say),
        "ending": ending_of(table, state.viewer, state.language),
        "invitation": None,
        "aftermath": None,
        "since": since_of(table, state.viewer, state.language) if state.choices else None,
        "did": _latest(word_log(table, state.viewer, state.language), state),
        **coach_values(table, state, say),
    }


def _latest(log: Sequence[ShownLine], state: TableState) -> tuple[ShownLine, ...]:
    """What was told of the last actions, as far as they came after the viewer's own choice."""
    before = max(state.own, state.ply - MOST_TOLD)
    found = list(takewhile(lambda line: line.ply > before, reversed(log)))
    return tuple(reversed(found))


def name_turning(gestures: Sequence[ShownGesture]) -> str:
    """What turning is called here, if there is anything to turn: a piece, or one's way."""
    turned = [gesture for gesture in gestures if gesture.turn]
    if not turned:
        return ""
    ways = any(gesture.passes for gesture in turned)
    return "qd.page.other_way" if ways else "qd.page.turn_shape"


@dataclass(frozen=True)
class TablePage:
    """A table as a reader sees it: line and edition, and the parts of its page.

    `ply` and `own`: how far the game is and when this viewer last chose, as they count.
    """

    lines: int
    ply: int
    own: int
    edition: str
    parts: tuple[Fetched, ...]
    # The parts that were left out.
    closed: Set[str] = frozenset()

    def summarise(self) -> ShownPage:
        """What is known of a page that shows this."""
        marks = frozenset().union(*[part.marks() for part in self.parts])
        return ShownPage(self.edition, marks, self.closed)

    def whole(self) -> list[PagePart]:
        return [part.whole() for part in self.parts]

    def missing(self, have: Set[str]) -> list[PagePart]:
        """What a page does not show yet."""
        found: list[PagePart] = []
        for part in self.parts:
            found += part.missing(have)
        return found


async def compose_page(
    reader: Reader, table: LiveTable, closed: Set[str] = frozenset()
) -> TablePage:
    """The table's page for a reader, without the parts that are closed."""
    mine = tuple(table.seats_of(reader.guest_id))
    say = translator_for(table, reader.language)
    # Before anything is read: what changes meanwhile belongs to a later edition.
    edition = table.edition(mine)
    chat = await reader.house.store.chat.of(table.row.id)
    gone = () if PLAYERS in closed or not mine else await describe_absences(reader, table, say)
    whereabouts = reader.house.tables.whereabouts
    here = () if PLAYERS in closed else await whereabouts.look(table, reader.guest_id)
    said, known = await show_chat(reader, chat, say), await know_seats(reader, table)
    invitation = await invitation_to(reader.house.tables, table, reader.guest_id)
    aftermath = await aftermath_of(reader, table)
    times = show_times(table, await reader.house.tables.deadlines.times(table), say)
    async with table.lock:
        with reader.house.tables.faults.showing(table):
            seen = sight(table, reader.guest_id, reader.hands)
            viewer, language = seen.viewer, reader.language
            state = describe_table(table, viewer, language, mine)
            values = collect_values(table, state, seen, say)
            values["invitation"] = invitation
            values["aftermath"] = aftermath
            values.update(key=KEY, why=REASONS, chat=said, away=gone, here=here, known=known)
            values["times"] = times
            outlook = reader.house.tables.outlooks.look(table, mine)
            values["chances"] = show_chances(outlook, say)
            values["watching"] = reader.house.hub.count(table.row.id)
            values.update(find_company(reader, table, chat))

            def part(name: str) -> PagePart:
                return write_part(name, say, state, values, table.pages.steady_parts)

            def part_now(name: str) -> PagePart:
                """One that all who are shown this state share."""
                key = ("part", name, seen, language, mine, aftermath)
                return table.once(key, lambda: part(name))

            why: PagePart | None = None
            if values["closed"] and WHY not in closed:
                values["reasons"] = group_reasons(explain_closed(table, viewer, language))
                why = part_now("why")
            # A page takes over one after the other: what belongs together follows each other.
            parts: list[Fetched] = [
                part_now("turn"),
                part("chances") if values["chances"] else NO_CHANCES,
                part_now("talk"),
                part("clock") if any(times) else NO_CLOCK,
                part_now("coach") if values["coach"] or values["may_ask"] else NO_COACH,
                Choices(part_now("choices"), why),
            ]
            if SCORE not in closed:
                values["scores"] = scores_of(table, language)
            parts += [part(name) for name in OTHERS if f"part-{name}" not in closed]
            if values["company"] is not None:
                parts.append(part("company"))
            if LOG not in closed:
                key = ("log part", viewer, language)
                parts.append(table.once(key, lambda: _write_log(table, viewer, say)))
            board = board_now(table, viewer, language)
            if board is not None:
                parts.append(Board(board))
    return TablePage(state.lines, state.ply, state.own, edition, tuple(parts), closed)


def find_company(reader: Reader, table: LiveTable, chat: Iterable[ChatRow]) -> dict[str, Any]:
    """Why the reader may not speak, if so, which lines are theirs, and what the host may do."""
    row, company = table.row, None
    if reader.guest_id == row.host:
        watching = reader.house.hub.guests(row.id)
        company = Company(row.chat, spectators(table, chat, watching))
    has_spoken = any(line.guest_id == reader.guest_id for line in chat)
    return {
        "silent": silence(table, reader.guest_id) or "",
        "company": company,
        # Those who have said nothing are all shown the same.
        "me": reader.guest_id if has_spoken else None,
    }


def _write_log(table: LiveTable, viewer: int | None, say: Translator) -> Log:
    key = (viewer, say.language, tuple(say.names))
    before = table.pages.log_parts.find(key)
    log = Log.of(table.row.id, say, word_log(table, viewer, say.language), before)
    table.pages.log_parts.keep(key, log)
    return log


async def describe_absences(
    reader: Reader, table: LiveTable, say: Translator
) -> tuple[Away | None, ...]:
    """By seat: the absence of whoever else sits there, for a reader who plays here."""
    absences = await reader.house.tables.stand_ins.absences(table, reader.guest_id)
    return tuple(
        None if known is None else _describe_absence(table, known, say) for known in absences
    )


def _describe_absence(table: LiveTable, known: Absence, say: Translator) -> Away:
    name, after = say.player(known.seat), span(table.row.away_after)
    bot = bot_label(say, table.row.stand_in)
    if known.away:
        where = say("qd.page.away.since", name=name, away=span(known.away))
    else:
        where = say("qd.page.away.here", name=name)
    return Away(known, where, say("qd.page.away.after", bot=bot, after=after))


def _describe_end_alone(table: LiveTable, state: TableState, say: Translator) -> str:
    """Nobody to win against: the points, and what the game says of them."""
    points = state.seats[0].score
    scores = scores_of(table, state.language)
    detail = next((line.details[0] for line in scores if line.id == "total"), "")
    if detail:
        return say("qd.page.alone.detail", count=points, detail=detail)
    return say("qd.page.alone", count=points)


def describe_turn(table: LiveTable, state: TableState, seen: Sight, say: Translator) -> str:
    """Whose turn it is and what is asked, in one sentence."""
    if state.finished and len(state.seats) == 1:
        return _describe_end_alone(table, state, say)
    if state.finished:
        winners = [seat.name for seat in state.seats if seat.rank == 1]
        return say("qd.page.won", count=len(winners), names=", ".join(winners))
    if seen.hand_to is not None:
        return say("qd.page.hand_to", name=say.player(seen.hand_to))
    if state.prompt is not None:
        several = sum(seat.mine for seat in state.seats) > 1
        if several:
            name = next(seat.name for seat in state.seats if seat.number == state.viewer)
            return say("qd.page.asked_by_name", name=name, prompt=state.prompt)
        return state.prompt
    if state.together:
        waits = state.viewer is not None
        return say("qd.page.waiting_for_others" if waits else "qd.page.all_choose")
    names = [seat.name for seat in state.seats if seat.asked]
    return say("qd.page.waiting_for", names=", ".join(names))


def name_choosers(state: TableState, say: Translator) -> str:
    """Who has not finished yet, while everybody chooses at once."""
    names = [seat.name for seat in state.seats if seat.asked and seat.number != state.viewer]
    if not state.together or not names:
        return ""
    return say("qd.page.still_choosing", names=", ".join(names))
