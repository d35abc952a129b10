"""`quarterdeck serve`: what it is told wrongly is refused before anything begins."""

from __future__ import annotations

from tests.cli.conftest import Run


def test_an_unknown_log_format_is_named(run: Run) -> None:
    result = run("serve", "--log-format", "xml")
    assert result.code == 2
    assert "“xml”" in result.err
    assert "text, json" in result.err
    assert "Formats connus" in run("serve", "--log-format", "xml", "--lang", "fr").err
