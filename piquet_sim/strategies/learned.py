"""What the players learned: the data file, and loading it for the kernels.

The file holds a *block* for each rule book that was trained for, and every deal is played by the
block of its family of laws (`kernel.deal.learned_blocks`). Where a file has none, the family of
the same pack stands in, or else the first block: a file that was trained for one code is played by
under all, with the pack of 36 only if it was trained with that.

A block holds, for elder and younger, what a discard makes for oneself and for the opponent
(`kernel.players.discard_values`; written by `training`), how these count beside what a short list
is reckoned by (`kernel.players.short_lists`), how likely a hand was kept
(`kernel.opponent.hands`), and how often deals ended with which scores. It is a plain numpy
archive without pickles; a version and the shapes of the arrays are checked when it is read.
"""

import hashlib
import json
import os
import threading
import warnings
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from stat import S_ISREG

import numpy as np

from piquet_sim.exact.play_table_cache import find_play_table
from piquet_sim.game.errors import InputError, describe_error
from piquet_sim.game.files import PACKAGE, replace_file
from piquet_sim.game.rules import RuleSet, find_rules
from piquet_sim.kernel.deal.learned_blocks import ACROSS_SUITS, POINT_OF_ONE, USUAL, WITH_SIXES
from piquet_sim.kernel.deal.views import SEAT_COUNT
from piquet_sim.kernel.players import discard_values
from piquet_sim.kernel.players.discard_values import SHAPE_AT, SHAPE_OF, SHAPES
from piquet_sim.kernel.players.short_lists import FACTORS
from piquet_sim.kernel.shelf import FAMILIES, LEARNED, MOST_LEARNED, STARTS, VALUES, put_on_shelf

LEARNED_VERSION = 3
"""Changes when an entry changes its place or its meaning."""

ENTRIES_KEPT = SHAPE_AT + SHAPES
"""Entries of one evaluation in the file: shapes once each."""

SCORES = 1024
"""Every score of a deal is below this."""

CHOSEN_BY = "PIQUET_LEARNED"
"""The environment variable that names another file to play by."""

SHARPNESS = 1.2
"""What was learned of the likelihood of hands is multiplied by this. Fitted to tell the true hand
from others drawn at random, it is too timid among likely ones; so multiplied, probabilities come
true for players who have heard the calls and seen the cards played (`test_inference`)."""
BOTH_PACKS = (32, 36)

_SHIPPED = PACKAGE / "data" / "learned.npz"
_LARGEST = np.iinfo(np.int16).max
_MOST_BYTES = 50_000_000
_lock = threading.Lock()


@dataclass(frozen=True, eq=False)
class Learned:
    """What was learned for one rule book: a block of the file.

    Entries are hundredths: of a point in `own` and `theirs`, of a natural logarithm in `kept`.
    """

    own: np.ndarray
    """int16[seat, entry]: what a discard makes for the seat."""
    theirs: np.ndarray
    """int16[seat, entry]: what it makes for the opponent."""
    kept: np.ndarray
    """int16[seat, entry]: how likely the seat is to hold a hand after the exchange."""
    factors: np.ndarray
    """int16[seat, factor]: how worths and what a short list is reckoned by count together
    (`kernel.players.short_lists`)."""
    scores: np.ndarray
    """int32[outcome, 3]: elder's score, younger's score, deals that ended so."""
    manifest: dict[str, object]
    """The settings and results of the training, and the rule book as data."""

    @property
    def rules(self) -> RuleSet:
        """The rule book that was trained for."""
        return find_rules(self.manifest["rules"])

    def lay_out(self) -> np.ndarray:
        """What kernels read: entries of the difference for both seats, own, kept; the factors.

        Returns
        -------
        ndarray of int16, shape (FACTORS_AT + 2 * FACTORS,)
        """
        own, theirs, kept = (rows.astype(np.int32) for rows in (self.own, self.theirs, self.kept))
        entries = [
            np.concatenate([row[:SHAPE_AT], row[SHAPE_AT:][SHAPE_OF]])
            for row in (*(own - theirs), *own, *np.rint(SHARPNESS * kept).astype(np.int32))
        ]
        return np.concatenate([*entries, *self.factors]).astype(np.int16)


_ARRAYS = ("own", "theirs", "kept", "factors", "scores")


def write_learned(path: Path, blocks: Sequence[Learned]) -> None:
    """Write a file of some blocks, completely or not at all.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    arrays = {
        f"{name}_{number}": getattr(block, name)
        for number, block in enumerate(blocks)
        for name in _ARRAYS
    }
    about = {"version": LEARNED_VERSION, "blocks": [block.manifest for block in blocks]}
    text = np.frombuffer(json.dumps(about).encode(), np.uint8)
    with replace_file(path) as temporary, temporary.open("wb") as file:
        np.savez_compressed(file, about=text, **arrays)


def find_family(rules: RuleSet) -> int:
    """The family of laws that a rule book belongs to (`kernel.deal.learned_blocks`)."""
    if rules.pack == 36:
        return ACROSS_SUITS if rules.sequences_of == "any suits" else WITH_SIXES
    return POINT_OF_ONE if rules.point_scores == "one" else USUAL


def round_entries(worths: np.ndarray) -> np.ndarray:
    """Entries in hundredths from worths in points: int16, the outermost cut off."""
    return np.clip(np.rint(worths * discard_values.UNIT), -_LARGEST, _LARGEST).astype(np.int16)


def read_learned(path: Path) -> tuple[Learned, ...]:
    """Read a file of what was learned: its blocks.

    Raises
    ------
    InputError
        If there is no such file, it is damaged, or it is of another version.
    """
    try:
        about_file = path.stat()
        if not S_ISREG(about_file.st_mode):
            raise InputError(f"learned: {path} is not a file")
        if about_file.st_size > _MOST_BYTES:
            raise InputError(f"learned: {path} is too large for what players learn")
        with zipfile.ZipFile(path) as archive:
            about = json.loads(_read_array(archive, "about").tobytes())
            version = about.pop("version", None)
            if version != LEARNED_VERSION:
                raise InputError(
                    f"learned: {path} has version {version}; this package reads {LEARNED_VERSION}: "
                    "learn it again"
                )
            blocks = tuple(
                Learned(*(_read_array(archive, f"{name}_{number}") for name in _ARRAYS), manifest)
                for number, manifest in enumerate(about["blocks"])
            )
            rules = [block.manifest["rules"] for block in blocks]
    except InputError:
        raise
    except OSError as error:
        raise InputError(f"learned: {path}: {error.strerror or error}") from None
    except Exception as error:  # a damaged archive fails in as many ways as it has readers
        raise InputError(
            f"learned: {path} is not a file of what players learned ({describe_error(error)})"
        ) from None
    try:
        families = {find_family(find_rules(one)) for one in rules}
    except InputError as error:
        raise InputError(f"learned: {path}: {error}") from None
    if not blocks or len(families) < len(blocks):
        raise InputError(
            f"learned: {path}: expected a block or more, each of another family of laws"
        )
    for block in blocks:
        _check_block(path, block)
    return blocks


def _check_block(path: Path, block: Learned) -> None:
    expected = {
        **dict.fromkeys(("own", "theirs", "kept"), ((SEAT_COUNT, ENTRIES_KEPT), np.int16)),
        "factors": ((SEAT_COUNT, FACTORS), np.int16),
        "scores": ((*block.scores.shape[:1], 3), np.int32),
    }
    for name, (shape, kind) in expected.items():
        array = getattr(block, name)
        if array.shape != shape or array.dtype != kind:
            raise InputError(f"learned: {path}: {name} is {array.dtype}{list(array.shape)}")
    deals = block.scores[:, 2]
    if ((block.scores[:, :2] < 0) | (block.scores[:, :2] >= SCORES)).any() or (deals < 0).any():
        raise InputError(f"learned: {path}: scores holds what no deal can make")
    if not deals.any():
        raise InputError(f"learned: {path}: scores holds no deals")


def _read_array(archive: zipfile.ZipFile, name: str) -> np.ndarray:
    # Read as a whole, so that its checksum is compared, and not beyond what can be right.
    member = archive.getinfo(f"{name}.npy")
    if member.file_size > _MOST_BYTES:
        raise ValueError(f"{name} is too large")
    content = BytesIO(archive.read(member))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        array = np.lib.format.read_array(content, allow_pickle=False)
    if content.read(1):
        raise ValueError(f"something follows {name}")
    return array


_taken: dict[str, tuple[Learned, ...]] = {}


def take_learned(path: str) -> str:
    """What a file holds now, as players go on to play by it, whatever becomes of the file.

    Parameters
    ----------
    path : str
        Empty for the usual file: the shipped one, or the one that PIQUET_LEARNED names.

    Returns
    -------
    str
        A digest of the content, which the functions below are given; empty for the usual file,
        which is read when it is first needed.

    Raises
    ------
    InputError
        As `read_learned`.
    """
    if not path:
        return ""
    blocks = read_learned(Path(path))
    content = _digest_blocks(blocks)
    _taken.setdefault(content, blocks)
    return content


@cache
def find_blocks(content: str = "") -> tuple[Learned, ...]:
    """The blocks that players use of what was taken from a file, the usual one by default.

    Raises
    ------
    InputError
        As `read_learned`.
    """
    return _taken.get(content) or read_learned(Path(os.environ.get(CHOSEN_BY) or _SHIPPED))


def find_learned(content: str = "", family: int = USUAL) -> Learned:
    """The evaluations that players use under a family of laws, Rubicon's by default.

    Raises
    ------
    InputError
        As `read_learned`.
    """
    has_sixes = family in (ACROSS_SUITS, WITH_SIXES)

    def strangeness(block: Learned) -> tuple[bool, bool]:
        own = find_family(block.rules)
        return own != family, (own in (ACROSS_SUITS, WITH_SIXES)) != has_sixes

    return min(find_blocks(content), key=strangeness)


def packs_learned(content: str = "") -> tuple[int, ...]:
    """The packs that can be played by a file; the shipped one is not read for that.

    Raises
    ------
    InputError
        As `read_learned`.
    """
    if not content and not os.environ.get(CHOSEN_BY):
        return BOTH_PACKS
    has_sixes = any(block.rules.pack == 36 for block in find_blocks(content))
    return BOTH_PACKS if has_sixes else (32,)


def digest_learned(content: str = "") -> str:
    """The digest of what players play by: 16 hexadecimal digits.

    Raises
    ------
    InputError
        As `read_learned`.
    """
    return content or _digest_blocks(find_blocks())


def _digest_blocks(blocks: tuple[Learned, ...]) -> str:
    digest = hashlib.sha256()
    for block in blocks:
        digest.update(bytes([find_family(block.rules)]))
        for name in _ARRAYS:
            digest.update(getattr(block, name).tobytes())
    return digest.hexdigest()[:16]


_numbers: dict[str, int] = {"": 0}


def number_learned(content: str) -> int:
    """The number by which kernels know what was taken from a file; 0 the usual one's.

    Raises
    ------
    InputError
        If there are too many.
    """
    with _lock:
        if content not in _numbers and len(_numbers) == MOST_LEARNED:
            raise InputError(f"learned: at most {MOST_LEARNED - 1} files play in a process")
        return _numbers.setdefault(content, len(_numbers))


@cache
def prepare_learned(content: str = "") -> None:
    """Load the table of perfect play and what was learned, for the policies.

    Raises
    ------
    InputError
        As `read_learned`.
    """
    number = number_learned(content)
    with _lock:
        table = find_play_table()
        put_on_shelf(VALUES, table.values)
        put_on_shelf(STARTS, table.starts)
        for family in range(FAMILIES):
            laid = find_learned(content, family).lay_out()
            put_on_shelf(LEARNED + FAMILIES * number + family, laid)
