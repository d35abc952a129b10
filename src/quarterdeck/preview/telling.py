"""What a choice would change, in a reader's language."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.figures import Change
from quarterdeck.preview.looking import Changes, Preview

# Ways that are told one by one.
MOST_TOLD = 6


@dataclass(frozen=True)
class ToldChanges:
    """What changes for one seat, figure by figure; the seat that chooses has no name.
    `text` is all of it in a line."""

    name: str
    changes: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class ToldWay:
    """How likely a way is, and what it changes; nothing stands for all other ways together."""

    odds: str
    changes: tuple[ToldChanges, ...]
    others: bool = False


@dataclass(frozen=True)
class ToldPreview:
    """A preview in a reader's language. `untold`: what changes cannot be told in figures."""

    sure: tuple[ToldChanges, ...]
    ways: tuple[ToldWay, ...]
    untold: bool = False


def tell(found: Preview, seat: int, say: Translator) -> ToldPreview:
    """A preview for whoever has this seat."""
    ways = [
        ToldWay(_tell_odds(way.odds, found.exact, say), _tell_changes(way.changes, seat, say))
        for way in found.ways[:MOST_TOLD]
    ]
    rest = sum((way.odds for way in found.ways[MOST_TOLD:]), Fraction(0))
    if rest:
        ways.append(ToldWay(_tell_odds(rest, found.exact, say), (), others=True))
    return ToldPreview(_tell_changes(found.sure, seat, say), tuple(ways), found.untold)


def tell_lines(told: ToldPreview, say: Translator) -> list[str]:
    """The same line by line."""
    lines = [_begin(changes.text) for changes in told.sure]
    for way in told.ways:
        if way.others:
            what = say("qd.preview.others")
        else:
            what = "; ".join(changes.text for changes in way.changes) or say(
                "qd.preview.nothing_more"
            )
        lines.append(say("qd.preview.way", odds=_begin(way.odds), what=what))
    return lines or [say("qd.preview.untold" if told.untold else "qd.preview.nothing")]


def _begin(text: str) -> str:
    return text[:1].upper() + text[1:]


def _tell_odds(odds: Fraction, exact: bool, say: Translator) -> str:
    # Nothing that has odds is certain.
    percent = min(99, round(100 * odds))
    if percent == 0:
        return say("qd.preview.seldom")
    return say("qd.preview.odds" if exact else "qd.preview.about", percent=percent)


def _tell_changes(changes: Changes, seat: int, say: Translator) -> tuple[ToldChanges, ...]:
    """Seat by seat, that of the reader first."""
    seats = sorted({change.seat for change in changes}, key=lambda each: (each != seat, each))
    return tuple(
        _tell_seat(
            "" if each == seat else say.player(each),
            [_tell_change(change, say) for change in changes if change.seat == each],
            say,
        )
        for each in seats
    )


def _tell_seat(name: str, changes: list[str], say: Translator) -> ToldChanges:
    joined = " · ".join(changes)
    text = say("qd.preview.of", name=name, changes=joined) if name else joined
    return ToldChanges(name, tuple(changes), text)


def _tell_change(change: Change, say: Translator) -> str:
    if not change.gained and not change.lost:
        return say(
            "qd.preview.number", label=change.label, before=change.before, after=change.after
        )
    more = [say("qd.preview.gained", name=name) for name in change.gained]
    less = [say("qd.preview.lost", name=name) for name in change.lost]
    return say("qd.preview.list", label=change.label, names=", ".join([*more, *less]))
