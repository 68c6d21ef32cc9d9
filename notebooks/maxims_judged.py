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
# That difference is not yet what the maxim knows: of a rule without any sense that allows nine
# discards in ten, the best that follows is far better than the best that breaks. So each maxim is
# held against a random rule of its size, drawn by lot.

# %%
import analyses

DEALS = 200_000
found = analyses.read_published("maxims")
table = found.table
analyses.show(analyses.find_chart("maxims")[1].draw, found)

# %% [markdown]
# That is the published result (`piquet study maxims --published`), as all verdicts below are: they
# took millions of deals. All of them, from the one whose words know most to the one that does worse
# than a lot, in points a deal to which it applies: what following makes more than breaking
# (`worth`), how much of that the words know (`known`), and what obeying always makes against the
# player's own discard (`obeying`). A maxim in two seats has two verdicts.

# %%
import pandas as pd

import piquet_sim as piquet

pd.set_option("display.max_colwidth", None)
columns = ["advice", "seat", "verdict"]
names = {
    "following less breaking": "worth",
    "what the words know": "known",
    "gain of always following": "obeying",
}


def lay_out(table, kind):
    """The three numbers of each maxim in its seats, what is known first."""
    rows = table[table["kind"].eq(kind) & table["quantity"].isin(list(names))]
    told = rows.assign(what=rows["quantity"].map(names), value=rows["value"].round(2))
    wide = told.pivot_table(index=columns, columns="what", values="value", sort=False)
    return wide[list(names.values())].sort_values("known", ascending=False).reset_index()


lay_out(table, "all hands")

# %% [markdown]
# Two of them by every number that there is, with errors: a maxim that knows much, and one whose
# gain comes of its size.

# %%
chosen = table[(table.maxim == "CAV-M01") | (table.maxim == "CAV-M19")]
chosen = chosen[(chosen.kind == "all hands") & (chosen.seat == "elder")]
piquet.round_to_errors(chosen[["advice", "quantity", "value", "se", "n"]])

# %% [markdown]
# ## To be left with some hands
#
# A maxim may be right in one class of hands and wrong in all others. A tree of two questions looks
# for such a class in one half of the hands; the other half judges it. *From ace-king, throw the
# ace* is the plainest: it hangs on how many aces there are.

# %%
classes = table[(table.kind == "a class of hands") & (table.verdict == "a good hint")]
piquet.round_to_errors(classes[["advice", "seat", "text", "value", "se", "n"]])

# %%
analyses.show(analyses.find_chart("maxim-ace-or-king")[1].draw, found)

# %% [markdown]
# ## As hands
#
# One hand for each: where breaking the maxim seemed to gain most, with what both discards make in
# fresh deals. `follow` is the best discard that obeys the maxim, `against` the best that does not.

# %%
wrong = table[table.kind == "seems most wrong"].sort_values("value").head(8)
piquet.round_to_errors(wrong[["advice", "seat", "hand", "follow", "against", "value", "se"]])

# %% [markdown]
# ## Who judges?
#
# `expert` plays on, who sees what is theirs to see. Perfect play of both, as if all cards were seen
# after the exchange, is a second judge of every maxim, and `master` one of some. Where nobody has
# to guess, a guard that the other does not know of is worth less.

# %%
twice = table[table.kind == "played on by master"][["maxim", "seat"]].drop_duplicates()
judged = table[(table.quantity == "following less breaking")].merge(twice, on=["maxim", "seat"])
judges = ["all hands", "played on by master", "played perfectly by both"]
piquet.round_to_errors(judged[judged.kind.isin(judges)][["advice", "seat", "kind", "value", "se"]])

# %% [markdown]
# ## The play of the cards
#
# Maxims on the play are rules over what a player sees: the cards held and played, the calls, the
# tricks. In each deal one moment counts, drawn by lot, at which a maxim comes up; then the deal is
# played on with the card that follows it and with the card that breaks it, each chosen by what the
# player sees.

# %%
played = analyses.read_published("playing")
playing = played.table
analyses.show(analyses.find_chart("playing")[1].draw, played)

# %%
lay_out(playing, "all deals")

# %% [markdown]
# Put to a card, the opponent having won ten tricks: how often does the card that is kept win the
# last trick?

# %%
analyses.show(analyses.find_chart("put-to-a-card")[1].draw, played)

# %% [markdown]
# ## Calling
#
# Whoever calls less than is held gives up points and hides cards. `expert` draws conclusions from
# calls, `club` does not. The same deals are played on with the calls that a maxim prescribes and
# with those that break it.

# %%
calling = analyses.read_published("calling").table
judged = calling[calling.quantity.eq("following less breaking")]
piquet.round_to_errors(judged[["advice", "seat", "opponent", "verdict", "value", "se", "n"]])

# %% [markdown]
# ## The score
#
# Near the end of a partie a point is not a point. What a maxim on the score is worth is counted in
# settlement, as the column `unit` says.

# %%
score = analyses.read_published("score").table
judged = score[score.quantity.eq("following less breaking")]
piquet.round_to_errors(judged[["advice", "seat", "when", "verdict", "value", "se", "unit"]])

# %% [markdown]
# ## A maxim of one's own
#
# Judged here and now, with fewer deals. *Never part with an ace.* It applies to elder who holds an
# ace and can throw five other cards. To follow it is to keep every ace; to break it, to throw one
# at least.

# %%
aces = analyses.of_rank(piquet.ACE)
mine = analyses.Rule(
    "MINE",
    "Never part with an ace",
    ("elder",),
    applies=lambda hands: hands.cards & aces != 0,
    follows=lambda choices: choices.is_full & choices.keeps(aces),
    breaks=lambda choices: choices.is_full & ~choices.keeps(aces),
)
own = analyses.judge_maxims([mine], DEALS).table
piquet.round_to_errors(own[["quantity", "kind", "text", "verdict", "value", "se", "n"]])
