# What type checkers and editors see of the package, whose names are imported when first used.

from piquet_sim.game.laws import LAW as LAW
from piquet_sim.kernel.deal.views import CallView as CallView
from piquet_sim.kernel.deal.views import DiscardView as DiscardView
from piquet_sim.kernel.deal.views import PlayView as PlayView
from piquet_sim.strategies.law_and_luck import random_below as random_below
from piquet_sim.strategies.law_and_luck import read_law as read_law
from piquet_sim.strategies.policies import Policy as Policy
from piquet_sim.strategies.policies import outside_policy as outside_policy
from piquet_sim.strategies.policies import policy as policy
from piquet_sim.strategies.registry import Strategy as Strategy
from piquet_sim.strategies.registry import call_everything as call_everything
from piquet_sim.strategies.registry import find_strategy as find_strategy
from piquet_sim.strategies.registry import register as register
from piquet_sim.strategies.registry import strategy_names as strategy_names
