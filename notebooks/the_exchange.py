# ---
# jupyter:
#   jupytext:
#     formats: py:percent,ipynb
#   kernelspec:
#     display_name: Python 3
#     name: python3
# ---

# %% [markdown]
# # What does the exchange do?
#
# A hand is dealt, and then a good part of it is thrown out. How many cards are changed, and what
# becomes of the point, the sequences and the sets? And which five cards should go?

# %%
import analyses

DEALS = 200_000
exchange = analyses.ask("discards", DEALS, "club")
exchange

# %% [markdown]
# Two sound club players. The table behind the chart has every share with its error. Here is what
# becomes of elder's sets.

# %%
import numpy as np
import pandas as pd
from IPython.display import Markdown

import piquet_sim as piquet
from piquet_sim.decisions.kinds.discard_table import JUDGED_FROM, try_discards
from piquet_sim.exact.draw_odds import find_odds
from piquet_sim.game.wording import say_cards

pd.DataFrame(
    {
        "dealt": row["dealt"],
        "held": row["held"],
        "of the hands dealt so": analyses.percent(row.estimate),
        "which are": f"{row.estimate.n:,}",
    }
    for row in exchange.found.select(seat="elder", quantity="sets")
)

# %% [markdown]
# Does it matter who exchanges? A novice keeps the longest suit and little else. Both seats below
# have the same cards as above; only elder's player is another. What elder makes in each class:

# %%
players = {
    name: piquet.simulate(name, "club", n=DEALS, seed=1).estimates
    for name in ("novice", "club", "expert")
}
classes = ["point", "sequences", "sets"]
pd.DataFrame(
    {
        name: [str(made[f"elder_{part}_mean"]) for part in classes] + [str(made["elder_score"])]
        for name, made in players.items()
    },
    index=[*classes, "all that elder makes"],
)

# %% [markdown]
# ## One hand
#
# The worked example of Cavendish's treatise: elder holds the ace, king and knave
# of spades; ace, queen, knave and eight of hearts; nine and eight of diamonds; knave, eight and
# seven of clubs. Elder throws out the king of spades, both diamonds and the two low clubs. What may
# that bring? Exactly, over all draws:

# %%
hand = piquet.parse_hand("AKJ.AQJ8.98.J87")
treatise = piquet.parse_hand("K..98.87")
odds = find_odds(hand, treatise)
chances = {
    "a point of five or more": "point>=5",
    "a quart or better": "sequence>=4",
    "four knaves": "quatorze:J",
    "four aces": "quatorze:A",
    "three aces": "trio:A",
}
pd.DataFrame(
    [
        {
            "what": said,
            "draws": odds.events[event],
            "of": odds.draws,
            "chance": f"{float(odds.rate(event)):.2%}",
        }
        for said, event in chances.items()
    ]
)

# %% [markdown]
# The odds of the draw say what the hand will count, not what the deal will bring. For that the
# deal must be played out. `advise` tries every sensible discard in common deals of the
# unseen cards; younger exchanges as `expert` does, and then both play the cards perfectly. A race
# picks the best: each round doubles the deals and drops the discards that can no longer win. Fresh
# deals, the same for all, then judge the winner and the runners-up.

# %%
advice = piquet.advise(piquet.Question(hand), n=DEALS // 6)
advised = advice.candidates
pd.DataFrame(
    {
        "elder's points less younger's": [str(one.worth) for one in advised],
        "behind the best": [str(one.behind) for one in advised],
        "verdict": [advice.say_verdict(place) for place in range(len(advised))],
        "deals": [one.deals for one in advised],
    },
    index=[say_cards(one.discard) for one in advised],
)

# %% [markdown]
# Why? What each makes in every part of the score, for and against elder, a deal.

# %%
pd.DataFrame(
    {
        say_cards(one.discard): {
            part.replace("_", " "): str(made) for part, made in one.parts.items()
        }
        for one in advised[:3]
    }
)

# %% [markdown]
# Is the treatise's discard among them? Whether or not, it can be tried. All of them in deals that
# did not choose, and the scores of both seats side by side. The last column is a difference deal
# by deal, so that the luck of the draw that all of them share cancels out.

# %%
tried = [one.discard for one in advised]
tried += [] if treatise in tried else [treatise]
made = try_discards(piquet.Question(hand), np.array(tried), DEALS // 20, first=JUDGED_FROM)
scores = made.astype(int)
elder, younger = scores[:, :, 0].T, scores[:, :, 1].T
margins = elder - younger
behind = [str(piquet.compare_values(margins[0], margin)) for margin in margins]
pd.DataFrame(
    {
        "elder makes": [str(piquet.estimate_values(made)) for made in elder],
        "younger makes": [str(piquet.estimate_values(made)) for made in younger],
        "elder's less younger's": [str(piquet.estimate_values(margin)) for margin in margins],
        "behind the first": behind,
    },
    index=[say_cards(discard) for discard in tried],
)

# %%
place = tried.index(treatise)
sure = "beyond doubt" if advice.is_settled else "though not beyond doubt with so many deals"
among = "is one of these" if len(tried) == len(advised) else "is not one of these"
Markdown(
    f"Of {len(advised)} discards that were judged, "
    f"**{say_cards(tried[0])}** makes the most, {sure}. The treatise's "
    f"discard {among}; it makes {behind[place]} points less. But the treatise "
    "wants to show how a deal goes; and these numbers suppose that both play the cards perfectly, "
    "seeing all."
)
