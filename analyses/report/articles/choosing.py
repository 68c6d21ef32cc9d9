"""Which hand an article shows: a rule for each study, and one for all others.

A deal is always the first of its kind among those of the study, by its players, rules and seed, so
that nobody has chosen it for its looks. Studies that judge single hands show one of theirs.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import pandas as pd

from analyses.report.articles.judged_hands import show_maxim, show_rules, show_slip
from analyses.report.articles.shown_hands import ShownHand, Told, say_points, show_deal
from analyses.results.analysis import read_estimates
from analyses.studies.players.ladder_chart import order_rungs, read_gains
from piquet_sim.deals.narration import tell_holdings
from piquet_sim.deals.referee import describe_call, read_call
from piquet_sim.deals.scoring import margin, margin_of_first, take_up
from piquet_sim.deals.simulation import PlayedDeal, Simulation
from piquet_sim.exact.hands_in_columns import count_rank
from piquet_sim.game.cards import ACE, SUITS, card_rank, card_suit, count_cards, suit_mask
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import PRESETS, RUBICON
from piquet_sim.game.terms import ELDER, SEATS, YOUNGER
from piquet_sim.game.wording import join_words

SOUGHT = 4_000
"""Deals among which one is sought, at most."""
_MEAN_OF = 1_000
"""Deals whose mean stands for that of the players where no table has it."""
_BLOCK = 500
_TRIO, _QUATORZE = 3, 4
_SHORT = ("nothing", "a tierce", "a quart")
_QUATORZE_POINTS = 14
_OLD = "cotton_1674"

Records = np.ndarray


def choose_hand(
    study: str, table: pd.DataFrame, captions: Mapping[str, object]
) -> ShownHand | None:
    """The hand that the article on a study shows.

    Parameters
    ----------
    study : str
    table : DataFrame
        Of its result.
    captions : mapping
        The description of the result, and what stands beside its table.

    Returns
    -------
    ShownHand or None
        None where its players are not known here, or no deal is of the kind sought.
    """
    simulation = _find_simulation(study, table, captions)
    if simulation is None:
        return None
    told = Told(table, captions, simulation)
    return _RULES.get(study, _show_mean)(told)


def _find_simulation(
    study: str, table: pd.DataFrame, captions: Mapping[str, object]
) -> Simulation | None:
    elder, younger = (captions.get(seat) for seat in SEATS)
    is_mirrored = study == "ladder"
    if is_mirrored:
        elder, younger = _find_step(table)
    name, given = str(captions.get("rules")), captions.get("given")
    if " (" in name:
        return None  # by laws of the player's own
    rules = PRESETS.get(name, RUBICON)
    try:
        return Simulation(
            str(elder), str(younger), rules, int(str(captions.get("seed", 1))), is_mirrored,
            given=None if given is None else str(given),
        )  # fmt: skip
    except (InputError, ValueError):
        return None  # of players from a file that is not loaded


# ---- Rules -------------------------------------------------------------------------------------
def _find_first(
    simulation: Simulation, is_meant: Callable[[Records], np.ndarray]
) -> PlayedDeal | None:
    # The first deal of a kind.
    for first in range(0, SOUGHT, _BLOCK):
        records = simulation.record_units(first, _BLOCK)
        found = np.flatnonzero(is_meant(records))
        if len(found):
            return simulation.replay_deal(int(records["index"][found[0]]))
    return None


def _show_first(
    told: Told,
    is_meant: Callable[[Records], np.ndarray],
    kind: str,
    seat: str = ELDER,
    more: Callable[[PlayedDeal], str] | None = None,
    simulation: Simulation | None = None,
) -> ShownHand | None:
    # The first deal of a kind, and what more is to be said of it.
    played = _find_first(simulation or told.simulation, is_meant)
    if played is None:
        return None
    said = [more(played)] if more is not None else []
    return show_deal(
        played, f"This is the first deal between {told.who} in which {kind}.", seat, said
    )


def _show_mean(told: Told, simulation: Simulation | None = None) -> ShownHand | None:
    # The first deal in which elder's lead is the mean.
    simulation = simulation or told.simulation
    mean = round(float(margin(simulation.record_units(0, _MEAN_OF)).mean()))
    return _show_lead(told, mean, simulation)


def _show_lead(told: Told, lead: int, simulation: Simulation | None = None) -> ShownHand | None:
    who = f"elder’s lead is {say_points(lead)}" if lead >= 0 else (
        f"younger’s lead is {say_points(-lead)}"
    )  # fmt: skip
    return _show_first(
        told, lambda records: margin(records) == lead, f"{who}, about the mean",
        simulation=simulation,
    )  # fmt: skip


def _show_elder_lead(told: Told) -> ShownHand | None:
    own = told.simulation
    found = read_estimates(told.table, elder=own.elder.name, younger=own.younger.name)
    return _show_lead(told, round(found["difference"].value))


def _show_carte_blanche(told: Told) -> ShownHand | None:
    # Of the seat whose hand the headline is about first.
    simulation = replace(told.simulation, given=f"{YOUNGER} has carte blanche")
    return _show_first(
        told, lambda records: records["younger_carte_blanche"] > 0,
        "younger is dealt a carte blanche", YOUNGER, simulation=simulation,
    )  # fmt: skip


def _show_pique(told: Told) -> ShownHand | None:
    return _show_first(told, lambda records: records["elder_pique"] > 0, "elder makes a pique")


def _show_quatorze(told: Told) -> ShownHand | None:
    return _show_first(
        told, lambda records: records["elder_sets"] >= _QUATORZE_POINTS,
        "elder’s quatorze is good", more=_say_called_less,
    )  # fmt: skip


def _say_called_less(played: PlayedDeal) -> str:
    # The same cards thrown and played, but for the quatorze.
    deal = take_up(played)
    rank = describe_call("set", deal.called[0][2])["rank"]
    trio = read_call("set", {"size": _TRIO, "rank": rank})
    less = deal.with_call(0, "set", trio).score()
    lost = deal.score().margin - less.margin
    return (
        "Had elder called but three of the four, the same cards would have made "
        f"{say_points(lost)} less."
    )


def _show_lengthened(told: Told) -> ShownHand | None:
    def is_longer(records: Records) -> np.ndarray:
        before, after = (_count_longest(records[f"elder_{part}"]) for part in ("dealt", "hand"))
        return (before == _QUATORZE) & (after > before)

    return _show_first(told, is_longer, "elder’s longest suit is of four cards and grows")


def _measure_longest(hand: int) -> int:
    return max(count_cards(hand & suit_mask(suit)) for suit in range(SUITS))


def _count_aces(hands: np.ndarray) -> np.ndarray:
    return np.array([count_rank(int(hand), ACE) for hand in hands])


def _count_longest(hands: np.ndarray) -> np.ndarray:
    return np.array([_measure_longest(int(hand)) for hand in hands])


def _show_mean_score(told: Told) -> ShownHand | None:
    mean = told.table[(told.table.quantity == "mean score") & (told.table.seat == ELDER)]
    score = round(float(mean.value.iloc[0]))
    return _show_first(
        told, lambda records: records["elder_score"] == score,
        f"elder makes {say_points(score)}, about the mean",
    )  # fmt: skip


def _show_four_aces(told: Told) -> ShownHand | None:
    return _show_first(
        told, lambda records: _count_aces(records["elder_hand"]) == _QUATORZE,
        "elder holds four aces after the exchange",
    )  # fmt: skip


def _show_fourth_ace(told: Told) -> ShownHand | None:
    return _show_first(
        told,
        lambda records: (_count_aces(records["elder_dealt"]) == _TRIO)
        & (_count_aces(records["elder_hand"]) == _QUATORZE),
        "elder, dealt three aces, takes in the fourth: one named card, as in the books’ tables of "
        "odds",
    )  # fmt: skip


def _show_quint(told: Told) -> ShownHand | None:
    def is_long(records: Records) -> np.ndarray:
        best = [tell_holdings(int(hand))["sequence"] for hand in records["elder_dealt"]]
        return np.array([not one.startswith(_SHORT) for one in best])

    return _show_first(told, is_long, "a quint or longer is dealt to elder")


def _show_old_lead(told: Told) -> ShownHand | None:
    # By the oldest laws, which are the most unlike today's.
    shown = _show_mean(told, replace(told.simulation, rules=PRESETS[_OLD]))
    return None if shown is None else replace(
        shown, chosen=f"{shown.chosen} Played with 36 cards, under the laws of Cotton 1674."
    )  # fmt: skip


def _show_ace_led(told: Told) -> ShownHand | None:
    for index in range(_BLOCK):
        played = told.simulation.replay_deal(index)
        led, hand = played.plays[0], played.record["elder_hand"]
        suit = suit_mask(card_suit(led))
        if card_rank(led) == ACE and count_cards(hand & suit) == _measure_longest(hand):
            return show_deal(
                played,
                f"This is the first deal between {told.who} in which elder leads the ace of a "
                "longest suit.",
            )
    return None


def _show_skill(told: Told) -> ShownHand | None:
    # The same cards in the hands of weaker players.
    shown = _show_mean(told)
    if shown is None:
        return None
    own, index = told.simulation, shown.deals[0].index
    others = [name for name in _WEAKER if name != own.elder.name]
    deals = [replace(own, elder=name, younger=name).replay_deal(index) for name in others]
    said = [
        f"two {one.simulation.elder.name} players make {one.record['elder_score']} to "
        f"{one.record['younger_score']}"
        for one in deals
    ]
    story = (*shown.story, f"With the same cards {join_words(said)}.")
    return replace(shown, story=story, deals=(*shown.deals, *deals))


def _find_step(table: pd.DataFrame) -> tuple[str, str]:
    # The second of the ladder and the third: the step that its headline measures by.
    rungs = order_rungs(read_gains(table))
    return (rungs[1], rungs[2]) if len(rungs) > 2 else (rungs[0], rungs[1])


def _show_pair(told: Told) -> ShownHand | None:
    # The same cards twice, the seats exchanged.
    own = told.simulation
    upper, lower = own.elder.name, own.younger.name
    gain = round(read_gains(told.table)[upper, lower].value)
    for first in range(0, SOUGHT, _BLOCK):
        records = own.record_units(first, _BLOCK)
        gains = margin_of_first(records).reshape(-1, 2).sum(1)
        found = np.flatnonzero(gains == gain)
        if len(found):
            break
    else:
        return None
    index = int(records["index"][2 * found[0]])
    one, two = (own.replay_deal(index + turn) for turn in (0, 1))
    shown = show_deal(
        one,
        f"This is the first pair of deals in which {upper} makes {say_points(gain)} more than "
        f"{lower}, about the mean. Here {upper} is elder.",
    )
    story = (
        *shown.story,
        f"Then the seats change: dealt the same cards, {lower} makes {two.record['elder_score']} "
        f"as elder, {upper} {two.record['younger_score']} as younger.",
    )
    return replace(shown, story=story, deals=(one, two))


_WEAKER = ("club", "novice", "random")
_RULES: Mapping[str, Callable[[Told], ShownHand | None]] = {
    "elder-advantage": _show_elder_lead,
    "carte-blanche": _show_carte_blanche,
    "pique": _show_pique,
    "calling": _show_quatorze,
    "discards": _show_lengthened,
    "throwing": show_rules,
    "maxims": show_maxim,
    "playing": show_maxim,
    "hands": _show_quint,
    "holdings": _show_four_aces,
    "codes": _show_old_lead,
    "sixes": _show_old_lead,
    "skill": _show_skill,
    "leads": _show_ace_led,
    "regret": show_slip,
    "ladder": _show_pair,
    "published": _show_fourth_ace,
    "experts-of-1890": _show_mean_score,
}
"""What chooses the hand of a study; of the others a deal with the mean of elder's lead is shown."""
