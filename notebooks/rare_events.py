# ---
# jupyter:
#   jupytext:
#     formats: py:percent,ipynb
#   kernelspec:
#     display_name: Python 3
#     name: python3
# ---

# %% [markdown]
# # What is a rare holding worth?
#
# Elder may play for weeks before being dealt a carte blanche, and for months before a huitième.
# Whoever waits for them in a simulation plays millions of deals and keeps hundreds. Here such
# deals, and only such, are dealt at once, each as likely as any other. How probable they are is
# counted, so that what happens in them can be weighed by all deals.

# %%
import analyses
import piquet_sim as piquet
from piquet_sim.conditions.dealing import allot
from piquet_sim.estimates.quantity import POINTS, Sign

DEALS = 200_000
conditions = {
    "any deal": "",
    "elder has four aces": "elder.aces == 4",
    "both hold two aces": "elder.aces == 2 and younger.aces == 2",
    "elder has a quint": "elder.quints >= 1",
    "elder has carte blanche": "elder.carte_blanche",
    "elder has a huitième": "elder.huitiemes == 1",
    "both hold two aces, elder a septième": (
        "elder.aces == younger.aces == 2 and elder.septiemes == 1"
    ),
}
given = {
    said: piquet.simulate("club", "club", n=DEALS // 2, seed=1, given=text or None)
    for said, text in conditions.items()
}
leads = {said: result.estimates["difference"] for said, result in given.items()}
best = max(leads, key=lambda said: leads[said].value)
margins = analyses.Numbers(
    f"club v club, {DEALS // 2:,} deals a line",
    [analyses.Quantity(said, said, lead, POINTS, sign=Sign.LEAD) for said, lead in leads.items()],
    [analyses.Claim("{name}: {" + best + "} ahead", fills={"name": best.capitalize()})],
    analyses.Look(says="Elder’s margin", beside=(leads["any deal"].value, "any deal")),
)
analyses.show(margins.plot)

# %% [markdown]
# ## How rare?
#
# Each line of the chart is an expression on the cards dealt; all its deals are such deals. How
# many of all deals are? `allot` counts them, of all ways to deal two hands: figures that are exact.

# %%
import pandas as pd
from IPython.display import Markdown

chances = {said: allot(text).probability for said, text in conditions.items() if text}
pd.DataFrame(
    {
        "of all deals": [f"{float(chance):.3g}" for chance in chances.values()],
        "which is": [analyses.one_in(chance) for chance in chances.values()],
        f"of {DEALS:,} deals": [f"{float(chance * DEALS):,.1f}" for chance in chances.values()],
    },
    index=list(chances),
)

# %% [markdown]
# The last column is how many such deals one would expect to meet by waiting.
#
# ## What happens then?
#
# What follows costs the same for each line, however rare the holding.

# %%
estimates = {said: result.estimates for said, result in given.items()}
pd.DataFrame(
    {
        said: {
            "elder makes": str(found["elder_score"]),
            "younger makes": str(found["younger_score"]),
            "elder's margin": str(found["difference"]),
            "elder wins": analyses.percent(found["elder_wins"]),
            "elder's repique": analyses.percent(found["elder_repique"]),
        }
        for said, found in estimates.items()
    }
).T

# %% [markdown]
# ## Of all deals
#
# How often will a carte blanche *and* a repique come to elder in one deal? The share among the
# cartes blanches is measured, and their probability is exact. The product is a share of all deals.

# %%
both = given["elder has carte blanche"].shares_of_all()["elder_repique"]
share = estimates["elder has carte blanche"]["elder_repique"]
needed = both["value"] * (1 - both["value"]) / both["se"] ** 2
Markdown(
    f"A repique follows in {analyses.percent(share)} of the cartes blanches; so both come in "
    f"{both['value'] * 1e6:.1f} ({both['low'] * 1e6:.1f} to {both['high'] * 1e6:.1f}) of a million "
    "deals "
    f"({analyses.one_in(both['value'])}). By waiting, the same error would have taken some "
    f"{needed:,.0f} deals instead of {given['elder has carte blanche'].deals:,}."
)

# %% [markdown]
# ## Waiting, for comparison
#
# The same number of deals, dealt by chance. The error is that of the few that had one; with too
# few the line is missing.

# %%
every = piquet.simulate("club", "club", n=DEALS // 2, by="elder.carte_blanche").groups.estimates
ways = {"waited for": every.get((1,)), "dealt at once": estimates["elder has carte blanche"]}
pd.DataFrame(
    {
        name: {
            "elder's margin with a carte blanche": str(one["difference"]),
            "from": f"{one['difference'].n:,} deals with one",
        }
        for name, one in ways.items()
        if one is not None
    }
).T

# %% [markdown]
# Every study can be asked about such deals only. Piques and repiques where elder holds four aces:

# %%
analyses.ask("pique", DEALS // 2, "club", given="elder.aces == 4")

# %% [markdown]
# ## As many deals as are needed
#
# How many deals are enough? Say how small the error shall be instead. The run ends when it is, or
# with the most deals that one allows; it says which.

# %%
precise = piquet.simulate(
    "club",
    "club",
    seed=1,
    given="elder.huitiemes == 1",
    precision=["difference=0.25", "elder_repique=1%"],
    n=10 * DEALS,
)
Markdown(
    f"Ended after {precise.deals:,} deals ({precise.ended}): with a huitième elder is ahead by "
    f"{precise.estimates['difference']} points and makes a repique in "
    f"{analyses.percent(precise.estimates['elder_repique'])} of deals."
)

# %% [markdown]
# ## What cannot be counted, and what cannot be
#
# Some conditions, such as a comparison of sets, are dealt by throwing away the deals that do not
# fulfil them. Others, such as a comparison of aces, are counted; and so is arithmetic.

# %%
more_trios = piquet.simulate(
    "club", "club", n=DEALS // 2, seed=1, given="elder.trios > younger.trios"
)
thrown = more_trios.given()
dealt = round(more_trios.deals / thrown["acceptance"])
two_more = allot("elder.aces - younger.aces >= 2")
Markdown(
    f"Dealt by {thrown['method']}: {dealt:,} deals for {more_trios.deals:,}. With more trios elder "
    f"is ahead by {more_trios.estimates['difference']} points. Elder has two aces more, or "
    f"three or four, in exactly {float(two_more.probability):.4%} of deals."
)

# %% [markdown]
# ## All groups at once
#
# `by` takes every estimate among the deals of each value of an expression, in one run.

# %%
groups = piquet.simulate("club", "club", n=DEALS // 2, seed=1, by="elder.longest_suit").groups
analyses.show(analyses.draw_groups, groups, "elder_repique")

# %%
for text in (
    "elder.aces == 3 and younger.aces == 3",
    "elder.huitiemes == 1 and elder.carte_blanche",
):
    try:
        allot(text)
    except piquet.InputError as error:
        print(error)
