# ---
# jupyter:
#   jupytext:
#     formats: py:percent,ipynb
#   kernelspec:
#     display_name: Python 3
#     name: python3
# ---

# %% [markdown]
# # Are the figures of a book right?
#
# Books on the game give figures: odds of the draw, how often a repique is made, what a partie is
# worth. Some can be counted, and are right or wrong. Others depend on how people play, and can
# only be held against players whose play is known. Here are both, first for the books, then for
# claims of one's own.

# %%
import analyses

DEALS = 200_000
books = analyses.ask("published", DEALS, "club")
books

# %% [markdown]
# ## What can be counted
#
# The package knows the figures of several books, each with the computation that gives the true
# one. A figure is right, or right to the rounding that the author chose, or wrong.

# %%
from fractions import Fraction

import pandas as pd
from IPython.display import Markdown

import piquet_sim as piquet
from piquet_sim.compare.claim_computations import judge_exact_claims
from piquet_sim.compare.published_claims import (
    AGREES,
    DIFFERS,
    RIGHT,
    ROUNDED,
    WRONG,
    judge_figure,
    say_exact,
    say_figure,
)
from piquet_sim.estimates.significance import adjust_by_holm
from piquet_sim.exact.census import count_hands_by, count_set_kinds
from piquet_sim.exact.who_is_good import precedence_table

pd.set_option("display.max_colwidth", None)
judged = judge_exact_claims()
exact = pd.DataFrame(
    {
        "id": [one.claim.id for one in judged],
        "what": [f"{one.claim.quantity} {one.label}".strip() for one in judged],
        "claimed": [one.claimed for one in judged],
        "truly": [say_exact(one.exact, "to 1" in one.claimed) for one in judged],
        "verdict": [one.verdict for one in judged],
    }
).set_index("id")
exact.groupby("verdict").size().to_frame("figures")

# %%
exact[exact.verdict == WRONG]

# %% [markdown]
# How was one of them judged? The claim has the author's words, and the computation is named.

# %%
one = next(one for one in judged if one.verdict == WRONG)
claim = piquet.find_claim(one.claim.id)
Markdown(
    f"*{claim.source}*: {claim.quantity}, “{claim.claimed}”. Under: {claim.rules}. "
    f"Computed as {one.computation}: {one.exact}."
)

# %% [markdown]
# ## What depends on the players
#
# The second kind is held against deals of two club players. Where an author counted ten thousand
# hands, their own sampling error is allowed for as well.

# %%
pd.DataFrame(
    {
        "quantity": row["quantity"],
        "figure": row["figure"],
        "claimed": row["claimed"],
        "made": str(row.estimate or "–"),
        "verdict": row["verdict"],
    }
    for row in books.found.select(kind="strategy")
    if not row["id"].startswith("CAV-TABLE")
)

# %% [markdown]
# That these players differ does not make a book wrong. The author watched other players.
#
# ## Claims of one's own: exact
#
# A figure is written as the author would: odds, a fraction, one in so many. `judge_figure` holds
# it against a number that is counted.

# %%
hands = piquet.count_hands()
sequences, sets = count_hands_by("best_sequence"), count_set_kinds()
quart_or_more = Fraction(sum(held for cards, held in sequences.items() if cards >= 4), hands)
points = precedence_table("point").set_index("elder_holds")
fifty_one = points.loc["5 cards, 51"]
own = {
    "one hand in five holds a quart or better": ({"one_in": 5}, quart_or_more),
    "two hands in three hold a trio or quatorze": (
        {"fraction": [2, 3]},
        Fraction(hands - sets[0], hands),
    ),
    "one hand in ten has no ace": ({"one_in": 10}, Fraction(count_hands_by("aces")[0], hands)),
    "with three knaves kept and five drawn, the fourth is 3 to 1 against": (
        {"odds_against": [3, 1]},
        piquet.named_odds(1, 1, 5),
    ),
    "a point of five that counts fifty-one is good nine times in ten": (
        {"fraction": [9, 10]},
        Fraction(int(fifty_one.elder), int(fifty_one.of)),
    ),
}
pd.DataFrame(
    {
        "claimed": [say_figure(figure) for figure, _ in own.values()],
        "truly": [f"{float(true):.4%}" for _, true in own.values()],
        "verdict": [judge_figure(figure, true) for figure, true in own.values()],
    },
    index=list(own),
)

# %% [markdown]
# ## Claims of one's own: how people play
#
# Such a claim needs players. Three pairs of equals play the same deals; a claim is a number, and
# what is found has an error, by which `judge_estimate` judges it. With several claims and several
# pairs some will seem to differ by chance alone; Holm's correction keeps the chance of *any* false
# alarm below one in twenty.

# %%
claims = {
    "elder makes more than younger in two deals of three": ("elder_wins", 2 / 3),
    "elder wins the cards in five deals of eight": ("elder_cards", 5 / 8),
    "elder's point is good in six deals of ten": ("elder_point", 0.6),
    "elder makes a repique in one deal of fifty": ("elder_repique", 1 / 50),
}
names = ("novice", "club", "expert")
pairs = {name: piquet.simulate(name, name, n=DEALS, seed=1).estimates for name in names}
judgements = {
    (said, name): piquet.judge_estimate(value, made[measure])
    for said, (measure, value) in claims.items()
    for name, made in pairs.items()
}
rows = [
    {
        "claim": said,
        "players": name,
        "claimed": f"{one.claimed:.2%}",
        "found": analyses.percent(one.found),
        "z": one.z,
    }
    for (said, name), one in judgements.items()
]
held = pd.DataFrame(rows)
held["p (Holm)"] = adjust_by_holm([one.p for one in judgements.values()])
held["verdict"] = [DIFFERS if p < 0.05 else AGREES for p in held["p (Holm)"]]
held["p (Holm)"] = held["p (Holm)"].map(lambda p: "below 0.0001" if p < 1e-4 else f"{p:.2g}")
held.round({"z": 1})

# %%
agreeing = held[held.verdict == AGREES].groupby("claim", sort=False)
agreeing = agreeing.players.apply(", ".join)
right = [one.verdict in (RIGHT, ROUNDED) for one in judged if one.verdict != "no figure"]
Markdown(
    f"Of {len(right)} printed figures that can be counted {sum(right)} hold, at least to the "
    f"rounding. Of our {len(claims)} claims about play "
    f"{len(agreeing)} cannot be told from what some pair does: "
    + "; ".join(f"*{said}* ({names})" for said, names in agreeing.items())
    + ". A claim about play is a claim about players."
)
