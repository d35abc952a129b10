"""Which rules have no test?

Every game states its rules in RULES.md, one bullet each: `- **SO-4.5** [RB] …`. A test names
the rules it proves with `@rule("SO-4.5")` from `tests.kit.rules`. This tool compares the two and
fails on a rule without a test, on a tag without a rule and on a rule stated twice.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GAMES = ROOT / "src" / "quarterdeck" / "games"
TESTS = ROOT / "tests"
TAGS_FROM = "tests.kit.rules"

BULLET = re.compile(r"^\s*[-*] \*\*([A-Z][A-Z0-9]*-\d+(?:\.\w+)*)\*\*", re.MULTILINE)

TestNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def stated_rules(games: Path) -> dict[str, list[str]]:
    """The rule ids of every game, by the game's folder name."""
    return {
        file.parent.name: BULLET.findall(file.read_text(encoding="utf-8"))
        for file in sorted(games.glob("*/RULES.md"))
    }


def local_names_of_rule(tree: ast.Module) -> set[str]:
    return {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == TAGS_FROM
        for alias in node.names
        if alias.name == "rule"
    }


def is_test(node: ast.AST) -> bool:
    """Whether pytest would run it. A class counts if it holds a test."""
    if isinstance(node, ast.ClassDef):
        return node.name.startswith("Test") and any(is_test(child) for child in node.body)
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return node.name.startswith("test")
    return False


def is_skipped(node: TestNode) -> bool:
    return any(ast.unparse(_called(item)) == "pytest.mark.skip" for item in node.decorator_list)


def _called(node: ast.expr) -> ast.expr:
    return node.func if isinstance(node, ast.Call) else node


def tests_in(body: list[ast.stmt]) -> Iterator[TestNode]:
    for node in body:
        if not isinstance(node, TestNode) or not is_test(node) or is_skipped(node):
            continue
        yield node
        if isinstance(node, ast.ClassDef):
            yield from tests_in(node.body)


def tags_in(file: Path) -> Iterator[tuple[int, str | None]]:
    """Line and rule id of every tag on a test; None stands for an id that cannot be read."""
    tree = ast.parse(file.read_bytes(), str(file))
    names = local_names_of_rule(tree)
    for node in tests_in(tree.body):
        for item in node.decorator_list:
            if not isinstance(item, ast.Call) or ast.unparse(item.func) not in names:
                continue
            for argument in item.args:
                value = argument.value if isinstance(argument, ast.Constant) else None
                yield item.lineno, value if isinstance(value, str) else None


def main() -> int:
    rules = stated_rules(GAMES)
    counts = Counter(name for names in rules.values() for name in names)
    problems = [f"{name}: stated {count} times" for name, count in counts.items() if count > 1]
    problems += [
        f"{folder.relative_to(ROOT)}: no rules stated in RULES.md"
        for folder in sorted(file.parent for file in GAMES.glob("*/__init__.py"))
        if not rules.get(folder.name)
    ]
    tested = set()
    for file in sorted(TESTS.rglob("*.py")):
        for line, name in tags_in(file):
            where = f"{file.relative_to(ROOT)}:{line}"
            if name is None:
                problems.append(f"{where}: rule ids must be plain string literals")
            elif name not in counts:
                problems.append(f"{where}: there is no rule {name}")
            else:
                tested.add(name)
    problems += [
        f"{game}: {name} has no test"
        for game, names in rules.items()
        for name in dict.fromkeys(names)
        if name not in tested
    ]
    summary = ", ".join(f"{game} {len(set(names))}" for game, names in rules.items())
    print("\n".join(problems) or f"Every rule has a test: {summary or 'no games yet'}.")
    if problems:
        print(f"{len(problems)} problems; {len(tested)} of {len(counts)} rules have a test.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
