# What type checkers and editors see of the package, whose names are imported when first used.

from pathlib import Path

from analyses.charts import draw_chances as draw_chances
from analyses.charts import draw_review as draw_review
from analyses.charts.groups import draw_groups as draw_groups
from analyses.charts.style import show as show
from analyses.contents import find_chart as find_chart
from analyses.contents import find_study as find_study
from analyses.contents import register as register
from analyses.findings import Findings as Findings
from analyses.findings import compare_values as compare_values
from analyses.maxims.facts import Choices as Choices
from analyses.maxims.facts import PlayViews as PlayViews
from analyses.maxims.facts import of_rank as of_rank
from analyses.maxims.maxim import Maxim as Maxim
from analyses.maxims.maxim import Sides as Sides
from analyses.maxims.maxim import discard_maxim as discard_maxim
from analyses.maxims.maxim import find_maxim as find_maxim
from analyses.maxims.maxim import play_maxim as play_maxim
from analyses.meaning import Row as Row
from analyses.meaning import of_seats as of_seats
from analyses.runs import Asked as Asked
from analyses.sentences import one_in as one_in
from analyses.sentences import percent as percent
from analyses.stored import read_published as read_published
from analyses.studies.census import count_attributes as count_attributes
from analyses.studies.ladder import climb as climb
from analyses.studies.maxims import judge_maxims as judge_maxims
from analyses.study import Answer as Answer
from analyses.study import Chart as Chart
from analyses.study import Study as Study
from piquet_sim.estimates.grounds import Claim as Claim
from piquet_sim.estimates.quantity import Quantity as Quantity
from piquet_sim.estimates.shown import Look as Look
from piquet_sim.estimates.shown import Numbers as Numbers
from piquet_sim.game.rules import RuleSet
from piquet_sim.strategies.registry import Strategy

HOMES: dict[str, str]

def ask(
    study: str,
    n: int,
    elder: str | Strategy | None = None,
    younger: str | Strategy | None = None,
    rules: str | RuleSet | None = None,
    seed: int = 1,
    given: str | None = None,
    checkpoint: str | Path | None = None,
) -> Answer: ...
