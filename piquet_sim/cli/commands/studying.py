"""Commands on studies and their answers: study, maxim."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from piquet_sim.cli.app import command
from piquet_sim.cli.options import (
    Changes,
    Given,
    Kept,
    Load,
    Play,
    Preset,
    Seed,
    Threads,
    deals_option,
    describe,
    folder_option,
    load_strategies,
    offer_maxims,
    offer_studies,
    parse_count,
    parse_file,
    refuse_others,
    strategy_option,
)
from piquet_sim.cli.output import (
    FORMS,
    announce,
    answer,
    chosen_chart,
    chosen_form,
    print_list,
    print_numbers,
    print_text,
    say_how_to_continue,
    show_progress,
    show_work,
)
from piquet_sim.game.errors import InputError, refuse, refuse_twice

if TYPE_CHECKING:
    from analyses.maxims.findings import Judgement
    from analyses.study import Answer

_ESSENTIALS = "essentials"


@command()
def study(
    ctx: typer.Context,
    names: Annotated[
        list[str],
        typer.Argument(
            help="Studies, all of them (all), or the first five questions together (essentials).",
            metavar="NAMES",
            autocompletion=lambda: [*offer_studies(), _ESSENTIALS],
        ),
    ],
    n: Annotated[
        int | None, deals_option("Number of deals.  [default: 1_000_000]"), parse_count
    ] = None,
    elder: Annotated[
        str | None, strategy_option("Strategy of elder; by default the study's own.")
    ] = None,
    younger: Annotated[
        str | None, strategy_option("Strategy of younger; by default the study's own.")
    ] = None,
    strategy: Annotated[str | None, strategy_option("Strategy in both seats.")] = None,
    rules: Preset = "rubicon",
    options: Changes = None,
    seed: Seed = 1,
    play: Play = "strategies",
    given: Given = None,
    checkpoint: Kept = None,
    threads: Threads = None,
    out: Annotated[Path, folder_option("Folder for the results."), parse_file] = Path("answers"),
    is_published: Annotated[
        bool,
        typer.Option(
            "--published", help="Use the number of deals and the players of the published result."
        ),
    ] = False,
    load: Load = None,
) -> None:
    """Answer a question with a table, a chart and a few sentences, written to a folder.

    Several are asked of the same deals.
    """
    if is_published and (n, elder, younger, strategy, given) != (None,) * 5:
        raise InputError("study: --published has its own number of deals, players and conditions")
    deals = n or 1_000_000
    from analyses.contents import find_study, sort_by_length

    is_all, is_first = (
        [name.strip().lower() for name in names] == [one] for one in ("all", _ESSENTIALS)
    )
    is_many = is_all or len(names) > 1
    if is_first:
        allowed = {"names", "n", "seed", "checkpoint", "threads", "out", "chart", *FORMS}
        refuse_others(ctx, allowed, f"cannot be combined with {_ESSENTIALS}, which has its own")
    if is_many and chosen_chart.get() is not None:
        raise InputError("study: each of several writes its chart to its folder; leave out --chart")
    chosen = sort_by_length() if is_all else _QUESTIONS if is_first else names
    studies = [find_study(one, is_asked=True) for one in chosen]
    refuse_twice("study", [one.name for one in studies])
    is_fixed = len(studies) == 1 and studies[0].has_own_rules
    refuse(
        {
            f"study {' '.join(names)}: its rules are fixed; leave out --rules and --set": (
                is_fixed and (rules != "rubicon" or options)
            ),
            "study: --strategy cannot be combined with --elder or --younger": (
                strategy is not None and (elder is not None or younger is not None)
            ),
        }
    )
    asked = [
        (
            study,
            describe(
                *(
                    name or strategy or (is_published and study.published_by) or study.players
                    for name in (elder, younger)
                ),
                rules,
                options,
                seed,
                False,
                play,
                given,
                load,
            ),
            study.n if is_published else deals,
        )
        for study in studies
    ]
    from analyses.runs import Runs
    from analyses.study import check_out

    check_out(out, *(study.name for study in studies))
    for study, simulation, _ in asked:
        study.check_condition(simulation)
    runs = Runs(asked, checkpoint, announce)
    has_own_players = not is_published and (elder, younger, strategy) == (None,) * 3
    for study in studies if has_own_players else ():
        if study.published_by is not None:
            announce(
                f"{study.name}: {study.players} plays in both seats, {study.published_by} would "
                f"take long; --strategy {study.published_by} asks it nevertheless"
            )
    answers, said, in_one = [], [], is_many and chosen_form.get() == "json"
    for place, (study, simulation, number) in enumerate(asked, start=1):
        label = f"{study.name} ({place} of {len(asked)})" if len(asked) > 1 else study.name
        held = {"held": max(number // _HELD_SHARE, 2)} if is_first and study.name == _HELD else {}
        try:
            with show_progress(number * study.count_runs(simulation), label) as progress:
                answers.append(study.ask(simulation, number, threads, progress, runs, **held))
        except KeyboardInterrupt:
            say_how_to_continue(checkpoint)
            break
        made_by = {"made_by": f"piquet study {study.name} --published"} if is_published else {}
        # People read each study when it is there, programs all of them in one document.
        said.append(_write(answers[-1], out, in_one or is_first, made_by))
        if is_first:
            announce(f"{place} of {len(asked)}: {study.name}")
    is_whole = len(answers) == len(asked)
    if in_one or (is_first and is_whole):
        answer(said, lambda: _tell_essentials(answers, deals, out))
    if not is_whole:
        raise KeyboardInterrupt
    runs.end()


def _write(
    answered: "Answer", out: Path, is_quiet: bool, made_by: dict[str, str]
) -> dict[str, object]:
    # A failure is raised after the answer is printed.
    home = out / answered.study.name
    said = describe_answer(answered, home)
    try:
        with show_work(f"drawing the charts of {answered.study.name} …"):
            answered.write(out, **made_by)
    except InputError:
        is_quiet = False
        raise
    finally:
        if not is_quiet:
            deals, rows = answered.found.about["n"], len(answered.found.rows)
            source = (
                f"({deals:,} deals, {answered.seconds:.1f} s; {rows:,} rows in {home / 'data.csv'})"
            )
            answer(said, lambda: tell_answer(answered, source), lambda: answered)
    return said


_QUESTIONS = {
    "discards": "What does the exchange do?",
    "elder-advantage": "What is elder hand worth?",
    "pique": "Pique and repique?",
    "carte-blanche": "What is a carte blanche worth?",
    "hands": "What does a hand hold?",
}
"""The five questions that the project exists for: studies, and the questions in few words. They ask
of the same deals; the first, which looks at each hand, plays them for the next three."""
_HELD, _HELD_SHARE = "carte-blanche", 10
"""For each of this many deals asked for, one is played with a carte blanche in each seat."""


def _tell_essentials(answers: "list[Answer]", n: int, out: Path) -> None:
    for one in answers:
        print_text(f"{_QUESTIONS[one.study.name]} {one.headline}.", hanging="  ")
    print_text(f"({n:,} deals between strong players; {out}/NAME has data.csv and chart.png)")
    print_text(
        "piquet study NAME says more on one question; make atlas answers all others (some twenty "
        "minutes on two processors)"
    )


def tell_answer(answered: "Answer", source: str) -> None:
    """Print the answer of a study: its question, headline, sentences and numbers.

    Parameters
    ----------
    answered : Answer
    source : str
        How much was played, and where it is stored, in brackets.
    """
    print_text(answered.study.question)
    for sentence in (f"{answered.headline}.", *answered.sentences, answered.study.not_meant):
        print_text(sentence, "  ")
    shown = answered.numbers().quantities[:_MOST_ROWS]
    print()
    print_numbers(shown)
    print()
    print_text(source, "  ")
    print()


def describe_answer(answered: "Answer", home: Path) -> dict[str, Any]:
    """The answer of a study, as the command line prints it for programs.

    Parameters
    ----------
    answered : Answer
    home : Path
        The folder that it lies in.
    """
    said = answered.as_json()
    table = json.loads(answered.found.table().to_json(orient="records"))
    about = said.pop("description")
    return {"study": answered.study.name, **said, "folder": str(home), **about, "table": table}


_MOST_ROWS = 8


# ---- Maxims --------------------------------------------------------------------------------------
@command()
def maxim(
    name: Annotated[
        str | None,
        typer.Argument(
            help="A maxim, like CAV-M01; by default all.", metavar="ID", autocompletion=offer_maxims
        ),
    ] = None,
    results: Annotated[
        Path | None,
        typer.Option(
            help="Folder of the studies' results [default: the published ones].", metavar="FOLDER"
        ),
        parse_file,
        refuse_others,
    ] = None,
    load: Annotated[
        str | None,
        typer.Option(
            help="A Python file with maxims of your own, to be judged.", metavar="FILE.py"
        ),
    ] = None,
    n: Annotated[
        int, deals_option("Deals to search for cases, with --load.", "200_000"), parse_count
    ] = 200_000,
    strategy: Annotated[str, strategy_option("Who plays, with --load.")] = "expert",
    seed: Seed = 1,
    threads: Threads = None,
    out: Annotated[Path, folder_option("Where results go, with --load."), parse_file] = Path(
        "answers"
    ),
) -> None:
    """Show an old maxim: the author's words, how it is read, and the verdict with its numbers.

    With --load, judge maxims of your own: tables and charts are written as well.
    """
    if load is not None:
        if results is not None:
            raise InputError("maxim: --results cannot be combined with --load")
        _judge_own(name, load, n, strategy, seed, threads, out)
        return
    from analyses.maxims.findings import describe_judgements, find_judgement, list_judgements
    from analyses.stored import PUBLISHED

    folder = PUBLISHED if results is None else results
    if name is None:
        judgements = list_judgements(folder)
        answer(
            judgements, lambda: _list_maxims(judgements), lambda: describe_judgements(judgements)
        )
        return
    one = find_judgement(name, folder)
    answer(one, lambda: _tell_maxim(one))


def _judge_own(
    name: str | None, load: str, n: int, strategy: str, seed: int, threads: int | None, out: Path
) -> None:
    from analyses.maxims.maxim import find_own, list_own
    from piquet_sim.deals.simulation import Simulation

    before = list_own()
    load_strategies(load)
    from analyses.maxims.findings import describe_judgements, judge_own
    from analyses.study import check_out

    simulation = Simulation(strategy, strategy, seed=seed)
    # Of several files loaded in one process only the last is meant.
    chosen = [one for one in list_own() if one not in before] if name is None else [find_own(name)]
    if not chosen:
        raise InputError(f"--load {load}: registers no maxim; piquet help maxims shows how")
    judgements = []
    for one in chosen:
        check_out(out, one.id.lower())
        with show_progress(n, one.id) as progress:
            judgement, analysis = judge_own(one, simulation, n, threads, progress)
        analysis.write(out)
        judgements.append(judgement)

    def tell() -> None:
        for one in judgements:
            _tell_maxim(one)
            print_text(f"data.csv and chart.png: {out / one.maxim.id.lower()}")

    answer(
        judgements if name is None else judgements[0], tell, lambda: describe_judgements(judgements)
    )


def _list_maxims(judgements: "list[Judgement]") -> None:
    print_list([(one.maxim.id, f"{one.maxim.maxim} ({one.verdicts})") for one in judgements])
    print_text("piquet maxim ID shows one, with its numbers and two hands")


def _tell_maxim(one: "Judgement") -> None:
    maxim = one.maxim
    print_text(f"{maxim.id}: “{maxim.maxim}”")
    for said, words in (
        ("source", maxim.source),
        ("applies", maxim.situation),
        ("follows", maxim.says),
        ("breaks", maxim.against),
        ("claimed", maxim.claimed),
        ("see also", ", ".join(maxim.see)),
        ("contradicts", ", ".join(maxim.contradicts)),
    ):
        if words:
            print_text(f"{said}: {words}", "  ", "    ")
    if not one.findings:
        print_text("not judged: no study has a rule for it")
        return
    for finding in one.findings:
        applies = f"; it applies to {finding.share_said} of cases" if finding.share_said else ""
        print_text(f"{finding.seat}: {finding.said}{applies}", "  ", "    ")
    for finding in one.findings:
        for said, case in (("most", finding.most_right), ("least", finding.most_wrong)):
            if case is not None:
                print_text(f"gains {said} as {finding.seat}: {case.said}", hanging="  ")
    if one.again:
        print_text(f"to judge all maxims of its kind again: {one.again}")
