"""Perfect play where the cards themselves count: the search against brute force."""

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_play import minimax_of_leads
from specimens import PACK, PACK_36, as_mask

from piquet_sim.deals.referee import describe_deal, judge_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.rules import PRESETS, RUBICON
from piquet_sim.kernel.perfect.search import (
    ELDER_LIVE,
    YOUNGER_LIVE,
    Position,
    first_live,
    new_code,
    new_memory,
    play_card,
    value_position,
)

SCORES = ("leads and wins", "won by leader or not", "high cards", "high leads")


def code_of(rules):
    return new_code(rules.laws())


def make_ending(seed, cards, pack):
    chance = random.Random(seed)
    drawn = chance.sample(pack, 2 * cards)
    return drawn[:cards], drawn[cards:], chance.randrange(2), chance.randint(0, 12 - cards)


options = st.fixed_dictionaries(
    {},
    optional={
        "play_scores": st.sampled_from(SCORES),
        "last_trick_scores": st.integers(0, 3),
        "last_trick_high_scores": st.integers(0, 3),
        "last_trick_high_card": st.sampled_from(["ten or higher", "ten"]),
        "last_trick_with_capot": st.booleans(),
        "capot_scores": st.integers(0, 60),
    },
)


@given(st.integers(0, 2**32), st.integers(1, 4), st.sampled_from(["rubicon", *PRESETS]), options)
@settings(max_examples=250, deadline=None)
def test_search__is_brute_force(seed, cards, preset, changed):
    rules = PRESETS[preset].replace(**changed)
    pack = PACK if rules.pack == 32 else PACK_36
    elder, younger, leader, won = make_ending(seed, cards, pack)
    book = rules.model_dump(mode="json")
    if book["last_trick_high_scores"] is None:
        book["last_trick_high_scores"] = book["last_trick_scores"]
    book = {key: value for key, value in book.items() if key != "name"}
    lost = 12 - cards - won
    values = minimax_of_leads(
        frozenset(elder), frozenset(younger), ("elder", "younger")[leader], won, lost, book
    )
    laws, code, memory = rules.laws(), code_of(rules), new_memory()
    position = Position(as_mask(elder), as_mask(younger), leader, won, 0, 0)
    best = max(values.values()) if leader == 0 else min(values.values())
    assert value_position(code, memory, position, 0) == best
    for card, value in values.items():
        gained, after = play_card(laws, position, 0, as_mask([card]))
        assert gained + value_position(code, memory, after, as_mask([card])) == value


def brute_force_with_pique(rules, elder, younger, leader, won, live, needed):
    """Every playing of an ending, with the pique; cards as text, one rule after the other."""
    high = set("AKQJT")
    order = "6789TJQKA"

    def counts(live, needed, side, points):
        if points == 0 or not live:
            return points, live, needed
        if side not in live:
            return points, "", 0
        if points >= needed:
            return points + rules.pique_scores, "", 0
        return points, side, needed - points

    @cache
    def value(elder, younger, leader, won, live, needed):
        if not elder:
            lost = 12 - won
            for tricks, sign in ((won, 1), (lost, -1)):
                if tricks == 12:
                    return sign * rules.capot_scores
                if tricks > 6:
                    return sign * rules.cards_scores
            return 0
        own, other = (elder, younger) if leader == "e" else (younger, elder)
        second = "y" if leader == "e" else "e"
        found = []
        for led in own:
            lead_points = int(rules.play_scores == "high leads" and led[0] in high)
            first, live_1, needed_1 = counts(live, needed, leader, lead_points)
            replies = []
            following = [card for card in other if card[1] == led[1]]
            for reply in following or other:
                takes = reply[1] == led[1] and order.index(reply[0]) > order.index(led[0])
                if rules.play_scores == "high cards":
                    points = (led[0] in high) + (reply[0] in high)
                else:
                    points = int(takes and reply[0] in high)
                taker = second if takes else leader
                tricks = won + (taker == "e")
                if len(own) == 1:
                    of_taker = tricks if taker == "e" else 12 - tricks
                    if of_taker < 12 or rules.last_trick_with_capot:
                        winning = reply if takes else led
                        points += (
                            rules.last_trick_high_scores
                            if rules.last_trick_high_scores is not None and winning[0] in high
                            else rules.last_trick_scores
                        )
                then, live_2, needed_2 = counts(live_1, needed_1, taker, points)
                left_own, left_other = own - {led}, other - {reply}
                rest = value(
                    left_own if leader == "e" else left_other,
                    left_other if leader == "e" else left_own,
                    taker, tricks, live_2, needed_2,
                )  # fmt: skip
                signed = (first if leader == "e" else -first) + (then if taker == "e" else -then)
                replies.append(signed + rest)
            found.append(min(replies) if leader == "e" else max(replies))
        return max(found) if leader == "e" else min(found)

    return value(elder, younger, leader, won, live, needed)


@pytest.mark.parametrize("preset", ["cotton_1674", "american"])
@pytest.mark.parametrize("seed", range(40))
def test_search__with_a_live_pique_is_brute_force(seed, preset):
    rules = PRESETS[preset]
    chance = random.Random(seed)
    pack = PACK if rules.pack == 32 else PACK_36
    elder, younger, leader, _ = make_ending(seed, 4, pack)
    won = chance.randint(0, 8)
    live = chance.choice(["e", "y", "ey"])
    needed = chance.randint(1, 6)
    expected = brute_force_with_pique(
        rules, frozenset(elder), frozenset(younger), "ey"[leader], won, live, needed
    )
    bits = (ELDER_LIVE if "e" in live else 0) | (YOUNGER_LIVE if "y" in live else 0)
    position = Position(as_mask(elder), as_mask(younger), leader, won, bits, needed)
    assert value_position(code_of(rules), new_memory(), position, 0) == expected


@pytest.mark.parametrize("index", range(8))
def test_search__agrees_with_the_table_under_rubicon(index):
    """Whole deals that the table solves, live piques with them, have the same difference."""
    record = Simulation("club", "club", seed=3, play="double-dummy").replay_deal(index).record
    made, in_hand = [], []
    for seat in ("elder", "younger"):
        parts = ("carte_blanche", "point", "sequences", "sets")
        in_hand.append(sum(record[f"{seat}_{part}"] for part in parts))
        made.append(record[f"{seat}_score"] - in_hand[-1] - record[f"{seat}_repique"])
    live, needed = first_live(RUBICON.laws(), *in_hand)
    if record["elder_repique"] or record["younger_repique"]:
        live = needed = 0
    start = Position(record["elder_hand"], record["younger_hand"], 0, 0, live, needed)
    assert value_position(code_of(RUBICON), new_memory(), start, 0) == made[0] - made[1]


@pytest.mark.parametrize("preset", ["cotton_1674", "american"])
def test_search__plays_deals_that_the_referee_scores_alike(preset):
    simulation = Simulation("club", "club", preset, 5, play="double-dummy")
    for index in range(4):
        played = simulation.replay_deal(index)
        scored = judge_deal(describe_deal(played))
        for seat in ("elder", "younger"):
            assert scored.value(f"{seat}_score") == played.record[f"{seat}_score"]
        code, memory = code_of(simulation.rules), new_memory()
        record = played.record
        hand = {seat: sum(record[f"{seat}_{part}"] for part in
                          ("carte_blanche", "point", "sequences", "sets", "repique"))
                for seat in ("elder", "younger")}  # fmt: skip
        if min(hand.values()) > 0:  # no pique is live
            start = Position(record["elder_hand"], record["younger_hand"], 0, 0, 0, 0)
            value = value_position(code, memory, start, 0)
            made = {seat: record[f"{seat}_score"] - hand[seat] for seat in hand}
            assert made["elder"] - made["younger"] == value
