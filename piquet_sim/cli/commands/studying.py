"""The command that answers a question by a study, or the first five questions together."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from piquet_sim.cli.application import app
from piquet_sim.cli.completion import complete_study
from piquet_sim.cli.forms import answer, answering, is_for_programs
from piquet_sim.cli.options import (
    Load,
    Options,
    PlannedElder,
    PlannedYounger,
    Play,
    Precision,
    Rules,
    Seed,
    Threads,
    describe,
    load_strategies,
    parse_count,
    parse_whole,
    strategy_option,
)
from piquet_sim.cli.screen import (
    announce,
    describe_answer,
    print_text,
    say_if_slow,
    show_progress,
    tell_answer,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import read_json_file
from piquet_sim.game.folders import make_folder

if TYPE_CHECKING:
    from analyses.study import Answer, Study
    from piquet_sim.deals.simulation import Simulation

_ESSENTIALS = "essentials"


@app.command()
@answering
def study(
    name: Annotated[
        str,
        typer.Argument(
            help="A study, all of them (all), or the first five questions together (essentials).",
            metavar="NAME",
            autocompletion=complete_study,
        ),
    ],
    deals: Annotated[
        str | None,
        typer.Option("-n", "--deals", help="Number of deals.  [default: 1_000_000]", metavar="N"),
    ] = None,
    elder: PlannedElder = None,
    younger: PlannedYounger = None,
    strategy: Annotated[str | None, strategy_option("Strategy in both seats.")] = None,
    rules: Rules = "rubicon",
    options: Options = None,
    seed: Seed = "1",
    play: Play = "strategies",
    precision: Precision = None,
    threads: Threads = None,
    out: Annotated[Path, typer.Option(help="Folder for the results.", metavar="FOLDER")] = Path(
        "answers"
    ),
    is_published: Annotated[
        bool,
        typer.Option(
            "--published", help="Use the number of deals and the players of the published result."
        ),
    ] = False,
    load: Load = None,
) -> None:
    """Answer a question with a table, a chart and a few sentences, written to a folder."""
    if is_published and (deals, elder, younger, strategy) != (None,) * 4:
        raise InputError("study: --published has its own number of deals and players")
    if precision and (is_published or deals is not None):
        other = "--published" if is_published else "-n"
        raise InputError(f"study: --precision finds the number of deals; leave out {other}")
    n = parse_count("1_000_000" if deals is None else deals)
    crew = parse_whole(threads, "threads")
    load_strategies(load)  # and studies, of which one may be asked
    from analyses.contents import find_study, sort_by_length

    if name.strip().lower() == _ESSENTIALS:
        _refuse_players({
            "--elder": elder, "--younger": younger, "--strategy": strategy, "--set": options,
            "--load": load, "--published": is_published or None, "--precision": precision,
            "--rules": None if rules == "rubicon" else rules,
            "--play": None if play == "strategies" else play,
        })  # fmt: skip
        _answer_essentials(n, parse_whole(seed, "seed"), crew, out)
        return
    is_all = name.strip().lower() == "all"
    names = sort_by_length() if is_all else [name]
    studies = [find_study(one) for one in names]
    has_own_rules = len(studies) == 1 and studies[0].has_own_rules
    if has_own_rules and (rules != "rubicon" or options):
        raise InputError(f"study {names[0]}: its rules are fixed; leave out --rules and --set")
    if strategy is not None and (elder is not None or younger is not None):
        raise InputError("study: --strategy cannot be combined with --elder or --younger")
    simulations = [
        describe(
            *(
                name or strategy or (is_published and study.published_by) or study.players
                for name in (elder, younger)
            ),
            rules, options, seed, False, None, play,
        )
        for study in studies
    ]  # fmt: skip
    if not is_published and (elder, younger, strategy) == (None,) * 3:
        for one, study in zip(names, studies, strict=True):
            if study.published_by is not None:
                announce(
                    f"{one}: {study.players} plays in both seats, {study.published_by} would take "
                    f"long; --strategy {study.published_by} asks it nevertheless"
                )
    make_folder(out)
    numbers = [study.n if is_published else n for study in studies]
    if precision:
        pairs = zip(studies, simulations, strict=True)
        numbers = [study.find_size(one, precision, crew) for study, one in pairs]
        for one, n in zip(names, numbers, strict=True):
            announce(f"{one}: {n:,} deals for {', '.join(precision)}")
    if not is_published:
        for one, n in zip(names, numbers, strict=True):
            _warn_of_loss(out / one, n)
    answers = []
    asked = zip(names, studies, simulations, numbers, strict=True)
    for place, (one, study, simulation, n) in enumerate(asked, start=1):
        label = f"{one} ({place} of {len(names)})" if is_all else one
        try:
            found = _play(study, simulation, n, crew, label)
        except KeyboardInterrupt:
            break
        made_by = {_MADE_BY: f"piquet study {one} --published"} if is_published else {}
        # People read each study when it is there, programs all of them in one document.
        answers.append(_write(found, out, is_all and is_for_programs(), made_by))
    if is_all and is_for_programs():
        answer(answers)
    if len(answers) < len(names):
        raise KeyboardInterrupt


def _refuse_players(given: dict[str, Any]) -> None:
    refused = [option for option, value in given.items() if value is not None]
    if refused:
        raise InputError(f"study {_ESSENTIALS}: plays by its own players; leave out {refused[0]}")


def _play(
    study: "Study", simulation: "Simulation", n: int, threads: int | None, label: str
) -> "Answer":
    from piquet_sim.running.precision import LONG, say_forecast
    from piquet_sim.running.run import count_threads

    is_foreseen = {simulation.elder.name, simulation.younger.name} == {study.players}
    seconds = study.expect_seconds(n, count_threads(threads)) if is_foreseen else 0.0
    if seconds >= LONG:
        announce(f"{label}: {say_forecast(seconds, 100 * seconds)}")
    with show_progress(n * study.count_runs(simulation), label) as progress:
        return study.ask(simulation, n, threads, progress)


def _write(
    found: "Answer", out: Path, is_quiet: bool, made_by: dict[str, str]
) -> dict[str, object]:
    # A failure is raised after the answer is printed.
    home, failure = out / found.study.name, None
    try:
        with say_if_slow(f"piquet: drawing the charts of {found.study.name} …"):
            found.write(out, **made_by)
    except InputError as error:
        failure = error
    said = describe_answer(found, home)
    if failure is not None or not is_quiet:
        answer(said, lambda: tell_answer(found, _say_size(found, home)))
    if failure is not None:
        raise failure
    return said


def _answer_essentials(n: int, seed: int, threads: int | None, out: Path) -> None:
    # Five answers in a line or two each, and where to go from there.
    from analyses.essentials import ESSENTIALS, answer_essentials, count_steps, expect_seconds
    from piquet_sim.running.precision import LONG
    from piquet_sim.running.run import count_threads

    for one in ESSENTIALS:
        _warn_of_loss(out / one, n)
    seconds = expect_seconds(n, count_threads(threads))
    if seconds >= LONG:
        announce(f"five questions, {n:,} deals: about {seconds:.0f} s, after compiling")
    answers = []
    with show_progress(count_steps(n), "five questions") as progress:
        for words, one in answer_essentials(n, seed, threads, out, progress):
            answers.append((words, one))
            announce(f"{len(answers)} of {len(ESSENTIALS)}: {one.study.name}")
    said = [describe_answer(one, out / one.study.name) for _, one in answers]
    answer(said, lambda: _tell_essentials(answers, n, out))


def _tell_essentials(answers: "list[tuple[str, Answer]]", n: int, out: Path) -> None:
    for words, one in answers:
        print_text(f"{words} {one.headline}.", hanging="  ")
    print_text(f"({n:,} deals between strong players; {out}/NAME has data.csv and chart.png)")
    print("more on one question:  piquet study NAME")
    print("all other questions:   make atlas (about half an hour on two processors)")


_MADE_BY = "made_by"
"""In `meta.json` of a published result, the command that made it."""


def _warn_of_loss(home: Path, n: int) -> None:
    # A longer run is easily lost to a shorter one: both are written to the same folder by default.
    # A published result is written over by the command that made it, and by no other.
    try:
        meta = read_json_file(home / "meta.json")
        maker, before = meta.get(_MADE_BY), meta["description"]["n"]
    except (InputError, KeyError, TypeError, AttributeError):
        return
    if maker is not None:
        raise InputError(
            f"{home}: a published result, which only {maker!r} overwrites; "
            "--out FOLDER writes elsewhere"
        )
    if isinstance(before, int) and before > n:
        announce(f"{home}: a result of {before:,} deals will be replaced; --out FOLDER keeps it")


def _say_size(found: "Answer", home: Path) -> str:
    # How much was played, and where it is stored.
    about = found.found.about
    played = f"{about['n']:,} deals"
    if "matches" in about:
        played += f", {about['matches']:,} matches of each kind"
    for name, words in _JUDGED.items():
        if isinstance(number := about.get(name), int):
            played += f", {number:,} {words}"
    return f"({played}, {found.seconds:.1f} s; {home})"


_JUDGED = {
    "deals": "played in every way", "hands": "hands judged a seat",
    "hands_each": "hands each at most", "leads": "leads judged", "decided": "deals judged",
}  # fmt: skip
"""What a study made of fewer cases than the deals asked for, by how it is described."""
