"""The six rule books as the documents have them; `reference` says how, and cites them."""

# ---- What all rule books share, and the constants of Rubicon Piquet. ----------------------------
SEATS = ("elder", "younger")
OTHER = {"elder": "younger", "younger": "elder"}
RANKS = "AKQJT987"  # highest first ([000] Dealing)
RANKS_WITH_SIXES = "AKQJT9876"  # the pack of thirty-six ([001] Equipment)
SUITS = "SHDC"  # the order of the dotted form ([FORMATS])
HAND_SIZE = 12
COURTS = "KQJ"  # a hand dealt without these is carte blanche ([000], Laws 18-20)
PIPS = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10, "9": 9, "8": 8, "7": 7, "6": 6}
SEQUENCE_POINTS = {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}
SET_RANKS = "AKQJT"  # nothing below a ten makes a trio or quatorze ([000] Calling)
SET_POINTS = {3: 3, 4: 14}
HIGH = "AKQJT"  # the cards that some rule books count in the play ([001] Tricks, [004] Scoring)
LEAD = 1  # for each card led, whether it wins or not ([000] Playing)
SECOND_WINS = 1
LAST_TRICK = 1  # on top: its winner counts two instead of one
# The parts of a score in their order of reckoning ([000] Scoring, Law 67; [RULES] 4).
IN_HAND = ("carte_blanche", "point", "sequences", "sets")
PARTS = (*IN_HAND, "play", "cards", "pique", "repique")
CLASSES = {"point": ("length", "pips"), "sequence": ("length", "top"), "set": ("size", "rank")}

# ---- The rule books, as far as a deal goes ------------------------------------------------------
RUBICON = {  # [000], and the section "Rubicon Piquet" of [003]
    "pack": 32,
    "elder_exchange_least": 1,  # each is obliged to discard one ([000] Discarding)
    "elder_exchange_most": 5,  # of the talon, the cards that are elder's ([000] Discarding)
    "younger_exchange_least": 1,
    "younger_exchange_most": 8,
    "elder_sees_what_he_leaves": True,
    "younger_leftovers": "both or neither",
    "carte_blanche_scores": 10,
    "carte_blanche_shown": "announced",
    "carte_blanche_of_both_cancels": False,
    "point_best_by": "cards",
    "point_least_pips": 0,
    "point_scores": "cards",
    "sequences_of": "one suit",
    "sequence_best_by": "top",
    "sequence_scores": (*SEQUENCE_POINTS.values(), 19),  # of nine with sixes alone ([RULES])
    "trio_scores": SET_POINTS[3],
    "quatorze_scores": SET_POINTS[4],
    "lowest_set": SET_RANKS[-1],
    "play_scores": "leads and wins",
    "last_trick_scores": LAST_TRICK,
    "last_trick_high_scores": LAST_TRICK,
    "last_trick_high_card": "ten or higher",
    "last_trick_with_capot": True,
    "cards_scores": 10,  # more than six tricks
    "capot_scores": 40,  # every trick, instead of the cards ([RULES] 6)
    "pique_scores": 30,
    "repique_scores": 60,
    "pique_needs": 30,
}
PRESETS = {
    "rubicon": RUBICON,
    "au_cent": {  # [003] Piquet au cent, the laws of 1873
        **RUBICON,
        "younger_exchange_least": 0,
        "carte_blanche_shown": "younger may wait",
        "point_best_by": "pips",
    },
    "boussac_1896": {  # [003] the Encyclopédie of 1896
        **RUBICON,
        "younger_leftovers": "nobody",
        "carte_blanche_shown": "after the draw",
        "point_best_by": "pips",
        "point_least_pips": 30,
    },
    "cotton_1674": {  # [001]
        **RUBICON,
        "pack": 36,
        "elder_exchange_most": 8,
        "younger_exchange_most": 8,
        "carte_blanche_of_both_cancels": True,
        "point_best_by": "pips",
        "point_scores": "tenths",
        "sequences_of": "any suits",
        "play_scores": "high cards",
        "last_trick_high_scores": 2,
    },
    "parlett": {  # [002]
        **RUBICON,
        "carte_blanche_shown": "younger draws first",
        "play_scores": "won by leader or not",
        "last_trick_scores": 0,
        "last_trick_high_scores": 0,
    },
    "american": {  # [004]
        **RUBICON,
        "younger_leftovers": "nobody",
        "carte_blanche_shown": "younger may wait",
        "point_scores": "one",
        "sequence_best_by": "pips",
        "play_scores": "high leads",
        "last_trick_with_capot": False,
    },
}


def rule_book(rules=None):
    """Every option of the deal, of a preset by its name, or of RUBICON with some options changed.

    Raises
    ------
    ValueError
        If there is no such preset.
    """
    if rules is None:
        return RUBICON
    if not isinstance(rules, str):
        return RUBICON | rules
    if rules not in PRESETS:
        raise ValueError(f"there is no rule book {rules!r}; there are {', '.join(PRESETS)}")
    return PRESETS[rules]


def _pack_ranks(book):
    return RANKS_WITH_SIXES if book["pack"] == 36 else RANKS


def _talon_size(book):
    return book["pack"] - 2 * HAND_SIZE


def _sequence_points(book):
    """Points by the number of cards, which is three to nine."""
    return dict(enumerate(book["sequence_scores"], start=3))


def _set_points(book):
    return {3: book["trio_scores"], 4: book["quatorze_scores"]}
