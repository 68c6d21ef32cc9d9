# What type checkers and editors see of the package, whose names are imported when first used.

from piquet_sim.environments.actions import list_actions as list_actions
from piquet_sim.environments.actions import say_action as say_action
from piquet_sim.environments.batch import BatchEnvironment as BatchEnvironment
from piquet_sim.environments.observations import read_observation as read_observation
from piquet_sim.environments.turn_by_turn import DealEnvironment as DealEnvironment
from piquet_sim.environments.turn_by_turn import PartieEnvironment as PartieEnvironment
