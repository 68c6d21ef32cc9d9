"""What a partie comes to, in plain words."""

from collections.abc import Mapping

import pandas as pd

from analyses.results.analysis import read_estimates
from analyses.studies.parties.partie_chart import FIRST_DEAL, say_holds
from analyses.words.plain import Words, points, say_or_too_few, say_who_sits, share
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.sentences import Sentence, choose, is_within

_PARTIE, _RACE = "partie of six", "race to 100 (1896)"


def tell(table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What the study found, for everybody."""
    found = read_estimates(table, form=_PARTIE)
    return Words(
        say_or_too_few(say_holds(table), "how often a lead holds"),
        "A partie is six deals, and the players deal in turn; the higher total wins and is paid "
        "the difference and more. A loser who stays below a hundred is rubiconed and pays for it.",
        (
            Sentence(
                f"{say_who_sits(captions)}the loser pays {points(found['paid_mean'])} points on "
                f"average and is rubiconed in {share(found['rubicon'])} of parties."
            ),
            *(
                _say_first(words, read_estimates(table, form=form)[FIRST_DEAL])
                for form, words in ((_PARTIE, "In a partie,"), (_RACE, "In a race to a hundred,"))
                if FIRST_DEAL in read_estimates(table, form=form)
            ),
        ),
        "It does not say how a leader should play: here nobody heeds the score of the partie.",
    )


def _say_first(where: str, more: Estimate) -> Sentence:
    words = f"how much oftener who deals first wins than loses: {where}"
    return choose(
        Sentence(f"{where} to deal first is an advantage.", is_within(words, more, above=0)),
        Sentence(f"{where} to deal first is a disadvantage.", is_within(words, more, below=0)),
        Sentence(f"{where} it cannot be told whether to deal first helps or hurts."),
    )
