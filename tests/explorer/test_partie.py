"""A partie against a strategy: what the page is told, what it keeps, and the sheet.

That the table plays as the engine does is held by `tests/deals/test_table.py`.

Covers `explorer.partie.acts`, `explorer.partie.seen`, `explorer.partie.sheet`,
`explorer.partie.table`, `explorer.partie.talk`.
"""

import math
import re

import pytest
from command_line import refuses

from piquet_sim.deals.json import score_deal
from piquet_sim.explorer.partie import acts
from piquet_sim.explorer.partie.seen import SHOWN, record_deal, tell_table
from piquet_sim.explorer.partie.sheet import find_prospects, tell_sheet
from piquet_sim.explorer.partie.table import Partie
from piquet_sim.explorer.questions import Asked
from piquet_sim.explorer.records import pack
from piquet_sim.game.cards import PACK_32_MASK, format_card, iterate_cards
from piquet_sim.game.rules import PRESETS
from piquet_sim.game.terms import SEATS
from piquet_sim.matches.equity import ChanceTable
from piquet_sim.matches.score_law import measure_scores

SEED = 11


def name_cards(mask):
    return {format_card(one) for one in iterate_cards(mask)}


def decide(view):
    """A decision that needs no thought: the last cards, everything called, the lowest card."""
    if hasattr(view, "best"):
        return view.best
    cards = list(iterate_cards(view.legal if hasattr(view, "legal") else view.hand))
    return sum(cards[-getattr(view, "most", 1) :])


@pytest.fixture(scope="module")
def played():
    """Two deals against club, and what was told before each decision, with the view."""
    partie, told = Partie(SEED, "club", 0), []
    for deal in (1, 2):
        partie.play_other(deal)
        while len(partie.deals) == deal:
            told.append((tell_table(partie, 0), partie.view))
            partie.answer(decide(partie.view))
            partie.play_other(deal)
    return partie, told


def test_partie__the_page_is_told_the_player_s_view_and_nothing_else(played):
    names = "hand dealt discard left_seen played opponent_played led opponent_holds opponent_dealt"
    for table, view in played[1]:
        allowed = {*(table["thrown"] or ())}.union(
            *[name_cards(getattr(view, name, 0)) for name in names.split()]
        )
        shown = [name for name in SHOWN if hasattr(view, name)]
        assert [{*table[name]} for name in shown] == [
            name_cards(getattr(view, name)) for name in shown
        ]
        if hasattr(view, "points"):
            assert table["points"] == [view.points, view.opponent_points]
        if "plays" in table:
            assert {one["card"] for one in table["plays"] if one["own"]} == name_cards(view.played)
        counts = [one["hands"] for one in table["fits"]]
        assert (
            set(re.findall(r"\b[AKQJT987][SHDC]\b", str(table))) - allowed,
            {"luck", "record", str(SEED)} & {*table, *map(str, table.values())},
            counts,
            0 in counts,
        ) == (set(), set(), sorted(counts, reverse=True), False)


def test_partie__its_records_keep_the_laws_and_score_as_the_engine_counts(played):
    partie, told = played
    scores = partie.list_scores()
    for deal, score in zip(partie.list_finished(), scores, strict=True):
        record, own = record_deal(partie, deal), partie.seat_in(deal.number)
        found = score_deal(record)
        assert (score, record["players"][SEATS[own]]) == (
            tuple(found[SEATS[seat]]["total"] for seat in (own, 1 - own)),
            "you",
        )
    # The engine carries the first deal's score into the second.
    assert (told[-1][1].score, told[-1][1].opponent_score) == scores[0]


def go_through(told, what):
    """All answers of the page up to the first question of a kind, that question last."""
    while True:
        yield told
        if told["what"] == what:
            return
        is_call = told["what"] not in ("discard", "play")
        decided = told["ways"][0]["answer"] if is_call else told.get("legal", told["hand"])[-1]
        told = acts.decide(Asked({"partie": told["partie"], "decided": decided}))


def play_to(what, **begun):
    """A partie of the page up to the first question of a kind."""
    *_, told = go_through(acts.begin(Asked({"opponent": "club", **begun})), what)
    return told


def test_partie__decisions_are_taken_back_one_by_one():
    *seen, told = go_through(acts.tell(Asked({"partie": pack(BEGUN)})), "end")
    then = acts.go_on(Asked({"partie": told["partie"]}))
    asked = {"discard", "point", "play"} & {one["what"] for one in seen}
    assert (then["deal"], then["deals"], len(then["sheet"]), len(asked)) == (2, 6, 1, 3)
    for before in reversed(seen):
        told = acts.take_back(Asked({"partie": told["partie"]}))
        assert told == before
    with refuses("nothing to take back"):
        acts.take_back(Asked({"partie": told["partie"]}))
    assert acts.tell(Asked({"partie": told["partie"]})) == told
    with refuses("not a number of a call"):
        acts.decide(Asked({**seen[1], "decided": "²"}))


def test_partie__is_gone_on_with_from_what_the_page_keeps():
    told = play_to("play")
    kept = Asked({"partie": told["partie"]})
    acts._tables.clear()  # as after the server was started again
    assert (
        acts.tell(kept),
        {one["card"] for one in acts.hint(Asked({**kept.state, "hint": "cards"}))["hint"]["cards"]},
    ) == (told, set(told["legal"]))
    with refuses("play: "):
        wrong = min(name_cards(PACK_32_MASK) - {*told["legal"]})
        acts.decide(Asked({**kept.state, "decided": wrong}))
    assert acts.tell(kept) == told
    one, again = (acts.decide(Asked({**kept.state, "decided": told["legal"][0]})) for _ in "ab")
    assert one == again  # a second press
    assert told["partie"] not in one["partie"]


BEGUN = {
    **{"seed": 1, "opponent": "club", "human": 0, "answers": [], "rules": "rubicon"},
    **{"is_match": True, "shown": 0},
}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"partie": ""}, "none has begun"),
        ({"partie": "abc"}, "missing or altered"),
        ({"partie": pack({"seed": 1})}, "cannot be gone on with"),
        ({"partie": pack([1])}, "cannot be gone on with"),
        ({"partie": pack({**BEGUN, "human": None})}, "human: None is not a whole number"),
        ({"partie": pack({**BEGUN, "human": 2})}, "human: expected a number from 0 to 1"),
        ({"partie": pack({**BEGUN, "shown": "²"})}, "shown: '²' is not a whole number"),
        ({"partie": pack({**BEGUN, "seed": math.inf})}, "Infinity is not a number"),
        ({"partie": pack({**BEGUN, "answers": ["²"]})}, "cannot be gone on with"),
        ({"opponent": "exprt"}, "opponent: "),
    ],
)
def test_partie__that_cannot_be_gone_on_with_says_so(asked, said):
    with refuses(said):
        (acts.begin if "opponent" in asked else acts.tell)(Asked(asked))


@pytest.mark.parametrize("rules", PRESETS)
def test_partie__one_deal_under_every_rule_book(rules):
    told = play_to("end", rules=rules, length="deal")
    assert (
        *(told["is_last"], told["deals"], told["rules"], told["sheet"]),
        bool(told["record"]),  # there is no review of some
    ) == (True, 1, rules, [told["score"]], rules not in ("american", "cotton_1674"))
    assert f"Rules: {rules}" in told["texts"][0] or rules == "rubicon"


# ---- The sheet ----------------------------------------------------------------------------------


class Ended(Partie):
    """A partie of which only the scores matter."""

    is_over = False

    def __init__(self, scores, is_over=False):
        super().__init__(1, "expert", 0)
        self.list_scores, self.is_over = lambda: scores, is_over


def test_prospects__are_those_of_two_experts():
    """By chances of deals that are played here, not in training."""
    measured = ChanceTable(*measure_scores("expert", "expert", 4_000, seed=5))
    for totals, number, is_elder in (
        ((0, 0), 1, True),
        ((80, 57), 4, False),
        ((20, 140), 5, True),
        ((96, 90), 6, True),
        ((96, 90), 6, False),
        ((10, 60), 2, True),
    ):
        wins = measured.find_chances(*totals, number, 0 if is_elder else 1).wins
        # Five standard errors, half a partie of rounding, and half for other learned players.
        assert (
            abs(find_prospects(totals, number, is_elder) - 100 * wins.value) < 1 + 500 * wins.se
        ), (totals, number, is_elder)


def test_sheet__says_how_the_partie_stands_and_stood_before_the_deal():
    told = tell_sheet(Ended([(28, 9), (24, 25), (28, 23)]))
    now, before = find_prospects((80, 57), 4, False), find_prospects((52, 34), 3, True)
    assert (
        told["totals"],
        told["elders"][:4],
        f"win {now} parties of 100 from here, {before} before" in told["stands"],
        "before" in tell_sheet(Ended([]))["stands"],
    ) == ((80, 57), [True, False, True, False], True, False)


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ([(40, 12)] * 6, "You win the partie: 412 points, a rubicon."),
        ([(20, 30)] * 6, "expert wins the partie: 160 points."),
        ([(12, 40)] * 6, "expert wins the partie: 412 points, a rubicon."),
        ([(20, 20)] * 6, "The partie is drawn."),
    ],
)
def test_sheet__of_a_partie_that_is_over_says_who_won(scores, said):
    assert tell_sheet(Ended(scores, is_over=True))["stands"] == said
