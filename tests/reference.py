"""A slow, obvious reference for scoring one deal of Rubicon Piquet.

Written from the source documents alone, in lists and dicts of text cards such as ``"AS"`` (rank,
then suit), so that the fast engine can be tested against something that shares no code with it.

References
----------
.. [000] Cavendish, description after the Portland and Turf Club Laws (the main authority).
.. [003] The section "Rubicon Piquet" of the survey of rules.
.. [RULES] The project's decisions where the documents contradict themselves.
.. [FORMATS] The project's text forms, section "A deal that somebody played".
"""

import re
from itertools import combinations, product

# ---- The constants of the rule book RUBICON. Every other rule book would change these first. ----
RULES_NAME = "rubicon"
SEATS = ("elder", "younger")
OTHER = {"elder": "younger", "younger": "elder"}
RANKS = "AKQJT987"  # highest first ([000] Dealing)
SUITS = "SHDC"  # the order of the dotted form ([FORMATS])
HAND_SIZE = 12
TALON_SIZE = 8
ELDER_MOST = 5  # of the talon, the cards that are elder's ([000] Discarding)
LEAST_EXCHANGE = {"elder": 1, "younger": 1}  # each is obliged to discard one ([000] Discarding)
COURTS = "KQJ"  # a hand dealt without these is carte blanche ([000], Laws 18-20)
CARTE_BLANCHE = 10
PIPS = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10, "9": 9, "8": 8, "7": 7}
SEQUENCE_POINTS = {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}
SET_RANKS = "AKQJT"  # nothing below a ten makes a trio or quatorze ([000] Calling)
SET_POINTS = {3: 3, 4: 14}
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


# ---- Cards and text -----------------------------------------------------------------------------
def parse_hand(text):
    """Cards of a hand in one of the three text forms of [FORMATS].

    Parameters
    ----------
    text : str
        A list of cards (``"AS 10d K♥"``), suits by symbol or letter (``"♠AKJ ♥98"``,
        ``"S:AKJ H:98"``), or the dotted form spades.hearts.diamonds.clubs.

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
    plain = text.strip().upper().replace("\ufe0f", "").replace("10", "T")
    plain = plain.translate(str.maketrans("♠♥♦♣♤♡♢♧", SUITS + SUITS))
    if "." in plain:
        groups = plain.split(".")
        if len(groups) != len(SUITS) or not re.fullmatch(f"[{RANKS}.]*", plain):
            raise ValueError(f"not a hand of four dotted suits: {text!r}")
        cards = [rank + suit for suit, group in zip(SUITS, groups, strict=True) for rank in group]
    elif plain[:1] in tuple(SUITS):
        joined = re.sub(r"[\s,:]", "", plain)
        if not re.fullmatch(f"([{SUITS}][{RANKS}]*)+", joined):
            raise ValueError(f"not a hand written suit by suit: {text!r}")
        groups = re.findall(f"([{SUITS}])([{RANKS}]*)", joined)
        cards = [rank + suit for suit, group in groups for rank in group]
    else:
        cards = [card for card in re.split(r"[\s,]+", plain) if card]
        for card in cards:
            if not re.fullmatch(f"[{RANKS}][{SUITS}]", card):
                raise ValueError(f"not a card of this pack: {card!r} in {text!r}")
    _refuse_twice(cards)
    return cards


def _refuse_twice(cards):
    for card in cards:
        if cards.count(card) > 1:
            raise ValueError(f"the card {card} is there twice")


def _height(rank):
    """Height of a rank: 1 for the seven up to 8 for the ace ([000] Dealing)."""
    return len(RANKS) - RANKS.index(rank)


def _of_suit(hand, suit):
    return [rank + suit for rank in RANKS if rank + suit in hand]


# ---- What a hand holds --------------------------------------------------------------------------
def has_carte_blanche(hand):
    """Whether the hand as dealt has no king, queen or knave ([000] Carte blanche; Laws 18-20)."""
    return not any(card[0] in COURTS for card in hand)


def best_point(hand):
    """Best point, ``(length, pips)``: most cards, then most pips ([000] Calling, Law 46)."""
    suits = [_of_suit(hand, suit) for suit in SUITS]
    return max((len(cards), sum(PIPS[card[0]] for card in cards)) for cards in suits)


def _strength(one):
    """Of sequences and of sets: the size, then the (highest) rank ([000] Calling and showing)."""
    return one[0], _height(one[1])


def _runs(hand):
    """For each maximal run of a hand, every sequence ``(length, top, suit)`` inside it."""
    runs = []
    for suit in SUITS:
        letters = "".join(rank if rank + suit in hand else " " for rank in RANKS)
        for run in letters.split():
            starts_and_lengths = product(range(len(run)), SEQUENCE_POINTS)
            runs.append([(n, run[i], suit) for i, n in starts_and_lengths if i + n <= len(run)])
    return runs


def _ranks(hand):
    """For each rank from the ten up, every trio and quatorze ``(size, rank)`` inside the hand."""
    held = {rank: sum(card[0] == rank for card in hand) for rank in SET_RANKS}
    return [[(size, rank) for size in SET_POINTS if size <= held[rank]] for rank in SET_RANKS]


def _best_of_each(groups, call=None):
    """Best member of each run or rank that is not better than the call; the best first."""
    allowed = [[x for x in g if call is None or _strength(x) <= _strength(call)] for g in groups]
    return sorted([max(g, key=_strength) for g in allowed if g], key=_strength, reverse=True)


def all_sequences(hand):
    """Maximal sequences of three or more, ``(length, top, suit)``, the best first."""
    return _best_of_each(_runs(hand))


def best_sequence(hand):
    """Best sequence, ``(length, top)``, or None."""
    return next((one[:2] for one in all_sequences(hand)), None)


def all_sets(hand):
    """Trios and quatorzes of tens or higher, ``(size, rank)``, the best first."""
    return _best_of_each(_ranks(hand))


def best_set(hand):
    """Best trio or quatorze, ``(size, rank)``, or None."""
    return next(iter(all_sets(hand)), None)


def legal_discards(hand, seat, taken_by_elder=0):
    """Every discard a seat may make, as tuples of cards, the smaller ones first.

    Elder exchanges one to five; younger one up to all that elder left ([000] Discarding, Laws
    21-45). ``taken_by_elder`` only matters for younger.
    """
    most = ELDER_MOST if seat == "elder" else TALON_SIZE - taken_by_elder
    for size in range(LEAST_EXCHANGE[seat], most + 1):
        yield from combinations(hand, size)


def legal_replies(hand, led_card):
    """Cards the second player may play: he must follow suit if able ([000] Playing)."""
    return [card for card in hand if card[1] == led_card[1]] or list(hand)


# ---- Calling ------------------------------------------------------------------------------------
def _is_held(hand, name, call):
    """Whether what is called is held; it may be less than the best ([003] Calling; [RULES] 7)."""
    if name == "sequence":
        return call in [part[:2] for run in _runs(hand) for part in run]
    if name == "set":
        return call in [part for rank in _ranks(hand) for part in rank]
    size, pips = call
    suits = [_of_suit(hand, suit) for suit in SUITS]
    choices = [part for cards in suits for part in combinations(cards, max(size, 0))]
    return size >= 1 and pips in [sum(PIPS[card[0]] for card in part) for part in choices]


def _read_calls(calls, hand, seat):
    """Call of each class, as ``(size, pips or rank)``, or None where nothing is called."""
    if calls == "full":
        found = (best_point(hand), best_sequence(hand), best_set(hand))
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
        if not _is_held(hand, name, (size, other)):
            raise ValueError(f"{seat}: calls a {name} that is not held: {value!r}")
        found[name] = (size, other)
    return found


def _result(calls, name, strength):
    """Who has a class: a seat, ``"equal"`` (neither scores), or ``"none"`` (neither called).

    [000] Calling and showing: good, equal, not good. Sets cannot be equal.
    """
    called = {seat: strength(calls[seat][name]) for seat in SEATS if calls[seat][name]}
    best = [seat for seat in called if called[seat] == max(called.values())]
    return "none" if not best else best[0] if len(best) == 1 else "equal"


def _reckoned(hand, name, call):
    """Points of each sequence (or set) that is reckoned when the called one is good.

    Whoever has the best reckons all his others too ([000], the quart to a queen and the tierce
    minor; [RULES] 8). Who called low reckons only what is equal to his call or lower: with a quart
    minor and a tierce minor, and the tierce called, two tierces ([000] on the low sequence, and
    likewise on quatorzes and trios). So each run, or rank, counts once, for its best part that is
    not better than the call; if the call is the best that he holds, for the whole of it.
    """
    if name == "sequence":
        return [SEQUENCE_POINTS[one[0]] for one in _best_of_each(_runs(hand), call)]
    return [SET_POINTS[one[0]] for one in _best_of_each(_ranks(hand), call)]


# ---- The deal -----------------------------------------------------------------------------------
def _field(where, name, what):
    if not isinstance(where, dict) or name not in where:
        raise ValueError(f"{what}: {name!r} is missing")
    return where[name]


def _read(deal):
    """The deal in cards: ``dealt``, ``hands`` and ``calls`` by seat, and ``play`` (or None)."""
    sides = {seat: _field(deal, seat, "deal") for seat in SEATS}
    if deal.get("rules", RULES_NAME) != RULES_NAME:
        raise ValueError(f"this reference knows only {RULES_NAME!r}, not {deal['rules']!r}")
    dealt = {seat: parse_hand(_field(sides[seat], "dealt", seat)) for seat in SEATS}
    talon = parse_hand(_field(deal, "talon", "deal"))
    for seat in SEATS:
        if len(dealt[seat]) != HAND_SIZE:
            raise ValueError(f"{seat}: {len(dealt[seat])} cards dealt, not {HAND_SIZE}")
    if len(talon) != TALON_SIZE:
        raise ValueError(f"talon: {len(talon)} cards, not {TALON_SIZE}")
    _refuse_twice(dealt["elder"] + dealt["younger"] + talon)

    # Both draw from the top, elder first, even with carte blanche ([000] Discarding; [RULES] 9).
    hands, top, most = {}, 0, ELDER_MOST
    for seat in SEATS:
        discard = parse_hand(_field(sides[seat], "discard", seat))
        for card in discard:
            if card not in dealt[seat]:
                raise ValueError(f"{seat}: discards {card}, which is not held")
        if not LEAST_EXCHANGE[seat] <= len(discard) <= most:
            raise ValueError(f"{seat}: discards {len(discard)}, may discard 1 to {most}")
        drawn = talon[top : top + len(discard)]
        hands[seat] = [card for card in dealt[seat] if card not in discard] + drawn
        top += len(discard)
        most = TALON_SIZE - top
    said = {seat: sides[seat].get("calls", "full") for seat in SEATS}
    calls = {seat: _read_calls(said[seat], hands[seat], seat) for seat in SEATS}
    play = None if deal.get("play") is None else parse_hand(deal["play"])
    return {"dealt": dealt, "hands": hands, "calls": calls, "play": play}


def _tricks(play, hands):
    """Leader and winner of each trick, elder leading first ([000] Playing, Laws 57-60)."""
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
        tricks.append((leader, winner))
        leader = winner
    return tricks


def _with_bonus(events):
    """The events with a pique or repique put in behind the score that makes it.

    Who reaches thirty while the other has reckoned nothing wins it: a repique if it is by scores in
    hand, else a pique, never both ([000] Carte blanche, pique and repique; [RULES] 4 and 5).
    Equalities are no events, so they neither count nor save. Elder's first lead is the first event
    of play, so that younger can never make a pique but can still repique.
    """
    found, sums, given = [], dict.fromkeys(SEATS, 0), False
    for seat, what, points in events:
        found.append((seat, what, points))
        sums[seat] += points
        if sums[seat] >= THRESHOLD and sums[OTHER[seat]] == 0 and not given:
            given = True
            in_hand = what in IN_HAND
            found.append((seat, "repique", REPIQUE) if in_hand else (seat, "pique", PIQUE))
    return found


def _reckon(table):
    """The ledger, the result of each class and the tricks of each seat, of a deal in cards."""
    calls, hands = table["calls"], table["hands"]
    results = {
        "point": _result(calls, "point", strength=tuple),
        "sequence": _result(calls, "sequence", strength=_strength),
        "set": _result(calls, "set", strength=_strength),
    }
    # Whoever holds it may keep silent (Law 18 as RULES 9 reads it): then it is not scored.
    announced = [seat for seat in SEATS if calls[seat].get("carte_blanche", True)]
    blanche = [seat for seat in announced if has_carte_blanche(table["dealt"][seat])]
    events = [(seat, "carte_blanche", CARTE_BLANCHE) for seat in blanche]
    if (seat := results["point"]) in SEATS:
        events.append((seat, "point", calls[seat]["point"][0]))  # one for each card called
    for name, part in (("sequence", "sequences"), ("set", "sets")):
        if (seat := results[name]) in SEATS:
            points = _reckoned(hands[seat], name, calls[seat][name])
            events += [(seat, part, number) for number in points]

    tricks = [] if table["play"] is None else _tricks(table["play"], hands)
    for leader, winner in tricks:
        events.append((leader, "play", LEAD))
        if winner != leader:
            events.append((winner, "play", SECOND_WINS))
    if tricks:
        events.append((tricks[-1][1], "play", LAST_TRICK))
    events = _with_bonus(events)

    # Behind the bonus, since neither of these counts towards it ([000] on capot, Law 69).
    won = {seat: sum(winner == seat for _, winner in tricks) for seat in SEATS}
    for seat in SEATS:
        if won[seat] > HAND_SIZE // 2:
            events.append((seat, "cards", CAPOT if won[seat] == HAND_SIZE else THE_CARDS))
    return events, results, won


def ledger(deal):
    """Every score of a deal in the order of reckoning, ``(seat, what, points)``.

    ``what`` is the name of the part of the answer that it belongs to. The sums by seat and part are
    those of `score_deal`. The order is that of Law 67: younger's scores in hand stand before
    elder's first lead, although younger says them after it.
    """
    return _reckon(_read(deal))[0]


def score_deal(deal):
    """Score of one deal, as the referee of [FORMATS] answers.

    Parameters
    ----------
    deal : dict
        One object of [FORMATS], "A deal that somebody played". Without ``play`` it is scored up to
        the first lead, which is not counted.

    Returns
    -------
    dict
        For each seat the parts of the score, ``total`` and ``tricks``; and who has each class.

    Raises
    ------
    ValueError
        With the reason, if anything in the deal is illegal.
    """
    events, results, won = _reckon(_read(deal))
    answer = {}
    for seat in SEATS:
        parts = dict.fromkeys(PARTS, 0)
        for who, what, points in events:
            if who == seat:
                parts[what] += points
        answer[seat] = {**parts, "total": sum(parts.values()), "tricks": won[seat]}
    return answer | {f"{name}_result": result for name, result in results.items()}
