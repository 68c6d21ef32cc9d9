"""Hands that a study judged in many deals, of which its article shows one."""

from dataclasses import replace

import numpy as np

from analyses.maxims.judge import MOST_RIGHT, WORTH
from analyses.maxims.plain import find_example
from analyses.maxims.published import load_maxims
from analyses.report.articles.shown_hands import ShownHand, Told, say_hand
from analyses.results.analysis import read_estimate
from analyses.statistics.rows import iterate_rows
from analyses.studies.players.regret_chart import find_worst
from analyses.words.plain import capitalise, points, size
from piquet_sim.advice.compare_discards import FIRST_DEALS, watch_contrast
from piquet_sim.advice.trials import Question
from piquet_sim.game.cards import HAND_CARDS, count_cards, parse_cards, parse_hand
from piquet_sim.game.terms import ELDER
from piquet_sim.sentences import is_within

_BLOCK = 500
"""Hands among which one is sought."""
_MOST_CONTRASTS = 8


def show_rules(told: Told) -> ShownHand | None:
    """A hand from which the rules throw other cards, and lose by it beyond doubt."""
    own = told.simulation
    records = own.record_units(0, _BLOCK)
    by_heart = replace(own, elder="primer").record_units(0, _BLOCK)
    differ = np.flatnonzero(records["elder_discard"] != by_heart["elder_discard"])
    for place in differ[:_MOST_CONTRASTS]:
        hand = int(records["elder_dealt"][place])
        player, rules = (int(one["elder_discard"][place]) for one in (records, by_heart))
        question = Question(hand, strategy=own.younger, seed=own.seed)
        contrast = next(watch_contrast(question, player, rules, FIRST_DEALS))
        if contrast.is_clear and contrast.gap.value > 0:
            return ShownHand(
                ELDER, hand, rules, "thrown by the rules",
                "This is the first hand dealt to elder from which the rules throw other cards than "
                f"{own.elder.name} does, and lose by it beyond doubt.",
                (
                    f"By the rules elder throws {say_hand(rules)}; {own.elder.name} "
                    f"throws {say_hand(player)}.",
                    f"Tried in {contrast.deals:,} deals, the rules lose {size(contrast.gap)} "
                    "points with this hand.",
                ),
            )  # fmt: skip
    return None


def show_slip(told: Told) -> ShownHand | None:
    """The hand whose discard costs most."""
    row = find_worst(told.table)
    if row is None:
        return None
    thrown, better = (_read_cards(cards) for cards in (row.discard, row.better))
    gain = read_estimate(row)
    if not is_within("what the better discard makes more", gain, above=0).holds:
        return None
    player = str(told.captions[row.seat])
    return ShownHand(
        row.seat, parse_hand(row.hand), thrown, f"thrown by {player}",
        "Of all discards that were judged, the one from this hand costs most.",
        (
            f"{capitalise(player)}, as {row.seat}, throws {say_hand(thrown)}.",
            f"To throw {say_hand(better)} is rated first: in other deals than those that "
            f"chose it, that makes {points(gain)} points more.",
        ),
    )  # fmt: skip


def show_maxim(told: Told) -> ShownHand | None:
    """Of the right maxim that gains most: the hand that shows it best."""
    example = find_example(told.table)
    if example is None:
        return None
    rows = told.table[
        (told.table.maxim == example["maxim"]) & (told.table.seat == example["seat"])
        & (told.table.kind == MOST_RIGHT) & (told.table.quantity == WORTH)
    ]  # fmt: skip
    if not len(rows):
        return None
    row = next(iterate_rows(rows))
    hand, follow, against = (
        parse_hand(row.hand, cards=None),
        *map(_read_cards, (row.follow, row.against)),
    )
    gain = read_estimate(row)
    if not is_within("what following makes here", gain, above=0).holds:
        return None
    does = "throws" if count_cards(hand) == HAND_CARDS and count_cards(follow) > 1 else "leads"
    where = []
    if isinstance(row.text, str) and row.text:
        stands = row.text.replace("on lead", f"{row.seat} on lead")
        where.append(f"It is {stands} in tricks.")
    known = load_maxims().get(str(row.maxim))
    quoted = f"{known.author}, in our words: “{known.maxim}”" if known else f"“{row.advice}.”"
    return ShownHand(
        row.seat, hand, follow, "thrown" if does == "throws" else "led",
        f"{quoted} Of the hands tried, this is the one in which that seems most right.",
        (
            *where,
            f"Who follows the maxim {does} {say_hand(follow)}; who breaks it {does} "
            f"{say_hand(against)}.",
            f"Following it makes {points(gain)} points more with this hand.",
        ),
    )  # fmt: skip


def _read_cards(cards: str) -> int:
    return sum(parse_cards(cards))
