"""Calling: what does it cost to sink a score, and what do the answers give away?"""

from analyses.older import adapt, answer_as, tell_as
from analyses.question import Chart, Study
from analyses.studies.books import calling_chart as chart
from analyses.studies.books.calling import STUDY as OLDER
from analyses.studies.books.calling_words import tell

STUDY = Study(
    name="calling",
    question="What does it cost to sink a score, and what do the answers give away?",
    group="books",
    answer=answer_as(OLDER),
    words=tell_as(tell),
    charts={
        "calling": Chart(adapt(chart.draw_costs), "what sinking a score costs"),
        "sinking": Chart(adapt(chart.draw_sinking), "sinking a small score when unguarded"),
        "answers": Chart(adapt(chart.draw_answers), "how many hands the answers leave"),
    },
    not_meant="It does not say that silence never pays: these are means over all deals in which there is something to call.",
    assumed=OLDER.reported.assumed,
    fixed=OLDER.fixed,
    list_others=OLDER.list_others,
    no_condition="looks through all deals",
    n=5_000_000,
    seconds=30,
)
