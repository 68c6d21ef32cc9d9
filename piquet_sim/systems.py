"""What differs from system to system: signals, users, processor time, open files, letters.

Everything else in the package is written for all systems alike. Where a system lacks something,
what is here gives None, an empty tuple or a plainer answer, and decides by what is missing, never
by the system's name.
"""

import codecs
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, TextIO
from unicodedata import normalize

if TYPE_CHECKING:
    from signal import Signals


def list_end_signals() -> "tuple[Signals, ...]":
    """The signals by which a process is asked to end, of those that this system has.

    A terminal that is closed sends SIGHUP, or SIGBREAK on Windows.
    """
    import signal  # which loads a good deal of the standard library

    names = ("SIGTERM", "SIGHUP", "SIGBREAK")
    return tuple(getattr(signal, name) for name in names if hasattr(signal, name))


def find_user() -> int | None:
    """The number of this user; None where the system has no such numbers."""
    return os.geteuid() if hasattr(os, "geteuid") else None


def count_processors() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# ---- Renaming ------------------------------------------------------------------------------------
_IN_USE = (5, 32)
"""Windows refuses to rename over an open file: access denied, or a sharing violation."""
_WAITS = (0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64)


def replace_file_at(path: Path | str, by: Path | str) -> None:
    """Rename a file over another one, waiting a moment if that one is open in another program.

    Parameters
    ----------
    path, by : Path or str
        The file to be replaced, which need not exist, and the one that takes its name.

    Raises
    ------
    OSError
        If it cannot be replaced; on Windows also if the file stays open for more than a second.
    """
    for seconds in _WAITS:
        try:
            os.replace(by, path)
            return
        except PermissionError as error:
            if getattr(error, "winerror", None) not in _IN_USE:
                raise
            time.sleep(seconds)
    try:
        os.replace(by, path)
    except PermissionError as error:
        raise PermissionError(error.errno, "it is open in another program") from None


# ---- Letters -------------------------------------------------------------------------------------
_SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_RANKS = frozenset("AKQJT9876")
_PLAIN = {
    "±": "+/-", "–": "-", "—": "-", "−": "-", "×": "x", "·": ".", "…": "...", "≥": ">=",
    "≤": "<=", "≠": "!=", "≈": "~", "→": "->", "←": "<-", "½": "1/2", "\N{NO-BREAK SPACE}": " ",
    "‘": "'", "’": "'", "“": '"', "”": '"', "•": "*",
    **dict.fromkeys("█▉▊▋▌", "#"), **dict.fromkeys("▍▎▏", "|"),
}  # fmt: skip
_HANDLER = "piquet-plain"


def spell_plainly(text: str, encoding: str) -> str:
    """A text as it appears on a console that lacks some letters: suits become theirs.

    Examples
    --------
    >>> spell_plainly("♠AKJ ♥9, then K♦: 3.1 ± 0.2", "ascii")
    'S:AKJ H:9, then KD: 3.1 +/- 0.2'
    >>> spell_plainly("♠AKJ: 3.1 ± 0.2", "cp1252") == "S:AKJ: 3.1 ± 0.2"
    True
    """
    return text.encode(encoding, _HANDLER).decode(encoding)


def _spell_one(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text, spelt = error.object, []
    for place in range(error.start, error.end):
        letter = text[place]
        if letter in _SUITS:
            # Before ranks it is the suit of them all, as in ♠AKJ; after one it ends a card, as K♠.
            before, behind = text[max(place - 1, 0) : place], text[place + 1 : place + 2]
            is_first = behind in _RANKS and before not in _RANKS
            spelt.append(_SUITS[letter] + (":" if is_first else ""))
        else:
            spelt.append(_PLAIN.get(letter) or _take_accent_off(letter))
    return "".join(spelt), error.end


def _take_accent_off(letter: str) -> str:
    # The letter below an accent; the number of a sign that is none.
    plain = normalize("NFKD", letter)[:1]
    return plain if plain.isascii() else letter.encode("ascii", "backslashreplace").decode()


codecs.register_error(_HANDLER, _spell_one)


def let_stream_spell(stream: TextIO | None) -> None:
    """Let a stream spell out the letters that its encoding lacks, rather than fail."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors=_HANDLER)
