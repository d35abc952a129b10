"""Templates: everything is escaped, nothing may be missing."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jinja2 import UndefinedError
from markupsafe import Markup

from quarterdeck.pictures.templates import templates_in

MACROS = """
{% macro box(name, size=3) %}<b title="{{ name }}">{{ size }}</b>{% endmacro %}
{% macro frame(title) %}<i>{{ title }}: {{ caller() }}</i>{% endmacro %}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "macros").write_text(MACROS, encoding="utf-8")
    return tmp_path


def fill_in(folder: Path, template: str, **values: Any) -> str:
    (folder / "page").write_text(template, encoding="utf-8")
    return templates_in(folder).get_template("page").render(values)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{ text }}", "a &amp; b"),
        ("{{ thing.text }}", "a &amp; b"),
        ("{{ things[1] }}-{{ named['one'] }}", "20-1"),
        ("{{ text ~ 1 }}", "a &amp; b1"),
        ("{{ safe ~ text }}", "<u/>a &amp; b"),
        ("{{ text.upper() }}", "A &amp; B"),
        ("{{ 'x' if things }}{{ 'y' if not things }}", "x"),
        ("{% for one in things %}{{ loop.index }}{{ '.' if not loop.last }}{% endfor %}", "1.2.3"),
        ("{{ things | sum }}{{ things | length }}", "603"),
    ],
)
def test_what_is_written(folder: Path, text: str, expected: str) -> None:
    values = {
        "text": "a & b",
        "thing": SimpleNamespace(text="a & b"),
        "things": (10, 20, 30),
        "named": {"one": 1},
        "safe": Markup("<u/>"),
    }
    assert fill_in(folder, text, **values) == expected


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("box('<x>')", '<b title="&lt;x&gt;">3</b>'),
        ("box('x', 4)", '<b title="x">4</b>'),
        ("box('x', size=5)", '<b title="x">5</b>'),
        ("box(size=5, name='x')", '<b title="x">5</b>'),
    ],
)
def test_macros_take_values_in_order_or_by_name(folder: Path, call: str, expected: str) -> None:
    assert fill_in(folder, f"{{% from 'macros' import box %}}{{{{ {call} }}}}") == expected


def test_a_macro_may_have_a_caller(folder: Path) -> None:
    text = "{% from 'macros' import frame %}{% call frame('<a>') %}{{ text }}{% endcall %}"
    assert fill_in(folder, text, text="<b>") == "<i>&lt;a&gt;: &lt;b&gt;</i>"


def test_an_included_template_knows_what_surrounds_it(folder: Path) -> None:
    (folder / "inner").write_text("{{ one }}{{ two }}{{ three }}", encoding="utf-8")
    templates = templates_in(folder)
    templates.globals["three"] = 3
    (folder / "page").write_text("{% set two = 2 %}{% include 'inner' %}", encoding="utf-8")
    assert templates.get_template("page").render(one=1) == "123"
    # What a template is given goes before what all are.
    assert templates.get_template("inner").render({"one": 1, "two": 2}, three=4) == "124"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("{{ missing }}", UndefinedError),
        ("{{ missing.name }}", UndefinedError),
        ("{{ named['two'] }}", UndefinedError),
        ("{% from 'macros' import box %}{{ box('x', colour=1) }}", TypeError),
        ("{% from 'macros' import box %}{{ box('x', 1, 2) }}", TypeError),
    ],
)
def test_nothing_may_be_missing(folder: Path, text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        fill_in(folder, text, named={"one": 1})
