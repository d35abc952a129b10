"""The view as text: sections of short lines that read well aloud and fit a terminal."""

from __future__ import annotations

from quarterdeck.games.rolling_seas.view import RollingView
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.rules import Section


def sections(view: RollingView, say: Translator) -> list[Section]:
    return [Section(str(view.turn), ())]
