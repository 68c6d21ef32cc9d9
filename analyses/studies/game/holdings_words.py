"""What each thing is worth to hold, in plain words."""

from collections.abc import Mapping

import pandas as pd

from analyses.studies.game.holdings_chart import AFTER, find_worths, say_worths
from analyses.words.plain import Words, points, say_or_too_few, say_who_sits
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.sentences import Sentence, choose, is_within

_BEFORE = "before the exchange"
_SAID = (
    (AFTER, "fourth ace", "a fourth ace held after the exchange"),
    (AFTER, "ace for a seven", "an ace in place of a seven"),
    (_BEFORE, "fourth ace", "a fourth ace dealt"),
)


def tell(table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What the study found, for everybody."""
    said = []
    for when, holding, words in _SAID:
        worths = [one.get(holding) for one in find_worths(table, when).values()]
        if None not in worths:
            who = say_who_sits(captions) if not said else ""
            said.append(_say_worth(who, words, *worths))
    return Words(
        say_or_too_few(say_worths(table), "what a card is worth to hold"),
        "A hand scores by aces, guarded kings, long suits and sequences all together. Here each "
        "thing is valued alone: by the points that it adds while all else in the hand stays the "
        "same.",
        tuple(said) or (Sentence("Too few deals were played to tell."),),
        "It does not say what a whole hand with a fourth ace makes: such a hand holds other good "
        "cards too.",
    )


def _say_worth(who: str, words: str, elder: Estimate, younger: Estimate) -> Sentence:
    start = who + words if who else words[:1].upper() + words[1:]
    both = [
        is_within(f"what {words} is worth to {seat}", one, above=0)
        for seat, one in (("elder", elder), ("younger", younger))
    ]
    return choose(
        Sentence(
            f"{start} adds {points(elder)} points to elder's lead, {points(younger)} to younger's.",
            *both,
        ),
        Sentence(f"What {words} adds cannot be told from zero in both seats."),
    )  # fmt: skip
