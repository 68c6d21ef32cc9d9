"""The laws of a rule book as kernels see them, made once for each book."""

from functools import lru_cache

from piquet_sim.game.laws import Laws
from piquet_sim.game.rules import RuleSet
from piquet_sim.kernel.deal.cross_suit_runs import lay_divisions


@lru_cache(64)
def find_laws(rules: RuleSet) -> Laws:
    """The laws as kernels read them; the table for sequences of any suits is laid out."""
    laws = rules.laws()
    if laws.across:
        lay_divisions()
    return laws
