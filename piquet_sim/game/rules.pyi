# The types of rule books: each option with its values.

from typing import Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict

from piquet_sim.game.laws import Laws, MatchLaws

RULES_VERSION: int
HIGHEST_WORTH: int
HIGHEST_TARGET: int

class RuleSet(BaseModel, frozen=True):
    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid")
    name: str = "rubicon"
    pack: Literal[32, 36] = 32
    elder_exchange_least: int = 1
    elder_exchange_most: int = 5
    younger_exchange_least: int = 1
    younger_exchange_most: int = 8
    elder_sees_what_he_leaves: bool = True
    younger_leftovers: Literal["both or neither", "nobody"] = "both or neither"
    carte_blanche_scores: int = 10
    carte_blanche_shown: Literal[
        "announced", "younger may wait", "younger draws first", "after the draw", "at once"
    ] = "announced"
    carte_blanche_of_both_cancels: bool = False
    point_best_by: Literal["cards", "pips"] = "cards"
    point_least_pips: int = 0
    point_scores: Literal["cards", "tenths", "one"] = "cards"
    sequences_of: Literal["one suit", "any suits"] = "one suit"
    sequence_best_by: Literal["top", "pips"] = "top"
    sequence_scores: tuple[int, int, int, int, int, int, int] = ...
    trio_scores: int = 3
    quatorze_scores: int = 14
    lowest_set: Literal["T", "J", "Q", "K", "A"] = "T"
    play_scores: Literal["leads and wins", "won by leader or not", "high cards", "high leads"] = (
        "leads and wins"
    )
    last_trick_scores: int = 1
    last_trick_high_scores: int | None = None
    last_trick_high_card: Literal["ten or higher", "ten"] = "ten or higher"
    last_trick_with_capot: bool = True
    cards_scores: int = 10
    capot_scores: int = 40
    pique_scores: int = 30
    repique_scores: int = 60
    pique_needs: int = 30
    match: Literal["partie", "race", "games"] = "partie"
    partie_deals: Literal[4, 6] = ...
    tie_deals: int = ...
    target: int = 100
    win_is_immediate: bool = False
    settlement: Literal["rubicon", "difference", "games"] = "rubicon"
    game_scores: int = 100
    rubicon: int = 100
    double_below: int = 0
    games_to_win: int = 1
    def replace(self, /, **options: object) -> Self: ...
    def describe(self) -> str | dict[str, Any]: ...
    @property
    def stock(self) -> int: ...
    def laws(self) -> Laws: ...
    def match_laws(self) -> MatchLaws: ...

RUBICON: RuleSet
AU_CENT: RuleSet
BOUSSAC_1896: RuleSet
COTTON_1674: RuleSet
PARLETT: RuleSet
AMERICAN: RuleSet
PRESETS: dict[str, RuleSet]
SOURCES: dict[str, str]

def find_rules(rules: object) -> RuleSet: ...
def read_rules(given: object) -> RuleSet: ...
