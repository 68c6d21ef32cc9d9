# ---
# jupyter:
#   jupytext:
#     formats: py:percent,ipynb
#   kernelspec:
#     display_name: Python 3
#     name: python3
# ---

# %% [markdown]
# # What do six rule books do to one game?
#
# Piquet has been written down many times, and never twice alike. Six codes are here as *presets*,
# each after a document that `piquet help game` names. And what does one rule do, if it alone is
# changed?

# %%
import analyses

DEALS = 200_000
codes = analyses.ask("codes", DEALS // 2)
codes

# %% [markdown]
# ## What differs
#
# Each code is written after one source:

# %%
import pandas as pd
from IPython.display import Markdown

import piquet_sim as piquet
from piquet_sim.game.rules import SOURCES
from piquet_sim.running.records import record_deals

pd.set_option("display.max_colwidth", None)
pd.Series(SOURCES, name="after").to_frame()

# %% [markdown]
# Every point on which they differ is an option. Those that are the same in all six are left out;
# a dot stands for what Rubicon has.

# %%
options = pd.DataFrame({name: rules.model_dump() for name, rules in piquet.PRESETS.items()})
options = options.drop("name").map(str).replace("None", "–")
differing = options[options.ne(options["rubicon"], axis=0).any(axis=1)]
differing.apply(
    lambda row: [row["rubicon"], *("·" if one == row["rubicon"] else one for one in row[1:])],
    axis=1,
    result_type="broadcast",
)

# %% [markdown]
# What an option means, and who says so, stands with it:

# %%
meanings = piquet.read_meanings(piquet.RuleSet)
for option in ("point_best_by", "play_scores", "sequences_of"):
    print(f"{option}: {meanings[option]}", end="\n\n")

# %% [markdown]
# ## Side by side
#
# The chart above as a table: two club players sit down to each code, for so many deals and a
# twentieth as many matches. Between stronger players elder leads by more: the published result,
# in the last column, is that of two experts.

# %%
wanted = ["elder_score", "younger_score", "difference", "elder_wins", "elder_repique", "deals_mean"]
shown = pd.DataFrame({name: codes.found.read_by("rules", quantity=name) for name in wanted})
published = analyses.read_published("codes").read_by("rules", quantity="difference")
shown = shown.assign(**{"difference, experts": pd.Series(published)}).map(str)
shown.loc[list(piquet.PRESETS)]

# %% [markdown]
# Some things that the documents claim can be answered at once.

# %%
for sentence in codes.sentences:
    print(sentence, end="\n\n")

# %% [markdown]
# ## One option changed
#
# `RUBICON.replace` makes a book that differs in one point. The players, who read the book under
# which they play, have the same cards each time; so `compare_simulations` takes the change deal
# by deal, and its error is that of the difference.

# %%
changes = {
    "elder changes at most three cards": {"elder_exchange_most": 3},
    "tens make no trios and quatorzes": {"lowest_set": "J"},
    "a quatorze counts ten": {"quatorze_scores": 10},
    "a repique adds thirty": {"repique_scores": 30},
    "a capot counts fifty": {"capot_scores": 50},
    "a point scores one": {"point_scores": "one"},
}
few = min(DEALS, 100_000)
usual = piquet.Simulation("club", "club", seed=1)
changed = {
    said: piquet.compare_simulations(
        piquet.Simulation("club", "club", piquet.RUBICON.replace(**change), seed=1), usual, few
    ).estimates
    for said, change in changes.items()
}
pd.DataFrame(
    {
        said: {
            "elder: more by": str(more["elder_score"]),
            "younger: more by": str(more["younger_score"]),
            "elder's margin: more by": str(more["margin"]),
        }
        for said, more in changed.items()
    }
).T

# %%
margin = piquet.simulate("club", "club", n=few, seed=1).estimates["difference"]
growth = {said: more["margin"] for said, more in changed.items()}
most = max(growth, key=lambda said: abs(growth[said].value))
unclear = [said for said, more in growth.items() if abs(more.value) < 3 * more.se]
Markdown(
    f"Under the Laws elder's margin is {margin}. Of these changes it feels one most: *{most}*, "
    f"which moves it by {growth[most]}. Within three standard "
    f"errors of nothing: {'; '.join(f'*{said}*' for said in unclear) or 'none of them'}."
)

# %% [markdown]
# ## Two differences that are none
#
# The four lowest cards of a suit have more pips than the three highest, and so on: with 32 cards
# the point by pips is the point by cards. And one point to a winner who led, two to one who did
# not, with one for elder's first lead, comes to what the Laws count. The same deals say so:

# %%
same = {
    "the point goes by pips": {"point_best_by": "pips"},
    "tricks count as the club summary has it": {
        "play_scores": "won by leader or not",
        "last_trick_scores": 0,
    },
}
columns = ["elder_score", "younger_score"]
scores = record_deals(usual, few)[columns]
for said, change in same.items():
    rules = piquet.RUBICON.replace(**change)
    others = record_deals(piquet.Simulation("club", "club", rules, seed=1), few)[columns]
    other = int((others != scores).any(axis=1).sum())
    print(f"If {said}, the score is another in {other:,} of {few:,} deals.")

# %% [markdown]
# What does not go together is refused.

# %%
for change in ({"match": "race"}, {"elder_exchange_least": 6}, {"capot_score": 50}):
    try:
        piquet.RUBICON.replace(**change).laws()
    except piquet.InputError as error:
        print(error)
