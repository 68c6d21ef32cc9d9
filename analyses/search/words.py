"""Words of a question and of what may answer it: stems, synonyms, and words that say nothing."""

import re
import unicodedata

SYNONYMS: tuple[tuple[str, ...], ...] = (
    ("quatorze", "fourteen", "four of a kind"),
    ("trio", "three of a kind", "brelan"),
    ("sequence", "straight"),
    ("quint", "quinte"),
    ("knave", "jack", "valet"),
    ("elder", "eldest", "forehand", "nondealer"),
    ("younger", "youngest", "dealer"),
    ("discard", "throw", "threw", "thrown", "lay out", "laid out", "part with", "put out"),
    ("call", "declare", "declaration", "announce", "announcement"),
    ("sink", "sunk", "sank", "conceal", "hide", "suppress", "bluff"),
    ("partie", "match", "rubber"),
    ("rubicon", "rubiconed", "lurch"),
    ("capot", "slam", "all the tricks"),
    ("talon", "stock"),
    ("worth", "value", "gain", "profit"),
    ("often", "frequency", "probability", "chance", "odds", "likelihood", "likely", "rare"),
    ("lead", "led", "open"),
    ("keep", "kept", "hold", "held", "retain", "spare", "preserve"),
    ("guard", "guarded", "protect"),
    ("bare", "unguarded"),
    ("court", "face card", "picture", "honour", "honor"),
    ("right", "true", "correct"),
    ("wrong", "false", "mistake", "error"),
    ("score", "total"),
    ("skill", "strength", "strong"),
    ("two", "second", "2"),
    ("three", "third", "3"),
    ("four", "fourth", "4"),
    ("five", "fifth", "5"),
    ("six", "sixth", "6"),
    ("seven", "seventh", "7"),
    ("eight", "eighth", "8"),
)
"""Words that mean the same here, the first of each being the toolkit's own."""

_IDLE = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at be been being best better by can do does for from has have how i if in "
        "into is it its me much my of on one or should than that the them then there these they "
        "this to was what when where which who why will with without would you your",
    )
)
"""Words that say nothing of what is asked."""


def list_words(text: str) -> list[str]:
    """The words of a text that say something: small letters, no endings, synonyms as one word.

    Examples
    --------
    >>> list_words("Should I throw the Jacks?"), list_words("discarding a knave")
    (['discard', 'knav'], ['discard', 'knav'])
    """
    return [_MEANT.get(one, one) for one in _cut(_PHRASES.sub(_name_phrase, _plain(text)))]


def _plain(text: str) -> str:
    bare = unicodedata.normalize("NFKD", text.lower().replace("-", " "))
    return re.sub(r"['’]s\b", "", "".join(one for one in bare if not unicodedata.combining(one)))


def _cut(text: str) -> list[str]:
    return [_stem(one) for one in re.findall(r"[a-z0-9]+", text) if one not in _IDLE]


def _stem(word: str) -> str:
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("s", "")):
        stem = word.removesuffix(ending) + instead
        if word.endswith(ending) and not word.endswith("ss") and len(stem) > 2 + (ending != "s"):
            # A doubled letter before the ending is one: cutting, cut.
            twice = ending in ("ing", "ed") and stem[-1] == stem[-2] and stem[-1] not in "ls"
            word = stem[:-1] if twice else stem
            break
    return word.removesuffix("e") if len(word) > _SHORT else word


_SHORT = 4
"""Letters of a word whose last e is kept: ace."""


def _name_phrase(found: re.Match) -> str:
    return _OF_PHRASE[found[0]]


_OF_PHRASE = {one: group[0] for group in SYNONYMS for one in group if " " in one}
_PHRASES = re.compile(r"\b(" + "|".join(map(re.escape, _OF_PHRASE)) + r")\b")
_MEANT = {_stem(one): _stem(group[0]) for group in SYNONYMS for one in group if " " not in one}
