"""The learned exchange: how worths add up, how they are fitted, the file, and its training.

Covers `strategies.learned`, `strategies.training`, `kernel.shelf`, `kernel.learning.training`,
`kernel.learning.short_list_training`, `kernel.players.discard_values`,
`kernel.questions.ratings`, `kernel.players.continuation`.
"""

import os
import pickle
import re
import zipfile
from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from shutil import copyfile

import numpy as np
import pytest
from command_line import refuses
from scipy.stats import chisquare

from piquet_sim import duel
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.cards import (
    ACE,
    KING,
    LANE_BITS,
    LANE_MASK,
    PACK_32_MASK,
    SEVEN,
    SIX,
    SUITS,
    TEN,
    iterate_cards,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import PACKAGE
from piquet_sim.game.rules import RUBICON, find_rules
from piquet_sim.kernel.deal.dealing import deal_cards, deal_rest
from piquet_sim.kernel.players.discard_values import (
    ENTRIES,
    MOST_DISCARDS,
    RANK_AT,
    SHAPE_AT,
    SHAPE_OF,
    SHAPES,
    TAKEN_AT,
    TOP_AT,
    choose_discard,
    value_discards,
)
from piquet_sim.kernel.players.short_lists import FACTORS_AT
from piquet_sim.strategies import find_strategy, learned, training
from piquet_sim.strategies.learned import (
    ENTRIES_KEPT,
    SHARPNESS,
    digest_learned,
    find_blocks,
    find_learned,
    read_learned,
    take_learned,
    write_learned,
)
from piquet_sim.strategies.training import RECIPE, learn_all, train


def random_entries(seed):
    """Worths drawn at random, so that no two discards are likely to be equal."""
    chance = np.random.default_rng(seed)
    entries = chance.integers(-3000, 3000, ENTRIES, np.int16)
    entries[SHAPE_AT:] = chance.integers(-3000, 3000, SHAPES)[SHAPE_OF]
    return entries


def lanes(hand):
    return [hand >> LANE_BITS * suit & LANE_MASK for suit in range(SUITS)]


def shape_of(lane):
    """Fifteen kinds of kept suit, from the documentation: length, and what is on top."""
    length, ace, king = lane.bit_count(), lane >> ACE & 1, lane >> KING & 1
    return min(length, 6), 2 * ace or king if 2 <= length < 4 else ace


CLASSES = {
    shape: number
    for number, shape in enumerate(sorted({shape_of(lane) for lane in range(0, LANE_MASK + 1, 2)}))
}
RANKS_IN_ORDER = (*range(SEVEN, ACE + 1), SIX)


def slow_worth(entries, hand, thrown, opponent_took):
    kept = hand & ~thrown
    places = [TAKEN_AT + 9 * max(opponent_took, 0) + thrown.bit_count()]
    for own, away in zip(lanes(kept), lanes(thrown), strict=True):
        digits = [2 * (own >> rank & 1) + (away >> rank & 1) for rank in RANKS_IN_ORDER]
        places.append(sum(digit * 3**place for place, digit in enumerate(digits)))
    for place, rank in enumerate(RANKS_IN_ORDER):
        dealt, held = (sum(lane >> rank & 1 for lane in lanes(cards)) for cards in (hand, kept))
        places.append(RANK_AT + 15 * place + dealt * (dealt + 1) // 2 + held)
    tops = [sum(lane >> rank & 1 for lane in lanes(kept)) for rank in range(TEN, ACE + 1)]
    places.append(TOP_AT + sum(held * 5**place for place, held in enumerate(tops)))
    shapes = [CLASSES[shape_of(lane)] for lane in lanes(kept)]
    pairs = [max(pair) * (max(pair) + 1) // 2 + min(pair) for pair in (shapes[:2], shapes[2:])]
    return int(entries[[*places, SHAPE_AT + 120 * pairs[0] + pairs[1]]].sum(dtype=int))


@pytest.mark.parametrize(
    ("pack", "least", "most", "took"),
    [
        (32, 1, 5, -1),
        (32, 1, 3, 5),
        (32, 1, 7, 1),
        (32, 2, 2, 4),
        (32, 5, 5, -1),
        (36, 1, 8, -1),
        (36, 0, 8, 4),
        (36, 1, 4, 8),
    ],
)
def test_worth__of_every_discard_is_the_sum_of_its_entries(pack, least, most, took):
    entries = random_entries(most)
    values, discards = np.zeros((2, MOST_DISCARDS), np.int64)
    for number in range(3):
        hand = int(deal_cards(pack, 4, number)[0])
        found = value_discards(entries, 0, hand, least, most, took, values, discards)
        cards, sizes = list(iterate_cards(hand)), range(least, most + 1)
        assert (
            sorted(discards[:found].tolist()),
            values[:found:7].tolist(),
            choose_discard(entries, 0, hand, least, most, took),
        ) == (
            sorted([sum(thrown) for size in sizes for thrown in combinations(cards, size)]),
            [slow_worth(entries, hand, one, took) for one in discards[:found:7].tolist()],
            discards[values[:found].argmax()],
        )


# ---- The file -----------------------------------------------------------------------------------
def test_learned__shipped_file_says_how_it_was_made():
    for block in find_blocks():
        assert {"seed", "hands", "rounds", "seconds", "machine"} <= set(block.manifest)
        last = block.manifest["rounds"][-1]
        assert last["gain"] < 3 * last["gain_se"]  # it had stopped to gain
        assert (block.own.shape, block.scores[:, 2].sum()) == (
            (2, ENTRIES_KEPT),
            block.manifest["hands"],
        )
    assert (
        find_learned().rules,
        [(block.rules.laws(), block.manifest["hands"]) for block in find_blocks()],
    ) == (RUBICON, [(rules.laws(), hands) for rules, hands in RECIPE])


@pytest.mark.slow
def test_recipe__writes_a_file_by_which_players_play(tmp_path, monkeypatch, capsys):
    small = [(rules, 1_000) for rules, _ in (RECIPE[0], RECIPE[3])]
    monkeypatch.setattr(training, "RECIPE", small)
    path = tmp_path / "mine.npz"
    learn_all(path, rounds=3)
    # So few hands teach less than those of the file.
    less = r"^-\S+ ± \S+ points a pair more than the file in use$"
    assert (
        [block.rules for block in read_learned(path)],
        len(re.findall(less, capsys.readouterr().out, re.MULTILINE)),
    ) == ([rules for rules, _ in small], len(small))
    assert duel(f"expert@{path}", "expert", 10_000).plain_gain.high < 0


def test_learned__lays_out_the_difference_first():
    learned = find_learned()
    laid = learned.lay_out()[:FACTORS_AT].reshape(6, ENTRIES)
    assert all(
        np.array_equal(there, given)
        for there, given in (
            (learned.lay_out()[FACTORS_AT:], learned.factors.ravel()),
            (laid[1, :SHAPE_AT], (learned.own - learned.theirs)[1, :SHAPE_AT]),
            (laid[2, SHAPE_AT:], learned.own[0, SHAPE_AT:][SHAPE_OF]),
        )
    )
    assert (np.abs(laid[5, :SHAPE_AT] - SHARPNESS * learned.kept[1, :SHAPE_AT]) <= 0.5).all()


class Planted:
    """What would be noticed when it is unpickled."""

    def __reduce__(self):
        return pytest.fail, ("a pickle was read",)


ARRAYS = [
    {"own_0": np.array([Planted()], dtype=object)},
    {"own_0": np.zeros((2, 3), np.float64)},
    {"kept_0": np.zeros((2, 3), np.int16)},
    {"scores_0": np.int32(1)},
    {"scores_0": np.array([[5000, 1, 1]], np.int32)},
    {"scores_0": np.array([[1, 1, -1]], np.int32)},
    {"scores_0": np.zeros((0, 3), np.int32)},
    {"theirs_0": None},
    {"own_0": np.zeros((2, 5), np.int16)},
    {"factors_0": np.zeros((2, 3), np.int16)},
    *(
        {"about": np.frombuffer(text, np.uint8)}
        for text in (
            *(b"[1]", b"[" * 10**5, b"{", b'{"version": 9}', b'{"version": 3, "blocks": [{}]}'),
            b'{"version": 3, "blocks": []}',
            b'{"version": 3, "blocks": [{"rules": "whist"}]}',
            b'{"version": 3, "blocks": [{"rules": "rubicon"}, {"rules": "rubicon"}]}',
        )
    ),
]


@pytest.mark.parametrize("changed", ARRAYS, ids=range(len(ARRAYS)))
def test_learned__arrays_that_cannot_be(changed, tmp_path):
    with np.load(PACKAGE / "data" / "learned.npz") as file:
        arrays = {**file, **changed}
    np.savez(
        tmp_path / "wrong.npz",
        **{name: array for name, array in arrays.items() if array is not None},
    )
    with refuses("learned: "):
        read_learned(tmp_path / "wrong.npz")


def test_learned__what_is_no_archive_or_claims_to_be_large(tmp_path):
    np.save(tmp_path / "array.npy", np.zeros(3))
    for file, size in (("text", 7), ("huge", 10**11)):
        (tmp_path / file).write_text("learned")
        os.truncate(tmp_path / file, size)
    with zipfile.ZipFile(tmp_path / "bomb", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("about.npy", bytes(60_000_000))
    for name in ("array.npy", "text", "huge", "bomb", "no", "", "/dev/zero"):
        with refuses("learned: "):
            read_learned(tmp_path / name)


# ---- Two files in one process -------------------------------------------------------------------
@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The shipped file under another name, and one by which every discard is worth the same."""
    folder = tmp_path_factory.mktemp("learned")
    write_learned(folder / "same.npz", find_blocks())
    shipped = find_learned()
    nothing = {name: np.zeros_like(getattr(shipped, name)) for name in ("own", "theirs", "kept")}
    write_learned(folder / "blank.npz", [replace(shipped, **nothing)])
    return folder


def test_learned__of_its_own_file_each_player_plays_by_it(files):
    """One that learned the same plays the same; one that learned nothing meets it and loses."""
    usual = Simulation("expert", "club").record_units(0, 40)
    assert duel(f"expert@{files / 'blank.npz'}", "expert", 100, threads=1).plain_gain.high < 0
    for name in (f"expert@{files / 'same.npz'}", "expert"):
        np.testing.assert_array_equal(usual, Simulation(name, "club").record_units(0, 40))


def test_learned__is_what_a_file_holds_when_a_player_is_asked_for(files, here, monkeypatch):
    """Replaced, or asked for from another folder, it is another; sent by name, it is the same."""
    copyfile(files / "same.npz", "my.npz")
    first, same = find_strategy("expert@my.npz"), digest_learned()
    assert (
        find_strategy("expert").play.digest_data(),
        find_strategy("expert@my.npz") is first,
    ) == (same, True)
    sent = pickle.dumps(first)
    assert pickle.loads(sent) is first
    copyfile(files / "blank.npz", "my.npz")
    other = find_strategy("expert@my.npz")
    digest = take_learned(str(files / "blank.npz"))
    assert (first.play.digest_data(), other.play.digest_data()) == (same, digest)
    assert find_strategy("expert@my.npz+score").call_to_score.digest_data() == digest != same
    usual = Simulation("expert", "club").record_units(0, 40)
    np.testing.assert_array_equal(usual, Simulation(first, "club").record_units(0, 40))
    assert (Simulation(other, "club").record_units(0, 40) != usual).any()
    with refuses("strategy 'expert@my.npz': what it learned from is another file here"):
        pickle.loads(sent)
    (here / "below").mkdir()
    monkeypatch.chdir("below")
    with refuses("learned: my.npz: No such file or directory"):
        find_strategy("expert@my.npz")
    copyfile(files / "same.npz", "my.npz")
    assert find_strategy("expert@my.npz").play.digest_data() == same


def test_learned__refuses_more_files_than_there_are_places(monkeypatch):
    monkeypatch.setattr(learned, "_numbers", {str(number): number for number in range(8)})
    with pytest.raises(InputError, match="at most 7 files play in a process"):
        learned.number_learned("one more")
    assert learned.number_learned("7") == 7


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rubicon", "american", "cotton_1674"])
def test_training__is_the_same_for_any_threads_and_read_back_to_the_bit(name, tmp_path):
    rules, path = find_rules(name), tmp_path / "learned.npz"
    one, two = (
        train(seed=3, hands=1000, rounds=3, threads=threads, rules=rules) for threads in (1, 2)
    )
    write_learned(path, [two])
    (read,) = read_learned(path)
    assert all(
        (getattr(one, part) == getattr(other, part)).all()
        for other, part in product((two, read), ("own", "theirs", "kept", "factors", "scores"))
    )
    assert (
        read.rules,
        {key for key in one.manifest if one.manifest[key] != read.manifest[key]}
        <= {"rounds", "seconds"},
    ) == (rules, True)
    first, *_, last = (one["gain"] for one in read.manifest["rounds"])
    assert first > max(20, 4 * last)  # from discards at random; then little is left to learn
    assert read.factors.any() == (rules.pack == 32)


def test_unseen_cards__are_dealt_uniformly():
    """Chi-square of the places of the twenty cards, and of the order of the stock."""
    hand, deals = int(deal_cards(32, 9, 0)[0]), 20_000
    dealt = [deal_rest(32, 7, number, 16, hand) for number in range(deals)]
    assert {int(opponent).bit_count() for opponent, *_ in dealt} == {12}
    held = Counter(card for opponent, *_ in dealt for card in iterate_cards(int(opponent)))
    assert sum(held) == PACK_32_MASK & ~hand
    firsts = Counter(order & 15 for _, order, _ in dealt)
    # Twenty counts that add up to 12 deals each, negatively correlated: 19 degrees of freedom.
    off = chisquare([*held.values()]).statistic / (1 - 12 / 20) * 19 / 20
    assert off < 19 + 4.5 * np.sqrt(2 * 19)
    assert chisquare([*firsts.values()]).statistic < 7 + 4.5 * np.sqrt(14)
