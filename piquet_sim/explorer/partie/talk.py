"""The calls of a deal as a dialogue, as far as the player has heard it.

Everything comes from the player's own views and answers, and from what is reckoned aloud after
elder has led.
"""

from piquet_sim.deals.call_names import name_call
from piquet_sim.deals.deal import ScoredDeal
from piquet_sim.explorer.partie.table import PlayedDeal
from piquet_sim.game.terms import CLASSES
from piquet_sim.game.wording import number_word

_ANSWERS = {1: "Good.", 2: "Not good.", 3: "Equal."}
_COLUMN = {"point": "point", "sequence": "sequences", "set": "sets"}
_PIPS = 0xFF


def say_call_aloud(kind: str, call: int, pack: int = 32) -> str:
    """A call as it is said at the table; of a point without pips its number only.

    Examples
    --------
    >>> say_call_aloud("point", 5 << 8 | 49), say_call_aloud("point", 5 << 8)
    ('Point of five, making forty-nine.', 'Point of five.')
    """
    if kind != "point":
        said = name_call(kind, call, pack)
        return said[0].upper() + said[1:] + "."
    said = f"Point of {number_word(call >> 8)}"
    return said + (f", making {_say_pips(call & _PIPS)}." if call & _PIPS else ".")


def _say_pips(pips: int) -> str:
    tens, ones = divmod(pips, 10)
    names = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy")
    if tens < 2 or tens >= len(names):
        return str(pips)
    return names[tens] + (f"-{number_word(ones)}" if ones else "")


def list_ways(what: str, legal: list[int], pack: int) -> list[dict[str, object]]:
    """The answers to a call, the fullest first: what is said, and the number to answer with."""
    full = {"carte_blanche": "Show it", "left_cards": "Face them"}
    silent = {"carte_blanche": "Keep silent", "left_cards": "Leave them unseen"}
    ways = [
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
    for place, kind in enumerate(CLASSES):
        mine = deal.find(kind, seat)
        called = mine.answer if mine is not None else 0
        result = results[place]
        if seat == 0:
            if mine is None and not any(results[place:]) and not has_led:
                continue
            if called:
                say(
                    True,
                    say_call_aloud(kind, called, pack),
                    _count(scored, 0, kind) if result == 1 else 0 if result else None,
                )
                if result:
                    say(False, _ANSWERS[result])
        else:
            theirs = heard[place]
            if theirs:
                say(
                    False,
                    say_call_aloud(kind, theirs, pack),
                    _count(scored, 0, kind) if result == 2 else 0 if result else None,
                )
                if result:
                    say(True, _ANSWERS[(0, 2, 1, 3)[result]])
    if has_led and scored is not None:
        _tell_younger(scored, seat, pack, say)
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
    theirs = any(
        getattr(one.view, "opponent_carte_blanche", 0) or getattr(one.view, "opponent_dealt", 0)
        for one in own
    )
    if theirs:
        say(False, "Carte blanche.", 10)


def _count(scored: ScoredDeal | None, seat: int, kind: str) -> int | None:
    if scored is None:
        return None
    return scored.value(f"{('elder', 'younger')[seat]}_{_COLUMN[kind]}")


def _tell_younger(scored: ScoredDeal, seat: int, pack: int, say) -> None:
    # What younger counts, once elder has led.
    for place, kind in enumerate(CLASSES):
        points = _count(scored, 1, kind)
        if points:
            say(seat == 1, say_call_aloud(kind, scored.deal.called[1][place], pack), points)
