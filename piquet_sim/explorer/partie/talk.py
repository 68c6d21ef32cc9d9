"""The calls of a deal as a dialogue, as far as the player has heard it.

Everything comes from the player's own views and answers, and from what is reckoned aloud after
elder has led.
"""

from piquet_sim.deals.call_names import name_call
from piquet_sim.deals.deal import ScoredDeal
from piquet_sim.explorer.partie.table import PlayedDeal
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.game.wording import number_word

_ANSWERS = {1: "Good.", 2: "Not good.", 3: "Equal."}
_COLUMN = {"point": "point", "sequence": "sequences", "set": "sets"}


def say_call_aloud(kind: str, call: int, pack: int = 32) -> str:
    """A call as it is said at the table; of a point without pips its number only.

    Examples
    --------
    >>> say_call_aloud("point", 2 << 8 | 19), say_call_aloud("point", 5 << 8)
    ('Point of two, making nineteen.', 'Point of five.')
    """
    if kind != "point":
        said = name_call(kind, call, pack)
        return said[0].upper() + said[1:] + "."
    cards, pips = divmod(call, 1 << 8)
    return f"Point of {number_word(cards)}{f', making {number_word(pips)}' if pips else ''}."


def list_ways(what: str, legal: list[int], pack: int) -> list[dict[str, object]]:
    """The answers to a call, the fullest first: what is said, and the number to answer with."""
    full = {"carte_blanche": "Show it", "left_cards": "Face them"}
    silent = {"carte_blanche": "Keep silent", "left_cards": "Leave them unseen"}
    ways: list[dict[str, object]] = [
        {"answer": str(one), "text": full.get(what) or say_call_aloud(what, one, pack).rstrip(".")}
        for one in legal[:0:-1]
    ]
    return [*ways, {"answer": "0", "text": silent.get(what, "Sink it")}]


def tell_talk(
    deal: PlayedDeal, seat: int, scored: ScoredDeal | None, has_led: bool, pack: int
) -> list[dict]:
    """What was said, line by line: who said it, in which words, and the points that it counted.

    Parameters
    ----------
    deal : PlayedDeal
    seat : int
        The player's.
    scored : ScoredDeal or None
        The deal up to the first lead, once all calls were made.
    has_led : bool
        Whether elder has led, after which younger reckons aloud.
    pack : int
        Cards in the pack.
    """
    own = [one for one in deal.moves if one.seat == seat]
    results, heard = _find_heard(own)
    said: list[dict] = []

    def say(is_own: bool, text: str, points: int | None = None) -> None:
        said.append({"who": "you" if is_own else "other", "text": text, "points": points})

    _tell_blanche(deal, seat, own, say)
    for kind, result, theirs in zip(CLASSES, results, heard, strict=True):
        mine = deal.find(kind, seat)
        called = theirs if seat else mine.answer if mine is not None else 0
        if called:
            points = _count(scored, 0, kind) if result == seat + 1 else 0 if result else None
            say(seat == 0, say_call_aloud(kind, called, pack), points)
            if result:
                say(seat == 1, _ANSWERS[(0, 2, 1, 3)[result] if seat else result])
    if has_led and scored is not None:  # younger counts
        for place, kind in enumerate(CLASSES):
            if points := _count(scored, 1, kind):
                say(seat == 1, say_call_aloud(kind, scored.deal.called[1][place], pack), points)
    return said


def _find_heard(own: list) -> tuple[list[int], list[int]]:
    # How the classes stand, and what was heard of the other's, by the latest of one's views.
    results, heard = [0, 0, 0], [0, 0, 0]
    for move in own:
        view = move.view
        if move.what in CLASSES:
            heard[CLASSES.index(move.what)] = view.opponent_call
        if hasattr(view, "point_result"):
            results = [view.point_result, view.sequence_result, view.set_result]
    return results, heard


def _tell_blanche(deal: PlayedDeal, seat: int, own: list, say) -> None:
    mine = deal.find("carte_blanche", seat)
    if mine is not None and mine.answer:
        say(True, "Carte blanche.", 10)
    shown = ("opponent_carte_blanche", "opponent_dealt")
    if any(getattr(one.view, name, 0) for one in own for name in shown):
        say(False, "Carte blanche.", 10)


def _count(scored: ScoredDeal | None, seat: int, kind: str) -> int | None:
    return None if scored is None else scored.value(f"{SEATS[seat]}_{_COLUMN[kind]}")
