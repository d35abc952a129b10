"""What every test may rely on."""

from __future__ import annotations

from tests.toy.catalogues import compile_messages


def pytest_configure() -> None:
    """The toy's texts are ready before any test module loads it."""
    compile_messages()
