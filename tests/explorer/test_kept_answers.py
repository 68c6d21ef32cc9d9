"""An answer that is asked for again is not played again; what was left is."""

from piquet_sim.explorer.history.kept_answers import KeptAnswers
from piquet_sim.explorer.questions import read_query

HANDS = [read_query([("hand", hand)]) for hand in ("A...", "K...", "Q...")]


class Maker:
    """Counts what it plays; the number of what was played stands in each line."""

    def __init__(self):
        self.played = 0

    def make(self, asked, stop):
        self.played += 1
        for deals in (1, 2, 3):
            yield {"hand": asked.state["hand"], "deals": deals, "time": self.played}


def go_on():
    return False


def test_answer__is_made_once_and_has_the_same_lines_again():
    kept, maker = KeptAnswers(), Maker()
    first = list(kept.answer(maker.make, HANDS[0], go_on))
    assert [line["deals"] for line in first] == [1, 2, 3]
    assert list(kept.answer(maker.make, HANDS[0], go_on)) == first
    assert maker.played == 1
    assert next(kept.answer(maker.make, HANDS[1], go_on))["hand"] == "K..."
    longer = read_query([("hand", "A..."), ("seconds", "9")])
    assert list(kept.answer(maker.make, longer, go_on))[-1]["time"] == 3
    other = Maker()
    list(kept.answer(other.make, HANDS[0], go_on))
    assert other.played == 1


def test_answer__that_was_left_is_played_again():
    kept, maker = KeptAnswers(), Maker()
    next(kept.answer(maker.make, HANDS[0], go_on))
    list(kept.answer(maker.make, HANDS[0], lambda: True))
    assert list(kept.answer(maker.make, HANDS[0], go_on))[-1]["time"] == 3


def test_answers__those_asked_for_last_are_kept():
    kept, maker = KeptAnswers(most=2), Maker()
    for asked in (HANDS[0], HANDS[1], HANDS[0], HANDS[2]):
        list(kept.answer(maker.make, asked, go_on))
    assert maker.played == 3
    list(kept.answer(maker.make, HANDS[0], go_on))
    assert maker.played == 3
    list(kept.answer(maker.make, HANDS[1], go_on))
    assert maker.played == 4


def test_answers__are_gone_when_all_is_deleted():
    kept, maker = KeptAnswers(), Maker()
    list(kept.answer(maker.make, HANDS[0], go_on))
    kept.forget()
    list(kept.answer(maker.make, HANDS[0], go_on))
    assert maker.played == 2
