"""Modelled boards for tests of the tools that talk to one; places for an empty store."""

import asyncio
import sys
from collections.abc import Iterator
from inspect import iscoroutinefunction, signature
from pathlib import Path

import pytest
from driven import Driven
from mosquitto import Broker, some_broker
from postgres import Server

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "board"))
from vmboard import VmBoard, club_files


@pytest.fixture(scope="module")
def board() -> Iterator[VmBoard]:
    """Return a board in use: the firmware, the club's config, a taught deck."""
    with VmBoard(club_files()) as made:
        yield made


@pytest.fixture
def bare_board() -> Iterator[VmBoard]:
    """Return a board with an empty flash, MicroPython only."""
    with VmBoard() as made:
        yield made


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Driven]:
    """Return a virtual table whose time passes as fast as possible."""
    made = Driven(tmp_path)
    yield made
    made.play.close()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """Return a PostgreSQL server of our own."""
    with Server() as made:
        yield made


@pytest.fixture(scope="session")
def broker() -> Iterator[Broker]:
    """Return a broker that lets everybody do everything."""
    with some_broker() as made:
        yield made


@pytest.fixture(params=["sqlite", "postgresql"])
def anywhere(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the place for an empty store, in each kind of database."""
    return place_of(request, tmp_path)


def place_of(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the place for an empty store in the database that a parameter names."""
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    return request.getfixturevalue("server").database()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.longer)])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The same, in `make test` in SQLite only: for what is not the database's."""
    return place_of(request, tmp_path)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine."""
    if not iscoroutinefunction(pyfuncitem.obj):
        return None
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in signature(pyfuncitem.obj).parameters}))
    return True
