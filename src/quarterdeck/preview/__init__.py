"""What a choice would change now: found by looking ahead, told in a reader's language."""

from __future__ import annotations

from quarterdeck.preview.looking import Preview as Preview
from quarterdeck.preview.looking import WayOfChance as WayOfChance
from quarterdeck.preview.looking import preview as preview
from quarterdeck.preview.telling import ToldPreview as ToldPreview
from quarterdeck.preview.telling import tell as tell
from quarterdeck.preview.telling import tell_lines as tell_lines
