"""Modelled boards for tests of the tools that talk to one; places for an empty store."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from mosquitto import Broker, some_broker
from postgres import Absent, Server

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


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """Return a PostgreSQL server of our own."""
    try:
        made = Server()
    except Absent as absent:
        pytest.skip(str(absent))
    with made:
        yield made


@pytest.fixture(scope="session")
def broker() -> Iterator[Broker]:
    """Return a broker that lets everybody do everything."""
    with some_broker() as made:
        yield made


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the place for an empty store."""
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    return request.getfixturevalue("server").database()
