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

from itertools import chain, combinations

from reference_hands import (  # noqa: F401 - all of it is public as `reference`
    CLASSES,
    COURTS,
    HAND_SIZE,
    HIGH,
    IN_HAND,
    OTHER,
    PARTS,
    PIPS,
    PRESETS,
    RANKS,
    RANKS_WITH_SIXES,
    RUBICON,
    SEATS,
    SEQUENCE_POINTS,
    SET_POINTS,
    SUITS,
    _best_of_each,
    _point_strength,
    _sequence_points,
    _sequence_strength,
    all_sequences,
    all_sets,
    best_point,
    best_sequence,
    best_set,
    has_carte_blanche,
    height,
    legal_replies,
    parse_hand,
    pips,
    ranks_of,
    rule_book,
    runs_of,
    strength_of,
    suits_of,
    wins,
)

REFUSALS = (AssertionError, AttributeError, KeyError, TypeError, ValueError)
"""What is raised of a deal that is illegal, or that cannot be read."""


# ---- Calling ------------------------------------------------------------------------------------
def legal_calls(hand, rules=None):
    """Everything that may be called from a hand: a list for each class.

    That is the best and whatever is less than the best ([003] Calling; [RULES] 7).
    """
    book, sizes = rule_book(rules), range(1, HAND_SIZE + 1)
    parts = (combinations(suit, size) for suit in suits_of(hand) for size in sizes)
    points = {(len(part), pips(part)) for part in chain.from_iterable(parts)}
    return {
        "point": sorted(point for point in points if point[1] >= book["point_least_pips"]),
        "sequence": sorted({part[:2] for run in runs_of(hand, book) for part in run}),
        "set": sorted(part for rank in ranks_of(hand, book) for part in rank),
    }


def _read_calls(calls, hand, book):
    """Call of each class, as ``(size, pips or rank)``, or None where nothing is called."""
    if calls == "full":
        best = (best_point(hand, book), best_sequence(hand, book), best_set(hand, book))
        return dict(zip(CLASSES, best, strict=True))
    found = dict.fromkeys(CLASSES)
    for name, value in ({} if calls == "none" else calls).items():
        if name == "carte_blanche" or value is None:
            continue
        size, other = (value[field] for field in CLASSES[name])
        found[name] = size, other if name == "point" else other.upper().replace("10", "T")
        assert (set(value), type(size)) == (set(CLASSES[name]), int)
        assert found[name] in legal_calls(hand, book)[name], f"{name} {value} is not held"
    return found


def _result(calls, name, strength):
    """Who has a class: a seat, ``"equal"`` (neither scores), or ``"none"`` (neither called).

    [000] Calling and showing: good, equal, not good. Sets cannot be equal.
    """
    called = {seat: strength(calls[seat][name]) for seat in SEATS if calls[seat][name]}
    best = [seat for seat in called if called[seat] == max(called.values())]
    return "none" if not best else best[0] if len(best) == 1 else "equal"


def reckoned(hand, name, call, rules=None):
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
        best = _best_of_each(ranks_of(hand, book), call)
        return [{3: book["trio_scores"], 4: book["quatorze_scores"]}[one[0]] for one in best]
    return [_sequence_points(book)[one[0]] for one in all_sequences(hand, book, call)]


# ---- The deal -----------------------------------------------------------------------------------
def _read(deal, rules):
    """The deal in cards: by seat ``blanche``, ``hands``, ``calls``; ``play`` and the ``book``."""
    book = rule_book(deal.get("rules", "rubicon") if rules is None else rules)
    dealt = {seat: parse_hand(deal[seat]["dealt"], book) for seat in SEATS}
    talon, said = parse_hand(deal["talon"], book), {s: deal[s].get("calls", "full") for s in SEATS}
    pack = [*dealt["elder"], *dealt["younger"], *talon]
    assert [len(dealt[seat]) for seat in SEATS] == [HAND_SIZE] * 2
    assert len(pack) == len(set(pack)) == book["pack"], "a card is missing, or there twice"

    discards, left = {seat: parse_hand(deal[seat]["discard"], book) for seat in SEATS}, len(talon)
    for seat in SEATS:
        assert set(discards[seat]) <= set(dealt[seat]), f"{seat} discards what is not held"
        least, most = (book[f"{seat}_exchange_{limit}"] for limit in ("least", "most"))
        assert least <= len(discards[seat]) <= min(most, left)
        left -= len(discards[seat])

    # Both draw from the top, elder first, even with carte blanche ([000] Discarding; [RULES] 9).
    # Only in [002] does an elder who announces one let younger draw before him.
    # A player who has one may keep silent ([RULES] 9).
    silent = {
        s: isinstance(said[s], dict) and not said[s].get("carte_blanche", True) for s in SEATS
    }
    blanche = {seat: has_carte_blanche(dealt[seat]) and not silent[seat] for seat in SEATS}
    younger_first = book["carte_blanche_shown"] == "younger draws first" and blanche["elder"]
    hands, rest = {}, iter(talon)
    for seat in reversed(SEATS) if younger_first else SEATS:
        kept = [card for card in dealt[seat] if card not in discards[seat]]
        hands[seat] = kept + [next(rest) for _ in discards[seat]]
    calls = {seat: _read_calls(said[seat], hands[seat], book) for seat in SEATS}
    play = None if deal.get("play") is None else parse_hand(deal["play"], book)
    return {"blanche": blanche, "hands": hands, "calls": calls, "play": play, "book": book}


def _tricks(play, hands):
    """Leader, winner, card led and reply of each trick; elder leads first ([000], Laws 57-60)."""
    left, tricks, leader = {seat: list(hands[seat]) for seat in SEATS}, [], "elder"
    assert len(play) == 2 * HAND_SIZE
    for led, reply in zip(play[::2], play[1::2], strict=True):
        second = OTHER[leader]
        assert reply in legal_replies(left[second], led), f"{second} revokes with {reply} on {led}"
        left[leader].remove(led)
        left[second].remove(reply)
        tricks.append((leader, second if wins(reply, led) else leader, led, reply))
        leader = tricks[-1][1]
    return tricks


def points_for_leading(led, is_first, book):
    """What the leader counts for the card led, whoever wins the trick."""
    return {
        "leads and wins": 1,  # whether it wins or not ([000] Playing; [003])
        "won by leader or not": int(is_first),  # [002] Declarations on the first lead
        "high leads": int(led[0] in HIGH),  # [004] Scoring
        "high cards": 0,
    }[book["play_scores"]]


def points_for_winning(led, reply, by_leader, book):
    """What the winner counts for the trick."""
    return {
        "leads and wins": 0 if by_leader else 1,
        "won by leader or not": 1 if by_leader else 2,  # [002] Tricks
        # [001] Tricks: for each high card of the two.
        "high cards": (led[0] in HIGH) + (reply[0] in HIGH),
        # [004] Scoring: for topping with a high card.
        "high leads": int(not by_leader and reply[0] in HIGH),
    }[book["play_scores"]]


def points_for_the_last(card, with_capot, book):
    """What the winner of the last trick counts besides, by the card that wins it."""
    if with_capot and not book["last_trick_with_capot"]:  # [004] Tricks
        return 0
    high = HIGH if book["last_trick_high_card"] == "ten or higher" else "T"
    return book["last_trick_high_scores" if card[0] in high else "last_trick_scores"]


def points_for_the_cards(tricks, book):
    """What so many tricks count at the end: the cards, or the capot instead."""
    is_majority = book["cards_scores"] if tricks > HAND_SIZE // 2 else 0
    return book["capot_scores"] if tricks == HAND_SIZE else is_majority


def _play_points(tricks, book):
    """Points of the play, ``(seat, points)`` in the order in which they are counted."""
    counted = [
        one
        for number, (leader, winner, led, reply) in enumerate(tricks)
        for one in (
            (leader, points_for_leading(led, number == 0, book)),
            (winner, points_for_winning(led, reply, winner == leader, book)),
        )
    ]
    if tricks:
        leader, winner, led, reply = tricks[-1]
        card, is_capot = (
            led if winner == leader else reply,
            len({trick[1] for trick in tricks}) == 1,
        )
        counted.append((winner, points_for_the_last(card, is_capot, book)))
    return counted


def _with_bonus(events, book):
    """The events with a pique or repique put in behind the score that makes it.

    Who reaches thirty while the other has reckoned nothing wins it: a repique if it is by scores in
    hand, else a pique, never both ([000] Carte blanche, pique and repique; [RULES] 4 and 5).
    Equalities are no events, so they neither count nor save. Where elder's first lead counts, it is
    the first event of play, so that younger can never make a pique but can still repique. Where a
    low card led counts nothing ([001], [004]), either can make a pique, as [001] says in so many
    words.
    """
    sums = dict.fromkeys(SEATS, 0)
    for number, (seat, what, points) in enumerate(events, 1):
        sums[seat] += points
        if sums[seat] >= book["pique_needs"] and sums[OTHER[seat]] == 0:
            bonus = "repique" if what in IN_HAND else "pique"
            return [*events[:number], (seat, bonus, book[f"{bonus}_scores"]), *events[number:]]
    return events


def _reckon(table):
    """The ledger, the result of each class and the tricks of each seat, of a deal in cards."""
    calls, hands, book = table["calls"], table["hands"], table["book"]
    results = {
        "point": _result(calls, "point", strength=lambda one: _point_strength(one, book)),
        "sequence": _result(calls, "sequence", strength=lambda one: _sequence_strength(one, book)),
        "set": _result(calls, "set", strength=strength_of),
    }
    # Elder's before younger's. One that its holder keeps silent on (Law 18 as RULES 9 reads it) is
    # not scored, and cannot cancel the other's where both are blank ([001] Blank).
    blanche = [seat for seat in SEATS if table["blanche"][seat]]
    blanche = [] if book["carte_blanche_of_both_cancels"] and len(blanche) == 2 else blanche
    events = [(seat, "carte_blanche", book["carte_blanche_scores"]) for seat in blanche]
    if (seat := results["point"]) in SEATS:
        cards, pips_of_it = calls[seat]["point"]
        # One a card, a tenth of its pips ([001] Ruff), or one. Tenths go to the nearest whole
        # number and halves up: 40 and 35 score four, 34 scores three ([RULES] 3).
        worth = {"cards": cards, "tenths": (pips_of_it + 5) // 10, "one": 1}
        events.append((seat, "point", worth[book["point_scores"]]))
    for name, part in (("sequence", "sequences"), ("set", "sets")):
        if (seat := results[name]) in SEATS:
            points = reckoned(hands[seat], name, calls[seat][name], book)
            events += [(seat, part, number) for number in points]

    tricks = [] if table["play"] is None else _tricks(table["play"], hands)
    events += [(seat, "play", points) for seat, points in _play_points(tricks, book)]
    events = _with_bonus([event for event in events if event[2]], book)  # nothing is no event

    # Behind the bonus, since neither of these counts towards it ([000] on capot, Law 69).
    won = {seat: sum(trick[1] == seat for trick in tricks) for seat in SEATS}
    for seat in SEATS:
        if won[seat] > HAND_SIZE // 2:
            events.append((seat, "cards", points_for_the_cards(won[seat], book)))
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
    REFUSALS
        If anything in the deal is illegal.
    """
    events, results, won = _reckon(_read(deal, rules))
    answer = {}
    for seat in SEATS:
        own = [(what, points) for who, what, points in events if who == seat]
        parts = {part: sum(points for what, points in own if what == part) for part in PARTS}
        answer[seat] = {**parts, "total": sum(parts.values()), "tricks": won[seat]}
    return answer | {f"{name}_result": result for name, result in results.items()}
