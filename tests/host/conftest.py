"""Boards for the tests of what talks to a board."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "board"))
from vmboard import VmBoard, club_files


@pytest.fixture(scope="module")
def board() -> Iterator[VmBoard]:
    """Return a board that plays: the firmware, the club's config, a deck that is taught."""
    with VmBoard(club_files()) as made:
        yield made


@pytest.fixture
def bare_board() -> Iterator[VmBoard]:
    """Return a board with nothing on its flash but MicroPython."""
    with VmBoard() as made:
        yield made
