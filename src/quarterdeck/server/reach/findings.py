"""What at a table concerns somebody who is not there, found from how the table stands.

Each finding names what it is about (a turn, a wish, an event), so that it is told once. While
everybody chooses at once, it depends on nothing that others do in secret.
"""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.game import Game
from quarterdeck.kernel.messages import EVERYBODY, NO_LANE, Message
from quarterdeck.server.live import LiveTable
from quarterdeck.server.nudges import find_nudges
from quarterdeck.server.reach.wishes import (
    AGREE,
    BEGUN,
    CONCERNED,
    DEADLINE,
    NUDGED,
    OVER,
    PLAYED,
    REMINDER,
    TURN,
)
from quarterdeck.server.recalls import asked_to_agree, find_wish
from quarterdeck.server.store.rows import FINISHED, GATHERING, OPEN, PERSON, RUNNING
from quarterdeck.since import find_news

HOUR = 3600.0
DAY = 24 * HOUR
# So long after the event somebody who is away is told what concerns them, unless it is their turn
# by then: in a game that is played live nobody needs to be.
CONCERN_DELAY = HOUR / 2
# Somebody is warned of a deadline when a quarter of their time is left, and at most so much.
WARNING = 3 * HOUR


@dataclass(frozen=True)
class Finding:
    """A cause to tell somebody something: `what` it is about.

    With `after` it is news only if something of that cause was noted before. With `quiet` there is
    nothing to tell, only something to compare later findings with.
    """

    cause: str
    what: str
    after: str = ""
    quiet: bool = False


def own_seats(table: LiveTable, guest_id: str) -> list[int]:
    """The seats that somebody plays: no bot does it for them."""
    return [seat for seat in table.seats_of(guest_id) if table.seats[seat].player is None]


def asked_seats(table: LiveTable, guest_id: str) -> list[int]:
    """Those of somebody's seats that are asked now."""
    if table.row.status != RUNNING or table.fault is not None:
        return []
    return [seat for seat in own_seats(table, guest_id) if seat in table.story.asked]


def others_wait(table: LiveTable, guest_id: str) -> bool:
    """Whether there is anybody else at a table who plays themselves."""
    people = {s.guest_id for s in table.seats if s.kind == PERSON and s.stand_in is None}
    return bool(people - {guest_id, None})


def find_turn(table: LiveTable, guest_id: str) -> str | None:
    """The name of somebody's turn; None if they are not asked."""
    if not asked_seats(table, guest_id):
        return None
    return str(table.story.turn_begun(own_seats(table, guest_id)))


def find(table: LiveTable, guest_id: str, rematch: LiveTable | None) -> list[Finding]:
    """Everything at a table that may concern somebody. `rematch`: where it is played again."""
    found = [_standing(table, guest_id)]
    if table.fault is not None:
        return found
    turn = find_turn(table, guest_id)
    if turn is not None:
        found += [Finding(cause, turn) for cause in (TURN, REMINDER)]
        # Told before time is up, and when it is
        found.append(Finding(DEADLINE, f"{turn} up" if is_up(table, guest_id) else turn))
        found += [
            Finding(NUDGED, f"{turn} {' '.join(map(str, sorted(n.seat for n in nudges)))}")
            for nudges in [find_nudges(table)]
            if nudges
        ]
    what = find_request(table, guest_id, rematch)
    if what is not None:
        found.append(Finding(AGREE, what))
    if table.row.status == RUNNING and table.game is not None:
        ply = last_concern(table, guest_id)
        found.append(Finding(CONCERNED, str(ply), after=CONCERNED, quiet=not ply))
        found.append(_played_for(table, guest_id))
    return found


def find_due(table: LiveTable, guest_id: str) -> float | None:
    """By when somebody must choose, by the clock of the house; None if they have all the time."""
    clocks = table.clocks
    if clocks is None:
        return None
    due = (clocks.seats[seat].due for seat in asked_seats(table, guest_id))
    return min((at for at in due if at is not None), default=None)


def is_up(table: LiveTable, guest_id: str) -> bool:
    """Whether everybody was told that somebody's time is up."""
    clocks = table.clocks
    asked = asked_seats(table, guest_id)
    return clocks is not None and any(clocks.seats[seat].up for seat in asked)


def _standing(table: LiveTable, guest_id: str) -> Finding:
    """Whether the game waits, goes on or is over. Who ended it knows that."""
    if table.row.status != FINISHED:
        quiet = table.row.status == GATHERING
        return Finding(BEGUN, table.row.status, after=BEGUN, quiet=quiet)
    return Finding(
        OVER, FINISHED, after=BEGUN, quiet=table.story.last_is_of(table.seats_of(guest_id))
    )


def find_request(table: LiveTable, guest_id: str, rematch: LiveTable | None) -> str | None:
    """What somebody is asked to agree to: to go back, to let a bot play, to play again."""
    mine = table.seats_of(guest_id)
    if table.row.status == RUNNING and table.game is not None:
        wish = find_wish(table)
        if wish is not None and wish.refused is None:
            asked = asked_to_agree(table, wish.seat) - wish.agreed
            if asked & set(mine):
                return f"back {wish.seat} {wish.ply} {wish.lines}"
        for seat in table.seats:
            if seat.vote is None:
                continue
            if seat.number in mine:
                return f"away {seat.number} {seat.vote:.0f}"
            voters = table.voters_about(seat.number) - table.votes.get(seat.number, set())
            if voters & set(mine):
                return f"vote {seat.number} {seat.vote:.0f}"
    if (
        rematch is not None
        and rematch.row.status == GATHERING
        and not rematch.seats_of(guest_id)
        and any(seat.kind == OPEN for seat in rematch.seats)
    ):
        return f"rematch {rematch.row.id}"
    return None


def concerns(game: Game, seat: int) -> list[tuple[int, Message]]:
    """What everybody was told since a seat's last choice and concerns it, by ply.

    What only this seat was told stays at the table.
    """
    _, told = find_news(game, seat)
    if not told:
        return []
    view = game.view(seat)
    return [
        (line.ply, line.event.message)
        for line in told
        if line.event.audience == EVERYBODY
        and line.event.lane == NO_LANE
        and game.rules.is_concerned(line.event.message, seat, view)
    ]


def last_concern(table: LiveTable, guest_id: str) -> int:
    """The ply of the last event that concerns somebody; 0 if nothing does."""
    game = table.playing()
    plies = [ply for seat in own_seats(table, guest_id) for ply, _ in concerns(game, seat)]
    return max(plies, default=0)


def _played_for(table: LiveTable, guest_id: str) -> Finding:
    """Which of somebody's seats a bot plays, and how often one has because their time was up."""
    mine = table.seats_of(guest_id)
    played = [seat for seat in mine if table.seats[seat].stand_in is not None]
    clocks = table.clocks
    times = 0 if clocks is None else sum(clocks.seats[seat].played for seat in mine)
    what = f"{' '.join(map(str, played))}/{times}"
    return Finding(PLAYED, what, after=PLAYED, quiet=not played and not times)
