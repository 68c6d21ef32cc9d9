"""Random play: the baseline of every comparison."""

from piquet_sim.kernel.deal.views import CallView, DiscardView, PlayView
from piquet_sim.kernel.players.direct import call_at_random, play_at_random, throw_at_random
from piquet_sim.strategies.policies import policy
from piquet_sim.strategies.registry import Strategy
from piquet_sim.strategies.roster import ROSTER


@policy
def discard(view: DiscardView) -> int:
    """Any legal discard, each as likely as any other."""
    return throw_at_random(view.hand, view.least, view.most, view.luck)


@policy
def call(view: CallView) -> int:
    """The best or nothing, with even chances; left cards are likewise faced or not."""
    return call_at_random(view.kind, view.best, view.luck)


@policy
def play(view: PlayView) -> int:
    """Any legal card, each as likely as any other."""
    return play_at_random(view.legal, view.luck)


STRATEGY = Strategy(**ROSTER["random"].describe(), discard=discard, call=call, play=play)
