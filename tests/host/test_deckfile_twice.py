"""A deck file with a card or a tag that comes twice."""

from pathlib import Path

import pytest

from tierce_tools.board import deckfile
from tierce_tools.board.deckfile import BadDeck


def test_what_comes_twice_is_said_with_its_first_line(tmp_path: Path):
    path = tmp_path / "deck.csv"
    path.write_text("card,tag\nAS,e004000000000001\nAS,e004000000000002\n2S,e004000000000001\n", "utf-8")
    with pytest.raises(BadDeck) as caught:
        deckfile.read(path)
    assert [(each.line, each.details) for each in caught.value.found] == [
        (3, ("AS", 2)),
        (4, ("e004000000000001", "AS", 2)),
    ]
