"""Advice limited by deals, and the errors of its parts."""

import json

import numpy as np
import pytest

from piquet_sim import InputError, cli
from piquet_sim.advice import (
    FIRST_DEALS,
    MOST_DEALS,
    PARTS,
    Question,
    Trial,
    advise,
    list_sensible,
    watch_advice,
)
from piquet_sim.cards import parse_hand

HAND = "AKJ.AQJ8.98.J87"
QUESTION = Question(parse_hand(HAND))


def test_advice__with_so_many_deals_is_the_same_on_any_threads():
    one, two = (advise(QUESTION, deals=1_000, threads=threads) for threads in (1, 3))
    assert one == two
    assert max(each.deals for each in one) <= 1_000
    longer = list(watch_advice(QUESTION, deals=2_000))
    assert longer[0] == list(watch_advice(QUESTION, deals=FIRST_DEALS))[-1]


@pytest.mark.parametrize("deals", [2, 100, FIRST_DEALS, 300, 777])
def test_advice__plays_no_more_deals_than_asked(deals):
    advised = advise(QUESTION, deals=deals)
    assert max(each.deals for each in advised) <= deals
    if deals <= FIRST_DEALS:
        assert {each.deals for each in advised} == {deals}


def test_parts__have_the_error_of_deals_one_by_one():
    discards = list_sensible(QUESTION)[:2]
    choices = [0, 1]
    grouped, single = (Trial(QUESTION, discards, 2) for _ in range(2))
    single._size_groups = lambda start, count: [1] * count
    for deals in (FIRST_DEALS, 64 * 8 + 7, 8_000):
        grouped.play(choices, deals)
        single.play(choices, deals)
    for choice in choices:
        (means, errors), (same, exact) = (one.tell_parts(choice) for one in (grouped, single))
        assert means == same
        for part in means:
            # Groups have fewer degrees of freedom, some four hundred here.
            assert errors[part] == pytest.approx(exact[part], rel=0.2, abs=1e-12), part
            if part.startswith(("carte_blanche", "pique", "repique")):
                assert errors[part] == exact[part]
        scores = grouped.made[choice].astype(float)
        own = sum(value for part, value in means.items() if not part.endswith("_against"))
        assert own == pytest.approx(scores[:, 0].mean())
    assert grouped.groups[0] < single.groups[0] == grouped.deals(0)


def test_parts__of_single_deals_are_plain_standard_errors():
    trial = Trial(QUESTION, list_sensible(QUESTION)[:1], 1)
    trial.play([0], 200)
    parts = np.zeros((200, 1, trial.parts.shape[1]), np.int64)
    scores = np.zeros((200, 1, 2), np.int16)
    from piquet_sim.advice import _ATTEMPTS, AT, new_memory

    for deal in range(200):
        trial.roll(
            trial.laws, 0, QUESTION.hand, -1, 0, trial.discards, trial.answer, _ATTEMPTS,
            trial.table, new_memory(), 1, deal, scores[deal : deal + 1], parts[deal],
        )  # fmt: skip
    _, errors = trial.tell_parts(0)
    for part in PARTS:
        made = parts[:, 0, getattr(AT, f"elder_{part}")]
        assert errors[part] == pytest.approx(made.std(ddof=1) / np.sqrt(200), abs=1e-12)


@pytest.mark.parametrize(
    ("deals", "said"),
    [(1, "deals: 1; at least 2"), (MOST_DEALS + 1, "at most 262,144"), (2.5, "not a whole")],
)
def test_deals__that_make_no_sense(deals, said):
    with pytest.raises(InputError, match=said):
        advise(QUESTION, deals=deals)


def run(capsys, *arguments):
    with pytest.raises(SystemExit) as ended:
        cli.main(["advise", HAND, *arguments])
    said = capsys.readouterr()
    return ended.value.code, said.out, said.err


def test_command__deals_make_it_reproducible(capsys):
    answers = [run(capsys, "--deals", "600", "--json", "--threads", one) for one in ("1", "2")]
    assert answers[0] == answers[1]
    found = json.loads(answers[0][1])
    assert set(found[0]["parts_se"]) == set(found[0]["parts"])
    assert found[0]["parts_se"]["sets"] > 0
    code, out, _ = run(capsys, "--deals", "600")
    assert code == 0
    assert "sets" in out.partition(" makes: ")[2]
    assert " ± " in out.partition(" makes: ")[2]
    code, _, err = run(capsys, "--deals", "many")
    assert (code, err.count("\n")) == (2, 1)
    assert "deals: 'many' is not a whole number" in err
