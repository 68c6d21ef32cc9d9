"""Whether these players score as the experts of 1890 did, in plain words."""

from collections.abc import Mapping

import pandas as pd

from analyses.results.analysis import read_estimate
from analyses.statistics.rows import iterate_rows
from analyses.studies.books.experts_of_1890_chart import CLEAR, say_agreement
from analyses.words.plain import Words, capitalise, how_often, say_who_sits, share, spell
from piquet_sim.sentences import Sentence, choose, is_so, is_within

_AT_LEAST = "scores at least "
_NEAR = 0.02
"""Shares that differ by less are called alike."""
_HIGH = 100
"""Scores from which a deal is a rare one."""
_HALF = 0.4, 0.6


def tell(table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What the study found, for everybody."""
    rows = table[table.quantity.str.startswith(_AT_LEAST)]
    rows = rows.assign(score=rows.quantity.str.removeprefix(_AT_LEAST).astype(int))
    means = table[table.quantity == "mean score"]
    said = []
    if len(means):
        own = read_estimate(next(iterate_rows(means)))
        said.append(
            Sentence(
                f"{say_who_sits(captions)}elder makes {own.value:.1f} points a deal; the "
                f"players of 1890 made {float(means.published.iloc[0]):.1f}."
            )
        )
    far = _find_far(rows)
    if far is not None:
        said.append(
            Sentence(
                f"{capitalise(far.seat)} reaches {far.score} points "
                f"{how_often(read_estimate(far), 'deals')}."
            )
        )
        said.append(Sentence(f"Of the hands of 1890 it was {share(far.published)}."))
    beyond = rows[rows.difference_z.abs() >= CLEAR]
    if far is None:
        said.append(
            Sentence(
                f"At {spell(len(rows) - len(beyond))} of {spell(len(rows))} scores the two cannot "
                "be told apart."
            )
        )
    return Words(
        _say_finding(table, rows, far, captions),
        "About 1890 Cavendish printed how often good players of his time made each score. Here "
        "that table is made anew by computer players, to see whether they play like those.",
        tuple(said),
        "It does not prove that they play alike: quite different ways to play can give the same "
        "scores.",
    )


def _find_far(rows: pd.DataFrame) -> object | None:
    # The least of the high scores of elder at which the two differ beyond doubt.
    own = rows[(rows.seat == "elder") & (rows.score >= _HIGH)]
    found = own[own.difference_z.abs() >= CLEAR]
    return next(iterate_rows(found), None)


def _say_finding(
    table: pd.DataFrame, rows: pd.DataFrame, far: object | None, captions: Mapping[str, object]
) -> Sentence:
    names = dict.fromkeys((str(captions["elder"]), str(captions["younger"])))
    who = capitalise(" and ".join(names))
    verb = "scores" if len(names) == 1 else "score"
    is_near = bool(((rows.value - rows.published).abs() < _NEAR).all())
    near = is_so("all shares differ by less than two percentage points", is_near)
    start = f"{who} {verb} like the players of 1890"
    if far is None:
        agrees = say_agreement(table, captions)
        if "cannot be told" in agrees:
            return agrees
        return choose(Sentence(start, near), _say_apart(who, rows) or agrees)
    ratio = float(far.value) / float(far.published)
    low, high = _HALF
    words = (
        "about half as often" if low < ratio < high else "less often" if ratio < 1 else "oftener"
    )
    beyond = is_within("standard errors between the two", abs(far.difference_z), above=CLEAR)
    makes = "makes" if len(names) == 1 else "make"
    return choose(
        Sentence(f"{start}, but {makes} {far.score} {words}", near, beyond),
        Sentence(f"{who} {makes} {far.score} points {words} than the players of 1890", beyond)
        if not words.startswith("about")
        else Sentence(f"{who} {makes} {far.score} points {words} as the players of 1890", beyond),
    )


def _say_apart(who: str, rows: pd.DataFrame) -> Sentence | None:
    # At how many scores the two differ beyond doubt; None where they do at none.
    beyond = rows[rows.difference_z.abs() >= CLEAR]
    if not len(beyond):
        return None
    return Sentence(
        f"{who}’s scores differ from those of 1890 at {len(beyond)} of {len(rows)} marks",
        *(
            is_within(f"standard errors between the two: {one.seat}, {one.score} or more",
                      abs(one.difference_z), above=CLEAR)
            for one in iterate_rows(beyond)
        ),
    )  # fmt: skip
