"""The published maxims on chances, from their words, in sets of cards.

What happens in drawn deals is asked for: `ask(deals, discards)` gives for each discard the share of
so many deals in which the cards are won, the share in which the opponent makes a pique or repique,
and the points more than the opponent's, these bonuses of theirs left out. The discards come with
what is learned best first; of equals the first is meant.
"""

from naive_maxims import longest


def full_ones(listed, full):
    return [thrown for thrown in listed if len(thrown) == full]


def best(ones, worth):
    most = max(map(worth, ones))
    return next(one for one in ones if worth(one) == most)


def aim_at_cards(hand, listed, full, ask, worth):
    """What follows and what breaks, given what sparing discards are worth."""
    suit = longest(hand)
    sparing = [thrown for thrown in full_ones(listed, full) if not thrown & suit]
    if len(suit) < 5 or not sparing:
        return set(), set()
    left = full_ones(listed, full)
    for number, deals in ((120, 16), (12, 128), (3, 512)):
        left = left[:number]
        won = {thrown: told[0] for thrown, told in zip(left, ask(deals, left), strict=True)}
        left.sort(key=won.get, reverse=True)
    likeliest = left[0]
    if likeliest == best(sparing[:20], worth):
        return set(), set()
    return {likeliest}, set(sparing) - {likeliest}


def stop_repique(hand, listed, full, ask, worth):
    tried = full_ones(listed, full)[:40]
    told = dict(zip(tried, ask(128, tried), strict=True))
    usual = best(tried, lambda thrown: told[thrown][2])
    dear = longest(hand) | {card for card in hand if card[0] == "K"}
    given = [thrown for thrown in tried if (thrown - usual) & dear]
    if told[usual][1] < 0.1 or not given:
        return set(), set()
    given.sort(key=lambda thrown: told[thrown][1])
    threat, *others = (told[1] for told in ask(1024, [usual, *given[:4]]))
    saving = {thrown for thrown, one in zip(given, others, strict=False) if one <= 0.9 * threat}
    return saving, {usual}
