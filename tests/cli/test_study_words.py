"""What a study says on a screen: plain words on fifteen lines, the exact ones where asked for."""

import json

import pytest
from command_line import command

MOST_LINES = 15
ASKED = ("study", "pique", "-n", "400", "--strategy", "club", "--out")


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """What is printed plainly, with `--all`, and for programs; and the folder."""
    out = tmp_path_factory.mktemp("answers")
    with pytest.MonkeyPatch.context() as narrow:
        narrow.setenv("COLUMNS", "80")
        yield *(command(*ASKED, out, *also) for also in ((), ("--all",), ("--json",))), out


def test_study__says_all_in_fifteen_lines(said):
    plain = said[0]
    assert plain.code == 0
    lines = plain.out.strip().splitlines()
    assert len(lines) < MOST_LINES
    assert max(map(len, lines)) <= 80
    assert "±" not in plain.out
    assert "--all: the exact words)" in " ".join(plain.out.split())


def test_study__all_adds_the_exact_words_and_json_has_both(said):
    plain, full = (" ".join(one.out.split()) for one in said[:2])
    told = json.loads(said[2].out)
    for key in ("title", "summary", "folder", "n", "elder", "table"):
        assert key in told
    for one in (told["finding"], told["standfirst"], *told["brief"], told["not_meant"]):
        assert all(" ".join(one.split()) in out for out in (plain, full))
    for one in told["summary"]:
        assert one in full
        assert one not in plain
    meta = json.loads((said[3] / "pique" / "meta.json").read_text("utf-8"))
    assert [meta[name] for name in ("question", "headline", "sentences")] == [
        told[name] for name in ("title", "finding", "summary")
    ]
