"""The place in a text that an error about the laws refers to, found from what the error says."""

import re
from dataclasses import dataclass, field

from piquet_sim.game.cards import RANK_LETTERS, SUIT_LETTERS, format_card
from piquet_sim.game.errors import InputError
from piquet_sim.notation.card_words import Placed
from piquet_sim.notation.places import MisplacedWord, Place

_CARD = re.compile(rf"\b[{RANK_LETTERS}][{SUIT_LETTERS}]\b")


@dataclass
class Pointer:
    """Where everything is that an error can be about, by the words with which the error begins."""

    first: Place
    """Of the deal; for what stands nowhere."""
    places: dict[str, Place] = field(default_factory=dict)
    cards: dict[str, list[Placed]] = field(default_factory=dict)

    def note_cards(self, what: str, cards: list[Placed], head: Place) -> None:
        """Note where cards stand; what is wrong with all of them is said at the first.

        Parameters
        ----------
        what : str
        cards : list of Placed
        head : Place
            Where it is said if there are none.
        """
        self.places[what] = cards[0].place if cards else head
        self.cards[what] = cards

    def point_at(self, error: InputError) -> MisplacedWord:
        """The error, at the first card that it names or where its cards or call begin."""
        said = str(error)
        names = [name for name in self.places if said.startswith(name)]
        if not names:
            return self.first.refuse(said)
        name = max(names, key=len)
        named = _CARD.search(said)
        for card, place in self.cards.get(name, ()):
            if named and format_card(card) == named[0]:
                return place.refuse(said)
        return self.places[name].refuse(said)
