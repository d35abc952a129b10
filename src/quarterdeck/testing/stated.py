"""Which rules are stated, and which have no test?

Every game states its rules in RULES.md, one bullet each: `- **SO-4.5** [RB] …`. A test names the
rules it proves with `@rule("SO-4.5")`, imported from `quarterdeck.testing`.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

TAGS_FROM = "quarterdeck.testing"

BULLET = re.compile(r"^\s*[-*] \*\*([A-Z][A-Z0-9]*-\d+(?:\.\w+)*)\*\*", re.MULTILINE)

TestNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def read_ids(file: Path) -> list[str]:
    """The rule ids that a RULES.md states, in its order."""
    return BULLET.findall(file.read_text(encoding="utf-8"))


@cache
def find_stated(folder: Path) -> frozenset[str] | None:
    """The rule ids of a game's RULES.md, if it has one."""
    file = folder / "RULES.md"
    return frozenset(read_ids(file)) if file.exists() else None


def find_problems(stated: dict[str, list[str]], test_files: Iterable[Path]) -> list[str]:
    """Rules stated twice or without a test, and tags without a rule; `stated` is by game."""
    counts = Counter(name for names in stated.values() for name in names)
    problems = [f"{name}: stated {count} times" for name, count in counts.items() if count > 1]
    tested = set()
    for file in test_files:
        for line, name in read_tags(file):
            if name is None:
                problems.append(f"{file}:{line}: rule ids must be plain string literals")
            elif name not in counts:
                problems.append(f"{file}:{line}: there is no rule {name}")
            else:
                tested.add(name)
    problems += [
        f"{game}: {name} has no test"
        for game, names in stated.items()
        for name in dict.fromkeys(names)
        if name not in tested
    ]
    return problems


def read_tags(file: Path) -> Iterator[tuple[int, str | None]]:
    """Line and rule id of every tag on a test; None stands for an id that cannot be read."""
    tree = ast.parse(file.read_bytes(), str(file))
    names = _local_names_of_rule(tree)
    for node in _tests_in(tree.body):
        for item in node.decorator_list:
            if not isinstance(item, ast.Call) or ast.unparse(item.func) not in names:
                continue
            for argument in item.args:
                value = argument.value if isinstance(argument, ast.Constant) else None
                yield item.lineno, value if isinstance(value, str) else None


def _local_names_of_rule(tree: ast.Module) -> set[str]:
    return {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == TAGS_FROM
        for alias in node.names
        if alias.name == "rule"
    }


def _tests_in(body: list[ast.stmt]) -> Iterator[TestNode]:
    for node in body:
        if not isinstance(node, TestNode) or not _is_test(node) or _is_skipped(node):
            continue
        yield node
        if isinstance(node, ast.ClassDef):
            yield from _tests_in(node.body)


def _is_test(node: ast.AST) -> bool:
    """Whether pytest would run it. A class counts if it holds a test."""
    if isinstance(node, ast.ClassDef):
        return node.name.startswith("Test") and any(_is_test(child) for child in node.body)
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return node.name.startswith("test")
    return False


def _is_skipped(node: TestNode) -> bool:
    return any(ast.unparse(_called(item)) == "pytest.mark.skip" for item in node.decorator_list)


def _called(node: ast.expr) -> ast.expr:
    return node.func if isinstance(node, ast.Call) else node
