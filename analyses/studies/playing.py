"""Playing: which of the old maxims about the play of the cards are right?"""

from analyses.older import adapt, answer_as, tell_as
from analyses.question import Chart, Study
from analyses.studies.books import playing_chart as chart
from analyses.studies.books.playing import STUDY as OLDER
from analyses.studies.books.playing_words import tell

STUDY = Study(
    name="playing",
    question="Which of the old maxims about the play of the cards are right?",
    group="books",
    answer=answer_as(OLDER),
    words=tell_as(tell),
    charts={
        "playing": Chart(adapt(chart.draw_playing), "maxims on the play by what they are worth"),
        "maxim-tenaces": Chart(adapt(chart.draw_tenaces), "of like tenaces the shorter suit first"),
        "maxim-bare-king": Chart(adapt(chart.draw_bare_king), "baring the king on elder's run"),
        "put-to-a-card": Chart(
            adapt(chart.draw_put_to_a_card), "keeping the card that wins the last"
        ),
        "counting": Chart(adapt(chart.draw_counting), "what counting by the calls is worth"),
    },
    not_meant="It does not mean that a right maxim should always be obeyed: it beats a rule drawn by lot, but the player's own card may beat it.",
    assumed=OLDER.reported.assumed,
    fixed=OLDER.fixed,
    list_others=OLDER.list_others,
    no_condition="judges all deals",
    seconds=90,
)
