"""What decided a game, and what to do better: chances of winning, luck and skill, moments.

From records alone, so a game can be reviewed wherever it was played.
"""

from __future__ import annotations

from pathlib import Path

from quarterdeck.kernel.catalogue import add_folder
from quarterdeck.review.model import Mark, Review
from quarterdeck.review.reviewing import Progress, review

add_folder(Path(__file__).parent / "messages")

__all__ = ["Mark", "Progress", "Review", "review"]
