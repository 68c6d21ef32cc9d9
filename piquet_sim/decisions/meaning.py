"""What the numbers of advice and of reviews mean, so that they can be shown.

A row is a choice or a decision. What it makes, how far it lies behind the best and what may come of
it stand side by side.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from piquet_sim.deals.narration import say_call
from piquet_sim.decisions.kinds.discard_table import AGAINST, CHANCES, PARTIE
from piquet_sim.estimates.estimate import Estimate, estimate_normal, estimate_values, know_exactly
from piquet_sim.estimates.grounds import Claim, Exceeds
from piquet_sim.estimates.intervals import NO_INTERVAL
from piquet_sim.estimates.quantity import (
    ALL_DEALS,
    NOTHING,
    PERCENT,
    POINTS,
    SETTLEMENT,
    Of,
    Quantity,
    Sign,
    Unit,
)
from piquet_sim.estimates.shown import Look, Numbers
from piquet_sim.game.cards import (
    RANK_LETTERS,
    RANK_NAMES,
    count_cards,
    format_hand_symbols,
    parse_hand,
)
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.game.wording import capitalise, join_words
from piquet_sim.matches.standing import SETTLEMENT as BY_SETTLEMENT

if TYPE_CHECKING:
    from piquet_sim.decisions.kinds.call import CallAdvice, WayToCall
    from piquet_sim.decisions.kinds.card import PlayAdvice
    from piquet_sim.decisions.kinds.discard import Advice
    from piquet_sim.decisions.many_hands import HandsAdvised
    from piquet_sim.decisions.review.deal_review import DealReview, Reviewed
    from piquet_sim.decisions.review.partie import PartieReview
    from piquet_sim.decisions.stake import Stake

BEHIND = "behind the best"
_CARDS = Unit("cards")


def find_unit(score: object) -> Unit:
    """In what decisions are judged: points, or the settlement where there is a score."""
    return POINTS if score is None else SETTLEMENT


def _describe_worth(
    key: str, name: str, worth: Estimate, unit: Unit, verdict: str = "", of: Of = ALL_DEALS
) -> Quantity:
    return Quantity(
        key, name, worth, unit, of, sign=Sign.LEAD, against="the opponent", verdict=verdict
    )


def _describe_loss(
    key: str,
    name: str,
    loss: Estimate,
    unit: Unit,
    against: str = "the best that was found",
    verdict: str = "",
    of: Of = ALL_DEALS,
    column: str = "",
    seat: str = "",
) -> Quantity:
    return Quantity(
        key,
        name,
        loss,
        unit,
        of,
        seat,
        sign=Sign.LOSS,
        against=against,
        verdict=verdict,
        column=column,
    )


# ---- Discards ------------------------------------------------------------------------------------
def describe_discards(advice: "Advice") -> Numbers:
    """What each discard makes, the best first, how far it is behind, and the verdict on it."""
    asked, unit = advice.question, find_unit(advice.question.score)
    own, behind = [], {}
    for place, one in enumerate(advice.candidates):
        key, name = f"d{place}", format_hand_symbols(one.discard)
        verdict = advice.say_verdict(place) + " (yours)" * one.is_named
        own.append(_describe_worth(key, name, one.worth, unit, verdict))
        if place:
            behind["d0", key] = _describe_loss(
                f"behind {place}", name, one.behind, unit, own[0].name, column=BEHIND
            )
            own.append(behind["d0", key])
    best, count = {"best": own[0].name}, len(advice.candidates)
    claims = [Claim("{best} makes {d0}; that it is best is not shown", (), best)]
    if advice.is_settled and count > 1:
        said = "{best} is the best discard, {d0 - d1:size} ahead of the next"
        claims.insert(0, Claim(said, [Exceeds("d0", "d*")], best))
    makes = (
        "points less the opponent's, by discard"
        if asked.score is None
        else f"settlement at {asked.score[0]}–{asked.score[1]} before deal {asked.deal}"
    )
    return Numbers(
        f"{format_hand_symbols(asked.hand)}, {asked.seat}; {asked.describe()['rules']}, "
        f"opponent {asked.strategy}",
        own,
        claims,
        Look(
            ["d*"],
            f"{asked.seat.capitalize()}'s {makes}",
            axis=f"{unit.name} of the lead a deal",
            note="Discards are compared deal by deal: their order is surer than the lines.",
        ),
        paired=behind,
    )


def describe_parts(advice: "Advice", places: Sequence[int]) -> list[Quantity]:
    """The points of some discards part by part, and how often their deals end in what."""
    shown = [advice.candidates[place] for place in places]
    kinds = (
        ("", [one.parts for one in shown], find_unit(advice.question.score), "points by part"),
        ("chance of ", [one.chances for one in shown], PERCENT, ""),
    )
    return [
        Quantity(
            f"{kind}{name} {place}",
            name_part(name),
            own[name],
            unit,
            group=group,
            column=format_hand_symbols(one.discard),
        )
        for at, (place, one) in enumerate(zip(places, shown, strict=True))
        for kind, by_discard, unit, group in kinds
        for own in [by_discard[at]]
        for name in own
        if any(other[name].value for other in by_discard)
    ]


def name_part(name: str) -> str:
    """A part of a discard's value in words.

    Examples
    --------
    >>> name_part("carte_blanche_against")
    'opponent: carte blanche'
    """
    if name == PARTIE:
        return "by the totals of the partie"
    part = name.removesuffix(AGAINST).replace("_", " ")
    return f"opponent: {part}" if name.endswith(AGAINST) else part


def describe_reasons(advice: "Advice", place: int) -> list[Quantity]:
    """Why the best discard makes more than another: parts beyond their error, and all else."""
    one, unit = advice.candidates[place], find_unit(advice.question.score)
    gains = {name: one.beside.parts[name] for name in one.reasons}
    if gains:
        gains["rest"] = one.rest
    return [
        Quantity(
            f"{name} {place}",
            _name_gain(name, gain),
            gain,
            unit,
            sign=Sign.CHANGE,
            against=format_hand_symbols(one.discard),
        )
        for name, gain in gains.items()
    ]


def _name_gain(name: str, gain: Estimate) -> str:
    if name == "rest":
        return "all else together"
    if not name.endswith(AGAINST):
        return name_part(name)
    more = "less" if gain.value > 0 else "more"
    return f"{more} for the opponent's {name_part(name.removesuffix(AGAINST))}"


# ---- Many hands ----------------------------------------------------------------------------------
def describe_hands(advised: "HandsAdvised") -> Numbers:
    """What the best discard is worth and how many cards go; how often each rank goes."""
    asked, worths = advised.hands[0][0], [worth.value for *_, worth, _ in advised.hands]
    sizes = [count_cards(thrown) for _, thrown, *_ in advised.hands]
    unit, of = find_unit(asked.score), Of("hand")
    own = [
        _describe_worth("worth", "the best discard makes", estimate_values(worths), unit, of=of),
        Quantity("cards", "cards thrown", estimate_values(sizes), _CARDS, of),
    ]
    for rank, length, share in advised.list_shares():
        where = "" if length is None else f"in a suit of {length}"
        name, of = RANK_NAMES[rank], Of(RANK_NAMES[rank], f"held {where}".strip())
        key = f"{RANK_LETTERS[rank]}{length or ''}"
        own.append(Quantity(key, f"{name}s thrown", share, PERCENT, of, group=where or "by card"))
    about = f", {advised.about}" * bool(advised.about)
    return Numbers(
        f"{len(advised.hands)} hands of {asked.seat}{about}; {asked.rules.name}",
        [replace(one, seat=asked.seat) for one in own],
        [Claim("The best discard makes {worth}, with {cards} thrown")],
        Look(
            shown=[one.key for one in own if one.unit is PERCENT and len(one.key) == 1],
            says="How often cards of each rank go",
            has_bars=True,
        ),
    )


def describe_best(advised: "HandsAdvised") -> Numbers:
    """What goes from each of many hands, and what that makes."""
    asked, of = advised.hands[0][0], Of("deal")
    unit = find_unit(asked.score)
    own = [
        _describe_worth(
            f"hand{place}",
            f"{format_hand_symbols(one.hand)}: {format_hand_symbols(thrown)}",
            worth,
            unit,
            verdict,
            of,
        )
        for place, (one, thrown, worth, verdict) in enumerate(advised.hands)
    ]
    return Numbers(
        f"{len(own)} hands of {asked.seat}; {asked.rules.name}",
        own,
        [Claim(f"What goes from each of {len(own)} hands, and what that makes")],
        Look(says="The hand, and what goes from it"),
    )


# ---- Calls ---------------------------------------------------------------------------------------
def describe_calls(advice: "CallAdvice") -> Numbers:
    """What each way to call makes, what it loses against calling everything, and what comes of it.

    Chances are those of the whole deal.
    """
    stake, seat = advice.trials.stake, SEATS[advice.question.seat]
    unit, own = find_unit(stake.score), []
    happens = [one for one in CHANCES if any(way.shares[one].value for way in advice.ways)]
    for place, way in enumerate(advice.ways):
        name, against = name_way(advice, way), "calling everything"
        own.append(_describe_worth(f"w{place}", name, way.value, unit, way.verdict))
        if way.loses is not None:
            own.append(
                _describe_loss(f"loses {place}", name, way.loses, unit, against, column="loses")
            )
        own += [
            Quantity(
                f"{one} {place}",
                name,
                way.shares[one],
                column=name_part(one).replace("cards", "the cards"),
            )
            for one in happens
        ]
    place = advice.ways.index(advice.best)
    fills = {
        "best": capitalise(name_way(advice, advice.best)),
        "seat": seat.capitalize(),
        "verdict": advice.best.verdict,
    }
    gains = Claim(
        f"{{best}} gains {{loses {place}:size}}, compared with calling everything: {{verdict}}",
        [Exceeds(0, f"loses {place}")],
        fills,
    )
    stays = Claim(
        "{seat} should call everything: no other way that was tried is better beyond the "
        "luck of the deals",
        (),
        fills,
    )
    return Numbers(
        f"{seat} is to call the {CLASSES[advice.question.place]}{_say_score(stake)}; "
        f"{advice.strategy} v {advice.opponent}, {advice.deals:,} deals",
        own,
        [gains, Claim("{best}: {verdict} than calling everything", (), fills)]
        if place
        else [stays],
        Look(["w*"], f"{seat.capitalize()}'s {unit.name}, less the opponent's, by what is called"),
    )


def name_way(advice: "CallAdvice", way: "WayToCall") -> str:
    """A way to call in words: what is called otherwise than by who calls everything."""
    pack, full = advice.question.rules.pack, advice.ways[0].calls
    held = list(zip(CLASSES, full, way.calls, strict=True))[advice.question.place :]
    if way is advice.ways[0]:
        all_called = [say_call(kind, call, pack) for kind, call, _ in held if call]
        return f"everything: {join_words(all_called)}"
    changed = [one for one in held if one[1] != one[2]]
    if not any(way.calls[advice.question.place :]) and len(changed) > 1:
        return "nothing"
    return join_words(
        [
            f"a {say_call(kind, call, pack)} instead of the {say_call(kind, most, pack)}"
            if call
            else f"all but the {say_call(kind, most, pack)}"
            for kind, most, call in changed
        ]
    )


def _say_score(stake: "Stake") -> str:
    if stake.score is None:
        return ""
    return f", at {stake.score[0]} to {stake.score[1]} before deal {stake.deal}"


# ---- Cards ---------------------------------------------------------------------------------------


def describe_cards(advice: "PlayAdvice") -> Numbers:
    """What each card makes over all hands that the opponent can hold, and what may come of it.

    Nothing is sampled: only how far a card lies behind has an error, that of the likelihoods.
    """
    view, stake = advice.view, advice.stake
    n = len(advice.hands)
    stakes = [
        one
        for part in ("repique", "pique", "cards", "capot")
        for one in (part, f"{part}{AGAINST}")
        if any(card.chances[one] for card in advice.candidates)
    ]
    named = [
        (one, " ".join(format_hand_symbols(card) for card in (one.card, *one.same)))
        for one in advice.candidates
    ]

    def describe(key: str, unit: Unit, column: str, sign: Sign = Sign.AMOUNT) -> list[Quantity]:
        return [
            Quantity(
                f"{key} {place}",
                name,
                Estimate((vars(one) | one.chances)[key], None, None, None, n, NO_INTERVAL),
                unit,
                NOTHING,
                sign=sign,
                column=column,
                verdict=advice.verdicts[place] * (key == stake.aim),
            )
            for place, (one, name) in enumerate(named)
        ]

    judged = SETTLEMENT if stake.aim == BY_SETTLEMENT else POINTS
    gaps = [(advice.behind[one.card], name) for one, name in named]
    behind = [
        _describe_loss(f"behind {place}", name, gap, judged, "the best", of=NOTHING, column=BEHIND)
        for place, (gap, name) in enumerate(gaps)
        if place
    ]
    own = describe("difference", POINTS, "difference", Sign.LEAD)
    own += behind * (judged == POINTS) + describe("own", POINTS, "own points")
    if stake.score is not None:
        own += describe("settlement", SETTLEMENT, "expected", Sign.LEAD)
        own += behind * (judged == SETTLEMENT) + describe("saved", PERCENT, "reaches the rubicon")
    own += describe("best", PERCENT, "is best")
    own += [
        one
        for part in stakes
        for one in describe(part, PERCENT, name_part(part).replace("cards", "the cards"))
    ]
    led = view.course.led
    doing = f"to answer {format_hand_symbols(led)}" if led else "to lead"
    return Numbers(
        f"{SEATS[view.seat]}, trick {len(view.plays) // 2 + 1}, {doing}{_say_score(stake)}",
        own,
        [Claim(f"{{best}} makes {{{stake.aim} 0}}", (), {"best": own[0].name})],
        Look(["difference *"], "Points at the end of the deal, less the opponent's"),
    )


# ---- Reviews -------------------------------------------------------------------------------------
_DOES = {
    "discard": "throws",
    "call": "has",
    "carte blanche": "has",
    "lead": "leads",
    "reply": "replies",
}
_KINDS = {
    "carte blanche": "carte blanche",
    "discard": "discards",
    "call": "calls",
    "lead": "leads",
    "reply": "replies",
}
_BEST = 3
"""Cards that are named where several are as good."""


def describe_decisions(partie: "PartieReview", place: int) -> list[Quantity]:
    """What the decisions of a deal lost, where that is valued, with the verdicts on them."""
    deal, group = partie.deals[place], f"deal {place + 1}" * (len(partie.deals) > 1)
    unit, own = find_unit(deal.record.standing.totals), []
    for number, one in enumerate(deal.decisions, 1):
        if one.loss is None:
            continue
        best = ", ".join(_show(one.kind, said) for said in one.best[:_BEST])
        more = ", …" * (len(one.best) > _BEST)
        verdict = one.verdict + f"; best {best}{more}" * (one.done not in one.best)
        key, name = f"{place + 1}.{number}", name_decision(one)
        own.append(_describe_loss(key, name, one.loss, unit, verdict=verdict, of=NOTHING))
    return [replace(one, group=group) for one in own]


def name_decision(one: "Reviewed") -> str:
    """Who did what, in words."""
    trick = f"trick {one.trick}: " if one.trick else ""
    return f"{trick}{SEATS[one.seat]} {_DOES[one.kind]} {_show(one.kind, one.done)}"


def _show(kind: str, said: str) -> str:
    # Cards as people read them, and a call in its words.
    is_cards = kind in ("discard", "lead", "reply") and said != "nothing"
    return format_hand_symbols(parse_hand(said, pack=36)) if is_cards else said


def describe_luck(deal: "DealReview") -> list[Quantity]:
    """Luck and skill of a deal, in points for elder, which add up to the result."""
    from piquet_sim.decisions.review.deal_review import SEEN

    own = [
        Quantity(
            one.name,
            one.says + f", {one.by}" * (one.by != SEEN),
            estimate_normal(one.value, one.se, 0),
            POINTS,
            NOTHING,
            sign=Sign.CHANGE,
        )
        for one in deal.terms
    ]
    is_whole = deal.record.scored.stops_after is None
    end = "the result" if is_whole else "the result, if both then play perfectly"
    return [
        *own,
        Quantity("result", end, know_exactly(deal.margin), POINTS, NOTHING, sign=Sign.LEAD),
    ]


def describe_partie(partie: "PartieReview") -> Numbers:
    """What each player lost a deal, by kind of decision and in all; then each decision."""
    unit, errors = SETTLEMENT if partie.is_partie else POINTS, partie.list_errors()
    rows = [(one.player, _KINDS[one.kind], one.lost) for one in errors if one.lost]
    rows += [(name, "all decisions", partie.lost(name)) for name in partie.players]
    rows.sort(key=lambda row: [*_KINDS.values(), "all decisions"].index(row[1]))
    lost = [
        _describe_loss(f"{player} {name}", name, loss, unit, seat=player)
        for player, name, loss in rows
    ]
    each = [one for place in range(len(partie.deals)) for one in describe_decisions(partie, place)]
    fills = {f"name{place}": name for place, name in enumerate(partie.players)}
    fills["name0"] = capitalise(fills["name0"])
    keys = [f"{name} all decisions" for name in partie.players]
    said = [f"{{name{place}}} loses {{{key}:range}}" for place, key in enumerate(keys)]
    claims = [
        Claim(
            f"{said[place]}, more than {{name{1 - place}}}: {{{keys[1 - place]}:range}}",
            [Exceeds(key, keys[1 - place])],
            fills,
        )
        for place, key in enumerate(keys)
        if len(keys) == 2
    ]
    deals, skipped = len(partie.deals), sum(one.not_valued for one in errors)
    return Numbers(
        f"{deals} deal{'s' * (deals > 1)} reviewed",
        lost + each,
        [*claims, Claim(", ".join(said), (), fills)],
        Look(
            [one.key for one in lost],
            "Lost to the best decision that was found, by kind of decision",
            axis=f"{unit.name} lost a deal",
            note=f"{skipped} decisions are not valued." * bool(skipped),
        ),
    )


def describe_deals(partie: "PartieReview") -> list[Quantity]:
    """What elder and younger lost in each deal."""
    return [
        _describe_loss(
            f"{place} {name}",
            f"deal {place + 1}: {' v '.join(deal.players)} {deal.record.scores[0]}–"
            f"{deal.record.scores[1]}",
            deal.lost(seat),
            find_unit(deal.record.standing.totals),
            "",
            of=NOTHING,
            column="lost",
            seat=name,
        )
        for place, deal in enumerate(partie.deals)
        for seat, name in enumerate(SEATS)
    ]
