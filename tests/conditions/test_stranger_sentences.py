"""Sentences written without knowing the grammar: each is read as it was meant, or refused."""

from random import Random

import numpy as np
import pytest
from piquet_sim.conditions.reading.parser import read_condition
from refusals import refuses
from stranger_sentences import AMBIGUOUS, REFUSED, SENSELESS, SENTENCES

from piquet_sim.conditions.model import DealtCards
from piquet_sim.conditions.wording import say_condition
from piquet_sim.game.cards import format_card, iterate_cards, pack_mask
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON
from piquet_sim.kernel.deal.dealing import deal_cards

SHUFFLED, SORTED = 600, 3_000
PACK = pack_mask(32)
MEANT = dict(SENTENCES)
READ = [text for text in MEANT if text not in REFUSED]


def as_sets(cards):
    """The cards in the words of the sentences: suit, then rank."""
    texts = [format_card(card) for card in iterate_cards(int(cards))]
    return {text[-1] + text[:-1].replace("T", "10") for text in texts}


def sort_deal(random):
    """Deal a sorted pack: some suits and ranks go to one player, so that what is rare is dealt."""
    likes = {sign: random.gauss(0, 1) for sign in "SHDC789TJQKA"}
    cards = list(iterate_cards(PACK))
    cards.sort(key=lambda card: sum(likes[s] for s in format_card(card)) + random.gauss(0, 0.4))
    first, second = sum(cards[:12]), sum(cards[12:24] if random.random() < 0.5 else cards[20:])
    return (first, second) if random.random() < 0.5 else (second, first)


@pytest.fixture(scope="module")
def dealt():
    """Deals of a shuffled pack and more of a sorted one, for the toolkit and as sets."""
    random = Random(1515)
    shuffled = [deal_cards(32, 1515, number)[:2] for number in range(SHUFFLED)]
    cards = np.array(shuffled + [sort_deal(random) for _ in range(SORTED)])
    elder, younger = cards[:, 0], cards[:, 1]
    talon = PACK & ~(elder | younger)
    places = zip(elder.tolist(), younger.tolist(), talon.tolist(), strict=True)
    return DealtCards(elder, younger, talon), [tuple(map(as_sets, one)) for one in places]


def are_alike(text, dealt):
    """Is the sentence read as it is meant, in every deal?"""
    cards, hands = dealt
    holds = read_condition(text).holds(cards, RUBICON)
    return holds.tolist() == [bool(MEANT[text](*one)) for one in hands]


@pytest.mark.parametrize("text", READ)
def test_sentence__means_what_it_says(dealt, text):
    """So does its reading, typed back; and its opposite holds in all other deals."""
    assert are_alike(text, dealt)
    condition, (cards, _) = read_condition(text), dealt
    reading = say_condition(condition)
    assert read_condition(reading) == condition, reading
    assert (condition.deny().holds(cards, RUBICON) != condition.holds(cards, RUBICON)).all()


@pytest.mark.parametrize("text", REFUSED)
def test_sentence__not_read_is_never_misread(dealt, text):
    """What is read one day must be read as it is meant."""
    try:
        read_condition(text)
    except InputError:
        with refuses():
            read_condition(text)
    else:
        assert are_alike(text, dealt)


@pytest.mark.parametrize("text", AMBIGUOUS + SENSELESS)
def test_sentence__without_one_meaning_is_refused_in_one_line(text):
    with refuses():
        read_condition(text)
