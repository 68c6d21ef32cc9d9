"""What elder leads first, and what another lead would make, in plain words."""

from collections.abc import Mapping

import pandas as pd

from analyses.studies.players.leads_chart import GAIN, LED, PLAYED_ON, read_leads, say_leads
from analyses.words.plain import Words, how_often, say_or_too_few, say_who_sits, size
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.sentences import Sentence, choose, is_within

_MASTER, _UNDER = "a master", "from under a master"
_FIRST = "the lead rated first"


def tell(table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What the study found, for everybody."""
    led, gains = read_leads(table, LED), read_leads(table, GAIN)
    point, other = (f"{suit} suit, {_MASTER}" for suit in ("point", "other"))
    said = [
        Sentence(
            f"{say_who_sits(captions)}elder's first lead is a master of the point suit "
            f"{how_often(led[point], 'deals')}, of another suit {how_often(led[other])}."
        )
    ]
    costs = [gains.get(f"{suit} suit, {_UNDER}") for suit in ("point", "other")]
    if all(one is not None and one.low is not None for one in costs):
        said.append(_say_costs(*costs))
    first = read_leads(table, PLAYED_ON).get(_FIRST)
    if first is not None and first.low is not None:
        said.append(_say_first(first))
    return Words(
        say_or_too_few(say_leads(table), "what a lead makes"),
        "Elder leads to the first of twelve tricks. A master is a card that no card still out can "
        "beat; the point suit is that in which elder holds most.",
        tuple(said),
        "It does not mean that such a lead is wrong in every hand: the figures are means over all "
        "deals in which there is such a card.",
    )


def _say_costs(point: Estimate, other: Estimate) -> Sentence:
    grounds = [
        is_within(f"what a lead from under a master of {suit} gains", one, below=0)
        for suit, one in (("the point suit", point), ("another suit", other))
    ]
    return choose(
        Sentence(
            f"To lead from under a master costs {size(point)} points in the point suit, "
            f"{size(other)} in another.",
            *grounds,
        ),
        Sentence(
            "What a lead from under a master brings is not settled in both the point suit and "
            "another."
        ),
    )


def _say_first(gain: Estimate) -> Sentence:
    words = "what the lead rated first makes more, played on"
    return choose(
        Sentence(
            f"A judge who sees all cards would lead {size(gain)} points better.",
            is_within(words, gain, above=0),
        ),
        Sentence(
            f"A judge who sees all cards would lead {size(gain)} points worse.",
            is_within(words, gain, below=0),
        ),
        Sentence(
            "No difference can be told from the lead that a judge who sees all cards prefers."
        ),
    )
