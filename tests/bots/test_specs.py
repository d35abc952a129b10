"""How one asks for a bot: by name and parameters, in one spelling, or refused with a reason."""

from __future__ import annotations

import pytest

from quarterdeck.bots import DEFAULT, PLUGINS, Real, Spec, Whole, Word, make, normalize, parse
from quarterdeck.bots.flat import FlatBot
from quarterdeck.bots.specs import LONGEST_SPEC, check_bot
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.errors import BadSetup, QuarterdeckError, UnknownName
from quarterdeck.kernel.plugins import Unfit
from tests.toy import TOY


def test_a_bot_is_named_with_its_parameters() -> None:
    assert parse("flat:playouts=500") == Spec("flat", (("playouts", "500"),))
    assert str(parse("flat:playouts=500")) == "flat:playouts=500"
    assert parse("greedy") == Spec("greedy")


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("greedy", "greedy"),
        (" greedy ", "greedy"),
        ("flat", "flat"),
        ("flat:playouts=200", "flat"),  # the default
        ("flat:playouts=0500", "flat:playouts=500"),
        ("flat: playouts = 500", "flat:playouts=500"),
        ("flat:width=5:playouts=500", "flat:playouts=500:width=5"),
        ("flat:width=12:playouts=7", "flat:playouts=7"),
    ],
)
def test_there_is_one_spelling_for_one_bot(written: str, wanted: str) -> None:
    assert normalize(written) == wanted
    assert normalize(wanted) == wanted


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("flat:playouts=abc", "must be a whole number from 1 to 100000, not “abc”"),
        ("flat:playouts=", "must be a whole number from 1 to 100000, not “”"),
        ("flat:playouts=1.5", "not “1.5”"),
        ("flat:playouts=0", "from 1 to 100000, not “0”"),
        ("flat:playouts=100001", "not “100001”"),
        ("flat:playouts=-1", "not “-1”"),
        ("flat:playouts=1e3", "not “1e3”"),
        ("flat:playouts=٣", "not “٣”"),
        ("flat:playouts=" + "9" * 400, "not “" + "9" * 80 + "”"),
        ("flat:depth=3", "has no parameter “depth”. Known: playouts, width"),
        ("flat:playouts=5:playouts=5", "“playouts” of the bot “flat” is given twice"),
        ("flat:playouts", "“playouts” is not a parameter"),
        ("flat:", "“” is not a parameter"),
        ("flat:=5", "“=5” is not a parameter"),
        ("greedy:playouts=5", "has no parameters, so “playouts=5”"),
    ],
)
def test_what_cannot_be_set_is_refused_with_the_reason(written: str, why: str) -> None:
    for ask in (normalize, lambda text: make(text, TOY)):
        with pytest.raises(BadSetup) as caught:
            ask(written)
        assert why in str(caught.value)
        for language in LANGUAGES:
            assert "qd." not in Translator(language).text(caught.value.message)


@pytest.mark.parametrize("name", ["", "hal", "Greedy", "here", "open", "none", "hal:a=1", "flät"])
def test_an_unknown_bot_is_refused_whatever_is_set_about_it(name: str) -> None:
    with pytest.raises(UnknownName, match=f"Known: {', '.join(PLUGINS.names())}"):
        normalize(name)


def test_what_is_set_reaches_the_bot() -> None:
    bot = make("flat:playouts=7", TOY)
    assert isinstance(bot, FlatBot)
    assert (bot.playouts, bot.width) == (7, 12)


def test_the_default_bot_takes_no_setting_up() -> None:
    assert normalize(DEFAULT) == DEFAULT
    assert PLUGINS.names()[0] == DEFAULT


# Kinds of parameters


def test_numbers_have_one_spelling() -> None:
    heat = Real("heat", 1.0, 0.0, 2.5)
    assert [heat.read(text) for text in ("1.50", "2.5", "0", "-0")] == [1.5, 2.5, 0.0, 0.0]
    assert [heat.write(value) for value in (1.5, 2.0, -0.0, 0.125)] == ["1.5", "2", "0", "0.125"]
    assert [heat.read(text) for text in ("2.6", "-1", "nan", "inf", "1e0", "1,5", ".5", "")] == (
        [None] * 8
    )


def test_words_are_one_of_a_few() -> None:
    style = Word("style", "calm", ("calm", "bold"))
    assert [style.read(text) for text in ("bold", "Bold", "")] == ["bold", None, None]
    with pytest.raises(BadSetup, match=r"must be one of calm, bold, not “wild”"):
        style.parse("sailor", "wild")


def test_a_spec_that_no_database_column_holds_is_refused() -> None:
    class Wordy(FlatBot):
        PARAMETERS = (*FlatBot.PARAMETERS, Whole("patience_with_others", 1, 0, 10**17))

    PLUGINS.add("wordy", Wordy)
    try:
        with pytest.raises(BadSetup, match=f"longer than {LONGEST_SPEC} characters"):
            normalize(f"wordy:patience_with_others={10**17}")
    finally:
        PLUGINS.remove("wordy")


class Vague(FlatBot):
    PARAMETERS = (Whole("playouts", 0, 1, 5),)


@pytest.mark.parametrize("found", [None, 7, TOY, object, FlatBot.__base__, Vague])
def test_what_is_no_bot_is_unfit(found: object) -> None:
    with pytest.raises(Unfit) as caught:
        check_bot("it", found)
    assert "qd." not in Translator("fr").text(caught.value.why)


def test_errors_of_bots_are_errors_of_the_caller() -> None:
    with pytest.raises(QuarterdeckError):
        normalize("flat:playouts=abc")
