# ---
# jupyter:
#   jupytext:
#     formats: py:percent,ipynb
#   kernelspec:
#     display_name: Python 3
#     name: python3
# ---

# %% [markdown]
# # What is it worth to be elder hand?
#
# Elder exchanges first, and more cards, calls first, and leads. What is that worth? We let two
# strong players, `expert` in both seats, play many deals and look at what each seat makes.

# %%
import analyses

DEALS = 200_000
analyses.ask("elder-advantage", DEALS, "expert")

# %% [markdown]
# That is the answer; what follows takes it apart. The same deals again, to be looked into. The same
# seed always gives the same deals, whatever the number of threads.

# %%
import pandas as pd
from IPython.display import Markdown

import piquet_sim as piquet
from piquet_sim.strategies.novice import lowest_cards

result = piquet.simulate("expert", "expert", n=DEALS, seed=1)
numbers = result.numbers()
measured = ["elder_score", "younger_score", "difference", "elder_wins", "younger_wins"]
analyses.Numbers(numbers.about, [numbers[key] for key in measured])

# %% [markdown]
# Every number carries its 95% interval; `result.table()` has its standard error, too. Where the
# exact value is known it stands beside it: how often a carte blanche is dealt can be counted.

# %%
analyses.Numbers(numbers.about, [numbers[f"{seat}_carte_blanche"] for seat in ("elder", "younger")])

# %% [markdown]
# Where do elder's points come from? The parts of both scores, side by side, a deal:

# %%
parts = ["carte_blanche", "point", "sequences", "sets", "play", "cards", "pique", "repique"]
estimates = result.estimates
pd.DataFrame(
    {
        seat: [str(estimates[f"{seat}_{part}_mean"]) for part in parts]
        for seat in ("elder", "younger")
    },
    index=parts,
)

# %%
lead = {
    part: estimates[f"elder_{part}_mean"].value - estimates[f"younger_{part}_mean"].value
    for part in parts
}
most = max(lead, key=lead.get)
Markdown(
    f"Elder makes {estimates['elder_score']} points a deal and younger "
    f"{estimates['younger_score']}; the difference is {estimates['difference']}. Of all parts "
    f"elder's lead is greatest in **{most}**: {estimates[f'elder_{most}_mean']} against "
    f"{estimates[f'younger_{most}_mean']}."
)

# %% [markdown]
# ## Who sits there
#
# The advantage is not the same for everybody. Each pair of equals in the same deals; `reduced` is
# the same margin with the luck of what was dealt taken out, and the `gain` says how many times the
# deals it is worth.

# %%
equals = {
    name: piquet.simulate(name, name, n=DEALS, seed=1).estimates for name in ("novice", "club")
}
equals["expert"] = estimates
margins = {name: equals[name]["difference"] for name in ("novice", "club", "expert")}
pd.DataFrame(
    {
        "elder's margin": [str(one) for one in margins.values()],
        "reduced": [str(one.reduced) for one in margins.values()],
        "gain": [f"{one.reduced.gain:.2f}" for one in margins.values()],
        "elder makes more": [analyses.percent(equals[name]["elder_wins"]) for name in margins],
    },
    index=list(margins),
)

# %% [markdown]
# ## The fifth card
#
# How much of it is the fifth card? A strategy is an ordinary function of a *view*, with one
# decorator. This player throws the lowest cards of the hand, whatever they are; once five of them
# where that is allowed, once no more than four.


# %%
@piquet.policy
def discard_at_most_five(view: piquet.DiscardView) -> int:
    return lowest_cards(view.hand, 0, min(view.most, 5))


@piquet.policy
def discard_at_most_four(view: piquet.DiscardView) -> int:
    return lowest_cards(view.hand, 0, min(view.most, 4))


club = piquet.find_strategy("club")
five, four = (
    piquet.Strategy(name, discard=discard, play=club.play, origin="this notebook")
    for name, discard in (("five", discard_at_most_five), ("four", discard_at_most_four))
)
few = min(DEALS, 100_000)
margin = piquet.simulate(five, "club", n=few, seed=1).estimates["difference"]
fifth = piquet.compare_players(five, four, few, opponent="club", seat="elder", seed=1)
Markdown(
    f"Against a club player such an elder is ahead by {margin} points. The fifth card is worth "
    f"{fifth.margin} of them; this difference is taken deal by deal, in the same cards."
)
