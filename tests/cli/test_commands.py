"""What commands answer programs, and what they do besides printing: files, exit codes, endings.

An answer is a table to paste, or a picture, too: ``--markdown``, ``--csv``, ``--chart``.

Covers `cli.output`, `exact.who_is_good`.
"""

import csv
import json
import re
import shlex
import sys
from io import StringIO
from unittest.mock import Mock

import pytest
from command_line import Ended, answer, command, refused, run_process
from PIL import Image
from scipy.stats import norm
from specimens import ENDING as TWO_CARDS
from specimens import HAND, ROOT, estimate

import analyses.runs
from analyses import contents
from analyses.studies.elder_advantage import list_pairs
from piquet_sim import Simulation
from piquet_sim.cli import output
from piquet_sim.cli.app import GROUPS, make_command
from piquet_sim.cli.output import write_json
from piquet_sim.estimates import differences

BOOK = [*make_command().commands]
ENDING = json.dumps(TWO_CARDS)


@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        (("simulate", "-n", "4000", "--seed", "5", "--json"), ""),
        (("score", "-"), "{broken"),
        (("rules", "--help"), ""),
        *(
            pytest.param(line, "", marks=pytest.mark.slow)
            for line in (
                ("simulate", "--elder", "clubb"),
                ("settle", "--deals", "27-13 15-31"),
                ("simulat",),
            )
        ),
    ],
    ids=lambda given: " ".join(given)[:20],
)
def test_process__of_its_own_says_the_same_as_this_one(arguments, given):
    done = run_process(*arguments, input=given, capture_output=True, text=True)
    assert Ended(done.returncode, done.stdout, done.stderr) == command(*arguments, given=given)


REPLY = (
    '{"elder": "..K.", "younger": ".K.A.", "leads": "elder", "table": "AS", '
    '"tricks": {"elder": 6, "younger": 4}}'
)


@pytest.mark.parametrize(
    ("options", "given", "found"),
    [
        ((), ENDING, {"value": 10, "plays": {"AS": 10, "KD": -2}}),
        ((), REPLY, {"value": 9, "plays": {"KH": 9, "AD": 12}}),
        (("--aim", "own"), ENDING, {"value": 12, "plays": {"AS": 12, "KD": 1}, "aim": "own",
         "seat": "elder"}),
        (("--aim", "own", "--seat", "elder"), REPLY, {"value": 11, "plays": {"KH": 11, "AD": 12},
         "aim": "own", "seat": "elder"}),
        (("--aim", "settlement", "--score", "93-120"), ENDING, {"value": -117,
         "plays": {"AS": -117, "KD": -317}, "aim": "settlement", "score": [93, 120]}),
        (("--aim", "settlement", "--score", "120-93", "--seat", "younger"), ENDING, {"value": -117,
         "plays": {"AS": -117, "KD": -317}, "aim": "settlement", "score": [93, 120]}),
        (("--rules", "parlett"), ENDING, {"value": 9, "plays": {"AS": 9, "KD": -3}}),
        (("--set", "cards_scores=20"), ENDING, {"value": 20, "plays": {"AS": 20, "KD": -2}}),
        (("--rules", "parlett"), ENDING.replace('"leads"', '"rules": "rubicon", "leads"'),
         {"value": 10, "plays": {"AS": 10, "KD": -2}}),
    ],
)  # fmt: skip
def test_solve__for_other_aims_rules_and_replies(options, given, found):
    assert json.loads(command("solve", "-", *options, "--json", given=given).out) == found
    assert command("solve", "-", *options, given=given).out.rstrip().endswith(".")


def test_ladder__ends_each_duel_at_the_precision(tmp_path):
    players = "random", "club", "novice"
    given = answer("duel", *players, "--out", tmp_path, "--json", "--precision", "0.9")
    gains = [row for row in given["table"] if row["quantity"] == "points a pair"]
    # Each ends by itself.
    assert max(row["se"] for row in gains) <= 0.9 < len({row["n"] for row in gains})
    assert "played to a standard error of 0.9 points a pair" in given["sentences"][-1]


@pytest.mark.parametrize("name", ["simulate -n 500", "duel club novice -n 50", "deal"])
def test_given__every_answer_has_its_normal_form(name):
    """And the exact probability; what is typed back is the same question."""
    asked, reading = "elder.aces+elder.kings  == 0", "elder.aces + elder.kings == 0"
    one, again = (answer(*name.split(), "--given", text, "--json") for text in (asked, reading))
    assert {
        "condition": reading,
        "method": "exact",
        "probability": {"numerator": 323, "denominator": 26970, "value": 323 / 26970},
    }.items() <= one["condition"].items()
    assert again.get("estimates") == one.get("estimates")


@pytest.mark.parametrize(
    ("line", "least", "said"),
    [
        ("simulate --precision difference=0.5", 0.5, ""),
        ("duel expert club --precision 0.6", 0.6, ""),
        (
            "simulate --precision elder_wins=1% -n 2000",
            0,
            "piquet: stopped at 2,000 deals; elder_wins=1% not reached\n",
        ),
        ("simulate --max-time 0.2", 0, "piquet: stopped by --max-time after "),
        (
            "duel club novice --precision 0.01 -n 512",
            0,
            "piquet: stopped at 512 pairs; --precision 0.01 not reached",
        ),
    ],
)
def test_run__says_where_it_was_stopped_before_its_precision(line, least, said):
    code, out, err = command(*line.split(), "--json")
    assert (code, err[: len(said)]) == (0, said)
    found = json.loads(out)
    error = (found["gain"] if "duel" in line else found["estimates"]["difference"])["se"]
    assert said or (error <= least and err == "")


@pytest.mark.parametrize(("style", "wide"), [("gray", 1003), ("slide", 3000)])
def test_chart__of_a_published_result_is_drawn_anywhere_in_its_style(here, style, wide):
    assert command("chart", "pique", "--style", style) == (0, f"pique-{style}.png\n", "")
    with Image.open(f"pique-{style}.png") as picture:
        colours = picture.convert("RGB").getcolors(1 << 20)
    assert (picture.width, all(len(set(colour)) == 1 for _, colour in colours)) == (
        pytest.approx(wide, abs=1),
        style == "gray",
    )


def test_piquet_alone__its_examples_run_as_they_stand_there(here):
    """The study with fewer deals."""
    printed = [
        line.strip() for line in command().out.splitlines() if line.startswith("    piquet ")
    ]
    assert len(printed) == 3
    lines = (re.sub(r"study (.*)-n \S+", r"study \1-n 5_000", line) for line in printed)
    assert [command(*shlex.split(line)[1:])[::2] for line in lines] == [(0, "")] * 3


def test_help__has_every_command_under_one_question():
    assert (
        sorted(one for group in GROUPS.values() for one in group),
        {name for name in BOOK if "--json" not in command(name, "--help").out},
    ) == (sorted(BOOK), {"explore"})


def test_json__refuses_what_is_no_number():
    with pytest.raises(ValueError, match="not JSON compliant"):
        write_json({"value": float("nan")})


@pytest.mark.parametrize("unit", ["deals", "pairs", "rounds"])
def test_bar__has_the_unit_of_what_is_counted(monkeypatch, unit):
    terminal = StringIO()
    terminal.isatty = lambda: True  # somebody watches
    monkeypatch.setattr(sys, "stderr", terminal)
    for name, value in (("TERM", "xterm"), ("COLUMNS", "120")):
        monkeypatch.setenv(name, value)
    with output.show_progress(10, "something", unit) as progress:
        progress(5)
    assert f" 50% 5 {unit} " in terminal.getvalue()


@pytest.mark.parametrize("arguments", [(), ("--mirrored", "--younger", "novice")])
def test_list__has_every_estimate(arguments):
    asked = "simulate", "-n", 2_000, *arguments
    rows, every = csv.DictReader(StringIO(command(*asked, "--csv").out)), command(*asked, "--all")
    names = {row["key"]: row["name"] for row in rows}
    assert (sorted(names), [name for name in names.values() if name not in every.out]) == (
        sorted(answer(*asked, "--json")["estimates"]),
        [],
    )


# ---- What a summary claims -----------------------------------------------------------------------
@pytest.mark.parametrize(("times", "is_sure"), [(0.97, True), (1.03, False)])
def test_clear__is_what_chance_makes_once_in_a_thousand(times, is_sure):
    """Not the one in forty that an interval leaves out on each side."""
    error = times / 1.96 * norm.isf(0.025) / norm.isf(0.001)
    assert differences.is_clear(estimate(1.0, error), above=0) == is_sure


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize(
    "line",
    [f"odds {HAND} --top 3", f"advise {HAND} -n 64", "simulate -n 400", "duel club random -n 8"],
)
def test_table__is_as_wide_as_the_screen_and_its_columns_stay_in_plain_letters(
    line, width, monkeypatch
):
    """Suits are spelt with two letters where the screen has none."""
    monkeypatch.setenv("COLUMNS", str(width))
    said = command(*line.split(), encoding="ascii").out
    assert (said.isascii(), "\\" in said) == (True, False)
    assert max(map(len, said.splitlines())) <= width
    for table in said.split("\n\n"):
        ranges = re.findall(r"^.*?  [-\d.]+ to -?[\d.]+(?=  |$)", table, re.MULTILINE)
        assert len({*map(len, ranges)}) <= 1, table


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        (
            "simulate -n 400 --mirrored --distribution difference",
            {"n", "estimates", "distribution"},
        ),
        ("chances 68-155 --deal 6 --elder a -n 2000", {"totals", "chances"}),
        ("simulate --matches 20", {"n", "first", "second", "estimates"}),
        ("simulate --matches 20 --third novice --parties 4", {"players", "scores", "single"}),
        (f"advise {HAND} -n 128", {"question", "origin", "candidates"}),
        ("duel club novice -n 20", {"pairs", "gain", "decided", "rating"}),
        ("settle --deals 27-13", {"totals", "winner", "rubicon", "settlement", "unfinished"}),
        ("settle --chouette '150 416 -476'", {"parties"}),
        (f"odds {HAND} --discard K..98.87", {"draws", "events", "assumed"}),
        ("odds --good all", {"point", "sequence", "set"}),
        ("census aces", {"hands", "counts"}),
        ("deal", {"elder", "younger", "talon", "play", "rules"}),
        ("rules american", {"pack", "capot_scores"}),
        ("help solve", {"command", "help"}),
    ],
)
def test_command__answers_programs_in_one_document(line, keys, here):
    assert keys <= set(answer(*shlex.split(line), "--json"))


def test_one_match__is_not_several():
    assert ", 1 match: " in " ".join(command("simulate", "--matches", 1).out.split())
    assert "at least 2" in refused("study", "experts-of-1890", "-n", 1)


def test_settle__adds_up_several_sheets():
    sheets = [json.dumps({"deals": deals}) for deals in ([[44, 6]] * 6, [[6, 44]] * 6, [[44, 6]])]
    alone = [answer("settle", "-", "--json", given=one)["settlement"] for one in sheets]
    assert alone[0] == alone[1] > 0 == alone[2]
    assert [
        command("settle", "-", given="\n".join(some)).out.splitlines()[-1]
        for some in (sheets[:1] * 2 + sheets[2:], sheets[:2], sheets[2:] * 2)
    ] == [
        f"3 sheets together: A wins {2 * alone[0]} points.",
        "2 sheets together: even in points.",
        "2 sheets together: nothing to pay.",
    ]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--deals '50-10 60-20' --rules cotton_1674", "A 110, B 30: A wins 1 game."),
        ("--deals '50-10 60-20' --rules boussac_1896", "A 110, B 30: A wins 1 game."),
        (
            "--deals '50-10 60-20' --rules cotton_1674 --set double_below=50",
            "A 110, B 30: A wins 2 games.",
        ),
        ("--deals '27-13 15-31 44-6 18-29 35-12 25-23'", "A 164, B 114: A wins 150 points."),
    ],
)
def test_settle__names_what_is_won(options, said):
    assert command("settle", *shlex.split(options)).out == f"{said}\n"


@pytest.mark.parametrize("is_all", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_studies__of_the_same_deals_play_them_once(monkeypatch, tmp_path, is_all):
    """All studies, or several by name, ask one run of the same deals, with the same tables."""
    names = ["pique", "elder-advantage", "discards", "experts-of-1890", "published"]
    named = ["all"] if is_all else names
    play, clubs = Mock(side_effect=analyses.runs.run_simulation), Simulation("club", "club")
    monkeypatch.setattr(analyses.runs, "run_simulation", play)
    monkeypatch.setattr(contents, "sort_by_length", lambda: names)
    asked = ("study", *named, "-n", 600, "--strategy", "club", "--json", "--out", tmp_path)
    assert [one["study"] for one in answer(*asked)] == names
    played = [str(one.args[0]) for one in play.call_args_list]
    assert len({*played}) == len(played) == len(list_pairs(clubs)) + 1  # and a book's older laws
    for name in names:
        contents.find_study(name).ask(clubs, 600).found.write(tmp_path / "alone.csv")
        assert (tmp_path / name / "data.csv").read_bytes() == (tmp_path / "alone.csv").read_bytes()


# ---- Answers as tables to paste and as pictures -------------------------------------------------
ASKED = {
    "simulate": ("simulate", "-n", "200"),
    "matches": ("simulate", "--matches", "20"),
    "duel": ("duel", "club", "novice", "-n", "20"),
    "advise": ("advise", HAND, "-n", "64"),
    "draw": ("odds", HAND, "--discard", "K..98.87"),
    "ranked": ("odds", HAND),
    "census": ("census", "aces"),
    "condition": ("census", "--given", "hand.aces == 4"),
    "chances": ("chances", "68-155", "--deal", "6", "-n", "1000"),
    "settle": ("settle", "--deals", "27-13 15-31"),
    "chouette": ("settle", "--chouette", "150 416 -476"),
    "good": ("odds", "--good", "set"),
    "maxim": ("maxim", "CAV-M01"),
    "maxims": ("maxim",),
    "ladder": ("duel", "club", "novice", "random", "-n", "20"),
    "score": ("score", ROOT / "notebooks" / "cavendish.txt"),
    "review": ("review", ROOT / "notebooks" / "cavendish.txt", "-n", "64"),
}


@pytest.mark.parametrize("name", ASKED)
def test_table__is_pasted_in_two_forms_of_the_same_numbers(name, here):
    text, sheet = (command(*ASKED[name], form).out for form in ("--markdown", "--csv"))
    rows = list(csv.DictReader(StringIO(sheet)))
    assert rows
    assert all(float(row["value"]) <= float(row["high"] or "inf") for row in rows)
    names = {row["name"].replace("|", "") for row in rows}
    assert {one for one in names if f"\n| {one} |" in text} == names


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("chances", "What a point is worth"),
        ("review", "expected margin in points"),
        *((name, "<?xml") for name in ("maxim", "score", "simulate")),
        *(
            pytest.param(name, "<?xml", marks=pytest.mark.slow)
            for name in ("draw", "duel", "good", "settle", "matches")
        ),
    ],
)
def test_picture__is_drawn_beside_the_answer(name, said, tmp_path):
    path = tmp_path / "answer.svg"
    first, same = (
        [
            re.sub(r"\d\.\d s$", "", line)
            for line in command(*ASKED[name], *more).out.splitlines()[:2]
        ]
        for more in (("--chart", path), ())
    )
    assert (first, said in path.read_text("utf-8")) == (same, True)


def test_odds__put_into_a_table_what_is_asked():
    asked = *ASKED["draw"], "--event", "hand.aces != 3", "--csv"
    (row,) = csv.DictReader(StringIO(command(*asked).out))
    kept = answer(*asked[:-1], "--json")["asked"][0]
    assert (row["name"], float(row["value"])) == (kept["event"], kept["probability"])


def test_sheets__are_settled_into_a_table_each_and_drawn_alone(tmp_path):
    sheets = tmp_path / "sheets.jsonl"
    sheets.write_text('{"deals": [[27, 13]]}\n{"deals": [[1, 2]]}\n')
    assert command("settle", str(sheets), "--markdown").out.count("A score sheet") == 2
    drawn = command("settle", str(sheets), "--chart", str(tmp_path / "sheet.svg"))
    assert (drawn.code, "one answer can be drawn" in drawn.err) == (2, True)
