"""What many finished games tell: results, shares of wins with intervals, ratings.

From results alone, and results from records, so it counts games wherever they were played.
"""

from __future__ import annotations

from pathlib import Path

from quarterdeck.kernel.catalogue import add_folder
from quarterdeck.statistics.results import GameResult, SeatResult, read_result

add_folder(Path(__file__).parent / "messages")

__all__ = ["GameResult", "SeatResult", "read_result"]
