"""What functions of the package refuse: one table of calls, and of the line that answers each.

Commands have such a table in `tests/cli/test_mistakes`.
"""

import json

import numpy as np
import pandas as pd
import pytest
from refusals import refuses
from specimens import ENDING, EXAMPLE, EXAMPLE_PLAY, HAND, TESTS, TRICKS, change, read_golden

from analyses import find_study
from piquet_sim import (
    Simulation,
    ask,
    compare_players,
    compare_simulations,
    compare_values,
    estimate_values,
    judge_estimate,
    parse_hand,
    read_deals,
    simulate,
    simulate_matches,
    verbs,
    write_deals,
)
from piquet_sim.cli.guides import read_guide
from piquet_sim.compare.duel import play_duel
from piquet_sim.deals.json import score_deal
from piquet_sim.deals.narration import say_call
from piquet_sim.deals.notation import write_deal
from piquet_sim.decisions.kinds.contrast import watch_contrast
from piquet_sim.decisions.kinds.discard import advise
from piquet_sim.decisions.kinds.discard_table import MOST_DEALS, try_discards
from piquet_sim.decisions.kinds.question import Question
from piquet_sim.decisions.walkthrough import lay_out_deal, walk_deal
from piquet_sim.estimates.estimate import estimate_proportion
from piquet_sim.exact import census, draw_odds, who_is_good
from piquet_sim.exact.ending_solutions import solve_ending, solve_positions
from piquet_sim.exact.endings import Ending, read_ending
from piquet_sim.exact.odds import named_odds
from piquet_sim.game.cards import parse_cards
from piquet_sim.game.laws import read_book
from piquet_sim.game.rules import PRESETS, RUBICON, RuleSet, find_rules, read_rules
from piquet_sim.game.settlement import parse_deals, settle_sheet
from piquet_sim.matches.equity import check_state
from piquet_sim.running.measures import read_measures
from piquet_sim.running.precision import read_precision, set_target
from piquet_sim.strategies import find_strategy
from piquet_sim.strategies.training import train

BOUSSAC_1896, COTTON_1674 = PRESETS["boussac_1896"], PRESETS["cotton_1674"]
GAMES = PRESETS["au_cent"].replace(match="games", settlement="games")
NINE_EACH = RUBICON.replace(sequence_scores=(9,) * 7)
CLUBS = Simulation("club", "novice", mirrored=True)
ASKED = read_measures(["seven: elder_tricks == 7", "elder_wins"], "elder_point > 0")
FOUND = estimate_proportion(5_640, 10_000)
MASK, DISCARD, BEST = (parse_hand(one) for one in (HAND, "K..98.87", ".8.98.87"))
QUESTION = Question(MASK, strategy="club")
REPLY = {"elder": "..K.", "younger": ".K.A.", "leads": "elder", "table": "AS", "tricks": TRICKS}
DEAL = read_golden("deals.jsonl")[0][1]
WRITTEN = read_guide("notation").partition("```text\n")[2].partition("```")[0]
(RECORD,) = read_deals(WRITTEN)


def referee(spoil):
    """The score of a deal that is spoiled first."""
    deal = json.loads(json.dumps(DEAL))
    spoil(deal)
    score_deal(deal)


REFUSED = [
    (
        lambda text, options: parse_hand(text, **options),
        "",
        [
            ("AX", {}, ("hand", "unknown card 'AX'", "rank then suit")),
            ("A", {}, ("hand", "unknown card 'A'")),
            ("1S", {}, ("hand", "unknown card '1S'")),
            ("AS AS", {}, ("hand", "♠A twice")),
            ("AA...", {}, ("hand", "♠A twice")),
            ("♠AA", {}, ("hand", "♠A twice")),
            ("6S", {}, ("hand", "♠6 is not in the pack of 32")),
            ("6...", {}, ("♠6 is not in the pack of 32",)),
            ("AK.A", {}, ("expected 4 suits separated by dots", "got 2")),
            ("A.K.Q.J.T", {}, ("expected 4 suits separated by dots", "got 5")),
            ("A.1..", {}, ("unknown rank '1' in hearts",)),
            ("S:AX", {}, ("unknown rank 'X' in spades",)),
            ("♠A ♠A", {}, ("♠A twice",)),
            ("AKJ AQJ8 98", {}, ("unknown card 'AKJ'",)),
            ("AKJ.S.98.J87", {}, ("unknown rank 'S' in hearts",)),
            ("AS KS", {"cards": 12}, ("expected 12 cards, got 2",)),
            (
                "AS",
                {"what": "elder dealt", "cards": 12},
                ("elder dealt: expected 12 cards, got 1",),
            ),
            (7, {}, ("7 is not text",)),
            (None, {}, ("None is not text",)),
            ("AS", {"pack": 40}, ("pack: 40 cards", "32 or 36")),
        ],
    ),
    (
        lambda row: parse_cards(row, "talon"),
        "",
        [("9S XX", "talon: unknown card 'XX'"), ("9S 9S", "talon: ♠9 twice")],
    ),
    (
        lambda options: RUBICON.replace(**options),
        "rules: ",
        OPTIONS := [
            ({"capot_score": 50}, ("no option 'capot_score'", "did you mean 'capot_scores'?")),
            ({"zzz": 1}, ("no option 'zzz'", "; the nearest of ")),
            ({"pack": 40}, ("pack=40", "32", "36")),
            ({"elder_exchange_most": 9}, ("elder_exchange_most=9", "8")),
            ({"elder_exchange_most": "many"}, ("elder_exchange_most='many'",)),
            ({"pique_needs": 0}, ("pique_needs=0",)),
            ({"point_scores": "double"}, ("point_scores='double'",)),
            ({"lowest_set": "9"}, ("lowest_set='9'",)),
            ({"sequence_scores": (3, 4)}, ("sequence_scores=",)),
            (
                {"elder_exchange_most": 8},
                ("elder may take 8 of 8", "leaves younger fewer than the 1"),
            ),
            ({"elder_exchange_least": 5, "elder_exchange_most": 4}, ("at least 5 and at most 4",)),
            (
                {"younger_exchange_least": 3, "younger_exchange_most": 2},
                ("at least 3 and at most 2",),
            ),
        ],
    ),
    (
        lambda options: RUBICON.replace(**options),
        "",
        [
            ({"match": "race"}, "set settlement=games, too"),
            ({"settlement": "games"}, "settlement=games: a partie is settled by points"),
            ({"win_is_immediate": True}, "win_is_immediate=True: a partie"),
            ({"double_below": 50}, "double_below=50: a partie"),
            ({"games_to_win": 3}, "needs match=games"),
            (
                {"match": "race", "settlement": "games", "double_below": 150},
                "fewer than the target",
            ),
            ({"carte_blanche_of_both_cancels": True}, "needs pack=36"),
            ({"sequence_scores": [3, 4, 15, 16, 17, 18, 2]}, "9 cards would score 2"),
            ({"point_least_pips": 77}, "no point has more than 75 pips"),
            ({"tie_deals": 1}, "tie_deals=1"),
            ({"target": 0}, "target=0"),
        ],
    ),
    (
        check_state,
        "",
        [
            (COTTON_1674, 0, 0, 1, "chances requires match='partie'"),
            (RUBICON, -1, 0, 2, "for A, got -1"),
            (RUBICON, 0, 5000, 2, "for B, got 5000"),
            (RUBICON, 0, 0, 9, "deals 1 to 6, and 7 to 8"),
            (RUBICON.replace(tie_deals=0), 0, 0, 7, "deals 1 to 6"),
            (RUBICON, 10, 11, 7, "only played if the totals are level"),
            (RUBICON, 10, 0, 1, "before the first deal"),
        ],
    ),
    (
        settle_sheet,
        "",
        [
            ({}, "deals is missing"),
            ({"deals": 3}, "list of pairs"),
            ({"deals": [[1]]}, "deal 1: expected two whole numbers"),
            ({"deals": [[1, True]]}, "two whole numbers"),
            ({"deals": [[1, 2.5]]}, "two whole numbers"),
            ({"deals": [], "rule": "rubicon"}, "unknown key 'rule'"),
            ({"deals": [], "rules": "rubicn"}, "did you mean 'rubicon'"),
            ({"deals": [], "rules": {"preset": "rubicon", "sets": {}}}, "did you mean 'set'"),
            ({"totals": [1, 2], "rules": GAMES.describe()}, "a match of games requires its deals"),
        ],
    ),
    (
        lambda rules, start: Simulation("club", "club", rules).play_matches(0, 4, start=start),
        "",
        [
            (BOUSSAC_1896, (100, 3), "begins with totals from 0 to 99"),
            (GAMES, (0, -1), "start: expected at least 0, got -1"),
            (RUBICON, (0, 1001), "a partie begins with totals from 0 to 1000"),
            (RUBICON, (1,), "two whole numbers"),
            (RUBICON, (1.5, 2), "start: 1.5 is not a whole number"),
            (RUBICON, (True, 2), "start: True is not a whole number"),
            (RUBICON, "12", "two whole numbers"),
        ],
    ),
    (
        judge_estimate,
        "",
        [
            ({"label": "often"}, FOUND, "states no number"),
            (0.5, estimate_values([3]), "requires a standard error"),
            (2, estimate_values([2, 2, 2]), "requires a standard error"),
        ],
    ),
    (
        say_call,
        "",
        [
            ("points", 0, "did you mean 'point'?"),
            ("set", {"size": 5, "rank": "K"}, "no hand holds such a set"),
            ("set", {"size": 3, "rank": "9"}, "no hand holds such a set"),
            ("sequence", {"length": 4, "top": "8"}, "no hand holds such a sequence"),
            ("sequence", {"length": 4}, "top is missing"),
            ("sequence", {"length": 4, "top": "1"}, "'1' is not a rank"),
            ("point", {"length": 5, "pips": 0}, "no hand holds such a point"),
            ("point", "five", "call"),
        ],
    ),
    (
        lambda change: read_ending(ENDING | change),
        "",
        [
            ({"elder": "AK..K."}, "elder has 3 cards and younger 2"),
            ({"younger": ".K.K."}, "KD is in both hands"),
            ({"elder": "AS AS"}, "twice"),
            ({"tricks": {"elder": 6, "younger": 5}}, "6 and 5 won and 2 to come make 13, not 12"),
            ({"tricks": {"elder": 6}}, "younger: None is not a whole number"),
            ({"tricks": {"elder": -1, "younger": 11}}, "elder: expected a number from 0"),
            ({"leads": "dealer"}, "'dealer'"),
            ({"elder": "...", "younger": "..."}, "both hands are empty"),
            ({"rules": "rubicn"}, "did you mean 'rubicon'"),
            ({"who": 1}, "unknown key 'who'"),
            ({"points": 5}, "points: expected a JSON object"),
            ({"points": {"elder": 5, "younger": 9}}, "elder has won 6 tricks and counted 5"),
            ({"tricks": {"elder": 10, "younger": 0}, "leads": "younger"}, "elder leads"),
            ({"tricks": {"elder": 0, "younger": 10}}, "younger has won every trick so far"),
        ],
    ),
    (
        lambda change: read_ending(REPLY | change),
        "",
        [
            ({"elder": "A..K."}, "AS is still in elder's hand"),
            ({"younger": "A.K.."}, "AS is still in younger's hand"),
            ({"elder": ".Q.K."}, "elder has 3 cards and younger 2, the card on the table counted"),
            ({"table": "AX"}, "table: unknown card 'AX'"),
            ({"table": "AS AH"}, "table: unknown card"),
            ({"table": 5}, "table: expected a card, got 5"),
            ({"table": "6S"}, "not in the pack of 32"),
            ({"tricks": {"elder": 6, "younger": 5}}, "and 2 to come make 13"),
            ({"rules": {"preset": "rubicon", "set": {"cards": 3}}}, "rules: "),
        ],
    ),
    (
        lambda asked, change={}: solve_ending(read_ending(REPLY | change), **asked),
        "",
        [
            ({"aim": "points"}, "aim: "),
            ({"aim": "settlement"}, "requires a score"),
            ({"score": (93, 120)}, "score requires the aim settlement"),
            ({"aim": "settlement", "score": (-1, 5)}, "score: expected at least 0, got -1"),
            ({"aim": "settlement", "score": (20_000, 5)}, "must be from 0"),
            ({"aim": "settlement", "score": (5, 120)}, "elder has won 6 tricks and counted 5"),
            ({"aim": "settlement", "seat": "elder", "score": (93, 120)}, "seat requires the aim"),
            ({"seat": "elder"}, "seat requires the aim own"),
            ({"aim": "own", "seat": "dealer"}, "seat: expected elder or younger"),
            (
                {"aim": "settlement", "score": (39, 120)},
                {"points": {"elder": 40, "younger": 20}},
                "elder has counted 40 in this deal",
            ),
            (
                {"aim": "settlement", "score": (100, 20)},
                {"rules": "cotton_1674"},
                "100 has been reached, so the match is over",
            ),
        ],
    ),
    (
        lambda ask, given: ask(*given),
        "",
        [
            (census.joint_table, ("aces", "aces"), "two different attributes"),
            (census.count_hands_by, ("acs",), "did you mean 'aces'"),
            (census.count_hands_by, ("value", NINE_EACH), "sequence_scores"),
            (draw_odds.rank_by, (MASK, "value", "elder", None, NINE_EACH), "sequence_scores"),
            (who_is_good.compare_class, ("pont",), "did you mean 'point'"),
        ],
    ),
    (
        lambda precisions, options: set_target(precisions=precisions, **options),
        "",
        [
            (["difference"], {}, "write ESTIMATE=ERROR"),
            (["diference=1"], {}, "did you mean 'difference'"),
            (["difference=0"], {}, "positive number"),
            (["difference=-1%"], {}, "positive number"),
            (["difference=nan"], {}, "positive number"),
            (["difference=1e400"], {}, "positive number"),
            (["difference=x%"], {}, "positive number"),
            (["difference=1", "difference=2"], {}, "is given twice"),
            ([], {"n": 5, "most": 7}, "not both"),
            (["difference=1"], {"most": 1, "deals_per_unit": 2}, "at least 2"),
            ([], {"seconds": float("nan")}, "positive number of seconds"),
            ([], {"seconds": 1e9}, "max-time"),
            ([], {"seconds": -1.0}, "max-time"),
        ],
    ),
    (
        lambda text: read_precision(text, ASKED),
        "",
        [
            ("sevn=1%", "did you mean 'seven'?"),
            ("elder_tricks == 8=1%", "no estimate 'elder_tricks == 8'"),
            ("elder_tricks >= 8", "no estimate 'elder_tricks >'"),
        ],
    ),
    (
        read_measures,
        "",
        [
            ([], "drawn", "--given-outcome requires --measure"),
            (["drawn"], "elder_score", "given-outcome: elder_score is a number; compare it"),
            (["drawn"], "elder_point", "write elder_point > 0"),
            (["drawn"], "elder_winss", "no name 'elder_winss'; did you mean"),
            (["drawn", "drawn"], None, "measure: drawn is given twice"),
            (["a: drawn", "a: elder_wins"], None, "measure: a is given twice"),
            (["drawn"] * 101, None, "measure: at most 100 in one run, got 101"),
            ([3], None, "measure: [3] is not text"),
            (["drawn"], 3, "given-outcome: [3] is not text"),
            (["elder_wins: drawn"], None, "'elder_wins' is the name of something else"),
            (["elder: drawn"], None, "'elder' is the name of something else"),
        ],
    ),
    (
        lambda by: simulate("club", "club", n=10, by=by),
        "",
        [
            ("elder.point", "by: elder.point only compares"),
            ("1 + 2", "by: '1 + 2' asks nothing of a deal"),
            ("", "by: at the end"),
            ("elder_score / 2", "need not be whole"),
            ("elder_score * younger_score", "groups; at most 1,000 are counted: divide by //"),
            (["elder_score", "younger_score"], "groups; at most 1,000"),
            (["drawn", "drawn"], "by: drawn is given twice"),
            (["drawn", "elder_wins", "faced"], "by: at most 2 expressions, got 3"),
            ("hand.aces", "no place 'hand'"),
            (3, "by: 3 is not text"),
        ],
    ),
    (
        lambda asked: simulate("club", "club", **asked),
        "",
        [
            ({"n": None}, "n: None is not a whole number"),
            ({"n": True}, "n: True is not a whole number"),
            ({"n": 10.0}, "n: 10.0 is not a whole number"),
            ({"n": 0}, "n: expected at least 1"),
            ({"n": 10, "mirrored": "no"}, "mirrored: 'no' is neither True nor False"),
            ({"n": 10, "seed": "1"}, "seed: '1' is not a whole number"),
            ({"n": 10, "seed": -1}, "seed: expected a number from 0"),
            ({"n": 10, "measures": 3}, "measure: 3 is not text"),
            ({"n": 10, "given": 3}, "given: "),
            ({"precision": 0.5}, "precision: 0.5 is not text"),
            ({"max_time": "4"}, "max-time: "),
            ({"max_time": float("nan")}, "max-time: "),
            ({"n": 10, "max_deals": 20}, "not both"),
        ],
    ),
    (
        find_strategy,
        "",
        [
            ("club+score", "'club' does not play to the score"),
            ("expert+scores", "did you mean 'score'"),
            ("club+sink-set", "did you mean 'sink-sets'"),
            ("club+sink-sets=2", "sink-sets 2.0; from 0 to 1"),
            ("club+sink-sets=often", "'often' is not a probability"),
            ("clup+sink-sets", "did you mean 'club'"),
            ("zzzzzz", "there are: club, expert"),
        ],
    ),
    (
        lambda asked, discard: try_discards(
            Question(**{"hand": MASK} | asked), [parse_hand(discard)], 2
        ),
        "",
        [
            ({}, "AKJ.AQJ..", "6 cards; elder may exchange 1 to 5"),
            ({}, "T...", "TS is not in the hand"),
            ({"seat": "younger", "took": 4}, "AKJ.AQ..", "5 cards; younger may exchange 1 to 4"),
            (
                {"hand": parse_hand("AT98.T987.T98.7"), "opponent_blanche": True},
                "7C",
                "the opponent cannot have one",
            ),
        ],
    ),
    (
        lambda plays: walk_deal(EXAMPLE, parse_cards(plays)),
        "",
        [
            ("KS", "trick 1: KS is not in the hand of elder, whose turn it is"),
            ("AH QC", "trick 1: QC is a revoke: younger holds TH"),
            (f"{EXAMPLE_PLAY} 7C", "7C comes after the last trick"),
        ],
    ),
    (
        lambda change: lay_out_deal(
            Question(change.pop("hand", MASK), took=change.pop("took", None)),
            **{"discard": DISCARD} | change,
        ),
        "",
        [
            ({"discard": 0}, "0 cards; elder may exchange 1 to 5"),
            ({"discard": parse_hand("TS")}, "TS is not in the hand"),
            ({"hand": MASK | parse_hand("TS")}, "expected 12 cards, got 13"),
            ({"drawn": parse_cards("AS")}, "AS was dealt to the hand"),
            ({"drawn": parse_cards("TS 9S 8S 7S TC 9C")}, "6 cards, but only 5 are discarded"),
            ({"took": 3}, "requires the younger seat"),
            ({"number": -1}, "number: expected a number from 0 to 9223372036854775807, got -1"),
        ],
    ),
    (
        lambda more: write_deal(RECORD | more),
        "",
        [
            ({"comment": 3}, "comment: expected text of at most 20,000 characters, got 3"),
            ({"comment": "x" * 20_001}, "comment: expected text of at most"),
            ({"comment": "a\x1b[2J"}, "comment: a comment cannot contain '\\x1b'"),
            ({"name": "a # b"}, "name: a name cannot contain '#'"),
            ({"name": "a\x00b"}, "name: a name cannot contain '\\x00'"),
            ({"name": "x" * 201}, "name: expected a name"),
            (
                {"players": {"elder": "Ann (A.): B"}},
                "players: elder: a name cannot contain a colon",
            ),
            ({"players": {"dealer": "Ann"}}, "players: unknown key 'dealer'"),
            ({"number": True}, "number: expected the number of the deal"),
            ({"score": [1, -1]}, "score: expected a number from 0"),
            ({"totals": [28, 24]}, "totals: 28 to 24 written down, but the deal makes 28 to 23"),
            ({"talon": None}, "talon is missing"),
            ({"talon": "? ? ? ? ? QS AC 7D"}, "talon: "),
            (
                {"elder": {"held": "AJ98.AKQJ8.K.J9", "discard": "K..98.87"}},
                "elder: unknown key 'held",
            ),
            ({"elder": {"discard": "K..98.87"}}, "elder: dealt is missing"),
        ],
    ),
    (
        write_deals,
        "",
        [
            ([], "words", "no deal to be written"),
            ([DEAL], "wrods", "form"),
            ([{**DEAL, "name": "a"}] * 2, "words", "a second deal named 'a'"),
        ],
    ),
    (
        find_rules,
        "rules: ",
        [
            ("rubicn", "no preset 'rubicn'; did you mean 'rubicon'?"),
            ("whist", "no preset 'whist'; there are: "),
        ],
    ),
    (lambda options: RuleSet(**options), "rules: ", OPTIONS),
    (
        read_rules,
        "",
        [(bad, "") for bad in (3, None, {"preset": 3}, {"set": 3}, {"presets": "rubicon"})],
    ),
    (
        parse_deals,
        "deal 1: ",
        [(bad, "write A's score") for bad in ["27", "27-13-1", "a-b", "27--13", "²-1"]],
    ),
    (
        lambda error: play_duel(CLUBS, 100, precision=error),
        "",
        [
            (error, "expected a positive number")
            for error in [0.0, -1.0, float("nan"), float("inf")]
        ],
    ),
    (
        lambda *given: solve_positions(*map(np.array, given)),
        "",
        [
            (*given, "positions: ")
            for given in [
                (1, 2),
                (1 << 9, 1 << 10),
                (-2, 4),
                (2, 2),
                (2, 4 + 8),
                (0, 0),
                (2.5, 4),
                ([2, 2], [4, 4, 4]),
            ]
        ],
    ),
    (
        Ending,
        "",
        [
            (*given, "")
            for given in [
                (1, 2, 0, 6, 5),
                (2, 4, 0, 6, 6),
                (0, 0, 0, 6, 6),
                (2, 4, 2, 6, 5),
                (2, 4, 0, 6, 5, None, 0),
            ]
        ],
    ),
    (named_odds, "", [(*given, "") for given in [(21, 1, 5), (4, 5, 5), (4, 1, 21), (-1, 0, 5)]]),
    (
        lambda unit, pairs: play_duel(CLUBS, pairs, unit),
        "",
        [("hands", 10, "deals or parties"), ("deals", 1, "n: expected at least 2, got 1")],
    ),
    (
        find_strategy,
        "",
        [
            (
                "club@mine.npz",
                "strategy 'club@mine.npz': club learns from no file; expert and master",
            ),
            ("expert@", "strategy 'expert@': expected a file after @, as in expert@mine.npz"),
            ("master@/none.npz", "learned: /none.npz: No such file or directory"),
        ],
    ),
    (
        lambda budget: train(**budget),
        "",
        [
            ({"hands": 10}, "hands: expected at least 1000, got 10"),
            ({"rounds": 2}, "rounds: expected at least 3, got 2"),
        ],
    ),
    (
        referee,
        "",
        [
            (lambda deal: deal.update(plays="AS"), ("deal", "unknown key 'plays'", "play")),
            (lambda deal: deal.pop("elder"), ("elder is missing",)),
            (lambda deal: deal.update(elder="AS"), ("elder", "expected a JSON object")),
            (lambda deal: deal["elder"].pop("dealt"), ("elder: dealt is missing",)),
            (lambda deal: deal.update(rules="rubicn"), ("did you mean 'rubicon'",)),
            (lambda deal: deal.update(rules=3), ("rules: 3",)),
            (lambda deal: deal["elder"].update(discard="T..."), ("TS was not dealt to elder",)),
            (lambda deal: deal["elder"].update(discard="..."), ("0 cards", "1 to 5")),
            (lambda deal: deal["elder"].update(calls="all"), ("elder calls", "'all'")),
            (
                lambda deal: deal["younger"].update(calls={"trio": {}}),
                ("a trio is called as a set",),
            ),
            (
                lambda deal: deal["younger"].update(calls={"point": {"length": 5}}),
                ("younger calls point", "pips is missing"),
            ),
            (
                lambda deal: deal["younger"].update(calls={"set": {"size": 3, "rank": "1"}}),
                ("younger calls set", "'1' is not a rank"),
            ),
            (
                lambda deal: deal["younger"].update(calls={"point": {"length": True, "pips": 1}}),
                ("True is not a whole number",),
            ),
            (
                lambda deal: deal["younger"].update(calls={"point": {"length": 5, "pips": 300}}),
                ("300 pips",),
            ),
            (
                lambda deal: deal["younger"].update(calls={"sequence": {"length": 99, "top": "A"}}),
                ("length 99",),
            ),
            (
                lambda deal: deal["younger"].update(calls={"carte_blanche": 1}),
                ("carte_blanche", "expected true or false, got 1"),
            ),
            (lambda deal: deal.update(talon=None), ("talon is missing",)),
            (lambda deal: deal.update(play=["AS"]), ("play: expected text",)),
            (lambda deal: deal.update(play="AH TD"), ("trick 1: TD is a revoke",)),
            (
                lambda deal: deal.update(play=deal["play"].replace("KH 7D", "7D KH")),
                ("trick 2: 7D is not in the hand of elder",),
            ),
            (
                lambda deal: deal.update(
                    play=deal["play"].replace("AH TH", "AH TD").replace("QH TD", "QH TH")
                ),
                ("trick 1: TD is a revoke", "younger holds TH"),
            ),
        ],
    ),
    (
        lambda pairs: read_deals(change(WRITTEN, *pairs)),
        "line ",
        [
            ([("KH 7D", "KH TH")], "line 11, column 22: play: card 4 (TH) has been played before"),
            (
                [("7. AC 9C", "7. AC 8S"), ("9. QC 8S", "9. QC 9C")],
                "line 11, column 67: play: card 14 "
                "(trick 7): 8S is not legal; elder, whose turn it is, may play JC 9C",
            ),
            ([("♣J87; t", "♣J877; t")], "line 6, column 14: elder dealt: ♣7 twice"),
            ([("♥AQJ8", "♥AQJ")], "line 6, column 14: elder dealt: expected 12 cards, got 11"),
            ([("♥AQJ8", "♥AQJX")], "line 6, column 14: elder dealt: unknown rank"),
            ([("♠T7", "♠J7")], "line 2, column 1: deal: JS dealt to both"),
            ([("♠T7", "♠T6")], "line 8, column 16: younger dealt: ♠6 is not in the pack of 32"),
            ([("♠K ♦98", "♠Q ♦98")], "line 6, column 35: elder discard: QS was not dealt to elder"),
            (
                [("♠7 ♥97", "♠7 ♥T97")],
                "line 8, column 37: younger discard: 4 cards; younger may exchange",
            ),
            (
                [("; throws ♠7 ♥97", "")],
                "line 8, column 37: younger discard: expected 'throws ♠K ♦98' or",
            ),
            ([("throws ♠K", "discards ♠K")], "line 6, column 35: elder discard: expected 'throws"),
            (
                [("; throws ♠7 ♥97", "; draws ♠7")],
                "younger discard: expected 'throws ♠K ♦98' or 'throws",
            ),
            (
                [("making 49", "making 48")],
                "line 6, column 54: elder calls point: point of 5 cards making 48 is not held in "
                "AJ98.AKQJ8.K.J9, of which the best is point of 5 cards making 49",
            ),
            (
                [("of 5 cards making 49", "of five")],
                "line 6, column 54: elder calls 'point of five': expected a call, as in 'point of",
            ),
            (
                [("trio of knaves", "three knaves")],
                "line 7, column 16: elder calls 'three knaves': expected"
                " a call, as in 'trio of knaves, good', 'no point' or 'carte blanche'",
            ),
            (
                [("♥97; point", "♥97; carte blanche; point")],
                "line 8, column 52: expected 'point of 5 cards making', got 'carte'",
            ),
            (
                [("49, good", "49, equal")],
                "line 6, column 82: expected 'good; quart major, good; trio', got 'equal;'",
            ),
            (
                [("knaves, not good", "knaves")],
                "line 7, column 24: expected 'knaves, not good Younger (Ben):', got 'knaves'",
            ),
            ([("; trio of knaves, not good", "")], "line 7, column 10: expected 'good; no set"),
            ([("KH 9C", "KH 8C")], "line 10, column 1: talon: 8C was dealt to a player"),
            ([(" AC 7D", "")], "line 10, column 1: talon: expected 8 cards, got 6"),
            (
                [("Talon: 9S 8S KH 9C KD QS AC 7D\n", "")],
                "expected a statement 'Talon:' in this deal",
            ),
            (
                [("28 to 23", "29 to 23")],
                "line 13, column 1: totals: 29 to 23 written down, but the deal",
            ),
            (
                [(" 12. JS TS", "")],
                "line 13, column 1: totals: given, but only 22 of 24 cards were played",
            ),
            ([("10. TC", "11. TC")], "line 11, column 88: expected '10. TC 9S 11. QS', got '11.'"),
            (
                [("7. AC 9C", "7. AC,9C")],
                "line 11, column 64: expected 'AC 9C 8. KC JC', got 'AC,9C'",
            ),
            (
                [("Younger (", "Youngre (")],
                "line 8, column 1: Youngre: is no statement; did you mean 'Younger:'?",
            ),
            (
                [("Rules: rubicon\n", "")],
                "line 2, column 1: expected a statement 'Rules:' in this deal",
            ),
            ([("rubicon", "rubicn")], "line 3, column 1: rules: no preset 'rubicn'; did you mean"),
            (
                [("rubicon", "Rubicon")],
                "line 3, column 8: expected 'rubicon Number: 3 Score: 45', got",
            ),
            ([("rubicon", "rubicon (pique=3)")], "line 3, column 1: rules: no option 'pique'"),
            (
                [("Deal: the example", "Deal:")],
                "line 2, column 1: name: expected a name of 1 to 200",
            ),
            (
                [("Number: 3", "Number: 03")],
                "line 4, column 9: expected '3 Score: 45 to 30', got '03'",
            ),
            (
                [("45 to 30", "45-30")],
                "line 5, column 1: score: expected two numbers, elder's first",
            ),
            ([("(Ann)", "()")], "line 6, column 1: players: elder: expected a name"),
            ([("(Ann)", "(Ann")], "line 6, column 1: expected a statement 'Elder:' in this deal"),
            (
                [("# Cav", "Notation: PQN 2\n# Cav")],
                "line 1: notation: expected PQN 1, the version that is read here, got 'PQN 2'",
            ),
        ],
    ),
    (
        read_deals,
        "",
        [
            ("", "no deal; expected deals in words"),
            ("# nothing\n", "no deal"),
            (" \n\t\n", "no deal"),
            ("hello:", "line 1, column 1: hello: is no statement; there are: Deal, Rules, Number"),
            ("Elder:", "line 1, column 1: elder discard: expected 'throws"),
            (f"{WRITTEN}\n{WRITTEN}", "line 16, column 1: a second deal named 'the example'"),
            (WRITTEN + WRITTEN, "line 15, column 1: expected an empty line, got 'Deal:'"),
            ("Elder: \0\n", "line 1, column 1"),
            ("9" * 100_000 + ":", "line 1, column 1: 999"),
            (
                "Rules: " + "(" * 5000,
                "line 1, column 1: expected a statement 'Elder:' in this deal",
            ),
            (
                "Rules: rubicon (capot_scores=" + "(" * 9000 + ")\nElder: AS; throws AS",
                "line 1, col",
            ),
            (
                "Rules: rubicon (capot_scores=" + "9" * 9000 + ")\nElder: AS; throws AS",
                "line 1, col",
            ),
            (
                "Deal 0 of seed 1, x: " + "a is elder, b: " * 9000,
                "line 1: this deal is as piquet deal",
            ),
            (
                WRITTEN + json.dumps(RECORD),
                "line 14: this deal is in JSON, the first one in the notat",
            ),
            ("\n " * 200_000 + "x:", "line 200001, column 2: x: is no statement"),
            (
                " " * 1_000_000 + "\n" + "#" * 1_000_000 + "\nx",
                "line 3, column 1: expected a state",
            ),
            ("# x\n" * 2_000_000, "more than 5,000,000 characters"),
            ("nowhere.txt", "nowhere.txt: no such file"),
            (str(TESTS), f"{TESTS}: not a file"),
        ],
    ),
    (
        lambda call: call(),
        "",
        [
            (lambda: simulate(n=0), "n: expected at least 1, got 0"),
            (lambda: simulate(n=1.5), "n: 1.5 is not a whole number"),
            (lambda: simulate(n=True), "n: True is not a whole number"),
            (lambda: simulate(n=7, mirrored=True), "n: 7 is odd"),
            (lambda: simulate(n=10, threads=0), "threads: expected a number from 1 to 1024, got 0"),
            (
                lambda: simulate(seed=-1),
                "seed: expected a number from 0 to 9223372036854775807, got -1",
            ),
            (lambda: simulate(seed=2**63), "got 9223372036854775808"),
            (lambda: simulate(seed=1.0), "seed: 1.0 is not a whole number"),
            (lambda: simulate(seed=True), "seed: True is not a whole number"),
            (lambda: simulate("clubb"), "did you mean 'club'"),
            (lambda: simulate(rules="rubicn"), "did you mean 'rubicon'"),
            (lambda: estimate_values([]), "got shape (0,)"),
            (lambda: estimate_values([[1, 2]]), "got shape (1, 2)"),
            (lambda: estimate_values([1.0, float("nan")]), "finite"),
            (lambda: estimate_values(["28"]), "finite numbers"),
            (lambda: estimate_values([1, 2, 3], unit=2), "3 cannot be split into units of 2"),
            (lambda: compare_values([1, 2], [1, 2, 3]), "must be paired"),
            (
                lambda: compare_values(pd.Series([1, 2]), pd.Series([1, 2], [1, 2])),
                "different rows",
            ),
            (
                lambda: compare_values(pd.Series([1, 2]), pd.Series([1, 2], [0, 0])),
                "different rows",
            ),
            (
                lambda: compare_values(pd.Series([1, 2]), pd.Series([1, 2], ["a", 0])),
                "different rows",
            ),
            (
                lambda: compare_simulations(Simulation(seed=1), Simulation(seed=2), 10),
                "seed: 1 and 2",
            ),
            (
                lambda: compare_simulations(Simulation(), Simulation(rules="cotton_1674"), 10),
                "pack: 32 and 36",
            ),
            (
                lambda: compare_simulations(Simulation(given="elder.has('AS')"), Simulation(), 10),
                "given: elder.has('AS') and nothing",
            ),
            (lambda: compare_players("club", "novice", 0), "n: expected at least 1, got 0"),
            (lambda: compare_players("club", "novise", 10), "did you mean 'novice'"),
            (lambda: compare_players("club", "novice", 10, seat="dealer"), "got 'dealer'"),
            (lambda: advise(QUESTION, deals=3), "n: expected at least 4, got 3"),
            (lambda: advise(QUESTION, deals=MOST_DEALS + 1), "at most 262,144"),
            (lambda: advise(QUESTION, deals=2.5), "not a whole"),
            (lambda: advise(Question(QUESTION.hand, rules=PRESETS["cotton_1674"])), "pack of 32"),
            (lambda: [*watch_contrast(QUESTION, BEST, BEST)], "two different discards"),
            (lambda: [*watch_contrast(QUESTION, BEST, parse_hand("TS"))], "TS is not in the hand"),
            (lambda: [*watch_contrast(QUESTION, 0, BEST)], "0 cards; elder may exchange 1 to 5"),
            (lambda: find_study("discard"), "did you mean 'discards'"),
            (lambda: read_book(60_000), "no rule book number 60000"),
            (lambda: find_study(None), "name: None is not text"),
            (lambda: find_study("all"), "no study 'all'; did you mean 'calling'?"),
            (lambda: verbs.advise(HAND.split(".")), "hand: expected a text, as in 'AKJ.AQJ8"),
            (lambda: verbs.advise(pd.DataFrame({"hands": [HAND]})), "hand or elder_dealt, got ha"),
            (lambda: verbs.advise(pd.DataFrame({"hand": []})), "hands: expected at least 2, got 0"),
            (lambda: verbs.advise(HAND, seconds="1s"), "seconds: expected a positive number, as"),
            (lambda: verbs.advise(HAND, seconds=True), "seconds: expected a positive number, as"),
            (lambda: verbs.advise(HAND, n="64"), "n: '64' is not a whole number"),
            (lambda: verbs.odds(HAND, ["KS", "9D"]), "discard: expected a text, as in"),
            (lambda: verbs.odds(HAND, seat="dealer", took="3"), "took: '3' is not a whole number"),
            (lambda: verbs.odds(HAND, seat="dealer", took=True), "took: True is not a whole"),
            (lambda: verbs.review([]), "record: expected a deal that was played, got none"),
            (lambda: verbs.review(RECORD, n="64"), "n: '64' is not a whole number"),
            (lambda: verbs.review(RECORD, seconds="2"), "seconds: expected a positive number"),
            (lambda: verbs.duel("club", "novice", 9, precision="1"), "precision: expected a posit"),
            (lambda: verbs.solve("x.json"), "ending: not JSON: "),
            (lambda: simulate_matches("club", 4), "expected a simulation, as Simulation('club'"),
            (lambda: compare_simulations("club", "novice", 4), "expected a simulation, as Simula"),
            (lambda: judge_estimate(3, 4), "estimate: expected an estimate, got 4"),
            (lambda: write_deals(None), "deals: expected deals, as in [deal(0), deal(1)], got"),
            (lambda: ask("elder.aces == 4", verbs.record(n=4)), "ask: expected a frame, as in"),
            (lambda: ask(verbs.record(n=4), 3), "ask: 3 is not text"),
        ],
    ),
]
"""What is asked, how the refusal begins, and what it is asked with, each with what is said."""


@pytest.mark.parametrize(
    ("ask", "start", "row"), [(ask, start, row) for ask, start, rows in REFUSED for row in rows]
)
def test_call__is_refused_in_one_line(ask, start, row):
    *given, said = row
    with refuses(*([said] if isinstance(said, str) else said), start=start) as refused:
        ask(*given)
    assert len(str(refused.value)) < 700


def test_call__what_the_refused_ones_are_made_of_is_answered():
    assert solve_ending(read_ending(REPLY)).value == 9
    assert simulate(n=np.int32(10), seed=np.int64(2**63 - 1)).deals == 10
    assert parse_deals("27-13, 15–31  44-6") == [[27, 13], [15, 31], [44, 6]]
