"""Which games have a lesson. One that cannot be used is told of once and left out."""

from __future__ import annotations

import logging
from functools import lru_cache

from quarterdeck.kernel.rules import AnyRules
from quarterdeck.lessons.lesson import BadLesson, Lesson
from quarterdeck.lessons.reading import FILE, read_lesson

logger = logging.getLogger(__name__)


def has_lesson(rules: AnyRules) -> bool:
    return find_lesson(rules) is not None


@lru_cache
def find_lesson(rules: AnyRules) -> Lesson | None:
    """The lesson of a game, if there is one that can be used."""
    if not (rules.folder / FILE).is_file():
        return None
    try:
        return read_lesson(rules)
    except BadLesson as error:
        for problem in error.problems:
            logger.warning("%s", BadLesson(error.source, [problem]))
        return None
