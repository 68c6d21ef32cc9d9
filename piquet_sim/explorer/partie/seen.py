"""What the player sees of a partie: their view, what was said aloud, the sheet, and no more.

Until a deal is over nothing here depends on a card that the player cannot see. The cards come from
the view that the engine hands a strategy in that seat, the dialogue from such views, the scores
from deals that are over.
"""

from dataclasses import replace
from math import comb

from piquet_sim.deals.json import read_deal
from piquet_sim.deals.notation import write_deal
from piquet_sim.decisions.kinds.card import PlayAdvice, advise_play
from piquet_sim.decisions.review.records import read_record
from piquet_sim.explorer.answers import list_cards
from piquet_sim.explorer.partie.sheet import tell_sheet
from piquet_sim.explorer.partie.table import Move, Partie, PlayedDeal, follow
from piquet_sim.explorer.partie.talk import list_ways, tell_talk
from piquet_sim.explorer.records import YOU, write_code
from piquet_sim.explorer.words.figures import say_number, say_signed
from piquet_sim.game.cards import HAND_CARDS, count_cards, format_card
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import find_rules
from piquet_sim.game.seats import turn_pair
from piquet_sim.game.terms import CLASSES, SEATS

SHOWN = (
    "hand",
    "dealt",
    "discard",
    "left_seen",
    "led",
    "legal",
    "opponent_holds",
    "opponent_dealt",
    "shown",
)
"""Fields of a view that are cards, and are written as such."""
_TOLD = ("least", "most", "took", "opponent_took", "opponent_carte_blanche")


def tell_table(partie: Partie, over: int) -> dict[str, object]:
    """The table as the player sees it.

    Parameters
    ----------
    partie : Partie
    over : int
        The number of the deal of which the end is shown; 0 while one is played.
    """
    deal = partie.deals[over - 1]
    seat = partie.seat_in(deal.number)
    shape: dict[str, object] = {
        "opponent": partie.opponent,
        "deal": deal.number,
        "seat": SEATS[seat],
        "rules": partie.rules.name,
        "move": len(partie.answers),
        **tell_sheet(partie),
    }
    if over:
        return {**shape, "what": "end", **tell_end(partie, deal)}
    view, what, pack = partie.view, partie.what, partie.rules.pack
    thrown = deal.find("discard", seat)
    shape |= {
        "what": what,
        **tell_view(view),
        "drawn": list_cards(view.hand & ~thrown.view.hand) if thrown and what != "play" else [],
        "thrown": list_cards(thrown.answer) if thrown else [],
    }
    if what not in ("discard", "play"):
        shape["ways"] = list_ways(what, partie.legal, pack)
    plays, scored = [], None
    if what in ("play", "left_cards"):
        whole = read_deal(deal.write(is_played=False))
        plays, scored = follow(whole, deal.list_plays()), whole.before_play
        shape |= tell_plays(whole.score(plays).tricks, plays, seat)
    # With the question that is open, whose view says what was heard last.
    asked = replace(deal, moves=[*deal.moves, Move(seat, f"{what}?", view, 0)])
    shape["said"] = tell_talk(asked, seat, scored, bool(plays), pack)
    shape["fits"] = count_fits(deal, seat) if what == "play" else []
    return shape


def tell_view(view: tuple) -> dict[str, object]:
    """A view as the page has it: cards by name, numbers, points; nothing of luck or rules."""
    shape: dict[str, object] = {
        name: list_cards(getattr(view, name)) for name in SHOWN if hasattr(view, name)
    }
    shape |= {name: getattr(view, name) for name in _TOLD if hasattr(view, name)}
    if hasattr(view, "points"):
        shape["points"] = [view.points, view.opponent_points]
        shape["won"] = [view.tricks, view.opponent_tricks]
    return shape


def tell_plays(tricks: tuple, plays: list[int], seat: int) -> dict[str, object]:
    """The cards that have fallen before the eyes of both, and who won the tricks."""
    leaders = [trick.leader for trick in tricks]
    if len(plays) & 1:
        leaders.append(tricks[-1].winner if tricks else 0)
    return {
        "plays": [
            {"card": format_card(card), "own": leaders[place // 2] ^ place & 1 == seat}
            for place, card in enumerate(plays)
        ],
        "tricks": [trick.winner == seat for trick in tricks],
    }


# ---- Hands that still fit ------------------------------------------------------------------------


def ask_advice(deal: PlayedDeal) -> PlayAdvice | None:
    """What each card makes over all hands that fit, by what the player knows; None without cards.

    None also where the other has called as nobody does who calls everything.
    """
    try:
        return advise_play(deal.write())
    except InputError:
        return None


def count_fits(deal: PlayedDeal, seat: int) -> list[dict[str, object]]:
    """How many hands the other can hold: after the exchange, after the calls, and now."""
    own = [one.view for one in deal.moves if one.seat == seat and one.what in (*CLASSES, "play")]
    counts = []
    if own and hasattr(own[0], "opponent_call"):  # by the cards alone, as the exchange left them
        view, pack = own[0], find_rules(deal.rules).pack
        held = count_cards(view.opponent_holds)
        left = pack - count_cards(view.dealt | view.hand | view.left_seen) - held
        counts.append({"when": "after the exchange", "hands": comb(left, HAND_CARDS - held)})
    plays = [place for place, one in enumerate(deal.moves) if one.what == "play"]
    first = next((place for place in plays if deal.moves[place].seat == seat), len(deal.moves))
    for moves in dict.fromkeys((first, len(deal.moves))):
        advice = ask_advice(replace(deal, moves=deal.moves[:moves]))
        if advice is not None:
            when = f"after trick {len(advice.view.plays) // 2}"
            when = when if moves != first else "after the calls"
            counts.append({"when": when, "hands": len(advice.hands)})
    return counts


def tell_hint(deal: PlayedDeal, what: str) -> dict[str, object]:
    """What was asked for: the cards that the other may hold, or what each card is worth."""
    advice = ask_advice(deal)
    if advice is None:
        raise InputError("hint: nothing is known here")
    if what == "hands":
        holding = advice.count_holding()
        return {
            "holds": [
                {"card": format_card(card), "chance": f"{100 * advice.chance_of(card):.0f}%"}
                for card in sorted(holding, key=lambda card: -advice.chance_of(card))
                if holding[card]
            ]
        }
    best = getattr(advice.candidates[0], advice.stake.aim)
    return {
        "cards": [
            {
                "card": format_card(card),
                "mean": say_signed(getattr(one, advice.stake.aim)),
                "loses": say_number(best - getattr(one, advice.stake.aim)),
            }
            for one in advice.candidates
            for card in (one.card, *one.same)
        ]
    }


# ---- The end of a deal --------------------------------------------------------------------------
def tell_end(partie: Partie, deal: PlayedDeal) -> dict[str, object]:
    """A deal that is over: its scores, its record, and both hands, which are open now.

    ``record`` is empty where perfect play is not known under the rules: it cannot be reviewed.
    """
    seat = partie.seat_in(deal.number)
    record = record_deal(partie, deal)
    read = read_deal(record)
    scored = read.score()
    both, tricks = scored.of_both("score"), scored.of_both("tricks")
    try:
        code = write_code(read_record(record))
    except InputError:
        code = ""
    return {
        "score": list(turn_pair(both, seat)),
        "won": list(turn_pair(tricks, seat)),
        "record": code,
        "texts": [write_deal(record_deal(partie, one)) for one in partie.list_finished()],
        "held": list_cards(read.hands[1 - seat]),
        "their_thrown": list_cards(read.thrown[1 - seat]),
        "hand": list_cards(read.dealt[seat]),
        "thrown": list_cards(read.thrown[seat]),
    }


def record_deal(partie: Partie, deal: PlayedDeal) -> dict[str, object]:
    """The record of a deal with the players' names; by points, so that no score is in it."""
    names = turn_pair((YOU, partie.opponent), partie.seat_in(deal.number))
    return {**deal.write(), "players": dict(zip(SEATS, names, strict=True))}
