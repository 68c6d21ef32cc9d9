"""A hand of which it is asked what to throw: checked, and as kernels have it."""

from dataclasses import dataclass, field
from typing import Any

from piquet_sim.deals.exchange_view import knows_blanche, view_exchange
from piquet_sim.decisions.seen import Seen
from piquet_sim.decisions.stake import Stake
from piquet_sim.exact.draw_odds import check_discard, exchange_limits
from piquet_sim.exact.kernel_laws import find_laws
from piquet_sim.game.cards import HAND_CARDS, format_hand, read_hand
from piquet_sim.game.errors import InputError, read_seed, read_whole, read_yes
from piquet_sim.game.rules import RUBICON, RuleSet, find_rules
from piquet_sim.game.seats import read_seat
from piquet_sim.game.settlement import PARTIE_DEALS, read_score
from piquet_sim.game.terms import ELDER, SEATS, YOUNGER
from piquet_sim.kernel.deal.holdings import has_carte_blanche
from piquet_sim.strategies.registry import Strategy, find_strategy


@dataclass(frozen=True)
class Question:
    """A hand on which advice is asked.

    Raises
    ------
    InputError
        If the seat, the hand, a number or a combination is invalid.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> Question(parse_hand("AKJ.AQJ8.98.J87"), "younger", took=4).elder_took()
    4
    """

    hand: int
    seat: str = ELDER
    took: int | None = None
    """Number of cards elder exchanged, where the hand is younger's; 5 by default."""
    strategy: "str | Strategy" = "expert"
    """Strategy that makes the opponent's exchange."""
    score: tuple[int, int] | None = None
    """Own and the opponent's totals of the partie before this deal."""
    deal: int = PARTIE_DEALS
    """Number of this deal in the partie, 1 to 6, where the score is given."""
    seed: int = 1
    rules: RuleSet = RUBICON
    opponent_blanche: bool = False
    """Whether the opponent has announced a carte blanche."""
    limits: range = field(init=False, repr=False, compare=False)
    """How many cards may be exchanged."""

    def __post_init__(self) -> None:
        read = {
            "seat": read_seat(self.seat),
            "rules": find_rules(self.rules),
            "hand": read_hand(self.hand, pack=find_rules(self.rules).pack, cards=HAND_CARDS),
            "seed": read_seed(self.seed),
            "score": read_score(self.score),
            "deal": read_whole("deal", self.deal, 1),
            "opponent_blanche": read_yes("opponent_blanche", self.opponent_blanche),
        }
        read["limits"] = exchange_limits(read["seat"], self.took, read["rules"])
        for name, value in read.items():
            object.__setattr__(self, name, value)
        find_strategy(self.strategy)
        if self.opponent_blanche and has_carte_blanche(self.hand):
            raise InputError("given: the hand has a carte blanche, so the opponent cannot have one")
        if self.score is not None:
            from piquet_sim.matches.standing import check_rules, check_totals

            check_rules(self.rules)
            check_totals(self.score, self.deal)

    @property
    def stake(self) -> Stake:
        """By what the discard is judged."""
        return Stake(self.rules, SEATS.index(self.seat), self.score, self.deal)

    def check_throw(self, discard: int) -> None:
        """Check that a discard can be made of the hand.

        Raises
        ------
        InputError
            If it is not in the hand, or has an illegal number of cards.
        """
        check_discard(self.hand, discard, self.seat, self.took, self.rules)

    def elder_took(self) -> int:
        """Number of cards elder exchanged, as kernels have it: -1 where the hand is elder's."""
        if self.seat == ELDER:
            return -1
        return self.rules.elder_exchange_most if self.took is None else self.took

    def describe(self) -> dict[str, Any]:
        """The question as data."""
        has_score = self.score is not None
        told = {
            "hand": format_hand(self.hand),
            "seat": self.seat,
            "took": self.elder_took() if self.seat == YOUNGER else None,
            "strategy": find_strategy(self.strategy).name,
            "rules": self.rules.name,
            "opponent_blanche": True if self.opponent_blanche else None,
            "score": list(self.score) if has_score else None,
            "deal": self.deal if has_score else None,
            "seed": self.seed,
        }
        return {key: one for key, one in told.items() if one is not None}


def find_throw(strategy: "str | Strategy", question: Question) -> int:
    """The cards that a strategy throws out of a hand, where the deal stands alone.

    Parameters
    ----------
    strategy : str or Strategy
    question : Question

    Returns
    -------
    int
        A mask.

    Examples
    --------
    >>> from piquet_sim.game.cards import format_hand, parse_hand
    >>> format_hand(find_throw("expert", Question(parse_hand("AKJ.AQJ8.98.J87"))))
    '.8.98.87'
    """
    player = find_strategy(strategy)
    player.prepare()
    seat, took = SEATS.index(question.seat), question.elder_took()
    return int(
        player.discard(
            view_exchange(find_laws(RUBICON), seat, question.hand, None, took, question.seed)
        )
    )


def ask_discard(
    seen: Seen, stake: Stake, strategy: "str | Strategy" = "expert", seed: int = 1
) -> Question:
    """The question that a seat has which is to discard.

    Parameters
    ----------
    seen : Seen
        Before a discard.
    stake : Stake
    strategy : str or Strategy
        Makes the opponent's exchange.
    seed : int

    Raises
    ------
    InputError
        If the hand is illegal.

    Examples
    --------
    >>> from piquet_sim.decisions.one_hand import read_knowledge
    >>> seen = read_knowledge({"elder": {"dealt": "AKJ.AQJ8.98.J87"}})
    >>> ask_discard(seen, seen.find_stake()).describe()["hand"]
    'AKJ.AQJ8.98.J87'
    """
    knows = bool(seen.opponent_dealt) and knows_blanche(seen.laws, seen.seat, 1 - seen.seat)
    took = seen.hidden.took if seen.seat else None
    return Question(
        seen.dealt,
        SEATS[seen.seat],
        took,
        strategy,
        stake.score,
        stake.deal,
        seed,
        seen.rules,
        knows,
    )
