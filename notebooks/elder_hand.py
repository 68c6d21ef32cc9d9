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
# Elder exchanges first, and more cards; he calls first, and leads. What is that worth? We let
# two sound club players play many deals and look at what each seat makes.

# %%
import os

import pandas as pd

from analyses.elder_advantage import analyse
from piquet_sim import Simulation, Strategy, policy, simulate
from piquet_sim.strategies import DiscardView, find_strategy

DEALS = int(os.environ.get("PIQUET_NOTEBOOK_DEALS", "200_000"))

# %% [markdown]
# One call plays the deals. The same seed always gives the same deals, whatever the number of
# threads.

# %%
result = simulate("club", "club", n=DEALS, seed=1)
result.table().loc[["elder_score", "younger_score", "difference", "elder_wins", "younger_wins"]]

# %% [markdown]
# Every estimate carries its standard error and a 95% interval. Where the exact value is known
# it stands beside it: a carte blanche is dealt once in 1,792.4 hands.

# %%
result.table().loc[["elder_carte_blanche", "younger_carte_blanche"], ["value", "se", "exact"]]

# %% [markdown]
# Where does elder make his points? The parts of both scores, side by side:

# %%
parts = ["carte_blanche", "point", "sequences", "sets", "play", "cards", "pique", "repique"]
table = result.table()["value"]
seats = {seat: [table[f"{seat}_{part}_mean"] for part in parts] for seat in ("elder", "younger")}
pd.DataFrame(seats, index=parts).assign(difference=lambda frame: frame.elder - frame.younger)

# %% [markdown]
# The chart: what each seat makes, elder's margin, and the margin by who plays.

# %%
analyse(Simulation("club", "club", seed=1), DEALS)

# %% [markdown]
# ## A player of one's own
#
# How much of the advantage is the fifth card? A strategy is an ordinary function of a *view*,
# with one decorator. This elder is a club player who never takes more than four.


# %%
club = find_strategy("club")


@policy
def discard_at_most_four(view: DiscardView) -> int:
    thrown = 0
    hand = view.hand
    for _ in range(min(4, view.most)):
        # The lowest card left, suit by suit: only to show how a decision is written.
        best = 0
        best_rank = 16
        for suit in range(4):
            lane = hand >> 16 * suit & 0x1FF
            for rank in range(9):
                if lane >> rank & 1 and rank < best_rank:
                    best_rank = rank
                    best = 1 << (16 * suit + rank)
        thrown |= best
        hand ^= best
    return thrown


four_cards = Strategy(
    name="four-cards",
    discard=discard_at_most_four,
    play=club.play,
    summary="throws its four lowest cards, plays like club",
    origin="this notebook",
)
duel = simulate("club", four_cards, n=DEALS, mirrored=True)
print("club makes", duel.estimates["first_less_second"], "points a deal more")
