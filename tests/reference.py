"""A slow, obvious reference for scoring one deal of Piquet under any of the six rule books.

Written from the source documents alone, in lists and dicts of text cards such as ``"AS"`` (rank,
then suit), so that the fast engine can be tested against something that shares no code with it.

Wherever a function takes ``rules``, that is a preset's name, or a dict of options over those of
Rubicon Piquet; without it Rubicon Piquet is meant, or for a deal the rule book that it names.

References
----------
.. [000] Cavendish, description after the Portland and Turf Club Laws (the main authority).
.. [001] Cotton's Picket of 1674 with the sixes, as it was reconstructed.
.. [002] The club summary, whose trick points are read to the letter.
.. [003] The survey of rules: "Rubicon Piquet", "Piquet au cent" and Boussac's of 1896.
.. [004] The American rules.
.. [RULES] The project's decisions where the documents contradict themselves.
.. [FORMATS] The project's text forms, section "A deal that somebody played".
"""

import re
from functools import cache
from itertools import combinations, product

# ---- What all rule books share, and the constants of Rubicon Piquet. ----------------------------
RULES_NAME = "rubicon"
SEATS = ("elder", "younger")
OTHER = {"elder": "younger", "younger": "elder"}
RANKS = "AKQJT987"  # highest first ([000] Dealing)
RANKS_WITH_SIXES = "AKQJT9876"  # the pack of thirty-six ([001] Equipment)
SUITS = "SHDC"  # the order of the dotted form ([FORMATS])
HAND_SIZE = 12
TALON_SIZE = 8  # twelve with the sixes
ELDER_MOST = 5  # of the talon, the cards that are elder's ([000] Discarding)
LEAST_EXCHANGE = {"elder": 1, "younger": 1}  # each is obliged to discard one ([000] Discarding)
COURTS = "KQJ"  # a hand dealt without these is carte blanche ([000], Laws 18-20)
CARTE_BLANCHE = 10
PIPS = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10, "9": 9, "8": 8, "7": 7, "6": 6}
SEQUENCE_POINTS = {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}
SEQUENCE_OF_NINE = 19  # only where there are sixes ([RULES])
SET_RANKS = "AKQJT"  # nothing below a ten makes a trio or quatorze ([000] Calling)
SET_POINTS = {3: 3, 4: 14}
HIGH = "AKQJT"  # the cards that some rule books count in the play ([001] Tricks, [004] Scoring)
LEAD = 1  # for each card led, whether it wins or not ([000] Playing)
SECOND_WINS = 1
LAST_TRICK = 1  # on top: its winner counts two instead of one
THE_CARDS = 10  # more than six tricks
CAPOT = 40  # every trick, instead of THE_CARDS ([RULES] 6)
THRESHOLD = 30
PIQUE = 30
REPIQUE = 60

# The parts of a score in their order of reckoning ([000] Scoring, Law 67; [RULES] 4).
IN_HAND = ("carte_blanche", "point", "sequences", "sets")
PARTS = (*IN_HAND, "play", "cards", "pique", "repique")
CLASSES = {"point": ("length", "pips"), "sequence": ("length", "top"), "set": ("size", "rank")}

# ---- The rule books, as far as a deal goes ------------------------------------------------------
RUBICON = {  # [000], and the section "Rubicon Piquet" of [003]
    "pack": 32,
    "elder_exchange_least": LEAST_EXCHANGE["elder"],
    "elder_exchange_most": ELDER_MOST,
    "younger_exchange_least": LEAST_EXCHANGE["younger"],
    "younger_exchange_most": TALON_SIZE,
    "elder_sees_what_he_leaves": True,
    "younger_leftovers": "both or neither",
    "carte_blanche_scores": CARTE_BLANCHE,
    "carte_blanche_shown": "announced",
    "carte_blanche_of_both_cancels": False,
    "point_best_by": "cards",
    "point_least_pips": 0,
    "point_scores": "cards",
    "sequences_of": "one suit",
    "sequence_best_by": "top",
    "sequence_scores": (*SEQUENCE_POINTS.values(), SEQUENCE_OF_NINE),  # of three to nine cards
    "trio_scores": SET_POINTS[3],
    "quatorze_scores": SET_POINTS[4],
    "lowest_set": SET_RANKS[-1],
    "play_scores": "leads and wins",
    "last_trick_scores": LAST_TRICK,
    "last_trick_high_scores": LAST_TRICK,
    "last_trick_high_card": "ten or higher",
    "last_trick_with_capot": True,
    "cards_scores": THE_CARDS,
    "capot_scores": CAPOT,
    "pique_scores": PIQUE,
    "repique_scores": REPIQUE,
    "pique_needs": THRESHOLD,
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
WORDS = {  # the options that are words, and what each may say
    "younger_leftovers": ("both or neither", "nobody"),
    "carte_blanche_shown": (
        "announced",
        "younger may wait",
        "younger draws first",
        "after the draw",
        "at once",
    ),
    "point_best_by": ("cards", "pips"),
    "point_scores": ("cards", "tenths", "one"),
    "sequences_of": ("one suit", "any suits"),
    "sequence_best_by": ("top", "pips"),
    "lowest_set": tuple(SET_RANKS),
    "play_scores": ("leads and wins", "won by leader or not", "high cards", "high leads"),
    "last_trick_high_card": ("ten or higher", "ten"),
}
NOT_OF_THE_DEAL = (  # a rule book has these as well, but no deal's score depends on them
    "name",
    "match",
    "partie_deals",
    "tie_deals",
    "target",
    "win_is_immediate",
    "settlement",
    "game_scores",
    "rubicon",
    "double_below",
    "games_to_win",
)


def rule_book(rules=None):
    """Every option of the deal, of a preset by its name, or of RUBICON with some options changed.

    Raises
    ------
    ValueError
        If there is no such preset or option, or an option has no such value.
    """
    if rules is None:
        return RUBICON
    if isinstance(rules, str):
        if rules not in PRESETS:
            raise ValueError(f"there is no rule book {rules!r}; there are {', '.join(PRESETS)}")
        return PRESETS[rules]
    if not isinstance(rules, dict):
        raise ValueError(f"a rule book is a name or a dict of options, not {rules!r}")
    given = {option: value for option, value in rules.items() if option not in NOT_OF_THE_DEAL}
    for option, value in given.items():
        if option not in RUBICON:
            raise ValueError(f"there is no option {option!r}")
        if option in WORDS and value not in WORDS[option]:
            raise ValueError(f"{option} is one of {WORDS[option]}, not {value!r}")
    return RUBICON | given


def _pack_ranks(book):
    return RANKS_WITH_SIXES if book["pack"] == 36 else RANKS


def _talon_size(book):
    return book["pack"] - 2 * HAND_SIZE


def _sequence_points(book):
    """Points by the number of cards, which is three to nine."""
    return dict(enumerate(book["sequence_scores"], start=3))


def _set_points(book):
    return {3: book["trio_scores"], 4: book["quatorze_scores"]}


# ---- Cards and text -----------------------------------------------------------------------------
def parse_hand(text, rules=None):
    """Cards of a hand in one of the three text forms of [FORMATS].

    Parameters
    ----------
    text : str
        A list of cards (``"AS 10d K♥"``), suits by symbol or letter (``"♠AKJ ♥98"``,
        ``"S:AKJ H:98"``), or the dotted form spades.hearts.diamonds.clubs.
    rules : str or dict, optional
        Says whether the pack has sixes.

    Returns
    -------
    list of str
        In the order written.

    Raises
    ------
    ValueError
        Where the text is not in one of the three forms, or names a card twice.
    """
    if type(text) is not str:
        raise ValueError(f"cards must be written as text, not {text!r}")
    ranks = _pack_ranks(rule_book(rules))
    plain = text.strip().upper().replace("\ufe0f", "").replace("10", "T")
    plain = plain.translate(str.maketrans("♠♥♦♣♤♡♢♧", SUITS + SUITS))
    if "." in plain:
        groups = plain.split(".")
        if len(groups) != len(SUITS) or not re.fullmatch(f"[{ranks}.]*", plain):
            raise ValueError(f"not a hand of four dotted suits: {text!r}")
        cards = [rank + suit for suit, group in zip(SUITS, groups, strict=True) for rank in group]
    elif plain[:1] in tuple(SUITS):
        joined = re.sub(r"[\s,:]", "", plain)
        if not re.fullmatch(f"([{SUITS}][{ranks}]*)+", joined):
            raise ValueError(f"not a hand written suit by suit: {text!r}")
        groups = re.findall(f"([{SUITS}])([{ranks}]*)", joined)
        cards = [rank + suit for suit, group in groups for rank in group]
    else:
        cards = [card for card in re.split(r"[\s,]+", plain) if card]
        for card in cards:
            if not re.fullmatch(f"[{ranks}][{SUITS}]", card):
                raise ValueError(f"not a card of this pack: {card!r} in {text!r}")
    _refuse_twice(cards)
    return cards


def _refuse_twice(cards):
    for card in cards:
        if cards.count(card) > 1:
            raise ValueError(f"the card {card} is there twice")


def _height(rank):
    """Height of a rank: 1 for the seven up to 8 for the ace ([000] Dealing); the six has 0."""
    return len(RANKS) - RANKS_WITH_SIXES.index(rank)


def _of_suit(hand, suit):
    return [rank + suit for rank in RANKS_WITH_SIXES if rank + suit in hand]


def _pips(cards):
    return sum(PIPS[card[0]] for card in cards)


# ---- What a hand holds --------------------------------------------------------------------------
def has_carte_blanche(hand, rules=None):
    """Whether the hand as dealt has no king, queen or knave ([000] Carte blanche; Laws 18-20)."""
    return not any(card[0] in COURTS for card in hand)


def _point_strength(point, book):
    """What points are compared by: cards, then pips ([000], [002], [004]); or pips alone.

    With pips alone ([001] Ruff, [003] on 1873 and 1896) two points of as many pips are equal, even
    if one of them has more cards.
    """
    return point if book["point_best_by"] == "cards" else (point[1],)


def best_point(hand, rules=None):
    """Best point that may be called, ``(length, pips)``, or None.

    That is the best by `_point_strength`; of equal ones the one with more cards, since it scores
    more. Where a point must have so many pips ([003] 1896: thirty), no other may be called.
    """
    book = rule_book(rules)
    suits = [_of_suit(hand, suit) for suit in SUITS]
    points = [(len(cards), _pips(cards)) for cards in suits if cards]
    enough = [point for point in points if point[1] >= book["point_least_pips"]]
    return max(enough, key=lambda point: (_point_strength(point, book), point), default=None)


def _strength(one):
    """Of sequences and of sets: the size, then the (highest) rank ([000] Calling and showing)."""
    return one[0], _height(one[1])


def _sequence_strength(one, book):
    """The length, then the top card; or the length, then the pips ([004] Sequence).

    By pips a sequence to the king and one to the queen, of three cards, are equal.
    """
    if book["sequence_best_by"] == "top":
        return _strength(one)
    top = RANKS_WITH_SIXES.index(one[1])
    return one[0], sum(PIPS[rank] for rank in RANKS_WITH_SIXES[top : top + one[0]])


def _runs(hand, rules=None):
    """For each maximal run of a hand, every sequence ``(length, top, suit)`` inside it.

    Where sequences go through the suits ([001] Sequence), a rank is there if the hand has it in any
    suit, and the sequence's suit is None.
    """
    book = rule_book(rules)
    ranks, runs = _pack_ranks(book), []
    for suit in SUITS if book["sequences_of"] == "one suit" else (None,):
        held = {card[0] for card in hand if suit in (card[1], None)}
        letters = "".join(rank if rank in held else " " for rank in ranks)
        for run in letters.split():
            starts_and_lengths = product(range(len(run)), _sequence_points(book))
            runs.append([(n, run[i], suit) for i, n in starts_and_lengths if i + n <= len(run)])
    return runs


def _ranks(hand, rules=None):
    """For each rank from the ten up, every trio and quatorze ``(size, rank)`` inside the hand."""
    book = rule_book(rules)
    ranks = SET_RANKS[: SET_RANKS.index(book["lowest_set"]) + 1]
    held = {rank: sum(card[0] == rank for card in hand) for rank in ranks}
    return [[(size, rank) for size in SET_POINTS if size <= held[rank]] for rank in ranks]


def _best_of_each(groups, call=None, strength=_strength):
    """Best member of each run or rank that is not better than the call; the best first."""
    allowed = [[x for x in g if call is None or strength(x) <= strength(call)] for g in groups]
    best = [max(g, key=strength) for g in allowed if g]
    return sorted(best, key=lambda x: (strength(x), _height(x[1])), reverse=True)


def _best_runs(hand, book, call=None):
    """Best part of each maximal run that is not better than the call; the best first."""
    return _best_of_each(_runs(hand, book), call, lambda one: _sequence_strength(one, book))


def _best_division(hand, book, call=None):
    """Division of a hand into runs through the suits that scores most, the best run first.

    Each card is in one run at most ([001] Sequence), and no run is better than the call. The run
    called need not be among them: two runs of six score more than the nine that was called and the
    three that are left beside it.
    """
    ranks, points = _pack_ranks(book), _sequence_points(book)

    def may_be_reckoned(one):
        return call is None or _sequence_strength(one, book) <= _sequence_strength(call, book)

    @cache
    def divide(counts):
        """Points and runs of the best division of so many cards of each rank."""
        if not any(counts):
            return 0, ()
        top = next(i for i, count in enumerate(counts) if count)
        # The highest card is in no run, or it heads one of some length.
        choices = [divide((*counts[:top], counts[top] - 1, *counts[top + 1 :]))]
        for length in points:
            used = range(top, top + length)
            one = (length, ranks[top], None)
            if used.stop <= len(ranks) and all(counts[i] for i in used) and may_be_reckoned(one):
                left = tuple(count - (i in used) for i, count in enumerate(counts))
                more, rest = divide(left)
                choices.append((points[length] + more, (one, *rest)))
        return max(choices, key=lambda choice: choice[0])

    counts = tuple(sum(card[0] == rank for card in hand) for rank in ranks)
    runs = divide(counts)[1]
    return sorted(runs, key=lambda one: _sequence_strength(one, book), reverse=True)


def all_sequences(hand, rules=None):
    """Maximal sequences of three or more, ``(length, top, suit)``, the best first.

    Where they go through the suits, the runs of the division that scores most, with None for suit;
    the longest run of the hand need not be among them.
    """
    book = rule_book(rules)
    if book["sequences_of"] == "any suits":
        return _best_division(hand, book)
    return _best_runs(hand, book)


def best_sequence(hand, rules=None):
    """Best sequence, ``(length, top)``, or None; of equal ones that with the higher top card."""
    book = rule_book(rules)
    return next((one[:2] for one in _best_runs(hand, book)), None)


def all_sets(hand, rules=None):
    """Trios and quatorzes of tens or higher, ``(size, rank)``, the best first."""
    return _best_of_each(_ranks(hand, rules))


def best_set(hand, rules=None):
    """Best trio or quatorze, ``(size, rank)``, or None."""
    return next(iter(all_sets(hand, rules)), None)


def _exchange_limits(book, seat, taken_by_elder):
    """Fewest and most cards that a seat may exchange."""
    least, most = book[f"{seat}_exchange_least"], book[f"{seat}_exchange_most"]
    if seat == "elder":
        return least, most
    return least, min(most, _talon_size(book) - taken_by_elder)


def legal_discards(hand, seat, taken_by_elder=0, rules=None):
    """Every discard a seat may make, as tuples of cards, the smaller ones first.

    Elder exchanges one to five; younger one up to all that elder left ([000] Discarding, Laws
    21-45), or up to all but what elder said that he would take ([002] Carte blanche). Younger need
    not exchange at all under the laws of 1873 ([003]). ``taken_by_elder`` only matters for younger.
    """
    least, most = _exchange_limits(rule_book(rules), seat, taken_by_elder)
    for size in range(least, most + 1):
        yield from combinations(hand, size)


def legal_replies(hand, led_card, rules=None):
    """Cards the second player may play: he must follow suit if able ([000] Playing)."""
    return [card for card in hand if card[1] == led_card[1]] or list(hand)


# ---- Calling ------------------------------------------------------------------------------------
def _is_held(hand, name, call, rules=None):
    """Whether what is called is held; it may be less than the best ([003] Calling; [RULES] 7)."""
    if name == "sequence":
        return call in [part[:2] for run in _runs(hand, rules) for part in run]
    if name == "set":
        return call in [part for rank in _ranks(hand, rules) for part in rank]
    size, pips = call
    suits = [_of_suit(hand, suit) for suit in SUITS]
    choices = [part for cards in suits for part in combinations(cards, max(size, 0))]
    return size >= 1 and pips in [_pips(part) for part in choices]


def _read_calls(calls, hand, seat, rules=None):
    """Call of each class, as ``(size, pips or rank)``, or None where nothing is called."""
    book = rule_book(rules)
    if calls == "full":
        found = (best_point(hand, book), best_sequence(hand, book), best_set(hand, book))
        return dict(zip(CLASSES, found, strict=True))
    if calls == "none":
        return dict.fromkeys(CLASSES)
    if not isinstance(calls, dict) or not set(calls) <= {*CLASSES, "carte_blanche"}:
        raise ValueError(f"{seat}: calls are 'full', 'none' or a value for each class: {calls!r}")
    found = dict.fromkeys(CLASSES) | {"carte_blanche": calls.get("carte_blanche", True)}
    for name, value in calls.items():
        if name == "carte_blanche":
            continue
        if value is None:
            continue
        if not isinstance(value, dict) or set(value) != set(CLASSES[name]):
            raise ValueError(f"{seat}: a {name} is called by {CLASSES[name]}, not {value!r}")
        size, other = (value[field] for field in CLASSES[name])
        if isinstance(other, str):
            other = other.upper().replace("10", "T")
        if type(size) is not int or type(other) is not (int if name == "point" else str):
            raise ValueError(f"{seat}: a {name} is not called in the form {value!r}")
        if not _is_held(hand, name, (size, other), book):
            raise ValueError(f"{seat}: calls a {name} that is not held: {value!r}")
        if name == "point" and other < book["point_least_pips"]:
            raise ValueError(f"{seat}: a point of {other} pips cannot be called: {value!r}")
        found[name] = (size, other)
    return found


def _result(calls, name, strength):
    """Who has a class: a seat, ``"equal"`` (neither scores), or ``"none"`` (neither called).

    [000] Calling and showing: good, equal, not good. Sets cannot be equal.
    """
    called = {seat: strength(calls[seat][name]) for seat in SEATS if calls[seat][name]}
    best = [seat for seat in called if called[seat] == max(called.values())]
    return "none" if not best else best[0] if len(best) == 1 else "equal"


def _reckoned(hand, name, call, rules=None):
    """Points of each sequence (or set) that is reckoned when the called one is good.

    Whoever has the best reckons all his others too ([000], the quart to a queen and the tierce
    minor; [RULES] 8). Who called low reckons only what is equal to his call or lower: with a quart
    minor and a tierce minor, and the tierce called, two tierces ([000] on the low sequence, and
    likewise on quatorzes and trios). So each run, or rank, counts once, for its best part that is
    not better than the call; if the call is the best that he holds, for the whole of it. Runs
    through the suits are divided as scores most ([001]), under the same condition.
    """
    book = rule_book(rules)
    if name == "set":
        best = _best_of_each(_ranks(hand, book), call)
        return [_set_points(book)[one[0]] for one in best]
    if book["sequences_of"] == "any suits":
        best = _best_division(hand, book, call)
    else:
        best = _best_runs(hand, book, call)
    return [_sequence_points(book)[one[0]] for one in best]


def _point_points(call, book):
    """What a good point scores: one for each card, a tenth of its pips ([001] Ruff), or one.

    Tenths go to the nearest whole number and halves up: 40 and 35 score four, 34 scores three
    ([RULES] 3).
    """
    cards, pips = call
    return {"cards": cards, "tenths": (pips + 5) // 10, "one": 1}[book["point_scores"]]


# ---- The deal -----------------------------------------------------------------------------------
def _field(where, name, what):
    if not isinstance(where, dict) or name not in where:
        raise ValueError(f"{what}: {name!r} is missing")
    return where[name]


def _announces(said):
    """Whether a carte blanche would be announced: he may keep silent ([RULES] 9)."""
    return said.get("carte_blanche", True) if isinstance(said, dict) else True


def _read(deal, rules):
    """The deal in cards: ``dealt``, ``hands`` and ``calls`` by seat, ``play``; and its ``book``."""
    sides = {seat: _field(deal, seat, "deal") for seat in SEATS}
    book = rule_book(deal.get("rules", RULES_NAME) if rules is None else rules)
    dealt = {seat: parse_hand(_field(sides[seat], "dealt", seat), book) for seat in SEATS}
    talon = parse_hand(_field(deal, "talon", "deal"), book)
    for seat in SEATS:
        if len(dealt[seat]) != HAND_SIZE:
            raise ValueError(f"{seat}: {len(dealt[seat])} cards dealt, not {HAND_SIZE}")
    if len(talon) != _talon_size(book):
        raise ValueError(f"talon: {len(talon)} cards, not {_talon_size(book)}")
    _refuse_twice(dealt["elder"] + dealt["younger"] + talon)

    said = {seat: sides[seat].get("calls", "full") for seat in SEATS}
    discards = {seat: parse_hand(_field(sides[seat], "discard", seat), book) for seat in SEATS}
    for seat in SEATS:
        for card in discards[seat]:
            if card not in dealt[seat]:
                raise ValueError(f"{seat}: discards {card}, which is not held")
        number = len(discards[seat])
        least, most = _exchange_limits(book, seat, len(discards["elder"]))
        if not least <= number <= most:
            raise ValueError(f"{seat}: discards {number}, may discard {least} to {most}")

    # Both draw from the top, elder first, even with carte blanche ([000] Discarding; [RULES] 9).
    # Only in [002] does an elder who announces one let younger draw before him.
    elder_shows = has_carte_blanche(dealt["elder"]) and _announces(said["elder"])
    younger_first = book["carte_blanche_shown"] == "younger draws first" and elder_shows
    hands, top = {}, 0
    for seat in reversed(SEATS) if younger_first else SEATS:
        drawn = talon[top : top + len(discards[seat])]
        hands[seat] = [card for card in dealt[seat] if card not in discards[seat]] + drawn
        top += len(drawn)
    calls = {seat: _read_calls(said[seat], hands[seat], seat, book) for seat in SEATS}
    play = None if deal.get("play") is None else parse_hand(deal["play"], book)
    return {"dealt": dealt, "hands": hands, "calls": calls, "play": play, "book": book}


def _tricks(play, hands):
    """Leader, winner, card led and reply of each trick; elder leads first ([000], Laws 57-60)."""
    if len(play) != 2 * HAND_SIZE:
        raise ValueError(f"play: {len(play)} cards, not {2 * HAND_SIZE}")
    left = {seat: list(hands[seat]) for seat in SEATS}
    tricks, leader = [], "elder"
    for number in range(HAND_SIZE):
        second = OTHER[leader]
        led, reply = play[2 * number : 2 * number + 2]
        for seat, card in ((leader, led), (second, reply)):
            if card not in left[seat]:
                raise ValueError(f"trick {number + 1}: {seat} plays {card}, which is not held")
        if reply not in legal_replies(left[second], led):
            raise ValueError(f"trick {number + 1}: {second} revokes with {reply} on {led}")
        left[leader].remove(led)
        left[second].remove(reply)
        beaten = reply[1] == led[1] and _height(reply[0]) > _height(led[0])
        winner = second if beaten else leader
        tricks.append((leader, winner, led, reply))
        leader = winner
    return tricks


def _trick_points(trick, is_first, book):
    """Points of one trick, ``(seat, points)`` in the order in which they are counted."""
    leader, winner, led, reply = trick
    leader_wins, scores = winner == leader, book["play_scores"]
    if scores == "leads and wins":  # [000] Playing; [003]
        return [(leader, LEAD)] if leader_wins else [(leader, LEAD), (winner, SECOND_WINS)]
    if scores == "won by leader or not":  # [002] Declarations on the first lead, and Tricks
        first = [(leader, 1)] if is_first else []
        return [*first, (winner, 1 if leader_wins else 2)]
    if scores == "high cards":  # [001] Tricks: the winner, for each high card of the two
        return [(winner, (led[0] in HIGH) + (reply[0] in HIGH))]
    # [004] Scoring: for a high lead, and for topping the lead with a high card.
    topped = [] if leader_wins else [(winner, int(reply[0] in HIGH))]
    return [(leader, int(led[0] in HIGH)), *topped]


def _last_trick_points(tricks, book):
    """The extra of the last trick to its winner."""
    leader, winner, led, reply = tricks[-1]
    card = led if winner == leader else reply
    capot = all(trick[1] == winner for trick in tricks)
    if capot and not book["last_trick_with_capot"]:  # [004] Tricks
        return winner, 0
    high = HIGH if book["last_trick_high_card"] == "ten or higher" else "T"
    return winner, book["last_trick_high_scores" if card[0] in high else "last_trick_scores"]


def _with_bonus(events, rules=None):
    """The events with a pique or repique put in behind the score that makes it.

    Who reaches thirty while the other has reckoned nothing wins it: a repique if it is by scores in
    hand, else a pique, never both ([000] Carte blanche, pique and repique; [RULES] 4 and 5).
    Equalities are no events, so they neither count nor save. Where elder's first lead counts, it is
    the first event of play, so that younger can never make a pique but can still repique. Where a
    low card led counts nothing ([001], [004]), either can make a pique, as [001] says in so many
    words.
    """
    book = rule_book(rules)
    found, sums, given = [], dict.fromkeys(SEATS, 0), False
    for seat, what, points in events:
        found.append((seat, what, points))
        sums[seat] += points
        if sums[seat] >= book["pique_needs"] and sums[OTHER[seat]] == 0 and not given:
            given = True
            bonus = "repique" if what in IN_HAND else "pique"
            found.append((seat, bonus, book[f"{bonus}_scores"]))
    return found


def _cartes_blanches(table):
    """Seats that score a carte blanche, elder before younger.

    Whoever holds it may keep silent (Law 18 as RULES 9 reads it): then it is not scored, and cannot
    cancel the other's where both are blank ([001] Blank).
    """
    announced = [seat for seat in SEATS if table["calls"][seat].get("carte_blanche", True)]
    blanche = [seat for seat in announced if has_carte_blanche(table["dealt"][seat])]
    both_cancel = table["book"]["carte_blanche_of_both_cancels"] and len(blanche) == 2
    return [] if both_cancel else blanche


def _reckon(table):
    """The ledger, the result of each class and the tricks of each seat, of a deal in cards."""
    calls, hands, book = table["calls"], table["hands"], table["book"]
    results = {
        "point": _result(calls, "point", strength=lambda one: _point_strength(one, book)),
        "sequence": _result(calls, "sequence", strength=lambda one: _sequence_strength(one, book)),
        "set": _result(calls, "set", strength=_strength),
    }
    events = [
        (seat, "carte_blanche", book["carte_blanche_scores"]) for seat in _cartes_blanches(table)
    ]
    if (seat := results["point"]) in SEATS:
        events.append((seat, "point", _point_points(calls[seat]["point"], book)))
    for name, part in (("sequence", "sequences"), ("set", "sets")):
        if (seat := results[name]) in SEATS:
            points = _reckoned(hands[seat], name, calls[seat][name], book)
            events += [(seat, part, number) for number in points]

    tricks = [] if table["play"] is None else _tricks(table["play"], hands)
    counted = [one for i, trick in enumerate(tricks) for one in _trick_points(trick, i == 0, book)]
    if tricks:
        counted.append(_last_trick_points(tricks, book))
    events += [(seat, "play", points) for seat, points in counted]
    events = _with_bonus([event for event in events if event[2]], book)  # nothing is no event

    # Behind the bonus, since neither of these counts towards it ([000] on capot, Law 69).
    won = {seat: sum(trick[1] == seat for trick in tricks) for seat in SEATS}
    for seat in SEATS:
        if won[seat] > HAND_SIZE // 2:
            kind = "capot_scores" if won[seat] == HAND_SIZE else "cards_scores"
            events.append((seat, "cards", book[kind]))
    return events, results, won


def ledger(deal, rules=None):
    """Every score of a deal in the order of reckoning, ``(seat, what, points)``.

    ``what`` is the name of the part of the answer that it belongs to. The sums by seat and part are
    those of `score_deal`. The order is that of Law 67 under every rule book: younger's scores in
    hand stand before elder's first lead, although younger says them after it. A card or trick that
    counts nothing is left out.
    """
    return _reckon(_read(deal, rules))[0]


def score_deal(deal, rules=None):
    """Score of one deal, as the referee of [FORMATS] answers.

    Parameters
    ----------
    deal : dict
        One object of [FORMATS], "A deal that somebody played". Without ``play`` it is scored up to
        the first lead, which is not counted.
    rules : str or dict, optional
        Instead of the rule book that the deal names.

    Returns
    -------
    dict
        For each seat the parts of the score, ``total`` and ``tricks``; and who has each class.

    Raises
    ------
    ValueError
        With the reason, if anything in the deal is illegal.
    """
    events, results, won = _reckon(_read(deal, rules))
    answer = {}
    for seat in SEATS:
        parts = dict.fromkeys(PARTS, 0)
        for who, what, points in events:
            if who == seat:
                parts[what] += points
        answer[seat] = {**parts, "total": sum(parts.values()), "tricks": won[seat]}
    return answer | {f"{name}_result": result for name, result in results.items()}
