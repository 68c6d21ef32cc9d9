"""Rule books: every point on which the source documents disagree is a field of `RuleSet`.

A preset is a `RuleSet` with a name. `RUBICON` is the default of everything; its authority is
Cavendish's description after the Portland and Turf Club Laws (cited as "Laws 1-78") with the
summary of Rubicon Piquet beside it. Fields whose docstring names two authorities are disputed
between the documents, and the field is what chooses.

`Laws` is the same thing as a kernel sees it: a named tuple of plain integers.
"""

from typing import Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from piquet_sim.cards import TEN
from piquet_sim.errors import InputError, suggest

RULES_VERSION = 1
"""Changes only when the score of some deal under some preset changes."""


HIGHEST_WORTH = 250
"""No option that is a number of points may be more: four times the most that any code gives."""


class Laws(NamedTuple):
    """A rule set as kernels see it: integers only, flags as 0 or 1."""

    pack: int
    stock: int
    elder_least: int
    elder_most: int
    elder_looks: int
    younger_least: int
    younger_most: int
    younger_may_face: int
    carte_blanche: int
    trio: int
    quatorze: int
    lowest_set: int
    last_trick: int
    cards: int
    capot: int
    pique: int
    repique: int
    pique_needs: int


class RuleSet(BaseModel):
    """One rule book for a deal and for the match that deals make up.

    Every field can be set on top of a preset with `RuleSet.replace`. Fields are plain text or
    numbers, so a rule set is its own JSON.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    name: str = "rubicon"
    """The preset, or the preset with a mark that it was changed."""

    # The pack and the exchange
    pack: Literal[32, 36] = 32
    """Cards in the pack; 36 has the sixes (Cotton 1674)."""
    elder_exchange_least: int = Field(1, ge=0, le=8)
    """Fewest cards elder exchanges (Law 21)."""
    elder_exchange_most: int = Field(5, ge=1, le=8)
    """Most cards elder exchanges; what he leaves of these he may look at (Law 22)."""
    younger_exchange_least: int = Field(1, ge=0, le=8)
    """Fewest cards younger exchanges: 1, or 0 under the laws of 1873."""
    younger_exchange_most: int = Field(8, ge=1, le=12)
    """Most cards younger exchanges, where the stock has as many left."""
    elder_sees_what_he_leaves: bool = True
    """Elder looks at those of his cards that he leaves."""
    younger_leftovers: Literal["both or neither", "nobody"] = "both or neither"
    """Whether younger may have the cards that she leaves faced for both (Laws 37-38; 002), or
    nobody sees them (Boussac 1896; 004)."""

    # Carte blanche
    carte_blanche_scores: int = Field(10, ge=0, le=HIGHEST_WORTH)
    """Points for a dealt hand without king, queen or knave (Law 18)."""
    carte_blanche_shown: Literal[
        "announced", "younger may wait", "younger draws first", "after the draw"
    ] = "announced"
    """Who knows of a carte blanche when: announced at once, so that the other discards knowing
    of it (Rubicon, 003); younger may wait until elder has drawn (laws of 1873, 004); announced,
    and younger exchanges first where elder has it (002); shown once the other has drawn
    (Boussac 1896)."""
    carte_blanche_of_both_cancels: bool = False
    """Neither scores when both hold it (Cotton 1674; impossible with 32 cards)."""

    # Point, sequences, sets
    point_best_by: Literal["cards", "pips"] = "cards"
    """The better point has more cards, then more pips (Law 46), or more pips alone (1873)."""
    point_least_pips: int = Field(0, ge=0, le=HIGHEST_WORTH)
    """Pips below which a point is not called (30 in Boussac 1896)."""
    point_scores: Literal["cards", "tenths", "one"] = "cards"
    """A good point scores its cards, a tenth of its pips with halves up (Cotton 1674), or 1."""
    sequences_of: Literal["one suit", "any suits"] = "one suit"
    """Sequences lie in one suit, or go through suits with each card used once (Cotton 1674)."""
    sequence_best_by: Literal["top", "pips"] = "top"
    """Of two sequences of one length the better has the higher top card, or more pips (004)."""
    sequence_scores: tuple[int, int, int, int, int, int, int] = (3, 4, 15, 16, 17, 18, 19)
    """Points for sequences of three to nine cards."""
    trio_scores: int = Field(3, ge=0, le=HIGHEST_WORTH)
    """Points for three of a rank."""
    quatorze_scores: int = Field(14, ge=0, le=HIGHEST_WORTH)
    """Points for four of a rank."""
    lowest_set: Literal["T", "J", "Q", "K", "A"] = "T"
    """The lowest rank whose trios and quatorzes count."""

    # The play
    play_scores: Literal["leads and wins", "won by leader or not", "high cards", "high leads"] = (
        "leads and wins"
    )
    """1 for each lead and 1 to a second player who wins (Law 57); 1 to a winner who led, 2 to
    one who did not, and 1 for elder's first lead (002 read to the letter); 1 for each card of
    ten or higher in a trick won (Cotton 1674); 1 for leading or topping with ten or higher
    (004)."""
    last_trick_scores: int = Field(1, ge=0, le=HIGHEST_WORTH)
    """Extra points for winning the last trick (Law 57)."""
    last_trick_high_scores: int = Field(1, ge=0, le=HIGHEST_WORTH)
    """The same when it is won with a high card (2 in Cotton 1674)."""
    last_trick_high_card: Literal["ten or higher", "ten"] = "ten or higher"
    """Which cards are high there: the text of 1674 and its redaction disagree."""
    last_trick_with_capot: bool = True
    """Whether a capot still counts the last trick's extra (not in 004)."""
    cards_scores: int = Field(10, ge=0, le=HIGHEST_WORTH)
    """Points for winning the cards: seven to eleven tricks."""
    capot_scores: int = Field(40, ge=0, le=HIGHEST_WORTH)
    """Points for all twelve tricks, instead of the cards."""

    # Pique and repique
    pique_scores: int = Field(30, ge=0, le=HIGHEST_WORTH)
    """Bonus for reaching `pique_needs` in hand and play before the other reckons anything."""
    repique_scores: int = Field(60, ge=0, le=HIGHEST_WORTH)
    """Bonus for reaching it in hand alone."""
    pique_needs: int = Field(30, ge=1, le=HIGHEST_WORTH)
    """Points that make pique and repique."""

    # The match
    match: Literal["partie", "race", "games"] = "partie"
    """A number of deals, a race to a number of points, or games won (laws of 1873)."""
    partie_deals: Literal[4, 6] = 6
    """Deals of a partie; of four, the first and last count double."""
    tie_deals: int = Field(2, ge=0)
    """Further deals when a partie is level; after them it is drawn."""
    target: int = Field(100, ge=1)
    """Points that win a race or a game."""
    win_is_immediate: bool = False
    """A race ends in the middle of a deal."""
    settlement: Literal["rubicon", "difference", "games"] = "rubicon"
    """Difference + 100, or sum + 100 where the loser has not the rubicon; difference + 100;
    or games."""
    game_scores: int = Field(100, ge=0, le=HIGHEST_WORTH)
    """What is added for the game in a settlement."""
    rubicon: int = Field(100, ge=0)
    """Points below which the loser is rubiconed."""
    double_below: int = Field(0, ge=0)
    """A game counts double when the loser has fewer points than this (50 in 1873)."""
    games_to_win: int = Field(1, ge=1)
    """Won games that make the match."""

    @classmethod
    def parse(cls, options: dict[str, object]) -> Self:
        """A rule set from a mapping of options.

        Raises
        ------
        InputError
            One line for the first option that does not exist or has a wrong value.
        """
        try:
            return cls.model_validate(options)
        except ValidationError as error:
            raise InputError(_first_complaint(error, cls)) from None

    def replace(self, **options: object) -> "RuleSet":
        """This rule set with some options changed, and a name that says so.

        Raises
        ------
        InputError
            If an option does not exist or the value is not one of its values.
        """
        changed = ", ".join(f"{key}={value}" for key, value in options.items())
        named = {"name": f"{self.name} ({changed})"} if changed else {}
        return RuleSet.parse({**self.model_dump(), **named, **options})

    @model_validator(mode="after")
    def _check_exchange(self) -> Self:
        fewest, most = self.elder_exchange_least, self.elder_exchange_most
        if fewest > most:
            raise ValueError(f"elder exchanges at least {fewest} and at most {most} cards")
        if self.younger_exchange_least > self.younger_exchange_most:
            raise ValueError(
                f"younger exchanges at least {self.younger_exchange_least} and at most "
                f"{self.younger_exchange_most} cards"
            )
        if most + self.younger_exchange_least > self.stock:
            raise ValueError(
                f"elder may take {most} of {self.stock} cards, which leaves younger fewer than "
                f"the {self.younger_exchange_least} that she must exchange"
            )
        return self

    @property
    def stock(self) -> int:
        """Cards not dealt: 8, or 12 with the sixes."""
        return self.pack - 24

    def laws(self) -> Laws:
        """The rule set as integers for the kernels.

        Raises
        ------
        InputError
            If it holds an option value that the engine does not play.
        """
        for option, playable in _PLAYABLE.items():
            value = getattr(self, option)
            if value not in playable:
                allowed = " or ".join(repr(one) for one in playable)
                raise InputError(
                    f"rules: {option}={value!r} is not played by this version; it plays {allowed}"
                )
        return Laws(
            pack=self.pack,
            stock=self.stock,
            elder_least=self.elder_exchange_least,
            elder_most=self.elder_exchange_most,
            elder_looks=int(self.elder_sees_what_he_leaves),
            younger_least=self.younger_exchange_least,
            younger_most=self.younger_exchange_most,
            younger_may_face=int(self.younger_leftovers == "both or neither"),
            carte_blanche=self.carte_blanche_scores,
            trio=self.trio_scores,
            quatorze=self.quatorze_scores,
            lowest_set=TEN + "TJQKA".index(self.lowest_set),
            last_trick=self.last_trick_scores,
            cards=self.cards_scores,
            capot=self.capot_scores,
            pique=self.pique_scores,
            repique=self.repique_scores,
            pique_needs=self.pique_needs,
        )


_STANDARD = RuleSet()

# Options whose other values the kernels do not know yet: a rule set that needs them is refused
# instead of being played under another law.
_PLAYABLE: dict[str, tuple[object, ...]] = {
    option: (getattr(_STANDARD, option),)
    for option in (
        "pack",
        "carte_blanche_shown",
        "carte_blanche_of_both_cancels",
        "point_best_by",
        "point_least_pips",
        "point_scores",
        "sequences_of",
        "sequence_best_by",
        "sequence_scores",
        "play_scores",
        "last_trick_high_scores",
        "last_trick_high_card",
        "last_trick_with_capot",
    )
}

RUBICON = _STANDARD
"""Rubicon Piquet after the Portland and Turf Club Laws, as Cavendish describes it."""

PRESETS: dict[str, RuleSet] = {RUBICON.name: RUBICON}


def find_rules(name: str) -> RuleSet:
    """The preset of a name; case, blanks and hyphens do not matter.

    Raises
    ------
    InputError
        If there is none, with the nearest name.
    """
    key = name.strip().lower().replace("-", "_").replace(" ", "_")
    if key not in PRESETS:
        raise InputError("rules: " + suggest(key, PRESETS, "preset"))
    return PRESETS[key]


def _first_complaint(error: ValidationError, model: type[BaseModel]) -> str:
    complaint = error.errors()[0]
    if not complaint["loc"]:  # several options that do not go together
        return f"rules: {complaint['ctx']['error']}"
    option = str(complaint["loc"][0])
    if complaint["type"] == "extra_forbidden":
        return "rules: " + suggest(option, model.model_fields, "option")
    return f"rules: {option}={complaint['input']!r}: {complaint['msg'].lower()}"
