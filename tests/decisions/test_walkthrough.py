"""A deal walked through: what is laid out is legal and uniform, and values bear out the play."""

import random
from collections import Counter

import pytest
from command_line import refuses
from specimens import EXAMPLE

from piquet_sim.decisions.kinds.question import Question
from piquet_sim.decisions.walkthrough import lay_out_deal, play_best, trace_deal
from piquet_sim.game.cards import PACK_32_MASK, format_cards, iterate_cards, parse_cards, parse_hand
from piquet_sim.game.rules import PRESETS
from piquet_sim.game.terms import SEATS

HAND, DISCARD = parse_hand("AKJ.AQJ8.98.J87"), parse_hand("K..98.87")
# Four aces and the tops to go on with: thirty before younger has anything, now and then.
PIQUE = parse_hand("AKQ8.AQT8.A9.A9"), parse_hand("8.8..")


def _random_start(luck, preset):
    seat, most = luck.choice([("elder", 5), ("younger", 3)])
    mixed, thrown = luck.sample([*iterate_cards(PACK_32_MASK)], 32), luck.randint(1, most)
    question = Question(sum(mixed[:12]), seat, None, "novice", rules=PRESETS[preset])
    return question, sum(mixed[:thrown]), tuple(mixed[12 : 12 + luck.randint(0, thrown)])


@pytest.mark.parametrize("preset", PRESETS)
def test_layout__is_legal_and_has_what_was_named(preset):
    luck = random.Random(5)
    for _ in range(20):
        question, thrown, drawn = start = _random_start(luck, preset)
        deal = lay_out_deal(*start)
        assert (deal, len(deal["talon"].split())) == (
            lay_out_deal(*start),
            PRESETS[preset].pack - 24,
        )
        scored = trace_deal(deal)[0].scored  # the referee finds nothing wrong
        parts = [scored.value(f"{question.seat}_{key}") for key in ("dealt", "discard", "hand")]
        assert parts == [question.hand, thrown, parts[2] | sum(drawn)]


def test_layout__every_unseen_card_comes_as_often_to_every_place():
    """Within four standard errors, 20 cards and 20 places, over 2,000 deals."""
    dealt, first = Counter(), Counter()
    for number in range(2_000):
        deal = lay_out_deal(Question(HAND, strategy="random"), DISCARD, number=number)
        dealt.update(iterate_cards(parse_hand(deal["younger"]["dealt"])))
        first[parse_cards(deal["talon"])[0]] += 1
    for counted, chance in ((dealt, 0.6), (first, 0.05)):
        off = [abs(times - 2_000 * chance) for times in counted.values()]
        assert (len(off), max(off) < 4 * (2_000 * chance * (1 - chance)) ** 0.5) == (20, True)


def lead(progress):
    return progress.elder_points - progress.younger_points


@pytest.mark.parametrize(
    ("preset", "deals", "every"),
    [pytest.param("rubicon", 6, 1, marks=pytest.mark.slow), ("parlett", 2, 4)],
)
def test_values__of_a_lead_are_those_of_its_best_answer(preset, deals, every):
    """In all tricks or every fourth; and of a deal what best play makes of it in the end."""
    luck, piques = random.Random(3), 0
    starts = [_random_start(luck, preset) for _ in range(deals)]
    asked = Question(PIQUE[0], strategy="novice", rules=PRESETS[preset])
    starts += [(asked, PIQUE[1], (), number) for number in range(4, 5 + deals // 2)]
    for number, start in enumerate(starts):
        deal, plays = lay_out_deal(*start), []
        begun = moment = trace_deal(deal)[0]
        is_repique = any(begun.scored.value(f"{seat}_repique") for seat in SEATS)
        while not moment.course.is_over:
            before = moment.course.progress
            is_asked = not moment.course.led and len(plays) // 2 % every == 0
            for card, value in (moment.values if is_asked else {}).items():
                then = trace_deal(deal, [*plays, card])[-1]
                after = then.course.progress
                bonus = 30 * (after.pique and not before.pique and not is_repique)
                made = lead(after) - lead(before) + bonus
                assert value == made + then.best, (deal, plays, format_cards([card]))
            is_poor = number % 2 and luck.random() < 0.3
            plays.append(luck.choice(list(moment.values)) if is_poor else next(play_best(moment)))
            moment = trace_deal(deal, plays)[-1]
        assert number % 2 or moment.scored.margin == begun.best + begun.scored.margin
        piques += moment.scored.value("elder_pique") > 0
    assert piques


def test_walk__where_the_table_is_not_perfect_play_there_are_no_values():
    moment = trace_deal({**EXAMPLE, "rules": "american"})[0]
    assert moment.values is moment.best is None
    with refuses("not known under these rules"):
        next(play_best(moment))
