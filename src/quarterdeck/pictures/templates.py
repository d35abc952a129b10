"""How templates are read, for boards and for pages alike."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context
from markupsafe import Markup, escape

# Texts are written again and again; so many that have been made safe are remembered.
MOST_TEXTS = 50_000
LONGEST = 200

Written = Callable[[Any], str]


def plain(value: Any) -> Any:
    """A value as it is."""
    return value


def writer(printable: Callable[[Any], Any]) -> Written:
    """How a value stands in the text: `escape(printable(value))`, in a quarter of the time."""
    texts: dict[str, str] = {}
    numbers: dict[float, str] = {}

    def remembered(memory: dict[Any, str], value: Any) -> str:
        text: str = escape(printable(value))
        if len(memory) >= MOST_TEXTS:
            memory.clear()
        if len(text) <= LONGEST:
            memory[value] = text
        return text

    def written(value: Any) -> str:
        kind = type(value)
        if kind is Markup:
            text: str = value
            return text
        if kind is int:
            return str(value)
        if kind is str:
            return texts.get(value) or remembered(texts, value)
        if kind is float:
            # Nobody writes minus nought.
            return numbers.get(value) or remembered(numbers, value + 0.0)
        return escape(printable(value))

    return written


class _Generator(CodeGenerator):
    """Templates write hundreds of values a page, nearly all of them plain texts and numbers."""

    def _output_child_pre(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        self.write("environment.written(")

    def _output_child_post(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        self.write(")")


class _Context(Context):
    """Calls what a template calls, without asking it first whether it wants the context."""

    def call(
        self,
        function: Callable[..., Any],
        /,
        *args: Any,
        _loop_vars: object = None,
        _block_vars: object = None,
        **named: Any,
    ) -> Any:
        return function(*args, **named)


class Templates(Environment):
    """The templates of a folder: everything they are given is escaped, nothing may be missing."""

    code_generator_class = _Generator
    context_class = _Context

    def __init__(self, folder: Path, printable: Callable[[Any], Any] = plain) -> None:
        self.written = writer(printable)
        self._found: dict[str, Template] = {}
        super().__init__(
            loader=FileSystemLoader(folder),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            finalize=printable,
            auto_reload=False,
            cache_size=-1,
        )

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002 - as Jinja calls it
    ) -> Template:
        found = self._found.get(name) if isinstance(name, str) and globals is None else None
        if found is None:
            found = super().get_template(name, parent, globals)
            if isinstance(name, str) and globals is None:
                self._found[name] = found
        return found

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        # The usual chain of mappings is copied entry by entry whenever a template is used.
        return {**self.globals, **d} if d else self.globals
