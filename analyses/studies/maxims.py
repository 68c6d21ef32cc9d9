"""Maxims: which of the advice that books give on the discard is right?"""

from analyses.maxims import chart as chart
from analyses.older import adapt, answer_as, tell_as
from analyses.question import Chart, Study
from analyses.studies.books.maxims import STUDY as OLDER
from analyses.studies.books.maxims_words import tell

STUDY = Study(
    name="maxims",
    question="Which of the old maxims about the discard are right?",
    group="books",
    answer=answer_as(OLDER),
    words=tell_as(tell),
    charts={
        "maxims": Chart(adapt(chart.draw_verdicts), "all verdicts on advice about the discard"),
        "maxims-all": Chart(adapt(chart.draw_all), "all maxims on the discard by their worth"),
        "maxim-longest-suit": Chart(adapt(chart.draw_longest_suit), "sparing the longest suit"),
        "maxim-guards": Chart(adapt(chart.draw_guards), "guarding kings and queens as younger"),
        "maxim-few-suits": Chart(adapt(chart.draw_few_suits), "throwing from few suits"),
        "maxim-five-cards": Chart(adapt(chart.draw_all_five), "taking all five cards"),
        "maxim-ace-or-king": Chart(adapt(chart.draw_ace_or_king), "throwing the ace, not the king"),
        "maxim-low-trio": Chart(adapt(chart.draw_low_trio), "high cards before a low trio"),
        "maxim-low-quint": Chart(adapt(chart.draw_low_quint), "throwing a low quint as elder"),
        "maxim-quint-major": Chart(adapt(chart.draw_quint_major), "four cards near a quint major"),
    },
    not_meant="It does not mean that a right maxim should always be obeyed: it beats a rule drawn by lot, but the player's own choice may beat it.",
    assumed=OLDER.reported.assumed,
    fixed=OLDER.fixed,
    list_others=OLDER.list_others,
    n=5_000_000,
    seconds=160,
)
