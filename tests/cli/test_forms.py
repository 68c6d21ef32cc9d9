"""One way to answer: in words for people, in the form chosen for programs."""

import json

import pytest
import typer

from piquet_sim.cli import forms
from piquet_sim.game.rules import PRESETS


@pytest.fixture
def ask(capsys):
    """Run a command that answers in words and in JSON."""
    app = typer.Typer()

    @app.command()
    @forms.answering
    def count(to: int = 2) -> None:
        found = {"numbers": (*range(to),), "shown": not forms.is_for_programs()}
        forms.answer(found, lambda: print(f"{to} numbers"))

    def run(*arguments):
        app(arguments, standalone_mode=False)
        return capsys.readouterr().out

    return run


def test_answer__in_the_form_that_was_chosen(ask):
    assert ask() == "2 numbers\n"
    assert ask("--to", "3", "--json") == '{"numbers": [0, 1, 2], "shown": false}\n'
    assert ask() == "2 numbers\n"


def test_answer__to_nobody_in_particular_is_json(capsys):
    forms.answer([1])
    assert capsys.readouterr().out == "[1]\n"


def test_json__of_rule_books_alone_and_among_others():
    rules = PRESETS["rubicon"]
    assert json.loads(forms.write_json(rules)) == rules.model_dump(mode="json")
    assert json.loads(forms.write_json([rules])) == [rules.model_dump(mode="json")]


def test_json__refuses_what_is_no_number():
    with pytest.raises(ValueError, match="not JSON compliant"):
        forms.write_json({"value": float("nan")})
