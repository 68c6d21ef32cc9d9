"""Where in a partie a point is worth more than a point, in plain words."""

from collections.abc import Mapping

import pandas as pd

from analyses.maxims.score_rows import read_worths
from analyses.maxims.verdict import NOT_JUDGED, RIGHT, WRONG, count_verdicts
from analyses.results.analysis import read_estimates
from analyses.studies.parties.score_chart import OPPONENT, read_points, say_point
from analyses.words.plain import Words, points, say_who_sits, spell
from piquet_sim.game.terms import ELDER
from piquet_sim.sentences import Sentence, choose, is_within

_BY_THE_SCORE = "settlement gained a pair of parties by playing to the score"
_RUBICON = 100


def tell(table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What the study found, for everybody."""
    worths = read_points(table, ELDER)
    level = worths[OPPONENT, OPPONENT]
    short = max(
        (own for own, theirs in worths if theirs == OPPONENT and own < _RUBICON),
        key=lambda own: worths[own, OPPONENT].value,
    )
    return Words(
        say_point(table, ELDER),
        "A partie of six deals is paid by the totals: a bonus goes to the winner, and a loser "
        "below a hundred pays far more. So one point in the last deal can move the payment by "
        "several.",
        (
            Sentence(
                f"{say_who_sits(captions)}one point moves what elder is paid by "
                f"{points(level)} if both stand at a hundred and fifty, by up to "
                f"{points(worths[short, OPPONENT])} if elder is short of a hundred."
            ),
            _say_playing(table),
            _say_verdicts(table),
        ),
        "It does not say how to make those points: it tells what one is worth, not what to throw "
        "or to lead for it.",
    )


def _say_playing(table: pd.DataFrame) -> Sentence:
    gain = read_estimates(table).get(_BY_THE_SCORE)
    words = "what playing to the score gains"
    undecided = Sentence("What playing to the score brings cannot be told from zero.")
    if gain is None or gain.low is None:
        return undecided
    return choose(
        Sentence("It pays to play to the score.", is_within(words, gain, above=0)),
        Sentence("It does not pay to play to the score.", is_within(words, gain, below=0)),
        undecided,
    )


def _say_verdicts(table: pd.DataFrame) -> Sentence:
    worths = read_worths(table)
    judged = worths[worths["verdict"].notna() & (worths["verdict"] != NOT_JUDGED)]
    counts = count_verdicts(judged["verdict"])
    return Sentence(
        f"On old maxims the verdict is {spell(counts[RIGHT])} times right, "
        f"{spell(counts[WRONG])} times wrong."
    )
