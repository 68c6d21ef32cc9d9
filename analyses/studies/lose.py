"""What a player loses, and where: by discards, calls, leads and replies.

Each decision is compared with others of the same player, who knows no more. A race among the
discards that the learned evaluation thinks sensible chooses the best, and fresh deals judge how
much more it makes than the player's (`decisions.judge`), the opponent exchanging as `expert` does
and both playing perfectly. Each call and each card with a choice is first tried in two dozen deals
that the player may imagine (`statistics.moments`), the same players going on. Where another is
ahead by more than its standard error, both are played in sixty-four other deals, which say what is
lost; else nothing is. So luck does not choose, and each loss is a lower bound of what other
decisions could gain. A plan is lost once: of the leads that a player makes one after the other, and
of the replies to leads one after the other, only the first that something better beats counts.

Beside it stand what the same player loses who exchanges or plays the cards as a weaker one does,
and what sight would gain: in the exchange of the hand that the opponent was dealt, the stock
hidden, and in the play of the opponent's cards, the opponent not knowing. These are played in
mirrored pairs, counted against the same pairs unchanged; where other cards are drawn the luck of
the draw is taken out (`estimates.luck`).

References
----------
Ginsberg: GIB: Imperfect information in a computationally challenging game. Journal of Artificial
Intelligence Research 14, 2001 (hands sampled as the bidding and the play allow).
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise, product

import numpy as np

from analyses.findings import Findings
from analyses.meaning import Row, of_seats
from analyses.statistics.moments import Moment, list_moments, try_choices
from analyses.study import OF_ALL_DEALS, Asked, Chart, Study
from piquet_sim.deals.branches import OWN, lay_out, new_scripts, play_scripts, write_scripts
from piquet_sim.deals.deal import margin_of_first
from piquet_sim.deals.exchange_view import view_exchange
from piquet_sim.deals.simulation import Simulation
from piquet_sim.decisions.kinds.discard import QUICK_DEALS, watch_advice
from piquet_sim.decisions.kinds.question import Question, list_sensible
from piquet_sim.decisions.review.records import mean_over_draws
from piquet_sim.estimates.estimate import Estimate, estimate_values
from piquet_sim.estimates.grounds import Claim, Exceeds
from piquet_sim.estimates.luck import PARTS, estimate_left, find_luck_of_records
from piquet_sim.estimates.quantity import POINTS, Sign
from piquet_sim.estimates.shown import Look
from piquet_sim.exact.limits import limit_change
from piquet_sim.game.cards import count_cards
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.seats import other
from piquet_sim.game.terms import ELDER, SEATS, YOUNGER
from piquet_sim.game.threads import play_in_order, play_ranges
from piquet_sim.strategies import Strategy, find_strategy
from piquet_sim.strategies.roster import STRATEGIES

LOST = "points a deal lost to the best found"
WEAKER, SEEING = "points a deal lost as a weaker player does", "points a deal gained by sight"
DISCARDS, CALLS, LEADS, REPLIES = PARTS_OF_GAME = ("discards", "calls", "leads", "replies")
EXCHANGE, CARDS = "exchange", "cards"
_TRIED = 16
"""Discards among which a player chooses who sees both hands."""
_CHOOSING, _JUDGING, _FEWEST = 24, 64, 8
"""Imagined deals that choose the best, those that judge it, and the fewest that say anything."""
_PAIR_CHUNK = 32
_SHARES = {DISCARDS: 0.15, LEADS: 0.65, EXCHANGE: 0.05, SEEING: 0.15}
"""The share of the time that each part takes."""
_LIMITS = limit_change(RUBICON)
"""The most by which one decision changes a deal."""


def answer(asked: Asked) -> Findings:
    """What each seat's player loses, one hand for every 2,500 deals, one deal for every 1,000."""
    # Deals asked for per hand in each seat, per deal whose calls and cards are judged, and per
    # mirrored pair with a weaker part, or with something seen.
    sizes = {
        name: max(asked.n // count, 4)
        for name, count in {DISCARDS: 2_500, LEADS: 1_000, EXCHANGE: 50, SEEING: 100}.items()
    }
    hands, decided, *pairs = sizes.values()
    findings = Findings({"hands": hands, "decided": decided, "pairs": pairs})
    for player in (asked.simulation.elder, asked.simulation.younger):
        player.prepare()
    lost = {DISCARDS: _judge_discards(asked, hands), **_judge_play(asked, decided)}
    for part in PARTS_OF_GAME:
        for seat in SEATS:
            findings.add(_mean(lost[part][seat]), seat=seat, part=part, of="", quantity=LOST)
    for quantity, size, change, sign in (
        (WEAKER, EXCHANGE, _change_parts, -1),
        (SEEING, SEEING, _see_hands, 1),
    ):
        played: list[dict[tuple[str, str], np.ndarray]] = []
        for seat in asked.course.follow(_SHARES[size], len(SEATS), SEATS):
            first, second = (getattr(asked.simulation, one) for one in (seat, other(seat)))
            if not played or first is not second:  # else they are the same pairs
                work = change(replace(asked.simulation, mirrored=True, elder=first, younger=second))
                played = list(play_ranges(work, sizes[size], _PAIR_CHUNK, asked.threads))
            for part, of in played[0]:
                made = np.concatenate([one[part, of] for one in played])[SEATS.index(seat) :: 2]
                findings.add(
                    _mean(sign * made, part == EXCHANGE),
                    seat=seat,
                    part=part,
                    of=of,
                    quantity=quantity,
                )
    return findings


def _mean(values: np.ndarray, is_of_draw: bool = False) -> Estimate:
    return (estimate_left if is_of_draw else estimate_values)(
        values, limits=(-_LIMITS[1], _LIMITS[1])
    )


# ---- Decisions ----------------------------------------------------------------------------------
def _judge_discards(asked: Asked, hands: int) -> dict[str, np.ndarray]:
    # By seat what each discard loses to the best, in fresh deals.
    simulation, dealt = asked.simulation, asked.simulation.record_units(0, hands)

    def work(one: tuple[str, int]) -> float:
        seat, place = one
        deal = dealt[place]
        took = None if seat == ELDER else int(deal["elder_exchanged"])
        hand, thrown = int(deal[f"{seat}_dealt"]), int(deal[f"{seat}_discard"])
        return lose_by_discard(Question(hand, seat, took, seed=simulation.seed + place), thrown)

    losses = play_in_order(work, product(SEATS, range(hands)), asked.threads)
    lost = [*asked.course.follow(_SHARES[DISCARDS], 2 * hands, losses)]
    return dict(zip(SEATS, np.reshape(lost, (2, hands)), strict=True))


def lose_by_discard(question: Question, thrown: int) -> float:
    """What a discard loses to the best, in fresh deals (`decisions.kinds.discard.judge_discard`).

    They are not played where the race leaves no other in it, as then none could take its place.
    """
    rounds = watch_advice(question, threads=1, deals=QUICK_DEALS, shown=2, named=[thrown])
    advice = next(rounds)
    while advice.trials is None:
        left = [(one.discard, *one.same) for one in advice.candidates if not one.is_settled]
        if len(left) == 1 and thrown in left[0]:
            return 0.0
        advice = next(rounds)
    return [advice, *rounds][-1].find_loss(thrown).estimate.value


def _judge_play(asked: Asked, deals: int) -> dict[str, dict[str, np.ndarray]]:
    # By part and seat what calls, leads and replies lose in each deal.
    lost = {part: {seat: np.zeros(deals) for seat in SEATS} for part in (CALLS, LEADS, REPLIES)}

    def work(part: tuple[int, list[Moment]]) -> dict[tuple[str, str, int], float]:
        # By plan what the first decision loses that something better beats.
        index, moments = part
        seed, plans = 100 * (asked.simulation.seed + index), {}
        for place, one in enumerate(moments):
            loss = judge_decision(one, seed + 2 * place)
            if loss is not None:
                plans.setdefault(name_plan(one), loss)
        return plans

    judged = play_in_order(work, enumerate(list_moments(asked.simulation, 0, deals)), asked.threads)
    for index, plans in enumerate(asked.course.follow(_SHARES[LEADS], deals, judged)):
        for (part, seat, _), loss in plans.items():
            lost[part][seat][index] += loss
    return lost


def name_plan(moment: Moment) -> tuple[str, str, int]:
    """The part of the game that a decision belongs to, its seat, and which plan it is part of.

    Leads of a player one after the other are one plan, as are replies one after the other: the plan
    is counted by how often the lead changed hands before. Each call is a plan of its own.
    """
    if not moment.is_card:
        return CALLS, moment.seat, moment.view.kind
    led = [bool(moment.deal.record["elder_hand"] & card) for card in moment.deal.plays[::2]]
    changes = sum(one != two for one, two in pairwise(led[: moment.trick]))
    return REPLIES if moment.view.led else LEADS, moment.seat, changes


def judge_decision(moment: Moment, seed: int) -> float | None:
    """What a decision loses to the best, in deals that the player may imagine.

    Returns
    -------
    float or None
        None if nothing better is found, or too few deals can be imagined.
    """
    leads = try_choices(moment, _CHOOSING, seed)
    if leads.deals(0) < _FEWEST:
        return None
    ahead = {place: leads.compare(place, 0) for place in range(1, len(leads.choices))}
    sure = {place: more.value for place, more in ahead.items() if more.value > (more.se or 0)}
    if not sure:
        return None
    judges = try_choices(
        moment, _JUDGING, seed + 1, (moment.choice, leads.choices[max(sure, key=sure.__getitem__)])
    )
    return judges.compare(1, 0).value if judges.deals(0) >= _FEWEST else None


# ---- Mirrored pairs -----------------------------------------------------------------------------
Work = Callable[[int, int], dict[tuple[str, str], np.ndarray]]
"""The first player's gain in each deal of some pairs, by part and by whose play it is."""


def _change_parts(pairs: Simulation) -> Work:
    own = pairs.elder
    # The weaker player whose parts are compared; `club` for all others.
    name = {"random": "novice", "novice": "random", "club": "novice", "primer": "novice"}.get(
        own.name, "club"
    )
    weaker = find_strategy(name)
    changed = {
        EXCHANGE: replace(own, name=f"{own.name}, {name}'s exchange", discard=weaker.discard),
        CARDS: replace(own, name=f"{own.name}, {name}'s cards", play=weaker.play),
    }

    def play(player: Strategy, first: int, units: int) -> dict[str, np.ndarray]:
        simulation = replace(pairs, elder=player)
        records = simulation.record_units(first, units)
        made = margin_of_first(records)
        (luck,) = find_luck_of_records(simulation, records, "first_less_second")
        return {EXCHANGE: made - luck / PARTS, CARDS: made}

    def work(first: int, units: int) -> dict[tuple[str, str], np.ndarray]:
        usual = play(own, first, units)
        return {
            (part, name): play(player, first, units)[part] - usual[part]
            for part, player in changed.items()
        }

    pairs.record_units(0, 1)  # compiled before threads start
    return work


def discard_seeing(
    seat: str, hands: tuple[int, int], opponent: Strategy, own: int, elder_threw: int, luck: int
) -> int:
    """The discard of a player who sees both dealt hands, and not the stock.

    Among those that the learned evaluation likes the one that makes most on average over all ways
    to draw, both calling everything and playing the cards perfectly. Elder foresees how the
    opponent answers each number of cards taken; younger sees what elder threw out, too.

    Parameters
    ----------
    seat : str
        "elder" or "younger".
    hands : tuple of two int
        Dealt to elder and younger.
    opponent : Strategy
    own : int
        What the player would throw unseeing, which is tried with the others.
    elder_threw : int
        Elder's discard, where the seat is younger.
    luck : int
        Seed of the opponent's randomness.
    """
    hand = hands[SEATS.index(seat)]
    listed = list_sensible(
        Question(hand, seat, count_cards(elder_threw) if seat == YOUNGER else None), _TRIED
    )
    listed = [own, *(one for one in listed.tolist() if one != own)]
    if seat == YOUNGER:
        return min(listed, key=lambda one: mean_over_draws(RUBICON, hands, (elder_threw, one)))
    foreseen = {
        number: opponent.discard(
            view_exchange(RUBICON.laws(), len(SEATS) - 1, hands[1], hands[0], number, luck)
        )
        for number in set(map(count_cards, listed))
    }
    return max(
        listed, key=lambda one: mean_over_draws(RUBICON, hands, (one, foreseen[count_cards(one)]))
    )


def _see_hands(pairs: Simulation) -> Work:
    # The first player shown the hand dealt to the other, and the other hand in the play.

    def work(first: int, units: int) -> dict[tuple[str, str], np.ndarray]:
        usual = pairs.record_units(first, units)
        dealt = lay_out(pairs, range(first, first + units))
        thrown = np.full((len(SEATS), len(usual)), OWN)
        for place, deal in enumerate(usual):  # what the first player throws who sees that hand
            seat = YOUNGER if deal["mirrored"] else ELDER
            thrown[SEATS.index(seat), place] = discard_seeing(
                seat,
                (int(deal["elder_dealt"]), int(deal["younger_dealt"])),
                pairs.younger,
                own=int(deal[f"{seat}_discard"]),
                elder_threw=int(deal["elder_discard"]),
                luck=first + place,
            )
        seen = play_scripts(pairs, dealt, write_scripts(len(usual), dict(enumerate(thrown)), {}))
        in_play = play_scripts(pairs, dealt, new_scripts(len(usual)), first_sees=True)
        luck, more = (
            find_luck_of_records(pairs, deals, "first_less_second")[0] / PARTS
            for deals in (usual, seen)
        )
        before = margin_of_first(usual)
        return {
            (EXCHANGE, ""): margin_of_first(seen) - before - (more - luck),
            (CARDS, ""): margin_of_first(in_play) - before,
        }

    return work


# ---- Telling ------------------------------------------------------------------------------------
_TOLD = (
    (
        LOST,
        "lost",
        "lost, compared with the best found",
        Sign.LOSS,
        "the best found",
        {one: one for one in PARTS_OF_GAME},
    ),
    (
        WEAKER,
        "weaker",
        "lost by playing as {}, a weaker player",
        Sign.LOSS,
        "playing as before",
        {EXCHANGE: "exchange", CARDS: "cards"},
    ),
    (
        SEEING,
        "seeing",
        "gained by sight of the other hand",
        Sign.GAIN,
        "playing unseen",
        {EXCHANGE: "while exchanging", CARDS: "while playing"},
    ),
)
"""Of what is measured: its key, head, sign and baseline, and the parts by name."""


def list_rows(findings: Findings) -> list[Row]:
    """What each part loses, to the best and as a weaker player does, and what sight gains."""
    weaker = next(findings.select(quantity=WEAKER))["of"]
    return [
        row
        for quantity, key, head, sign, against, named in _TOLD
        for part, name in named.items()
        for row in of_seats(
            f"{key}_{part}",
            name,
            {"part": part, "quantity": quantity},
            unit=POINTS,
            group=head.format(weaker),
            sign=sign,
            against=against,
            source="hands" if part == DISCARDS else key,
        )
    ]


STUDY = Study(
    name="lose",
    question="What does a player lose, and where?",
    group="players",
    no_condition="judges decisions of all deals",
    answer=answer,
    rows=list_rows,
    headline=[
        Claim("Elder’s calls lose most: {elder_lost_calls}",
              [Exceeds("elder_lost_calls", "elder_lost_*")]),
        Claim("Elder’s discards lose {elder_lost_discards}; {which} lose more",
              fills={"which": Exceeds("elder_lost_*", "elder_lost_discards")}),
        Claim("Elder’s discards lose {elder_lost_discards}, leads {elder_lost_leads}"),
    ],
    sentences=[
        Claim("Calls lose elder {elder_lost_calls:range}, younger {younger_lost_calls:range}; "
              "leads {elder_lost_leads:range} and {younger_lost_leads:range}; discards "
              "{elder_lost_discards:range} and {younger_lost_discards:range}."),
        Claim("Leads compared with discards: of elder {elder_lost_leads - elder_lost_discards}, of "
              "younger {younger_lost_leads - younger_lost_discards}."),
        Claim("The cards played as the weaker player does lose elder {elder_weaker_cards:range}, "
              "younger {younger_weaker_cards:range}."),
        Claim("Sight of the other hand in the play gains elder {elder_seeing_cards:range}, younger "
              "{younger_seeing_cards:range}."),
    ],
    charts={
        "lose": Chart(
            Look(says="Points a deal, by part of the game", axis="points a deal", is_wide=True,
                 note="Leads in a row are one plan and count once, as do replies."),
            amount=lambda about: "as many deals as the grey column says",
        ),
    },
    not_meant="It does not mean that nothing better exists: the best is the best that a search "
    "found, so that more may be lost.",
    assumed="One decision at a time is changed; who changed all of them would not gain the sum. "
    "The opponent goes on as before, and all play as they do, seeing their own cards alone: with "
    "perfect play the discards of club cost another number (piquet study throwing). Decisions for "
    "which fewer than eight deals can be imagined count as losing nothing.",
    fixed={**OF_ALL_DEALS, "play": STRATEGIES},
    list_others=lambda: ("club", "expert"),
    seconds=560,
)  # fmt: skip
