"""How Sphinx builds the documentation site: `make docs`.

The repository itself is the source folder, so a link that works between the files works between
the pages. Any warning, a broken link included, fails the build.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from fastapi import FastAPI  # noqa: E402

from quarterdeck import __version__  # noqa: E402
from quarterdeck.server import api  # noqa: E402

project = "Quarterdeck"
author = "The Quarterdeck authors"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "README"
include_patterns = [
    "*.md",
    "docs/*.md",
    "src/quarterdeck/games/*/RULES*.md",
]
exclude_patterns = [".*", "build", "tests", "**/node_modules"]

# Contents: the README is the front page, and every page of a chapter follows it.
CHAPTERS = {
    "Rules of the games": ["src/quarterdeck/games/*/RULES"],
    "Règles des jeux": ["src/quarterdeck/games/*/RULES.fr"],
    "Playing": ["docs/pace"],
    "Running a server": ["docs/running-a-server", "docs/reliability", "docs/load", "SECURITY"],
    "Programming": [
        "docs/python",
        "docs/research",
        "docs/openspiel",
        "docs/json-api",
        "docs/data",
        "docs/language-models",
        "docs/adding-a-game",
        "docs/adding-a-bot",
        "docs/architecture",
        "CONTRIBUTING",
    ],
    "Figures and history": [
        "docs/insight",
        "docs/lab",
        "docs/lab-report",
        "docs/opponents",
        "docs/strength",
        "docs/benchmarks",
        "docs/saltfjord-choices",
        "CHANGELOG",
    ],
}
CHAPTER = """

```{{toctree}}
:hidden:
:glob:
:caption: {caption}

{pages}
```
"""

myst_heading_anchors = 4
highlight_language = "text"
default_role = "code"  # docstrings write `code` the way Markdown does
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"

# Nothing is loaded from anywhere else: the theme brings its own styles and uses the system's fonts.
html_theme = "furo"
html_title = "Quarterdeck"
html_copy_source = False
html_show_copyright = False
html_extra_path = ["site"]
html_theme_options = {"navigation_with_keys": True}


def complete(_: Any, page: str, source: list[str]) -> None:
    """Add what is no part of the files that people read in the repository."""
    if page == root_doc:
        source[0] += "".join(
            CHAPTER.format(caption=caption, pages="\n".join(f"/{name}" for name in pages))
            for caption, pages in CHAPTERS.items()
        )
    if page == "docs/json-api":
        source[0] += list_requests()


def list_requests() -> str:
    """Every request of the JSON API, with what the server says of it."""
    app = FastAPI()
    app.include_router(api.router)
    rows = [
        f"| `{method.upper()} {path.removeprefix('/api')}` | {' '.join(text.split())} |"
        for path, methods in app.openapi()["paths"].items()
        for method, text in ((name, about["description"]) for name, about in methods.items())
    ]
    return "\n".join(["", "| below `/api` | what it does |", "|---|---|", *rows, ""])


def set_language(_: Any, page: str, _template: str, context: dict[str, Any], _tree: Any) -> None:
    """Tell browsers and screen readers that the French rules are French."""
    if page.endswith(".fr"):
        context["language"] = "fr"


def setup(app: Any) -> None:
    app.connect("source-read", complete)
    app.connect("html-page-context", set_language)
