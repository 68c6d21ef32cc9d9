"""The score: what a point is worth in the last deal of a partie, and what playing to it brings."""

from analyses.older import adapt, answer_as, tell_as
from analyses.question import Chart, Study
from analyses.studies.parties import score_chart as chart
from analyses.studies.parties.score import STUDY as OLDER
from analyses.studies.parties.score_words import tell

STUDY = Study(
    name="score",
    question="Where in a partie is a point worth more than a point?",
    group="parties",
    answer=answer_as(OLDER),
    words=tell_as(tell),
    charts={
        "score": Chart(
            adapt(chart.draw_curve), "what a point is worth in the last deal, by own total"
        ),
        "score-elder": Chart(adapt(chart.draw_elder), "the same by both totals, to elder"),
        "score-younger": Chart(adapt(chart.draw_younger), "the same by both totals, to younger"),
        "points-needed": Chart(
            adapt(chart.draw_reached), "what a discard for the points needed adds"
        ),
        "elder-next": Chart(
            adapt(chart.draw_wish), "what it is worth to be elder in the next deal"
        ),
    },
    not_meant="It does not say how to make those points: it tells what one is worth, not what to throw or to lead for it.",
    assumed=OLDER.reported.assumed,
    fixed=OLDER.fixed,
    list_others=OLDER.list_others,
    n=2_000_000,
    seconds=165,
)
