"""How templates are read, for boards and for pages alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, MutableMapping
from functools import lru_cache
from io import StringIO
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.nodes import EvalContext
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
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
    """Templates write hundreds of values a page, nearly all of them plain texts and numbers.

    What they do with values (look up, call, join) becomes what Python does, without asking each
    time what else could be meant.
    """

    def _output_child_pre(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        self.write("environment.written(")

    def _output_child_post(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        self.write(")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        """Only an attribute, never an entry of the same name."""
        self._in_brackets(node.node, frame)
        self.write(f".{node.attr}")

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802
        """Only an entry, never an attribute of the same name."""
        self._in_brackets(node.node, frame)
        self.write("[")
        self.visit(node.arg, frame)
        self.write("]")

    def visit_Call(  # noqa: N802
        self, node: nodes.Call, frame: Frame, forward_caller: bool = False
    ) -> None:
        """Nothing that is called wants to know the context."""
        self._in_brackets(node.node, frame)
        page, self.stream = self.stream, StringIO()
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        arguments, self.stream = self.stream.getvalue(), page
        self.write(f"({arguments.removeprefix(', ')})")

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:  # noqa: N802
        """Without an `else`, nothing."""
        super().visit_CondExpr(node if node.expr2 else _with_else(node), frame)

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802
        self.write("environment.joined((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        self.write("environment.")
        super().macro_def(macro_ref, frame)

    def _in_brackets(self, node: nodes.Expr, frame: Frame) -> None:
        self.write("(")
        self.visit(node, frame)
        self.write(")")


def _with_else(node: nodes.CondExpr) -> nodes.CondExpr:
    about = {"lineno": node.lineno, "environment": node.environment}
    return nodes.CondExpr(node.test, node.expr1, nodes.Const("", **about), **about)


def joined(parts: Iterable[Any]) -> str:
    """Texts one after the other, safe if one of them is."""
    found = tuple(parts)
    if any(type(part) is Markup for part in found):
        return Markup("").join(found)
    return "".join(map(str, found))


class _Macro(Macro):
    """A macro that takes what it names, and perhaps a caller, and nothing else: as all of ours."""

    def __call__(self, *args: Any, **named: Any) -> str:
        if len(args) < self._argument_count:
            missed = self.arguments[len(args) :]
            args += tuple([named.pop(name, missing) for name in missed])
        if self.caller and "caller" in named:
            args += (named.pop("caller"),)
        if named or self.catch_kwargs or self.catch_varargs:
            raise TypeError(f"macro {self.name!r} does not take {', '.join(named)}")
        return str.__new__(Markup, self._func(*args))


class _Context(Context):
    """What a template knows: made hundreds of times a second, so without what nobody asks for."""

    # All templates share the globals of their environment, so none has any to pass on.
    globals_keys: set[str] = set()  # noqa: RUF012 - as Jinja calls it

    def __init__(
        self,
        environment: Environment,
        parent: dict[str, Any],
        name: str | None,
        blocks: Mapping[str, Any],
        globals: object = None,  # noqa: A002 - as Jinja calls it
    ) -> None:
        self.parent = parent
        self.vars = {}
        self.environment = environment
        self.eval_ctx = _evaluation(environment)
        self.exported_vars = set()
        self.name = name
        self.blocks = {name: [block] for name, block in blocks.items()} if blocks else {}

    def resolve_or_missing(self, key: str) -> Any:
        """What the template was given, or all templates are."""
        if key in self.vars:
            return self.vars[key]
        if key in self.parent:
            return self.parent[key]
        return self.environment.globals.get(key, missing)


@lru_cache
def _evaluation(environment: Environment) -> EvalContext:
    """Everything is escaped, everywhere."""
    return EvalContext(environment)


class _Template(Template):
    def render(self, *args: Any, **named: Any) -> str:
        values = {**args[0], **named} if args else named
        context = self.environment.context_class(self.environment, values, self.name, self.blocks)
        try:
            return "".join(self.root_render_func(context))
        except Exception:
            self.environment.handle_exception()


class Templates(Environment):
    """The templates of a folder: everything they are given is escaped, nothing may be missing."""

    code_generator_class = _Generator
    context_class = _Context
    template_class = _Template
    # What the templates' code calls.
    joined = staticmethod(joined)
    Macro = _Macro

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
