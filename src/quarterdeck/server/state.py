"""What one viewer is shown of a table, in one language: the same for page, text mode and API.

Nothing here decides anything: choices, reasons, prompts and views come from the game. What has
been made is kept until the table changes, so that it is made once for everybody who is shown it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

import orjson

from quarterdeck.game import Game, LogLine
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.faces import Choice, ClosedChoice, Gesture
from quarterdeck.kernel.messages import NO_LANE, Event, Message
from quarterdeck.kernel.rules import ScoreLine, Section
from quarterdeck.server.clocks import SeatTime
from quarterdeck.server.former import names_in_words
from quarterdeck.server.live import LiveTable
from quarterdeck.server.nudges import find_nudges, people_asked
from quarterdeck.server.pace import LIVE, REMIND
from quarterdeck.server.recalls import asked_to_agree, find_wish
from quarterdeck.server.store.rows import OrderRow
from quarterdeck.since import Recap, find_own_ply, sum_up


@dataclass(frozen=True)
class ShownChoice:
    """An open choice in the reader's language; `price` is its cost in words.

    `final`: once made it cannot be taken back. `effect` and `risk`: what it does and what may go
    wrong, empty where the game has nothing to say. `things`: those it uses (`server/glossary.py`).
    """

    code: int
    notation: str
    label: str
    group: str
    rule: str
    cost: int | None
    price: str
    spots: tuple[str, ...]
    final: bool
    effect: str = ""
    risk: str = ""
    things: tuple[str, ...] = ()


@dataclass(frozen=True)
class ShownGesture:
    """Choices to be made by pointing once, in the reader's language: see `kernel.faces.Gesture`."""

    choices: tuple[str, ...]
    label: str
    spot: str
    covers: tuple[str, ...]
    passes: bool
    turn: int
    badge: str
    final: bool
    things: tuple[str, ...] = ()


@dataclass(frozen=True)
class ShownReason:
    """A closed choice and why."""

    notation: str
    label: str
    group: str
    why: str
    rule: str
    spots: tuple[str, ...]


@dataclass(frozen=True)
class Question:
    """What a viewer is asked; nothing if it is somebody else's turn."""

    lines: int
    seat: int | None
    prompt: str | None
    choices: tuple[ShownChoice, ...]
    closed: tuple[ShownReason, ...]


@dataclass(frozen=True)
class ShownLine:
    """A line of the log; `ply` is the position it led to.

    `back` is the ply before the viewer's own choice that it tells of, to ask to go back there.
    `concerns`: it is called out to the viewer. `certainty`: how sure of winning the bot was that
    made the choice; None before the game is over.
    """

    ply: int
    text: str
    back: int | None
    concerns: bool = False
    certainty: float | None = None


@dataclass(frozen=True)
class ShownRecall:
    """Somebody's wish to go back to before a choice of theirs, and who is still to agree.

    `answer`: the viewer is asked. `mine`: it is the viewer's own wish. Once somebody has
    refused nobody is asked any more.
    """

    seat: int
    name: str
    ply: int
    what: str
    waiting: tuple[str, ...]
    refused: str | None
    answer: bool
    mine: bool


@dataclass(frozen=True)
class ShownVote:
    """The people at the table vote for a bot to play for somebody who is away.

    `voted` are those who want it, by name; it takes `needed`. `answer`: the viewer may still vote.
    """

    seat: int
    name: str
    bot: str
    voted: tuple[str, ...]
    needed: int
    answer: bool


@dataclass(frozen=True)
class ShownScore:
    """A line of the score sheet, one cell per seat."""

    id: str
    label: str
    points: tuple[int, ...]
    details: tuple[str, ...]


@dataclass(frozen=True)
class ShownSeat:
    number: int
    name: str
    kind: str
    bot: str | None
    asked: bool
    mine: bool
    score: int | None
    rank: int | None
    # Whose the name is, if anybody has protected it; for programs, pages look it up.
    mark: str | None = None


@dataclass(frozen=True)
class TableState:
    """Everything a viewer is shown; `describe_in_full` adds what stands on panels of its own.

    `lines` and `ply` count what this viewer may know of; `own` is the ply after their last choice.
    `since` sums up what others did after it. While `together` is true everybody
    chooses at once, in secret: seats that are `asked` have not finished. `back` is the ply
    before the viewer's last choice, if taking it back needs the others' consent. `replaced` is
    the bot that plays on a seat of the viewer. `nudges` are the names of those who wait for the
    viewer, `nudged` says when the last one did.
    """

    table: str
    game: str
    status: str
    lines: int
    ply: int
    own: int
    viewer: int | None
    language: str
    finished: bool
    prompt: str | None
    seats: tuple[ShownSeat, ...]
    choices: tuple[ShownChoice, ...]
    gestures: tuple[ShownGesture, ...]
    can_undo: bool
    can_redo: bool
    together: bool
    back: int | None
    recall: ShownRecall | None
    votes: tuple[ShownVote, ...]
    replaced: str | None
    nudges: tuple[str, ...]
    nudged: float
    can_nudge: bool
    view: Any = field(repr=False, default=None)
    closed: tuple[ShownReason, ...] = ()
    log: tuple[ShownLine, ...] = ()
    scores: tuple[ShownScore, ...] = ()
    sections: tuple[Section, ...] = field(repr=False, default=())
    since: Recap | None = None
    # By seat: how much time people have, which moves on by itself; empty at a live table.
    times: tuple[SeatTime | None, ...] = ()
    # How fast it is played, and what happens when time is up (`server/pace.py`).
    pace: str = LIVE
    time_up: str = REMIND


def translator_for(table: LiveTable, language: str) -> Translator:
    """A translator that knows the players' names."""
    return Translator(language, names_in_words(table.names(), language))


@dataclass(frozen=True)
class Inquiry:
    """What a viewer is asked, not yet in words; nothing if it is somebody else's turn.

    `final` tells which choices cannot be taken back, `closed` how many might be expected but are
    not open.
    """

    prompt: Message | None = None
    choices: tuple[Choice, ...] = ()
    final: tuple[bool, ...] = ()
    gestures: tuple[Gesture, ...] = ()
    closed: int = 0


def view_of(table: LiveTable, viewer: int | None) -> Any:
    """What a viewer sees."""
    return table.once(("view", viewer), lambda: table.playing().view(viewer))


def log_of(table: LiveTable, viewer: int | None) -> list[LogLine]:
    """What a viewer was told, of their own standing orders, too."""
    game = table.playing()
    ended = [order for order in table.ended_orders if order.seat == viewer]
    if not ended:
        return game.log(viewer)
    return table.once(("log", viewer), lambda: _with_ends(table, game.log(viewer), ended))


def _with_ends(table: LiveTable, log: list[LogLine], ended: list[OrderRow]) -> list[LogLine]:
    """A log and why its reader's orders have ended, each where it was found."""
    for order in ended:
        wording = table.rules.order_wording(table.rules.find_order(order.name))
        reason = wording.end(order.ended or "", order.values)
        told = Message("qd.event.order_ended", order=wording.title, reason=reason)
        # The table may have gone back since
        ply = min(order.ended_ply or 0, table.playing().ply_for(order.seat))
        after = bisect_right(log, ply, key=lambda line: line.ply)
        log.insert(after, LogLine(ply, Event(told, order.seat, NO_LANE)))
    return log


def asked_of(table: LiveTable, viewer: int | None) -> Inquiry:
    """What a viewer is asked."""
    game = table.playing()

    def ask() -> Inquiry:
        if viewer is None or viewer not in game.actors:
            return Inquiry()
        choices = tuple(game.legal_for(viewer))
        return Inquiry(
            game.prompt(viewer),
            choices,
            tuple(game.is_final(viewer, choice.code) for choice in choices),
            tuple(game.gestures(viewer)),
            len(game.closed_codes(viewer)),
        )

    return table.once(("question", viewer), ask)


def describe_table(
    table: LiveTable, viewer: int | None, language: str, mine: tuple[int, ...] = ()
) -> TableState:
    """The table as a viewer sees it now, in their language; not yet in full."""
    key = ("state", viewer, language, mine)
    return table.once(key, lambda: _describe_table(table, viewer, language, mine))


def describe_in_full(table: LiveTable, state: TableState) -> TableState:
    """The same with why things are closed, the log, the score sheet and the view in words."""
    viewer, language = state.viewer, state.language
    say = translator_for(table, language)
    return replace(
        state,
        closed=explain_closed(table, viewer, language),
        log=word_log(table, viewer, language),
        scores=scores_of(table, language),
        sections=tuple(table.rules.text(state.view, say)),
        since=since_of(table, viewer, language),
    )


def explain_closed(table: LiveTable, viewer: int | None, language: str) -> tuple[ShownReason, ...]:
    """What is closed to a viewer who is asked, and why, in words."""
    if not asked_of(table, viewer).closed:
        return ()
    return _word_reasons(table.playing().closed(viewer), translator_for(table, language))


def word_log(table: LiveTable, viewer: int | None, language: str) -> tuple[ShownLine, ...]:
    """What a viewer was told, in words."""
    return _log(table, viewer, translator_for(table, language))


def since_of(table: LiveTable, viewer: int | None, language: str) -> Recap | None:
    """What others did since a player's last choice, in words; nothing for a spectator, or once the
    game is over."""
    game = table.playing()
    if viewer is None or game.finished:
        return None
    say = translator_for(table, language)
    return table.once(
        ("since", viewer, language), lambda: sum_up(game, viewer, say, view_of(table, viewer))
    )


def scores_of(table: LiveTable, language: str) -> tuple[ShownScore, ...]:
    """The score sheet in words."""
    return _scores(_score_sheet(table), translator_for(table, language))


def _score_sheet(table: LiveTable) -> list[ScoreLine]:
    return table.once("score sheet", lambda: table.playing().score_sheet())


def _describe_table(
    table: LiveTable, viewer: int | None, language: str, mine: tuple[int, ...]
) -> TableState:
    game = table.playing()
    say = translator_for(table, language)
    totals = next((line.points for line in _score_sheet(table) if line.id == "total"), None)
    question = asked_of(table, viewer)
    actors = game.actors
    nudges = find_nudges(table) if viewer is not None and viewer in actors else []
    return TableState(
        table=table.row.id,
        game=table.row.game,
        status=table.row.status,
        lines=table.story.count(mine),
        ply=game.ply_for(viewer),
        own=0 if viewer is None else find_own_ply(game, viewer),
        viewer=viewer,
        language=language,
        finished=game.finished,
        prompt=say.text(question.prompt) if question.prompt is not None else None,
        seats=tuple(
            ShownSeat(
                number=seat.number,
                name=say.player(seat.number),
                kind=seat.kind,
                bot=seat.player,
                asked=seat.number in actors,
                mine=seat.number in mine,
                score=totals[seat.number] if totals else None,
                rank=game.outcome.ranks[seat.number] if game.outcome else None,
            )
            for seat in table.seats
        ),
        choices=_choices(game, question, say),
        gestures=_gestures(game, viewer, question, say),
        can_undo=viewer is not None and game.undoable(viewer) is not None,
        can_redo=viewer is not None and game.redoable(viewer),
        together=bool(game.position.lanes),
        back=_back(game, viewer),
        recall=_recall(table, viewer, mine, say),
        votes=_votes(table, mine, say),
        replaced=next((bot for seat in mine if (bot := table.seats[seat].stand_in)), None),
        nudges=tuple(say.player(nudge.seat) for nudge in nudges),
        nudged=max((nudge.created for nudge in nudges), default=0.0),
        can_nudge=bool(mine and people_asked(table) and not set(mine) & set(game.actors)),
        view=view_of(table, viewer),
        pace=table.row.pace,
        time_up=table.row.time_up,
    )


def _scores(sheet: list[ScoreLine], say: Translator) -> tuple[ShownScore, ...]:
    return tuple(
        ShownScore(
            line.id,
            say.text(line.label),
            line.points,
            tuple("" if d is None else say.text(d) for d in line.details),
        )
        for line in sheet
    )


def _log(table: LiveTable, viewer: int | None, say: Translator) -> tuple[ShownLine, ...]:
    """The log in words; what has been told stays as it is, so only what is new is put in words."""
    game = table.playing()
    log = log_of(table, viewer)
    key = (viewer, say.language, tuple(say.names), game.finished)
    before, worded = table.pages.worded_logs.find(key) or ([], ())
    same = in_common(before, log)
    lines = list(worded[:same])
    known = game.known_entries(viewer)
    view = view_of(table, viewer)
    for line in log[same:]:
        # A choice may be told in several lines; the first offers to go back to before it, or says
        # how sure a bot was. That follows from what the bot saw, so nobody hears it before the end.
        entry = game.record.entries[known[line.ply - 1]] if line.ply > 0 else None
        first = not lines or lines[-1].ply != line.ply
        own = entry is not None and entry.seat == viewer
        back = line.ply - 1 if own and first and not game.finished else None
        certainty = entry.certainty if entry is not None and first and game.finished else None
        message = line.event.message
        concerns = viewer is not None and table.rules.is_concerned(message, viewer, view)
        lines.append(ShownLine(line.ply, say.text(message), back, concerns, certainty))
    found = tuple(lines)
    table.pages.worded_logs.keep(key, (log, found))
    return found


def in_common(before: Sequence[object], after: Sequence[object]) -> int:
    """How many elements two sequences begin with in common.

    A log grows, and what it has told stays the same objects, so this is quick.
    """
    if after[: len(before)] == before:
        return len(before)
    pairs = zip(before, after, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _back(game: Game, viewer: int | None) -> int | None:
    if viewer is None or game.finished or game.undoable(viewer) is not None:
        return None
    known = game.known_entries(viewer)
    for ply in range(len(known) - 1, -1, -1):
        if game.record.entries[known[ply]].seat == viewer:
            return ply
    return None


def _recall(
    table: LiveTable, viewer: int | None, mine: tuple[int, ...], say: Translator
) -> ShownRecall | None:
    wish = find_wish(table)
    if wish is None:
        return None
    open_wish = wish.refused is None
    waiting = sorted(asked_to_agree(table, wish.seat) - wish.agreed) if open_wish else []
    log = word_log(table, viewer, say.language)
    return ShownRecall(
        seat=wish.seat,
        name=say.player(wish.seat),
        ply=wish.ply,
        what=next((line.text for line in log if line.ply == wish.ply + 1), ""),
        waiting=tuple(dict.fromkeys(say.player(seat) for seat in waiting)),
        refused=None if wish.refused is None else say.player(wish.refused),
        answer=bool(set(waiting) & set(mine)),
        mine=wish.seat in mine,
    )


def _votes(table: LiveTable, mine: tuple[int, ...], say: Translator) -> tuple[ShownVote, ...]:
    found = []
    for seat in table.seats:
        if seat.vote is not None and not table.playing().finished:
            voters = table.voters_about(seat.number)
            voted = table.votes.get(seat.number, set()) & voters
            found.append(
                ShownVote(
                    seat=seat.number,
                    name=say.player(seat.number),
                    bot=table.row.stand_in,
                    voted=tuple(say.player(voter) for voter in sorted(voted)),
                    needed=len(voters) // 2 + 1,
                    answer=bool(mine and mine[0] in voters - voted),
                )
            )
    return tuple(found)


def describe_question(
    table: LiveTable, viewer: int | None, language: str, mine: tuple[int, ...]
) -> Question:
    """What a viewer is asked now, without everything else they may see."""
    game = table.playing()
    lines = table.story.count(mine)
    if viewer is None or viewer not in game.actors:
        return Question(lines, viewer, None, (), ())
    say = translator_for(table, language)
    question = asked_of(table, viewer)
    return Question(
        lines=lines,
        seat=viewer,
        prompt=say.text(question.prompt) if question.prompt is not None else None,
        choices=_choices(game, question, say),
        closed=explain_closed(table, viewer, language),
    )


def _choices(game: Game, question: Inquiry, say: Translator) -> tuple[ShownChoice, ...]:
    return tuple(
        ShownChoice(
            code=choice.code,
            notation=choice.notation,
            label=say.text(choice.label),
            group=say.text(choice.group),
            rule=choice.rule,
            cost=choice.cost,
            price="" if choice.cost is None else say.text(game.rules.cost_label(choice.cost)),
            spots=choice.spots,
            final=final,
            effect="" if choice.effect is None else say.text(choice.effect),
            risk="" if choice.risk is None else say.text(choice.risk),
            things=choice.things,
        )
        for choice, final in zip(question.choices, question.final, strict=True)
    )


def _gestures(
    game: Game, viewer: int | None, question: Inquiry, say: Translator
) -> tuple[ShownGesture, ...]:
    things = {choice.notation: choice.things for choice in question.choices}
    return tuple(
        ShownGesture(
            choices=gesture.choices,
            label=say.text(gesture.label),
            spot=gesture.spot,
            covers=gesture.covers,
            passes=gesture.passes,
            turn=gesture.turn,
            badge=gesture.badge,
            final=viewer is not None and game.is_final(viewer, *gesture.choices),
            things=things.get(gesture.choices[0], ()),
        )
        for gesture in question.gestures
    )


def _word_reasons(closed: list[ClosedChoice], say: Translator) -> tuple[ShownReason, ...]:
    return tuple(
        ShownReason(
            notation=entry.choice.notation,
            label=say.text(entry.choice.label),
            group=say.text(entry.choice.group),
            why=say.text(entry.reason.message),
            rule=entry.reason.rule,
            spots=entry.choice.spots,
        )
        for entry in closed
    )


def as_json(state: TableState) -> bytes:
    """The state for the JSON API."""
    return orjson.dumps(state)
