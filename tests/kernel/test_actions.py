"""Choices as ints: families, codes and notation."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quarterdeck.kernel.actions import ActionSpace, Family
from quarterdeck.kernel.errors import BadNotation

SPACE = ActionSpace()
PASS = SPACE.family("pass")
SELL = SPACE.family("sell", good=("salt", "herring", "cod"), count=range(1, 31))
TAKE = SPACE.family("take", count=range(5, 9))
MOVE = SPACE.family("move", x=range(-2, 3), y=range(2), turn=("left", "right"))
WORDS = [word for family in SPACE.families for p in family.parameters for word in p.words]


def test_families_lie_one_after_the_other_without_gaps() -> None:
    assert [family.base for family in SPACE.families] == [0, 1, 91, 95]
    assert [family.size for family in SPACE.families] == [1, 90, 4, 20]
    assert [family.end for family in SPACE.families] == [1, 91, 95, 115]
    assert SPACE.size == 115


def test_a_code_is_a_family_and_its_values() -> None:
    assert PASS() == 0
    assert SELL(good=0, count=1) == 1
    assert SELL(good=1, count=6) == 36
    assert SELL(2, 30) == SELL(2, count=30) == 90
    assert SELL.values(36) == [1, 6]
    assert MOVE.values(MOVE(x=-2, y=1, turn=0)) == [-2, 1, 0]
    assert SPACE.notation(36) == "sell herring 6"
    assert SPACE.notation(MOVE(0, 0, 1)) == "move 0 0 right"


def test_one_parameter_has_a_short_cut() -> None:
    assert [TAKE.at(count) for count in range(5, 9)] == [91, 92, 93, 94]
    assert [TAKE.value(code) for code in range(91, 95)] == [5, 6, 7, 8]
    assert all(TAKE.at(count) == TAKE(count=count) for count in range(5, 9))


def test_two_parameters_have_one_too() -> None:
    assert SELL.pair(0, 0) == SELL(0, 1)
    assert SELL.pair(2, 29) == SELL(2, 30) == SELL.end - 1


def test_a_family_knows_its_codes() -> None:
    assert [code for code in range(-1, 120) if TAKE.has(code)] == [91, 92, 93, 94]
    assert SPACE.family_of(90) is SELL
    assert repr(TAKE) == "<family 'take' 91..94>"


@pytest.mark.parametrize("values", [(3, 1), (-1, 1), (0, 0), (0, 31)])
def test_a_value_out_of_range_is_refused(values: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="cannot be"):
        SELL(*values)


@pytest.mark.parametrize("missing", [{}, {"good": 1}, {"count": 1}, {"good": 1, "price": 2}])
def test_values_must_be_complete(missing: dict[str, int]) -> None:
    with pytest.raises(TypeError, match=r"sell takes \(good, count\)"):
        SELL(**missing)


def test_there_may_be_no_value_too_many() -> None:
    with pytest.raises(TypeError):
        SELL(1, 2, 3)
    with pytest.raises(TypeError):
        SELL(1, 2, good=1)
    with pytest.raises(TypeError):
        PASS(1)


def test_a_family_is_defined_once() -> None:
    with pytest.raises(ValueError, match="exists already"):
        SPACE.family("pass")


@pytest.mark.parametrize(
    "values", [range(0, 10, 2), ("salt", "salt"), ("two words",), ("",), ("a", " b")]
)
def test_a_parameter_that_could_not_be_read_back_is_refused(
    values: range | tuple[str, ...],
) -> None:
    with pytest.raises(ValueError, match="odd: value"):
        ActionSpace().family("odd", value=values)


@pytest.mark.parametrize("code", [-1, 115, 10**40, -(10**40)])
def test_a_code_outside_the_space_is_refused(code: int) -> None:
    with pytest.raises(BadNotation):
        SPACE.family_of(code)
    with pytest.raises(BadNotation):
        SPACE.notation(code)


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("", "qd.error.bad_notation"),
        ("  ", "qd.error.bad_notation"),
        ("Sell salt 1", "qd.error.bad_notation"),
        ("fly", "qd.error.bad_notation"),
        ("pass 1", "qd.error.bad_notation.form"),
        ("sell salt", "qd.error.bad_notation.form"),
        ("sell salt 1 2", "qd.error.bad_notation.form"),
        ("sell gold 1", "qd.error.bad_notation.word"),
        ("sell salt 0", "qd.error.bad_notation.word"),
        ("sell salt 01", "qd.error.bad_notation.word"),
        ("sell salt ١", "qd.error.bad_notation.word"),
        ("take 9", "qd.error.bad_notation.word"),
    ],
)
def test_bad_notation_says_what_was_expected(text: str, id: str) -> None:
    with pytest.raises(BadNotation) as caught:
        SPACE.parse(text)
    assert caught.value.message.id == id
    assert caught.value.text == text
    assert str(caught.value)


def test_the_expected_form_is_named() -> None:
    with pytest.raises(BadNotation) as caught:
        SPACE.parse("sell")
    assert caught.value.message.arguments["expected"] == "sell <good> <count>"
    with pytest.raises(BadNotation) as caught:
        SPACE.parse("sell gold 1")
    assert caught.value.message.arguments["word"] == "gold"
    assert caught.value.message.arguments["parameter"] == "good"


def test_space_around_words_does_not_matter() -> None:
    assert SPACE.parse("  sell\therring   6\n") == 36


def test_an_error_does_not_repeat_endless_input() -> None:
    with pytest.raises(BadNotation) as caught:
        SPACE.parse("x" * 10_000)
    assert len(str(caught.value)) < 300


@given(st.integers(0, SPACE.size - 1))
def test_every_code_has_one_notation_and_back(code: int) -> None:
    assert SPACE.parse(SPACE.notation(code)) == code
    family = SPACE.family_of(code)
    assert family.has(code)
    assert family(*family.values(code)) == code


@settings(max_examples=300)
@given(
    st.text()
    | st.lists(st.sampled_from([*WORDS, *(f.name for f in SPACE.families), "-1", "x"])).map(
        " ".join
    )
)
def test_any_text_is_a_code_or_bad_notation(text: str) -> None:
    try:
        code = SPACE.parse(text)
    except BadNotation:
        return
    assert SPACE.notation(code) == " ".join(text.split())


RANGES = st.builds(
    lambda first, size: range(first, first + size), st.integers(-5, 5), st.integers(1, 6)
)


@given(st.lists(st.lists(RANGES, max_size=3), min_size=1, max_size=5))
def test_any_space_round_trips(shapes: list[list[range]]) -> None:
    space = ActionSpace()
    families: list[Family] = []
    for number, ranges in enumerate(shapes):
        parameters = {f"p{i}": values for i, values in enumerate(ranges)}
        families.append(space.family(f"f{number}", "", "", **parameters))
    assert [space.parse(space.notation(code)) for code in range(space.size)] == [*range(space.size)]
    assert sum(family.size for family in families) == space.size
