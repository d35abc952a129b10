"""Reading component files: every fault is found and named by its path."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.componentfile import ComponentFile
from quarterdeck.kernel.errors import BadComponents


def file(**data: Any) -> ComponentFile:
    return ComponentFile(data, "test.toml")


def faults(reader: ComponentFile) -> list[tuple[str, str]]:
    """Kind and path of every problem, each readable in every language."""
    for language in LANGUAGES:
        for problem in reader.problems:
            assert Translator(language).knows(problem.id)
            assert str(problem.arguments["path"]) in Translator(language).text(problem)
    kind = len("qd.components.")
    return [(problem.id[kind:], str(problem.arguments["path"])) for problem in reader.problems]


def checked(reader: ComponentFile) -> list[tuple[str, str]]:
    """The problems that `finish` raises, if any."""
    try:
        reader.finish()
    except BadComponents as error:
        raised = error.problems
    else:
        raised = []
    assert raised == reader.problems
    return faults(reader)


class TestValues:
    def test_an_integer(self) -> None:
        reader = file(box={"turns": 5})
        assert reader.integer("box.turns", 1, 9) == 5
        assert faults(reader) == []

    @pytest.mark.parametrize(
        ("value", "kind"),
        [
            (0, "range"),
            (10, "range"),
            (10**30, "range"),
            (-(10**30), "range"),
            (5.0, "kind"),
            (float("nan"), "kind"),
            (True, "kind"),
            ("5", "kind"),
            ([5], "kind"),
            ({"x": 5}, "kind"),
        ],
    )
    def test_an_integer_that_is_none(self, value: object, kind: str) -> None:
        reader = file(box={"turns": value})
        assert reader.integer("box.turns", 1, 9) == 1
        assert faults(reader) == [(kind, "box.turns")]

    def test_a_missing_value(self) -> None:
        reader = file(box={})
        assert reader.integer("box.turns", 3, 9) == 3
        assert reader.integers("box.list", 3, 9, 2) == [3, 3]
        assert reader.word("box.word", ("a", "b")) == "a"
        reader.words("box.words", ("a", "b"))
        assert reader.integer("nowhere.at.all", 3, 9) == 3
        assert [kind for kind, _ in faults(reader)] == ["missing"] * 5

    @pytest.mark.parametrize("box", [3, "x", [1, 2], [{"turns": 5}], True, []])
    def test_a_table_that_is_none(self, box: object) -> None:
        reader = file(box=box)
        assert reader.integer("box.turns", 1, 9) == 1
        assert faults(reader) == [("missing", "box.turns")]

    def test_a_list(self) -> None:
        reader = file(tracks={"a": [1, 2, 2], "b": [3, 2, 2]})
        assert reader.integers("tracks.a", 0, 9, 3, "rising") == [1, 2, 2]
        assert reader.integers("tracks.b", 0, 9, None, "falling") == [3, 2, 2]
        assert faults(reader) == []

    @pytest.mark.parametrize(
        ("value", "order", "fault"),
        [
            ([], "", ("kind", "t.a")),
            (7, "", ("kind", "t.a")),
            ("abc", "", ("kind", "t.a")),
            ({"x": 1}, "", ("kind", "t.a")),
            ([1, 2], "", ("length", "t.a")),
            ([1, 2, 3, 4], "", ("length", "t.a")),
            ([1, 10, 3], "", ("range", "t.a[1]")),
            ([1, 2, "3"], "", ("kind", "t.a[2]")),
            ([1, 3, 2], "rising", ("rising", "t.a")),
            ([2, 3, 1], "falling", ("falling", "t.a")),
        ],
    )
    def test_a_list_that_is_wrong(self, value: object, order: str, fault: tuple[str, str]) -> None:
        reader = file(t={"a": value})
        assert len(reader.integers("t.a", 0, 9, 3, order)) == 3
        assert faults(reader) == [fault]

    def test_a_word(self) -> None:
        reader = file(sea={"state": "storm", "odd": "flat", "number": 3, "list": ["storm"]})
        assert reader.word("sea.state", ("calm", "storm")) == "storm"
        for path in ("sea.odd", "sea.number", "sea.list"):
            assert reader.word(path, ("calm", "storm")) == "calm"
        assert faults(reader) == [("word", "sea.odd"), ("word", "sea.number"), ("word", "sea.list")]

    def test_words_the_program_relies_on(self) -> None:
        reader = file(box={"goods": ["salt", "cod"], "colours": ["red"]})
        reader.words("box.goods", ("salt", "cod"))
        reader.words("box.colours", ("red", "blue"))
        assert faults(reader) == [("fixed", "box.colours")]


class TestEntries:
    def test_tables_in_order(self) -> None:
        reader = file(ship=[{"id": "a", "size": 1}, {"id": "b", "size": 2}])
        paths = reader.entries("ship", ("a", "b"))
        assert [reader.integer(f"{path}.size", 1, 9) for path in paths] == [1, 2]
        assert faults(reader) == []

    def test_a_wrong_order(self) -> None:
        reader = file(ship=[{"id": "b"}, {"id": "a"}])
        reader.entries("ship", ("a", "b"))
        assert faults(reader) == [("word", "ship[0].id"), ("word", "ship[1].id")]

    def test_one_too_few_and_one_too_many(self) -> None:
        few = file(ship=[{"id": "a"}])
        few.entries("ship", ("a", "b"))
        assert faults(few) == [("length", "ship"), ("missing", "ship[1].id")]
        many = file(ship=[{"id": "a"}, {"id": "b"}])
        many.entries("ship", ("a",))
        assert faults(many) == [("length", "ship")]

    @pytest.mark.parametrize("value", [3, "x", {"id": "a"}, ["a"], [{"id": "a"}, 3]])
    def test_something_else(self, value: object) -> None:
        reader = file(ship=value)
        paths = reader.entries("ship", ("a", "b"))
        assert [reader.integer(f"{path}.size", 1, 9) for path in paths] == [1, 1]
        assert faults(reader)[0] == ("kind", "ship")

    def test_nothing(self) -> None:
        reader = file()
        assert reader.entries("ship", ("a", "b")) == ["ship[0]", "ship[1]"]
        assert faults(reader) == [("missing", "ship")]


class TestFinish:
    def test_all_is_well(self) -> None:
        reader = file(box={"turns": 5, "provenance": "rulebook"})
        reader.integer("box.turns", 1, 9)
        assert checked(reader) == []

    def test_unknown_keys(self) -> None:
        reader = file(
            box={"turns": 5, "tuns": 6, "provenance": "rulebook"}, bax={"turns": 5}, extra=1
        )
        reader.integer("box.turns", 1, 9)
        assert checked(reader) == [
            ("unknown", "extra"), ("unknown", "box.tuns"), ("unknown", "bax.turns"),
        ]  # fmt: skip

    @pytest.mark.parametrize(
        "provenance",
        [
            "rulebook",
            {"default": "public"},
            {"turns": "inferred", "list": "reconstructed"},
            {"default": "rulebook", "list": ["public", "inferred"]},
        ],
    )
    def test_provenances(self, provenance: object) -> None:
        assert checked(self.read(provenance)) == []

    @pytest.mark.parametrize(
        ("provenance", "fault"),
        [
            (None, [("provenance", "box.turns"), ("provenance", "box.list")]),
            ("guessed", [("provenance", "box.turns"), ("provenance", "box.list")]),
            (3, [("provenance", "box.turns"), ("provenance", "box.list")]),
            ({"turns": "public"}, [("provenance", "box.list")]),
            ({"default": "public", "x": "public"}, [("unknown", "box.provenance.x")]),
            ({"default": "public", "list": ["public"]}, [("length", "box.provenance.list")]),
            ({"default": "public", "list": ["public", "x"]}, [("provenance", "box.list")]),
            ({"default": "public", "turns": ["public"]}, [("provenance", "box.turns")]),
        ],
    )
    def test_provenances_that_are_wrong(
        self, provenance: object, fault: list[tuple[str, str]]
    ) -> None:
        assert checked(self.read(provenance)) == fault

    def read(self, provenance: object) -> ComponentFile:
        box: dict[str, Any] = {"turns": 5, "list": [1, 2]}
        if provenance is not None:
            box["provenance"] = provenance
        reader = file(box=box)
        reader.integer("box.turns", 1, 9)
        reader.integers("box.list", 1, 9)
        return reader

    def test_every_problem_is_raised_at_once(self) -> None:
        reader = file(box={"turns": 99, "odd": 1, "provenance": "rulebook"})
        reader.integer("box.turns", 1, 9)
        reader.integer("box.other", 1, 9)
        with pytest.raises(BadComponents) as caught:
            reader.finish()
        assert len(caught.value.problems) == 3
        assert "test.toml" in str(caught.value)
        assert "box.turns" in str(caught.value)


class TestReading:
    def test_a_file(self, tmp_path: Path) -> None:
        path = tmp_path / "components.toml"
        path.write_text("format = 1\n[box]\nturns = 5\n", encoding="utf-8")
        assert ComponentFile.read(path).integer("box.turns", 1, 9) == 5

    def test_no_file(self, tmp_path: Path) -> None:
        self.assert_unreadable(tmp_path / "missing.toml", "qd.components.unreadable")
        self.assert_unreadable(tmp_path, "qd.components.unreadable")

    @pytest.mark.parametrize(
        ("content", "id"),
        [
            (b"\xff\xfe", "qd.components.unreadable"),
            (b"a = ", "qd.components.not_toml"),
            (b"a = 1\na = 2", "qd.components.not_toml"),
            (b"a = " + b"1" * 10_000, "qd.components.not_toml"),
            (b"a = " + b"[" * 100_000, "qd.components.not_toml"),
        ],
        ids=["not text", "unfinished", "twice", "endless number", "endless nesting"],
    )
    def test_no_toml(self, content: bytes, id: str, tmp_path: Path) -> None:
        path = tmp_path / "components.toml"
        path.write_bytes(content)
        self.assert_unreadable(path, id)

    def assert_unreadable(self, path: Path, id: str) -> None:
        with pytest.raises(BadComponents) as caught:
            ComponentFile.read(path)
        assert caught.value.source == str(path)
        assert [problem.id for problem in caught.value.problems] == [id]
        assert str(caught.value)


def test_the_digest_is_of_the_values_only() -> None:
    values = {"box": {"turns": 5, "list": [1, 2]}}
    with_notes = {"box": {"list": [1, 2], "turns": 5, "provenance": "rulebook"}}
    assert file(**values).digest() == file(**with_notes).digest()
    assert file(**values).digest() != file(box={"turns": 6, "list": [1, 2]}).digest()
    assert file(**values).digest() != file(box={"turns": 5, "list": [2, 1]}).digest()
