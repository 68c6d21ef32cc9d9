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

DEALS = 200_000
conditions = {
    "any deal": "",
    "elder has four aces": "elder has 4 aces",
    "both hold two aces": "both have 2 aces",
    "elder has a quint": "elder has a quint",
    "elder has carte blanche": "elder has carte blanche",
    "elder has a huitième": "elder has a huitieme",
    "both hold two aces, elder a septième": "both have 2 aces and elder has a septieme",
}
given = {
    said: piquet.simulate("club", "club", n=DEALS // 2, seed=1, given=text or None)
    for said, text in conditions.items()
}
margins = {said: result.estimates["difference"] for said, result in given.items()}
best = max(margins, key=lambda said: margins[said].value)
analyses.show(
    analyses.draw_values,
    margins,
    f"{best.capitalize()}: {margins[best].value:.0f} points ahead",
    "Elder's margin, points a deal",
    f"club v club, {DEALS // 2:,} deals a line.",
    beside="any deal",
)

# %% [markdown]
# ## How rare?
#
# Each line of the chart is a condition written in words, and all its deals are such deals. How many
# of all deals are? `allot` counts them, of all ways to deal two hands. These figures are exact.

# %%
import pandas as pd
from IPython.display import Markdown

chances = {said: piquet.allot(text).probability for said, text in conditions.items() if text}
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
    f"{piquet.format_with_error(both['value'] * 1e6, both['se'] * 1e6)} of a million deals "
    f"({analyses.one_in(both['value'])}). By waiting, the same error would have taken some "
    f"{needed:,.0f} deals instead of {given['elder has carte blanche'].deals:,}."
)

# %% [markdown]
# ## Waiting, for comparison
#
# The same number of deals, dealt by chance. The error is that of the few that had one; with too
# few the line is missing.

# %%
waited = analyses.ask("carte-blanche", DEALS // 2, "club").table
rows = waited[(waited.quantity == "elder: margin with it") & waited.se.notna()]
at_once = estimates["elder has carte blanche"]["difference"]
pd.DataFrame(
    {
        "elder's margin with a carte blanche": [
            *(piquet.format_with_error(row.value, row.se) for row in rows.itertuples()),
            str(at_once),
        ],
        "from": [*(f"{row.n:,} deals with one" for row in rows.itertuples()), f"{at_once.n:,}"],
    },
    index=[*("waited for" for _ in range(len(rows))), "dealt at once"],
)

# %% [markdown]
# Every study can be asked about such deals only. Piques and repiques where elder holds four aces:

# %%
analyses.ask("pique", DEALS // 2, "club", given="elder has 4 aces")

# %% [markdown]
# ## As many deals as are needed
#
# How many deals are enough? Say how small the error shall be instead. The run ends when it is, or
# with the most deals that one allows; it says which.

# %%
precise = piquet.simulate(
    "club", "club", seed=1, given="elder has a huitieme",
    precision=["difference=0.25", "elder_repique=1%"], max_deals=10 * DEALS,
)  # fmt: skip
Markdown(
    f"Ended after {precise.deals:,} deals ({precise.ended}): with a huitième elder is ahead by "
    f"{precise.estimates['difference']} points and makes a repique in "
    f"{analyses.percent(precise.estimates['elder_repique'])} of deals."
)

# %% [markdown]
# ## What cannot be counted, and what cannot be
#
# Some conditions, such as a comparison of both hands, are dealt by throwing away the deals that
# do not fulfil them; then the probability has an error. Here it can be found exactly as well, as
# the sum over all pairs of numbers.

# %%
more_aces = piquet.simulate("club", "club", n=DEALS // 2, seed=1, given="elder aces > younger aces")
thrown = more_aces.given()
dealt = round(more_aces.deals / thrown["acceptance"])
share = piquet.estimate_proportion(more_aces.deals, dealt)
exact = sum(
    piquet.allot(f"elder has {mine} aces and younger has {theirs} aces").probability
    for mine in range(1, 5)
    for theirs in range(min(mine, 5 - mine))
)
Markdown(
    f"Dealt by {thrown['method']}: {dealt:,} deals for {more_aces.deals:,}. Elder has more aces in "
    f"{analyses.percent(share)} of deals; exactly, in {float(exact):.4%}, which is "
    f"{abs(piquet.judge_estimate(exact, share).z):.1f} standard errors away. With more aces they "
    f"are ahead by {more_aces.estimates['difference']} points."
)

# %%
for text in ("both have 3 aces", "elder has a huitieme and elder has carte blanche"):
    try:
        piquet.allot(text)
    except piquet.InputError as error:
        print(error)
