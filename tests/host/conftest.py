"""Modelled boards for tests of the tools that talk to one."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

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
