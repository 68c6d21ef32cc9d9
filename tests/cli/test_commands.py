"""What commands answer programs, and what they do besides printing: files, exit codes, endings."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from io import StringIO
from itertools import product
from pathlib import Path
from time import monotonic, sleep

import pyarrow.parquet as pq
import pytest
import reference
from command_line import Ended, Terminal, answer, command, open_terminal, refused, run_process
from PIL import Image
from rich.progress import Progress
from scipy.stats import norm
from specimens import ENDING as TWO_CARDS
from specimens import HAND, RESULTS, read_golden

from piquet_sim import sentences, simulate
from piquet_sim.cli import main, output
from piquet_sim.cli.app import EXAMPLES, GROUPS
from piquet_sim.cli.commands.playing import app
from piquet_sim.cli.options import describe
from piquet_sim.cli.output import lay_out, write_json
from piquet_sim.cli.simulation_screen import ROWS, THEMES, say_findings
from piquet_sim.conditions import dealing
from piquet_sim.conditions.dealing import allot
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.tally import find_measure
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.batch.measures import MEASURES
from piquet_sim.kernel.compile import IS_COMPILED
from piquet_sim.running import run
from piquet_sim.strategies.learned import find_learned

pytestmark = pytest.mark.usefixtures("nobody_stays_registered", "table_of_play")

BOOK = [one.name or one.callback.__name__ for one in app.registered_commands]
ENDING = json.dumps(TWO_CARDS)


GOLDEN = read_golden("deals.jsonl")


ESTIMATES = {
    *("elder_score", "younger_score", "difference", "elder_wins", "younger_wins", "drawn"),
    *("elder_cards", "younger_cards", "cards_divided", "elder_capot", "younger_capot"),
    *("elder_pique", "elder_repique", "younger_repique"),
    *("elder_carte_blanche", "younger_carte_blanche", "elder_exchanged", "younger_exchanged"),
    *("elder_point", "younger_point", "equal_point", "elder_set", "younger_set"),
    *("elder_sequence", "younger_sequence", "equal_sequence"),
}


@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        (("simulate", "-n", "4000", "--seed", "5", "--json"), ""),
        (("simulate", "--elder", "clubb"), ""),
        (("score", "-"), "{broken"),
        (("settle", "--deals", "27-13 15-31"), ""),
        (("rules", "--help"), ""),
        (("simulat",), ""),
    ],
    ids=lambda given: " ".join(given)[:20],
)
def test_process__of_its_own_says_the_same_as_this_one(arguments, given):
    done = run_process(*arguments, input=given, capture_output=True, text=True)
    assert Ended(done.returncode, done.stdout, done.stderr) == command(*arguments, given=given)


def test_simulate__json_has_every_name_and_nothing_else_on_the_output():
    given = answer("simulate", "-n", "4000", "--seed", "5", "--json")
    assert {"n", "seed", "rules", "elder", "younger", "play", "estimates"} <= set(given)
    assert (given["n"], given["seed"], given["rules"]) == (4000, 5, "rubicon")
    assert set(given["estimates"]) >= ESTIMATES
    for name in ESTIMATES:
        estimate = given["estimates"][name]
        assert estimate["low"] <= estimate["value"] <= estimate["high"]
        assert estimate["n"] == 4000
    assert given["estimates"]["elder_carte_blanche"]["exact"] == 125970 / 225792840


CTRL_C_AS_SOON_AS_SOMETHING_IS_COUNTED = """
import contextlib, os, signal
from piquet_sim import cli
from piquet_sim.cli.commands import playing

@contextlib.contextmanager
def press_ctrl_c(total, label):
    yield lambda done: done and os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
playing.show_progress = press_ctrl_c
cli.main(["simulate", "-n", "2e9", "--json"])
"""


def test_simulate__ctrl_c_keeps_what_was_counted(tmp_path):
    run = subprocess.run(
        [sys.executable, "-c", CTRL_C_AS_SOON_AS_SOMETHING_IS_COUNTED],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        cwd=tmp_path,  # a run of more than ten seconds keeps a checkpoint there
    )
    assert run.returncode == 130
    assert run.stderr.startswith("piquet: stopped after ")
    assert len(run.stderr.splitlines()) == 1  # too short to be kept without being asked
    counted = json.loads(run.stdout)
    assert f"{counted['n']:,} of 2,000,000,000 deals" in run.stderr
    whole = answer("simulate", "-n", str(counted["n"]), "--json")
    assert (counted.pop("ended"), whole.pop("ended")) == ("interrupted", "reached")
    assert whole == counted


def test_simulate__a_strategy_of_ones_own_is_found_by_name(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from piquet_sim.strategies import *\n"
        "club = find_strategy('club')\n"
        "@policy\n"
        "def play(view: PlayView) -> int:\n"
        "    return view.legal & -view.legal\n"
        "register(Strategy('lowest', discard=club.discard, play=play, origin='a test'))\n"
    )
    given = answer("simulate", "-n", "500", "--elder", "lowest", "--load", str(path), "--json")
    assert given["elder"] == "lowest"


def test_simulate__an_illegal_discard_names_strategy_deal_and_view(tmp_path):
    path = tmp_path / "greedy.py"
    path.write_text(
        "from piquet_sim.strategies import *\n"
        "@policy\n"
        "def discard(view: DiscardView) -> int:\n"
        "    return view.hand\n"
        "club = find_strategy('club')\n"
        "register(Strategy('greedy', discard=discard, play=club.play, origin='a test'))\n"
    )
    told = refused("simulate", "-n", "500", "--younger", "greedy", "--load", str(path))
    for part in ("'greedy' as younger", "deal 0 of seed 1", "discards 12 cards", "DiscardView("):
        assert part in told


def test_score__the_golden_deals():
    done = command("score", "-", given="\n".join(json.dumps(deal) for _, deal in GOLDEN))
    assert done.code == 0, done.err
    for (expected, _), line in zip(GOLDEN, done.out.splitlines(), strict=True):
        given = json.loads(line)
        assert given["elder"]["total"] == expected["elder"]
        assert given["younger"]["total"] == expected["younger"]


def test_deal__json_is_scored_to_the_same_result_by_referee_and_reference():
    for index in range(5):
        arguments = ("--seed", "3", "--index", str(index))
        told = command("deal", *arguments).out
        deal = answer("deal", *arguments, "--json")
        scored = json.loads(command("score", "-", given=json.dumps(deal)).out)
        assert scored == reference.score_deal(deal)
        assert f"Elder makes {scored['elder']['total']}:" in told
        assert f"Younger makes {scored['younger']['total']}:" in told


def test_score__names_the_broken_line():
    lines = [json.dumps(GOLDEN[0][1])] * 16 + ["{broken"]
    done = command("score", "-", given="\n".join(lines))
    assert done.code == 2
    assert len(done.out.splitlines()) == 16
    assert done.err.startswith("piquet: line 17: not JSON")
    assert len(done.err.splitlines()) == 1


def test_solve__answers_line_by_line_and_in_words():
    answers = command("solve", "-", "--json", given=f"{ENDING}\n\n{ENDING}\n").out.splitlines()
    assert [json.loads(one) for one in answers] == [
        {"value": 10, "plays": {"AS": 10, "KD": -2}}
    ] * 2
    said = command("solve", "-", given=ENDING).out
    assert said.startswith("Elder, to lead, wins one of two tricks, and makes ten points more")
    bad = command("solve", "-", "--json", given=f"{ENDING}\n{ENDING.replace('K.A', 'K.A7')}\n")
    assert bad.code == 2
    assert len(bad.out.splitlines()) == 1
    assert bad.err == (
        "piquet: line 2: elder has 2 cards and younger 3; both must have the same number\n"
    )


REPLY = (
    '{"elder": "..K.", "younger": ".K.A.", "leads": "elder", "table": "AS", '
    '"tricks": {"elder": 6, "younger": 4}}'
)


@pytest.mark.parametrize(
    ("options", "given", "found"),
    [
        ((), REPLY, {"value": 9, "plays": {"KH": 9, "AD": 12}}),
        (("--aim", "own"), ENDING, {"value": 12, "plays": {"AS": 12, "KD": 1}, "aim": "own",
         "seat": "elder"}),
        (("--aim", "own", "--seat", "elder"), REPLY, {"value": 11, "plays": {"KH": 11, "AD": 12},
         "aim": "own", "seat": "elder"}),
        (("--aim", "settlement", "--score", "93-120"), ENDING, {"value": -117,
         "plays": {"AS": -117, "KD": -317}, "aim": "settlement", "score": [93, 120]}),
        (("--rules", "parlett"), ENDING, {"value": 9, "plays": {"AS": 9, "KD": -3}}),
        (("--set", "cards_scores=20"), ENDING, {"value": 20, "plays": {"AS": 20, "KD": -2}}),
        (("--rules", "parlett"), ENDING.replace('"leads"', '"rules": "rubicon", "leads"'),
         {"value": 10, "plays": {"AS": 10, "KD": -2}}),
    ],
)  # fmt: skip
def test_solve__for_other_aims_rules_and_replies(options, given, found):
    assert json.loads(command("solve", "-", *options, "--json", given=given).out) == found
    said = command("solve", "-", *options, given=given).out
    assert said.rstrip().endswith(".")


def test_census__writes_table_and_chart(tmp_path):
    done = command("census", "aces", "--out", str(tmp_path))
    assert done.code == 0, done.err
    assert {path.name for path in (tmp_path / "census-aces").iterdir()} == {
        "data.csv", "chart.svg", "chart.png", "meta.json",
    }  # fmt: skip


def test_ladder__writes_table_and_chart(tmp_path):
    given = answer(
        "duel", "random", "club", "novice", "-n", "200", "--out", str(tmp_path), "--json",
    )  # fmt: skip
    assert given["sentences"][0].endswith("the order is: club, novice, random.")
    assert (tmp_path / "ladder" / "chart.svg").is_file()
    gains = [row["value"] for row in given["table"] if row["quantity"] == "points a pair"]
    assert len(gains) == 3


def test_ladder__ends_each_duel_at_the_precision(tmp_path):
    asked = ("duel", "random", "club", "novice", "--out", str(tmp_path), "--json")
    given = answer(*asked, "--precision", "0.9")
    gains = [row for row in given["table"] if row["quantity"] == "points a pair"]
    assert all(row["se"] <= 0.9 for row in gains)
    assert len({row["n"] for row in gains}) > 1  # each ends by itself
    assert "played to a standard error of 0.9 points a pair" in given["sentences"][-1]
    few = answer(*asked, "--precision", "0.1", "-n", "1500")
    assert "error of 0.1 points a pair, or to 1,500 pairs" in few["sentences"][-1]
    done = command(*asked, "--precision", "0")
    assert done.code == 2
    assert done.err == "piquet: precision: expected a positive number, as in 0.1, got 0\n"


@pytest.mark.slow
def test_train__writes_a_file_to_play_by(tmp_path):
    out = tmp_path / "mine.npz"
    given = answer("train", "--hands", "1000", "--rounds", "3", "--out", str(out), "--json")
    assert given["gain"] < 0
    assert {"seed", "hands", "rounds", "seconds", "machine"} <= set(given)
    own = run_process(
        *("duel", "expert", "club", "-n", "50", "--json"),
        capture_output=True, text=True, env={**os.environ, "PIQUET_LEARNED": str(out)},
    )  # fmt: skip
    assert (
        json.loads(own.stdout)["gain"]
        != answer("duel", "expert", "club", "-n", "50", "--json")["gain"]
    )


def test_chances__json_and_chart(tmp_path):
    chart = tmp_path / "chances.svg"
    given = answer("chances", "68-155", "--deal", "6", "--elder", "a", "-n", "20000", "--json",
                   "--chart", str(chart))  # fmt: skip
    assert given["totals"] == [68, 155]
    assert 0 < given["chances"]["wins"]["value"] < 0.1
    assert given["chances"]["settlement_mean"]["value"] < -200
    assert given["point"]["rate"] > 1
    drawn = chart.read_text()
    assert "What a point is worth" in drawn
    assert "At 68-155" in drawn
    told = command("chances", "0-0", "-n", "20000")
    assert told.code == 0, told.err
    assert "even" in told.out


def test_players__that_learned_nothing_of_the_sixes_are_refused(tmp_path):
    path = tmp_path / "rubicon.npz"
    find_learned().write(path)
    told = refused("duel", f"expert@{path}", "novice", "--rules", "cotton_1674", "-n", "50")
    assert "it knows the pack of 32 alone, not that of 36" in told
    assert command("duel", "expert", "novice", "--rules", "cotton_1674", "-n", "50").err == ""


BLANCHE = "elder has carte blanche"


@pytest.mark.parametrize("quiet", [False, True])
def test_given__that_takes_long_to_lay_out_says_so_on_a_terminal(monkeypatch, quiet):
    terminal, until = Terminal(), monotonic() + (0.2 if quiet else 10)

    def allot_slowly(*asked):
        while not terminal.getvalue() and monotonic() < until:
            sleep(0.01)
        return allot(*asked)

    monkeypatch.setattr(output, "SECONDS_IN_SILENCE", 0.01)
    monkeypatch.setattr(dealing, "allot", allot_slowly)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(output, "is_for_programs", lambda: quiet)
    described = describe("club", "club", given=[BLANCHE])
    assert described.given.text == BLANCHE
    said = "" if quiet else "piquet: listing all deals that meet the condition …\n"
    assert terminal.getvalue() == said


def test_given__every_answer_says_how_it_was_read(tmp_path):
    """Words and reading, and the exact probability: on the screen, as JSON, in files."""
    asked, reading = "elder lacks aces and kings", "elder: 0 aces, 0 kings"
    often = {"numerator": 323, "denominator": 26970, "value": 323 / 26970}
    rows = tmp_path / "rows.parquet"
    code, out, _ = command("simulate", "-n", "500", "--given", asked, "--records", str(rows))
    assert code == 0
    assert f"given: {asked}\n  read as: {reading}\n  exactly 1 in 83.4985 deals" in out
    told = json.loads(pq.read_schema(rows).metadata[b"simulation"])
    assert (told["given"], told["reading"]) == (asked, reading)
    answers = {
        "simulate": command("simulate", "-n", "500", "--given", asked, "--json")[1],
        "duel": command("duel", "club", "novice", "-n", "50", "--given", asked, "--json")[1],
        "deal": command("deal", "--given", asked, "--json")[1],
    }
    for name, said in answers.items():
        condition = json.loads(said)["condition"]
        assert (condition["condition"], condition["reading"]) == (asked, reading), name
        assert (condition["method"], condition["probability"]) == ("exact", often), name
    for name in ("duel", "deal"):
        arguments = ("duel", "club", "novice", "-n", "50") if name == "duel" else ("deal",)
        out = command(*arguments, "--given", asked)[1]
        assert asked in out
        assert reading in out
    assert str(Simulation(given=asked)).endswith(f"given that {asked} (read as: {reading})")
    # What is typed back is the same question.
    again = json.loads(command("simulate", "-n", "500", "--given", reading, "--json")[1])
    assert again["estimates"] == json.loads(answers["simulate"])["estimates"]


def test_precision__on_the_command_line():
    code, out, err = command("simulate", "--precision", "difference=0.5", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["estimates"]["difference"]["se"] <= 0.5
    code, _, err = command("simulate", "--precision", "elder_wins=1%", "--max-deals", "2000")
    assert code == 0
    assert err == "piquet: stopped at 2,000 deals; elder_wins=1% not reached\n"
    code, _, err = command("simulate", "--max-time", "0.2", "--json")
    assert code == 0
    assert err.startswith("piquet: stopped by --max-time after ")


def test_checkpoint__the_same_command_goes_on(tmp_path):
    path = tmp_path / "run.checkpoint"
    code, _, err = command("simulate", "-n", "3000", "--checkpoint", path, "--json")
    assert (code, err) == (0, "")
    code, out, err = command("simulate", "-n", "9000", "--checkpoint", path, "--json")
    assert code == 0
    assert err == f"piquet: continuing after 3,000 deals from {path}\n"
    assert json.loads(out) == json.loads(command("simulate", "-n", "9000", "--json")[1])
    assert json.loads(command("simulate", "--resume", path, "--json")[1]) == json.loads(out)


def test_resume__says_itself_what_is_played(tmp_path):
    path = tmp_path / "run.checkpoint"
    command("simulate", "-n", "300", "--elder", "novice", "--checkpoint", path)
    for option, value in (("-n", "500"), ("--elder", "club"), ("--seed", "1")):
        told = refused("simulate", "--resume", path, option, value)
        assert f"{option} cannot be combined with --resume, which says what is played" in told
    assert json.loads(command("simulate", "--resume", path, "--json")[1])["elder"] == "novice"


def test_study__says_that_a_longer_result_is_replaced_and_of_how_many_cases_it_is(tmp_path):
    wrote = [command("study", "hands", "-n", n, "--out", tmp_path) for n in ("300", "200", "200")]
    assert [len(done.err.splitlines()) for done in wrote] == [0, 1, 0]
    assert "a result of 300 deals will be replaced; --out FOLDER keeps it" in wrote[1].err
    told = command("study", "calling", "-n", "500", "--strategy", "club", "--out", tmp_path).out
    assert "(500 deals, 200 played in every way, " in told


def test_study__writes_over_a_published_result_only_by_the_command_that_made_it(tmp_path):
    home = tmp_path / "pique"
    shutil.copytree(RESULTS / "pique", home)
    before = {path.name: path.read_bytes() for path in home.iterdir()}
    for name in ("pique", "essentials", "all"):
        told = refused("study", name, "-n", "2_000_000", "--out", tmp_path)
        assert "only 'piquet study pique --published' overwrites" in told
    assert {path.name: path.read_bytes() for path in home.iterdir()} == before
    assert [path.name for path in tmp_path.iterdir()] == ["pique"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("--distribution", "elder_repique"), "a share of deals has no distribution; choose from:"),
        (("--distribution", "elder_tricks"), "only its mean is counted; choose from: elder_score"),
        (("--distribution", "diference"), "no distribution 'diference'; did you mean 'difference'"),
        (("--chart", "x.svg"), "--chart requires --distribution"),
        (("--distribution", "difference", "--chart", "x.txt"), ".svg, .png or .pdf"),
        (("--distribution", "difference", "--chart", "nowhere/x.svg"), "no such file or directory"),
    ],
)
@pytest.mark.parametrize(
    "start", [("simulate", "-n", "1e9"), ("simulate", "--resume", "no.checkpoint")]
)
def test_refusals__come_before_anything_is_played(monkeypatch, tmp_path, start, asked, said):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(run, "run_simulation", None)  # would be an error
    assert said in refused(*start, *asked)


@pytest.mark.parametrize(("style", "wide"), [("gray", 1003), ("slide", 3000)])
def test_chart__is_drawn_at_the_size_of_its_style(tmp_path, monkeypatch, style, wide):
    shutil.copytree(RESULTS / "pique", tmp_path / "results" / "pique")
    monkeypatch.chdir(tmp_path)
    done = command("chart", "pique", "--style", style)
    assert (done.code, done.out.strip()) == (0, f"pique-{style}.png")
    with Image.open(f"pique-{style}.png") as picture:
        assert picture.width == pytest.approx(wide, abs=1)
        colours = picture.convert("RGB").getcolors(1 << 20)
    assert all(len(set(colour)) == 1 for _, colour in colours) == (style == "gray")


STUDY = next(place for place, one in enumerate(EXAMPLES) if "study" in str(one))


@pytest.mark.parametrize(
    ("question", "deals"),
    [
        *(
            pytest.param(one, None, marks=pytest.mark.slow if one == STUDY else ())
            for one in range(len(EXAMPLES))
        ),
        (STUDY, "5_000"),
    ],
)
def test_piquet_alone__its_examples_run_as_they_stand_there(question, deals, tmp_path, monkeypatch):
    """The study, which takes ten seconds, runs with fewer deals unless all the slow checks do."""
    printed = [line.strip() for line in command().out.splitlines() if line.startswith("  piquet ")]
    assert len(printed) == 3
    program, *arguments = shlex.split(printed[question])
    assert program == "piquet"
    if deals:
        arguments[arguments.index("-n") + 1] = deals
    monkeypatch.chdir(tmp_path)
    done = command(*arguments)
    assert (done.code, done.err) == (0, "")
    if arguments[0] == "study":  # in plain words
        assert re.search(r"To be elder is worth \d+(\.\d)? points a deal\.", done.out)
    else:
        assert " ± " in done.out
    if "--out" in arguments:
        (made,) = Path(tmp_path, arguments[arguments.index("--out") + 1]).iterdir()
        assert (made / "chart.png").is_file()


def test_help__lists_every_command_under_its_question():
    named = [one for group in GROUPS.values() for one in group]
    assert sorted(named) == sorted(BOOK)
    assert len(named) == 21
    told = command("--help").out
    for title in GROUPS:
        assert f"\n{title}\n" in told
    assert "..." not in told.partition("COMMAND [ARGS]...")[2]
    for name in named:
        assert f"\n  {name} " in told


def test_json__refuses_what_is_no_number():
    with pytest.raises(ValueError, match="not JSON compliant"):
        write_json({"value": float("nan")})


@pytest.mark.parametrize("unit", ["deals", "pairs", "rounds"])
def test_bar__has_the_unit_of_what_is_counted(monkeypatch, unit):
    terminal = open_terminal(monkeypatch)
    with output.show_progress(10, "something", unit) as progress:
        progress(5)
    assert f" {unit}/s" in terminal.getvalue()
    assert "50%" in terminal.getvalue() or "0%" in terminal.getvalue()


def test_bar__of_a_pipe_is_nothing(monkeypatch):
    pipe = StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    with output.show_progress(10, "something") as progress:
        assert progress is None
    assert pipe.getvalue() == ""


def test_training__says_each_round_and_moves_the_bar(tmp_path, monkeypatch):
    terminal, moved = open_terminal(monkeypatch), []
    from piquet_sim.strategies import training

    class Learned:
        manifest = {"seconds": 1.0}  # noqa: RUF012

        def write(self, path):
            path.write_text("learned")

    def learn(seed, hands, rounds, threads, report, rules, against):
        report("round 1: better")
        assert moved == [1]
        report("how deals end ...")
        assert moved == [1, 2]
        return Learned()

    monkeypatch.setattr(Progress, "update", lambda _, task, completed: moved.append(completed))
    monkeypatch.setattr(training, "train", learn)
    monkeypatch.setattr(training, "compare_learned", lambda one, two: (0.5, 0.1))
    with pytest.raises(SystemExit) as ended:
        main(["train", "--out", str(tmp_path / "learned.npz")])
    assert ended.value.code == 0
    assert "round 1: better" in terminal.getvalue()


def test_themes__hold_every_estimate_once_and_rows_the_same_of_both_seats():
    listed = [name for names in THEMES.values() for name in names]
    assert sorted(listed) == sorted(one.name for one in MEASURES)
    for row in ROWS:
        elder, younger = find_measure(row.elder), find_measure(row.younger)
        name, meaning = (
            re.sub("|".join(SEATS), lambda seat: SEATS[seat[0] == SEATS[0]], text)
            for text in (elder.name, elder.meaning)
        )
        assert younger.name == name
        assert younger.meaning == meaning or "pique," in meaning  # of which the laws differ
        assert (elder.is_flag, elder.unit) == (younger.is_flag, younger.unit)


@pytest.mark.parametrize("name", BOOK)
def test_help__names_values_in_one_style(name, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    told = command(name, "--help").out
    usage = next(line for line in told.splitlines() if line.startswith("Usage: "))
    placeholders = [line.split("   ")[0] for line in told.splitlines() if line.startswith("  -")]
    assert not set("<>{}") & set("".join([usage, *placeholders]))
    taken = usage.partition("[OPTIONS]")[2].split()
    assert [one for one in taken if one.upper() != one] == []
    assert not {"<str>", "<path>", "<list[str]>"} & set(told.split())


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


@pytest.mark.parametrize("name", sorted({*BOOK} - {"explore"}))
def test_command__takes_json(name, monkeypatch):
    assert "--json" in command(name, "--help").out


# ---- What a summary claims -----------------------------------------------------------------------
WIDER = norm.isf(0.001) / norm.isf(0.025)


CLAIMS = re.compile(r"more than|more deals than|gains most")


@pytest.mark.parametrize(
    ("n", "seed", "younger"), [*product((2, 40, 20_000), (1,), ("club", "random"))]
)
@pytest.mark.parametrize("mirrored", [False, True])
def test_findings__claim_nothing_that_is_not_clear(n, seed, younger, mirrored, monkeypatch):
    result = simulate("club", younger, n=n, seed=seed, mirrored=mirrored)
    own = sentences.is_clear

    def judge(number, above):
        is_clear = own(number, above)
        if number.low is not None:
            ends = [
                number.value + WIDER * (end - number.value) for end in (number.low, number.high)
            ]
            assert is_clear == (above < min(ends))
        return is_clear

    monkeypatch.setattr(sentences, "is_clear", judge)
    assert all(said.endswith(".") for said in say_findings(result))
    monkeypatch.setattr(sentences, "is_clear", lambda number, above: False)
    assert not any(CLAIMS.search(said) for said in say_findings(result))


def test_findings__say_nothing_of_what_may_be_chance():
    """Alike in both seats, players of whom none leads: numbers only."""
    for seed in range(1, 9):
        result = simulate("club", "club", n=2_048, seed=seed, mirrored=True)
        assert "whichever" not in say_findings(result)[0]
    alone = say_findings(simulate("club", "club", n=1))
    assert not any(CLAIMS.search(said) for said in alone)
    assert alone[0].startswith("The score of elder less that of younger is ")


@pytest.mark.parametrize("arguments", [(), ("--mirrored", "--younger", "novice")])
def test_list__has_every_estimate_and_its_whole_explanation(arguments, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    found = answer("simulate", "-n", 2_000, *arguments, "--json")["estimates"]
    lines = command("simulate", "-n", 2_000, *arguments, "--all").out.splitlines()
    words = set(re.split(r"[\s;]+", " ".join(lines)))
    for name in found:
        assert len([line for line in lines if line.split()[:1] == [name]]) == 1, name
        assert set(find_measure(name).meaning.split()) <= words, name


def test_table__is_as_wide_as_the_screen_and_breaks_no_number():
    rows = [("elder leads the ace of hearts", "1.5 ± 0.3", "worse beyond doubt"), ("b", "2", "")]
    for width in range(36, 70):
        lines = "\n".join(lay_out(("decision", "lost", "verdict"), rows, width)).splitlines()
        assert max(map(len, lines)) <= width
        assert sum("1.5 ± 0.3" in line for line in lines) == 1
        assert {word for row in rows for cell in row for word in cell.split()} <= {
            word for line in lines for word in line.split()
        }


@pytest.mark.parametrize("name", ["dealer", "Pone", "non-dealer"])
def test_seat__is_known_by_other_words(name):
    seat = "younger" if name == "dealer" else "elder"
    asked = ("odds", HAND, "--top", "1", "--json", "--seat")
    assert answer(*asked, name) == answer(*asked, seat)


def test_score__is_yours_first_whoever_you_are():
    asked = ("solve", "-", "--aim", "settlement", "--json")
    elder = command(*asked, "--score", "93-120", given=ENDING)
    younger = command(*asked, "--score", "120-93", "--seat", "younger", given=ENDING)
    assert elder == younger
    assert elder.code == 0


def test_chart__of_a_published_result_is_drawn_anywhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert command("chart", "pique").out == "pique-print.png\n"


def test_odds__warn_of_what_loses_in_play():
    words = " ".join(command("odds", HAND, "--top", "2").out.split())
    assert "♠K ♦98 ♣87 by about 6" in words
    assert "fall" not in command("odds", HAND, "--top", "1").out


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        (
            "simulate -n 400 --mirrored --distribution difference",
            {"n", "estimates", "distribution"},
        ),
        ("simulate --matches 20", {"n", "first", "second", "estimates"}),
        ("simulate --matches 20 --third novice --parties 4", {"players", "scores", "single"}),
        (f"advise {HAND} -n 128", {"question", "origin", "candidates"}),
        ("duel club novice -n 20", {"pairs", "gain", "decided", "rating"}),
        ("settle --deals 27-13", {"totals", "winner", "rubicon", "settlement", "unfinished"}),
        (f"odds {HAND} --discard K..98.87", {"draws", "events", "assumed"}),
        ("odds --good all", {"point", "sequence", "set"}),
        ("census aces", {"hands", "hands_but_for_names_of_suits", "counts"}),
        ("deal", {"elder", "younger", "talon", "play", "rules"}),
        ("rules american", {"pack", "capot_scores"}),
        ("help solve", {"command", "help", "guides"}),
    ],
)
def test_command__answers_programs_in_one_document(line, keys):
    assert keys <= set(answer(*shlex.split(line), "--json"))
