"""The description of a simulation, and the deals that follow from it.

A description and a number determine a deal: with both, anyone can play that deal again.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from piquet_sim.deals.illegal_decisions import IllegalDecision, read_fault
from piquet_sim.exact.kernel_laws import find_laws
from piquet_sim.game.cards import pack_mask
from piquet_sim.game.errors import (
    HIGHEST_SEED,
    InputError,
    quote,
    read_seed,
    read_whole,
    read_yes,
    refuse,
)
from piquet_sim.game.rules import HIGHEST_TARGET, RUBICON, RuleSet, find_rules
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.batch.batch import (
    NOT_STAGED,
    NUMBER,
    Staging,
    TallyArrays,
    new_tally_arrays,
    play_other_deals,
    play_usual_deals,
)
from piquet_sim.kernel.batch.rubicon_like import is_usual
from piquet_sim.kernel.compile import find_entry
from piquet_sim.kernel.deal.deal import (
    BY_STRATEGIES,
    PERFECT,
    PERFECT_TOLD,
    CardPlay,
    Sitting,
    finish_nothing,
)
from piquet_sim.kernel.deal.deal_state import PLAYS, PLAYS_AT, MatchState, new_table
from piquet_sim.kernel.deal.dealing import deal_cards, draw_cards
from piquet_sim.kernel.deal.record import AT, COLUMNS
from piquet_sim.kernel.laws import open_book
from piquet_sim.kernel.play_table import no_table
from piquet_sim.kernel.players.direct import NUMBERS
from piquet_sim.strategies.registry import Strategy, call_everything, find_strategy
from piquet_sim.strategies.roster import DOUBLE_DUMMY, STRATEGIES, find_play

if TYPE_CHECKING:
    from piquet_sim.conditions.dealing import Allotment
    from piquet_sim.deals.deal import PlayedDeal

look_up_entry = cache(find_entry)
"""The compiled code of a function, looked up once: a look-up takes as long as several deals."""

NOTHING_SCORED = (0, 0)
"""The totals with which a match begins."""

RECORD_DTYPE = np.dtype([(column.name, column.dtype) for column in COLUMNS])
"""A record as a numpy structured dtype; the columns are documented in `COLUMNS`."""


def new_columns(deals: int) -> np.ndarray:
    """Room for the records of some deals, column by column: int64[column, deal]."""
    return np.zeros((len(COLUMNS), deals), np.int64)


def read_columns(columns: np.ndarray) -> np.ndarray:
    """The columns that a kernel has filled as records, of `RECORD_DTYPE`."""
    records = np.empty(columns.shape[1], RECORD_DTYPE)
    for values, column in zip(columns, COLUMNS, strict=True):
        records[column.name] = values
    return records


def _allot(given: "str | Allotment", rules: RuleSet) -> "Allotment":
    # What is laid out under the same rules is taken as it is: it may have taken seconds.
    from piquet_sim.conditions.dealing import Allotment, allot

    if isinstance(given, Allotment):
        return given if given.rules == rules else allot(given.text, rules)
    return allot(given, rules)


def check_start(start: tuple[int, int], rules: RuleSet) -> tuple[int, int]:
    """Check the totals with which a match begins.

    Parameters
    ----------
    start : tuple of two int
        The total of elder in the first deal, then that of its dealer; where matches are mirrored
        the players therefore exchange these, too. A match of won games begins its first
        game with them.
    rules : RuleSet

    Raises
    ------
    InputError
        If they are not two non-negative whole numbers, or the match would already be over.

    Examples
    --------
    >>> check_start((70, 99), RUBICON)
    (70, 99)
    """
    if not isinstance(start, tuple | list) or len(start) != 2:
        raise InputError(f"start: expected two whole numbers, as in (70, 99), got {start!r}")
    one, two = (read_whole("start", total) for total in start)
    most = HIGHEST_TARGET if rules.match == "partie" else rules.target - 1
    if max(one, two) > most:
        what = "a partie" if rules.match == "partie" else f"a game of {rules.target}"
        given = "-".join(map(str, start))
        raise InputError(f"start: {given}; {what} begins with totals from 0 to {most}")
    return one, two


@dataclass(frozen=True)
class Simulation:
    """What is to be played: two strategies, a rule book, a seed, and how deals are paired.

    Parameters
    ----------
    elder, younger : str or Strategy
        By name or object; held as objects afterwards.
    rules : str or RuleSet
        A preset's name or a rule set.
    seed : int
        Lies between 0 and 2**63 - 1. A generator or seed sequence of NumPy's, or the system where
        it is None, draws a seed (`read_seed`), which the simulation then names.
    mirrored : bool
        Every deal is played twice, the second time with the strategies exchanged: deal i has
        the cards of number i // 2, and `elder` sits as elder where i is even.
    play : str
        Who plays the cards: "strategies", or "double-dummy" for perfect play of both sides seeing
        all cards: by the table of all positions where tricks and leads count alike, else by a
        search (`kernel.perfect.playout` and `kernel.perfect.search` say which of equally good cards
        falls).
    given : str, optional
        Only deals that meet this condition, as in "elder.has('AS AH AD')" (see
        `conditions.expression`), all of them equally likely; held as an `Allotment` afterwards.

    Raises
    ------
    InputError
        If a strategy, preset or way to play does not exist, a strategy does not know the pack, the
        seed is out of range, or the condition cannot be read or is impossible.

    Examples
    --------
    >>> print(Simulation("club", "novice", seed=7, given="elder.aces == 4"))
    club (elder) v novice (younger), rubicon, seed 7, given that elder.aces == 4
    """

    elder: Strategy
    younger: Strategy
    rules: RuleSet = RUBICON
    seed: int = 1
    mirrored: bool = False
    play: str = STRATEGIES
    given: "Allotment | None" = None

    def __init__(
        self,
        elder: str | Strategy = "club",
        younger: str | Strategy = "club",
        rules: str | RuleSet = RUBICON,
        seed: int = 1,
        mirrored: bool = False,
        play: str = STRATEGIES,
        given: "str | Allotment | None" = None,
    ) -> None:
        values = {
            "elder": find_strategy(elder),
            "younger": find_strategy(younger),
            "rules": find_rules(rules),
            "seed": read_seed(seed),
            "mirrored": read_yes("mirrored", mirrored),
            "play": find_play(play),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "given", None if given is None else _allot(given, self.rules))
        find_laws(self.rules)  # refused now rather than in the middle of a run
        refuse(
            {
                f"strategy {one.name!r} cannot play {self.rules.name}: it knows the pack of "
                f"{one.packs[0]} alone, not that of {self.rules.pack}": (
                    self.rules.pack not in one.packs
                )
                for one in (self.elder, self.younger)
            }
        )

    @property
    def deals_per_unit(self) -> int:
        """2 where deals are mirrored, else 1."""
        return 2 if self.mirrored else 1

    def describe(self) -> dict[str, Any]:
        """The description as plain data."""
        return {
            "seed": self.seed,
            "rules": self.rules.name,
            "elder": self.elder.name,
            "younger": self.younger.name,
            "play": self.play,
            "mirrored": self.mirrored,
            **({} if self.given is None else {"given": self.given.text}),
        }

    def __str__(self) -> str:
        names = f"{self.elder.name} (elder) v {self.younger.name} (younger)"
        mirrored = ", mirrored" if self.mirrored else ""
        play = ", cards played double-dummy" if self.play == DOUBLE_DUMMY else ""
        given = f", given that {self.given}" if self.given else ""
        return f"{names}{mirrored}{play}, {self.rules.name}, seed {self.seed}{given}"

    def play_units(
        self,
        first: int,
        units: int,
        tally: TallyArrays | None,
        columns: np.ndarray,
        lays_cards: bool = False,
        dealt: np.ndarray | None = None,
        staging: Staging = NOT_STAGED,
    ) -> np.ndarray:
        """Play a range of units, and return the table of the last deal.

        Parameters
        ----------
        first, units : int
        tally : TallyArrays or None
            What is counted is added to it.
        columns : int64 array, shape (len(COLUMNS), deals or 0)
            Filled with the records (`new_columns`).
        lays_cards : bool
            As for `seat_players`.
        dealt : int64 array, shape (units, 3 or 4), optional
            Other cards than those of the simulation (`kernel.batch.batch.play_usual_deals`).
        staging : Staging
            What is decided beforehand, shown and written down.

        Raises
        ------
        IllegalDecision
            As `count_units`.
        """
        counted = tally is not None
        tally = tally or new_tally_arrays()
        sitting, table = self.seat_players(lays_cards, staging.ways != 0), new_table()
        if dealt is not None:
            cards = dealt
        elif self.given is None:
            cards = np.zeros((0, 3), np.int64)
        else:
            cards, tried = self.given.deal(self.seed, first, units)
            tally.counts[2] += tried - units  # those thrown away; the kernel counts the others
        is_simple = is_usual(sitting.laws) and not staging.ways
        play = look_up_entry(play_usual_deals if is_simple else play_other_deals)
        done = play(
            tuple(sitting),
            MatchState(0, 0, 0),
            self.seed,
            first,
            units,
            int(self.mirrored),
            int(counted),
            cards,
            staging,
            table,
            tally,
            columns,
        )
        if done < units:
            number = first + done if dealt is None else int(dealt[done, NUMBER])
            index = number * self.deals_per_unit + int(table[AT.mirrored])
            raise self._illegal_decision(index, table)
        return table

    def seat_players(self, lays_cards: bool = False, is_staged: bool = False) -> Sitting:
        """Everything that the deals have in common, ready to be played.

        Parameters
        ----------
        lays_cards : bool
            Whether cards are laid one by one where perfect play need not lay them.
        is_staged : bool
            Whether the deals may be staged, in which all players are asked by pointers.
        """
        for strategy in (self.elder, self.younger):
            strategy.prepare()
        laws = find_laws(self.rules)
        open_book(laws.book)
        # Whom nobody asks by a pointer need not be compiled: those whom the engine knows, unless
        # the deal is staged, and for cards all where perfect play decides.
        numbers, players = ((),) * len(NUMBERS) if is_staged else NUMBERS, []
        for one in (self.elder, self.younger):
            play = one.play if self.play == STRATEGIES else call_everything
            asked = (
                (call_everything if policy.module in known else policy).suit(laws, one.heeds_score)
                for policy, known in zip((one.discard, one.call, play), numbers, strict=True)
            )
            players.append((one.traits(), *(policy.entry for policy in asked)))
        return Sitting(laws, *players, *self._card_play(lays_cards))

    def _card_play(self, lays_cards: bool) -> tuple[CardPlay, Callable]:
        # Who plays the cards, and the function that does if strategies do not.
        from piquet_sim.exact.play_table_cache import find_play_table, is_solvable

        if self.play == STRATEGIES:
            return CardPlay(BY_STRATEGIES, no_table(), np.zeros((0, 0), np.int64)), finish_nothing
        mode = PERFECT_TOLD if lays_cards else PERFECT
        if not is_solvable(self.rules):
            from piquet_sim.kernel.perfect.search import MEMORY_SHAPE, play_by_search

            return CardPlay(mode, no_table(), np.zeros(MEMORY_SHAPE, np.int64)), play_by_search
        from piquet_sim.kernel.perfect.live_pique import new_memory
        from piquet_sim.kernel.perfect.playout import play_perfectly

        return CardPlay(mode, find_play_table(), new_memory()), play_perfectly

    def count_units(
        self, first: int, units: int, tally: TallyArrays, columns: np.ndarray | None = None
    ) -> None:
        """Play a range of units (deals, or pairs if mirrored) and add them to a tally.

        Parameters
        ----------
        first, units : int
        tally : TallyArrays
            What is counted is added to it.
        columns : int64 array, shape (len(COLUMNS), deals), optional
            Filled with the records.

        Raises
        ------
        IllegalDecision
            If a strategy gives an illegal answer; names the strategy, the deal and the view.
        """
        self.play_units(first, units, tally, new_columns(0) if columns is None else columns)

    def record_units(self, first: int, units: int) -> np.ndarray:
        """The records of a range of units: structured array of `RECORD_DTYPE`, one per deal.

        Raises
        ------
        IllegalDecision
            As `count_units`.
        """
        columns = new_columns(units * self.deals_per_unit)
        self.play_units(first, units, None, columns)
        return read_columns(columns)

    def play_matches(
        self,
        first: int,
        matches: int,
        with_scores: bool = False,
        start: tuple[int, int] = NOTHING_SCORED,
    ) -> tuple[np.ndarray, np.ndarray]:
        """A range of matches of the two players by the match of the rules (`kernel.batch.matches`).

        The player named elder is elder in the first deal; where mirrored, each match is played
        a second time with the players exchanged.

        Parameters
        ----------
        first, matches : int
        with_scores : bool
        start : tuple of two int
            Starting totals, see `check_start`.

        Returns
        -------
        outcomes : ndarray of int64, shape (matches, 1 or 2, 7)
            See `kernel.batch.matches.OUTCOME`; the player named elder is the first.
        scores : ndarray of int64, shape (matches, 1 or 2, 8, 2)
            Scores of the first eight deals, -1 where none was played; no rows unless asked for.

        Raises
        ------
        InputError
            If there is a condition on deals, or the match cannot begin with such totals.
        IllegalDecision
            As `count_units`.
        """
        from piquet_sim.kernel.batch.matches import OUTCOME, SHOWN_DEALS, play_matches

        if self.given is not None:
            raise InputError("given: matches are played with random deals; leave out the condition")
        table = new_table()
        outcomes = np.zeros((matches, self.deals_per_unit, len(OUTCOME)), np.int64)
        shown = matches if with_scores else 0
        scores = np.zeros((shown, self.deals_per_unit, SHOWN_DEALS, 2), np.int64)
        # Cards that perfect play need not lay are needed where a win in mid-deal is counted.
        done = look_up_entry(play_matches)(
            tuple(self.seat_players(lays_cards=self.rules.win_is_immediate)),
            self.rules.match_laws(),
            self.seed,
            first,
            self.deals_per_unit,
            check_start(start, self.rules),
            table,
            outcomes,
            scores,
        )
        if done < matches:
            raise self._illegal_decision(int(table[AT.index]), table)
        return outcomes, scores

    def replay_deal(self, index: int) -> "PlayedDeal":
        """Deal number `index` of the simulation, card by card.

        Raises
        ------
        InputError
            If the number is negative or too large.
        IllegalDecision
            As `count_units`.
        """
        index = read_whole("index", index, most=HIGHEST_SEED)
        unit, turn = divmod(index, self.deals_per_unit)
        # The table keeps the last deal played, so the first of a pair is played alone.
        played = self if turn == self.deals_per_unit - 1 else replace(self, mirrored=False)
        columns = new_columns(played.deals_per_unit)
        table = played.play_units(unit, 1, None, columns, lays_cards=True)
        if self.given is None:
            _, _, stock, order = deal_cards(self.rules.pack, self.seed, unit)
        else:
            elder, younger, order = map(int, self.given.deal(self.seed, unit, 1)[0][0])
            stock = pack_mask(self.rules.pack) & ~(elder | younger)
        talon = [int(draw_cards(stock, order, place, 1)) for place in range(self.rules.stock)]
        plays = [int(card) for card in table[PLAYS_AT : PLAYS_AT + PLAYS]]
        names = (column.name for column in COLUMNS)
        record = dict(zip(names, columns[:, turn].tolist(), strict=True)) | {"index": index}
        from piquet_sim.deals.deal import PlayedDeal  # late: runs do not need it

        pairs = {
            name: tuple(record[f"{seat}_{name}"] for seat in SEATS)
            for name in ("dealt", "discard", "carte_blanche")
        }
        return PlayedDeal(
            self.rules,
            pairs["dealt"],
            pairs["discard"],
            tuple(talon),
            tuple(tuple(record[f"{seat}_{kind}_call"] for kind in CLASSES) for seat in SEATS),
            tuple(not points for points in pairs["carte_blanche"]),
            tuple(plays),
            simulation=self,
            index=index,
            record=record,
        )

    def _illegal_decision(self, index: int, table: np.ndarray) -> IllegalDecision:
        return read_fault(table, (self.elder, self.younger), self.seed, index)


def check_simulation(given: object) -> None:
    """Refuse anything but a simulation, such as the name of a player.

    Raises
    ------
    InputError
        If it is something else.
    """
    if not isinstance(given, Simulation):
        raise InputError(
            f"expected a simulation, as Simulation('club', 'novice'), got {quote(given)}"
        )
