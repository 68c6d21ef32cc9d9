"""The verbs: what anybody asks of Piquet, each by one function.

A hand, cards, a rule book, a score, a record or an ending may be text or the object that stands for
it. What is answered has ``table()``, a data frame; ``plot()``, a chart; ``to_markdown()``,
``to_csv()`` and ``to_html()``, tables to paste; a short ``repr``, and a table in a notebook.
"""

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from piquet_sim.compare.duel import DEALS, PARTIES, Duel, play_duel
from piquet_sim.conditions.drawn_hands import AIM_OF_VALUE, count_hands_meeting, rank_discards
from piquet_sim.deals.deal import PlayedDeal
from piquet_sim.deals.json import score_deal
from piquet_sim.deals.notation import list_records
from piquet_sim.deals.simulation import Simulation
from piquet_sim.decisions.kinds import discard as trial
from piquet_sim.decisions.kinds.discard import Advice
from piquet_sim.decisions.kinds.question import Question
from piquet_sim.decisions.many_hands import DEALS_A_HAND, HandsAdvised, advise_hands, read_frame
from piquet_sim.decisions.review.partie import PartieReview, review_deals
from piquet_sim.estimates.shown import Numbers, Shown
from piquet_sim.exact.census import count_all
from piquet_sim.exact.draw_odds import find_odds
from piquet_sim.exact.ending_solutions import solve_ending
from piquet_sim.exact.endings import read_ending
from piquet_sim.game.cards import read_hand
from piquet_sim.game.errors import InputError, read_list, read_whole, read_yes, refuse
from piquet_sim.game.files import read_json
from piquet_sim.game.rules import RUBICON, RuleSet, find_rules
from piquet_sim.game.seats import read_player, read_seat
from piquet_sim.game.settlement import parse_deals, read_score, settle_sheet
from piquet_sim.matches.equity import ChanceTable
from piquet_sim.matches.score_law import measure_scores
from piquet_sim.meanings import (
    Scored,
    Settled,
    describe_census,
    describe_chances,
    describe_draw,
    describe_hands,
    describe_ranking,
    describe_solution,
)
from piquet_sim.running.records import record_deals
from piquet_sim.running.run import RAISE
from piquet_sim.strategies.registry import Strategy
from piquet_sim.strategies.roster import STRATEGIES

if TYPE_CHECKING:
    import pandas as pd


def record(
    elder: str | Strategy = "club",
    younger: str | Strategy = "club",
    n: int = 1_000,
    *,
    rules: str | RuleSet = RUBICON,
    seed: int = 1,
    mirrored: bool = False,
    play: str = STRATEGIES,
    given: str | None = None,
) -> "pd.DataFrame":
    """The deals that `simulate` counts, as a data frame with a row for each.

    Parameters
    ----------
    elder, younger, rules, seed, mirrored, play, given
        As in `simulate`.
    n : int
        Deals, all of which are kept in memory.

    Returns
    -------
    DataFrame
        `running.records.record_deals` explains the columns; `ask` asks of them.

    Raises
    ------
    InputError
        If a name or a number is invalid.
    IllegalDecision
        If a strategy gives an illegal answer.

    Examples
    --------
    >>> record("club", "novice", 500)["elder_score"].size
    500
    """
    return record_deals(Simulation(elder, younger, rules, seed, mirrored, play, given), n)


def advise(
    hand: "str | int | Question | pd.DataFrame",
    seat: str = "elder",
    *,
    discards: Iterable[str | int] = (),
    took: int | None = None,
    score: str | Sequence[int] | None = None,
    deal: int = 6,
    opponent: str = "expert",
    rules: str | RuleSet = "rubicon",
    seed: int = 1,
    n: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
) -> Advice | HandsAdvised:
    """What to throw from a hand: each discard with its worth, and the verdict on it.

    Of a table of hands: what goes from them, how often, and what it is worth.

    Parameters
    ----------
    hand : str, int, Question or DataFrame
        Twelve cards, as in "AKJ.AQJ8.98.J87"; or a question, which says all else as well; or a
        table with a column ``hand``, or with the hands dealt of a record (``elder_dealt``).
    seat : str
        "elder" or "younger"; "pone" or "dealer", too.
    discards : iterable of str or int
        Discards to be judged, whatever they are worth: "♠K ♦98 ♣87".
    took : int, optional
        Number of cards elder took, for younger.
    score : str or pair of int, optional
        Totals of the partie, yours first: "68-155".
    deal : int
        Number of this deal, where there is a score.
    opponent : str
        Strategy by which the opponent exchanges.
    rules : str or RuleSet
    seed : int
    n : int, optional
        Deals for each discard, and of a table for each hand; by default as many as the time allows.
    seconds : float, optional
        How long a hand may take.
    threads : int, optional

    Raises
    ------
    InputError
        If the hand, the seat, a discard or a number is invalid.

    Examples
    --------
    >>> from piquet_sim.game.cards import format_hand_symbols
    >>> print(format_hand_symbols(advise("♠AKJ♥AQJ8♦98♣J87", n=400).candidates[0].discard))
    ♥8 ♦98 ♣87
    """
    if hasattr(hand, "columns"):
        if seconds is not None:
            raise InputError("seconds: of a table of hands, give n, the deals for each hand")
        hands = read_frame(
            hand, read_seat(seat), strategy=opponent, score=score, deal=deal, rules=rules, seed=seed
        )
        return advise_hands(hands, DEALS_A_HAND if n is None else n, threads)
    question = (
        hand
        if isinstance(hand, Question)
        else Question(hand, seat, took, opponent, score, deal, seed, rules)
    )
    listed = read_list(
        "discards",
        [discards] if isinstance(discards, str | int) else discards,
        "discards, as in ['♠K ♦98 ♣87']",
    )
    named = [read_hand(one, "discard", question.rules.pack) for one in listed]
    return trial.advise(question, seconds, threads, n, named=named)


def review(
    record: Any,
    *,
    n: int | None = None,
    seconds: float | None = None,
    seed: int = 1,
    rules: str | RuleSet | None = None,
) -> PartieReview:
    """What each decision of played deals lost, and what was luck.

    Parameters
    ----------
    record : str, Path, dict, PlayedDeal or iterable of these
        A file or the text of one, in words or one JSON object a line; or a record.
    n : int, optional
        Deals for each decision; by default as many as the time allows.
    seconds : float, optional
        For each deal.
    seed : int
    rules : str or RuleSet, optional
        The rule book of records that name none.

    Raises
    ------
    InputError
        If a record or a number is invalid.

    Examples
    --------
    >>> reviewed = review(deal(), n=64)
    >>> len(reviewed.deals), int(reviewed.table().loc["elder all decisions", "n"])  # of "deals"
    (1, 1)
    """
    return review_deals(
        list_records(record), seconds, seed, None if rules is None else find_rules(rules), n
    )


def odds(
    hand: str | int,
    discard: str | int | None = None,
    seat: str = "elder",
    *,
    took: int | None = None,
    aim: str = AIM_OF_VALUE,
    rules: str | RuleSet = "rubicon",
) -> Numbers:
    """What the draw brings, exactly: after one discard, or all discards ranked by an aim.

    Parameters
    ----------
    hand : str or int
    discard : str or int, optional
    seat : str
    took : int, optional
        Number of cards elder took, for younger.
    aim : str
        What discards are ranked by, an expression on `hand` after the draw and on `unseen`: a
        number ("hand.value") or an event ("hand.aces == 4").
    rules : str or RuleSet

    Examples
    --------
    >>> draw = odds("AKJ.AQJ8.98.J87", "♠K ♦98 ♣87")
    >>> float(draw.table().loc["quatorze:J", "value"])
    0.25
    """
    book, seat = find_rules(rules), read_seat(seat)
    if discard is not None:
        refuse({"aim: it ranks discards; leave out the discard": aim != AIM_OF_VALUE})
        return describe_draw(find_odds(hand, discard, seat, took, book), seat)
    return describe_ranking(rank_discards(hand, aim, seat, took, book), aim, seat, book)


def census(*attributes: str, given: str | None = None, rules: str | RuleSet = "rubicon") -> Numbers:
    """All hands of twelve cards, counted exactly by what they hold.

    Parameters
    ----------
    attributes : str
        "aces", "voids", "value", ...; by default all.
    given : str, optional
        Instead: how many hands meet a condition, as in "hand.aces == 3 and hand.voids > 0".
    rules : str or RuleSet

    Examples
    --------
    >>> round(float(census("aces").table().value.max()), 4)
    0.3804
    """
    book = find_rules(rules)
    if given is not None:
        return describe_hands(count_hands_meeting(given, book), book)
    return describe_census(count_all(book, attributes), book)


def duel(
    one: str | Strategy,
    two: str | Strategy,
    n: int = 10_000,
    *,
    parties: bool = False,
    rules: str | RuleSet = "rubicon",
    seed: int = 1,
    given: str | None = None,
    plain: bool = False,
    precision: float | None = None,
    checkpoint: str | Path | None = None,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    on_interrupt: str = RAISE,
) -> Duel:
    """Which player is better: the same cards in both seats.

    Parameters
    ----------
    one, two : str or Strategy
    n : int
        Pairs of deals, or of parties; with a precision, at most.
    parties : bool
    rules : str or RuleSet
    seed : int
    given : str, optional
        Only deals that meet this condition.
    plain, precision, checkpoint, threads, progress, on_interrupt
        As `compare.duel.play_duel` takes them.

    Raises
    ------
    InputError
        If a player, the condition or a number is invalid.

    Examples
    --------
    >>> duel("club", "novice", 500).gain.low > 0
    True
    """
    return play_duel(
        Simulation(one, two, rules, seed=seed, mirrored=True, given=given),
        n,
        PARTIES if read_yes("parties", parties) else DEALS,
        threads,
        progress,
        plain,
        precision=precision,
        checkpoint=checkpoint,
        on_interrupt=on_interrupt,
    )


def chances(
    score: str | Sequence[int],
    deal: int = 1,
    elder: str = "a",
    *,
    first: str | Strategy = "club",
    second: str | Strategy = "club",
    n: int = 1_000_000,
    rules: str | RuleSet = "rubicon",
    seed: int = 1,
) -> Numbers:
    """What a score is worth: chances of winning, of a rubicon, and the expected settlement.

    Parameters
    ----------
    score : str or pair of int
        A's total and B's: "68-155".
    deal : int
        Number of the next deal.
    elder : str
        The player who is elder in it, "a" or "b".
    first, second : str or Strategy
        A's strategy and B's.
    n : int
        Deals to measure from.
    rules : str or RuleSet
    seed : int

    Examples
    --------
    >>> bool(chances("68-155", 6, n=1_000).table().loc["wins", "value"] < 0.2)
    True
    """
    book, totals, elder = find_rules(rules), read_score(score), read_player(elder)
    if totals is None:
        raise InputError("score: expected two totals, as in 93-120")
    reached = *totals, read_whole("deal", deal, least=1), "ab".index(elder)
    table = ChanceTable(*measure_scores(first, second, n, book, seed=seed), book)
    return describe_chances(
        table.find_chances(*reached),
        table.find_point_worth(*reached),
        f"At {totals[0]}–{totals[1]} before deal {deal}",
        f"A {totals[0]}, B {totals[1]}, deal {deal}, {elder.upper()} elder; {first} v {second}, "
        f"{book.name}, {n:,} deals, seed {seed}",
    )


def settle(
    sheet: str | dict[str, Any] | Sequence[Sequence[int]], rules: str | RuleSet = "rubicon"
) -> Settled:
    """What a score sheet comes to.

    Parameters
    ----------
    sheet : str, dict or sequence of pairs
        "27-13 15-31 44-6", the same as pairs, or as ``piquet settle`` reads it.
    rules : str or RuleSet

    Examples
    --------
    >>> settle("27-13 15-31 44-6 18-29 35-12 25-23")["settlement"]
    150
    """
    if not isinstance(sheet, dict):
        deals = parse_deals(sheet) if isinstance(sheet, str) else sheet
        sheet = {"deals": read_list("sheet", deals, "deals, as 27-13 15-31 or pairs of scores")}
    return Settled(settle_sheet(sheet, rules), sheet.get("deals"))


def solve(
    ending: str | dict[str, Any],
    aim: str = "difference",
    *,
    score: str | Sequence[int] | None = None,
    seat: str | None = None,
    rules: str | RuleSet = "rubicon",
) -> Numbers:
    """How perfect players finish a deal, all cards seen: the worth of each card to play.

    Parameters
    ----------
    ending : str or dict
        As ``piquet solve`` reads it.
    aim : str
        "difference", "own" or "settlement".
    score : str or pair of int, optional
        For a settlement: totals so far, elder's first.
    seat : str, optional
        For own points: whose.
    rules : str or RuleSet

    Examples
    --------
    >>> solve({"elder": "A..K.", "younger": ".K.A.", "leads": "elder",
    ...        "tricks": {"elder": 6, "younger": 4}}).table().value.tolist()
    [10.0, -2.0]
    """
    try:
        given = read_json(ending) if isinstance(ending, str) else ending
    except InputError as error:
        raise InputError(f"ending: {error}; expected a JSON object, or a dict") from None
    return describe_solution(solve_ending(read_ending(given, rules), aim, score, seat))


def score(record: str | Path | dict[str, Any] | PlayedDeal) -> Scored:
    """What both made of a deal that was played.

    Parameters
    ----------
    record : str, Path, dict or PlayedDeal
        A file or text with one deal, in words or JSON; or a record.

    Examples
    --------
    >>> sorted(score(deal()))[:2]
    ['elder', 'point_result']
    """
    records = list_records(record)
    refuse({f"score: expected one deal, got {len(records)}": len(records) != 1})
    return Scored(score_deal(*records))


class _Played(Shown, PlayedDeal):
    # A deal of a simulation that shows what both seats made of it.

    def numbers(self) -> Numbers:
        return score(self).numbers()


def deal(
    index: int = 0,
    elder: str | Strategy = "club",
    younger: str | Strategy = "club",
    *,
    rules: str | RuleSet = "rubicon",
    seed: int = 1,
    given: str | None = None,
) -> PlayedDeal:
    """One deal of a simulation, card by card.

    Parameters
    ----------
    index : int
        From 0.
    elder, younger : str or Strategy
    rules : str or RuleSet
    seed : int
    given : str, optional
        Only deals that meet this condition.

    Examples
    --------
    >>> int(deal(3).record["elder_tricks"] + deal(3).record["younger_tricks"])
    12
    """
    return _Played(
        **vars(Simulation(elder, younger, rules, seed=seed, given=given).replay_deal(index))
    )


def study(
    name: str,
    n: int = 100_000,
    elder: str | Strategy | None = None,
    younger: str | Strategy | None = None,
    *,
    rules: str | RuleSet | None = None,
    seed: int = 1,
    given: str | None = None,
    checkpoint: str | Path | None = None,
) -> Any:
    """The answer to a question: a headline, sentences, a table and charts.

    Parameters
    ----------
    name : str
        As ``piquet study`` has it: "pique", "elder-advantage".
    n : int
        Deals.
    elder, younger : str or Strategy, optional
        The strategy that plays; by default the study's own players.
    rules : str or RuleSet, optional
    seed : int
    given : str, optional
        Only deals that meet this condition.
    checkpoint : path, optional
        A file from which the same call continues if it was stopped.

    Raises
    ------
    InputError
        If there is no such study, player or condition, or the study's rules are fixed.

    Examples
    --------
    >>> print(study("hands", 1_000, "club").study.question)
    What does a dealt hand hold?
    """
    return import_module("analyses").ask(name, n, elder, younger, rules, seed, given, checkpoint)
