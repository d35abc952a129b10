"""Kernel and games import the standard library, the kernel and themselves; nothing else.

Every import statement counts, wherever it stands. Under `if TYPE_CHECKING:` the vocabulary of
the compiler (`mypy_extensions`) is allowed too, because that code never runs.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "quarterdeck"
CHECKED = ("kernel", "games")
ALLOWED = sys.stdlib_module_names | {"quarterdeck"}
ALLOWED_FOR_TYPES = ALLOWED | {"mypy_extensions"}


def is_type_checking(test: ast.expr) -> bool:
    name = test.attr if isinstance(test, ast.Attribute) else getattr(test, "id", None)
    return name == "TYPE_CHECKING"


def imports(node: ast.AST, for_types: bool = False) -> Iterator[tuple[int, str, bool]]:
    """Line, top-level module and whether only the type checker sees it, of every import."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield node.lineno, alias.name.partition(".")[0], for_types
    elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
        yield node.lineno, node.module.partition(".")[0], for_types
    elif isinstance(node, ast.If) and is_type_checking(node.test):
        for statement in node.body:
            yield from imports(statement, for_types=True)
        for statement in node.orelse:
            yield from imports(statement, for_types)
    else:
        for child in ast.iter_child_nodes(node):
            yield from imports(child, for_types)


def main() -> int:
    files = sorted(file for part in CHECKED for file in (PACKAGE / part).rglob("*.py"))
    bad = [
        f"{file.relative_to(ROOT)}:{line}: imports {module}"
        for file in files
        for line, module, for_types in imports(ast.parse(file.read_bytes(), str(file)))
        if module not in (ALLOWED_FOR_TYPES if for_types else ALLOWED)
    ]
    print("\n".join(bad) or f"Standard library only: {len(files)} files in kernel and games.")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
