"""What several test modules need: hands and deals to test on, and the engine without numba."""

import json
import os
import random
import re
import subprocess
import sys
from functools import cache
from itertools import chain, islice
from pathlib import Path

import numpy as np
import reference
from hypothesis import strategies as st

from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.cards import ACE, SEVEN, card_mask, format_card, iterate_cards, parse_card
from piquet_sim.game.rules import RUBICON
from piquet_sim.matches.score_law import ScoreLaw
from piquet_sim.strategies import PlayView, policy

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
RESULTS = ROOT / "results"
"""Those that are published."""
HAND = "AKJ.AQJ8.98.J87"
EXAMPLE = {
    "elder": {"dealt": HAND, "discard": "K..98.87"},
    "younger": {"dealt": "T7.T97.AQJT.KQT", "discard": "7.97.."},
    "talon": "9S 8S KH 9C KD QS AC 7D",
}
"""Cavendish's deal, without its play."""
EXAMPLE_PLAY = "AH TH KH 7D QH TD JH JD 8H QD KD AD AC 9C KC JC QC 8S TC 9S QS AS JS TS"
PLAYED_AGAIN = {
    **EXAMPLE,
    "play": "JH TH 8H 7D QH TD KH JD AH AD KD QD 9C TC QC JC KC 8S AC JS TS 9S QS AS",
}
"""The same with errors in the play, too."""
CALLS = {
    "point": {"length": 5, "pips": 49},
    "sequence": {"length": 4, "top": "A"},
    "set": {"size": 3, "rank": "J"},
}
"""All that elder can call in it."""
PLAYED = {
    "rules": "rubicon",
    **EXAMPLE,
    "elder": {**EXAMPLE["elder"], "calls": CALLS},
    "younger": {**EXAMPLE["younger"], "calls": "full"},
    "play": EXAMPLE_PLAY,
}
"""The whole deal, with all that is called."""
ENDING = {
    **{"elder": "A..K.", "younger": ".K.A.", "leads": "elder"},
    "tricks": {"elder": 6, "younger": 4},
}
"""Two cards each."""
PACK = tuple(rank + suit for suit in reference.SUITS for rank in reference.RANKS)
PACK_36 = tuple(rank + suit for suit in reference.SUITS for rank in reference.RANKS_WITH_SIXES)
SINKING = "club+sink-point=0.5+sink-sequences=0.5+sink-sets=0.5"
LAWS = RUBICON.laws()
STRATEGIES = ("random", "novice", "club")
PAIRS = tuple((one, two) for one in STRATEGIES for two in STRATEGIES)
compiled = cache(policy)
"""A policy compiled when a test first asks for it: a decorator would do so in every worker."""


def play_lowest(view: PlayView) -> int:
    """What may be played that has the lowest bit."""
    return view.legal & -view.legal


def as_text(hand):
    """A mask as the list of cards that the reference reads."""
    return [format_card(card) for card in iterate_cards(int(hand))]


def as_mask(cards):
    """A list of cards as a mask."""
    return sum(parse_card(card) for card in cards)


def estimate(value, se):
    """An estimate that nobody made, for what is drawn and said of it."""
    return Estimate(value, se, value - 1.96 * se, value + 1.96 * se, 1_000, "a test")


def add_up(parts):
    """Own parts less the opponent's."""
    return sum(-part if name.endswith("_against") else part for name, part in parts.items())


def rename_suits(part, suits):
    """A record or a view with its suits renamed: `suits` are the new names of SHDC."""
    new = dict(zip(reference.SUITS, suits, strict=True))

    def rename(found):
        if not found[1]:
            return found[2] + new[found[3]]
        lanes = dict(zip(suits, found[1].split("."), strict=True))
        return ".".join(lanes[suit] for suit in reference.SUITS)

    return json.loads(
        re.sub(
            r"(?<=\")(\w*\.\w*\.\w*\.\w*)(?=\")|\b([6-9TJQKA])([SHDC])\b", rename, json.dumps(part)
        )
    )


def book_of(rules):
    """Every option of a rule book as the reference names it, the name left out."""
    book = rules.model_dump(mode="json")
    if book["last_trick_high_scores"] is None:  # then it is worth as much
        book["last_trick_high_scores"] = book["last_trick_scores"]
    return {key: value for key, value in book.items() if key != "name"}


def read_golden(name):
    text = (TESTS / "golden" / name).read_text(encoding="utf-8")
    return [(deal.pop("expect"), deal) for deal in map(json.loads, text.splitlines())]


def make_law(pairs, times=1):
    """The law of these pairs of scores, each of which came about so often."""
    counts = np.zeros((192, 192), np.int64)
    counts[tuple(zip(*pairs, strict=True))] = list(pairs.values())
    return ScoreLaw(times * counts)


OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "play_scores": st.sampled_from(
            ["leads and wins", "won by leader or not", "high cards", "high leads"]
        ),
        "last_trick_scores": st.integers(0, 3),
        "last_trick_high_scores": st.integers(0, 3),
        "last_trick_high_card": st.sampled_from(["ten or higher", "ten"]),
        "last_trick_with_capot": st.booleans(),
        "cards_scores": st.integers(0, 15),
        "capot_scores": st.integers(0, 60),
        "pique_needs": st.integers(1, 12),
        "pack": st.just(36),
    },
)
"""What of a rule book counts in an ending."""


RUNS = st.builds(
    lambda suit, top, length: [
        card_mask(rank, suit) for rank in range(max(SEVEN, top - length + 1), top + 1)
    ],
    st.integers(0, 3),
    st.integers(SEVEN, ACE),
    st.integers(1, 8),
)
SETS = st.builds(
    lambda rank, suits: [card_mask(rank, suit) for suit in range(suits)],
    st.integers(SEVEN, ACE),
    st.integers(1, 4),
)
"""Parts of hands of long sequences and many sets, which chance alone seldom deals."""


def hands():
    """Hands of twelve cards from the pack of 32, as masks."""
    pack = [parse_card(card) for card in PACK]
    parts = st.lists(RUNS | SETS, max_size=12).map(lambda parts: [*chain(*parts), *pack])
    return (st.permutations(pack) | parts).map(
        lambda cards: sum([*dict.fromkeys(cards)][: reference.HAND_SIZE])
    )


_STYLES = (
    (lambda card: -reference.height(card), 1.5),
    (lambda card: reference.SUITS.index(card[1]), 0.3),
    (lambda card: card[0] in reference.COURTS, 0.4),
    (lambda card: 0, 1),
)
"""What packs are badly shuffled by, and how badly; the last well."""


def legal_deal(seed, rules="rubicon"):
    """A legal deal with random discards, calls often sunk, and random cards played.

    Three of four packs are badly shuffled, so that long sequences, quatorzes, cartes blanches,
    repiques and capots come up.
    """
    chance, book = random.Random(seed), reference.rule_book(rules)
    pack, (order, spread) = list(PACK if book["pack"] == 32 else PACK_36), chance.choice(_STYLES)
    pack.sort(key=lambda card: order(card) + chance.gauss(0, spread))
    if book["pack"] == 36 and chance.random() < 0.1:
        pack.sort(key=lambda card: card[0] in reference.COURTS)
        pack = pack[:12] + pack[24:] + pack[12:24]  # all court cards in the talon
    talon, both = pack[12:-12], chance.sample([pack[:12], pack[-12:]], 2)
    hands = dict(zip(reference.SEATS, both, strict=True))
    dealt = {seat: {"dealt": " ".join(hands[seat])} for seat in reference.SEATS}
    # Silence about a carte blanche is decided first, since the order of drawing may hang on it.
    silent = {seat: chance.random() < 0.15 for seat in reference.SEATS}
    blanche = reference.has_carte_blanche(hands["elder"]) and not silent["elder"]
    thrown, left, stock = {}, len(talon), iter(talon)
    for seat in reference.SEATS:
        least, most = (book[f"{seat}_exchange_{bound}"] for bound in ("least", "most"))
        thrown[seat] = chance.sample(hands[seat], chance.randint(least, min(most, left)))
        dealt[seat]["discard"] = " ".join(thrown[seat])
        left -= len(thrown[seat])
    draws_last = book["carte_blanche_shown"] == "younger draws first" and blanche
    for seat in reference.SEATS[:: -1 if draws_last else 1]:
        kept = [card for card in hands[seat] if card not in thrown[seat]]
        hands[seat] = [*kept, *islice(stock, len(thrown[seat]))]
    for seat in reference.SEATS:
        calls = chance.choice(("full", "none", None, None))
        if silent[seat] or not calls:
            calls = {
                name: dict(zip(reference.CLASSES[name], chance.choice(legal), strict=True))
                if legal and chance.random() < 0.7
                else None
                for name, legal in reference.legal_calls(hands[seat], rules).items()
                if chance.random() < 0.85
            }
            if silent[seat] or chance.random() < 0.2:
                calls["carte_blanche"] = not silent[seat]
        dealt[seat]["calls"] = calls
    return {
        "rules": rules,
        "talon": " ".join(talon),
        **dealt,
        "play": " ".join(_play_out(chance, hands)),
    }


def _play_out(chance, hands):
    high = chance.random() < 0.3  # one who wins whatever he can makes capots
    left, plays, leader = hands, [], "elder"
    for _ in range(reference.HAND_SIZE):
        second = reference.OTHER[leader]
        led = chance.choice(left[leader])
        if high and leader == "elder":
            led = max(left[leader], key=reference.height)
        reply = chance.choice(reference.legal_replies(left[second], led))
        plays += [led, reply]
        left = {seat: [card for card in cards if card not in plays] for seat, cards in left.items()}
        leader = second if reference.wins(reply, led) else leader
    return plays


def change(text, *pairs):
    """A text with some words replaced, each of which must be there."""
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def run_uncompiled(script, *arguments):
    """Run a Python file of the tests of the engine with numba switched off and warnings as errors.

    Returns
    -------
    str
        What it printed.
    """
    done = subprocess.run(
        [sys.executable, str(TESTS / "kernel" / script), *map(str, arguments)],
        env={
            **os.environ,
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONWARNINGS": "error",
            "PYTHONPATH": os.pathsep.join(map(str, (ROOT, TESTS / "support", TESTS / "reference"))),
        },
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


COLUMNS = [
    "name",
    "seat",
    "value",
    "low",
    "high",
    "se",
    "unit",
    "of",
    "n",
    "sign",
    "against",
    "method",
    "estimator",
]
"""Of the table of every answer, as its users know them."""
