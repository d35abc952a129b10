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
from unicodedata import category, decimal, normalize
from unicodedata import name as describe

from quarterdeck import bots
from quarterdeck.bots.levels import LEVELS
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.naming import WINDS

# Capitals that pass for another letter than their small ones do, and small letters and digits:
# signs on the left pass for those on the right.
_CAPITALS = (
    ("АВЕЗІЇЈКМНОРСЅТУҮХԚԜ", "abe3iijkmhopcstyyxqw"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhikmnoptyx"),
    # Cherokee and Lisu
    ("ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃᎥᎩ", "abcdeghjklmprstvwziy"),
    ("ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", "abcdefghijklmnoprstuvwxyz"),
)
_SMALL = (
    ("авгԁезіїјклмнопԛрсѕтуүхԝьһґѵбѳҫҽөӏ", "abrde3iijklmhonqpcstyyxwbhrv6oceol"),
    ("αβγδεζηικμνοπρσςτυχωϲϳ", "abydeznikuvonpoctuxwcj"),
    # Armenian, and Latin letters that are nobody's
    ("աոսցօհզլյք", "wnugohqljp"),
    ("ɑɡıȷʟɪʏʀøđłħŧɩɭǀƅ℮", "agijliyrodlhtilibe"),
    ("0158|$@", "oisbisa"),
)


def _table(pairs: Iterable[tuple[str, str]]) -> dict[int, str]:
    return {ord(c): like for signs, likes in pairs for c, like in zip(signs, likes, strict=True)}


_BEFORE, _AFTER = _table(_CAPITALS), _table(_SMALL)
# Pairs that are read as one: for instance rn as m, vv as w.
_MERGED = (("rn", "m"), ("vv", "w"), ("cl", "d"))
# Nobody sees them, or they only change how others look.
_UNSEEN = ("M", "Z", "C", "P")
_MODIFYING = ("Lm", "Sk")
# Blank, though Unicode counts them among the letters and signs.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5\U0001d159")
# Their plain form is another letter than the one they look like.
_FIRST = {0x3F9: "c", 0x3F2: "c"}
_SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL "
# Scripts that are written together with others.
_COMPANIONS = frozenset(("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC"))

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


def skeleton(name: str) -> str:
    """What is left of a name once all that a reader may overlook is gone."""
    plain = normalize("NFKD", name.translate(_FIRST)).translate(_BEFORE).casefold()
    # Folding case may bring accents, too.
    seen = "".join(_latin(c) for c in normalize("NFKD", plain) if _is_seen(c))
    looks = seen.translate(_AFTER).replace("l", "i")
    for pair, one in _MERGED:
        looks = looks.replace(pair, one)
    return looks


def _is_seen(sign: str) -> bool:
    kind = category(sign)
    return kind[0] not in _UNSEEN and kind not in _MODIFYING and sign not in _BLANK


def _latin(sign: str) -> str:
    """Small capitals and the digits of any script as the plain ones they stand for."""
    word = describe(sign, "").removeprefix(_SMALL_CAPITAL)
    if len(word) == 1:
        return word.lower()
    digit = decimal(sign, None)
    return sign if digit is None else str(digit)


def mixes_scripts(name: str) -> bool:
    """Whether a name has letters of several alphabets, as only look-alikes do."""
    letters = (c for c in normalize("NFKC", name) if category(c) in ("Lu", "Ll", "Lt", "Lo"))
    scripts = {describe(letter, "?").split(" ")[0] for letter in letters}
    return len(scripts - _COMPANIONS) > 1


def alike(one: str, other: str) -> bool:
    return skeleton(one) == skeleton(other)


def first_alike(name: str, others: Iterable[str]) -> str | None:
    """The first of some names that looks like this one."""
    return next((other for other in others if other and alike(name, other)), None)


@lru_cache
def reserved() -> frozenset[str]:
    """How names look that belong to the server itself or to its bots."""
    # Bots sit under names of their own, and many a person likes to be called Captain
    known = [name for name in bots.PLUGINS.names() if name not in LEVELS]
    labels = [
        Translator(language)(id)
        for language in LANGUAGES
        for id in (f"qd.page.bot.{bot}" for bot in known)
        if Translator(language).knows(id)
    ]
    return frozenset(skeleton(name) for name in (*VOICES, *WINDS, *known, *labels))


def is_reserved(name: str) -> bool:
    return skeleton(name) in reserved()
