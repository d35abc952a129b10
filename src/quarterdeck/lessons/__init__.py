"""Guided first games: what a lesson is, how a coach follows it, and what it deals.

A lesson is data in a game's folder (`lesson.toml`); docs/adding-a-game.md explains it. Nothing here
knows the server: page, text mode and terminal all follow a lesson through `Coach`.
"""

from __future__ import annotations

from pathlib import Path

from quarterdeck.kernel.catalogue import add_folder
from quarterdeck.lessons.coach import Coach, Coaching, Heard
from quarterdeck.lessons.dealing import PreparedDealer, scripted_choice
from quarterdeck.lessons.lesson import BadLesson, Lesson, Occasion, Remark
from quarterdeck.lessons.shelf import find_lesson, has_lesson

add_folder(Path(__file__).parent / "messages")

__all__ = [
    "BadLesson",
    "Coach",
    "Coaching",
    "Heard",
    "Lesson",
    "Occasion",
    "PreparedDealer",
    "Remark",
    "find_lesson",
    "has_lesson",
    "scripted_choice",
]
