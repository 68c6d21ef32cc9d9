# ---
# jupyter:
#   jupytext:
#     formats: py:percent,ipynb
#   kernelspec:
#     display_name: Python 3
#     name: python3
# ---

# %% [markdown]
# # Who of the two is the stronger player?
#
# A and B play two parties of six deals, elder hand by turns. One of them is `expert`, the other
# `club`; a coin says which. A review judges each decision by what the player knew when it was
# taken. Do the errors tell who is who, where the score cannot?

# %%
import numpy as np

import analyses
import piquet_sim as piquet
from piquet_sim.deals.json import describe_deal
from piquet_sim.decisions.review.partie import review_deals

DEALS = 200_000
coin = np.random.default_rng(1890).permutation(["expert", "club"])
strategy = dict(zip("AB", coin, strict=True))


def play_deal(number):
    elder, younger = ("A", "B") if number % 2 == 0 else ("B", "A")
    simulation = piquet.Simulation(strategy[elder], strategy[younger], seed=1890)
    deal = describe_deal(simulation.replay_deal(number))
    return {**deal, "players": {"elder": elder, "younger": younger}}


played = [play_deal(number) for number in range(12)]
review = review_deals(played, deals=16_384)
costliest = max(review.deals, key=lambda deal: max(one.lost for one in deal.decisions))
analyses.show(analyses.draw_review, costliest)

# %% [markdown]
# That is the deal with the costliest decision of all. The line is what elder would make more than
# younger if both played perfectly from there on, with all cards seen. The marks are another thing:
# decisions that were worse beyond doubt *by what the player knew*. A line may fall where nobody
# erred, and an error may cost nothing as the cards lie.
#
# ## The score
#
# Points of each deal, and who was elder. The score is mostly cards.

# %%
import pandas as pd
from IPython.display import Markdown

points = pd.DataFrame(
    [
        dict(zip(deal.players, deal.record.scores, strict=True)) | {"elder": deal.players[0]}
        for deal in review.deals
    ],
    columns=["elder", "A", "B"],
)
points.index = range(1, 13)
points.loc["together"] = ["", points["A"].sum(), points["B"].sum()]
points

# %% [markdown]
# ## Errors by kind of decision
#
# *Lost* is points a deal, with the 95% interval from how much deals differ. Calls are valued
# against a player who takes it that what is not called is not held: to sink a trio that is not good
# may then gain.

# %%
rows = [
    {
        "player": one.player,
        "kind": one.kind,
        "decisions": one.decisions,
        "beyond doubt": "" if one.errors is None else one.errors,
        "lost": "" if one.lost is None else str(one.lost),
        "not valued": one.not_valued or "",
    }
    for one in review.list_errors()
]
pd.DataFrame(rows).set_index(["player", "kind"])

# %% [markdown]
# The decisions that cost most, and what would have been better:

# %%
worst = sorted(
    ((one, deal) for deal in review.deals for one in deal.decisions if one.is_error),
    key=lambda pair: -pair[0].lost,
)
pd.DataFrame(
    {
        "player": deal.players[one.seat],
        "decision": one.kind,
        "made": one.done,
        "better": one.best[0],
        "lost": str(one.loss),
    }
    for one, deal in worst[:6]
).set_index("player")

# %% [markdown]
# ## Luck apart from skill
#
# The result of each deal, elder's points less younger's, is a sum: elder's advantage, luck, and
# what either lost. Two columns are reckoned by what the players knew, the others with all cards
# seen; *fared* is by how much decisions did better or worse than what they lost by what was known,
# which is luck, too.

# %%
terms = pd.DataFrame(
    [{term.name: term.value for term in deal.terms} for deal in review.deals], index=range(1, 13)
)
terms["result"] = [deal.margin for deal in review.deals]
terms.round(1)

# %%
sums = [sum(term.exactly for term in deal.terms) for deal in review.deals]
assert sums == [deal.margin for deal in review.deals]

# %% [markdown]
# ## Who is who?

# %%
lost = {
    name: np.array([deal.lost(deal.players.index(name)).value for deal in review.deals])
    for name in "AB"
}
gap = piquet.compare_values(lost["A"], lost["B"])
told = "nobody can tell yet; more deals must be reviewed"
if gap.low > 0 or gap.high < 0:
    stronger, weaker = ("A", "B") if gap.value < 0 else ("B", "A")
    told = f"{stronger} is `expert`, {weaker} is `club`"
who = ", ".join(f"{name} is `{strategy[name]}`" for name in "AB")
Markdown(f"A lost {gap} points a deal more than B. By the errors, {told}. The coin said: {who}.")

# %% [markdown]
# By the score one needs many more deals. What `expert` makes more than `club`, on average of both
# seats with the same cards:

# %%
result = piquet.simulate("expert", "club", n=DEALS, mirrored=True, seed=1)
edge = result.estimates["first_less_second"]
Markdown(f"{edge} points a deal, from {DEALS:,} deals")
