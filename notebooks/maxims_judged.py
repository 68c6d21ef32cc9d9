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
from piquet_sim.estimates.digits import round_to_errors

pd.set_option("display.max_colwidth", None)
columns = ["advice", "seat", "verdict"]
names = {
    "always obeying costs": "obeyed",
    "always breaking costs": "broken",
    "always breaking less always obeying": "difference",
}


def lay_out(table):
    """The three numbers of each maxim in its seats."""
    rows = table[table["kind"].eq("all") & table["quantity"].isin(list(names))]
    told = rows.assign(what=rows["quantity"].map(names), value=rows["value"].round(2))
    wide = told.pivot_table(index=columns, columns="what", values="value", sort=False)
    return wide[list(names.values())].sort_values("difference", ascending=False).reset_index()


lay_out(table)

# %% [markdown]
# Two of them by every number that there is, with errors: how often the better choice obeys stands
# beside how often it would by each lot.

# %%
chosen = table[(table.maxim == "CAV-M01") | (table.maxim == "CAV-M19")]
chosen = chosen[(chosen.hand.fillna("") == "") & (chosen.seat == "elder")]
round_to_errors(chosen[["advice", "kind", "quantity", "value", "se", "n"]])

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
wrong = table[table.kind == "seems most wrong"].sort_values("value").head(8)
round_to_errors(wrong[["advice", "seat", "hand", "follow", "against", "value", "se"]])

# %% [markdown]
# ## Who judges?
#
# `expert` plays on, who sees what is theirs to see. Perfect play of both, as if all cards were seen
# after the exchange, is a second judge of every maxim. Where nobody has to guess, a guard that the
# other does not know of is worth less.

# %%
is_headline = table.headline == "True"
judged = table[(table.quantity == "always breaking less always obeying") & is_headline]
judges = ["all", "played perfectly by both"]
round_to_errors(judged[judged.kind.isin(judges)][["advice", "seat", "kind", "value", "se"]])

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


own = analyses.judge_maxims([keep_aces], DEALS).found.table()
round_to_errors(own[["quantity", "kind", "verdict", "value", "se", "n"]])
