"""Sentences about hands before the exchange, as players, teachers and writers put them.

Each stands beside its meaning: a function of the cards of elder, of younger and of the talon. A
card is a suit and a rank, such as "SA" or "H10", and a hand is a set of cards. A number that stands
alone ("two aces", "a suit of six") is exactly that number; a word for one thing ("an ace", "a
quint", "a void") means that there is one at least. Nothing here comes from the project.
"""

RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = "SHDC"


# ---- The words ----------------------------------------------------------------------------------
def count(hand, *ranks):
    """How many cards of these ranks are in the hand."""
    return sum(card[1:] in ranks for card in hand)


def length(hand, *suits):
    """How many cards of these suits are in the hand."""
    return sum(card[0] in suits for card in hand)


def shape(hand):
    """The lengths of the four suits, the longest first."""
    return sorted((length(hand, suit) for suit in SUITS), reverse=True)


def longest(hand):
    """How many cards the longest suit has."""
    return shape(hand)[0]


def is_void(hand):
    """Is a suit missing?"""
    return shape(hand)[3] == 0


def ranks_in(hand, suit):
    """The ranks held in a suit, from the seven up."""
    return [rank for rank in RANKS if suit + rank in hand]


def has(hand, suit, *ranks):
    """Are all these cards of a suit in the hand?"""
    return all(suit + rank in hand for rank in ranks)


def has_somewhere(hand, *ranks):
    """Are all these ranks held in one suit?"""
    return any(has(hand, suit, *ranks) for suit in SUITS)


def pips(hand, suits=SUITS):
    """Ace 11, court cards and tens 10, the others as they are marked."""
    worth = {"A": 11, "K": 10, "Q": 10, "J": 10}
    return sum(worth.get(card[1:]) or int(card[1:]) for card in hand if card[0] in suits)


def point(hand):
    """The best point: the number of its cards, then its pips."""
    return max((length(hand, suit), pips(hand, suit)) for suit in SUITS)


def runs(hand, suits=SUITS):
    """All sequences at their full length: how many cards, and the place of the highest."""
    found = []
    for suit in suits:
        run = 0
        for place, rank in enumerate((*RANKS, "end")):
            if suit + rank in hand:
                run += 1
                continue
            if run >= 3:
                found.append((run, place - 1))
            run = 0
    return found


def best_run(hand, suits=SUITS):
    """The longest sequence and, of equals, the highest; (0, 0) for none."""
    return max(runs(hand, suits), default=(0, 0))


def run_lengths(hand, suits=SUITS):
    """The numbers of cards of all sequences."""
    return [cards for cards, _ in runs(hand, suits)]


def quatorzes(hand):
    """How many quatorzes are held."""
    return sum(count(hand, rank) == 4 for rank in RANKS[3:])


def trios(hand):
    """How many trios, of exactly three cards, are held."""
    return sum(count(hand, rank) == 3 for rank in RANKS[3:])


def best_set(hand):
    """The best quatorze or trio: its number of cards, then its rank; (0, 0) for none."""
    sets = [(count(hand, rank), place) for place, rank in enumerate(RANKS) if place >= 3]
    return max((one for one in sets if one[0] >= 3), default=(0, 0))


def guarded(hand, rank):
    """In how many suits this rank is guarded: a king by one card, a queen by two, a knave three."""
    guards = {"K": 1, "Q": 2, "J": 3}[rank]
    return sum(has(hand, suit, rank) and length(hand, suit) > guards for suit in SUITS)


def bare(hand, rank):
    """In how many suits this rank is the only card."""
    return sum(has(hand, suit, rank) and length(hand, suit) == 1 for suit in SUITS)


def is_blank(hand):
    """Carte blanche: no king, queen or knave."""
    return count(hand, "K", "Q", "J") == 0


def courts(hand):
    """How many kings, queens and knaves are held."""
    return count(hand, "K", "Q", "J")


# ---- The sentences ------------------------------------------------------------------------------
ACES = [
    ("elder has 4 aces", lambda e, y, t: count(e, "A") == 4),
    ("younger holds all four aces", lambda e, y, t: count(y, "A") == 4),
    ("Elder has at least 2 Aces.", lambda e, y, t: count(e, "A") >= 2),
    ("elder has two or more aces", lambda e, y, t: count(e, "A") >= 2),
    ("younger has no more than one ace", lambda e, y, t: count(y, "A") <= 1),
    ("the dealer has no aces", lambda e, y, t: count(y, "A") == 0),
    ("elder has fewer than 2 aces", lambda e, y, t: count(e, "A") < 2),
    ("elder has less than three aces", lambda e, y, t: count(e, "A") < 3),
    ("elder has exactly one ace", lambda e, y, t: count(e, "A") == 1),
    ("elder has an ace", lambda e, y, t: count(e, "A") >= 1),
    ("elder hasn't got any aces", lambda e, y, t: count(e, "A") == 0),
    ("younger doesn't have an ace", lambda e, y, t: count(y, "A") == 0),
    ("all four aces are in the talon", lambda e, y, t: count(t, "A") == 4),
    ("there is at least one ace in the talon", lambda e, y, t: count(t, "A") >= 1),
    (
        "the aces are split two and two between elder and younger",
        lambda e, y, t: count(e, "A") == 2 == count(y, "A"),
    ),
    (
        "neither player has more than two aces",
        lambda e, y, t: count(e, "A") <= 2 and count(y, "A") <= 2,
    ),
    (
        "both players have at least one ace",
        lambda e, y, t: count(e, "A") >= 1 and count(y, "A") >= 1,
    ),
    ("either player has all four aces", lambda e, y, t: 4 in (count(e, "A"), count(y, "A"))),
    ("nobody has four aces", lambda e, y, t: 4 not in (count(e, "A"), count(y, "A"))),
    ("elder has more aces than younger", lambda e, y, t: count(e, "A") > count(y, "A")),
    ("elder has as many aces as younger", lambda e, y, t: count(e, "A") == count(y, "A")),
    ("elder has at least as many aces as younger", lambda e, y, t: count(e, "A") >= count(y, "A")),
    ("younger has fewer aces than elder", lambda e, y, t: count(y, "A") < count(e, "A")),
    ("elder has two more aces than younger", lambda e, y, t: count(e, "A") == count(y, "A") + 2),
    (
        "elder has 3 aces and younger has the other",
        lambda e, y, t: count(e, "A") == 3 and count(y, "A") == 1,
    ),
    ("elder and younger have two aces each", lambda e, y, t: count(e, "A") == 2 == count(y, "A")),
    ("elder has the ace of spades", lambda e, y, t: "SA" in e),
    ("elder has A♠", lambda e, y, t: "SA" in e),
    ("elder holds the ace and king of hearts", lambda e, y, t: has(e, "H", "A", "K")),
    (
        "younger has ace, king and queen of one suit",
        lambda e, y, t: has_somewhere(y, "A", "K", "Q"),
    ),
    (
        "elder has the ace of hearts but not the king of hearts",
        lambda e, y, t: "HA" in e and "HK" not in e,
    ),
    ("younger has the ace of clubs without the king", lambda e, y, t: "CA" in y and "CK" not in y),
    ("a player has all the aces", lambda e, y, t: 4 in (count(e, "A"), count(y, "A"))),
    ("elder has neither aces nor kings", lambda e, y, t: count(e, "A", "K") == 0),
    ("elder has more aces than kings", lambda e, y, t: count(e, "A") > count(e, "K")),
    (
        "one player has three aces and the other has none",
        lambda e, y, t: sorted((count(e, "A"), count(y, "A"))) == [0, 3],
    ),
    (
        "elder has all the aces except the ace of clubs",
        lambda e, y, t: count(e, "A") == 3 and "CA" not in e,
    ),
    ("elder has either one or two aces", lambda e, y, t: count(e, "A") in (1, 2)),
    ("elder has between 1 and 3 aces", lambda e, y, t: 1 <= count(e, "A") <= 3),
    ("elder has 2 to 3 aces", lambda e, y, t: count(e, "A") in (2, 3)),
    ("younger has not more than 2 aces", lambda e, y, t: count(y, "A") <= 2),
    ("elder has 3+ aces", lambda e, y, t: count(e, "A") >= 3),
    ("elder has >= 3 aces", lambda e, y, t: count(e, "A") >= 3),
    ("elder hasnt 4 aces", lambda e, y, t: count(e, "A") != 4),
    (
        "elder hand has  three aces ,younger one",
        lambda e, y, t: (count(e, "A"), count(y, "A")) == (3, 1),
    ),
    ("the nondealer has three aces or more", lambda e, y, t: count(e, "A") >= 3),
    ("ELDER HAS NO ACES", lambda e, y, t: count(e, "A") == 0),
    ("elder is short of just one ace", lambda e, y, t: count(e, "A") == 3),
    (
        "younger has an ace in every suit he holds",
        lambda e, y, t: all(has(y, s, "A") for s in SUITS if length(y, s)),
    ),
]
COURT_CARDS = [
    ("elder has a guarded king", lambda e, y, t: guarded(e, "K") >= 1),
    ("elder has two guarded kings", lambda e, y, t: guarded(e, "K") == 2),
    (
        "elder has the king of hearts guarded",
        lambda e, y, t: has(e, "H", "K") and length(e, "H") >= 2,
    ),
    ("younger has a bare queen", lambda e, y, t: bare(y, "Q") >= 1),
    ("elder has a singleton king", lambda e, y, t: bare(e, "K") >= 1),
    ("elder has an unguarded king", lambda e, y, t: bare(e, "K") >= 1),
    ("elder's only diamond is the king", lambda e, y, t: ranks_in(e, "D") == ["K"]),
    ("elder has a bare king or a bare queen", lambda e, y, t: bare(e, "K") + bare(e, "Q") > 0),
    ("younger has no bare kings", lambda e, y, t: bare(y, "K") == 0),
    ("all elder's kings are guarded", lambda e, y, t: bare(e, "K") == 0),
    ("younger has a queen twice guarded", lambda e, y, t: guarded(y, "Q") >= 1),
    (
        "elder has all four kings or all four queens",
        lambda e, y, t: 4 in (count(e, "K"), count(e, "Q")),
    ),
    ("younger has 3 queens and 2 knaves", lambda e, y, t: (count(y, "Q"), count(y, "J")) == (3, 2)),
    ("elder has 3 jacks", lambda e, y, t: count(e, "J") == 3),
    ("younger holds three or four knaves", lambda e, y, t: count(y, "J") in (3, 4)),
    ("elder has at least five court cards", lambda e, y, t: courts(e) >= 5),
    ("elder has more court cards than younger", lambda e, y, t: courts(e) > courts(y)),
    ("younger has no court cards", lambda e, y, t: courts(y) == 0),
    ("elder has five hearts to the ace", lambda e, y, t: length(e, "H") == 5 and "HA" in e),
    ("elder has five hearts including the king", lambda e, y, t: length(e, "H") == 5 and "HK" in e),
    (
        "younger has four spades headed by the queen",
        lambda e, y, t: length(y, "S") == 4 and ranks_in(y, "S")[-1] == "Q",
    ),
    ("elder has no aces, no kings and no queens", lambda e, y, t: count(e, "A", "K", "Q") == 0),
    (
        "elder has two aces, two kings and two queens",
        lambda e, y, t: all(count(e, r) == 2 for r in "AKQ"),
    ),
    (
        "younger has at least two kings or at least two queens",
        lambda e, y, t: count(y, "K") >= 2 or count(y, "Q") >= 2,
    ),
    ("younger has a king and a queen of the same suit", lambda e, y, t: has_somewhere(y, "K", "Q")),
    ("elder's kings outnumber younger's", lambda e, y, t: count(e, "K") > count(y, "K")),
    ("there are more kings than aces in the talon", lambda e, y, t: count(t, "K") > count(t, "A")),
    ("elder has as many kings as queens", lambda e, y, t: count(e, "K") == count(e, "Q")),
    (
        "elder has at most three cards lower than the ten",
        lambda e, y, t: count(e, "7", "8", "9") <= 3,
    ),
    ("younger has a seven in every suit", lambda e, y, t: count(y, "7") == 4),
    ("elder has the 10 of diamonds and the 9 of diamonds", lambda e, y, t: has(e, "D", "10", "9")),
    ("elder has K Q J of spades", lambda e, y, t: has(e, "S", "K", "Q", "J")),
    (
        "elder has the KQJ of spades and 10♥",
        lambda e, y, t: has(e, "S", "K", "Q", "J") and "H10" in e,
    ),
]
SUITS_HELD = [
    ("elder has 6 hearts", lambda e, y, t: length(e, "H") == 6),
    ("elder has six or more spades", lambda e, y, t: length(e, "S") >= 6),
    ("younger is void in hearts", lambda e, y, t: length(y, "H") == 0),
    ("elder has a void", lambda e, y, t: is_void(e)),
    ("elder has no void", lambda e, y, t: not is_void(e)),
    ("elder has no voids and no singletons", lambda e, y, t: shape(e)[3] >= 2),
    ("elder has no clubs", lambda e, y, t: length(e, "C") == 0),
    ("younger hasn't a single diamond", lambda e, y, t: length(y, "D") == 0),
    ("elder has a void in a red suit", lambda e, y, t: 0 in (length(e, "H"), length(e, "D"))),
    ("elder is void in ♠", lambda e, y, t: length(e, "S") == 0),
    ("elder has 5+ ♥", lambda e, y, t: length(e, "H") >= 5),
    (
        "elder has at least 4 S and at most 2 H",
        lambda e, y, t: length(e, "S") >= 4 and length(e, "H") <= 2,
    ),
    ("younger has more D than C", lambda e, y, t: length(y, "D") > length(y, "C")),
    ("elder has exactly three ♣", lambda e, y, t: length(e, "C") == 3),
    ("elder has 5♥ cards", lambda e, y, t: length(e, "H") == 5),
    ("elder's longest suit is 6", lambda e, y, t: longest(e) == 6),
    ("younger's longest suit has at least seven cards", lambda e, y, t: longest(y) >= 7),
    ("elder's longest suit is no longer than four", lambda e, y, t: longest(e) <= 4),
    ("elders longest suit is five or six", lambda e, y, t: longest(e) in (5, 6)),
    ("elder has a suit of eight cards", lambda e, y, t: longest(e) == 8),
    ("elder has a seven-card suit", lambda e, y, t: longest(e) == 7),
    ("elder has no suit longer than four", lambda e, y, t: longest(e) <= 4),
    ("younger has a suit of at least six", lambda e, y, t: longest(y) >= 6),
    ("elder has two suits of five", lambda e, y, t: shape(e)[:2] == [5, 5]),
    ("elder has three cards of each suit", lambda e, y, t: shape(e) == [3, 3, 3, 3]),
    ("elder's hand is 4-4-2-2", lambda e, y, t: shape(e) == [4, 4, 2, 2]),
    ("younger is 5-4-2-1", lambda e, y, t: shape(y) == [5, 4, 2, 1]),
    ("elder has a singleton", lambda e, y, t: 1 in shape(e)),
    ("elder has a singleton heart", lambda e, y, t: length(e, "H") == 1),
    ("younger has a doubleton", lambda e, y, t: 2 in shape(y)),
    ("younger has two singletons", lambda e, y, t: shape(y).count(1) == 2),
    ("elder has more hearts than spades", lambda e, y, t: length(e, "H") > length(e, "S")),
    ("elder has as many hearts as younger", lambda e, y, t: length(e, "H") == length(y, "H")),
    ("elder has more hearts than younger", lambda e, y, t: length(e, "H") > length(y, "H")),
    ("elder is longer in hearts than younger", lambda e, y, t: length(e, "H") > length(y, "H")),
    ("elder's longest suit is longer than younger's", lambda e, y, t: longest(e) > longest(y)),
    (
        "elder has the same number of hearts and spades",
        lambda e, y, t: length(e, "H") == length(e, "S"),
    ),
    (
        "both elder and younger have at least four spades",
        lambda e, y, t: length(e, "S") >= 4 <= length(y, "S"),
    ),
    (
        "neither elder nor younger is void in any suit",
        lambda e, y, t: not is_void(e) and not is_void(y),
    ),
    ("at least one player is void in clubs", lambda e, y, t: 0 in (length(e, "C"), length(y, "C"))),
    ("nobody has a suit of more than 6 cards", lambda e, y, t: longest(e) <= 6 and longest(y) <= 6),
    ("every suit in elder's hand has at least two cards", lambda e, y, t: shape(e)[3] >= 2),
    ("elder has 8 red cards", lambda e, y, t: length(e, "H", "D") == 8),
    ("younger has more red cards than black ones", lambda e, y, t: length(y, "H", "D") > 6),
    ("younger has at most three hearts", lambda e, y, t: length(y, "H") <= 3),
    ("there are no hearts in the talon", lambda e, y, t: length(t, "H") == 0),
    ("the talon has at least three hearts", lambda e, y, t: length(t, "H") >= 3),
    ("no more than two hearts are in the stock", lambda e, y, t: length(t, "H") <= 2),
    ("one of the players has no hearts", lambda e, y, t: 0 in (length(e, "H"), length(y, "H"))),
    (
        "elder has 5 hearts and 4 spades, younger has none of the aces",
        lambda e, y, t: (length(e, "H"), length(e, "S"), count(y, "A")) == (5, 4, 0),
    ),
    ("elder and younger together hold all the hearts", lambda e, y, t: length(t, "H") == 0),
    (
        "elder has twice as many hearts as spades",
        lambda e, y, t: length(e, "H") == 2 * length(e, "S"),
    ),
]
POINTS = [
    ("elder has a point of six", lambda e, y, t: longest(e) == 6),
    ("elder has a point of 6 or more", lambda e, y, t: longest(e) >= 6),
    ("elder's point is worth at least 50 pips", lambda e, y, t: point(e)[1] >= 50),
    (
        "elder has a point of 5 making 48 or more",
        lambda e, y, t: point(e)[0] == 5 and point(e)[1] >= 48,
    ),
    ("elder has a better point than younger", lambda e, y, t: point(e) > point(y)),
    ("younger's point is better", lambda e, y, t: point(y) > point(e)),
    ("the points are equal", lambda e, y, t: point(e) == point(y)),
    ("elder and younger have equal points", lambda e, y, t: point(e) == point(y)),
    ("elder's hearts count at least 40 pips", lambda e, y, t: pips(e, "H") >= 40),
    ("younger's point is seven or longer", lambda e, y, t: longest(y) >= 7),
    ("elder wins the point", lambda e, y, t: point(e) > point(y)),
    ("neither player has a point of six", lambda e, y, t: longest(e) != 6 != longest(y)),
    ("elder's point is longer than younger's", lambda e, y, t: longest(e) > longest(y)),
    ("younger has at least 100 pips", lambda e, y, t: pips(y) >= 100),
    ("elder has fewer pips in spades than in hearts", lambda e, y, t: pips(e, "S") < pips(e, "H")),
]
SEQUENCES = [
    ("elder has a tierce", lambda e, y, t: 3 in run_lengths(e)),
    ("elder has a quart", lambda e, y, t: 4 in run_lengths(e)),
    ("younger has a quint", lambda e, y, t: 5 in run_lengths(y)),
    ("elder has a sixième", lambda e, y, t: 6 in run_lengths(e)),
    ("elder has a sixieme", lambda e, y, t: 6 in run_lengths(e)),
    ("elder has a quint or better", lambda e, y, t: best_run(e)[0] >= 5),
    ("younger has no sequence", lambda e, y, t: not runs(y)),
    ("elder has two tierces", lambda e, y, t: run_lengths(e).count(3) == 2),
    ("elder has a tierce major", lambda e, y, t: (3, 7) in runs(e)),
    ("elder has a quart major", lambda e, y, t: (4, 7) in runs(e)),
    ("elder has a quint major in hearts", lambda e, y, t: (5, 7) in runs(e, "H")),
    ("younger has a tierce in spades", lambda e, y, t: 3 in run_lengths(y, "S")),
    ("elder has a tierce to the king", lambda e, y, t: (3, 6) in runs(e)),
    ("elder has a sequence of at least four cards", lambda e, y, t: best_run(e)[0] >= 4),
    ("elder's best sequence is a tierce", lambda e, y, t: best_run(e)[0] == 3),
    ("elder's longest sequence is 5", lambda e, y, t: best_run(e)[0] == 5),
    ("elder has a longer sequence than younger", lambda e, y, t: best_run(e)[0] > best_run(y)[0]),
    ("younger has the better sequence", lambda e, y, t: best_run(y) > best_run(e)),
    ("both players have a tierce", lambda e, y, t: 3 in run_lengths(e) and 3 in run_lengths(y)),
    ("neither player has a sequence", lambda e, y, t: not runs(e) and not runs(y)),
    (
        "elder has a tierce but no quart",
        lambda e, y, t: 3 in run_lengths(e) and 4 not in run_lengths(e),
    ),
    ("younger has a sequence of 3 or more in clubs", lambda e, y, t: bool(runs(y, "C"))),
    ("elder has the seven, eight and nine of hearts", lambda e, y, t: has(e, "H", "7", "8", "9")),
    ("no player has a quart or better", lambda e, y, t: max(best_run(e), best_run(y))[0] < 4),
    ("a player has a sequence of six", lambda e, y, t: 6 in run_lengths(e) + run_lengths(y)),
]
SETS = [
    ("elder has a quatorze", lambda e, y, t: quatorzes(e) >= 1),
    ("younger has a quatorze of aces", lambda e, y, t: count(y, "A") == 4),
    ("elder has a trio", lambda e, y, t: trios(e) >= 1),
    ("elder has a trio of kings", lambda e, y, t: count(e, "K") == 3),
    ("elder has three tens", lambda e, y, t: count(e, "10") == 3),
    ("elder has two quatorzes", lambda e, y, t: quatorzes(e) == 2),
    ("younger has a quatorze or two trios", lambda e, y, t: quatorzes(y) >= 1 or trios(y) == 2),
    ("elder has a quatorze of aces or kings", lambda e, y, t: 4 in (count(e, "A"), count(e, "K"))),
    ("elder has neither a trio nor a quatorze", lambda e, y, t: best_set(e) == (0, 0)),
    ("elder has exactly one trio", lambda e, y, t: trios(e) == 1),
    ("younger has a trio but no quatorze", lambda e, y, t: trios(y) >= 1 and quatorzes(y) == 0),
    ("nobody has a quatorze", lambda e, y, t: quatorzes(e) + quatorzes(y) == 0),
    ("both players have a trio", lambda e, y, t: trios(e) >= 1 and trios(y) >= 1),
    ("no more than one player has a trio", lambda e, y, t: not (trios(e) and trios(y))),
]
BLANKS = [
    ("elder has carte blanche", lambda e, y, t: is_blank(e)),
    ("younger holds a carte blanche", lambda e, y, t: is_blank(y)),
    ("either player has carte blanche", lambda e, y, t: is_blank(e) or is_blank(y)),
    ("neither has carte blanche", lambda e, y, t: not is_blank(e) and not is_blank(y)),
    ("elder doesn't have carte blanche", lambda e, y, t: not is_blank(e)),
]
JOINED = [
    (
        "elder has 3 aces and (a quint or a point of 6)",
        lambda e, y, t: count(e, "A") == 3 and (5 in run_lengths(e) or longest(e) == 6),
    ),
    (
        "(elder has 2 aces and 2 kings) or younger has carte blanche",
        lambda e, y, t: (count(e, "A") == 2 == count(e, "K")) or is_blank(y),
    ),
    (
        "elder has three aces, a guarded king and no void",
        lambda e, y, t: count(e, "A") == 3 and guarded(e, "K") >= 1 and not is_void(e),
    ),
    ("it is not true that elder has four aces", lambda e, y, t: count(e, "A") != 4),
    (
        "elder has 3 aces but younger doesn't have a quint",
        lambda e, y, t: count(e, "A") == 3 and 5 not in run_lengths(y),
    ),
    (
        "not (elder has a tierce or younger has a tierce)",
        lambda e, y, t: 3 not in run_lengths(e) + run_lengths(y),
    ),
    (
        "elder has an ace and a king, or four tens",
        lambda e, y, t: (count(e, "A") and count(e, "K")) or count(e, "10") == 4,
    ),
    (
        "younger has neither an ace nor a sequence nor a void",
        lambda e, y, t: not count(y, "A") and not runs(y) and not is_void(y),
    ),
]
SCOPES = [
    ("elder has no hearts and 3 aces", lambda e, y, t: not length(e, "H") and count(e, "A") == 3),
    (
        "elder has no hearts but three aces",
        lambda e, y, t: not length(e, "H") and count(e, "A") == 3,
    ),
    ("elder has no aces and younger has four", lambda e, y, t: count(y, "A") == 4),
    ("elder lacks the ace of spades and the king of spades", lambda e, y, t: not {"SA", "SK"} & e),
    (
        "elder doesn't have the ace of spades or the king of spades",
        lambda e, y, t: not {"SA", "SK"} & e,
    ),
    ("elder has no tierce or quart", lambda e, y, t: not {3, 4} & set(run_lengths(e))),
    ("neither player has the ace of spades", lambda e, y, t: "SA" in t),
    ("nobody is void in hearts", lambda e, y, t: length(e, "H") > 0 < length(y, "H")),
    ("both are void in clubs", lambda e, y, t: length(t, "C") == 8),
    ("both players have the same number of aces", lambda e, y, t: count(e, "A") == count(y, "A")),
    ("elder has not fewer than three aces", lambda e, y, t: count(e, "A") >= 3),
    ("elder doesn't have more aces than younger", lambda e, y, t: count(e, "A") <= count(y, "A")),
    ("elder has no more hearts than spades", lambda e, y, t: length(e, "H") <= length(e, "S")),
    (
        "elder has at least as many hearts as spades",
        lambda e, y, t: length(e, "H") >= length(e, "S"),
    ),
    ("elder has at most as many kings as younger", lambda e, y, t: count(e, "K") <= count(y, "K")),
    ("younger has fewer hearts than spades", lambda e, y, t: length(y, "H") < length(y, "S")),
    (
        "elder has more than three hearts and less than three spades",
        lambda e, y, t: length(e, "H") > 3 > length(e, "S"),
    ),
    (
        "elder has at least 5 hearts, at most 2 spades, and no clubs",
        lambda e, y, t: length(e, "H") >= 5 and length(e, "S") <= 2 and not length(e, "C"),
    ),
    ("the talon has more aces than elder", lambda e, y, t: count(t, "A") > count(e, "A")),
    (
        "the talon contains two aces and two kings",
        lambda e, y, t: count(t, "A") == 2 == count(t, "K"),
    ),
    ("two of the aces are in the talon", lambda e, y, t: count(t, "A") == 2),
    ("elder has one of the red kings", lambda e, y, t: len({"HK", "DK"} & e) == 1),
    ("elder has both red kings", lambda e, y, t: {"HK", "DK"} <= e),
    ("elder has neither red king", lambda e, y, t: not {"HK", "DK"} & e),
    ("elder has only one ace", lambda e, y, t: count(e, "A") == 1),
    ("elder has only black cards", lambda e, y, t: length(e, "S", "C") == 12),
    ("elder has three aces, or three kings", lambda e, y, t: 3 in (count(e, "A"), count(e, "K"))),
    ("elder has 3 aces; younger has 3 kings", lambda e, y, t: count(e, "A") == 3 == count(y, "K")),
    ("elder has 2 aces and younger 2 kings", lambda e, y, t: count(e, "A") == 2 == count(y, "K")),
    (
        "elder has 2 aces, younger 2 kings and the talon 2 tens",
        lambda e, y, t: count(e, "A") == count(y, "K") == count(t, "10") == 2,
    ),
    ("younger does not hold the queen of hearts", lambda e, y, t: "HQ" not in y),
    ("elder has the king or queen of hearts", lambda e, y, t: bool({"HK", "HQ"} & e)),
    ("elder has four hearts or five hearts", lambda e, y, t: length(e, "H") in (4, 5)),
    ("elder has not exactly two aces", lambda e, y, t: count(e, "A") != 2),
    (
        "elder has a king but not the king of spades",
        lambda e, y, t: count(e, "K") > 0 and "SK" not in e,
    ),
    ("elder's longest suit is as long as younger's", lambda e, y, t: longest(e) == longest(y)),
    ("younger's point is worse than elder's", lambda e, y, t: point(y) < point(e)),
    (
        "elder has a trio of aces, kings or queens",
        lambda e, y, t: any(count(e, r) == 3 for r in "AKQ"),
    ),
    ("elder has exactly two sequences", lambda e, y, t: len(runs(e)) == 2),
    (
        "younger has a tierce in hearts and a tierce in spades",
        lambda e, y, t: 3 in run_lengths(y, "H") and 3 in run_lengths(y, "S"),
    ),
    ("elder has a tierce in a red suit", lambda e, y, t: 3 in run_lengths(e, "HD")),
    ("elder has no quint in any suit", lambda e, y, t: 5 not in run_lengths(e)),
    ("elder has a tierce minor", lambda e, y, t: (3, 2) in runs(e)),
    ("elder has a sequence", lambda e, y, t: bool(runs(e))),
    ("elder has the four tens", lambda e, y, t: count(e, "10") == 4),
    ("elder has no cards in clubs", lambda e, y, t: not length(e, "C")),
    ("elder has at least four cards in spades", lambda e, y, t: length(e, "S") >= 4),
    ("elder holds at least a quart", lambda e, y, t: best_run(e)[0] >= 4),
    ("elder holds nothing higher than a queen", lambda e, y, t: not count(e, "A", "K")),
    ("younger has more voids than elder", lambda e, y, t: shape(y).count(0) > shape(e).count(0)),
    (
        "elder has a five-card suit and a four-card suit",
        lambda e, y, t: 5 in shape(e) and 4 in shape(e),
    ),
    ("there's an ace in the talon", lambda e, y, t: count(t, "A") >= 1),
    ("the ace of hearts is with younger", lambda e, y, t: "HA" in y),
    ("the ace of hearts isn't in the talon", lambda e, y, t: "HA" not in t),
    ("three aces in elder's hand", lambda e, y, t: count(e, "A") == 3),
    ("younger has got 3 tens.", lambda e, y, t: count(y, "10") == 3),
    ("younger's hand contains no ace", lambda e, y, t: count(y, "A") == 0),
    (
        "dealer holds 2 kings, pone holds 3 aces",
        lambda e, y, t: count(y, "K") == 2 and count(e, "A") == 3,
    ),
    (
        "elder has the ace of spades, king of hearts and 10 of clubs",
        lambda e, y, t: {"SA", "HK", "C10"} <= e,
    ),
    ("elder has AK of hearts", lambda e, y, t: {"HA", "HK"} <= e),
    ("elder has A-K-Q in spades", lambda e, y, t: has(e, "S", "A", "K", "Q")),
    ("elder has at least two of the four aces", lambda e, y, t: count(e, "A") >= 2),
    (
        "elder has no singleton and no doubleton",
        lambda e, y, t: 1 not in shape(e) and 2 not in shape(e),
    ),
    ("neither player has a void or a singleton", lambda e, y, t: shape(e)[3] > 1 < shape(y)[3]),
    (
        "elder has a guarded king and a guarded queen",
        lambda e, y, t: guarded(e, "K") > 0 < guarded(e, "Q"),
    ),
    ("younger has no guarded king", lambda e, y, t: guarded(y, "K") == 0),
    ("elder has two bare kings", lambda e, y, t: bare(e, "K") == 2),
    ("elder has at least two suits of four", lambda e, y, t: shape(e).count(4) >= 2),
    ("elder and younger have four aces between them", lambda e, y, t: count(t, "A") == 0),
    (
        "elder has five pips more than younger in hearts",
        lambda e, y, t: pips(e, "H") == pips(y, "H") + 5,
    ),
]
ASIDES = [
    ("elder has an unguarded queen", lambda e, y, t: count(e, "Q") > guarded(e, "Q")),
    ("elder has a guarded knave", lambda e, y, t: guarded(e, "J") > 0),
    (
        "younger has no aces or kings but all four queens",
        lambda e, y, t: not count(y, "A", "K") and count(y, "Q") == 4,
    ),
    ("elder has no aces, kings or queens", lambda e, y, t: not count(e, "A", "K", "Q")),
    (
        "elder has at most one ace and at most one king",
        lambda e, y, t: count(e, "A") <= 1 >= count(e, "K"),
    ),
    ("elder has aces and kings", lambda e, y, t: count(e, "A") > 0 < count(e, "K")),
    (
        "elder has more aces than younger and more kings",
        lambda e, y, t: count(e, "A") > count(y, "A") and count(e, "K") > count(y, "K"),
    ),
    (
        "elder has fewer than two aces or fewer than two kings",
        lambda e, y, t: count(e, "A") < 2 or count(e, "K") < 2,
    ),
    ("elder has two tens or fewer", lambda e, y, t: count(e, "10") <= 2),
    ("elder has two tens or less", lambda e, y, t: count(e, "10") <= 2),
    ("elder has up to two aces", lambda e, y, t: count(e, "A") <= 2),
    ("elder has over two aces", lambda e, y, t: count(e, "A") > 2),
    ("elder has zero aces", lambda e, y, t: count(e, "A") == 0),
    ("younger has none of the kings", lambda e, y, t: count(y, "K") == 0),
    ("elder has not all the aces", lambda e, y, t: count(e, "A") < 4),
    ("elder has not got a void", lambda e, y, t: not is_void(e)),
    ("elder has some aces", lambda e, y, t: count(e, "A") > 0),
    ("elder has at least a trio", lambda e, y, t: best_set(e)[0] >= 3),
    ("elder has at least a point of 5", lambda e, y, t: longest(e) >= 5),
    ("elder has a quart or better in spades", lambda e, y, t: best_run(e, "S")[0] >= 4),
    (
        "younger's best sequence is longer than elder's",
        lambda e, y, t: best_run(y)[0] > best_run(e)[0],
    ),
    ("elder has a longer point than younger", lambda e, y, t: longest(e) > longest(y)),
    ("younger has no suit of more than 5 cards", lambda e, y, t: longest(y) <= 5),
    ("the talon has no ace or king", lambda e, y, t: not count(t, "A", "K")),
    (
        "elder has three aces but not the ace of spades",
        lambda e, y, t: count(e, "A") == 3 and "SA" not in e,
    ),
    ("younger has three or fewer hearts", lambda e, y, t: length(y, "H") <= 3),
    ("elder has 3-4 hearts", lambda e, y, t: length(e, "H") in (3, 4)),
    ("elder has 3 or 5 hearts", lambda e, y, t: length(e, "H") in (3, 5)),
    ("elder has 2 aces & 2 kings", lambda e, y, t: count(e, "A") == 2 == count(e, "K")),
    (
        "elder's longest suit is five, and younger's is six",
        lambda e, y, t: (longest(e), longest(y)) == (5, 6),
    ),
    ("elder has ♠A ♥K", lambda e, y, t: {"SA", "HK"} <= e),
    ("elder has 10♦", lambda e, y, t: "D10" in e),
    ("neither elder nor younger has the king of hearts", lambda e, y, t: "HK" in t),
    (
        "the king of hearts and queen of hearts are both in the talon",
        lambda e, y, t: {"HK", "HQ"} <= t,
    ),
    ("only elder has an ace", lambda e, y, t: count(e, "A") > 0 == count(y, "A")),
    (
        "elder has no carte blanche but no aces",
        lambda e, y, t: not is_blank(e) and not count(e, "A"),
    ),
    ("elder has neither a void nor a singleton", lambda e, y, t: shape(e)[3] > 1),
    ("both players have at most two aces", lambda e, y, t: count(e, "A") <= 2 >= count(y, "A")),
    (
        "elder has the queen and knave of clubs but neither the ace nor the king of clubs",
        lambda e, y, t: has(e, "C", "Q", "J") and not {"CA", "CK"} & e,
    ),
    ("elder has no heart higher than the ten", lambda e, y, t: not {"HA", "HK", "HQ", "HJ"} & e),
    (
        "younger has the ace of hearts or the ace of spades but not both",
        lambda e, y, t: len({"HA", "SA"} & y) == 1,
    ),
    (
        "at most one player has a quint",
        lambda e, y, t: not (5 in run_lengths(e) and 5 in run_lengths(y)),
    ),
    (
        "at least one of the players has three aces",
        lambda e, y, t: 3 in (count(e, "A"), count(y, "A")),
    ),
    (
        "either elder or younger has a quatorze",
        lambda e, y, t: quatorzes(e) > 0 or quatorzes(y) > 0,
    ),
    ("exactly one player has a void", lambda e, y, t: is_void(e) != is_void(y)),
    ("younger has at least two trios", lambda e, y, t: trios(y) >= 2),
    ("elder has no more than one trio", lambda e, y, t: trios(e) <= 1),
    ("elder has more quatorzes than younger", lambda e, y, t: quatorzes(e) > quatorzes(y)),
    ("elder has as many voids as younger", lambda e, y, t: shape(e).count(0) == shape(y).count(0)),
    (
        "elder has more tierces than younger",
        lambda e, y, t: run_lengths(e).count(3) > run_lengths(y).count(3),
    ),
    (
        "elder has at least two tierces or a quint",
        lambda e, y, t: run_lengths(e).count(3) >= 2 or 5 in run_lengths(e),
    ),
    (
        "elder has four hearts, three of them court cards",
        lambda e, y, t: length(e, "H") == 4 and len({"HK", "HQ", "HJ"} & e) == 3,
    ),
    (
        "elder has a suit of six headed by the ace",
        lambda e, y, t: any(length(e, s) == 6 and has(e, s, "A") for s in SUITS),
    ),
    (
        "elder has two quarts or a quint",
        lambda e, y, t: run_lengths(e).count(4) == 2 or 5 in run_lengths(e),
    ),
    (
        "elder has not more than 2 spades and younger has not less than 4",
        lambda e, y, t: length(e, "S") <= 2 and length(y, "S") >= 4,
    ),
]
SENTENCES = [
    *ACES,
    *COURT_CARDS,
    *SUITS_HELD,
    *POINTS,
    *SEQUENCES,
    *SETS,
    *BLANKS,
    *JOINED,
    *SCOPES,
    *ASIDES,
]

# More than one meaning is likely: the answer should be a reading that is said, or one line.
AMBIGUOUS = [
    "elder has a quart and a trio or a point of six",
    "elder and younger have three aces",
    "elder doesn't have four aces and four kings",
    "both players do not have an ace",
    "elder's longest suit is hearts",
    "elder has a good hand",
    "elder has 3 aces or kings",
]
SENSELESS = [
    "elder has five aces and",
    "elder has five aces",
    "elder has blue hearts",
    "elder has 13 cards",
    "elder has the ace of swords",
    "elder has 2 sixes",
    "younger is void in aces",
    "elder has the king of queens",
    "hearts has elder",
    "elder has (3 aces",
    "elder has at least no more than 2 aces",
    "",
    "elder has minus two kings",
    "elder has a quatorze of nines",
    "the weather is fine",
]

# Good English with one meaning, which is not read yet: it is refused in one line. Each may leave
# this list when it is read as it is meant above.
REFUSED = ["younger has at least 100 pips", "elder has five pips more than younger in hearts"]
