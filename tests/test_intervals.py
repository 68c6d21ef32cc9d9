"""One door for intervals: whatever a command writes has a method, and no interval is a lie."""

import io
import json
import tokenize
from pathlib import Path

import numpy as np
import pytest
from command_line import run
from honest import find_lies_of, find_lies_of_table

from analyses.ladder import climb
from piquet_sim import Simulation, simulate
from piquet_sim.distances import compare_distances, measure_distance
from piquet_sim.estimate import estimate_lead
from piquet_sim.intervals import Z_95

ROOT = Path(__file__).parent.parent
HOUSES = ("piquet_sim", "analyses", "notebooks")


def list_estimates(told, name=""):
    """All numbers with intervals in a JSON document, by where they stand."""
    if isinstance(told, dict):
        if "value" in told and {"low", "method"} & set(told):
            return {name: told}
        return {
            place: one
            for key, value in told.items()
            for place, one in list_estimates(value, f"{name}.{key}").items()
        }
    if isinstance(told, list):
        return {
            place: one
            for number, value in enumerate(told)
            for place, one in list_estimates(value, f"{name}[{number}]").items()
        }
    return {}
