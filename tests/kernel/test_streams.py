"""The table of random streams: no two uses share a word, and none is named elsewhere."""

import re
from itertools import combinations

from piquet_sim.game.files import PACKAGE
from piquet_sim.kernel.base import streams
from piquet_sim.kernel.base.streams import STREAMS


def _share(one: range, other: range) -> bool:
    return max(one.start, other.start) < min(one.stop, other.stop)


def test_streams__have_nothing_in_common():
    for one, other in combinations(STREAMS.values(), 2):
        assert not _share(one, other)
    assert all(0 <= uses.start < uses.stop <= 1 << 32 for uses in STREAMS.values())
    assert _share(range(4), range(3, 5))


def test_streams__start_where_the_table_says():
    named = {value for name, value in vars(streams).items() if name.endswith("_STREAM")}
    assert named == {uses.start for uses in STREAMS.values()}


def test_streams__are_numbered_in_one_room():
    numbered = re.compile(r"^\w*STREAM *= *\d", re.MULTILINE)
    makers = [path for path in PACKAGE.rglob("*.py") if numbered.search(path.read_text("utf-8"))]
    assert [path.name for path in makers] == ["streams.py"]
    assert numbered.search("_STREAM = 1 << 20")
