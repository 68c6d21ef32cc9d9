"""Every example of every docstring is run, in whatever module it stands."""

import doctest
import inspect
import re
from importlib import import_module

import pytest
from specimens import ROOT

import analyses
import piquet_sim

PACKAGES = ("piquet_sim", "analyses")
PROMPT = ">>> "


def name_module(path):
    name = path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
    return name.removesuffix(".__init__")


MODULES = {
    name_module(path): path
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
    if path.stem != "__main__"
}
WITH_EXAMPLES = {
    name: count
    for name, path in MODULES.items()
    if (count := len(re.findall(r"^ *>>>", path.read_text("utf-8"), re.MULTILINE)))
}


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples__run(name):
    module = import_module(name)
    tests = [one for one in doctest.DocTestFinder().find(module) if one.examples]
    # What the finder does not see (a compiled function, the text after an attribute) would be
    # left out without a word.
    assert sum(len(one.examples) for one in tests) == WITH_EXAMPLES[name]
    runner = doctest.DocTestRunner(verbose=False)
    said = []
    for one in tests:
        one.globs["__name__"] = "an_example"  # what it defines is a user's, not the package's
        runner.run(one, out=said.append)
    assert runner.failures == 0, "".join(said)


# Classes that need no example of their own, and what the digest of the engine covers: a word
# changed there would say that published results come from other code.
PLAIN = {"IllegalDecision", "DiscardView", "CallView", "PlayView", "Strategy", "RuleSet",
         "register", "find_strategy", "random_below", "read_law", "iterate_cards"}  # fmt: skip


PUBLIC = {
    **{name: getattr(piquet_sim, name) for name in piquet_sim.__all__},
    "find_study": analyses.find_study,
}


@pytest.mark.parametrize("name", PUBLIC)
def test_public_names__are_explained_with_an_example(name):
    one = PUBLIC[name]
    if (inspect.isfunction(one) or inspect.isclass(one)) and name not in PLAIN:
        assert PROMPT in (inspect.getdoc(one) or ""), f"{name} has no example"
