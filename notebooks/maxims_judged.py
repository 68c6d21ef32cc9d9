# ---
# jupyter:
#   jupytext:
#     formats: py:percent,ipynb
#   kernelspec:
#     display_name: Python 3
#     name: python3
# ---

# %% [markdown]
# # Are the old maxims right?
#
# Throw for the point; guard your kings; take all five cards. For two hundred years the answer was
# an expert's word. Here each maxim about the discard is a rule: to which hands it applies, which
# discards follow it, which break it. On such hands the best discard that follows and the best that
# breaks are tried in the same deals, and players who see what is theirs to see play on.
#
# What always obeying costs and what always breaking costs, each against the player's own choice,
# say whether to obey. Whether the words know anything is another question: of a rule without any
# sense that allows nine discards in ten, the better choice nearly always obeys. So each maxim is
# held against lots.

# %%
import analyses

DEALS = 200_000
found = analyses.read_published("maxims")
table = found.table()
analyses.show(analyses.find_chart("maxims")[1].draw, found)

# %% [markdown]
# That is the published result (`piquet study maxims --published`), as all verdicts below are: they
# took millions of deals. All of them, the most important to obey first, in points a deal to which
# it applies: what always obeying costs against the player's own choice (`obeyed`), what always
# breaking costs (`broken`), and the difference. A maxim in two seats has two verdicts.

# %%
import pandas as pd

import piquet_sim as piquet

pd.set_option("display.max_colwidth", None)
keys = ["advice", "seat", "verdict"]
names = {
    "always obeying costs": "obeyed",
    "always breaking costs": "broken",
    "always breaking less always obeying": "difference",
}


def lay_out(table):
    """The three numbers of each maxim in its seats."""
    rows = table[table["kind"].eq("all") & table["quantity"].isin(list(names))]
    told = rows.assign(what=rows["quantity"].map(names), value=rows["value"].round(2))
    wide = told.pivot_table(index=keys, columns="what", values="value", sort=False)
    return wide[list(names.values())].sort_values("difference", ascending=False).reset_index()


lay_out(table)

# %% [markdown]
# Two of them by every number that there is, with 95% intervals: how often the better choice obeys
# stands beside how often it would by each lot.

# %%
numbers = analyses.find_study("maxims").read(found)
chosen = numbers.match("CAV-M01_elder_*", "CAV-M19_elder_*")
analyses.Numbers(numbers.about, [numbers[key] for key in chosen])

# %% [markdown]
# ## To be left with some hands
#
# A maxim may be right in one class of hands and wrong in all others. *From ace-king, throw the ace*
# is the plainest: it hangs on how many aces there are.

# %%
analyses.show(analyses.find_chart("maxim-ace-or-king")[1].draw, found)

# %% [markdown]
# ## As hands
#
# One hand for each: where breaking the maxim seemed to gain most, with what both discards make in
# fresh deals. `follow` is the best discard that obeys the maxim, `against` the best that does not.

# %%
hands = sorted(found.select(kind="seems most wrong"), key=lambda row: row.estimate.value)[:8]
columns = ["advice", "seat", "hand", "follow", "against"]
pd.DataFrame(
    {**{column: row[column] for column in columns}, "follow makes more": str(row.estimate)}
    for row in hands
)

# %% [markdown]
# ## Who judges?
#
# `expert` plays on, who sees what is theirs to see. Perfect play of both, as if all cards were seen
# after the exchange, is a second judge of every maxim. Where nobody has to guess, a guard that the
# other does not know of is worth less.

# %%
pd.DataFrame(
    {
        "advice": row["advice"],
        "seat": row["seat"],
        "breaking costs more": str(row.estimate),
        "played perfectly by both": str(
            found.find(maxim=row["maxim"], seat=row["seat"], kind="played perfectly by both")
        ),
    }
    for row in found.select(quantity="always breaking less always obeying", kind="all")
    if row["headline"] == "True"
)

# %% [markdown]
# ## The play of the cards
#
# Maxims on the play are rules over what a player sees: the cards held and played, the calls, the
# tricks. Costs are those of a player who obeys, or breaks, throughout the deal; how often the
# better card obeys is counted at one moment of each deal, drawn by lot.

# %%
played = analyses.read_published("playing")
playing = played.table()
analyses.show(analyses.find_chart("playing")[1].draw, played)

# %%
lay_out(playing)

# %% [markdown]
# ## A maxim of one's own
#
# Judged here and now, with fewer deals. *Never part with an ace.* It applies to elder who holds an
# ace and can throw five other cards. To follow it is to keep every ace; to break it, to throw one
# at least.

# %%
aces = analyses.of_rank(piquet.ACE)


@analyses.discard_maxim("MINE", "Never part with an ace", ["elder"])
def keep_aces(choices):
    kept = choices.is_full & choices.keeps(aces)
    return kept & (choices.hand.cards & aces != 0), choices.is_full & ~kept


own = analyses.judge_maxims([keep_aces], DEALS)
own.numbers()
