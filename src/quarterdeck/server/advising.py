"""What the question is about that a player is asked: which chapter of the rules."""

from __future__ import annotations

from collections import Counter

from quarterdeck.server.books import Chapter, read_book
from quarterdeck.server.live import LiveTable


def find_chapter(table: LiveTable, seat: int, language: str) -> Chapter | None:
    """The chapter of the rules that most of the open choices belong to."""
    book = read_book(table.rules.folder, "RULES", language)
    if book is None:
        return None
    game = table.playing()
    counted = Counter(choice.rule.partition(".")[0] for choice in game.legal_for(seat))
    for rule, _ in counted.most_common():
        for chapter in book.chapters:
            if chapter.id == rule:
                return chapter
    return None
