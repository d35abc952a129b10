"""A file of one's own data as an answer."""

from __future__ import annotations

from collections.abc import Iterator
from os import SEEK_END
from typing import IO

from fastapi.responses import StreamingResponse

PIECE = 64 * 1024


def send_own_data(file: IO[bytes]) -> StreamingResponse:
    """The file, piece by piece; then it is gone."""

    def pieces() -> Iterator[bytes]:
        with file:
            while piece := file.read(PIECE):
                yield piece

    size = file.seek(0, SEEK_END)
    file.seek(0)
    return StreamingResponse(
        pieces(),
        media_type="application/zip",
        headers={
            "content-length": str(size),
            "cache-control": "no-store",
            "content-disposition": 'attachment; filename="quarterdeck-data.zip"',
        },
    )
