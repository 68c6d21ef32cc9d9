"""The file in which the page keeps what its player did: a small database in the user's own folder.

A file that is no such database, or one of a later version, is set aside under another name and
never written to; the page names it.
"""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import date
from pathlib import Path

from piquet_sim.game.errors import InputError
from piquet_sim.game.files import say_reason
from piquet_sim.game.folders import find_own_folder

NAME = "history.sqlite"
VERSION = 1
_TABLES = """
CREATE TABLE IF NOT EXISTS parties (
    id INTEGER PRIMARY KEY, begun TEXT NOT NULL, opponent TEXT NOT NULL, seed INTEGER NOT NULL,
    human INTEGER NOT NULL, answers TEXT NOT NULL, helped TEXT NOT NULL, shown INTEGER NOT NULL,
    ended INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS decisions (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, day TEXT NOT NULL, source TEXT NOT NULL,
    deal TEXT NOT NULL, kind TEXT NOT NULL, lost REAL NOT NULL, se REAL NOT NULL,
    club REAL, expert REAL, counts INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS errors (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, day TEXT NOT NULL, source TEXT NOT NULL,
    kind TEXT NOT NULL, record TEXT NOT NULL, place TEXT NOT NULL, done TEXT NOT NULL,
    best TEXT NOT NULL, lost REAL NOT NULL, se REAL NOT NULL, box INTEGER NOT NULL,
    due TEXT NOT NULL, is_kept INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS days (
    day TEXT PRIMARY KEY, throw TEXT NOT NULL, lost REAL, se REAL, mark TEXT NOT NULL);
"""
_ALL = ("parties", "decisions", "errors", "days")


def find_home() -> Path:
    """The folder of what a user's programs keep for them: of XDG_DATA_HOME, or the system's own.

    Raises
    ------
    RuntimeError
        If no home folder is known.
    """
    return find_own_folder("data", ".local/share")


class Store:
    """The database; made when something is first kept.

    Parameters
    ----------
    path : Path, optional
        By default the user's own file.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._lock = threading.RLock()
        self._is_open = False
        self.set_aside: str = ""
        """Where a history lies that could not be read; empty if there was none."""
        self.times_forgotten: int = 0
        """How often everything was deleted: what was begun before is not kept after it."""

    @property
    def path(self) -> Path:
        """Where the file is."""
        if self._path is None:
            self._path = find_home() / NAME
        return self._path

    @contextmanager
    def open(self) -> Iterator[sqlite3.Connection]:
        """A connection, whose changes are kept together or not at all.

        Raises
        ------
        InputError
            If the file can be neither read nor written.
        """
        with self._lock:
            try:
                if not self._is_open or not self.path.exists():
                    self._prepare()
                with closing(self._connect()) as connection, connection:
                    yield connection
            except (OSError, RuntimeError, sqlite3.Error) as error:
                reason = say_reason(error) if isinstance(error, OSError) else str(error)
                raise InputError(f"history: {self._path}: {reason}") from None

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=5)
        connection.row_factory = sqlite3.Row
        return connection

    def _prepare(self) -> None:
        self.path.parent.mkdir(0o700, parents=True, exist_ok=True)
        if self.path.exists() and not self._is_sound():
            self._put_aside()
        with closing(self._connect()) as connection, connection:
            connection.executescript(_TABLES)
            connection.execute(f"PRAGMA user_version = {VERSION}")
        with suppress(OSError):
            self.path.chmod(0o600)
        self._is_open = True

    def _is_sound(self) -> bool:
        try:
            with closing(self._connect()) as connection:
                (version,) = connection.execute("PRAGMA user_version").fetchone()
                (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) and "locked" in str(error):
                raise
            return False
        return found == "ok" and (version == VERSION or (version == 0 and not self._has_tables()))

    def _has_tables(self) -> bool:
        with closing(self._connect()) as connection:
            return bool(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])

    def _put_aside(self) -> None:
        for number in range(1, 1000):
            to = self.path.with_name(f"history-{date.today()}-{number}.unreadable")
            if not to.exists():
                self.path.rename(to)
                self.set_aside = str(to)
                return

    def forget(self) -> None:
        """Delete everything that is kept."""
        with self.open() as kept:
            for table in _ALL:
                kept.execute(f"DELETE FROM {table}")
            self.times_forgotten += 1
        with self._lock, closing(self._connect()) as connection:
            connection.execute("VACUUM")  # nothing of it is left in the file
