"""Files that are empty, mixed, or meant for another command: one line that says what to do.

Covers `game.files`.
"""

import json
import os
import sys
from threading import Timer

import pytest
from command_line import command, refused
from refusals import refuses
from specimens import ENDING, EXAMPLE

from piquet_sim.deals.narration import narrate_deal
from piquet_sim.deals.notation import read_deals
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game import files
from piquet_sim.game.files import open_file, read_json

WRITTEN = """
Elder (Ann): AKJ.AQJ8.98.J87; throws K..98.87
Younger (Ben): T7.T97.AQJT.KQT; throws 7.97..
Talon: 9S 8S KH 9C KD QS AC 7D
"""
TOLD = narrate_deal(Simulation("club", "club").replay_deal(0)) + "\n"
LINE = json.dumps(EXAMPLE) + "\n"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        *((name, "no deal; expected deals in words, each with 'Elder:'") for name in (
            "score", "review", "advise",
        )),
        ("settle", 'nothing in it; expected one score sheet per line, as in {"deals": [['),
        ("solve", 'nothing in it; expected one ending per line, as in {"elder": "A..K."'),
    ],
)  # fmt: skip
@pytest.mark.parametrize("given", ["", "\n \n"])
def test_empty__is_refused_by_all_commands_with_what_was_expected(name, expected, given, tmp_path):
    path = tmp_path / "empty"
    path.write_text(given, encoding="utf-8")
    assert expected in refused(name, "-", given=given)
    assert f"piquet: {path}: {expected}" in refused(name, path)


@pytest.mark.parametrize("given", [LINE + WRITTEN, LINE + TOLD])
def test_mixed__words_behind_json(given):
    code, out, err = command("score", "-", given=given)
    assert (code, out.count("\n")) == (2, 1)  # the first deal is answered
    assert "expected one deal per line as a JSON object; deals in words cannot" in err


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("score", WRITTEN + LINE, "line 5: this deal is in JSON, the first one in the notation"),
        ("score", TOLD + WRITTEN, "line 1: this deal is as piquet deal prints it for people"),
        ("score", WRITTEN + TOLD, "line 5: this deal is as piquet deal prints it for people"),
        ("solve", WRITTEN, "line 2: not JSON; expected one ending per line, as in {"),
        ("solve", LINE, "this is the record of a deal, which piquet review"),
        ("score", json.dumps(ENDING), "this is an ending, which piquet solve reads"),
        ("advise", json.dumps(ENDING), "this is an ending, which piquet solve reads"),
    ],
)  # fmt: skip
def test_file__of_another_form_or_command_is_named(name, given, said):
    assert said in refused(name, "-", given=given)


def test_example__that_the_message_gives_is_solved():
    said = refused("solve", "-", given="Elder: AKJ")
    example = said[said.index("{") : said.rindex("}") + 1]
    assert command("solve", "-", given=example).code == 0


@pytest.mark.parametrize(
    ("calls", "said"),
    [
        ({"sequence": {"length": 5, "top": "A"}},
         "quint major is not held in AJ98.AKQJ8.K.J9, of which the best is quart major"),
        ({"set": {"size": 4, "rank": "J"}}, "quatorze of knaves is not held in AJ98.AKQJ8.K.J9, of "
         "which the best is trio of knaves"),
        ({"point": {"length": 6, "pips": 49}}, "point of 6 cards making 49 is not held"),
        ({"sequence": {"length": 2, "top": "9"}}, "sequence of 2 to the nine is not held"),
        ({"sequence": "quart"}, 'as in {"length": 4, "top": "A"} for a quart major'),
        ({"set": {"size": 3}}, 'rank is missing; an example is {"size": 3, "rank": "J"}'),
        ({"tierce": 3}, 'called as a sequence, as in {"sequence": {"length": 3, "top": "A"}}'),
        ("all", """expected 'full', 'none' or an object, as in {"set": {"size": 3"""),
    ],
)  # fmt: skip
def test_calls__are_refused_in_the_words_of_the_game(calls, said):
    given = {**EXAMPLE, "elder": {**EXAMPLE["elder"], "calls": calls}}
    assert said in refused("score", "-", given=json.dumps(given))


@pytest.mark.skipif(sys.platform == "win32", reason="needs devices and pipes in the file system")
def test_endless__files_and_pipes_are_refused(tmp_path, monkeypatch):
    """A device is no file, a large one is too large, and who waits for a writer says so."""
    pipe, large = tmp_path / "pipe", tmp_path / "large"
    os.mkfifo(pipe)
    with large.open("wb") as file:
        file.truncate(10**12)
    for path, said in {"/dev/zero": "not a file", pipe: "not a file", large: "too large"}.items():
        with refuses(f"{path}: ", said):
            read_deals(str(path))
    monkeypatch.setattr(files, "WRITER_COMES_WITHIN", 0.1)
    with refuses(f"{pipe}: nobody wrote to it within 0.1 seconds"):
        open_file(pipe)
    # A writer who is slow is waited for.
    writer = os.open(pipe, os.O_RDWR)
    Timer(0.5, lambda: (os.write(writer, LINE.encode()), os.close(writer))).start()
    with open_file(pipe) as file:
        assert file.read().decode() == LINE


@pytest.mark.parametrize("number", ["Infinity", "-Infinity", "NaN"])
def test_json__that_is_no_number_is_refused(number):
    with refuses("is no number"):
        read_json(f'{{"score": [{number}, 3]}}')
