"""Published figures: what do the books say, and what is true?

Claims that can be counted get their exact value and a verdict; claims about how people play get
what the players of the simulation make of them, with an interval. Where an author gives a
frequency in ten thousand hands, the author's sampling error is allowed for.
"""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from analyses.results.analysis import derive, fill_texts
from analyses.statistics.rows import iterate_rows
from analyses.studies.books.claim_rows import (
    UNJUDGED,
    count_matches,
    judge_played,
    keep_records,
    row_of_exact,
    row_of_unjudged,
)
from analyses.studies.books.published_chart import count_counted, draw_odds, say_verdicts
from analyses.study import Answer, Asked, Reported, Study, require_whole
from piquet_sim.compare.claim_computations import NOT_JUDGED, judge_exact_claims
from piquet_sim.compare.published_claims import AGREES, RIGHT, ROUNDED, WRONG, load_claims
from piquet_sim.deals.simulation import Simulation
from piquet_sim.running.run import run_simulation
from piquet_sim.sentences import UNLIKELY, Sentence, choose, is_so, is_within

TITLE = "Which published figures about Piquet are right?"
_PLAYED_SHARE = 0.3
"""About what of the time the deals of these players take; the rest is for those of other runs."""


def analyse(asked: Asked) -> Answer:
    """Judge every claim: by counting, or from n deals.

    Raises
    ------
    InputError
        If n is not a valid number of deals.

    Examples
    --------
    >>> print(STUDY.answer(Simulation("club", "club"), 2_000).title)
    Which published figures about Piquet are right?
    """
    course, claims = asked.course, load_claims()
    kept = keep_records(asked.simulation, asked.n)
    told = course.begin(_PLAYED_SHARE, asked.n)
    result = require_whole(
        run_simulation(asked.simulation, asked.n, asked.threads, told, kept=kept)
    )
    rows = [row_of_exact(one) for one in judge_exact_claims()]
    told = course.begin(1 - _PLAYED_SHARE, sum(one.kind == "strategy" for one in claims))
    seen: set[Any] = set()
    for row in judge_played(result, kept, asked.threads):
        rows.append(row)
        told(len(seen))  # the claims before this one
        seen.add(row["id"])
    rows += [
        row_of_unjudged(claim, NOT_JUDGED[claim.id]) for claim in claims if claim.id in NOT_JUDGED
    ]
    table = pd.DataFrame(rows)
    return Answer(
        table,
        say_verdicts(table),
        {"intervals": "Wilson for proportions, normal for means, Wilson's inverted for medians",
         "matches": count_matches(result),
         "claims": "not judged: the reason stands under how it was found"},
        (result,),
    )  # fmt: skip


# ---- Telling ------------------------------------------------------------------------------------
def _count_verdicts(table: pd.DataFrame) -> dict[str, int]:
    counts = count_counted(table)
    played = table[(table.kind == "strategy") & (table.verdict != UNJUDGED)]
    in_tables = played.id.str.startswith("CAV-TABLE")
    claims, classes = played[~in_tables], played[in_tables]
    return {
        "counted": counts["counted"],
        "right": counts[RIGHT],
        "rounded": counts[ROUNDED],
        "wrong": counts[WRONG],
        "claims": len(claims),
        "claims_agreeing": int((claims.verdict == AGREES).sum()),
        "classes": len(classes),
        "classes_agreeing": int((classes.verdict == AGREES).sum()),
        "not_judged": len(set(table[table.verdict == UNJUDGED].id)),
    }  # fmt: skip


def _say_table(
    simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, Any]
) -> dict[str, Any]:
    table = fill_texts(table)
    return {
        "summary": (tell_counted(table), _tell_played(table), _tell_unjudged(table)),
        **derive(**_count_verdicts(table)),
    }


def tell_counted(table: pd.DataFrame) -> Sentence:
    """Of the figures that can be counted, how many are right and which are wrong."""
    wrong = table[(table.kind == "exact") & (table.verdict == WRONG)]
    named = "; ".join(
        f"{name_figure(row.quantity, '')}{f' ({row.figure})' * bool(row.figure)}: {row.claimed}, "
        f"truly {row.found}"
        for row in iterate_rows(wrong)
    )
    count = _count_verdicts(table)
    return Sentence(
        f"Of {count['counted']} figures that can be counted, {count['right']} are exactly right, "
        f"{count['rounded']} right to the rounding and {count['wrong']} wrong"
        + (f" ({named})." if named else ".")
    )


def _tell_played(table: pd.DataFrame) -> Sentence:
    count = _count_verdicts(table)
    told = (
        f"Of {count['claims']} figures about how people play, {count['claims_agreeing']} lie "
        f"within the errors of what these players do; of the {count['classes']} classes of the two "
        f"tables of scores {count['classes_agreeing']}"
    )
    rows = table[~table.id.str.startswith("CAV-TABLE")].dropna(subset=["p"])
    # Among many figures one or another is far off by chance.
    far = [p * len(rows) for p in rows.p if p * len(rows) < UNLIKELY]
    return choose(
        Sentence(
            f"{told}. In {len(far)} of the figures these players surely differ.",
            is_so("one differs", len(far) > 0),
            *(
                is_within("p of a figure times how many were judged", p, below=UNLIKELY)
                for p in far
            ),
        ),
        Sentence(f"{told}. No figure is so far off that it cannot be chance."),
    )


def _tell_unjudged(table: pd.DataFrame) -> Sentence:
    left = table[table.verdict == UNJUDGED]
    told = "; ".join(
        f"{name_figure(row.quantity, '')} ({row.computation})" for row in iterate_rows(left)
    )
    return Sentence(f"{len(left)} claims cannot be judged here: {told}.")


_SHORTER = (
    ("P(a partie ends in a rubicon); named player rubiconed", "rubicon"),
    ("5 random cards of 32 are a quint major / any quint", "five cards of 32"),
    ("needs 10: P(>=10)", "at least 10"),
    (" (140 behind)", ""),
    (" (e.g. an ace, having none)", ""),
    ("P(>=10)", "at least 10"),
    (">=", "at least "),
    (
        "A may win game 2 (then be younger in game 3) or stop at 99 v 70; winning better",
        "a game now or 99 to 70",
    ),
    ("(>6 tricks)", "(seven tricks or more)"),
    (
        "elder wants 8 and younger 23, no carte blanche; draws after which it is not certain to "
        "reckon 8 first, having thrown two clubs and three spades",
        "draws that leave 8 before 23 open",
    ),
)


def name_figure(quantity: str, label: str) -> str:
    """What a published figure is about, in words; with its label where a claim has several.

    Examples
    --------
    >>> name_figure("elder >=20 (arithmetic on his own table)", "")
    'elder at least 20 (his table)'
    """
    text = quantity.replace("(arithmetic on his own table)", "(his table)").split(" (to save")[0]
    for said, shown in _SHORTER:
        text = text.replace(said, shown)
    long = "no ace or king held (8 missing): draw at least one of each in"
    text = text.replace(long, "an ace and a king in")
    return f"{text}: {label}" if label else text


REPORTED = Reported(
    "What can be counted is counted. What depends on how people play is judged by "
    "these players, who are not the authors'; their own sampling error is allowed for. "
    "Most figures are Cavendish's; the source of each stands in the data file.",
    columns=("quantity", "figure", "claimed", "found", "verdict", "computation"),
)

STUDY = Study(TITLE, analyse, draw_odds, say=_say_table, reported=REPORTED, seconds=370)
