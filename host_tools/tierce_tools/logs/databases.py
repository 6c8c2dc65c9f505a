"""Opens the database of a store, SQLite or PostgreSQL, and makes its tables.

Every database error becomes a Trouble here.
"""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, insert, inspect, select
from sqlalchemy import text as sql
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from tierce_tools.base.extras import trouble_of
from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.logs import schema

_NO_STORE = N_("{store}: is not a store of games, or is damaged; name another file with --store")
_FAILED = N_("{store}: the database refuses: {error}; check your rights there, or name another with --store")
_FAULTS = {
    "no_store": _NO_STORE,
    "read_only": N_("{store}: cannot be written; check its permissions, or name another file with --store"),
    "unwritable": N_("{store}: cannot be written: {error}; name another file with --store"),
    "cannot_open": N_("{store}: cannot be opened; check whether you may read and write it and its folder"),
    "busy": N_("{store}: another program is using it; try again when that has ended"),
    "full": N_("{store}: the disk is full or fails; nothing of this step was kept; make room and try again"),
    "server": N_("{store}: the server cannot be reached: {error}; check its address, name and password"),
    "failed": _FAILED,
}
_BAD_URL = N_("{store}: no store can be there; name a file, or postgresql://user@host/games")
_NO_FOLDER = N_("{store}: there is no such folder; make it, or name another file with --store")
_NEWER = N_("{store}: was written by a newer Tierce; bring this one up to date")

_FILE = "games.db"
_PATIENCE_S = 30  # seconds to wait while another program writes
_MAKING = 7_416_372_363  # the lock's number, while the tables of a PostgreSQL store are made


def url_of(where: str) -> URL:
    """Return the URL of a store given as a file, a URL or "auto". Raises Trouble."""
    if where == "auto":
        from platformdirs import user_data_path

        return URL.create("sqlite", database=str(user_data_path("tierce", appauthor=False) / _FILE))
    if "\0" in where:
        raise Trouble("store.bad_url", _BAD_URL, store=where.replace("\0", "?"))
    if "://" not in where:
        try:
            return URL.create("sqlite", database=str(Path(where).expanduser()))
        except RuntimeError:  # ~name, where no user has this name
            raise Trouble("store.no_folder", _NO_FOLDER, store=where) from None
    try:
        where.encode()  # raises where the argument on the command line was not UTF-8
        url = make_url(where)
    except (ArgumentError, ValueError):
        raise Trouble("store.bad_url", _BAD_URL, store=where.partition("://")[0] + "://...") from None
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("postgresql+psycopg", "sqlite"):
        raise Trouble("store.bad_url", _BAD_URL, store=shown_as(url))
    if url.drivername == "sqlite" and not url.database:
        raise Trouble("store.bad_url", _BAD_URL, store=where)
    return url


def is_file(url: URL) -> bool:
    """Tell whether the store is an SQLite file."""
    return url.drivername == "sqlite"


def shown_as(url: URL) -> str:
    """Return a store's name as people see it, without the password."""
    if is_file(url):
        return url.database or ""
    return url.set(drivername=url.get_backend_name(), query={}).render_as_string()


def hidden(where: str) -> str:
    """Return a store as another folder's program finds it, with PASSWORD in place of the password. Raises Trouble."""
    url = url_of(where)
    if is_file(url):
        return str(Path(shown_as(url)).absolute())
    url = url.set(drivername=url.get_backend_name(), password="PASSWORD" if url.password else None)
    return url.render_as_string(hide_password=False)


def look_at(path: Path, own: bool, make: bool) -> None:
    """Check whether `path` can be a store's file. Raises Trouble.

    `own`: the user's default store, whose folder is created if missing. `make`: another file may be
    created, in a folder that exists.
    """
    try:
        if path.is_dir():
            raise Trouble("store.folder", "{path}: it is a folder; name a file in it", path=path)
        if path.is_file():
            return
        # A device or a pipe; another program may have made the store just now.
        if path.exists() and not path.is_file():
            raise Trouble("store.no_store", _NO_STORE, store=path)
        if own:
            path.parent.mkdir(parents=True, exist_ok=True)
        elif not make:
            raise Trouble(
                "store.missing",
                "{path}: there is no such store; name another with --store, or fetch games with tierce pull",
                path=path,
            )
        elif not path.parent.is_dir():
            raise Trouble("store.no_folder", _NO_FOLDER, store=path.parent)
    except OSError as error:
        key = "unwritable" if own else "cannot_open"
        raise Trouble("store." + key, _FAULTS[key], store=path, error=error) from None


def engine_of(url: URL, shown: str) -> Engine:
    """Return an engine for a store's URL. Raises Trouble if its driver is missing.

    A transaction with the execution option `writes` takes the write lock as it begins.
    """
    try:
        if not is_file(url):
            return create_engine(url, connect_args={"connect_timeout": 10})
        engine = create_engine(url, connect_args={"timeout": _PATIENCE_S})
    except ImportError:  # also where psycopg finds no library of PostgreSQL
        raise trouble_of("psycopg") from None

    # By default sqlite3 begins transactions implicitly. Here they begin explicitly, and a writer
    # takes the lock at once, as waiting for it is safe only at the beginning.
    def connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA foreign_keys=ON")

    def begun(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begun)
    return engine


def has_tables(connection: Connection, shown: str, part: schema.Part | None = None) -> bool:
    """Tell whether the tables of a store are there: those of the games, or another part.

    Raises Trouble if the database is another program's, or of a version that is unknown here.
    """
    wanted = part or schema.GAMES
    names = set(inspect(connection).get_table_names())
    if wanted.version.name not in names:
        # A PostgreSQL database may hold other tables beside ours; an SQLite file may not.
        alone = part is None and connection.dialect.name == "sqlite"
        if names if alone else names & set(wanted.metadata.tables):
            raise Trouble(
                "store.other",
                "{store}: is a database of something else; name another file or database with --store",
                store=shown,
            )
        return False
    if connection.scalar(select(wanted.version.c.version_num)) != wanted.number:
        raise Trouble("store.newer", _NEWER, store=shown)
    return True


def make_tables(connection: Connection, shown: str, part: schema.Part | None = None) -> None:
    """Make the tables of an empty store within the connection's transaction. Raises Trouble."""
    wanted = part or schema.GAMES
    if connection.dialect.name != "sqlite":
        connection.execute(sql("SELECT pg_advisory_xact_lock(:key)"), {"key": _MAKING})
    if has_tables(connection, shown, part):  # another program made them while this one waited
        return
    wanted.metadata.create_all(connection)
    connection.execute(insert(wanted.version), {"version_num": wanted.number})


@contextmanager
def troubles(shown: str) -> Generator[None]:
    """Turn every database error into a Trouble."""
    try:
        yield
    except DBAPIError as error:
        raise _trouble(error, shown) from None
    except (SQLAlchemyError, UnicodeError) as error:
        raise Trouble("store.failed", _FAILED, store=shown, error=error) from None


# The first two words of an SQLite error's name, and the key of its sentence.
_SQLITE = {
    "SQLITE_NOTADB": "no_store",
    "SQLITE_CORRUPT": "no_store",
    "SQLITE_READONLY": "read_only",
    "SQLITE_CANTOPEN": "cannot_open",
    "SQLITE_BUSY": "busy",
    "SQLITE_LOCKED": "busy",
    "SQLITE_FULL": "full",
    "SQLITE_IOERR": "full",
}


def _trouble(error: DBAPIError, shown: str) -> Trouble:
    cause = error.orig
    if isinstance(cause, sqlite3.Error):
        name = "_".join(getattr(cause, "sqlite_errorname", "").split("_")[:2])
        if name in _SQLITE:
            return Trouble("store." + _SQLITE[name], _FAULTS[_SQLITE[name]], store=shown)
    reason = (str(cause).strip().splitlines() or [""])[0]
    # An error that the server reports has an SQLSTATE; a failed connection has none.
    unreached = not isinstance(cause, sqlite3.Error) and (
        error.connection_invalidated or not getattr(cause, "sqlstate", None)
    )
    key = "server" if unreached else "failed"
    return Trouble("store." + key, _FAULTS[key], store=shown, error=reason)
