"""Names that look alike, and names that are nobody's.

Two names look alike if their skeletons are the same: what is left once width, case, accents, spaces
and signs that nobody sees are gone, and letters and digits of other scripts stand for the Latin
letters they look like. Unicode's own list of look-alikes has six thousand pairs, most of them of
scripts no reader would take for a name of their own; the letters below are those that would pass.
The libraries for it on offer have no skeletons, or are not yet released.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from unicodedata import category, normalize

from quarterdeck.bots import BOTS
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.naming import WINDS

# Capitals that pass for another letter than their small ones do, and small letters and digits:
# signs on the left pass for those on the right.
_CAPITALS = (
    ("АВЕЗІЇЈКМНОРСЅТУҮХԚԜ", "abe3iijkmhopcstyyxqw"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhikmnoptyx"),
)
_SMALL = (
    ("авгԁезіїјклмнопԛрсѕтуүхԝьһґѵбѳҫҽөӏ", "abrde3iijklmhonqpcstyyxwbhrv6oceol"),
    ("αβγδεζηικμνοπρσςτυχωϲϳ", "abydeznikuvonpoctuxwcj"),
    # Armenian, and Latin letters that are nobody's
    ("աոսցօհզլյք", "wnugohqljp"),
    ("ɑɡıȷʟɪʏʀøđłħŧɩɭ", "agijliyrodlhtil"),
    ("0158|$@", "oisbisa"),
)


def _table(pairs: Iterable[tuple[str, str]]) -> dict[int, str]:
    return {ord(c): like for signs, likes in pairs for c, like in zip(signs, likes, strict=True)}


_BEFORE, _AFTER = _table(_CAPITALS), _table(_SMALL)
# Pairs that are read as one: for instance rn as m, vv as w.
_MERGED = (("rn", "m"), ("vv", "w"), ("cl", "d"))
# Nobody sees them, or they only change how others look.
_UNSEEN = ("M", "Z", "C", "P")
# Blank, though Unicode counts them among the letters.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5")

VOICES = (
    "Quarterdeck",
    "Server",
    "Serveur",
    "System",
    "Système",
    "Admin",
    "Administrator",
    "Administrateur",
    "Moderator",
    "Modérateur",
    "Host",
    "Hôte",
    "Bot",
    "Spectator",
    "Spectateur",
    "Spectatrice",
)


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """What is left of a name once all that a reader may overlook is gone."""
    plain = normalize("NFKD", name).translate(_BEFORE).casefold()
    # Folding case may bring accents, too.
    seen = (c for c in normalize("NFKD", plain) if category(c)[0] not in _UNSEEN)
    looks = "".join(c for c in seen if c not in _BLANK).translate(_AFTER).replace("l", "i")
    for pair, one in _MERGED:
        looks = looks.replace(pair, one)
    return looks


def alike(one: str, other: str) -> bool:
    return skeleton(one) == skeleton(other)


def first_alike(name: str, others: Iterable[str]) -> str | None:
    """The first of some names that looks like this one."""
    return next((other for other in others if other and alike(name, other)), None)


@lru_cache
def reserved() -> frozenset[str]:
    """How names look that belong to the server itself or to its bots."""
    labels = [
        Translator(language)(id)
        for language in LANGUAGES
        for id in (f"qd.page.bot.{bot}" for bot in BOTS)
        if Translator(language).knows(id)
    ]
    return frozenset(skeleton(name) for name in (*VOICES, *WINDS, *BOTS, *labels))


def is_reserved(name: str) -> bool:
    return skeleton(name) in reserved()
