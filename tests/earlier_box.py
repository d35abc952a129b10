"""A game that came with other component values before."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck import games
from quarterdeck.kernel.rules import BOXES, AnyRules

GAME = "saltfjord"


@pytest.fixture
def earlier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AnyRules:
    """The rules with the values of before, which the game of today still has in its folder."""
    rules = games.load(GAME)
    own = (rules.folder / "components.toml").read_text(encoding="utf-8")
    changed = own.replace("threshold = 10", "threshold = 9")
    assert changed != own
    file = tmp_path / "before.toml"
    file.write_text(changed, encoding="utf-8")
    before = rules.with_components(file)
    folder = tmp_path / "folder"
    folder.mkdir()
    for path in rules.folder.iterdir():
        if path.name != BOXES:
            (folder / path.name).symlink_to(path)
    (folder / BOXES).mkdir()
    (folder / BOXES / f"{before.component_digest}.toml").write_text(changed, encoding="utf-8")
    monkeypatch.setattr(type(rules), "folder", folder)
    return before
