# ---
# jupyter:
#   jupytext:
#     formats: py:percent,ipynb
#   kernelspec:
#     display_name: Python 3
#     name: python3
# ---

# %% [markdown]
# # What does a hand hold?
#
# Twelve cards of thirty-two. What may one expect of them before the exchange, and what does a
# given discard make of them? All of this can be counted. We count it, and then let a simulation
# check the count.

# %%
import analyses

DEALS = 200_000
checked = analyses.ask("hands", DEALS)
checked

# %% [markdown]
# ## All hands
#
# Every hand is counted, so that these figures have no error. `count_attributes` takes the names
# of what is to be counted; without a name it counts all that it knows.

# %%
import pandas as pd
from IPython.display import Markdown

import piquet_sim as piquet
from piquet_sim.conditions.drawn_hands import rank_discards
from piquet_sim.exact.census import (
    carte_blanche_probability,
    census_table,
    count_hands_by,
    value_mean,
)
from piquet_sim.exact.draw_odds import find_odds
from piquet_sim.exact.who_is_good import precedence_table
from piquet_sim.game.wording import say_cards

analyses.count_attributes(["longest_suit", "best_sequence", "aces", "value"])

# %% [markdown]
# The same as a table, here for the cards of the longest suit. `hands` is a whole number.

# %%
census_table({"longest_suit": count_hands_by("longest_suit")}, piquet.RUBICON)

# %%
hands = piquet.count_hands()
sequences = count_hands_by("best_sequence")
quint_or_more = sum(number for cards, number in sequences.items() if cards >= 5)
no_quatorze = count_hands_by("quatorzes")[0]
Markdown(
    f"Of {hands:,} hands {sequences[0] / hands:.2%} have no sequence at all. A quint or better is "
    f"dealt {analyses.one_in(quint_or_more / hands)} hands, some quatorze "
    f"{analyses.one_in((hands - no_quatorze) / hands)}, a carte blanche "
    f"{analyses.one_in(carte_blanche_probability())}. If all of it were good, a hand as "
    f"dealt would count {float(value_mean()):.4f} points on average. All exact."
)

# %% [markdown]
# ## Two things at once
#
# Do hands with many aces hold longer suits? A joint table has every pair of values. Each row
# below is divided by its sum: of the hands with so many aces, the share with such a longest suit.

# %%
together = piquet.joint_table("aces", "longest_suit")
together.div(together.sum(axis=1), axis=0).map(lambda share: f"{share:.2%}")

# %% [markdown]
# ## Who is good?
#
# Elder wants to know more than what they hold: whether it is good. Before the exchange that can be
# counted too, over all deals of two hands. Below are elder's chances by the point they hold.

# %%
points = precedence_table("point")
columns = ["elder_holds", "good", "equal_probability", "not_good"]
points[columns].iloc[[0, *range(6, len(points), 6)]].round(4)

# %% [markdown]
# ## What a discard makes
#
# Elder holds the hand of the treatise's worked example, and may change up to five cards. Twenty
# cards are unseen; every set of five is as likely as any other. `rank_discards` tries every legal
# discard over all its draws.

# %%
hand = piquet.parse_hand("AKJ.AQJ8.98.J87")
ranked = rank_discards(hand)
events = ["point>=5", "sequence>=4", "quatorze:A", "quatorze:J", "any_quatorze"]
pd.DataFrame(
    {
        "draws": [odds.draws for odds in ranked[:5]],
        "counts on average": [f"{float(odds.value_mean):.3f}" for odds in ranked[:5]],
        **{one: [f"{float(odds.rate(one)):.2%}" for odds in ranked[:5]] for one in events},
    },
    index=[say_cards(odds.discard) for odds in ranked[:5]],
)

# %% [markdown]
# The list above goes by what the hand will count if all of it is good. Another aim makes another
# list. Here are the three discards that most often make a quatorze of whatever rank, and what the
# treatise's discard makes of the three knaves.

# %%
aim = "hand.quatorzes >= 1"
for odds in rank_discards(hand, aim)[:3]:
    print(say_cards(odds.discard), "-", piquet.say_odds(odds.rate(aim)))

thrown = find_odds(hand, piquet.parse_hand("K..98.87"))
print(
    f"K..98.87 keeps the three knaves: the fourth comes in {thrown.events['quatorze:J']:,} of "
    f"{thrown.draws:,} draws, {piquet.say_odds(thrown.rate('quatorze:J'))}."
)

# %% [markdown]
# The books ask a simpler question: so many named cards, so many drawn.

# %%
pd.DataFrame(
    {
        f"draws {drawn}": [
            piquet.say_odds(piquet.named_odds(named, 1, drawn)) for named in (1, 2, 4)
        ]
        for drawn in (5, 3)
    },
    index=["the one card", "one of two", "one of four"],
)

# %% [markdown]
# ## The check
#
# For the chart at the top the cards were dealt at random as well, and what elder was dealt was
# counted: how far is each share from the exact one, in standard errors?

# %%
pd.DataFrame(
    {
        "attribute": row["attribute"],
        "quantity": row["quantity"],
        "exactly": f"{float(row.estimate.exact):.4%}",
        "dealt": analyses.percent(row.estimate),
        "z": f"{row.estimate.z:.1f}",
    }
    for row in checked.found.rows
)

# %% [markdown]
# The last column is the deviation in standard errors. About one in twenty should exceed two.

# %%
deviations = checked.found.table().z.dropna().astype(float).abs()
Markdown(
    f"Of {len(deviations)} deviations {int((deviations > 2).sum())} are greater than two standard "
    f"errors; the greatest is {deviations.max():.1f}."
)
