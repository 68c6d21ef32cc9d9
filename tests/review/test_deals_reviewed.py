"""Played deals reviewed: losses, errors, what is hidden, luck and skill, players."""

import json
import random
from itertools import combinations, pairwise

import numpy as np
import pytest
from command_line import answer, command, refused
from specimens import CALLS, EXAMPLE_PLAY, ROOT, legal_deal
from specimens import EXAMPLE as DEAL

from piquet_sim import (
    InputError,
    Question,
    Simulation,
    advise,
    advise_play,
    read_deals,
    review_deal,
    review_deals,
    write_deal,
)
from piquet_sim.advice.play.call_advice import advise_calls
from piquet_sim.advice.seen_exchange import mean_over_draws as mean_by_kernel
from piquet_sim.deals.deal import follow_play
from piquet_sim.deals.json import describe_deal, read_deal, score_deal
from piquet_sim.deals.narration import narrate_deal
from piquet_sim.estimates.estimate import know_exactly
from piquet_sim.game.cards import (
    format_cards,
    format_hand,
    iterate_cards,
    parse_card,
    parse_cards,
    parse_hand,
)
from piquet_sim.game.rules import PRESETS
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.review.calls import judge_calls
from piquet_sim.review.decisions import CALL, DISCARD, Effort
from piquet_sim.review.luck import BOTH, KNOWN, SEEN, add_losses
from piquet_sim.review.records import read_record
from piquet_sim.review.valuation import mean_over_draws

EXAMPLE = {
    "rules": "rubicon", **DEAL, "play": EXAMPLE_PLAY, "elder": {**DEAL["elder"], "calls": CALLS},
    "younger": {**DEAL["younger"], "calls": "full"},
}  # fmt: skip
NAMED = {**EXAMPLE, "players": {"elder": "Anna", "younger": "Ben"}}
NAMED_CALLS = {key: value for key, value in EXAMPLE.items() if key != "play"}
FEW = 256
LEAST_VALUED = 64 * 128
"""With so many deals for a discard, 64 are tried for a call."""
SOLVABLE = [name for name in PRESETS if name not in ("cotton_1674", "american")]


def played(first, second, seed, index=0):
    return describe_deal(Simulation(first, second, seed=seed).replay_deal(index))


def play_many(name, seed, number):
    return [played(name, name, seed, index) for index in range(number)]


@pytest.fixture(scope="module")
def example():
    return review_deal(NAMED)


def test_example__elder_loses_six_by_what_they_threw(example):
    assert example.record.scores == (28, 23)
    worst = example.list_worst()[0]
    assert (worst.seat, worst.kind, worst.best) == (0, DISCARD, ("8H 9D 8D 8C 7C",))
    assert 6 < worst.loss.value < 7
    assert worst.loss.se < 0.15
    (thrown,) = [one for one in example.decisions if one.seat == 1 and one.kind == DISCARD]
    assert (thrown.lost, thrown.verdict) == (0, "best")
    assert [one.kind for one in example.decisions if one.is_error] == [DISCARD]
    (called,) = [one for one in example.decisions if one.kind == CALL and one.lost]
    assert called.loss.value > 3 * called.loss.se  # too close for a verdict, which allows for more
    assert (called.verdict, called.done) == (
        "too close to call", "trio of knaves, called in full"
    )  # fmt: skip


def test_example__stands_in_the_readme_as_it_is_reviewed(example):
    (deal,) = read_deals(ROOT / "notebooks" / "cavendish.txt")
    told = read_record(deal)
    assert (told.dealt, told.thrown, told.talon, told.plays, told.scores) == (
        example.record.dealt, example.record.thrown, example.record.talon, example.record.plays,
        example.record.scores,
    )  # fmt: skip
    said = " ".join((ROOT / "README.md").read_text("utf-8").split())
    discard, call = example.list_worst()[:2]
    assert f"the discard loses {discard.loss} points, and calling the knaves {call.loss}." in said


def test_review__is_the_same_on_any_number_of_threads():
    one, three = (review_deal(EXAMPLE, deals=LEAST_VALUED, threads=threads) for threads in (1, 3))
    assert one.as_json() == three.as_json()


def test_example__is_known_at_each_step(example):
    values = example.valuation
    assert values.plays == (5,) * 25  # the cards were played perfectly
    assert values.drawn == example.margin == 5
    assert 14 < values.before.value < 15
    assert float(values.both_thrown) == pytest.approx(-32.36, abs=0.005)


@pytest.mark.parametrize(
    ("rules", "seeds"),
    [("rubicon", 1), ("parlett", 1),
     *(pytest.param(name, 5, marks=pytest.mark.slow) for name in SOLVABLE)],
)  # fmt: skip
def test_terms__add_up_to_the_result_exactly(rules, seeds):
    for seed in range(seeds):
        deal = legal_deal(seed, rules)
        review = review_deal(deal, deals=FEW)
        scored = score_deal(deal)
        assert review.margin == scored["elder"]["total"] - scored["younger"]["total"]
        assert sum(term.exactly for term in review.terms) == review.margin
        assert {term.by for term in review.terms} == {SEEN, KNOWN, BOTH}
        known = [term.value for term in review.terms if term.by == KNOWN]
        assert known == pytest.approx([-review.lost(0).value, review.lost(1).value])
        json.dumps(review.as_json(), allow_nan=False)


def test_terms__are_nothing_where_nobody_erred(example):
    terms = {term.name: term for term in example.terms}
    assert terms["calls"].exactly == 0
    assert terms["elder"].value == -example.lost(0).value
    assert terms["before"].se > 0
    assert terms["drawn"].se == 0


@pytest.mark.slow
def test_terms__luck_of_strong_players_is_nothing_in_the_mean():
    reviews = [review_deal(deal, deals=2_048) for deal in play_many("expert", 3, 150)]
    for name in ("dealt", "drawn", "fared"):
        values = [term.value for one in reviews for term in one.terms if term.name == name]
        error = np.std(values, ddof=1) / np.sqrt(len(values))
        assert abs(np.mean(values)) < 4 * error + 0.5, name  # they do not play perfectly


def test_mean_over_draws__is_that_of_the_kernel():
    for seed in range(4):
        record = read_record(played("club", "novice", seed))
        thrown = np.array(record.thrown, np.int64)
        mean = mean_by_kernel(*record.dealt, thrown[:1], thrown[1:])[0]
        assert float(mean_over_draws(record, record.thrown)) == pytest.approx(mean)


# ---- What is hidden ------------------------------------------------------------------------------


def said_of(review, seat):
    return [one.as_json() for one in review.list_of(seat)]


def exchange_otherwise(deal, seat, number):
    """The same deal, but for what a seat was dealt of the hand that it came to hold."""
    record = read_record(deal)
    taken, hand, cut = record.drawn[seat], record.hands[seat], record.thrown[seat]
    ways = list(combinations(iterate_cards(hand), taken.bit_count()))
    drawn = sum(random.Random(number).choice(ways))
    talon = list(record.talon)
    first = 0 if seat == 0 else record.drawn[0].bit_count()
    talon[first : first + taken.bit_count()] = iterate_cards(drawn)
    other = {**deal[SEATS[seat]], "dealt": format_hand(hand & ~drawn | cut)}
    return {**deal, SEATS[seat]: other, "talon": format_cards(talon)}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("seed", range(2))
def test_hidden__cards_change_nothing_that_is_said_of_a_seat(seat, seed):
    # Elder who takes fewer than five sees cards that younger draws.
    deals = (played("club", "novice", seed + 10, index) for index in range(9))
    deal = next(one for one in deals if read_record(one).thrown[0].bit_count() == 5)
    said = said_of(review_deal(deal, deals=FEW), 1 - seat)
    for number in range(2):
        other = exchange_otherwise(deal, seat, number)
        if read_record(other).announced != read_record(deal).announced:
            continue
        assert other != deal
        assert said_of(review_deal(other, deals=FEW), 1 - seat) == said


def test_hidden__what_comes_later_changes_nothing_that_was_said_before():
    deal = played("novice", "novice", 5)
    first = review_deal(deal, deals=FEW)
    cards = parse_cards(deal["play"], "play", 32)
    record = read_record(deal)
    found = 0
    for number in range(10, 20):
        view = record.view(number)
        for card in iterate_cards(view.legal & ~cards[number - 1]):
            other = review_deal(finish(deal, [*cards[: number - 1], card]), deals=FEW)
            before = [one.as_json() for one in other.decisions if one.number < number]
            assert before == [one.as_json() for one in first.decisions if one.number < number]
            found += 1
            break
    assert found > 3


def finish(deal, plays=()):
    """A deal played to its end, with the lowest legal cards after some first ones."""
    plays = list(plays)
    course = follow_play(read_deal(deal).begin_play(), plays)
    while not course.is_over:
        plays.append(course.legal & -course.legal)
        course = course.play(plays[-1])
    return {**deal, "play": format_cards(plays)}


# ---- Decisions -----------------------------------------------------------------------------------


def test_cards__lose_what_advice_on_them_says():
    deal = played("novice", "random", 2)
    review = review_deal(deal, deals=FEW)
    judged = [one for one in review.decisions if one.number]
    assert len(judged) > 10
    for one in judged:
        advice = advise_play(deal, card=one.number)
        made = parse_card(one.done)
        (value,) = [
            each.difference for each in advice.candidates if made in (each.card, *each.same)
        ]
        best = advice.candidates[0].difference
        assert one.lost == pytest.approx(best - value, abs=1e-9)
        assert SEATS[one.seat] == SEATS[advice.view.seat]
        assert one.hands == len(advice.hands)
        assert (one.lost <= 1e-9) == (one.done in one.best)
        if one.loss.se:
            gaps = [
                advice.differences[:, advice.tried.index(advice.candidates[0].card)]
                - advice.differences[:, place]
                for place, card in enumerate(advice.tried)
                if any(
                    card == each.card and made in (each.card, *each.same)
                    for each in advice.candidates
                )
            ]
            spread = sum(
                weight**2 * (gap - one.lost) ** 2
                for weight, gap in zip(advice.weights, gaps[0], strict=True)
            )
            assert one.loss.se == pytest.approx(spread**0.5)


def test_discards__that_differ_by_the_names_of_suits_are_as_good():
    hand = parse_hand("AKQ8.T98.T98.87")  # hearts and diamonds hold the same ranks
    (best, *_) = advise(Question(hand), deals=FEW).candidates
    deal = {"younger": {"dealt": "JT97.AKQ.AKQ.AK", "discard": "7..."},
            "talon": "JH 7H JD 7D QC JC TC 9C"}  # fmt: skip
    said = []
    for thrown in (best.discard, *best.same):
        played = finish({**deal, "elder": {"dealt": format_hand(hand),
                                           "discard": format_hand(thrown)}})  # fmt: skip
        (first, *_) = review_deal(played, deals=FEW).decisions
        assert first.done in first.best
        said.append((first.verdict, first.loss))
    assert len(said) > 1
    assert set(said) == {("best", know_exactly(0.0))}


def test_cards__that_were_not_decided_are_left_out():
    review = review_deal(EXAMPLE, deals=FEW)
    numbers = {one.number for one in review.decisions if one.number}
    for number in range(1, 25):
        advice = advise_play(EXAMPLE, card=number)
        assert (number in numbers) == (len(advice.tried) > 1)


def test_calls__say_what_was_not_counted():
    called = {
        "point": {"length": 5, "pips": 48}, "sequence": {"length": 3, "top": "A"},
        "set": {"size": 3, "rank": "T"},
    }  # fmt: skip
    deal = {**EXAMPLE, "younger": {**EXAMPLE["younger"], "calls": called}}
    review = review_deal(deal, deals=FEW)
    less = [one for one in review.decisions if one.not_counted]
    assert [(one.seat, one.loss, one.verdict) for one in less] == [
        (1, None, "not valued: too few deals")
    ]
    assert less[0].done == "quatorze of tens, called as trio of tens"
    # Three knaves are good against three tens: 3 for elder, not 14 and 3 queens for younger.
    assert less[0].not_counted == 20
    assert {term.name: term.exactly for term in review.terms}["calls"] == 20


def test_calls__are_valued_as_advise_call_values_them(example):
    calls = [one for one in example.decisions if one.kind == CALL]
    assert len(calls) == 6
    (sunk,) = [one for one in calls if one.lost]
    assert (sunk.seat, sunk.done, sunk.best) == (
        0, "trio of knaves, called in full", ("trio of knaves, sunk",),
    )  # fmt: skip
    everything, nothing = advise_calls(NAMED_CALLS, "elder", "set", deals=1_000, seed=9).ways
    error = np.hypot(sunk.loss.se, nothing.loses.se)
    assert abs(sunk.loss.value + nothing.loses.value) < 4 * error
    assert abs(sunk.loss.value - nothing.loses.value) > 4 * error  # the other way round
    assert everything.loses is None


def test_calls__that_are_valued_are_a_part_of_skill_and_not_of_luck():
    calls = {"point": {"length": 5, "pips": 48}, "sequence": {"length": 3, "top": "A"}}
    deal = {**EXAMPLE, "younger": {**EXAMPLE["younger"], "calls": calls}}
    review = review_deal(deal, deals=LEAST_VALUED)
    plain = review_deal(deal, deals=LEAST_VALUED, values_calls=False)
    (less,) = [one for one in review.decisions if one.not_counted]
    assert (less.seat, less.done, less.choices) == (1, "quatorze of tens, sunk", 4)
    assert less.best == ("quatorze of tens, called in full",)
    # The quatorze and, in nearly every deal, elder's trio.
    assert 14 <= less.lost <= 20
    assert less.loss.n == 32  # none of those that chose
    (told,) = [one for one in plain.decisions if one.not_counted]
    assert (told.loss, told.verdict, told.changed) == (None, "not valued", 20)
    terms, others = ({one.name: one.exactly for one in each.terms} for each in (review, plain))
    assert (terms["calls"], others["calls"]) == (0, 20)
    assert sum(terms.values()) == sum(others.values()) == review.margin
    # What younger lost there by all that they knew came about, as the cards lay.
    skill, fared = (terms[name] - others[name] for name in ("younger", "fared"))
    assert float(skill) == pytest.approx(review.lost(1).value - plain.lost(1).value)
    assert float(skill + fared + terms["elder"] - others["elder"]) == pytest.approx(20)


def test_calls__of_which_nothing_can_be_said_are_not_valued():
    # Elder throws a single card, which `expert` does in no such deal: younger has none to try in.
    deal = finish({**EXAMPLE, "elder": {"dealt": "AKJ.AQJ8.98.J87", "discard": "A..."}})
    calls = judge_calls(read_record(deal), Effort(64))
    for one in calls:
        if one.seat == 1:
            assert one.verdict.startswith("not valued: if elder exchanges as expert does, none of")
            assert one.as_json()["lost"] is None
    assert {one.seat for one in calls} == {0, 1}
    assert add_losses([one for one in calls if one.seat == 1]) == know_exactly(0.0)


def test_errors__name_how_many_calls_are_in_no_sum():
    (row,) = [row for row in review_deals([NAMED], deals=FEW).list_errors()
              if (row.player, row.kind) == ("Ben", CALL)]  # fmt: skip
    assert (row.lost, row.errors, row.decisions, row.not_valued) == (None, None, 3, 3)


@pytest.mark.slow
def test_calls__that_are_worse_beyond_doubt_are_so_in_other_deals():
    found = 0
    for deal in play_many("expert", 5, 12):
        for one in judge_calls(read_record(deal), Effort(512)):
            if one.is_error:
                found += 1
                kind = CLASSES[one.place]
                advice = advise_calls(deal, SEATS[one.seat], kind, deals=2_000, seed=99)
                assert any(way.loses.high < 0 for way in advice.ways[1:]), one
    assert found > 1


def test_calls__without_time_are_not_valued():
    review = review_deal(EXAMPLE, seconds=1e-6)
    verdicts = {one.verdict for one in review.decisions if one.kind == CALL}
    assert verdicts == {"not valued: too little time"}


def test_calls__name_a_carte_blanche_that_was_kept():
    for seed in range(400):
        deal = legal_deal(seed)
        blank = [seat for seat in (0, 1) if not set(deal[SEATS[seat]]["dealt"]) & set("KQJ")]
        kept = [seat for seat in blank if not read_record(deal).announced[seat]]
        if kept:
            break
    review = review_deal(deal, deals=FEW)
    (found,) = [one for one in review.decisions if one.kind == "carte blanche"]
    assert (found.seat, found.done, found.not_counted) == (kept[0], "not announced", 10)


def lost_by(name, number):
    reviews = [review_deal(deal, deals=512) for deal in play_many(name, 1, number)]
    lost = [review.lost(seat).value for review in reviews for seat in (0, 1)]
    return np.mean(lost), 2.5 * np.std(lost, ddof=1) / np.sqrt(len(lost))


@pytest.mark.slow
def test_strategies__lose_in_the_order_of_their_strength():
    found = [
        lost_by(name, number)
        for name, number in (("random", 6), ("novice", 30), ("club", 30), ("expert", 10))
    ]
    for (more, its_error), (less, other_error) in pairwise(found):
        assert more - its_error > less + other_error, found


# ---- Several deals -------------------------------------------------------------------------------


def test_partie__adds_up_by_name():
    deals = [
        {**played("club", "novice", 4), "players": {"elder": "C", "younger": "N"}},
        {**played("novice", "club", 5), "players": {"elder": "N", "younger": "C"}},
    ]
    found = review_deals(deals, deals=FEW)
    assert found.players == ("C", "N")
    for name in found.players:
        mine = [deal.lost(deal.players.index(name)).value for deal in found.deals]
        assert found.lost(name).value == pytest.approx(np.mean(mine))
        rows = [row for row in found.list_errors() if row.player == name]
        valued = [row for row in rows if row.lost is not None]
        assert sum(row.lost.value for row in valued) == pytest.approx(np.mean(mine))
        assert sum(row.decisions for row in rows) == sum(
            len(deal.list_of(deal.players.index(name))) for deal in found.deals
        )
        assert sum(row.errors for row in valued) == sum(
            one.is_error for deal in found.deals for one in deal.list_of(deal.players.index(name))
        )


def test_seconds__limit_the_work(example):
    (worst, *_) = review_deal(EXAMPLE, seconds=0.1).list_worst()
    assert worst.loss.n < example.list_worst()[0].loss.n
    with pytest.raises(InputError, match="seconds"):
        review_deal(EXAMPLE, seconds=0)
    with pytest.raises(InputError, match="seed"):
        review_deal(EXAMPLE, seed=-1)


# ---- The command ---------------------------------------------------------------------------------


def write(folder, *deals):
    path = folder / "played.jsonl"
    path.write_text("\n".join(map(json.dumps, deals)))
    return path


def test_command__prints_one_document(tmp_path):
    said = answer("review", write(tmp_path, NAMED, EXAMPLE), "--deals", FEW, "--json")
    assert set(said) == {"deals", "players", "errors"}
    assert said == json.loads(json.dumps(review_deals([NAMED, EXAMPLE], deals=FEW).as_json()))
    assert [(name, one["is_named"]) for name, one in said["players"].items()] == [
        ("Anna", True), ("Ben", True), ("elder", False), ("younger", False),
    ]  # fmt: skip


def test_command__says_that_players_without_a_name_may_be_several(tmp_path):
    said = "Elder and younger without a name may be several people"
    for deals, is_said in (((NAMED, EXAMPLE), True), ((NAMED, NAMED), False), ((EXAMPLE,), False)):
        out = command("review", write(tmp_path, *deals), "--deals", FEW, "--all").out
        told = " ".join(out.split())  # however wide the screen is
        assert (said in told) == is_said
        assert "calls not valued: 3" in told


def test_command__shows_every_decision_and_the_worst_first(tmp_path, example, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    done = command("review", write(tmp_path, NAMED, NAMED), "--deals", 4_096, "--all")
    assert done.code == 0
    for word in ("Anna (elder) scores 28", "worse beyond doubt; best ♥8 ♦98 ♣87", "Deal 2",
                 "Errors in 2 deals", "what the seat knew", "the result"):  # fmt: skip
        assert word in done.out
    asked = json.loads(command("review", write(tmp_path, NAMED), "--deals", 64, "--json").out)
    assert len(asked["deals"][0]["decisions"]) == len(example.decisions)
    assert done.out.count(" leads ") + done.out.count(" replies ") >= 2 * 17


BAD = {
    "play: card 17 (trick 9): AS is not legal; younger, whose turn it is, may play": {
        "play": EXAMPLE["play"].replace("QC 8S", "AS 8S").replace("QS AS", "QS QC")
    },
    "play is missing; a review needs": {"play": None},
    "play: card 2 (trick 1): TD is not legal": {"play": "AH TD"},
    "younger calls set": {
        "younger": {**EXAMPLE["younger"], "calls": {"set": {"size": 4, "rank": "K"}}}
    },
    "players: unknown key": {"players": {"dealer": "Ben"}},
    "names that can be told apart": {"players": {"elder": "younger", "younger": "Ben"}},
    "play: double-dummy does not support": {"rules": "american"},
    "talon": {"talon": EXAMPLE["talon"][3:]},
}


@pytest.mark.parametrize("said", BAD)
def test_command__refuses_a_record_in_one_line(said, tmp_path):
    bad = {key: value for key, value in {**EXAMPLE, **BAD[said]}.items() if value is not None}
    chart = tmp_path / "chart.svg"
    told = refused("review", write(tmp_path, EXAMPLE, bad), "--chart", chart)
    assert told.startswith("piquet: line 2: ")
    assert said in told
    assert not chart.exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--rules", "rubicon"], "has its own"),
        (["--set", "cards_scores=20"], "has its own"),
        (["--seconds", "0"], "seconds"),
        (["--deals", "2"], "deals"),
        (["--seed", "-1"], "seed"),
        (["--chart", "chart.txt"], "expected a file name"),
    ],
)
def test_command__refuses_options(options, said, tmp_path):
    assert said in refused("review", write(tmp_path, EXAMPLE), *options)


def test_command__draws_one_deal_alone(tmp_path):
    chart = tmp_path / "margin.svg"
    told = refused("review", write(tmp_path, EXAMPLE, EXAMPLE), "--chart", chart)
    assert "chart: expected one deal, got 2" in told
    done = command("review", write(tmp_path, EXAMPLE), "--deals", FEW, "--chart", chart)
    assert done.code == 0
    assert chart.read_text().startswith("<?xml")


def test_command__takes_rules_for_a_record_without_any(tmp_path):
    deal = {key: value for key, value in EXAMPLE.items() if key != "rules"}
    said = answer("review", write(tmp_path, deal), "--rules", "rubicon", "--set",
                  "cards_scores=20", "--deals", FEW, "--json")  # fmt: skip
    (one,) = said["deals"]
    rules = {"preset": "rubicon", "set": {"cards_scores": 20}}
    scored = score_deal({**deal, "rules": rules})
    assert one["score"] == {seat: scored[seat]["total"] for seat in SEATS}


def test_words__are_reviewed_as_the_record_that_they_are(tmp_path):
    played = Simulation("club", "club", seed=2).replay_deal(4)
    record = describe_deal(played)
    said = {
        "notation": write_deal({**record, "players": {"elder": "club", "younger": "club"}}),
        "json": json.dumps(record) + "\n",
    }
    told = {}
    for name, text in said.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        told[name] = answer("review", tmp_path / name, "--deals", 400, "--json")
    assert told["notation"] == told["json"]
    printed = narrate_deal(played) + "\n"
    assert "piquet deal --notation" in command("review", "-", given=printed).err
