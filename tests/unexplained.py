"""Games that do not explain themselves yet. Whoever converts one takes it off these lists; both
must end up empty, and then this file goes."""

from __future__ import annotations

# No `quarterdeck.testing.things` for them yet.
WITHOUT_THINGS = frozenset({"rolling_seas"})
# No HOWTO.md, HOWTO.fr.md and howto.toml yet.
WITHOUT_HOWTO = frozenset({"rolling_seas"})
