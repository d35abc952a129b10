"""Reviews as JSON: to keep them with a table, to send them, to write them to a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from quarterdeck.kernel.errors import RecordError
from quarterdeck.kernel.messages import Argument, Message
from quarterdeck.review.model import (
    Judgement,
    LineReason,
    LineStep,
    Luck,
    Mark,
    Moment,
    Review,
    Standing,
    Tally,
)

# What is written changes with this; an older review is made anew.
FORMAT = 1
# No judgement is more exact.
DIGITS = 4


def to_json(found: Review) -> dict[str, Any]:
    """A review as plain data."""
    return {
        "format": FORMAT,
        "game": found.game,
        "seats": found.seats,
        "weights": found.weights,
        "by_points": found.by_points,
        "complete": found.complete,
        "chances": [_rounded(each.chances) for each in found.standings],
        "points": [_rounded(each.points) for each in found.standings],
        "rounds": list(found.rounds),
        "scores": [list(each) for each in found.scores],
        "luck": [{"ply": each.ply, "effect": _rounded(each.effect)} for each in found.luck],
        "choices": [_write_judgement(each) for each in found.judgements],
        "moments": [_write_moment(each) for each in found.moments],
        "tallies": [_write_tally(each) for each in found.tallies],
    }


def from_json(data: dict[str, Any]) -> Review:
    """A review from what `to_json` wrote. Raises RecordError if it is none, or an older one."""
    try:
        if data["format"] != FORMAT:
            raise RecordError(Message("qd.review.unreadable"))
        return Review(
            game=data["game"],
            seats=data["seats"],
            weights=data["weights"],
            by_points=data["by_points"],
            standings=tuple(
                Standing(tuple(chances), tuple(points))
                for chances, points in zip(data["chances"], data["points"], strict=True)
            ),
            rounds=tuple(data["rounds"]),
            scores=tuple(tuple(each) for each in data["scores"]),
            luck=tuple(Luck(each["ply"], tuple(each["effect"])) for each in data["luck"]),
            judgements=tuple(_read_judgement(each) for each in data["choices"]),
            moments=tuple(_read_moment(each) for each in data["moments"]),
            tallies=tuple(_read_tally(each) for each in data["tallies"]),
            complete=data["complete"],
        )
    except (KeyError, TypeError, ValueError) as broken:
        raise RecordError(Message("qd.review.unreadable")) from broken


def _rounded(numbers: Sequence[float]) -> list[float]:
    return [round(number, DIGITS) for number in numbers]


def _write_judgement(judgement: Judgement) -> dict[str, Any]:
    return (
        asdict(judgement)
        | {
            name: round(getattr(judgement, name), DIGITS)
            for name in ("value", "best_value", "loss", "error")
        }
        | {"effect": _rounded(judgement.effect)}
    )


def _read_judgement(data: dict[str, Any]) -> Judgement:
    return Judgement(**data | {"effect": tuple(data["effect"]), "mark": Mark(data["mark"])})


def _write_moment(moment: Moment) -> dict[str, Any]:
    return {
        "choice": _write_judgement(moment.judgement),
        "chosen": write_message(moment.chosen),
        "best": write_message(moment.best),
        "chosen_line": [_write_step(step) for step in moment.chosen_line],
        "best_line": [_write_step(step) for step in moment.best_line],
        "reasons": [write_reason(reason) for reason in moment.reasons],
    }


def _read_moment(data: dict[str, Any]) -> Moment:
    return Moment(
        _read_judgement(data["choice"]),
        read_message(data["chosen"]),
        read_message(data["best"]),
        tuple(_read_step(step) for step in data["chosen_line"]),
        tuple(_read_step(step) for step in data["best_line"]),
        tuple(read_reason(reason) for reason in data["reasons"]),
    )


def write_reason(reason: LineReason) -> dict[str, Any]:
    """A reason as plain data."""
    return {
        "label": write_message(reason.label),
        "more": reason.more,
        "gained": [write_message(name) for name in reason.gained],
        "lost": [write_message(name) for name in reason.lost],
    }


def read_reason(data: dict[str, Any]) -> LineReason:
    return LineReason(
        read_message(data["label"]),
        data["more"],
        tuple(read_message(name) for name in data["gained"]),
        tuple(read_message(name) for name in data["lost"]),
    )


def _write_step(step: LineStep) -> dict[str, Any]:
    label = None if step.label is None else write_message(step.label)
    return {"seat": step.seat, "notation": step.notation, "label": label}


def _read_step(data: dict[str, Any]) -> LineStep:
    label = None if data["label"] is None else read_message(data["label"])
    return LineStep(data["seat"], data["notation"], label)


def _write_tally(tally: Tally) -> dict[str, Any]:
    numbers = {
        name: round(value, DIGITS) if isinstance(value, float) else value
        for name, value in asdict(tally).items()
    }
    # Not every writer of JSON takes a word of an enumeration for a key
    return numbers | {"marks": {mark.value: count for mark, count in tally.marks.items()}}


def _read_tally(data: dict[str, Any]) -> Tally:
    marks = {Mark(mark): count for mark, count in data["marks"].items()}
    return Tally(**data | {"marks": marks})


def write_message(message: Message) -> dict[str, Any]:
    """A message as plain data, to be said in any language later."""
    return {
        "id": message.id,
        "arguments": {
            name: write_message(value) if isinstance(value, Message) else value
            for name, value in message.arguments.items()
        },
    }


def read_message(data: dict[str, Any]) -> Message:
    arguments: dict[str, Argument] = {
        name: read_message(value) if isinstance(value, dict) else value
        for name, value in data["arguments"].items()
    }
    return Message(data["id"], **arguments)
