"""A view as text, section by section: a page can be played from it without pictures."""

from __future__ import annotations

from quarterdeck.games.seul_maitre.view import MasterView
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.rules import Section


def sections(view: MasterView, translator: Translator) -> list[Section]:
    return []
