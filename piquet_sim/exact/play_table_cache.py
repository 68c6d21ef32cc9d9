"""The table of perfect play: built once, kept in the user's cache folder, verified on reading.

The file holds a checksum. If a file is damaged, of another version or not trusted
(`piquet_sim.cache_folders`), it is built again. If the folder cannot be written, the table is kept
in memory only.
"""

import hashlib
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np

from piquet_sim.cache_folders import OTHERS_WRITE, Untrusted, make_trusted_folder, open_trusted
from piquet_sim.exact.kernel_laws import find_laws
from piquet_sim.game.cards import HAND_CARDS
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import replace_file
from piquet_sim.game.laws import BY_LEADER, LEADS_AND_WINS
from piquet_sim.game.rules import RuleSet
from piquet_sim.kernel.base import play_table, suit_strings
from piquet_sim.kernel.base.compiled_cache import cache_home, shared_home
from piquet_sim.kernel.base.play_table import PlayTable, fill_level, lay_out, new_room, new_starts
from piquet_sim.preparation import LAYING_OUT, announce, is_quiet, tell_if_long

TABLE_VERSION = 2
"""Changes when the layout of the file or the meaning of a value changes."""

MAGIC = f"piquet-sim play table {TABLE_VERSION}\n".encode()
"""How the file begins."""

_HEADER_BYTES = len(MAGIC) + hashlib.sha256().digest_size

_MOST_KEPT = 2
"""Number of table versions kept beside each other."""

_LAST_TRICK = {LEADS_AND_WINS: 1, BY_LEADER: 0}
"""What the last trick must add, by the way in which the play scores."""

Report = Callable[[str], None]
"""Called with a message about slow work, or about a fault that was repaired."""

_lock = threading.Lock()
_found: PlayTable | None = None


def table_path() -> Path:
    """The file in which the table is kept."""
    digest = hashlib.sha256()
    for module in (suit_strings, play_table):
        digest.update(Path(module.__file__).read_bytes())
    return cache_home() / f"play-table-{TABLE_VERSION}-{digest.hexdigest()[:8]}.bin"


def find_table_files() -> list[Path]:
    """The files of the table that there are: this user's own, and one that is shared."""
    own, shared = table_path(), shared_home()
    paths = [own] if shared is None else [own, shared / own.name]
    return [path for path in paths if path.is_file()]


def build_play_table() -> PlayTable:
    """The table, computed from the last trick backwards: 36,543,159 positions, a byte each."""
    starts = new_starts()
    positions = int(lay_out(starts))
    table = PlayTable(np.zeros(positions, np.uint8), starts)
    room = new_room(starts, positions)
    for level in range(HAND_CARDS + 1):
        fill_level(level, table, room)
    return table


def read_table(path: Path, report: Report) -> PlayTable | None:
    """The table in a file; None, with a report, where it is not whole or not trusted."""
    starts = new_starts()
    positions = int(lay_out(starts))
    try:
        with open_trusted(path) as file:
            content = np.fromfile(file, np.uint8, _HEADER_BYTES + positions + 1)
    except OSError:
        return None
    except Untrusted as error:
        report(f"the play table: {error}; building it again")
        return None
    values = content[_HEADER_BYTES:]
    said = content[:_HEADER_BYTES].tobytes()
    if len(values) != positions or said != MAGIC + hashlib.sha256(values).digest():
        report(f"the play table in {path} is damaged (its checksum differs); building it again")
        return None
    return PlayTable(values, starts)


def keep_table(path: Path, table: PlayTable) -> None:
    """Keep the table in a file if there is room, and remove those of older versions."""
    try:
        make_trusted_folder(path.parent)
        with replace_file(path) as temporary, temporary.open("wb") as file:
            file.write(MAGIC + hashlib.sha256(table.values).digest())
            file.write(table.values)
        path.chmod(path.stat().st_mode & ~OTHERS_WRITE)  # or it would not be trusted
        kept = sorted(path.parent.glob("play-table-*.bin"), key=lambda one: one.stat().st_mtime)
        for old in kept[:-_MOST_KEPT]:
            old.unlink(missing_ok=True)
    except (InputError, OSError):
        return  # it is built again next time


def find_play_table(report: Report | None = None) -> PlayTable:
    """The table of perfect play, from memory, from the cache folder, or built now.

    Parameters
    ----------
    report : callable, optional
        Called with a message if building the table takes more than a second, or the file is
        damaged; by default the message goes to standard error.

    Returns
    -------
    PlayTable
    """
    global _found
    report = report or announce
    with _lock:
        if _found is None:
            read = (read_table(path, report) for path in find_table_files())
            table = next((one for one in read if one is not None), None)
            if table is None:
                with tell_if_long(LAYING_OUT, report, is_quiet()):
                    table = build_play_table()
                    keep_table(table_path(), table)
            _found = table
        return _found


def check_solvable(rules: RuleSet) -> None:
    """Refuse rules under which the table is not perfect play.

    Its order of outcomes is that of the difference of points if the play scores one a lead, one
    a second player who wins and one for the last trick, and the cards and capot do not reward
    fewer tricks. One to a winner who led, two to one who did not, and one for elder's first lead
    come to the same points (`kernel.perfect.playout`).

    Raises
    ------
    InputError
        The message names the option.
    """
    laws = find_laws(rules)
    if rules.pack != 32:
        raise InputError("play: double-dummy requires the pack of 32")
    if laws.play_scores not in _LAST_TRICK:
        raise InputError(
            f"play: double-dummy does not support play_scores={rules.play_scores!r}; it requires "
            "that tricks and leads count alike"
        )
    wanted = _LAST_TRICK[laws.play_scores]
    if (laws.last_trick, laws.last_trick_high) != (wanted, wanted) or not laws.last_with_capot:
        raise InputError(
            f"play: with play_scores={rules.play_scores!r}, double-dummy requires "
            f"last_trick_scores={wanted} for any winning card, also with a capot; another value "
            "changes the order of the outcomes"
        )
    if not 0 <= laws.cards <= laws.capot:
        raise InputError(
            f"play: double-dummy requires capot_scores of at least cards_scores ({laws.cards}), "
            f"got {laws.capot}"
        )


def is_solvable(rules: RuleSet) -> bool:
    """Whether the table is perfect play under a rule book.

    Examples
    --------
    >>> from piquet_sim.game.rules import PRESETS
    >>> [name for name, rules in PRESETS.items() if not is_solvable(rules)]
    ['cotton_1674', 'american']
    """
    try:
        check_solvable(rules)
    except InputError:
        return False
    return True
