"""The hand that an article shows: chosen by its rule, and true to the deal played again."""

import csv
import re
from functools import cache

import numpy as np
import pytest
from specimens import RESULTS

from analyses.contents import STUDIES
from analyses.maxims.published import load_maxims
from analyses.report.articles.choosing import choose_hand
from analyses.report.articles.shown_hands import say_hand
from analyses.results.stored import read_published
from piquet_sim import Simulation, parse_hand, score_deal
from piquet_sim.deals.referee import describe_deal
from piquet_sim.game.cards import parse_cards

NAMES = [*STUDIES, "ladder"]
JUDGED = ("throwing", "maxims", "playing", "regret")
"""Studies that show a hand which was judged in many deals."""
PLAYED = [name for name in NAMES if name not in JUDGED]


@cache
def show(name):
    return choose_hand(name, *read_published(name))


def read_cards(text):
    """Cards as a magazine prints them."""
    hand = 0
    for suit, ranks in re.findall(r"([♠♥♦♣])((?:10|[AKQJ6-9]|\u00a0)+)", text):
        place = "♠♥♦♣".index(suit)
        letters = ranks.replace("10", "T").replace("\u00a0", "")
        hand |= parse_hand("." * place + letters + "." * (3 - place), pack=36)
    return hand


def test_cards__are_read_as_they_are_written():
    rng = np.random.default_rng(3)
    for _ in range(50):
        hand = sum(1 << int(place) for place in rng.choice(60, 30, replace=False))
        hand &= parse_hand("AKQJT9876." * 3 + "AKQJT9876", pack=36)
        assert read_cards(say_hand(hand)) == hand


@pytest.mark.parametrize("name", NAMES)
def test_hand__is_drawn_with_the_cards_that_are_marked(name):
    hand = show(name)
    assert hand is not None
    assert hand.hand.bit_count() == 12 or name == "playing"
    assert hand.marked
    assert hand.marked & ~hand.hand == 0
    assert say_hand(hand.hand) in hand.described
    assert len(hand.story) >= 2
    assert hand.chosen.endswith(".")


# ---- Deals --------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", PLAYED)
def test_story__has_the_facts_of_the_deal_as_the_referee_scores_it(name):
    hand = show(name)
    played = hand.deals[0]
    told = " ".join(hand.story)
    again = played.simulation.replay_deal(played.index)
    written = describe_deal(again)
    found = score_deal(written)
    seat = hand.seat
    assert parse_hand(written[seat]["dealt"], pack=36) == hand.hand
    assert parse_hand(written[seat]["discard"], pack=36) == hand.marked
    thrown, taken = re.search(r"throws (.*?) and takes (.*?)\.", told).groups()
    assert read_cards(thrown) == hand.marked
    fallen = sum(follow_tricks(written["play"])[2][seat])
    assert read_cards(taken) == fallen & ~(hand.hand & ~hand.marked)
    totals = re.search(r"In all elder makes (\d+) points?, younger (\d+)\.", told).groups()
    assert [int(one) for one in totals] == [found[one]["total"] for one in ("elder", "younger")]
    for one in ("elder", "younger"):
        calls = sum(found[one][part] for part in ("point", "sequences", "sets"))
        said = re.search(rf"{one}’s [^;.]*? good and counts? (\d+)", told, re.IGNORECASE)
        assert int(said[1] if said else 0) == calls
    for part in ("pique", "repique"):
        bonus = [found[one][part] for one in ("elder", "younger")]
        assert (f": a {part}, which brings" in told) == any(bonus)
        assert not any(bonus) or f"a {part}, which brings {max(bonus)} more" in told


def follow_tricks(play):
    """From the cards alone: the first one, the tricks that each wins, and the cards of each."""
    cards, leader = parse_cards(play, pack=36), "elder"
    won = {"elder": 0, "younger": 0}
    fallen = {"elder": [], "younger": []}
    for lead, reply in zip(cards[::2], cards[1::2], strict=True):
        second = "younger" if leader == "elder" else "elder"
        fallen[leader].append(lead)
        fallen[second].append(reply)
        suits = [
            next(place for place in range(4) if read_suit(place) & one) for one in (lead, reply)
        ]
        leader = second if suits[0] == suits[1] and reply > lead else leader
        won[leader] += 1
    return cards[0], won, fallen


def read_suit(place):
    return parse_hand("." * place + "AKQJT9876" + "." * (3 - place), pack=36)


@pytest.mark.parametrize("name", PLAYED)
def test_story__tells_who_leads_what_and_how_many_tricks_are_won(name):
    hand = show(name)
    first, won, _ = follow_tricks(describe_deal(hand.deals[0])["play"])
    told = " ".join(hand.story)
    assert f"Elder leads {say_hand(first)}" in told
    words = {6: "each wins six tricks", 7: "seven", 8: "eight", 9: "nine", 10: "ten", 11: "eleven"}
    most = max(won.values())
    if most == 12:
        assert "wins all twelve tricks, a capot" in told
        return
    assert words[most] in told
    assert ("but younger wins" in told) == (won["younger"] > won["elder"])


MEANT = {
    "elder-advantage": lambda deal, found: (
        found["elder"]["total"] - found["younger"]["total"] == 15
    ),
    "carte-blanche": lambda deal, found: found["younger"]["carte_blanche"] == 10,
    "pique": lambda deal, found: found["elder"]["pique"] == 30,
    "calling": lambda deal, found: found["elder"]["sets"] >= 14 and holds_four(deal, found),
    "discards": lambda deal, found: longest(deal["dealt"]) == 4 < longest(deal["held"]),
    "holdings": lambda deal, found: deal["held"].count("A") == 4,
    "published": lambda deal, found: deal["held"].count("A") == 4 == 1 + deal["dealt"].count("A"),
    "hands": lambda deal, found: any(
        "AKQJT987"[start : start + 5] in suit
        for suit in deal["dealt"].split(".")
        for start in range(4)
    ),
    "experts-of-1890": lambda deal, found: found["elder"]["total"] == 33,
    "leads": lambda deal, found: (
        deal["play"][0] == "A"
        and deal["held"].split(".")["SHDC".index(deal["play"][1])].startswith("A")
        and len(deal["held"].split(".")["SHDC".index(deal["play"][1])]) == longest(deal["held"])
    ),
}
"""What the deal of a study is the first of, asked of its record in words."""


def longest(hand):
    return max(map(len, hand.split(".")))


def holds_four(deal, found):
    return any(deal["held"].count(rank) == 4 for rank in "AKQJT")


def describe(simulation, index):
    written = describe_deal(simulation.replay_deal(index))
    cards = follow_tricks(written["play"])[2]["elder"]
    held = say_plainly(sum(cards))
    return (
        {"dealt": written["elder"]["dealt"], "held": held, "play": written["play"]},
        score_deal(written),
    )


def say_plainly(hand):
    return ".".join(
        "".join(
            rank
            for rank in "AKQJT9876"
            if parse_hand("." * place + rank + "." * (3 - place), pack=36) & hand
        )
        for place in range(4)
    )


@pytest.mark.parametrize("name", MEANT)
def test_hand__is_that_of_the_first_deal_of_its_kind(name):
    (played, *_) = show(name).deals
    meant = MEANT[name]
    assert meant(*describe(played.simulation, played.index))
    assert not any(meant(*describe(played.simulation, one)) for one in range(played.index))


def test_story__of_calling_tells_what_the_fourth_card_brings():
    hand = show("calling")
    written = describe_deal(hand.deals[0])
    whole = score_deal(written)
    calls = {"point": True, "sequence": True, "set": {"size": 3, "rank": "K"}}
    assert "four kings" in " ".join(hand.story)
    holdings = [part for part in ("point", "sequence") if whole[f"{part}_result"] != "elder"]
    assert holdings == []
    less = score_deal({**written, "elder": {**written["elder"], "calls": full_but(hand, calls)}})
    lost = [one["elder"]["total"] - one["younger"]["total"] for one in (whole, less)]
    assert f"would have made {lost[0] - lost[1]} points less" in hand.story[-1]


def full_but(hand, calls):
    # Point and sequence as they were called, and three of the four.
    from piquet_sim.deals.referee import describe_call
    from piquet_sim.deals.scoring import take_up

    point, sequence, _ = take_up(hand.deals[0]).called[0]
    return {
        "point": describe_call("point", point),
        "sequence": describe_call("sequence", sequence),
        "set": calls["set"],
    }


def test_story__of_the_ladder_has_the_same_cards_with_the_seats_exchanged():
    hand = show("ladder")
    one, two = hand.deals
    assert one.record["elder_dealt"] == two.record["elder_dealt"]
    assert one.index + 1 == two.index
    assert one.simulation.elder.name == "expert"
    gain = (
        one.record["elder_score"] - one.record["younger_score"]
        + two.record["younger_score"] - two.record["elder_score"]
    )  # fmt: skip
    assert f"expert makes {gain} points more than primer" in hand.chosen
    for number in (two.record["elder_score"], two.record["younger_score"]):
        assert str(number) in hand.story[-1]


def test_story__of_skill_has_the_same_cards_played_by_others():
    hand = show("skill")
    for name in ("club", "novice", "random"):
        played = Simulation(name, name).replay_deal(hand.deals[0].index)
        assert played.record["elder_dealt"] == hand.hand
        scores = [played.record[f"{seat}_score"] for seat in ("elder", "younger")]
        assert f"two {name} players make {scores[0]} to {scores[1]}" in hand.story[-1]


# ---- Hands that were judged --------------------------------------------------------------------
def read_rows(name):
    with (RESULTS / name / "data.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("name", ["maxims", "playing"])
def test_hand__of_maxims_is_one_on_which_the_best_was_tried(name):
    hand = show(name)
    rows = [
        row for row in read_rows(name)
        if row["kind"] == "seems most right" and parse_hand(row["hand"], cards=None) == hand.hand
    ]  # fmt: skip
    (row,) = rows
    told = " ".join(hand.story)
    known = load_maxims()[row["maxim"]]
    assert f"{known.author}, in our words: “{known.maxim}”" in hand.chosen
    assert sum(parse_cards(row["follow"])) == hand.marked
    assert say_hand(sum(parse_cards(row["against"]))) in told
    number = float(re.search(r"makes ([\d.]+) points more", told)[1])
    assert abs(number - float(row["value"])) < 0.51
    brief = read_published_brief(name)
    assert row["advice"] in brief


def read_published_brief(name):
    from analyses.contents import find_entry

    return " ".join(find_entry(name).tell(*read_published(name)).brief)


def test_hand__of_regret_is_the_costliest_slip():
    hand = show("regret")
    rows = [row for row in read_rows("regret") if row["kind"] == "one of the worst slips"]
    worst = max(rows, key=lambda row: float(row["value"]))
    assert parse_hand(worst["hand"]) == hand.hand
    assert sum(parse_cards(worst["discard"])) == hand.marked
    told = " ".join(hand.story)
    assert say_hand(sum(parse_cards(worst["better"]))) in told
    assert f"makes {float(worst['value']):.1f} points more" in told


def test_hand__of_the_rules_is_thrown_so_by_primer_and_otherwise_by_expert():
    hand = show("throwing")
    by_heart, own = (
        Simulation(name, "expert").record_units(0, 500) for name in ("primer", "expert")
    )
    place = int(np.flatnonzero(own["elder_dealt"] == hand.hand)[0])
    assert int(by_heart["elder_discard"][place]) == hand.marked
    assert say_hand(int(own["elder_discard"][place])) in hand.story[0]
    assert re.search(r"the rules lose \d+(\.\d)? points", hand.story[1])


def test_hand__none_of_players_that_are_not_known_here():
    table, captions = read_published("pique")
    assert choose_hand("pique", table, {**captions, "elder": "a stranger"}) is None


def test_hand__is_the_same_every_time():
    name = "pique"
    assert choose_hand(name, *read_published(name)) == show(name)
