"""Errors name the kind of mistake and say it in any language."""

from __future__ import annotations

import pickle

import pytest

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import (
    BadComponents,
    BadNotation,
    BadSetup,
    IllegalAction,
    NotYourTurn,
    QuarterdeckError,
    RecordError,
    RulesVersionMismatch,
    UnknownName,
)
from quarterdeck.kernel.messages import Message, Reason

ERRORS = [
    IllegalAction("row reef", Reason(Message("sk.reason.no_shell"), "SK-4.1")),
    NotYourTurn(2),
    NotYourTurn(-1),
    BadNotation("fly"),
    BadNotation("999", "qd.error.bad_code"),
    BadNotation("row", "qd.error.bad_notation.form", expected="row <skerry>"),
    BadNotation("row x", "qd.error.bad_notation.word", word="x", parameter="skerry"),
    UnknownName("game", "chess", ["skerries"]),
    UnknownName("option", "fog", ["tides"]),
    UnknownName("language", "de", ["en", "fr"]),
    BadSetup(Message("qd.error.option_value", option="a", value="b", known="c")),
    BadComponents("file.toml", [Message("qd.components.missing", path="box")]),
    RulesVersionMismatch("skerries", 1, 2),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda e: f"{type(e).__name__}-{e.message.id}")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_error_can_be_read(error: QuarterdeckError, language: str) -> None:
    translator = Translator(language)
    assert translator.knows(error.message.id)
    text = translator.text(error.message)
    assert "qd." not in text
    assert "{" not in text
    assert Translator("en").text(error.message) == str(error)


@pytest.mark.parametrize("error", ERRORS, ids=lambda e: f"{type(e).__name__}-{e.message.id}")
def test_an_error_crosses_from_one_process_to_another(error: QuarterdeckError) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert type(again) is type(error)
    assert again.message == error.message
    assert vars(again) == vars(error)
    assert str(again) == str(error)


def test_an_illegal_action_names_choice_reason_and_rule() -> None:
    error = IllegalAction("trade", Reason(Message("sk.reason.no_shell"), "SK-4.1"))
    assert error.notation == "trade"
    assert error.rule == "SK-4.1"
    for part in ("trade", "you have no shell", "SK-4.1"):
        assert part in str(error)


def test_errors_carry_what_was_wrong() -> None:
    assert NotYourTurn(2).seat == 2
    assert BadNotation("fly").text == "fly"
    assert UnknownName("game", "chess", ["skerries"]).name == "chess"
    problems = [Message("qd.components.missing", path="box")]
    assert BadComponents("file.toml", problems).problems == problems
    mismatch = RulesVersionMismatch("skerries", 1, 2)
    assert (mismatch.found, mismatch.wanted) == (1, 2)


def test_all_of_them_are_caught_as_one_kind() -> None:
    assert all(isinstance(error, QuarterdeckError) for error in ERRORS)
    assert isinstance(ERRORS[-1], RecordError)
