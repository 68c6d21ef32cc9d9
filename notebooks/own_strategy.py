# ---
# jupyter:
#   jupytext:
#     formats: py:percent,ipynb
#   kernelspec:
#     display_name: Python 3
#     name: python3
# ---

# %% [markdown]
# # Is a rule of thumb any good?
#
# Every teacher has one. Here we write one down as a strategy, let it
# play against others with the same cards, and see where it gains and where it loses.
#
# The shipped `novice` keeps the longest suit and throws the lowest other cards. Our pupil learns
# one thing more: *never break three of a kind*.

# %%
import analyses
import piquet_sim as piquet
from piquet_sim import DiscardView, count_rank, parse_hand, policy
from piquet_sim.compare.duel import play_duel
from piquet_sim.exact.asking_hands import cards_of_rank, longest_suit
from piquet_sim.game.wording import say_cards
from piquet_sim.strategies.novice import lowest_cards

DEALS = 200_000


@policy
def discard_keeping_trios(view: DiscardView) -> int:
    kept = longest_suit(view.hand)
    for rank in range(piquet.TEN, piquet.ACE + 1):
        if count_rank(view.hand, rank) >= 3:
            kept |= cards_of_rank(view.hand, rank)
    wanted = min(view.most, 5 if view.seat == 0 else 3)
    return lowest_cards(view.hand & ~kept, kept, wanted)


novice = piquet.find_strategy("novice")
pupil = piquet.Strategy(
    name="pupil",
    discard=discard_keeping_trios,
    play=novice.play,
    summary="as novice, but never breaks three of a kind",
    origin="this notebook",
)
piquet.register(pupil)
analyses.climb(["random", "novice", "pupil", "club"], DEALS // 4)

# %% [markdown]
# The ladder plays everybody against everybody.
#
# ## How it is written
#
# A strategy makes three decisions: what to discard, what to call, which card to play. Each is a
# function of a *view*, which holds what the laws let that seat know and nothing else. What we do
# not write ourselves we borrow from a strategy that is there: the pupil plays the novice's cards. A
# hand is a whole number, one bit a card; `longest_suit`, `count_rank` and others look into it. The
# function may use numbers and loops, for it is compiled.
#
# A policy can be asked by hand, too. What does the pupil throw from the treatise's hand, with
# three knaves and two aces? The view needs only what the decision looks at.

# %%
import pandas as pd
from IPython.display import Markdown

hand = parse_hand("AKJ.AQJ8.98.J87")
view = DiscardView(
    seat=0,
    hand=hand,
    least=1,
    most=5,
    opponent_took=-1,
    carte_blanche=0,
    opponent_carte_blanche=0,
    score=0,
    opponent_score=0,
    deal=0,
    luck=1,
)
for name, discard in (("pupil", discard_keeping_trios), ("novice", novice.discard)):
    print(f"{name} throws", say_cards(discard(view)))

# %% [markdown]
# ## Measuring it
#
# `play_duel` deals every deal twice, the second time with the seats exchanged. Both players then
# had the same cards, and what one makes more is skill. The unit is a pair of deals.

# %%
duels = {
    name: play_duel(piquet.Simulation(pupil, name, seed=1, mirrored=True), DEALS // 2)
    for name in ("random", "novice", "club")
}
pd.DataFrame(
    {
        "pupil makes more, a pair": [str(duel.gain) for duel in duels.values()],
        "pairs won, of those decided": [analyses.percent(duel.won) for duel in duels.values()],
        "pairs decided": [analyses.percent(duel.decided) for duel in duels.values()],
        "rating, pupil's less the other's": [str(duel.rating) for duel in duels.values()],
    },
    index=list(duels),
)

# %%
gain = duels["novice"].gain
verdict = (
    "pays"
    if gain.low > 0
    else "costs more than it brings"
    if gain.high < 0
    else "makes no difference that so many deals could show"
)
Markdown(
    f"Over a pair of deals the pupil makes {gain} points more than the novice: to keep trios, and "
    f"to learn nothing else, {verdict}."
)

# %% [markdown]
# ## What it does better
#
# Pupil and novice, each as elder against the same club player, in the same deals.
# `compare_players` takes the difference deal by deal and then averages it, with its interval.

# %%
parts = ["point", "sequences", "sets", "play", "cards", "pique", "repique", "score"]
compared = piquet.compare_players("pupil", "novice", min(DEALS, 100_000), opponent="club", seed=2)
more = compared.estimates
pd.DataFrame(
    {
        f"{who} makes more": [str(more[f"{seat}_{part}"]) for part in parts]
        for who, seat in (("elder", "elder"), ("the opponent", "younger"))
    },
    index=parts,
)

# %%
gains = {part: more[f"elder_{part}"] for part in parts[:-1]}
best, worst = (choose(gains, key=lambda part: gains[part].value) for choose in (max, min))
Markdown(
    f"The pupil gains most in **{best}** ({gains[best]} points a deal) and least in **{worst}** "
    f"({gains[worst]}). All told, the pupil's margin as "
    f"elder less the novice's is {compared.margin} points a deal. "
    "What a hand is kept for cannot be kept for anything else."
)

# %% [markdown]
# ## Common mistakes, and what they are told
#
# What cannot be right is refused with a reason. A view that is not named:


# %%
def refuse(make):
    try:
        make()
    except piquet.InputError as error:
        print(error)


def throw_nothing(something):
    return 0


refuse(lambda: policy(throw_nothing))


# %% [markdown]
# An answer that is no whole number:


# %%
def discard_half(view: DiscardView) -> float:
    return view.hand / 2


refuse(lambda: policy(discard_half))


# %% [markdown]
# Something that the compiler does not know, here a function of ordinary Python:


# %%
def play_by_name(view: piquet.PlayView) -> int:
    return parse_hand(say_cards(view.legal)[:2])


refuse(lambda: policy(play_by_name))

# %% [markdown]
# A policy in the wrong place, and a name that is taken:

# %%
refuse(lambda: piquet.Strategy("mine", discard=novice.play, play=novice.play))
refuse(lambda: piquet.register(piquet.Strategy("club", discard=novice.discard, play=novice.play)))

# %% [markdown]
# A discard, or a card, that the laws do not allow. The deal is named, so that it can be looked at
# with `piquet deal`, and the view that provoked the answer.


# %%
@policy
def discard_all(view: DiscardView) -> int:
    return view.hand


@policy
def play_highest_of_hand(view: piquet.PlayView) -> int:
    best = 0
    for card in range(64):
        if view.hand >> card & 1:
            best = 1 << card
    return best


refuse(lambda: piquet.simulate(piquet.Strategy("greedy", discard_all, novice.play), "club", n=10))
print()
refuse(
    lambda: piquet.simulate(
        "club", piquet.Strategy("hasty", novice.discard, play_highest_of_hand), n=10
    )
)

# %% [markdown]
# ## A guest
#
# Some players cannot be compiled: another program, a person, or Python code with lists and
# dictionaries. `outside_policy` asks any function, one decision at a time. It is slower, but it
# plays under the same laws with the same deals. This guest thinks in names of cards, leads the
# highest card of the longest suit, and answers with the lowest.

# %%
asked = {"leads": 0, "answers": 0}


@piquet.outside_policy
def play_by_names(view: piquet.PlayView) -> int:
    cards = {say_cards(card): card for card in piquet.iterate_cards(view.legal)}
    asked["answers" if view.led else "leads"] += 1
    if view.led:
        return cards[max(cards, key=lambda name: "AKQJT987".index(name[0]))]
    suits = [name[-1] for name in cards]
    longest = max(suits, key=suits.count)
    return next(card for name, card in cards.items() if name[-1] == longest)


guest = piquet.Strategy("guest", discard=discard_keeping_trios, play=play_by_names)
visit = play_duel(
    piquet.Simulation(guest, "novice", seed=3, mirrored=True), max(DEALS // 200, 100), threads=1
)
Markdown(
    f"Over {visit.pairs:,} pairs of deals the guest makes {visit.gain} points a pair more than the "
    f"novice. They were asked for {asked['leads']:,} leads and {asked['answers']:,} answers; "
    "forced cards are played without asking."
)
