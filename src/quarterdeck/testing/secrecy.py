"""Nobody learns what they may not know: not from imagined worlds, events or numbers."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from quarterdeck.kernel.messages import EVERYBODY, NO_LANE, Event, Message
from quarterdeck.kernel.position import NATURE, Position
from quarterdeck.testing.lanes import have_closed
from quarterdeck.testing.walk import Case, Moment, Move, make, walk

NUMBERS_READ_EVERY = 3  # plies
# Until one agrees with what the viewer then really saw: two tiles of ten shown at once agree in one
# world of ninety, so a true world is missed once in many thousand times.
WORLDS_TRIED = 1000


def check_imagined(case: Case) -> None:
    """Nobody can tell an imagined world from the true one by anything they may see."""
    rules = case.rules
    random = Random(case.seed)
    for moment in walk(case):
        position = moment.position
        before = position.digest()
        for viewer in case.viewers:
            world = rules.imagine(position, viewer, random)
            assert rules.view(world, viewer) == rules.view(position, viewer)
            assert world.actors() == position.actors()
            assert world.chance == position.chance
            assert world.finished == position.finished
            assert all(world.legal(seat) for seat in world.actors())
            if viewer is not None:
                assert world.legal(viewer) == position.legal(viewer)
                assert rules.closed(world, viewer) == rules.closed(position, viewer)
                assert rules.prompt(world, viewer) == rules.prompt(position, viewer)
                assert world.lane_choices(viewer) == position.lane_choices(viewer)
            rules.check(world)
        assert position.digest() == before, "imagining has changed the position"


def check_secrets(case: Case) -> None:
    """What was dealt to one seat in secret, others imagine in more than one way.

    Wherever another outcome would have looked the same to a viewer, the worlds they imagine
    must differ; otherwise the true secret travels inside every world.
    """
    random = Random(case.seed)
    for moment in walk(case):
        position = moment.position
        if not position.chance or moment.move is None or position.audience() == EVERYBODY:
            continue
        truth = position.clone()
        told = _events_of(truth, moment.move)
        code = next(code for code, _ in position.outcomes() if code != moment.move.code)
        other = position.clone()
        told_otherwise = _events_of(other, Move(NATURE, code))
        for viewer in case.viewers:
            sees = _told(told, truth, viewer), case.rules.view(truth, viewer)
            would = _told(told_otherwise, other, viewer), case.rules.view(other, viewer)
            if sees == would and other.digest() != truth.digest():
                first = case.rules.imagine(truth, viewer, random).digest()
                assert any(
                    case.rules.imagine(truth, viewer, random).digest() != first
                    for _ in range(WORLDS_TRIED)
                ), f"viewer {viewer} imagines one world only"


def check_surprises(case: Case) -> None:
    """Whatever a viewer sees happen next could have happened in a world imagined before.

    A world that agrees with every view but never with what follows would betray that it is
    not the true one. Skipped where open lanes close: too much is shown at once to be guessed.
    """
    random = Random(case.seed)
    for moment in walk(case):
        if moment.move is None or moment.move.seat == NATURE:
            continue
        after = moment.position.clone()
        events = _events_of(after, moment.move)
        if moment.position.lanes and have_closed(moment.position, after):
            continue
        for viewer in case.viewers:
            if moment.position.lanes and moment.move.seat != viewer:
                continue
            wanted = _told(events, after, viewer), case.rules.view(after, viewer)
            assert _happens_in_some_world(case, moment, moment.move, viewer, wanted, random)


def _happens_in_some_world(
    case: Case, moment: Moment, move: Move, viewer: int | None, wanted: object, random: Random
) -> bool:
    for _ in range(WORLDS_TRIED):
        world = case.rules.imagine(moment.position, viewer, random)
        if move.code not in world.legal(move.seat):
            continue
        events = _events_of(world, move)
        if (_told(events, world, viewer), case.rules.view(world, viewer)) == wanted:
            return True
    return False


def _events_of(position: Position, move: Move) -> list[Event]:
    log: list[Event] = []
    position.log = log
    make(position, move)
    position.log = None
    return log


def _told(events: list[Event], position: Position, viewer: int | None) -> list[Message]:
    """What this viewer reads now; others' open lanes stay unsaid."""
    return [
        event.message
        for event in events
        if event.visible_to(viewer) and (not position.lanes or event.lane in (NO_LANE, viewer))
    ]


def check_features(case: Case) -> None:
    """Numbers are as declared, in their ranges, and tell a seat nothing that it may not know."""
    rules = case.rules
    features = rules.features
    if features is None:
        return
    assert len(set(features.names)) == len(features), "two numbers with one name"
    assert all(each.about for each in features.all), "a number without explanation"
    seats = range(case.seats)
    random = Random(case.seed)
    for moment in walk(case):
        position = moment.position
        if moment.ply % NUMBERS_READ_EVERY and not position.finished:
            continue
        before = position.digest()
        rows = rules.numbers(position, seats)
        assert len(rows) == len(features) * case.seats, "not as many numbers as were declared"
        for seat in seats:
            row = rows[seat * len(features) : (seat + 1) * len(features)]
            assert rules.numbers(position, [seat]) == row, "it matters who else is asked for"
            facts = [
                value for value, each in zip(row, features.all, strict=True) if not each.is_advice
            ]
            assert rules.numbers(position, [seat], False) == facts, "facts depend on advice"
            for value, each in zip(row, features.all, strict=True):
                assert each.least <= value <= each.most, f"{each.name} is {value}"
            world = rules.imagine(position, seat, random)
            told = _differences(features.names, row, rules.numbers(world, [seat]))
            assert not told, f"seat {seat} is told of what it cannot know: {told}"
        if position.actors():
            assert rules.is_at_rest(position) in (True, False)
        assert position.digest() == before, "looking has changed the position"


def _differences(names: Iterable[str], one: list[float], other: list[float]) -> list[str]:
    return [name for name, a, b in zip(names, one, other, strict=True) if a != b]
