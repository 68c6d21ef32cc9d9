# ---
# jupyter:
#   jupytext:
#     formats: py:percent,ipynb
#   kernelspec:
#     display_name: Python 3
#     name: python3
# ---

# %% [markdown]
# # What does a partie come to?
#
# Six deals make a partie. Whoever has less than a hundred at the end, and has lost, is rubiconed:
# then their points are added to the winner's instead of taken off. What is a point worth on the
# way?

# %%
import analyses

DEALS = 200_000
analyses.ask("partie", DEALS // 2, "club")

# %% [markdown]
# Two club players played; other forms of the match stand in the table.
#
# ## A score sheet
#
# The scores of six deals, A's first. The winner has the difference and a hundred for the game.

# %%
import pandas as pd
from IPython.display import Markdown

import piquet_sim as piquet
from piquet_sim.game.settlement import parse_deals, reckon_money, settle_sheet
from piquet_sim.matches.equity import ChanceTable
from piquet_sim.matches.score_law import measure_scores

sheet = {"deals": parse_deals("27-13 15-31 44-6 18-29 35-12 25-23")}
settled = settle_sheet(sheet)
settled

# %% [markdown]
# Had B made ten less in the second deal and five less in the fourth, they would have been rubiconed
# for fifteen points. A sheet that breaks off says what is missing; one that does not add up says
# where.

# %%
sheets = {
    "as above": sheet,
    "B makes fifteen less": {"deals": parse_deals("27-13 15-21 44-6 18-24 35-12 25-23")},
    "after four deals": {"deals": sheet["deals"][:4]},
    "B's column added up wrongly": {**sheet, "totals": [164, 124]},
}
pd.DataFrame({said: settle_sheet(one) for said, one in sheets.items()}).T.fillna("")

# %%
rubiconed = settle_sheet(sheets["B makes fifteen less"])
Markdown(
    f"Fifteen points for B were the difference between {settled['settlement']} and "
    f"{rubiconed['settlement']}. At ten shillings a hundred, odd points below fifty left out, A "
    f"wins {float(reckon_money(settled['settlement'], 10)):g} or "
    f"{float(reckon_money(rubiconed['settlement'], 10)):g} shillings."
)

# %% [markdown]
# ## How often is somebody rubiconed?
#
# That depends on who plays. Each player is elder three times in a partie. Between unequal players
# each partie is played a second time with the seats exchanged, so that it is not the cards that
# decide; the errors are those of such pairs.

# %%
pairs = [("club", "club"), ("novice", "novice"), ("club", "novice"), ("expert", "club")]
measures = ["first_wins", "rubicon", "first_rubiconed", "second_rubiconed", "level"]
means = ["paid_mean", "settlement_mean", "first_total_mean", "second_total_mean"]
matches = {
    f"{one} v {two}": piquet.simulate_matches(
        piquet.Simulation(one, two, seed=2, mirrored=one != two), DEALS // 20
    )
    for one, two in pairs
}
pd.DataFrame(
    {
        said: {
            **{
                name: analyses.percent(result.estimates[name])
                for name in measures
                if name in result.estimates
            },
            **{name: str(result.estimates[name]) for name in means},
        }
        for said, result in matches.items()
    }
)

# %%
equal, unequal = (matches[said].estimates for said in ("club v club", "club v novice"))
Markdown(
    "Between two club players a partie ends with a rubicon in "
    f"{analyses.percent(equal['rubicon'])} of cases. A novice who meets one is rubiconed in "
    f"{analyses.percent(unequal['second_rubiconed'])}; the club player is paid "
    f"{unequal['settlement_mean']} points a partie."
)

# %% [markdown]
# ## Chances at a score
#
# Now the other way round. The scores of single deals are measured; what follows from them is
# reckoned back from the end of the partie over every pair of totals, without further chance. The
# error is that of the measured deals.

# %%
table = ChanceTable(*measure_scores("club", "club", DEALS, seed=3))
scores = {
    "before the first deal, A younger": (0, 0, 1, 1),
    "before the first deal, A elder": (0, 0, 1, 0),
    "half way, A 30 ahead and younger next": (90, 60, 4, 1),
    "half way, A 30 ahead and elder next": (90, 60, 4, 0),
    "last deal, A 68 to 155 and elder": (68, 155, 6, 0),
    "last deal, A 95 to 120 and elder": (95, 120, 6, 0),
}
found = {said: table.find_chances(*score) for said, score in scores.items()}
pd.DataFrame(
    {
        said: {
            "A wins": analyses.percent(one.wins),
            "A rubiconed": analyses.percent(one.a_rubiconed),
            "B rubiconed": analyses.percent(one.b_rubiconed),
            "A may expect": str(one.settlement_mean),
        }
        for said, one in found.items()
    }
).T

# %% [markdown]
# Both ways should agree on how often a partie ends with a rubicon. One has played parties, the
# other single deals; the cards are not the same.

# %%
start = found["before the first deal, A elder"]
reckoned = start.a_rubiconed.value + start.b_rubiconed.value
most_error = start.a_rubiconed.se + start.b_rubiconed.se
played = equal["rubicon"]
Markdown(
    f"Played: {analyses.percent(played)}. Reckoned: "
    f"{reckoned:.2%}, with a standard error of {most_error:.2%} (the two errors added up, which is "
    "the most that it can be). They are "
    f"{abs(played.value - reckoned) / (played.se**2 + most_error**2) ** 0.5:.1f} standard errors "
    "apart."
)

# %% [markdown]
# ## What a point is worth
#
# Before the last deal A is elder, and B has 155. What is one more point worth to what A may expect?
# A negative number says that the point would cost A.

# %%
totals = (10, 40, 60, 70, 80, 90, 100, 120, 140)
expected = [table.find_chances(mine, 155, 6, 0).settlement_mean for mine in totals]
worths = {mine: table.find_point_worth(mine, 155, 6, 0) for mine in totals}
pd.DataFrame(
    {
        "A may expect": [str(one) for one in expected],
        "a point more for A": [str(worth.mine) for worth in worths.values()],
        "a point more for B": [str(worth.theirs) for worth in worths.values()],
    },
    index=pd.Index(totals, name="A has"),
)

# %%
dearest = max(totals, key=lambda mine: worths[mine].mine.value)
cheapest = min(totals, key=lambda mine: worths[mine].mine.value)
Markdown(
    f"Of these totals a point is worth most with {dearest}: {worths[dearest].mine} points of the "
    f"settlement. With {cheapest} it is worth {worths[cheapest].mine}: where the rubicon is all "
    "but lost, one's own points are added to what one pays."
)

# %% [markdown]
# The picture of it: what a lead is worth, by the number of deals left.

# %%
analyses.show(analyses.draw_chances, table, f"club v club, {DEALS:,} deals.")

# %% [markdown]
# None of these players plays to the score: each deal is played for its points. One who needs
# thirty points to save their rubicon plays otherwise, and so does the one who has them there.
