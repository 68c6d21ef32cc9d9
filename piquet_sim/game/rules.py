"""Rule books: every point on which the source documents disagree is a field of `RuleSet`.

A preset is a `RuleSet` with a name. `RUBICON` is the default of everything; its authority is
Cavendish's description after the Portland and Turf Club Laws (cited as "Laws 1-78") with the
summary of Rubicon Piquet beside it. Fields whose docstring names two authorities are disputed
between the documents, and the field is what chooses.

`laws.Laws` is the same thing as a kernel sees it: a named tuple of plain integers.
"""

from itertools import pairwise
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from piquet_sim.game.cards import RANK_PIPS, RANKS, TEN
from piquet_sim.game.errors import InputError, quote, read_known, read_signs, refuse
from piquet_sim.game.laws import (
    OF_DEAL,
    OF_MATCH,
    PARTIE_DEALS,
    SEQUENCE_SCORES,
    TIE_DEALS,
    Laws,
    MatchLaws,
    number_book,
    pack_sequences,
)

RULES_VERSION = 1
"""Changes only when the score of a deal changes under one of the presets."""


HIGHEST_WORTH = 250
"""Upper limit of any option that is a number of points: four times the most in any code."""


HIGHEST_TARGET = 1000
"""The most points that a race may go to."""


_Worth = Annotated[int, Field(ge=0, le=HIGHEST_WORTH)]


def _read_number(given: Any) -> object:
    return given.item() if getattr(given, "shape", None) == () else given


class RuleSet(BaseModel):
    """One rule book for a deal and for the match that deals make up.

    Every field can be set on top of a preset with `RuleSet.replace`. Fields are plain text or
    numbers, so a rule set is its own JSON.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: str = "rubicon"
    """The preset, or the preset with a mark that it was changed."""

    # The pack and the exchange
    pack: Literal[32, 36] = 32
    """Cards in the pack; 36 has the sixes (Cotton 1674)."""
    elder_exchange_least: int = Field(1, ge=0, le=8)
    """Fewest cards elder exchanges (Law 21)."""
    elder_exchange_most: int = Field(5, ge=1, le=8)
    """Most cards elder exchanges; elder may look at those left (Law 22)."""
    younger_exchange_least: int = Field(1, ge=0, le=8)
    """Fewest cards younger exchanges: 1, or 0 under the laws of 1873."""
    younger_exchange_most: int = Field(8, ge=1, le=12)
    """Most cards younger exchanges, where the stock has as many left."""
    elder_sees_what_he_leaves: bool = True
    """Elder looks at the cards that they may take but leave."""
    younger_leftovers: Literal["both or neither", "nobody"] = "both or neither"
    """Whether younger may turn the cards that they leave face up for both (Laws 37-38; 002), or
    nobody sees them (Boussac 1896; 004)."""

    # Carte blanche
    carte_blanche_scores: int = Field(10, ge=0, le=HIGHEST_WORTH)
    """Points for a dealt hand without king, queen or knave (Law 18)."""
    carte_blanche_shown: Literal[
        "announced", "younger may wait", "younger draws first", "after the draw", "at once"
    ] = "announced"
    """When a carte blanche is known: announced at once, so that the other discards knowing
    of it (Rubicon, 003); younger waits until elder has drawn (laws of 1873, 004); announced,
    and younger exchanges first where elder has it (002); shown once the other has drawn
    (Boussac 1896); all twelve cards shown before the exchange (Cotton 1674)."""
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
    """The better of two sequences of one length has the higher top card, or more pips (004)."""
    sequence_scores: tuple[_Worth, _Worth, _Worth, _Worth, _Worth, _Worth, _Worth] = SEQUENCE_SCORES
    """Points for sequences of three to nine cards (Law 50); nine is possible with the sixes."""
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
    last_trick_high_scores: int | None = Field(None, ge=0, le=HIGHEST_WORTH)
    """The same for a trick won with a high card (2 in Cotton 1674); null for no difference."""
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
    """Bonus for reaching `pique_needs` in hand and play before the other player counts anything."""
    repique_scores: int = Field(60, ge=0, le=HIGHEST_WORTH)
    """Bonus for reaching it in hand alone."""
    pique_needs: int = Field(30, ge=1, le=HIGHEST_WORTH)
    """Points that make pique and repique."""

    # The match
    match: Literal["partie", "race", "games"] = "partie"
    """A number of deals, a race to a number of points, or games won (laws of 1873)."""
    partie_deals: Literal[4, 6] = PARTIE_DEALS
    """Deals of a partie; of four, the first and last count double."""
    tie_deals: int = Field(TIE_DEALS, ge=0, le=2, multiple_of=2)
    """Further deals when a partie is level; after them it is drawn."""
    target: int = Field(100, ge=1, le=HIGHEST_TARGET)
    """Points that win a race or a game (121 where it is pegged on a cribbage board, 001)."""
    win_is_immediate: bool = False
    """A race ends in the middle of a deal."""
    settlement: Literal["rubicon", "difference", "games"] = "rubicon"
    """Difference + 100, or sum + 100 where the loser misses the rubicon; difference + 100;
    or games."""
    game_scores: int = Field(100, ge=0, le=HIGHEST_WORTH)
    """What is added for the game in a settlement."""
    rubicon: int = Field(100, ge=0, le=HIGHEST_TARGET)
    """Points below which the loser is rubiconed."""
    double_below: int = Field(0, ge=0, le=HIGHEST_TARGET)
    """A game counts double when the loser has fewer points than this (50 in 1873)."""
    games_to_win: int = Field(1, ge=1, le=25)
    """Won games that make the match."""

    def __init__(self, /, **options: object) -> None:
        # One line for the first option that does not exist or has a wrong value.
        for option in options:
            read_known(option, type(self).model_fields, "option", "rules")
        try:
            super().__init__(**options)
        except ValidationError as error:
            raise InputError(_first_complaint(error)) from None

    def replace(self, /, **options: object) -> "RuleSet":
        """This rule set with some options changed, and a name that says so.

        Raises
        ------
        InputError
            If an option does not exist or the value is not one of its values.
        """
        changed = ", ".join(f"{key}={value}" for key, value in options.items())
        named = {"name": f"{self.name} ({changed})"} if changed else {}
        return RuleSet(**{**self.model_dump(), **named, **options})

    @field_validator("*", mode="before")
    @classmethod
    def _read_numbers(cls, given: object) -> object:
        # NumPy's as Python's, and a list as a tuple; Pydantic takes nothing else for what it is.
        is_list = isinstance(given, list | tuple)
        return tuple(map(_read_number, given)) if is_list else _read_number(given)

    @model_validator(mode="after")
    def _check_together(self) -> Self:
        # Every option is valid by itself; these are those that do not go together.
        fewest, most = self.elder_exchange_least, self.elder_exchange_most
        is_partie, most_pips = self.match == "partie", _MOST_PIPS[self.pack]
        faults = {
            f"elder exchanges at least {fewest} and at most {most} cards": fewest > most,
            f"younger exchanges at least {self.younger_exchange_least} and at most "
            f"{self.younger_exchange_most} cards": (
                self.younger_exchange_least > self.younger_exchange_most
            ),
            f"elder may take {most} of {self.stock} cards, which leaves younger fewer than the "
            f"{self.younger_exchange_least} that younger must exchange": (
                most + self.younger_exchange_least > self.stock
            ),
            "carte_blanche_of_both_cancels: of 32 cards only twenty are no court cards, so that "
            "both never hold a carte blanche; it needs pack=36": (
                self.carte_blanche_of_both_cancels and self.pack == 32
            ),
            **{
                f"sequence_scores: {cards} cards would score {longer}, fewer than the {shorter} "
                f"of {cards - 1}": longer < shorter
                for cards, (shorter, longer) in enumerate(pairwise(self.sequence_scores), start=4)
            },
            f"point_least_pips={self.point_least_pips}: no point has more than {most_pips} pips": (
                self.point_least_pips > most_pips
            ),
            "settlement=games: a partie is settled by points (rubicon or difference); games need "
            "match=race or match=games": is_partie and self.settlement == "games",
            **{
                f"{option}={getattr(self, option)}: a partie has a number of deals and no target; "
                "this needs match=race or match=games": is_partie and getattr(self, option)
                for option in ("win_is_immediate", "double_below")
            },
            f"settlement={self.settlement}: a {self.match.removesuffix('s')} ends at a target, "
            "which is settled in games; set settlement=games, too": (
                not is_partie and self.settlement != "games"
            ),
            f"games_to_win={self.games_to_win} needs match=games": (
                self.games_to_win > 1 and self.match != "games"
            ),
            f"double_below={self.double_below}: every loser has fewer than the target, "
            f"{self.target}": self.double_below > self.target,
        }
        refuse(faults)
        return self

    def describe(self) -> str | dict[str, Any]:
        """The rule set as data that `find_rules` reads: a preset's name, or a preset and what was
        changed.
        """
        if PRESETS.get(self.name) == self:
            return self.name
        base = PRESETS.get(self.name.partition(" (")[0], RUBICON)
        given, usual = (book.model_dump(mode="json", exclude={"name"}) for book in (self, base))
        changed = {option: given[option] for option in given if given[option] != usual[option]}
        return {"preset": base.name, "set": changed}

    @property
    def stock(self) -> int:
        """Cards not dealt: 8, or 12 with the sixes."""
        return self.pack - 24

    def laws(self) -> Laws:
        """The rule set as integers for the kernels.

        Raises
        ------
        InputError
            If too many different rule books were made in this process.
        """
        high = self.last_trick_high_scores
        otherwise = (
            self.sequences_of == "any suits"
            or self.point_least_pips > 0
            or self.sequence_scores != SEQUENCE_SCORES
            # With 32 cards a point of more cards has more pips, so that both rules agree.
            or (self.point_best_by == "pips" and self.pack == 36)
        )
        laws = Laws(
            **{law: self._number(option) for law, option in OF_DEAL.items() if option},
            younger_may_face=int(self.younger_leftovers == "both or neither"),
            holds_otherwise=int(otherwise),
            sequences=pack_sequences(self.sequence_scores),
            lowest_set=TEN + "TJQKA".index(self.lowest_set),
            last_trick_high=self.last_trick_scores if high is None else high,
            last_high_ranks=1 << TEN if self.last_trick_high_card == "ten" else _TEN_OR_HIGHER,
            book=0,
        )
        return laws._replace(book=number_book(laws, self.match_laws()))

    def match_laws(self) -> MatchLaws:
        """What deals make up, as integers for the kernels."""
        return MatchLaws(**{law: self._number(option) for law, option in OF_MATCH.items()})

    def _number(self, option: str) -> int:
        # A number or a truth as it stands, a word as its place among those that are listed above.
        value = getattr(self, option)
        if isinstance(value, str):
            return get_args(RuleSet.model_fields[option].annotation).index(value)
        return int(value)


_TEN_OR_HIGHER = (1 << RANKS) - (1 << TEN)
_MOST_PIPS = {32: sum(RANK_PIPS[1:]), 36: sum(RANK_PIPS)}

RUBICON = RuleSet()
"""Rubicon Piquet after the Portland and Turf Club Laws, as Cavendish describes it."""

RUBICON.laws()  # so that it is the first book

AU_CENT = RuleSet(
    name="au_cent",
    younger_exchange_least=0,
    carte_blanche_shown="younger may wait",
    point_best_by="pips",
)
"""Piquet au cent after the Portland Club's laws of 1873 (003). Its partie of six deals is that of
003; the game of a hundred of 1873 is `match`, `settlement` and `games_to_win` set by hand."""

BOUSSAC_1896 = RuleSet(
    name="boussac_1896",
    younger_leftovers="nobody",
    carte_blanche_shown="after the draw",
    point_best_by="pips",
    point_least_pips=30,
    match="race",
    settlement="games",
)
"""The Encyclopédie des jeux de cartes of 1896 (003)."""

COTTON_1674 = RuleSet(
    name="cotton_1674",
    pack=36,
    elder_exchange_most=8,
    carte_blanche_shown="at once",
    carte_blanche_of_both_cancels=True,
    point_best_by="pips",
    point_scores="tenths",
    sequences_of="any suits",
    play_scores="high cards",
    last_trick_high_scores=2,
    match="race",
    win_is_immediate=True,
    settlement="games",
)
"""Picket of the Compleat Gamester of 1674, with the sixes (001)."""

PARLETT = RuleSet(
    name="parlett",
    carte_blanche_shown="younger draws first",
    play_scores="won by leader or not",
    last_trick_scores=0,
)
"""The club summary of today, read to the letter (002)."""

AMERICAN = RuleSet(
    name="american",
    younger_leftovers="nobody",
    carte_blanche_shown="younger may wait",
    point_scores="one",
    sequence_best_by="pips",
    play_scores="high leads",
    last_trick_with_capot=False,
    settlement="difference",
)
"""The American description (004)."""

PRESETS: dict[str, RuleSet] = {
    rules.name: rules for rules in (RUBICON, AU_CENT, BOUSSAC_1896, COTTON_1674, PARLETT, AMERICAN)
}


SOURCES = {
    "rubicon": "Rubicon Piquet after the Portland and Turf Club Laws, Cavendish (000)",
    "au_cent": "Piquet au cent, the Portland Club's laws of 1873, in a survey of rules (003)",
    "boussac_1896": "Boussac, Encyclopédie des jeux de cartes, 1896, in the same survey (003)",
    "cotton_1674": "Cotton's Compleat Gamester of 1674, reconstructed by J. du Coeur (001)",
    "parlett": "a club's summary of today's rules, read to the letter (002)",
    "american": "an American description of the game (004)",
}
"""Where each preset comes from, with the number by which options name the document."""


def find_rules(rules: object) -> RuleSet:
    """A rule set, the preset with this name, or data: ``{"preset": name, "set": {option: value}}``.

    Case, blanks and hyphens of a name do not matter.

    Raises
    ------
    InputError
        If it is none of these, or there is no such preset, with the nearest name, option or value.
    """
    if isinstance(rules, RuleSet):
        return rules
    if isinstance(rules, str):
        key = "_".join(read_signs(rules).replace("-", " ").lower().split())
        return PRESETS[read_known(key, PRESETS, "preset", "rules")]
    if not isinstance(rules, dict):
        raise InputError(f"rules: {rules!r} is neither a rule set nor the name of a preset")
    for key in rules:
        read_known(key, ("preset", "set"), "key", "rules")
    preset, changed = rules.get("preset", RUBICON.name), rules.get("set", {})
    if not isinstance(preset, str) or not isinstance(changed, dict):
        raise InputError(f"rules: {rules!r}; preset is a name and set an object of options")
    if "name" in changed:
        raise InputError("rules: name is made from the options that are changed")
    return find_rules(preset).replace(**changed)


_EXPECTED = {"bool_type": "expected True or False", "int_type": "expected a whole number"}
"""What would be right, by what Pydantic complains of."""


def _first_complaint(error: ValidationError) -> str:
    complaint = error.errors()[0]
    if not complaint["loc"]:  # several options that do not go together
        return f"rules: {complaint['ctx']['error']}"
    option = str(complaint["loc"][0])
    reason = _EXPECTED.get(complaint["type"]) or complaint["msg"].removeprefix("Value error, ")
    return f"rules: {option}={quote(complaint['input'])}: {reason[0].lower()}{reason[1:]}"
