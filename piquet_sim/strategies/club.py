"""A sound club player: the advice of the treatise, put into a few rules.

The exchange gives each card a worth and throws out those worth least. The worth comes from a
table by suit, worked out below in plain Python from the advice: keep the point and what may
become a sequence, keep trios and likely quatorzes, elder throws whole suits and keeps aces and
long suits to lead, younger keeps guards to kings and queens. A card is left only where the
worst card that would be thrown is worth more than a card unseen.

Where sequences go through suits (Cotton 1674) runs are easy to get, and one card of each rank is
kept instead, the more so beside a neighbour. Where a point scores one, it is hardly kept.

In the play they remember every card played, called and shown. Leading, they count their certain
winners and cash them if these make six or seven with the tricks already won; otherwise they lead
from length, the top card first, keep the winners of short suits as stoppers, and leave a suit
whose honours the opponent holds for the opponent to lead. Second, they win as cheaply as they
can; when they cannot follow, they throw what can never win and keep guards and certain winners.

References
----------
Cavendish: The Laws of Piquet with a Treatise on the Game, chapters on discarding and playing.
"""

from piquet_sim.game.laws import LAW
from piquet_sim.kernel.deal.views import DiscardView, PlayView
from piquet_sim.kernel.laws import read_law
from piquet_sim.kernel.players.club import play_as_club, throw_as_club
from piquet_sim.strategies.policies import policy
from piquet_sim.strategies.registry import Strategy
from piquet_sim.strategies.roster import ROSTER


@policy
def discard(view: DiscardView) -> int:
    """The cards worth least, up to five as elder and three as younger."""
    across, point_scores = read_law(view, LAW.across), read_law(view, LAW.point_scores)
    return throw_as_club(view.seat, view.hand, view.least, view.most, across, point_scores)


@policy
def play(view: PlayView) -> int:
    """Lead winners to the seventh trick or from length; win cheaply; throw what cannot win."""
    return play_as_club(view.hand, view.opponent_may_hold, view.tricks, view.led, view.legal)


STRATEGY = Strategy(**ROSTER["club"].describe(), discard=discard, play=play)
