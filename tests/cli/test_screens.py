"""What a newcomer sees at 80 columns: tables, help, guides, and the times that are said."""

from fractions import Fraction
from types import SimpleNamespace

import pytest
from command_line import command, refused
from specimens import HAND

from piquet_sim.cli.commands import studying
from piquet_sim.cli.commands.playing import app
from piquet_sim.cli.guides import GUIDES, show_guide
from piquet_sim.cli.screen import make_table, print_condition, print_table, wrap_text
from piquet_sim.estimates.digits import format_exactly
from piquet_sim.kernel.compile import IS_COMPILED

COMMANDS = [one.name or one.callback.__name__ for one in app.registered_commands]
DECISIONS = [
    ("younger has quatorze of tens, called in full", "", "not valued: too few deals"),
    ("elder throws KS 9D 8D 8C 7C", "4.9 ± 1.5", "worse beyond doubt; best 8H 9D 8D 8C 7C"),
    ("trick 1: elder leads AH", "–", "best"),
]


@pytest.mark.parametrize("width", range(40, 100, 3))
def test_table__has_the_fewest_lines_of_all_shares_of_its_width(width):
    rows = [("decision", "lost", "verdict"), *DECISIONS]
    table = make_table("", rows[0], DECISIONS, width)
    shared = [column.width for column in table.columns]

    def count(widths):
        return sum(
            max(len(wrap_text(cell, cells).splitlines() or [""])
                for cell, cells in zip(row, widths, strict=True))
            for row in rows
        )  # fmt: skip

    free = width - 4 - shared[1]
    folded = [(one, shared[1], free - one) for one in range(9, min(44, free - 7) + 1)]
    assert sum(shared) + 4 <= width
    assert count(shared) == min(map(count, [*folded, shared]))


def test_table__an_empty_last_column_takes_no_room():
    rows = [("a word", "1", ""), ("two", "2", "")]
    assert make_table("", ("x", "y", ""), rows, 9).columns[-1].justify == "right"


HEADS = ("quantity", "value ± se", "95% interval", "")
ROWS = [
    ("elder_score", "23.41 ± 0.05", "23.3 to 23.5", "exactly 23.4, as it was counted"),
    ("difference", "1,234,567.1", "–", ""),
    ("[bold]mine", "1", "2", "[a]"),
]


@pytest.mark.parametrize(("width", "lines"), [(20, 20), (32, 15), (48, 8), (90, 5), ("", 5)])
def test_table__fits_and_loses_nothing(capsys, monkeypatch, width, lines):
    monkeypatch.setenv("COLUMNS", str(width))
    print_table("What [club] made of a thousand deals", HEADS, ROWS)
    said = capsys.readouterr().out
    assert max(map(len, said.splitlines())) <= (width or 100)
    assert len(said.splitlines()) == lines
    words = " ".join(said.split())
    for cell in ("1,234,567.1", "[bold]mine", "[a]", "elder_score", "[club]", "quantity", "0.05"):
        assert cell in words


SCREENS = {
    ("simulate", "--matches", "20"): "\n    net settlement of the first dealer (points a match)\n",
    ("chances", "68-155", "--deal", "6", "-n", "1000"): "",
    ("duel", "club", "novice", "-n", "50", "--given", "elder lacks aces and kings"): "",
    ("duel", "club", "novice", "-n", "20", "--parties"): "",
    ("advise", HAND, "-n", "64"): "",
    ("odds", HAND, "--top", "3"): "",
    ("odds", HAND, "--discard", ".8.98.87"): "",
    ("odds", "--named", "5"): "",
    ("odds", "--good", "point"): " 125,970",
    ("census", "aces"): "30,421,755",
    ("census", "--given", "3 aces, 1+ voids"): "",
    ("deal",): "",
    ("rules",): "",
    ("rules", "rubicon"): "",
    (): "",
    ("help",): "",
    ("help", "players"): "",
    ("help", "words"): "",
}
"""Commands, and what stands on their screen."""


@pytest.mark.parametrize("arguments", SCREENS, ids=" ".join)
def test_screen__of_eighty_cells_has_no_longer_line(arguments, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    done = command(*arguments)
    assert (done.code, done.err) == (0, "")
    assert [line for line in done.out.splitlines() if len(line) > 80] == []
    assert SCREENS[arguments] in done.out


@pytest.mark.parametrize("arguments", [("deal",), ("census", "aces"), ("help", "words")])
def test_screen__narrow_or_wide_says_the_same_words(arguments, monkeypatch):
    said = []
    for columns in ("60", "100", "1000"):
        monkeypatch.setenv("COLUMNS", columns)
        said.append(command(*arguments).out.split())
    assert said[0] == said[1] == said[2]


def test_study__its_sentences_are_wrapped_and_its_claims_hang(monkeypatch, capsys):
    sentence = "elder makes 32.31 ± 0.25 points a deal in this long sentence of a study, and more"
    monkeypatch.setenv("COLUMNS", "40")
    analysis = SimpleNamespace(
        title=sentence, summary=[sentence], notes={"answers": [sentence]},
        description={"n": 1000}, seconds=1.0, words=None,
    )  # fmt: skip
    studying.tell_study(analysis, "results/hands")
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 40
    place = next(i for i, line in enumerate(lines) if line.startswith("  - "))
    assert lines[place + 1].startswith(" " * 4)
    assert sum("32.31 ± 0.25" in line for line in lines) == 3


@pytest.mark.parametrize("name", COMMANDS)
def test_help__names_values_in_one_style(name, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    told = command(name, "--help").out
    usage = next(line for line in told.splitlines() if line.startswith("Usage: "))
    placeholders = [line.split("   ")[0] for line in told.splitlines() if line.startswith("  -")]
    assert not set("<>{}") & set("".join([usage, *placeholders]))
    taken = usage.partition("[OPTIONS]")[2].split()
    assert [one for one in taken if one.upper() != one] == []
    assert not {"<str>", "<path>", "<list[str]>"} & set(told.split())


def test_help__of_studies_lists_their_names(monkeypatch):
    from analyses.contents import list_studies

    monkeypatch.setenv("COLUMNS", "80")
    told = command("study", "--help").out
    listed = told.partition("Names for ")[2].partition(":")[2].replace(",", " ").split()
    assert listed == [*list_studies(), "all"]
    assert "Names for NAMES:\n  random, novice, club" in command("duel", "--help").out
    assert "Names for" not in command("simulate", "--help").out


@pytest.mark.parametrize("topic", GUIDES)
def test_guide__has_no_raw_asterisks_but_those_of_code(topic):
    told = show_guide(topic, 80)
    for line in told.splitlines():
        without_code = "".join(line.split("`")[::2])
        if "`" not in line and "**" not in line and "(*" not in line:
            assert "*" not in without_code
    if topic == "advice":
        assert "probably worse when the 95% confidence interval" in " ".join(told.split())


def test_odds__that_are_exact_never_look_whole_unless_they_are(capsys):
    assert format_exactly(Fraction(100_004, 1000), 4) == "100.004"
    assert format_exactly(Fraction(100), 4) == "100"
    assert format_exactly(Fraction(1_000_040_25, 100), 6) == "1,000,040.2"
    assert format_exactly(1792.4321, 6) == "1,792.43"
    assert format_exactly(0.0, 4) == "0"
    given = {
        "condition": "so", "reading": "so", "method": "exact",
        "probability": {"numerator": 10_000, "denominator": 1_000_004, "value": 1 / 100.0004},
    }  # fmt: skip
    print_condition(given)
    assert "exactly 1 in 100.0004 deals" in capsys.readouterr().out


_NOT_COMPILED = """from piquet_sim.strategies import PlayView, policy


@policy
def play_lowest(view: PlayView) -> int:
    return lowest_card(view.legal)
"""


@pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled")
def test_policy__that_cannot_be_compiled_gives_one_line_with_its_place(tmp_path, monkeypatch):
    file = tmp_path / "mine.py"
    file.write_text(_NOT_COMPILED)
    said = refused("help", "players", "--load", str(file))
    assert said == (
        "piquet: policy 'play_lowest' cannot be compiled: NameError: name 'lowest_card' is not "
        "defined (mine.py, line 6)\n"
    )
    monkeypatch.setenv("PIQUET_TRACEBACK", "1")
    done = command("help", "players", "--load", str(file))
    assert done.code == 2
    assert "numba.core.errors.TypingError" in done.err
    assert done.err.splitlines()[-1] == said.rstrip()


@pytest.mark.parametrize("name", sorted({*COMMANDS} - {"explore"}))
def test_command__takes_json(name, monkeypatch):
    assert "--json" in command(name, "--help").out
