"""The end of a game as a reader is told it: who won and by what, and how the points grew."""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck import games, naming
from quarterdeck.axes import keep_apart, round_steps
from quarterdeck.kernel.catalogue import Translator, write_number
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import ScoreLine
from quarterdeck.round_scores import RoundScore
from quarterdeck.server.live import LiveTable
from quarterdeck.server.pages.common import Reader
from quarterdeck.server.state import translator_for
from quarterdeck.server.store.rows import FINISHED
from quarterdeck.server.tables import Tables
from quarterdeck.statistics.counting import PlayedSeat
from quarterdeck.statistics.records import BrokenRecord, RecordKind

# So many lines of the score sheet are named as what decided the game.
MOST_DIFFERENCES = 4

# The graph, in its own measure: its frame, and how near two signs at its right edge may come.
LEFT, RIGHT, TOP, BOTTOM = 34, 334, 12, 172
SIGN_STEP = 17
MOST_TICKS = 5


@dataclass(frozen=True)
class Difference:
    """A line of the score sheet and how far ahead (or behind) it put somebody."""

    label: str
    ahead: int


@dataclass(frozen=True)
class Curve:
    """How the points of a seat grew, as a line of the graph, with its sign at the end."""

    seat: int
    sign: str
    points: str
    end: tuple[float, float]


@dataclass(frozen=True)
class Tick:
    """A mark on an axis of the graph."""

    at: float
    label: str


@dataclass(frozen=True)
class Graph:
    """The points of all seats after each round."""

    curves: tuple[Curve, ...]
    rounds: tuple[Tick, ...]
    heights: tuple[Tick, ...]


@dataclass(frozen=True)
class RoundRow:
    """The points of all seats after a round, with what they came from."""

    round: int
    totals: tuple[int, ...]
    sources: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True)
class Ending:
    """What is told when a game is over.

    `compared` says whom the differences compare; it is empty when somebody played alone. They add
    up to `margin`. `moment` is the ply after which the last round began, to look at it again.
    `round` is what the game calls its rounds, `round_title` the same as a heading.
    """

    headline: str
    compared: str
    differences: tuple[Difference, ...]
    margin: int
    graph: Graph | None
    rows: tuple[RoundRow, ...]
    moment: int
    round: Message
    round_title: str


def ending_of(table: LiveTable, viewer: int | None, language: str) -> Ending | None:
    """The end as it is told to a viewer; None while the game goes on."""
    if not table.playing().finished:
        return None
    say = translator_for(table, language)
    return table.once(("ending", viewer, language), lambda: _tell(table, viewer, say))


@dataclass(frozen=True)
class Invitation:
    """A rematch that somebody at this table wants; `seated`: the reader has accepted."""

    name: str
    seated: bool


@dataclass(frozen=True)
class Aftermath:
    """What a finished game meant for the reader: their rating, and records that were broken.

    `shown`: the keys of those at the table who show their statistics, by seat.
    """

    told: tuple[str, ...] = ()
    rating: str = ""
    unrated: str = ""
    shown: tuple[tuple[int, str], ...] = ()

    def key_of(self, seat: int) -> str:
        return dict(self.shown).get(seat, "")


async def aftermath_of(reader: Reader, table: LiveTable) -> Aftermath | None:
    """None while the game goes on, and where no result is kept."""
    row = table.row
    if row.status != FINISHED or row.lesson is not None or row.branch_of is not None:
        return None
    statistics = reader.house.statistics
    shown = tuple(sorted((await statistics.shown_at(table)).items()))
    found = await statistics.after(table, reader.guest_id)
    if found is None or found.row.guest_id is None:
        return Aftermath(shown=shown)
    say, played = reader.say(), found.row.played
    rating = ""
    if played.before is not None and played.after is not None:
        points, before = round(played.after.points), round(played.before.points)
        rating = say("qd.stats.after.rating", points=points, change=points - before)
    told = tuple(_tell_broken(each, played, say) for each in found.broken)
    return Aftermath(told, rating, "" if rating else say(_why_unrated(played)), shown)


def _why_unrated(played: PlayedSeat) -> str:
    if played.hinted:
        return "qd.stats.after.hinted"
    return "qd.stats.after.alone" if played.seats == 1 else "qd.stats.after.unrated"


def _tell_broken(broken: BrokenRecord, played: PlayedSeat, say: Translator) -> str:
    alone = played.seats == 1 and broken.kind in (RecordKind.BEST, RecordKind.BEST_HERE)
    game = say.text(games.load(played.game).title)
    players = say("qd.stats.players.count", count=played.seats)
    if alone:
        return say(f"qd.stats.record.{broken.kind}.alone", number=broken.number)
    return say(f"qd.stats.record.{broken.kind}", number=broken.number, game=game, players=players)


async def invitation_to(
    tables: Tables, table: LiveTable, guest_id: str | None
) -> Invitation | None:
    """The rematch that a player of this table is invited to, if it has not begun without them."""
    if table.row.rematch is None or not table.seats_of(guest_id):
        return None
    rematch = await tables.live(table.row.rematch)
    hosting = (s.name for s in rematch.seats if s.guest_id and s.guest_id == rematch.row.host)
    host = next(hosting, "")
    return Invitation(host, bool(rematch.seats_of(guest_id)))


def _tell(table: LiveTable, viewer: int | None, say: Translator) -> Ending:
    game = table.playing()
    assert game.outcome is not None
    round_scores, ranks = game.round_scores, game.outcome.ranks
    scores = game.outcome.scores
    ahead, behind = _compared(ranks, viewer)
    differences: tuple[Difference, ...] = ()
    compared = ""
    if behind is not None:
        differences = _differences(round_scores[-1], ahead, behind, say)
        compared = say("qd.end.compared", ahead=say.player(ahead), behind=say.player(behind))
    return Ending(
        headline=_headline(ranks, scores, viewer, say),
        compared=compared,
        differences=differences,
        margin=sum(each.ahead for each in differences),
        graph=_graph(round_scores, say) if len(round_scores) > 1 else None,
        rows=tuple(_row(score, say) for score in round_scores),
        moment=round_scores[-2].ply if len(round_scores) > 1 else 0,
        round=game.rules.round_name,
        round_title=say(f"{game.rules.round_name.id}.title"),
    )


def _compared(ranks: tuple[int, ...], viewer: int | None) -> tuple[int, int | None]:
    """Who was ahead of whom: the winner of the reader, or else of the next best."""
    order = sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat))
    first = order[0]
    if len(order) == 1:
        return first, None
    if viewer is not None and ranks[viewer] > 1:
        return first, viewer
    if viewer is not None and viewer != first:
        # One of several winners
        first, order = viewer, [viewer, *(seat for seat in order if seat != viewer)]
    return first, order[1]


def _headline(
    ranks: tuple[int, ...], scores: tuple[int, ...], viewer: int | None, say: Translator
) -> str:
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    if len(ranks) == 1:
        return say("qd.end.alone", count=scores[0])
    if len(winners) > 1:
        return say("qd.end.shared", names=", ".join(map(say.player, winners)))
    best = max(score for seat, score in enumerate(scores) if seat not in winners)
    margin = scores[winners[0]] - best
    mine = viewer in winners
    if margin <= 0:
        return say("qd.end.tie.you" if mine else "qd.end.tie", name=say.player(winners[0]))
    id = "qd.end.won.you" if mine else "qd.end.won"
    return say(id, name=say.player(winners[0]), count=margin)


def _differences(
    last: RoundScore, ahead: int, behind: int, say: Translator
) -> tuple[Difference, ...]:
    """The lines of the score sheet in which two seats differ most, and what all others add up to;
    first what was to the advantage of the one who was ahead."""
    found = [
        Difference(say.text(line.label), line.points[ahead] - line.points[behind])
        for line in _sources(last)
    ]
    differ = sorted((each for each in found if each.ahead), key=lambda each: -abs(each.ahead))
    told, rest = differ[:MOST_DIFFERENCES], differ[MOST_DIFFERENCES:]
    if len(rest) > 1:
        others = sum(each.ahead for each in rest)
        rest = [Difference(say("qd.end.others"), others)] if others else []
    return tuple(sorted(told + rest, key=lambda each: -each.ahead))


def _sources(score: RoundScore) -> list[ScoreLine]:
    return [line for line in score.lines if line.counts and line.id != "total"]


def _row(score: RoundScore, say: Translator) -> RoundRow:
    sources = tuple((say.text(line.label), line.points) for line in _sources(score))
    return RoundRow(score.round, score.totals(), tuple(s for s in sources if any(s[1])))


def _graph(round_scores: tuple[RoundScore, ...], say: Translator) -> Graph:
    totals = [score.totals() for score in round_scores]
    numbers = [0, *(points for each in totals for points in each)]
    steps = round_steps(min(numbers), max(numbers), MOST_TICKS)
    low, high = steps[0], steps[-1]

    def across(index: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * index / len(totals), 1)

    def up(points: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (points - low) / (high - low), 1)

    ends = keep_apart([up(points) for points in totals[-1]], SIGN_STEP, BOTTOM)
    curves = []
    for seat, end in enumerate(ends):
        line = [(across(0), up(0))]
        line += [(across(index), up(each[seat])) for index, each in enumerate(totals, 1)]
        written = " ".join(f"{x:g},{y:g}" for x, y in line)
        curves.append(Curve(seat, naming.sign(say, seat), written, (RIGHT + 14, end)))
    rounds = [Tick(across(i), str(each.round)) for i, each in enumerate(round_scores, 1)]
    heights = [Tick(up(step), write_number(step)) for step in steps]
    return Graph(tuple(curves), tuple(rounds), tuple(heights))
